# SPDX-License-Identifier: MIT
"""Sections: the upper half of seedpipe(5).  Frames become arrays."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import (Any, Callable, Dict, FrozenSet, Iterable, Iterator, List,
                    Optional, Set, Tuple, Type, TypeVar)

import numpy as np
import numpy.typing as npt

from . import _codec
from ._codec import BLOCK, BadLinks, Blocks, index_type
from ._frames import HEAD, KNOWN, TAIL, Frame
from .errors import FormatError
from .names import NameParser, Names, text
from .sections import (CLOCKS, COUNTERS, FOUND, NO_TIME, PARALLEL_COUNTERS,
                       STATES, TIMED_COUNTERS, TRAPS, Basis, Cores, Fetches,
                       Fingerprint, LinkScores, Order, Part, Seeds, Shapes,
                       Unknown)

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Rows = Tuple[int, Ints, npt.NDArray[Any]]

NONE = 4294967295

#: The depth of a download that stands for all deeper ones.
DEEPEST = 2147483647

#: The names of sections for users, and their tags.
KINDS = {"graph": (b"GRPH",), "hosts": (b"HOST",), "domains": (b"DOMN",),
         "host_of": (b"PHST", b"HOST"), "names": (b"NAME",),
         "weights": (b"wghT",), "states": (b"stat",),
         "fetches": (b"ftch",), "shapes": (b"shap", b"shpg"),
         "scores": (b"SCOR",), "link_scores": (b"lscr",),
         "cores": (b"CORE", b"CMEM"), "seeds": (b"SEED", b"sdnt"),
         "orders": (b"ords", b"ORDR", b"ordt", b"ordc"), "unknown": ()}


#: Sections of which a stream has one at most.
ONCE = (b"HOST", b"DOMN", b"PHST", b"GRPH", b"part")

#: Sections that are read whatever was asked for.
ALWAYS = (b"PROV", b"part")

#: The most parts of a graph.
MAX_PARTS = 65536

#: The most names of scores, and of scores of links, and of orders.
MAX_NAMES = 10000

Named = TypeVar("Named")


class Bad(ValueError):
    """A section breaks a rule; becomes a FormatError that names it."""


def need(condition: object, what: str) -> None:
    if not condition:
        raise Bad(what)


def repeats(values: npt.NDArray[Any]) -> bool:
    """Whether a value comes twice."""
    values = np.sort(values)
    return bool((values[1:] == values[:-1]).any())


def put(to: Dict[str, Named], name: str, value: Named) -> None:
    """Add what replaces an earlier one of the same name."""
    to.pop(name, None)
    need(len(to) < MAX_NAMES, f"more than {MAX_NAMES} names")
    to[name] = value


def finite(values: Floats) -> Floats:
    need(np.isfinite(values).all(), "a value is infinite or NaN")
    return values


class Contents:
    """What was read, by section.  Filled by a ``Loader``."""

    def __init__(self) -> None:
        self.basis: Optional[Basis] = None
        self.part: Optional[Part] = None
        self.part_section = b""  # as it was read
        self.part_pages = 0  # of the whole graph
        self.has_graph = False
        self.weighted = False
        self.degrees: List[Ints] = []
        self.hosts: Optional[Names] = None
        self.domains: Optional[Names] = None
        self.host_runs: Optional[Tuple[Ints, Ints]] = None
        self.names: Optional[Names] = None
        self.weights: Optional[Floats] = None
        self.states: Optional[Tuple[Basis, npt.NDArray[np.uint8]]] = None
        self.fetches: Optional[Fetches] = None
        self.shapes: Optional[Shapes] = None  # of pages after their section
        self.lacks_shapes = False  # of pages, of the shapes that came last
        self.scores: Dict[str, Tuple[Basis, Floats]] = {}
        self.link_scores: Dict[str, LinkScores] = {}
        self.cores: Optional[Tuple[Basis, npt.NDArray[Any]]] = None
        self.members: Optional[npt.NDArray[Any]] = None
        self.lacks_members = False  # of the cores that came last
        self.seeds: Optional[Seeds] = None
        self.orders: Dict[str, Order] = {}
        self.provenance: List[str] = []
        self.unknown: List[Unknown] = []
        self.tags: List[str] = []
        self.bases: List[Tuple[str, Basis]] = []  # what each section is of


class Section:
    """A section while it is read.

    ``data`` is a generator for the sake of the links, which it yields as they
    come; others yield nothing.
    """

    def __init__(self, contents: Contents, verify: bool) -> None:
        self.contents = contents
        self.verify = verify

    def head(self, payload: bytes) -> None:
        need(not payload, "its head is not empty")

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        raise NotImplementedError

    def tail(self, payload: bytes) -> Iterable[Rows]:
        need(not payload, "its tail is not empty")
        self.done()
        return ()

    def done(self) -> None:
        """Put what was read into the contents."""


BASIS = struct.Struct("<QQQQQ")


def basis_of(payload: bytes) -> Basis:
    need(len(payload) >= BASIS.size, "its head is too short")
    pages, links, checksum, origin, origin_checksum = BASIS.unpack_from(payload)
    return make_basis(pages, links, checksum, origin, origin_checksum)


def make_basis(pages: int, links: int, checksum: int, origin: int,
               origin_checksum: int) -> Basis:
    need(pages <= _codec.MAX_PAGES, "a graph with too many pages")
    need(origin >= links, "the origin has fewer links than the graph")
    return Basis(Fingerprint(pages, links, checksum),
                 Fingerprint(pages, origin, origin_checksum))


class Based(Section):
    """A section whose head is a basis, and for some a name."""

    named = False
    may_be_empty = False
    what = ""  # for messages
    name = ""
    basis: Basis

    def head(self, payload: bytes) -> None:
        self.basis = basis_of(payload)
        rest = payload[BASIS.size:]
        if self.named:
            need(len(rest) <= 255 and b"\0" not in rest
                 and (rest or self.may_be_empty), "its name is bad")
            self.name = text(rest)
        else:
            need(not rest, "its head is too long")
        self.contents.bases.append((
            f"{self.what} {self.name!r}" if self.name else self.what,
            self.basis))

    def pages_of(self, pages: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Page numbers, checked, as the type for them."""
        need(not pages.size or int(pages.max()) < self.basis.graph.pages,
             "a page is not of the graph")
        return pages.astype(index_type(self.basis.graph.pages))


