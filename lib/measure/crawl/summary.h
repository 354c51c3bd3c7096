/* SPDX-License-Identifier: MIT */
/*
 * summary.h - the figures of a crawl order that fit one row, to compare orders.
 */
#ifndef SP_MEASURE_CRAWL_SUMMARY_H
#define SP_MEASURE_CRAWL_SUMMARY_H

#include "measure/crawl/tau.h"
#include "measure/crawl/throughput.h"

struct sp_summary {
	double throughput[3];  /* after 10, 25 and 45 % of the pages */
	double mean_45;        /* mean throughput up to 45 % of the pages */
	double mean;           /* mean throughput up to all pages */
	double mass_45;        /* score collected up to 45 % of the pages */
	double mass;           /* score collected by all downloads */
	struct sp_tau tau;
};

/*
 * Summarises an order of count downloads.  ranking is that of score, with at
 * least one page, and groups are its sp_hotrank_groups().  hits is work space
 * for ranking->count + 1 numbers.  restricted: see sp_tau_order().  Returns
 * SP_MEMORY on failure.
 */
enum sp_status sp_summarize(const struct sp_hotrank *ranking,
			    const uint32_t *groups, const struct sp_hot *hot,
			    const double *score, const uint32_t *order,
			    uint64_t count, bool restricted, uint32_t *hits,
			    struct sp_summary *summary, struct sp_error *err);

#endif
