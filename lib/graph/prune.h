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
 */
struct sp_prune {
	const uint32_t *unit_of;
	bool keep_intra;
	bool self_links;
	const uint64_t *dead;
};

/*
 * Copies the successors to keep into kept (room for count, apart from them),
 * in their order; returns their number.
 */
uint32_t sp_prune_row(const struct sp_prune *prune, uint32_t page,
		      const uint32_t *successors, uint32_t count,
		      uint32_t *restrict kept);

#endif
