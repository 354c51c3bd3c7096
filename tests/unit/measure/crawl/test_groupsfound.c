/* SPDX-License-Identifier: MIT */
/*
 * Hot groups that a crawl finds, beside their literal definition on random
 * orders and hot sets; the share that a random order finds, beside the mean of
 * all orders.
 */
#include "curve_sample.h"

#include "measure/crawl/groupsfound.h"

#define GROUPS 9
#define ORDERED 6 /* pages of which all orders are tried */

/* The groups that have a hot page among the first of these, at x downloads. */
static uint64_t
count_groups(const struct sample *sample, const struct sp_hot *hot,
	     const uint32_t *group_of, uint64_t x, const uint32_t *order,
	     uint64_t count)
{
	bool has[GROUPS] = { false };
	uint64_t sum = 0;

	for (uint64_t i = 0; i < count; i++)
		if (is_hot(sample, hot, x, order[i]))
			has[group_of[order[i]]] = true;
	for (int g = 0; g < GROUPS; g++)
		sum += has[g];
	return sum;
}

/* A hot set of some kind: of a fixed size, with ties, or with an end. */
static struct sp_hot
draw_hot(const struct sample *sample, struct sp_random *random)
{
	struct sp_hot hot = { 0 };

	if (!sp_random_below(random, 3))
		hot.fixed = 1 + sp_random_below(random, MOST);
	if (!sp_random_below(random, 3))
		hot.groups = sample->groups;
	else if (sp_random_below(random, 2))
		hot.most = 1 + sp_random_below(random, sample->ranking.count);
	return hot;
}

static void
compare_groups(const struct sample *sample, const struct sp_hot *hot,
	       const uint32_t *group_of)
{
	const struct sp_hotrank *ranking = &sample->ranking;
	uint64_t points[MOST], most = ranking->count;
	double all[MOST], shuffle[MOST];
	uint32_t found[MOST + 2], each[MOST];
	struct sp_error err = { 0 };

	for (uint64_t p = 0; p < sample->pages; p++)
		each[p] = (uint32_t)p;
	for (uint64_t i = 0; i < most; i++)
		points[i] = i + 1;
	found[most + 1] = 77;
	must(sp_groups_found(ranking, hot, group_of, GROUPS, sample->order,
			     sample->count, found, &err), err);
	must(sp_groups_hot(ranking, hot, group_of, GROUPS, points, most, all,
			   shuffle, &err), err);
	ck_assert_uint_eq(found[most + 1], 77);
	ck_assert_uint_eq(found[0], 0);
	for (uint64_t x = 1; x <= most; x++) {
		ck_assert_uint_eq(found[x], count_groups(
			sample, hot, group_of, x, sample->order,
			x < sample->count ? x : sample->count));
		ck_assert_double_eq(all[x - 1], (double)count_groups(
			sample, hot, group_of, x, each, sample->pages));
	}
	/* After all pages, a random order has found all groups. */
	ck_assert_double_eq(shuffle[most - 1], 1);
}

START_TEST(test_groups_random)
{
	struct sp_random random = { 3 };

	for (unsigned i = 0; i < CASES; i++) {
		uint64_t groups = 1 + sp_random_below(&random, GROUPS);
		uint32_t group_of[MOST];
		struct sample sample;
		struct sp_hot hot;

		draw(&sample, &random, i % 2);
		for (uint64_t p = 0; p < sample.pages; p++)
			group_of[p] = (uint32_t)sp_random_below(&random,
								groups);
		if (sample.ranking.count) {
			hot = draw_hot(&sample, &random);
			compare_groups(&sample, &hot, group_of);
		}
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

/* ---- random orders ---------------------------------------------------- */

static void
swap_pages(uint32_t *order, uint64_t a, uint64_t b)
{
	uint32_t page = order[a];

	order[a] = order[b];
	order[b] = page;
}

/* Adds the groups found in all orders of the pages from first on. */
static uint64_t
add_orders(struct sample *sample, const struct sp_hot *hot,
	   const uint32_t *group_of, uint64_t first, uint64_t sums[ORDERED])
{
	uint64_t orders = 0;

	if (first == sample->pages) {
		for (uint64_t x = 1; x <= sample->pages; x++)
			sums[x - 1] += count_groups(sample, hot, group_of, x,
						    sample->order, x);
		return 1;
	}
	for (uint64_t i = first; i < sample->pages; i++) {
		swap_pages(sample->order, first, i);
		orders += add_orders(sample, hot, group_of, first + 1, sums);
		swap_pages(sample->order, first, i);
	}
	return orders;
}

START_TEST(test_all_orders)
{
	struct sp_random random = { 4 };

	for (unsigned i = 0; i < CASES;) {
		uint64_t sums[ORDERED] = { 0 }, points[ORDERED], orders;
		double all[ORDERED], shuffle[ORDERED];
		uint32_t group_of[MOST];
		struct sample sample;
		struct sp_error err = { 0 };
		struct sp_hot hot;

		draw(&sample, &random, false);
		if (sample.pages > ORDERED) {
			sp_hotrank_free(&sample.ranking);
			continue;
		}
		i += 10;
		for (uint64_t p = 0; p < sample.pages; p++) {
			group_of[p] = (uint32_t)sp_random_below(&random, 3);
			points[p] = p + 1;
		}
		hot = draw_hot(&sample, &random);
		orders = add_orders(&sample, &hot, group_of, 0, sums);
		must(sp_groups_hot(&sample.ranking, &hot, group_of, 3, points,
				   sample.pages, all, shuffle, &err), err);
		for (uint64_t p = 0; p < sample.pages; p++)
			hold(fabs(shuffle[p] - (double)sums[p] /
				  ((double)orders * all[p])) < 1e-12);
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

/* Groups so large that a random order cannot miss them. */
START_TEST(test_large_groups)
{
	uint64_t pages = 100000, points[] = { 1, 1000, 50000, 100000 };
	uint32_t *group_of = calloc(pages, sizeof(*group_of));
	double *score = calloc(pages, sizeof(*score)), all[4], shuffle[4];
	struct sp_hot hot = { .fixed = pages };
	struct sp_hotrank ranking;
	struct sp_error err = { 0 };

	ck_assert(score && group_of);
	/* Pages 0 to 2 are a group each, all others one. */
	for (uint64_t p = 0; p < pages; p++) {
		score[p] = (double)(pages - p);
		group_of[p] = p < 3 ? (uint32_t)p : 3;
	}
	ranking = rank_pages(score, pages, NULL, 0);
	must(sp_groups_hot(&ranking, &hot, group_of, 4, points, 4, all,
			   shuffle, &err), err);
	for (int i = 0; i < 4; i++) {
		double part = (double)points[i] / (double)pages;
		double large = points[i] == 1 ? 1 - 3 / (double)pages : 1;

		ck_assert_double_eq(all[i], 4);
		hold(fabs(shuffle[i] - (3 * part + large) / 4) < 1e-12);
	}
	sp_hotrank_free(&ranking);
	free(score);
	free(group_of);
}
END_TEST

int
main(void)
{
	TCase *test = unit_case("groupsfound");

	tcase_add_test(test, test_groups_random);
	tcase_add_test(test, test_all_orders);
	tcase_add_test(test, test_large_groups);
	return unit_run(test);
}
