/* SPDX-License-Identifier: MIT */
/*
 * Seeds by yield (seedpipe-algorithms(7), 6.8) against a naive choice on random
 * graphs, and samples of candidates.
 */
#include "large_graph.h"
#include "oracle.h"
#include "unit.h"

#include "base/random.h"
#include "seed/yield.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(1000)
#define PAGES_MOST 30
#define UNITS 7
#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"

struct naive {
	struct oracle_graph graph;
	double score[PAGES_MOST];
	unsigned downloads;
	unsigned chosen[PAGES_MOST], chosen_count;
	bool linking[PAGES_MOST];      /* candidates that are left */
	double gain[PAGES_MOST], yield[PAGES_MOST];
	unsigned tried[PAGES_MOST];    /* for which seed, from 1 */
};

/* The downloads of a crawl from the chosen seeds and then a page. */
static unsigned
naive_crawl(const struct naive *naive, unsigned page, unsigned *order)
{
	bool known[PAGES_MOST] = { false };
	unsigned count = 0;

	for (unsigned i = 0; i < naive->chosen_count; i++) {
		known[naive->chosen[i]] = true;
		order[count++] = naive->chosen[i];
	}
	if (!known[page]) {
		known[page] = true;
		order[count++] = page;
	}
	for (unsigned i = 0; i < count; i++)
		for (unsigned p = 0; p < naive->graph.pages; p++)
			if (naive->graph.link[order[i]][p] && !known[p]) {
				known[p] = true;
				order[count++] = p;
			}
	return count;
}

/* How many pages the chosen seeds reach. */
static unsigned
naive_reach(const struct naive *naive)
{
	unsigned order[PAGES_MOST];

	return naive->chosen_count ?
		naive_crawl(naive, naive->chosen[0], order) : 0;
}

static void
naive_try(struct naive *naive, unsigned page, double before)
{
	unsigned order[PAGES_MOST], pages = naive->graph.pages;
	unsigned count = naive_crawl(naive, page, order);
	double collected = 0, sum = 0, total = 0;

	/* The mean of what is collected, download by download. */
	for (unsigned i = 0; i < naive->downloads; i++) {
		collected += i < count ? naive->score[order[i]] : 0;
		sum += collected;
	}
	for (unsigned p = 0; p < pages; p++)
		total += naive->score[p];
	naive->yield[page] = sum / naive->downloads / total;
	naive->gain[page] = naive->yield[page] - before;
	if (naive->chosen_count)
		naive->gain[page] += (double)(count - naive_reach(naive)) /
				     pages;
	naive->tried[page] = naive->chosen_count + 1;
}

/* The candidate of this place by what was last known of it, or -1. */
static int
naive_place(const struct naive *naive, unsigned place)
{
	for (unsigned p = 0; p < naive->graph.pages; p++) {
		unsigned better = 0;

		for (unsigned q = 0; naive->linking[p] &&
				     q < naive->graph.pages; q++)
			better += naive->linking[q] &&
				  (naive->gain[q] > naive->gain[p] ||
				   (naive->gain[q] == naive->gain[p] && q < p));
		if (naive->linking[p] && better == place)
			return (int)p;
	}
	return -1;
}

/* The next seed, or -1 if no candidate is left. */
static int
naive_choose(struct naive *naive, double before)
{
	const unsigned now = naive->chosen_count + 1;
	int page;

	for (unsigned p = 0; now <= 2 && p < naive->graph.pages; p++)
		if (naive->linking[p])
			naive_try(naive, p, before);
	while ((page = naive_place(naive, 0)) >= 0 &&
	       naive->tried[page] != now) {
		int best[SP_YIELD_BATCH];

		for (unsigned i = 0; i < SP_YIELD_BATCH; i++)
			best[i] = naive_place(naive, i);
		for (unsigned i = 0; i < SP_YIELD_BATCH; i++)
			if (best[i] >= 0 && naive->tried[best[i]] != now)
				naive_try(naive, (unsigned)best[i], before);
	}
	return page;
}

static void
draw_naive(struct naive *naive, struct sp_random *random, bool scored)
{
	uint64_t links;

	memset(naive, 0, sizeof(*naive));
	naive->graph.pages = 1 + (unsigned)sp_random_below(random, PAGES_MOST);
	links = 1 + sp_random_below(random, 2 * naive->graph.pages);
	for (uint64_t l = 0; l < links; l++) {
		unsigned from = (unsigned)sp_random_below(random,
							  naive->graph.pages);

		naive->graph.link[from][sp_random_below(random,
							naive->graph.pages)]
			= true;
		naive->linking[from] = true;
	}
	/* Whole numbers, whose sums are exact in any order. */
	for (unsigned p = 0; p < naive->graph.pages; p++)
		naive->score[p] = scored ?
			(double)sp_random_below(random, 4) : 1;
	naive->score[0] += scored ? 1 : 0;
	naive->downloads = 1 + (unsigned)sp_random_below(random, 40);
}

static void
draw_units(uint32_t *unit_of, struct sp_random *random)
{
	for (unsigned p = 0; p < PAGES_MOST; p++)
		unit_of[p] = (uint32_t)sp_random_below(random, UNITS);
}

