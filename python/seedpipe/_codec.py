# SPDX-License-Identifier: MIT
"""Links: the coding of GRPH in seedpipe(5), and the fingerprint of a graph.

Blocks of 1,024 pages are decoded together, with no loop over pages or links:

1. Where a record would end if one began at this byte: a vector for all bytes.
   From it, one step finds the next record of all blocks at once, and 1,024
   steps find all.
2. All numbers of all records at once, by their last bytes.
3. Degrees, from references and edits alone.  They are checked against the sums
   in the blocks before memory for the links is allocated.
4. Lists without a reference, then those whose reference has been made, and so
   on, as often as the longest chain of references.
"""

from __future__ import annotations

import operator
import sys
from typing import Any, List, Tuple

import numpy as np
import numpy.typing as npt

from . import _need

Ints = npt.NDArray[np.int64]
Octets = npt.NDArray[np.uint8]
AnyInts = npt.NDArray[Any]

BLOCK = 1024
MAX_CHAIN = 6
#: The links of a block, and those that a byte of its records can stand for.
MAX_LINKS = 1 << 32
BYTE_LINKS = 1 + 7 * MAX_CHAIN
MAX_PAGES = 4294967294

#: Links are written in pieces of about this size, which fit the cache and bound
#: what a hostile block costs beyond its links.
PIECE = 1 << 16


class BadLinks(ValueError):
    """A block breaks a rule of the coding."""


def need(condition: object, what: str) -> None:
    if not condition:
        raise BadLinks(what)


