# SPDX-License-Identifier: MIT
"""Scores for the filters: ``write``."""

from __future__ import annotations

import os
import tempfile
from typing import BinaryIO, List, Mapping, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _need
from ._frames import (END, ENTRY, HEAD, HEADER, MAGIC, MAJOR, MAX_PAYLOAD,
                      MINOR, PREAMBLE, TAIL)
from ._load import BASIS
from ._version import __version__
from .sections import Basis
from .stream import Stream

Target = Union[str, "os.PathLike[str]", BinaryIO]


def write(target: Target, scores: Mapping[str, "npt.ArrayLike"],
          basis: Stream) -> None:
    """Write scores of pages as a stream for the filters.

    >>> seedpipe.write("mine.sp", {"mine": values}, g)    # doctest: +SKIP
    >>> run("seedpick", "mine.sp", top="mine:10",
    ...     g="web.sp", text=True).text()                 # doctest: +SKIP

    Args:
        target: a path, which is replaced only when the new file is complete,
            or a binary file.
        scores: for each name a finite number for each page.
        basis: the stream whose graph the scores are of.

    Raises:
        ValueError: a score has another number of pages, an infinite value or
            NaN, or a name that is empty, too long or has a NUL.
    """
    of = basis._basis
    sections = [_section(name, values, of) for name, values in scores.items()]
    lines = [*basis.provenance, " ".join(
        ["seedpipe.py", __version__, "--scores", ",".join(scores)])]
    frames = [frame for section in sections for frame in section]
    frames += [(b"PROV", HEAD | TAIL, 0, 1,
                line.replace("\n", " ").encode("utf-8", "surrogateescape"))
               for line in lines]
    if not isinstance(target, (str, os.PathLike)):
        _stream(target, frames)
        return
    path = os.path.realpath(target)
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(path),
                                     delete=False) as file:
        try:
            _stream(file, frames)  # type: ignore[arg-type]
            file.flush()
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(file.name, 0o666 & ~mask)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


Frame = Tuple[bytes, int, int, int, bytes]


def _section(name: str, values: "npt.ArrayLike", basis: Basis) -> List[Frame]:
    column = np.ascontiguousarray(values, "<f8")
    label = name.encode("utf-8", "surrogateescape")
    if not 1 <= len(label) <= 255 or b"\0" in label:
        raise ValueError(f"{name!r} cannot be the name of a score: 1 to 255 "
                         "bytes without NUL")
    if column.shape != (basis.graph.pages,):
        raise ValueError(f"score {name!r}: shape {column.shape} for "
                         f"{basis.graph.pages} pages")
    if not np.isfinite(column).all():
        raise ValueError(f"score {name!r}: a value is infinite or NaN")
    head = BASIS.pack(*basis.graph, *basis.origin[1:]) + label
    frames: List[Frame] = [(b"SCOR", HEAD, 0, 0, head)]
    step = MAX_PAYLOAD // 8
    for first in range(0, column.size, step):
        part = column[first:first + step]
        frames.append((b"SCOR", 0, first, part.size, part.tobytes()))
    frames.append((b"SCOR", TAIL, column.size, 0, b""))
    return frames


def _stream(file: BinaryIO, frames: Sequence[Frame]) -> None:
    """Write frames, index and end."""
    value = _need.checksum()
    headers = [PREAMBLE.pack(MAGIC, MAJOR, MINOR, 0)]
    file.write(headers[0])
    entries: List[bytes] = []
    at, total = PREAMBLE.size, 0

    def put(frame: Frame) -> None:
        nonlocal at, total
        tag, flags, first, items, payload = frame
        size = len(payload)
        header = HEADER.pack(tag, flags, size, size, first, items,
                             value(payload), 0)
        header = header[:40] + value(header[:40]).to_bytes(8, "little")
        file.write(header + payload)
        headers.append(header)
        at += len(header) + size
        total += size

    for frame in frames:
        entries.append(ENTRY.pack(at, *frame[:4]))
        put(frame)
    index_at = at
    step = MAX_PAYLOAD // ENTRY.size
    for first in range(0, len(entries), step):
        part = entries[first:first + step]
        flags = (HEAD if first == 0 else 0) | (
            TAIL if first + step >= len(entries) else 0)
        put((b"INDX", flags, first, len(part), b"".join(part)))
    put((b"END.", HEAD | TAIL, 0, 0, END.pack(
        len(headers) - 1, total, value(b"".join(headers)), index_at)))
