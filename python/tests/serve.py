# SPDX-License-Identifier: MIT
"""Reads streams for tests/cli/sweep.c: the size of each in 8 bytes, then its
bytes; answers "ok", or "no" and why, a line each."""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import seedpipe

while True:
    size = sys.stdin.buffer.read(8)
    if not size:
        break
    data = sys.stdin.buffer.read(struct.unpack("<Q", size)[0])
    try:
        seedpipe.read(data)
        print("ok", flush=True)
    except seedpipe.FormatError as error:
        print("no", ascii(str(error)), flush=True)
    except Exception as error:  # of a reader that did not look
        print("fails:", ascii(error), flush=True)
