#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""expandcases.py - what belongs to a list, a second implementation

        tests/cli/expandcases.py CASES [SEED] [BIN]

Draws small webs and lists, and compares every row of "seedexpand --explain" and
"seedexpand --judge" with what section 6.10 of seedpipe-algorithms(7) says, for
all methods but cores.

Cases are numbered from SEED, and a number always draws the same.  Prints one
line for each difference and a line of counts, and ends with status 1 if
anything differs.
"""
import json
import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from timedcases import Differs, draw_links, run_cases
from timedcrawl import MASK, mix

USUAL = [.3, .3, .3, .6]
PARTS = ['links', 'cocitation', 'coupling', 'walk']
METHODS = PARTS + ['linked', 'cosine', 'adamic', 'forward', 'backward',
                   'inlinks', 'combined']
NEVER = math.inf


# ---- votes and walks --------------------------------------------------------

class Web:
    """The links of pages without those to themselves, and units."""

    def __init__(self, rows, unit_of):
        self.rows = [[to for to in row if to != page]
                     for page, row in enumerate(rows)]
        self.n = len(rows)
        self.unit_of = unit_of
        self.units = sorted(set(unit_of))
        ones = [1.] * self.n
        self.out_votes = self.out(ones)
        self.in_votes = self.inward(ones)
        self.degree = self.step(ones, True, True)

    def out(self, f):
        sums = []
        for row in self.rows:
            groups = {}
            for to in row:
                groups.setdefault(self.unit_of[to], []).append(f[to])
            sums.append(sum_in_order(sum_in_order(g) / len(g)
                                     for g in groups.values()))
        return sums

    def inward(self, f):
        sums = [0.] * self.n
        for unit in self.units:
            groups = {}
            for page in range(self.n):
                if self.unit_of[page] == unit:
                    for to in self.rows[page]:
                        groups.setdefault(to, []).append(f[page])
            for to, g in groups.items():
                sums[to] += sum_in_order(g) / len(g)
        return sums

    def step(self, passes, along, back):
        gets = [0.] * self.n
        for page, row in enumerate(self.rows):
            for to in row:
                if along:
                    gets[to] += passes[page]
                if back:
                    gets[page] += passes[to]
        return gets

    def walk(self, x, along, back, d, steps):
        degree = self.step([1.] * self.n, back, along)
        total = sum_in_order(x)
        values = [v / total for v in x]
        for _ in range(steps):
            passes = [d * v / k if k else 0.
                      for v, k in zip(values, degree)]
            values = self.step(passes, along, back)
            values = [v + (1 - d) * t / total for v, t in zip(values, x)]
        return values


def sum_in_order(values):
    total = 0.
    for value in values:
        total += value
    return total


# ---- methods ----------------------------------------------------------------

def score(web, method, x):
    e = sum_in_order(x) / web.n

    def share(sums, votes, prior):
        return [(s + prior * e) / (v + prior) for s, v in zip(sums, votes)]

    if method == 'links':
        return share(web.out(x), web.out_votes, 3)
    if method == 'cocitation':
        hub = share(web.out(x), web.out_votes, 10)
        return share(web.inward(hub), web.in_votes, 3)
    if method == 'coupling':
        fame = share(web.inward(x), web.in_votes, 10)
        return share(web.out(fame), web.out_votes, 3)
    if method == 'walk':
        return [r * web.n / (k + 10) + .01
                for r, k in zip(web.walk(x, True, True, .7, 10), web.degree)]
    if method == 'linked':
        return share(web.inward(x), web.in_votes, 3)
    if method == 'cosine':
        return [s / math.sqrt(v) if s > 0 else s
                for s, v in zip(web.inward(web.out(x)), web.in_votes)]
    if method == 'adamic':
        return web.inward([s / math.log(v + 1) if v else 0.
                           for s, v in zip(web.out(x), web.out_votes)])
    if method == 'forward':
        return web.walk(x, True, False, .85, 40)
    if method == 'backward':
        return web.walk(x, False, True, .85, 40)
    return web.in_votes


def standardised(web, values):
    linked = [v for v, k in zip(values, web.degree) if k]
    mean = sum_in_order(linked) / len(linked)
    deviation = math.sqrt(sum_in_order(
        (v - mean) * (v - mean) for v in linked) / len(linked))
    return [(v - mean) / deviation if deviation else 0. for v in values]


class Ranking:
    """The combination, round by round."""

    def __init__(self, web, known, excluded):
        self.web, self.known, self.excluded = web, known, excluded
        self.x = [float(p in known) for p in range(web.n)]

    def make_parts(self):
        logs = [[math.log(v) for v in score(self.web, m, self.x)]
                for m in PARTS]
        self.met = [v > math.log(.01) for v in logs[3]]
        self.parts = [standardised(self.web, v) for v in logs]

    def may_be_found(self, page):
        return (self.web.degree[page] and page not in self.known and
                page not in self.excluded)

    def total(self, weights):
        scores = {}
        for page in range(self.web.n):
            if self.met[page] and self.may_be_found(page):
                scores[page] = sum_in_order(
                    w * part[page] for w, part in zip(weights, self.parts))
        return scores

    def add_best(self, listed):
        scores = self.total(USUAL)
        best = sorted(scores, key=lambda p: (-scores[p], p))
        for page in best[:3 * listed]:
            self.x[page] = .3


def by_method(web, method, known, excluded):
    """The scores of pages that may be found by a single method."""
    values = score(web, method, [float(p in known) for p in range(web.n)])
    least = .01 if method == 'walk' else 0
    return {p: v for p, v in enumerate(values)
            if web.degree[p] and p not in known and p not in excluded and
            v > least}


def combined(web, known, excluded, weights, rounds, listed):
    ranking = Ranking(web, known, excluded)
    ranking.make_parts()
    for _ in range(rounds - 1):
        ranking.add_best(listed)
        ranking.make_parts()
    return ranking.total(weights)


# ---- the regression ---------------------------------------------------------

def fit(rows):
    """Rows are (values, belongs, weight); Newton's method."""
    at = [0.] + USUAL
    size = len(at)
    for _ in range(50):
        first = [0.] * size
        second = [[0.] * size for _ in at]
        for values, belongs, weight in rows:
            value = [1.] + values
            total = at[0]
            for i in range(1, size):
                total += at[i] * value[i]
            p = 1 / (1 + math.exp(-total))
            for i in range(size):
                first[i] += weight * value[i] * (p - belongs)
                for k in range(size):
                    second[i][k] += (weight * p * (1 - p)) * value[i] * value[k]
        first[0] += 1e-6 * at[0]
        second[0][0] += 1e-6
        for i in range(1, size):
            first[i] += 100 * (at[i] - USUAL[i - 1])
            second[i][i] += 100
        step = solve(second, first)
        most = max(abs(s) for s in step)
        at = [a - (s * 2 / most if most > 2 else s) for a, s in zip(at, step)]
        if most <= 1e-9:
            return at[1:]
    return USUAL


