# SPDX-License-Identifier: MIT
"""The honest sites of a web with traps: big ones, small ones, and those that
look like traps to a program that is in a hurry.  trapsites.py has the others.
"""
import re

from trapsites import HONEST, Page, Site, draw, some, words


# ---- big honest sites --------------------------------------------------------

class Papers(Site):
    """Numbered papers that cite each other, and lists of them by month."""

    def __init__(self, web, host):
        super().__init__(web, host, 2500, 4000)

    def article(self, n):
        return ("/abs/%02d%02d.%05d" % (n // 1200, n // 100 % 12 + 1, n % 100),
                "/paper/%d" % n, "/show.php?id=%d" % n)[self.spelling]

    def article_at(self, target):
        found = re.search(r"(?:(\d\d)(\d\d)\.)?(\d+)$", target)
        if not found:
            return None
        n = int(found[3])
        if found[1]:
            n += 1200 * int(found[1]) + 100 * (int(found[2]) - 1)
        return n if n < self.count and target == self.article(n) else None

    def article_page(self, n):
        cited = some(3, n, "cites", n, *self.key) if n else []
        return Page(HONEST, " ".join(words(6, "title", n, *self.key)),
                    ["/"] + [self.article(i) for i in cited] +
                    [self.web.home(i, n, *self.key) for i in range(2)],
                    words(150, "abstract", n, *self.key))


class Forum(Site):
    """Boards of topics of up to four pages, and members."""

    def __init__(self, web, host):
        super().__init__(web, host, 1500, 2200)
        self.boards = 6
        self.members = {self.member(i): i for i in range(200)}

    def pages_of(self, n):
        return 1 + draw("length", n, *self.key) % 4

    def topic(self, n, part=0):
        return "/viewtopic.php?t=%d" % n + (part and "&start=%d" % (
            15 * part) or "")

    def board(self, board, part=0):
        return "/viewforum.php?f=%d" % board + (part and "&start=%d" % (
            30 * part) or "")

    def member(self, i):
        return "/member/" + "".join(words(2, "member", i, *self.key)) + \
            "%d" % i

    def first(self):
        return Page(HONEST, "Forum", [self.board(i)
                                      for i in range(self.boards)])

    def honest(self, target):
        if target == "/":
            return self.first()
        found = re.fullmatch(r"/view(topic|forum)\.php\?[tf]=(\d{1,6})"
                             r"(?:&start=(\d{1,6}))?", target)
        if not found:
            i = self.members.get(target)
            return None if i is None else Page(HONEST, target, ["/"] + [
                self.topic(n) for n in some(5, self.count, "of", i,
                                            *self.key)] +
                [self.web.home("of", i, *self.key)])
        n, start = int(found[2]), int(found[3] or 0)
        if found[1] == "forum":
            topics = range(n, self.count, self.boards)
            part, parts = start // 30, (len(topics) + 29) // 30
            if n >= self.boards or part >= parts or \
                    target != self.board(n, part):
                return None
            return Page(HONEST, "Board %d" % n, ["/"] + [
                self.topic(i) for i in topics[30 * part:30 * part + 30]] +
                [self.board(n, i) for i in range(parts)
                 if abs(i - part) < 3])
        part = start // 15
        if n >= self.count or part >= self.pages_of(n) or \
                target != self.topic(n, part):
            return None
        posts = range(15 * part, 15 * part + 4)
        return Page(HONEST, " ".join(words(5, "topic", n, *self.key)),
                    ["/", self.board(n % self.boards)] +
                    [self.topic(n, i) for i in range(self.pages_of(n))] +
                    [self.member(draw("by", n, i, *self.key) % 200)
                     for i in posts] +
                    [self.web.elsewhere(i, n, *self.key) for i in posts[:2]] +
                    [self.topic(i) for i in some(2, self.count, "see", n, part,
                                                 *self.key)],
                    words(200, "posts", n, part, *self.key))


class Wiki(Site):
    """Articles with many links, in categories."""

    def __init__(self, web, host):
        super().__init__(web, host, 2000, 3000)
        self.titles = ["_".join(words(3, "title", n, *self.key)).capitalize()
                       for n in range(self.count)]
        self.number = {"/wiki/" + t: n for n, t in enumerate(self.titles)}

    def article(self, n):
        return "/wiki/" + self.titles[n]

    def article_at(self, target):
        return self.number.get(target)

    def article_page(self, n):
        return Page(HONEST, self.titles[n].replace("_", " "), ["/"] + [
            self.article(i) for i in some(6, self.count, "see", n,
                                          *self.key)] +
            [self.web.elsewhere(i, n, *self.key)
             for i in range(draw("refs", n, *self.key) % 3)],
            words(180, "text", n, *self.key))


class Home(Site):
    """One of many small sites."""

    def __init__(self, web, host):
        super().__init__(web, host, 1, 9)
        self.articles = 0

    def first(self):
        page = super().first()
        page.links = [self.article(n) for n in range(self.count)]
        page.links += [self.web.elsewhere("first", i, *self.key)
                       for i in range(3)]
        return page

    def article(self, n):
        return "/%s.html" % "-".join(words(2, n, *self.key) + [str(n)])


# ---- honest sites that look like traps ---------------------------------------

class Manual(Site):
    """Pages of all lengths that link to each other and nowhere else, as a
    crawler finds them: few are linked from the first page."""

    def __init__(self, web, host):
        super().__init__(web, host, 300, 500)

    def length(self, n):
        return 20 + draw("length", n, *self.key) % 60 * \
            (draw("long", n, *self.key) % 12)

    def article(self, n):
        return ("/manual/%s.html", "/doc?topic=%s", "/%s")[self.spelling] \
            % "-".join(words(2, "slug", n, *self.key) + [str(n)])

    def first(self):
        return Page(HONEST, "Manual", [self.article(n) for n in range(5)],
                    words(60, *self.key))

    def article_at(self, target):
        found = re.search(r"-(\d{1,6})(?:\.html)?$", target)
        n = int(found[1]) if found else self.count
        return n if n < self.count and target == self.article(n) else None

    def near(self, n):
        return some(5, self.count, "see", n, *self.key)

    def article_page(self, n):
        return Page(HONEST, "Topic %d" % n, ["/"] + [
            self.article(i) for i in self.near(n)],
            words(self.length(n), "text", n, *self.key))


class Letters(Manual):
    """The archive of a mailing list: numbered letters of all lengths, each with
    links to the ones around it."""

    def article(self, n):
        return ("/archive/msg-%d.html", "/read.cgi?list=1&msg=-%d",
                "/letters/-%d")[self.spelling] % n

    def first(self):
        return Page(HONEST, "Letters", [
            self.article(n) for n in range(0, self.count, 60)],
            words(60, *self.key))

    def near(self, n):
        return [i for i in range(n - 4, n + 5) if 0 <= i < self.count]


class Again(Site):
    """A site whose host has a sister with the same addresses, and other
    texts."""

    def __init__(self, web, host):
        super().__init__(web, host, 60, 100)
        self.sister = None
        first = host.split(".", 1)[1]
        self.key = (web.seed, first)
        self.count = 60 + draw("count", *self.key) % 40
        self.articles = draw("articles", *self.key) % 3

    def article_page(self, n):
        page = super().article_page(n)
        page.links = page.links[:5] + ["http://%s%s" % (
            self.sister, self.article(n))]
        page.text = words(120, "text", n, self.host)
        return page


class Languages(Again):
    """The same pages in two languages: de. and en."""
    LABELS = "de", "en"


class Shops(Again):
    """Two shops of one company, whose goods have numbers."""
    LABELS = "north", "south"

    def article(self, n):
        return "/goods/item-%d" % n

    def article_at(self, path):
        found = re.fullmatch(r"/goods/item-(\d{1,6})", path)
        return int(found[1]) if found and int(found[1]) < self.count else None

    def article_page(self, n):
        page = super().article_page(n)
        page.links = ["/", page.links[-1]] + [
            self.article(i) for i in some(4, self.count, n, self.host)]
        return page


class Parts(Site):
    """Articles with parts that only link back: more pages of the text, reviews
    under the address of the article, and a translation of each."""

    def __init__(self, web, host):
        super().__init__(web, host, 60, 100)

    def parts(self, n):
        path = self.article(n)
        return [path + "?page=2", path + "?page=3",
                path.rstrip("/") + "/reviews", "/reviews" + path,
                "/deutsch" + path]

    def entrances(self, n):
        return [] if n is None else self.parts(n)

    def trapped(self, target):
        path = re.sub(r"\?page=[23]$|^/(deutsch|reviews)(?=/)", "", target)
        n = self.article_at(path)
        if n is None and target.endswith("/reviews"):
            path = target.removesuffix("/reviews")
            n = self.article_at(path)
            n = self.article_at(path + "/") if n is None else n
        if n is None or target not in self.parts(n):
            return None
        links = ["/", self.article(n)]
        if target.startswith("/deutsch"):
            links += ["/deutsch" + self.article(i)
                      for i in some(4, self.count, "near", n, *self.key)]
        if "?page=" in target:
            links += self.parts(n)[:2]
        return Page(HONEST, target, links, words(
            20 + draw("length", target, *self.key) % 400, "part", target,
            *self.key))


HARD = (Manual, Letters, Languages, Shops, Parts)
