# SPDX-License-Identifier: MIT
"""The contents of a stream as frames: the reverse of ``_load``."""

from __future__ import annotations

import struct
from typing import Any, Iterable, Iterator, List, Tuple

import numpy as np
import numpy.typing as npt

from ._codec import BLOCK, MAX_CHAIN, exclusive
from ._frames import HEAD, MAX_PAYLOAD, TAIL
from ._load import BASIS, NONE, Contents
from .names import Names, in_order
from .sections import (CLOCKS, COUNTERS, NO_TIME, PARALLEL_COUNTERS,
                       TIMED_COUNTERS, Basis, Fetches, Order, Seeds, Shapes)

Ints = npt.NDArray[np.int64]
Frame = Tuple[bytes, int, int, int, bytes]
Part = Tuple[int, bytes]

#: Pages of which the records are made at a time.
BATCH = 64 * BLOCK

#: Rows of an order in a frame, of an order in time, and of fetches, as the
#: filters have them.
ROWS = 32768
TIMED_ROWS = 16384
FETCHES = 16384


def doubles(values: npt.ArrayLike, what: str) -> npt.NDArray[np.float64]:
    """An array of doubles; numpy would drop an imaginary part and a mask, and
    make a large number of a time that is missing."""
    in_order(values, what)
    if np.iscomplexobj(values):
        raise ValueError(f"{what}: complex numbers; give real ones")
    if np.ma.is_masked(values):
        raise ValueError(f"{what}: a value is masked; fill it")
    if np.asarray(values).dtype.kind in "mM":
        raise ValueError(f"{what}: times; give numbers")
    try:
        return np.ascontiguousarray(values, "<f8")
    except OverflowError:
        raise ValueError(f"{what}: a number is too large") from None


def section(tag: bytes, head: bytes, parts: Iterable[Part],
            tail: bytes = b"") -> Iterator[Frame]:
    """A section with frames of data (items, payload)."""
    yield tag, HEAD, 0, 0, head
    first = 0
    for items, payload in parts:
        yield tag, 0, first, items, payload
        first += items
    yield tag, TAIL, first, 0, tail


def head_of(basis: Basis, name: str = "") -> bytes:
    return (BASIS.pack(*basis.graph, *basis.origin[1:])
            + name.encode("utf-8", "surrogateescape"))


def table(rows: npt.NDArray[Any]) -> Iterator[Part]:
    """Items of a fixed size."""
    step = MAX_PAYLOAD // rows.itemsize
    for first in range(0, rows.size, step):
        part = rows[first:first + step]
        yield part.size, part.tobytes()


def packed(items: Iterable[bytes]) -> Iterator[Part]:
    """Items of any size, as many as fit in each frame."""
    frame: List[bytes] = []
    size = 0
    for item in items:
        if size + len(item) > MAX_PAYLOAD:
            yield len(frame), b"".join(frame)
            frame, size = [], 0
        frame.append(item)
        size += len(item)
    if frame:
        yield len(frame), b"".join(frame)


def lebs(numbers: Ints) -> Tuple["npt.NDArray[np.uint8]", Ints]:
    """The bytes of all numbers, below 2^35, and where each ends."""
    size = np.ones(numbers.size, np.int64)
    for bits in (7, 14, 21, 28):
        size += numbers >= 1 << bits
    ends = np.cumsum(size)
    out = np.zeros(int(ends[-1]) if ends.size else 0, np.uint8)
    begin = ends - size
    for k in range(5):
        has = np.flatnonzero(size > k)
        out[begin[has] + k] = (numbers[has] >> 7 * k & 127) | (
            (size[has] > k + 1) << 7)
    return out, ends