class PartOfGraph(Section):
    """part, the one frame of which is given to head and tail."""

    def head(self, payload: bytes) -> None:
        need(len(payload) == 40, "it has a bad size")
        pages, first, end, number, count, _ = struct.unpack(
            "<QQQIIQ", payload)
        need(pages <= _codec.MAX_PAGES, "a graph with too many pages")
        need(number < count <= MAX_PARTS, "a part that is none")
        need(first <= end <= pages, "a range of pages that are not there")
        need(all(page % BLOCK == 0 or page == pages for page in (first, end)),
             "a range that cuts a block")
        need((number or not first) and (number + 1 < count or end == pages),
             "a range that leaves pages out")
        self.contents.part = Part(number, count, first, end)
        self.contents.part_section = payload
        self.contents.part_pages = pages

    def tail(self, payload: bytes) -> Iterable[Rows]:
        return ()


class Graph(Section):
    """Links, block by block."""

    #: Blocks are decoded when they have this many bytes or links, the sizes
    #: that are fastest.
    BATCH = 1 << 19
    BATCH_LINKS = 1 << 20

    def head(self, payload: bytes) -> None:
        need(len(payload) == 24, "its head has a bad size")
        self.pages, block, self.chain, flags, _ = struct.unpack(
            "<QIIII", payload)
        need(self.pages <= _codec.MAX_PAGES, "the graph has too many pages")
        need(block == BLOCK, "blocks of another size")
        need(self.chain <= _codec.MAX_CHAIN, "chains of references that are "
             "longer than this module can follow")
        need(flags <= 1, "unknown flags")
        self.weighted = flags == 1
        self.fingerprint = _codec.Fingerprint() if self.verify else None
        self.links = 0
        self.next = 0  # the first page of the next block
        self.ready = 0  # the first page of the batch
        self.batch: List[bytes] = []
        self.heads: List[Tuple[int, int, int, int]] = []
        self.size = 0
        self.claimed = 0
        self.partial = bytearray()
        self.missing = 0

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        before = self.next
        at = 0
        if self.missing:
            self.partial += payload[:self.missing]
            at = min(self.missing, len(payload))
            self.missing -= at
            if self.missing == 0:
                self.add(bytes(self.partial[16:]), 0)
                self.partial = bytearray()
                yield from self.decode()
        while at < len(payload):
            need(len(payload) - at >= 16, "a block is truncated")
            size, links = struct.unpack_from("<QQ", payload, at)
            need(self.next < self.pages, "more blocks than pages")
            pages = min(BLOCK, self.pages - self.next)
            need(links <= min(pages * self.pages, _codec.MAX_LINKS,
                              size * _codec.BYTE_LINKS),
                 "a block has too many links")
            self.heads.append((0, size, pages, links))
            self.claimed += links
            self.next += pages
            if size > len(payload) - at - 16:
                need(size + 16 > 1 << 20, "a block crosses the end of a frame")
                self.partial = bytearray(payload[at:])
                self.missing = size + 16 - len(self.partial)
                break
            self.add(payload[at + 16:at + 16 + size], size)
            at += 16 + size
            if self.claimed >= self.BATCH_LINKS:
                yield from self.decode()
        need(self.next - before == count, "a frame has other pages than it "
             "says")
        if self.size >= self.BATCH and not self.missing:
            yield from self.decode()

    def add(self, records: bytes, size: int) -> None:
        """Add the records of the last block to the batch."""
        _, size, pages, links = self.heads[-1]
        self.heads[-1] = (self.size, self.size + size, pages, links)
        self.batch.append(records)
        self.size += size

    def decode(self) -> Iterator[Rows]:
        if not self.heads:
            return
        first = self.ready
        try:
            degrees, indices = Blocks(b"".join(self.batch), self.heads, first,
                                      self.pages, self.chain).decode()
        except BadLinks as error:
            raise Bad(f"pages {first} to {self.next - 1}: {error}") from None
        self.ready = self.next
        self.batch, self.heads, self.size, self.claimed = [], [], 0, 0
        indptr = np.zeros(degrees.size + 1, np.int64)
        np.cumsum(degrees, out=indptr[1:])
        self.links += indices.size
        if self.fingerprint is not None:
            self.fingerprint.add(first, indptr, indices)
        yield first, indptr, indices

    def tail(self, payload: bytes) -> Iterable[Rows]:
        need(len(payload) == 32, "its tail has a bad size")
        need(not self.missing, "a block is truncated")
        yield from self.decode()
        need(self.next == self.pages, "fewer pages than its head says")
        links, checksum, origin, origin_checksum = struct.unpack(
            "<QQQQ", payload)
        need(links == self.links, "other links than its tail says")
        need(self.fingerprint is None or self.fingerprint.sum == checksum,
             "the links do not match the fingerprint of the graph")
        contents = self.contents
        contents.basis = make_basis(self.pages, links, checksum, origin,
                                    origin_checksum)
        contents.has_graph = True
        contents.weighted = self.weighted
        contents.weights = None


