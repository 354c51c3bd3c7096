#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faultyweb.py - a server of files that cuts, stalls, lies and is busy.

    faultyweb.py FOLDER READY

Serves the files of FOLDER on a port of 127.0.0.1, which it writes to the file
READY.  The first part of a path says what goes wrong with the file after it:

    good      nothing
    cut       a third of what is left is sent, then the connection ends
    once      likewise, but only the first time
    whole     likewise, and parts are not sent: always the whole file
    stale     likewise, and the file has another ETag from then on
    late      likewise, and parts have no ETag and no date
    shifted   likewise, and the next part begins a byte too late
    longer    the length is said to be 100 bytes more than come
    short     a third is sent, and is said to be all
    twice     two lengths, of which the first is the shorter
    endless   neither length nor chunks: the connection ends
    chunked   chunks
    chopped   chunks, of which the last, which is empty, never comes
    hiccup    a third is sent, then nothing, the first time
    silent    no answer
    busy      503 twice, with Retry-After: 1
    down      503 always
    part      206 though nobody asked for a part
    moved     a redirect to good
    loop      a redirect to itself
    bucket    403 unless signed by KEY and SECRET for region "there"
    sum-HEAD  a checksum in this head, or md5 and sha-256 in a list
    bad-HEAD  likewise, of other bytes
    kms, gunzip  a checksum of other bytes, and a head that says so

Requests are printed, a line each: method, path, range, status.
"""

import base64
import hashlib
import hmac
import http.server
import os
import re
import sys
import threading
import urllib.parse

SEEN = {}
LOCK = threading.Lock()
KEY, SECRET, TOKEN = "KEY", "SECRET", "TOKEN/+="


def times(path):
    """How often this path was asked for before."""
    with LOCK:
        SEEN[path] = SEEN.get(path, -1) + 1
        return SEEN[path]


def signature(secret, date, region, text):
    key = ("AWS4" + secret).encode()
    for part in (date, region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def is_signed(request):
    """AWS Signature Version 4, by Amazon's description of it."""
    found = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=(\w+)/(\d{8})/there/s3/aws4_request, *"
        r"SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})",
        request.headers.get("Authorization", ""))
    if not found or found[1] != KEY:
        return False
    names = found[3].split(";")
    payload = request.headers.get("x-amz-content-sha256", "")
    if not {"host", "x-amz-date", "x-amz-content-sha256",
            "x-amz-security-token"} <= set(names):
        return False
    if request.headers["x-amz-security-token"] != TOKEN:
        return False
    canonical = "\n".join(
        [request.command, request.path, ""] +
        [f"{name}:{' '.join(request.headers[name].split())}"
         for name in names] + ["", found[3], payload])
    text = "\n".join(
        ["AWS4-HMAC-SHA256", request.headers["x-amz-date"],
         f"{found[2]}/there/s3/aws4_request",
         hashlib.sha256(canonical.encode()).hexdigest()])
    return hmac.compare_digest(signature(SECRET, found[2], "there", text),
                               found[4])


