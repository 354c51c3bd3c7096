# SPDX-License-Identifier: MIT
"""Graphs from arrays, matrices and tables: ``from_edges`` and others."""

from __future__ import annotations

from numbers import Integral
from typing import Any, Iterable, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _encode, _need
from ._codec import MAX_PAGES, Fingerprint, index_type, whole
from ._load import Contents, make_basis
from ._version import __version__
from .names import Names, raws, text
from .stream import Stream

Ints = npt.NDArray[np.int64]
Strings = Iterable[Union[str, bytes]]


def from_edges(edges: Any, names: Optional[Strings] = None,
               pages: Optional[int] = None, weights: Any = None,
               hosts: Optional[Strings] = None) -> Stream:
    """Make a graph of links.

    >>> g = seedpipe.from_edges([(0, 1), (0, 2), (2, 0)])     # doctest: +SKIP
    >>> g = seedpipe.from_edges([("http://a/", "http://b/")]) # doctest: +SKIP

    A link that comes twice is kept once, with the sum of the weights, as
    ``graphimport`` does; links from a page to itself are kept.

    Args:
        edges: pairs (from, to), or an array of two columns, of page numbers
            from 0 or of names.  Pages that are given by name are numbered in
            the order in which they come first, unless names is given.
        names: the name of each page, usually its URL.
        pages: how many there are; by default as many as names or, without
            names, as the largest number says.
        weights: a number for each link.
        hosts: the name of the host of each page, for the crawl orders and
            options that look at hosts; "" if it has none.

    Raises:
        ValueError: a number is none of a page, a name is not among names,
            sizes do not fit, or the index of a Series is not 0, 1, 2, ...
        TypeError: pages is no whole number, a name no str or bytes, names,
            weights or hosts are a set, or edges are no pairs, such as a graph
            of networkx, whose ``edges`` are.
    """
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 2:
            raise ValueError("links are an array of two columns")
        source, target = edges[:, 0], edges[:, 1]
    else:
        pairs = [_pair(edge) for edge in _links(edges)]
        source, target = (_array([edge[i] for edge in pairs])
                          for i in range(2))
    return _make(source, target, names, pages, weights, hosts)


def _make(source: Any, target: Any, names: Optional[Strings],
          pages: Optional[int], weights: Any,
          hosts: Optional[Strings]) -> Stream:
    source, target, names = _numbers(source, target, names)
    given = None if names is None else Names.of(names)
    least = int(max(source.max(), target.max())) + 1 if source.size else 0
    if pages is None:
        pages = least if given is None else len(given)
    pages = whole(pages, "the number of pages")
    if pages < 0:
        raise ValueError(f"{pages} pages: the number is below 0")
    if given is not None and len(given) != pages:
        raise ValueError(f"{len(given)} names for {pages} pages")
    if pages > MAX_PAGES:
        raise ValueError(f"{pages} pages: at most {MAX_PAGES} are supported")
    if least > pages:
        raise ValueError(f"page {least - 1} is not among {pages} pages")
    values = None if weights is None else _encode.doubles(weights, "weights")
    if values is not None and values.shape != source.shape:
        raise ValueError(f"weights of shape {values.shape} for "
                         f"{source.size} links")
    stream = _stream(source, target, values, pages)
    stream._contents.names = given
    if hosts is not None:
        _add_hosts(stream._contents, raws(hosts), pages)
    return stream


def from_csr(matrix: Any, names: Optional[Strings] = None,
             weighted: bool = False,
             hosts: Optional[Strings] = None) -> Stream:
    """Make a graph of a square ``scipy.sparse`` matrix of any format: an entry
    in row u and column v is a link from u to v, unless its value is 0.
    Entries of the same row and column are added.

    Args:
        matrix: the matrix, such as ``g.csr()`` gives.
        names, hosts: as of ``from_edges``.
        weighted: whether the values are the weights of the links.

    Raises:
        ValueError: the matrix is not square, or as of ``from_edges``.
        TypeError: it is not sparse, or as of ``from_edges``.
    """
    if not hasattr(matrix, "tocsr"):
        raise TypeError("from_csr() takes a matrix of scipy.sparse, not "
                        f"{type(matrix).__name__}; csr_matrix() makes one")
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError("a graph is a square matrix, not "
                         + " x ".join(map(str, matrix.shape)))
    rows = matrix.shape[0]
    entries = matrix.tocoo()
    values = entries.data
    if values.dtype.kind in "biuf":
        values = values.astype("float64")  # the sums of small ones may wrap
    entries = _need.sparse().coo_matrix(
        (values, (entries.row, entries.col)),
        shape=matrix.shape).tocsr().tocoo()
    keep = entries.data != 0
    return _make(entries.row[keep], entries.col[keep], names, rows,
                 entries.data[keep] if weighted else None, hosts)


def from_pandas(frame: Any, source: str = "source", target: str = "target",
                weight: Optional[str] = None,
                names: Optional[Strings] = None) -> Stream:
    """Make a graph of a ``pandas.DataFrame`` with a row for each link, as
    ``g.to_pandas("links")`` gives.

    Args:
        source, target: the columns of the linking and of the linked page, by
            number or by name.
        weight: the column of weights; by default there are none.
        names: as of ``from_edges``.

    Raises:
        TypeError: it is not a frame, or as of ``from_edges``.
    """
    if not (hasattr(frame, "columns") and hasattr(frame, "to_numpy")):
        raise TypeError("from_pandas() takes a pandas.DataFrame, not "
                        f"{type(frame).__name__}")
    return _make(frame[source].to_numpy(), frame[target].to_numpy(), names,
                 None, None if weight is None else frame[weight].to_numpy(),
                 None)


