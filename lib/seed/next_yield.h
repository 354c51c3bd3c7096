/* SPDX-License-Identifier: MIT */
/*
 * next_yield.h - how many of the pages of a host lead on, from those that were
 * fetched.  Private to lib/seed.
 *
 * Of a host of which little was fetched, the pages of its zone (its top-level
 * domain, as ".uk") tell more, and before any of these all pages of the crawl.
 * So each share is weighed with the one of the level above, which counts as 10
 * more pages, with linking(x) of fetched(x) pages that have links:
 *
 *	y(all)  = (linking(all) + 1) / (fetched(all) + 2)
 *	y(zone) = (linking(zone) + 10 y(all)) / (fetched(zone) + 10)
 *	y(host) = (linking(host) + 10 y(zone)) / (fetched(host) + 10)
 *
 * A host without a name, and one that is an address, are of one zone.
 */
#ifndef SP_SEED_NEXT_YIELD_H
#define SP_SEED_NEXT_YIELD_H

#include "graph/hosts.h"

/*
 * Multiplies the value of each page by y of its host.  fetched and linking are
 * bitsets of pages.  Takes 40 bytes a host.  SP_MEMORY.
 */
enum sp_status sp_weigh_by_yield(const struct sp_hosts *hosts,
				 const struct sp_units *units,
				 const uint64_t *fetched,
				 const uint64_t *linking, double *values,
				 struct sp_error *err);

#endif
