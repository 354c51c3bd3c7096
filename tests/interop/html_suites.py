# SPDX-License-Identifier: MIT
"""
html_suites - what html5lib-tests says that links and text show

Trees of tree-construction/*.dat are read like those of a parser.  Of the tokens
of tokenizer/*.test, characters are seen as text, and attributes as addresses:
the inputs are put into pages for that.
"""
import collections
import glob
import json
import os
import re

from html_reference import MATHML, SVG, XHTML, XLINK, Reader


class Node:
    def __init__(self, space=None, tag=None):
        self.space, self.tag = space, tag
        self.attributes, self.children = {}, []


def tree_of(lines):
    """The tree of an expected output, and whether it uses what is skipped."""
    root = Node(tag='#document')
    open_nodes = [root]
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        while at < len(lines) and not lines[at].startswith('| '):
            line += '\n' + lines[at]
            at += 1
        depth = (len(line) - len(line[2:].lstrip(' ')) - 2) // 2
        text = line[2 + 2 * depth:]
        del open_nodes[depth + 1:]
        parent = open_nodes[depth]
        if text.startswith('"') and text.endswith('"') and len(text) > 1:
            parent.children.append((None, text[1:-1]))
            open_nodes.append(Node())
        elif text == 'content':
            open_nodes.append(Node())  # of <template>: no part of the page
        elif text.startswith('<!') or text.startswith('<?'):
            open_nodes.append(Node())
        elif text.startswith('<'):
            name = text[1:-1]
            space = XHTML
            for prefix, other in (('svg ', SVG), ('math ', MATHML)):
                if name.startswith(prefix):
                    name, space = name[len(prefix):], other
            node = Node(space, name)
            parent.children.append(node)
            open_nodes.append(node)
        else:
            found = re.match(r'(?s)(.*?)="(.*)"$', text)
            parent.attributes[found.group(1)] = found.group(2)
            open_nodes.append(Node())
    return root


def get(element, name, space=None):
    return element.attributes.get('xlink ' + name if space == XLINK else name)


def read_tree(root):
    reader = Reader(lambda node: (node.space, node.tag), get,
                    lambda node: node.children)
    return reader.read(root)


def tree_cases(folder):
    """
    (page, Facts) of each case, and how many were left out, for which reason.
    """
    cases, out = [], collections.Counter()
    for path in sorted(glob.glob(os.path.join(folder, 'tree-construction', '**',
                                              '*.dat'), recursive=True)):
        with open(path, encoding='utf-8', errors='surrogateescape',
                  newline='') as file:
            text = file.read()
        for case in re.split(r'(?:^|\n\n?)#data\n', text)[1:]:
            page, rest = re.split(r'\n#errors\n|^#errors\n', '\n' + case
                                  if case.startswith('#errors') else case,
                                  maxsplit=1)
            if '#document-fragment\n' in rest:
                out['a fragment, not a page'] += 1
            elif '#script-on\n' in rest:
                out['scripts are on'] += 1
            elif re.search('[\ud800-\udfff]', page):
                out['no UTF-8'] += 1
            else:
                tree = rest.split('#document\n', 1)[1].rstrip('\n')
                cases.append((page, read_tree(tree_of(tree.split('\n')))))
    return cases, out


# ---- tokenizer --------------------------------------------------------------

def unescaped(text):
    return re.sub(r'\\u([0-9A-Fa-f]{4})', lambda c: chr(int(c.group(1), 16)),
                  text)


# State: what goes before the input, and the name of the open element.
STATES = {
    'Data state': ('<!DOCTYPE html><body>', None),
    'RCDATA state': ('<title>', 'title'),
    'RAWTEXT state': ('<body><xmp>', 'xmp'),
    'PLAINTEXT state': ('<body><plaintext>', None),
    'CDATA section state': ('<body><svg><![CDATA[', None),
}


def case_of(test, state):
    """(page, letters of its text, addresses), or the reason to leave it out."""
    if state not in STATES:
        return 'the state "%s" shows nothing' % state
    source = test['input']
    tokens = test['output']
    if test.get('doubleEscaped'):
        source = unescaped(source)
        tokens = json.loads(json.dumps(tokens).replace('\\\\u', '\\u'))
    if re.search('[\ud800-\udfff]', source):
        return 'no UTF-8'
    before, name = STATES[state]
    last = test.get('lastStartTag')
    if last and name:
        source = re.sub('(?i)(</)' + re.escape(last), r'\g<1>' + name, source)
    letters, addresses = '', []
    for token in tokens:
        if token[0] == 'Character':
            letters += re.sub('(?i)(</)' + last, r'\g<1>' + name, token[1]) \
                if last and name else token[1]
        elif token[0] == 'Comment' or token[0] == 'EndTag' and last and \
                name and token[1] == last:
            pass
        elif token[0] == 'StartTag' and token[1] in ('a', 'h', 'z', 'b') and \
                set(token[2]) <= {'a'} and source.startswith('<' + token[1]):
            if token[2]:
                # <h a=VALUE> is <a href=VALUE>.
                changed = re.sub(r'^<%s(\s+|/)a(?=[\s=])' % token[1],
                                 r'<a\1href', source)
                if changed == source:
                    return 'tags that the tree changes'
                source = changed
                addresses.append(token[2]['a'])
        else:
            return 'tags that the tree changes'
    if state == 'Data state':
        letters = letters.replace('\0', '')
    elif state == 'CDATA section state':
        letters = letters.replace('\0', '\ufffd')
    return before + source, letters, addresses


def token_cases(folder):
    cases, out = [], collections.Counter()
    for path in sorted(glob.glob(os.path.join(folder, 'tokenizer', '*.test'))):
        with open(path, encoding='utf-8') as file:
            tests = json.load(file).get('tests', [])
        for test in tests:
            for state in test.get('initialStates', ['Data state']):
                case = case_of(test, state)
                if isinstance(case, str):
                    out[case] += 1
                else:
                    cases.append(case)
    return cases, out
