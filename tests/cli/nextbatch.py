#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nextbatch.py - crawlnext against a second implementation of its rules

        tests/cli/nextbatch.py ROUNDS [SEED] [BIN]

Draws small graphs of odd shapes and what a crawl knows of each: a list of
fetched pages, a log, archives, or the first downloads of an order.  Changes
some of them by graphprune, graphfold or crawlimport.  After each step, links,
states and fetches must be what the documents say, and then so must the batches
that crawlnext chooses with random options, with their scores, statistics and
reasons.

PAGES in the environment is the number of pages of each web.

Rounds are numbered from SEED, and a number always draws the same, so
"nextbatch.py 1 NUMBER" repeats a round that differs.  Prints one line for each
difference and a line of counts, and ends with status 1 if anything differs.

Written from crawlnext(1), graphprune(1), graphimport(1), graphfold(1),
crawlgraph(1) and seedpipe-algorithms(7), 3.1, 6.1 and 6.9; shares nothing with
the library.  nextworld.py has the webs, nextcrawls.py what crawls know of them,
nextrules.py the rules of the choice.
"""
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import nextcrawls
import nextrules
from nextworld import Differs, Filters


def main():
    rounds = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = sys.argv[3] if len(sys.argv) > 3 else 'bin'
    counts, differ = {}, 0
    for seed in range(first, first + rounds):
        with tempfile.TemporaryDirectory() as place:
            filters = Filters(os.path.abspath(folder), place)
            rnd = random.Random(seed)
            try:
                world = nextcrawls.draw(rnd, filters, counts)
                nextrules.compare(rnd, world, filters, counts)
            except Differs as reason:
                differ += 1
                print(f'round {seed}: {reason}', flush=True)
    print(f'{rounds} graphs, {differ} differ:',
          ', '.join(f'{counts[k]} {k}' for k in sorted(counts)))
    return differ > 0


if __name__ == '__main__':
    sys.exit(main())
