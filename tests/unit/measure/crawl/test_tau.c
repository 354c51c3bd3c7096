/* SPDX-License-Identifier: MIT */
/*
 * Kendall's tau against a count of all pairs; sets of pages; the PageRank of
 * what a crawl has seen; summaries.
 */
#include "curve_sample.h"
#include "oracle.h"

#include "measure/crawl/pageset.h"
#include "measure/crawl/partial.h"
#include "measure/crawl/summary.h"

/* ---- Kendall's tau ---------------------------------------------------- */

/* Counts all pairs of items, one by one. */
static void
count_pairs(const double *x, const double *y, const uint64_t *mask,
	    uint64_t pages, struct sp_tau *tau)
{
	double in_x = 0, in_y = 0;

	memset(tau, 0, sizeof(*tau));
	for (uint64_t i = 0; i < pages; i++) {
		tau->items += mask[0] >> i & 1;
		for (uint64_t j = 0; j < i; j++) {
			double product = (x[i] - x[j]) * (y[i] - y[j]);

			if (!(mask[0] >> i & mask[0] >> j & 1))
				continue;
			tau->concordant += product > 0;
			tau->discordant += product < 0;
			tau->tied_x += x[i] == x[j];
			tau->tied_y += y[i] == y[j];
			tau->tied_both += x[i] == x[j] && y[i] == y[j];
			in_x += x[i] != x[j];
			in_y += y[i] != y[j];
		}
	}
	tau->defined = in_x > 0 && in_y > 0;
	if (tau->defined)
		tau->tau = ((double)tau->concordant -
			    (double)tau->discordant) / sqrt(in_x * in_y);
}

static void
check_tau(const struct sp_tau *found, const struct sp_tau *expected)
{
	ck_assert_uint_eq(found->items, expected->items);
	ck_assert_uint_eq(found->concordant, expected->concordant);
	ck_assert_uint_eq(found->discordant, expected->discordant);
	ck_assert_uint_eq(found->tied_x, expected->tied_x);
	ck_assert_uint_eq(found->tied_y, expected->tied_y);
	ck_assert_uint_eq(found->tied_both, expected->tied_both);
	ck_assert(found->defined == expected->defined);
	ck_assert_double_eq_tol(found->tau, expected->tau, 1e-14);
}

START_TEST(test_tau_examples)
{
	static const double x[] = { 1, 2, 2, 3, 4 }, y[] = { 1, 3, 2, 2, 4 };
	struct sp_hotrank ranking = rank_pages(pagerank, PAGES, NULL, 0);
	uint32_t groups[PAGES];
	struct sp_error err;
	struct sp_tau tau;

	must(sp_tau_scores(x, y, 5, NULL, 0, &tau, &err), err);
	check_figure(tau.tau, .666667);
	sp_hotrank_groups(&ranking, groups);
	for (size_t e = 0; e < sizeof(examples) / sizeof(*examples); e++) {
		must(sp_tau_order(&ranking, groups, examples[e].pages, 10,
				  false, &tau, &err), err);
		if (examples[e].tau < 2)
			check_figure(tau.tau, examples[e].tau);
		if (e)
			continue;
		ck_assert_uint_eq(tau.concordant, 42);
		ck_assert_uint_eq(tau.discordant, 13);
	}
	/*
	 * The benchmark agrees with itself; reversed, it disagrees everywhere.
	 */
	must(sp_tau_order(&ranking, groups, ranking.by_rank, PAGES, false,
			  &tau, &err), err);
	ck_assert_double_eq(tau.tau, 1);
	sp_hotrank_free(&ranking);
}
END_TEST

