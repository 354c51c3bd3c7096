/* SPDX-License-Identifier: MIT */
/*
 * linksums.h - sums over the links to each page, again and again, by the forms
 * of a graph that PageRank has (rank/form.h).
 *
 * A form gives each link the value of its page divided by the number of its
 * links, or by the sum of their weights, so each value is multiplied by that
 * first: the two roundings are below those of the sums.  Any number of threads
 * makes the same bits.  Takes 16 bytes a page and what the form does, 32 bytes
 * a page, and more where memory allows.  Private to this folder.
 */
#ifndef SP_MEASURE_RANKS_LINKSUMS_H
#define SP_MEASURE_RANKS_LINKSUMS_H

#include "measure/ranks/methods.h"
#include "rank/form.h"

struct sp_linksums {
	struct sp_form *form;
	uint64_t pages;
	int threads;
	double *leaving;      /* the links of each page, or their weights */
	double *passing;      /* the values, times these */
	double *sums;         /* where they go */
};

/* SP_DATA, SP_MEMORY; can be freed then, too. */
enum sp_status sp_linksums_begin(struct sp_linksums *adder,
				 const struct sp_rank_input *input,
				 struct sp_error *err);
void sp_linksums_free(struct sp_linksums *adder);

/*
 * Sets the sum of each page to that of the values, not below 0, of the pages
 * that link to it, each times the weight of the link.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_linksums_sum(struct sp_linksums *adder, const double *values,
			       double *sums, struct sp_error *err);

/*
 * Sets the sum of each page to that of the weights of its links.  SP_DATA,
 * SP_MEMORY.
 */
enum sp_status sp_linksums_leaving(const struct sp_rank_input *input,
				   double *sums, struct sp_error *err);

#endif
