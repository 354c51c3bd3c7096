# SPDX-License-Identifier: MIT
"""shapesites.py - small sites whose URLs have shapes, for shapetable.py

A site has a few forms of URLs, as a shop or an archive has, and pages that are
of none.  Some links of a form stay in it, as those of a calendar do.  What a
crawl knows of the sites is a list, a log, a replay, or nothing.
"""
from nextworld import draw_states, host_of

WORDS = ['red', 'blue', 'news', 'about', 'item', 'view', 'list', 'old', 'a',
         'en', 'de', 'pt-br', 'zh_CN', 'print', 'cafe', 'deadbeef', 'x.y',
         'foo.html', 'a-b', 'caf%C3%A9', 'b\u00fccher', '', '.', 'A', 'Red',
         '2024', '2024-05-31', '.html', 'index.php', '<word>', '<', '\\', 'a=b',
         'x:y', 'a;b', '%3C', '@', 'a?b', '?', 'http:', '*', '$', '(', '[0-9]+']
ENDS = ['', '', '', '', '.html', '.htm', '.HTML', '.tar.gz', '.pdf', ';v=1',
        ';jsessionid=0123abcd', '.', '.eightlet', '.x1', '/']
NAMES = ['id', 'page', 'sid', 'q', 'sort', 'print', 'f[]', 'a.b', '', 'x<y',
         'x\\y', 'id', 'ID', 'date']
HOSTS = ['a.example', 'www.a.example', 'A.Example', 'b.example', '10.0.0.1',
         'b\u00fccher.example', '[2001:db8::1]', 'x<y.example', 'l.b.example',
         'c.example.', 'u:p@c.example', 'c.example:8080', 'c.example']
ODD = ['mailto:x%d@a.example', 'http://', '', '/only/a/path/%d', '?%d', '#%d',
       'http:/x/%d', '//a.example/item/%d', 'a.example/item/%d',
       'a.example?id=%d', 'http://a.example?id=%d', 'http://a.example#%d',
       'http://a.example/?id=%d', 'http://b.example', 'http://b.example/',
       'http://a.example\\item\\%d', 'HTTP://A.EXAMPLE:80/item/%d',
       'http://a.example/%d?', 'http://a.example/%d?#x', 'ftp://b.example/%d',
       'http://a.example/%d#?id=2', 'http://a.example/%d?&', 'http://a.example'
       '/%d?id', 'http://a.example/%d?id=', 'http://a.example/%d?id=1;page=2',
       'http://a.example/%d?=', 'http://a.example//%d', 'http://a.example/%d//']


def number(rnd):
    return str(rnd.randrange(rnd.choice([5, 100, 3000, 10**12])))


def hexadecimal(rnd):
    text = '%0*x' % (rnd.choice([7, 8, 8, 16, 32]), rnd.getrandbits(26))
    return rnd.choice([str, str.upper, str.title])(text)


def date(rnd):
    sign = rnd.choice('--_./')
    return sign.join(['%04d' % rnd.randrange(1900, 2100),
                      '%02d' % rnd.randrange(14), '%02d' % rnd.randrange(33)])


def word(rnd):
    if rnd.random() < .6:
        return ''.join(rnd.choices('abcdefghij-_.', k=rnd.randint(1, 9)))
    return rnd.choice(WORDS)


def locale(rnd):
    two = ''.join(rnd.choices('abcdABCD', k=2))
    return rnd.choice([two, two, two + rnd.choice('-_') +
                       ''.join(rnd.choices('xyXY1', k=2))])


def escaped(rnd):
    """Text with escapes, whose digits are none of the text."""
    return ''.join(rnd.choices(['%C3%A9', '%%%02X' % rnd.randrange(256),
                                '%2520', 'a', 'x1', number(rnd)], k=3))


KINDS = [number, number, hexadecimal, date, word, word, locale, escaped]


def draw_text(rnd):
    """What writes a segment or value: always the same, or of a kind."""
    if rnd.random() < .4:
        fixed = rnd.choice(WORDS)
        return lambda: fixed
    kind = rnd.choice(KINDS)
    before = rnd.choice(['', '', '', 'img', 'p-', 'v<', 'a.'])
    end = rnd.choice(ENDS) if rnd.random() < .5 else ''
    return lambda: before + kind(rnd) + end


