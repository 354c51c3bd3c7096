# SPDX-License-Identifier: MIT
"""A spider that follows all links breadth first and does no more with a page
than look for them, so that a crawl's time is that of servers and waits.

    scrapy runspider hours_spider.py -a first=URL [-s SETTING=VALUE ...]
"""
import re

import scrapy


class Spider(scrapy.Spider):
    name = "hours"
    custom_settings = {
        "ROBOTSTXT_OBEY": False,
        "HTTPERROR_ALLOW_ALL": True,
        "DOWNLOAD_DELAY_JITTER": 0,
        "DEPTH_PRIORITY": 1,
        "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
        "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
        "REFERER_ENABLED": False,
        "REDIRECT_ENABLED": False,
        "METAREFRESH_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }

    async def start(self):
        yield scrapy.Request(self.first)

    def parse(self, response):
        if response.status != 200:
            return
        for link in re.findall(rb'href="([^"]+)"', response.body):
            yield scrapy.Request(link.decode())
