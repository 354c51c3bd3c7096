# SPDX-License-Identifier: MIT
"""Prints the URLs of a file that rules stop, as these programs read them.

    rules_match.py scrapy|robots|surt|posix RULES URLS

scrapy: Scrapy's LinkExtractor, from a page with a link to each URL.  robots:
protego, with the part of the file for the host.  surt: the prefixes, of SURTs
that are made here.  posix: what "wget --config RULES" has as its expression, by
grep.
"""
import html
import json
import subprocess
import sys
import urllib.parse


def scrapy(rules, urls):
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor
    deny = json.loads(rules)
    body = "".join('<a href="%s">%d</a>\n' % (html.escape(u), i)
                   for i, u in enumerate(urls))
    page = HtmlResponse("http://none.invalid/", body=body.encode(),
                        encoding="utf-8")

    def extract(**options):
        return {int(link.text) for link in LinkExtractor(
            deny_extensions=(), unique=False, **options).extract_links(page)}
    return [urls[i] for i in extract() -
            (extract(deny=deny) if deny else extract())]


def robots(rules, urls):
    from protego import Protego
    hosts = {}
    for part in rules.split("\n\n"):
        if part:
            head, rest = part.split("\n", 1)
            hosts.setdefault(head.removeprefix("# "), []).append(rest)
    files = {h: Protego.parse("\n".join(r)) for h, r in hosts.items()}
    return [u for u in urls
            if urllib.parse.urlsplit(u).hostname in files and not files[
                urllib.parse.urlsplit(u).hostname].can_fetch(u, "any")]


def surt(rules, urls):
    prefixes = tuple(line.removeprefix("+") for line in rules.split("\n")
                     if line)

    def of(url):
        parts = urllib.parse.urlsplit(url)
        rest = url.split(parts.netloc, 1)[1] or "/"
        return "http://(%s,)%s" % (
            ",".join(reversed(parts.hostname.split("."))), rest.lower())
    return [u for u in urls if of(u).startswith(prefixes)]


def posix(rules, urls):
    lines = rules.strip("\n").split("\n")
    if len(lines) < 2:
        return []
    if lines[0] != "regex_type = posix" or len(lines) != 2:
        raise ValueError("no rules")
    with open("posix.rule", "w") as file:
        file.write(lines[1].removeprefix("reject_regex = ") + "\n")
    done = subprocess.run(["grep", "-E", "-f", "posix.rule"],
                          input="\n".join(urls) + "\n", text=True,
                          stdout=subprocess.PIPE)
    return done.stdout.split("\n")[:-1]


with open(sys.argv[2]) as file:
    given = file.read()
with open(sys.argv[3]) as file:
    listed = [line for line in file.read().split("\n") if line]
matcher = {"scrapy": scrapy, "robots": robots, "surt": surt,
           "posix": posix}[sys.argv[1]]
for found in matcher(given, listed):
    print(found)
