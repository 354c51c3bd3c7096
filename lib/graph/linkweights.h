/* SPDX-License-Identifier: MIT */
/*
 * linkweights.h - the weights of the links of a graph, for all that ranks pages
 * by them.
 *
 * A weight is 0 or between SP_WEIGHT_LEAST and SP_WEIGHT_MOST, so that sums
 * and products of a few of them neither overflow nor vanish.  0 means that the
 * link carries nothing.  A heavy link counts in proportion, so one of 1,000
 * drowns its neighbours; with SP_WEIGHTS_LOG all weights w are replaced by
 * log(1 + w), which keeps 0 and the order, and leaves most to the number of
 * links.
 *
 * Weights stand in the order of rows: page by page, and for each page in the
 * order of its successors.
 *
 * Memory: 8 bytes a link, 8 bytes for each block of pages, and 8 bytes a page
 * after sp_link_weights_index().
 */
#ifndef SP_GRAPH_LINKWEIGHTS_H
#define SP_GRAPH_LINKWEIGHTS_H

#include "graph/graph.h"

/* What weights are used for; the order of SP_WEIGHING_WORDS. */
enum sp_weighing {
	SP_WEIGHTS_IGNORED, /* all links are alike */
	SP_WEIGHTS_RAW,     /* as they are */
	SP_WEIGHTS_LOG      /* log(1 + w) */
};

#define SP_WEIGHT_LEAST 1e-100
#define SP_WEIGHT_MOST 1e100

#define SP_WEIGHING_WORDS "ignore|raw|log"

struct sp_link_weights {
	double *values;  /* one a link; NULL: there are none */
	uint64_t *block; /* the first link of each block of pages, and the
			    end */
	uint64_t *page;  /* the same of each page; NULL before
			    sp_link_weights_index() */
};

#define SP_LINK_WEIGHTS_NONE { NULL, NULL, NULL }

/*
 * Checks the weights of the graph, one a link, and replaces them as how says,
 * which is not SP_WEIGHTS_IGNORED.  values belong to *weights from then on,
 * which the caller frees, after a failure too.  Any number of threads (at least
 * 1) makes the same bits.  SP_DATA: a weight is out of range, and the message
 * names the first such link; or the graph is damaged.  SP_MEMORY.
 */
enum sp_status sp_link_weights_make(struct sp_link_weights *weights,
				    const struct sp_graph *graph,
				    double *values, enum sp_weighing how,
				    int threads, struct sp_error *err);

/*
 * Makes weights->page, for those who visit pages in any order.  SP_DATA if the
 * graph is damaged; SP_MEMORY.
 */
enum sp_status sp_link_weights_index(struct sp_link_weights *weights,
				     const struct sp_graph *graph, int threads,
				     struct sp_error *err);

/*
 * Makes *sums, which the caller frees: for each page the sum of the weights of
 * its links, in their order.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_link_weights_sum(const struct sp_link_weights *weights,
				   const struct sp_graph *graph, int threads,
				   double **sums, struct sp_error *err);

/*
 * Divides all weights by a power of two, which is returned, so that the largest
 * is at least 1 and below 2: for sums of products of many of them.
 */
double sp_link_weights_to_unit(struct sp_link_weights *weights,
			       uint64_t links, int threads);

/* Accepts SP_LINK_WEIGHTS_NONE, and leaves it. */
void sp_link_weights_free(struct sp_link_weights *weights);

#endif
