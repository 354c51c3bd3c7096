#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
warc.t - crawlgraph -f warc beside a naive importer: warcio reads the archives,
html5lib the pages, ada resolves the URLs

Pages and links are compared byte for byte, with and without the options for
redirects.  Differences are only accepted for the reasons that explained()
lists, and counted.
"""
import codecs
import contextlib
import glob
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys

from tap import end, ok, skip_all

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get('BIN', 'bin')
REDIRECTS = ('301', '302', '303', '307', '308')

try:
    import ada_url
    import html5lib
    from warcio.archiveiterator import ArchiveIterator
except ImportError as error:
    skip_all(error)

loader = importlib.machinery.SourceFileLoader('url', HERE + '/url.t')
spec = importlib.util.spec_from_loader('url', loader)
url_t = importlib.util.module_from_spec(spec)
loader.exec_module(url_t)


def resolve(base, text, charset='utf-8'):
    """The normal form of a link; None if it leads to no page."""
    text = text.strip(''.join(map(chr, range(33))))
    if charset != 'utf-8' and '?' in text:
        path, query = text.split('?', 1)
        query, mark, rest = query.partition('#')
        query = ''.join(c if ord(c) < 128 else ''.join(
            '%%%02X' % b for b in c.encode(charset, 'xmlcharrefreplace'))
            for c in query)
        text = path + '?' + query + mark + rest
    try:
        url = ada_url.URL(text, base=base) if base else ada_url.URL(text)
    except ValueError:
        return None
    made = url_t.normal(url.href)
    return made if made.startswith('http') else None


# ---- HTML ------------------------------------------------------------------

def local(name):
    return name.rsplit('}', 1)[-1] if isinstance(name, str) else None


def elements(tree):
    """The elements in order, less what is in <template>."""
    if not isinstance(tree.tag, str):
        return
    yield tree
    if local(tree.tag) != 'template':
        for child in tree:
            yield from elements(child)


def refresh(content):
    match = re.match(r'[\t\n\f\r ]*[0-9.]+[\t\n\f\r ]*[;,\t\n\f\r ]'
                     r'[;,\t\n\f\r ]*(.*)', content, re.S)
    if not match or not match.group(1):
        return None
    rest = match.group(1)
    match = re.match(r'url[\t\n\f\r ]*=[\t\n\f\r ]*(.*)', rest, re.S | re.I)
    rest = match.group(1) if match else rest
    if rest[:1] in ('"', "'"):
        rest = rest[1:].split(rest[0], 1)[0]
    return rest


def html_charset(body, content_type):
    match = re.search(r'charset\s*=\s*["\']?([^\s;"\']+)', content_type, re.I)
    try:
        body.decode()
        usual = 'utf-8'
    except UnicodeDecodeError:
        usual = 'windows-1252'
    stream = html5lib._inputstream.HTMLBinaryInputStream(
        body, transport_encoding=match.group(1) if match else None,
        default_encoding=usual, useChardet=False)
    return stream.charEncoding[0].name


def html_links(page, body, content_type):
    sys.setrecursionlimit(100000)
    charset = html_charset(body, content_type)
    codec = codecs.lookup(charset).name
    tree = html5lib.parse(body, transport_encoding=charset, useChardet=False)
    base, links = None, []
    for element in elements(tree):
        name = local(element.tag)
        get = element.attrib.get
        if name == 'base' and get('href') is not None and base is None:
            base = get('href')
        elif name in ('a', 'area') and get('href') is not None:
            links.append(get('href'))
        elif name == 'a' and get('{http://www.w3.org/1999/xlink}href'):
            links.append(get('{http://www.w3.org/1999/xlink}href'))
        elif name in ('frame', 'iframe') and get('src') is not None:
            links.append(get('src'))
        elif name == 'meta' and get('content') and \
                get('http-equiv', '').lower() == 'refresh':
            links.append(refresh(get('content')))
    against = base and resolve(page, base, codec) or page
    for link in links:
        link = (link or '').strip(''.join(map(chr, range(33))))
        if link and not link.startswith('#'):
            yield resolve(against, link, codec)


# ---- archives --------------------------------------------------------------

def looks_like_html(body):
    return re.match(rb'(\xef\xbb\xbf)?[\t\n\f\r ]*(<!--|<(!doctype html|html|'
                    rb'head|script|iframe|h1|div|font|table|a|style|title|b|'
                    rb'body|br|p)[ >])', body, re.I)


def fetches(path):
    """Page, time, whether it was answered, redirect, links of each record."""
    with open(path, 'rb') as file, open(os.devnull, 'w') as nothing, \
            contextlib.redirect_stderr(nothing):
        for record in ArchiveIterator(file, arc2warc=True):
            if record.rec_type not in ('response', 'resource', 'revisit'):
                continue
            headers, http = record.rec_headers, record.http_headers
            uri = headers.get_header('WARC-Target-URI').strip('<>')
            page = resolve(None, uri)
            if not page:
                continue
            time = headers.get_header('WARC-Date')
            status, kind = '200', headers.get_header('Content-Type') or ''
            body = record.content_stream().read()
            where = None
            if record.rec_type != 'resource' and http:
                status = http.get_statuscode()
                kind = http.get_header('Content-Type') or ''
                if status in REDIRECTS and http.get_header('Location'):
                    where = resolve(page, http.get_header('Location'))
            elif record.rec_type == 'response':
                continue
            if record.rec_type == 'revisit':
                yield page, time, bool(where), where, []
                continue
            mime = kind.split(';')[0].strip().lower()
            html = mime in ('text/html', 'application/xhtml+xml') or \
                not mime and looks_like_html(body)
            links = list(html_links(page, body, kind)) \
                if status == '200' and html else []
            yield page, time, status == '200' or bool(where), where, \
                [link for link in links if link]


def naive(path, fold):
    """Pages and links, and whether warcio came to the end."""
    kept, whole = {}, None
    try:
        for page, time, answered, where, links in fetches(path):
            old = kept.get(page)
            if not old or (answered, time) >= old[:2] or \
                    (answered and not old[0]):
                kept[page] = (answered, time, where, links)
    except Exception as error:
        whole = '%s: %s' % (type(error).__name__, str(error).split('\n')[0])

    def end(page):
        seen, at = {page}, page
        while fold and at in kept and kept[at][2]:
            at = kept[at][2]
            if at in seen:
                return page
            seen.add(at)
        return at

    pages, found = set(), set()
    for page, (_, _, where, links) in kept.items():
        pages.add(end(page))
        if end(page) == page:
            found.update((page, end(link)) for link in links)
    pages.update(target for _, target in found)
    return sorted(pages), sorted(found), whole


def ours(path, *options):
    run = subprocess.run([BIN + '/crawlgraph', '-f', 'warc', *options, path],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    told = run.stderr.decode().splitlines()
    told = told[0].split(path + ': ')[-1] if told else None
    if run.returncode:
        return [], [], told
    names = subprocess.run([BIN + '/graphdump', '-s', 'names'],
                           input=run.stdout, stdout=subprocess.PIPE)
    links = subprocess.run([BIN + '/graphdump'], input=run.stdout,
                           stdout=subprocess.PIPE)
    rows = [line.split('\t') for line in names.stdout.decode().splitlines()
            if not line.startswith('#')]
    name = {row[0]: row[-1] for row in rows}
    return (sorted(name.values()),
            sorted(tuple(name[page] for page in line.split()[:2])
                   for line in links.stdout.decode().splitlines()
                   if not line.startswith('#')), told)


def explained(whole, told, pages, links, our_pages, our_links):
    """Why the two differ; None if they should not."""
    if told and told.startswith('offset '):
        return 'damaged records are used in part or not at all: ' + told
    if whole and set(pages) <= set(our_pages) and set(links) <= set(our_links):
        return 'warcio stops at damage: ' + whole
    return None


def main():
    folder = os.path.join(os.environ.get('SEEDPIPE_DATA', ''), 'warc')
    paths = sorted(path for path in glob.glob(folder + '/*')
                   if re.search(r'\.w?arc(\.gz)?(\.bad)?$', path))
    if not paths:
        skip_all('no data')
    for path in paths:
        for options in ([], ['--fold-redirects']):
            what = ' '.join([os.path.basename(path)] + options)
            pages, links, whole = naive(path, bool(options))
            our_pages, our_links, told = ours(path, *options)
            same = pages == our_pages and links == our_links
            reason = None if same else explained(whole, told, pages, links,
                                                 our_pages, our_links)
            ok(same or reason, '%s: %d pages, %d links' % (
                what, len(our_pages), len(our_links)))
            if reason:
                print('#   %s' % reason)
            if same or reason:
                continue
            for only, one, other in (('naive', pages, our_pages),
                                     ('ours', our_pages, pages),
                                     ('naive', links, our_links),
                                     ('ours', our_links, links)):
                for row in sorted(set(one) - set(other))[:5]:
                    print('#   only %s: %r' % (only, row))
    end()


main()
