/* SPDX-License-Identifier: MIT */
/*
 * topic.h - what the orders that follow a topic share: the depth that fish and
 * shark have left, and the texts of links that shark and otie go by
 * (seedpipe-algorithms(7), section 4).  Private to lib/crawl/orders.
 */
#ifndef SP_CRAWL_ORDERS_TOPIC_H
#define SP_CRAWL_ORDERS_TOPIC_H

#include "crawl/orders/orders.h"

/* Why these orders are no parallel crawls: messages carry keys alone. */
#define SP_TOPIC_ALONE "processes send each other no relevance"

/*
 * How many links deep fish and shark go on from each page that is queued or
 * done: most below a relevant page, one less with every other.
 */
#define SP_DEPTH_LEFT_MAX UINT16_MAX

struct sp_depth_left {
	uint16_t *left;   /* of each page */
	uint16_t most;    /* D */
	bool last;        /* the last link decides, not the one that gives
			     most */
};

enum sp_status sp_depth_left_init(struct sp_depth_left *depth,
				  const struct sp_crawl_state *crawl,
				  uint16_t most, bool last);

/* What crawl->page, whose left is not 0, gives to its links. */
static inline uint16_t
sp_depth_given(const struct sp_depth_left *depth,
	       const struct sp_crawl_state *crawl, bool relevant)
{
	return relevant ? depth->most :
			  (uint16_t)(depth->left[crawl->page] - 1);
}

/* A page that is queued already gets it from another link. */
static inline void
sp_depth_again(struct sp_depth_left *depth, uint32_t page, uint16_t given)
{
	if (depth->last || given > depth->left[page])
		depth->left[page] = given;
}

/* What the texts of the links of one page say, and the texts around them. */
struct sp_link_texts {
	double *anchors, *contexts; /* of each link */
	uint64_t anchors_capacity, contexts_capacity;
};

/*
 * Finds what the links of crawl->page have; none where a link has no such
 * score.  SP_MEMORY.
 */
enum sp_status sp_link_texts_find(struct sp_link_texts *texts,
				  const struct sp_crawl_state *crawl,
				  const uint32_t *successors, uint32_t count,
				  double none);
void sp_link_texts_free(struct sp_link_texts *texts);

#endif
