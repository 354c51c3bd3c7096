# SPDX-License-Identifier: MIT
"""Frames: the lower half of seedpipe(5).

``Frames`` reads a stream from its first byte to its last and verifies all of
it; ``IndexedFrames`` reads chosen sections of a seekable file by its index.
Both yield verified frames of sections, without index and end frame.
"""

from __future__ import annotations

import io
import os
import struct
from typing import (Any, BinaryIO, Callable, Iterator, List, NamedTuple,
                    Optional, Tuple, Union)

from . import _need
from .errors import FormatError

MAGIC = b"\x89SPS\r\n\x1a\n"
MAJOR = 2
MINOR = 1
PREAMBLE = struct.Struct("<8sHHI")
HEADER = struct.Struct("<4sIIIQQQQ")
ENTRY = struct.Struct("<Q4sIQQ")
END = struct.Struct("<QQQQ")

ZSTD = 1
HEAD = 2
TAIL = 4
SPLIT = 8

#: Required features that this module knows: frames in parts, and checksums of
#: the stored bytes of compressed frames.
SPLITS = 1
SUMS = 2
FEATURES = SPLITS | SUMS

MAX_PAYLOAD = 1 << 20

#: How files begin that are taken for streams, and what to say of them.
PACKED = "this is packed by {}: unpack it, if it is a stream of seedpipe"
MANIFEST = b"#seedpipe-parts\t"
ARCHIVE = "this is a web archive, not a stream of seedpipe"
FOREIGN = ((b"WARC/", ARCHIVE), (b"filedesc:", ARCHIVE),
           (b"\x1f\x8b", PACKED.format("gzip")),
           (b"\x28\xb5\x2f\xfd", PACKED.format("zstd")),
           (b"\xfd7zXZ", PACKED.format("xz")), (b"BZh", PACKED.format("bzip2")))

#: Sections whose frames carry data together with HEAD or TAIL.
BARE = (b"PROV", b"part", b"INDX", b"END.")

#: The sections of version 2.1.
KNOWN = (b"GRPH", b"HOST", b"DOMN", b"PHST", b"NAME", b"wghT", b"stat",
         b"ftch", b"shap", b"shpg", b"SCOR", b"lscr", b"CORE", b"CMEM", b"SEED",
         b"sdnt", b"ords", b"ORDR", b"ordt", b"ordc", b"part", b"PROV")

#: Those of them that are one frame of one item.
SINGLE = (b"PROV", b"part")

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO]


class Frame(NamedTuple):
    """A verified frame.  Data that were not wanted are empty."""

    tag: bytes
    flags: int
    first: int
    items: int
    payload: bytes


class Header(NamedTuple):
    """The header of a frame."""

    tag: bytes
    flags: int
    stored: int
    raw: int
    first: int
    items: int
    checksum: int
    own: int


def open_source(source: Source) -> Tuple[BinaryIO, str, bool]:
    """Open what ``read`` and ``open`` take.

    Returns a binary file, a name for messages, and whether to close the file.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return io.BytesIO(source), "<bytes>", True
    if isinstance(source, (str, os.PathLike)):
        if source == "-":
            import sys
            return sys.stdin.buffer, "<stdin>", False
        return open(source, "rb"), os.fspath(source), True
    if not hasattr(source, "read"):
        raise TypeError("a stream is read from a path, bytes or a binary "
                        f"file, not {source!r}")
    name = getattr(source, "name", None)
    return source, name if isinstance(name, str) else "<file>", False


def manifest_path(source: Source) -> Optional[str]:
    """The path, if it is that of a manifest of the parts of a graph."""
    if isinstance(source, (str, os.PathLike)) and os.path.isfile(source):
        with open(source, "rb") as file:
            if file.read(len(MANIFEST)) == MANIFEST:
                return os.fspath(source)
    return None


def advice(begin: bytes, name: str) -> str:
    """What to do with a file that is not a stream, by its first bytes."""
    if begin.startswith(MANIFEST):
        return ("a manifest of the parts of a graph, not a stream: give its "
                f'path to read(), or run("graphmerge", "{name}").open()')
    what = next((what for magic, what in FOREIGN if begin.startswith(magic)),
                "this is not a stream of seedpipe")
    file = "FILE" if name.startswith("<") else f'"{name}"'
    importer = "crawlgraph" if what == ARCHIVE else "graphimport"
    return f'{what}; to import a file: run("{importer}", {file}).read()'


class Bytes:
    """A file of which exact numbers of bytes are read."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.file = file
        self.name = name
        self.offset = 0

    def error(self, what: str) -> FormatError:
        return FormatError(f"{self.name}: {what}")

    def upto(self, size: int) -> bytes:
        """Read size bytes, fewer only at the end of the file."""
        text = TypeError("the file must be open in binary mode")
        try:
            data: bytes = self.file.read(size) or b""
        except UnicodeDecodeError:
            raise text from None
        if not isinstance(data, bytes):
            raise text
        if 0 < len(data) < size:
            parts = [data]
            left = size - len(data)
            while left:
                data = self.file.read(left)
                if not data:
                    break
                parts.append(data)
                left -= len(data)
            data = b"".join(parts)
        self.offset += len(data)
        return data

    def exactly(self, size: int, where: str) -> bytes:
        data = self.upto(size)
        if len(data) != size:
            raise self.error(f"the stream is truncated in {where}: the file "
                             f"ends after {self.offset} bytes")
        return data


