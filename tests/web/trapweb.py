#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A web with traps, for tests of what finds them.

    trapweb.py --seed S --serve [--most N] [--log FILE]
    trapweb.py --seed S --crawl N --to FOLDER [--honest]
    trapweb.py --seed S --truth <URLS

--serve is an HTTP proxy for all hosts of the web; it prints "port N" when it is
ready, and ends after N pages, or by a signal.  --crawl fetches N pages breadth
first without a network, and writes FOLDER/crawl.warc, and FOLDER/truth.tsv of
all pages that the crawl knows then; with --honest it follows no link into a
trap, which no crawler can do better.  --truth prints each URL with its kind: a
trap (trapsites.py), "honest", or "-" where the web has no page.

The web is made of its seed alone.  trapsites.py has its sites with traps, each
kind once and two of them twice in another spelling; honestsites.py has three big
sites, many small ones, and those that look like traps.  This is Python and no graph for serveweb, because a page of a
trap without end can only be made when it is asked for, and because a site is
then twenty lines, with its truth among them.
"""
import argparse
import base64
import collections
import datetime
import hashlib
import http.server
import os
import re
import sys
import urllib.parse

import honestsites
import trapsites
from trapsites import HONEST, Page, draw, words

HOMES = 200


class Web:
    def __init__(self, seed):
        self.seed = seed
        self.sites = {}
        self.homes = []
        kinds = list(trapsites.TRAPS)
        kinds += [kinds[i] for i in trapsites.some(2, 6, "twice", seed)]
        kinds += [honestsites.Papers, honestsites.Forum, honestsites.Wiki]
        self.big = [self.add(kind) for kind in kinds]
        self.homes = [self.add(honestsites.Home) for _ in range(HOMES)]
        self.hard = [host for kind in honestsites.HARD
                     for host in self.add_hard(kind)]
        self.hub = "portal.example"
        self.start = "http://%s/" % self.hub

    def add(self, kind):
        """A site of the kind; its host."""
        for i in range(len(self.sites) + 1000):
            host = "-".join(words(2, "host", i, kind.__name__,
                                  self.seed)) + ".example"
            if host not in self.sites:
                break
        self.sites[host] = kind(self, host)
        if kind is trapsites.Mirror:
            self.sites["www." + host] = kind(self, "www." + host)
        same = [self.sites[h] for h in self.sites
                if type(self.sites[h]) is kind and kind.trap]
        if len(same) > 1 and kind is not trapsites.Mirror:
            same[-1].spelling = (same[0].spelling + 1) % 3
        return host

    def add_hard(self, kind):
        """One of the sites that look like traps; its hosts."""
        host = self.add(kind)
        if not issubclass(kind, honestsites.Again):
            return [host]
        del self.sites[host]
        hosts = ["%s.%s" % (label, host) for label in kind.LABELS]
        for one, other in zip(hosts, hosts[::-1]):
            self.sites[one] = kind(self, one)
            self.sites[one].sister = other
        return hosts

    def home(self, *key):
        """A link to a small site."""
        return "http://%s/" % self.homes[draw("home", *key) % HOMES]

    def elsewhere(self, *key):
        """A link to another site: a small one, or a page of a large one."""
        where = draw("where", *key) % 12
        if where < 4:
            return self.home(*key)
        host = self.big[draw("big", *key) % (len(self.big) - 3) if where < 11
                        else -1 - draw("big", *key) % 3]
        site = self.sites[host]
        n = draw("article", *key) % site.count
        if isinstance(site, trapsites.Mirror) and draw("www", *key) % 3 == 0:
            host = "www." + host
        return "http://" + host + (
            site.topic(n) if isinstance(site, honestsites.Forum)
            else site.article(n))

    def portal(self, target):
        hosts = self.big + self.homes
        if target == "/":
            return Page(HONEST, "Portal", [
                "/list/%d" % i for i in range(len(hosts) // 20)] +
                ["http://%s/" % host for host in self.big])
        found = re.fullmatch(r"/list/(\d{1,2})", target)
        if not found or int(found[1]) >= len(hosts) // 20:
            return None
        i = 20 * int(found[1])
        listed = hosts[i:i + 20] + (self.hard if i == 0 else [])
        return Page(HONEST, "List", ["http://%s/" % host for host in listed])

    def page(self, url):
        """The page at a URL, or None."""
        parts = urllib.parse.urlsplit(url)
        target = url.split(parts.netloc, 1)[1] or "/"
        target = target.replace("f%5B%5D=", "f[]=")
        if parts.netloc == self.hub:
            return self.portal(target)
        site = self.sites.get(parts.netloc)
        return site and site.page(target)

    def kind(self, url):
        page = self.page(url)
        return page.kind if page else "-"


def html(page):
    escape = str.maketrans({"&": "&amp;", '"': "&quot;", "<": "&lt;"})
    links = "\n".join('<li><a href="%s">%s</a>' % (
        link.translate(escape), link.rstrip("/").rsplit("/")[-1][:20]
        .translate(escape)) for link in page.links)
    return ("<!DOCTYPE html><meta charset=utf-8><title>%s</title>\n<p>%s\n"
            "<ul>\n%s\n</ul>\n" % (page.title.translate(escape),
                                   " ".join(page.text), links)).encode()


# ---- a crawl without a network -----------------------------------------------

def warc_record(kind, url, when, content, body, extra=""):
    return ("WARC/1.0\r\nWARC-Type: %s\r\n%sWARC-Date: %s\r\n"
            "WARC-Record-ID: <urn:uuid:%s>\r\n%s"
            "Content-Type: %s\r\nContent-Length: %d\r\n\r\n" % (
                kind, url and "WARC-Target-URI: %s\r\n" % url,
                when.strftime("%Y-%m-%dT%H:%M:%SZ"), record_id(url), extra,
                content, len(body))).encode() + body + b"\r\n\r\n"


def record_id(url):
    text = hashlib.md5(url.encode()).hexdigest()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20],
                     text[20:]))


def crawl(web, most, folder, honest):
    """Breadth first; a page is never asked for twice."""
    os.makedirs(folder, exist_ok=True)
    seen, waiting = {web.start}, collections.deque([web.start])
    when = datetime.datetime(2026, 1, 1)
    kinds = collections.Counter()
    with open(folder + "/crawl.warc", "wb") as archive:
        archive.write(warc_record("warcinfo", "", when, "text/plain", b""))
        while waiting and sum(kinds.values()) < most:
            url = waiting.popleft()
            page = web.page(url)
            kinds[page.kind if page else "-"] += 1
            body = html(page) if page else b""
            when += datetime.timedelta(seconds=1)
            digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
            archive.write(warc_record(
                "response", url, when, "application/http; msgtype=response",
                b"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\n"
                b"Content-Length: %d\r\n\r\n" % (
                    b"200 OK" if page else b"404 Not Found", len(body)) + body,
                "WARC-Payload-Digest: sha1:%s\r\n" % digest))
            for link in page.links if page else ():
                link = urllib.parse.urljoin(url, link)
                if link not in seen and not (
                        honest and web.kind(link) != HONEST):
                    seen.add(link)
                    waiting.append(link)
    with open(folder + "/truth.tsv", "w") as truth:
        truth.writelines("%s\t%s\n" % (url, web.kind(url))
                         for url in sorted(seen))
    for kind, count in sorted(kinds.items()):
        print(kind, count, sep="\t")


# ---- a server ----------------------------------------------------------------

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    web = log = None
    left = 0

    def do_GET(self):
        robots = self.path.endswith("/robots.txt")
        page = None if robots else self.web.page(self.path)
        body = html(page) if page else b"not found\n"
        if not robots:
            if Handler.left == 0:
                self.close_connection = True
                return
            Handler.left -= 1
            self.log.write("%s\t%s\n" % (self.path,
                                         page.kind if page else "-"))
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8" if page
                         else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        if Handler.left == 0:
            self.log.flush()

    def log_message(self, *_):
        pass


def serve(web, most, log):
    Handler.web, Handler.left = web, most
    Handler.wbufsize = 65536
    with open(log, "w") as Handler.log, \
            http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                            Handler) as server:
        server.daemon_threads = True
        server.timeout = 0.2
        print("port", server.server_address[1], flush=True)
        parent = os.getppid()
        while Handler.left and os.getppid() == parent:
            server.handle_request()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--most", type=int, default=-1)
    parser.add_argument("--log", default=os.devnull)
    parser.add_argument("--crawl", type=int)
    parser.add_argument("--to", default=".")
    parser.add_argument("--honest", action="store_true")
    parser.add_argument("--truth", action="store_true")
    options = parser.parse_args()
    web = Web(options.seed)
    if options.serve:
        serve(web, options.most, options.log)
    if options.crawl:
        crawl(web, options.crawl, options.to, options.honest)
    if options.truth:
        for line in sys.stdin:
            print(line.rstrip("\n"), web.kind(line.rstrip("\n")), sep="\t")


main()
