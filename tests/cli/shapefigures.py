# SPDX-License-Identifier: MIT
"""shapefigures.py - which URLs a pattern matches, and the columns of crawlshape

A second implementation, for shapetable.py, written from crawlshape(1) and the
heads of lib/shape/pattern.h, figures.h and stops.h.
"""
import re
from collections import Counter, deque
from fractions import Fraction

from nextworld import host_of, seconds

# ---- patterns ----------------------------------------------------------------

CLASSES = {
    'number': '[0-9]+',
    'hex': '(?:[0-9a-f]{8,}|[0-9A-F]{8,})',
    'date': '(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}_[0-9]{2}_[0-9]{2})',
    'locale': '[A-Za-z]{2}(?:[-_][A-Za-z]{2})?',
}
PIECE = re.compile(r'\\(.)|<([a-z]+)(:[^>]*)?>|([^<\\]+)', re.S)


def unquote(text):
    return re.sub(r'\\(.)', r'\1', text, flags=re.S)


def expression(text, word):
    """Of the pieces of a segment or value."""
    found = ''
    for literal, name, _, plain in PIECE.findall(text):
        if name == 'word':
            # Before an extension it is not empty.
            found += word if len(text) == len('<word>') else '.+'
        elif name:
            found += CLASSES[name]
        else:
            found += re.escape(literal + plain)
    return re.compile(found, re.S)


def cut(text, characters):
    """Before and after the first of some characters; None if there is none."""
    for match in PIECE.finditer(text):
        at = [i for i, c in enumerate(match[4] or '') if c in characters]
        if at:
            at = match.start() + at[0]
            return text[:at], text[at + 1:]
    return text, None


def split(text, character):
    parts = []
    while text is not None:
        part, text = cut(text, character)
        parts.append(part)
    return parts


class Repeat(str):
    """A segment, or two, that come three times or more."""


def path_parts(segments):
    """The same, with repetitions as one part each."""
    parts = []
    while segments:
        for unit in (1, 2):
            first, times = segments[:unit], 1
            while segments[times * unit:(times + 1) * unit] == first:
                times += 1
            if times >= 3 and '' not in first and not (
                    set('<>\\') & set(''.join(first))):
                parts.append(Repeat('/'.join(first)))
                segments = segments[times * unit:]
                break
        else:
            parts.append(segments[0])
            segments = segments[1:]
    return parts


class Pattern:
    def __init__(self, text):
        self.text = text
        host, path = cut(text, '/')
        path, parameters = cut(path, '?')
        self.host = unquote(host)
        self.path = []
        for part in split(path, '/'):
            if part.startswith('<repeat:'):
                self.path.append(Repeat(part[8:-1]))
            else:
                self.path.append(part)
        self.deeper = self.path[-1] == '<deeper>'
        if self.deeper:
            self.path.pop()
        # What all its URLs begin with, for Shapes.
        self.first = self.path[0] if self.path else Repeat()
        self.first = None if isinstance(self.first, Repeat) or any(
            match[2] for match in PIECE.finditer(self.first)) else \
            unquote(self.first)
        self.path = [part if isinstance(part, Repeat) else
                     expression(part, '.+') for part in self.path]
        self.any = parameters == '<any>'
        self.mixed = (parameters or '').startswith('<mixed>')
        self.parameters = [] if parameters is None or self.any else [
            (unquote(name), value is not None, expression(value or '', '.*'))
            for name, value in (cut(p, '=') for p in split(
                parameters[7 * self.mixed:], '&'))]

    def matches(self, path, parameters):
        """Does it match these parts of a path, and parameters, or None?"""
        if len(path) < len(self.path) + self.deeper or not all(
                part_matches(mine, part)
                for mine, part in zip(self.path, path)):
            return False
        if self.deeper:
            return True
        if len(path) > len(self.path):
            return False
        if self.any:
            return parameters is not None
        parameters = parameters or []
        if self.mixed:
            # Those of the same name stay in their order.
            parameters = sorted(parameters, key=sort_key)
        return len(parameters) == len(self.parameters) and all(
            name == mine[0] and (value is not None) == mine[1] and
            mine[2].fullmatch(value or '')
            for mine, (name, value) in zip(self.parameters, parameters))


def part_matches(mine, part):
    if isinstance(mine, Repeat) or isinstance(part, Repeat):
        return type(mine) is type(part) and mine == part
    return mine.fullmatch(part)


def sort_key(parameter):
    """That of its name."""
    name, value = parameter
    return (name + ('=' if value is not None else '')).encode()


