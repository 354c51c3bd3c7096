# SPDX-License-Identifier: MIT
"""Payloads in parts: the SPLIT frames of seedpipe(5).

The records of all blocks are put together at once, with no loop over them: how
long each of its pieces is follows from the parts, then where the pieces go.
"""

from __future__ import annotations

from typing import Callable, List, Tuple

import numpy as np

from ._codec import (BadLinks, Ints, Octets, check_shortest, exclusive,
                     need, numbers_at, ranges)

__all__ = ["BadLinks", "unpack"]

PARTS = 6
HEADER = 16
NO_BODY = 8
EDITS_MAX = 31

#: What a payload never exceeds: counts above this are nonsense.
MOST = 1 << 20


def numbers(part: bytes) -> List[int]:
    """The LEB128 numbers of a part, below 2^64."""
    values: List[int] = []
    value = shift = 0
    for byte in part:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            need(value < 1 << 64 and (byte or shift == 7), "a bad number")
            values.append(value)
            value = shift = 0
        need(shift <= 63 + 7, "a bad number")
    need(shift == 0, "a number without end")
    return values


def sizes(payload: bytes) -> Tuple[List[Tuple[int, int]], int]:
    """The size of each part, unpacked and stored; where they begin."""
    at = 0
    for _ in range(2 * PARTS):
        while True:
            need(at < min(len(payload), 2 * PARTS * 10), "its sizes are cut")
            at += 1
            if payload[at - 1] < 128:
                break
    values = numbers(payload[:at])
    pairs = list(zip(values[::2], values[1::2]))
    need(sum(raw for raw, _ in pairs) <= MOST
         and all(stored <= raw for raw, stored in pairs)
         and at + sum(stored for _, stored in pairs) == len(payload),
         "impossible sizes of parts")
    return pairs, at


def unpack(payload: bytes, raw: int,
           decompress: Callable[[bytes, int], bytes]) -> bytes:
    """The payload, of raw bytes, from the stored bytes."""
    pairs, at = sizes(payload)
    parts: List[bytes] = []
    for size, stored in pairs:
        part = payload[at:at + stored]
        parts.append(part if stored == size else decompress(part, size))
        at += stored
    return join(parts, raw)


def starts_of(part: Octets) -> Ints:
    """Where the numbers of a part begin, and last, where the part ends."""
    need(part.size == 0 or part[-1] < 128, "a number without end")
    ends = np.flatnonzero(part < 128) + 1
    return np.concatenate((np.zeros(1, np.int64), ends.astype(np.int64)))


def leb_sizes(values: Ints) -> Ints:
    """The bytes of these numbers, which are below 2^21."""
    return 1 + (values >= 1 << 7).astype(np.int64) + (values >= 1 << 14)


class Bodies:
    """The sizes of the pieces of the records that have a body."""

    def __init__(self, heads: Octets, parts: List[Octets]) -> None:
        _, counts, edits, first, rest, _ = parts
        self.heads = heads
        many = (heads >> 3) == EDITS_MAX
        need(not np.any((heads >= 8) & (heads & 7 == 0)),
             "edits of no reference")
        self.counts(counts, many)
        need(int(self.edits.sum()) == edits.size, "other edits than it says")
        inserted = np.concatenate((np.zeros(1, np.int64),
                                   np.cumsum(edits >> 6, dtype=np.int64)))
        at = exclusive(self.edits)
        count = self.tail + inserted[at + self.edits] - inserted[at]
        # A byte more, for the bodies without edits at the end.
        one = np.append(edits, np.uint8(0))[at]
        begins = np.where(self.edits > 0, (one & 15 == 0) & (one >= 64),
                          heads & 7 == 0)
        need(not np.any(begins & (count == 0)), "a list that is empty")
        starts = starts_of(first)
        need(starts.size - 1 == int(begins.sum()),
             "other first numbers than it says")
        self.first: Ints = np.zeros(heads.size, np.int64)
        self.first[begins] = np.diff(starts)
        need(not np.any(self.first > 8), "a first number that is too long")
        count = count - begins
        starts = starts_of(rest)
        need(starts.size - 1 == int(count.sum()), "other numbers than it says")
        at = exclusive(count)
        self.rest: Ints = starts[at + count] - starts[at]

    def counts(self, part: Octets, many: Octets) -> None:
        """The numbers above 31 edits and after the last one."""
        starts = starts_of(part)
        of_each = 1 + many.astype(np.int64)
        need(starts.size - 1 == int(of_each.sum()), "other counts than it says")
        padded = np.concatenate((part, np.zeros(8, np.uint8)))
        value, end = numbers_at(padded, starts[:-1])
        check_shortest(padded, starts[:-1], end)
        need(value.size == 0 or int(value.max()) <= MOST, "too large a count")
        at = exclusive(of_each)
        self.tail: Ints = value[at + of_each - 1]
        self.edits: Ints = (self.heads >> 3).astype(np.int64)
        self.edits[many] += value[at[many]]
        self.more: Ints = np.zeros(self.heads.size, np.int64)
        self.more[many] = (starts[1:] - starts[:-1])[at[many]]
        self.more_at: Ints = starts[at]


def join(packed: List[bytes], raw: int) -> bytes:
    """The payload of raw bytes from its parts."""
    parts = [np.frombuffer(part, np.uint8) for part in packed]
    heads = parts[0]
    blocks = numbers(packed[5])
    need(len(blocks) % 2 == 0 and sum(blocks[::2]) == heads.size,
         "other records than it says")
    full = np.flatnonzero(heads != NO_BODY)
    bodies = Bodies(heads[full], parts)
    pieces = (bodies.more, bodies.edits, bodies.first, bodies.rest)
    length = 1 + sum(pieces, np.zeros(full.size, np.int64))
    before = leb_sizes(length)
    total: Ints = np.ones(heads.size, np.int64)
    total[full] = before + length
    records = np.array(blocks[::2], np.int64)
    need(int(total.sum()) + HEADER * records.size == raw, "a wrong length")
    # Where each record begins, after the headers of the blocks so far.
    at = exclusive(total) + HEADER * np.repeat(
        np.arange(1, records.size + 1), records)
    out = np.zeros(raw, np.uint8)
    sums = np.concatenate((np.zeros(1, np.int64), np.cumsum(total)))
    ends = np.cumsum(records)
    bytes_of = sums[ends] - sums[ends - records]
    headers = exclusive(bytes_of) + HEADER * np.arange(records.size)
    put_headers(out, headers, bytes_of, blocks[1::2])
    at = at[full]
    for i in range(3):
        some = np.flatnonzero(before > i)
        out[at[some] + i] = (length[some] >> 7 * i & 127) | \
            128 * (before[some] > i + 1)
    at = at + before
    out[at] = heads[full]
    at += 1
    for part, sizes_of, start in (
            (parts[1], bodies.more, bodies.more_at),
            (parts[2], bodies.edits, exclusive(bodies.edits)),
            (parts[3], bodies.first, exclusive(bodies.first)),
            (parts[4], bodies.rest, exclusive(bodies.rest))):
        out[ranges(at, sizes_of)] = part[ranges(start, sizes_of)]
        at += sizes_of
    return out.tobytes()


def put_headers(out: Octets, at: Ints, bytes_of: Ints,
                links: List[int]) -> None:
    values = np.empty((at.size, 2), "<u8")
    values[:, 0] = bytes_of
    values[:, 1] = np.array(links, np.uint64)
    out[(at[:, None] + np.arange(HEADER)).ravel()] = \
        values.view(np.uint8).ravel()
