#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
html_names.py - makes html_names.c, the named character references of HTML

	python3 lib/web/page/html_names.py > lib/web/page/html_names.c

Python's html.entities.html5 is the table of the HTML standard, which does not
change any more.
"""
import html.entities
import string

LETTERS = string.ascii_lowercase + string.ascii_uppercase

names = {name[:-1]: text for name, text in html.entities.html5.items()
         if name.endswith(';')}
old = [name for name in html.entities.html5 if not name.endswith(';')]
assert all(name in names and html.entities.html5[name] == names[name]
           for name in old)
order = sorted(names, key=lambda name: (len(name), name))
pairs = sorted({text for text in names.values() if len(text) == 2})


def value(text):
    if len(text) == 2:
        return 0xF000 + pairs.index(text)
    code = ord(text)
    if code >= 0x10000:
        assert 0x1D400 <= code < 0x1E400
        return code - 0x1D400 + 0xE000
    assert code < 0xE000 or code >= 0xF900
    return code


def strings(words, indent):
    """Words as C strings, in lines of whole words."""
    line, lines = '', []
    for word in words:
        if len(line) + len(word) > 80 - 8 * indent - 3:
            lines.append(line)
            line = ''
        line += word
    lines.append(line)
    return '\n'.join('\t' * indent + '"%s"' % line for line in lines)


def numbers(values):
    line, lines = '\t', []
    for item in values:
        if len(line.expandtabs()) + len(item) + 1 > 79:
            lines.append(line.rstrip())
            line = '\t'
        line += item + ', '
    return '\n'.join(lines + [line.rstrip()])


print('''/* SPDX-License-Identifier: MIT */
/*
 * The named character references of the HTML standard, made by html_names.py
 * from Python's table of them.  Names of the same length stand together, sorted
 * so that a name is found by halves without a table of where each begins, and
 * its number in this order is that of its value.
 *
 * Do not change this file by hand.
 */
#include "web/page/html_references.h"

const struct sp_html_reference_names
	sp_html_reference_names[SP_HTML_REFERENCE_NAME_MAX + 1] = {''')
first = 0
for length in range(max(map(len, names)) + 1):
    same = [name for name in order if len(name) == length]
    if same:
        print('\t[%d] = {\n%s,\n\t\t%d, %d\n\t},' %
              (length, strings(same, 2), len(same), first))
    first += len(same)
print('};\n\nconst char *const\n'
      '\tsp_html_reference_old[SP_HTML_REFERENCE_OLD_MAX + 1] = {')
for length in range(max(map(len, old)) + 1):
    same = sorted(name for name in old if len(name) == length)
    if same:
        print('\t[%d] =\n%s,' % (length, strings(same, 2)))
print('};\n\nconst uint64_t sp_html_reference_starts[52] = {')
print(numbers(hex(sum(1 << LETTERS.index(b) for b in
                      {name[1] for name in old if name[0] == a}))
              for a in LETTERS))
print('};\n\nconst uint16_t sp_html_reference_values[] = {')
print(numbers('%d' % value(names[name]) for name in order))
print('};\n\nconst uint16_t sp_html_reference_pairs[][2] = {')
print(numbers('{ %d, %d }' % (ord(pair[0]), ord(pair[1])) for pair in pairs))
print('};')