def checksums(fault, body):
    """Heads with checksums, as different servers write them."""
    way, _, head = fault.partition("-")
    if way == "bad" or fault in ("kms", "gunzip"):
        body += b"x"

    def base64_of(name):
        return base64.b64encode(hashlib.new(name, body).digest()).decode()

    md5, sha = base64_of("md5"), base64_of("sha256")
    if fault == "kms":
        return {"ETag": f'"{hashlib.md5(body).hexdigest()}"',
                "x-amz-server-side-encryption": "aws:kms"}
    if fault == "gunzip":
        return {"x-goog-hash": f"md5={md5}",
                "x-goog-stored-content-encoding": "gzip"}
    if way not in ("sum", "bad"):
        return {}
    return {head: {
        "Content-MD5": md5, "Digest": f"MD5={md5},SHA-256={sha}",
        "Repr-Digest": f"sha-512=:aa==:, sha-256=:{sha}:",
        "x-goog-hash": f"crc32c=AAAAAA==,md5={md5}",
        "ETag": f'"{hashlib.md5(body).hexdigest()}"'}[head]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, headers, body=b"", length=None):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if self.path.startswith("/twice/"):
            self.send_header("Content-Length", "100")
        if length is not False:
            self.send_header("Content-Length",
                             str(len(body) if length is None else length))
        self.end_headers()
        print(self.command, self.path, self.headers.get("Range", "-"), status,
              flush=True)
        try:
            self.wfile.write(body)
            self.wfile.flush()
        except ConnectionError:
            self.close_connection = True

    def hang_up(self):
        self.close_connection = True

    def do_GET(self):
        fault, _, name = urllib.parse.unquote(self.path)[1:].partition("/")
        path = os.path.join(sys.argv[1], name)
        # The name of a bucket is in the place of a fault.
        if fault == "bucket" and not is_signed(self):
            return self.answer(403, {})
        if fault in ("moved", "loop"):
            there = self.path.replace("/moved/", "/good/")
            return self.answer(302, {"Location": there})
        if not os.path.isfile(path):
            return self.answer(404, {}, b"no such file\n")
        before = times(self.path)
        if fault == "down" or fault == "busy" and before < 2:
            return self.answer(503, {"Retry-After": "1"})
        with open(path, "rb") as file:
            body = file.read()
        return self.send_file(fault, before, body)

    def send_file(self, fault, before, body):
        total = len(body)
        tag = '"b"' if fault == "stale" and before else '"a"'
        headers = {"ETag": tag, "Last-Modified":
                   "Sat, 28 Nov 2026 00:00:00 GMT",
                   **checksums(fault, body)}
        status, first = 200, 0
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if asked and fault != "whole" and \
                self.headers.get("If-Range") in (None, tag):
            status, first = 206, int(asked[1]) + (fault == "shifted")
            if first >= total:
                return self.answer(
                    416, {"Content-Range": f"bytes */{total}"})
            headers["Content-Range"] = f"bytes {first}-{total - 1}/{total}"
        elif fault == "part":
            status = 206
        body = body[first:]
        if fault == "late" and before:
            headers = {name: headers[name] for name in headers
                       if name == "Content-Range"}
        self.send_body(fault, before, status, headers, body)

    def send_body(self, fault, before, status, headers, body):
        third = body[:max(1, len(body) // 3)]
        first_time = before == 0
        if fault == "cut" or first_time and fault in (
                "once", "whole", "stale", "late", "shifted"):
            self.answer(status, headers, third, len(body))
            self.hang_up()
        elif fault == "longer":
            self.answer(status, headers, body, len(body) + 100)
            self.hang_up()
        elif fault == "short":
            self.answer(status, headers, third)
        elif fault == "endless":
            headers["Connection"] = "close"
            self.answer(status, headers, body, False)
            self.hang_up()
        elif fault in ("chunked", "chopped"):
            headers["Transfer-Encoding"] = "chunked"
            self.answer(status, headers,
                        b"%x\r\n%s\r\n" % (len(body), body), False)
            if fault == "chunked" and not self.close_connection:
                self.wfile.write(b"0\r\n\r\n")
            else:
                self.hang_up()
        elif first_time and fault == "hiccup":
            self.answer(status, headers, third, len(body))
            threading.Event().wait(20)
            self.hang_up()
        elif fault == "silent":
            threading.Event().wait(20)
            self.hang_up()
        else:
            self.answer(status, headers, body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Clients that hang up are wanted."""


def main():
    server = Server(("127.0.0.1", 0), Handler)
    with open(sys.argv[2] + ".new", "w", encoding="ascii") as ready:
        print(server.server_port, file=ready)
    os.rename(sys.argv[2] + ".new", sys.argv[2])
    server.serve_forever()


main()
