#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""timedcrawl.py - crawls in time, a second implementation

        [BIN=bin] tests/cli/timedcrawl.py OPTION... GRAPH

Replays a crawl of a graph as "crawlorder --time" does, with the same options:
--order has one order, and --seeds a file of page numbers.  Prints the rows of
"graphdump -s orders" without the name of the order and the URLs, and then the
figures of the report.  Knows the orders bfs, dfs, omniscient, backlink, opic,
fica and fpr, and reads the graph by graphdump.

Slow and plain: the best page is found by a look at all that wait.  Written from
the definitions of crawlorder(1) and seedpipe-algorithms(7); shares nothing with
the library.  timedcases.py compares the two on random crawls.
"""
import argparse
import fractions
import heapq
import math
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from timedorders import MASK, QUEUED, make_order, mix

MOST = 1 << 62
UNITS = {'ms': 10 ** 3, '': 10 ** 6, 's': 10 ** 6, 'min': 60 * 10 ** 6,
         'h': 3600 * 10 ** 6, 'd': 86400 * 10 ** 6}
END, BACK, TIMER, BATCH = range(4)
FIGURES = ('requests', 'failed', 'lost', 'refused', 'bytes', 'busy', 'last_end',
           'hosts')

# ---- what nothing but host, page and attempt decides ------------------------

class Stream:
    """The random numbers of a kind, an item and an attempt."""

    def __init__(self, seed, kind, item, attempt):
        self.state = mix(mix(seed + kind & MASK) ^ (attempt << 32 | item))

    def next(self):
        self.state = self.state + 0x9e3779b97f4a7c15 & MASK
        return mix(self.state)

    def unit(self):
        return (self.next() >> 11) * 2.0 ** -53

    def normal(self):
        total = 0
        for _ in range(3):
            number = self.next()
            total += sum(number >> shift & 0xffff
                         for shift in (0, 16, 32, 48))
        return (total + 6) / 65536 - 6


def scatter(time, deviation, stream):
    if deviation <= 0:
        return time
    return min(math.floor(time * math.exp(deviation * stream.normal()) + .5),
               MOST)


def microseconds(text):
    """A time in seconds, or with a unit: "250ms"."""
    number, unit = re.fullmatch('([0-9.]+)([a-z]*)', str(text)).groups()
    return math.floor(fractions.Fraction(number) * UNITS[unit] +
                      fractions.Fraction(1, 2))


# ---- options and graphs -----------------------------------------------------

def parse(words):
    """Options of a crawl.  Times become microseconds."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add = parser.add_argument
    add('graph')
    add('--seeds', required=True)
    for name, value in (('order', 'bfs'), ('tie', 'stamp'), ('time', None),
                        ('score', 'pagerank'), ('k', 'auto'),
                        ('delay-from', 'end'), ('host-table', None)):
        add('--' + name, default=value)
    for name, value in (('connections', 20), ('host-connections', 1),
                        ('budget', 1), ('total-bandwidth', 0), ('page-size', 20000), ('retries', 2),
                        ('max', 0), ('max-depth', 0), ('max-per-host', 0),
                        ('max-frontier', 0), ('rng', 1)):
        add('--' + name, type=int, default=value)
    for name, value in (('delay-factor', 0), ('spread', .8),
                        ('host-spread', .8), ('bandwidth', 1000000),
                        ('failures', 0)):
        add('--' + name, type=float, default=value)
    for name, value in (('delay', 1), ('max-delay', 0), ('response', .2),
                        ('setup', .05), ('lookup', .5), ('timeout', 30),
                        ('retry-wait', 60), ('between', 0), ('time-limit', 0)):
        add('--' + name, type=microseconds, default=microseconds(value))
    add('--as-fetched', action='store_true')
    options = parser.parse_args(words)
    options.queues, _, count = options.time.partition(':')
    options.batch = int(count or 0)
    return options


