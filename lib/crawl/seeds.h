/* SPDX-License-Identifier: MIT */
/*
 * seeds.h - what is known of the seeds before an order begins.  Private to
 * lib/crawl.
 */
#ifndef SP_CRAWL_SEEDS_H
#define SP_CRAWL_SEEDS_H

#include "crawl/engine.h"

/*
 * Sets crawl->seeds of a crawl whose input was checked and whose frontier is
 * empty.  SP_MEMORY; SP_DATA if the order uses
 * trust, and the trust of the seeds does not give each a share above 0.
 * sp_crawl() frees the seeds in any case.
 */
enum sp_status sp_seeds_prepare(struct sp_crawl_state *crawl);

#endif
