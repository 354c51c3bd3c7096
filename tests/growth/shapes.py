# SPDX-License-Identifier: MIT
"""
shapes - crafted webs that grow, each of a shape for which some program takes
quadratic time or too much memory

SHAPES has a name, and functions from a number of pages to the links of about
that many, as pairs of pages, and from a page to its URL.  Nothing is random:
the web is the same each time.
"""


def steps(count, step=1):
    return [(page, page + step) for page in range(count - step)]


def star(count):
    return [(0, page) for page in range(1, count)]


def turned(links):
    return [(target, source) for source, target in links]


def core(count):
    """As many links as pages, in one complete core."""
    side = int(count ** .5)
    return [(hub, side + authority) for hub in range(side)
            for authority in range(side)]


def comb(count):
    """A hub of half of the pages, each of which has a hub of its own."""
    half = count // 2
    return [(0, page) for page in range(1, half)] + [
        (half + page, page) for page in range(1, half)]


def teeth(count):
    """A chain, each of whose pages has a link to one of its own."""
    half = count // 2
    return steps(half) + [(page, half + page) for page in range(half)]


def tree(count):
    return [((page - 1) // 2, page) for page in range(1, count)]


def islands(count):
    """Small cores, two hubs and two authorities each."""
    return [(page + hub, page + 2 + authority)
            for page in range(0, count - 3, 4)
            for hub in range(2) for authority in range(2)]


def equal(count):
    """All pages link to the same eight."""
    return [(page, target) for page in range(count) for target in range(8)
            if page != target]


def far(count):
    """Four links a page, to pages all over the web."""
    return [(page, (page * 7919 + k * 104729 + 1) % count)
            for page in range(count) for k in range(4)]


def triangle(count):
    """Rows of all lengths, each but little longer than the one before."""
    side = int((2 * count) ** .5)
    return [(page, target) for page in range(side) for target in range(page)]


def two_hubs(count):
    """Two hubs of all pages, and strays that link to the last one."""
    return [(hub, page) for hub in range(2) for page in range(8, count)] + [
        (stray, count - 1) for stray in range(2, 8)]


def calendar(count):
    """A page for each day, with links to the next day, month and year."""
    return steps(count) + steps(count, 30) + steps(count, 365)


def one_host(page):
    return 'http://www.a.example/page%d' % page


def host_each(page):
    return 'http://www.h%d.example/' % page


def hosts(page):
    return 'http://www.h%d.example/page%d' % (page % 97, page)


def queries(page):
    return 'http://www.a.example/show?day=%d&sid=%x' % (page, page * 7919)


def folders(page):
    """As deep as the page in the tree: a folder for each bit of its number."""
    return 'http://www.a.example/' + '/'.join(bin(page + 1)[2:])


def long_name(page):
    return 'http://www.a.example/%d/%s' % (page, 'long-' * 200)


def alike(page):
    """Names that differ at the end of a long common part."""
    return 'http://www.a.example/%s/%d' % ('a' * 200, page)


def growing(page):
    """Few long names, the longest as the web has pages: N log N bytes."""
    return 'http://www.a.example/%d/%s' % (page, 'a/a/a/' * (page & -page))


SHAPES = {
    'chain': (steps, one_host),
    'comb': (comb, hosts),
    'star, out': (star, hosts),
    'star, in': (lambda count: turned(star(count)), hosts),
    'chain over hosts': (steps, host_each),
    'one giant core': (core, hosts),
    'deep tree': (tree, folders),
    'long names': (lambda count: steps(count // 4), long_name),
    'equal rows': (equal, one_host),
    'islands': (islands, hosts),
    'calendar': (calendar, queries),
    'two hubs and strays': (two_hubs, hosts),
    'far links': (far, hosts),
    'names that begin alike': (far, alike),
    'names that grow': (steps, growing),
    'star over hosts': (star, host_each),
    'chain with teeth': (teeth, hosts),
    'chain, to the front': (lambda count: turned(steps(count)), one_host),
    'triangle': (triangle, one_host),
}
