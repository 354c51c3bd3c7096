/* SPDX-License-Identifier: MIT */
/*
 * traverse.h - breadth-first searches from many sources at once.
 *
 * Each page has a bit for each source.  When a page passes its bits on to its
 * successors, one decoding of its list and one access to each successor serve
 * all sources that reached the page at this distance, and on a small world
 * these are many: 256 searches cost a few single ones (Then et al., "The more
 * the merrier: efficient multi-source graph traversal", 2014).
 *
 *	sp_traversal_new(graph, sources, threads, &traversal, err)
 *	for each source:
 *		sp_traversal_start(traversal, source, page);
 *	do {
 *		status = sp_traversal_step(traversal, &found, err);
 *		... sp_traversal_counts(), sp_traversal_bits() ...
 *	} while (!status && found);
 *
 * A step goes one link further.  It looks only at pages that some source
 * reached in the step before, and at their links, so that all steps together
 * take time for links and sources, however long the paths are.  Pages that
 * pass bits on and pages that receive them have separate bits, as a search in
 * place could not have: distances are exact.  The results do not depend on the
 * number of threads.
 *
 * Links are followed from the side that the compact graph stores.  A search
 * from the other side, which saves work where most pages have been reached,
 * would need the transpose.
 */
#ifndef SP_MEASURE_GRAPH_TRAVERSE_H
#define SP_MEASURE_GRAPH_TRAVERSE_H

#include "cluster/team/share.h"
#include "graph/graph.h"

#define SP_TRAVERSAL_MOST 256 /* sources */

struct sp_traversal;

/*
 * Makes *traversal for up to sources of them (1 to SP_TRAVERSAL_MOST) with
 * threads (at least 1).  The graph must outlive it.  Takes 24 bytes a page for
 * up to 64 sources, 48 for up to 128, 96 for more, and 2 once a step has few
 * pages; and the memory of a crossing if threads are several.  Verifies the
 * graph.
 * SP_DATA if it is damaged; SP_MEMORY.  *traversal is NULL then.
 */
enum sp_status sp_traversal_new(const struct sp_graph *graph,
				unsigned sources, int threads,
				struct sp_traversal **traversal,
				struct sp_error *err);
void sp_traversal_free(struct sp_traversal *traversal); /* accepts NULL */

/*
 * Before the first search: the graph is that of share, which must outlive the
 * traversal, and the processes of its team search together.  They all make the
 * same calls, except sp_traversal_start(), which is for pages that this process
 * owns, by their local numbers; counts are those of all processes.  A step
 * sends 8 bytes and the words of a page for each page reached that some source
 * finds there for the first time, and takes memory for these.
 */
void sp_traversal_join(struct sp_traversal *traversal,
		       const struct sp_share *share);

/* Forgets all searches. */
void sp_traversal_clear(struct sp_traversal *traversal);

/*
 * Lets a source (below those of sp_traversal_new()) start at a page, at
 * distance 0.  Before the first step; a source may start at several pages.
 */
void sp_traversal_start(struct sp_traversal *traversal, unsigned source,
			uint32_t page);

/* Ends the search of a source: the steps to come do not follow its links. */
void sp_traversal_stop(struct sp_traversal *traversal, unsigned source);

/*
 * Goes one link further from the pages that were found in the last step, or
 * at which sources start.  *found is false if no source found a page: all
 * searches have ended.  SP_DATA if the graph is damaged; SP_MEMORY; SP_IO from
 * a team.
 */
enum sp_status sp_traversal_step(struct sp_traversal *traversal, bool *found,
				 struct sp_error *err);

/* For each source, the pages that it found in the last step. */
const uint64_t *sp_traversal_counts(const struct sp_traversal *traversal);

/* The number of words of sp_traversal_bits(): 1, 2 or 4. */
unsigned sp_traversal_words(const struct sp_traversal *traversal);

/*
 * Calls visitor for each page that a source found in the last step or, before
 * the first one, at which one starts, with the words of
 * sp_traversal_bits(), by threads, at once and in any order.  Takes no longer
 * than a step: whoever looks at all pages instead takes quadratic time where
 * paths are long.
 */
typedef void sp_traversal_visitor(void *context, uint32_t page,
				  const uint64_t *bits);

void sp_traversal_visit(const struct sp_traversal *traversal, int threads,
			sp_traversal_visitor *visitor, void *context);

/*
 * The sources that found a page in the last step or, before the first one, that
 * start there: source s is bit s % 64 of word s / 64.
 */
const uint64_t *sp_traversal_bits(const struct sp_traversal *traversal,
				  uint32_t page);

#endif
