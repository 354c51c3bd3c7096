#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shapetable.py - crawlshape against a second implementation of its manual

        tests/cli/shapetable.py ROUNDS [FIRST] [BIN]
        tests/cli/shapetable.py STREAM... [BIN]

Draws sites and what a crawl knows of them, or reads streams.  crawlshape learns
the patterns; everything else is found again.  The shape of each page is the
first of its host whose pattern matches, and no pattern cuts an escape; from
these come the table, what stopping the traps saves and loses, and whether a
shape is "repeated", "reordered" or "duplicates".  Expressions are tried on the
URLs by Python.

Rounds are numbered from FIRST, and a number always draws the same.  Prints a
line for each difference and a line of counts, and ends with status 1 if
anything differs.

Written from crawlshape(1) and the heads of lib/shape; shares nothing with the
library.  shapesites.py draws the sites, shapefigures.py has the rules.
"""
import json
import os
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shapefigures
from nextworld import Differs, Filters, same
from shapesites import Sites


def objects(filters, *words):
    return [json.loads(line) for line in
            filters.run('crawlshape', '-q', '--json', *words).splitlines()]


def close(what, expected, found):
    """Numbers of a table have six digits."""
    if isinstance(expected, float) and isinstance(found, (int, float)):
        if abs(expected - found) <= 1e-5 * abs(expected):
            return
    same(what, expected, found)


def compare(filters, file, score, counts):
    shaped = filters.file()
    filters.run('crawlshape', '-q', '--to', 'stream', file, '-o', shaped)
    summary = filters.table('-s', 'shapes', '--summary', shaped)
    patterns = [shapefigures.cell(row[3]) for row in summary]
    crawl = shapefigures.Crawl(filters, file, score)
    shapes = shapefigures.Shapes(patterns, crawl.names)
    compare_pages(filters, file, crawl, shapes)
    rows = shapefigures.table(crawl, shapes.of)
    words = ['--score', 'pagerank'] if score else []
    found = objects(filters, '--regex', *words, file)
    compare_table(found, rows, patterns)
    compare_verdicts(crawl, shapes, rows, found, counts)
    compare_expressions(found, crawl.names, counts)
    compare_stops(objects(filters, '--stops', *words, file), crawl, shapes,
                  {row['pattern'] for row in found if row['verdict']}, counts)
    add(counts, 'shapes', len(rows))
    add(counts, 'pages', len(crawl.names))


def add(counts, name, count):
    counts[name] = counts.get(name, 0) + count


def compare_pages(filters, file, crawl, shapes):
    found = objects(filters, '--pages', file)
    same('pages: urls', crawl.names, [row['url'] for row in found])
    expected = [of is not None and shapes.patterns[of].text
                for of in shapes.of]
    for pattern in shapes.patterns:
        same(f'pages: what cuts an escape of {pattern.text}', None,
             re.search('%[0-9A-Fa-f]?<', pattern.text))
    for name, pattern, row in zip(crawl.names, expected, found):
        same(f'pages: the pattern of {name}', pattern or None, row['pattern'])


def compare_table(found, rows, patterns):
    same('table: patterns', sorted(patterns[shape] for shape in rows),
         sorted(row['pattern'] for row in found))
    place = {pattern: shape for shape, pattern in enumerate(patterns)}
    for row in found:
        for column, expected in rows[place[row['pattern']]].items():
            close(f'table: {column} of {row["pattern"]}', expected,
                  row[column])
    most = [(-row['pages'], place[row['pattern']]) for row in found]
    same('table: the order of rows', sorted(most), most)


def compare_verdicts(crawl, shapes, rows, found, counts):
    verdicts = shapefigures.verdicts(crawl, shapes, rows)
    verdict = {row['pattern']: row['verdict'] for row in found}
    order = ['repeated', 'session', 'print', 'reordered', 'mirror', 'view',
             'duplicates', 'endless', 'gallery', None]
    for shape in rows:
        text = shapes.patterns[shape].text
        expected = verdicts.get(shape, set())
        for reason in ('repeated', 'reordered', 'duplicates'):
            # An earlier reason comes before it.
            if order.index(verdict[text]) >= order.index(reason):
                same(f'{reason}: {text}', reason in expected,
                     verdict[text] == reason)
        if verdict[text]:
            add(counts, verdict[text], 1)


def compare_expressions(found, names, counts):
    """An expression matches the same URLs, but for those that repeat segments,
    which it cannot tell from others."""
    if len(names) * len(found) > 100000:
        return
    urls = []
    for name in names:
        site = re.match('https?://([^/?#@\\\\]+)([/?#]|$)', name)
        host, path, parameters = shapefigures.url_parts(name)
        parts = shapefigures.path_parts(path)
        if site and not any(isinstance(p, shapefigures.Repeat) for p in parts):
            urls.append((name, host, parts, parameters))
    for row in found:
        if not row['regex']:
            continue
        pattern = shapefigures.Pattern(row['pattern'])
        expression = re.compile(row['regex'])
        for name, host, *parts in urls:
            same(f'regex: does {row["pattern"]} match {name}',
                 host == pattern.host and bool(pattern.matches(*parts)),
                 bool(expression.search(name)))
        add(counts, 'expressions', 1)


def compare_stops(found, crawl, shapes, traps, counts):
    place = {p.text: shape for shape, p in enumerate(shapes.patterns)}
    listed = [row['pattern'] for row in found if row['verdict'] != 'all']
    if not traps:
        same('stops: without traps', [], listed)
        return
    if len(traps) <= 62:
        same('stops: patterns', sorted(traps), sorted(listed))
    sets = [{place[pattern]} for pattern in listed]
    sets.append({place[pattern] for pattern in listed})
    for row, expected in zip(found, shapefigures.stops(crawl, shapes.of, sets)):
        for column, value in expected.items():
            close(f'stops: {column} of {row["pattern"]}', value, row[column])
        add(counts, 'stops with losses', expected['lost'] > 0)
    saved = [row['saved'] for row in found[:-1]]
    same('stops: the order of rows', sorted(saved, reverse=True), saved)


def draw(seed, folder, counts):
    with tempfile.TemporaryDirectory() as place:
        filters = Filters(folder, place)
        rnd = random.Random(seed)
        sites = Sites(rnd)
        know, score = sites.write(rnd, filters)
        add(counts, know, 1)
        compare(filters, sites.file, score, counts)


def read(name, folder, counts):
    with tempfile.TemporaryDirectory() as place:
        compare(Filters(folder, place), os.path.abspath(name), False, counts)


def main():
    words = sys.argv[1:]
    folder = os.path.abspath(words.pop() if os.path.isdir(words[-1]) else 'bin')
    counts, differ = {}, 0
    if words[0].isdigit():
        first = int(words[1]) if len(words) > 1 else 1
        tried = [(f'round {seed}', lambda s=seed: draw(s, folder, counts))
                 for seed in range(first, first + int(words[0]))]
    else:
        tried = [(name, lambda n=name: read(n, folder, counts))
                 for name in words]
    for name, one in tried:
        try:
            one()
        except Differs as reason:
            differ += 1
            print(f'{name}: {reason}', flush=True)
    print(f'{len(tried)} graphs, {differ} differ:',
          ', '.join(f'{counts[k]} {k}' for k in sorted(counts)))
    return differ > 0


if __name__ == '__main__':
    sys.exit(main())
