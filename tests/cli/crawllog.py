# SPDX-License-Identifier: MIT
"""crawllog.py - logs of crawls, made at random, and a second, simple way to
their order

    crawllog.py make FORMAT SEED NAMES ORDER >log
    crawllog.py order FORMAT LOG NAMES LINKS >order

NAMES, ORDER and LINKS are what graphdump prints: -s names, -s orders (of one
order), and the links.  FORMAT is heritrix or cdx.  make replays the order as
a crawl at random times, with several downloads at a time, failures, pages
fetched again, lines that are no pages and pages that the graph lacks.  order
prints the order that crawlimport must find, as graphdump does, without the name
of the order, and then its seeds.
"""
import datetime
import random
import re
import sys

EPOCH = datetime.datetime(1970, 1, 1)


def rows(path):
    with open(path) as lines:
        return [line.rstrip('\n').split('\t') for line in lines
                if not line.startswith('#')]


def read_names(path):
    return {int(row[0]): row[-1] for row in rows(path)}


# ---- making logs -----------------------------------------------------------

def moment(ms):
    return EPOCH + datetime.timedelta(milliseconds=ms)


def digits(ms):
    return moment(ms).strftime('%Y%m%d%H%M%S') + '%03d' % (ms % 1000)


def spell(draw, url):
    """The URL, or another spelling of it, if it is a plain one."""
    if not re.fullmatch('https?://[a-z0-9.-]+/[A-Za-z0-9/._-]*', url) or \
            '/.' in url or '//' in url[8:]:
        return url
    scheme, rest = url.split('://', 1)
    host, slash, path = rest.partition('/')
    way = draw.randrange(8)
    if way == 0:
        return scheme.upper() + '://' + host.upper() + slash + path
    if way == 1:
        return url + '#part'
    if way == 2:
        port = ':443' if scheme == 'https' else ':80'
        return scheme + '://' + host + port + slash + path
    if way == 3:
        return scheme + '://' + host + '/x/..' + slash + path
    return url


def heritrix_line(draw, event):
    start, length, status, url, path, via = event
    end = start + length
    stamp = moment(end).strftime('%Y-%m-%dT%H:%M:%S') + '.%03dZ' % (end % 1000)
    if draw.randrange(2):
        stamp = digits(end)
    return '%s %5d %10s %s %s %s text/html #%03d %s+%d sha1:AAAA - -' % (
        stamp, status, draw.choice(['-', draw.randrange(99999)]), url, path,
        via, draw.randrange(50), digits(start), length)


def cdx_line(draw, event):
    start, length, status, url, path, via = event
    mime = 'text/html'
    if status == 200 and not draw.randrange(9):
        mime, status = 'warc/revisit', '-'
    return 'org,key)/ %s %s %s %s AAAA - - %d %d a.warc.gz' % (
        digits(start)[:14], url, mime, status, draw.randrange(999),
        draw.randrange(999))


def make(form, seed, names_path, order_path):
    draw = random.Random(int(seed))
    names = read_names(names_path)
    events = []
    clock = 1400000000000
    done = []
    for row in rows(order_path):
        page, parent, depth = int(row[2]), row[4], int(row[5])
        path = 'L' * (depth - 1) or '-'
        via = '-' if parent == '-' else spell(draw, names[int(parent)])
        if parent != '-' and not draw.randrange(10):
            via = 'http://elsewhere.example/page'
        clock += draw.choice([0, 1, 3, 40, 1200])
        url = names[page]
        way = draw.randrange(12)
        if way == 0:
            events.append((clock, 5, draw.choice([404, 503, -2, -9998]), url,
                           path, via))
            clock += draw.choice([0, 7])
        if way == 1:
            events.append((clock, 2, 1, 'dns:host.example', path + 'P', via))
        if way == 2:
            host = '/'.join(url.split('/')[:3])
            events.append((clock, 2, 200, host + '/robots.txt', 'P', via))
        if way == 3:
            events.append((clock, 9, 200, 'http://no.example/%d' % page, path,
                           via))
        if way == 4 and done:
            again = draw.choice(done)
            events.append((clock, 9, 200, spell(draw, names[again]), path,
                           via))
        events.append((clock, draw.choice([1, 9, 300, 4000]),
                       draw.choice([200, 200, 301, 304]), spell(draw, url),
                       path, via))
        done.append(page)
    if form == 'heritrix':
        events.sort(key=lambda event: event[0] + event[1])
        for event in events:
            print(heritrix_line(draw, event))
    else:
        print(' CDX N b a m s k r M S V g')
        draw.shuffle(events)
        for event in events:
            if not event[3].startswith('dns:'):
                print(cdx_line(draw, event))


