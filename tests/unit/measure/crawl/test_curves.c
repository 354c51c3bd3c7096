/* SPDX-License-Identifier: MIT */
/*
 * The metrics of crawl orders: the worked examples of seedpipe-algorithms(7),
 * 8.1 to 8.4, and agreement with their literal definitions on random orders.
 */
#include "curve_sample.h"
#include "oracle.h"

#include "measure/crawl/cumulative.h"
#include "measure/crawl/depth.h"
#include "measure/crawl/pageset.h"
#include "measure/crawl/points.h"
#include "rank/sum.h"

/* ---- ranking ---------------------------------------------------------- */

START_TEST(test_ranking_example)
{
	static const uint32_t expected[PAGES] = { 4, 0, 3, 1, 7, 8, 5, 6, 2,
						  9, 10 };
	struct sp_hotrank ranking = rank_pages(pagerank, PAGES, NULL, 0);

	ck_assert_uint_eq(ranking.count, PAGES);
	for (unsigned k = 0; k < PAGES; k++) {
		ck_assert_uint_eq(ranking.by_rank[k], expected[k]);
		ck_assert_uint_eq(ranking.rank[expected[k]], k + 1);
		ck_assert(!sp_hotrank_tied(&ranking, k));
	}
	sp_hotrank_free(&ranking);
}
END_TEST

START_TEST(test_ranking_random)
{
	struct sp_random random = { 1 };
	struct sample sample;

	for (unsigned i = 0; i < CASES; i++) {
		struct sp_hotrank *ranking = &sample.ranking;
		uint64_t ranked = 0;

		draw(&sample, &random, i % 2);
		for (uint64_t p = 0; p < sample.pages; p++) {
			uint64_t rank = sample.rank[p];

			if (!is_ranked(&sample, p)) {
				ck_assert_uint_eq(ranking->rank[p], 0);
				ck_assert_uint_eq(sample.groups[p], 0);
				continue;
			}
			ranked++;
			ck_assert_uint_eq(ranking->rank[p], rank);
			ck_assert_uint_eq(ranking->by_rank[rank - 1], p);
			ck_assert_uint_le(sample.groups[p], rank);
			ck_assert_double_eq(
				sample.score[ranking->by_rank
						[sample.groups[p] - 1]],
				sample.score[p]);
		}
		ck_assert_uint_eq(ranking->count, ranked);
		sp_hotrank_free(ranking);
	}
}
END_TEST

/* Enough pages for every case of the sort: many equal scores, few, none. */
START_TEST(test_ranking_large)
{
	uint64_t pages = 300000, wrong = 0;
	double *score = calloc(pages, sizeof(*score));
	struct sp_random random = { 7 };
	struct sp_hotrank ranking;

	ck_assert_ptr_nonnull(score);
	for (uint64_t p = 0; p < pages; p++) {
		double unit = sp_random_unit(&random);

		switch (sp_random_below(&random, 4)) {
		case 0:
			score[p] = 1e-9;
			break;
		case 1:
			score[p] = -unit * 1e300;
			break;
		case 2:
			score[p] = p % 2 ? 0.0 : -0.0;
			break;
		default:
			score[p] = 1e-9 + unit * unit * 1e-12;
		}
	}
	ranking = rank_pages(score, pages, NULL, 0);
	for (uint64_t k = 0; k < pages; k++) {
		uint32_t page = ranking.by_rank[k];
		uint32_t before = k ? ranking.by_rank[k - 1] : page;

		bool tied = k && score[before] == score[page];

		wrong += ranking.rank[page] != k + 1;
		wrong += k && score[before] < score[page];
		wrong += tied && before >= page;
		wrong += sp_hotrank_tied(&ranking, k) != tied;
	}
	ck_assert_uint_eq(wrong, 0);
	sp_hotrank_free(&ranking);
	free(score);
}
END_TEST

