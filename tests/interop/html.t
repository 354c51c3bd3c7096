#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
html.t - the links and the text of pages (lib/web/page/html.h) beside html5lib, a
conforming parser of others, and labels and charsets beside webencodings

The pages are odd: 10,000 that are put together from pieces of tags, with
mistakes, and all documents of html5lib-tests in the folder $HTML5LIB_TESTS, if
that is set, with links added.  The rules of html.h are written here a second
time, on html5lib's tree.  Differences are only accepted for the reasons that
reason() lists; they are counted, and the first of each is shown.
"""
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys

try:
    import html5lib
    import webencodings
    import webencodings.labels
except ImportError as error:
    print('1..0 # SKIP %s' % error)
    sys.exit(0)

PAGES = int(os.environ.get('PAGES', '10000'))
TOOL = os.path.join(os.environ.get('BUILD', 'build'), 'tests', 'htmllinks')
XHTML = '{http://www.w3.org/1999/xhtml}'
SVG = '{http://www.w3.org/2000/svg}'
MATHML = '{http://www.w3.org/1998/Math/MathML}'
XLINK = '{http://www.w3.org/1999/xlink}'
count = 0


def ok(good, what):
    global count
    count += 1
    print('%sok %d - %s' % ('' if good else 'not ', count, what))


def read(pages):
    """What lib/web/page finds in pages: (bytes, content type) each."""
    said = subprocess.run(
        [TOOL], stdout=subprocess.PIPE, check=True,
        input=b''.join(b'%d %s\n' % (len(page), kind.encode()) + page
                       for page, kind in pages)).stdout
    return [json.loads(line) for line in said.decode().splitlines()]


# ---- the rules of html.h, on html5lib's tree -------------------------------

BLOCKS = set('''address article aside blockquote body br caption center dd
details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
header hgroup hr iframe legend li listing main menu nav ol optgroup option p
plaintext pre section select summary table tbody td textarea tfoot th thead tr
ul xmp'''.split())
HIDDEN = set('''head iframe noembed noframes noscript script style textarea
title'''.split())
ADDRESSES = [
    ('a', 'href', 'a'), ('area', 'href', 'area'), ('frame', 'src', 'frame'),
    ('frame', 'longdesc', 'cite'), ('iframe', 'src', 'iframe'),
    ('iframe', 'longdesc', 'cite'), ('img', 'src', 'image'),
    ('img', 'longdesc', 'cite'), ('input', 'src', 'image'),
    ('input', 'formaction', 'form'), ('button', 'formaction', 'form'),
    ('form', 'action', 'form'), ('body', 'background', 'image'),
    ('table', 'background', 'image'), ('tr', 'background', 'image'),
    ('td', 'background', 'image'), ('th', 'background', 'image'),
    ('script', 'src', 'script'), ('video', 'src', 'media'),
    ('video', 'poster', 'media'), ('audio', 'src', 'media'),
    ('source', 'src', 'media'), ('track', 'src', 'media'),
    ('bgsound', 'src', 'media'), ('embed', 'src', 'embed'),
    ('object', 'data', 'embed'), ('blockquote', 'cite', 'cite'),
    ('q', 'cite', 'cite'), ('ins', 'cite', 'cite'), ('del', 'cite', 'cite')]
SVG_ADDRESSES = [('a', 'href', 'a'), ('image', 'href', 'image'),
                 ('script', 'href', 'script')]


def refresh(content):
    found = re.match(r'[ \t\n\f\r]*[0-9.]+(?:[ \t\n\f\r]*[;,]|(?=[ \t\n\f\r]))'
                     r'[ \t\n\f\r]*(.+)', content, re.S)
    if not found:
        return None
    rest = found.group(1)
    rest = re.sub(r'(?i)^url[ \t\n\f\r]*=[ \t\n\f\r]*', '', rest)
    if rest[:1] in ('"', "'"):
        return rest[1:].split(rest[0])[0]
    return rest


def words(value):
    return re.split('[ \t\n\f\r,]+', (value or '').lower())


class Reader:
    def __init__(self, tree):
        self.text, self.blank, self.links = '', '', []
        self.base = self.title = None
        self.nofollow = False
        for element in tree.iter(XHTML + 'title'):
            self.title = ''
            self.add(element.text or '')
            self.title = self.text
            self.end_block()
            break
        self.walk(tree, False)
        for link in self.links:
            link[2] = link[2] or self.nofollow

    def add(self, text):
        for c in text:
            if c in ' \t\n\v\f\r\xa0':
                self.blank = self.blank or (' ' if self.text else '')
            else:
                self.text += self.blank + c
                self.blank = ''

    def end_block(self):
        if self.text:
            self.blank = '\n'

    def link(self, kind, url, rel=None):
        self.links.append([kind, url, 'nofollow' in words(rel), ''])

    def element(self, tag, element, svg):
        get = element.get
        for name, attribute, kind in SVG_ADDRESSES if svg else ADDRESSES:
            url = get(attribute)
            if svg and url is None:
                url = get(XLINK + attribute)
            if tag == name and url is not None:
                self.link(kind, url, get('rel'))
        if svg:
            return
        if tag == 'meta' and get('content') is not None:
            if get('name', '').lower() == 'robots':
                if {'nofollow', 'none'} & set(words(get('content'))):
                    self.nofollow = True
            if get('http-equiv', '').lower() == 'refresh':
                url = refresh(get('content'))
                if url is not None:
                    self.link('refresh', url)
        if tag == 'link' and get('href'):
            kind = 'canonical' if 'canonical' in words(get('rel')) else 'link'
            self.link(kind, get('href'), get('rel'))
        if tag == 'base' and self.base is None:
            self.base = get('href')
        if tag in ('img', 'source') and get('srcset') is not None:
            for url in re.findall(r'([^, \t\n\f\r][^ \t\n\f\r]*?)'
                                  r'(?:,+(?=[ \t\n\f\r]|$)|'
                                  r'(?=[ \t\n\f\r]|$)[^,]*)',
                                  get('srcset')):
                self.link('image', url)

    def walk(self, element, hidden):
        if not isinstance(element.tag, str):
            return
        svg = element.tag.startswith(SVG)
        tag = element.tag.rsplit('}')[-1]
        html = element.tag.startswith(XHTML)
        if html and tag == 'template':
            return
        before = len(self.links)
        # What gumbo calls a block is one in every space.
        block = tag in BLOCKS
        hidden = hidden or tag in HIDDEN
        if block:
            self.end_block()
        if html or svg:
            self.element(tag, element, svg)
        link = None
        if tag == 'a' and len(self.links) > before:
            link = self.links[before]
        mark = len(self.text)
        if not hidden:
            self.add(element.text or '')
        for child in element:
            self.walk(child, hidden)
            if not hidden:
                self.add(child.tail or '')
        if link:
            link[3] = self.text[mark:].lstrip(' \n')
        if block:
            self.end_block()


def reference(page):
    tree = html5lib.parse(page, treebuilder='etree')
    read_page = Reader(tree)
    return {'base': read_page.base, 'title': read_page.title,
            'text': read_page.text, 'links': read_page.links}


# ---- odd pages --------------------------------------------------------------

TAGS = '''a area b base blockquote body br button caption center code col dd div
dl dt em embed font form frame frameset h1 h2 head hr html i iframe img input ins
li link listing map marquee math meta mi nobr noframes noscript object ol option
optgroup p pre q ruby rt s script section select small span strong style sub
svg table tbody td textarea tfoot th thead title tr tt u ul video xmp x
foreignObject desc g plaintext'''.split()
RARE = {'plaintext', 'frameset', 'xmp', 'iframe', 'script', 'style', 'textarea',
        'title', 'noframes', 'html', 'head', 'svg', 'math', 'select', 'option',
        'optgroup', 'listing', 'marquee', 'x'}
URLS = ['a', '/b?c&amp;d', 'http://h/', '', ' e ', '&#x41;&copy', 'f&lt=g',
        '\xe9', '#i', 'x"y', "p'q", '&notit;', '?a&copy=b', 'j\nk']
TEXTS = ['x', ' ', 'a &amp; b', '\n', 'one two', '&nbsp;', '<', '&', '< a', 'y',
         '&#0;', '&#128;', '&#xD800;', '\xa0', '\u20ac', ']]>', '&notin;',
         '<!-- c -->', '<!-->', '<!--->', '<!-- -- > --!>', '</>', '</ a>',
         '<?pi?>', '<![CDATA[x]]>', '<!doctype html>', '<!-', '&#32;', '\t']


def attribute(pick):
    name = pick.choice(['href', 'HREF', 'src', 'rel', 'id', 'class', 'content',
                        'name', 'http-equiv', 'srcset', 'action', 'data',
                        'cite', 'color', 'xlink:href', 'background', 'type'])
    value = pick.choice(URLS)
    if name == 'rel':
        value = pick.choice(['nofollow', 'canonical', 'x NoFollow', 'next'])
    elif name == 'http-equiv':
        value = pick.choice(['refresh', 'Refresh', 'x'])
    elif name == 'content':
        value = pick.choice(['0; url=u', '5', 'nofollow', '1,v', "3;URL='w'z",
                             '. url x', 'index, none'])
    elif name == 'srcset':
        value = pick.choice(['a 1x, b 2x', 'a,b', ' c , d', 'e'])
    elif name == 'name':
        value = pick.choice(['robots', 'x'])
    elif name == 'type':
        value = pick.choice(['hidden', 'text'])
    form = pick.randrange(8)
    if form == 0:
        return name
    if form == 1:
        return '%s=%s' % (name, re.sub('[ \n"\'=<>`]', '', value) or 'z')
    if form == 2:
        return "%s = '%s'" % (name, value.replace("'", ''))
    return '%s="%s"' % (name, value.replace('"', ''))


def start_tag(pick):
    tag = pick.choice(TAGS)
    if tag in RARE and pick.random() < .7:
        tag = pick.choice(['a', 'p', 'div', 'b', 'td', 'tr', 'table', 'li'])
    glue = pick.choice([' ', ' ', ' ', '\n', '/', '  '])
    out = '<' + (tag.upper() if pick.random() < .05 else tag)
    if tag in ('a', 'area', 'base', 'link') and pick.random() < .7:
        out += glue + 'href="%s"' % pick.choice(URLS).replace('"', '')
    for _ in range(pick.choice([0, 0, 0, 1, 1, 2, 4])):
        out += glue + attribute(pick)
    return out + pick.choice(['>', '>', '>', '>', ' >', '/>'])


def made_page(pick):
    out, tags = '', []
    if pick.random() < .5:
        out = '<!DOCTYPE html>'
    if pick.random() < .3:
        out += '<head><title>t &amp; <b>u</title></head>'
    for _ in range(pick.choice([3, 6, 12, 25, 60])):
        kind = pick.random()
        if kind < .45:
            out += start_tag(pick)
            tags.append(re.match('<([A-Za-z0-9]+)', out[out.rindex('<'):] or
                                 '<a') and
                        re.findall('<([A-Za-z0-9]+)', out)[-1])
        elif kind < .65 and tags:
            out += '</%s>' % tags.pop(pick.choice([-1, -1, -1, 0]))
        elif kind < .70:
            out += '</%s>' % pick.choice(TAGS)
        else:
            out += pick.choice(TEXTS)
    if pick.random() < .02:
        out = out[:pick.randrange(len(out))]
    return out


def test_documents(folder):
    for path in sorted(glob.glob(os.path.join(folder, '**', '*.dat'),
                                 recursive=True)):
        with open(path, encoding='utf-8', errors='surrogateescape',
                  newline='') as file:
            for case in file.read().split('#data\n')[1:]:
                page = case.split('\n#errors')[0]
                try:
                    page.encode()
                except UnicodeEncodeError:
                    continue
                yield page


# ---- comparing --------------------------------------------------------------

def reason(page, ours, theirs):
    """Why a difference is right, or None."""
    low = page.lower()
    if ours['damage']:
        return 'given up'
    for tag, why in REASONS:
        if re.search(tag, low):
            return why
    return None


REASONS = [
    (r'(?s)<m(i|o|n|s|text)\b.*<a\b',
     'html5lib closes <a> across MathML, which hinders it'),
    (r'(?s)<(desc|title|foreignobject)\b.*<a\b',
     'html5lib closes <a> across SVG, which hinders it'),
    (r'(?s)<svg\b.*<td\b', 'html5lib takes <td> of SVG for one of HTML'),
    (r'<textarea', 'html5lib opens formatting again in <textarea>'),
    (r'<(figcaption|hgroup|summary)\b',
     'html5lib does not know that figcaption, hgroup, summary are special'),
    (r'<template', 'html5lib knows no <template>'),
    (r'<(rb|rtc|rt|rp)\b', 'html5lib has <ruby> of an older standard'),
    (r'<(isindex|menuitem|main|search|dialog|command)\b',
     'an element that one of both does not know'),
]


def compare(pages, what):
    differences, reasons = 0, collections.Counter()
    shown = {}
    found = read([(page.encode(), 'text/html; charset=utf-8')
                  for page in pages])
    links = 0
    for page, ours in zip(pages, found):
        # The first U+FEFF is a byte-order mark.
        theirs = reference(page.encode().decode('utf-8-sig'))
        links += len(theirs['links'])
        if all(ours[key] == theirs[key] for key in theirs):
            continue
        why = reason(page, ours, theirs)
        if why:
            reasons[why] += 1
            continue
        differences += 1
        if differences <= int(os.environ.get('SHOW', '3')):
            print('# page: %s' % json.dumps(page))
            for key in theirs:
                if ours[key] != theirs[key]:
                    print('#   %s: %s' % (key, json.dumps(ours[key])))
                    print('#   html5lib: %s' % json.dumps(theirs[key]))
    for why, number in sorted(reasons.items()):
        print('# %d differ: %s' % (number, why))
    ok(not differences, '%s: %d pages, %d links, %d differences' %
       (what, len(pages), links, differences))


# ---- charsets ---------------------------------------------------------------

def test_labels():
    labels = webencodings.labels.LABELS
    found = read([(b'x', 'text/html; charset=' + label) for label in labels])
    wrong = [label for label, ours in zip(labels, found)
             if ours['charset'].lower() != labels[label]]
    ok(not wrong, '%d labels mean the charsets of webencodings: %s' %
       (len(labels), ' '.join(wrong)))


def sequences(codec):
    """Bytes of one character each, and the character: by Python's decoder."""
    for lead in range(0x80, 0x100):
        for tail in [b''] + [bytes([i]) for i in range(0x30, 0xff)]:
            sequence = bytes([lead]) + tail
            try:
                text = sequence.decode(codec)
            except UnicodeDecodeError:
                continue
            # One character, and none that HTML changes.
            if len(text) == 1 and text > '\xa0':
                yield sequence, text


