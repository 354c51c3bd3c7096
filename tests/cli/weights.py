#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""weights.py - filters with the weights of links, a second implementation

        [BIN=bin] tests/cli/weights.py CASES SEED [FILTER...]

Makes random weighted graphs, among them odd ones, runs filters with --weights
on them, and compares what they say with plain Python: dense matrices, searches
that look at all pages.  Written from seedpipe-algorithms(7); shares nothing
with the library.  Prints one line, and the graph of the first that differs.
"""
import math
import os
import random
import subprocess
import sys
import tempfile

BIN = os.environ.get('BIN', 'bin')

# ---- graphs -----------------------------------------------------------------

def draw_weight(draw, style):
    if style == 'ones':
        return 1.0
    if style == 'counts':
        return float(draw.choice((1, 1, 1, 2, 3, 10, 1000)))
    if style == 'zeros':
        return draw.choice((0.0, 0.0, 1.0, 2.5))
    if style == 'nothing':
        return 0.0
    if style == 'wide':
        return draw.choice((1e100, 1e-100, 1.0, 0.0, 3e50))
    if style == 'tiny':
        return draw.choice((1e-100, 2e-100, 3e-99))
    return draw.lognormvariate(0, 2)

STYLES = ('ones', 'counts', 'zeros', 'nothing', 'wide', 'tiny', 'real', 'real')

def draw_links(draw, pages, shape):
    if shape == 'none':
        return []
    if shape == 'selves':
        return [(p, p) for p in range(pages)]
    if shape == 'star':
        return [(0, p) for p in range(1, pages)] + \
            [(p, 0) for p in range(1, pages) if draw.random() < .5]
    if shape == 'chain':
        return [(p, p + 1) for p in range(pages - 1)]
    if shape == 'parts':
        return [(p, q) for p in range(pages) for q in range(pages)
                if p % 3 == q % 3 and draw.random() < .3]
    share = draw.choice((.02, .1, .3, .9))
    return [(p, q) for p in range(pages) for q in range(pages)
            if draw.random() < share]

SHAPES = ('none', 'selves', 'star', 'chain', 'parts') + 5 * ('any',)

class Graph:
    """Rows of (target, weight), ascending."""

    def __init__(self, draw):
        self.pages = draw.choice((1, 2, 3, 5, 8, 13, 21, 34))
        style = draw.choice(STYLES)
        self.rows = [[] for _ in range(self.pages)]
        for page, target in sorted(draw_links(draw, self.pages,
                                              draw.choice(SHAPES))):
            self.rows[page].append((target, draw_weight(draw, style)))

    def text(self):
        rows = [f'{page} {target} {weight!r}\n'
                for page, row in enumerate(self.rows)
                for target, weight in row]
        return ''.join(rows)

    def stream(self, path, weights=True):
        """Page pages - 1 need have no links: --dense wants one line of it."""
        text = self.text()
        last = self.pages - 1
        if not any(page == last or target == last
                   for page, row in enumerate(self.rows)
                   for target, _ in row):
            return False
        subprocess.run([f'{BIN}/graphimport', '-q', '-f', 'arcs', '--dense',
                        '--weights', '3' if weights else '0', '-o', path],
                       input=text, text=True, check=True)
        return True

    def by(self, how):
        """The rows with the weights that HOW makes of them."""
        return [[(t, math.log1p(w) if how == 'log' else w) for t, w in row]
                for row in self.rows]

def run(*command):
    done = subprocess.run([f'{BIN}/{command[0]}', *command[1:]],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode:
        raise AssertionError(f'{command}: {done.stderr.decode()}')
    return done.stdout

def near(a, b, least=0.0):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b)) + least

# ---- crawls -----------------------------------------------------------------

def crawl(rows, seeds, start, damping, virtual):
    """Keys in order; start of unseen pages, None: what fpr gives its seeds."""
    pages = len(rows)
    keys, stamps, done, order, shared = {}, {}, set(), [], 0.0
    for seed in seeds:
        keys[seed] = (1 - damping) / len(seeds) if damping < 1 else \
            (start if start > 0 else 1 / len(seeds))
        stamps[seed] = len(stamps)
    while keys:
        page = min(keys, key=lambda p: (-keys[p], stamps[p]))
        key = keys.pop(page) + shared
        done.add(page)
        order.append((page, key))
        total = 0.0
        for _, weight in rows[page]:
            total += weight
        if not total > 0 and virtual:
            shared += key / pages
        for target, weight in rows[page]:
            gift = damping * key * weight / total if total > 0 else 0.0
            if target in done:
                continue
            if target not in keys:
                keys[target] = start
                stamps[target] = len(stamps)
            keys[target] += gift
    return order

def check_crawls(draw, graph, path):
    seeds = draw.sample(range(graph.pages), min(graph.pages,
                                                draw.choice((1, 2, 4))))
    listed = path + '.seeds'
    with open(listed, 'w', encoding='ascii') as file:
        file.writelines(f'{seed}\n' for seed in seeds)
    logs = draw.random() < .5
    links = 'links=' + ('log-weights' if logs else 'weights')
    rows = graph.by('log' if logs else 'raw')
    wanted = {
        f'fpr:{links}': crawl(rows, seeds, 0.0, .85, False),
        f'opic:{links}': crawl(rows, seeds, 1 / graph.pages, 1.0, False),
        f'opic:{links}:init=seeds:dangling=virtual':
            crawl(rows, seeds, 0.0, 1.0, True)
    }
    lines = run('crawlorder', '-q', '--seeds', listed, '--trace', '1000',
                '--order', ','.join(wanted), path).decode().split('\n')
    got = {name: [] for name in wanted}
    for line in lines:
        if line and not line.startswith('#'):
            cells = line.split('\t')
            got[cells[0]].append((int(cells[2]), float(cells[3])))
    for name, order in wanted.items():
        if [p for p, _ in got[name]] != [p for p, _ in order] or \
           not all(near(a, b) for (_, a), (_, b) in zip(got[name], order)):
            raise AssertionError(f'{name} from {seeds}: {got[name]}, '
                                 f'not {order}')

# ---- ranks ------------------------------------------------------------------

def read_score(path, name):
    values = []
    for line in run('graphdump', '-s', 'scores', '--score', name,
                    path).decode().split('\n'):
        if line and not line.startswith('#'):
            values.append(float(line.split('\t')[1]))
    return values

def compare(what, got, wanted, least):
    if len(got) != len(wanted) or \
       not all(near(a, b, least) for a, b in zip(got, wanted)):
        raise AssertionError(f'{what}: {got}, not {wanted}')

def pagerank(rows, damping, rounds, dangling):
    pages = len(rows)
    ranks = [1 / pages] * pages
    totals = [sum(weight for _, weight in row) for row in rows]
    for _ in range(rounds):
        lost = sum(r for r, t in zip(ranks, totals) if t == 0)
        base = (1 - damping) / pages
        if dangling == 'uniform':
            base += damping * lost / pages
        new = [base] * pages
        for page, row in enumerate(rows):
            for target, weight in row:
                if totals[page] > 0:
                    new[target] += damping * ranks[page] * \
                        (weight / totals[page])
        ranks = new
    if dangling == 'norm':
        total = sum(ranks)
        ranks = [rank / total for rank in ranks]
    return ranks

def check_pagerank(draw, graph, path):
    how = draw.choice(('raw', 'log'))
    dangling = draw.choice(('uniform', 'drop', 'norm'))
    rounds, damping = draw.choice((1, 2, 7, 40)), draw.choice((.5, .85))
    ranked = path + '.ranked'
    form = draw.choice(('auto', 'compact', 'near'))
    run('pagerank', '-q', '--weights', how, '-i', str(rounds), '-t', '0',
        '--damping', str(damping), '--dangling', dangling, '--form', form,
        '-o', ranked, path)
    compare(f'{how}, {dangling}, {rounds} rounds, {form}',
            read_score(ranked, 'pagerank'),
            pagerank(graph.by(how), damping, rounds, dangling), 1e-15)

def normed(values, norm):
    size = {'l1': sum(values), 'max': max(values),
            'l2': math.sqrt(sum(v * v for v in values))}[norm]
    return [value / size if size > 0 else 0.0 for value in values]

def hits(rows, rounds, norm):
    """Weights divided by the largest, so that their squares are numbers."""
    most = max((w for row in rows for _, w in row), default=0) or 1
    rows = [[(target, weight / most) for target, weight in row]
            for row in rows]
    hubs = [1.0] * len(rows)
    authorities = [0.0] * len(rows)
    for _ in range(rounds):
        authorities = [0.0] * len(rows)
        for page, row in enumerate(rows):
            for target, weight in row:
                authorities[target] += weight * hubs[page]
        authorities = normed(authorities, norm)
        hubs = normed([sum(w * authorities[t] for t, w in row)
                       for row in rows], norm)
    return hubs, authorities

def check_hits(draw, graph, path):
    how = draw.choice(('raw', 'log'))
    rounds, norm = draw.choice((1, 2, 7, 40)), draw.choice(('l2', 'l1', 'max'))
    ranked = path + '.ranked'
    form = draw.choice(('auto', 'compact', 'near'))
    run('hits', '-q', '--weights', how, '-i', str(rounds), '--norm', norm,
        '--form', form, '-o', ranked, path)
    hubs, authorities = hits(graph.by(how), rounds, norm)
    what = f'{how}, {rounds} rounds, {norm}, {form}'
    compare(f'{what}: hub', read_score(ranked, 'hub'), hubs, 1e-12)
    compare(f'{what}: authority', read_score(ranked, 'authority'),
            authorities, 1e-12)

# ---- distances --------------------------------------------------------------

def harmonic(rows):
    """By the shortest paths between all pages."""
    pages = range(len(rows))
    way = [[math.inf] * len(rows) for _ in pages]
    for page, row in enumerate(rows):
        for target, length in row:
            way[page][target] = min(way[page][target], length)
    for middle in pages:
        for page in pages:
            for target in pages:
                way[page][target] = min(way[page][target], way[page][middle] +
                                        way[middle][target])
    return [sum(1 / way[page][target] for page in pages
                if page != target and way[page][target] < math.inf)
            for target in pages]

def check_harmonic(draw, graph, path):
    how, scored = draw.choice(('raw', 'log')), path + '.scored'
    rows = graph.by(how)
    command = ('harmonic', '-q', '--exact', '--weights', how, '-o', scored,
               path)
    if any(length == 0 for row in rows for _, length in row):
        try:
            run(*command)
        except AssertionError as error:
            if 'has the length 0' in str(error):
                return
            raise
        raise AssertionError('a length of 0 was taken')
    run(*command)
    compare(how, read_score(scored, 'harmonic'), harmonic(rows), 1e-12)

# ---- cores ------------------------------------------------------------------

def components(rows):
    """Hubs and authorities that links join: lists of hubs."""
    hub_of, joined = {}, {}

    def find(hub):
        while joined[hub] != hub:
            hub = joined[hub]
        return hub
    for hub, row in enumerate(rows):
        joined[hub] = hub
        for target, _ in row:
            joined[find(hub)] = find(hub_of.setdefault(target, hub))
    lists = {}
    for hub, row in enumerate(rows):
        if row:
            lists.setdefault(find(hub), []).append(hub)
    return list(lists.values())

def grow(rows, hubs, authorities):
    """The core of the best authority, complete: density 100."""
    links = [set(target for target, _ in row) for row in rows]
    best = max(range(len(rows)), key=lambda p: (authorities[p], -p))
    core, others = [best], []
    while True:
        changed = False
        near = [u for u in range(len(rows)) if u not in core + others and
                links[u] & set(core)]
        if near:
            hub = max(near, key=lambda p: (hubs[p], -p))
            if not links[hub] >= set(core):
                break
            others.append(hub)
            changed = True
        near = [v for v in range(len(rows)) if v not in core + others and
                any(v in links[u] for u in others)]
        if near:
            page = max(near, key=lambda p: (authorities[p], -p))
            if not all(page in links[u] for u in others):
                break
            core.append(page)
            changed = True
        if not changed:
            break
    return set(others), set(core)

def check_coreextract(draw, graph, path):
    """The first core, where no scores of two pages or components are near."""
    how, cut = draw.choice(('raw', 'log')), path + '.cores'
    rows, best = graph.by(how), []
    for some in components(rows):
        own = [row if page in some else [] for page, row in enumerate(rows)]
        hubs, authorities = hits(own, 60, 'l2')
        value = math.sqrt(sum(sum(w * authorities[t] for t, w in row) ** 2
                              for row in own))
        best.append((value, own, hubs, authorities))
    best.sort(key=lambda item: -item[0])
    if not best or not best[0][0] > 0:
        return
    _, own, hubs, authorities = best[0]
    scores = sorted(hubs), sorted(authorities)
    if (len(best) > 1 and near(best[0][0], best[1][0], 1e-3 * best[0][0])) or \
       any(b > 0 and near(a, b, 1e-8) for values in scores
           for a, b in zip(values, values[1:])):
        return
    wanted = grow(own, hubs, authorities)
    if not wanted[0]:
        return
    run('coreextract', '-q', '--weights', how, '--min-hubs', '1',
        '--min-authorities', '1', '-R', '-o', cut, path)
    got = {'hub': set(), 'authority': set()}
    for line in run('graphdump', '-s', 'cores', cut).decode().split('\n'):
        if line and not line.startswith('#'):
            cells = line.split('\t')
            got[cells[1]].add(int(cells[2]))
    if (got['hub'], got['authority']) != wanted:
        raise AssertionError(f'{how}: {got}, not {wanted}')

# ---- the whole --------------------------------------------------------------

CHECKS = {'crawlorder': check_crawls, 'pagerank': check_pagerank,
          'hits': check_hits, 'harmonic': check_harmonic,
          'coreextract': check_coreextract}

def main():
    cases, seed = int(sys.argv[1]), int(sys.argv[2])
    names = sys.argv[3:] or list(CHECKS)
    made = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in range(cases):
            draw = random.Random(f'{seed} {case}')
            graph = Graph(draw)
            path = f'{folder}/graph'
            if not graph.stream(path):
                continue
            made += 1
            for name in names:
                try:
                    CHECKS[name](draw, graph, path)
                except AssertionError as error:
                    print(f'case {case}, {name}: {error}\n{graph.text()}',
                          end='')
                    return 1
    print(f'{made} graphs')
    return 0

if __name__ == '__main__':
    sys.exit(main())