def wide_leb(number: int) -> bytes:
    """The bytes of one number of 64 bits."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def fetches(of: Fetches) -> Iterator[Part]:
    """The columns of each frame."""
    for at in range(0, len(of), FETCHES):
        rows = slice(at, at + FETCHES)
        pages = of.pages[rows].astype(np.int64)
        gaps = np.diff(pages, prepend=-1) - 1
        numbers: List[Iterable[int]] = [
            gaps.tolist(), (of.captures[rows] - 1).tolist(),
            time_numbers(of.times[rows].tolist()),
            (of.sizes[rows] + 1).tolist()]
        # Of the largest size, 2^63 - 1, the sum wraps.
        yield pages.size, b"".join(
            wide_leb(number & (1 << 64) - 1) for column in numbers
            for number in column) + of.digests[rows].astype("<u8").tobytes()


def time_numbers(times: List[int]) -> Iterator[int]:
    last = 0
    for time in times:
        if time == NO_TIME:
            yield 0
            continue
        step = time - last
        yield 1 + (2 * step if step >= 0 else -2 * step - 1)
        last = time


def strings(names: Names) -> Iterator[Part]:
    return packed(leb(len(name)) + name for name in names.raws())


def leb(number: int) -> bytes:
    return lebs(np.array([number]))[0].tobytes() if number > 127 else bytes(
        [number])


# ---- links ------------------------------------------------------------------


def records(first: int, indptr: Ints, indices: npt.NDArray[Any]
            ) -> Tuple["npt.NDArray[np.uint8]", Ints]:
    """The records of pages from first on, each list written out in full, and
    where each record ends."""
    degree = np.diff(indptr)
    rows = np.flatnonzero(degree)
    starts = indptr[rows] - indptr[0]
    value: Ints = indices.astype(np.int64)
    value[1:] -= value[:-1] + 1
    away = indices[starts].astype(np.int64) - (rows + first)
    value[starts] = away << 1 ^ away >> 63
    # A record is its size, a byte of 0 and these numbers; or a size of 0.
    size = np.zeros(degree.size, np.int64)
    if rows.size:
        ends = lebs(value)[1]
        bytes_of = ends - np.concatenate(([0], ends[:-1]))
        size[rows] = 1 + np.add.reduceat(bytes_of, starts)
    count = np.where(degree > 0, degree + 2, 1)
    at = exclusive(count)
    numbers = np.zeros(int(count.sum()), np.int64)
    numbers[at] = size
    is_value = np.ones(numbers.size, np.bool_)
    is_value[at] = is_value[at[rows] + 1] = False
    numbers[is_value] = value
    data, ends = lebs(numbers)
    return data, ends[at + count - 1]


def blocks(indptr: Ints, indices: npt.NDArray[Any]
           ) -> Iterator[Tuple[int, bytes]]:
    """Each block of pages: how many they are, and its bytes."""
    pages = indptr.size - 1
    for first in range(0, pages, BATCH):
        rows = indptr[first:first + BATCH + 1]
        data, ends = records(first, rows, indices[rows[0]:rows[-1]])
        begin = 0
        for page in range(0, rows.size - 1, BLOCK):
            last = min(page + BLOCK, rows.size - 1)
            end = int(ends[last - 1])
            yield last - page, struct.pack(
                "<QQ", end - begin, int(rows[last] - rows[page])) + data[
                    begin:end].tobytes()
            begin = end


def links(indptr: Ints, indices: npt.NDArray[Any]) -> Iterator[Part]:
    """Frames of whole blocks; one that is larger than a frame has several."""
    frame, pages = bytearray(), 0
    for count, block in blocks(indptr, indices):
        if frame and len(frame) + len(block) > MAX_PAYLOAD:
            yield pages, bytes(frame)
            frame, pages = bytearray(), 0
        while len(block) > MAX_PAYLOAD:
            yield count, block[:MAX_PAYLOAD]
            count, block = 0, block[MAX_PAYLOAD:]
        frame += block
        pages += count
    if frame:
        yield pages, bytes(frame)


# ---- sections ---------------------------------------------------------------


def host_runs(host: Ints, pages: Ints) -> Iterator[Part]:
    for at in range(0, host.size, 65536):
        run = np.stack((host[at:at + 65536], pages[at:at + 65536]), axis=1)
        yield int(run[:, 1].sum()), lebs(run.reshape(-1))[0].tobytes()


def shapes(of: Shapes) -> Iterator[Frame]:
    yield from section(b"shap", head_of(of.basis), packed(
        leb(len(pattern) + 1) + bytes([trap]) + pattern
        for trap, pattern in zip(of.traps.tolist(), of.patterns.raws())))
    yield from section(b"shpg", head_of(of.basis),
                       table(of.shape_of.astype("<u4")))


def cores(contents: Contents) -> Iterator[Frame]:
    assert contents.cores is not None
    basis, rows = contents.cores
    head = head_of(basis)
    yield from section(b"CORE", head, table(rows))
    if contents.members is None:
        return
    members = np.zeros(contents.members.size, np.dtype([
        ("core", "<u4"), ("page", "<u4"), ("side", "<u4"), ("zero", "<u4"),
        ("score", "<f8")]))
    for column in ("core", "page", "side", "score"):
        members[column] = contents.members[column]
    yield from section(b"CMEM", head, table(members))


def seeds(of: Seeds) -> Iterator[Frame]:
    yield from section(b"SEED", head_of(of.basis), packed(
        struct.pack("<II", page, core & NONE) + leb(len(name)) + name
        for page, core, name in zip(of.pages.tolist(), of.cores.tolist(),
                                    of.names.raws())))
    if of.found is None or of.scores is None or of.origin_names is None:
        return
    yield from section(b"sdnt", head_of(of.basis, of.score_name or ""), packed(
        struct.pack("<Bd", found, score) + leb(len(name)) + name
        for found, score, name in zip(of.found.tolist(), of.scores.tolist(),
                                      of.origin_names.raws())))


def order(of: Order) -> Iterator[Frame]:
    head = head_of(of.basis, of.name)
    if of.seeds is not None:
        yield from section(b"ords", head, table(of.seeds.astype("<u4")))
    columns = [of.pages.astype("<u4"), of.parents.astype("<u4"),
               of.depths.astype("<u4"), of.keys.astype("<f8")]
    tail = struct.pack("<10Q", *(of.counters[name] for name in COUNTERS))
    tail += np.array([of.counters["mass"], *of.seconds], "<f8").tobytes()
    tag, step = b"ORDR", ROWS
    if of.ticks is not None and of.processes is not None:
        tag = b"ordt"
        columns += [of.ticks.astype("<u4"), of.processes.astype("<u4")]
        tail += struct.pack("<7Q", *(of.counters[name]
                                     for name in PARALLEL_COUNTERS))
    elif of.starts is not None and of.ends is not None:
        tag, step = b"ordc", TIMED_ROWS
        columns += [of.starts.astype("<u8"), of.ends.astype("<u8")]
        tail += struct.pack("<9Q", *(of.counters[name]
                                     for name in TIMED_COUNTERS))
    yield from section(tag, head, (
        (columns[0][at:at + step].size,
         b"".join(column[at:at + step].tobytes() for column in columns))
        for at in range(0, len(of), step)), tail)


def seeds_first(tags: List[str]) -> bool:
    """Whether the seeds came before the cores, so that they can be of others:
    after these, a core that is none would be refused."""
    last = {tag: at for at, tag in enumerate(tags)}
    return last.get("SEED", 0) < last.get("CORE", 0)


def frames(contents: Contents, graph: Any) -> Iterator[Frame]:
    """All sections.  graph is (indptr, indices), or None."""
    if contents.part is not None:
        yield b"part", HEAD | TAIL, 0, 1, contents.part_section
    for tag, names in ((b"HOST", contents.hosts), (b"DOMN", contents.domains)):
        if names is not None:
            yield from section(tag, b"", strings(names))
    if contents.host_runs is not None:
        yield from section(b"PHST", b"", host_runs(*contents.host_runs))
    if contents.names is not None:
        yield from section(b"NAME", b"", strings(contents.names))
    if graph is not None:
        assert contents.basis is not None
        own, origin = contents.basis.graph, contents.basis.origin
        weighted = contents.weights is not None
        yield from section(b"GRPH", struct.pack(
            "<QIIII", own.pages, BLOCK, MAX_CHAIN, weighted, 0),
            links(*graph), struct.pack("<QQQQ", *own[1:], *origin[1:]))
        if contents.weights is not None:
            yield from section(b"wghT", head_of(contents.basis),
                               table(contents.weights.astype("<f8")))
    if contents.states is not None:
        basis, states = contents.states
        yield from section(b"stat", head_of(basis), table(states))
    if contents.fetches is not None:
        clock = CLOCKS.index(contents.fetches.clock)
        yield from section(b"ftch", head_of(contents.fetches.basis)
                           + struct.pack("<II", clock, 0),
                           fetches(contents.fetches))
    if contents.shapes is not None:
        yield from shapes(contents.shapes)
    for name, (basis, values) in contents.scores.items():
        yield from section(b"SCOR", head_of(basis, name),
                           table(values.astype("<f8", copy=False)))
    for name, scores in contents.link_scores.items():
        rows = np.zeros(len(scores), np.dtype([
            ("source", "<u4"), ("target", "<u4"), ("value", "<f8")]))
        rows["source"], rows["target"] = scores.sources, scores.targets
        rows["value"] = scores.values
        yield from section(b"lscr", head_of(scores.basis, name), table(rows))
    if contents.seeds is not None and seeds_first(contents.tags):
        yield from seeds(contents.seeds)
    if contents.cores is not None:
        yield from cores(contents)
    if contents.seeds is not None and not seeds_first(contents.tags):
        yield from seeds(contents.seeds)
    for one in contents.orders.values():
        yield from order(one)
    for unknown in contents.unknown:
        for flags, first, items, payload in unknown.frames:
            yield unknown.tag.encode(), flags, first, items, payload
