#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""linkanswers.py - what graphlinks must print, from lists in plain Python

	linkanswers.py draw NAMES COUNT SEED >COMMANDS
	linkanswers.py answer LINKS NAMES SCORES FOLDER <COMMANDS

LINKS, NAMES and SCORES are what graphdump prints of the sections: rows of
"from to", "node host url" and "node score"; NAMES and SCORES may be empty.
COMMANDS are the options of graphlinks, "--" and names, separated by tabs, a
line for each run; the answers go to the files 1, 2, ... in FOLDER.
"""
import random
import re
import sys
from collections import defaultdict, deque


def rows(path):
    with open(path, encoding='utf-8', errors='surrogateescape') as lines:
        for line in lines:
            if not line.startswith('#'):
                yield line.rstrip('\n').split('\t')


class Graph:
    def __init__(self, links, names, scores):
        self.names = {int(row[0]): row[-1] for row in rows(names)}
        self.scores = {int(row[0]): float(row[-1]) for row in rows(scores)}
        self.out, self.into = defaultdict(list), defaultdict(list)
        for row in rows(links):
            a, b = int(row[0]), int(row[1])
            self.out[a].append(b)
            self.into[b].append(a)

    def host(self, page):
        name = self.names[page]
        found = re.match(r'[a-z]+://([^/?#:]*)', name) or \
            re.fullmatch(r'([\w-][\w-]*\.[\w.-]*)', name, re.ASCII)
        return found.group(1).lower() if found else ''

    def written(self, page):
        """A URL with a path, as in normal forms."""
        name = self.names[page]
        return name + '/' * bool(re.fullmatch(r'[a-z]+://[^/?#]+', name))

    def meant(self, text):
        same = [p for p, name in self.names.items() if name == text]
        if same:
            return same[:1]
        if text.endswith('*'):
            return [p for p in self.names
                    if self.written(p).startswith(text[:-1]) or
                    '://' not in text and self.written(p).split(
                        '://')[-1].startswith(text[:-1])]
        if text.startswith('.') or text.startswith('*.'):
            domain = text.lstrip('*').lstrip('.').lower()
            return [p for p in self.names if
                    ('.' + self.host(p)).endswith('.' + domain)]
        if '.' in text and '/' not in text:
            return [p for p in self.names if self.host(p) == text.lower()]
        return [int(text)] if text.isdigit() else []


def answers(graph, names, way, options):
    """For each name: the pages linked with it, and by how many links."""
    side = graph.into if way == 'in' else graph.out
    found = []
    for name in names:
        pages, links = set(graph.meant(name)), defaultdict(int)
        for page in pages:
            for other in side[page]:
                if 'drop-inside' not in options or other not in pages:
                    links[other] += 1
        found.append(links)
    return found


def number(value):
    return repr(value)[:-2] if repr(value).endswith('.0') else repr(value)


def cut(table, options):
    table = [row for _, row in sorted(table, key=lambda row: row[0])]
    limit = int(options.get('limit', 0))
    return table[:limit] if limit else table


def score(graph, page, options):
    return graph.scores[page] if 'score' in options else 0.0


def by_page(graph, links, options):
    return cut([((-score(graph, page, options), -count, page),
                 [page, graph.names.get(page, ''), count,
                  score(graph, page, options)])
                for page, count in links.items()], options)


def by_host(graph, links, options):
    hosts = {}
    for page in sorted(links):
        host = hosts.setdefault(graph.host(page), [0, 0, 0.0])
        host[0] += 1
        host[1] += links[page]
        host[2] += score(graph, page, options)
    return cut([((-h[2], -h[0], -h[1], name.encode()), [name] + h)
                for name, h in hosts.items()], options)


def in_common(graph, found, options):
    pages = defaultdict(lambda: [0, 0])
    for links in found:
        for page, count in links.items():
            pages[page][0] += 1
            pages[page][1] += count
    return cut([((-score(graph, page, options), -both[0], -both[1], page),
                 [page, graph.names.get(page, '')] + both +
                 [score(graph, page, options)])
                for page, both in pages.items()
                if both[0] >= int(options['common'])], options)


def chain(graph, first, last):
    """The smallest page at each step, of all shortest chains."""
    away = {page: 0 for page in last}
    queue = deque(last)
    while queue:
        page = queue.popleft()
        for other in graph.into[page]:
            if other not in away:
                away[other] = away[page] + 1
                queue.append(other)
    start = [page for page in first if page in away]
    if not start:
        return []
    found = [min(start, key=lambda page: (away[page], page))]
    while away[found[-1]]:
        found.append(min(page for page in graph.out[found[-1]]
                         if away.get(page, -1) == away[found[-1]] - 1))
    return found


def show(row, options):
    row = row if 'score' in options else row[:-1]
    print('\t'.join(number(cell) if isinstance(cell, float) else str(cell)
                    for cell in row))


def answer(graph, options, names):
    end = '\tscore' if 'score' in options else ''
    if 'path' in options:
        print('#step\tnode\turl' + end)
        for step, page in enumerate(chain(graph, *map(graph.meant, names))):
            show([step, page, graph.names.get(page, ''),
                  score(graph, page, options)], options)
        return
    ways = ['in', 'out'] if 'both' in options else \
        ['out'] if 'out' in options else ['in']
    found = {way: answers(graph, names, way, options) for way in ways}
    if 'common' in options:
        print('#way\tnode\turl\tnames\tlinks' + end)
        for way in ways:
            for row in in_common(graph, found[way], options):
                show([way] + row, options)
        return
    hosts = 'hosts' in options
    print('#name\tway\t' + ('host\tpages' if hosts else 'node\turl') +
          '\tlinks' + end)
    for i, name in enumerate(names):
        for way in ways:
            for row in (by_host if hosts else by_page)(
                    graph, found[way][i], options):
                show([name, way] + row, options)


def draw_name(dice, names):
    page = dice.choice(list(names))
    url = names[page]
    host = url.split('://')[-1].split('/')[0]
    slash = url.find('/', url.find('://') + 3) if '://' in url else -1
    kinds = [url, url, url, str(page)]
    if '.' in host:
        kinds += [host, '*.' + host, '.' + host.split('.', 1)[1]]
    if slash > 0 and '.' in host:
        kinds += [url[:dice.randint(slash + 1, len(url))] + '*',
                  url[url.index('://') + 3:] + '*']
    return dice.choice(kinds)


def draw(names, count, seed):
    dice = random.Random(seed)
    for _ in range(count):
        many = dice.choice([1, 1, 2, 3, 10])
        line = dice.choice([[], ['--in'], ['--out'], ['--both']])
        view = dice.choice(['', '', '--hosts', '--path', '--common'])
        if view == '--path':
            many, line = 2, []
        if view:
            line = line + [view]
        if view == '--common':
            line.append(str(dice.randint(1, min(many, 3))))
        if dice.random() < 0.4:
            line += ['--score', 'pagerank']
        if view != '--path' and dice.random() < 0.3:
            line += ['--limit', str(dice.choice([1, 2, 10]))]
        if view != '--path' and dice.random() < 0.3:
            line += ['--drop-inside']
        chosen = set()
        while len(chosen) < min(many, len(names)):
            chosen.add(draw_name(dice, names))
        print('\t'.join(line + ['--'] + sorted(chosen)))


def main():
    if sys.argv[1] == 'draw':
        names = {int(row[0]): row[-1] for row in rows(sys.argv[2])}
        draw(names, int(sys.argv[3]), int(sys.argv[4]))
        return
    graph, terminal = Graph(*sys.argv[2:5]), sys.stdout
    for case, line in enumerate(sys.stdin, 1):
        words = line.rstrip('\n').split('\t')
        at = words.index('--')
        options = {word[2:]: words[i + 1]
                   for i, word in enumerate(words[:at])
                   if word.startswith('--')}
        with open(f'{sys.argv[5]}/{case}', 'w', encoding='utf-8',
                  errors='surrogateescape') as sys.stdout:
            answer(graph, options, words[at + 1:])
    sys.stdout = terminal


if __name__ == '__main__':
    main()
