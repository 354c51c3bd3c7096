# SPDX-License-Identifier: MIT
#
# picture.py - what is in a picture of crawlshape, for picture.t
#
#	picture.py FILE
#
# Prints "title TEXT" and "desc TEXT"; "covered" and the part of the canvas that
# shapes cover; for each shape its share of the canvas, its fill (the id of a
# hatch, or a colour) and its tooltip, lines joined by "; "; "text TEXT" for each
# label.  Whatever should not be in such a picture is a line of another kind: an
# element or attribute that is not known, something to load, an id that is there
# twice or not at all, an area that is not inside of its host or lies on another.

import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg": "role aria-labelledby width height viewBox", "title": "id",
         "desc": "id", "defs": "", "g": "font-family pointer-events",
         "pattern": "id width height patternUnits",
         "path": "d stroke stroke-width fill",
         "text": "x y font-size font-weight fill",
         "rect": "x y width height fill fill-opacity stroke stroke-width"}
ROUNDED = 0.011  # lengths have two decimals


def area(rect):
    return [float(rect.get(name)) for name in ("x", "y", "width", "height")]


def size(rect):
    return rect[2] * rect[3]


def inside(small, large):
    return all(large[i] - ROUNDED <= small[i] and small[i] + small[i + 2] <=
               large[i] + large[i + 2] + ROUNDED for i in (0, 1))


def apart(one, other):
    return any(one[i] + one[i + 2] <= other[i] + ROUNDED or
               other[i] + other[i + 2] <= one[i] + ROUNDED for i in (0, 1))


def check_elements(root, text):
    for element in root.iter():
        name = element.tag.replace(SVG, "")
        for attribute, value in element.attrib.items():
            if attribute not in KNOWN.get(name, "").split():
                print("unknown", name, attribute)
            if "url(" in value and not re.fullmatch(r"url\(#\w+\)", value):
                print("loads", value)
        if name not in KNOWN:
            print("unknown", name)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = set(re.findall(r"url\(#(\w+)\)", text))
    if len(ids) != len(set(ids)) or not used <= set(ids):
        print("ids", ids, used)


def hosts_of(root):
    """Each host: its area, and its shapes with fills and tooltips."""
    hosts, shapes = [], []
    for group in root.find(SVG + "g").findall(SVG + "g"):
        rect = group.find(SVG + "rect")
        if group.find(SVG + "title") is None:
            hosts.append((area(rect), shapes))
            shapes = []
        else:
            shapes.append((area(rect), rect.get("fill"),
                           group.find(SVG + "title").text.split("\n")))
    return hosts


def print_shapes(hosts, page):
    left, top = (min(host[0][i] for host in hosts) for i in (0, 1))
    right, bottom = (max(host[0][i] + host[0][i + 2] for host in hosts)
                     for i in (0, 1))
    canvas = [left, top, right - left, bottom - top]
    covered = sum(size(shape[0]) for host in hosts for shape in host[1])
    print("covered %.3f" % (covered / size(canvas)))
    if not inside(canvas, page) or size(canvas) < 0.3 * size(page):
        print("canvas", canvas, page)
    for i, (host, shapes) in enumerate(hosts):
        if not inside(host, canvas) or not all(
                apart(host, other[0]) for other in hosts[:i]):
            print("host", host)
        for k, (rect, fill, text) in enumerate(shapes):
            if not inside(rect, host) or not all(
                    apart(rect, other[0]) for other in shapes[:k]):
                print("shape", rect, text)
            print("%.3f %s %s" % (size(rect) / size(canvas),
                                  re.sub(r"url\(#(\w+)\)", r"\1", fill),
                                  "; ".join(text)))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    root = tree.fromstring(text.encode())
    page = [0, 0] + [float(x) for x in root.get("viewBox").split()[2:]]
    check_elements(root, text)
    print("title", root.find(SVG + "title").text)
    print("desc", root.find(SVG + "desc").text)
    hosts = hosts_of(root)
    if hosts:
        print_shapes(hosts, page)
    for element in root.iter(SVG + "text"):
        place = [float(element.get("x")), float(element.get("y")), 0, 0]
        print("text" if inside(place, page) else "outside", element.text)


if __name__ == "__main__":
    main()
