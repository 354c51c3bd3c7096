/* SPDX-License-Identifier: MIT */
/*
 * sketches.h - which of some targets each page reaches within a number of
 * links: a set of bits for each page.  Private to lib/seed.
 *
 * A page reaches within s + 1 links what its successors reach within s, so a
 * step of one link makes the sets of all pages at once.  As long as many pages
 * change in a step, it is a pass over the graph.  When few do, it follows only
 * what has changed, against the links: on a long path, where a step changes
 * few pages, all steps together take time for the changes and not for
 * steps times pages.
 */
#ifndef SP_SEED_SKETCHES_H
#define SP_SEED_SKETCHES_H

#include "graph/graph.h"

struct sp_sketches;

/*
 * For as many targets as words have bits, 64 each.  The graph must outlive
 * *sketches.  Takes 2 words of 8 bytes for each 64 targets of a page, and for
 * long paths the transposed graph and 24 bytes a page.  SP_MEMORY.
 */
enum sp_status sp_sketches_new(const struct sp_graph *graph, uint64_t words,
			    int threads, struct sp_sketches **sketches,
			    struct sp_error *err);
void sp_sketches_free(struct sp_sketches *sketches); /* accepts NULL */

/*
 * Makes the sets: target t is the page targets[t], which reaches itself.
 * Pages may come twice.  steps are links; *passes grows by the steps that were
 * needed until no set changed, or all of them.  SP_DATA if the graph is
 * damaged; SP_MEMORY.
 */
enum sp_status sp_sketches_find(struct sp_sketches *sketches,
				const uint32_t *targets, uint64_t count,
				uint64_t steps, uint64_t *passes,
				struct sp_error *err);

/* Returns the words of a page, until the next call: bit t is target t. */
const uint64_t *sp_sketch_of(const struct sp_sketches *sketches, uint64_t page);

#endif