class Graph:
    """Pages with links, units, states, sizes and scores."""

    def __init__(self, file, score=None):
        rows = list(self.table('names', file))
        hosts = {}
        for words in self.table('hosts', file) if rows else []:
            hosts[words[2]] = int(words[0])
        self.host_number = dict(hosts)
        self.host_number.pop('', None)
        states = [words[1] for words in self.table('states', file)]
        links = [(int(i), int(j)) for i, j in self.table('graph', file)]
        self.pages = len(rows) or len(states)
        self.rows = [[] for _ in range(self.pages)]
        for i, j in links:
            self.rows[i].append(j)
        self.state = states or ['unfetched'] * self.pages
        # A page without a host is a unit after all hosts.
        self.unit_of, self.units = [], len(hosts)
        for words in rows or [['', '']] * self.pages:
            if words[1]:
                self.unit_of.append(hosts[words[1]])
            else:
                self.unit_of.append(self.units)
                self.units += 1
        self.size = {int(words[0]): int(words[2])
                     for words in self.table('fetches', file)
                     if words[2] != '-'}
        self.score = []
        if score:
            header, *lines = self.lines('scores', file)
            column = header.split('\t').index(score)
            self.score = [float(line.split('\t')[column]) for line in lines]

    @staticmethod
    def lines(section, file):
        """What graphdump prints; nothing, if the stream has no such section."""
        tool = os.path.join(os.environ.get('BIN', 'bin'), 'graphdump')
        done = subprocess.run([tool, '-s', section, file], check=False,
                              capture_output=True, encoding='utf-8')
        if done.returncode and section not in ('states', 'fetches', 'hosts'):
            raise SystemExit(done.stderr)
        return done.stdout.splitlines()

    def table(self, section, file):
        for line in self.lines(section, file)[1:]:
            yield line.split('\t')


# ---- the crawl --------------------------------------------------------------

class Host:
    """A host: what its server is like, and what waits for it."""

    def __init__(self, number, options):
        self.number = number
        self.delay, self.most = options.delay, options.host_connections
        self.bandwidth, self.failures = options.bandwidth, options.failures
        self.median = scatter(options.response, options.host_spread,
                              Stream(options.rng, 1, number, 0))
        self.pages, self.back = [], []
        self.active = self.next = self.left = 0
        self.timer = self.asked = False

    def __repr__(self):
        return f'host {self.number}'

    def apply(self, row):
        """A row of the table of hosts."""
        known = {name: value for name, value in row.items() if value != '-'}
        if 'response' in known:
            self.median = microseconds(known['response'])
        if 'delay' in known:
            self.delay = microseconds(known['delay'])
        self.bandwidth = float(known.get('bandwidth', self.bandwidth))
        self.failures = float(known.get('failures', self.failures))
        self.most = int(known.get('connections', self.most))

    def has_page(self):
        return bool(self.pages or self.back)

    def able(self, now):
        return self.has_page() and self.active < self.most and self.next <= now