def test_charset(name):
    encoding = webencodings.lookup(name)
    all_of_them = list(sequences(encoding.codec_info.name))
    page = b' '.join(b'a' + sequence + b'b' for sequence, _ in all_of_them)
    ours = read([(page, 'text/html; charset=' + name)])[0]['text'].split(' ')
    differ = [(sequence.hex(), text, said[1:-1])
              for (sequence, text), said in zip(all_of_them, ours)
              if said != 'a%sb' % text]
    for example in differ[:4]:
        print('# %s: %s is %s, and here %s' % ((name,) + example))
    return len(all_of_them), differ if len(ours) == len(all_of_them) else None


# How many characters differ, and why.
CHARSETS_DIFFER = {
    'big5': (7, 'glibc has no such characters in BIG5-HKSCS'),
    'euc-jp': (6, 'Python has another table; ours is that of the standard'),
    'gb18030': (25, 'Python has the GB 18030 of 2005, the standard 2022'),
    'shift_jis': (4, 'Python reads bytes without meaning in the standard'),
}


def test_charsets():
    for name in sorted(set(webencodings.labels.LABELS.values())):
        if name in ('replacement', 'x-user-defined', 'utf-8', 'utf-16le',
                    'utf-16be', 'iso-2022-jp'):
            continue
        total, differ = test_charset(name)
        most, why = CHARSETS_DIFFER.get(name, (0, ''))
        ok(differ is not None and len(differ) <= most,
           '%s: %d characters of Python, %s differ%s' %
           (name, total, 'all' if differ is None else len(differ),
            why and ': ' + why))


sys.setrecursionlimit(10000)
if not os.access(TOOL, os.X_OK):
    print('1..0 # SKIP %s was not built' % TOOL)
    sys.exit(0)
test_labels()
test_charsets()
pick = random.Random(12)
compare([made_page(pick) for _ in range(PAGES)], 'pages put together')
tests = os.environ.get('HTML5LIB_TESTS')
if tests:
    documents = list(test_documents(tests))
    compare(documents, 'html5lib-tests')
    compare(['<a href=1>x' + page + '<a href=2>y</a>' for page in documents],
            'html5lib-tests with links')
print('1..%d' % count)
