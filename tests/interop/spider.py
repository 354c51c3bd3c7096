# SPDX-License-Identifier: MIT
"""A spider that fetches all that it can reach, one page at a time, breadth
first, writes every response to an archive by warcio, and prints an item for
each.

    scrapy runspider spider.py -a first=URL -a archive=FILE -o feed.jl

With -a deny=FILE, it follows no link that one of the expressions in this file
of JSON is found in.
"""
import datetime
import io
import json

import scrapy
from scrapy.linkextractors import LinkExtractor
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter


class Archive:
    """Nearest to the network: it sees responses before they are unpacked."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.writer = WARCWriter(self.file, gzip=True)

    @classmethod
    def from_crawler(cls, crawler):
        archive = cls(crawler.spider.archive)
        crawler.signals.connect(archive.close, scrapy.signals.spider_closed)
        return archive

    def close(self):
        self.file.close()

    def process_response(self, request, response, spider=None):
        fields = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
            if name.lower() != b"transfer-encoding"
        ]
        head = StatusAndHeaders(str(response.status), fields,
                                protocol="HTTP/1.1")
        self.writer.write_record(self.writer.create_warc_record(
            response.url, "response", http_headers=head,
            payload=io.BytesIO(response.body)))
        return response


class Spider(scrapy.Spider):
    name = "all"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {Archive: 950},
        "CONCURRENT_REQUESTS": 1,
        "ROBOTSTXT_OBEY": True,
        "HTTPERROR_ALLOW_ALL": True,
        "REDIRECT_ENABLED": False,
        "RETRY_ENABLED": False,
        "DOWNLOAD_DELAY": 0,
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }
    links = LinkExtractor(tags=("a", "area", "iframe"), attrs=("href", "src"),
                          deny_extensions=(), unique=True)

    def __init__(self, *arguments, deny=None, **options):
        super().__init__(*arguments, **options)
        if deny:
            with open(deny) as rules:
                self.links = LinkExtractor(
                    tags=("a", "area", "iframe"), attrs=("href", "src"),
                    deny_extensions=(), unique=True, deny=json.load(rules))

    async def start(self):
        yield scrapy.Request(self.first, callback=self.parse)

    def parse(self, response):
        referer = response.request.headers.get("Referer", b"").decode()
        yield {
            "url": response.url,
            "time": datetime.datetime.now(datetime.timezone.utc).isoformat(),
            "status": response.status,
            "referer": referer,
            "depth": response.meta.get("depth", 0),
        }
        if "Location" in response.headers:
            yield response.follow(response.headers["Location"].decode(),
                                  self.parse)
        elif isinstance(response, scrapy.http.HtmlResponse):
            for link in self.links.extract_links(response):
                if link.url.startswith("http"):
                    yield response.follow(link, self.parse)
