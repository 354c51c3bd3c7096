#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rankcases.py - ranks of pages, computed once more from their definitions.

    rankcases.py CASES

Draws CASES graphs, odd ones among them, and compares each rank of rank(1) with
a second implementation: searches from every page, paths counted as whole
numbers, cores by taking pages away until none goes, Katz by sums over paths.
Prints the number of graphs and of scores that differ.  The filters are on PATH.
"""

import random
import subprocess
import sys
from fractions import Fraction

ALPHA = 0.05
METHODS = ["degree", "degree@out", "degree@both", f"katz@{ALPHA}", "katz",
           "closeness@exact", "betweenness@exact", "core"]
ERROR = 0.1


def draw_graph(rng, kind):
    """The number of pages, and links as pairs."""
    n = rng.choice([1, 2, 3, 5, 9, 20])
    pages = range(n)
    if kind == 0:
        return n, set()
    if kind == 1:
        return n, {(v, v + 1) for v in pages if v + 1 < n}
    if kind == 2:
        return n, {(v, 0) for v in pages}
    if kind == 3:
        return n, {(v, (v + 1) % n) for v in pages}
    if kind == 4:
        return n, {(v, w) for v in pages for w in pages
                   if v < w and rng.random() < 0.3}
    if kind == 5:
        return n, {(v, v) for v in pages if rng.random() < 0.5}
    return n, {(rng.randrange(n), rng.randrange(n))
               for _ in range(rng.randrange(3 * n + 1))}


def search(out, source):
    """Distances from a page, and the number of shortest paths."""
    distance, paths, level = {source: 0}, {source: 1}, [source]
    while level:
        after = []
        for v in level:
            for w in out[v]:
                if w not in distance:
                    distance[w] = distance[v] + 1
                    paths[w] = 0
                    after.append(w)
                if distance[w] == distance[v] + 1:
                    paths[w] += paths[v]
        level = after
    return distance, paths


def closeness(n, found):
    scores = []
    for x in range(n):
        far = [found[y][0][x] for y in range(n)
               if y != x and x in found[y][0]]
        scores.append(len(far) ** 2 / sum(far) / (n - 1) if far else 0)
    return scores


def betweenness(n, found):
    """By definition: for all pairs, and all pages between them."""
    scores = [Fraction(0)] * n
    for s in range(n):
        distance, paths = found[s]
        for t in distance:
            for v in distance:
                if len({s, t, v}) == 3 and t in found[v][0] and \
                        distance[v] + found[v][0][t] == distance[t]:
                    scores[v] += Fraction(paths[v] * found[v][1][t], paths[t])
    return [float(x) / max((n - 1) * (n - 2), 1) for x in scores]


def cores(n, links):
    near = [set() for _ in range(n)]
    for v, w in links:
        if v != w:
            near[v].add(w)
            near[w].add(v)
    core, left, k = [0] * n, set(range(n)), 0
    while left:
        gone = {v for v in left if len(near[v] & left) <= k}
        for v in gone:
            core[v] = k
        left -= gone
        k += not gone
    return core


def katz(n, links, alpha):
    """Sums over paths, until they add nothing."""
    scores, added = [1.0] * n, [1.0] * n
    for _ in range(5000):
        after = [0.0] * n
        for v, w in links:
            after[w] += alpha * added[v]
        added = after
        scores = [a + b for a, b in zip(scores, added)]
        if sum(added) < 1e-16:
            break
    return scores


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def read_scores():
    """The scores of a stream by name."""
    rows = [line.split("\t") for line in
            run("graphdump", "-s", "scores", "ranked.sp").splitlines()]
    return {name: [float(row[i]) for row in rows[1:]]
            for i, name in enumerate(rows[0]) if i}


def chosen_alpha():
    words = run("graphdump", "-s", "provenance", "ranked.sp").split()
    return float(words[len(words) - 1 - words[::-1].index("alpha") + 1])


def differs(ours, theirs, tolerance):
    return sum(abs(a - b) > tolerance * max(1, abs(b))
               for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))


def try_case(rng, case):
    n, links = draw_graph(rng, case % 9)
    out = [sorted(w for v, w in links if v == page) for page in range(n)]
    with open("links", "w", encoding="ascii") as file:
        print(n, *(" ".join(map(str, row)) for row in out), sep="\n",
              file=file)
    run("graphimport", "-q", "-f", "ascii", "-o", "web.sp", "links")
    run("rank", "-q", "-T", str(1 + case % 3), "-m",
        ",".join(METHODS + [f"betweenness:error={ERROR}:failure=1e-9"]),
        "-o", "ranked.sp", "web.sp")
    scores = read_scores()
    found = [search(out, v) for v in range(n)]
    between = betweenness(n, found)
    run("rank", "-q", "-m", "katz", "-o", "ranked.sp", "web.sp")
    into = [sum(w == page for _, w in links) for page in range(n)]
    away = [len(row) for row in out]
    right = [into, away, [a + b for a, b in zip(into, away)],
             katz(n, links, ALPHA), katz(n, links, chosen_alpha()),
             closeness(n, found), between, cores(n, links)]
    wrong = sum(differs(scores[name], values, 1e-7)
                for name, values in zip(METHODS, right))
    sampled = scores[f"betweenness:error={ERROR}:failure=1e-9"]
    return wrong + sum(abs(a - b) > ERROR for a, b in zip(sampled, between))


def main():
    cases = int(sys.argv[1])
    rng = random.Random(5)
    print(cases, sum(try_case(rng, case) for case in range(cases)))


main()
