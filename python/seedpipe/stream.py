# SPDX-License-Identifier: MIT
"""Streams as objects: ``read`` and ``open``."""

from __future__ import annotations

import operator
import warnings
from functools import cached_property
from html import escape
from itertools import islice
from types import MappingProxyType, TracebackType
from typing import (Any, Container, Dict, FrozenSet, Iterable, Iterator, List,
                    Mapping, Optional, Tuple, Type, TypeVar, Union)

import numpy as np
import numpy.typing as npt

from . import _need
from ._codec import index_type, whole
from ._frames import (Frames, IndexedFrames, Source, manifest_path,
                      open_source, seekable)
from ._load import Contents, Loader, cores_of, tags_of
from .errors import FormatError, MissingError
from .names import Names
from .sections import STATES, Basis, Cores, Fetches, Fingerprint, \
    LinkScores, Order, Part, Seeds, Shapes, Unknown

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
AnyInts = npt.NDArray[Any]
T = TypeVar("T")

#: The most quantile classes: their numbers have 32 bits.
MAX_CLASSES = (1 << 32) - 1


class Stream:
    """What a stream carries, as numpy arrays.

    Sections that the stream does not have, or that were not asked for, raise
    ``MissingError``, which is an ``AttributeError``; ``scores``,
    ``link_scores`` and ``orders`` are empty instead.
    """

    def __init__(self, contents: Contents, indptr: Optional[Ints] = None,
                 indices: Optional[AnyInts] = None) -> None:
        self._contents = contents
        self._indptr = indptr
        self._indices = indices

    def _need(self, value: Optional[T], what: str) -> T:
        if value is None:
            raise MissingError(f"the stream has no {what}, or it was not read")
        return value

    @property
    def sections(self) -> Tuple[str, ...]:
        """The tags of the sections in the stream, in order."""
        return tuple(self._contents.tags)

    # ---- the graph --------------------------------------------------------

    @property
    def _basis(self) -> Basis:
        return self._need(self._contents.basis, "graph")

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of the graph; of the first result if the stream has
        results without their graph."""
        return self._basis.graph

    @property
    def origin(self) -> Fingerprint:
        """The fingerprint of the graph that this one was pruned from."""
        return self._basis.origin

    @property
    def part(self) -> Optional[Part]:
        """Which part of a graph the stream has: ``number``, of ``count``,
        with the pages from ``first`` to before ``end``; None if it is whole.

        Of other pages, a part has hosts, but no links, names, states or
        fetches: they have no successors, an empty name, and the state
        ``"unfetched"``, whatever theirs is.
        """
        return self._contents.part

    @property
    def pages(self) -> int:
        """The number of pages, of a part those of the whole graph."""
        return self._basis.graph.pages

    @property
    def links(self) -> int:
        """The number of links, of a part its own."""
        return self._basis.graph.links

    @property
    def has_graph(self) -> bool:
        """Whether the links have been read."""
        return self._indices is not None

    @property
    def indptr(self) -> Ints:
        """Where the successors of each page begin in ``indices``."""
        return self._need(self._indptr, "links")

    @property
    def indices(self) -> AnyInts:
        """The successors of all pages, page by page in ascending order.

        Copy what you change: ``csr()`` has the same array, and ``write``
        refuses links that are not those of the fingerprint.
        """
        return self._need(self._indices, "links")

    @property
    def weights(self) -> Floats:
        """A value for each link, in the order of ``indices``.

        Copy what you change, as ``csr().copy()`` does: ``csr()`` has the same
        array, and ``write`` writes it.
        """
        return self._need(self._contents.weights, "weights of links")

    @property
    def out_degrees(self) -> Ints:
        """The number of successors of each page."""
        degrees: Ints = np.diff(self.indptr)
        return degrees

    @property
    def in_degrees(self) -> Ints:
        """The number of pages that link to each page."""
        degrees: Ints = np.bincount(self.indices, minlength=self.pages)
        return degrees

    def _number_of(self, page: Union[int, str, bytes]) -> int:
        if isinstance(page, (str, bytes)):
            return self.names.index(page)
        try:
            if isinstance(page, (bool, np.bool_)):
                raise TypeError
            number = operator.index(page)
        except TypeError:
            raise TypeError("a page is a number or a name, not %r"
                            % (page,)) from None
        # No page -1: a number that stands for "none" is not the last page.
        if not 0 <= number < self.pages:
            raise IndexError(f"page {number} is not among {self.pages} pages")
        return number

    def successors(self, page: Union[int, str, bytes]) -> AnyInts:
        """The pages to which a page links, in ascending order.

        Args:
            page: its number, or its name, exactly as it is in ``names``.

        Raises:
            ValueError: no page has this name.
            IndexError: there is no page of this number; -1 is none.
            TypeError: it is neither.
        """
        indptr, number = self.indptr, self._number_of(page)
        return self.indices[indptr[number]:indptr[number + 1]]

    @cached_property
    def _turned(self) -> Tuple[Ints, AnyInts]:
        """The links turned round: where the pages that link to each page
        begin, and these."""
        sources = np.repeat(np.arange(self.pages, dtype=self.indices.dtype),
                            self.out_degrees)
        starts = np.zeros(self.pages + 1, np.int64)
        np.cumsum(self.in_degrees, out=starts[1:])
        return starts, sources[np.argsort(self.indices, kind="stable")]

    def in_links(self, page: Union[int, str, bytes]) -> AnyInts:
        """The pages that link to a page, in ascending order.

        The first call turns all links round, which takes as much memory as
        the links; later ones are fast.  ``graphlinks`` looks a few pages up
        in a file without reading it.

        Args:
            page: its number, or its name, exactly as it is in ``names``.

        Raises:
            ValueError: no page has this name.
            IndexError: there is no page of this number; -1 is none.
            TypeError: it is neither.
        """
        number = self._number_of(page)
        starts, sources = self._turned
        return sources[starts[number]:starts[number + 1]]

    def edges(self) -> AnyInts:
        """The links as an array of two columns, from and to."""
        out = np.empty((self.links, 2), self.indices.dtype)
        out[:, 0] = np.repeat(np.arange(self.pages), self.out_degrees)
        out[:, 1] = self.indices
        return out

    def csr(self, weighted: Optional[bool] = None,
            dtype: Any = np.float64) -> Any:
        """The graph as a ``scipy.sparse.csr_matrix``; row u has the links of
        page u.

        Args:
            weighted: values are the weights of the links (True) or ones
                (False); by default the weights, if the graph has some.
            dtype: the type of the values.

        Raises:
            ValueError: weights do not fit whole numbers of this type.
        """
        if weighted is None:
            weighted = self._contents.weights is not None
        values = (_as_type(self.weights, np.dtype(dtype)) if weighted
                  else np.ones(self.links, dtype))
        return _need.sparse().csr_matrix(
            (values, self.indices, self.indptr),
            shape=(self.pages, self.pages))

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.DiGraph``.  Its nodes are page numbers,
        with the name of the page and its scores as attributes; links have
        their weight.

        Raises:
            ValueError: a score has the name of another attribute: "name".
        """
        graph = _need.optional("networkx", "to_networkx()").DiGraph()
        columns = self._columns()
        graph.add_nodes_from(
            (page, dict(zip(columns, row)))
            for page, row in enumerate(zip(*columns.values()))
        ) if columns else graph.add_nodes_from(range(self.pages))
        links = self.edges().tolist()
        if self._contents.weights is None:
            graph.add_edges_from(links)
        else:
            graph.add_weighted_edges_from(
                (*link, weight) for link, weight
                in zip(links, self.weights.tolist()))
        return graph

    def _columns(self, others: Iterable[str] = ()) -> Dict[str, Any]:
        """Names and scores of pages, as lists, beside other columns."""
        columns: Dict[str, Any] = {}
        if self._contents.names is not None:
            columns["name"] = list(self.names)
        for name, values in self.scores.items():
            _own_name(name, {*columns, *others})
            columns[name] = values.tolist()
        return columns

    def to_pandas(self, what: str = "pages") -> Any:
        """Pages, links or seeds as a ``pandas.DataFrame``.

        Args:
            what: ``"pages"``, a row for each with its name, host, state,
                numbers of links and scores; ``"links"``, a row for each with
                source, target and weight; ``"seeds"``, a row for each with
                page, name, core and score.  Columns that the stream does not
                have are left out.

        Raises:
            ValueError: a score has the name of another column, such as
                "host"; ``write`` can give it another name.
        """
        frame = _need.optional("pandas", "to_pandas()").DataFrame
        if what == "pages":
            others: Dict[str, Any] = {}
            if self._contents.host_runs and self._contents.hosts is not None:
                hosts = np.array(list(self.hosts), object)
                others["host"] = hosts[self.host_of]
            if self._contents.states is not None:
                others["state"] = np.array(STATES, object)[self.states]
            if self.has_graph:
                others["out_links"] = self.out_degrees
                others["in_links"] = self.in_degrees
            columns = {**self._columns(others), **others}
            return frame(columns, index=range(self.pages)).rename_axis("page")
        if what == "links":
            edges = self.edges()
            columns = {"source": edges[:, 0], "target": edges[:, 1]}
            if self._contents.weights is not None:
                columns["weight"] = self.weights
            return frame(columns)
        if what == "seeds":
            seeds = self.seeds
            columns = {"page": seeds.pages, "name": list(seeds.names),
                       "core": seeds.cores}
            if seeds.scores is not None and seeds.score_name:
                _own_name(seeds.score_name, columns)
                columns[seeds.score_name] = seeds.scores
            return frame(columns)
        raise ValueError(f"{what!r} is no table; there are pages, links, seeds")

    # ---- names and hosts --------------------------------------------------

    @property
    def names(self) -> Names:
        """The name of each page, usually its URL."""
        return self._need(self._contents.names, "names")

    @property
    def hosts(self) -> Names:
        """The names of hosts."""
        return self._need(self._contents.hosts, "hosts")

    @property
    def domains(self) -> Names:
        """The registrable domain of each host."""
        return self._need(self._contents.domains, "domains")

    @cached_property
    def _host_of(self) -> "npt.NDArray[np.uint32]":
        host, pages = self._need(self._contents.host_runs,
                                 "map of pages to hosts")
        return np.repeat(host.astype(np.uint32), pages)

    @property
    def host_of(self) -> "npt.NDArray[np.uint32]":
        """The host of each page: its place in ``hosts``."""
        return self._host_of

    @property
    def states(self) -> "npt.NDArray[np.uint8]":
        """The state of each page in the crawl that the graph was made from:
        its place in ``seedpipe.STATES``; of a part, those of its own pages,
        and 0 for others."""
        return self._need(self._contents.states, "states of pages")[1]

    @property
    def fetches(self) -> Fetches:
        """When pages were fetched, how large they were, digests of what came,
        and numbers of captures; of a part, those of its own pages."""
        return self._need(self._contents.fetches, "fetches of pages")

    @property
    def shapes(self) -> Shapes:
        """The shapes of the URLs, which of them are traps, and the shape of
        each page."""
        return self._need(self._contents.shapes, "shapes")

    # ---- results ----------------------------------------------------------

    @property
    def scores(self) -> Mapping[str, Floats]:
        """Scores of pages by name, in the order of the stream."""
        return MappingProxyType({
            name: values
            for name, (_, values) in self._contents.scores.items()})

    def buckets(self, score: str, count: int) -> "npt.NDArray[np.uint32]":
        """The quantile class of each page, from 1 for the least scores to
        count, as ``graphdump --buckets``: 1 + count * L / n, rounded down,
        where L of the n pages have a smaller score.

        Raises:
            KeyError: there is no such score.
            TypeError: count is no whole number.
            ValueError: count is below 1 or above 4294967295.
        """
        count = whole(count, "the number of classes")
        if not 1 <= count <= MAX_CLASSES:
            raise ValueError(f"{count} classes: at least 1 and at most "
                             f"{MAX_CLASSES} are supported")
        values = self.scores[score]
        less = np.searchsorted(np.sort(values), values).astype(np.uint64)
        # The first product has room: less than 2^32 pages, and classes.
        return (1 + less * np.uint64(count) // np.uint64(max(1, values.size))
                ).astype(np.uint32)

    @cached_property
    def _link_scores(self) -> Dict[str, LinkScores]:
        return {name: self._existing(scores) for name, scores
                in self._contents.link_scores.items()}

    @property
    def link_scores(self) -> Mapping[str, LinkScores]:
        """Scores of links by name.  Rows of links that have been pruned are
        left out if the links were read."""
        return MappingProxyType(self._link_scores)

    def _existing(self, scores: LinkScores) -> LinkScores:
        if (self._indices is None or self._indptr is None
                or scores.basis.graph == self.fingerprint):
            return scores
        keep = np.fromiter(
            (self._has(int(u), int(v)) for u, v
             in zip(scores.sources, scores.targets)), np.bool_, len(scores))
        return LinkScores(scores.name, scores.sources[keep],
                          scores.targets[keep], scores.values[keep],
                          scores.basis)

    def _has(self, page: int, target: int) -> bool:
        row = self.successors(page)
        at = int(np.searchsorted(row, target))
        return at < row.size and int(row[at]) == target

    @property
    def cores(self) -> Cores:
        """The bipartite cores."""
        return self._need(cores_of(self._contents), "cores")

    @property
    def seeds(self) -> Seeds:
        """The seeds."""
        return self._need(self._contents.seeds, "seeds")

    @property
    def orders(self) -> Mapping[str, Order]:
        """Crawl orders by name, in the order of the stream."""
        return MappingProxyType(self._contents.orders)

    @property
    def provenance(self) -> Tuple[str, ...]:
        """What each filter did, a line for each."""
        return tuple(self._contents.provenance)

    @property
    def unknown(self) -> Tuple[Unknown, ...]:
        """Sections that this version does not know, as bytes."""
        return tuple(self._contents.unknown)

    def __repr__(self) -> str:
        if self._contents.basis is None:
            return "<seedpipe.Stream without a graph>"
        has = [f"{self.pages} pages", f"{self.links} links"]
        if self.part is not None and self.part.count > 1:
            has.insert(0, f"{self.part} of a graph")
        has += [f"{what} {', '.join(names)}" for what, names in (
            ("scores", list(self._contents.scores)),
            ("orders", list(self._contents.orders))) if names]
        if self._contents.cores is not None:
            has.append(f"{self._contents.cores[1].size} cores")
        if self._contents.seeds is not None:
            has.append(f"{len(self._contents.seeds)} seeds")
        return f"<seedpipe.Stream: {'; '.join(has)}>"

    def _repr_html_(self) -> str:
        """A table for notebooks: what the stream has, and its best pages."""
        rows = [("stream", repr(self)[1:-1])]
        names = self._contents.names
        for score, values in self.scores.items():
            best = np.argsort(-values, kind="stable")[:3].tolist()
            rows.append((f"highest {score}", "\n".join(
                f"{values[page]:.4g} "
                f"{names[page] if names is not None else page}"
                for page in best)))
        if self._contents.seeds is not None:
            rows.append(("first seeds", "\n".join(
                name or str(page) for page, name
                in zip(self.seeds.pages[:3], self.seeds.names[:3]))))
        rows += [("made by", line) for line in self.provenance]
        return "<table>" + "".join(
            f"<tr><th>{escape(head)}</th><td style='text-align:left'>"
            + "<br>".join(map(escape, cell.split("\n"))) + "</td></tr>"
            for head, cell in rows) + "</table>"


