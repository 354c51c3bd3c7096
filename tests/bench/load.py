# SPDX-License-Identifier: MIT
"""load.py - what the Python module takes to load a graph, and a score beside
numpy.load of the same numbers

    load.py GRAPH RAW PACKED NPY ROUNDS

RAW and PACKED are streams with one score of the graph, PACKED by zstd; NPY is
a file to write.  Prints lines "VALUE UNIT WHAT", medians of processor time.
"""
import statistics
import sys
import time

import numpy as np
import seedpipe


def seconds(rounds, function):
    times = []
    for _ in range(rounds):
        before = time.process_time()
        function()
        times.append(time.process_time() - before)
    return statistics.median(times)


def main():
    graph, raw, packed, npy = sys.argv[1:5]
    rounds = int(sys.argv[5])
    links = seedpipe.read(graph, ()).links
    took = seconds(1, lambda: seedpipe.read(graph, {'graph'}))
    print('%.3g ns/link seedpipe.read() in Python' % (took / links * 1e9))
    score, = seedpipe.read(raw).scores.values()
    np.save(npy, score)
    plain = seconds(rounds, lambda: np.load(npy))
    print('%.3g ms numpy.load() of a score' % (plain * 1e3))
    for what, file in (('uncompressed', raw), ('compressed', packed)):
        took = seconds(rounds, lambda: seedpipe.read(file, {'scores'}))
        print('%.3g ms seedpipe.read() of that score, %s: %.2g times as long'
              % (took * 1e3, what, took / plain))


main()
