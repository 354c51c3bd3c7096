# SPDX-License-Identifier: MIT
"""nextscores.py - what is known of hosts, and estimators, for nextbatch.py

Estimators are computed to 1e-13, so those of crawlnext may differ by what its
tolerance allows: the L1 change of an iteration below t leaves an error of at
most d / (1 - d) t.
"""
import math
import re
from fractions import Fraction

from nextworld import Differs, is_address, same

NAMES = ['pagerank', 'pagerank95', 'expected', 'yield']
DAMPING = {'pagerank95': .95}
MIX = (1 << 64) - 1


# ---- what is known of hosts -------------------------------------------------

class Hosts:
    """Counts of pages by unit, a function of pages."""

    def __init__(self, world, unit, tried=None):
        self.known, self.tried, self.ok, self.linking = {}, {}, {}, {}
        tried = tried or world.tried
        for page in range(world.size):
            u = unit(page)
            for count, adds in ((self.known, True), (self.tried, tried(page)),
                                (self.ok, world.states[page] == 'ok'),
                                (self.linking,
                                 tried(page) and bool(world.rows[page]))):
                count[u] = count.get(u, 0) + adds


class Crawl:
    """Hosts of a world, and shares of the whole crawl."""

    def __init__(self, world):
        self.world = world
        self.has_hosts = bool(world.hosts) and any(world.hosts)
        self.hosts = Hosts(world, world.host) if self.has_hosts else None
        self.all = Hosts(world, lambda page: 0)
        self.can_try = len(Trial(world, [0] * world.size).judged) > 19
        self.share = (self.all.ok[0] / self.all.tried[0]
                      if self.all.tried[0] else 1)

    def expected_ok(self, page):
        if not self.has_hosts:
            return self.share
        host = self.world.host(page)
        return ((self.hosts.ok[host] + 10 * self.share) /
                (self.hosts.tried[host] + 10))

    def new(self, host):
        return self.hosts.tried[host] == 0


# ---- estimators -------------------------------------------------------------

def iterate(size, damping, tolerance, flow):
    """The fixed point of r = (1 - d) / N + d (what flow gives + rest / N)."""
    ranks = [1 / size] * size
    while True:
        new, rest = flow(ranks)
        new = [(1 - damping) / size + damping * x + damping * rest / size
               for x in new]
        change = sum(abs(a - b) for a, b in zip(new, ranks))
        ranks = new
        if change < tolerance:
            return ranks


def give(rows, sources):
    new = [0] * len(rows)
    rest = 0
    for i, row in enumerate(rows):
        if row:
            share = sources[i] / len(row)
            for j in row:
                new[j] += share
        else:
            rest += sources[i]
    return new, rest


def pagerank(rows, damping=.85, tolerance=1e-13):
    return iterate(len(rows), damping, tolerance, lambda r: give(rows, r))


def expected(world, tried, tolerance=1e-13):
    """seedpipe-algorithms(7), 6.9; tried says which pages of world were."""
    pages = range(world.size)
    n, host = {}, [world.host(p) for p in pages]
    for p in pages:
        n[host[p]] = n.get(host[p], 0) + tried(p)
    total = sum(n.values())
    if not total:
        return pagerank(world.rows, .85, tolerance)

    def flow(ranks):
        mass, stray = {}, 0
        for p in pages:
            if not tried(p) and not world.rows[p]:
                if n[host[p]]:
                    mass[host[p]] = mass.get(host[p], 0) + ranks[p]
                else:
                    stray += ranks[p]
        sources = [0] * world.size
        for p in pages:
            if tried(p):
                sources[p] = (ranks[p] + mass.get(host[p], 0) / n[host[p]] +
                              stray / total)
            elif world.rows[p]:
                sources[p] = ranks[p]
        return give(world.rows, sources)

    return iterate(world.size, .85, tolerance, flow)


def zone_of(host):
    if not isinstance(host, str) or is_address(host):
        return ''
    return host.rsplit('.', 1)[-1]


def kind_of(name):
    """The extension of a URL, none, or that it is a folder."""
    path = re.match(r'(?:[^/?#]*://)?[^/?#]*([^?#]*)', name)[1]
    if path in ('', '/') or path.endswith('/'):
        return '/'
    last = path.rsplit('/', 1)[-1]
    end = last.rsplit('.', 1)[1].lower() if '.' in last else ''
    return end if len(end) <= 8 else ''


