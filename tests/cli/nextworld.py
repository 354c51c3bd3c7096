# SPDX-License-Identifier: MIT
"""nextworld.py - small webs, for nextbatch.py

A World has what the filters should have made of a drawn web; every step of it
is made twice, by the filters in a file and by the rules of the documents here
and in nextcrawls.py.
"""
import datetime
import os
import re
import subprocess

STATES = ['ok', 'redirect', 'filtered', 'refused', 'failed', 'gone',
          'unfetched']
TRIED = {'ok', 'redirect', 'gone', 'failed'}
HOSTS = ['a.example', 'www.a.example', 'b.a.example', 'c.example', 'x.co.uk',
         'y.x.co.uk', 'z.co.uk', 'one.org', 'two.org', 'three.org', 'n.one.org',
         'localhost', 'com', '10.0.0.1', '192.168.7.7', '[2001:db8::1]',
         'site.test', 'news.site.test', 'old.site.test', 'e.test']
SUFFIXES = {'com', 'org', 'co.uk', 'uk', 'test', 'example', 'localhost'}
ENDS = ['%d', '%d', '%d.pdf', '%d.pdf', '%d.html', '%d.PDF', '%d.tar.gz',
        '%d/', '%d/', '%d.', '%d.eightlet', '%d.nineletts', '%d/.pdf', '%d.a/b',
        '%d?q=x.pdf']
ODD = ['http://WWW.A.Example/%d', 'HTTPS://b.a.example.:81/%d',
       'http://user:word@c.example/%d', 'http://b\u00fccher.example/%d',
       'http://one.org:/%d']
NO_HOST = ['mailto:%d@a.example', 'tel:%d', 'http:/%d']


class Differs(Exception):
    pass


def same(what, expected, found):
    if expected == found:
        return
    if isinstance(expected, dict):
        expected, found = sorted(expected.items()), sorted(found.items())
    if isinstance(expected, list) and len(expected) == len(found):
        at = [a == b for a, b in zip(expected, found)].index(False)
        what += f', item {at}'
        expected, found = expected[at], found[at]
    raise Differs(f'{what}: expected {str(expected)[:500]}, '
                  f'found {str(found)[:500]}')