def one_zstd_frame(data: bytes) -> bool:
    """Whether the bytes are exactly one frame of RFC 8878, by its structure,
    without a dictionary."""
    size = len(data)
    if size < 6 or data[:4] != b"\x28\xb5\x2f\xfd":
        return False
    descriptor = data[4]
    single = descriptor >> 5 & 1
    if descriptor & 3 or descriptor & 8:
        return False
    at = 5 + (not single) + ((1 if single else 0), 2, 4, 8)[descriptor >> 6]
    while True:
        if at + 3 > size:
            return False
        block = int.from_bytes(data[at:at + 3], "little")
        at += 3
        kind = block >> 1 & 3
        if kind == 3:
            return False
        at += 1 if kind == 1 else block >> 3
        if block & 1:
            break
    return at + (4 if descriptor & 4 else 0) == size


class Decoder:
    """Headers and payloads of frames, each verified by itself."""

    def __init__(self, data: Bytes) -> None:
        self.data = data
        self.hash = _need.checksum()
        self.unpack: Optional[Callable[[bytes, int], bytes]] = None
        self.splits = self.sums = False

    def preamble(self) -> bytes:
        data = self.data
        packed = data.upto(PREAMBLE.size)
        if not packed:
            raise data.error("the file is empty")
        if not MAGIC.startswith(packed[:8]):
            raise data.error(advice(packed, data.name))
        if len(packed) < PREAMBLE.size:
            raise data.error("the stream is truncated in its preamble")
        _, major, _, required = PREAMBLE.unpack(packed)
        if major != MAJOR:
            raise data.error(f"the stream has version {major}, and this module "
                             f"reads version {MAJOR}")
        if required & ~FEATURES:
            raise data.error("the stream needs features that this module does "
                             f"not know ({required & ~FEATURES:#x}); use a "
                             "newer one")
        self.splits = bool(required & SPLITS)
        self.sums = bool(required & SUMS)
        return packed

    def header(self) -> Tuple[bytes, Header]:
        data = self.data
        where = f"the header of a frame at byte {data.offset}"
        packed = data.exactly(HEADER.size, where)
        header = Header(*HEADER.unpack(packed))
        if header.own != self.hash(packed[:40]):
            raise data.error(f"{where} is damaged (checksum)")
        tag, flags = header.tag, header.flags
        letters = tag[:3] if tag == b"END." else tag
        if not letters.isalpha():
            raise data.error(f"{where} has the tag {tag!r}, which is none")
        if flags & ~(ZSTD | HEAD | TAIL | SPLIT):
            raise data.error(f"{where} has unknown flags ({flags:#x})")
        if flags & SPLIT and (flags != SPLIT or tag != b"GRPH"
                              or not self.splits):
            raise data.error(f"{where} is in parts, which it must not be")
        if header.raw > MAX_PAYLOAD:
            raise data.error(f"{where}: its payload has {header.raw} bytes; "
                             f"at most {MAX_PAYLOAD} are allowed")
        if flags & (ZSTD | SPLIT):
            if header.stored >= header.raw:
                raise data.error(f"{where}: compressed, its payload is not "
                                 "smaller")
            if self.sums and header.stored < 8:
                raise data.error(f"{where}: compressed, its payload has no "
                                 "checksum")
        elif header.stored != header.raw:
            raise data.error(f"{where}: two sizes of an uncompressed payload")
        return packed, header

    def payload(self, header: Header) -> bytes:
        data = self.data
        where = f"frame {header.tag.decode()} at byte {data.offset}"
        payload = data.exactly(header.stored, where)
        if self.sums and header.flags & (ZSTD | SPLIT):
            payload, own = payload[:-8], payload[-8:]
            if self.hash(payload) != int.from_bytes(own, "little"):
                raise data.error(f"{where} is damaged (checksum)")
        if header.flags & ZSTD:
            payload = self.decompress(payload, header.raw, where)
        elif header.flags & SPLIT:
            payload = self.join(payload, header.raw, where)
        if self.hash(payload) != header.checksum:
            raise data.error(f"{where} is damaged (checksum)")
        return payload

    def join(self, payload: bytes, raw: int, where: str) -> bytes:
        # Here, because streams without links need no numpy.
        from . import _split
        try:
            return _split.unpack(
                payload, raw,
                lambda part, size: self.decompress(part, size, where))
        except _split.BadLinks as error:
            raise self.data.error(f"{where} is damaged: {error}") from None

    def decompress(self, payload: bytes, raw: int, where: str) -> bytes:
        if self.unpack is None:
            self.unpack = _need.unpacker()
        if not one_zstd_frame(payload):
            raise self.data.error(f"{where}: not exactly one zstd frame "
                                  "without a dictionary")
        try:
            payload = self.unpack(payload, raw)
        except (ValueError, MemoryError) as error:
            raise self.data.error(f"{where} is damaged: {error}") from None
        if len(payload) != raw:
            raise self.data.error(f"{where}: decompresses to {len(payload)} "
                                  f"bytes instead of {raw}")
        return payload


