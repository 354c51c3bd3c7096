# SPDX-License-Identifier: MIT
"""What seedpipe(5) says is read, and what it forbids is refused."""

import gc
import io
import os
import random
import struct
import tempfile
import unittest
import warnings
import weakref

import numpy as np

import forge
import seedpipe
from forge import HEAD, TAIL, section

LISTS = [[1, 2], [1, 2], [], [0, 3]]
BASIS = forge.basis(LISTS)


def order(name=b"bfs", pages=(0, 1, 2), parents=(-1, 0, 0), depths=(1, 2, 2),
          keys=None, downloads=None, more=(), tag=b"ORDR", extra=(), wide="I"):
    """A crawl order; more are columns of wide numbers, extra those of the
    tail."""
    n = len(pages)
    columns = struct.pack(f"<{3 * n}I", *pages, *(p & 0xffffffff for p in
                                                   parents), *depths)
    columns += struct.pack(f"<{n}d", *(keys or [0.5] * n))
    for column in more:
        columns += struct.pack(f"<{n}{wide}", *column)
    tail = struct.pack("<10Q11d", n if downloads is None else downloads,
                       *range(1, 10), 0.5, *[1.0] * 10)
    tail += struct.pack(f"<{len(extra)}Q", *extra)
    return section(tag, BASIS + name, [(n, columns)] if n else [], tail)


def ticks(processes=2, mode=0, last=2, at=(1, 1, 2), by=(0, 1, 0), **also):
    return order(tag=b"ordt", more=(at, by),
                 extra=(processes, 1, mode, 1, 0, last, 0), **also)


def times(starts=(0, 30, 40), ends=(30, 50, 50), connections=2, requests=9,
          failed=4, lost=3, hosts=2, end=60, **also):
    return order(tag=b"ordc", more=(starts, ends), wide="Q",
                 extra=(connections, requests, failed, lost, 5, hosts, 70, 80,
                        end), **also)


def seeds_of(name, *pages):
    return section(b"ords", BASIS + name,
                   [(len(pages), struct.pack(f"<{len(pages)}I", *pages))])


def cores(hubs=2, authorities=1):
    return section(b"CORE", BASIS, [(1, struct.pack(
        "<IIQQQ", 0, 1, hubs, authorities, 2))])


def members(*rows):
    rows = rows or ((0, 0, 0, 0, .5), (0, 1, 0, 0, .5), (0, 2, 1, 0, 1.))
    return section(b"CMEM", BASIS, [(len(rows), b"".join(
        struct.pack("<IIIId", *row) for row in rows))])


def seed(page=0, core=0, name=b"http://a/"):
    return section(b"SEED", BASIS, [(1, struct.pack("<II", page, core)
                                     + forge.leb(len(name)) + name)])


def note(found=1, score=0.5, name=b"old", score_name=b"hub", count=1):
    data = struct.pack("<Bd", found, score) + forge.leb(len(name)) + name
    return section(b"sdnt", BASIS + score_name, [(count, data * count)])


def link_scores(*rows):
    return section(b"lscr", BASIS + b"topic", [(len(rows), b"".join(
        struct.pack("<IId", *row) for row in rows))])


def states(*values, basis=BASIS):
    return section(b"stat", basis, [(len(values), bytes(values))])


def fetches(*rows, clock=1, basis=BASIS, zero=0, pad=b""):
    """Rows of gap, captures, time, size and digest, as they are stored."""
    data = b"".join(wide(row[k]) for k in range(4) for row in rows) + pad
    data += struct.pack(f"<{len(rows)}Q", *(row[4] for row in rows))
    return section(b"ftch", basis + struct.pack("<II", clock, zero),
                   [(len(rows), data)] if data else [])


def wide(number):
    return (bytes([number & 127 | 128]) + wide(number >> 7) if number > 127
            else bytes([number]))


def shapes(*strings, basis=BASIS):
    data = b"".join(forge.leb(len(one)) + one for one in strings)
    return section(b"shap", basis, [(len(strings), data)])


def shape_of(*values, basis=BASIS):
    return section(b"shpg", basis, [(len(values), struct.pack(
        f"<{len(values)}I", *values))])


def hosts(*runs):
    data = b"".join(map(forge.leb, (n for run in runs for n in run)))
    return section(b"PHST", b"", [(sum(run[1] for run in runs), data)])


def part(number=0, count=1, first=0, end=4, pages=4, items=1, more=b"",
         flags=HEAD | TAIL):
    return [(b"part", flags, 0, items, struct.pack(
        "<QQQIIQ", pages, first, end, number, count, 99) + more)]


PROV = [(b"PROV", HEAD | TAIL, 0, 1, b"graphimport 0.2.0")]
HOSTS = forge.strings(b"HOST", [b"a", b"b.example"])
NAMES = forge.strings(b"NAME", [b"http://a/", b"\xff", b"", b"\t" * 200])
WEIGHTS = forge.floats(b"wghT", BASIS, [1, 2.5, 3, 4, 5, -1])

#: A section of each kind.
EVERYTHING = (
    part(), PROV, HOSTS, forge.strings(b"DOMN", [b"a", b"example"]),
    hosts((0, 1), (1, 3)), NAMES, forge.graph(LISTS, weighted=1), WEIGHTS,
    forge.floats(b"SCOR", BASIS + b"hub", [.1, .2, .3, .4]),
    states(1, 0, 6, 2), fetches((0, 4, 21, 0, 7), (1, 0, 0, 8, 0),
                                (0, 0, 4, 1, 1 << 63)),
    shapes(b"\0a/<word>", b"\2b/\xff"), shape_of(1, 0xffffffff, 0, 1),
    link_scores((0, 2, .5), (3, 0, 1.)), cores(),
    members(), seed(), note(),
    seeds_of(b"bfs", 0, 3), order(), seeds_of(b"par", 0), ticks(name=b"par"),
    seeds_of(b"timed", 0), times(name=b"timed"),
    section(b"newX", b"head", [(7, b"data")]))


