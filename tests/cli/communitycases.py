#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""communitycases.py - communities, found once more from their definition.

    communitycases.py CASES

Draws CASES graphs, odd ones and weighted ones among them, and compares
"graphstat --communities" with a second implementation: rows of the table, the
modularity over all pairs of pages, and how many communities random pages are of,
by all ways to draw them.  Prints the number of graphs and of those that differ.
The filters are on PATH.
"""

import itertools
import json
import random
import subprocess
import sys

MASK = 2 ** 64 - 1


def mix64(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return x ^ x >> 31


def draw_graph(rng, kind):
    """The number of pages, and the weights of links by their ends."""
    n = rng.choice([1, 2, 5, 9, 30])
    pages = range(n)
    if kind == 0:
        links = []
    elif kind == 1:
        links = [(v, v + 1) for v in pages if v + 1 < n]
    elif kind == 2:
        links = [(v, 0) for v in pages]
    elif kind == 3:
        links = [(v, w) for v in pages for w in pages
                 if v % 3 == w % 3 and rng.random() < 0.5]
    elif kind == 4:
        links = [(v, w) for v in pages for w in pages if v % 2 < w % 2]
    elif kind == 5:
        links = [(v, v) for v in pages]
    else:
        links = [(rng.randrange(n), rng.randrange(n))
                 for _ in range(rng.randrange(4 * n + 1))]
    most = rng.choice([0, 1, 5, 1000])
    return n, {link: rng.randint(0, most) if most else 1 for link in links}


def propagate(n, links):
    """The label of each page, and the number of rounds."""
    ends = [sum(weight * ((v == page) + (w == page))
                for (v, w), weight in links.items() if v != w)
            for page in range(n)]
    beside = [{} for _ in range(n)]
    for (v, w), weight in links.items():
        if v != w:
            beside[v][w] = beside[v].get(w, 0) + weight
            beside[w][v] = beside[w].get(v, 0) + weight
    label, waiting, rounds, changed = list(range(n)), set(range(n)), 0, True
    while changed and rounds < 100:
        changed = False
        rounds += 1
        for page in range(n):
            if page not in waiting:
                continue
            waiting.discard(page)
            gains = {}
            for other in {page, *beside[page]}:
                name = label[other]
                into = sum(weight for q, weight in beside[page].items()
                           if label[q] == name)
                theirs = sum(ends[q] for q in range(n)
                             if label[q] == name and q != page)
                if into or name == label[page]:
                    gains[name] = into - (ends[page] * theirs / sum(ends)
                                          if sum(ends) else 0)
            best = max(gains, key=lambda name: (
                gains[name], name == label[page], mix64(page << 32 | name)))
            if best != label[page]:
                label[page] = best
                changed = True
                waiting |= beside[page].keys()
    return label, rounds


def communities(n, links, label):
    """Rows of the table but seeds and names; communities as lists of pages."""
    groups = sorted(([page for page in range(n) if label[page] == name]
                     for name in set(label)), key=lambda g: (-len(g), g[0]))
    rows = []
    for group in groups:
        own = set(group)
        inside = {p: sum(weight for (v, w), weight in links.items()
                         if w == p and v in own and v != w) for p in group}
        across = sum(weight for (v, w), weight in links.items()
                     if (v in own) != (w in own))
        leader = max(group, key=lambda p: (inside[p], -p))
        rows.append([len(group), sum(inside.values()), across, leader])
    return rows, groups


def modularity(n, links, label):
    """Over all pairs of pages; None without links."""
    both = [[0] * n for _ in range(n)]
    for (v, w), weight in links.items():
        if v != w:
            both[v][w] += weight
            both[w][v] += weight
    ends = [sum(row) for row in both]
    if not sum(ends):
        return None
    return sum(both[v][w] - ends[v] * ends[w] / sum(ends)
               for v in range(n) for w in range(n)
               if label[v] == label[w]) / sum(ends)


def expected(n, label, count):
    drawn = [len({label[page] for page in pages})
             for pages in itertools.combinations(range(n), count)]
    return sum(drawn) / len(drawn)


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def stat(case, weighted, *options):
    return run("graphstat", "-q", "--communities", "-T", str(1 + case % 3),
               *(["--weights", "raw"] if weighted else []), *options,
               "-g", "web.sp", "seeds.sp")


def close(ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    return abs(ours - theirs) < 1e-9


def try_case(rng, case):
    n, links = draw_graph(rng, case % 9)
    weighted = case % 2 == 1 and bool(links)
    with open("links", "w", encoding="ascii") as file:
        for (v, w), weight in links.items():
            print(v, w, weight, file=file)
    names = [f"http://h{page}.test/" for page in range(n)]
    with open("names", "w", encoding="ascii") as file:
        print(*names, sep="\n", file=file)
    run("graphimport", "-q", "-f", "arcs", "--keys", "ids",
        "--names", "names", *(["--weights", "3"] if weighted else []),
        "-o", "web.sp", "links")
    if not weighted:
        links = dict.fromkeys(links, 1)
    count = rng.randint(1, min(n, 3))
    seeds = rng.sample(range(n), count)
    with open("pages", "w", encoding="ascii") as file:
        print(*(names[page] for page in seeds), sep="\n", file=file)
    run("seedpick", "-q", "--urls", "pages", "-o", "seeds.sp", "web.sp")
    label, rounds = propagate(n, links)
    rows, groups = communities(n, links, label)
    table = [line.split("\t") for line in
             stat(case, weighted, "--table").splitlines()[1:]]
    found = json.loads(stat(case, weighted, "--json"))["communities"]
    right = [[i, *row[:3], len(set(group) & set(seeds)), row[3],
              names[row[3]]]
             for i, (row, group) in enumerate(zip(rows, groups))
             if row[0] > 1]
    return ([[*map(float, row[:6]), row[6]] for row in table] != right
            or found["rounds"] != rounds or found["count"] != len(groups)
            or found["seeds"]["communities"] != len({label[s] for s in seeds})
            or not close(found["modularity"], modularity(n, links, label))
            or not close(found["seeds"]["expected"],
                         expected(n, label, count)))


def main():
    cases = int(sys.argv[1])
    rng = random.Random(7)
    print(cases, sum(try_case(rng, case) for case in range(cases)))


main()