class Sequence:
    """Checks that frames form sections."""

    def __init__(self, data: Bytes) -> None:
        self.data = data
        self.open: Optional[bytes] = None
        self.next = 0

    def check(self, frame: Union[Frame, Header]) -> None:
        tag, flags = frame.tag, frame.flags
        name = tag.decode()
        if flags & HEAD:
            if self.open is not None:
                raise self.data.error(f"section {self.open.decode()} has no "
                                      "end")
            self.next = 0
        elif self.open != tag:
            raise self.data.error(f"a frame of {name} outside of its section")
        if frame.first != self.next:
            raise self.data.error(f"section {name} continues with item "
                                  f"{frame.first} instead of {self.next}")
        self.next += frame.items
        self.open = None if flags & TAIL else tag
        if tag in KNOWN and tag not in BARE:
            ends = flags & (HEAD | TAIL)
            if ends == HEAD | TAIL or (ends and frame.items):
                raise self.data.error(f"head or tail of section {name} has "
                                      "items")
        if tag in SINGLE and (flags & (HEAD | TAIL) != HEAD | TAIL
                              or frame.items != 1):
            raise self.data.error(f"section {name} is not one frame of one "
                                  "item")
        if tag not in KNOWN and tag not in BARE and tag[:1].isupper():
            raise self.data.error(f"section {name} is unknown and critical; "
                                  "use a newer version of this module")