def _as_type(weights: "npt.NDArray[np.float64]",
             dtype: "np.dtype[Any]") -> "npt.NDArray[Any]":
    values = weights.astype(dtype, copy=False)
    if dtype.kind in "iub" and not np.array_equal(values, weights):
        raise ValueError(f"csr(): weights do not fit {dtype}")
    return values


class _Growing:
    """An array that grows as data arrive, without a second copy."""

    def __init__(self, dtype: Any) -> None:
        self.array: npt.NDArray[Any] = np.empty(0, dtype)
        self.size = 0

    def add(self, values: npt.NDArray[Any]) -> None:
        size = self.size + values.size
        if size > self.array.size:
            self.array.resize(size + size // 4, refcheck=False)
        self.array[self.size:size] = values
        self.size = size

    def done(self) -> npt.NDArray[Any]:
        self.array.resize(self.size, refcheck=False)
        return self.array


class Reader:
    """A stream of which the links are read a part at a time.

    Made by ``seedpipe.open``.  Iterate over ``rows()`` to the end; then
    ``stream`` has the other sections.
    """

    def __init__(self, source: Source, sections: Optional[Iterable[str]],
                 verify: bool) -> None:
        tags: Optional[FrozenSet[bytes]] = None
        if sections is not None:
            if isinstance(sections, (str, bytes)):
                raise TypeError("sections is a set of names, such as "
                                '{"scores"}')
            tags = tags_of(sections)
        self._tags = tags
        self._verify = verify
        self._file, self._name, self._close = open_source(source)
        self._started = False
        self._loader: Optional[Loader] = None
        self._contents: Optional[Contents] = None
        self._ahead: List[Tuple[int, Ints, AnyInts]] = []
        self._rest: Optional[Iterator[Tuple[int, Ints, AnyInts]]] = None
        self._whole = False  # said to the user

    def _frames(self, wanted: Any) -> Union[Frames, IndexedFrames]:
        if self._tags is not None and seekable(self._file):
            start = self._file.tell()
            indexed = IndexedFrames(self._file, self._name, wanted)
            if indexed.entries is not None:
                return indexed
            self._file.seek(start)
        return Frames(self._file, self._name, wanted)

    def rows(self) -> Iterator[Tuple[int, Ints, AnyInts]]:
        """Yield ``(first_page, indptr, indices)`` for some pages at a time.

        Page first_page + i has the successors ``indices[indptr[i]:
        indptr[i + 1]]``.  All pages come, in ascending order.  A damaged or
        truncated stream raises ``FormatError`` when the damage is reached,
        so nothing is certain before the iteration has ended.
        """
        if self._started:
            raise ValueError("the stream has been read; open it again")
        self._started = True
        return self._rows()

    def _with_links(self) -> Iterator[Tuple[int, Ints, AnyInts]]:
        """What loads the stream with its links, begun or not."""
        if self._rest is None:
            if self._tags is not None:
                self._tags |= {b"GRPH"}
            self._rest = self._load()
        return self._rest

    def _rows(self) -> Iterator[Tuple[int, Ints, AnyInts]]:
        rest = self._with_links()
        while self._ahead:
            yield self._ahead.pop()
        yield from rest
        if self._contents is None:  # looking for the part has failed
            raise ValueError("the stream cannot be read; open it again")

    @property
    def part(self) -> Optional[Part]:
        """Which part of a graph the stream has, as of a ``Stream``; None if it
        is whole.

        It stands before the links, up to which this reads if nothing has been
        read yet; ``rows()`` gives all of them in any case.
        """
        if self._contents is None and self._loader is None:
            self._ahead += islice(self._with_links(), 1)
        contents = self._contents
        if contents is None:
            assert self._loader is not None
            contents = self._loader.contents
        self._whole = contents.part is None
        return contents.part

    def _load(self) -> Iterator[Tuple[int, Ints, AnyInts]]:
        def wanted(tag: bytes) -> bool:
            assert self._loader is not None
            return self._loader.wanted(tag)

        self._loader = Loader((), lambda what: FormatError(
            f"{self._name}: {what}"), self._tags, self._verify)
        self._loader.frames = self._frames(wanted)
        yield from self._loader.load()
        if self._whole and self._loader.contents.part is not None:
            raise FormatError(f"{self._name}: section part: it comes after "
                              "the links")
        self._contents = self._loader.contents
        # The loader knows this object.  Without the cycle, arrays are freed
        # with their last user, not when the collector comes.
        self._loader = None

    @property
    def stream(self) -> Stream:
        """All but the links.  Reads the rest of the stream if ``rows()`` has
        not been called."""
        if not self._started:
            self._started = True
            for _ in self._rest or self._load():
                pass
        if self._contents is None:
            raise ValueError("the stream has not been read to its end")
        return Stream(self._contents)

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if self._close:
            self._file.close()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


def open(source: Source, sections: Optional[Iterable[str]] = (),
         verify: bool = True) -> Reader:
    """Open a stream to read its links a part at a time.

    >>> with seedpipe.open("web.sp") as s:        # doctest: +SKIP
    ...     for first_page, indptr, indices in s.rows():
    ...         ...

    A part of a graph gives all pages, those of other parts without links, and
    no warning: ``s.part`` says which part it is, and None of a whole graph.

    Args:
        source: as of ``read``, but no manifest of parts: give that to
            ``run("graphmerge", manifest).open()``.
        sections: what to load beside the links, as of ``read``; by default
            nothing, and None for all.
        verify: as of ``read``.
    """
    return Reader(source, sections, verify)


def read(source: Source, sections: Optional[Iterable[str]] = None,
         verify: bool = True) -> Stream:
    """Read a stream into memory.

    Args:
        source: a path, ``"-"`` for standard input, a binary file or pipe, or
            bytes.  At the path of a manifest of parts, the graph that
            ``graphmerge`` makes of them; one part is read with a warning,
            see ``Stream.part``.
        sections: what to load, of ``"graph"``, ``"names"``, ``"hosts"``,
            ``"domains"``, ``"host_of"``, ``"weights"``, ``"states"``,
            ``"fetches"``, ``"shapes"``, ``"scores"``, ``"link_scores"``,
            ``"cores"``, ``"seeds"``, ``"orders"`` and ``"unknown"``; None for
            all.  Other sections of a file with an index are not even read,
            so they are not verified either.
        verify: whether to compare the links with the fingerprint of the
            graph.  Checksums of frames are always verified.

    Raises:
        FormatError: the stream is damaged, truncated, too new or none.
        FilterError: a part is not what the manifest says.
        OSError: the file cannot be read.

    Warns:
        UserWarning: the stream is one of several parts of a graph.
    """
    manifest = manifest_path(source)
    if manifest is not None:
        from .pipeline import run
        return run("graphmerge", manifest).read(sections, verify)
    return read_one(source, sections, verify)


def read_one(source: Source, sections: Optional[Iterable[str]],
             verify: bool) -> Stream:
    """Read a stream that is no manifest, for a function that users call."""
    reader = Reader(source, sections, verify)
    with reader:
        # As the reader took them: sections may be used up.
        links = reader._tags is None or b"GRPH" in reader._tags
        stream = _with_links(reader) if links else reader.stream
    part = stream.part
    if part is not None and part.count > 1:
        warnings.warn(
            f"{reader._name}: {part} of a graph: links, names, states and "
            "fetches of the other parts are missing; to have the whole, read "
            "the manifest of the parts", UserWarning, stacklevel=3)
    return stream


def _own_name(score: str, others: Container[str]) -> None:
    """Refuse a score that would take the place of another column."""
    if score in others:
        raise ValueError(f'the score "{score}" has the name of another '
                         "column: give it a name of its own, by write() or "
                         "scoreimport")


def _with_links(reader: Reader) -> Stream:
    degrees = _Growing(np.int64)
    indices: Optional[_Growing] = None
    for first, indptr, part in reader.rows():
        if indices is None or first == 0:
            degrees, indices = _Growing(np.int64), _Growing(part.dtype)
        degrees.add(np.diff(indptr))
        indices.add(part)
    contents = reader.stream._contents
    if not contents.has_graph:
        return Stream(contents)
    assert contents.basis is not None
    if indices is None:
        indices = _Growing(index_type(contents.basis.graph.pages))
    indptr = np.zeros(degrees.size + 1, np.int64)
    np.cumsum(degrees.done(), out=indptr[1:])
    return Stream(contents, indptr, indices.done())
