# SPDX-License-Identifier: MIT
"""
html_odd - odd pages, the same ones for a seed

Pages are put together from pieces of tags, with mistakes, or made of a page by
changes.  In the former every address begins with a number of its own (u12), and
so does most text (t12), so that it can be told what became of each.
"""
import random

TAGS = '''a area b base blockquote body br caption center code col colgroup dd
div dl dt em embed font form frame frameset h1 h2 head hr html i iframe image
img input ins li link listing map marquee math meta nobr noembed noframes noscript
object ol option optgroup p param plaintext pre q rb rp rt rtc ruby s script
section select small source span strong style sub summary svg table tbody td
template textarea tfoot th thead title tr track tt u ul video wbr xmp x button
applet address main search dialog details keygen bgsound big nav foreignObject
desc mi mo mn ms mtext mglyph malignmark annotation-xml g path use'''.split()
# These hide, or end, what follows.
RARE = set('''plaintext frameset xmp iframe script style textarea title noframes
html head noembed template frame body'''.split())
MORE = '''a a a a p p div b i td tr table table li font nobr select option svg
math span'''.split()
INLINE = 'a b i font nobr code u s em big strong tt small strike'.split()
SOME = [
    '<table><tr><td>', '<table><caption>', '<table><tbody>', '</table>',
    '<table><colgroup><col>', '<svg><foreignObject>', '<svg><desc>',
    '<svg><title>', '<svg><style>', '<svg><script>', '<math><mi>',
    '<math><annotation-xml encoding="text/html">', '<math><annotation-xml>',
    '<math><annotation-xml encoding=application/XHTML+xml>', '</svg>',
    '</math>',
    '<template>', '</template>', '<template><tr>', '<template><td>',
    '<template><col>', '<select>', '<select><optgroup><option>', '</select>',
    '<select><input>', '<select><select>', '<select><hr>', '<frameset>',
    '<frameset><frame src={u}>', '</frameset>', '<noscript>', '</noscript>',
    '<head><noscript>', '</head>', '<head>', '</body>', '</html>', '</br>',
    '</p>', '<script><!--<script>', '--></script>', '</script>',
    '<script><!-- ', '<script><!--<script </script>', '<script></scriptx>',
    '<textarea>', '</textarea>', '<textarea>\n', '<pre>\n', '<title>',
    '</title>',
    '<style><!--', '</style>', '<xmp>', '</xmp>', '</iframe>', '</noembed>',
    '</noframes>', '<input type=hidden>', '<input type=HIDDEN src={u}>',
    '<a href={u}><p>', '<a href={u}><b><div>', '<b><a href={u}><table>',
    '<b><i><a href={u}>', '<p><a href={u}></p>', '<font><p>', '<button><p>',
    '<form><div></form>', '<nobr><nobr>', '<li><ul><li>', '<dd><dl><dt>',
    '<h1><h2>', '</h3>', '<object><p>', '<marquee><a href={u}>', '</marquee>',
    '<p><table><p>', '<b class=1><b class=1><b class=1><b class=1>',
    '<base href={u}>', '<meta http-equiv=refresh content="1;url={u}">',
    '<meta name=robots content=nofollow>', '<meta charset=utf-16>',
    '<link rel=canonical href={u}>', '<img src={u}>', '<image src={u}>',
    '<isindex>', '<plaintext>', '<svg><font color=x>', '<svg><font>',
    '<svg><p>', '<svg></p>', '<svg></br>', '<math><b>',
    '<svg><a xlink:href={u}>',
    '<svg><![CDATA[ {t} ]]>', '<math><![CDATA[{t}', '<ruby><rb><rt><rtc><rp>',
    '<ins cite={u}>', '<body background={u}>', '<html manifest={u}>',
    '<!DOCTYPE html>', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
]
SUFFIXES = ['', '', '', '', '/b?c&amp;d', '&#x41;&copy', '&lt=g', '\xe9', '#i',
            '&notit;', '?a&copy=b', 'j\nk', '\tx ', '&amp', '&ampx', '&amp=',
            '\0', '&#0;', "'", '"', '<b>', '`', '=', '/', '//', '&', '&#',
            '&#x', '&#38', '&NotEqualTilde;', '&notin', '&notin;', '\r\n', '\r']
