# SPDX-License-Identifier: MIT
"""
html_reference - what lib/web/page/html.h promises of a page, on trees of others

A reference parses a page by html5lib (HTML of 2020, without <template>) or by
lexbor, in the package selectolax (HTML of today), and reads the tree by the
rules of html.h, which are written here a second time.

Formatting elements that are opened again are one element in the page, but
several in its tree.  html5lib says which belong together, by an attribute with
the number of the start tag; of lexbor's, those with the same attributes are
taken for one, which the caller must allow for (Facts.numbered).
"""
import bisect
import re

XHTML = 'http://www.w3.org/1999/xhtml'
SVG = 'http://www.w3.org/2000/svg'
MATHML = 'http://www.w3.org/1998/Math/MathML'
XLINK = 'http://www.w3.org/1999/xlink'
NUMBER = '\0number'

BLOCKS = set('''address article aside blockquote body br caption center dd
details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
header hgroup hr iframe legend li listing main menu nav ol optgroup option p
plaintext pre section select summary table tbody td textarea tfoot th thead tr
ul xmp'''.split())
HIDDEN = set('''head iframe noembed noframes noscript script style textarea
title'''.split())
MARKERS = set('applet caption marquee object td template th'.split())
ADDRESSES = {}
for row in '''a href a|area href area|frame src frame|frame longdesc cite|
iframe src iframe|iframe longdesc cite|img src image|img longdesc cite|
input src image|input formaction form|button formaction form|form action form|
body background image|table background image|tr background image|
td background image|th background image|script src script|video src media|
video poster media|audio src media|source src media|track src media|
bgsound src media|embed src embed|object data embed|blockquote cite cite|
q cite cite|ins cite cite|del cite cite'''.split('|'):
    ADDRESSES.setdefault(row.split()[0], []).append(row.split()[1:])
SVG_ADDRESSES = {'a': [('href', 'a')], 'image': [('href', 'image')],
                 'script': [('href', 'script')]}
BLANKS = ' \t\n\v\f\r\xa0'


class Link:
    def __init__(self, kind, url, nofollow, number, space):
        self.kind, self.url, self.nofollow = kind, url, nofollow
        self.space = space
        self.number = number  # of the start tag, or None
        self.text = ''        # of the first element for this start tag
        self.pieces = []      # of all: (order, characters that are no blanks)
        self.elements = 1
        self.end = None       # number of the start tag that ended it for good
        self.ended = False

    def letters(self):
        """All that is in one of its elements, without blanks."""
        return ''.join(text for _, text in sorted(self.pieces))

    def first_letters(self, page, end):
        """
        Those up to the first visible character after the start tag that is in
        none of its elements, or to the start tag with the number end, given all
        pieces of the page in order.
        """
        inside, found = set(self.pieces), []
        at = bisect.bisect(page, ((self.number, 0), ''))
        for piece in page[at:]:
            if piece not in inside or end and piece[0][0] > end:
                break
            found.append(piece[1])
        return ''.join(found)


class Facts:
    """What a tree says of a page."""

    def __init__(self):
        self.base = self.title = None
        self.text = ''
        self.nofollow = False
        self.moved = False     # text is not in the order of the page
        self.fostered = False  # something was moved out of a table
        self.adopted = False   # or by the adoption agency
        self.left = False      # text was in other links when it was read
        self.links = []
        self.pieces = []
        self.numbered = False  # start tags and text have an order

    def letters(self):
        """The visible characters in the order of the page, without blanks."""
        return ''.join(text for _, text in sorted(self.pieces))

    def letters_of_links(self):
        """
        What the text of each link has, as html.h has it: it ends where visible
        text comes that is not inside.  There are two answers for a link with
        another one inside.
        """
        page = sorted(self.pieces)
        return [(link.first_letters(page, link.end),
                 link.first_letters(page, None)) for link in self.links]


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


def lower(text):
    """Small letters, of ASCII alone."""
    return ''.join(chr(ord(c) + 32) if 'A' <= c <= 'Z' else c for c in text)


def words(value):
    return re.split('[ \t\n\f\r,]+', lower(value or ''))


