/* SPDX-License-Identifier: MIT */
/*
 * inlinks.h - finds the pages that link to a page, for a few pages of a graph
 * of out-links.  Private to lib/seed.
 *
 * The transposed graph would double the memory.  Instead, one pass over the
 * links collects the in-links of a batch of pages, which are then kept: links
 * do not change while cores are extracted.
 */
#ifndef SP_SEED_INLINKS_H
#define SP_SEED_INLINKS_H

#include "base/buffer.h"
#include "graph/graph.h"

/* In-links that are kept, unless a single page has more. */
#define SP_INLINKS_BUDGET SP_BUFFER(UINT64_C(16) << 20, UINT64_C(200))

struct sp_inlinks;

/*
 * The graph must outlive *inlinks, to be freed by the caller.  budget is the
 * number of in-links to keep (SP_INLINKS_BUDGET).  Takes 4 bytes per page and
 * one pass.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_inlinks_new(const struct sp_graph *graph, int threads,
			      uint64_t budget, struct sp_inlinks **inlinks,
			      struct sp_error *err);

/* Returns the links to a page, dead sources included. */
uint32_t sp_inlinks_count(const struct sp_inlinks *inlinks, uint32_t page);

/*
 * Sets *sources to the pages that link to page, ascending, without those that
 * were dead when the list was collected, and *count to their number; valid
 * until the next collection.  Returns false if the list is not kept.
 */
bool sp_inlinks_get(const struct sp_inlinks *inlinks, uint32_t page,
		    const uint32_t **sources, uint32_t *count);

/*
 * Collects the in-links of pages[0], and of the pages after it as long as the
 * budget lasts, in one pass.  Pages whose list is kept already, or that come
 * twice, are skipped.  Older lists are dropped when the budget is needed.
 * dead is NULL or a bitset of pages, which may only gain pages from call to
 * call.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_inlinks_collect(struct sp_inlinks *inlinks,
				  const uint64_t *dead, const uint32_t *pages,
				  uint64_t count, struct sp_error *err);

/* Returns the number of collections so far. */
uint64_t sp_inlinks_passes(const struct sp_inlinks *inlinks);

void sp_inlinks_free(struct sp_inlinks *inlinks); /* accepts NULL */

#endif
