/* SPDX-License-Identifier: MIT */
/*
 * Hot pages with a cap for each group, beside their literal definition on
 * random rankings.
 */
#include "curve_sample.h"

#include "measure/crawl/hotcap.h"

#define GROUPS 7

/* ---- caps ------------------------------------------------------------- */

/* Can the group have one more of the best k pages? */
static bool
has_room(uint64_t members, double share, uint64_t k)
{
	return (double)members < share * (double)k;
}

/*
 * The definition: the best page left whose group has room at limit, which grows
 * until there is one.  Returns its rank in plain, from 0.
 */
static uint64_t
choose(const struct sp_hotrank *plain, const uint32_t *group_of,
       const uint64_t *members, const bool *taken, double share,
       uint64_t *limit)
{
	for (;; ++*limit)
		for (uint64_t r = 0; r < plain->count; r++)
			if (!taken[r] &&
			    (has_room(members[group_of[plain->by_rank[r]]],
				      share, *limit) ||
			     *limit > plain->count))
				return r;
}

/* Is the capped ranking the one that is chosen rank by rank? */
static void
compare_ranks(const struct sp_hotrank *plain, const struct sp_hotrank *capped,
	      const uint32_t *group_of, double share, uint64_t kept)
{
	uint64_t members[GROUPS] = { 0 }, limit = 0, lent = 0;
	bool taken[MOST] = { false };

	for (uint64_t k = 1; k <= plain->count; k++) {
		uint64_t r;
		uint32_t page;

		limit = limit > k ? limit : k;
		r = choose(plain, group_of, members, taken, share, &limit);
		page = plain->by_rank[r];
		if (limit > k && !lent)
			lent = k;
		taken[r] = true;
		members[group_of[page]]++;
		hold(capped->by_rank[k - 1] == page);
		hold(capped->rank[page] == k);
		hold(!sp_hotrank_tied(capped, k));
	}
	hold(kept == (lent ? lent - 1 : plain->count));
}

static void
check_cap(struct sp_random *random, double share)
{
	uint64_t pages = 1 + sp_random_below(random, MOST - 1), kept;
	struct sp_hotrank plain, capped;
	struct sp_error err = { 0 };
	uint32_t group_of[MOST];
	double score[MOST];

	for (uint64_t p = 0; p < pages; p++) {
		score[p] = (double)sp_random_below(random, 20);
		group_of[p] = (uint32_t)sp_random_below(random, GROUPS);
	}
	plain = rank_pages(score, pages, NULL, 0);
	capped = rank_pages(score, pages, NULL, 0);
	must(sp_hotrank_cap(&capped, group_of, GROUPS, share, &kept, &err),
	     err);
	compare_ranks(&plain, &capped, group_of, share, kept);
	sp_hotrank_free(&plain);
	sp_hotrank_free(&capped);
}

START_TEST(test_cap_random)
{
	static const double shares[] = { .05, .125, .25, .5, 1 };
	struct sp_random random = { 1 };

	for (unsigned i = 0; i < CASES; i++)
		check_cap(&random, shares[i % LENGTH(shares)]);
}
END_TEST

START_TEST(test_cap_example)
{
	/* Pages 0 to 3 are a gallery; at most half of the hot pages. */
	static const double score[] = { 9, 8, 7, 6, 5, 4, 3 };
	static const uint32_t group_of[] = { 0, 0, 0, 0, 1, 2, 3 };
	static const uint32_t expected[] = { 0, 4, 1, 5, 2, 6, 3 };
	struct sp_hotrank ranking = rank_pages(score, 7, NULL, 0);
	struct sp_error err = { 0 };
	uint64_t kept;

	must(sp_hotrank_cap(&ranking, group_of, 4, .5, &kept, &err), err);
	for (unsigned k = 0; k < 7; k++)
		ck_assert_uint_eq(ranking.by_rank[k], expected[k]);
	ck_assert_uint_eq(kept, 7);
	sp_hotrank_free(&ranking);
}
END_TEST

/* ---- a number for each group ------------------------------------------ */

/*
 * The definition: rank by rank, the best page left of whose group fewer than
 * most have come; when there is none, the best page left.
 */
static uint64_t
check_each(const struct sp_hotrank *plain, const struct sp_hotrank *capped,
	   const uint32_t *group_of, uint64_t most)
{
	uint64_t members[GROUPS] = { 0 }, hot = 0;
	bool taken[MOST] = { false };

	for (uint64_t k = 0; k < plain->count; k++) {
		uint64_t best = plain->count, left = plain->count;

		for (uint64_t r = plain->count; r--;) {
			if (taken[r])
				continue;
			left = r;
			if (members[group_of[plain->by_rank[r]]] < most)
				best = r;
		}
		hot += best < plain->count;
		best = best < plain->count ? best : left;
		taken[best] = true;
		members[group_of[plain->by_rank[best]]]++;
		hold(capped->by_rank[k] == plain->by_rank[best]);
		hold(capped->rank[plain->by_rank[best]] == k + 1);
		hold(!sp_hotrank_tied(capped, k + 1));
	}
	return hot;
}

START_TEST(test_cap_each)
{
	struct sp_random random = { 2 };
	unsigned few = 0, all = 0;

	for (unsigned i = 0; i < CASES; i++) {
		uint64_t most = 1 + sp_random_below(&random, 6), hot;
		uint64_t groups = 1 + sp_random_below(&random, GROUPS);
		uint32_t group_of[MOST];
		struct sp_hotrank plain;
		struct sample sample;
		struct sp_error err = { 0 };

		draw(&sample, &random, i % 2);
		for (uint64_t p = 0; p < sample.pages; p++)
			group_of[p] = (uint32_t)sp_random_below(&random,
								groups);
		plain = rank_pages(sample.score, sample.pages,
				   i % 2 ? sample.mask : NULL, 0);
		must(sp_hotrank_cap_each(&sample.ranking, group_of, groups,
					 most, &hot, &err), err);
		ck_assert_uint_eq(hot, check_each(&plain, &sample.ranking,
						  group_of, most));
		few += hot < plain.count;
		all += hot == plain.count;
		sp_hotrank_free(&plain);
		sp_hotrank_free(&sample.ranking);
	}
	ck_assert_uint_gt(few, 10);
	ck_assert_uint_gt(all, 10);
}
END_TEST

START_TEST(test_cap_each_example)
{
	static const double score[] = { 9, 8, 7, 6, 5, 4, 3 };
	static const uint32_t group_of[] = { 0, 0, 0, 0, 1, 2, 0 };
	static const uint32_t expected[] = { 0, 1, 4, 5, 2, 3, 6 };
	struct sp_hotrank ranking = rank_pages(score, 7, NULL, 0);
	struct sp_error err = { 0 };
	uint64_t hot;

	must(sp_hotrank_cap_each(&ranking, group_of, 3, 2, &hot, &err), err);
	for (unsigned k = 0; k < 7; k++)
		ck_assert_uint_eq(ranking.by_rank[k], expected[k]);
	ck_assert_uint_eq(hot, 4);
	sp_hotrank_free(&ranking);
}
END_TEST

int
main(void)
{
	TCase *test = unit_case("hotcap");

	tcase_add_test(test, test_cap_example);
	tcase_add_test(test, test_cap_random);
	tcase_add_test(test, test_cap_each_example);
	tcase_add_test(test, test_cap_each);
	return unit_run(test);
}