START_TEST(test_ranking_digits)
{
	static const double score[] = { .12344, .12341, .1236, -.12344, 3e300,
					-.12341 };
	static const uint32_t exact[] = { 4, 2, 0, 1, 5, 3 };
	static const uint32_t rounded[] = { 4, 2, 0, 1, 3, 5 };
	struct sp_hotrank ranking = rank_pages(score, 6, NULL, 0);

	ck_assert_mem_eq(ranking.by_rank, exact, sizeof(exact));
	sp_hotrank_free(&ranking);
	ranking = rank_pages(score, 6, NULL, 4);
	ck_assert_mem_eq(ranking.by_rank, rounded, sizeof(rounded));
	ck_assert(sp_hotrank_tied(&ranking, 3));
	ck_assert(!sp_hotrank_tied(&ranking, 2));
	sp_hotrank_free(&ranking);
}
END_TEST

/* ---- throughput ------------------------------------------------------- */

START_TEST(test_throughput_examples)
{
	struct sp_hotrank ranking = rank_pages(pagerank, PAGES, NULL, 0);
	struct sp_hot hot = { 0 };
	uint32_t hits[PAGES + 1];

	for (size_t e = 0; e < sizeof(examples) / sizeof(*examples); e++) {
		double sum = 0;

		sp_hot_hits(&ranking, &hot, examples[e].pages, 10, hits);
		ck_assert_uint_eq(hits[0], 0);
		for (unsigned k = 1; k <= PAGES; k++) {
			ck_assert_msg(hits[k] == examples[e].hits[k - 1],
				      "%s: %u hits of %u", examples[e].name,
				      hits[k], k);
			sum += (double)hits[k] / k;
			ck_assert_double_eq(
				sp_hot_mean(&ranking, &hot, hits, k),
				sum / k);
		}
	}
	sp_hotrank_free(&ranking);
}
END_TEST

static void
check_throughput(const struct sample *sample, const struct sp_hot *hot)
{
	const struct sp_hotrank *ranking = &sample->ranking;
	uint32_t hits[MOST + 2];
	double sum = 0;

	hits[ranking->count + 1] = 77;
	sp_hot_hits(ranking, hot, sample->order, sample->count, hits);
	ck_assert_uint_eq(hits[ranking->count + 1], 77);
	for (uint64_t x = 1; x <= ranking->count; x++) {
		uint64_t found = 0, all = 0;

		for (uint64_t i = 0; i < x && i < sample->count; i++)
			found += is_hot(sample, hot, x, sample->order[i]);
		for (uint64_t p = 0; p < sample->pages; p++)
			all += is_hot(sample, hot, x, p);
		ck_assert_uint_eq(hits[x], found);
		ck_assert_uint_eq(sp_hot_pages(ranking, hot, x), all);
		ck_assert_double_eq(sp_hot_throughput(ranking, hot, hits, x),
				    (double)found / (double)all);
		sum += (double)found / (double)all;
		ck_assert_double_eq(sp_hot_mean(ranking, hot, hits, x),
				    sum / (double)x);
	}
}