# ---- the order of a log ----------------------------------------------------

def normal(url):
    """The normal form of the spellings above."""
    scheme, rest = url.split('://', 1)
    scheme = scheme.lower()
    host, slash, path = rest.partition('/')
    host = host.lower()
    for end in (':80', ':443'):
        if host.endswith(end):
            host = host[:-len(end)]
    url = scheme + '://' + host + slash + path.split('#')[0]
    return url.replace('/x/../', '/')


def parse_time(text):
    if text.isdigit():
        ms = int(text[14:17] or 0)
        when = datetime.datetime.strptime(text[:14], '%Y%m%d%H%M%S')
    else:
        ms = int(text[20:23])
        when = datetime.datetime.strptime(text[:19], '%Y-%m-%dT%H:%M:%S')
    return int((when - EPOCH).total_seconds()) * 1000 + ms


def read_log(form, path):
    """Events: time, URL, was downloaded, is a seed, via."""
    with open(path) as lines:
        for line in lines:
            word = line.split()
            if word[0] == 'CDX':
                continue
            if form == 'cdx':
                status = 200 if word[4] == '-' else int(word[4])
                yield parse_time(word[1]), word[2], status, False, None
                continue
            via = None if word[5] == '-' else word[5]
            yield (parse_time(word[8].split('+')[0]), word[3], int(word[1]),
                   word[4] == '-', via)


def order(form, log, names_path, links_path):
    names = read_names(names_path)
    page_of = {}
    for page, name in sorted(names.items()):
        page_of.setdefault(name, page)
    links = {}
    for row in rows(links_path):
        links.setdefault(int(row[1]), []).append(int(row[0]))

    def find(url):
        if not url.lower().startswith('http') or \
                url.split('/', 3)[-1] == 'robots.txt':
            return None
        return page_of.get(url, page_of.get(normal(url)))

    found = []
    tried = []
    says_via = False
    for line, (time, url, status, seed, via) in enumerate(
            read_log(form, log)):
        page = find(url)
        if page is None:
            continue
        says_via = says_via or via is not None
        entry = (time, line, page, via, seed)
        if 200 <= status < 400:
            found.append(entry)
        elif seed:
            tried.append(entry)
    found.sort(key=lambda entry: entry[:2])
    tried.sort(key=lambda entry: entry[:2])

    place = {}
    first = []
    for entry in found:
        if entry[2] not in place:
            place[entry[2]] = len(first)
            first.append(entry)
    depth, seeds = {}, []

    def add_seed(page):
        if page not in seeds_set:
            seeds_set.add(page)
            seeds.append(page)

    seeds_set = set()
    for position, (time, line, page, via, seed) in enumerate(first):
        while tried and tried[0][:2] < (time, line):
            page_tried = tried.pop(0)[2]
            if place.get(page_tried, position) >= position:
                add_seed(page_tried)
        parent = None
        if not (seed or page in seeds_set or
                (says_via and via is None)):
            source = find(via) if via else None
            if source is not None and place.get(source, 1e99) < position:
                parent = source
            else:
                earlier = [place[p] for p in links.get(page, [])
                           if p in place and place[p] < position]
                if earlier:
                    parent = first[min(earlier)][2]
        if parent is None:
            add_seed(page)
            depth[page] = 1
        else:
            depth[page] = depth[parent] + 1
        print(position + 1, page, '%.3f' % (time / 1000),
              '-' if parent is None else parent, depth[page], sep='\t')
    for entry in tried:
        if entry[2] not in place:
            add_seed(entry[2])
    for seed in seeds:
        print('seed', seed, sep='\t')


if __name__ == '__main__':
    {'make': make, 'order': order}[sys.argv[1]](*sys.argv[2:])