TEXTS = [' ', '\n', ' a &amp; b', '&nbsp;', '<', '&', '< a', '&#0;', '&#128;',
         '&#xD800;', '\xa0', '\u20ac', ']]>', '&notin;', '<!-- c -->', '<!-->',
         '<!--->', '<!-- -- > --!>', '</>', '</ a>', '<?pi?>', '<![CDATA[x]]>',
         '<!doctype html>', '<!-', '&#32;', '\t', '\0', '<!--', '-->', '--!>',
         '<!--a--!', '<!----!>', '<!--<!-->', '<!--<!--->', '<!--a<!-', '<!x>',
         '<!', '<?', '</', '<a', '<1', '</1>', '&amp', '&ampx', '&#', '&#x',
         '&#x;', '&#65', '&#x41x', '&#1114112;', '&#99999999999;', '&lt',
         '&notit;', '&copy=1', '&fjlig;', '&unknown;', '\x0c', '\x0b', '\r',
         '\r\n', '\ufeff', '\x01', '\x7f', '\U0001f600', '&#13;', '&#9;',
         '&#10;', '&#12;', '&NewLine;', '&Tab;', '<a href="', "<a href='",
         '<a href=', '<a b', '<a/', '<a =', '<a href={u}x/>', '</a href={u}>',
         '<![CDATA[', ']]', '<!--x--y-->', '<!----->', '<!-- --', '<!---!>']


