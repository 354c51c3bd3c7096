# SPDX-License-Identifier: MIT
"""The packages that the module needs, with advice where one is missing."""

from __future__ import annotations

import importlib
from typing import Any, Callable

Hash = Callable[[Any], int]
Unpack = Callable[[bytes, int], bytes]


def _advice(what: str, packages: str, debian: str) -> str:
    return (f"seedpipe needs {what}: pip install {packages}, "
            f"or on Debian: apt install {debian}")


def checksum() -> Hash:
    """The function that computes the 64-bit XXH3 of bytes."""
    try:
        module = importlib.import_module("xxhash")
        function: Hash = module.xxh3_64_intdigest
    except (ImportError, AttributeError):
        raise ImportError(_advice("xxhash 2.0 or later to verify checksums",
                                  "xxhash", "python3-xxhash")) from None
    return function


def unpacker() -> Unpack:
    """The function ``unpack(data, size)`` for one zstd frame.

    It returns at most ``size`` + 1 bytes whatever the frame holds, and raises
    ValueError if the frame is bad.
    """
    try:
        return _zstandard()
    except ImportError:
        pass
    try:
        return _standard_library()
    except ImportError:
        raise ImportError(_advice("zstandard to read compressed frames",
                                  "zstandard", "python3-zstandard")) from None


def _zstandard() -> Unpack:
    module = importlib.import_module("zstandard")
    # As the filters: any window, since no payload is long.
    decompressor = module.ZstdDecompressor(
        max_window_size=1 << module.WINDOWLOG_MAX)
    failed = module.ZstdError

    def unpack(data: bytes, size: int) -> bytes:
        # With a size in its header, decompress() allocates that size.
        known = module.frame_content_size(data)
        if known not in (-1, size):
            raise ValueError(f"its zstd frame holds {known} bytes")
        try:
            out: bytes = decompressor.decompress(data, max_output_size=size)
        except failed as error:
            raise ValueError(str(error)) from None
        return out

    return unpack


def _standard_library() -> Unpack:
    module = importlib.import_module("compression.zstd")  # Python 3.14
    failed = module.ZstdError
    window = module.DecompressionParameter.window_log_max
    options = {window: window.bounds()[1]}

    def unpack(data: bytes, size: int) -> bytes:
        decompressor = module.ZstdDecompressor(options=options)
        try:
            out: bytes = decompressor.decompress(data, max_length=size + 1)
        except failed as error:
            raise ValueError(str(error)) from None
        if len(out) <= size and not decompressor.eof:
            out += decompressor.decompress(b"", max_length=1)
            if not decompressor.eof:
                raise ValueError("the zstd frame is incomplete")
        return out

    return unpack


def optional(module: str, what: str) -> Any:
    """A module of a package that only some functions need; what: for what."""
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(_advice(f"{package} for {what}", package,
                                  f"python3-{package}")) from None


def sparse() -> Any:
    """The module scipy.sparse."""
    return optional("scipy.sparse", "sparse matrices")