def yields(world, tried):
    """Share of pages with links of the kind of each page."""
    every = Hosts(world, lambda p: 0, tried)
    zones = Hosts(world, lambda p: zone_of(world.host(p)), tried)
    hosts = Hosts(world, world.host, tried)

    def kind(page):
        return world.host(page), world.names and kind_of(world.names[page])

    kinds = Hosts(world, kind, tried)
    y_all = (every.linking[0] + 1) / (every.tried[0] + 2)

    def share(page):
        zone, host = zone_of(world.host(page)), world.host(page)
        y = (zones.linking[zone] + 10 * y_all) / (zones.tried[zone] + 10)
        y = (hosts.linking[host] + 10 * y) / (hosts.tried[host] + 10)
        if not world.names:
            return y
        of = kind(page)
        return (kinds.linking[of] + 10 * y) / (kinds.tried[of] + 10)

    return [share(p) for p in range(world.size)]


def estimate(name, world, tried, tolerance=1e-13):
    if name.startswith('pagerank'):
        return pagerank(world.rows, DAMPING.get(name, .85), tolerance)
    ranks = expected(world, tried, tolerance)
    if name == 'expected':
        return ranks
    return [r * y for r, y in zip(ranks, yields(world, tried))]


# ---- auto -------------------------------------------------------------------

def mix(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9 & MIX
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb & MIX
    return x ^ (x >> 31)


def first_half(world):
    tried = [p for p in range(world.size) if world.tried(p)]
    # Pages without a time come first; if all are the same, none counts.
    times = {p: (world.fetches.get(p) or [None])[0] or -1 for p in tried}
    if len(set(times.values())) > 1:
        tried.sort(key=lambda p: (times[p], p))
        return set(tried[:len(tried) // 2])
    return {p for p in tried if mix(p) & 1}


class Trial:
    """What each estimator would have chosen in the half of the crawl."""

    def __init__(self, world, ranks):
        half = first_half(world)
        links = [(i, j) for i, j in world.links() if i in half]
        pages = sorted(half | {j for _, j in links})
        self.part = world.keep(pages, links)
        self.judged = [i for i, p in enumerate(pages)
                       if p not in half and world.tried(p)]
        self.ranks = [ranks[p] for p in pages]
        self.best = sorted((self.ranks[p] for p in self.judged), reverse=True)
        self.tried = [p in half for p in pages].__getitem__

    def results(self, name, count, unfetched):
        """The smallest result within the tolerance, that without, the largest,
        and what of the tolerance comes from the ranks."""
        scores = estimate(name, self.part, self.tried)
        damping = DAMPING.get(name, .85)
        slack = 2 * 1e-4 * damping / (1 - damping)
        order = sorted(self.judged, key=lambda p: (-scores[p], p))
        portion = min(1, Fraction(count, unfetched)) if unfetched else 1
        means = [0] * 4
        for q in (Fraction(1, 4), Fraction(1, 2), 1, 2, 4):
            keep = min(len(order),
                       math.floor(max(portion * len(order), 20) * q))
            for i, x in enumerate(self.ratios(scores, order, keep, slack)):
                means[i] += x / 5
        return means

    def ratios(self, scores, order, keep, slack):
        last = scores[order[keep - 1]]
        sure = [p for p in order if scores[p] > last + slack]
        open_ = sorted(self.ranks[p] for p in order
                       if abs(scores[p] - last) <= slack)
        left = keep - len(sure)
        base = sum(self.ranks[p] for p in sure)
        best = sum(self.best[:keep])
        error = 2 * .85 / .15 * 1e-9 / best
        return ((base + sum(open_[:left])) / best - error,
                sum(self.ranks[p] for p in order[:keep]) / best,
                (base + sum(open_[len(open_) - left:])) / best + error, error)


def check_trial(world, crawl, ranks, count, stats, counts):
    """The estimator that --stats names is the one of the rules."""
    trial = Trial(world, ranks)
    same('trial_pages', len(trial.judged), stats['trial_pages'])
    names = NAMES if crawl.has_hosts else NAMES[:2]
    if len(trial.judged) < 20:
        same('estimator', 'pagerank', stats['estimator'])
        return
    counts['trials'] = counts.get('trials', 0) + 1
    unfetched = crawl.world.states.count('unfetched')
    for name in names:
        low, exact, high, error = trial.results(name, count, unfetched)
        found = stats[f'trial_{name}']
        if not low <= found <= high:
            raise Differs(f'trial_{name}: expected {low} to {high}, '
                          f'found {found}')
        kind = ('results' if abs(exact - found) <= error else
                'results within the tolerance')
        counts[kind] = counts.get(kind, 0) + 1
    best = max(names, key=lambda name: stats[f'trial_{name}'])
    if not stats[f'trial_{best}'] > 1.01 * stats['trial_pagerank']:
        best = 'pagerank'
    same('estimator', best, stats['estimator'])
    counts[f'by {best}'] = counts.get(f'by {best}', 0) + 1