def solve(matrix, right):
    size = len(right)
    for i in range(size):
        for k in range(i + 1, size):
            factor = matrix[k][i] / matrix[i][i]
            for j in range(i, size):
                matrix[k][j] -= factor * matrix[i][j]
            right[k] -= factor * right[i]
    for i in reversed(range(size)):
        for k in range(i + 1, size):
            right[i] -= matrix[i][k] * right[k]
        right[i] /= matrix[i][i]
    return right


# ---- hiding -----------------------------------------------------------------

class Random:
    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = self.state + 0x9e3779b97f4a7c15 & MASK
        return mix(self.state) * limit >> 64


class Trial:
    def __init__(self, web, known, excluded, seed):
        self.web, self.known, self.excluded = web, known, excluded
        self.listed = len(known)
        self.folds = min(5, self.listed)
        random = Random(seed)
        order = list(range(self.listed))
        for i in range(self.listed - 1, 0, -1):
            other = random.below(i + 1)
            order[i], order[other] = order[other], order[i]
        self.fold_of = {known[page]: i % self.folds
                        for i, page in enumerate(order)}
        free = [p for p in range(web.n) if web.degree[p] and
                p not in known and p not in excluded]
        wanted, left, self.sample = min(20000, len(free)), len(free), []
        for page in free:
            if wanted and random.below(left) < wanted:
                self.sample.append(page)
                wanted -= 1
            left -= 1
        self.drawn, self.close = len(self.sample), False
        self.sample += excluded

    def rest(self, fold):
        return [p for p in self.known if self.fold_of[p] != fold]

    def prepare(self):
        """Chooses the rounds, and makes rows for the weights."""
        rows, sums = [{}, {}], [0., 0.]
        for fold in range(self.folds):
            ranking = Ranking(self.web, set(self.rest(fold)), self.excluded)
            for i in range(2):
                if i:
                    ranking.add_best(self.listed)
                ranking.make_parts()
                self.put_rows(ranking, fold, rows[i])
                ranks = self.ranks(ranking.total(USUAL), fold)
                for page, rank in ranks.items():
                    sums[i] += math.log(self.web.n if rank == NEVER else rank)
        # Sums are in another order here, so they may differ in the last bits.
        self.close = abs(sums[0] - sums[1]) < 1e-9 and sums[0] != sums[1]
        self.rounds = 2 if sums[1] < sums[0] else 1
        self.rows = [rows[self.rounds - 1][key]
                     for key in sorted(rows[self.rounds - 1])]

    def put_rows(self, ranking, fold, rows):
        for i, page in enumerate(self.known):
            if self.fold_of[page] == fold:
                rows[(0, i)] = (fold, [v[page] for v in ranking.parts], 1, 1.)
        for i, page in enumerate(self.sample):
            if i % self.folds == fold:
                weight = 1. if i >= self.drawn else self.listed / self.drawn
                rows[(1, i)] = (fold, [v[page] for v in ranking.parts], 0,
                                weight)

    def weights(self, skipped=None):
        return fit([row[1:] for row in self.rows if row[0] != skipped])

    def ranks(self, scores, fold):
        order = sorted(scores, key=lambda p: (-scores[p], p))
        place = {page: i + 1 for i, page in enumerate(order)}
        return {p: place.get(p, NEVER) for p in self.known
                if self.fold_of[p] == fold}

    def judge(self, method):
        ranks = {}
        for fold in range(self.folds):
            rest = set(self.rest(fold))
            if method == 'combined':
                scores = combined(self.web, rest, self.excluded,
                                  self.weights(fold), self.rounds, self.listed)
            else:
                scores = by_method(self.web, method, rest, self.excluded)
            ranks.update(self.ranks(scores, fold))
        return ranks