class SkippedGraph(Graph):
    """Only head and tail."""

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        self.next += count
        return ()

    def tail(self, payload: bytes) -> Iterable[Rows]:
        need(len(payload) == 32, "its tail has a bad size")
        self.fingerprint = None
        self.links = struct.unpack_from("<Q", payload)[0]
        return super().tail(payload)


class Packed(Section):
    """Texts, packed as names are.  Comes before the base that reads the
    head."""

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.parser = NameParser()

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        self.parser.add(payload, count)
        return ()


class Strings(Packed):
    """HOST, DOMN and NAME."""

    attribute = ""

    def done(self) -> None:
        setattr(self.contents, self.attribute, self.parser.names())


class Hosts(Strings):
    attribute = "hosts"


class Domains(Strings):
    attribute = "domains"


class PageNames(Strings):
    attribute = "names"

    def done(self) -> None:
        before, names = self.contents.names, self.parser.names()
        need(before is None or len(before) == len(names),
             "names for another number of pages than those before")
        self.contents.names = names


def lebs(payload: bytes) -> Ints:
    """All numbers of a frame that has nothing else."""
    data = np.frombuffer(payload, np.uint8)
    last = data < 128
    need(not data.size or last[-1], "a number is truncated")
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)
    need(not data.size or int(lengths.max()) <= 5, "a number is too large")
    need(data[ends[lengths > 1]].all(), "a number is longer than need be")
    value = data[ends].astype(np.int64)
    for k in range(1, 5):
        more = np.flatnonzero(lengths > k)
        value[more] = value[more] << 7 | (data[ends[more] - k] & 127)
    return value


class PageHosts(Section):
    """PHST: runs of pages, which are expanded when they are asked for."""

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.host: List[Ints] = []
        self.pages: List[Ints] = []

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        runs = lebs(payload)
        need(runs.size % 2 == 0, "a run is truncated")
        hosts, pages = runs[::2], runs[1::2]
        need((pages > 0).all(), "a run has no pages")
        need(int(pages.sum()) == count, "a frame has other pages than it says")
        self.host.append(hosts)
        self.pages.append(pages)
        return ()

    def done(self) -> None:
        hosts = self.contents.hosts
        need(hosts is not None, "there is no section HOST before it")
        assert hosts is not None
        empty = [np.empty(0, np.int64)]
        host = np.concatenate(empty + self.host)
        need(not host.size or int(host.max()) < len(hosts),
             "a host that is none")
        self.contents.host_runs = host, np.concatenate(empty + self.pages)


class Column(Based):
    """Items of a fixed size."""

    type: "np.dtype[Any]" = np.dtype("<f8")

    #: Bytes that a head may ask for before they arrive: memory that is not
    #: touched costs nothing, but systems may refuse what no stream has.
    AHEAD = 1 << 28

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.items = np.empty(0, self.type)
        self.count = 0

    def expected(self) -> int:
        """How many items there should be, if that is known; else 0."""
        return 0

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        need(len(payload) == count * self.type.itemsize,
             "the size of a frame does not match its items")
        end = self.count + count
        if end > self.items.size:
            self.grow(end)
        self.items[self.count:end] = np.frombuffer(payload, self.type)
        self.count = end
        return ()

    def grow(self, needed: int) -> None:
        limit = max(4 * needed, self.AHEAD // self.type.itemsize)
        expected = min(self.expected(), limit)
        items = np.empty(expected if expected >= needed else 2 * needed,
                         self.type)
        items[:self.count] = self.items[:self.count]
        self.items = items

    def array(self) -> npt.NDArray[Any]:
        self.items.resize(self.count, refcheck=False)
        return self.items.astype(self.type.newbyteorder("="), copy=False)


class Reals(Column):
    """Numbers, checked while they are in the processor's cache."""

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        before = self.count
        super().data(count, payload)
        finite(self.items[before:self.count])
        return ()


class Weights(Reals):
    what = "the weights"

    def expected(self) -> int:
        return self.basis.graph.links

    def done(self) -> None:
        contents = self.contents
        need(contents.has_graph, "there is no graph before it")
        need(contents.weighted, "the head of the graph says there is none")
        assert contents.basis is not None
        need(contents.basis.graph == self.basis.graph,
             "it belongs to another graph")
        values = self.array()
        need(values.size == self.basis.graph.links,
             "not a value for each link")
        contents.weights = values


class States(Column):
    what = "the states of pages"
    type = np.dtype("u1")

    def head(self, payload: bytes) -> None:
        super().head(payload)
        need(self.contents.fetches is None, "it comes after fetches")

    def expected(self) -> int:
        return self.basis.graph.pages

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        need(not payload or max(payload) < len(STATES),
             "a state that is none")
        return super().data(count, payload)

    def done(self) -> None:
        values = self.array()
        need(values.size == self.basis.graph.pages, "not a state for each page")
        values.flags.writeable = False
        self.contents.states = self.basis, values


def wide_lebs(payload: bytes) -> npt.NDArray[np.uint64]:
    """All numbers of a text, of 64 bits."""
    data = np.frombuffer(payload, np.uint8)
    last = data < 128
    need(not data.size or last[-1], "a number is truncated")
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)
    need(not data.size or int(lengths.max()) <= 10, "a number is too large")
    need((data[ends[lengths == 10]] <= 1).all(), "a number is too large")
    need(data[ends[lengths > 1]].all(), "a number is longer than need be")
    value = data[ends].astype(np.uint64)
    for k in range(1, 10):
        more = np.flatnonzero(lengths > k)
        value[more] = value[more] << np.uint64(7) | (
            data[ends[more] - k] & 127).astype(np.uint64)
    return value


