/* SPDX-License-Identifier: MIT */
/*
 * Hits for all numbers of downloads at once: each page is counted where it
 * becomes a hit, and a running sum does the rest (throughput.h says why this
 * is O(pages)).
 *
 * With --ties threshold a page is hot from the first rank of its score on
 * (groups); the number of hot pages is then the last rank with the score of
 * rank x, found by bisection, because groups ascend along the ranking.
 */
#include "measure/crawl/throughput.h"

#include <string.h>

void
sp_hot_hits(const struct sp_hotrank *ranking, const struct sp_hot *hot,
	    const uint32_t *order, uint64_t count, uint32_t *hits)
{
	uint64_t most = ranking->count;

	memset(hits, 0, (most + 1) * sizeof(*hits));
	if (count > most)
		count = most;
	/*
	 * A page counts as soon as it is both downloaded and hot, neither of
	 * which is beyond the ranked pages.
	 */
	for (uint64_t i = 0; i < count; i++) {
		uint64_t from = sp_hot_from(ranking, hot, order[i]);

		if (from)
			hits[from > i + 1 ? from : i + 1]++;
	}
	/* So far hits[x] has the pages that are hit exactly at x. */
	for (uint64_t x = 1; x <= most; x++)
		hits[x] += hits[x - 1];
}

/* The last rank that has the score of rank: groups ascend, so by bisection. */
static uint64_t
last_rank(const struct sp_hotrank *ranking, const uint32_t *groups,
	  uint64_t rank)
{
	uint32_t group = groups[ranking->by_rank[rank - 1]];
	uint64_t last = rank, after = ranking->count + 1;

	while (after - last > 1) {
		uint64_t middle = last + (after - last) / 2;

		if (groups[ranking->by_rank[middle - 1]] == group)
			last = middle;
		else
			after = middle;
	}
	return last;
}

uint64_t
sp_hot_pages(const struct sp_hotrank *ranking, const struct sp_hot *hot,
	     uint64_t x)
{
	if (hot->fixed)
		x = hot->fixed < ranking->count ? hot->fixed : ranking->count;
	if (hot->most && x > hot->most)
		x = hot->most;
	return hot->groups ? last_rank(ranking, hot->groups, x) : x;
}

double
sp_hot_throughput(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		  const uint32_t *hits, uint64_t x)
{
	return (double)hits[x] / (double)sp_hot_pages(ranking, hot, x);
}

double
sp_hot_mean(const struct sp_hotrank *ranking, const struct sp_hot *hot,
	    const uint32_t *hits, uint64_t last)
{
	uint64_t pages = hot->fixed ? sp_hot_pages(ranking, hot, 1) : 0;
	double sum = 0;

	/* The hot set only grows, so its size is followed, not searched. */
	for (uint64_t x = 1; x <= last; x++) {
		if (!hot->fixed && pages < x &&
		    (!hot->most || x <= hot->most)) {
			pages = x;
			while (hot->groups && sp_hotrank_tied(ranking, pages))
				pages++;
		}
		sum += (double)hits[x] / (double)pages;
	}
	return sum / (double)last;
}