def damage(tag, change):
    """EVERYTHING, with the payload of the first such data frame changed."""
    frames = [one for part in EVERYTHING for one in part]
    at = next(i for i, one in enumerate(frames)
              if one[0] == tag and not one[1] and one[4])
    frames[at] = frames[at][:4] + (change(frames[at][4]),)
    return forge.stream(frames)


class Reads(unittest.TestCase):
    def test_example(self):
        g = seedpipe.read(forge.EXAMPLE)
        self.assertEqual(g.edges().tolist(), [[0, 1], [0, 2], [1, 1], [1, 2]])
        self.assertEqual(g.fingerprint, (3, 4, 0x8dcecd8a6c06d34d))
        self.assertEqual(g.origin, g.fingerprint)
        self.assertEqual(g.successors(2).tolist(), [])
        self.assertEqual(g.in_degrees.tolist(), [0, 2, 2])
        self.assertEqual(forge.stream(forge.graph([[1, 2], [1, 2], []],
                         [b"\3\0\2\0", b"\1\1", b"\0"])), forge.EXAMPLE)
        for missing in ("names", "hosts", "host_of", "weights", "states",
                        "fetches", "shapes", "cores", "seeds"):
            self.assertFalse(hasattr(g, missing))
        self.assertEqual(dict(g.scores), {})
        with self.assertRaisesRegex(seedpipe.MissingError, "no names"):
            g.names

    def test_everything(self):
        for index in (False, True):
            g = seedpipe.read(forge.stream(*EVERYTHING, index=index))
            self.check(g)

    def check(self, g):
        self.assertEqual(list(g.hosts), ["a", "b.example"])
        self.assertEqual(list(g.domains), ["a", "example"])
        self.assertEqual(g.part, (0, 1, 0, 4))
        self.assertEqual(g.host_of.tolist(), [0, 1, 1, 1])
        self.assertEqual(g.names[1], "\udcff")
        self.assertEqual(g.names.raw(1), b"\xff")
        self.assertEqual(g.names.index("\t" * 200), 3)
        self.assertEqual(g.weights.tolist(), [1, 2.5, 3, 4, 5, -1])
        self.assertEqual(g.scores["hub"].tolist(), [.1, .2, .3, .4])
        with self.assertRaises(ValueError):
            g.scores["hub"][0] = 1
        with self.assertRaises(TypeError):
            g.scores["x"] = g.scores["hub"]
        self.assertEqual([seedpipe.STATES[state] for state in g.states],
                         ["ok", "unfetched", "filtered", "redirect"])
        with self.assertRaises(ValueError):
            g.states[0] = 1
        fetched = g.fetches
        self.assertEqual(fetched.clock, "seconds")
        self.assertEqual(fetched.pages.tolist(), [0, 2, 3])
        self.assertEqual(fetched.captures.tolist(), [5, 1, 1])
        self.assertEqual(fetched.times.tolist(), [10, seedpipe.NO_TIME, 8])
        self.assertEqual(fetched.sizes.tolist(), [-1, 7, 0])
        self.assertEqual(fetched.digests.tolist(), [7, 0, 1 << 63])
        with self.assertRaises(ValueError):
            fetched.times[0] = 1
        self.assertEqual(list(g.shapes.patterns), ["a/<word>", "b/\udcff"])
        self.assertEqual(g.shapes.shape_of.tolist(), [1, -1, 0, 1])
        self.assertEqual([seedpipe.TRAPS[trap] for trap in g.shapes.traps],
                         ["", "session"])
        with self.assertRaises(ValueError):
            g.shapes.shape_of[0] = 1
        topic = g.link_scores["topic"]
        self.assertEqual(topic.sources.tolist(), [0, 3])
        self.assertEqual(topic.values.tolist(), [.5, 1])
        core = g.cores[0]
        self.assertEqual((core.seed, core.round, core.n_links), (0, 1, 2))
        self.assertEqual(core.hubs.tolist(), [0, 1])
        self.assertEqual(core.authorities.tolist(), [2])
        self.assertEqual(core.hub_scores.tolist(), [.5, .5])
        self.assertEqual(g.seeds[0], seedpipe.Seed(
            0, 0, "http://a/", .5, "url", "old"))
        bfs = g.orders["bfs"]
        self.assertEqual(bfs.pages.tolist(), [0, 1, 2])
        self.assertEqual(bfs.parents.tolist(), [-1, 0, 0])
        self.assertEqual(bfs.seeds.tolist(), [0, 3])
        self.assertEqual(bfs.counters["found"], 2)
        self.assertEqual(bfs.counters["mass"], .5)
        self.assertIsNone(bfs.ticks)
        par = g.orders["par"]
        self.assertEqual(par.ticks.tolist(), [1, 1, 2])
        self.assertEqual(par.processes.tolist(), [0, 1, 0])
        self.assertEqual(par.counters["last_tick"], 2)
        self.assertIsNone(par.starts)
        timed = g.orders["timed"]
        self.assertEqual(timed.starts.tolist(), [0, 30, 40])
        self.assertEqual(timed.ends.tolist(), [30, 50, 50])
        self.assertEqual([timed.counters[name] for name in (
            "connections", "requests", "failed", "lost", "refused", "hosts",
            "bytes", "busy", "end")], [2, 9, 4, 3, 5, 2, 70, 80, 60])
        self.assertIsNone(timed.ticks)
        self.assertEqual(g.provenance, ("graphimport 0.2.0",))
        self.assertEqual(g.unknown[0].tag, "newX")
        self.assertEqual(g.unknown[0].frames[1], (0, 0, 7, b"data"))

    def test_sources(self):
        data = forge.stream(*EVERYTHING, index=True)
        read_end, write_end = os.pipe()
        with os.fdopen(write_end, "wb") as file:
            file.write(data)
        with os.fdopen(read_end, "rb") as file:
            self.check(seedpipe.read(file))
        self.check(seedpipe.read(io.BytesIO(data)))
        self.check(seedpipe.read(bytearray(data)))
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            self.check(seedpipe.read(file.name))
            with self.assertRaisesRegex(seedpipe.FormatError, file.name):
                file.truncate(100)
                seedpipe.read(file.name)
            with open(file.name, encoding="utf-8") as text:  # \x89 is none
                with self.assertRaisesRegex(TypeError, "in binary mode$"):
                    seedpipe.read(text)
        with self.assertRaisesRegex(TypeError, "in binary mode$"):
            seedpipe.read(io.StringIO("text"))
        for wrong in (None, 5, seedpipe.read(data)):
            with self.assertRaisesRegex(TypeError, "from a path, bytes or a "):
                seedpipe.read(wrong)
        with self.assertRaises(FileNotFoundError):
            seedpipe.read("no such file")

    def test_some_sections(self):
        data = forge.stream(*EVERYTHING, index=True)
        for source in (data, forge.stream(*EVERYTHING)):
            g = seedpipe.read(source, {"scores"})
            self.assertEqual(list(g.scores), ["hub"])
            self.assertEqual(g.pages, 4)
            self.assertFalse(g.has_graph)
            for other in ("names", "indices", "cores", "seeds", "host_of"):
                self.assertFalse(hasattr(g, other), other)
            self.assertEqual(len(g.orders), 0)
            g = seedpipe.read(source, iter(["graph"]))
            self.assertEqual(g.indices.size, g.links)
            g = seedpipe.read(source, ["host_of", "graph", "orders"])
            self.assertEqual(g.host_of.tolist(), [0, 1, 1, 1])
            self.assertEqual(g.links, g.indices.size)
            self.assertEqual(g.orders["bfs"].seeds.tolist(), [0, 3])
        with self.assertRaisesRegex(ValueError, "no section"):
            seedpipe.read(data, {"score"})
        for word in ("scores", b"scores"):
            with self.assertRaises(TypeError):
                seedpipe.read(data, word)

    def test_unread_frames_are_skipped(self):
        data = forge.stream(*EVERYTHING, index=True)
        bad = data.replace(b"http://a/\1\xff", b"HTTP://a/\1\xff")
        self.assertNotEqual(bad, data)
        self.assertEqual(len(seedpipe.read(bad, {"scores"}).scores), 1)
        for sections in (None, {"names"}):
            with self.assertRaisesRegex(seedpipe.FormatError, "damaged"):
                seedpipe.read(bad, sections)

    def test_rows(self):
        lists = [[(u * 7 + k) % 5000 for k in range(2)] for u in range(5000)]
        lists = [sorted(row) for row in lists]
        data = forge.stream(HOSTS, forge.graph(lists), PROV)
        found, next_page = [], 0
        with seedpipe.open(data, sections={"hosts"}) as s:
            for first, indptr, indices in s.rows():
                self.assertEqual(first, next_page)
                next_page += indptr.size - 1
                found += [row.tolist() for row in
                          np.split(indices, indptr[1:-1])]
            self.assertEqual(len(s.stream.hosts), 2)
        self.assertEqual(found, lists)
        with seedpipe.open(data[:-1]) as s:
            with self.assertRaises(seedpipe.FormatError):
                list(s.rows())
            with self.assertRaises(ValueError):
                s.stream

    def test_parts(self):
        lists = [[] for _ in range(2100)]
        lists[1024:1027] = [3, 2099], [1], [5]
        basis = forge.basis(lists)
        known = bytearray(2100)
        known[1022:1026] = 1, 1, 1, 4
        known[2048] = 1
        data = (forge.graph(lists), section(b"stat", basis, [
            (2100, bytes(known))]), fetches(
                (1022, 0, 0, 1, 11), (0, 0, 0, 2, 12), (0, 3, 9, 3, 13),
                (1023, 0, 0, 4, 14), basis=basis))
        second = part(1, 3, 1024, 2048, 2100)
        for index in (False, True):
            source = forge.stream(second, *data, index=index)
            with self.assertWarnsRegex(UserWarning, "^<bytes>: part 1/3 of a "
                                       "graph: links, names, states and fetches"
                                       " of the other .* manifest") as caught:
                g = seedpipe.read(source)
            self.assertEqual(os.path.basename(caught.filename),
                             "test_format.py")
            self.assertEqual(g.part, seedpipe.Part(1, 3, 1024, 2048))
            self.assertEqual(g.part.end, 2048)
            self.assertEqual(str(g.part), "part 1/3")
            self.assertIn("part 1/3 of a graph; 2100 pages", repr(g))
            # What is said of the pages of others does not count.
            self.assertEqual(np.flatnonzero(g.states).tolist(), [1024, 1025])
            self.assertEqual(g.fetches.pages.tolist(), [1024])
            self.assertEqual(g.fetches.digests.tolist(), [13])
            self.assertEqual(g.fetches.captures.tolist(), [4])
            for array in (g.states, g.fetches.times):
                with self.assertRaises(ValueError):
                    array[0] = 1
            with self.assertWarns(UserWarning):
                self.assertEqual(seedpipe.read(source, {"hosts"}).part, g.part)
        # In a row, without a warning.
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with seedpipe.open(source) as s:
                self.assertEqual(s.part, g.part)
                self.assertEqual(sum(a[2].size for a in s.rows()), 4)
                self.assertEqual(s.part, s.stream.part)
            with seedpipe.open(source, {"states"}) as s:
                self.assertEqual(s.part, g.part)
                self.assertEqual(s.stream.states[1025], 4)
            with seedpipe.open(source) as s:
                rows = s.rows()
                self.assertEqual(s.part.number, 1)
                self.assertEqual(next(rows)[0], 0)
            for whole, is_whole in ((part(0, 1, 0, 2100, 2100), False),
                                    ([], True)):
                g = seedpipe.read(forge.stream(whole, *data))
                self.assertEqual(g.part is None, is_whole)
                self.assertEqual(np.count_nonzero(g.states), 5)
                self.assertEqual(len(g.fetches), 4)
                self.assertNotIn("part", repr(g))
            with seedpipe.open(forge.stream(*data)) as s:
                self.assertIsNone(s.part)
                self.assertEqual(sum(a[2].size for a in s.rows()), 4)
            with seedpipe.open(forge.stream()) as s:
                self.assertIsNone(s.part)
                self.assertEqual(list(s.rows()), [])
            with seedpipe.open(forge.stream(*data)[:100]) as s:
                with self.assertRaises(seedpipe.FormatError):
                    s.part
                with self.assertRaisesRegex(ValueError, "cannot be read"):
                    list(s.rows())
        # A stream is not said to be whole if that turns out to be wrong.
        late = forge.stream(*data, second)
        with seedpipe.open(late) as s:
            self.assertIsNone(s.part)
            with self.assertRaisesRegex(seedpipe.FormatError, "after the li"):
                list(s.rows())
        with self.assertWarns(UserWarning):
            self.assertEqual(seedpipe.read(late).part,
                             (1, 3, 1024, 2048))

    def test_is_freed_without_the_collector(self):
        gc.disable()
        try:
            stream = seedpipe.read(forge.stream(forge.graph(LISTS), PROV))
            array = weakref.ref(stream.indptr)
            contents = weakref.ref(stream._contents)
            del stream
            self.assertIsNone(array())
            self.assertIsNone(contents())
        finally:
            gc.enable()

    def test_long_block(self):
        pages = 1100000
        row = list(range(pages))
        first = forge.block([forge.plain(0, row), b"\1\1"]
                            + [b"\0"] * 1022, 2 * pages)
        self.assertGreater(len(first), 1 << 20)
        cut = (1 << 20) - 5
        empty = forge.block([b"\0"] * 1024, 0)
        rest = pages - 2048
        frames = [(1024, first[:cut]), (0, first[cut:]),
                  (1024, forge.block([forge.plain(1024, [7])]
                                     + [b"\0"] * 1023, 1))]
        for at in range(0, rest, 900 * 1024):
            some = min(900 * 1024, rest - at)
            frames.append((some, empty * (some // 1024)))
        last = rest % 1024
        frames[-1] = (frames[-1][0], frames[-1][1]
                      + forge.block([b"\0"] * last, 0))
        sums = (2 * pages + 1, forge.checksum([row, row] + [[]] * 1022 + [[7]]))
        graph = section(b"GRPH", struct.pack("<QIIII", pages, 1024, 6, 0, 0),
                        frames, struct.pack("<4Q", *sums, *sums))
        g = seedpipe.read(forge.stream(graph))
        self.assertEqual(g.links, 2 * pages + 1)
        self.assertEqual(g.successors(1).tolist(), row)
        self.assertEqual(g.successors(1024).tolist(), [7])
        # Only a longer block may cross the end of a frame.
        frames = list(forge.graph(LISTS))
        whole = frames[1][4]
        frames[1:2] = [(b"GRPH", 0, 0, 4, whole[:20]),
                       (b"GRPH", 0, 4, 0, whole[20:])]
        with self.assertRaisesRegex(seedpipe.FormatError, "crosses"):
            seedpipe.read(forge.stream(frames))

    def test_replaced(self):
        first = forge.floats(b"SCOR", BASIS + b"hub", [0, 0, 0, 0])
        g = seedpipe.read(forge.stream(first, *EVERYTHING))
        self.assertEqual(g.scores["hub"].tolist(), [.1, .2, .3, .4])

    def test_seeds_of_other_cores_are_written_before_cores(self):
        graph, of_others = forge.graph(LISTS), seed(core=1)
        for parts in ((of_others, cores(), members()),
                      (of_others, note(), cores(), members()),
                      (cores(), members(), seed(), note())):
            g = seedpipe.read(forge.stream(graph, *parts))
            file = io.BytesIO()
            seedpipe.write(file, g)
            again = seedpipe.read(file.getvalue())
            self.assertEqual(again.sections[:-1], g.sections)
            self.assertEqual(list(again.seeds), list(g.seeds))

    def test_pruned_links_have_no_score(self):
        old = [[1, 2], [1, 2, 3], [], [0, 3]]
        whole = sum(map(len, old)), forge.checksum(old)
        scores = section(b"lscr", forge.basis(old) + b"topic", [(3, b"".join(
            struct.pack("<IId", *row) for row in
            ((0, 1, .5), (1, 3, .25), (3, 3, .125))))])
        g = seedpipe.read(forge.stream(forge.graph(LISTS, origin=whole),
                                       scores))
        self.assertEqual(g.link_scores["topic"].values.tolist(), [.5, .125])

    def test_results_without_a_graph(self):
        g = seedpipe.read(forge.stream(NAMES, *EVERYTHING[8:]))
        self.assertEqual(g.pages, 4)
        self.assertFalse(hasattr(g, "indices"))
        empty = seedpipe.read(forge.stream())
        self.assertFalse(hasattr(empty, "pages"))
        self.assertEqual(repr(empty), "<seedpipe.Stream without a graph>")

    def test_empty_graphs(self):
        for lists in ([], [[]], [[]] * 1025):
            g = seedpipe.read(forge.stream(forge.graph(lists)))
            self.assertEqual(g.pages, len(lists))
            self.assertEqual(g.indptr.size, len(lists) + 1)
            self.assertEqual(g.edges().shape, (0, 2))


class Refuses(unittest.TestCase):
    def refuse(self, data, message):
        with self.assertRaisesRegex(seedpipe.FormatError, message):
            seedpipe.read(data)

    def test_every_byte_and_every_length(self):
        small = forge.stream(forge.graph(LISTS, weighted=1), WEIGHTS, index=True)
        for at in range(len(small)):
            bad = bytearray(small)
            bad[at] ^= 1 << at % 8
            with self.assertRaises(seedpipe.FormatError, msg=at):
                seedpipe.read(bytes(bad))
            with self.assertRaises(seedpipe.FormatError, msg=at):
                seedpipe.read(small[:at])
        self.refuse(small + b"\0", "after the end")
        self.refuse(small + small, "after the end")

    def test_selections_of_damaged_files(self):
        small = forge.stream(NAMES, forge.graph(LISTS), index=True)
        for at in range(0, len(small), 3):
            bad = bytearray(small)
            bad[at] ^= 255
            for data in (bytes(bad), small[:at]):
                try:
                    seedpipe.read(data, {"names"})
                except seedpipe.FormatError:
                    pass

    def test_payloads_with_right_checksums(self):
        draw = random.Random(3)
        frames = [one for part in EVERYTHING for one in part]
        for _ in range(800):
            at = draw.randrange(len(frames))
            payload = bytearray(frames[at][4])
            if not payload:
                continue
            payload[draw.randrange(len(payload))] = draw.choice(
                (0, 1, 127, 128, 255))
            bad = list(frames)
            bad[at] = frames[at][:4] + (bytes(payload),)
            try:
                seedpipe.read(forge.stream(bad))
            except seedpipe.FormatError:
                pass

    def test_versions(self):
        self.refuse(forge.stream(major=3), "version 3")
        self.refuse(forge.stream(required=4), "features")
        seedpipe.read(forge.stream(minor=9))
        self.refuse(forge.stream(section(b"NEWS")), "unknown and critical")
        self.refuse(b"", "empty")
        self.refuse(b"hello", "not a stream")
        self.refuse(b"digraph { a -> b }", "not a stream")
        self.refuse(forge.EXAMPLE.replace(b"\r\n", b"\n"), "not a stream")

    def test_frames(self):
        def one(*arguments, payload=b""):
            return forge.preamble() + forge.header(*arguments) + payload

        zero = forge.xxh3(b"")
        self.refuse(one(b"NAME", HEAD | 16, 0, 0, 0, 0, zero), "unknown flags")
        for tag, flags in ((b"NAME", 8), (b"GRPH", 8), (b"GRPH", 9)):
            self.refuse(one(tag, flags, 0, 1, 0, 0, zero), "in parts")
        self.refuse(one(b"NAME", HEAD, 1 << 21, 1 << 21, 0, 0, zero),
                    "at most 1048576")
        self.refuse(one(b"NAME", HEAD, 1, 2, 0, 0, zero), "two sizes")
        self.refuse(one(b"NAME", HEAD | 1, 2, 2, 0, 0, zero), "not smaller")
        self.refuse(one(b"N ME", HEAD, 0, 0, 0, 0, zero), "tag")
        self.refuse(one(b"NAME", 0, 0, 0, 0, 0, zero), "outside")
        self.refuse(forge.stream(NAMES[:-1], PROV), "has no end")
        self.refuse(forge.stream(NAMES[1:]), "outside")
        self.refuse(forge.stream([(b"NAME", HEAD | TAIL, 0, 0, b"")]),
                    "has items")
        self.refuse(forge.stream([(b"NAME", HEAD, 0, 0, b""),
                                  (b"NAME", 0, 1, 1, b"\0")]), "item 1")
        self.refuse(forge.stream([(b"PROV", HEAD, 0, 1, b"x")]), "PROV")
        self.refuse(forge.stream(part(flags=HEAD)), "part is not one frame")
        self.refuse(forge.stream(part(items=2)), "part is not one frame")

    def test_sums(self):
        import zstandard
        pack = zstandard.ZstdCompressor().compress
        raw = bytes(400)

        def packed(stored, required=forge.SUMS):
            one = forge.header(b"test", HEAD | TAIL | forge.ZSTD, len(stored),
                               len(raw), 0, 0, forge.xxh3(raw)) + stored
            start = forge.preamble(required=required)
            return start + one + forge.end(start, [one[:48]], len(raw))

        stored = pack(raw)
        right = forge.summed(stored)
        seedpipe.read(packed(right))
        seedpipe.read(packed(stored, required=0))
        for wrong in (stored, right[:-1], right + b"\0", right[:8],
                      right[:-1] + bytes([right[-1] ^ 1]),
                      bytes([right[0] ^ 1]) + right[1:],
                      forge.summed(b"nonsense")):
            self.refuse(packed(wrong), "damaged|not exactly one zstd frame")
        # A bit that zstd does not use.
        odd = right[:4] + bytes([right[4] ^ 16]) + right[5:]
        seedpipe.read(packed(odd[:-8], required=0))
        self.refuse(packed(odd), "damaged")
        self.refuse(packed(right[:7]), "no checksum")
        self.refuse(packed(right, required=0), "not exactly one zstd frame")

    def test_zstd(self):
        import zstandard
        raw = b"http://a.example/ " * 1000
        pack = zstandard.ZstdCompressor().compress
        no_size = zstandard.ZstdCompressor(write_content_size=False).compress

        def packed(stored, size=len(raw), sum_of=raw):
            return forge.preamble() + forge.header(
                b"PROV", 7, len(stored), size, 0, 1, forge.xxh3(sum_of)
            ) + stored

        truncated = "truncated in the header"  # what comes next
        self.refuse(packed(pack(raw)), truncated)
        self.refuse(packed(no_size(raw)), truncated)
        # Its header and one block of a byte that repeats: a window of 1 GiB.
        self.refuse(packed(b"\x28\xb5\x2f\xfd\0\xa0"
                           + (2 | 1 | 1000 << 3).to_bytes(3, "little") + b"a",
                           1000, b"a" * 1000), truncated)
        self.refuse(packed(pack(raw), sum_of=b""), "checksum")
        for stored in (pack(raw) + pack(b""), pack(raw)[:-1], pack(raw) + b"x",
                       b"\x50\x2a\x4d\x18\4\0\0\0abcd" + pack(raw)):
            self.refuse(packed(stored), "not exactly one zstd frame")
        for bomb in (pack(bytes(1 << 26)), no_size(bytes(1 << 26))):
            self.refuse(packed(bomb, 1 << 20), "damaged|instead of")
            self.refuse(packed(bomb, len(bomb) + 1), "damaged|instead of")
        dictionary = zstandard.ZstdCompressionDict(b"http://a.example/" * 99)
        with_it = zstandard.ZstdCompressor(dict_data=dictionary).compress(raw)
        self.refuse(packed(with_it), "damaged|instead|not exactly one|sum")

    def test_graph(self):
        def graph(records, lists=LISTS, **also):
            return forge.stream(forge.graph(lists, records, **also))

        full = [forge.plain(u, row) for u, row in enumerate(LISTS)]
        for record, message in (
                (b"\2\0\x81", "past the end"),
                (b"\1\2", "another block"),
                (b"\1\0", "empty"),
                (b"\3\0\x0e\0", "not a page"),
                (b"\3\0\1\0", "not a page"),
                (b"\4\0\2\x80\0", "longer than need be"),
                (b"\x83\0\0\2\0", "longer than need be"),
                (b"\7\0" + b"\xff" * 5 + b"\1", "too large"),
                (b"\2\x08\x01", "past the end of the reference"),
                (b"\2\x08\x40", "past the last number"),
                (b"\4\x08\0\2\0", "begins with a number"),
                (b"\1\xf8", "edits past|longer")):
            self.refuse(graph([record] + full[1:]), message)
        self.refuse(graph(full[:2] + [b"\1\2", b"\1\1"]), "not as many")
        self.refuse(graph(full[:3] + [b"\1\1"]), "without successors")
        lists = [[0]] * 8
        chain = [b"\2\0\0"] + [b"\1\1"] * 7
        self.refuse(graph(chain, lists), "chain")
        self.refuse(graph(chain[:4], lists[:4], chain=2), "chain")
        seedpipe.read(graph(chain[:7], lists[:7]))

    def test_a_byte_of_records_has_few_links(self):
        for links, message in ((43 * 1024 + 1, "too many links"),
                               (43 * 1024, "fewer links")):
            data = forge.block([b"\0"] * 1024, links)
            self.refuse(forge.stream(forge.section(
                b"GRPH", struct.pack("<QIIII", 1024, 1024, 6, 0, 0),
                [(1024, data)], struct.pack("<QQQQ", links, 1, links, 1))),
                message)

    def test_heads_and_tails_of_graphs(self):
        good = forge.graph(LISTS)

        def changed(i, at, byte):
            frames = list(good)
            payload = bytearray(frames[i][4])
            payload[at] = byte
            frames[i] = frames[i][:4] + (bytes(payload),)
            return forge.stream(frames)

        self.refuse(changed(0, 8, 1), "another size")
        self.refuse(changed(0, 12, 7), "longer than this")
        self.refuse(changed(0, 16, 2), "unknown flags")
        self.refuse(changed(0, 16, 1), "weights")
        self.refuse(changed(0, 0, 5), "other|fewer|fill")
        self.refuse(changed(0, 5, 1), "too many pages")
        self.refuse(changed(2, 0, 5), "other links")
        self.refuse(changed(2, 9, 1), "fingerprint")
        self.refuse(changed(2, 16, 1), "origin")
        seedpipe.read(changed(0, 20, 1))
        unverified = seedpipe.read(changed(2, 9, 1), verify=False)
        self.assertEqual(unverified.links, 6)
        huge = section(b"GRPH", struct.pack("<QIIII", 4294967294, 1024, 6, 0,
                                            0), [], bytes(32))
        self.refuse(forge.stream(huge), "fewer pages")

    def test_places(self):
        graph = forge.graph(LISTS)
        self.refuse(forge.stream(hosts((0, 4)), graph), "no section HOST")
        self.refuse(forge.stream(WEIGHTS), "no graph before")
        self.refuse(forge.stream(HOSTS, HOSTS), "comes twice")
        self.refuse(forge.stream(graph, graph), "comes twice")
        self.refuse(forge.stream(forge.graph(LISTS, weighted=1), PROV),
                    "weights")
        self.refuse(forge.stream(graph, members()), "other cores")

    def test_sections(self):
        graph = forge.graph(LISTS)
        nan = float("nan")
        strings = forge.strings

        def score(*values, name=b"hub", basis=BASIS):
            return forge.floats(b"SCOR", basis + name, values)

        other = forge.basis([[0], [], [], []])
        small = forge.basis([[]])
        for message, *parts in (
                ("number of pages", strings(b"NAME", [b"a"] * 3), graph),
                ("number of pages", HOSTS, hosts((0, 3)), graph),
                ("number of hosts", HOSTS, strings(b"DOMN", [b"a"]), graph),
                ("before their hosts", strings(b"DOMN", [b"a"]), graph),
                ("number of pages than", strings(b"NAME", [b"a"] * 3), NAMES,
                 graph),
                ("a host that is none", HOSTS, hosts((2, 4)), graph),
                ("do not fill", section(b"NAME", b"", [(1, b"\1ab")])),
                ("do not fill", section(b"NAME", b"", [(1, b"\3ab")])),
                ("length of a string", section(b"NAME", b"",
                                               [(1, b"\x80\0")])),
                ("fewer strings", section(b"NAME", b"", [(9, b"\1a")])),
                ("a state that is none", graph, states(0, 1, 7, 0)),
                ("a state that is none", graph, states(255, 1, 1, 1)),
                ("state for each page", graph, states(0, 1, 1)),
                ("state for each page", graph, states(0, 1, 1, 0, 0)),
                ("head is too long", graph, states(0, 1, 1, 0,
                                                   basis=BASIS + b"x")),
                ("of another graph", graph, states(0, 1, 1, 0, basis=other)),
                ("bad size", graph, section(b"ftch", BASIS, [])),
                ("a clock that is none", graph, fetches(clock=3)),
                ("a clock that is none", graph, fetches(zero=1)),
                ("fewer fetches", graph, section(
                    b"ftch", BASIS + struct.pack("<II", 1, 0),
                    [(1, bytes(11))])),
                ("other fetches", graph, fetches((0, 0, 0, 0, 0),
                                                 pad=b"\0")),
                ("too large", graph, fetches((0, 0, 0, 1 << 64, 0))),
                ("a size is too large", graph, fetches(
                    (0, 0, 0, (1 << 63) + 1, 0))),
                ("too many captures", graph, fetches(
                    (0, 0xffffffff, 0, 0, 0))),
                ("not of the graph", graph, fetches((4, 0, 0, 0, 0))),
                ("not of the graph", graph, fetches((1 << 33, 0, 0, 0, 0))),
                ("a bad time", graph, fetches((0, 0, 1, 0, 0), clock=0)),
                ("a bad time", graph, fetches((0, 0, 1, 0, 0), clock=2)),
                ("a bad time", graph, fetches((0, 0, 1 << 40, 0, 0))),
                ("a bad time", graph, fetches((0, 0, (1 << 64) - 1, 0, 0))),
                ("of another graph", graph, fetches(basis=other)),
                ("never fetched", graph, states(0, 1, 1, 0),
                 fetches((3, 0, 0, 0, 0))),
                ("of another graph", states(1, basis=small),
                 fetches((3, 0, 0, 0, 0)), graph),
                ("after fetches", graph, fetches((3, 0, 0, 0, 0)),
                 states(1, 1, 1, 1)),
                ("a shape that is none", graph, shapes(b"\0a"),
                 shape_of(0, 1, 0, 0)),
                ("a shape that is none", graph, shapes(b"\0a"),
                 shape_of(0, 0, 0, 0xfffffffe)),
                ("not a shape for each page", graph, shapes(b"\0a"),
                 shape_of(0, 0, 0)),
                ("without a pattern", graph, shapes(b"\0"),
                 shape_of(0, 0, 0, 0)),
                ("without a pattern", graph, shapes(b""),
                 shape_of(0, 0, 0, 0)),
                ("reason of a trap", graph, shapes(b"\377a"),
                 shape_of(0, 0, 0, 0)),
                ("other shapes", graph, shape_of(0, 0, 0, 0)),
                ("other shapes", graph, shapes(b"\0a"),
                 shape_of(0, 0, 0, 0), shape_of(0, 0, 0, 0)),
                ("other shapes", graph, shapes(b"\0a"),
                 shape_of(0, 0, 0, 0, basis=other)),
                ("pages of the shapes are", graph, shapes(b"\0a")),
                ("head is too long", graph, shapes(b"\0a", basis=BASIS + b"x")),
                ("infinite or NaN", graph, score(0, 0, 0, nan)),
                ("for each page", graph, score(0, 0, 0)),
                ("of another graph", graph, score(0, 0, 0, 0, basis=other)),
                ("its name", graph, score(0, 0, 0, 0, name=b"")),
                ("its name", graph, score(0, 0, 0, 0, name=b"a\0")),
                ("its name", graph, score(0, 0, 0, 0, name=b"a" * 256)),
                ("not in order", graph, link_scores((0, 2, 1), (0, 1, 1))),
                ("not in order", graph, link_scores((0, 2, 1), (0, 2, 1))),
                ("not of the graph", graph, link_scores((0, 4, 1))),
                ("not of the graph", graph, seed(page=4)),
                ("way of finding", graph, seed(), note(found=7)),
                ("a side", graph, cores(), members((0, 0, 2, 0, 1.))),
                ("other members", graph, cores(), members((0, 0, 0, 0, 1.))),
                ("a core that", graph, cores(), members((1, 0, 0, 0, 1.))),
                ("other cores", graph, cores(), members(), members()),
                ("members of the cores are", graph, cores()),
                ("members of the cores before", graph, cores(), cores()),
                ("on one side", graph, cores(), members(
                    (0, 0, 0, 0, 1.), (0, 0, 0, 0, 1.), (0, 1, 1, 0, 1.))),
                ("not among those", graph, cores(), members(), seed(core=1)),
                ("fewer links", graph, score(0, 0, 0, 0, basis=forge.basis(
                    LISTS, origin=(1, 0)))),
                ("twice", graph, order(pages=(0, 1, 1))),
                ("not of the graph", graph, order(pages=(0, 1, 4))),
                ("not of the graph", graph, order(parents=(-1, 0, 4))),
                ("depth and parent", graph, order(depths=(1, 2, 1))),
                ("depth and parent", graph, order(depths=(2, 2, 2))),
                ("depth of 0", graph, order(depths=(0, 2, 2))),
                ("a depth that is none", graph, order(depths=(1, 2, 1 << 31))),
                ("does not fit", graph, order(depths=(1, 2, 3))),
                ("does not fit", graph, order(parents=(-1, 3, 3),
                                              depths=(1, 2, 3))),
                ("infinite", graph, order(keys=(0., 0., nan))),
                ("other downloads", graph, order(downloads=4)),
                ("no seed", graph, seeds_of(b"bfs", 1), order()),
                ("comes twice", graph, seeds_of(b"bfs", 0, 0), order()),
                ("not of the graph", graph, seeds_of(b"bfs", 4), order()),
                ("not in order", graph, ticks(at=(1, 2, 1))),
                ("not in order", graph, ticks(by=(1, 0, 0))),
                ("tick of 0", graph, ticks(at=(0, 1, 2))),
                ("another last tick", graph, ticks(last=3)),
                ("a process that", graph, ticks(by=(0, 2, 0))),
                ("processes are", graph, ticks(processes=4097)),
                ("unknown way", graph, ticks(mode=3)),
                ("not downloaded before", graph, ticks(parents=(-1, 2, 0))),
                ("not downloaded before", graph, ticks(mode=1)),
                ("twice", graph, ticks(pages=(0, 1, 0))),
                ("before it begins", graph, times(starts=(0, 51, 40))),
                ("before it begins", graph, times(
                    starts=(0, (1 << 64) - 1, 40))),
                ("order of their ends", graph, times(ends=(30, 51, 50))),
                ("before its parent", graph, times(starts=(0, 29, 40))),
                ("not downloaded before", graph, times(parents=(-1, 2, 0))),
                ("not downloaded before", graph, times(parents=(-1, 3, 0))),
                ("does not fit", graph, times(depths=(1, 2, 3))),
                ("twice", graph, times(pages=(0, 1, 0))),
                ("no connections", graph, times(connections=0)),
                ("more requests failed", graph, times(failed=10)),
                ("did not fail", graph, times(failed=7)),
                ("did not fail", graph, times(requests=6)),
                ("pages are lost", graph, times(lost=5)),
                ("more hosts", graph, times(hosts=10)),
                ("before its last", graph, times(end=49)),
                ("bad size", graph, part(more=b"x")),
                ("a part that is none", graph, part(1, 1)),
                ("a part that is none", graph, part(0, 0)),
                ("a part that is none", graph, part(0, 65537)),
                ("that are not there", graph, part(0, 2, 2, 1)),
                ("that are not there", graph, part(end=5)),
                ("cuts a block", graph, part(0, 2, 0, 3)),
                ("cuts a block", graph, part(1, 2, 3, 4)),
                ("leaves pages out", graph, part(0, 2, 4, 4)),
                ("leaves pages out", graph, part(1, 2, 0, 0)),
                ("too many pages", part(end=1 << 32, pages=1 << 32)),
                ("another number of pages", graph, part(end=5, pages=5)),
                ("another number of pages", NAMES, part(end=5, pages=5)),
                ("it comes twice", graph, part(), part()),
                ("line end", [(b"PROV", HEAD | TAIL, 0, 1, b"a\nb")])):
            with self.subTest(message=message):
                self.refuse(forge.stream(*parts), message)
        many = [score(0, 0, 0, 0, name=b"%d" % i) for i in range(10000)]
        seedpipe.read(forge.stream(graph, *many, score(1, 0, 0, 0, name=b"0")))
        self.refuse(forge.stream(graph, *many, score(0, 0, 0, 0)),
                    "more than 10000 names")
        again = ticks(mode=2, pages=(0, 0, 1), parents=(-1, -1, 0),
                      depths=(1, 1, 2))
        seedpipe.read(forge.stream(graph, again))
        most = (1 << 64) - 1
        late = times(starts=(most - 2, most, most),
                     ends=(most - 1, most, most), connections=most, end=most)
        g = seedpipe.read(forge.stream(graph, late))
        self.assertEqual(g.orders["bfs"].ends.tolist(), [most - 1, most, most])
        none = order(pages=(), parents=(), depths=(), name=b"none",
                     tag=b"ordc", extra=(1, 0, 0, 0, 0, 0, 0, 0, 0),
                     more=((), ()))
        g = seedpipe.read(forge.stream(graph, none))
        self.assertEqual(g.orders["none"].starts.size, 0)

    def test_notes_and_seeds_of_others_are_ignored(self):
        graph = forge.graph(LISTS)
        g = seedpipe.read(forge.stream(graph, seed(), note(count=2)))
        self.assertIsNone(g.seeds[0].found)
        g = seedpipe.read(forge.stream(graph, seeds_of(b"opic", 1), order()))
        self.assertIsNone(g.orders["bfs"].seeds)

    def test_index_and_end(self):
        data = forge.stream(forge.graph(LISTS), index=True)
        at = data.index(b"INDX")
        frames = data[:at]
        entries = bytearray(data[at + 48:-80])
        entries[0] ^= 1
        bad = frames + forge.frame(b"INDX", 6, 0, 3, bytes(entries))
        self.refuse(bad + data[-80:], "checksum of headers|other")
        self.refuse(data[:-80] + forge.frame(
            b"END.", 6, 0, 0, struct.pack("<QQQQ", 4, 0, 0, 0)), "counts other")
        # No place of a file, and the place of the index.
        for offset in (1 << 63, (1 << 63) - 1, at):
            entries = bytearray(data[at + 48:-80])
            struct.pack_into("<Q", entries, len(entries) - 32, offset)
            bad = frames + forge.frame(b"INDX", 6, 0, len(entries) // 32,
                                       bytes(entries)) + data[-80:]
            with self.assertRaisesRegex(seedpipe.FormatError, "index is bad"):
                seedpipe.read(bad, {"graph"})
        for sections in (None, {"names"}):
            with self.assertRaises(seedpipe.FormatError):
                seedpipe.read(data[:-80], sections)


class NameList(unittest.TestCase):
    def setUp(self):
        words = ["http://a/", "b", "", "ü" * 40000, "b", "\udcff"]
        self.words = words[:3] + ["ü" * 300] + words[4:]
        self.names = seedpipe.Names.of(self.words)
        with self.assertRaises(ValueError):
            seedpipe.Names.of(words)
        for wrong in ([3], [None], "abc", b"abc", range(2), [["a"]]):
            with self.assertRaisesRegex(TypeError, "str or bytes, not "):
                seedpipe.Names.of(wrong)
        self.assertEqual(seedpipe.Names.of([bytearray(b"a")]), ["a"])

    def test_sequence(self):
        names, words = self.names, self.words
        self.assertEqual(len(names), 6)
        self.assertEqual(list(names), words)
        self.assertEqual(names, words)
        self.assertNotEqual(names, words[:-1])
        self.assertEqual(names[-1], "\udcff")
        self.assertEqual(names[1:4], words[1:4])
        self.assertEqual(names[::-2], words[::-2])
        self.assertEqual(names[np.array([4, 0])], ["b", "http://a/"])
        self.assertEqual(names[np.arange(6) < 2], words[:2])
        self.assertEqual(list(reversed(names)), words[::-1])
        with self.assertRaises(IndexError):
            names[6]
        self.assertIn("6 in all", repr(names))

    def test_search(self):
        names = self.names
        self.assertEqual(names.index("b"), 1)
        self.assertEqual(names.index("b", 2), 4)
        self.assertEqual(names.find("c"), -1)
        self.assertEqual(names.index(b"\xff"), 5)
        self.assertIn("", names)
        self.assertNotIn(None, names)
        self.assertEqual(names.count("b"), 2)
        for arguments in (("c",), ("b", 2, 4), (7,), ("\ud800",)):
            with self.assertRaises(ValueError):
                names.index(*arguments)


if __name__ == "__main__":
    unittest.main()