class PageFetches(Based):
    """ftch: columns of numbers, and the digests."""

    what = "the fetches of pages"

    #: The least and the largest time of each clock.
    TIMES = ((1, 0), (-62167219200, 253402300799), (1, 1 << 53))

    def head(self, payload: bytes) -> None:
        need(len(payload) == BASIS.size + 8, "its head has a bad size")
        super().head(payload[:BASIS.size])
        self.clock, zero = struct.unpack("<II", payload[BASIS.size:])
        need(self.clock < len(CLOCKS) and not zero, "a clock that is none")
        self.last = -1
        self.parts: List[Tuple[npt.NDArray[Any], ...]] = []

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        need(12 * count <= len(payload), "a frame has fewer fetches than it "
             "says")
        middle = len(payload) - 8 * count
        numbers = wide_lebs(payload[:middle])
        need(numbers.size == 4 * count, "a frame has other fetches than it "
             "says")
        if not count:
            return ()
        gaps, captures, times, sizes = numbers.reshape(4, count)
        need(int(captures.max()) < NONE, "too many captures")
        need(int(sizes.max()) <= 1 << 63, "a size is too large")
        self.parts.append((
            self.pages_after(gaps), self.times_of(times),
            (sizes - np.uint64(1)).view(np.int64),
            np.frombuffer(payload, "<u8", count, middle),
            captures.astype(np.int64) + 1))
        return ()

    def pages_after(self, gaps: npt.NDArray[np.uint64]) -> Ints:
        need(int(gaps.max()) <= NONE, "a page is not of the graph")
        pages = np.cumsum(gaps.astype(np.int64) + 1) - 1
        need(int(pages[-1]) < self.basis.graph.pages,
             "a page is not of the graph")
        need(int(pages[0]) > self.last, "its pages do not ascend")
        self.last = int(pages[-1])
        states = self.contents.states
        # States of another graph are refused at the end.
        need(states is None or int(pages[-1]) >= states[1].size
             or bool((states[1][pages] != 0).all()),
             "a page that was never fetched")
        return pages

    def times_of(self, numbers: npt.NDArray[np.uint64]) -> Ints:
        times = np.full(numbers.size, NO_TIME, np.int64)
        known = np.flatnonzero(numbers)
        zigzag = numbers[known] - np.uint64(1)
        half = (zigzag >> np.uint64(1)).astype(np.int64)
        steps = np.where(zigzag & np.uint64(1), ~half, half)
        # No time is further from another; sums of so few do not wrap before
        # the first of them is out of range.
        need(not known.size or int(half.max()) <= 1 << 54, "a bad time")
        values = np.cumsum(steps)
        least, most = self.TIMES[self.clock]
        need(bool(((values >= least) & (values <= most)).all()), "a bad time")
        times[known] = values
        return times

    def done(self) -> None:
        types: Tuple[Any, ...] = (np.int64, np.int64, np.int64, np.uint64,
                                  np.int64)
        pages, times, sizes, digests, captures = (
            np.concatenate([np.empty(0, kind)]
                           + [part[k] for part in self.parts]).astype(
                               kind, copy=False)
            for k, kind in enumerate(types))
        pages = self.pages_of(pages)
        for column in (pages, times, sizes, digests, captures):
            column.flags.writeable = False
        self.contents.fetches = Fetches(pages, times, sizes, digests,
                                        captures, CLOCKS[self.clock],
                                        self.basis)


class Scores(Reals):
    named = True
    what = "the score"

    def expected(self) -> int:
        return self.basis.graph.pages

    def done(self) -> None:
        values = self.array()
        need(values.size == self.basis.graph.pages, "not a value for each page")
        values.flags.writeable = False
        put(self.contents.scores, self.name, (self.basis, values))


class ScoresOfLinks(Column):
    named = True
    what = "the score of links"
    type = np.dtype([("source", "<u4"), ("target", "<u4"), ("value", "<f8")])

    def done(self) -> None:
        rows = self.array()
        source, target = rows["source"], rows["target"]
        rises = (source[1:] > source[:-1]) | (
            (source[1:] == source[:-1]) & (target[1:] > target[:-1]))
        need(rises.all(), "its links are not in order")
        put(self.contents.link_scores, self.name, LinkScores(
            self.name, self.pages_of(source), self.pages_of(target),
            finite(rows["value"].copy()), self.basis))


