/* SPDX-License-Identifier: MIT */
#include "eval/cumulative.h"

#define BLOCK 65536

double
sp_score_total(const double *score, uint64_t pages)
{
	double total = 0;

	for (uint64_t block = 0; block < pages; block += BLOCK) {
		uint64_t end = pages - block > BLOCK ? block + BLOCK : pages;
		double sum = 0;

		for (uint64_t p = block; p < end; p++)
			sum += score[p];
		total += sum;
	}
	return total;
}

void
sp_cumulative(const double *score, const uint32_t *order, uint64_t count,
	      const uint64_t *points, uint64_t point_count, double *sums)
{
	uint64_t done = 0;
	double blocks = 0, sum = 0; /* whole blocks; the one that is open */

	for (uint64_t i = 0; i < point_count; i++) {
		uint64_t end = points[i] < count ? points[i] : count;

		while (done < end) {
			sum += score[order[done]];
			if (++done % BLOCK == 0) {
				blocks += sum;
				sum = 0;
			}
		}
		sums[i] = blocks + sum;
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
