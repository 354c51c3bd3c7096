/* SPDX-License-Identifier: MIT */
/*
 * Values of links.  Weights stand in the order of the links of the graph, so
 * those of a page are a part of the array and need not be copied; logarithms
 * are taken as pages are downloaded, once for each link, so that orders with
 * and without them can run beside each other on one array.
 */
#include "crawl/orders/shares.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* The values of the links of a page, for which there is room; or others. */
typedef const double *shares_find(const struct sp_crawl_state *crawl,
				  const uint32_t *successors, uint32_t count,
				  double *room);

static const double *
shares_by_weight(const struct sp_crawl_state *crawl,
		 const uint32_t *successors, uint32_t count, double *room)
{
	const struct sp_link_weights *weights = crawl->input->weights;

	(void)successors;
	(void)count;
	(void)room;
	return weights->values + weights->page[crawl->page];
}

static const double *
shares_by_log(const struct sp_crawl_state *crawl, const uint32_t *successors,
	      uint32_t count, double *room)
{
	const double *weights = shares_by_weight(crawl, successors, count,
						 NULL);

	for (uint32_t i = 0; i < count; i++)
		room[i] = log1p(weights[i]);
	return room;
}

/*
 * By the texts of links.  One that says nothing of the topic, or has no score,
 * leads to a page that may still be good, or to others that are: as with otie
 * it gets the least share, so that all links of a page without good ones share
 * equally and none of what it gives is lost.
 */
static const double *
shares_by_anchor(const struct sp_crawl_state *crawl,
		 const uint32_t *successors, uint32_t count, double *room)
{
	sp_link_scores_find(crawl->input->anchors, crawl->page, successors,
			    count, 0, room);
	for (uint32_t i = 0; i < count; i++)
		if (room[i] < SP_SHARES_LEAST)
			room[i] = SP_SHARES_LEAST;
	return room;
}

/* The table, in the order of SP_SHARES. */
static const struct {
	unsigned needs;
	shares_find *find; /* NULL: all links are alike */
} share_kinds[] = {
	{ 0, NULL },
	{ SP_NEEDS_WEIGHTS, shares_by_weight },
	{ SP_NEEDS_WEIGHTS, shares_by_log },
	{ SP_NEEDS_ANCHORS, shares_by_anchor }
};

unsigned
sp_shares_need(double by)
{
	return share_kinds[(unsigned)by].needs;
}

enum sp_status
sp_shares_find(struct sp_shares *shares, const struct sp_crawl_state *crawl,
	       unsigned links, const uint32_t *successors, uint32_t count,
	       const double **values)
{
	unsigned by = (unsigned)sp_option_value(crawl, links);

	*values = NULL;
	if (!share_kinds[by].find)
		return SP_OK;
	if (!sp_grow(&shares->values, &shares->capacity,
		     count + UINT64_C(1)))
		return sp_no_memory(crawl->err, "the values of links");
	*values = share_kinds[by].find(crawl, successors, count,
				       shares->values);
	return SP_OK;
}

void
sp_shares_free(struct sp_shares *shares)
{
	free(shares->values);
}
