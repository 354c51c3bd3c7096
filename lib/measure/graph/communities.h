/* SPDX-License-Identifier: MIT */
/*
 * communities.h - parts of a web whose pages are linked among each other, by
 * propagation of labels (Barber and Clark 2009; seedpipe-algorithms(7), 7).
 *
 * How well a web falls into communities is said by the modularity (Newman and
 * Girvan 2004): the part of the links inside communities, less the part that
 * would be inside if links had the same ends at random.
 *
 * Each page begins with a label of its own.  In a round each page, in their
 * order, takes the label that raises the modularity most: with L(c) links
 * between the page and the others of label c, whichever way they point, d ends
 * of links at the page, D(c) at those others and D at all pages, the one with
 * the largest L(c) - d D(c) / D.  Rounds follow until no page changes; a page
 * is passed over if none that it is linked with has changed since its turn.
 * Pages of one label are a community.
 *
 *	sp_find_communities(graph, &weights, threads, NULL, &found, err)
 *	... found.of[page] ...
 *	sp_communities_free(&found)
 */
#ifndef SP_MEASURE_GRAPH_COMMUNITIES_H
#define SP_MEASURE_GRAPH_COMMUNITIES_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/linkweights.h"

#define SP_COMMUNITY_ROUNDS 100 /* at most */

struct sp_community {
	uint32_t first;  /* its smallest page */
	uint32_t leader; /* the page with most links from others of it */
	uint64_t pages;
	double inside;   /* links between its pages, or their weights */
	double across;   /* links from or to other communities */
};

/* A zeroed struct is empty. */
struct sp_communities {
	uint32_t *of;              /* the community of each page */
	struct sp_community *list; /* most pages first, then smallest first */
	uint32_t count;
	uint64_t rounds;
	bool settled;              /* no page changed in the last round */
	double inside;             /* part of all links; NaN without links */
	double modularity;         /* NaN without links */
};

/*
 * Finds the communities.  weights is none, or has those of the links, which are
 * added up then instead of counted.  Links from a page to itself are left out,
 * and a link there and one back are two.  A page keeps its label if no other is
 * better; of equal ones it takes that of the largest mix64(page 2^32 + label)
 * (base/hash.h).  The result is the same for any number of threads.
 *
 * Time: a pass over the links and those of the transpose a round, of which all
 * but the first few look at few pages.  Memory: the transpose (with weights, 8
 * bytes a link), 32 bytes a page, and up to 64 a community.  Reports rounds.
 * SP_DATA if the graph is damaged; SP_MEMORY.  The caller frees *communities,
 * also after a failure.
 */
enum sp_status sp_find_communities(const struct sp_graph *graph,
				   const struct sp_link_weights *weights,
				   int threads,
				   const struct sp_progress *progress,
				   struct sp_communities *communities,
				   struct sp_error *err);

void sp_communities_free(struct sp_communities *communities);

/*
 * Returns the number of communities that count different pages are of on
 * average, if they are drawn at random; count is at most those of the graph.
 */
double sp_communities_expected(const struct sp_communities *communities,
			       uint64_t pages, uint64_t count);

#endif
