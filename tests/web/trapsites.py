# SPDX-License-Identifier: MIT
"""The sites of a web with traps.

A page is made when it is asked for, from its URL and the seed alone, so a site
may have no end.  Each page says itself what it is: a kind of TRAPS, or
"honest".  That is the truth that tests compare with.

A site with a trap has honest articles as well, and each kind of trap has three
spellings, of which the seed picks one.
"""
import functools
import hashlib
import re

HONEST = "honest"
WORDS = """amber anchor apple arrow autumn badge basin beacon birch bridge
bronze brook cabin candle canyon cedar chalk cherry cliff cloud clover coast
copper coral cotton crane crystal dawn delta desert dune eagle echo ember falcon
feather fern field flint forest fossil frost garden glacier granite grove harbor
harvest hazel heron hollow horizon indigo iris island ivory jasper juniper
kettle lagoon lantern larch laurel lemon lilac linen lotus maple marble marsh
meadow mesa mint mirror mist moss nectar north oak oasis ocean olive onyx opal
orchid otter palm pearl pebble pepper pine plum pond poplar prairie quartz quill
rain raven reed ridge river robin rose rust saffron sage sand scarlet shadow
shell shore silver slate smoke snow sparrow spring spruce star stone storm
summit sunset swan tide timber topaz torch tulip valley velvet violet walnut
wave willow winter wren zephyr""".split()


