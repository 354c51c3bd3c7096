# SPDX-License-Identifier: MIT
"""seedpipe: web graphs, scores, seeds and crawl orders in Python.

Reads the streams of the filters of seedpipe into numpy arrays, and runs the
filters as pipelines:

>>> import seedpipe
>>> g = seedpipe.read("web.sp")                       # doctest: +SKIP
>>> g.pages, g.links, g.names[0], g.scores["hub"]     # doctest: +SKIP
>>> seedpipe.run("graphprune", "web.sp").pipe("hits").read() # doctest: +SKIP
"""

from __future__ import annotations

try:
    import numpy as _numpy
except ImportError:
    raise ImportError("seedpipe needs numpy: pip install numpy, or on Debian: "
                      "apt install python3-numpy") from None

from ._version import __version__
from .errors import FilterError, FilterWarning, FormatError, MissingError
from .graphs import from_csr, from_edges, from_pandas
from .names import Names
from .pipeline import Pipeline, Table, run
from .sections import (CLOCKS, NO_TIME, STATES, TRAPS, Basis, Core, Cores,
                       Fetches, Fingerprint, LinkScores, Order, Part, Seed,
                       Seeds, Shapes, Unknown)
from .stream import Reader, Stream, open, read
from .writer import write

__all__ = [
    "Basis", "CLOCKS", "Core", "Cores", "Fetches", "FilterError",
    "FilterWarning", "Fingerprint", "FormatError", "LinkScores",
    "MissingError", "NO_TIME", "Names", "Order", "Part", "Pipeline", "Reader",
    "STATES", "Seed", "Seeds", "Shapes", "Stream", "TRAPS", "Table", "Unknown",
    "__version__", "from_csr", "from_edges", "from_pandas", "open", "read",
    "run", "write",
]

del _numpy
