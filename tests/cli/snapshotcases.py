#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""snapshotcases.py - crawls of a web that changes, a second implementation

        tests/cli/snapshotcases.py CASES [SEED] [BIN]

Draws snapshots of small webs, in which pages and links come and go, and
compares what "graphmerge --snapshots" makes of them, and every row of
"crawlorder --snapshots" and of its --fresh-log, with what section 5.4 of
seedpipe-algorithms(7) says.  Crawls in time are those of timedcrawl.py, and
most orders those of timedorders.py.

Cases are numbered from SEED, and a number always draws the same.  Prints one
line for each difference and a line of counts, and ends with status 1 if
anything differs.
"""
import argparse
import collections
import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import timedcrawl
import timedorders
from timedcases import Differs, run_cases
from timedorders import DONE, QUEUED, UNSEEN

GONE = 'gone'


# ---- a web that changes -----------------------------------------------------

def draw_web(rnd):
    """Snapshots: each the set of its URLs, those that are gone, and rows."""
    pool = [f'http://{rnd.choice("abc")}.example/{i}'
            for i in range(rnd.randint(1, 40))]
    rate = rnd.choice([0, .02, .1, .3, 1])
    pages = set(rnd.sample(pool, rnd.randint(1, len(pool))))
    links = set()
    snapshots = []
    for _ in range(rnd.choice([1, 2, 2, 3, 3, 4, 7])):
        if snapshots:
            pages = {url for url in pool
                     if (url in pages) != (rnd.random() < rate)} or pages
        known = sorted(pages)
        links = {link for link in links if rnd.random() >= rate}
        for _ in range(rnd.randrange(int(4 * len(known) * (
                rate if snapshots else 1)) + 1)):
            links.add((rnd.choice(known), rnd.choice(known)))
        rows = {url: sorted(j for i, j in links if i == url and j in pages)
                for url in known}
        gone = {url for url in known if rnd.random() < rate / 2}
        gone = set() if len(gone) == len(known) else gone
        snapshots.append((pages, gone, rows))
    return snapshots


def write_snapshot(filters, name, snapshot, states):
    pages, gone, rows = snapshot
    urls = sorted(pages)
    number = {url: i for i, url in enumerate(urls)}
    filters.write('names', urls)
    filters.write('states', [f'{url}\t{GONE if url in gone else "ok"}'
                             for url in urls])
    filters.write('links', [f'{number[i]}\t{number[j]}'
                            for i in urls for j in rows[i]])
    filters.run('graphimport', '-q', '--by-url', '-f', 'arcs', '--keys', 'ids',
                '--names', 'names', *(['--fetched', 'states'] if states else
                                      []), '-o', name, 'links')


class Copies:
    """The snapshot in which each page was read."""

    def __init__(self, web, takeovers):
        self.web, self.takeovers, self.read = web, takeovers, {}
        self.moment = 0

    def __getitem__(self, page):
        """The links of a page, as they were when it was read."""
        snapshot = self.read[page]
        return [] if snapshot is None else self.web.links[snapshot][page]

    def now(self, moment):
        return sum(time <= moment for time in self.takeovers)

    def fetch(self, page, moment):
        self.moment, snapshot = moment, self.now(moment)
        there = self.web.there[snapshot][page]
        self.read[page] = snapshot if there else None
        return there

    def stale(self, page, snapshot):
        return not self.web.there[snapshot][page] or \
            self.web.links[snapshot][page] != self[page]

    def fresh(self, downloads, second=1):
        """A row of the log."""
        moment, now = self.moment, self.now(self.moment)
        held = [page for page, read in self.read.items() if read is not None]
        fresh = {page for page in held if not self.stale(page, now)}
        age = 0
        for page in set(held) - fresh:
            since = now
            while self.stale(page, since - 1):
                since -= 1
            age += moment - self.takeovers[since - 1]
        there = [page for page in range(self.web.pages)
                 if self.web.there[now][page]]
        weight = sum(self.web.score[page] for page in there)
        return (downloads, len(held), len(fresh),
                len(fresh) / len(held) if held else 0,
                age / len(held) / second if held else 0,
                len(there), len(fresh) / len(there) if there else 0,
                sum(self.web.score[page] for page in fresh) / weight
                if weight else 0)


class Web(timedcrawl.Graph):
    """The union of the snapshots, in the numbers of the merged graph."""

    def __init__(self, file, snapshots, score):
        super().__init__(file, 'pagerank')
        self.urls = [words[2] for words in self.table('names', file)]
        self.number = {url: i for i, url in enumerate(self.urls)}
        self.there, self.links = [], []
        for pages, gone, rows in snapshots:
            self.there.append([url in pages and url not in gone
                               for url in self.urls])
            self.links.append([sorted(self.number[j] for j in rows.get(url, ()))
                               for url in self.urls])
        self.score = score


# ---- what graphmerge makes --------------------------------------------------

def compare_merge(web, snapshots, file):
    every = (1 << len(snapshots)) - 1
    if set(web.urls) != {url for pages, *_ in snapshots for url in pages}:
        raise Differs('graphmerge: other pages')
    pages, links = [0] * web.pages, collections.Counter()
    for i, (there, rows) in enumerate(zip(web.there, web.links)):
        for page, is_there in enumerate(there):
            pages[page] |= is_there << i
            for target in rows[page]:
                links[page, target] |= 1 << i
    header, *lines = web.lines('scores', file)
    column = header.split('\t').index('snapshots')
    if pages != [float(line.split('\t')[column]) for line in lines]:
        raise Differs('graphmerge: other masks of pages')
    found = {(int(words[1]), int(words[2])): float(words[3])
             for words in web.table('link-scores', file)}
    if found != {link: mask for link, mask in links.items() if mask != every}:
        raise Differs('graphmerge: other masks of links')
    if {(i, j) for i, row in enumerate(web.rows) for j in row} != set(links):
        raise Differs('graphmerge: other links')


# ---- orders that read links again -------------------------------------------

class Rankmass(timedorders.Order):
    """Mass flows to pages that are done as well, which pass it on again."""
    sign, always_stamp, damping = -1, False, .85

    def seed(self, page):
        self.give(page, (1 - self.damping) * (1 / self.seeds), None)

    def give(self, page, mass, parent):
        if self.status[page] != UNSEEN:
            self.key[page] = self.key.get(page, 0) + mass
        else:
            self.queue(page, mass, parent)

    def best(self, pages):
        """Expands pages that are done until one that is not is the best."""
        while True:
            page = min((page for page, key in self.key.items()
                        if key > 0 or page in pages), key=self.place)
            if self.status[page] != DONE:
                return page
            mass, self.key[page] = self.key[page], 0
            if self.graph.rows.read[page] is not None:
                self.follow(page, mass, None)

    def take(self, page):
        mass = super().take(page)
        self.key[page] = 0
        return mass

    def follow(self, page, key, size):
        row = self.graph.rows[page]
        for target in row:
            self.give(target, self.damping * key / len(row), page)


class Wrankmass(timedorders.Order):
    """A pass over all pages that are done, then a window of downloads."""
    sign, always_stamp, damping, left = -1, False, .85, 0

    def __init__(self, *words):
        super().__init__(*words)
        self.done, self.expanded = {}, set()

    def seed(self, page):
        self.queue(page, (1 - self.damping) * (1 / self.seeds), None)

    def spread(self, page):
        mass, self.done[page] = self.done[page], 0
        row = self.graph.rows[page]
        for target in row:
            share = self.damping * mass / len(row)
            if self.status[target] == UNSEEN:
                self.queue(target, share, page)
            elif self.status[target] == QUEUED:
                self.key[target] += share
            elif target in self.done:
                self.done[target] += share

    def begin(self):
        """Before each choice."""
        if not self.left:
            for page in list(self.done):
                if self.done[page] > 0 or page not in self.expanded:
                    self.expanded.add(page)
                    self.spread(page)
            self.left = max(1, math.ceil(.05 * self.waiting))
        self.left -= 1

    def follow(self, page, key, size):
        self.done[page] = key


timedorders.ORDERS.update(rankmass=Rankmass, wrankmass=Wrankmass)


# ---- crawls -----------------------------------------------------------------

def crawl(web, order, options, seeds, log):
    """Replays a crawl without time: the rows, and the pages that were gone."""
    options.order = order
    order = timedorders.make_order(web, options)
    order.seeds = len(seeds)
    for seed in seeds:
        order.seed(seed)
    rows, gone, most = [], 0, options.at_once
    over = False
    while not over and (not options.max or len(rows) < options.max):
        batch, over = [], True
        left = options.max - len(rows) if options.max else most
        for _ in range(min(most, left)):
            if isinstance(order, Wrankmass):
                order.begin()
            if not order.waiting:
                break
            over = False
            page = order.best([page for page, status in enumerate(order.status)
                               if status == QUEUED])
            key = order.take(page)
            if not web.rows.fetch(page, len(rows) + 1):
                gone += 1
                continue
            rows.append((page, order.parent[page], order.depth[page], key))
            batch.append((page, key, len(rows)))
            if len(rows) % options.window == 0:
                log.append(web.rows.fresh(len(rows)))
        for page, key, size in batch:
            order.follow(page, key, size)
    if len(rows) % options.window:
        log.append(web.rows.fresh(len(rows)))
    return rows, gone


class TimedCrawl(timedcrawl.Crawl):
    """A page is read when its answer has come."""

    def __init__(self, graph, options, seeds, log):
        super().__init__(graph, options, seeds)
        self.log, self.gone = log, 0

    def success(self, page, start):
        if not self.graph.rows.fetch(page, self.now):
            self.gone += 1
            self.in_hand.discard(page)
            return
        if (len(self.rows) + 1) % self.options.window == 0:
            self.log.append(self.graph.rows.fresh(len(self.rows) + 1, 1e6))
        super().success(page, start)


def crawl_timed(web, order, options, seeds, log):
    options.order = order
    done = TimedCrawl(web, options, seeds, log).run()
    if len(done.rows) % options.window:
        log.append(web.rows.fresh(len(done.rows), 1e6))
    return [row[1:5] for row in done.rows], done.gone


def revisit(web, policy, steps, options, log):
    """opic-revisit: greedy or in turn.  Returns importance."""
    pages, rows = web.pages, web.rows
    own, history = [1 / (pages + 1)] * pages, [0.] * pages
    virtual, shared, spent = 1 / (pages + 1), 0., 0.
    for visit in range(1, steps + 1):
        if policy == 'cycle':
            page = (visit - 1) % (pages + 1)
        else:
            page = max(range(pages), key=lambda page: (own[page], -page))
            page = pages if virtual > shared + own[page] else page
        rows.moment = visit
        if page == pages:
            cash, virtual = virtual, 0.
            shared += cash / pages
        else:
            rows.fetch(page, visit)
            cash, own[page] = own[page] + shared, -shared
            gift = cash / (len(rows[page]) + 1)
            for target in rows[page]:
                own[target] += gift
            virtual += gift
            history[page] += cash
        spent += cash
        if visit % options.window == 0 or visit == steps:
            log.append(rows.fresh(visit))
    return [(history[page] + own[page] + shared) / (spent + 1)
            for page in range(pages)]


# ---- a case -----------------------------------------------------------------

def near(a, b):
    return a == b or a is not None and b is not None and \
        abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-6)


def compare_rows(what, expected, found):
    for i, (one, other) in enumerate(zip(expected, found)):
        if len(one) != len(other) or not all(map(near, one, other)):
            raise Differs(f'{what}: row {i + 1}: expected {one}, found {other}')
    if len(expected) != len(found):
        raise Differs(f'{what}: {len(expected)} rows, found {len(found)}')


def read_log(file):
    logs = collections.defaultdict(list)
    with open(file, encoding='utf-8') as lines:
        next(lines)
        for line in lines:
            order, *words = line.rstrip('\n').split('\t')
            logs[order].append(tuple(map(float, words)))
    return logs


def read_orders(web, file):
    rows = collections.defaultdict(list)
    header, *lines = web.lines('orders', file)
    for line in lines:
        row = dict(zip(header[1:].split('\t'), line.split('\t')))
        rows[row['order']].append((
            int(row['node']),
            None if row['parent'] == '-' else int(row['parent']),
            int(row['depth']), float(row['key'])))
    return rows


PLAIN = ['bfs', 'dfs', 'omniscient', 'backlink@1', 'backlink@3', 'opic', 'fpr',
         'fica', 'fica:rule=rl:k=2', 'rankmass', 'wrankmass',
         'batchpr@5:iterations=1:start=cold']
IN_TIME = ['bfs', 'omniscient', 'opic', 'fica', 'fpr']


def draw_crawl(rnd, filters, web, count):
    """The words of a crawl, and its orders."""
    words, orders = [], PLAIN
    timed = rnd.random() < .3
    if timed:
        words += ['--time', rnd.choice(['host', 'global', 'slots', 'batch:3'])]
        words += ['--connections', str(rnd.choice([1, 2, 5]))]
        orders = IN_TIME
    elif rnd.random() < .3:
        words += ['--at-once', str(rnd.randint(2, 5))]
        orders = [order for order in PLAIN if 'rankmass' not in order]
    if rnd.random() < .3:
        words += ['--max', str(rnd.randint(1, web.pages))]
    words += ['--rng', str(rnd.randrange(9))]
    most = web.pages * (3 if timed else 1) + count
    moments = sorted(rnd.sample(range(1, most + 1), count - 1))
    filters.write('seeds', rnd.sample(range(web.pages),
                                      rnd.randint(1, min(3, web.pages))))
    return words, rnd.sample(orders, 3), moments


def parse_crawl(words):
    """The options of timedcrawl.py, and those that it lacks."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--at-once', type=int, default=1)
    parser.add_argument('--queue-window', type=int, dest='window')
    ours, rest = parser.parse_known_args(words)
    if '--time' not in rest:
        rest += ['--time', 'none']
    options = timedcrawl.parse(rest + ['--seeds', 'seeds', 'graph'])
    options.at_once, options.window = ours.at_once, ours.window
    return options


