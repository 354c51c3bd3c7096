/* SPDX-License-Identifier: MIT */
/*
 * The kernels that run on windows (sparse_window.h).
 *
 * Sums of four lists are added side by side.  The order of lists by length,
 * which sparse_window.c makes, is what lets four go on as far as the shortest
 * of them.
 */
#include "rank/sparse_window.h"

#include "base/bitset.h"

/*
 * The four sums are independent, so the processor adds them at the same time;
 * each has its own order.  A tail goes on with the sum that its bundle has
 * begun.
 */
void
sp_sparse_sum_lists(const struct sp_sparse_window *window,
		    const double *at_places, double *hubs)
{
	const struct sp_sparse_lists *lists = &window->lists;
	const uint32_t *place = window->successors;
	double *to = hubs + lists->count % SP_SPARSE_LANES;

	for (double *rest = hubs; rest < to; rest++)
		*rest = 0;
	for (uint32_t b = 0; b < lists->bundles; b++, to += SP_SPARSE_LANES) {
		double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;

		for (uint32_t i = lists->widths[b]; i > 0;
		     i--, place += SP_SPARSE_LANES) {
			sum0 += at_places[place[0]];
			sum1 += at_places[place[1]];
			sum2 += at_places[place[2]];
			sum3 += at_places[place[3]];
		}
		to[0] = sum0;
		to[1] = sum1;
		to[2] = sum2;
		to[3] = sum3;
	}
	for (uint32_t t = 0; t < lists->tail_count; t++) {
		double sum = hubs[lists->tails[t].list];

		for (uint32_t i = lists->tails[t].count; i > 0; i--)
			sum += at_places[*place++];
		hubs[lists->tails[t].list] = sum;
	}
}

void
sp_sparse_spread(const struct sp_sparse_window *window, const double *hubs,
		 double *values)
{
	for (uint32_t row = 0; row < window->rows; row++)
		values[row] = hubs[window->list_of[row]];
	for (uint64_t w = 0; w < sp_bitset_words(window->rows); w++)
		for (uint64_t dead = window->dead[w]; dead; dead &= dead - 1)
			values[w * SP_BITSET_BITS +
			       (unsigned)__builtin_ctzll(dead)] = 0;
}

/*
 * The sums begin with what earlier windows have added: additions to a place
 * continue in page order.
 */
void
sp_sparse_add_sources(const struct sp_sparse_window *window,
		      const double *values, double *sums)
{
	const struct sp_sparse_lists *targets = &window->targets;
	const uint64_t *four = window->sources;
	const uint16_t *source = window->tail_sources;
	const uint32_t *place = window->places +
				targets->count % SP_SPARSE_LANES;

	for (uint32_t b = 0; b < targets->bundles;
	     b++, place += SP_SPARSE_LANES) {
		double sum0 = sums[place[0]], sum1 = sums[place[1]];
		double sum2 = sums[place[2]], sum3 = sums[place[3]];

		for (uint32_t i = targets->widths[b]; i > 0; i--, four++) {
			sum0 += values[*four & UINT16_MAX];
			sum1 += values[*four >> 16 & UINT16_MAX];
			sum2 += values[*four >> 32 & UINT16_MAX];
			sum3 += values[*four >> 48];
		}
		sums[place[0]] = sum0;
		sums[place[1]] = sum1;
		sums[place[2]] = sum2;
		sums[place[3]] = sum3;
	}
	for (uint32_t t = 0; t < targets->tail_count; t++) {
		uint32_t at = window->places[targets->tails[t].list];
		double sum = sums[at];

		for (uint32_t i = targets->tails[t].count; i > 0; i--)
			sum += values[*source++];
		sums[at] = sum;
	}
}
