# SPDX-License-Identifier: MIT
"""What is compared: a row is one of our figures beside one of a peer's."""
import subprocess

import graphs
import machine
import measure
import peers
import settings
from measure import Driver

# Seconds that each side of a pair takes, at least.
LEAST = 1.0
# Bytes for each page that a peer may need.
PAGE = 80
# Iterations of a short run, and of a usual one.
SHORT = 4
USUAL = 60


class Figure:
    """A figure of one side, the load, and the peak memory in bytes."""

    def __init__(self, value, others=0.0, memory=0, once=None):
        self.value, self.others, self.memory = value, others, memory
        self.once = once  # what is spent once, beside the iterations


class Row:
    """One comparison.  Subclasses say what ours() and theirs() do."""

    unit = 'ns/link'
    note = ''
    needs = 0         # bytes of memory for each link
    text = False      # needs the links as text
    parallel = True   # the peer can use several threads
    pruned = False    # makes sense for a graph of pruned links
    shuffled = False  # and for one without locality
    archive = False   # reads an archive, not a graph
    driver = None

    def __init__(self, graph, threads=1):
        self.graph = graph
        self.threads = threads
        self.name = f'{self.what}, {self.peer}, {graph.name}, ' \
            f'{threads} thread{"s" * (threads > 1)}'

    def prepare(self):
        """Installs the peer, and looks whether the graph is small enough."""
        self.command = self.installed()
        if self.text and self.graph.pages > settings.text_max:
            raise settings.Skipped(f'more than TEXT_MAX={settings.text_max} '
                                   'pages')
        needed = (self.needs * self.graph.links +
                  PAGE * self.graph.pages) / 2**30
        free = machine.available()
        if needed > free:
            raise settings.Skipped(f'needs {needed:.1f} GiB, and {free:.1f} '
                                   'are free')

    def programs(self):
        """files that the figures depend on"""
        return [settings.binaries / self.filter,
                *[word for word in self.command[:1] if '/' in str(word)],
                self.graph.stream]

    def facts(self):
        return {'what': self.what, 'peer': self.peer, 'unit': self.unit,
                'table': self.table, 'graph': self.graph.name,
                'threads': self.threads if self.parallel else None,
                'note': self.note,
                'links': self.graph.links, 'pages': self.graph.pages,
                'archive': self.graph.archive}

    def start(self, loaded):
        return Driver(*self.command, self.threads, loaded,
                      environment={'OMP_NUM_THREADS': str(self.threads)})

    def __enter__(self):
        self.driver = self.start(self.loads())
        return self

    def __exit__(self, *_):
        if self.driver:
            self.driver.close()

    def loads(self):
        return self.graph.vectors

    def warm(self):
        """Before the first pair."""


class Iterations(Row):
    """The time of an iteration: ours is the difference of a long and a short
    run of a filter, so that reading, building a form and writing are not in
    it; theirs is that of a loaded graph."""

    shuffled = True

    def run(self, iterations):
        return measure.ours(self.filter, '-T', self.threads, '-R', '-z', '0',
                            '-i', iterations, *self.options, *self.form,
                            self.graph.stream)

    def choose_form(self):
        """Of the runs whose difference is taken, both have the form that the
        filter chooses for a usual number of iterations."""
        self.form = form_options(self.filter)
        if self.form and settings.form == 'auto':
            chosen = self.run(USUAL).value.get('form')
            self.note = f'form {chosen}'
            if chosen in ('compact', 'near', 'sparse'):
                self.form = ['--form', chosen]

    def warm(self):
        self.choose_form()
        short = self.run(SHORT).seconds(self.threads)
        more = self.run(SHORT + 16).seconds(self.threads)
        each = max((more - short) / 16, 1e-4)
        # Long enough to be more than the noise of what is not counted.
        self.long = int(min(max(16, LEAST / each, short / 2 / each), 400))
        theirs = self.driver.do(self.task, SHORT).seconds(self.threads) / SHORT
        self.count = int(min(max(16, LEAST / theirs), 400))

    def ours(self):
        short = self.run(SHORT)
        long = self.run(SHORT + self.long)
        spent = long.seconds(self.threads) - short.seconds(self.threads)
        each = spent / self.long
        once = short.seconds(self.threads) - SHORT * each
        return Figure(each / self.graph.links * 1e9,
                      max(short.others, long.others), long.memory,
                      once / self.graph.links * 1e9)

    def theirs(self):
        used = self.driver.do(self.task, self.count)
        return Figure(used.seconds(self.threads) / self.count /
                      self.graph.links * 1e9, used.others, used.memory)


