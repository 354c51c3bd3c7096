/* SPDX-License-Identifier: MIT */
/*
 * pageset.h - the sets of pages that a crawl has downloaded, has seen, or
 * could reach.
 *
 * A set is a bitset (base/bitset.h) with a bit for each page of the graph,
 * owned by the caller.  Every function here adds to it.
 */
#ifndef SP_MEASURE_CRAWL_PAGESET_H
#define SP_MEASURE_CRAWL_PAGESET_H

#include "base/bitset.h"
#include "graph/graph.h"
#include "graph/orders.h"

/*
 * Adds the first count downloads of order (all, if there are fewer).  Returns
 * SP_DATA if one is not a page of the graph or is in the set already, that is,
 * downloaded twice.
 */
enum sp_status sp_pageset_downloads(uint64_t *set, uint64_t pages,
				    const struct sp_order *order,
				    uint64_t count, struct sp_error *err);

/*
 * Adds the seeds of an order; or its pages of depth 1 if it does not record
 * seeds but has depths.  pages: of the set.  SP_DATA if a seed is none.
 */
enum sp_status sp_pageset_seeds(uint64_t *set, uint64_t pages,
				const struct sp_order *order,
				struct sp_error *err);

/*
 * Adds the successors of the pages in done.  Takes one pass over the graph.
 * Returns SP_DATA if it is damaged; SP_MEMORY.
 */
enum sp_status sp_pageset_successors(uint64_t *set,
				     const struct sp_graph *graph,
				     const uint64_t *done,
				     struct sp_error *err);

/*
 * Receives the pages of a level; the array is valid during the call.  A status
 * other than SP_OK ends the search.
 */
typedef enum sp_status sp_level_visitor(void *context, const uint32_t *pages,
					uint64_t count, struct sp_error *err);

/*
 * Adds all pages that can be reached from those in the set, level by level:
 * first those in the set, by their numbers, then the pages to which these link,
 * and so on, each page once.  Takes 4 bytes per page while it works.  Returns
 * SP_DATA if the graph is damaged; SP_MEMORY; or what visit returns.
 */
enum sp_status sp_pageset_levels(uint64_t *set, const struct sp_graph *graph,
				 int threads, sp_level_visitor *visit,
				 void *context, struct sp_error *err);

/*
 * Adds all pages that can be reached from those in the set.  Takes 4 bytes per
 * page while it works.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_pageset_reach(uint64_t *set, const struct sp_graph *graph,
				int threads, struct sp_error *err);

#endif
