# SPDX-License-Identifier: MIT
"""A spider for recrawl.mk: follows all links from a list of seeds in
breadth-first order, writes an archive, and prints an item a page.

    seedpick --to scrapy -o seeds.jsonl ...
    scrapy runspider recrawl.py -a seeds=seeds.jsonl -a archive=FILE.warc.gz \\
        -o FILE.jsonl
"""
import datetime
import io
import json

import scrapy
from scrapy.linkextractors import LinkExtractor
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter


class Recrawl(scrapy.Spider):
    name = "recrawl"
    # The first three are what Scrapy's documentation asks for in
    # breadth-first order; by default it follows the last link first.
    custom_settings = {
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "ROBOTSTXT_OBEY": False,
        "DOWNLOAD_DELAY": 0,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }
    # As pages link to images too, keep what has a suffix of one.
    links = LinkExtractor(deny_extensions=())

    async def start(self):
        self.found = set()
        self.file = open(self.archive, "wb")
        self.writer = WARCWriter(self.file, gzip=True)
        with open(self.seeds, encoding="utf-8") as lines:
            for line in lines:
                yield scrapy.Request(**json.loads(line))

    def closed(self, reason):
        self.file.close()

    def store(self, response):
        names = [(name.decode("latin-1"), value.decode("latin-1"))
                 for name, values in response.headers.items()
                 for value in values if name != b"Transfer-Encoding"]
        self.writer.write_record(self.writer.create_warc_record(
            response.url, "response", io.BytesIO(response.body),
            http_headers=StatusAndHeaders(str(response.status), names,
                                          protocol="HTTP/1.1")))

    def parse(self, response):
        self.store(response)
        yield {
            "url": response.url,
            "time": datetime.datetime.now(datetime.timezone.utc).isoformat(),
            "status": response.status,
            "referer": response.request.headers.get("Referer", b"").decode(),
        }
        # Scrapy would drop repeated links too, but later, which takes most
        # of the time of a crawl.
        for link in self.links.extract_links(response):
            if link.url not in self.found:
                self.found.add(link.url)
                yield response.follow(link)