class Filters:
    """Runs filters in a folder of their own."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.files = 0

    def run(self, name, *words, status=0):
        """Runs a filter; returns what it printed.  If status is None, it may
        fail, and messages are returned as well."""
        done = subprocess.run([os.path.join(self.path, name), *words],
                              cwd=self.folder, capture_output=True,
                              encoding='utf-8', check=False)
        if status is None:
            return done.stdout + done.stderr
        if done.returncode != status:
            raise Differs(f'{name} {" ".join(words)}: status '
                          f'{done.returncode}: {done.stderr.strip()[:500]}')
        return done.stdout

    def has(self, name, option):
        """Does the filter have this option?"""
        return option + ' ' in self.run(name, '--help')

    def file(self, lines=None):
        """A new file, with these lines."""
        self.files += 1
        name = f'f{self.files}'
        if lines is not None:
            with open(os.path.join(self.folder, name), 'w',
                      encoding='utf-8', newline='') as out:
                out.writelines(line + '\n' for line in lines)
        return name

    def table(self, *words):
        """Rows of graphdump, without the header."""
        return [line.split('\t')
                for line in self.run('graphdump', *words).splitlines()[1:]]


def host_of(name):
    """The host of a URL, or '' (seedpipe-algorithms(7), 6.1)."""
    found = re.match(r'([^/?#\\]*://|//)?([^/?#\\]*)', name)
    if not found[1] and not name.startswith('[') and re.search(
            r'^[^:]*:(?!\d+$)', found[2]):
        return ''
    host = found[2].split('@')[-1]
    host = re.sub(r'\.$', '', re.sub(r':\d*$', '', host)).lower()
    return host if host.isascii() else host.encode('idna').decode()


def seconds(time):
    """The place in an order, or the seconds of a date; None if not known."""
    if time == '-':
        return None
    if time.isdigit():
        return int(time)
    return int(datetime.datetime.fromisoformat(
        time.replace('Z', '+00:00')).timestamp())


def date(time):
    return datetime.datetime.fromtimestamp(
        time, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


def is_address(host):
    return host.startswith('[') or bool(re.fullmatch(r'[\d.]+', host))


def domain_of(host):
    """The registrable domain of one of HOSTS; a host without is its own."""
    labels = host.split('.')
    for i in range(len(labels)):
        if not is_address(host) and '.'.join(labels[i:]) in SUFFIXES:
            return '.'.join(labels[max(i - 1, 0):])
    return host


class World:
    """A graph with states: names and hosts or None, for each page a list of
    successors and a state, and a time for some."""

    def __init__(self, names, rows):
        self.names = names
        self.rows = rows
        self.hosts = names and [host_of(name) for name in names]
        self.domains = None
        self.states = None
        self.fetches = {}
        self.file = None

    @property
    def size(self):
        return len(self.rows)

    def links(self):
        return [(i, j) for i, row in enumerate(self.rows) for j in row]

    def host(self, page):
        """The host of a page, which is a host of its own if it has none."""
        return self.hosts[page] or page

    def domain(self, page):
        return domain_of(self.hosts[page]) if self.hosts[page] else page

    def tried(self, page):
        return self.states[page] in TRIED

    def keep(self, pages, links):
        """The world of these pages and links, numbered anew."""
        new = {p: i for i, p in enumerate(pages)}
        rows = [[] for _ in pages]
        for i, j in sorted(links):
            rows[new[i]].append(new[j])
        world = World(self.names and [self.names[p] for p in pages], rows)
        # Hosts of a folded graph are not those of its names.
        world.hosts = self.hosts and [self.hosts[p] for p in pages]
        world.domains = self.domains
        if self.states:
            world.states = [self.states[p] for p in pages]
            world.fetches = {new[p]: self.fetches[p] for p in pages
                             if p in self.fetches}
        return world

    def check(self, filters, step):
        """The file has what this world has."""
        same(f'{step}: links', self.links(),
             [(int(i), int(j)) for i, j in filters.table(self.file)])
        same(f'{step}: states', self.states, [
            row[1] for row in filters.table('-s', 'states', self.file)])
        if self.names:
            rows = filters.table('-s', 'names', self.file)
            same(f'{step}: names', self.names, [row[2] for row in rows])
            same(f'{step}: hosts', self.hosts, [row[1] for row in rows])
        if self.fetches:
            found = {}
            for page, time, size, _, captures in filters.table(
                    '-s', 'fetches', self.file):
                found[int(page)] = (seconds(time), size, int(captures))
            same(f'{step}: fetches', self.fetches, found)


# ---- webs -----------------------------------------------------------------

def draw_names(rnd, n):
    hosts = rnd.sample(HOSTS, rnd.choice([1, 1, 2, 4, 8, len(HOSTS)]))
    lonely = rnd.choice([0, 0, .05, .4])
    names = []
    odd = rnd.choice([0, 0, 0, .1])
    for i in range(n):
        if rnd.random() < odd:
            names.append(rnd.choice(ODD) % i)
            continue
        if rnd.random() < lonely:
            names.append(rnd.choice(NO_HOST) % i)
            continue
        # The first hosts have most pages.
        host = hosts[min(int(rnd.expovariate(3 / len(hosts))),
                         len(hosts) - 1)]
        port = rnd.choice(['', '', '', ':8080'])
        path = rnd.choice(['', 'a/', 'B/', 'a/b/', 'a/?q='])
        names.append(f'{rnd.choice(["http", "https"])}://{host}{port}/'
                     f'{path}{rnd.choice(ENDS) % i}')
    return names


def draw_links(rnd, n, kind):
    """Links of a web, a chain, fragments, a star, or of a few pages."""
    links = set()
    if kind == 'chain':
        links = {(i, i + 1) for i in range(n - 1)}
        if rnd.random() < .5:
            links.add((n - 1, rnd.randrange(n)))
    elif kind == 'fragments':
        size = rnd.randint(1, 6)
        for i in range(n):
            for _ in range(rnd.randrange(3)):
                j = i - i % size + rnd.randrange(size)
                links.add((i, min(j, n - 1)))
    elif kind == 'star':
        links = {(0, i) for i in range(n)} if rnd.random() < .5 else {
            (i, 0) for i in range(n)}
    elif kind == 'few':
        links = {(rnd.randrange(n), rnd.randrange(n)) for _ in range(3)}
    else:
        for i in range(n):
            for _ in range(int(rnd.expovariate(.3))):
                links.add((i, min(rnd.randrange(n), rnd.randrange(n))
                           if rnd.random() < .7 else rnd.randrange(n)))
        links |= {(i, i) for i in range(n) if rnd.random() < .05}
    return links or {(0, 0)}


def draw_web(rnd, filters):
    """A world without states, and its links and names as files."""
    n = rnd.choice([1, 2, 5, 20, 60, 60, 120, 200, 300, 300])
    n = int(os.environ.get('PAGES', n))
    kind = rnd.choice(['web', 'web', 'web', 'chain', 'fragments', 'star',
                       'few'])
    if rnd.random() < .2 and 'PAGES' not in os.environ:
        # Large enough for a trial of the estimators.
        n, kind = 400, 'web'
    links = draw_links(rnd, n, kind)
    names = draw_names(rnd, n) if rnd.random() < .9 else None
    rows = [[] for _ in range(n)]
    for i, j in sorted(links):
        rows[i].append(j)
    world = World(names, rows)
    world.domains = bool(names) and rnd.random() < .6
    return world


def import_web(rnd, world, filters, states=None):
    """Writes the graph, with the states of a list if there are some."""
    links = world.links() * 2 if rnd.random() < .2 else world.links()
    rnd.shuffle(links)
    words = ['-q', '-f', 'arcs', '--keys', 'ids']
    if world.names:
        words += ['--names', filters.file(world.names)]
    else:
        words += ['--dense']
        # Without names, there are as many pages as the links have.
        world.rows = world.rows[:max(map(max, links)) + 1]
    weight = ''
    if rnd.random() < .2:
        # Weights change nothing.
        words += ['--weights', '3']
        weight = f'\t{rnd.randint(1, 9)}'
    if world.domains:
        words += ['--domain']
    if states:
        words += ['--fetched', filters.file(states)]
    world.file = filters.file()
    filters.run('graphimport', *words, '-o', world.file,
                filters.file('%d\t%d' % link + weight for link in links))


def draw_states(rnd, n):
    """States of n pages: none fetched, all, or a part, mostly ok or not."""
    share = rnd.choice([0, .05, .2, .5, .5, .8, 1])
    weights = rnd.choice([[1, 0, 0, 0, 0, 0], [6, 1, 1, 1, 1, 1],
                          [1, 1, 1, 1, 2, 1]])
    return [rnd.choices(STATES[:6], weights)[0] if rnd.random() < share
            else 'unfetched' for _ in range(n)]
