/* SPDX-License-Identifier: MIT */
#include "measure/crawl/cumulative.h"

#include "rank/sum.h"

void
sp_cumulative(const double *score, const uint32_t *order, uint64_t count,
	      const uint64_t *points, uint64_t point_count, double *sums)
{
	uint64_t done = 0;
	/* Added by chunks, as rank/sum.h defines every sum over a vector. */
	double chunks = 0, sum = 0; /* of whole chunks; of the open one */

	/* Points ascend, so one walk along the order serves them all. */
	for (uint64_t i = 0; i < point_count; i++) {
		uint64_t end = points[i] < count ? points[i] : count;

		while (done < end) {
			sum += score[order[done]];
			if (++done % SP_SUM_CHUNK == 0) {
				chunks += sum;
				sum = 0;
			}
		}
		sums[i] = chunks + sum;
	}
}

uint64_t
sp_tranche_count(uint64_t count, uint64_t tranche)
{
	return count / tranche + (count % tranche != 0);
}

void
sp_tranches(const double *score, const uint32_t *order, uint64_t count,
	    uint64_t tranche, double *means)
{
	for (uint64_t done = 0; done < count; means++) {
		uint64_t left = count - done;
		uint64_t pages = left < tranche ? left : tranche;
		double sum = 0;

		for (uint64_t i = 0; i < pages; i++)
			sum += score[order[done + i]];
		*means = sum / (double)pages;
		done += pages;
	}
}