START_TEST(test_naive)
{
	struct sp_random random = { 1 };
	uint32_t unit_of[PAGES_MOST];

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_yield_options how = {
			.count = 1 + sp_random_below(&random, 8),
			.threads = 1 + (int)(round % 3)
		};
		struct sp_seeds seeds = SP_SEEDS_EMPTY;
		struct sp_yield_report report;
		struct sp_graph *graph;
		struct sp_units units = { unit_of, UNITS, 0, NULL };
		struct sp_spread spread;
		struct naive naive;
		struct sp_error err;
		double yield = 0;
		uint64_t i;

		draw_naive(&naive, &random, round % 2);
		draw_units(unit_of, &random);
		if (round % 3 == 2) {
			how.spread = &spread;
			must(sp_spread_begin(&spread, &units, &err), err);
		}
		how.downloads = naive.downloads;
		how.score = round % 2 ? naive.score : NULL;
		graph = oracle_build(&naive.graph);
		must(sp_pick_yield(graph, &how, &seeds, &report, &err), err);
		for (i = 0; i < how.count; i++) {
			int page = naive_choose(&naive, yield);

			if (page < 0)
				break;
			hold(i < seeds.count);
			hold(seeds.seeds[i].page == (uint32_t)page);
			hold(seeds.seeds[i].score ==
			     fmax(naive.gain[page], 0));
			yield = naive.yield[page];
			naive.linking[page] = false;
			for (unsigned p = 0; how.spread && p < PAGES_MOST; p++)
				if (unit_of[p] == unit_of[page])
					naive.linking[p] = false;
			naive.chosen[naive.chosen_count++] = (unsigned)page;
		}
		hold(seeds.count == i);
		hold(report.yield == yield);
		hold(report.reached == naive_reach(&naive));
		if (how.spread)
			sp_spread_end(&spread);
		sp_seeds_free(&seeds);
		sp_graph_free(graph);
	}
}
END_TEST

enum { PAGES = 20000 };

static uint32_t
link_to_last(uint32_t page, struct sp_random *random,
	     uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = page ? page - 1 : PAGES - 1;
	return 1;
}

/*
 * A large web of units of which one has nearly all pages: a sample of pages
 * would be of hardly any other, and yet there is a seed for each.
 */
START_TEST(test_sample_of_units)
{
	enum { SMALL = 100 };
	static uint32_t unit_of[PAGES];
	struct sp_units units = { unit_of, SMALL + 1, 0, NULL };
	struct sp_spread spread;
	struct sp_yield_options how = { .count = SMALL + 2, .downloads = 1,
					.threads = 2, .spread = &spread };
	bool has_seed[SMALL + 1] = { false };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_yield_report report;
	struct sp_graph *graph = large_graph(PAGES, link_to_last);
	struct sp_error err;

	for (uint32_t p = 0; p < PAGES; p++)
		unit_of[p] = p < SMALL ? p : SMALL;
	must(sp_spread_begin(&spread, &units, &err), err);
	must(sp_pick_yield(graph, &how, &seeds, &report, &err), err);
	ck_assert_uint_eq(seeds.count, SMALL + 1);
	for (uint64_t i = 0; i < seeds.count; i++) {
		ck_assert(!has_seed[unit_of[seeds.seeds[i].page]]);
		has_seed[unit_of[seeds.seeds[i].page]] = true;
	}
	ck_assert_uint_lt(report.candidates, PAGES / 10);
	sp_spread_end(&spread);
	sp_seeds_free(&seeds);
	sp_graph_free(graph);
}
END_TEST

/*
 * By hand: in two downloads, a crawl from 0 collects 1 and 2 pages, as from
 * any page with a link to another; the smallest wins, and reaches all but 10.
 */
START_TEST(test_example)
{
	struct sp_yield_options how = { .count = 3, .downloads = 2,
					.threads = 1 };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_yield_report report;
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&parsed, 11, G11);
	graph = oracle_build(&parsed);
	must(sp_pick_yield(graph, &how, &seeds, &report, &err), err);
	ck_assert_uint_eq(seeds.count, 3);
	ck_assert_uint_eq(seeds.seeds[0].page, 0);
	ck_assert_double_eq(seeds.seeds[0].score, 1.5 / 11);
	ck_assert_uint_eq(seeds.seeds[1].page, 10);
	ck_assert_double_eq(seeds.seeds[1].score, 1.0 / 11);
	ck_assert_uint_eq(seeds.seeds[2].page, 1);
	ck_assert_double_eq(seeds.seeds[2].score, 0);
	ck_assert_uint_eq(report.reached, 11);
	ck_assert_uint_eq(report.candidates, 10);
	sp_seeds_free(&seeds);
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_bad)
{
	double score[11] = { 1, -1 };
	struct sp_yield_options how = { .count = 4, .downloads = 5,
					.score = score, .threads = 1 };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_yield_report report;
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&parsed, 11, G11);
	graph = oracle_build(&parsed);
	ck_assert_int_eq(sp_pick_yield(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	score[0] = score[1] = 0;
	ck_assert_int_eq(sp_pick_yield(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	sp_graph_free(graph);
	oracle_parse(&parsed, 3, "");
	graph = oracle_build(&parsed);
	how.score = NULL;
	ck_assert_int_eq(sp_pick_yield(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	ck_assert_uint_eq(seeds.count, 0);
	sp_seeds_free(&seeds);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("yield");

	tcase_add_test(tests, test_naive);
	tcase_add_test(tests, test_sample_of_units);
	tcase_add_test(tests, test_example);
	tcase_add_test(tests, test_bad);
	return unit_run(tests);
}
