/* SPDX-License-Identifier: MIT */
/*
 * inlinks.h - which pages link to a page, for a few pages of a forward graph.
 * Private to lib/seed.
 *
 * There is no transpose.  One pass over the links collects the in-links of a
 * batch of pages; they are kept, as links do not change while cores are
 * extracted.
 */
#ifndef SP_SEED_INLINKS_H
#define SP_SEED_INLINKS_H

#include "graph/graph.h"

/* In-links of one batch, and of all that is kept, unless one page has more. */
#define SP_INLINKS_BUDGET (UINT64_C(16) << 20)

struct sp_inlinks;

/*
 * Counts the links to each page in one pass.  in_degree is an array of
 * sp_graph_pages() numbers, 0 at the start.
 */
enum sp_status sp_count_inlinks(const struct sp_graph *graph, int threads,
				uint32_t *in_degree, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The graph must outlive it.  budget: in-links kept (SP_INLINKS_BUDGET).
 * Takes 4 bytes a page and one pass.
 */
enum sp_status sp_inlinks_new(const struct sp_graph *graph, int threads,
			      uint64_t budget, struct sp_inlinks **inlinks,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * The pages that link to page, ascending, in *sources, without those that
 * were dead when they were collected; valid until the next collection.
 * false when they are not at hand.
 */
bool sp_inlinks_get(const struct sp_inlinks *inlinks, uint32_t page,
		    const uint32_t **sources, uint32_t *count);

/*
 * Collects the in-links of pages[0], and of those behind it as long as the
 * budget lasts, in one pass.  Pages that are at hand, or twice in the list,
 * are passed over.  What was collected before is given up when the budget
 * needs it.  dead is NULL or has a bit a page; it may only gain bits.
 */
enum sp_status sp_inlinks_collect(struct sp_inlinks *inlinks,
				  const uint64_t *dead, const uint32_t *pages,
				  uint64_t count, struct sp_error *err)
	SP_MUST_CHECK;

/* Collections so far. */
uint64_t sp_inlinks_passes(const struct sp_inlinks *inlinks);

void sp_inlinks_free(struct sp_inlinks *inlinks); /* accepts NULL */

#endif