START_TEST(test_throughput_random)
{
	struct sp_random random = { 2 };
	struct sample sample;

	for (unsigned i = 0; i < CASES; i++) {
		struct sp_hot hot = { 0 };

		draw(&sample, &random, i % 2);
		check_throughput(&sample, &hot);
		hot.groups = sample.groups;
		check_throughput(&sample, &hot);
		if (sample.ranking.count) {
			hot.fixed = 1 + sp_random_below(&random,
							sample.ranking.count);
			check_throughput(&sample, &hot);
			hot.groups = NULL;
			check_throughput(&sample, &hot);
			hot.most = 1 + sp_random_below(&random,
						       sample.ranking.count);
			check_throughput(&sample, &hot);
			hot.fixed = 0;
			check_throughput(&sample, &hot);
		}
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

/* ---- cumulative ------------------------------------------------------- */

START_TEST(test_cumulative_examples)
{
	static const double bfs[] = {
		.139700, .256239, .314092, .461304, .595026, .671399,
		.731380, .830897, .923922, .981729
	}, ieca[] = {
		.139700, .256239, .389960, .447813, .595026, .671399,
		.764423, .863940, .923922, .981729
	};
	uint64_t points[12];
	double sums[12], means[3];

	for (unsigned i = 0; i < 12; i++)
		points[i] = i;
	sp_cumulative(pagerank, examples[0].pages, 10, points, 12, sums);
	for (unsigned i = 0; i < 10; i++)
		check_figure(sums[i + 1], bfs[i]);
	ck_assert_double_eq(sums[0], 0);
	ck_assert_double_eq(sums[11], sums[10]);
	sp_cumulative(pagerank, examples[1].pages, 10, points, 12, sums);
	for (unsigned i = 0; i < 10; i++)
		check_figure(sums[i + 1], ieca[i]);
	check_figure(sp_sum(pagerank, PAGES), 1);

	ck_assert_uint_eq(sp_tranche_count(10, 5), 2);
	sp_tranches(pagerank, examples[0].pages, 10, 5, means);
	check_figure(PAGES * means[0] / 10, 1.309057 / 10);
	check_figure(PAGES * means[1] / 10, .850747 / 10);
	ck_assert_uint_eq(sp_tranche_count(10, 4), 3);
	sp_tranches(pagerank, examples[0].pages, 10, 4, means);
	check_figure(means[2], (.093025 + .057807) / 2);
}
END_TEST

START_TEST(test_cumulative_random)
{
	struct sp_random random = { 3 };
	struct sample sample;

	for (unsigned i = 0; i < CASES; i++) {
		uint64_t points[MOST], count = 0, tranche;
		double sums[MOST], means[MOST];

		draw(&sample, &random, false);
		for (uint64_t x = 0; x < sample.pages; x++)
			if (sp_random_below(&random, 2))
				points[count++] = x;
		sp_cumulative(sample.score, sample.order, sample.count,
			      points, count, sums);
		for (uint64_t at = 0; at < count; at++) {
			double sum = 0;

			for (uint64_t t = 0; t < points[at] &&
					     t < sample.count; t++)
				sum += sample.score[sample.order[t]];
			ck_assert_double_eq(sums[at], sum);
		}
		tranche = 1 + sp_random_below(&random, sample.pages);
		sp_tranches(sample.score, sample.order, sample.count, tranche,
			    means);
		for (uint64_t t = 0; t < sample.count; t += tranche) {
			double sum = 0, pages = 0;

			for (uint64_t at = t; at < t + tranche &&
					      at < sample.count; at++) {
				sum += sample.score[sample.order[at]];
				pages++;
			}
			ck_assert_double_eq(means[t / tranche], sum / pages);
		}
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

START_TEST(test_total)
{
	uint64_t pages = 200000;
	uint64_t points[] = { 1, 65536, 65537, 131071, 200000 };
	double *score = malloc(pages * sizeof(*score)), total, sums[5];
	uint32_t *order = malloc(pages * sizeof(*order));

	ck_assert(score && order);
	for (uint64_t p = 0; p < pages; p++)
		score[p] = 1 / (double)(p + 1);
	total = sp_sum(score, pages);
	ck_assert_double_eq_tol(total, log(200000) + 0.57721566490153 +
				       1 / 400000., 1e-9);
	for (uint64_t p = 0; p < pages; p++)
		order[p] = (uint32_t)p;
	sp_cumulative(score, order, pages, points, 5, sums);
	for (unsigned i = 0; i < 5; i++) {
		long double sum = 0;

		for (uint64_t p = 0; p < points[i]; p++)
			sum += score[p];
		ck_assert_double_eq_tol(sums[i], (double)sum, 1e-13);
	}
	ck_assert_double_eq(sums[4], total);
	free(order);
	ck_assert_double_eq(sp_sum(score, 0), 0);
	free(score);
}
END_TEST

/* ---- depths ----------------------------------------------------------- */

/* An order with the depths of a breadth-first one. */
struct levels {
	uint32_t pages[PAGES], depths[PAGES];
	uint64_t count, depth;
	struct {
		uint64_t pages;
		double mean;
	} expected[5];
};

static const struct levels levels[] = {
	{ { 0, 1, 2, 4, 3, 5, 6, 7, 8, 9 }, { 1, 2, 2, 2, 3, 3, 3, 3, 4, 5 },
	  10, 5, { { 1, .139700 }, { 3, .107202 }, { 4, .092398 },
		   { 1, .093025 }, { 1, .057807 } } },
	{ { 0, 7, 1, 2, 4, 8, 3, 5, 6, 9 }, { 1, 1, 2, 2, 2, 2, 3, 3, 3, 3 },
	  10, 3, { { 2, .119608 }, { 4, .103657 }, { 4, .081971 } } },
	{ { 10, 0, 4, 1, 2, 5, 6, 7, 3, 8, 9 },
	  { 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5 }, 11, 5,
	  { { 1, .018271 }, { 2, .143456 }, { 5, .082053 }, { 2, .113373 },
	    { 1, .057807 } } },
};

/* By a search from the pages of depth 1. */
static void
search_depths(const struct sp_order *order, struct sp_depth **rows,
	      uint64_t *count)
{
	uint64_t seeds[1] = { 0 };
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&parsed, PAGES, G11);
	graph = oracle_build(&parsed);
	must(sp_pageset_seeds(seeds, PAGES, order, &err), err);
	must(sp_depths(graph, seeds, 2, pagerank, rows, count, &err), err);
	sp_graph_free(graph);
}

START_TEST(test_depths)
{
	const struct levels *from = &levels[_i / 2];
	uint32_t pages[PAGES], depths[PAGES];
	struct sp_order order = { .name = "bfs", .count = from->count,
				  .pages = pages, .depths = depths };
	struct sp_depth *rows;
	struct sp_error err;
	uint64_t count, at = 0;
	double sum = 0;

	memcpy(pages, from->pages, sizeof(pages));
	memcpy(depths, from->depths, sizeof(depths));
	if (_i % 2)
		must(sp_depths_recorded(&order, PAGES, pagerank, &rows, &count,
					&err), err);
	else
		search_depths(&order, &rows, &count);
	ck_assert_uint_eq(count, from->depth);
	for (unsigned d = 0; d < count; d++) {
		ck_assert_uint_eq(rows[d].pages, from->expected[d].pages);
		check_figure(rows[d].mean, from->expected[d].mean);
		ck_assert_double_eq(rows[d].log10_pages,
				    log10((double)rows[d].pages));
		for (uint64_t i = 0; i < rows[d].pages; i++)
			sum += pagerank[pages[at++]];
		check_figure(rows[d].cumulative_mean, sum / (double)at);
	}
	free(rows);
}
END_TEST

/* Of an order that stopped early, the pages above a page may be missing. */
START_TEST(test_depths_deeper_than_downloads)
{
	uint32_t pages[] = { 4, 0 }, depths[] = { 5, 1 };
	struct sp_order order = { .name = "shuffle", .count = 2,
				  .pages = pages, .depths = depths };
	struct sp_depth *rows;
	struct sp_error err;
	uint64_t count;

	must(sp_depths_recorded(&order, PAGES, pagerank, &rows, &count, &err),
	     err);
	ck_assert_uint_eq(count, 5);
	for (unsigned d = 0; d < count; d++)
		ck_assert_uint_eq(rows[d].pages, !d || d == 4);
	check_figure(rows[4].mean, pagerank[4]);
	free(rows);
	depths[0] = PAGES;
	must(sp_depths_recorded(&order, PAGES, pagerank, &rows, &count, &err),
	     err);
	free(rows);
	depths[0] = PAGES + 1;
	ck_assert_int_eq(sp_depths_recorded(&order, PAGES, pagerank, &rows,
					    &count, &err), SP_DATA);
	ck_assert_str_eq(err.text, "order \"shuffle\": depth 12 of "
			 "download 1 is impossible");
}
END_TEST

START_TEST(test_depths_bad)
{
	uint32_t pages[] = { 0, 1, 2 }, depths[] = { 1, 3, 3 };
	struct sp_order order = { .name = "x", .count = 3, .pages = pages,
				  .depths = depths };
	struct sp_depth *rows;
	struct sp_error err;
	uint64_t count;

	must(sp_depths_recorded(&order, 3, pagerank, &rows, &count, &err),
	     err);
	ck_assert_uint_eq(count, 3);
	ck_assert_uint_eq(rows[1].pages, 0);
	check_figure(rows[1].cumulative_mean, .139700);
	free(rows);
	depths[2] = 4;
	ck_assert_int_eq(sp_depths_recorded(&order, 3, pagerank, &rows,
					    &count, &err), SP_DATA);
	depths[2] = 0;
	ck_assert_int_eq(sp_depths_recorded(&order, 3, pagerank, &rows,
					    &count, &err), SP_DATA);
	order.depths = NULL;
	ck_assert_int_eq(sp_depths_recorded(&order, 3, pagerank, &rows,
					    &count, &err), SP_DATA);
	order.count = 0;
	must(sp_depths_recorded(&order, 3, pagerank, &rows, &count, &err),
	     err);
	ck_assert_uint_eq(count, 0);
	free(rows);
}
END_TEST

/* ---- points ----------------------------------------------------------- */

START_TEST(test_points)
{
	static const uint64_t spread[] = { 3, 7, 11 };
	uint64_t points[20];

	ck_assert_uint_eq(sp_points_spread(11, 3, points), 3);
	ck_assert_mem_eq(points, spread, sizeof(spread));
	ck_assert_uint_eq(sp_points_spread(5, 20, points), 5);
	for (uint64_t i = 0; i < 5; i++)
		ck_assert_uint_eq(points[i], i + 1);
	ck_assert_uint_eq(sp_points_spread(SP_RANKED_MAX, 2, points), 2);
	ck_assert_uint_eq(points[0], SP_RANKED_MAX / 2);
	ck_assert_uint_eq(points[1], SP_RANKED_MAX);

	ck_assert_uint_eq(sp_points_at(11, .45), 4);
	ck_assert_uint_eq(sp_points_at(11, .01), 1);
	ck_assert_uint_eq(sp_points_at(11, 1), 11);
	ck_assert_uint_eq(sp_points_at(SP_RANKED_MAX, 1), SP_RANKED_MAX);
	ck_assert_uint_eq(sp_points_at(1000, .4499), 449);
	/* All percentages of round numbers, as in decimal arithmetic. */
	for (uint64_t pages = 100; pages < 100000000; pages *= 10)
		for (uint64_t percent = 1; percent <= 100; percent++)
			ck_assert_uint_eq(sp_points_at(pages,
						       (double)percent / 100),
					  pages / 100 * percent);
}
END_TEST

/* ---- all -------------------------------------------------------------- */

int
main(void)
{
	TCase *test = unit_case("eval");

	tcase_add_test(test, test_ranking_example);
	tcase_add_test(test, test_ranking_random);
	tcase_add_test(test, test_ranking_large);
	tcase_add_test(test, test_ranking_digits);
	tcase_add_test(test, test_throughput_examples);
	tcase_add_test(test, test_throughput_random);
	tcase_add_test(test, test_cumulative_examples);
	tcase_add_test(test, test_cumulative_random);
	tcase_add_test(test, test_total);
	tcase_add_loop_test(test, test_depths, 0, 6);
	tcase_add_test(test, test_depths_deeper_than_downloads);
	tcase_add_test(test, test_depths_bad);
	tcase_add_test(test, test_points);
	return unit_run(test);
}
