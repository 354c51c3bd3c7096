# SPDX-License-Identifier: MIT
#
# labels.py - the hostile labels of labels.t, and what may become of them
#
#	labels.py names               a page name a line that stands for a label
#	labels.py payload             the labels as a frame of names, in hex
#	labels.py files FOLDER        each label that can be an argument, as a file
#	labels.py log                 a log of downloads of the labels, as JSON
#	labels.py warc                an archive of the labels
#	labels.py orders              an order of each, for makeorders
#	labels.py tty FILE COMMAND... runs it on a terminal; FILE gets the output
#	labels.py check FILE...       "ok NAME" or "not ok NAME: why" for each
#
# The names of files say what check expects of them: WHAT.MODE.FORMAT.  MODE is
# plain, safe (--safe-text) or tty (what a terminal got).  WHAT that begins with
# "names" has all labels, one a row and in order, and must give them back.

import json
import os
import re
import subprocess
import sys
import termios
import xml.etree.ElementTree as tree

LABELS = [
    # Escape sequences, 7 and 8 bits.
    b"\x1b[31mred\x1b[0m", b"\x1b]0;owned\x07", b"\x1b]52;c;b3duZWQ=\x1b\\",
    b"\x1b]8;;http://x/\x1b\\link", b"\x1bP1$r\x1b\\", b"\x1b[2J\x1b[H",
    b"\x9b31m", b"\xc2\x9b31m", b"\xc2\x9d0;owned\x07", b"\xc2\x85next",
    b"\x90q", b"a\x7f\x08b", b"\x0e\x0f\x05",
    # Ends of strings, cells, lines and blocks.
    b"nul\0after", b"\0", b"tab\there", b"line\nbreak", b"line\r\nbreak",
    b"x\nEOD\nset print 'canary'\nprint 1\n",
    b"x\nEND_OF_DATA\nsystem 'touch canary'\n",
    b"x\ne\n!touch canary\n", b"\\", b"\\n", b"\\x41", b"a\\\nb",
    # Shells and gnuplot.
    b"`touch canary`", b"$(touch canary)", b"; touch canary", b"| touch canary",
    b"< touch canary", b"<(touch canary)", b"& touch canary &",
    b"'", b"''", b'"', b"'; system 'touch canary'; #",
    b'"; system "touch canary"; #', b"'.system('touch canary').'",
    b"\n!touch canary", b"@canary", b"a@b{c}^d_e&{f}", b"{/Symbol a}",
    b"%s%n%x%99$s", b"%d%%", b"$1", b"${HOME}", b"~", b"*", b"-e", b"--help",
    b"-", b"../canary", b"/tmp/canary", b"canary", b"|canary",
    # Formulas.
    b"=cmd|' /C touch canary'!A0", b"+1+1", b"-2+3", b"@SUM(1+1)", b"=1",
    b"\t=1", b"\r=1", b"  =1", b'"=1"', b"a,=1", b"a;-1", b"1;@2, +3",
    "\uff1d1".encode(), "\uff0b1".encode(), "\uff0d1".encode(),
    "\uff201".encode(), b"=HYPERLINK(\"http://x/?\"&A1)",
    "\u00a0=1".encode(), "\u3000\u2003 +1".encode(), "a;\u202f@1".encode(),
    "\u1680\u205f\uff1d1".encode(),
    # Hidden characters and directions.
    "http://a/\u202egpj.exe".encode(), 
    "\u2066\u2069\u200e\u200f\u061c".encode(),
    "pay\u200bpal\u200c\u200d\u2060".encode(), "\ufeffbom".encode(),
    "soft\u00adhyphen".encode(), "line\u2028paragraph\u2029".encode(),
    "tag\U000e0041\U000e007f".encode(), "\u200b=1".encode(),
    "\ufff9a\ufffab\ufffb".encode(), "\u180e".encode(),
    # What is no text.
    b"\xff\xfe", b"\xc3(", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", "\ufffe\uffff".encode(),
    # Markup and JSON.
    b"<script>touch('canary')</script>", b"]]>", b"&amp;&#0;&x;", b"--><!--",
    b"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>", b'"}]',
    b'",\n"x": "', b"\\u0000", b"</svg>", b"' onload='x",
    # Others.
    "Grüße, 世界 🌐".encode(), b"http://a.example/plain", b"x" * 30000,
]

HIDDEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e"
                    "\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
                    "\U000e0000-\U000e007f]")
CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
FORMULA = re.compile("(?:^|[,;])\\s*[=+\\-@\"\uff1d\uff0b\uff0d\uff20]")
NUMBER = re.compile(r"^-?(?:[0-9.]+(?:e[+-]?[0-9]+)?|nan|inf)?$")


def leb128(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def write(data):
    sys.stdout.buffer.write(data)


def latin(label):
    """A label as JSON has it: a byte that is no text becomes U+00HH."""
    return label.decode("utf-8", "surrogateescape").translate(
        {0xdc00 + byte: byte for byte in range(128, 256)})


def cell(text):
    """The bytes of a cell."""
    def byte(match):
        letters = {"t": b"\t", "n": b"\n", "r": b"\r", "\\": b"\\"}
        found = match.group(1)
        return (letters[found] if found in letters else
                bytes([int(found[1:], 16)])).decode("latin-1")
    raw = text.encode().decode("latin-1")
    return re.sub(r"\\(x[0-9a-f]{2}|.)", byte, raw).encode("latin-1")


def in_xml(label):
    """A label as XML has it: what it cannot hold becomes %HH."""
    def percent(match):
        return "".join("%%%02X" % byte for byte in match.group().encode(
            "utf-8", "surrogateescape"))
    text = label.decode("utf-8", "surrogateescape")
    return re.sub("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\udc80-\udcff]",
                  percent, text)


# ---- inputs ----------------------------------------------------------------

def make_names():
    for number in range(len(LABELS)):
        print("p%03d" % number)


def make_payload():
    print(b"".join(leb128(len(label)) + label for label in LABELS).hex())


def make_files(folder):
    for number, label in enumerate(LABELS):
        if b"\0" not in label and len(label) < 200:
            with open("%s/%03d" % (folder, number), "wb") as file:
                file.write(label)


def make_log():
    for number, label in enumerate(LABELS):
        print(json.dumps({
            "url": "http://h%d.example/%s" % (number, latin(label)),
            "timestamp": "2020-01-01T00:00:%02dZ" % (number % 60),
            "status": 200}))
    for number in range(len(LABELS)):
        print(json.dumps({"url": "http://p%03d.example/" % number,
                          "timestamp": "2020-01-02T00:00:00Z",
                          "status": 200}))


def make_warc():
    for label in LABELS:
        if b"\n" in label or b"\r" in label or b"\0" in label:
            continue
        body = b"HTTP/1.1 200 OK\r\nContent-Type: " + label + b"\r\n\r\n"
        write(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:" +
              label.replace(b">", b"") + b">\r\nWARC-Date: "
              b"2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://h.example/" +
              label + b"\r\nContent-Type: application/http;msgtype=response"
              b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body +
              b"\r\n\r\n")


def make_orders():
    for number, label in enumerate(LABELS):
        if b"\0" in label or len(label) > 200 or not label:
            continue
        name = b"".join(b"\\x%02x" % byte for byte in label)
        write(b"order %s\n%d - 1\n" % (name, number))


# ---- a terminal ------------------------------------------------------------

def on_terminal(path, command):
    """Bytes are kept as they are: no newline becomes two characters."""
    main, side = os.openpty()
    mode = termios.tcgetattr(side)
    mode[1] &= ~termios.OPOST
    termios.tcsetattr(side, termios.TCSANOW, mode)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=side)
    os.close(side)
    with open(path, "wb") as file:
        while True:
            try:
                data = os.read(main, 65536)
            except OSError:
                break
            if not data:
                break
            file.write(data)
    sys.exit(process.wait())


