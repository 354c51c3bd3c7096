# SPDX-License-Identifier: MIT
"""nextcrawls.py - what a crawl knows of a small web, for nextbatch.py

Lists, logs, archives and replays, and what filters make of their graphs.
"""
import math
import re

from nextworld import (HOSTS, STATES, World, date, draw_states, draw_web,
                       host_of, import_web, same)

# ---- what a crawl knows ---------------------------------------------------

def known_by_list(rnd, web, filters):
    """graphimport --fetched, by URL or number; some URLs are new pages."""
    web.states = draw_states(rnd, web.size)
    if rnd.random() < .7:
        links = [(i, j) for i, j in web.links()
                 if web.states[i] != 'unfetched']
        if links:
            web.rows = web.keep(range(web.size), links).rows
    if not web.names:
        web.states = web.states[:max(map(max, web.links())) + 1]
    lines = []
    for page, state in enumerate(web.states):
        if state == 'unfetched' and page and rnd.random() < .9:
            continue
        name = str(page)
        if web.names and rnd.random() < .8:
            name = web.names[page]
        lines.append(name if state == 'ok' and rnd.random() < .5
                     else f'{name}\t{state}')
    rnd.shuffle(lines)
    more = []
    if web.names and rnd.random() < .2:
        for i in range(rnd.randint(1, 3)):
            more.append((f'http://{rnd.choice(HOSTS)}/new{i}',
                         rnd.choice(STATES)))
    import_web(rnd, web, filters, lines + ['\t'.join(m) for m in more])
    for name, state in more:
        web.names.append(name)
        web.hosts.append(host_of(name))
        web.rows.append([])
        web.states.append(state)
    return web


def bfs(world, seeds):
    order = list(dict.fromkeys(seeds))
    seen = set(order)
    for page in order:
        for j in world.rows[page]:
            if j not in seen:
                seen.add(j)
                order.append(j)
    return order


def fetched_first(rnd, web, filters):
    """crawlorder and graphprune --fetched-first."""
    seeds = rnd.sample(range(web.size), min(web.size, rnd.choice([1, 3, 30])))
    count = rnd.choice([1, 5, 10, 40, 100, 1000])
    orders, known = filters.file(), filters.file()
    filters.run('crawlorder', '-q', '--order', 'bfs', '--seeds',
                filters.file(map(str, seeds)), web.file, '-o', orders)
    filters.run('graphprune', '-q', '--fetched-first', f'bfs:{count}', orders,
                '-o', known)
    order = bfs(web, seeds)[:count]
    done = set(order)
    links = [(i, j) for i, j in web.links() if i in done]
    pages = sorted(done | {j for _, j in links})
    world = web.keep(pages, links)
    world.states = ['unfetched'] * len(pages)
    world.fetches = {}
    number = {page: i for i, page in enumerate(pages)}
    for place, page in enumerate(order, 1):
        new = number[page]
        world.states[new] = web.states[page] if web.states else 'ok'
        if world.states[new] != 'unfetched':
            size = web.fetches[page][1] if page in web.fetches else '-'
            world.fetches[new] = (place, size, 1)
    world.file = known
    return world


def known_by_downloads(rnd, web, filters):
    if rnd.random() < .5:
        web = known_by_list(rnd, web, filters)
        web.check(filters, 'list')
    else:
        import_web(rnd, web, filters)
    return fetched_first(rnd, web, filters)


STATUS = {'ok': [200, 206, 304], 'redirect': [301, 302, 307],
          'gone': [404, 410], 'failed': [500, 403, 0]}
BEST = ['ok', 'redirect', 'gone', 'failed', 'refused', 'filtered', 'unfetched']


def known_by_log(rnd, web, filters):
    """crawlimport -g: the best state of the lines, and of the stream."""
    if not web.names:
        return known_by_list(rnd, web, filters)
    import_web(rnd, web, filters)
    web.states = ['unfetched'] * web.size
    return log(rnd, web, filters)


