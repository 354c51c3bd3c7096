#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
surt.t - lists for crawlers of a real crawl: SURT prefixes beside the package
surt of the Internet Archive, and priorities computed a second time

The package writes ports and addresses in another way than Heritrix, for which
the lists are, so that these are brought to the form of Heritrix here; how many
there are is printed.
"""
import json
import math
import os
import re
import struct
import subprocess
import tempfile

from tap import end, ok, skip_all

try:
    from surt import handyurl
except ImportError:
    skip_all('no Python module surt')
data = os.path.join(os.environ.get('SEEDPIPE_DATA', ''), 'ics-dev')
if not os.path.isdir(data):
    skip_all('no real crawl (SEEDPIPE_DATA)')
bin_folder = os.path.abspath(os.environ.get('BIN', 'bin'))


def run(*command):
    return subprocess.run((os.path.join(bin_folder, command[0]),)
                          + command[1:], check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def prefix_of(url, scope):
    """The SURT prefix of a URL by the package, in the form of Heritrix."""
    global changed
    url = url.split('#', 1)[0]
    surt = handyurl.parse(url).getURLString(
        surt=True, with_scheme=True, trailing_comma=True)
    begin, host, rest = re.match(r'(\w+://\()([^)]*)\)(.*)', surt,
                                 re.S).groups()
    port = re.search(r':(\d+),$', host)
    if port:
        host = host[:port.start()] + ',:' + port.group(1)
        changed += 1
    quad = re.match(r'(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),', host)
    if quad and quad.end() == len(host.split(':')[0]):
        host = '.'.join(reversed(quad.groups())) + host[quad.end():]
        changed += 1
    path, mark, query = rest.partition('?')
    path = path or '/'
    if scope == 'host':
        path = '/'
    elif scope == 'prefix':
        path = path[:path.rindex('/') + 1]
    elif query:
        path += '?' + query
    return '+' + (begin.replace('https:', 'http:') + host + ')'
                  + path).lower()


def escapes(line):
    """What Heritrix escapes, which the package leaves."""
    path, mark, query = line.partition('?')
    out = ''
    for char in path[path.index('(') + 1:]:
        if char in '"<>[]^`{} ' or ord(char) > 126:
            char = ''.join('%%%02x' % b for b in char.encode())
        out += char
    path = path[:path.index('(') + 1] + out
    out = ''
    for char in query:
        if char in '"<>\\` ' or ord(char) > 126:
            char = ''.join('%%%02x' % b for b in char.encode())
        out += char
    return path + mark + out


folder = tempfile.TemporaryDirectory()
ranked = os.path.join(folder.name, 'ranked.sp')
edges, urls = (os.path.join(data, 'ics-dev.%s.txt.zst' % name)
               for name in ('edges', 'urls'))
graph = os.path.join(folder.name, 'graph.sp')
run('graphimport', '-q', '--names', urls, '-o', graph, edges)
run('pagerank', '-q', '-o', ranked, graph)

names = run('graphdump', '-q', '-s', 'scores', '--to', 'text',
            ranked).split('\n')[:-1]
scores = sorted((float(line.split('\t')[1]) for line in
                 run('graphdump', '-s', 'scores', ranked).splitlines()[1:]),
                reverse=True)
dump = ('graphdump', '-q', '-s', 'scores', '--drop-refused')

# ---- SURTs ------------------------------------------------------------------

# Which names the list holds is what heritrix-precedence holds.
kept = [line.rsplit(' ', 1)[0] for line in
        run(*dump, '--to', 'heritrix-precedence', ranked).splitlines()]
print('# %d of %d names are in the lists' % (len(kept), len(names)))
ok(len(kept) > 0.99 * len(names), 'few names are left out')
for scope in 'page', 'prefix', 'host':
    changed = 0
    wanted, seen = [], set()
    for name in kept:
        line = escapes(prefix_of(name, scope))
        if line not in seen:
            seen.add(line)
            wanted.append(line)
    lines = run(*dump, '--to', 'surt', '--scope', scope, ranked).splitlines()
    differ = [pair for pair in zip(wanted, lines) if pair[0] != pair[1]]
    ok(len(wanted) == len(lines) and not differ,
       '%s: %d prefixes, of which %d have a port or an address' %
       (scope, len(lines), changed),
       '%d and %d lines, %s' % (len(wanted), len(lines), differ[:3]))

# ---- priorities -------------------------------------------------------------

log_scores = [math.log(score) for score in scores]
best, least = scores[0], scores[-1]
log_best, log_least = log_scores[0], log_scores[-1]


def classes_of(kind, classes):
    """The class of each page in the list, from 0."""
    n = len(scores)
    if kind == 'rank':
        size, more = divmod(n, classes)
        return [k for k in range(min(classes, n))
                for _ in range(size + (k < more))]
    low, high, values = ((log_least, log_best, log_scores) if kind == 'log'
                         else (least, best, scores))
    return [min(classes - 1, int((high - v) / (high - low) * classes))
            for v in values]


place = {name: i for i, name in enumerate(names)}
for kind in 'rank', 'score', 'log':
    wanted = classes_of(kind, 126)
    lines = [line.rsplit(' ', 1) for line in
             run(*dump, '--to', 'heritrix-precedence', '--priority', kind,
                 ranked).splitlines()]
    # Names in Heritrix's spelling are not all those of the graph.
    pairs = [(int(number), wanted[place[name]] + 1) for name, number in lines
             if name in place]
    # The last bit of a logarithm may move a page to the next class.
    wrong = [pair for pair in pairs if abs(pair[0] - pair[1]) >
             (kind == 'log')]
    far = sum(a != b for a, b in pairs)
    ok(not wrong and far <= 2 and len(pairs) > 0.9 * len(lines),
       'heritrix-precedence by %s: %d precedences' % (kind, len(pairs)),
       '%s, %d differ' % (wrong[:3], far))

    wanted = classes_of(kind, 10 ** 9)
    items = [json.loads(line)['known'] for line in
             run(*dump, '--to', 'urlfrontier', '--priority', kind,
                 ranked).splitlines()]
    dates = [item['refetchable_from_date'] for item in items]
    near = all(abs(date - 1 - wanted[place[item['info']['url']]]) <= 2
               for date, item in zip(dates, items))
    ok(near and dates == sorted(dates),
       'urlfrontier by %s: %d dates, ascending' % (kind, len(dates)))

    lines = [line.split('\tnutch.score=') for line in
             run(*dump, '--to', 'nutch', '--priority', kind,
                 ranked).splitlines()]
    n = len(scores)
    values = [float(value) for _, value in lines]
    if kind == 'rank':
        good = all(value == (n - place[name]) / n
                   for (name, _), value in zip(lines, values))
    elif kind == 'score':
        good = all(value == scores[place[name]]
                   for (name, _), value in zip(lines, values))
    else:
        good = all(abs(value - (log_scores[place[name]] - log_least)
                       / (log_best - log_least)) < 1e-12
                   for (name, _), value in zip(lines, values))
    floats = [struct.unpack('f', struct.pack('f', v))[0] for v in values]
    ok(good and floats == sorted(floats, reverse=True),
       'nutch by %s: %d scores, descending as floats' % (kind, len(lines)))
    if kind == 'rank':
        ok(len(set(floats)) == len(floats), 'no two ranks are one float')

items = [json.loads(line) for line in
         run(*dump, '--to', 'scrapy', ranked).splitlines()]
ok(all(item['priority'] == len(scores) - place[item['url']]
       for item in items), 'scrapy: %d priorities' % len(items))
end()