def _links(edges: Any) -> Iterable[Any]:
    """What has the pairs: not a graph, which has its pages first."""
    if hasattr(edges, "edges"):
        raise TypeError("from_edges() takes pairs (from, to), not a graph: "
                        "give its edges")
    try:
        links: Iterable[Any] = iter(edges)
    except TypeError:
        raise TypeError("from_edges() takes pairs (from, to), not "
                        f"{edges!r}") from None
    return links


def _pair(edge: Any) -> Tuple[Any, Any]:
    """The ends of a link: not the letters of a word, nor a set, in which none
    is the first."""
    if not isinstance(edge, (str, bytes, set, frozenset)):
        try:
            ends = tuple(edge)
        except TypeError:
            raise TypeError("from_edges() takes pairs (from, to), and this is "
                            f"none: {edge!r}") from None
        if len(ends) == 2:
            return ends
    raise ValueError(f"links are pairs (from, to), not {edge!r}")


def _array(ends: List[Any]) -> npt.NDArray[Any]:
    """The ends of links, without making strings of numbers."""
    array = np.empty(len(ends), object)
    array[:] = ends
    return array


def _numbers(source: npt.NDArray[Any], target: npt.NDArray[Any],
             names: Optional[Strings]) -> Tuple[Ints, Ints, Optional[Strings]]:
    """The pages at both ends by number, and the names of pages."""
    both = [source, target]
    if any(ends.ndim != 1 for ends in both):
        raise ValueError("links have one column from and one column to")
    if any(np.ma.is_masked(ends) for ends in both):
        raise ValueError("the page at an end of a link is masked")
    kinds = {ends.dtype.kind for ends in both if ends.size}
    if kinds - set("iuOUST"):
        raise ValueError("pages are given by whole numbers from 0, or all by "
                         "names")
    if not kinds <= {"i", "u"}:
        ends = [*source.tolist(), *target.tolist()]
        if all(isinstance(end, (str, bytes)) for end in ends) and ends:
            return _named(ends, names)
        if not all(isinstance(end, Integral) and not isinstance(end, bool)
                   for end in ends):
            raise ValueError("pages are given by whole numbers from 0, or all "
                             "by names")
    for numbers in both:
        if numbers.size and numbers.min() < 0:
            raise ValueError(f"page {numbers.min()}: a number below 0")
        if numbers.size and numbers.max() >= MAX_PAGES:
            raise ValueError(
                f"page {numbers.max()}: pages are numbered from 0 to "
                f"{MAX_PAGES - 1}; give other identifiers as names (str)")
    return source.astype(np.int64), target.astype(np.int64), names


def _named(ends: List[Any], names: Optional[Strings]
           ) -> Tuple[Ints, Ints, Optional[Strings]]:
    ends = raws(ends)
    half = len(ends) // 2
    if names is None:
        # As they come in the list of links, which graphimport numbers alike.
        links = zip(ends[:half], ends[half:])
        names = list(dict.fromkeys(end for link in links for end in link))
    else:
        names = raws(names)
    number = {name: page for page, name in enumerate(names)}
    if len(number) < len(names):
        raise ValueError("two pages have the same name: give links by number")
    try:
        found = np.array([number[end] for end in ends], np.int64)
    except KeyError as missing:
        raise ValueError(f"{text(missing.args[0])!r} is not among the names"
                         ) from None
    return found[:half], found[half:], names


def _stream(source: Ints, target: Ints, values: Any, pages: int) -> Stream:
    width = np.uint64(max(pages, 1))  # its square fits 64 bits
    key, where = np.unique(
        source.astype(np.uint64) * width + target.astype(np.uint64),
        return_inverse=True)
    indices = (key % width).astype(index_type(pages))
    indptr = np.searchsorted(
        key, np.arange(pages + 1, dtype=np.uint64) * width).astype(np.int64)
    contents = Contents()
    if values is not None:
        sums: npt.NDArray[np.float64] = np.bincount(
            where.reshape(-1), values, key.size).astype(np.float64)
        if not np.isfinite(sums).all():
            raise ValueError("a weight is infinite or NaN")
        contents.weights = sums
    contents.weighted = values is not None
    fingerprint = Fingerprint()
    fingerprint.add(0, indptr, indices)
    own = key.size, fingerprint.sum
    contents.basis = make_basis(pages, *own, *own)
    contents.has_graph = True
    contents.tags = ["GRPH"]
    contents.provenance = [f"seedpipe.py {__version__} --links {key.size}"]
    return Stream(contents, indptr, indices)


def _add_hosts(contents: Contents, hosts: Any, pages: int) -> None:
    if len(hosts) != pages:
        raise ValueError(f"{len(hosts)} hosts for {pages} pages")
    different = list(dict.fromkeys(hosts))
    number = {host: i for i, host in enumerate(different)}
    of = np.array([number[host] for host in hosts], np.int64)
    begins = np.flatnonzero(np.diff(of, prepend=-1))
    contents.hosts = Names.of(different)
    contents.host_runs = of[begins], np.diff(begins, append=pages)
