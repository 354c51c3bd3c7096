/* SPDX-License-Identifier: MIT */
/* What the orders that follow a topic share. */
#include "crawl/orders/topic.h"

#include "base/memory.h"

#include <stdlib.h>

enum sp_status
sp_depth_left_init(struct sp_depth_left *depth,
		   const struct sp_crawl_state *crawl, uint16_t most, bool last)
{
	depth->left = sp_alloc_large_zero(crawl->pages, sizeof(*depth->left));
	depth->most = most;
	depth->last = last;
	return depth->left ? SP_OK : sp_no_memory(crawl->err, "depths");
}

enum sp_status
sp_link_texts_find(struct sp_link_texts *texts,
		   const struct sp_crawl_state *crawl,
		   const uint32_t *successors, uint32_t count, double none)
{
	const struct sp_crawl_input *input = crawl->input;
	uint64_t room = count + UINT64_C(1);

	if (!sp_grow(&texts->anchors, &texts->anchors_capacity, room) ||
	    !sp_grow(&texts->contexts, &texts->contexts_capacity, room))
		return sp_no_memory(crawl->err, "the scores of links");
	sp_link_scores_find(input->anchors, crawl->page, successors, count,
			    none, texts->anchors);
	sp_link_scores_find(input->contexts, crawl->page, successors, count,
			    none, texts->contexts);
	return SP_OK;
}

void
sp_link_texts_free(struct sp_link_texts *texts)
{
	free(texts->anchors);
	free(texts->contexts);
}