def form_options(program):
    """--form, once the filter has it"""
    said = subprocess.run([settings.binaries / program, '--help'],
                          capture_output=True, text=True).stdout
    return ['--form', settings.form] if '--form ' in said else []


class PageRank(Iterations):
    table = 'An iteration of PageRank'
    what = 'pagerank -t 0 -i N'
    filter = 'pagerank'
    task = 'pagerank'
    options = ['-t', '0']


class GapPageRank(PageRank):
    peer = 'GAP, single precision'
    installed = staticmethod(peers.gap)
    needs = 9


class GraphblasPageRank(PageRank):
    peer = 'GraphBLAS'
    installed = staticmethod(peers.graphblas)
    needs = 19


class NetworkitPageRank(PageRank):
    peer = 'NetworKit'
    installed = staticmethod(peers.networkit)
    needs = 30
    text = True

    def loads(self):
        return self.graph.text


class WebGraphPageRank(PageRank):
    peer = 'WebGraph, our loop'
    installed = staticmethod(peers.webgraph)
    needs = 3
    parallel = False

    def loads(self):
        return self.graph.bvgraph

    def warm(self):
        # Until the code is compiled.
        self.driver.do(self.task, 8)
        super().warm()


class GraphblasHits(Iterations):
    table = 'An iteration of HITS'
    what = 'hits -i N'
    filter = 'hits'
    task = 'hits'
    options = []
    peer = 'GraphBLAS'
    installed = staticmethod(peers.graphblas)
    needs = 19
    pruned = True


class Whole(Row):
    """The time of a whole run of a filter, with reading and writing, beside
    that of one task of a peer that has the graph already."""

    unit = 's'
    argument = ''

    def scaled(self, seconds):
        return seconds

    def ours(self):
        used = measure.ours(*self.command_line())
        return Figure(self.scaled(used.seconds(self.threads)), used.others,
                      used.memory)

    def theirs(self):
        used = self.driver.do(self.task, self.argument)
        return Figure(self.scaled(used.seconds(self.threads)), used.others,
                      used.memory)


class IgraphPageRank(Whole):
    """Both to a true L1 error of at most ERROR, which is measured against
    ranks of a far smaller tolerance."""

    ERROR = 1e-9
    table = 'PageRank to an L1 error of 1e-9'
    peer = 'igraph, PRPACK'
    filter = 'pagerank'
    task = 'pagerank'
    installed = staticmethod(peers.igraph)
    needs = 60
    what = 'pagerank --method local -t T'

    def command_line(self, method='local'):
        return [self.filter, '-T', self.threads, '-R', '-z', '0', '-t',
                self.tolerance, '--method', method,
                *form_options(self.filter), self.graph.stream]

    def ranks(self, method):
        """our ranks, as real numbers of 64 bits"""
        path = self.graph.folder / 'ranks'
        program, *words = self.command_line(method)
        graphs.pipe([program, *words], ['graphdump', '-s', 'scores',
                                        '--to', 'npy', '-o', path])
        return measure.reals(path)

    def warm(self):
        self.tolerance = 1e-13
        exact = self.ranks('power')
        for self.tolerance in 1e-9, 5e-10, 2e-10, 1e-10:
            error = measure.distance(exact, self.ranks('local'))
            if error <= self.ERROR:
                break
        self.driver.do('pagerank')
        path = self.graph.folder / 'igraph.ranks'
        self.driver.do('save', path)
        theirs = measure.distance(exact, measure.reals(path, 0))
        self.note = f'T = {self.tolerance:g}: L1 error {error:.1e}; ' \
            f'of igraph {theirs:.1e}'


class IgraphHits(Whole):
    table = 'HITS to convergence'
    peer = 'igraph, ARPACK'
    filter = 'hits'
    task = 'hits'
    what = 'hits -t 1e-12'
    installed = staticmethod(peers.igraph)
    needs = 60
    parallel = False
    pruned = True

    def command_line(self):
        return [self.filter, '-T', self.threads, '-R', '-z', '0', '-t',
                '1e-12', '-i', '1000', *form_options(self.filter),
                self.graph.stream]


