/* SPDX-License-Identifier: MIT */
#include "measure/crawl/summary.h"

#include "measure/crawl/cumulative.h"
#include "measure/crawl/points.h"

enum sp_status
sp_summarize(const struct sp_hotrank *ranking, const uint32_t *groups,
	     const struct sp_hot *hot, const double *score,
	     const uint32_t *order, uint64_t count, bool restricted,
	     uint32_t *hits, struct sp_summary *summary, struct sp_error *err)
{
	uint64_t all = ranking->count, most = sp_points_at(all, .45);
	/* The mass is that of all downloads, whether ranked or not. */
	uint64_t ends[2] = { most, all > count ? all : count };
	double sums[2];

	sp_hot_hits(ranking, hot, order, count, hits);
	summary->throughput[0] = sp_hot_throughput(ranking, hot, hits,
						   sp_points_at(all, .1));
	summary->throughput[1] = sp_hot_throughput(ranking, hot, hits,
						   sp_points_at(all, .25));
	summary->throughput[2] = sp_hot_throughput(ranking, hot, hits, most);
	summary->mean_45 = sp_hot_mean(ranking, hot, hits, most);
	summary->mean = sp_hot_mean(ranking, hot, hits, all);
	sp_cumulative(score, order, count, ends, 2, sums);
	summary->mass_45 = sums[0];
	summary->mass = sums[1];
	return sp_tau_order(ranking, groups, order, count, restricted,
			    &summary->tau, err);
}