def log(rnd, web, filters):
    lines, share = [], rnd.choice([.1, .5, 1])
    pages = [p for p in range(web.size) if '://' in web.names[p]]
    pages = rnd.sample(pages, math.ceil(share * len(pages)))
    now, states = 1500000000 + rnd.randrange(1000), set()
    for page in pages:
        for state in rnd.choices(BEST[:4], k=rnd.choice([1, 1, 1, 2])):
            now += rnd.choice([0, 0, 1, 7])
            states.add(state)
            lines.append(f'{now}\t{web.names[page]}\t'
                         f'{rnd.choice(STATUS[state])}')
            before, best = web.states[page], BEST.index
            web.states[page] = min(state, before, key=best)
            # The time is that of the line of the state, of several the last;
            # the size is an archive's, unless the state is a better one.
            last, size, captures = web.fetches.get(page, (None, '-', 0))
            if best(state) < best(before):
                last, size = now, '-'
            elif state == before and now > (last or 0):
                last = now
            web.fetches[page] = (last, size, captures + 1)
    if not states & {'ok', 'redirect'}:
        raise NoDownload
    rnd.shuffle(lines)
    file = filters.file(['time\turl\tstatus'] + lines)
    known = filters.file()
    filters.run('crawlimport', '-q', '-f', 'tsv', '-g', web.file, '-o', known,
                file)
    web.file = known
    return web


class NoDownload(Exception):
    pass


WARCINFO = ('WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n'
            '\r\n\r\n\r\n')


class Capture:
    """A record of an archive: what came at a time."""

    def __init__(self, rnd, web, page, names):
        self.page, self.url = page, web.names[page]
        self.status = rnd.choice([200, 200, 200, 204, 301, 302, 404, 410, 503])
        self.time = 1500000000 + rnd.randrange(30)
        self.targets, self.body = [], 'sorry'
        self.location = self.status in (301, 302) and rnd.random() < .8 and (
            web.names[rnd.choice(names)])
        if self.status == 200:
            self.targets = [web.names[j] for j in web.rows[page]
                            if j in names and rnd.random() < .9]
            self.body = ''.join(f'<a href="{t}">x</a>' for t in self.targets)

    def says_something(self):
        return self.status == 200 or bool(self.location)

    def record(self):
        http = f'HTTP/1.1 {self.status} X\r\nContent-Type: text/html\r\n'
        if self.location:
            http += f'Location: {self.location}\r\n'
        http += f'\r\n{self.body}'
        return ('WARC/1.0\r\nWARC-Type: response\r\n'
                f'WARC-Target-URI: {self.url}\r\n'
                f'WARC-Date: {date(self.time)}\r\n'
                'Content-Type: application/http; msgtype=response\r\n'
                f'Content-Length: {len(http)}\r\n\r\n{http}\r\n\r\n')

    def state(self):
        if self.status in (404, 410):
            return 'gone'
        if self.status in (301, 302):
            return 'redirect'
        return 'ok' if self.status < 300 else 'failed'


def known_by_archives(rnd, web, filters):
    """crawlgraph, of all archives or --for-merge and graphmerge."""
    # In archives, names have their normal form.
    names = [p for p in range(web.size) if re.match(
        r'https?://[a-z0-9.:\[\]]*[a-z0-9\]]/', web.names[p])]
    tasks = [[] for _ in range(rnd.choice([1, 2, 3]))]
    for page in rnd.sample(names, math.ceil(len(names) *
                                            rnd.choice([.1, .5, 1]))):
        for _ in range(rnd.choice([1, 1, 2, 3])):
            rnd.choice(tasks).append(Capture(rnd, web, page, names))
    options = [o for o in ('--redirects', '--first') if rnd.random() < .3]
    files = []
    for task in tasks:
        rnd.shuffle(task)
        # A task may have archives without pages.
        files.append(filters.file([WARCINFO + ''.join(
            c.record() for c in task)]))
    return archives(rnd, web, filters, sum(tasks, []), options, files)


def archives(rnd, web, filters, captures, options, files):
    file = filters.file()
    domain = ['--domain'] if web.domains else []
    if not captures:
        raise NoDownload
    if len(files) > 1 and rnd.random() < .8:
        shares = []
        for k, name in enumerate(files):
            shares.append(filters.file())
            filters.run('crawlgraph', '-q', '-f', 'warc', *options,
                        '--for-merge', f'{k}/{len(files)}', name,
                        '-o', shares[-1])
        rnd.shuffle(shares)
        filters.run('graphmerge', '-q', *domain, '-o', file, *shares)
    else:
        filters.run('crawlgraph', '-q', '-f', 'warc', *options, *domain,
                    '-o', file, *files)
    kept = {}
    for order, capture in enumerate(captures):
        kept.setdefault(capture.url, []).append((capture.time, order, capture))
    rows, states, fetches = {}, {}, {}
    for url, several in kept.items():
        good = [c for c in several if c[2].says_something()] or several
        best = (min if '--first' in options else max)(
            good, key=lambda c: c[:2])[2]
        rows[url] = set(best.targets)
        if '--redirects' in options and best.location:
            rows[url] = {best.location}
        states[url] = best.state()
        fetches[url] = (best.time, str(len(best.body)), len(several))
    for url in {t for row in rows.values() for t in row} - set(rows):
        rows[url], states[url] = set(), 'unfetched'
    found = [row[2] for row in filters.table('-s', 'names', file)]
    same('pages of archives', sorted(rows), sorted(found))
    number = {url: i for i, url in enumerate(found)}
    world = World(found, [sorted(number[t] for t in rows[url])
                          for url in found])
    world.domains = web.domains
    world.states = [states[url] for url in found]
    world.fetches = {number[url]: fetches[url] for url in fetches}
    world.file = file
    return world


