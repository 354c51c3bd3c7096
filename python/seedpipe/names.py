# SPDX-License-Identifier: MIT
"""Names of pages, hosts or domains, without an object for each."""

from __future__ import annotations

from typing import (Any, Iterable, Iterator, List, Optional, Sequence, Tuple,
                    Union, overload)

import numpy as np
import numpy.typing as npt

from . import _need

Ints = npt.NDArray[np.int64]

MAX_NAME = 65535


def text(name: bytes) -> str:
    """A name as text.  Bytes that are not UTF-8 survive as surrogates."""
    return name.decode("utf-8", "surrogateescape")


def in_order(values: Any, what: str) -> None:
    """Refuse what does not say which value is the first: a set, or a Series
    whose labels are not the places of its values."""
    if isinstance(values, (set, frozenset)):
        raise TypeError(f"{what}: a set has no order; give a list")
    index = getattr(values, "index", None)  # a method of lists, not of Series
    if index is not None and not callable(index) and not np.array_equal(
            np.asarray(index), np.arange(len(index))):
        raise ValueError(f"{what}: its index is not 0, 1, 2, ...: give "
                         "sort_index() if it has the places, or to_numpy()")


def raws(names: Iterable[Union[str, bytes]]) -> List[bytes]:
    """The bytes of names that a user gave; a number would become as many
    zeros, and one string as many names as it has characters."""
    if isinstance(names, (str, bytes)):
        raise TypeError(f"names are a sequence of str or bytes, not {names!r}")
    in_order(names, "names")
    out = []
    for name in names:
        if isinstance(name, str):
            name = name.encode("utf-8", "surrogateescape")
        elif not isinstance(name, (bytes, bytearray, memoryview)):
            raise TypeError(f"a name is a str or bytes, not {name!r}")
        out.append(bytes(name))
    return out


class Names(Sequence[str]):
    """A read-only sequence of names in one buffer.

    ``names[7]`` is a ``str``, ``names[2:5]`` are ``Names`` on the same buffer,
    as are ``names[array]`` of numbers or booleans.  ``names.index(name)`` and
    ``name in names`` are fast from the second time on: the first one hashes
    all names.  ``names.raw(7)`` has the bytes, which need not be UTF-8.
    """

    def __init__(self, buffer: bytes, starts: Ints,
                 lengths: "npt.NDArray[np.uint16]") -> None:
        self._buffer = buffer
        self._starts = starts
        self._lengths = lengths
        self._hashes: Optional[Tuple[npt.NDArray[np.uint64], Ints]] = None

    @classmethod
    def of(cls, names: Iterable[Union[str, bytes]]) -> "Names":
        """Make names of strings."""
        parts = raws(names)
        if any(len(part) > MAX_NAME for part in parts):
            raise ValueError(f"a name is longer than {MAX_NAME} bytes")
        lengths = np.array([len(part) for part in parts], np.uint16)
        ends = np.cumsum(lengths, dtype=np.int64)
        return cls(b"".join(parts), ends - lengths, lengths)

    def __len__(self) -> int:
        return int(self._starts.size)

    def raw(self, i: int) -> bytes:
        """The bytes of name i."""
        start = int(self._starts[i])
        return self._buffer[start:start + int(self._lengths[i])]

    @overload
    def __getitem__(self, i: int) -> str: ...

    @overload
    def __getitem__(self, i: "Union[slice, npt.NDArray[Any], List[int]]"
                    ) -> "Names": ...

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, (slice, np.ndarray, list)):
            return Names(self._buffer, self._starts[i], self._lengths[i])
        return text(self.raw(i))

    def __iter__(self) -> Iterator[str]:
        for name in self.raws():
            yield text(name)

    def raws(self) -> Iterator[bytes]:
        """The bytes of all names."""
        buffer = self._buffer
        for at in range(0, len(self), 65536):
            starts = self._starts[at:at + 65536].tolist()
            lengths = self._lengths[at:at + 65536].tolist()
            for start, length in zip(starts, lengths):
                yield buffer[start:start + length]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Names, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(
            a == b for a, b in zip(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(repr(name) for name in self[:3])
        more = ", ..." if len(self) > 3 else ""
        return f"<Names [{shown}{more}], {len(self)} in all>"

    def _sorted(self) -> Tuple[npt.NDArray[np.uint64], Ints]:
        if self._hashes is None:
            hashes = np.fromiter(map(_need.checksum(), self.raws()), np.uint64,
                                 len(self))
            order = np.argsort(hashes, kind="stable")
            self._hashes = hashes[order], order
        return self._hashes

    def find(self, name: Union[str, bytes], start: int = 0) -> int:
        """The number of the first such name from start on, or -1."""
        if isinstance(name, str):
            try:
                name = name.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:
                return -1
        hashes, order = self._sorted()
        value = np.uint64(_need.checksum()(name))
        at = int(np.searchsorted(hashes, value))
        while at < hashes.size and hashes[at] == value:
            i = int(order[at])
            if i >= start and self.raw(i) == name:
                return i
            at += 1
        return -1

    def index(self, value: Any, start: int = 0,
              stop: Optional[int] = None) -> int:
        """The number of the first such name, as of a list."""
        size = len(self)
        start = max(start + size, 0) if start < 0 else start
        stop = size if stop is None else stop + size if stop < 0 else stop
        found = self.find(value, start) if isinstance(
            value, (str, bytes)) else -1
        if not 0 <= found < stop:
            raise ValueError(f"{value!r} is not among the names")
        return found

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (str, bytes)) and self.find(value) >= 0


class NameParser:
    """Collects strings, each after its length, from frames."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.starts: List[Ints] = []
        self.lengths: List[npt.NDArray[np.uint16]] = []

    def add(self, data: bytes, count: int) -> None:
        """Add a frame; raises ValueError if it has other strings."""
        if count > len(data):
            raise ValueError("fewer strings than the frame says")
        starts: List[int] = []
        lengths: List[int] = []
        at = 0
        try:
            for _ in range(count):
                length = data[at]
                at += 1
                if length >= 128:
                    length, at = long_length(data, at, length)
                starts.append(at)
                lengths.append(length)
                at += length
        except IndexError:
            at = -1
        if at != len(data):
            raise ValueError("the strings do not fill their frame")
        self.starts.append(np.array(starts, np.int64) + len(self.buffer))
        self.lengths.append(np.array(lengths, np.uint16))
        self.buffer += data

    def names(self) -> Names:
        empty: List[int] = []
        return Names(bytes(self.buffer),
                     np.concatenate(self.starts or [np.array(empty, np.int64)]),
                     np.concatenate(self.lengths
                                    or [np.array(empty, np.uint16)]))


def long_length(data: bytes, at: int, length: int) -> Tuple[int, int]:
    """A length of two or three bytes, of which the first was read."""
    byte = data[at]
    at += 1
    length += (byte - 1) << 7
    if byte >= 128:
        byte = data[at]
        at += 1
        length += (byte - 1) << 14
    if not 0 < byte < 128 or length > MAX_NAME:
        raise ValueError("the length of a string is bad")
    return length, at