def srcset(value):
    """The addresses, as in "parse a srcset attribute"."""
    at, found = 0, []
    while True:
        while at < len(value) and value[at] in ' \t\n\f\r,':
            at += 1
        start = at
        while at < len(value) and value[at] not in ' \t\n\f\r':
            at += 1
        if start == at:
            return found
        url = value[start:at]
        found.append(url.rstrip(','))
        inside = False
        while url[-1] != ',' and at < len(value):
            if value[at] == ',' and not inside:
                break
            inside = value[at] == '(' or (inside and value[at] != ')')
            at += 1


class Reader:
    """
    Reads a tree.  Elements are given by these: tag_of(element) is (namespace,
    name) or None of what is no element; get(element, name, space) is an
    attribute or None, and children(element) are elements and pieces of text,
    (order, text) each, where the order is None unless numbered.
    """

    def __init__(self, tag_of, get, children, numbered=False):
        self.tag_of, self.get, self.children = tag_of, get, children
        self.numbered = numbered

    def read(self, root):
        self.facts, self.text, self.blank = Facts(), [], ''
        self.links, self.letter = {}, 0
        self.last = (0, 0)
        title = self.find_title(root)
        if title is not None:
            for child in self.children(title):
                if isinstance(child, tuple):
                    self.add(child[1])
            self.facts.title = ''.join(self.text)
            self.facts.pieces.append(((0, 0), self.bare(self.facts.title)))
            self.end_block()
        self.walk(root)
        facts = self.facts
        facts.text = ''.join(self.text)
        for link in facts.links:
            link.nofollow = link.nofollow or facts.nofollow
        facts.numbered = self.numbered
        if facts.numbered:
            facts.links.sort(key=lambda link: link.number)
        return facts

    @staticmethod
    def bare(text):
        return ''.join(c for c in text if c not in BLANKS)

    def find_title(self, root):
        stack = [root]
        while stack:
            element = stack.pop()
            if self.tag_of(element) == (XHTML, 'title'):
                return element
            if self.tag_of(element) == (XHTML, 'template'):
                continue
            stack += [child for child in self.children(element)
                      if not isinstance(child, tuple)][::-1]
        return None

    def add(self, text):
        for c in text:
            if c in BLANKS:
                self.blank = self.blank or (' ' if self.text else '')
            else:
                self.text.append(self.blank + c)
                self.blank = ''

    def end_block(self):
        if self.text:
            self.blank = '\n'

    def link(self, element, kind, url, rel=None):
        number = self.get(element, NUMBER)
        # html5lib makes some elements without a tag.
        number = int(number or 0) if self.numbered else None
        space = self.tag_of(element)[0]
        if kind == 'a' and number is not None and number in self.links:
            self.links[number].elements += 1
            return self.links[number]
        link = Link(kind, url, 'nofollow' in words(rel), number, space)
        self.facts.links.append(link)
        if kind == 'a' and number is not None:
            self.links[number] = link
        return link

    def addresses(self, tag, element, svg):
        first = None
        for attribute, kind in (SVG_ADDRESSES if svg else ADDRESSES).get(
                tag, ()):
            url = self.get(element, attribute)
            if svg and url is None:
                url = self.get(element, attribute, XLINK)
            if url is not None:
                link = self.link(element, kind, url, self.get(element, 'rel'))
                first = first or link
        return first

    def others(self, tag, element):
        facts, content = self.facts, self.get(element, 'content')
        href = self.get(element, 'href')
        if tag == 'meta' and content is not None:
            if lower(self.get(element, 'name') or '') == 'robots' and \
                    {'nofollow', 'none'} & set(words(content)):
                facts.nofollow = True
            if lower(self.get(element, 'http-equiv') or '') == 'refresh':
                url = refresh(content)
                if url is not None:
                    self.link(element, 'refresh', url)
        if tag == 'link' and href:
            rel = self.get(element, 'rel')
            self.link(element, 'canonical' if 'canonical' in words(rel) else
                      'link', href, rel)
        if tag == 'base' and facts.base is None:
            facts.base = href
        if tag in ('img', 'source'):
            for url in srcset(self.get(element, 'srcset') or ''):
                self.link(element, 'image', url)

    def walk(self, root):
        """Without recursion: trees are deep."""
        stack = [(root, False, ())]
        while stack:
            element, hidden, links = stack.pop()
            if hidden is None:
                self.leave(element, *links)
            elif isinstance(element, tuple):
                if not hidden:
                    self.visible(element, links)
            else:
                self.enter(stack, element, hidden, links)

    def enter(self, stack, element, hidden, links):
        space, tag = self.tag_of(element) or (None, None)
        if tag is None or (space, tag) == (XHTML, 'template'):
            return
        if tag in BLOCKS:
            self.end_block()
        first = None
        if space in (XHTML, SVG):
            first = self.addresses(tag, element, space == SVG)
        if space == XHTML:
            self.others(tag, element)
        if tag != 'a':
            first = None
        stack.append((tag, None, (first, len(self.text))))
        links = self.inside(element, space, tag, links)
        if first:
            links += ((first, False),)
        hidden = hidden or tag in HIDDEN
        stack += [(child, hidden, links)
                  for child in self.children(element)][::-1]

    def inside(self, element, space, tag, links):
        """
        The links that are open, and whether a marker is inside of them.
        Without a marker, an <a> ends another, also where the tree has it
        inside.  (The list of formatting elements may have markers of elements
        that are closed already, so that what the tree says may also be right.)
        """
        if space == XHTML and tag in MARKERS:
            return tuple((link, True) for link, _ in links)
        if (space, tag) != (XHTML, 'a'):
            return links
        number = self.get(element, NUMBER)
        for link, marked in links:
            if not marked and link.space == XHTML:
                link.ended = True
                if number is not None and link.number != int(number):
                    link.end = min(link.end or int(number), int(number))
        return links

    def leave(self, tag, link, mark):
        if link and link.elements == 1 and not link.ended:
            link.text = ''.join(self.text[mark:]).lstrip(' \n')
        if tag in BLOCKS:
            self.end_block()

    def visible(self, piece, links):
        order, text = piece
        if order is not None:
            self.facts.moved = self.facts.moved or order < self.last
            self.last = order
        self.add(text)
        bare = self.bare(text)
        if bare:
            self.letter += 1
            item = ((0, self.letter) if order is None else order, bare)
            self.facts.pieces.append(item)
            for link, _ in links:
                link.pieces.append(item)


