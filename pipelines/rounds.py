# SPDX-License-Identifier: MIT
"""A spider for rounds.mk: fetches the pages of a list, and with follow also
what they link to, in the order of Scrapy's own queue.  All responses go to an
archive, those of robots.txt and of errors too.

    seedpick --to scrapy -o list.jsonl ...
    scrapy runspider rounds.py -a seeds=list.jsonl -a archive=FILE.warc.gz \\
        -a follow= -s REDIRECT_ENABLED=False
"""
import io
import json

import scrapy
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.linkextractors import LinkExtractor
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter


class Archive:
    """Nearest to the network: it sees responses before they are unpacked."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.writer = WARCWriter(self.file, gzip=True)
        self.writer.write_record(self.writer.create_warcinfo_record(
            path, {"software": "Scrapy"}))

    @classmethod
    def from_crawler(cls, crawler):
        archive = cls(crawler.spider.archive)
        crawler.signals.connect(archive.close, scrapy.signals.spider_closed)
        return archive

    def close(self):
        self.file.close()

    def process_response(self, request, response, spider=None):
        names = [(name.decode("latin-1"), value.decode("latin-1"))
                 for name, values in response.headers.items()
                 for value in values if name != b"Transfer-Encoding"]
        self.writer.write_record(self.writer.create_warc_record(
            response.url, "response", io.BytesIO(response.body),
            http_headers=StatusAndHeaders(str(response.status), names,
                                          protocol="HTTP/1.1")))
        return response


class Rounds(scrapy.Spider):
    name = "rounds"
    # One request at a time, so that two runs fetch in the same order.
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {Archive: 950},
        "CONCURRENT_REQUESTS": 1,
        "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": True,
        "HTTPERROR_ALLOW_ALL": True,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "DEBUG",
    }
    # As pages link to images too, keep what has a suffix of one.
    links = LinkExtractor(deny_extensions=())

    async def start(self):
        with open(self.seeds, encoding="utf-8") as lines:
            for line in lines:
                yield scrapy.Request(**json.loads(line),
                                     errback=self.failed)

    def failed(self, failure):
        # A server that has given as many pages as it should answers none of
        # those that still wait.
        if self.follow and not failure.check(IgnoreRequest):
            raise CloseSpider("no answer")

    def parse(self, response):
        if not self.follow or not isinstance(response,
                                             scrapy.http.HtmlResponse):
            return
        for link in self.links.extract_links(response):
            yield response.follow(link, errback=self.failed)