def url_parts(url):
    """Host as it is written, segments, and a list of parameters or None."""
    rest = re.sub(r'^([^/?#\\]*:)?//', '', url)
    site = re.match(r'[^/?#\\]*', rest)[0]
    rest = rest[len(site):].split('#')[0]
    path, sign, query = rest.partition('?')
    site = re.sub(r':[0-9]*$', '', site.split('@')[-1])
    parameters = [
        (name, value if equals else None) for name, equals, value in
        (p.partition('=') for p in re.split('[&;]', query))]
    return (site if host_of(url) else '', path[1:].split('/'),
            parameters if sign else None)


class Shapes:
    """Patterns in their order, and the pages of each."""

    def __init__(self, patterns, names):
        self.patterns = [Pattern(text) for text in patterns]
        hosts = {}
        for number, pattern in enumerate(self.patterns):
            first, several = hosts.setdefault(pattern.host, ({}, []))
            if pattern.first is None:
                several.append(number)
            else:
                first.setdefault(pattern.first, []).append(number)
        self.of = []
        for name in names:
            host, path, parameters = url_parts(name)
            first, several = hosts.get(host, ({}, []))
            tried = sorted(first.get(path[0], []) + several)
            parts = path_parts(path)
            self.of.append(next((
                number for number in tried if
                self.patterns[number].matches(parts, parameters)), None))


# ---- what a stream has -------------------------------------------------------

def cell(text):
    """A cell of a table as it is without escapes."""
    return re.sub(r'\\(\\|x[0-9a-f]{2})', lambda m: '\\' if m[1] == '\\' else
                  chr(int(m[1][1:], 16)), text)


DOWNLOADED = {'ok', 'redirect', 'gone'}


class Crawl:
    """Names, links, states, fetches and a score of a stream, by graphdump."""

    def __init__(self, filters, file, score):
        self.names = [cell(row[2]) for row in
                      filters.table('-s', 'names', file)]
        self.rows = [[] for _ in self.names]
        for i, j in filters.table(file):
            self.rows[int(i)].append(int(j))
        self.hosts = [host_of(name) for name in self.names]
        self.states = self.table(filters, file, 'states')
        fetches = self.table(filters, file, 'fetches') or []
        self.time, self.size, self.digest = {}, {}, {}
        for page, time, size, digest, _ in fetches:
            for value, of in ((seconds(time), self.time), (size, self.size),
                              (digest, self.digest)):
                if value not in (None, '-'):
                    of[int(page)] = value
        self.score = [float(row[1]) for row in filters.table(
            '-s', 'scores', file)] if score else None
        if self.states:
            pages = [int(page) for page, state in self.states
                     if state in DOWNLOADED]
        else:
            pages = [page for page, row in enumerate(self.rows) if row]
        self.downloads = sorted(
            pages, key=lambda page: (self.time.get(page, float('inf')), page))
        self.place = {page: i for i, page in enumerate(self.downloads)}

    @staticmethod
    def table(filters, file, section):
        lines = filters.run('graphdump', '-s', section, file, status=None)
        if f'no {section} in the stream' in lines:
            return None
        return [line.split('\t') for line in lines.splitlines()[1:]]


# ---- the table ---------------------------------------------------------------

COLUMNS = ['pages', 'fetched', 'share', 'bytes', 'duplicates', 'inlinks',
           'inside', 'found', 'bred', 'hosts', 'late', 'mass', 'samelinks']


def add_downloads(crawl, of, count):
    digests, rows = set(), set()
    for place, page in enumerate(crawl.downloads):
        shape = of[page]
        count['fetched'][shape] += 1
        count['bytes'][shape] += int(crawl.size.get(page, 0))
        count['late'][shape] += place >= len(crawl.downloads) // 2
        digest = crawl.digest.get(page)
        count['duplicates'][shape] += digest in digests
        if digest:
            digests.add(digest)
        row = tuple(crawl.rows[page])
        if len(row) >= 4:
            count['samelinks'][shape] += row in rows
            rows.add(row)


def add_finds(crawl, of, count):
    linked, hosts = set(), {''}
    for place, page in enumerate(crawl.downloads):
        shape = of[page]
        hosts.add(crawl.hosts[page])
        for other in crawl.rows[page]:
            if other in linked:
                continue
            linked.add(other)
            if crawl.place.get(other, float('inf')) <= place:
                continue
            count['found'][shape] += 1
            count['bred'][shape] += of[other] == shape
            count['hosts'][shape] += crawl.hosts[other] not in hosts
            hosts.add(crawl.hosts[other])