def whole(value: Any, what: str) -> int:
    """A whole number that a user gave; what: what it is, for the message."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None


def index_type(pages: int) -> "np.dtype[Any]":
    """The type of page numbers that scipy would take for this graph."""
    return np.dtype(np.int32 if pages < 1 << 31 else np.int64)


def exclusive(counts: Ints) -> Ints:
    """The sum of what comes before each."""
    sums: Ints = np.cumsum(counts)
    sums -= counts
    return sums


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """starts[0], starts[0] + 1, ... for lengths[0] numbers, and so on."""
    out: Ints = np.repeat(starts - exclusive(lengths), lengths)
    out += np.arange(out.size)
    return out


def numbers_at(data: Octets, at: Ints) -> Tuple[Ints, Ints]:
    """LEB128 numbers that begin at these places, and where they end.

    Of numbers with more than 5 bytes, 5 are read.  The data end with bytes
    below 128.  Longer forms than the shortest are errors only if they are
    records, so the caller checks that.
    """
    byte = data[at]
    value = byte.astype(np.int64)
    end = at + 1
    more = np.flatnonzero(byte >= 128)
    value[more] -= 128
    shift = 7
    while more.size and shift < 35:
        byte = data[end[more]]
        value[more] += (byte & 127).astype(np.int64) << shift
        end[more] += 1
        more = more[byte >= 128]
        shift += 7
    value[more] = 1 << 62
    return value, end


def check_shortest(data: Octets, at: Ints, end: Ints) -> None:
    """A number of several bytes does not end with 0."""
    need(not np.any((data[end - 1] == 0) & (end - at > 1)),
         "a number is longer than need be")


class Blocks:
    """Whole blocks that follow each other in one array.

    Args:
        payload: the blocks.
        heads: for each block, where its records begin, where they end, how many
            pages it has, and how many links it claims.
        first: the number of the first page, a multiple of 1024.
        pages: the number of pages of the graph.
        chain: the longest chain of references that is allowed.
    """

    def __init__(self, payload: bytes, heads: List[Tuple[int, int, int, int]],
                 first: int, pages: int, chain: int) -> None:
        self.size = len(payload)
        # Bytes that no number runs past.
        self.data: Octets = np.frombuffer(payload + bytes(8), np.uint8)
        self.first = first
        self.pages = pages
        self.chain = chain
        self.heads = np.array(heads, np.int64).reshape(-1, 4)

    def decode(self) -> Tuple[Ints, AnyInts]:
        """The out-degree of each page, and the successors of all."""
        degrees = np.zeros(int(self.heads[:, 2].sum()), np.int64)
        self.records(degrees.size)
        if self.row.size == 0:
            need(not self.heads[:, 3].any(), "a block has fewer links than "
                 "it says")
            return degrees, np.empty(0, index_type(self.pages))
        self.numbers()
        self.references(degrees.size)
        self.edits()
        self.count()
        degrees[self.row] = self.degree
        sums = np.add.reduceat(degrees, exclusive(self.heads[:, 2]))
        need(np.array_equal(sums, self.heads[:, 3]),
             "the links of a block are not as many as it says")
        return degrees, self.links()

    def records(self, pages: int) -> None:
        """Find the bodies: row, at and end of those that are not empty."""
        data, heads = self.data, self.heads
        length, begin = numbers_at(data, np.arange(self.size))
        # A record past the end leads to a place that no block ends at.
        after = np.full(self.size + 2, self.size + 1, np.int64)
        np.minimum(length + begin, self.size + 1, out=after[:-2])
        starts = np.empty(pages, np.int64)
        ends = np.empty(pages, np.int64)
        at = 0
        # All blocks have 1,024 pages, only the last of the graph may have
        # fewer.
        for count in (BLOCK, int(heads[-1, 2])):
            group = heads[heads[at // BLOCK:, 2] == count] if at == 0 \
                else heads[at // BLOCK:]
            if group.shape[0] == 0:
                continue
            steps = np.empty((count + 1, group.shape[0]), np.int64)
            steps[0] = group[:, 0]
            for i in range(count):
                np.take(after, steps[i], out=steps[i + 1], mode="clip")
            need(np.array_equal(steps[-1], group[:, 1]),
                 "the records of a block do not fill it")
            size = count * group.shape[0]
            starts[at:at + size] = steps[:-1].T.ravel()
            ends[at:at + size] = steps[1:].T.ravel()
            at += size
        bodies = begin[starts]
        check_shortest(data, starts, bodies)
        self.row: Ints = np.flatnonzero(bodies < ends)
        self.at = bodies[self.row]
        self.end = ends[self.row]

    def numbers(self) -> None:
        """Decode head bytes and all numbers of all bodies."""
        data = self.data
        head = data[self.at]
        self.r: Ints = (head & 7).astype(np.int64)
        self.n_edits: Ints = (head >> 3).astype(np.int64)
        self.edits_at = self.at + 1
        many = np.flatnonzero(self.n_edits == 31)
        if many.size:
            more, end = numbers_at(data, self.edits_at[many])
            check_shortest(data, self.edits_at[many], end)
            self.n_edits[many] += more
            self.edits_at[many] = end
        begin = self.edits_at + self.n_edits
        need((begin <= self.end).all(), "edits past the end of their record")
        self.value, self.n_numbers = self.number_values(begin)

    def number_values(self, begin: Ints) -> Tuple[Ints, Ints]:
        """The values, and how many each record has."""
        some = begin < self.end
        marks = np.zeros(self.size + 1, np.int8)
        marks[begin[some]] = 1
        marks[self.end[some]] = -1
        inside: Octets = np.cumsum(marks[:-1], dtype=np.int8).view(np.uint8)
        data = self.data[:self.size] * inside
        last = (self.data[:self.size] < 128) & (inside != 0)
        need(last[self.end[some] - 1].all(),
             "a number past the end of its record")
        ends = np.flatnonzero(last)
        counts = np.zeros(begin.size, np.int64)
        upto = np.cumsum(last, dtype=np.int64)
        counts[some] = upto[self.end[some] - 1] - upto[begin[some] - 1]
        value = data[ends].astype(np.int64)
        at = ends - 1
        more = np.flatnonzero(data[at] >= 128)
        need(value[more].all(), "a number is longer than need be")
        for _ in range(4):
            if not more.size:
                break
            byte = data[at[more]]
            value[more] = value[more] << 7 | (byte & 127)
            at[more] -= 1
            more = more[data[at[more]] >= 128]
        need(not more.size, "a number is too large")
        return value, counts

    def references(self, pages: int) -> None:
        """Find the record that each record refers to, and chains of them."""
        refers = np.flatnonzero(self.r)
        row = self.row[refers]
        need(((row & (BLOCK - 1)) >= self.r[refers]).all(),
             "a reference to another block")
        place = np.full(pages, -1, np.int64)
        place[self.row] = np.arange(self.row.size)
        self.reference = np.full(self.row.size, -1, np.int64)
        self.reference[refers] = place[row - self.r[refers]]
        need((self.reference[refers] >= 0).all(),
             "a reference to a page without successors")
        self.level = np.zeros(self.row.size, np.int8)
        self.at_level: List[Ints] = [np.flatnonzero(self.r == 0)]
        level = 0
        while refers.size:
            level += 1
            need(level <= self.chain, "a chain of references is too long")
            on = self.reference[refers]
            # Those whose reference is resolved: it is not in what is left.
            left = np.zeros(self.row.size, np.bool_)
            left[refers] = True
            now = refers[~left[on]]
            self.level[now] = level
            self.at_level.append(now)
            refers = refers[left[on]]

    def edits(self) -> None:
        """Decode the edits: steps, and their sums for each record."""
        steps = self.n_edits + 1
        self.step_at = exclusive(steps)
        total = int(steps.sum())
        self.step_row: Ints = np.repeat(np.arange(steps.size), steps)
        self.copy = np.zeros(total, np.int64)
        self.skip = np.zeros(total, np.int64)
        self.insert = np.zeros(total, np.int64)
        self.sums = np.zeros((3, steps.size), np.int64)
        with_edits = np.flatnonzero(self.n_edits)
        if not with_edits.size:
            return
        counts = self.n_edits[with_edits]
        byte = self.data[ranges(self.edits_at[with_edits], counts)]
        at = ranges(self.step_at[with_edits], counts)
        begin = exclusive(counts)
        for i, (column, part) in enumerate((
                (self.copy, byte & 15), (self.skip, byte >> 4 & 3),
                (self.insert, byte >> 6))):
            column[at] = part
            self.sums[i, with_edits] = np.add.reduceat(
                part, begin, dtype=np.int64)

    def count(self) -> None:
        """Degrees, and the last step of each record: what is left."""
        copies, skips, inserts = self.sums
        left = self.n_numbers - inserts
        need((left >= 0).all(), "an insert past the last number")
        self.degree = self.n_numbers.copy()
        rest = np.zeros(self.row.size, np.int64)
        for level, now in enumerate(self.at_level):
            size = 0 if level == 0 else self.degree[self.reference[now]]
            rest[now] = size - copies[now] - skips[now]
            self.degree[now] += copies[now] + rest[now]
        need((rest >= 0).all(), "a copy or skip past the end of the reference")
        need((self.degree > 0).all(), "a list is empty")
        last = self.step_at + self.n_edits
        self.copy[last] = rest
        self.insert[last] = left

    def links(self) -> AnyInts:
        """The lists, one after the other."""
        offset = exclusive(self.degree)
        out = np.empty(int(self.degree.sum()), index_type(self.pages))
        target = exclusive(self.copy + self.insert)
        copied = self.copies(offset, target)
        inserted = self.runs(offset, target)
        for level in range(len(self.at_level)):
            self.write_copies(out, copied[level])
            self.write_runs(out, inserted[level])
        rises = out[1:] > out[:-1]
        rises[offset[1:] - 1] = True
        need(rises.all(), "a list is not ascending")
        return out

    def by_level(self, rows: Ints, *columns: Ints) -> List[Tuple[Ints, ...]]:
        """Split columns by the level of their records."""
        levels = self.level[rows]
        return [tuple(column[now] for column in columns)
                for now in (np.flatnonzero(levels == level)
                            for level in range(len(self.at_level)))]

    def copies(self, offset: Ints, target: Ints) -> List[Tuple[Ints, ...]]:
        """What to copy: source, target and length, by levels."""
        source = exclusive(self.copy + self.skip)
        base = offset[self.reference] - source[self.step_at]
        use = np.flatnonzero(self.copy)
        row = self.step_row[use]
        return self.by_level(row, source[use] + base[row], target[use],
                             self.copy[use])

    def runs(self, offset: Ints, target: Ints) -> List[Tuple[Ints, ...]]:
        """Runs of numbers without a copied successor between them: the first
        number, target, length, and the page of a run that begins its list,
        else -1, by levels."""
        use = np.flatnonzero(self.insert)
        row = self.step_row[use]
        at = target[use] + self.copy[use]
        length = self.insert[use]
        number = exclusive(length)
        begins = at == offset[row]
        new = begins.copy()
        new[1:] |= at[1:] != at[:-1] + length[:-1]
        new[1:] |= row[1:] != row[:-1]
        new = np.flatnonzero(new)
        first_step = self.step_at[row]
        plain = (self.r[row] == 0) & (self.n_edits[row] == 0)
        edited = ((self.n_edits[row] > 0) & (self.copy[first_step] == 0)
                  & (self.insert[first_step] > 0))
        need((plain | edited)[begins].all(),
             "a list begins with a number where it must not")
        page = np.where(begins, self.row[row] + self.first, -1)
        number = number[new]
        length = np.diff(number, append=self.value.size)
        self.sum: Ints = np.cumsum(self.value + 1)
        return self.by_level(row[new], number, at[new], length, page[new])

    @staticmethod
    def pieces(length: Ints) -> List[Tuple[int, int]]:
        """Cut ranges into pieces of about PIECE links."""
        if length.size == 0:
            return []
        upto = np.cumsum(length)
        cuts = np.searchsorted(upto, np.arange(PIECE, upto[-1], PIECE)) + 1
        cuts = np.unique(np.concatenate(([0], cuts, [length.size])))
        return list(zip(cuts[:-1].tolist(), cuts[1:].tolist()))

    def write_copies(self, out: AnyInts, copied: Tuple[Ints, ...]) -> None:
        source, target, length = copied
        for a, b in self.pieces(length):
            to = ranges(target[a:b], length[a:b])
            out[to] = out[to + np.repeat(source[a:b] - target[a:b],
                                         length[a:b])]

    def write_runs(self, out: AnyInts, runs: Tuple[Ints, ...]) -> None:
        number, target, length, page = runs
        for a, b in self.pieces(length):
            first, count = number[a:b], length[a:b]
            value = self.value[first]
            begins = page[a:b] >= 0
            # The successor before, or the page if there is none.
            base = np.where(begins, page[a:b], out[target[a:b] - 1])
            step = np.where(begins, value >> 1 ^ -(value & 1), value + 1)
            base += step - self.sum[first]
            found = self.sum[ranges(first, count)] + np.repeat(base, count)
            need(found.min() >= 0 and found.max() < self.pages,
                 "a successor is not a page")
            out[ranges(target[a:b], count)] = found


class Fingerprint:
    """Adds up the checksum of a graph, rows at a time."""

    def __init__(self) -> None:
        self.hash = _need.checksum()
        self.sum = 0

    def add(self, first: int, indptr: Ints, indices: AnyInts) -> None:
        """Add pages from first on."""
        rows = np.flatnonzero(np.diff(indptr))
        if not rows.size:
            return
        words = indices
        if words.dtype != np.int32 or sys.byteorder != "little":
            words = words.astype("<u4")
        view = np.ascontiguousarray(words).data.cast("B")
        ends = (indptr * 4).tolist()
        value = self.hash
        hashes = np.fromiter(
            (value(view[ends[i]:ends[i + 1]]) for i in rows.tolist()),
            np.uint64, rows.size)
        pages = (rows + (first + 1)).astype(np.uint64)
        with np.errstate(over="ignore"):
            x = hashes + pages * np.uint64(0x9e3779b97f4a7c15)
            x = (x ^ x >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
            x = (x ^ x >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
            x ^= x >> np.uint64(31)
            self.sum = (self.sum + int(x.sum(dtype=np.uint64))) % (1 << 64)
