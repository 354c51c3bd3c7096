# SPDX-License-Identifier: MIT
"""The links of a block against a reader that decodes one page at a time."""

import random
import unittest

import numpy as np

import forge
from seedpipe import _codec, _split


def fast_block(records, pages, first, n, chain):
    """As forge.slow_block()."""
    links = 0
    while True:
        blocks = _codec.Blocks(records, [(0, len(records), pages, links)],
                               first, n, chain)
        try:
            degrees, indices = blocks.decode()
            break
        except _codec.BadLinks as error:
            if "not as many" not in str(error) and "fewer" not in str(error):
                raise forge.Bad(str(error)) from None
        links = int(blocks.degree.sum())
    rows = np.split(indices, np.cumsum(degrees)[:-1])
    return [row.tolist() for row in rows]


def either(function, *arguments):
    try:
        return function(*arguments)
    except forge.Bad:
        return None


def random_lists(draw, pages, n):
    """Lists like those of pages of one host, and how each is coded."""
    lists, records, chains = [], [], []
    for u in range(pages):
        r = draw.randrange(min(7, u) + 1)
        old = lists[u - r] if r else []
        if r and (not old or chains[u - r] == 6):
            r, old = 0, []
        row = {v for v in old if draw.random() < 0.8}
        row |= {draw.randrange(n) for _ in range(draw.choice(
            (0, 0, 1, 2, 5, 40)))}
        row = sorted(row)
        if row and (r or draw.random() < 0.3):
            record = forge.referring(u, row, r, old)
        else:
            record, r = forge.plain(u, row), 0
        lists.append(row)
        records.append(record)
        chains.append(chains[u - r] + 1 if r else 0)
    return lists, records


class Codec(unittest.TestCase):
    def test_lists_come_back(self):
        draw = random.Random(1)
        for n in (60, 5000, 4294967294):
            lists, records = random_lists(draw, 60, n)
            data = b"".join(records)
            self.assertEqual(forge.slow_block(data, 60, 0, n, 6), lists)
            self.assertEqual(fast_block(data, 60, 0, n, 6), lists)

    def test_the_example_with_edits(self):
        old = [10, 20, 30, 40, 50]
        record = bytes.fromhex("0511 5211 0e3a")
        full = bytes.fromhex("08 0700b501090e043a")
        row = [10, 20, 35, 40, 99]
        records = b"\0" * 100 + forge.plain(100, old) + record
        self.assertEqual(fast_block(records, 102, 0, 200, 6)[101], row)
        self.assertEqual(forge.plain(101, row)[1:], full[2:])

    def test_damaged_records_are_judged_alike(self):
        draw = random.Random(2)
        judged = {True: 0, False: 0}
        for _ in range(40):
            n = draw.choice((40, 300))
            lists, records = random_lists(draw, draw.randrange(2, 12), n)
            data = b"".join(records)
            for _ in range(15):
                bad = bytearray(data)
                for _ in range(draw.randrange(1, 3)):
                    bad[draw.randrange(len(bad))] = draw.choice(
                        (0, 1, 2, 8, 9, 128, 255, draw.randrange(256)))
                arguments = bytes(bad), len(lists), 0, n, 6
                slow = either(forge.slow_block, *arguments)
                fast = either(fast_block, *arguments)
                self.assertEqual(slow, fast, bad.hex())
                judged[slow is None] += 1
        self.assertGreater(min(judged.values()), 50)

    def test_numbers(self):
        for number in (0, 127, 128, 16383, 16384, 1 << 31, (1 << 35) - 1):
            data = np.frombuffer(forge.leb(number) + bytes(8), np.uint8)
            value, end = _codec.numbers_at(data, np.array([0]))
            self.assertEqual(value.tolist(), [number])
            self.assertEqual(end.tolist(), [len(forge.leb(number))])

    def test_fingerprint(self):
        lists = [[1, 2], [1, 2], []]
        sums = _codec.Fingerprint()
        sums.add(0, np.array([0, 2, 4, 4]), np.array([1, 2, 1, 2], np.int32))
        self.assertEqual(sums.sum, forge.checksum(lists))
        sums = _codec.Fingerprint()
        sums.add(0, np.array([0, 2]), np.array([1, 2], np.int64))
        sums.add(1, np.array([0, 2, 2]), np.array([1, 2], np.int64))
        self.assertEqual(sums.sum, 0x8dcecd8a6c06d34d)

    #: The example of seedpipe(5).
    PARTS = [bytes.fromhex(part) for part in
             ("000908", "0100", "41", "0b", "01", "0305")]
    PAYLOAD = bytes.fromhex("0800000000000000 0500000000000000"
                            "02000b 03094101 00")

    def test_parts(self):
        self.assertEqual(_split.join(self.PARTS, 24), self.PAYLOAD)
        self.assertEqual(_split.join([b""] * 5 + [b"\0\7"], 16),
                         bytes(8) + b"\7" + bytes(7))
        self.assertEqual(_split.join([b""] * 6, 0), b"")
        stored = bytes(sum(([len(part)] * 2 for part in self.PARTS), []))
        stored += b"".join(self.PARTS)
        self.assertEqual(_split.unpack(stored, 24, None), self.PAYLOAD)
        for cut in range(len(stored)):
            with self.assertRaises(_codec.BadLinks):
                _split.unpack(stored[:cut], 24, None)
        for raw in (0, 23, 25, 1 << 20):
            with self.assertRaises(_codec.BadLinks):
                _split.unpack(stored, raw, None)

    def test_damaged_parts(self):
        draw = random.Random(5)
        good = 0
        for _ in range(5000):
            parts = [bytearray(part) for part in self.PARTS]
            for _ in range(draw.randrange(1, 3)):
                part = draw.choice(parts)
                byte = draw.choice((0, 1, 2, 8, 64, 128, 255))
                if part and draw.randrange(2):
                    part[draw.randrange(len(part))] = byte
                else:
                    part.insert(draw.randrange(len(part) + 1), byte)
            raw = draw.randrange(16, 40)
            try:
                out = _split.join([bytes(part) for part in parts], raw)
            except _codec.BadLinks:
                continue
            good += 1
            self.assertEqual(len(out), raw)
        self.assertGreater(good, 20)


if __name__ == "__main__":
    unittest.main()
