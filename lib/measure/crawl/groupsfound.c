/* SPDX-License-Identifier: MIT */
#include "measure/crawl/groupsfound.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
sp_groups_found(const struct sp_hotrank *ranking, const struct sp_hot *hot,
		const uint32_t *group_of, uint64_t groups,
		const uint32_t *order, uint64_t count, uint32_t *found,
		struct sp_error *err)
{
	uint32_t *first = sp_alloc_large_zero(groups, sizeof(*first));
	uint64_t most = ranking->count;

	if (!first)
		return sp_no_memory(err, "the groups that are found");
	memset(found, 0, (most + 1) * sizeof(*found));
	/*
	 * A page that is downloaded before it is hot finds its group when it
	 * becomes hot; a later download may do so sooner.
	 */
	for (uint64_t i = 0; i < count && i < most; i++) {
		uint64_t from = sp_hot_from(ranking, hot, order[i]);
		uint32_t *at = &first[group_of[order[i]]];

		if (!from)
			continue;
		if (from < i + 1)
			from = i + 1;
		if (!*at || from < *at)
			*at = (uint32_t)from;
	}
	for (uint64_t g = 0; g < groups; g++)
		if (first[g])
			found[first[g]]++;
	for (uint64_t x = 1; x <= most; x++)
		found[x] += found[x - 1];
	free(first);
	return SP_OK;
}

/* ---- a random order --------------------------------------------------- */

/* 1 minus less than this is 1. */
#define NEGLIGIBLE 0x1p-60

/* Groups by the number of their hot pages, which grow from point to point. */
struct sizes {
	uint32_t *members; /* hot pages of each group */
	uint32_t *with;    /* with[h]: groups with h hot pages */
	uint64_t hot;      /* groups with any */
};

static void
add_member(struct sizes *sizes, uint32_t group)
{
	uint32_t before = sizes->members[group]++;

	if (before)
		sizes->with[before]--;
	else
		sizes->hot++;
	sizes->with[before + 1]++;
}

/*
 * The share of the hot groups that x random pages of n find, on average.  A
 * group with h hot pages is missed with the probability (n-x)/n (n-x-1)/(n-1)
 * ..., h factors.  Large groups are hardly ever missed, so that about 42 n/x
 * factors are enough.
 */
static double
expect_share(const struct sizes *sizes, uint64_t n, uint64_t x)
{
	uint64_t left = sizes->hot;
	double missed = 1, sum = 0;

	for (uint64_t h = 1; left && h <= n - x; h++) {
		missed *= (double)(n - x - h + 1) / (double)(n - h + 1);
		if (missed < NEGLIGIBLE)
			break;
		sum += (1 - missed) * (double)sizes->with[h];
		left -= sizes->with[h];
	}
	return (sum + (double)left) / (double)sizes->hot;
}

enum sp_status
sp_groups_hot(const struct sp_hotrank *ranking, const struct sp_hot *hot,
	      const uint32_t *group_of, uint64_t groups,
	      const uint64_t *points, uint64_t point_count, double *all,
	      double *shuffle, struct sp_error *err)
{
	uint64_t count = ranking->count, next = 0;
	struct sizes sizes = {
		sp_alloc_large_zero(groups, sizeof(uint32_t)),
		sp_alloc_large_zero(count + 1, sizeof(uint32_t)), 0
	};
	enum sp_status status = SP_OK;

	if (!sizes.members || !sizes.with)
		status = sp_no_memory(err, "the hot groups");
	for (uint64_t i = 0; !status && i < point_count; i++) {
		/* Pages become hot in the order of their ranks. */
		for (; next < count; next++) {
			uint32_t page = ranking->by_rank[next];
			uint64_t from = sp_hot_from(ranking, hot, page);

			if (!from || from > points[i])
				break;
			add_member(&sizes, group_of[page]);
		}
		all[i] = (double)sizes.hot;
		if (shuffle)
			shuffle[i] = expect_share(&sizes, count, points[i]);
	}
	free(sizes.members);
	free(sizes.with);
	return status;
}
