# SPDX-License-Identifier: MIT
"""Streams made by hand for the tests, right or wrong, by seedpipe(5)."""

import struct

import xxhash

MAGIC = b"\x89SPS\r\n\x1a\n"
ZSTD, HEAD, TAIL = 1, 2, 4
SUMS = 2  # a required feature

#: The complete stream of EXAMPLES in seedpipe(5).
EXAMPLE = bytes.fromhex("""
895350530d0a1a0a020001000000000047525048020000001800000018000000
000000000000000000000000000000005630cb0f4eda518c6943d4714ecfdd40
0300000000000000000400000600000000000000000000004752504800000000
170000001700000000000000000000000300000000000000d308f7fddc69d630
9811b5b71c4854d7070000000000000004000000000000000300020001010047
52504804000000200000002000000003000000000000000000000000000000a6
ec8c8be35dc4d87871b5cd79d78d8f04000000000000004dd3066c8acdce8d04
000000000000004dd3066c8acdce8d454e442e06000000200000002000000000
000000000000000000000000000000ef1df555b72d1444c0c1a7f8e0f04b5603
000000000000004f0000000000000000b4beacaaa76ff20000000000000000
""")


def xxh3(data):
    return xxhash.xxh3_64_intdigest(data)


def leb(n):
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def header(tag, flags, stored, raw, first, count, checksum):
    packed = struct.pack("<4sIIIQQQ", tag, flags, stored, raw, first, count,
                         checksum)
    return packed + struct.pack("<Q", xxh3(packed))


def frame(tag, flags, first, count, payload):
    return header(tag, flags, len(payload), len(payload), first, count,
                  xxh3(payload)) + payload


def summed(stored):
    """A compressed payload as it is stored in a stream that requires SUMS."""
    return stored + struct.pack("<Q", xxh3(stored))


def end(start, headers, raw, index_at=0):
    """The end frame after these headers, whose payloads have raw bytes."""
    chain = xxh3(b"".join([start, *headers]))
    return frame(b"END.", HEAD | TAIL, 0, 0,
                 struct.pack("<QQQQ", len(headers), raw, chain, index_at))


def preamble(major=2, minor=1, required=0):
    return struct.pack("<8sHHI", MAGIC, major, minor, required)


def section(tag, head=b"", frames=(), tail=b""):
    """A section with frames (count, payload)."""
    out = [(tag, HEAD, 0, 0, head)]
    first = 0
    for count, payload in frames:
        out.append((tag, 0, first, count, payload))
        first += count
    return out + [(tag, TAIL, first, 0, tail)]


def stream(*sections, index=False, **versions):
    """A complete stream of sections, each a list of what frame() takes."""
    start = preamble(**versions)
    out, headers = bytearray(start), []
    entries, raw = bytearray(), 0
    frames = [one for section in sections for one in section]
    index_at = 0
    for tag, flags, first, items, payload in frames:
        entries += struct.pack("<Q4sIQQ", len(out), tag, flags, first, items)
        packed = frame(tag, flags, first, items, payload)
        out += packed
        headers.append(packed[:48])
        raw += len(payload)
    if index:
        index_at = len(out)
        packed = frame(b"INDX", HEAD | TAIL, 0, len(headers), bytes(entries))
        out += packed
        headers.append(packed[:48])
        raw += len(entries)
    return bytes(out) + end(start, headers, raw, index_at)


def frames_of(data):
    """The frames of a stream without index and end, as stream() takes them."""
    at, out = 16, []
    sums = data[12] & SUMS
    while True:
        tag, flags, stored, raw, first, count, _, _ = struct.unpack_from(
            "<4sIIIQQQQ", data, at)
        payload = data[at + 48:at + 48 + stored]
        if flags & ZSTD:
            import zstandard
            if sums:
                payload = payload[:-8]
            payload = zstandard.ZstdDecompressor().decompress(
                payload, max_output_size=raw)
        if tag in (b"INDX", b"END."):
            return out
        out.append((tag, flags & ~ZSTD, first, count, payload))
        at += 48 + stored


MASK = (1 << 64) - 1


def checksum(lists):
    """The checksum of a graph, slowly."""
    total = 0
    for u, row in enumerate(lists):
        if row:
            x = xxh3(struct.pack(f"<{len(row)}I", *row))
            x = (x + (u + 1) * 0x9e3779b97f4a7c15) & MASK
            x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
            x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
            total += x ^ x >> 31
    return total & MASK


def zigzag(d):
    return 2 * d if d >= 0 else -2 * d - 1


def plain(page, row):
    """The record of a list written out in full."""
    if not row:
        return b"\0"
    body = bytearray(b"\0" + leb(zigzag(row[0] - page)))
    for before, after in zip(row, row[1:]):
        body += leb(after - before - 1)
    return leb(len(body)) + bytes(body)


def block(records, links):
    data = b"".join(records)
    return struct.pack("<QQ", len(data), links) + data


