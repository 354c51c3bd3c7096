#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""names.py - a name server on the loopback interface, for crawlers that want
one: every host has the address 192.0.2.1, but those under the names that are
operands do not exist.  Prints its port, and ends with the process that started
it."""

import os
import select
import socket
import sys


def answer(query, missing):
    """The answer to a query with one question."""
    end = 12
    labels = []
    while query[end]:
        labels.append(query[end + 1:end + 1 + query[end]].lower())
        end += 1 + query[end]
    end += 5
    name = b".".join(labels).decode("ascii")
    exists = not any(name == host or name.endswith("." + host)
                     for host in missing)
    address = exists and query[end - 4:end] == b"\0\1\0\1"
    head = query[:2] + (b"\x81\x80" if exists else b"\x81\x83")
    counts = b"\0\1" + (b"\0\1" if address else b"\0\0") + b"\0\0\0\0"
    record = b"\xc0\x0c\0\1\0\1\0\0\x0e\x10\0\4\xc0\0\2\1"
    return head + counts + query[12:end] + (record if address else b"")


def main():
    parent = os.getppid()
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    print("port", server.getsockname()[1], flush=True)
    while os.getppid() == parent:
        if not select.select([server], [], [], 1)[0]:
            continue
        query, client = server.recvfrom(512)
        try:
            server.sendto(answer(query, sys.argv[1:]), client)
        except (IndexError, UnicodeDecodeError):
            pass


main()