class Crawl:
    def __init__(self, graph, options, seeds):
        self.graph, self.options = graph, options
        self.queues = options.queues
        self.order = make_order(graph, options)
        self.hosts = [Host(unit, options) for unit in range(graph.units)]
        if options.host_table:
            self.read_table(options.host_table)
        self.rows, self.figures = [], dict.fromkeys(FIGURES, 0)
        self.now = self.active = self.sequence = self.line_free = 0
        self.events = []
        self.ready, self.line, self.offered = [], [], []
        self.in_hand, self.batch_at, self.to_follow = set(), 0, []
        self.away = set()  # of these, those that wait for another attempt
        self.key, self.failed = {}, {}
        self.over = False
        self.seeds = list(dict.fromkeys(seeds))
        self.budget = options.budget if self.queues == 'host' else 1

    def read_table(self, file):
        with open(file, encoding='utf-8') as lines:
            header, *rows = [line.rstrip('\n').split('\t') for line in lines]
        for row in rows:
            row = dict(zip(header, row))
            if row['host'] in self.graph.host_number:
                self.hosts[self.graph.host_number[row.pop('host')]].apply(row)

    def gives(self):
        """Does the order give pages to hosts, which keep them as given?"""
        return self.queues in ('slots', 'batch')

    def host_of(self, page):
        return self.hosts[self.graph.unit_of[page]]

    def add_event(self, time, kind, what):
        self.sequence += 1
        heapq.heappush(self.events, (time, kind, self.sequence, what))

    # -- hosts --

    def check(self, host):
        """A host that can be asked is listed; else, if it has only to wait, and
        is in no list, it gets a timer."""
        if host.able(self.now):
            self.list(host)
        elif host.has_page() and host.active < host.most and \
                not host.timer and host not in self.ready + self.line:
            host.timer = True
            self.add_event(host.next, TIMER, host)

    def list(self, host):
        if self.queues == 'global':
            if host in self.ready:
                return
            if host.back:
                if host in self.offered:
                    self.offered.remove(host)
                self.ready.append(host)
            elif host not in self.offered:
                self.offered.append(host)
        elif host not in self.ready + self.line:
            (self.ready if host.left > 0 else self.line).append(host)

    def queued(self, pages):
        """Pages of the order that were found now go to their hosts, unless the
        order gives them later."""
        first = []
        for page in pages if not self.gives() else []:
            host = self.host_of(page)
            if not host.has_page():
                first.append(host)
            host.pages.append(page)
        for host in first:
            self.check(host)

    def refuse(self, page):
        if self.options.as_fetched and self.graph.state[page] == 'refused':
            self.figures['refused'] += 1
            return True
        return False

    def pick(self, host):
        """The next page of a host, or None."""
        if host.back:
            return host.back.pop(0)
        while host.pages:
            if self.gives():
                return host.pages.pop(0)
            page = self.order.best(host.pages)
            host.pages.remove(page)
            self.take(page)
            if not self.refuse(page):
                return page
        return None

    def take(self, page):
        self.key[page] = self.order.take(page)
        self.order.unread.add(page)

    # -- step 1 --

    def best_of_all(self):
        """A page that the order gives, or None."""
        while self.order.waiting:
            page = self.order.best([
                page for page, status in enumerate(self.order.status)
                if status == QUEUED])
            self.take(page)
            if not self.refuse(page):
                self.in_hand.add(page)
                return page
        return None

    def fill(self):
        if self.queues == 'slots':
            while len(self.in_hand - self.away) < self.options.connections:
                page = self.best_of_all()
                if page is None:
                    break
                self.host_of(page).pages.append(page)
                self.check(self.host_of(page))
        elif self.queues == 'batch' and not self.in_hand and \
                self.batch_at is not None and self.now >= self.batch_at:
            hosts = []
            while len(self.in_hand) < self.options.batch:
                page = self.best_of_all()
                if page is None:
                    break
                self.host_of(page).pages.append(page)
                if self.host_of(page) not in hosts:
                    hosts.append(self.host_of(page))
            for host in hosts:
                self.check(host)

    def end_batch(self):
        if self.queues != 'batch' or self.in_hand:
            return
        for row in self.to_follow:
            self.order.follow(row[1], row[4], row[0])
        self.to_follow = []
        self.batch_at = self.now + self.options.between
        self.add_event(self.batch_at, BATCH, None)

    # -- step 2 --

    def next_host(self):
        """Takes a host from its list; None: there is none."""
        if self.ready:
            return self.ready.pop(0)
        if self.line:
            host = self.line.pop(0)
            if host.able(self.now):
                host.left = self.budget
            return host
        if self.offered:
            host = min(self.offered, key=lambda host: self.order.place(
                self.order.best(host.pages)))
            self.offered.remove(host)
            return host
        return None

    def start(self):
        while self.active < self.options.connections:
            host = self.next_host()
            if host is None:
                break
            page = self.pick(host) if host.able(self.now) else None
            if page is not None:
                self.request(host, page)
            self.check(host)

    def request(self, host, page):
        options, attempt = self.options, self.failed.get(page, 0) + 1
        duration = options.setup + scatter(host.median, options.spread, Stream(
            options.rng, 2, page, attempt))
        state = self.graph.state[page] if options.as_fetched else ''
        size = self.graph.size.get(page, options.page_size)
        transfer = 0
        if state in ('gone', 'failed'):
            success = False
        elif Stream(options.rng, 3, page, attempt).unit() < host.failures:
            success = False
        else:
            success = True
            if host.bandwidth:
                transfer = math.ceil(size * 1e6 / host.bandwidth)
                duration += transfer
        if options.timeout and duration > options.timeout:
            success, duration = False, options.timeout
        if not host.asked:
            host.asked = True
            self.figures['hosts'] += 1
            duration += options.lookup
        self.figures['requests'] += 1
        if options.delay_from == 'start':
            host.next = self.now + host.delay
        self.active += 1
        host.active += 1
        host.left -= 1
        self.add_event(self.now + duration, END,
                       (host, page, self.now, success, transfer))

    # -- step 3 --

    def passes_line(self, host, page, start, transfer):
        """A body takes its time on the line; if that is over later, the request
        ends then, and transfer is None in its event."""
        size = self.graph.size.get(page, self.options.page_size)
        self.line_free = max(self.line_free, self.now - transfer) + math.ceil(
            fractions.Fraction(size * 10 ** 6, self.options.total_bandwidth))
        if self.line_free <= self.now:
            return True
        self.add_event(self.line_free, END, (host, page, start, True, None))
        return False

    def gap(self, host, duration):
        """How long a host is left alone after a request."""
        gap = math.floor(self.options.delay_factor * duration + .5)
        if self.options.max_delay:
            gap = min(gap, self.options.max_delay)
        return max(gap, host.delay)

    def end(self, host, page, start, success, transfer):
        if success and self.options.total_bandwidth and \
                transfer is not None and \
                not self.passes_line(host, page, start, transfer):
            return
        self.active -= 1
        host.active -= 1
        self.figures['busy'] += self.now - start
        self.figures['last_end'] = self.now
        if host in self.offered:
            self.offered.remove(host)
        since = start if self.options.delay_from == 'start' else self.now
        host.next = max(host.next,
                        since + self.gap(host, self.now - start))
        if success:
            self.figures['bytes'] += self.graph.size.get(
                page, self.options.page_size)
            self.success(page, start)
        else:
            self.figures['failed'] += 1
            self.failure(page)
        if not self.over:
            self.end_batch()
            self.check(host)

    def success(self, page, start):
        order = self.order
        row = (len(self.rows) + 1, page, order.parent[page], order.depth[page],
               self.key[page], start, self.now)
        self.rows.append(row)
        order.unread.discard(page)
        self.in_hand.discard(page)
        self.over = len(self.rows) == self.options.max
        if self.queues == 'batch':
            self.to_follow.append(row)
        else:
            self.queued(order.follow(page, self.key[page], row[0]))

    def failure(self, page):
        count = self.failed[page] = self.failed.get(page, 0) + 1
        gone = self.options.as_fetched and self.graph.state[page] == 'gone'
        if not gone and count <= self.options.retries:
            self.away.add(page)
            self.add_event(self.now + (self.options.retry_wait << (count - 1)),
                           BACK, page)
        else:
            self.figures['lost'] += 1
            self.in_hand.discard(page)

    def come(self, kind, what):
        """An event."""
        if kind == END:
            self.end(*what)
        elif kind == BACK:
            self.away.discard(what)
            self.host_of(what).back.append(what)
            self.check(self.host_of(what))
        elif kind == TIMER:
            what.timer = False
            self.check(what)

    def moment(self):
        """All events of the next moment; False if there is none."""
        limit = self.options.time_limit
        if not self.events or limit and self.events[0][0] > limit:
            return False
        self.now = self.events[0][0]
        while self.events and self.events[0][0] == self.now and not self.over:
            _, kind, _, what = heapq.heappop(self.events)
            self.come(kind, what)
        return not self.over

    def run(self):
        self.order.seeds = len(self.seeds)
        for page in self.seeds:
            self.order.seed(page)
        self.queued(self.seeds)
        while True:
            self.fill()
            self.start()
            if not self.moment():
                return self


def main():
    options = parse(sys.argv[1:])
    score = options.score if options.order == 'omniscient' else None
    graph = Graph(options.graph, score)
    with open(options.seeds, encoding='utf-8') as lines:
        seeds = [int(line) for line in lines]
    crawl = Crawl(graph, options, seeds).run()
    print('#position', 'node', 'key', 'parent', 'depth', 'start', 'end',
          sep='\t')
    for position, page, parent, depth, key, start, end in crawl.rows:
        print(position, page, key, '-' if parent is None else parent, depth,
              start, end, sep='\t')
    for name, value in crawl.figures.items():
        print(f'# {name}', value, sep='\t')


if __name__ == '__main__':
    main()
