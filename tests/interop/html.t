#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
html.t - the links and the text of pages (lib/web/page/html.h) beside html5lib
and lexbor, parsers of others, and labels and charsets beside webencodings

The pages are 20,000 odd ones and 5,000 of few kinds of elements (html_odd.py),
those of all archives in $SEEDPIPE_DATA, changed ones of these, and what the
folder $HTML5LIB_TESTS has (html5lib-tests of before June 2026, which has
tree-construction).  html_reference.py has the rules of html.h a second time.  A
difference is only accepted for a reason of REASONS, of which lexbor has few;
these are counted.  The others are made smaller and shown.

	PAGES=N		odd pages
	CHANGED=N	changed pages
	SEED=N		other pages
	HTML_SLICES=FOLDER	remembers which 1,000 pages agreed, and goes on
				after them
	SHOW=N		how many differences are shown
"""
import collections
import contextlib
import glob
import hashlib
import io
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import html_compare
import html_odd
import html_reference
import html_suites
from tap import end, ok, skip, skip_all

SEED = int(os.environ.get('SEED', '12'))
SHOW = int(os.environ.get('SHOW', '3'))
SLICE = 1000

REFERENCES = {}
for name, make in (('lexbor', html_reference.lexbor_reader),
                   ('html5lib', html_reference.html5lib_reader)):
    try:
        REFERENCES[name] = make()
    except ImportError as error:
        skip(name, error)

# Where a parser is wrong, or follows an older standard, and we do not.
FOREIGN = r'(?s)<(svg|math)\b.*'
REASONS = {
    'lexbor': [
        (r'(?s)<table\b.*<image\b', 'lexbor drops <image> in a table'),
        (r'(?s)<input\b[^>]*hidden.*<frameset', 'lexbor does not know HIDDEN'),
        (r'<selectedcontent', 'lexbor copies the selected option'),
        (r'(?s)<(svg|math)\b.*(\ufffd|&#).*<frameset',
         'lexbor takes U+FFFD in SVG and MathML for what it makes of NUL'),
    ],
    'html5lib': [
        (r'<template', 'html5lib knows no <template>'),
        (r'<select', 'html5lib has <select> of before 2025'),
        (r'<isindex', 'html5lib knows <isindex>'),
        (FOREIGN + r'</(p|br)\b', 'html5lib keeps </p> and </br> in SVG'),
        (FOREIGN + r'<(desc|title|foreignobject|annotation-xml|m[inos]|'
         r'mtext)\b',
         'html5lib has no scopes that end in SVG and MathML'),
        (r'<(svg|math)\b', 'html5lib has older rules for SVG and MathML'),
        (r'<(rb|rtc|rt|rp)\b', 'html5lib has <ruby> of an older standard'),
        (r'<(figcaption|hgroup|summary|main|search|dialog|menuitem|keygen|'
         r'details|menu)\b', 'an element that html5lib does not know, or that '
         'has changed'),
        (r'<textarea', 'html5lib opens formatting again in <textarea>'),
    ],
}



def moved(what, mine, yours, page, facts):
    """Why a tree and a reader that goes once through the page differ, or None."""
    facts = facts.get('html5lib')
    if what == 'order of links' and re.search('(?s)<body.*<body', page):
        return 'attributes of a later <body> are those of the first'
    if facts and facts.left and what in ('letters of links', 'text of links'):
        return 'the adoption agency takes text out of a link afterwards'
    # html5lib knows no <select> with elements, so it cannot tell.  lexbor has
    # the letters of links of one address together, and none that we do not.
    if (what == 'letters of links' and isinstance(mine[0], tuple) and
            re.search('(?s)<a .*<select', page) and
            not collections.Counter(yours[1]) - collections.Counter(mine[1])):
        return 'the adoption agency takes text out of a link afterwards'
    # html5lib takes newer elements for inline ones.
    if what in ('text', 'text of links') and facts and (
            facts.adopted or re.search('<(search|main|dialog|hgroup|summary|'
                                       'figcaption)', page)):
        return 'the adoption agency moves blocks'
    return None


# ---- charsets ---------------------------------------------------------------

def test_labels(webencodings):
    labels = webencodings.labels.LABELS
    found = html_compare.read([(b'x', 'text/html; charset=' + label)
                               for label in labels])
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


def test_charset(webencodings, name):
    encoding = webencodings.lookup(name)
    all_of_them = list(sequences(encoding.codec_info.name))
    page = b' '.join(b'a' + sequence + b'b' for sequence, _ in all_of_them)
    ours = html_compare.read([(page, 'text/html; charset=' + name)])[0][
        'text'].split(' ')
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


def test_charsets(webencodings):
    for name in sorted(set(webencodings.labels.LABELS.values())):
        if name in ('replacement', 'x-user-defined', 'utf-8', 'utf-16le',
                    'utf-16be', 'iso-2022-jp'):
            continue
        total, differ = test_charset(webencodings, name)
        most, why = CHARSETS_DIFFER.get(name, (0, ''))
        ok(differ is not None and len(differ) <= most,
           '%s: %d characters of Python, %s differ%s' %
           (name, total, 'all' if differ is None else len(differ),
            why and ': ' + why))


# ---- comparing --------------------------------------------------------------

def theirs(name, page):
    """Facts, or None where the parser has an error of its own."""
    try:
        # The first U+FEFF is a byte-order mark.
        page = page[1:] if page[:1] == '\ufeff' else page
        return REFERENCES[name](page)
    except AssertionError:
        return None


def judge(page, ours):
    """
    What differs from each reference without a reason: {name: differences}, and
    the reasons of the others.
    """
    facts = {name: theirs(name, page) for name in REFERENCES}
    failed = [name for name in facts if facts[name] is None]
    for name in failed:
        del facts[name]
    if 'lexbor' in facts:
        facts['lexbor'].fostered = '<table' in page.lower() and (
            'html5lib' not in facts or facts['html5lib'].fostered or
            re.search('<(select|template|svg|math)', page.lower()))
    found = {name: html_compare.differ(ours, facts[name]) for name in facts}
    wrong, reasons = {}, ['%s fails' % name for name in failed]
    for name, differences in found.items():
        if not differences:
            continue
        why = next((why for tag, why in REASONS[name]
                    if re.search(tag, page.lower())), None) or \
            moved(*differences[0], page.lower(), facts)
        if not why and name == 'html5lib' and facts[name].adopted and \
                not found.get('lexbor', True):
            why = 'html5lib has an older adoption agency'
        if why:
            reasons.append(why)
        else:
            wrong[name] = differences
    return wrong, reasons


def show(page, wrong):
    name = next(iter(wrong))
    what = wrong[name][0][0]

    def fails(part):
        again = judge(part, html_compare.read_utf8([part])[0])[0]
        return name in again and again[name][0][0] == what

    page = html_compare.smaller(page, fails)
    print('# page: %s' % json.dumps(page))
    wrong = judge(page, html_compare.read_utf8([page])[0])[0]
    for name, differences in wrong.items():
        for what, mine, yours in differences[:2]:
            print('#   %s: %s' % (what, json.dumps(mine)[:400]))
            print('#   %s: %s' % (name, json.dumps(yours)[:400]))


def compare_slice(pages, totals, reasons):
    for page, ours in zip(pages, html_compare.read_utf8(pages)):
        wrong, why = judge(page, ours)
        totals['pages'] += 1
        totals['links'] += len(ours['links'])
        totals['letters'] += len(ours['text'] or '')
        reasons.update(why)
        if wrong:
            totals['differences'] += 1
            if totals['differences'] <= SHOW:
                show(page, wrong)


def slice_file(what, number):
    """Where it is remembered that these pages agreed, or None."""
    folder = os.environ.get('HTML_SLICES')
    if not folder:
        return None
    os.makedirs(folder, exist_ok=True)
    name = '%s-%d-%d' % (what.split()[0], SEED, number)
    return os.path.join(folder, name)


def compare(what, slices):
    """Slices are functions that return pages."""
    totals, reasons = collections.Counter(), collections.Counter()
    for number, make in enumerate(slices):
        done = slice_file(what, number)
        if done and os.path.exists(done):
            with open(done) as file:
                before, why = json.load(file)
        else:
            before, why = collections.Counter(), collections.Counter()
            before['differences'] = 0
            compare_slice(make(), before, why)
            if done and not before['differences']:
                with open(done, 'w') as file:
                    json.dump([before, why], file)
        totals.update(before)
        reasons.update(why)
    for why, number in sorted(reasons.items()):
        print('# %d differ: %s' % (number, why))
    ok(not totals['differences'],
       '%s: %d pages, %d links, %d characters, %d differences' %
       (what, totals['pages'], totals['links'], totals['letters'],
        totals['differences']))


def odd_slice(number):
    maker = html_odd.Maker('%d odd %d' % (SEED, number))
    return [maker.page() for _ in range(SLICE)]


def dense_slice(number):
    maker = html_odd.Maker('%d dense %d' % (SEED, number))
    return [maker.dense_page() for _ in range(SLICE)]


def archived():
    """The pages of all archives, each once, as text."""
    try:
        from warcio.archiveiterator import ArchiveIterator
    except ImportError as error:
        skip('archives', error)
        return []
    found = {}
    for path in sorted(glob.glob(os.path.join(
            os.environ.get('SEEDPIPE_DATA', ''), 'warc', '*arc*'))):
        if not re.search(r'arc(\.gz)?$', path):
            continue
        try:
            with open(path, 'rb') as file, \
                    contextlib.redirect_stderr(io.StringIO()):
                for record in ArchiveIterator(file, arc2warc=True):
                    head = record.http_headers
                    if record.rec_type == 'response' and head and 'html' in (
                            head.get_header('Content-Type') or ''):
                        page = record.content_stream().read()
                        found[hashlib.sha1(page).digest()] = page.decode(
                            'utf-8', 'replace')
        except Exception as error:  # some are damaged, for other tests
            print('# %s: %s' % (os.path.basename(path),
                                str(error).strip().split('\n')[0]))
    return list(found.values())


def slices_of(pages, size):
    return [lambda at=at: pages[at:at + size]
            for at in range(0, len(pages), size)]


def test_archives():
    pages = archived()
    if not pages:
        skip('archives', 'no SEEDPIPE_DATA')
        return
    compare('archives', slices_of(pages, 100))

    def changed(number):
        maker = html_odd.Maker('%d changed %d' % (SEED, number))
        return [maker.changed(maker.pick.choice(pages), 8000)
                for _ in range(100)]
    compare('changed pages of archives', [
        lambda number=number: changed(number)
        for number in range(int(os.environ.get('CHANGED', '2000')) // 100)])


# ---- html5lib-tests ---------------------------------------------------------

# Pages whose trees show what a reader of pages rightly does not.
TREES_DIFFER = [
    (r'<selectedcontent', 'the tree has the selected option twice'),
]


def test_trees(folder):
    cases, out = html_suites.tree_cases(folder)
    for why, number in sorted(out.items()):
        print('# %d cases left out: %s' % (number, why))
    wrong, reasons = 0, collections.Counter()
    for (page, facts), ours in zip(cases, html_compare.read_utf8(
            [page for page, _ in cases])):
        facts.fostered = '<table' in page.lower()
        differences = html_compare.differ(ours, facts)
        why = next((why for tag, why in TREES_DIFFER
                    if re.search(tag, page)), None)
        if differences and why:
            reasons[why] += 1
        elif differences:
            wrong += 1
            if wrong <= SHOW:
                print('# page: %s\n#   %s: %s\n#   tree: %s' % (
                    (json.dumps(page),) + differences[0]))
    for why, number in reasons.items():
        print('# %d differ: %s' % (number, why))
    ok(not wrong, 'trees of html5lib-tests: %d pages, %d differences' %
       (len(cases), wrong))
    documents = [page for page, _ in cases]
    compare('html5lib-tests with links', slices_of(
        ['<a href=1>x%s<a href=2>y</a>' % page for page in documents], SLICE))


def test_tokens(folder):
    cases, out = html_suites.token_cases(folder)
    for why, number in sorted(out.items()):
        print('# %d cases left out: %s' % (number, why))
    wrong = 0
    for (page, letters, addresses), ours in zip(cases, html_compare.read_utf8(
            [page for page, _, _ in cases])):
        said = (html_compare.bare(ours['text']),
                [link[1] for link in ours['links']])
        if said != (html_compare.bare(letters), addresses):
            wrong += 1
            if wrong <= SHOW:
                print('# page: %s\n#   %s\n#   tokens: %s' % (
                    json.dumps(page), said, (letters, addresses)))
    ok(not wrong, 'tokens of html5lib-tests: %d inputs, %d differences' %
       (len(cases), wrong))


def main():
    if not os.access(html_compare.TOOL, os.X_OK):
        skip_all('%s was not built' % html_compare.TOOL)
    try:
        import webencodings.labels
        test_labels(webencodings)
        test_charsets(webencodings)
    except ImportError as error:
        skip('charsets', error)
    if REFERENCES:
        slices = range(int(os.environ.get('PAGES', '20000')) // SLICE)
        compare('odd pages', [lambda number=number: odd_slice(number)
                              for number in slices])
        compare('dense pages', [lambda number=number: dense_slice(number)
                                for number in slices[::4]])
        test_archives()
    tests = os.environ.get('HTML5LIB_TESTS')
    if tests:
        test_trees(tests)
        test_tokens(tests)
    else:
        skip('html5lib-tests', 'no HTML5LIB_TESTS')
    end()


main()