# ---- changes of what is known ---------------------------------------------

def fold(rnd, world, filters):
    """graphfold: a page for each host or domain."""
    if not world.names:
        return world
    to = rnd.choice(['host', 'domain']) if world.domains else 'host'
    unit = world.host if to == 'host' else world.domain
    units = list(dict.fromkeys(unit(p) for p in range(world.size)))
    number = {u: i for i, u in enumerate(units)}
    inside = rnd.random() < .5
    rows = [set() for _ in units]
    for i, j in world.links():
        if inside or unit(i) != unit(j):
            rows[number[unit(i)]].add(number[unit(j)])
    names = [u if isinstance(u, str) else '' for u in units]
    folded = World(names, [sorted(row) for row in rows])
    folded.domains = world.domains
    folded.states = ['unfetched'] * len(units)
    for page, state in enumerate(world.states):
        u = number[unit(page)]
        folded.states[u] = min(state, folded.states[u], key=STATES.index)
        if page in world.fetches:
            both = [world.fetches[page], folded.fetches.get(u, (0, '-', 0))]
            sizes = [int(f[1]) for f in both if f[1] != '-']
            folded.fetches[u] = (max((f[0] for f in both if f[0]),
                                     default=None),
                                 str(sum(sizes)) if sizes else '-',
                                 sum(f[2] for f in both))
    folded.file = filters.file()
    filters.run('graphfold', '-q', '--to', to, world.file, '-o', folded.file,
                *([] if inside else ['--drop-inside']))
    return folded


def subset(rnd, world, filters):
    """graphprune --pages"""
    pages = sorted(rnd.sample(range(world.size), (world.size + 1) // 2))
    file = filters.file()
    filters.run('graphprune', '-q', '--pages',
                filters.file(map(str, pages)), world.file, '-o', file)
    inside = set(pages)
    world = world.keep(pages, [(i, j) for i, j in world.links()
                               if i in inside and j in inside])
    world.file = file
    return world


def strip(rnd, world, filters):
    """graphprune: only links between hosts, or domains"""
    if not world.names:
        return world
    to = rnd.choice(['host', 'domain']) if world.domains else 'host'
    unit = world.host if to == 'host' else world.domain
    file = filters.file()
    filters.run('graphprune', '-q', '--unit', to, world.file, '-o', file)
    world = world.keep(range(world.size), [
        (i, j) for i, j in world.links() if unit(i) != unit(j)])
    world.file = file
    return world


def again(rnd, world, filters):
    """More of the crawl: a log of further lines, which replaces a replay."""
    if not world.names:
        return world
    if any(f[0] and f[0] < 1000000 for f in world.fetches.values()):
        world.fetches = {}
    return log(rnd, world, filters)


def undated(world, filters):
    """Forgets fetches if these filters write none of logs and archives."""
    if world.fetches and 'no fetches in the stream' in filters.run(
            'graphdump', '-s', 'fetches', '--summary', world.file,
            status=None):
        world.fetches = {}


def draw(rnd, filters, counts):
    """A world with states, checked after each step."""
    while True:
        try:
            make = rnd.choice([known_by_list, known_by_downloads,
                               known_by_downloads, known_by_log,
                               known_by_archives])
            web = draw_web(rnd, filters)
            if make is known_by_archives and not web.names:
                continue
            world = make(rnd, web, filters)
            steps = [make]
            if make in (known_by_log, known_by_archives):
                undated(world, filters)
            world.check(filters, make.__name__)
            if rnd.random() < .3:
                change = rnd.choice([fold, subset, strip, again,
                                     fetched_first])
                steps.append(change)
                world = change(rnd, world, filters)
                if change is again:
                    undated(world, filters)
                world.check(filters, change.__name__)
        except NoDownload:
            continue
        for step in steps:
            counts[step.__name__] = counts.get(step.__name__, 0) + 1
        return world