def draw(*key):
    """A large random number, always the same for a key."""
    text = "\0".join(map(str, key)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def some(count, below, *key):
    """A few numbers below a bound, each once."""
    return list(dict.fromkeys(draw(i, *key) % below for i in range(count)))


def some_order(things, *key):
    return sorted(things, key=lambda thing: draw("order", thing, *key))


def words(count, *key):
    text = "\0".join(map(str, key)).encode()
    drawn = hashlib.shake_128(text).digest(2 * count)
    return [WORDS[int.from_bytes(drawn[i:i + 2], "big") % len(WORDS)]
            for i in range(0, 2 * count, 2)]


def hexadecimal(length, *key):
    return hashlib.sha256("\0".join(map(str, key)).encode()) \
        .hexdigest()[:length]


class Page:
    def __init__(self, kind, title, links, text=()):
        self.kind, self.title, self.links, self.text = kind, title, links, text


class Site:
    """Articles, with lists of them.  A trap adds entrances and pages."""
    trap = None

    def __init__(self, web, host, least=60, most=160):
        self.web, self.host, self.key = web, host, (web.seed, host)
        self.count = least + draw("count", *self.key) % (most - least)
        self.spelling = draw("spelling", *self.key) % 3
        self.articles = draw("articles", *self.key) % 3

    @functools.lru_cache(10000)
    def slug(self, n):
        return "-".join(words(2, "slug", n, *self.key)) + "-%d" % n

    def article(self, n):
        return ("/news/%s.html", "/%s/", "/story/%s")[self.articles] \
            % self.slug(n)

    def article_at(self, path):
        """The number of the article at a path, or None."""
        found = re.search(r"-(\d{1,6})(?:\.html|/)?$", path)
        if found and int(found[1]) < self.count \
                and path == self.article(int(found[1])):
            return int(found[1])
        return None

    def lists(self):
        return (self.count + 24) // 25

    def entrances(self, n):
        """Links of article n, or of the first page (None), into the trap."""
        return []

    def trapped(self, target):
        """The page of the trap at a target, or None."""
        return None

    def first(self):
        return Page(HONEST, self.host, ["/topics/%d" % i for i in
                                        range(min(self.lists(), 6))] +
                    self.entrances(None), words(40, *self.key))

    def honest(self, target):
        if target == "/":
            return self.first()
        found = re.fullmatch(r"/topics/(\d{1,4})", target)
        if found and target == "/topics/%d" % int(found[1]) \
                and int(found[1]) < self.lists():
            begin = 25 * int(found[1])
            return Page(HONEST, "Topics", ["/"] + [
                self.article(n)
                for n in range(begin, min(begin + 25, self.count))] +
                ["/topics/%d" % i for i in (int(found[1]) + 1,
                                            int(found[1]) + 6)
                 if i < self.lists()])
        n = self.article_at(target)
        return None if n is None else self.article_page(n)

    def article_page(self, n):
        links = ["/"] + [self.article(i)
                         for i in some(4, self.count, "near", n, *self.key)]
        links += [self.web.elsewhere(i, n, *self.key)
                  for i in range(1 + draw("out", n, *self.key) % 2)]
        return Page(HONEST, self.slug(n), links + self.entrances(n),
                    words(120, "text", n, *self.key))

    def page(self, target):
        return self.honest(target) or self.trapped(target)


# ---- traps -------------------------------------------------------------------

class Calendar(Site):
    """Months and days in all years, in both directions."""
    trap = "calendar"

    def address(self, year, month, day=None):
        if self.spelling == 0:
            return "/calendar/%d/%02d" % (year, month) + \
                ("" if day is None else "/%02d" % day)
        if self.spelling == 1:
            return "/calendar.php?year=%d&month=%d" % (year, month) + \
                ("" if day is None else "&day=%d" % day)
        return "/events?view=%s&date=%04d-%02d-%02d" % (
            "month" if day is None else "day", year, month, day or 1)

    def entrances(self, n):
        return [self.address(2026, 11)] if n is None else \
            [self.address(2026, 1 + n % 12, 1 + n % 28),
             self.address(2020 + n % 12, 1 + n % 12)]

    def trapped(self, target):
        found = re.fullmatch((
            r"/calendar/(\d+)/(\d+)(?:/(\d+))?",
            r"/calendar\.php\?year=(\d+)&month=(\d+)(?:&day=(\d+))?",
            r"/events\?view=\w+&date=(\d+)-(\d+)-(\d+)")[self.spelling],
            target)
        if not found:
            return None
        year, month = int(found[1]), int(found[2])
        day = found[3] and int(found[3])
        if self.spelling == 2 and "view=month" in target:
            day = None
        if not (1 <= year <= 9999 and 1 <= month <= 12) or \
                day is not None and not 1 <= day <= 28 or \
                target != self.address(year, month, day):
            return None
        months = [divmod(12 * year + month - 1 + i, 12) for i in (-1, 1)]
        links = ["/"] + [self.address(y, m + 1) for y, m in months]
        if day is None:
            links += [self.address(year, month, i) for i in range(1, 29)]
        else:
            links += [self.address(year, month)]
        return Page(self.trap, "Calendar %d/%d" % (month, year), links,
                    ["No", "events."])


class Session(Site):
    """Each article again with every number of a session, a new one a page."""
    trap = "session"

    def address(self, n, session):
        path = self.article(n)
        return (path + ";jsessionid=" + session, path + "?sid=" + session,
                "/(S(%s))%s" % (session, path))[self.spelling]

    def handed(self, *of):
        session = hexadecimal(32, "session", *of, *self.key)
        return [self.address(i, session)
                for i in some(10, self.count, "more", *of, *self.key)]

    def entrances(self, n):
        return self.handed(n)[:6]

    def trapped(self, target):
        found = re.fullmatch((
            r"(?P<path>/.*);jsessionid=(?P<s>[0-9a-f]{32})",
            r"(?P<path>/.*)\?sid=(?P<s>[0-9a-f]{32})",
            r"/\(S\((?P<s>[0-9a-f]{32})\)\)(?P<path>/.*)")[self.spelling],
            target)
        n = found and self.article_at(found["path"])
        if n is None:
            return None
        page = self.article_page(n)
        page.kind = self.trap
        page.links = page.links[:1] + self.handed(n, found["s"])
        return page


class Facets(Site):
    """A list of goods with three filters, in the order of the clicks."""
    trap = "facets"
    FILTERS = (("color", "size", "brand"), ("c", "s", "m"),
               ("farbe", "groesse", "marke"))

    def __init__(self, *site):
        super().__init__(*site)
        names = self.FILTERS[draw("filters", *self.key) % 3]
        self.values = {name: words(7, "values", name, *self.key)
                       for name in names}
        self.values["sort"] = ["price", "name", "new"]

    def address(self, chosen):
        if self.spelling == 0:
            return "/shop/list?" + "&".join("%s=%s" % c for c in chosen)
        if self.spelling == 1:
            return "/shop/list/" + "/".join("%s-%s" % c for c in chosen)
        return "/shop?" + "&".join("f[]=%s:%s" % c for c in chosen)

    def article(self, n):
        return "/item/%s.html" % self.slug(n)

    def entrances(self, n):
        if n is not None:
            return [self.address([(name, self.values[name][
                draw(name, n, *self.key) % len(self.values[name])])
                for name in some_order(self.values, n, *self.key)[:2]])]
        return [self.address([(name, value)])
                for name in self.values for value in self.values[name]]

    def trapped(self, target):
        found = re.fullmatch((r"/shop/list\?(.*)", r"/shop/list/(.*)",
                              r"/shop\?(.*)")[self.spelling], target)
        if not found:
            return None
        chosen = re.findall((r"(\w+)=(\w+)", r"(\w+)-(\w+)",
                             r"f\[\]=(\w+):(\w+)")[self.spelling], found[1])
        names = [name for name, _ in chosen]
        if target != self.address(chosen) or not chosen or \
                len(set(names)) < len(names) or \
                not all(v in self.values.get(n, ()) for n, v in chosen):
            return None
        links = ["/"] + [self.address(chosen + [(name, value)])
                         for name in self.values if name not in names
                         for value in self.values[name]]
        if len(chosen) > 1:
            links += [self.address(chosen[:i] + chosen[i + 1:])
                      for i in range(len(chosen))]
        goods = some(8, self.count, "goods", *sorted(chosen), *self.key)
        return Page(self.trap, "Goods", links + [self.article(i)
                                                 for i in goods])


class Relative(Site):
    """Links that lack their first slash, so that folders repeat."""
    trap = "relative"

    def __init__(self, *site):
        super().__init__(*site)
        self.folder = ("docs", "en/help", "products")[self.spelling]

    def article(self, n):
        return "/%s/%s/" % (self.folder, self.slug(n))

    def entrances(self, n):
        return [] if n is None else [self.article(i)[1:] for i in some(
            8, self.count, "wrong", n, *self.key)]

    def trapped(self, target):
        parts = re.findall(r"/%s/[^/?]+(?=/)" % self.folder, target)
        if len(parts) < 2 or "".join(parts) + "/" != target:
            return None
        numbers = [self.article_at(part + "/") for part in parts]
        if None in numbers:
            return None
        page = self.article_page(numbers[-1])
        page.kind = self.trap
        page.links = ["/"] + self.entrances(numbers[-1])
        return page


class Gallery(Site):
    """Albums of photos, each in four sizes, with little but each other."""
    trap = "gallery"
    SIZES = ("", "small", "large", "full")

    def __init__(self, *site):
        super().__init__(*site)
        self.albums = 6 + draw("albums", *self.key) % 6
        self.photos = 400 + draw("photos", *self.key) % 600

    def address(self, album, photo, size=""):
        if self.spelling == 0:
            return "/gallery/%s/IMG_%04d.html" % (
                words(1, "album", album, *self.key)[0] + "%d" % album,
                photo) + (size and "?size=" + size)
        if self.spelling == 1:
            return "/photo.php?album=%d&pic=%d" % (album, photo) + \
                (size and "&size=" + size)
        return "/album/%d/photo/%d" % (album, photo) + (size and "/" + size)

    def entrances(self, n):
        if n is None:
            return [self.address(album, 1) for album in range(self.albums)]
        return [self.address(i % self.albums, 1 + i // self.albums)
                for i in some(3, self.albums * self.photos, "photo", n,
                              *self.key)]

    def trapped(self, target):
        found = re.fullmatch((
            r"/gallery/[a-z]+(\d+)/IMG_(\d+)\.html(?:\?size=(\w+))?",
            r"/photo\.php\?album=(\d+)&pic=(\d+)(?:&size=(\w+))?",
            r"/album/(\d+)/photo/(\d+)(?:/(\w+))?")[self.spelling], target)
        if not found:
            return None
        album, photo, size = int(found[1]), int(found[2]), found[3] or ""
        if album >= self.albums or not 1 <= photo <= self.photos or \
                size not in self.SIZES or \
                target != self.address(album, photo, size):
            return None
        near = {1, self.photos, *range(photo - 4, photo + 5)}
        return Page(self.trap, "Photo %d of %d" % (photo, self.photos),
                    ["/"] + [self.address(album, i, size) for i in sorted(near)
                             if 1 <= i <= self.photos] +
                    [self.address(album, photo, s) for s in self.SIZES])


class Soft404(Site):
    """Dead links in articles, all answered by one page with status 200."""
    trap = "soft404"

    def entrances(self, n):
        if n is None:
            return []
        return [("/old/%s.html" % hexadecimal(10, "dead", i, n, *self.key),
                 "/node/%d" % (draw("dead", i, n, *self.key) % 1000000),
                 "/shop.cgi?item=%s" % "-".join(words(
                     3, "dead", i, n, *self.key)))[self.spelling]
                for i in range(40)]

    def trapped(self, target):
        return Page(self.trap, "Sorry", ["/"],
                    ["This", "page", "was", "not", "found."])


class Mirror(Site):
    """All pages again on www."""
    trap = "mirror"

    def __init__(self, web, host):
        super().__init__(web, host.removeprefix("www."), 300, 700)
        self.again = host.startswith("www.")

    def page(self, target):
        page = super().page(target)
        if page and self.again:
            page.kind = self.trap
        return page

    def entrances(self, n):
        return ["http://www.%s/" % self.host] if n == 7 else []


class Printer(Site):
    """Each article again to be printed, and to be sent to a friend."""
    trap = "printer"

    def __init__(self, *site):
        super().__init__(*site, 500, 900)

    def entrances(self, n):
        if n is None:
            return []
        path = self.article(n)
        return ([path + "?print=1", path + "?print=1&size=large"],
                ["/print" + path, "/mail" + path],
                ["/print.php?page=" + path[1:].replace("/", "%2F"),
                 "/mail.php?page=" + path[1:].replace("/", "%2F")]
                )[self.spelling]

    def trapped(self, target):
        path = re.sub(r"\?print=1(&size=large)?$", "", target)
        path = re.sub(r"^/(print|mail)/", "/", path)
        path = re.sub(r"^/(print|mail)\.php\?page=", "/",
                      path).replace("%2F", "/")
        n = self.article_at(path)
        if n is None or target not in self.entrances(n):
            return None
        return Page(self.trap, self.slug(n), [path],
                    words(120, "text", n, *self.key))


TRAPS = (Calendar, Session, Facets, Relative, Gallery, Soft404, Mirror,
         Printer)
