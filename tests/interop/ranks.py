# SPDX-License-Identifier: MIT
"""ranks.py - PageRank and HITS by libraries that read what the Python module
gives, beside those of the filters

    ranks.py STREAM LIBRARY

STREAM has the graph and the scores pagerank, hub and authority.  Prints the
largest difference of each, as a part of the largest value.
"""
import sys
import warnings

import numpy as np
import seedpipe


def by_networkx(g):
    import networkx
    graph = networkx.from_scipy_sparse_array(
        g.csr(), create_using=networkx.DiGraph)
    ranks = networkx.pagerank(graph, alpha=0.85, tol=1e-16, max_iter=2000)
    return [ranks, *networkx.hits(graph, max_iter=1000, tol=1e-12)]


def by_igraph(g):
    import igraph
    warnings.simplefilter('ignore', RuntimeWarning)  # that many scores are 0
    graph = igraph.Graph(g.pages, g.edges(), directed=True)
    return [graph.pagerank(damping=0.85), graph.hub_score(),
            graph.authority_score()]


def by_scipy(g):
    from scipy.sparse import linalg
    links = g.csr()
    degrees = np.maximum(g.out_degrees, 1)
    dangling = g.out_degrees == 0
    rank = np.full(g.pages, 1 / g.pages)
    for _ in range(250):
        spread = links.T @ (rank / degrees) + rank[dangling].sum() / g.pages
        rank = 0.85 * spread + 0.15 / g.pages
    hubs, _, authorities = linalg.svds(links, k=1, which='LM', v0=degrees * 1.)
    return [rank, abs(hubs[:, 0]), abs(authorities[0])]


def main():
    g = seedpipe.read(sys.argv[1])
    theirs = globals()['by_' + sys.argv[2]](g)
    for name, values in zip(('pagerank', 'hub', 'authority'), theirs):
        if isinstance(values, dict):
            values = [values[page] for page in range(g.pages)]
        values = np.array(values)
        ours = g.scores[name] / g.scores[name].max()
        print(name, abs(values / values.max() - ours).max())


main()
