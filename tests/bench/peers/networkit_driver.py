# SPDX-License-Identifier: MIT
"""networkit_driver.py - NetworKit's EdgeListReader and PageRank

    networkit_driver.py THREADS FILE|-

As driver.h says, but that the graph is loaded from text:

    pagerank N     N iterations at most; finds how many there were
    text FILE      reads links as text; finds as many links
"""
import sys
import time

import networkit


def read(path):
    reader = networkit.graphio.EdgeListReader('\t', 0, '#', True, True)
    return reader.read(path)


def main():
    start = time.monotonic()
    networkit.setNumberOfThreads(int(sys.argv[1]))
    graph = read(sys.argv[2]) if sys.argv[2] != '-' else None
    print(f'ready {time.monotonic() - start}', flush=True)
    for line in sys.stdin:
        task, argument = line.split()
        cpu, wall = time.process_time(), time.monotonic()
        if task == 'text':
            found = read(argument).numberOfEdges()
        else:
            rank = networkit.centrality.PageRank(graph, 0.85, 1e-300)
            rank.maxIterations = int(argument)
            rank.run()
            found = rank.numberOfIterations()
        print('answer', time.process_time() - cpu, time.monotonic() - wall,
              found, flush=True)


main()
