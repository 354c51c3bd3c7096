# SPDX-License-Identifier: MIT
"""archives_driver.py - links and texts of archives by libraries of Python

    archives_driver.py LIBRARY
    archives_driver.py make FOLDER BYTES FILE

LIBRARY is lexbor (FastWARC, and lexbor by the module selectolax) or lxml
(warcio, and libxml2).  As driver.h says, but that no graph is loaded:

    links FILE     finds the addresses of a, area, iframe and frame
    texts FILE     finds the characters of the texts of <a>, and of the pages

Both only look at what they find; addresses are neither resolved nor kept.  The
second form writes an archive of the pages of all archives in a folder, again
and again until there are so many bytes of pages, each with a host of its own.
"""
import contextlib
import glob
import hashlib
import io
import os
import sys
import time

LINKS = (('a', 'href'), ('area', 'href'), ('iframe', 'src'), ('frame', 'src'))


def fastwarc_pages(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    with open(path, 'rb') as file:
        for record in ArchiveIterator(file,
                                      record_types=WarcRecordType.response,
                                      parse_http=True):
            kind = record.http_content_type or ''
            if 'html' in kind:
                yield record.reader.read()


def warcio_pages(path):
    from warcio.archiveiterator import ArchiveIterator
    with open(path, 'rb') as file:
        for record in ArchiveIterator(file, arc2warc=True):
            head = record.http_headers
            if record.rec_type == 'response' and head and 'html' in (
                    head.get_header('Content-Type') or ''):
                yield record.content_stream().read()


def lexbor(task, path):
    from selectolax.lexbor import LexborHTMLParser
    found = 0
    for page in fastwarc_pages(path):
        tree = LexborHTMLParser(page.decode('utf-8', 'replace'))
        for tag, name in LINKS:
            for element in tree.css(tag):
                if element.attributes.get(name):
                    found += 1
                    if task == 'texts' and tag == 'a':
                        found += len(element.text())
        if task == 'texts' and tree.body:
            found += len(tree.body.text())
    return found


def lxml(task, path):
    import lxml.etree
    import lxml.html
    found = 0
    for page in warcio_pages(path):
        try:
            tree = lxml.html.document_fromstring(page)
        except lxml.etree.ParserError:  # of an empty page
            continue
        for tag, name in LINKS:
            for element in tree.iter(tag):
                if element.get(name):
                    found += 1
                    if task == 'texts' and tag == 'a':
                        found += len(element.text_content())
        if task == 'texts':
            found += len(tree.text_content())
    return found


def make(folder, size, to):
    """Prints how many bytes and pages there are."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
    pages = {}
    for path in sorted(glob.glob(os.path.join(folder, '*arc')) +
                       glob.glob(os.path.join(folder, '*arc.gz'))):
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                for page in warcio_pages(path):
                    pages[hashlib.sha1(page).digest()] = page
        except Exception as error:  # some are damaged, for tests
            print(f'{path}: {error!r}', file=sys.stderr)
    written = count = 0
    with open(to, 'wb') as file:
        writer = WARCWriter(file, gzip=True)
        while pages and written < size:
            for page in pages.values():
                head = StatusAndHeaders(
                    '200 OK', [('Content-Type', 'text/html')],
                    protocol='HTTP/1.1')
                writer.write_record(writer.create_warc_record(
                    f'http://h{count}.example/a/b?c', 'response',
                    payload=io.BytesIO(page), http_headers=head))
                written += len(page)
                count += 1
    print(written, count)


def main():
    if sys.argv[1] == 'make':
        make(sys.argv[2], int(sys.argv[3]), sys.argv[4])
        return
    library = {'lexbor': lexbor, 'lxml': lxml}[sys.argv[1]]
    print('ready 0', flush=True)
    for line in sys.stdin:
        task, path = line.split()
        cpu, wall = time.process_time(), time.monotonic()
        found = library(task, path)
        print('answer', time.process_time() - cpu, time.monotonic() - wall,
              found, flush=True)


main()