def draw_form(rnd):
    """What writes a URL after its host: a path and parameters."""
    segments = [draw_text(rnd) for _ in range(rnd.choice([0, 1, 1, 2, 2, 3,
                                                           4, 6]))]
    names = rnd.sample(NAMES, rnd.choice([0, 0, 0, 1, 2, 3, 5]))
    values = [(name + rnd.choice(['=', '=', '=', '=', '']), draw_text(rnd))
              for name in names]
    mixed = rnd.random() < .3
    some = rnd.random() < .2
    again = rnd.choice([0] * 8 + [1, 2])
    deep = rnd.random() < .05

    def write():
        path = [segment() for segment in segments]
        if again and path:
            path += path[-again:] * rnd.choice([0, 1, 2, 3, 5, 9])
        if deep:
            path += ['d%d' % i for i in range(rnd.choice([1, 20, 40]))]
        given = [name + value() if name.endswith('=') else name
                 for name, value in values if not some or rnd.random() < .7]
        if deep and rnd.random() < .3:
            given += ['p%d=1' % i for i in range(30)]
        if mixed:
            rnd.shuffle(given)
        separator = rnd.choice('&&&&&;')
        return '/' + '/'.join(path) + ('?' + separator.join(given) if given
                                       else '')
    return write


def draw_list(rnd):
    """A list that is filtered by several things, in the order of the clicks."""
    filters = {name: rnd.sample(WORDS[:12], rnd.randint(1, 4))
               for name in rnd.sample(['c', 's', 'size', 'brand'],
                                      rnd.randint(2, 4))}
    first = rnd.choice([None, None, rnd.choice(list(filters))])
    link = rnd.choice(['/list/%s', '/list?%s', '/list/%s/'])

    def write():
        names = rnd.sample(list(filters), rnd.randint(1, len(filters)))
        names.sort(key=lambda name: name != first)
        chosen = [(name, rnd.choice(filters[name])) for name in names]
        if '?' in link:
            return link % '&'.join('%s=%s' % c for c in chosen)
        return link % '/'.join('%s-%s' % c for c in chosen)
    return write


class Sites:
    """Names of pages, the form of each, a list of successors for each, and
    what a crawl knows: words of a filter with its files."""

    def __init__(self, rnd):
        hosts = rnd.sample(HOSTS, rnd.randint(1, 4))
        forms = [(rnd.choice(hosts), rnd.choice([draw_form] * 4 + [draw_list])(
            rnd)) for _ in range(rnd.randint(1, 7))]
        self.names, self.form = [], []
        odd = rnd.choice([0, 0, .02, .2])
        for _ in range(rnd.choice([1, 5, 30, 100, 100, 250, 600])):
            form = min(int(rnd.expovariate(2 / len(forms))), len(forms) - 1)
            host, write = forms[form]
            url = rnd.choice(['http://', 'https://', 'http://', '']) if (
                rnd.random() < .1) else 'http://'
            url += host + write() + rnd.choice(['', '', '', '', '#top'])
            if rnd.random() < odd:
                odd_one = rnd.choice(ODD)
                url = odd_one.replace('%d', str(rnd.randrange(50)))
                form = len(forms)
            self.names.append(url)
            self.form.append(form)
        self.names = [name or '-' for name in self.names]
        if not any(host_of(name) and '/' in name for name in self.names):
            self.names[0], self.form[0] = 'http://a.example/', 0
        # A name is there once.
        kept = {name: form for name, form in zip(self.names, self.form)}
        self.names, self.form = list(kept), list(kept.values())
        self.rows = draw_rows(rnd, self.form)
        self.file = None

    def write(self, rnd, filters):
        """Makes the graph, with some states and fetches, and a score."""
        links = [(i, j) for i, row in enumerate(self.rows) for j in row]
        words = ['-q', '-f', 'arcs', '--keys', 'ids', '--names',
                 filters.file(self.names)]
        know = rnd.choice([know_nothing, know_list, know_log, know_log,
                           know_log, know_replay])
        if know is know_list:
            words += ['--fetched', filters.file(
                f'{p}\t{state}' for p, state in
                enumerate(draw_states(rnd, len(self.names))))]
        self.file = filters.file()
        filters.run('graphimport', *words, '-o', self.file,
                    filters.file('%d\t%d' % link for link in links))
        if know in (know_log, know_replay):
            know(rnd, self, filters)
        if rnd.random() < .3:
            scored = filters.file()
            filters.run('pagerank', '-q', self.file, '-o', scored)
            self.file = scored
            return know.__name__, True
        return know.__name__, False


