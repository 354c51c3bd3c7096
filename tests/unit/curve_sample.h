/* SPDX-License-Identifier: MIT */
/*
 * curve_sample.h - shared by the tests of the metrics: the orders and scores of
 * the worked examples, random ones, and ranks by the definition.
 */
#ifndef TESTS_CURVE_SAMPLE_H
#define TESTS_CURVE_SAMPLE_H

#include "unit.h"

#include "base/random.h"
#include "measure/crawl/hotrank.h"
#include "measure/crawl/throughput.h"

#include <math.h>
#include <string.h>

#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"
#define PAGES 11
#define CASES 300
#define MOST 40 /* pages of a random case */

/* PageRank of G11, to the digits of seedpipe-algorithms(7). */
static const double pagerank[PAGES] = {
	.139700, .116539, .057853, .133721, .147213, .076373, .059982,
	.099517, .093025, .057807, .018271
};

/* Orders on G11 from page 0: hits and tau of sections 8.1 and 8.5. */
static const struct {
	const char *name;
	uint32_t pages[10];
	uint32_t hits[PAGES];
	double tau; /* 9: not in section 8.5 */
} examples[] = {
	{ "bfs", { 0, 1, 2, 4, 3, 5, 6, 7, 8, 9 },
	  { 0, 1, 1, 3, 4, 4, 5, 7, 9, 10, 10 }, .527273 },
	{ "ieca", { 0, 1, 3, 2, 4, 5, 8, 7, 6, 9 },
	  { 0, 1, 2, 3, 4, 4, 6, 7, 9, 10, 10 }, .563636 },
	{ "domainpq", { 0, 4, 7, 1, 3, 2, 5, 6, 8, 9 },
	  { 0, 2, 2, 3, 5, 5, 6, 7, 9, 10, 10 }, .672727 },
	{ "batch2", { 0, 1, 3, 2, 4, 5, 8, 6, 7, 9 },
	  { 0, 1, 2, 3, 4, 4, 6, 7, 9, 10, 10 }, .527273 },
	{ "opic", { 0, 1, 3, 2, 5, 4, 8, 7, 9, 6 },
	  { 0, 1, 2, 3, 3, 4, 6, 7, 8, 10, 10 }, .490909 },
	{ "fpr@100", { 0, 4, 7, 1, 3, 2, 5, 8, 9, 6 },
	  { 0, 2, 2, 3, 5, 5, 6, 7, 8, 10, 10 }, .672727 },
	{ "fica0.3", { 0, 1, 3, 2, 4, 5, 8, 7, 9, 6 },
	  { 0, 1, 2, 3, 4, 4, 6, 7, 8, 10, 10 }, 9 },
	{ "lsf", { 0, 1, 2, 4, 5, 7, 3, 6, 8, 9 },
	  { 0, 1, 1, 3, 3, 4, 6, 7, 9, 10, 10 }, .490909 },
};

static inline void
check_figure(double value, double printed)
{
	ck_assert_msg(fabs(value - printed) <= 1.5e-6, "%.9f, not %.6f",
		      value, printed);
}

static inline struct sp_hotrank
rank_pages(const double *score, uint64_t pages, const uint64_t *mask,
	   unsigned digits)
{
	struct sp_hotrank ranking;
	struct sp_error err;

	must(sp_hotrank_make(&ranking, score, pages, mask, digits, &err), err);
	return ranking;
}

/* ---- random cases ----------------------------------------------------- */

/* Scores with ties, an order without repetitions, a set of pages. */
struct sample {
	uint64_t pages, count;
	double score[MOST];
	uint32_t order[MOST];
	uint64_t mask[1];
	uint64_t rank[MOST];         /* from the definition; from 1 */
	struct sp_hotrank ranking;
	uint32_t groups[MOST];
};

static inline bool
is_ranked(const struct sample *sample, uint64_t page)
{
	return sample->mask[0] >> page & 1;
}

/* Is a better than b? */
static inline bool
better(const struct sample *sample, uint64_t a, uint64_t b)
{
	return sample->score[a] > sample->score[b] ||
	       (sample->score[a] == sample->score[b] && a < b);
}

static inline uint64_t
rank_of(const struct sample *sample, uint64_t page)
{
	uint64_t rank = 1;

	for (uint64_t p = 0; p < sample->pages; p++)
		if (is_ranked(sample, p) && better(sample, p, page))
			rank++;
	return rank;
}

/* Is a page hot after x downloads, by the definition? */
static inline bool
is_hot(const struct sample *sample, const struct sp_hot *hot, uint64_t x,
       uint64_t page)
{
	uint64_t best = hot->fixed ? hot->fixed : x;

	if (hot->most && best > hot->most)
		best = hot->most;
	if (!is_ranked(sample, page))
		return false;
	if (sample->rank[page] <= best)
		return true;
	for (uint64_t p = 0; hot->groups && p < sample->pages; p++)
		if (is_ranked(sample, p) && sample->rank[p] <= best &&
		    sample->score[p] == sample->score[page])
			return true;
	return false;
}

static inline void
draw(struct sample *sample, struct sp_random *random, bool masked)
{
	uint64_t values;

	memset(sample, 0, sizeof(*sample));
	sample->pages = 1 + sp_random_below(random, MOST);
	values = 1 + sp_random_below(random, 2 * sample->pages);
	for (uint64_t p = 0; p < sample->pages; p++) {
		uint64_t value = sp_random_below(random, values);

		sample->score[p] = ((double)value - 3) / 7;
		sample->order[p] = (uint32_t)p;
		if (!masked || sp_random_below(random, 4))
			sample->mask[0] |= UINT64_C(1) << p;
	}
	for (uint64_t i = sample->pages; i > 1; i--) {
		uint64_t other = sp_random_below(random, i);
		uint32_t page = sample->order[i - 1];

		sample->order[i - 1] = sample->order[other];
		sample->order[other] = page;
	}
	sample->count = sp_random_below(random, sample->pages + 1);
	if (sp_random_below(random, 2))
		sample->count = sample->pages;
	for (uint64_t p = 0; p < sample->pages; p++)
		sample->rank[p] = rank_of(sample, p);
	sample->ranking = rank_pages(sample->score, sample->pages,
				     masked ? sample->mask : NULL, 0);
	sp_hotrank_groups(&sample->ranking, sample->groups);
}

#endif