class ShapeTable(Packed, Based):
    what = "the shapes"

    def done(self) -> None:
        stored = list(self.parser.names().raws())
        need(all(len(one) > 1 for one in stored), "a shape without a pattern")
        need(all(one[0] < len(TRAPS) for one in stored),
             "a reason of a trap that is none")
        traps = np.array([one[0] for one in stored], np.uint8)
        traps.flags.writeable = False
        self.contents.shapes = Shapes(Names.of(one[1:] for one in stored),
                                      traps, np.empty(0, np.int64), self.basis)
        self.contents.lacks_shapes = True


class PageShapes(Column):
    what = "the shapes of pages"
    type = np.dtype("<u4")

    def expected(self) -> int:
        return self.basis.graph.pages

    def done(self) -> None:
        shapes = self.contents.shapes
        need(shapes is not None and self.contents.lacks_shapes
             and shapes.basis.graph == self.basis.graph,
             "it belongs to other shapes")
        assert shapes is not None
        values = self.array().astype(np.int64)
        need(values.size == self.basis.graph.pages, "not a shape for each page")
        values[values == NONE] = -1
        need(not values.size or int(values.max()) < len(shapes),
             "a shape that is none")
        values.flags.writeable = False
        self.contents.shapes = replace(shapes, shape_of=values)
        self.contents.lacks_shapes = False


class CoreTable(Column):
    what = "the cores"
    type = np.dtype([("seed", "<u4"), ("round", "<u4"), ("hubs", "<u8"),
                     ("authorities", "<u8"), ("links", "<u8")])

    def head(self, payload: bytes) -> None:
        super().head(payload)
        need(not self.contents.lacks_members,
             "the members of the cores before are missing")

    def done(self) -> None:
        rows = self.array()
        self.pages_of(rows["seed"])
        hubs, authorities = rows["hubs"], rows["authorities"]
        pages = self.basis.graph.pages
        need((rows["round"] > 0).all(), "a core of round 0")
        need(((hubs > 0) & (hubs <= pages) & (authorities <= pages)).all(),
             "a core of an impossible size")
        need((rows["links"] <= hubs * authorities).all(),
             "a core has more links than its pages can have")
        self.contents.cores = self.basis, rows
        self.contents.members = None
        self.contents.lacks_members = rows.size > 0


class CoreMembers(Column):
    what = "the members of cores"
    type = np.dtype([("core", "<u4"), ("page", "<u4"), ("side", "<u4"),
                     ("zero", "<u4"), ("score", "<f8")])

    def done(self) -> None:
        rows = self.array()
        cores = self.contents.cores
        need(cores is not None and self.contents.members is None
             and cores[0].graph == self.basis.graph,
             "it belongs to other cores")
        assert cores is not None
        core = rows["core"]
        self.pages_of(rows["page"])
        need((core[1:] >= core[:-1]).all(), "its cores are not in order")
        need(not core.size or int(core[-1]) < cores[1].size,
             "a core that is none")
        need((rows["side"] <= 1).all(), "a side that is none")
        finite(rows["score"])
        for side, column in enumerate(("hubs", "authorities")):
            found = np.bincount(core[rows["side"] == side],
                                minlength=cores[1].size)
            need((found == cores[1][column]).all(),
                 "other members than the cores say")
        members = core.astype(np.uint64) << np.uint64(32) | rows["page"]
        for side in range(2):
            need(not repeats(members[rows["side"] == side]),
                 "a page is twice on one side of a core")
        hubs = members[rows["side"] == 0]
        seeds = np.arange(cores[1].size, dtype=np.uint64) << np.uint64(32)
        need(np.isin(seeds | cores[1]["seed"], hubs).all(),
             "a seed that is not one of the hubs")
        self.contents.members = rows[["core", "page", "side", "score"]]
        self.contents.lacks_members = False


class SeedList(Based):
    """SEED, and with another head of its items sdnt."""

    what = "the seeds"
    item = struct.Struct("<II")

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.items: List[Tuple[Any, ...]] = []
        self.names: List[bytes] = []

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        need(count <= len(payload), "fewer items than a frame says")
        at = 0
        for _ in range(count):
            need(at + self.item.size < len(payload), "a seed is truncated")
            self.items.append(self.item.unpack_from(payload, at))
            at += self.item.size
            length, at = name_length(payload, at)
            need(at + length <= len(payload), "a seed is truncated")
            self.names.append(payload[at:at + length])
            at += length
        need(at == len(payload), "its seeds do not fill a frame")
        return ()

    def done(self) -> None:
        table = np.array(self.items, np.int64).reshape(-1, 2)
        cores = np.where(table[:, 1] == NONE, -1, table[:, 1])
        before = self.contents.cores
        need(before is None or (cores < before[1].size).all(),
             "a seed of a core that is not among those before it")
        self.contents.seeds = Seeds(self.pages_of(table[:, 0]), cores,
                                    Names.of(self.names), self.basis)