def found(ranks, first):
    return sum(rank <= first for rank in ranks) / len(ranks)


def precision(ranks, first, expect, listed):
    order = sorted(ranks)
    met = sum(rank < NEVER for rank in order)
    enough = min(math.ceil(math.sqrt(listed)), met)
    if not enough:
        return 0
    first = max(first, order[enough - 1])
    best = found(order, first) / first
    for i in range(enough, listed):
        if first < order[i] < NEVER:
            best = max(best, (i + 1) / listed / order[i])
    return min(1, best * (expect - listed))


# ---- a case -----------------------------------------------------------------

def near(a, b):
    return abs(a - b) <= 2e-5 * (abs(a) + abs(b)) + 1e-9


def check(what, got, wanted):
    for key, value in wanted.items():
        if value is None or isinstance(value, str):
            same = got[key] == value
        else:
            same = got[key] is not None and near(got[key], value)
        if not same:
            raise Differs(f'{what}: {key} is {got[key]}, not {value}')


def reasons(web, known, page):
    cited, names = 0, {}
    for other, row in enumerate(web.rows):
        if page in row:
            with_it = [p for p in row if p in known]
            cited += bool(with_it)
            for p in with_it:
                names[p] = names.get(p, 0) + 1
    best = sorted(names, key=lambda p: (-names[p], p))[:3]
    return {'links_to_list': sum(p in known for p in web.rows[page]),
            'linked_by_list': sum(page in web.rows[p] for p in known),
            'cited_with_list': cited, 'named': best}


