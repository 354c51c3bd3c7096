/* SPDX-License-Identifier: MIT */
/*
 * prune.h - selects the links of a page to keep (seedpipe-algorithms(7), 6.1;
 * Daneshpajouh et al., 2008, section 3.3.1).
 */
#ifndef SP_GRAPH_PRUNE_H
#define SP_GRAPH_PRUNE_H

#include "base/status.h"

#include <stdbool.h>

/*
 * unit_of[page] is the host (or domain) of a page.  Links within a unit are
 * removed, or, with keep_intra, links between units; NULL ignores units.
 * self_links removes links of a page to itself in any case.  dead is NULL or a
 * bitset of pages (base/bitset.h); links from and to dead pages are removed.
 *
 * runs, of sp_prune_find_runs(), makes pruning by units faster: the first page
 * of each run of pages of one unit, then the number of pages.  It may be NULL.
 */
struct sp_prune {
	const uint32_t *unit_of;
	bool keep_intra;
	bool self_links;
	const uint64_t *dead;
	uint32_t *runs;
	uint64_t run_count;
};

/*
 * Finds the runs of unit_of, which has this many pages, for the caller to
 * free.  Leaves runs NULL where they would save no time, because the pages are
 * not in the order of their URLs and runs are short.  SP_MEMORY.
 */
enum sp_status sp_prune_find_runs(struct sp_prune *prune, uint64_t pages,
				  struct sp_error *err);

/*
 * The pages around one page that are of its unit: links to these need no look
 * at unit_of.  Start with zero bytes; each thread has its own.
 */
struct sp_prune_run {
	uint32_t first, end;
	uint64_t next; /* run */
};

/*
 * Copies the successors to keep into kept (room for count, apart from them),
 * in their order; returns their number.  run is fastest if pages come in their
 * order.
 */
uint32_t sp_prune_row(const struct sp_prune *prune, struct sp_prune_run *run,
		      uint32_t page, const uint32_t *successors,
		      uint32_t count, uint32_t *restrict kept);

#endif