def name_length(payload: bytes, at: int) -> Tuple[int, int]:
    """A length of at most 65,535 and where it ends."""
    length = shift = 0
    for at in range(at, min(at + 3, len(payload))):
        byte = payload[at]
        length |= (byte & 127) << shift
        if byte < 128:
            need(byte or not shift, "a number is longer than need be")
            need(length <= 65535, "a name is too long")
            return length, at + 1
        shift += 7
    raise Bad("the length of a name is bad")


class SeedNotes(SeedList):
    item = struct.Struct("<Bd")
    named = True
    may_be_empty = True
    what = "the notes of seeds by"

    def done(self) -> None:
        found = np.array([item[0] for item in self.items], np.uint8)
        scores = finite(np.array([item[1] for item in self.items], np.float64))
        need((found < len(FOUND)).all(), "a way of finding a seed that is none")
        seeds = self.contents.seeds
        if (seeds is None or seeds.basis != self.basis
                or len(seeds) != found.size):
            return
        self.contents.seeds = Seeds(
            seeds.pages, seeds.cores, seeds.names, seeds.basis,
            self.name or None, scores, found, Names.of(self.names))


class OrderSeeds(Column):
    """ords, kept until the order that follows."""

    named = True
    what = "the seeds of order"
    type = np.dtype("<u4")
    pending: Optional[Tuple[bytes, npt.NDArray[Any]]] = None

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.key = payload

    def seeds(self) -> Tuple[bytes, npt.NDArray[Any]]:
        pages = self.array()
        need(not repeats(pages), "a seed comes twice")
        return self.key, self.pages_of(pages)


class CrawlOrder(Based):
    """ORDR; subclasses have the columns of ordt and ordc."""

    named = True
    what = "the order"
    columns: Tuple[str, ...] = ("<u4", "<u4", "<u4", "<f8")
    tail_size = 168
    key = b""
    seeds: Optional[npt.NDArray[Any]] = None

    def head(self, payload: bytes) -> None:
        super().head(payload)
        self.key = payload
        self.parts: List[List[npt.NDArray[Any]]] = [
            [np.empty(0, type_)] for type_ in self.columns]

    def data(self, count: int, payload: bytes) -> Iterable[Rows]:
        width = sum(np.dtype(type_).itemsize for type_ in self.columns)
        need(len(payload) == count * width,
             "the size of a frame does not match its items")
        at = 0
        for parts, type_ in zip(self.parts, self.columns):
            column = np.frombuffer(payload, type_, count, at)
            parts.append(column)
            at += column.nbytes
        return ()

    def tail(self, payload: bytes) -> Iterable[Rows]:
        need(len(payload) == self.tail_size, "its tail has a bad size")
        columns = [np.concatenate(parts) for parts in self.parts]
        columns = [column.astype(column.dtype.newbyteorder("="), copy=False)
                   for column in columns]
        numbers = struct.unpack_from("<10Q", payload)
        counters: Dict[str, Any] = dict(zip(COUNTERS, numbers))
        floats = np.frombuffer(payload, "<f8", 11, 80).astype(np.float64)
        need((finite(floats)[1:] >= 0).all(), "seconds are negative")
        counters["mass"] = float(floats[0])
        self.order(columns, counters, floats[1:], payload)
        return ()

    def order(self, columns: List[npt.NDArray[Any]], counters: Dict[str, Any],
              seconds: Floats, payload: bytes) -> None:
        pages, parents, depths, keys = columns[:4]
        page_type = index_type(self.basis.graph.pages)
        need(counters["downloads"] == pages.size,
             "other downloads than its tail says")
        finite(keys)
        root = parents == NONE
        self.pages_of(parents[~root])
        need((depths > 0).all(), "a depth of 0")
        need((depths <= DEEPEST).all(), "a depth that is none")
        need(((depths == 1) == root).all(), "depth and parent disagree")
        more = self.more(columns, counters, payload)
        self.downloads(columns, counters)
        pages = self.pages_of(pages)
        if self.seeds is not None:
            need(np.isin(pages[root], self.seeds).all(),
                 "a download without a parent is no seed")
        out = parents.astype(page_type if page_type == np.int64 else np.int32)
        out[root] = -1
        put(self.contents.orders, self.name, Order(
            self.name, pages, out, depths, keys, counters, seconds,
            self.basis, self.seeds, **more))

    def more(self, columns: List[npt.NDArray[Any]], counters: Dict[str, Any],
             payload: bytes) -> Dict[str, npt.NDArray[Any]]:
        """The columns that only a subclass has, as attributes of an Order."""
        return {}

    def parents(self, columns: List[npt.NDArray[Any]], row: Ints, place: Ints,
                before: npt.NDArray[np.bool_]) -> None:
        """More that must be so of rows that have parents: before says whether
        the parent came earlier, and place in which row."""

    def downloads(self, columns: List[npt.NDArray[Any]],
                  counters: Dict[str, Any]) -> None:
        """Whether the rows can be those of a crawl: each page comes once, and
        one deeper than its parent.  With ticks or times, a parent comes before
        its page; with ticks, of the same process unless there is exchange."""
        page, parent = (column.astype(np.int64) for column in columns[:2])
        depth = columns[2].astype(np.int64)
        row = np.flatnonzero(parent != NONE)
        mode = counters.get("mode", 0)
        if mode == 1:
            need(not repeats(page), "a page is downloaded twice")
        if mode > 0:
            page = page << 12 | columns[5]
            parent = parent << 12 | columns[5]
        order = np.argsort(page, kind="stable")
        in_order = page[order]
        need((in_order[1:] > in_order[:-1]).all(),
             "a page is downloaded twice")
        at = np.minimum(np.searchsorted(in_order, parent[row]),
                        max(page.size - 1, 0))
        found = in_order[at] == parent[row]
        place = order[at]  # the row of the parent, where it was found
        before = found & (place < row)
        self.parents(columns, row, place, before)
        # What is deepest stands for all that is deeper.
        fits = depth[row] == np.minimum(depth[place] + 1, DEEPEST)
        need((fits | ~found | ~before & (depth[row] == DEEPEST)).all(),
             "the depth of a download does not fit its parent")
        # Children of a page that comes later or never.
        row = row[~before]
        row = row[np.argsort(parent[row], kind="stable")]
        differ = (depth[row[1:]] != depth[row[:-1]]) & (
            depth[row[:-1]] != DEEPEST)
        need(not (differ & (parent[row[1:]] == parent[row[:-1]])).any(),
             "the depth of a download does not fit its parent")