def check_explained(web, trial, urls, method, weights, ranks, rows, expect):
    known = set(trial.known)
    if method == 'combined':
        scores = combined(web, known, trial.excluded, weights, trial.rounds,
                          trial.listed)
    else:
        scores = by_method(web, method, known, trial.excluded)
    order = sorted(scores, key=lambda p: (-scores[p], p))
    if [row['node'] for row in rows] != order:
        raise Differs(f'{method}: {[row["node"] for row in rows]}, '
                      f'not {order}')
    for i, (page, row) in enumerate(zip(order, rows)):
        why = reasons(web, known, page)
        named = ' '.join(urls[p] for p in why.pop('named'))
        some = len(ranks) > 1
        check(f'{method}: page {page}', row, {
            **why, 'url': urls[page], 'score': scores[page],
            'cited_with': named or None,
            'found': found(ranks, i + 1) if some else None,
            'precision': precision(ranks, i + 1, expect, trial.listed)
            if some and expect else None})


def check_judged(trial, method, ranks, rows, expect):
    for row in rows:
        if row['method'] != method:
            continue
        first = row['first']
        parts = [found([r for p, r in ranks.items()
                        if trial.fold_of[p] == fold], first)
                 for fold in range(trial.folds)]
        check(f'--judge: {method} {first}', row, {
            'found': found(ranks.values(), first), 'found_least': min(parts),
            'found_most': max(parts),
            'precision': precision(ranks.values(), first, expect,
                                   trial.listed) if expect else None})


def draw_case(rnd, filters):
    pages = rnd.choice([4, 10, 30, 60])
    links = draw_links(rnd, pages)
    hosts = rnd.choice([1, 3, pages])
    urls = [f'http://{rnd.randrange(hosts)}.test/{i}' for i in range(pages)]
    filters.write('urls', urls)
    filters.write('links', [f'{i}\t{j}' for i, j in sorted(links)])
    filters.run('graphimport', '-q', '-f', 'arcs', '--keys', 'ids', '--names',
                'urls', '-o', 'web.sp', 'links')
    rows = [[] for _ in range(pages)]
    for i, j in sorted(links):
        rows[i].append(j)
    vote = rnd.choice(['host', 'host', 'page'])
    unit_of, met = list(range(pages)), {}
    if vote == 'host':
        for page, url in enumerate(urls):
            host = url.split('/')[2]
            unit_of[page] = met.setdefault(host, len(met))
    return Web(rows, unit_of), urls, vote


def case(rnd, filters, counts):
    web, urls, vote = draw_case(rnd, filters)
    linked = [p for p in range(web.n) if web.degree[p]]
    if len(linked) < 3:
        counts['too small'] += 1
        return
    known = sorted({rnd.choice(linked)} | set(rnd.sample(
        range(web.n), rnd.randrange(web.n // 2))))
    others = [p for p in range(web.n) if p not in known]
    excluded = sorted(rnd.sample(others, rnd.choice([0, 0, 1, 2])))
    if len(known) + len(excluded) == web.n:
        return
    seed = rnd.randrange(2 ** 32)
    expect = rnd.choice([0, web.n - len(excluded)])
    if expect <= len(known):
        expect = 0
    filters.write('known', [urls[p] for p in known])
    filters.write('excluded', [urls[p] for p in excluded])
    words = ['seedexpand', '-q', '--known', 'known', '--vote', vote, '--seed',
             str(seed), '--json', '-T', str(rnd.randint(1, 3)),
             *(['--exclude', 'excluded'] if excluded else []),
             *(['--expect', str(expect)] if expect else []), 'web.sp']
    trial = Trial(web, known, excluded, seed)
    trial.rounds, weights = 2, USUAL
    if trial.folds > 1:
        trial.prepare()
        weights = trial.weights()
    if trial.close:
        counts['too close'] += 1
        return
    judged = [json.loads(line) for line in
              filters.run(*words, '--judge').splitlines()
              ] if trial.folds > 1 else []
    for method in METHODS:
        ranks = trial.judge(method) if trial.folds > 1 else {0: NEVER}
        check_judged(trial, method, ranks, judged, expect)
        rows = [json.loads(line) for line in filters.run(
            *words, '-n', '1000', '--explain', '--method', method)
            .splitlines()]
        check_explained(web, trial, urls, method, weights,
                        list(ranks.values()), rows, expect)
        counts['tables'] += 1
        counts['rows'] += len(rows)
    counts['in one round'] += trial.rounds == 1


if __name__ == '__main__':
    sys.exit(run_cases(case))