class Import(Whole):
    """Text to a stored graph, beside text to a graph in memory.  A driver is
    started anew for each pair, so that memory is that of one import."""

    table = 'Import of text'
    unit = 'ns/link'
    filter = 'graphimport'
    task = 'text'
    what = 'graphimport -f arcs --dense'
    needs = 70
    text = True

    def loads(self):
        return '-'

    def __enter__(self):
        return self

    def lines(self):
        return self.graph.text

    def warm(self):
        self.argument = self.lines()

    def scaled(self, seconds):
        return seconds / self.graph.links * 1e9

    def command_line(self):
        return [self.filter, '-T', self.threads, '-f', 'arcs', '--dense',
                '-o', self.graph.folder / 'imported.sp', self.argument]

    def theirs(self):
        with self.start('-') as self.driver:
            return super().theirs()


class GapImport(Import):
    peer = 'GAP'
    installed = staticmethod(peers.gap)


class UnsortedImport(GapImport):
    table = 'Import of unsorted text'
    what = 'graphimport -f arcs --dense, unsorted'

    def lines(self):
        return self.graph.unsorted


class NetworkitImport(Import):
    peer = 'NetworKit'
    installed = staticmethod(peers.networkit)
    parallel = False


class IgraphImport(Import):
    peer = 'igraph'
    installed = staticmethod(peers.igraph)
    parallel = False


class GapSearch(Row):
    """A breadth-first search from the page of most links.  Ours, of which a
    crawl of one page is taken off, gives the order and decodes every link of
    the pages that it finds; theirs gives a tree, has the links of both
    directions, and passes over most of them."""

    table = 'Breadth-first search'
    what = 'crawlorder --order bfs'
    peer = 'GAP bfs'
    filter = 'crawlorder'
    installed = staticmethod(peers.gap)
    needs = 9
    parallel = False

    def crawl(self, *options):
        return measure.ours(self.filter, '-T', self.threads, '-R', '-z', '0',
                            '--order', 'bfs', '--seeds', self.graph.start,
                            *options, *form_options(self.filter),
                            self.graph.stream)

    def warm(self):
        self.page = self.graph.start.read_text().split()[0]
        to = self.graph.folder / 'order.sp'
        self.crawl('-o', to)
        pages = int(measure.last_line('graphdump', '-s', 'orders', '--summary',
                                      to).split('\t')[2])
        found = self.driver.do('bfs', self.page).value
        if found != pages:
            raise settings.Skipped(f'GAP finds {found:.0f} pages, we {pages}')

    def ours(self):
        once, all = self.crawl('--max', '1'), self.crawl()
        return Figure((all.cpu - once.cpu) / self.graph.links * 1e9,
                      max(once.others, all.others), all.memory,
                      once.cpu / self.graph.links * 1e9)

    def theirs(self):
        used = self.driver.do('bfs', self.page)
        return Figure(used.cpu / self.graph.links * 1e9, used.others,
                      used.memory)


class Decoding(Row):
    table = 'Decoding'
    what = 'the library'
    needs = 3
    parallel = False
    shuffled = True

    def programs(self):
        return [settings.bench, *self.command[:1][:'/' in str(self.command[0])],
                self.graph.stream]

    def loads(self):
        return self.graph.bvgraph

    def warm(self):
        once = self.driver.do('decode', 2).cpu / 2
        self.count = int(min(max(3, LEAST / once), 100))
        self.driver.do('decode', self.count)

    def ours(self):
        value, used = measure.part(self.graph.stream, 'decode')
        return Figure(value, used.others, used.memory)

    def theirs(self):
        used = self.driver.do('decode', self.count)
        return Figure(used.cpu / self.count / self.graph.links * 1e9,
                      used.others, used.memory)


class WebGraphDecoding(Decoding):
    peer = 'WebGraph, Java'
    installed = staticmethod(peers.webgraph)


class RustDecoding(Decoding):
    peer = 'webgraph-rs'
    installed = staticmethod(peers.webgraph_rs)


class WebGraphStore(Whole):
    """Ours with reading, theirs from a BVGraph in memory."""

    table = 'Storing a BVGraph'
    what = 'graphdump --to bvgraph'
    unit = 'ns/link'
    peer = 'WebGraph, Java'
    filter = 'graphdump'
    task = 'store'
    installed = staticmethod(peers.webgraph)
    needs = 3
    parallel = False

    def loads(self):
        return self.graph.bvgraph

    def warm(self):
        self.argument = self.graph.folder / 'stored'
        self.driver.do(self.task, self.argument)

    def scaled(self, seconds):
        return seconds / self.graph.links * 1e9

    def command_line(self):
        return [self.filter, '-T', self.threads, '--to', 'bvgraph',
                self.graph.folder / 'ours', self.graph.stream]