def table(crawl, of):
    """For each shape, the columns, None where they are not known."""
    count = {column: Counter() for column in COLUMNS}
    for page, shape in enumerate(of):
        count['pages'][shape] += 1
        if crawl.score:
            count['mass'][shape] += crawl.score[page]
        for other in crawl.rows[page]:
            if of[other] != shape:
                count['inlinks'][of[other]] += 1
            elif other != page:
                count['inside'][shape] += 1
    add_downloads(crawl, of, count)
    add_finds(crawl, of, count)
    for shape, pages in count['pages'].items():
        count['share'][shape] = pages / len(of)
    unknown = {'fetched': not crawl.states, 'bytes': not crawl.size,
               'duplicates': not crawl.digest, 'late': len({crawl.time.get(page)
                         for page in crawl.downloads} - {None}) < 2,
               'mass': not crawl.score}
    return {shape: {column: None if unknown.get(column) else
                    count[column][shape] for column in COLUMNS}
            for shape in count['pages'] if shape is not None}


# ---- traps that the manual defines in numbers --------------------------------

def repeats(text):
    path = split(split(text, '?')[0], '/')
    return '/<repeat:' in text.replace('\\<', '') or (
        len(path) > 4 and path[-1] == path[-3] and path[-2] == path[-4] and
        '<word>' in path[-1] and '<' not in path[-2])


def spare_orders(names, shapes):
    """For each shape, how many of its URLs could go, as others have their
    segments and parameters, and how many it and these others are."""
    sets, kind = {}, {}
    for name, shape in zip(names, shapes.of):
        if shape is None:
            continue
        host, path, parameters = url_parts(name)
        parts = [(type(part).__name__, part) for part in path_parts(path)[:32]]
        given = [str(parameter) for parameter in (parameters or [])[:24]]
        orders = sets.setdefault((host, *sorted(parts), *sorted(given)), {})
        orders[tuple(parts + given)] = shape
        kind.setdefault(shape, sorted(re.split('[/?&]', shapes.patterns[
            shape].text)))
    urls, spare, family = Counter(), Counter(), Counter()
    for orders in sets.values():
        of = Counter(orders.values())
        for shape, own in of.items():
            n = sum(k for other, k in of.items()
                    if other == shape or kind[other] != kind[shape])
            urls[shape] += own
            spare[shape] += own - Fraction(own, n)
            family[shape] += n
    return {shape: (spare[shape] / urls[shape], family[shape])
            for shape in urls}


def verdicts(crawl, shapes, rows):
    """For each shape, which of these reasons it has: "repeated", "reordered",
    "duplicates"."""
    digests = Counter(shapes.of[page] for page in crawl.downloads
                      if page in crawl.digest)
    orders = spare_orders(crawl.names, shapes)
    found = {}
    for shape, row in rows.items():
        found[shape] = set()
        share, family = orders[shape]
        if 2 * share >= 1 and max(family, row['pages']) >= 20:
            found[shape].add('reordered')
        if row['pages'] < 20:
            continue
        if repeats(shapes.patterns[shape].text):
            found[shape].add('repeated')
        fetched, same = row['fetched'] or 0, row['duplicates'] or 0
        known = digests[shape]
        if known >= 8 and (fetched >= 20 and 3 * same >= 2 * known or
                           same == known == fetched):
            found[shape].add('duplicates')
    return found


# ---- stopping traps ----------------------------------------------------------

def reach(crawl, seeds, stopped, of):
    """The pages that a crawl gets to know without the links of these shapes."""
    seen, waiting = set(seeds), deque(seeds)
    while waiting:
        page = waiting.popleft()
        if page not in crawl.place or of[page] in stopped:
            continue
        for other in crawl.rows[page]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def first_pages(crawl, of):
    linked = {other for page in crawl.downloads for other in crawl.rows[page]
              if other != page}
    seeds = crawl.downloads[:1] + [p for p in crawl.downloads
                                   if p not in linked]
    seen = reach(crawl, seeds, (), of)
    for page in crawl.downloads:
        if page not in seen:
            seeds.append(page)
            seen |= reach(crawl, [page], (), of)
    return seeds


def stops(crawl, of, traps):
    """For each of these sets of shapes, what stopping them saves and loses."""
    seeds = first_pages(crawl, of)
    whole = reach(crawl, seeds, (), of)
    score = crawl.score or [0] * len(of)
    rows = []
    for stopped in traps:
        own = [page for page in range(len(of)) if of[page] in stopped]
        lost = [page for page in whole - reach(crawl, seeds, stopped, of)
                if of[page] not in stopped]
        rows.append({
            'saved': sum(page in crawl.place for page in own),
            'lost': len(lost),
            'lostdownloads': sum(page in crawl.place for page in lost),
            'mass': sum(score[page] for page in own) if crawl.score else None,
            'lostmass': sum(score[page] for page in lost)
            if crawl.score else None})
    return rows