START_TEST(test_tau_random)
{
	struct sp_random random = { 4 };
	struct sample sample;

	for (unsigned i = 0; i < CASES; i++) {
		struct sp_tau found, expected;
		struct sp_error err;
		double x[MOST];
		uint64_t downloaded = 0;

		draw(&sample, &random, i % 2);
		for (uint64_t p = 0; p < sample.pages; p++)
			x[p] = -1e9;
		for (uint64_t t = 0; t < sample.count; t++) {
			x[sample.order[t]] = -(double)t;
			downloaded |= UINT64_C(1) << sample.order[t];
		}
		must(sp_tau_order(&sample.ranking, sample.groups,
				  sample.order, sample.count, false, &found,
				  &err), err);
		count_pairs(x, sample.score, sample.mask, sample.pages,
			    &expected);
		check_tau(&found, &expected);

		downloaded &= sample.mask[0];
		must(sp_tau_order(&sample.ranking, sample.groups,
				  sample.order, sample.count, true, &found,
				  &err), err);
		count_pairs(x, sample.score, &downloaded, sample.pages,
			    &expected);
		check_tau(&found, &expected);
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

/* Sorts by x, by insertion. */
static void
sort_by_x(uint32_t *x, uint32_t *y, uint64_t count)
{
	for (uint64_t i = 1; i < count; i++)
		for (uint64_t j = i; j && x[j - 1] > x[j]; j--) {
			uint32_t left_x = x[j - 1], left_y = y[j - 1];

			x[j - 1] = x[j];
			y[j - 1] = y[j];
			x[j] = left_x;
			y[j] = left_y;
		}
}

/* Numbers of few bits and of all 32, with many ties and with none. */
START_TEST(test_tau_sorted_wide)
{
	static const uint32_t ends[] = {
		1, 2, 15, 16, 17, 255, 256, 300, 4096, 65536, UINT32_MAX
	};
	enum { ENDS = sizeof(ends) / sizeof(*ends), ITEMS = 200 };
	struct sp_random random = { 6 };

	for (unsigned i = 0; i < CASES; i++) {
		uint32_t end = ends[i % ENDS];
		uint32_t x[ITEMS], y[ITEMS], given[ITEMS], space[ITEMS];
		uint64_t count = sp_random_below(&random, ITEMS + 1);
		struct sp_tau tau, expected = { 0 };

		for (uint64_t j = 0; j < count; j++) {
			x[j] = (uint32_t)sp_random_below(&random, ITEMS);
			y[j] = (uint32_t)sp_random_below(&random, end) +
			       (UINT32_MAX - end) * (i / ENDS % 2);
		}
		sort_by_x(x, y, count);
		memcpy(given, y, sizeof(given));
		sp_tau_sorted(x, y, count, space, &tau);
		for (uint64_t j = 0; j < count; j++)
			for (uint64_t k = 0; k < j; k++) {
				expected.discordant += x[k] != x[j] &&
						       given[k] > given[j];
				expected.tied_y += given[k] == given[j];
				expected.tied_both += x[k] == x[j] &&
						      given[k] == given[j];
			}
		ck_assert_uint_eq(tau.discordant, expected.discordant);
		ck_assert_uint_eq(tau.tied_y, expected.tied_y);
		ck_assert_uint_eq(tau.tied_both, expected.tied_both);
		for (uint64_t j = 1; j < count; j++)
			ck_assert(y[j - 1] <= y[j]);
	}
}
END_TEST

START_TEST(test_tau_scores_random)
{
	struct sp_random random = { 5 };
	struct sample x, y;

	for (unsigned i = 0; i < CASES; i++) {
		struct sp_tau found, expected;
		struct sp_error err;
		uint64_t pages, mask;

		draw(&x, &random, true);
		draw(&y, &random, false);
		pages = x.pages < y.pages ? x.pages : y.pages;
		mask = x.mask[0] & (pages < 64 ? (UINT64_C(1) << pages) - 1 :
						 UINT64_MAX);
		must(sp_tau_scores(x.score, y.score, pages, &mask, 0, &found,
				   &err), err);
		count_pairs(x.score, y.score, &mask, pages, &expected);
		check_tau(&found, &expected);
		sp_hotrank_free(&x.ranking);
		sp_hotrank_free(&y.ranking);
	}
}
END_TEST

/* Long enough for merging, and for more than 2^32 pairs. */
START_TEST(test_tau_large)
{
	uint64_t count = 200001;
	uint32_t *x = malloc(count * sizeof(*x));
	uint32_t *y = malloc(count * sizeof(*y));
	uint32_t *space = malloc(count * sizeof(*space));
	struct sp_tau tau;

	ck_assert(x && y && space);
	for (uint64_t i = 0; i < count; i++) {
		x[i] = (uint32_t)i;
		y[i] = (uint32_t)(count - i);
	}
	sp_tau_sorted(x, y, count, space, &tau);
	ck_assert_double_eq(tau.tau, -1);
	ck_assert_uint_eq(tau.discordant, UINT64_C(20000100000));
	ck_assert_uint_eq(tau.concordant, 0);
	for (uint64_t i = 0; i < count; i++)
		x[i] = 1;
	sp_tau_sorted(x, y, count, space, &tau);
	ck_assert(!tau.defined);
	ck_assert_uint_eq(tau.tied_x, UINT64_C(20000100000));
	sp_tau_sorted(x, y, 0, space, &tau);
	ck_assert(!tau.defined);
	ck_assert_uint_eq(tau.concordant, 0);
	free(x);
	free(y);
	free(space);
}
END_TEST

/* ---- sets of pages, partial PageRank ---------------------------------- */

/* Recorded, or else the pages of depth 1. */
START_TEST(test_seeds)
{
	uint32_t pages[] = { 3, 1, 2 }, depths[] = { 1, 2, 1 };
	uint32_t seeds[] = { 5, 3 };
	struct sp_order order = { .name = "x", .count = 3, .pages = pages,
				  .depths = depths };
	uint64_t set[1] = { 0 };
	struct sp_error err;

	must(sp_pageset_seeds(set, 6, &order, &err), err);
	ck_assert_uint_eq(set[0], 1 << 3 | 1 << 2);
	order.seeds = seeds;
	order.seed_count = 2;
	set[0] = 1;
	must(sp_pageset_seeds(set, 6, &order, &err), err);
	ck_assert_uint_eq(set[0], 1 << 5 | 1 << 3 | 1);
	ck_assert_int_eq(sp_pageset_seeds(set, 5, &order, &err), SP_DATA);
	order.seed_count = 0;
	ck_assert_int_eq(sp_pageset_seeds(set, 3, &order, &err), SP_DATA);
	order.depths = NULL;
	set[0] = 0;
	must(sp_pageset_seeds(set, 6, &order, &err), err);
	ck_assert_uint_eq(set[0], 0);
}
END_TEST

START_TEST(test_pagesets)
{
	struct oracle_graph parsed;
	struct sp_graph *graph;
	uint64_t set[1] = { 1 }, done[1] = { 0 };
	uint32_t pages[] = { 0, 1, 2, 4, 3 };
	struct sp_order order = { .name = "bfs", .count = 5, .pages = pages };
	struct sp_error err;

	oracle_parse(&parsed, PAGES, G11);
	graph = oracle_build(&parsed);
	must(sp_pageset_reach(set, graph, 1, &err), err);
	ck_assert_uint_eq(set[0], 0x3ff);
	ck_assert_uint_eq(sp_bitset_count(set, PAGES), 10);
	set[0] = 1 << 10;
	must(sp_pageset_reach(set, graph, 1, &err), err);
	ck_assert_uint_eq(set[0], 0x7ff);
	set[0] = 1 << 6;
	must(sp_pageset_reach(set, graph, 1, &err), err);
	ck_assert_uint_eq(set[0], 1 << 6);

	must(sp_pageset_downloads(done, PAGES, &order, 3, &err), err);
	ck_assert_uint_eq(done[0], 7);
	set[0] = 0;
	must(sp_pageset_successors(set, graph, done, &err), err);
	ck_assert_uint_eq(set[0], 1 << 1 | 1 << 2 | 1 << 4 | 1 << 3 | 1 << 5);
	done[0] = 0;
	pages[3] = 1;
	ck_assert_int_eq(sp_pageset_downloads(done, PAGES, &order, 9, &err),
			 SP_DATA);
	done[0] = 0;
	pages[3] = PAGES;
	ck_assert_int_eq(sp_pageset_downloads(done, PAGES, &order, 9, &err),
			 SP_DATA);
	sp_graph_free(graph);
}
END_TEST

/* The PageRank of section 3.1, and that of the graph seen after five pages. */
START_TEST(test_partial)
{
	static const double full[PAGES] = {
		.139700, .116539, .057853, .133721, .147213, .076373,
		.059982, .099517, .093025, .057807, .018271
	};
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_pagerank_options options = SP_PAGERANK_DEFAULTS;
	struct sp_partial how = { 5, false, 0, SP_PAGERANK_DEFAULTS };
	struct sp_pagerank_space *space = sp_pagerank_space_new(PAGES, 1);
	struct sp_pagerank_report report;
	uint32_t pages[10], depths[10] = { 1, 2, 2, 2, 3, 3, 3, 3, 4, 5 };
	struct sp_order order = { .name = "bfs", .count = 10, .pages = pages,
				  .depths = depths };
	double rank[PAGES];
	struct sp_error err;
	struct sp_tau tau;
	bool converged;

	memcpy(pages, examples[0].pages, sizeof(pages));
	oracle_parse(&parsed, PAGES, G11);
	graph = oracle_build(&parsed);
	ck_assert_ptr_nonnull(space);
	for (unsigned p = 0; p < PAGES; p++)
		rank[p] = 1. / PAGES;
	must(sp_pagerank(graph, NULL, NULL, &options, space, rank, &report,
			 &err), err);
	for (unsigned p = 0; p < PAGES; p++)
		check_figure(rank[p], full[p]);

	must(sp_partial_tau(graph, &order, rank, &how, &tau, &converged,
			    &err), err);
	ck_assert(converged);
	check_figure(tau.tau, .444750);
	ck_assert_uint_eq(tau.items, 8);
	ck_assert_uint_eq(tau.concordant, 19);
	ck_assert_uint_eq(tau.discordant, 7);
	ck_assert_uint_eq(tau.tied_x, 2);
	how.done = true;
	must(sp_partial_tau(graph, &order, rank, &how, &tau, &converged,
			    &err), err);
	check_figure(tau.tau, .316228);
	/* Nothing is seen, then only a seed that is still queued. */
	how.downloads = 0;
	order.depths = NULL;
	must(sp_partial_tau(graph, &order, rank, &how, &tau, &converged,
			    &err), err);
	ck_assert_uint_eq(tau.items, 0);
	ck_assert(!tau.defined);
	order.depths = depths;
	how.done = false;
	must(sp_partial_tau(graph, &order, rank, &how, &tau, &converged,
			    &err), err);
	ck_assert_uint_eq(tau.items, 1);
	sp_pagerank_space_free(space);
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_summary)
{
	struct sp_hotrank ranking = rank_pages(pagerank, PAGES, NULL, 0);
	struct sp_hot hot = { 0 };
	uint32_t groups[PAGES], hits[PAGES + 1];
	struct sp_summary summary;
	struct sp_error err;

	sp_hotrank_groups(&ranking, groups);
	must(sp_summarize(&ranking, groups, &hot, pagerank, examples[0].pages,
			  10, false, hits, &summary, &err), err);
	ck_assert_double_eq(summary.throughput[0], 0);
	ck_assert_double_eq(summary.throughput[1], 1. / 2);
	ck_assert_double_eq(summary.throughput[2], 3. / 4);
	check_figure(summary.mean_45, (0 + 1. / 2 + 1. / 3 + 3. / 4) / 4);
	check_figure(summary.mass_45, .461304);
	check_figure(summary.mass, .981729);
	check_figure(summary.tau.tau, .527273);
	sp_hotrank_free(&ranking);
}
END_TEST

/* ---- all -------------------------------------------------------------- */

int
main(void)
{
	TCase *test = unit_case("tau");

	tcase_add_test(test, test_tau_examples);
	tcase_add_test(test, test_tau_random);
	tcase_add_test(test, test_tau_sorted_wide);
	tcase_add_test(test, test_tau_scores_random);
	tcase_add_test(test, test_tau_large);
	tcase_add_test(test, test_seeds);
	tcase_add_test(test, test_pagesets);
	tcase_add_test(test, test_partial);
	tcase_add_test(test, test_summary);
	return unit_run(test);
}
