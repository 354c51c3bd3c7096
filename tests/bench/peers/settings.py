# SPDX-License-Identifier: MIT
"""What the caller chose, and where things are."""
import os
import sys
from pathlib import Path

here = Path(__file__).resolve().parent


class Skipped(Exception):
    """A peer or a graph is not to be had; the text says why."""


def say(*what):
    print('bench-peers:', *what, file=sys.stderr, flush=True)


def read(arguments):
    """Sets the variables of this module."""
    global binaries, bench, cache, work, data, peers, graphs, rounds
    global patience, busy, threads, form, tables, text_max, fresh, measure
    global archive_mb
    if len(arguments) != 3:
        sys.exit('usage: run BIN BUILD')
    get = os.environ.get
    binaries = Path(arguments[1]).resolve()
    bench = Path(arguments[2]).resolve() / 'tests/bench/bench'
    cache = Path(get('PEERS_CACHE') or f'{arguments[2]}/peers').resolve()
    cache.mkdir(parents=True, exist_ok=True)
    data = Path(get('SEEDPIPE_DATA') or here.parents[3] / 'shared/data')
    data = data.resolve()
    peers = (get('PEERS') or
             'gap graphblas igraph networkit webgraph webgraph-rs lexbor '
             'lxml').split()
    graphs = (get('GRAPHS') or 'cnr 1m 1mp 10m 10mp 10ms warc').split()
    tables = (get('TABLES') or '').lower()
    tables = [t.strip() for t in tables.split(',') if t.strip()]
    archive_mb = int(get('ARCHIVE_MB') or 200)
    text_max = int(get('TEXT_MAX') or 1000000)
    threads = [int(t) for t in (get('THREADS') or '1 2').split()]
    rounds = int(get('ROUNDS') or 5)
    patience = int(get('PATIENCE') or 10)
    busy = float(get('BUSY') or 0.12)
    form = get('FORM') or 'auto'
    fresh = get('FRESH', '0') != '0'
    measure = get('MEASURE', '1') != '0'
    os.environ.update(LC_ALL='C', OMP_WAIT_POLICY='passive')