class OrderAfterParents(CrawlOrder):
    """An order in which every page stands after its parent."""

    def parents(self, columns: List[npt.NDArray[Any]], row: Ints, place: Ints,
                before: npt.NDArray[np.bool_]) -> None:
        need(before.all(),
             "the parent of a download was not downloaded before it")


class ParallelOrder(OrderAfterParents):
    columns = ("<u4", "<u4", "<u4", "<f8", "<u4", "<u4")
    tail_size = 224

    def more(self, columns: List[npt.NDArray[Any]], counters: Dict[str, Any],
             payload: bytes) -> Dict[str, npt.NDArray[Any]]:
        counters.update(zip(PARALLEL_COUNTERS,
                            struct.unpack_from("<7Q", payload, 168)))
        ticks, processes = columns[4], columns[5]
        need(1 <= counters["processes"] <= 4096, "its processes are too many")
        need(counters["mode"] <= 2, "an unknown way to follow links")
        need((processes < counters["processes"]).all(),
             "a process that is none")
        need((ticks > 0).all(), "a tick of 0")
        when = ticks.astype(np.int64) << 12 | processes
        need((when[1:] >= when[:-1]).all(), "its downloads are not in order")
        need((int(ticks[-1]) if ticks.size else 0) == counters["last_tick"],
             "another last tick than its downloads have")
        need(counters["per_tick"] > 0, "no downloads in a tick")
        if when.size:
            most = int(np.unique(when, return_counts=True)[1].max())
            need(most <= counters["per_tick"],
                 "more downloads in a tick than its tail says")
        return {"ticks": ticks, "processes": processes}


class TimedOrder(OrderAfterParents):
    columns = ("<u4", "<u4", "<u4", "<f8", "<u8", "<u8")
    tail_size = 240

    def parents(self, columns: List[npt.NDArray[Any]], row: Ints, place: Ints,
                before: npt.NDArray[np.bool_]) -> None:
        super().parents(columns, row, place, before)
        need((columns[5][place] <= columns[4][row]).all(),
             "a download begins before its parent has ended")

    def more(self, columns: List[npt.NDArray[Any]], counters: Dict[str, Any],
             payload: bytes) -> Dict[str, npt.NDArray[Any]]:
        counters.update(zip(TIMED_COUNTERS,
                            struct.unpack_from("<9Q", payload, 168)))
        starts, ends = columns[4], columns[5]
        need((starts <= ends).all(), "a download ends before it begins")
        need((ends[1:] >= ends[:-1]).all(),
             "its downloads are not in the order of their ends")
        need(counters["connections"] > 0, "no connections")
        need(counters["failed"] <= counters["requests"],
             "more requests failed than there were")
        need(ends.size <= counters["requests"] - counters["failed"],
             "more downloads than requests that did not fail")
        need(counters["lost"] <= counters["failed"],
             "more pages are lost than requests failed")
        need(counters["hosts"] <= counters["requests"],
             "more hosts than requests")
        need(not ends.size or int(ends[-1]) <= counters["end"],
             "it ends before its last download")
        return {"starts": starts, "ends": ends}


SECTIONS: Dict[bytes, Type[Section]] = {
    b"part": PartOfGraph,
    b"GRPH": Graph, b"HOST": Hosts, b"DOMN": Domains, b"PHST": PageHosts,
    b"NAME": PageNames, b"wghT": Weights, b"stat": States,
    b"ftch": PageFetches, b"shap": ShapeTable, b"shpg": PageShapes,
    b"SCOR": Scores, b"lscr": ScoresOfLinks, b"CORE": CoreTable,
    b"CMEM": CoreMembers, b"SEED": SeedList, b"sdnt": SeedNotes,
    b"ords": OrderSeeds, b"ORDR": CrawlOrder, b"ordt": ParallelOrder,
    b"ordc": TimedOrder}


