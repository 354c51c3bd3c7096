/* SPDX-License-Identifier: MIT */
#include "crawl/orders/topic.h"

#include "base/memory.h"

enum sp_status
sp_depth_left_init(struct sp_depth_left *depth,
		   const struct sp_crawl_state *crawl, uint16_t most, bool last)
{
	depth->left = sp_alloc_large_zero(crawl->pages, sizeof(*depth->left));
	depth->most = most;
	depth->last = last;
	return depth->left ? SP_OK : sp_no_memory(crawl->err, "depths");
}