# ---- checks ----------------------------------------------------------------

class Wrong(Exception):
    pass


def rows_of(text):
    if text and not text.endswith("\n"):
        raise Wrong("no newline at the end")
    return text.split("\n")[:-1]


def check_tsv(what, mode, text):
    rows = [row.split("\t") for row in rows_of(text)]
    if len({len(row) for row in rows}) != 1:
        raise Wrong("rows of different lengths")
    if mode != "plain":
        rows[0][0] = rows[0][0].lstrip("#")
        for row in rows:
            for each in row:
                if FORMULA.search(each) and not NUMBER.match(each) and \
                        each != "-":
                    raise Wrong("a formula: %r" % each)
    if what.startswith("names"):
        found = [cell(row[-1]) for row in rows[1:]]
        if found != LABELS:
            raise Wrong("labels do not read back")


def check_json(what, mode, text):
    found = [json.loads(row) for row in rows_of(text)]
    if what.startswith("names") and [list(row.values())[-1]
                                     for row in found] != [
                                         latin(label) for label in LABELS]:
        raise Wrong("labels do not read back")


def check_xml(what, mode, text):
    root = tree.fromstring(text.encode())
    names = [key.get("id") for key in root.iter()
             if key.get("attr.name") == "label"][:1]
    names = names[0] if names else ""
    nodes = [node for node in root.iter()
             if node.tag.rsplit("}", 1)[-1] == "node"]
    found = []
    for node in nodes:
        label = node.get("label")
        for data in node:
            if data.get("key") == names:
                label = data.text
        found.append(label or "")
    if what.startswith("names") and found != [in_xml(x) for x in LABELS]:
        raise Wrong("labels do not read back: %r" % found[:3])


def check_list(what, mode, text):
    rows = rows_of(text)
    for row in rows:
        if mode != "plain" and FORMULA.search(row):
            raise Wrong("a formula: %r" % row)
    if what.startswith("names") and mode != "plain":
        if [cell(row) for row in rows] != LABELS:
            raise Wrong("labels do not read back")


CHECKS = {"tsv": check_tsv, "json": check_json, "xml": check_xml,
          "list": check_list}


def check(path):
    what, mode, form = os.path.basename(path).rsplit(".", 2)
    with open(path, "rb") as file:
        data = file.read()
    if not data and form != "err":
        raise Wrong("empty")
    try:
        text = data.decode()
    except UnicodeDecodeError as bad:
        if form != "list" or mode != "plain":
            raise Wrong("not UTF-8: %s" % bad)
        text = data.decode("utf-8", "replace")
    found = CONTROL.search(text)
    if found:
        raise Wrong("a control character: %r" % found.group())
    found = HIDDEN.search(text)
    if found and (mode != "plain" or form in ("err", "svg", "script")):
        raise Wrong("a hidden character: %r" % found.group())
    if not found and what.startswith("names") and mode == "plain":
        raise Wrong("changed without --safe-text")
    if form in CHECKS:
        CHECKS[form](what, mode, text)


def check_all(paths):
    for path in paths:
        name = os.path.basename(path)
        try:
            check(path)
            print("ok %s" % name)
        except Exception as wrong:  # whatever is wrong, the others follow
            print("not ok %s: %s" % (name, ascii(str(wrong))))


def main():
    what, *rest = sys.argv[1:]
    if what == "names":
        make_names()
    elif what == "payload":
        make_payload()
    elif what == "files":
        make_files(*rest)
    elif what == "log":
        make_log()
    elif what == "warc":
        make_warc()
    elif what == "orders":
        make_orders()
    elif what == "tty":
        on_terminal(rest[0], rest[1:])
    else:
        check_all(rest)


if __name__ == "__main__":
    main()
