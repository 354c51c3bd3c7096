#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
records.t - warcstat --records beside FastWARC and warcio: number, type, length
and SHA-1 of every record of every archive in the data folder, as it is and
packed again in four ways

Differences are accepted only for the reasons that explained() gives.
"""
import base64
import glob
import gzip
import hashlib
import os
import re
import subprocess
import tempfile
import zlib

from tap import end, ok, skip, skip_all

BIN = os.environ.get('BIN', 'bin')
DATA = os.path.join(os.environ.get('SEEDPIPE_DATA') or '../shared/data', 'warc')

try:
    import warcio.archiveiterator
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    import fastwarc.stream_io
except ImportError as error:
    skip_all(error)

TYPES = ('warcinfo', 'response', 'resource', 'request', 'metadata', 'revisit',
         'conversion', 'continuation')


def type_name(number):
    """FastWARC's types are flags that cannot be keys."""
    for name in TYPES:
        if number == getattr(WarcRecordType, name):
            return name
    return 'other'


def sha1(data):
    return base64.b32encode(hashlib.sha1(data).digest()).decode()


def ours(path):
    """The records, and whether each is damaged."""
    run = subprocess.run([BIN + '/warcstat', '-q', '--records', path],
                         stdout=subprocess.PIPE, check=True)
    rows = [line.split('\t') for line in run.stdout.decode().split('\n')[1:-1]]
    return ([(row[2], int(row[7]), row[8]) for row in rows],
            [row[9] != '-' for row in rows], [int(row[1]) for row in rows])


def with_warcio(path):
    records = []
    with open(path, 'rb') as file:
        try:
            for record in warcio.archiveiterator.ArchiveIterator(
                    file, no_record_parse=True):
                data = record.raw_stream.read()
                headers = record.rec_headers
                length = (headers.get_header('Content-Length') or
                          headers.get_header('length'))
                records.append((record.rec_type.strip(), int(length),
                                sha1(data)))
        except Exception as error:
            records.append(('error', str(error).strip().split('\n')[0], ''))
    return records


def with_fastwarc(path):
    records = []
    try:
        with open(path, 'rb') as file:
            for record in ArchiveIterator(file, parse_http=False,
                                          strict_mode=False):
                records.append((type_name(record.record_type),
                                record.content_length,
                                sha1(record.reader.read())))
    except Exception as error:
        records.append(('error', str(error), ''))
    return records


def explained(reader, path, damaged, at, error):
    """Why the other differs from record number at on; None if it must not."""
    if at and damaged[at - 1]:
        return 'gives up after a damaged record'
    if at < len(damaged) and damaged[at]:
        return 'reads a damaged record in another way'
    plain = unpack(path)
    if reader == 'FastWARC' and re.match(br'WARC/1.\d(\r\r)?\n', plain):
        return 'wants lines of headers to end with CR LF'
    if reader == 'warcio' and 'non-chunked gzip' in error:
        return 'wants a member for each record'
    if reader == 'warcio' and re.search(br'[^\r\n]{20}WARC/1.\d\r\n|'
                                        br'\r\n\r\n\r\n\r\nWARC', plain):
        return 'wants an empty line after each block'
    return None


def compare(name, path, reader, read):
    mine, damaged, _ = ours(path)
    theirs = read(path)
    if '.arc' in name:
        # For warcio all but the version block, of which it has taken three
        # lines, is a response.
        mine = [('response',) + row[1:] for row in mine[1:]]
        theirs = theirs[1:]
        damaged = damaged[1:]
    if mine == theirs:
        ok(True, '%s: %s has the same %d records' % (name, reader, len(mine)))
        return
    at = next((i for i in range(min(len(mine), len(theirs)))
               if mine[i] != theirs[i]), min(len(mine), len(theirs)))
    error = theirs[-1][1] if theirs and theirs[-1][0] == 'error' else ''
    reason = explained(reader, path, damaged, at, error)
    if reason:
        skip('%s: %s has the same %d of %d' % (name, reader, at, len(mine)),
             reason)
        return
    ok(False, '%s: %s has the same records' % (name, reader),
       '%d and %d; record %d: %s, %s' % (
           len(mine), len(theirs), at + 1, mine[at:at + 1],
           theirs[at:at + 1]))


def unpack(path):
    with open(path, 'rb') as file:
        data = file.read()
    if data[:4] == b'\x28\xb5\x2f\xfd':
        return subprocess.run(['zstd', '-qdc'], input=data, check=True,
                              stdout=subprocess.PIPE).stdout
    return gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data


def split(plain, folder):
    """The bytes of each record, by the offsets that warcstat prints."""
    path = os.path.join(folder, 'plain')
    with open(path, 'wb') as file:
        file.write(plain)
    offsets = ours(path)[2] + [len(plain)]
    return [plain[a:b] for a, b in zip(offsets, offsets[1:])]


def zstd(data):
    return subprocess.run(['zstd', '-qc'], input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def packings(path, folder):
    """What to compare: a name, the bytes, and who reads it."""
    plain = unpack(path)
    yield 'plain', plain, ('FastWARC', 'warcio')
    records = split(plain, folder)
    yield ('gzip a record', b''.join(gzip.compress(r, mtime=0)
                                     for r in records),
           ('FastWARC', 'warcio'))
    yield 'gzip', gzip.compress(plain, mtime=0), ('FastWARC',)
    yield 'zstd', zstd(plain), ZSTD
    if len(records) < 50:
        yield 'zstd a record', b''.join(map(zstd, records)), ZSTD


ZSTD = ('FastWARC',) if hasattr(fastwarc.stream_io, 'ZstdReader') else ()
READERS = {'FastWARC': with_fastwarc, 'warcio': with_warcio}
files = sorted(path for pattern in ('*.warc', '*.warc.gz', '*.arc', '*.arc.gz',
                                    '*.bad')
               for path in glob.glob(os.path.join(DATA, pattern)))
if not files:
    skip_all('there are no data: set SEEDPIPE_DATA')
with tempfile.TemporaryDirectory() as folder:
    for path in files:
        name = os.path.basename(path)
        arc = '.arc' in name
        for reader in ('warcio',) if arc else READERS:
            compare(name, path, reader, READERS[reader])
        first = ours(path)[0]
        for packing, data, readers in packings(path, folder):
            packed = os.path.join(folder, 'packed')
            with open(packed, 'wb') as file:
                file.write(data)
            ok(ours(packed)[0] == first,
               '%s, %s: warcstat has the same records' % (name, packing))
            for reader in readers:
                if reader == 'warcio' or not arc:
                    compare('%s, %s' % (name, packing), packed, reader,
                            READERS[reader])
end()
