# SPDX-License-Identifier: MIT
"""The graphs, in the forms that the filters and the peers read, and archives.

A graph is named cnr (cnr-2000, from the data folder), Nm or Nk (generated, N
million or thousand pages), with s for shuffled pages and p for pruned links; or
it is the path of a stream.  The archive warc has the pages of those of the data
folder, again and again.
"""
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import peers
import settings
from settings import Skipped, say


def pipe(*commands, output=None):
    """Runs filters one after the other, the last into the file output."""
    previous = None
    running = []
    for i, command in enumerate(commands):
        last = i == len(commands) - 1
        out = open(output, 'wb') if last and output else \
            None if last else subprocess.PIPE
        running.append(subprocess.Popen(
            [str(settings.binaries / command[0]), '-q',
             *map(str, command[1:])], stdin=previous, stdout=out))
        previous = running[-1].stdout
    for process, command in zip(running, commands):
        if process.wait():
            raise Skipped(f'{command[0]} failed')


class Graph:
    archive = False

    def __init__(self, name):
        self.name = name
        self.path = Path(name)
        slug = name
        if '/' in name:
            self.name = self.path.stem
            slug = self.name + '-file'
        self.folder = settings.cache / 'graphs' / slug
        self.folder.mkdir(parents=True, exist_ok=True)

    def make(self, kind, write):
        """A file or set of files of this graph: made by write(NAME), complete
        or not at all."""
        name = self.folder / kind
        done = self.folder / f'{kind}.made'
        if not done.exists():
            say(f'  making {self.name}: {kind}')
            write(name)
            done.touch()
        return name

    @property
    def stream(self):
        return self.make('graph.sp', self.write_stream)

    def write_stream(self, to):
        shape = re.fullmatch(r'(\d+)([mk])(s?)(p?)', self.name)
        if self.path.is_file():
            shutil.copy(self.path, to)
        elif self.name == 'cnr':
            at = settings.data / 'cnr-2000/cnr-2000'
            if not at.with_suffix('.graph').exists():
                raise Skipped(f'no {at}')
            pipe(['graphimport', '-f', 'bvgraph', '-o', to, at])
        elif not shape:
            raise Skipped(f'{self.name} is no graph')
        elif shape[4]:
            whole = Graph(self.name[:-1])
            pipe(['graphprune', '-o', to, whole.stream])
        else:
            pages = int(shape[1]) * {'m': 10**6, 'k': 1000}[shape[2]]
            pipe(['graphgen', '-n', pages, '--no-names', '-o', to,
                  *['--shuffle'] * bool(shape[3])])

    @property
    def pruned(self):
        return bool(re.fullmatch(r'\d+[mk]s?p', self.name))

    @property
    def shuffled(self):
        return bool(re.fullmatch(r'\d+[mk]sp?', self.name))

    @property
    def counts(self):
        """pages and links"""
        def write(to):
            stats = to.with_suffix('.new')
            with tempfile.NamedTemporaryFile(prefix='peers') as out:
                pipe(['graphstat', '--stats', stats, self.stream],
                     output=out.name)
            stats.rename(to)
        return json.loads(self.make('counts', write).read_text())

    @property
    def pages(self):
        return self.counts['pages']

    @property
    def links(self):
        return self.counts['links']

    @property
    def vectors(self):
        """numpy's vectors of the rows in both directions"""
        def write(to):
            pipe(['graphdump', '--to', 'npy', '-o', f'{to}.out', self.stream])
            pipe(['graphprune', '--transpose', self.stream],
                 ['graphdump', '--to', 'npy', '-o', f'{to}.in'])
        return self.make('npy', write)

    @property
    def text(self):
        """a line SOURCE TAB TARGET for each link, sorted, without a header"""
        def write(to):
            with open(f'{to}.el', 'wb') as out:
                dump = subprocess.Popen(
                    [settings.binaries / 'graphdump', '-q', self.stream],
                    stdout=subprocess.PIPE)
                subprocess.run(['sed', '1d'], stdin=dump.stdout, stdout=out,
                               check=True)
                if dump.wait():
                    raise Skipped('graphdump failed')
        return Path(f'{self.make("text", write)}.el')

    @property
    def unsorted(self):
        """the same lines in an order that only looks random"""
        def write(to):
            subprocess.run(['shuf', f'--random-source={self.text}',
                            '-o', f'{to}.el', self.text], check=True)
        return Path(f'{self.make("unsorted", write)}.el')

    @property
    def bvgraph(self):
        def write(to):
            pipe(['graphdump', '--to', 'bvgraph', to, self.stream])
        return self.make('bv', write)

    @property
    def start(self):
        """the page of most links: where searches start"""
        def write(to):
            pipe(['seedpick', '--top-outdegree', '1', '--text', self.stream],
                 output=to)
        return self.make('start', write)


class Archive(Graph):
    """Has no links of its own: what is counted are bytes of pages."""

    archive = True

    @property
    def stream(self):
        """the archive: its bytes, and not its graph, are what rows depend on"""
        return Path(f'{self.made}.gz')

    @property
    def made(self):
        def write(to):
            said = subprocess.run(
                [*map(str, peers.archives()), 'make', settings.data / 'warc',
                 str(settings.archive_mb * 10**6), f'{to}.gz'], check=True,
                stdout=subprocess.PIPE, text=True).stdout
            if said.split()[0] == '0':
                raise Skipped(f'no pages in {settings.data}/warc')
            to.write_text(said)
        return self.make(f'pages-{settings.archive_mb}.warc', write)

    @property
    def counts(self):
        size, pages = self.made.read_text().split()
        return {'links': int(size), 'pages': int(pages)}

    @property
    def graph(self):
        """the graph that relscore needs"""
        def write(to):
            pipe(['crawlgraph', '-f', 'warc', '-o', to, self.stream])
        return self.make(f'graph-{settings.archive_mb}.sp', write)