def graph(lists, records=None, chain=6, weighted=0, origin=None):
    """Section GRPH with these lists, coded by these records; origin is its
    links and checksum."""
    if records is None:
        records = [plain(u, row) for u, row in enumerate(lists)]
    frames = []
    for at in range(0, len(lists), 1024):
        links = sum(map(len, lists[at:at + 1024]))
        data = block(records[at:at + 1024], links)
        pages = len(lists[at:at + 1024])
        for cut in range(0, len(data), 1 << 20):
            frames.append((0 if cut else pages, data[cut:cut + (1 << 20)]))
    links = sum(map(len, lists))
    own = links, checksum(lists)
    return section(
        b"GRPH", struct.pack("<QIIII", len(lists), 1024, chain, weighted, 0),
        frames, struct.pack("<QQQQ", *own, *(origin or own)))


def basis(lists, origin=None):
    own = sum(map(len, lists)), checksum(lists)
    return struct.pack("<QQQQQ", len(lists), *own, *(origin or own))


def strings(tag, names):
    data = b"".join(leb(len(name)) + name for name in names)
    return section(tag, b"", [(len(names), data)] if names else [])


def floats(tag, head, values):
    return section(tag, head, [(len(values),
                                struct.pack(f"<{len(values)}d", *values))])


# ---- links, read by a second reader, one page at a time, to compare ---------


class Bad(Exception):
    pass


def read_leb(data, at, end):
    value = shift = 0
    while True:
        if at >= end:
            raise Bad("truncated")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if byte == 0 and shift:
                raise Bad("longer than need be")
            if value >> 64:
                raise Bad("too large")
            return value, at
        shift += 7


def slow_block(records, pages, first, n, chain):
    """Decode the records of a block to lists; raises Bad."""
    lists, chains, at = [], [], 0
    for u in range(pages):
        size, at = read_leb(records, at, len(records))
        if at + size > len(records):
            raise Bad("past the end")
        row, depth = slow_body(records[at:at + size], lists, chains,
                               first + u, n)
        if depth > chain:
            raise Bad("chain")
        lists.append(row)
        chains.append(depth)
        at += size
    if at != len(records):
        raise Bad("not filled")
    return lists


def slow_body(body, lists, chains, page, n):
    if not body:
        return [], 0
    r, count, at, depth = body[0] & 7, body[0] >> 3, 1, 0
    if count == 31:
        more, at = read_leb(body, at, len(body))
        count += more
    if at + count > len(body):
        raise Bad("edits")
    edits = body[at:at + count]
    at += count
    numbers = []
    while at < len(body):
        number, at = read_leb(body, at, len(body))
        numbers.append(number)
    old = []
    if r:
        if r > len(lists) or not lists[-r]:
            raise Bad("reference")
        old, depth = lists[-r], chains[-r] + 1
    may = (edits[0] & 15 == 0 and edits[0] >> 6 > 0) if count else r == 0
    row = edited(old, edits, numbers, page, may)
    if not row or any(a >= b for a, b in zip(row, row[1:])):
        raise Bad("empty or not ascending")
    if row[0] < 0 or row[-1] >= n:
        raise Bad("no page")
    return row, depth


def edited(old, edits, numbers, page, may):
    row, left, at = [], list(numbers), 0

    def insert(count):
        for _ in range(count):
            if not left:
                raise Bad("insert")
            number = left.pop(0)
            if row:
                row.append(row[-1] + 1 + number)
            elif may:
                row.append(page + (number >> 1 ^ -(number & 1)))
            else:
                raise Bad("begins with a number")

    for edit in edits:
        copy, skip = edit & 15, edit >> 4 & 3
        if at + copy + skip > len(old):
            raise Bad("copy or skip")
        row += old[at:at + copy]
        at += copy + skip
        insert(edit >> 6)
    row += old[at:]
    insert(len(left))
    return row


def referring(page, row, r, old):
    """The record of a list by edits of the list of page - r, or by edits of
    the empty list if r is 0."""
    have, numbers, steps = set(old), bytearray(), []
    keep = set(row)
    # What is new goes after the kept successor before it.
    i = j = 0
    while i < len(row) or j < len(old):
        copy = skip = insert = 0
        while copy < 15 and j < len(old) and old[j] in keep and (
                i < len(row) and row[i] == old[j]):
            copy, i, j = copy + 1, i + 1, j + 1
        while skip < 3 and j < len(old) and old[j] not in keep:
            skip, j = skip + 1, j + 1
        while insert < 3 and i < len(row) and row[i] not in have:
            insert, i = insert + 1, i + 1
        steps.append(copy | skip << 4 | insert << 6)
    before = None
    for v in row:
        if v not in have:
            numbers += leb(zigzag(v - page) if before is None
                           else v - before - 1)
        before = v
    while steps and steps[-1] < 16 and steps[-1] < 16 and (
            steps[-1] >> 4) == 0 and len(steps) > 1:
        steps.pop()  # what is left of the reference is taken anyway
    if len(steps) < 31:
        body = bytes([r | len(steps) << 3])
    else:
        body = bytes([r | 31 << 3]) + leb(len(steps) - 31)
    body += bytes(steps) + bytes(numbers)
    return leb(len(body)) + body
