#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""odd_names.py - prints N different names of pages, a line each, that lists of
seeds may spoil: URLs with what formats use for themselves, in other spellings
than a crawler's own, and what is none.  The same ones each time, and none with
blanks at its ends, which graphimport removes."""

import random
import sys

SCHEMES = ["http://"] * 20 + ["https://"] * 10 + [
    "HTTP://", "hTTps://", "ftp://", "", "", "//", "http:", "http:///",
    "mailto:", "dns:", "javascript:", "+http://", "#http://", " http://"]

HOSTS = ["a.example", "www.b.example", "c.d.e.example"] * 12 + [
    "localhost", "UP.Example", "under_score.example", "-dash.example",
    "xn--9ca.example", "\u00e9.example", "stra\u00dfe.example", "x.example.",
    "x..example", ".x.example", "", "e,f.example", "e%2ef.example",
    "e!f.example", "e f.example", "(x.example", "*.example", "192.0.2.1",
    "192.0.2.1:8080", "1.2.3", "[2001:db8::1]", "[::1]:8080", "[::1",
    "x.example:80", "x.example:443", "x.example:8080", "x.example:0080",
    "x.example:0", "x.example:99999", "x.example:", "x.example:a",
    "user@x.example", "user:pass@x.example", "u@v@x.example", "@x.example",
    "u ser@x.example", "\u65e5\u672c.example", "a\u3002example"]

PIECES = ["a", "B", "1", "-", "index.html", "/", "/", "/", "?", "=", "&"] * 6 \
    + list(" \t#%\"'`^[]{}<>\\|;:,!$()*+~@_\x01\x0b\x1c\x7f") + [
        "%20", "%zz", "%2", "%e9", "%C3%BC", "%7E", "%2e%2e", "%2F", "%00",
        "..", ".", "//", "/../", "/./", "\u00fc", "\u65e5\u672c", "\U0001f600",
        "\u00a0", "\u0085", "\u2003", "\u2028", "\u3000", "\ufeff", "\u200b",
        "\ufffd", "\udc80", "\udcff\udcfe", " # no comment", "# x",
        "\tnutch.score=9", "\tkey=value", " 5", "=", "http://", "l" * 1900,
        "l" * 2100, "\u00fc" * 300, "\u00fc" * 700]


def name(rng):
    path = "".join(rng.choice(PIECES) for _ in range(rng.randrange(7)))
    if path and path[0] not in "/?#" and rng.random() < 0.9:
        path = "/" + path
    return (rng.choice(SCHEMES) + rng.choice(HOSTS) + path).strip(" \t")


def main():
    rng = random.Random(1)
    names = {}
    while len(names) < int(sys.argv[1]):
        names[name(rng)] = True
    for each in names:
        sys.stdout.buffer.write(
            each.encode("utf-8", "surrogateescape") + b"\n")


main()
