#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""components.py - coreextract against a second implementation of its rule

        tests/cli/components.py GRAPHS [SEED] [BIN]

Draws small random graphs, most of them of many components, finds their cores
from dense singular values and dense power iterations (numpy), and compares hubs
and authorities with those of coreextract.  Prints how many differ, and ends
with status 1 if one differs where no two scores were nearly equal.

Written from seedpipe-algorithms(7), 6.2 to 6.4; shares nothing with the library.
"""
import random
import subprocess
import sys

import numpy

ITERATIONS = 60
WANTED = 12
FADED = 1e-6
NEAR = 1e-11


def draw(rnd):
    """Links of a graph of some dozen pages, in fragments, with copied rows."""
    links, page = set(), 0
    for _ in range(rnd.choice([1, 2, 4, 8])):
        size = rnd.randint(3, 14)
        for _ in range(int(size * rnd.choice([1, 1.5, 2.5, 4]))):
            links.add((page + rnd.randrange(size), page + rnd.randrange(size)))
        for _ in range(rnd.randrange(3)):
            a, b = page + rnd.randrange(size), page + rnd.randrange(size)
            links |= {(b, v) for u, v in links if u == a}
        page += size
    return sorted((u, v) for u, v in links if u != v or rnd.random() < .2)


def components(links):
    """Sets of links that share a hub or an authority, over and over."""
    left, found = set(links), []
    while left:
        part, more = set(), {left.pop()}
        while more:
            part |= more
            hubs = {u for u, _ in more}
            authorities = {v for _, v in more}
            more = {a for a in left if a[0] in hubs or a[1] in authorities}
            left -= more
        found.append(sorted(part))
    return found


class Component:
    def __init__(self, links, most):
        self.links = links
        self.hubs = sorted({u for u, _ in links})
        self.authorities = sorted({v for _, v in links})
        matrix = numpy.zeros((len(self.hubs), len(self.authorities)))
        for u, v in links:
            matrix[self.hubs.index(u), self.authorities.index(v)] = 1
        value = numpy.linalg.svd(matrix, compute_uv=False)[0]
        self.value = min(most, float('%.9g' % value))
        self.least = min((u, 0) if u <= v else (v, 1) for u, v in links)
        hub = numpy.ones(len(self.hubs))
        for _ in range(ITERATIONS):
            authority = matrix.T @ hub
            authority /= numpy.linalg.norm(authority)
            hub = matrix @ authority
            hub /= numpy.linalg.norm(hub)
        self.hub = dict(zip(self.hubs, hub))
        self.authority = dict(zip(self.authorities, authority))


class Search:
    def __init__(self, links):
        self.links = set(links)
        self.ties = False

    def best(self, pages, scores, twins):
        """The largest score, of nearly equal ones the smallest page."""
        top = max(scores[p] for p in pages)
        near = [p for p in sorted(pages) if scores[p] >= top * (1 - NEAR)]
        if len({twins[p] for p in near}) > 1:
            self.ties = True
        return near[0]

    def grow(self, component, first, aside):
        out = {u: frozenset(v for w, v in component.links if w == u)
               for u in component.hubs}
        into = {v: frozenset(u for u, w in component.links if w == v)
                for v in component.authorities}
        hubs, authorities = [], [first]
        while True:
            size = len(hubs) + len(authorities)
            pages = {u for v in authorities for u in into[v]}
            pages -= set(hubs) | set(authorities)
            if pages:
                u = self.best(pages, component.hub, out)
                if not out[u] >= set(authorities):
                    break
                hubs.append(u)
            pages = {v for u in hubs for v in out[u]}
            pages -= set(hubs) | set(authorities) | aside
            if pages:
                v = self.best(pages, component.authority, into)
                if not into[v] >= set(hubs):
                    break
                authorities.append(v)
            if len(hubs) + len(authorities) == size:
                break
        return hubs, authorities

    def search(self, component):
        """A core, or None, and the authorities set aside."""
        aside, left = set(), set(component.authorities)
        most = max(component.hub.values())
        into = {v: frozenset(u for u, w in component.links if w == v)
                for v in component.authorities}
        while left:
            first = self.best(left, component.authority, into)
            if aside and component.authority[first] < FADED * most:
                break
            hubs, authorities = self.grow(component, first, aside)
            if len(hubs) > 1 and len(authorities) > 1:
                if aside and max(component.hub[u]
                                 for u in hubs) < FADED * most:
                    break
                return (hubs, authorities), aside
            aside.add(first)
            left.remove(first)
        return None, aside

    def next_core(self):
        waiting = [Component(c, numpy.inf) for c in components(self.links)]
        while waiting:
            waiting.sort(key=lambda c: (-c.value, c.least))
            component = waiting.pop(0)
            core, aside = self.search(component)
            if core:
                return core
            if len(aside) < len(component.authorities):
                rest = [a for a in component.links if a[1] not in aside]
                waiting += [Component(c, component.value)
                            for c in components(rest)]
        return None

    def cores(self):
        found = []
        while len(found) < WANTED:
            core = self.next_core()
            if not core:
                break
            found.append((sorted(core[0]), sorted(core[1])))
            dead = set(core[0]) | set(core[1])
            self.links = {(u, v) for u, v in self.links
                          if u not in dead and v not in dead}
        return found


def extracted(links, folder):
    text = ''.join('%d %d\n' % a for a in links)
    dump = subprocess.run(
        f'{folder}/graphimport -q -f arcs --dense | '
        f'{folder}/coreextract -q -T 1 --seeds {WANTED} '
        f'--iterations {ITERATIONS} | {folder}/graphdump -s cores',
        shell=True, input=text, capture_output=True, text=True, check=True)
    found = {}
    for line in dump.stdout.splitlines()[1:]:
        core, side, page = line.split('\t')[:3]
        sides = found.setdefault(int(core), ([], []))
        sides[side == 'authority'].append(int(page))
    return [(sorted(found[k][0]), sorted(found[k][1])) for k in sorted(found)]


def main():
    rnd = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    folder = sys.argv[3] if len(sys.argv) > 3 else 'bin'
    graphs = cores = differ = tied = 0
    while graphs < int(sys.argv[1]):
        links = draw(rnd)
        if not links:
            continue
        graphs += 1
        search = Search(links)
        wanted = search.cores()
        cores += len(wanted)
        if extracted(links, folder) == wanted:
            continue
        if search.ties:
            tied += 1
            continue
        differ += 1
        print('differs:', links)
    print(f'{graphs} graphs, {cores} cores: {differ} differ, and {tied} '
          'where scores that decide are nearly equal')
    return differ > 0


sys.exit(main())