# ---- html5lib ---------------------------------------------------------------

FORMATTING = set('''b big code em font i nobr s small strike strong tt
u'''.split())


def html5lib_reader():
    """A function from a page to Facts; ImportError without html5lib."""
    import html5lib
    from html5lib.treebuilders import base

    class Node(base.Node):
        """
        Keeps pieces of text apart, each with the number of its token.  Text in
        tables comes when the next token is read.
        """
        token, is_text, count = 0, False, 0
        fostered = adopted = False
        links_of = {}  # of each piece, when it was read

        def __init__(self, name, namespace=None):
            base.Node.__init__(self, name)
            self.namespace, self.nameTuple = namespace, (namespace, name)
            self.childNodes, self.attributes = [], {}

        def appendChild(self, node):
            node.parent = self
            self.childNodes.append(node)

        def insertBefore(self, node, refNode):
            Node.fostered = True
            node.parent = self
            self.childNodes.insert(self.childNodes.index(refNode), node)

        def insertText(self, data, insertBefore=None):
            Node.count += 1
            at = len(self.childNodes)
            if insertBefore is not None:
                Node.fostered = True
                at = self.childNodes.index(insertBefore)
            order = (Node.token - (0 if Node.is_text else .5), Node.count)
            self.childNodes.insert(at, (order, data))
            node, links = self, set()
            while node is not None:
                if node.name == 'a' and NUMBER in node.attributes:
                    links.add(int(node.attributes[NUMBER]))
                node = node.parent
            Node.links_of[order] = links

        def removeChild(self, node):
            Node.adopted = True
            node.parent = None
            self.childNodes.remove(node)

        def reparentChildren(self, newParent):
            for child in self.childNodes:
                if not isinstance(child, tuple):
                    child.parent = newParent
            newParent.childNodes += self.childNodes
            self.childNodes = []

        def cloneNode(self):
            node = Node(self.name, self.namespace)
            node.attributes = dict(self.attributes)
            return node

        def hasContent(self):
            return bool(self.childNodes)

    class Comment(Node):
        def __init__(self, data):
            Node.__init__(self, None)

    class Doctype(Node):
        def __init__(self, name, publicId, systemId):
            Node.__init__(self, None)
            self.publicId, self.systemId = publicId, systemId

    class Document(Node):
        def __init__(self):
            Node.__init__(self, '#document')

    class Builder(base.TreeBuilder):
        documentClass, elementClass = Document, Node
        commentClass, doctypeClass, fragmentClass = Comment, Doctype, Document

        def getDocument(self):
            return self.document

    types = html5lib.constants.tokenTypes
    texts = types['Characters'], types['SpaceCharacters']

    class Tokenizer(html5lib._tokenizer.HTMLTokenizer):
        def __iter__(self):
            Node.token = 0
            for token in html5lib._tokenizer.HTMLTokenizer.__iter__(self):
                Node.token += 1
                Node.is_text = token['type'] in texts
                if token['type'] == types['StartTag'] and \
                        token['name'] not in FORMATTING:
                    token['data'][NUMBER] = str(Node.token)
                yield token

    class Parser(html5lib.HTMLParser):
        def mainLoop(self):
            self.tokenizer.__class__ = Tokenizer
            html5lib.HTMLParser.mainLoop(self)

    def get(element, name, space=None):
        if space:
            return element.attributes.get(('xlink', name, space))
        return element.attributes.get(name)

    def tag_of(element):
        if element.name is None:
            return None
        return element.namespace, element.name

    reader = Reader(tag_of, get, lambda element: element.childNodes, True)

    def read(page):
        Node.fostered = Node.adopted = False
        Node.links_of.clear()
        facts = reader.read(Parser(tree=Builder).parse(page))
        facts.fostered, facts.adopted = Node.fostered, Node.adopted
        for link in facts.links:
            for order, _ in link.pieces:
                if link.number not in Node.links_of[order]:
                    facts.left = True
                Node.links_of[order].discard(link.number)
        links = {link.number for link in facts.links if link.kind == 'a'}
        facts.left = facts.left or any(
            links & Node.links_of[order] for order, _ in facts.pieces
            if order in Node.links_of)
        return facts
    return read


