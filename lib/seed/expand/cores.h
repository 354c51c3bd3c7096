/* SPDX-License-Identifier: MIT */
/*
 * cores.h - which pages are in cores with the pages of a list.
 */
#ifndef SP_SEED_EXPAND_CORES_H
#define SP_SEED_EXPAND_CORES_H

#include "graph/graph.h"

#define SP_EXPAND_CORES 1000 /* cores that are grown, at most */

/*
 * Grows a core (seed/core.h) from each page of the list, best first, by the
 * scores of hubs and, for authorities, those in scores, which become the sum
 * over the cores of a page, as an authority, of the share of the list among
 * the authorities of the core.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_expand_cores(const struct sp_graph *graph,
			       const double *known, const double *hubs,
			       double *scores, struct sp_error *err);

#endif