class Frames:
    """All frames of a stream, in order, each verified.

    ``wanted(tag)`` says which payloads to return; all are verified.
    """

    def __init__(self, file: BinaryIO, name: str,
                 wanted: Callable[[bytes], bool] = lambda tag: True) -> None:
        self.data = Bytes(file, name)
        self.decoder = Decoder(self.data)
        self.wanted = wanted

    def __iter__(self) -> Iterator[Frame]:
        data, decoder = self.data, self.decoder
        sequence = Sequence(data)
        entries: List[bytes] = []
        packed = [decoder.preamble()]
        index = bytearray()
        index_at = total = 0
        while True:
            at = data.offset
            one, header = decoder.header()
            sequence.check(header)
            if header.tag == b"END.":
                break
            payload = decoder.payload(header)
            if header.tag == b"INDX":
                if header.flags & HEAD:
                    if index_at:
                        raise data.error("the stream has two indexes")
                    index_at = at
                if header.raw != ENTRY.size * header.items:
                    raise data.error("the index has a bad size")
                index += payload
            elif index_at:
                raise data.error("a section after the index")
            else:
                entries.append(ENTRY.pack(at, header.tag, header.flags,
                                          header.first, header.items))
                yield Frame(header.tag, header.flags, header.first,
                            header.items,
                            payload if header.flags & (HEAD | TAIL)
                            or self.wanted(header.tag) else b"")
            packed.append(one)
            total += header.raw
        self.end(header, packed, total, index_at)
        if index_at and index != b"".join(entries):
            raise data.error("the index does not describe the frames")

    def end(self, header: Header, packed: List[bytes], total: int,
            index_at: int) -> None:
        data = self.data
        if (header.flags & (HEAD | TAIL) != HEAD | TAIL or header.items
                or header.raw != END.size):
            raise data.error("the end frame is bad")
        frames, raw, checksum, index = END.unpack(self.decoder.payload(header))
        if frames != len(packed) - 1 or raw != total:
            raise data.error("the end frame counts other frames")
        if checksum != self.decoder.hash(b"".join(packed)):
            raise data.error("the end frame has another checksum of headers")
        if index != index_at:
            raise data.error("the end frame has another place of the index")
        if data.upto(1):
            raise data.error(f"there are bytes after the end of the stream "
                             f"(at byte {data.offset - 1})")


class IndexedFrames:
    """Chosen frames of a seekable file with an index.

    ``wanted(tag)`` says which sections to return whole; of others, only the
    heads and tails are read.  What is not read is not verified.
    """

    def __init__(self, file: BinaryIO, name: str,
                 wanted: Callable[[bytes], bool]) -> None:
        self.data = Bytes(file, name)
        self.decoder = Decoder(self.data)
        self.wanted = wanted
        self.start = file.tell()
        self.end = 0  # of the frames that the index lists
        self.entries = self.read_index()

    def seek(self, offset: int) -> None:
        self.data.file.seek(self.start + offset)
        self.data.offset = offset

    def read_index(self) -> Optional[List[Tuple[int, bytes, int, int, int]]]:
        """The entries, or nothing if the stream has no index."""
        data, decoder = self.data, self.decoder
        decoder.preamble()
        size = data.file.seek(0, os.SEEK_END) - self.start
        last = size - HEADER.size - END.size
        if last < PREAMBLE.size:
            raise data.error("the stream is truncated")
        self.seek(last)
        try:
            _, header = decoder.header()
        except FormatError:
            raise data.error("the stream is truncated, or its end is damaged"
                             ) from None
        if (header.tag != b"END." or header.raw != END.size
                or header.stored != END.size):
            raise data.error("the stream is truncated: it has no end frame")
        frames, _, _, index_at = END.unpack(decoder.payload(header))
        if not index_at:
            return None
        if not PREAMBLE.size <= index_at < last:
            raise data.error("the end frame has another place of the index")
        self.end = index_at
        self.seek(index_at)
        index = bytearray()
        sequence = Sequence(data)
        blocks = 0
        while data.offset < last:
            _, header = decoder.header()
            sequence.check(header)
            if (header.tag != b"INDX"
                    or header.raw != ENTRY.size * header.items):
                raise data.error("the index is bad")
            index += decoder.payload(header)
            blocks += 1
        if data.offset != last or sequence.open is not None:
            raise data.error("the index is bad")
        entries = list(ENTRY.iter_unpack(bytes(index)))
        if len(entries) + blocks != frames:
            raise data.error("the end frame counts other frames")
        return entries

    def __iter__(self) -> Iterator[Frame]:
        data = self.data
        sequence = Sequence(data)
        assert self.entries is not None
        at = 0
        for offset, tag, flags, first, count in self.entries:
            frame = Frame(tag, flags, first, count, b"")
            if not at < offset < self.end or not tag.isalpha():
                raise data.error("the index is bad")
            at = offset
            sequence.check(frame)
            if self.wanted(tag) or flags & (HEAD | TAIL):
                self.seek(offset)
                _, header = self.decoder.header()
                if header[:2] + header[4:6] != frame[:4]:
                    raise data.error("the index does not describe the frames")
                frame = frame._replace(payload=self.decoder.payload(header))
            yield frame
        if sequence.open is not None:
            raise data.error(f"section {sequence.open.decode()} has no end")


def seekable(file: Any) -> bool:
    """Whether a file can be read out of order."""
    try:
        return bool(file.seekable())
    except AttributeError:
        return False
