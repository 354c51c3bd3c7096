# SPDX-License-Identifier: MIT
"""Streams for the filters: ``write``."""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from typing import BinaryIO, Iterable, Iterator, List, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _encode, _need
from ._codec import Fingerprint
from ._encode import Frame
from ._frames import (END, ENTRY, HEAD, HEADER, MAGIC, MAJOR, MAX_PAYLOAD,
                      MINOR, PREAMBLE, TAIL)
from ._load import MAX_NAMES
from ._version import __version__
from .sections import Basis
from .stream import Stream

Target = Union[str, "os.PathLike[str]", BinaryIO]


def write(target: Target, what: Union[Stream, Mapping[str, "npt.ArrayLike"]],
          basis: Optional[Stream] = None) -> None:
    """Write a stream for the filters: all that another has, or scores.

    >>> seedpipe.write("mine.sp", {"mine": values}, g)    # doctest: +SKIP
    >>> run("seedpick", "mine.sp", top="mine:10",
    ...     g="web.sp", text=True).text()                 # doctest: +SKIP

    Args:
        target: a path, which is replaced only when the new file is complete
            and keeps its permissions, ``"-"`` for standard output, or a
            binary file.  A device or a pipe is written to as it is.
        what: a stream, or for each name of a score a finite number for each
            page.
        basis: with scores, the stream whose graph they are of.

    Raises:
        ValueError: there are more than 10,000 scores, or one has another
            number of pages, complex numbers, times, a value that is
            infinite, NaN or masked, an index that is not 0, 1, 2, ... (a
            Series that was sorted), or a name that is empty, too long or has
            a NUL.  Or the links of a stream were changed in place, so that
            its fingerprint is wrong.
        TypeError: the name of a score is no str, or an argument is none of
            these.
    """
    if not isinstance(target, (str, os.PathLike)) and not hasattr(
            target, "write"):
        raise TypeError("write() takes a path or a binary file, not "
                        f"{target!r}")
    if isinstance(what, Stream):
        if basis is not None:
            raise TypeError("basis is for scores; a stream has its own")
        frames, lines, did = _stream_frames(what), what.provenance, "--stream"
    elif basis is None:
        raise TypeError("write(target, scores, basis): basis is missing")
    elif not isinstance(what, Mapping) or not isinstance(basis, Stream):
        raise TypeError("write(target, scores, basis): scores are a dict, and "
                        "basis is a stream, such as read() gives")
    else:
        frames, lines = _score_frames(what, basis._basis), basis.provenance
        did = "--scores " + ",".join(what)
    every = itertools.chain(frames, (
        (b"PROV", HEAD | TAIL, 0, 1,
         line.replace("\n", " ").encode("utf-8", "surrogateescape")
         [:MAX_PAYLOAD])
        for line in [*lines, f"seedpipe.py {__version__} {did}"]))
    if target == "-":
        if not hasattr(sys.stdout, "buffer"):
            raise TypeError("standard output takes text alone here, as in a "
                            "notebook: write to a file")
        sys.stdout.flush()  # what was printed before
        _stream(sys.stdout.buffer, every)
        sys.stdout.flush()
        return
    if not isinstance(target, (str, os.PathLike)):
        _stream(target, every)
        return
    # By the name that was given: /dev/stdout may lead to a pipe without one.
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as device:
            _stream(device, every)
        return
    path = os.path.realpath(target)
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(path),
                                     delete=False) as file:
        try:
            _stream(file, every)  # type: ignore[arg-type]
            file.flush()
            _keep_rights(file.fileno(), path)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def _keep_rights(file: int, path: str) -> None:
    """Give a new file the permissions of the old one, as the filters do; its
    owner and group, too, where the system permits that."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        mask = os.umask(0)  # cannot be read without being set
        os.umask(mask)
        os.fchmod(file, 0o666 & ~mask)
        return
    mode = old.st_mode & 0o777
    new = os.fstat(file)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(file, old.st_uid, old.st_gid)
        except OSError:
            try:
                os.fchown(file, -1, old.st_gid)
            except OSError:
                # Its rights are not for another group.
                mode = mode & ~0o070 | mode & 0o070 & mode << 3
    os.fchmod(file, mode)


def _stream_frames(stream: Stream) -> Iterator[Frame]:
    if not stream.has_graph:
        return _encode.frames(stream._contents, None)
    # Arrays can be changed, also those of the matrix that csr() made of them.
    indptr, indices = stream.indptr, stream.indices
    found = Fingerprint()
    for first in range(0, stream.pages, _encode.BATCH):
        rows = indptr[first:first + _encode.BATCH + 1]
        found.add(first, rows - rows[0], indices[rows[0]:rows[-1]])
    if (indptr[0], indptr[-1], found.sum) != (0, *stream.fingerprint[1:]):
        raise ValueError("the links are not those of the fingerprint: to "
                         "change links, make a graph of a copy of them")
    weights = stream._contents.weights
    if weights is not None and not np.isfinite(weights).all():
        raise ValueError("a weight is infinite or NaN")
    return _encode.frames(stream._contents, (indptr, indices))


def _score_frames(scores: Mapping[str, "npt.ArrayLike"],
                  basis: Basis) -> Iterator[Frame]:
    """Sections, all of them checked before the first is written."""
    if len(scores) > MAX_NAMES:
        raise ValueError(f"{len(scores)} scores: a stream has at most "
                         f"{MAX_NAMES}")
    columns = [(name, _column(name, values, basis))
               for name, values in scores.items()]
    return (frame for name, column in columns for frame in _encode.section(
        b"SCOR", _encode.head_of(basis, name), _encode.table(column)))


def _column(name: str, values: "npt.ArrayLike",
            basis: Basis) -> "npt.NDArray[np.float64]":
    if not isinstance(name, str):
        raise TypeError(f"the name of a score is a str, not {name!r}")
    column = _encode.doubles(values, f"score {name!r}")
    label = name.encode("utf-8", "surrogateescape")
    if not 1 <= len(label) <= 255 or b"\0" in label:
        raise ValueError(f"{name!r} cannot be the name of a score: 1 to 255 "
                         "bytes without NUL")
    if column.shape != (basis.graph.pages,):
        raise ValueError(f"score {name!r}: shape {column.shape} for "
                         f"{basis.graph.pages} pages")
    if not np.isfinite(column).all():
        raise ValueError(f"score {name!r}: a value is infinite or NaN")
    return column


def _stream(file: BinaryIO, frames: Iterable[Frame]) -> None:
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
