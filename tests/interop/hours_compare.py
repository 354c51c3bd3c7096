# SPDX-License-Identifier: MIT
"""Compares a crawl in time with one by crawlorder --time.

    hours_compare.py HOSTS SPANS ORDER

HOSTS is the table of the hosts, SPANS the requests that serveweb answered, and
ORDER what graphdump -s orders prints of the simulated crawl.  Prints a line:
the seconds of both, the error in percent, the largest difference of the pages
fetched at each tenth of the time in points, by how many percent the answers
took longer than the table says, the pages and the requests of the crawl, and
how many pages only one of them fetched.  Then a line for each: what was fetched
at the tenths.
"""
import bisect
import sys


def read_table(path):
    with open(path) as lines:
        names = next(lines).lstrip("#").split()
        return [dict(zip(names, line.rstrip("\n").split("\t")))
                for line in lines]


def tenths(ends):
    """How many percent of the pages were there at each tenth of the time."""
    return [100 * bisect.bisect_right(ends, ends[-1] * k / 10) / len(ends)
            for k in range(1, 11)]


def main():
    hosts = {row["host"]: row for row in read_table(sys.argv[1])}
    asked = [row for row in read_table(sys.argv[2])
             if not row["url"].endswith(("/robots.txt", "/favicon.ico"))]
    simulated = read_table(sys.argv[3])
    first = min(float(row["start"]) for row in asked)
    took = expected = 0.0
    for row in asked:
        host = hosts[row["url"].split("/")[2]]
        took += float(row["end"]) - float(row["start"])
        expected += float(host["response"])
        if row["status"] == "200":
            expected += int(row["bytes"]) / float(host["bandwidth"])
    fetched = [row for row in asked if row["status"] == "200"]
    real = sorted(float(row["end"]) - first for row in fetched)
    model = sorted(int(row["end"]) / 1e6 for row in simulated)
    of_real, of_model = tenths(real), tenths(model)
    points = max(abs(a - b) for a, b in zip(of_real, of_model))
    others = {row["url"] for row in fetched} ^ {
        row["url"] for row in simulated}
    print("%.1f %.1f %.1f %.1f %.1f %d %d %d" % (
        real[-1], model[-1], 100 * (model[-1] / real[-1] - 1), points,
        100 * (took / expected - 1), len(fetched), len(asked), len(others)))
    for name, line in ("crawled", of_real), ("simulated", of_model):
        print("# %-9s %s" % (name, " ".join("%5.1f" % x for x in line)))


main()