class Size(Row):
    """Bits of a link in a file.  Of a BVGraph only the links are counted,
    without the offsets that it needs for random access."""

    table = 'Size of a file'
    unit = 'bits/link'
    filter = 'graphprune'
    parallel = False
    shuffled = True
    needs = 3
    installed = staticmethod(peers.webgraph)

    def loads(self):
        return self.graph.bvgraph

    def bits(self, path):
        return Figure(8 * path.stat().st_size / self.graph.links)

    def ours(self):
        to = self.graph.folder / 'size.sp'
        measure.ours(self.filter, '--unit', 'none', *self.level, '-o', to,
                     self.graph.stream)
        return self.bits(to)

    def theirs(self):
        to = self.graph.folder / 'stored'
        self.driver.do(self.task, to)
        return self.bits(to.with_suffix('.graph'))


class PlainSize(Size):
    what = 'graphprune'
    level = []
    peer = 'BVGraph, window 7, maxref 3'
    task = 'store'


class SmallSize(Size):
    what = 'graphprune -z 19'
    level = ['-z', '19']
    peer = 'BVGraph, window 7, no maxref'
    task = 'chains'


class ArchiveLinks(Whole):
    """Ours resolves links, and writes a graph with names; theirs parse the
    pages and look at each address."""

    table = 'Links of an archive'
    what = 'crawlgraph -f warc'
    filter = 'crawlgraph'
    task = 'links'
    unit = 'ns/byte'
    archive = True
    parallel = False

    def warm(self):
        self.argument = self.graph.stream
        theirs = self.driver.do(self.task, self.argument)
        self.note = f'{theirs.value / 1e6:.2f} M found by the peer'

    def loads(self):
        return '-'

    def scaled(self, seconds):
        return seconds / self.graph.links * 1e9

    def command_line(self):
        return [self.filter, '-T', self.threads, '-f', 'warc', '-o',
                self.graph.folder / 'links.sp', self.graph.stream]


class LexborLinks(ArchiveLinks):
    peer = 'FastWARC + lexbor'
    installed = staticmethod(peers.lexbor)


class LxmlLinks(ArchiveLinks):
    peer = 'warcio + lxml'
    installed = staticmethod(peers.lxml)


class ArchiveTexts(ArchiveLinks):
    """Ours also compares the words of pages and of links with a query."""

    table = 'Links and texts of an archive'
    what = 'relscore --query museum --anchors'
    filter = 'relscore'
    task = 'texts'

    def command_line(self):
        return [self.filter, '-T', self.threads, '-R', '-z', '0', '--query',
                'museum', '--anchors', '-g', self.graph.graph, '-o',
                self.graph.folder / 'texts.sp', self.graph.stream]


class LexborTexts(ArchiveTexts):
    peer = 'FastWARC + lexbor'
    installed = staticmethod(peers.lexbor)


class LxmlTexts(ArchiveTexts):
    peer = 'warcio + lxml'
    installed = staticmethod(peers.lxml)


def of(name):
    """The rows of a graph, of the peers that are wanted."""
    graph = graphs.Archive(name) if name == 'warc' else graphs.Graph(name)
    for peer in settings.peers:
        for row in ROWS.get(peer, []):
            for threads in settings.threads:
                if fits(row, graph, threads):
                    yield row(graph, threads)


def fits(row, graph, threads):
    """If a row makes sense for this graph and number of threads."""
    return row.archive == graph.archive and \
        (row.pruned or not graph.pruned) and \
        (row.shuffled or not graph.shuffled) and \
        (row.parallel or threads == 1) and \
        (not settings.tables or
         any(name in row.table.lower() for name in settings.tables))


ROWS = {
    'gap': [GapPageRank, GapImport, UnsortedImport, GapSearch],
    'graphblas': [GraphblasPageRank, GraphblasHits],
    'igraph': [IgraphPageRank, IgraphHits, IgraphImport],
    'networkit': [NetworkitPageRank, NetworkitImport],
    'webgraph': [WebGraphPageRank, WebGraphDecoding, WebGraphStore, PlainSize,
                 SmallSize],
    'webgraph-rs': [RustDecoding],
    'lexbor': [LexborLinks, LexborTexts],
    'lxml': [LxmlLinks, LxmlTexts],
}
