#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hotshapes.py - caps of hot pages and curves of shapes, a second time

	hotshapes.py CASES FIRST BIN MAKEORDERS

Makes CASES random graphs with URLs, from number FIRST on, with random scores and
orders, in the working folder, and compares what hotcurve says of them with
seedpipe-algorithms(7), 8.1, done literally: each hot set is built anew for each
number of downloads.  Which page is of which shape is read from crawlshape.
Prints how many cases there were of each kind; ends with status 1 at the first
difference.
"""

import math
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

WORDS = "ash birch cedar elm fir hazel larch oak pine yew".split()


def call(*words, given=None, fails=False):
    done = subprocess.run(words, input=given, capture_output=True)
    if done.returncode and not fails:
        sys.exit(f"{' '.join(words)}: {done.stderr.decode()}")
    return done


def draw_urls(rng, pages):
    """Galleries, pages of words, hosts of a page or two, names of no host."""
    kind = rng.choice(["mixed", "mixed", "mixed", "one", "own", "dull"])
    hosts = WORDS[:rng.choice([1, 2, 3, 10])]
    urls = []
    for page in range(pages):
        host = f"{rng.choice(hosts)}.test"
        pick = rng.random()
        if kind == "one":
            urls.append(f"http://a.test/photo/{page}.html")
        elif kind == "own":
            urls.append(f"http://h{page}.test/")
        elif kind == "dull":
            urls.append(f"mailto:{page}@{host}")
        elif pick < .4:
            urls.append(f"http://{host}/photo/item{page}.html")
        elif pick < .6:
            urls.append(f"https://{host}/list?page={page}&by=name")
        elif pick < .8:
            urls.append(f"http://{host}/{WORDS[page % 10]}/{page}/a")
        elif pick < .9:
            urls.append(f"mailto:{page}@{host}")
        else:
            urls.append(f"http://p{page}.test/")
    return urls


class Case:
    def __init__(self, number, tools, makeorders):
        self.rng = rng = random.Random(number)
        self.tools = tools
        self.pages = rng.randint(1, 40)
        self.draw_graph()
        self.score = [rng.randint(1, rng.choice([2, 9, 99]))
                      for _ in range(self.pages)]
        text = "score s " + " ".join(map(str, self.score)) + "\n"
        for name, given in ("score", "-R g.sp"), ("bench", "shaped.sp"):
            made = call(makeorders, *given.split(), given=text.encode())
            open(name + ".sp", "wb").write(made.stdout)
        self.draw_orders(makeorders)
        self.read_shapes()

    def filter(self, name, *words):
        return call(f"{self.tools}/{name}", *words).stdout

    def draw_graph(self):
        rng, pages = self.rng, self.pages
        self.links = sorted({(rng.randrange(pages), rng.randrange(pages))
                             for _ in range(2 * pages)} | {(0, pages - 1)})
        open("links", "w").write("".join(f"{a} {b}\n"
                                         for a, b in self.links))
        open("urls", "w").write("".join(url + "\n"
                                        for url in draw_urls(rng, pages)))
        self.filter("graphimport", "-q", "-f", "arcs", "--names", "urls",
                    "-o", "g.sp", "links")
        # A graph without URLs has no shapes, and no stream with them.
        self.shaped = not call(f"{self.tools}/crawlshape", "-q", "--to",
                               "stream", "-o", "shaped.sp", "g.sp",
                               fails=True).returncode
        if not self.shaped:
            self.filter("graphimport", "-q", "-f", "arcs", "--names", "urls",
                        "-o", "shaped.sp", "links")

    def draw_orders(self, makeorders):
        rng, text = self.rng, ""
        self.orders = {}
        self.seeds = set()
        for name in "first second".split()[:rng.randint(1, 2)]:
            order = rng.sample(range(self.pages), self.pages)
            if rng.random() < .4:
                del order[max(3, rng.randint(0, self.pages)):]
            seeds = order[:rng.randint(1, 3)]
            self.orders[name] = order
            self.seeds |= set(seeds)
            text += f"order {name}\nseeds {' '.join(map(str, seeds))}\n"
            text += "".join(f"{page} - 1\n" if page in seeds else
                            f"{page} {order[0]} 2\n" for page in order)
        made = call(makeorders, "-R", "g.sp", given=text.encode())
        open("orders.sp", "wb").write(made.stdout)

    def read_shapes(self):
        """A page of no shape is a shape of its own."""
        self.shape = [("alone", page) for page in range(self.pages)]
        if not self.shaped:
            return
        table = self.filter("graphdump", "-s", "shapes", "shaped.sp")
        for line in table.decode().splitlines():
            cells = line.split("\t")
            if not line.startswith("#") and cells[1] != "-":
                self.shape[int(cells[0])] = ("shape", cells[1])

    def draw_options(self):
        rng = self.rng
        self.cap = rng.choice(["none", "each", "each", "share"])
        self.by_shape = self.cap == "none" or rng.random() < .5
        self.ties = self.cap == "none" and rng.random() < .4
        self.fixed = rng.random() < .3 and rng.randint(1, 45)
        self.at = rng.random() < .3
        self.reachable = rng.random() < .2
        self.each = rng.choice([1, 1, 2, 3, 5, 40])
        self.share = rng.choice([.05, .1, .25, .5, 1])
        words = ["-s", "s"]
        words += ["--at", "0.3,1,0.05"] if self.at else ["--points", "40"]
        words += ["--hot-per-shape", str(self.each)] * (self.cap == "each")
        words += ["--hot-per-host", str(self.share)] * (self.cap == "share")
        words += ["--by-shape"] * self.by_shape
        words += ["--ties", "threshold"] * self.ties
        words += ["--fixed", str(self.fixed)] * bool(self.fixed)
        words += ["--reachable"] * self.reachable
        return words

    # ---- the definitions ----

    def ranked(self):
        pages = set(range(self.pages))
        if self.reachable:
            pages, found = set(), set(self.seeds)
            while found:
                pages |= found
                found = {b for a, b in self.links if a in found} - pages
        return sorted(pages, key=lambda page: (-self.score[page], page))

    def share_ranks(self, ranks):
        """The ranks of --hot-per-host, one after another."""
        left, placed, limit = list(ranks), [], 0
        while left:
            limit = max(limit, len(placed) + 1)
            has = Counter(self.shape[page] for page in placed)
            for page in left:
                if has[self.shape[page]] < self.share * limit or \
                        limit > len(ranks):
                    placed.append(page)
                    left.remove(page)
                    break
            else:
                limit += 1
        return placed

    def best(self, ranks, size):
        """The best pages, of each shape no more than there may be."""
        best, has = [], Counter()
        for page in ranks:
            if len(best) == size:
                break
            if self.cap == "each" and has[self.shape[page]] == self.each:
                continue
            has[self.shape[page]] += 1
            best.append(page)
        return best

    def hot(self, ranks, downloads):
        """The hot pages after so many downloads."""
        hot = self.best(ranks, self.fixed or downloads)
        if self.ties:
            least = self.score[hot[-1]]
            hot += [page for page in ranks if self.score[page] == least]
        return set(hot)

    def throughput(self, ranks, order, downloads):
        hot = self.hot(ranks, downloads)
        got = hot & set(order[:downloads])
        if self.by_shape:
            hot = {self.shape[page] for page in hot}
            got = {self.shape[page] for page in got}
        return len(got) / len(hot)

    def shuffle(self, ranks, downloads):
        """Of all choices of downloads, how many miss a shape?"""
        if not self.by_shape:
            return downloads / len(ranks)
        sizes = Counter(self.shape[page]
                        for page in self.hot(ranks, downloads)).values()
        every = math.comb(len(ranks), downloads)
        return float(sum(1 - Fraction(math.comb(len(ranks) - size, downloads),
                                      every)
                         for size in sizes) / len(sizes))

    def row(self, ranks, downloads):
        row = {"pages": downloads, "fraction": downloads / len(ranks)}
        if self.by_shape:
            row["hot_shapes"] = len({self.shape[page] for page in
                                     self.hot(ranks, downloads)})
        for name, order in self.orders.items():
            row[name] = None
            if self.at or downloads <= len(order):
                row[name] = self.throughput(ranks, order, downloads)
        row["shuffle"] = self.shuffle(ranks, downloads)
        row["ideal"] = self.throughput(ranks, ranks, downloads)
        return row

    def points(self, ranks):
        if not self.at:
            return range(1, len(ranks) + 1)
        return sorted(max(1, int(len(ranks) * part)) for part in (.05, .3, 1))

    # ---- the comparison ----

    def compare_row(self, wanted, names, cells):
        if list(wanted) != names:
            return f"columns {names}, expected {list(wanted)}"
        for (name, value), cell in zip(wanted.items(), cells):
            got = None if cell == "-" else float(cell)
            if name == "shuffle" and abs(got - value) < 1e-12:
                continue
            if got != value:
                return f"{name} after {wanted['pages']} downloads is " \
                       f"{cell}, expected {value}"
        return None

    def compare(self, words):
        program = f"{self.tools}/hotcurve"
        sources = ["-g g.sp -b score.sp", "-g shaped.sp -b score.sp",
                   "-g g.sp -b bench.sp"]
        if not self.reachable:
            sources += ["-b bench.sp"]
        runs = [call(program, *words, *source.split(), "orders.sp",
                     fails=True)
                for source in sources[:4 if self.shaped else 1]]
        for source, run in zip(sources, runs):
            if (run.stdout, run.stderr) != (runs[0].stdout, runs[0].stderr):
                return f"{source}: other bytes than {sources[0]}"
        if not self.shaped and self.cap != "share":
            refused = runs[0].returncode == 65 and \
                b"have no shapes" in runs[0].stderr
            return None if refused else "expected status 65"
        if runs[0].returncode:
            return runs[0].stderr.decode()
        ranks = self.ranked()
        wanted = self.fixed or self.points(ranks)[-1]
        can = self.best(ranks, len(ranks))
        few = f"only {len(can)} pages can be hot"
        if (few.encode() in runs[0].stderr) != (
                self.cap == "each" and len(can) < wanted):
            return f"expected a warning, or none: {few}"
        # Ideal downloads the pages that can be hot before all others.
        if self.cap == "share":
            ranks = self.share_ranks(ranks)
        else:
            ranks = can + [page for page in ranks if page not in can]
        lines = runs[0].stdout.decode().splitlines()
        names = lines[0].lstrip("#").split("\t")
        if len(lines) != 1 + len(self.points(ranks)):
            return f"{len(lines) - 1} rows"
        for line, point in zip(lines[1:], self.points(ranks)):
            wrong = self.compare_row(self.row(ranks, point), names,
                                     line.split("\t"))
            if wrong:
                return wrong
        return None


def main():
    cases, first, tools, makeorders = sys.argv[1:]
    kinds = Counter()
    for number in range(int(first), int(first) + int(cases)):
        case = Case(number, tools, makeorders)
        for _ in range(3):
            words = case.draw_options()
            wrong = case.compare(words)
            if wrong:
                print(f"case {number}, hotcurve {' '.join(words)}: {wrong}")
                sys.exit(1)
            kinds[case.cap + (" by shape" if case.by_shape else "")] += 1
            kinds["ties"] += case.ties
            kinds["fixed"] += bool(case.fixed)
            kinds["reachable"] += case.reachable
            kinds["no shapes"] += not case.shaped
            kinds["one shape"] += case.pages > 1 and len(set(case.shape)) == 1
            kinds["each its own"] += len(set(case.shape)) == case.pages
    for kind in sorted(kinds):
        print(kind, kinds[kind])


main()