class Maker:
    def __init__(self, seed):
        self.pick = random.Random(seed)
        self.number = 0

    def address(self):
        self.number += 1
        return 'u%d' % self.number

    def text(self):
        pick = self.pick
        if pick.random() < .6:
            self.number += 1
            return 't%d%s' % (self.number, pick.choice(['', '', ' ']))
        return self.filled(pick.choice(TEXTS))

    def filled(self, piece):
        while '{u}' in piece:
            piece = piece.replace('{u}', self.address(), 1)
        if '{t}' in piece:
            self.number += 1
            piece = piece.replace('{t}', 't%d' % self.number)
        return piece

    def attribute(self):
        pick = self.pick
        name = pick.choice('''href HREF src rel id class content name http-equiv
            srcset action data cite color xlink:href background type longdesc
            poster formaction size face encoding a"b ' = xml:lang'''.split())
        value = self.address() + pick.choice(SUFFIXES)
        if name == 'rel':
            value = pick.choice(['nofollow', 'canonical', 'x NoFollow', 'next'])
        elif name == 'http-equiv':
            value = pick.choice(['refresh', 'Refresh', 'x'])
        elif name == 'content':
            value = pick.choice(['0; url=' + value, '5', 'nofollow', value,
                                 '1,' + value, "3;URL='%s'z" % value,
                                 '. url ' + value, 'index, none'])
        elif name == 'srcset':
            value = pick.choice(['%s 1x, %s 2x', '%s,%s', ' %s , %s', '%s(,%s',
                                 '%s (,) ,%s']) % (value, self.address())
        elif name == 'name':
            value = pick.choice(['robots', 'x'])
        elif name == 'type':
            value = pick.choice(['hidden', 'text', 'HIDDEN'])
        elif name == 'encoding':
            value = pick.choice(['text/html', 'text/htm', 'TEXT/HTML'])
        form = pick.randrange(9)
        if form == 0:
            return name
        if form == 1:
            return '%s=%s' % (name, value.strip(' \n\r\t"\'') or 'z')
        if form == 2:
            return "%s = '%s'" % (name, value.replace("'", ''))
        if form == 3:
            return '%s="%s"%s="%s"' % (name, value.replace('"', ''), name,
                                       self.address())
        return '%s="%s"' % (name, value.replace('"', ''))

    def start_tag(self):
        pick = self.pick
        tag = pick.choice(TAGS)
        if (tag in RARE and pick.random() < .8) or pick.random() < .2:
            tag = pick.choice(MORE)
        glue = pick.choice([' ', ' ', ' ', '\n', '/', '  ', '\t/'])
        out = '<' + (tag.upper() if pick.random() < .05 else tag)
        if tag in ('a', 'area', 'base', 'link') and pick.random() < .8:
            out += glue + 'href="%s"' % (
                self.address() + pick.choice(SUFFIXES).replace('"', ''))
        for _ in range(pick.choice([0, 0, 0, 0, 1, 1, 2, 4])):
            out += glue + self.attribute()
        return tag, out + pick.choice(['>', '>', '>', '>', '>', ' >', '/>'])

    def page(self):
        pick, out, tags = self.pick, [], []
        self.number = 0
        if pick.random() < .4:
            out.append('<!DOCTYPE html>')
        if pick.random() < .2:
            out.append('<head><title>t &amp; <b>u</title></head>')
        for _ in range(pick.choice([3, 6, 12, 25, 60])):
            kind = pick.random()
            if kind < .35:
                tag, text = self.start_tag()
                tags.append(tag)
                out.append(text)
            elif kind < .50 and tags:
                out.append('</%s>' % tags.pop(pick.choice([-1, -1, -1, 0])))
            elif kind < .57:
                out.append('</%s>' % pick.choice(pick.choice([TAGS, MORE])))
            elif kind < .72:
                out.append(self.filled(pick.choice(SOME)))
            else:
                out.append(self.text())
        if pick.random() < .02:
            out = [''.join(out)]
            out[0] = out[0][:pick.randrange(len(out[0]) + 1)]
        return ''.join(out)

    def dense_page(self):
        """Of a few kinds of elements, so that they meet again and again."""
        pick, out = self.pick, []
        self.number = 0
        tags = ['a'] + [pick.choice(pick.choice([TAGS, MORE, INLINE]))
                        for _ in range(pick.choice([2, 3, 5, 8]))]
        pieces = [pick.choice(SOME) for _ in range(pick.choice([0, 1, 3]))]
        for _ in range(pick.choice([10, 30, 100, 200])):
            tag, kind = pick.choice(tags), pick.random()
            if kind < .4:
                href = tag == 'a' and pick.random() < .9
                out.append('<%s%s>' % (tag, ' href=' + self.address()
                                       if href else ''))
            elif kind < .7:
                out.append('</%s>' % tag)
            elif kind < .75 and pieces:
                out.append(self.filled(pick.choice(pieces)))
            elif kind < .8:
                out.append(pick.choice([' ', '\n', '<!---->']))
            else:
                self.number += 1
                out.append('t%d ' % self.number)
        return ''.join(out)

    def changed(self, page, most=20000):
        """A piece of a page, with some changes."""
        pick = self.pick
        if len(page) > most:
            start = pick.randrange(len(page) - most) \
                if pick.random() < .5 else 0
            page = page[start:start + most]
        for _ in range(pick.choice([1, 2, 5, 20])):
            at = pick.randrange(len(page) + 1)
            kind = pick.randrange(6)
            length = pick.choice([1, 1, 5, 50, 500])
            if kind == 0:
                page = page[:at] + page[at + length:]
            elif kind == 1:
                page = page[:at] + self.filled(pick.choice(SOME)) + page[at:]
            elif kind == 2:
                page = page[:at] + self.text() + page[at:]
            elif kind == 3:
                page = page[:at] + self.start_tag()[1] + page[at:]
            elif kind == 4:
                page = page[:at] + '</%s>' % pick.choice(TAGS) + page[at:]
            else:
                start = pick.randrange(len(page) + 1)
                page = page[:at] + page[start:start + length] + page[at:]
        return page
