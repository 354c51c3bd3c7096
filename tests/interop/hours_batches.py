# SPDX-License-Identifier: MIT
"""Batches of a crawl, each of which follows the links of those before.

    hours_batches.py next COUNT WEB FIRST SPANS...  prints the pages of the next
    hours_batches.py join SPANS...                  prints all as one crawl

WEB is a table of links between URLs, FIRST the URL to begin with, and SPANS the
requests of each batch that is done.  The next batch is the first COUNT pages
that wait; those that failed are not asked for again.  Of all batches, each
begins when the one before has ended.
"""
import collections
import sys


def rows(path):
    """Start, end, status, bytes and URL of the requests for pages."""
    with open(path) as lines:
        next(lines)
        fields = [line.rstrip("\n").split("\t") for line in lines]
    return [(float(start), float(end), *rest) for start, end, *rest in fields
            if not rest[2].endswith("/robots.txt")]


def print_next(count, web, first, *batches):
    links = collections.defaultdict(list)
    with open(web) as lines:
        for line in lines:
            source, target = line.rstrip("\n").split("\t")
            links[source].append(target)
    waiting, known = collections.deque([first]), {first}
    for path in batches:
        for _ in range(min(int(count), len(waiting))):
            waiting.popleft()
        for row in sorted(rows(path), key=lambda row: row[1]):
            for url in links[row[4]] if row[2] == "200" else []:
                if url not in known:
                    known.add(url)
                    waiting.append(url)
    for url in list(waiting)[:int(count)]:
        print(url)


def print_all(*batches):
    print("#start\tend\tstatus\tbytes\turl")
    before = 0.0
    for path in batches:
        batch = rows(path)
        first = min(row[0] for row in batch)
        for row in batch:
            print("%.6f\t%.6f\t%s\t%s\t%s" % (
                before + row[0] - first, before + row[1] - first, *row[2:]))
        before += max(row[1] for row in batch) - first


{"next": print_next, "join": print_all}[sys.argv[1]](*sys.argv[2:])