class Loader:
    """Turns frames into contents.  ``load`` yields the links as they come."""

    def __init__(self, frames: Iterable[Frame],
                 error: Callable[[str], FormatError],
                 tags: Optional[FrozenSet[bytes]], verify: bool) -> None:
        self.frames = frames
        self.error = error
        self.tags = tags
        self.verify = verify
        self.contents = Contents()
        self.section: Optional[Section] = None
        self.order_seeds: Optional[Tuple[bytes, npt.NDArray[Any]]] = None

    def wanted(self, tag: bytes) -> bool:
        return self.tags is None or tag in self.tags or tag in ALWAYS or (
            tag not in KNOWN and b"" in self.tags)

    def load(self) -> Iterator[Rows]:
        for frame in self.frames:
            try:
                yield from self.frame(frame)
            except (Bad, ValueError) as error:
                if isinstance(error, FormatError):
                    raise
                raise self.error(f"section {frame.tag.decode()}: {error}"
                                 ) from None
        try:
            check(self.contents)
        except Bad as error:
            raise self.error(str(error)) from None

    def frame(self, frame: Frame) -> Iterable[Rows]:
        tag, flags = frame.tag, frame.flags
        if tag == b"PROV":
            need(b"\n" not in frame.payload, "its line has a line end")
            self.contents.tags.append("PROV")
            self.contents.provenance.append(text(frame.payload))
            return ()
        if tag not in KNOWN:
            self.unknown(frame)
            return ()
        if flags & HEAD:
            self.begin(tag)
            if self.section is not None:
                self.section.head(frame.payload)
        if self.section is None or not flags & (HEAD | TAIL):
            return () if self.section is None else self.section.data(
                frame.items, frame.payload)
        return self.end(tag, frame.payload) if flags & TAIL else ()

    def begin(self, tag: bytes) -> None:
        need(tag not in ONCE or tag.decode() not in self.contents.tags,
             "it comes twice")
        need(tag != b"DOMN" or "HOST" in self.contents.tags,
             "domains before their hosts")
        self.contents.tags.append(tag.decode())
        self.section = None
        if self.wanted(tag):
            self.section = SECTIONS[tag](self.contents, self.verify)
        elif tag == b"GRPH":
            self.section = SkippedGraph(self.contents, False)
        if (isinstance(self.section, CrawlOrder)
                and self.order_seeds is not None):
            self.section.seeds = self.order_seeds[1]

    def end(self, tag: bytes, payload: bytes) -> Iterable[Rows]:
        section, self.section = self.section, None
        assert section is not None
        if isinstance(section, OrderSeeds):
            need(not payload, "its tail is not empty")
            self.order_seeds = section.seeds()
            return ()
        if isinstance(section, CrawlOrder):
            seeds, self.order_seeds = self.order_seeds, None
            if seeds is not None and seeds[0] != section.key:
                section.seeds = None
        return section.tail(payload)

    def unknown(self, frame: Frame) -> None:
        if frame.flags & HEAD:
            self.contents.tags.append(frame.tag.decode())
            self.contents.unknown.append(Unknown(frame.tag.decode()))
        if self.wanted(frame.tag):
            self.contents.unknown[-1].frames.append(
                (frame.flags & (HEAD | TAIL), frame.first, frame.items,
                 frame.payload))


def check(contents: Contents) -> None:
    """What must hold between sections, once all are there."""
    need(not contents.weighted or "wghT" in contents.tags,
         "the graph has no section of its weights")
    need(not contents.lacks_members, "the members of the cores are missing")
    need(not contents.lacks_shapes, "the pages of the shapes are missing")
    for what, basis in contents.bases:
        if contents.basis is None:
            contents.basis = basis
        need(contents.basis.belongs(basis), f"{what}: of another graph")
    pages = [contents.basis.graph.pages] if contents.basis else []
    if contents.part is not None:
        pages.append(contents.part_pages)
        need(pages[-1] == pages[0], "a part of a graph with another number of "
             "pages")
    if contents.names is not None:
        pages.append(len(contents.names))
        need(pages[-1] == pages[0], "names for another number of pages")
    if contents.host_runs is not None:
        pages.append(int(contents.host_runs[1].sum()))
        need(pages[-1] == pages[0], "hosts for another number of pages")
    if contents.domains is not None and contents.hosts is not None:
        need(len(contents.domains) == len(contents.hosts),
             "domains for another number of hosts")
    if contents.part is not None:
        leave_own(contents, contents.part)


def leave_own(contents: Contents, part: Part) -> None:
    """Forget what a part says of the pages of others."""
    if contents.states is not None:
        basis, states = contents.states
        own = np.zeros_like(states)
        own[part.first:part.end] = states[part.first:part.end]
        own.flags.writeable = False
        contents.states = basis, own
    if contents.fetches is not None:
        of = contents.fetches
        rows = slice(*np.searchsorted(of.pages, (part.first, part.end)))
        contents.fetches = Fetches(of.pages[rows], of.times[rows],
                                   of.sizes[rows], of.digests[rows],
                                   of.captures[rows], of.clock, of.basis)


def cores_of(contents: Contents) -> Optional[Cores]:
    """The cores, or None."""
    if contents.cores is None:
        return None
    return Cores(contents.cores[1], contents.members)


def tags_of(kinds: Iterable[str]) -> FrozenSet[bytes]:
    """The tags of the sections with these names for users."""
    tags: Set[bytes] = set()
    for kind in kinds:
        if kind == "provenance":
            continue
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is no section; there are "
                             + ", ".join(sorted(KINDS)))
        tags.update(KINDS[kind] or (b"",))
    return frozenset(tags)