def draw_rows(rnd, form):
    """Links: the next pages of the same form, the same menu, or any."""
    pages = range(len(form))
    menu = rnd.sample(pages, min(len(form), rnd.choice([4, 5, 8])))
    rows = []
    ways = [rnd.choice(['next', 'menu', 'any', 'any', 'none', 'few'])
            for _ in range(max(form) + 1)]
    own = {}
    for page in pages:
        own.setdefault(form[page], []).append(page)
    for page in pages:
        same, row = own[form[page]], set()
        way = ways[form[page]]
        if way == 'next':
            place = same.index(page)
            row |= set(same[place + 1:place + rnd.choice([2, 3, 12])])
        elif way == 'menu':
            row |= set(menu)
        elif way == 'any':
            row |= {rnd.choice(pages) for _ in range(rnd.randrange(9))}
        elif way == 'few':
            row |= set(menu[:3]) | {page}
        if rnd.random() < .05:
            row |= {page, rnd.choice(pages)}
        rows.append(sorted(row))
    if not any(rows):
        rows[0] = [len(form) - 1]
    return rows


# ---- what a crawl knows ------------------------------------------------------

def know_nothing():
    """Neither states nor fetches."""


def know_list():
    """States alone, of a list that graphimport reads."""


def know_replay(rnd, sites, filters):
    """The first downloads of a breadth-first crawl; there are no sizes."""
    seeds = rnd.sample(range(len(sites.names)), min(len(sites.names),
                                                     rnd.choice([1, 3])))
    orders, known = filters.file(), filters.file()
    filters.run('crawlorder', '-q', '--order', 'bfs', '--seeds',
                filters.file(map(str, seeds)), sites.file, '-o', orders)
    filters.run('graphprune', '-q', '--fetched-first',
                f'bfs:{rnd.choice([1, 10, 50, 200])}', orders, '-o', known)
    sites.file = known


def know_log(rnd, sites, filters):
    """A log of Heritrix, in which sizes and digests may be missing."""
    pages = [p for p, name in enumerate(sites.names)
             if name.startswith(('http://', 'https://')) and
             not set(name) & set(' \t') and len(name) > 9]
    share = rnd.choice([.2, .6, 1])
    pages = pages[:1] + [p for p in pages[1:] if rnd.random() < share]
    if rnd.random() < .7:
        rnd.shuffle(pages)
    if not pages:
        return
    sizes = rnd.choice([0, .8, 1, 1])
    digests = rnd.choice([0, .5, 1, 1])
    bodies = rnd.choice([3, 30, 10**6])
    lines, now = [], 0
    for i, page in enumerate(pages):
        status = rnd.choice([200] * 9 + [301, 404, 410, 503, 304])
        if not i:
            status = 200
        now += rnd.choice([0, 1, 1, 60])
        when = '2024-05-31T%02d:%02d:%02d' % (now // 3600, now // 60 % 60,
                                              now % 60)
        size = rnd.randrange(5000) if rnd.random() < sizes else '-'
        digest = ('sha1:B%d' % rnd.randrange(bodies)
                  if rnd.random() < digests else '-')
        lines.append(f'{when}.000Z {status} {size} {sites.names[page]} P - '
                     f'text/html #001 20240531100000000+1 {digest} - -')
    known = filters.file()
    filters.run('crawlimport', '-q', '-f', 'heritrix', '-g', sites.file, '-o',
                known, filters.file(lines))
    sites.file = known
