# SPDX-License-Identifier: MIT
"""timedorders.py - the orders of timedcrawl.py

An order knows which pages wait and which of them is best, and follows links.
Slow and plain: each choice looks at all pages that it may choose from.  Written
from sections 1 to 3 of seedpipe-algorithms(7).
"""
import collections
import math

MASK = (1 << 64) - 1
UNSEEN, QUEUED, DONE = range(3)


def mix(x):
    """The finaliser of splitmix64."""
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return x ^ x >> 31


class Order:
    """The pages that wait, and which of them is best.  This one is bfs."""
    sign = 1           # -1: the largest key is first
    always_stamp = True

    def __init__(self, graph, options, values):
        self.graph, self.options, self.values = graph, options, values
        self.status = [UNSEEN] * graph.pages
        self.key, self.stamp = {}, {}
        self.parent, self.depth = {}, {}
        self.in_unit = [0] * graph.units
        self.waiting = 0
        self.unread = set()  # pages in flight, or given up
        rule, _, seed = options.tie.partition(':')
        self.tie = 'stamp' if self.always_stamp else rule
        self.tie_seed = int(seed or 1)
        self.period = self.value('k', options.k)
        if self.period == 'auto':
            self.period = max(1, (graph.pages + 20) // 40)
        self.period = int(self.period)
        self.seeds = 0

    def value(self, name, usual):
        return type(usual)(self.values.get(name, usual))

    def allowed(self, page, depth):
        most = self.options
        return not (most.max_depth and depth > most.max_depth or
                    most.max_per_host and self.in_unit[
                        self.graph.unit_of[page]] >= most.max_per_host or
                    most.max_frontier and self.waiting >= most.max_frontier)

    def queue(self, page, key, parent):
        """True if the limits allow it."""
        depth = self.depth[parent] + 1 if parent is not None else 1
        if parent is not None and not self.allowed(page, depth):
            return False
        self.status[page] = QUEUED
        self.key[page], self.stamp[page] = key, len(self.stamp)
        self.parent[page], self.depth[page] = parent, depth
        self.in_unit[self.graph.unit_of[page]] += 1
        self.waiting += 1
        return True

    def place(self, page):
        """The page with the smallest is first."""
        return self.sign * self.key[page], self.tied(page)

    def tied(self, page):
        return {'stamp': self.stamp[page], 'lifo': -self.stamp[page],
                'id': page, 'random': (mix(self.tie_seed + mix(page) & MASK)
                                       >> 32, page)}[self.tie]

    def best(self, pages):
        return min(pages, key=self.place)

    def take(self, page):
        self.status[page] = DONE
        self.waiting -= 1
        return self.key[page]

    def seed(self, page):
        self.queue(page, len(self.stamp), None)

    def follow(self, page, key, size):
        """Reads the links of a page, the size-th row.  Returns the pages that
        are new, in their order."""
        new = []
        for target in self.graph.rows[page]:
            if self.status[target] == UNSEEN and \
                    self.queue(target, len(self.stamp), page):
                new.append(target)
        return new


class Dfs(Order):
    sign, always_stamp = -1, False
    read = 0

    def seed(self, page):
        self.queue(page, -len(self.stamp), None)

    def follow(self, page, key, size):
        new, row = [], self.graph.rows[page]
        for i, target in enumerate(row):
            mine = self.read + len(row) - i
            if self.status[target] == QUEUED:
                self.key[target] = mine
            elif self.status[target] == UNSEEN and \
                    self.queue(target, mine, page):
                new.append(target)
        self.read += len(row)
        return new


class Omniscient(Order):
    sign, always_stamp = -1, False

    def seed(self, page):
        self.queue(page, self.graph.score[page], None)

    def follow(self, page, key, size):
        return [target for target in self.graph.rows[page]
                if self.status[target] == UNSEEN and
                self.queue(target, self.graph.score[target], page)]


class Backlink(Order):
    sign, always_stamp = -1, False

    def __init__(self, *words):
        super().__init__(*words)
        self.links = [0] * self.graph.pages
        self.sorted = {}    # the place of each page at the last sort

    def place(self, page):
        if self.period == 1:
            return -self.links[page], self.tied(page)
        return self.sorted.get(page, (1, self.stamp[page]))

    def take(self, page):
        super().take(page)
        return self.links[page]

    def seed(self, page):
        self.queue(page, 0, None)

    def follow(self, page, key, size):
        new = []
        for target in self.graph.rows[page]:
            if self.status[target] == DONE:
                continue
            self.links[target] += 1
            if self.status[target] == UNSEEN and self.queue(target, 0, page):
                new.append(target)
        if size % self.period == 0:
            self.sorted = {page: (0, (-self.links[page], self.tied(page)))
                           for page, status in enumerate(self.status)
                           if status == QUEUED}
        return new


class Opic(Order):
    """Also fpr, whose mass is passed on in the same way."""
    sign, always_stamp = -1, False

    def __init__(self, *words):
        super().__init__(*words)
        start = 1 / self.graph.pages
        if self.value('init', 'all') == 'seeds':
            start = 0
        self.cash = [start] * self.graph.pages

    def seed(self, page):
        if self.value('init', 'all') == 'seeds':
            self.cash[page] = 1 / self.seeds
        self.queue(page, self.cash[page], None)

    def share(self, key, count):
        return key / count

    def follow(self, page, key, size):
        new, row = [], self.graph.rows[page]
        for target in row:
            if self.status[target] == DONE:
                continue
            self.cash[target] += self.share(key, len(row))
            if self.status[target] == QUEUED:
                self.key[target] = self.cash[target]
            elif self.queue(target, self.cash[target], page):
                new.append(target)
        return new


class Fpr(Opic):
    def __init__(self, *words):
        super().__init__(*words)
        self.cash = [0.] * self.graph.pages

    def seed(self, page):
        self.cash[page] = (1 - self.value('d', .85)) * (1 / self.seeds)
        self.queue(page, self.cash[page], None)

    def share(self, key, count):
        return self.value('d', .85) * key / count


class Fica(Order):
    always_stamp = False

    def seed(self, page):
        self.queue(page, 0, None)

    def follow(self, page, key, size):
        new, row = [], self.graph.rows[page]
        if not row:
            return new
        offer = math.log10(len(row)) + self.value('gamma', .3) * key
        alpha = math.exp(-self.value('beta', .1) * (size // self.period))
        for target in row:
            if self.status[target] == UNSEEN:
                if self.queue(target, offer, page):
                    new.append(target)
            elif self.status[target] == QUEUED:
                old = self.key[target]
                self.key[target] = min(old, offer)
                if self.value('rule', 'min') == 'rl':
                    self.key[target] = (1 - alpha) * old + alpha * offer
        return new


class Batchpr(Order):
    """Ranks what was seen by one iteration from equal ranks."""
    sign, always_stamp = -1, False

    def __init__(self, *words):
        super().__init__(*words)
        self.rank = {}

    def place(self, page):
        if page in self.rank:
            return 0, -self.rank[page], self.tied(page)
        return 1, 0, self.stamp[page]

    def take(self, page):
        super().take(page)
        return self.rank.get(page, 0)

    def follow(self, page, key, size):
        new = super().follow(page, key, size)
        if size % self.period == 0 and self.waiting:
            self.rerank()
        return new

    def rerank(self):
        seen = [page for page, status in enumerate(self.status)
                if status != UNSEEN]
        equal, got, lost = 1 / len(seen), collections.Counter(), 0
        for page in seen:
            read = self.status[page] == DONE and page not in self.unread
            row = self.graph.rows[page] if read else []
            for target in row:
                got[target] += equal / len(row)
            lost += 0 if row else equal
        self.rank = {page: .15 * equal + .85 * got[page] +
                     .85 * lost * equal for page in seen}


ORDERS = {'bfs': Order, 'dfs': Dfs, 'omniscient': Omniscient,
          'backlink': Backlink, 'opic': Opic, 'fpr': Fpr, 'fica': Fica,
          'batchpr': Batchpr}
FIRST_OPTION = {'backlink': 'k', 'batchpr': 'k', 'opic': 'init', 'fpr': 'M', 'fica': 'gamma'}


def make_order(graph, options):
    name, *settings = options.order.split(':')
    name, _, first = name.partition('@')
    values = dict(setting.split('=') for setting in settings)
    if first:
        values[FIRST_OPTION[name]] = first
    return ORDERS[name](graph, options, values)
