/* SPDX-License-Identifier: MIT */
/*
 * tau.h - Kendall's tau with ties, tau-b: how well two rankings of the same
 * items agree (seedpipe-algorithms(7), 8.5; Kendall, 1945; Boldi, Santini and
 * Vigna, 2004).  By Knight's merge sort (1966), O(n log n).
 */
#ifndef SP_MEASURE_CRAWL_TAU_H
#define SP_MEASURE_CRAWL_TAU_H

#include "measure/crawl/hotrank.h"

struct sp_tau {
	uint64_t items;
	uint64_t concordant;  /* pairs in the same order in both */
	uint64_t discordant;  /* pairs in opposite orders */
	uint64_t tied_x;      /* pairs that are equal in x */
	uint64_t tied_y;
	uint64_t tied_both;
	bool defined;         /* false: all items are tied in x or in y */
	double tau;           /* -1 to 1; 0 if it is not defined */
};

/*
 * x[i] and y[i] are the ranks of item i in the two rankings, equal for items
 * that are tied.  x ascends; y is sorted on return.  space has room for count
 * numbers.  count is at most SP_RANKED_MAX, so that the number of pairs fits
 * 64 bits.
 */
void sp_tau_sorted(const uint32_t *x, uint32_t *y, uint64_t count,
		   uint32_t *space, struct sp_tau *tau);

/*
 * Compares an order with a benchmark; groups are the sp_hotrank_groups() of
 * ranking.  The items are the ranked pages, or with restricted only those that
 * were downloaded; x is the time of download, with all pages that were not
 * downloaded tied at the end.  Takes 12 bytes per page while it works;
 * SP_MEMORY.
 */
enum sp_status sp_tau_order(const struct sp_hotrank *ranking,
			    const uint32_t *groups, const uint32_t *order,
			    uint64_t count, bool restricted,
			    struct sp_tau *tau, struct sp_error *err);

/*
 * Compares two scores of the pages of a graph; mask and digits are those of
 * sp_hotrank_make(), which ranks the pages by x and by y.  SP_DATA and
 * SP_MEMORY as there.
 */
enum sp_status sp_tau_scores(const double *x, const double *y, uint64_t pages,
			     const uint64_t *mask, unsigned digits,
			     struct sp_tau *tau, struct sp_error *err);

#endif
