# SPDX-License-Identifier: MIT
"""
pages - crafted pages that grow, each of a shape that some reader of HTML takes
quadratic time or too much memory for

PAGES has a name and a function from a number of bytes to a page of about that
size.
"""


def repeat(piece, before='', after=''):
    """The piece again and again, with %d a number that grows."""
    def page(size):
        if '%d' not in piece:
            return before + piece * max(1, size // len(piece)) + after
        out, length, number = [], 0, 0
        while length < size:
            out.append(piece.replace('%d', str(number)))
            length += len(out[-1])
            number += 1
        return before + ''.join(out) + after
    return page


def twice(first, second, before='', middle=''):
    """Half of the page is of one piece, then half of another."""
    def page(size):
        return repeat(first, before)(size // 2) + repeat(
            second, middle)(size // 2)
    return page


def nested(*tags):
    """Elements in elements, all closed in the end."""
    def page(size):
        start = ''.join('<%s>' % tag for tag in tags)
        end = ''.join('</%s>' % tag.split()[0] for tag in reversed(tags))
        times = max(1, size // (len(start) + len(end)))
        return start * times + 'x' + end * times
    return page


def attribute(start, piece, end):
    return lambda size: start + piece * (size // len(piece)) + end


FORMATS = '<b><i><u><s><tt><em><big><code><font><small><strike><strong>'

PAGES = {
    # Elements that stay open.
    'div, open': repeat('<div>'),
    'div, closed': nested('div'),
    'span, open': repeat('<span>'),
    'unknown elements, open': repeat('<x%d>'),
    'p, open': repeat('<p>'),
    '</p> without p': repeat('</p>'),
    '</br>': repeat('</br>'),
    'spans and </p>': twice('<span>', '</p>'),
    'divs and end tags of none': twice('<div>', '</x>'),
    'spans and end tags of none': twice('<span>', '</x%d>'),
    'divs and <li>': twice('<div>', '<li>'),
    'divs and <dd><dt>': twice('<div>', '<dd><dt>'),
    'ul in ul': repeat('<ul><li>'),
    'dl in dl': repeat('<dl><dd>'),
    'buttons': repeat('<button>'),
    'forms and divs': repeat('<form><div></form>'),
    'headings': repeat('<h1><span></h2>'),
    'objects': repeat('<object><applet><marquee>'),
    'ruby': repeat('<ruby><rb><rt><rp><rtc>'),
    # Formatting elements.
    'b, open': repeat('<b>'),
    'b, each another': repeat('<b id=%d>'),
    'all formats and p': repeat('<p>', FORMATS),
    'formats that differ, in p': repeat('<p><b id=%d>'),
    'formats that differ, in p that end': repeat('<p><i id=%d></p>'),
    'formats that differ, then p': twice('<b id=%d>', '<p>x</p>'),
    'a in a': repeat('<a href=%d>'),
    'a and div': repeat('<a href=%d><div>'),
    'a, b, p and ends': repeat('<a href=%d><b><p></a></b>'),
    'a and tables': repeat('<a href=%d><table><tr><td>'),
    'adoption': twice('<b><p>', '</b>'),
    'adoption over spans': twice('<b><span><p>', '</b>x'),
    'nobr': repeat('<nobr>x'),
    'fonts of old editors': repeat('<font face=a size=%d><p>x</font>'),
    'b in divs, ends in order': twice('<b><div>', '</b></div>'),
    # Tables.
    'tables in cells': repeat('<table><tr><td>'),
    'tables in tables': repeat('<table>'),
    'tables, closed': nested('table', 'tr', 'td'),
    'text in a table': repeat('x ', '<table>'),
    'text and formats in a table': repeat('<b>x', '<table>'),
    'links in a table': repeat('<a href=%d>', '<table>'),
    'rows': repeat('<tr><td>', '<table>'),
    'cells and ends of none': repeat('</table>', '<div>' * 1000),
    'captions and cols': repeat('<caption><col><colgroup>', '<table>'),
    # Modes.
    'select in select': repeat('<select>'),
    'options': repeat('<option><optgroup>', '<select>'),
    'select and input': repeat('<select><div><input>'),
    'templates': repeat('<template>'),
    'templates, closed': nested('template'),
    'templates of tables': repeat('<template><tr><template><td>'),
    'framesets': repeat('<frameset>'),
    'frames': repeat('<frame src=%d>', '<frameset>'),
    'body again': repeat('<body a%d=b>'),
    'html again': repeat('<html a%d=b>'),
    'noscript in head': repeat('<noscript><link href=%d></noscript>', '<head>'),
    # SVG and MathML.
    'svg in svg': repeat('<svg>'),
    'svg, foreignObject': repeat('<svg><foreignObject>'),
    'svg, desc and p': repeat('<svg><desc><p>'),
    'a in mo, taken out, and </x>': lambda size: twice(
        '<x>', '</x>', repeat('<math><mo><a>')(size // 2) + '</a><math>')(
            size // 2),
    'svg and </x>': twice('<svg><g>', '</x>'),
    'svg and p': repeat('<p>', '<svg>' * 1000),
    'math, mi': repeat('<math><mi>'),
    'math, annotation-xml': repeat('<math><annotation-xml encoding=text/html>'),
    'CDATA': repeat('<![CDATA[x]]>', '<svg>'),
    'CDATA, open': repeat(']', '<svg><![CDATA['),
    # The tokenizer.
    '<': repeat('<'),
    '<!': repeat('<!'),
    '<a': repeat('<a'),
    '</': repeat('</'),
    '<!--': repeat('<!--'),
    '--!': repeat('--!', '<!--'),
    'comments': repeat('<!-->'),
    'script, escaped twice': repeat('<!--<script>', '<script>'),
    'script, -': repeat('-', '<script><!--'),
    'script and </script': repeat('</script', '<script>'),
    'scripts': repeat('<script></script>'),
    'title and </titl': repeat('</titl', '<title>'),
    'textarea and </': repeat('</textare ', '<textarea>'),
    'xmp and <': repeat('<', '<xmp>'),
    'plaintext': repeat('<p>', '<plaintext>'),
    'titles': repeat('<title>x</title>'),
    'attributes of one tag': repeat('a%d=b ', '<a href=x ', '>'),
    'attributes, the same': repeat('a=b ', '<a href=x ', '>'),
    'attributes without end': repeat('a ', '<a '),
    'an address': attribute('<a href="', 'x', '">y</a>'),
    'an address without end': attribute('<a href="', 'x', ''),
    'addresses without end': repeat('<a href="x>'),
    'srcset': repeat('%d 1x, ', '<img srcset="', '">'),
    'srcset of (': repeat('x (', '<img srcset="', '">'),
    'refresh': repeat('0', '<meta http-equiv=refresh content="', ';url=x">'),
    'rel': repeat('x ', '<a href=x rel="', '">'),
    'references': repeat('&amp;'),
    'references, &': repeat('&'),
    'references, &a': repeat('&a'),
    'references without end': repeat('&CounterClockwiseContourIntegra'),
    'references, digits': repeat('9', '&#'),
    'references in an address': attribute('<a href="', '&notit;', '">'),
    'NUL': repeat('\0'),
    'NUL in an address': attribute('<a href="', '\0', '">'),
    'line ends': repeat('\r\n'),
    'blanks': repeat(' '),
    'blanks of all kinds': repeat('&nbsp;\xa0 \t'),
    'text': repeat('word '),
    'text and br': repeat('x<br>'),
    'links': repeat('<a href="/page%d">x</a> '),
    'links with spans': repeat('<a href=%d><span><b>x</b></span></a>'),
    'bases': repeat('<base href=%d>'),
}
