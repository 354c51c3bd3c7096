# SPDX-License-Identifier: MIT
"""Prints names of pages that hurt, as links of a CSV file to the first of them.

    odd.py good          names that every crawler can fetch, one per line
    odd.py random COUNT  random names as CSV; most of them are no good
"""
import random
import sys

GOOD = [
    "http://z.example/last letter first",
    "http://a.example/#fragment",
    "http://ü.example/日本?ü",
    "http://[::1]:8080/x",
    "http://[2001:db8::1]/y",
    "http://user:word@b.example:81/",
    "https://b.example/\"'\\{}",
    "http://b.example/%0A%09%25",
    "http://b.example/🕷",
    "http://b.example/',\",\"priority\":9}",
    "http://b.example/a\\tb\\nc\\",
    "http://b.example/#",
    "http://b.example/ # comment",
    "http://b.example/?a=1&b=\u2028;c#d",
    "http://a_b.example/_",
    "http://b.example/" + "0123456789" * 200,
]

SCHEMES = ["http://"] * 8 + ["https://", "HTTP://", "ftp://", "mailto:", "//",
                             "", "#", "{", " http://", "http:", "http:/"]
USERS = [""] * 12 + ["user@", "user:word@", ":@", "a@b@", "ü:%@"]
HOSTS = ["a.example"] * 4 + [
    "B.Example", "ü.example", "ß.example", "a_b.example", "a..b", ".a", "a.",
    "a..", "xn--tda.example", "[::1]", "[2001:db8::1]", "[::FFFF:1.2.3.4]",
    "[::1", "::1", "[x]", "[]", "[fe80::1%25eth0]", "[v1.x]", "1.2.3.4",
    "256.1.1.1", "1.2.3", "0x7f.1", "1.2.3.4.5", "a.1", "a b", "a\tb", "a%20b",
    "a%41", "a^b", "a|b", "a]b", "a[b", "a<b", "a\"b", "a'b", "a`b", "a{b}",
    "a;b", "a,b", "a\\b", "a*b", "a!b", "\u2100.example", "a\u00adb", "a\u200db",
    "a\u3002b", "\U0001f577.example", "x" * 64 + ".example", "-a-.example",
    "\ufeffa", "a\u00a0b", "", "localhost"]
PORTS = [""] * 8 + [":80", ":443", ":8080", ":", ":0", ":65535", ":65536",
                    ":08", ":x", ":-1", ":²"]
PARTS = ["/", "/a", "/a/../b", "/./", "//", "/ ", " ", "\t", "\n", "\r", "\v",
         "?", "?q=1", "#", "#f", "%", "%41", "%zz", "%00", "\x7f", "\x85",
         "\u00a0", "\u2028", "\u2029", "\u3000", "\ufeff", "\ufffd", "\ufffe",
         "ü", "日本", "\U0001f577", "e\u0301", "\"", "'", "\\", "\\t", "{", "}",
         "[", "]", "<", ">", "|", "^", "`", ";", ",", "+", "=", "&", "@", ":",
         "*", "!", "~", "$", "(", ")", " #", "\udcff", "\udcc3", "-" * 300]


def name(draw):
    return (draw.choice(SCHEMES) + draw.choice(USERS) + draw.choice(HOSTS) +
            draw.choice(PORTS) + draw.choice(["", "/", "/", "/", "?", "#"]) +
            "".join(draw.choices(PARTS, k=draw.choice([0, 1, 2, 2, 3]))))


def main(what, count="0"):
    out = open(1, "w", encoding="utf-8", errors="surrogateescape", newline="")
    if what == "good":
        out.write("".join(line + "\n" for line in GOOD))
        return
    draw = random.Random(1)
    out.write("source,target\r\n")
    for each in GOOD + [name(draw) for _ in range(int(count))]:
        out.write('"%s",%s\r\n' % (each.replace('"', '""'), GOOD[1]))


main(*sys.argv[1:])
