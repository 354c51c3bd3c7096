# SPDX-License-Identifier: MIT
"""What a stream carries: identity, scores of links, cores, seeds, orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import (Any, Dict, Iterator, List, Mapping, NamedTuple, Optional,
                    Sequence, Tuple, Union, overload)

import numpy as np
import numpy.typing as npt

from . import _need
from .names import Names

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
AnyInts = npt.NDArray[Any]


class Fingerprint(NamedTuple):
    """Identifies a graph by its content, however its links are encoded."""

    pages: int
    links: int
    checksum: int

    def __str__(self) -> str:
        return f"{self.pages}-{self.links}-{self.checksum:016x}"


class Basis(NamedTuple):
    """The graph of which something was computed, and the origin of that graph,
    which pruning keeps."""

    graph: Fingerprint
    origin: Fingerprint

    def belongs(self, other: "Basis") -> bool:
        """Whether the two may be used together."""
        return self.graph == other.graph or self.origin == other.origin


class Part(NamedTuple):
    """Which part of a graph a stream has: number of count parts, from 0, with
    the pages from first to before end.

    The stream has all pages and their hosts, but the links, names, states and
    fetches of these pages only: others have no successors, an empty name, the
    state "unfetched", whatever theirs is, and no fetch.
    """

    number: int
    count: int  # type: ignore[assignment]  # not how often a value comes
    first: int
    end: int

    def __str__(self) -> str:
        return f"part {self.number}/{self.count}"


@dataclass(frozen=True)
class LinkScores:
    """A score for some links, in the order of the links."""

    name: str
    sources: AnyInts
    targets: AnyInts
    values: Floats
    basis: Basis

    def __len__(self) -> int:
        return int(self.values.size)

    def csr(self) -> Any:
        """The scores as a ``scipy.sparse.csr_matrix``."""
        pages = self.basis.graph.pages
        return _need.sparse().csr_matrix(
            (self.values, (self.sources, self.targets)), shape=(pages, pages))


#: What the times of fetches are, in the order of their numbers.
CLOCKS = ("none", "seconds", "downloads")

#: The time of a fetch that is not known.
NO_TIME = -1 << 63


@dataclass(frozen=True)
class Fetches:
    """When pages were fetched, and what came: one row a page, ascending.

    ``clock`` says what the times are: ``"seconds"`` since 1970,
    ``"downloads"``, places in the order of all fetches, or ``"none"``.  What is
    not known is time ``seedpipe.NO_TIME``, size -1 or digest 0.
    """

    pages: AnyInts
    times: Ints
    sizes: Ints
    digests: npt.NDArray[np.uint64]
    captures: Ints
    clock: str
    basis: Basis

    def __len__(self) -> int:
        return int(self.pages.size)


#: Why a shape is a trap, in the order of their numbers; "" if it is none.
TRAPS = ("", "repeated", "session", "print", "reordered", "mirror",
         "view", "duplicates", "endless", "gallery")


@dataclass(frozen=True)
class Shapes:
    """The shape of each page, which crawlshape learned from the URLs.

    ``shape_of`` is the place of each page's shape in ``patterns`` and
    ``traps``, or -1 if it has none.  ``traps`` has a place in
    ``seedpipe.TRAPS`` for each shape.
    """

    patterns: Names
    traps: npt.NDArray[np.uint8]
    shape_of: Ints
    basis: Basis

    def __len__(self) -> int:
        return len(self.patterns)


@dataclass(frozen=True)
class Core:
    """A bipartite core: hubs that link to the same authorities.

    Hubs and authorities are pages in the order in which they joined, with the
    scores by which they were chosen.  They are empty if the stream has cores
    without members; ``n_hubs`` and ``n_authorities`` are always known.
    """

    seed: int
    round: int
    n_hubs: int
    n_authorities: int
    n_links: int
    hubs: AnyInts
    authorities: AnyInts
    hub_scores: Floats
    authority_scores: Floats


class Cores(Sequence[Core]):
    """The cores in order of extraction.

    ``table`` is a structured array, a row for each core: seed, round, hubs,
    authorities, links.  ``members`` has a row for each member, or is None:
    core, page, side (0 hub, 1 authority), score.
    """

    def __init__(self, table: npt.NDArray[Any],
                 members: Optional[npt.NDArray[Any]]) -> None:
        self.table = table
        self.members = members
        rows = table[:0] if members is None else members["core"]
        self._ends = (np.zeros(table.size + 1, np.int64) if members is None
                      else np.searchsorted(rows, np.arange(table.size + 1)))

    def __len__(self) -> int:
        return int(self.table.size)

    @overload
    def __getitem__(self, i: int) -> Core: ...

    @overload
    def __getitem__(self, i: slice) -> List[Core]: ...

    def __getitem__(self, i: Union[int, slice]) -> Union[Core, List[Core]]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        row = self.table[i]
        if self.members is None:
            pages: AnyInts = np.empty(0, np.int64)
            scores: Floats = np.empty(0, np.float64)
            hub = np.empty(0, np.bool_)
        else:
            members = self.members[self._ends[i]:self._ends[i + 1]]
            pages = members["page"].astype(np.int64)
            scores = members["score"]
            hub = members["side"] == 0
        return Core(int(row["seed"]), int(row["round"]), int(row["hubs"]),
                    int(row["authorities"]), int(row["links"]), pages[hub],
                    pages[~hub], scores[hub], scores[~hub])

    def __repr__(self) -> str:
        return f"<Cores: {len(self)}>"


@dataclass(frozen=True)
class Seed:
    """A seed.  ``core`` is None if it comes from no core, ``found`` says how it
    was found: "picked" here, or carried from another graph by its "url",
    "host" or "links", in which it had the name ``origin_name``; or it completes
    the list by "cover", "pagerank" or "random", and has no score."""

    page: int
    core: Optional[int]
    name: str
    score: Optional[float] = None
    found: Optional[str] = None
    origin_name: str = ""


#: The states of pages, in the order of their numbers.
STATES = ("unfetched", "ok", "redirect", "gone", "failed", "refused",
          "filtered")

FOUND = ("picked", "url", "host", "links", "cover", "pagerank", "random")
FILLS = FOUND.index("cover")  # the first that completes a list


@dataclass(frozen=True)
class Seeds(Sequence[Seed]):
    """The seeds in the order in which they were picked, as columns.

    ``cores`` has -1 for seeds of no core.  ``names`` are empty where pages
    have none.  ``scores``, ``found`` and ``origin_names`` are None if the
    stream has no notes on its seeds, and ``score_name`` if they were not
    picked by a score.
    """

    pages: AnyInts
    cores: Ints
    names: Names
    basis: Basis
    score_name: Optional[str] = None
    scores: Optional[Floats] = None
    found: Optional[npt.NDArray[np.uint8]] = None
    origin_names: Optional[Names] = None

    def __len__(self) -> int:
        return int(self.pages.size)

    @overload
    def __getitem__(self, i: int) -> Seed: ...

    @overload
    def __getitem__(self, i: slice) -> List[Seed]: ...

    def __getitem__(self, i: Union[int, slice]) -> Union[Seed, List[Seed]]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        core = int(self.cores[i])
        seed = (int(self.pages[i]), None if core < 0 else core, self.names[i])
        if self.found is None or self.scores is None:
            return Seed(*seed)
        scored = self.score_name and self.found[i] < FILLS
        score = float(self.scores[i]) if scored else None
        origin = self.origin_names[i] if self.origin_names else ""
        return Seed(*seed, score, FOUND[int(self.found[i])], origin)

    def __iter__(self) -> Iterator[Seed]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<Seeds: {len(self)}>"


#: The numbers in the tail of an order, in their order there.
COUNTERS = ("downloads", "links", "found", "most_queued", "keys_set",
            "dropped", "expansions", "rankings", "iterations", "fallbacks")

#: Those of an order with ticks.
PARALLEL_COUNTERS = ("processes", "per_tick", "mode", "exchange_every",
                     "known_to_all", "last_tick", "sent")

MODES = ("exchange", "firewall", "crossover")

#: Those of an order in time.
TIMED_COUNTERS = ("connections", "requests", "failed", "lost", "refused",
                  "hosts", "bytes", "busy", "end")


@dataclass(frozen=True)
class Order:
    """A crawl: the pages that it downloaded, first to last, as columns.

    Attributes:
        name: such as ``"opic"``.
        pages: the pages.
        parents: the pages on which they were first found; -1 for seeds.
        depths: 1 for seeds, else 1 more than the depth of the parent.
        keys: by which each was chosen, at that moment.
        counters: numbers that describe the crawl, by the names in
            ``COUNTERS``, and ``mass`` (float).  Of several processes, those
            in ``PARALLEL_COUNTERS``, with the mode 0, 1 or 2 of ``MODES``.
            Of a crawl in time, those in ``TIMED_COUNTERS``; busy and end are
            microseconds.  These lists are in ``seedpipe.sections``.
        seconds: of scheduling, until each tenth of the downloads.
        seeds: all seeds in their order, also those never downloaded; None if
            the stream does not say.
        ticks: the tick of each download, from 1; None except of crawls by
            several processes or of several pages at once.
        processes: the process of each download, from 0; None likewise.
        starts: when each download began, in microseconds after the crawl
            did; None except of crawls in time.
        ends: when it ended, ascending, so that ``ends / 3.6e9`` are hours;
            None likewise.
    """

    name: str
    pages: AnyInts
    parents: AnyInts
    depths: npt.NDArray[np.uint32]
    keys: Floats
    counters: Mapping[str, Union[int, float]]
    seconds: Floats
    basis: Basis
    seeds: Optional[AnyInts] = None
    ticks: Optional[npt.NDArray[np.uint32]] = None
    processes: Optional[npt.NDArray[np.uint32]] = None
    starts: Optional[npt.NDArray[np.uint64]] = None
    ends: Optional[npt.NDArray[np.uint64]] = None

    def __len__(self) -> int:
        return int(self.pages.size)

    def __repr__(self) -> str:
        return f"<Order {self.name!r}: {len(self)} downloads>"


@dataclass
class Unknown:
    """A section that this module does not know, as bytes.

    ``frames`` are (flags, first item, items, payload), where flags have 2 for
    the head and 4 for the tail.
    """

    tag: str
    frames: List[Tuple[int, int, int, bytes]] = field(default_factory=list)


Tables = Dict[str, npt.NDArray[Any]]
