#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
captures.t - what crawlgraph -f warc makes of random archives whose truth is
known: pages fetched again, with dates and without, errors, revisits, redirects
(also in chains, in circles and to nowhere), nofollow in its three places, and
Link headers, with every option that chooses among them

The second implementation is written from the manual page, and never parses
anything: the pages are made from the links that it knows.
"""
import collections
import os
import random
import subprocess
import tempfile

BIN = os.path.abspath(os.environ.get('BIN', 'bin'))
RUNS = 200
OPTIONS = ('first', 'fetched-only', 'fold-redirects', 'skip-nofollow',
           'canonical', 'link-headers', 'redirects', 'all-links')

Link = collections.namedtuple('Link', 'target kind nofollow')
Capture = collections.namedtuple('Capture',
                                 'url date kind links forbids redirect')


def url_of(number):
    return 'http://h%d.example/p%d' % (number % 3, number)


def reference(draw, page, target):
    """The target, as the page may write it."""
    same = page.split('/')[2] == target.split('/')[2]
    name = target.split('/')[3]
    return draw.choice([target, target + '#x', target[5:]] +
                       ['/' + name, name, './' + name] * same)


# ---- making archives -------------------------------------------------------

def make_link(draw, page, target, head, body, headers):
    """Writes a link into a part of the page; its kind and nofollow."""
    written = reference(draw, page, target)
    way = draw.randrange(9)
    if way < 4:
        rel, nofollow = draw.choice([
            (None, False), (None, False), ('external', False),
            ('nofollowx', False), ('nofollow', True),
            ('noopener NoFollow', True), ('ugc\tnofollow', True)])
        body.append('<a href="%s"%s>x</a>' % (
            written, ' rel="%s"' % rel if rel else ''))
        return Link(target, 'page', nofollow)
    if way == 4:
        body.append('<img src="%s"><script src="%s"></script>' % (
            written, written))
        return Link(target, 'other', False)
    if way == 5:
        head.append('<link rel="%s" href="%s">' % (
            draw.choice(['canonical', 'Canonical', 'x canonical']), written))
        return Link(target, 'canonical', False)
    if way == 6:
        body.append(draw.choice(['<iframe src="%s"></iframe>',
                                 '<map><area href="%s"></map>']) % written)
        return Link(target, 'page', False)
    if way == 7:
        head.append('<meta http-equiv=%s content="%s">' % (
            draw.choice(['refresh', 'Refresh']),
            draw.choice(['0;url=%s', '5; URL=%s', "0; url='%s'"]) % written))
        return Link(target, 'page', False)
    headers.append('Link: <%s>%s' % (written, draw.choice([
        '', '; rel=next', '; rel="a, b; c"', '; title="x, <y>"; rel=prev',
        ';a="\\"q,<http://no.example/>"', ' , <mailto:x@y>'])))
    return Link(target, 'header', False)


def make_page(draw, page, pages, headers):
    """Its links, whether it forbids them, and its HTML."""
    head, body = [], []
    links = [make_link(draw, page, url_of(draw.randrange(pages)), head, body,
                       headers) for _ in range(draw.randrange(6))]
    robots = draw.choice([None] * 5 + ['nofollow', 'none', 'noindex',
                                       'index, NOFOLLOW', 'header'])
    if robots == 'header':
        headers.append('X-Robots-Tag: ' + draw.choice(
            ['nofollow', 'noindex, nofollow', 'none']))
    elif robots:
        head.append('<meta name=robots content="%s">' % robots)
    draw.shuffle(body)
    return links, robots not in (None, 'noindex'), \
        '<title>t</title>%s<body>%s' % (''.join(head), ' '.join(body))


def make_capture(draw, pages):
    """A capture, and its record."""
    page = url_of(draw.randrange(pages))
    kind = draw.choice(['html'] * 6 + ['redirect'] * 3 +
                       ['error', 'revisit', 'pdf', 'nowhere'])
    lost = '<a href="http://no.example/">x</a>'
    links, forbids, redirect, headers = [], False, None, []
    mime, status, body = 'text/html', '200 OK', ''
    if kind == 'html':
        links, forbids, body = make_page(draw, page, pages, headers)
    elif kind == 'redirect':
        redirect, body = url_of(draw.randrange(pages)), lost
        status = '%d x' % draw.choice([301, 302, 303, 307, 308])
        headers.append('Location: ' + reference(draw, page, redirect))
    elif kind == 'nowhere':
        status = '301 x'
        headers += draw.choice([[], ['Location: mailto:x'], ['Location: '],
                                ['Location: #x']])
    elif kind == 'error':
        status, body = draw.choice(['404 x', '500 x', '403 x']), lost
    elif kind == 'pdf':
        mime = 'application/pdf'
    date = draw.choice([1, 2, 3, 3, 4, 5, None])
    block = '\r\n'.join(['HTTP/1.1 ' + status, 'Content-Type: ' + mime] +
                        headers + ['', body])
    record = ['WARC/1.0',
              'WARC-Type: ' + ('revisit' if kind == 'revisit' else 'response'),
              'WARC-Target-URI: ' + page]
    if date:
        record.append('WARC-Date: 2026-01-0%dT00:00:00Z' % date)
    record += ['Content-Length: %d' % len(block), '', block, '', '']
    return Capture(page, date or 0, kind, links, forbids, redirect), \
        '\r\n'.join(record)


# ---- what the manual page says ---------------------------------------------

def chosen(captures, first):
    """The capture of each page that counts."""
    best = {}
    for place, capture in enumerate(captures):
        says = capture.kind not in ('error', 'revisit', 'nowhere')
        rank = (capture.date, place)
        if first:
            rank = (-capture.date, -place)
        rank = (says,) + rank
        if capture.url not in best or rank > best[capture.url][0]:
            best[capture.url] = rank, capture
    return {url: capture for url, (rank, capture) in best.items()}


def links_of(capture, options):
    kinds = {'page'}
    if 'all-links' in options:
        kinds |= {'other', 'canonical', 'header', 'redirect'}
    kinds |= {kind for kind, option in (
        ('canonical', 'canonical'), ('header', 'link-headers'),
        ('redirect', 'redirects')) if option in options}
    found = {link.target for link in capture.links if link.kind in kinds and
             not ('skip-nofollow' in options and
                  (link.nofollow or capture.forbids))}
    if capture.redirect and 'redirect' in kinds:
        found.add(capture.redirect)
    return found


def redirects_end(url, redirects):
    """Where they end; the page itself if that is in a circle."""
    seen, at = set(), url
    while at in redirects:
        if at in seen:
            return url
        seen.add(at)
        at = redirects[at]
    return at


def expected(captures, options):
    """Pages, and links."""
    fetched = chosen(captures, 'first' in options)
    links = {(url, target) for url, capture in fetched.items()
             for target in links_of(capture, options)}
    pages = set(fetched)
    if 'fold-redirects' in options:
        redirects = {url: capture.redirect for url, capture in fetched.items()
                     if capture.redirect}

        def end(url):
            return redirects_end(url, redirects)
        links = {(source, end(target)) for source, target in links
                 if end(source) == source}
        pages = {end(url) for url in pages}
        fetched = {url for url in fetched if end(url) == url}
    if 'fetched-only' in options:
        return pages & set(fetched), {(source, target) for source, target in
                                      links if target in fetched}
    return pages | {target for source, target in links}, links


# ---- what is imported ------------------------------------------------------

def run(*command):
    return subprocess.run([BIN + '/' + command[0], *command[1:]], check=True,
                          capture_output=True, text=True).stdout


def rows(*command):
    return [line.split('\t') for line in run(*command).splitlines()
            if not line.startswith('#')]


def imported(files, options):
    run('crawlgraph', '-q', '-f', 'warc', '-o', 'web.sp',
        *['--' + option for option in options], *files)
    links = rows('graphdump', 'web.sp')
    names = [row[-1] for row in rows('graphdump', '-s', 'names', 'web.sp')]
    return set(names), {(names[int(row[0])], names[int(row[1])])
                        for row in links}


def difference(seed):
    """None, or how both differ on a random archive."""
    draw = random.Random(seed)
    pages = draw.choice([4, 10, 25])
    made = [make_capture(draw, pages) for _ in range(draw.choice([3, 10, 40]))]
    options = [option for option in OPTIONS if draw.random() < .3]
    captures = [capture for capture, record in made]
    wanted = expected(captures, options)
    if not wanted[0]:
        return None
    cut = draw.randrange(1, len(made))
    for name, part in (('1.warc', made[:cut]), ('2.warc', made[cut:])):
        with open(name, 'w', newline='') as archive:
            archive.write(''.join(record for capture, record in part))
    found = imported(['1.warc', '2.warc'], options)
    if found == wanted:
        return None
    return 'seed %d, options %s: too much %s, too little %s' % (
        seed, options, [sorted(a - b) for a, b in zip(found, wanted)],
        [sorted(b - a) for a, b in zip(found, wanted)])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    wrong = [what for what in map(difference, range(RUNS)) if what]
    os.chdir('/')
print('%sok 1 - %d random archives' % ('not ' if wrong else '', RUNS))
for line in wrong[:10]:
    print('# ' + line)
print('1..1')