def run_case(rnd, filters, counts):
    snapshots = draw_web(rnd)
    states = rnd.random() < .6
    if not states:
        snapshots = [(pages, set(), rows) for pages, _, rows in snapshots]
    names = [f's{i}' for i in range(len(snapshots))]
    for name, snapshot in zip(names, snapshots):
        write_snapshot(filters, name, snapshot, states)
    filters.run('graphmerge', '-q', '--snapshots', '-o', 'union', *names)
    score = [rnd.randrange(1, 1000) / 8 for _ in range(
        len(filters.run('graphdump', '-s', 'names', 'union').splitlines()) - 1)]
    filters.write('scores', [f'{i}\t{x}' for i, x in enumerate(score)])
    filters.run('scoreimport', '-q', '--scores', 'pagerank=scores', '-o',
                'graph', 'union')
    file = os.path.join(filters.folder, 'graph')
    web = Web(file, snapshots, score)
    compare_merge(web, snapshots, file)
    words, orders, moments = draw_crawl(rnd, filters, web, len(snapshots))
    words += ['--queue-window', str(rnd.choice([1, 3, 10]))]
    options = parse_crawl(words)
    seeds = [int(line) for line in open(os.path.join(
        filters.folder, 'seeds'), encoding='utf-8')]
    visits = [] if options.queues != 'none' else [
        f'opic-revisit:policy={policy}' for policy in ('greedy', 'cycle')]
    steps = rnd.randint(1, 5 * web.pages)
    run_words = ['crawlorder', '-q', '--seeds', 'seeds', '--order',
                 ','.join(orders + visits), '--snapshots',
                 ','.join(map(str, moments)), '--fresh-log', 'log', '--score',
                 'pagerank', '--steps', str(steps), '-o', 'orders'] + words
    if options.max:
        visits = []
        run_words[run_words.index('--order') + 1] = ','.join(orders)
    if options.queues != 'none':
        moments = [10 ** 6 * moment for moment in moments]
    filters.run(*run_words, 'graph')
    logs = read_log(os.path.join(filters.folder, 'log'))
    found = read_orders(web, os.path.join(filters.folder, 'orders'))
    suffix = {name.split('/')[0]: name for name in list(logs) + list(found)}
    run = crawl if options.queues == 'none' else crawl_timed
    for order in orders:
        web.rows, log = Copies(web, moments), []
        rows, gone = run(web, order, options, seeds, log)
        name = suffix.get(order, order)
        compare_rows(f'{order}', rows, found[name])
        compare_rows(f'log of {order}', log, logs[name])
        counts.update(rows=len(rows), gone=gone, logged=len(log), orders=1)
    for name in visits:
        web.rows, log = Copies(web, moments), []
        importance = revisit(web, name.partition('=')[2], steps, options, log)
        compare_rows(f'log of {name}', log, logs[suffix[name]])
        header, *lines = web.lines('scores', os.path.join(filters.folder,
                                                          'orders'))
        column = header.split('\t').index(suffix[name])
        compare_rows(name, [(value,) for value in importance],
                     [(float(line.split('\t')[column]),) for line in lines])
        counts.update(visits=steps, logged=len(log))


if __name__ == '__main__':
    sys.exit(run_cases(run_case))
