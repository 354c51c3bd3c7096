# SPDX-License-Identifier: MIT
"""
html_compare - what lib/web/page finds in pages, beside the references

Start tags that a tree opens again are one link, in the order of the page, whose
text ends where visible text comes that is not inside.  Of text that a tree
moves (out of tables), the place is the one in the page.  A reference that does
not know the order in the page must have the same characters, and those of links
that it opens again at least.
"""
import collections
import json
import os
import subprocess

from html_reference import BLANKS

TOOL = os.path.join(os.environ.get('BUILD', 'build'), 'tests', 'htmllinks')


def read(pages):
    """What lib/web/page finds in pages: (bytes, content type) each."""
    said = subprocess.run(
        [TOOL], stdout=subprocess.PIPE, check=True,
        input=b''.join(b'%d %s\n' % (len(page), kind.encode()) + page
                       for page, kind in pages)).stdout
    return [json.loads(line) for line in said.decode().splitlines()]


def read_utf8(pages):
    return read([(page.encode(), 'text/html; charset=utf-8')
                 for page in pages])


def bare(text):
    return ''.join(c for c in text if c not in BLANKS)


def by_link(links):
    """Addresses that are the same belong together: how many, and letters."""
    found = collections.defaultdict(lambda: [0, ''])
    for kind, url, nofollow, text in links:
        found[kind, url, nofollow][0] += 1
        found[kind, url, nofollow][1] += bare(text)
    return {key: (number, sorted(text))
            for key, (number, text) in found.items()}


def differ(ours, facts):
    """
    What differs between ours and what a reference says, as a list of (what,
    ours, theirs), the worst first.
    """
    found = []

    def same(what, mine, yours):
        if mine != yours:
            found.append((what, mine, yours))
        return mine == yours

    same('base', ours['base'], facts.base)
    same('title', ours['title'], facts.title)
    mine = [tuple(link[:3]) for link in ours['links']]
    yours = [(link.kind, link.url, link.nofollow) for link in facts.links]
    if not facts.numbered:
        by_mine = by_link(ours['links'])
        by_yours = by_link([(link.kind, link.url, link.nofollow,
                             link.letters()) for link in facts.links])
        counts = {key: value[0] for key, value in by_mine.items()}
        # Clones of <a> are as many as the tree has.
        cloned = {key: min(value[0], counts.get(key, value[0]))
                  if key[0] == 'a' else value[0]
                  for key, value in by_yours.items()}
        if same('links', sorted(counts.items()), sorted(cloned.items())):
            for key, value in by_mine.items():
                more = collections.Counter(value[1])
                all_of_it = collections.Counter(by_yours[key][1])
                again = by_yours[key][0] > value[0] or any(
                    link.ended for link in facts.links)
                if more - all_of_it or not again and more != all_of_it:
                    same('letters of links', (key, ''.join(value[1])),
                         (key, ''.join(by_yours[key][1])))
    elif sorted(mine) != sorted(yours):
        found.append(('links', mine, yours))
    elif same('order of links', mine, yours):
        for link, letters in zip(ours['links'], facts.letters_of_links()):
            if bare(link[3]) not in letters:
                same('letters of links', link, letters)
    letters, theirs = bare(ours['text']), facts.letters()
    if not facts.numbered:
        same('letters', ''.join(sorted(letters)), ''.join(sorted(theirs)))
    else:
        same('letters', letters, theirs)
    # Where the tree moves nothing, blanks are the same, too.
    if not found and letters == bare(facts.text) and not facts.fostered:
        same('text', ours['text'], facts.text)
        if mine == yours and not any(link.elements > 1 or link.ended
                                     for link in facts.links):
            same('text of links', [link[3] for link in ours['links']],
                 [link.text for link in facts.links])
    return found


def smaller(page, fails, most=3000):
    """Delta debugging: a part of the page that still fails."""
    tries = 0
    parts = 2
    while len(page) > 1 and tries < most:
        size = max(1, len(page) // parts)
        for at in range(0, len(page), size):
            tries += 1
            shorter = page[:at] + page[at + size:]
            if fails(shorter):
                page = shorter
                parts = max(parts - 1, 2)
                break
        else:
            if size == 1:
                return page
            parts = min(len(page), 2 * parts)
    return page