# ---- lexbor -----------------------------------------------------------------

def lexbor_reader():
    """
    The same by lexbor.  selectolax says nothing of namespaces, which are that
    of the parent, except where HTML and SVG begin.
    """
    from selectolax.lexbor import LexborHTMLParser

    class Element:
        __slots__ = 'node', 'space', 'tag', 'attributes'

        def __init__(self, node, parent):
            self.node, self.tag = node, node.tag
            self.attributes = node.attributes
            self.space = self.find_space(parent)

        def find_space(self, parent):
            """As the standard decides where it inserts an element."""
            if parent is not None and not parent.has_html(self.tag):
                if parent.tag == 'annotation-xml' and self.tag == 'svg':
                    return SVG
                return parent.space
            return {'svg': SVG, 'math': MATHML}.get(self.tag, XHTML)

        def has_html(self, tag):
            """Whether <tag> in this element is read as HTML."""
            if self.space == SVG:
                return self.tag in ('foreignObject', 'desc', 'title')
            if self.space == XHTML:
                return True
            if self.tag == 'annotation-xml':
                return lower(self.attributes.get('encoding') or '') in (
                    'text/html', 'application/xhtml+xml')
            return self.tag in ('mi', 'mo', 'mn', 'ms', 'mtext') and \
                tag not in ('mglyph', 'malignmark')

    def children(element):
        child, found = element.node.first_child, []
        while child is not None:
            if child.is_text_node:
                found.append((None, child.text_content))
            elif child.is_element_node:
                found.append(Element(child, element))
            child = child.next
        return found

    def get(element, name, space=None):
        name = 'xlink:' + name if space else name
        if name not in element.attributes:
            return None
        return element.attributes[name] or ''

    reader = Reader(lambda element: (element.space, element.tag), get,
                    children)
    return lambda page: reader.read(Element(LexborHTMLParser(page).root, None))
