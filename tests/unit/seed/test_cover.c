/* SPDX-License-Identifier: MIT */
/*
 * Pages by coverage (seedpipe-algorithms(7), 6.7): the exact choice against a
 * naive one on random graphs, and what samples must keep.
 */
#include "oracle.h"
#include "unit.h"

#include "base/random.h"
#include "seed/cover.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(1000)
#define PAGES_MOST 30
#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"

/* Distances of all pairs, by extending paths link by link. */
struct naive {
	struct oracle_graph graph;
	bool within[PAGES_MOST][PAGES_MOST];
	double weight[PAGES_MOST];
	bool covered[PAGES_MOST];
};

static void
find_within(struct naive *naive, uint64_t steps)
{
	unsigned pages = naive->graph.pages;
	bool next[PAGES_MOST][PAGES_MOST];

	memset(naive->within, 0, sizeof(naive->within));
	for (unsigned p = 0; p < pages; p++)
		naive->within[p][p] = true;
	for (uint64_t s = 0; s < steps && s < PAGES_MOST; s++) {
		memcpy(next, naive->within, sizeof(next));
		for (unsigned p = 0; p < pages; p++)
			for (unsigned q = 0; q < pages; q++)
				for (unsigned r = 0; r < pages; r++)
					next[p][r] |= naive->within[p][q] &&
						      naive->graph.link[q][r];
		memcpy(naive->within, next, sizeof(next));
	}
}

static double
naive_gain(const struct naive *naive, unsigned page)
{
	double gain = 0;

	for (unsigned p = 0; p < naive->graph.pages; p++)
		if (naive->within[page][p] && !naive->covered[p])
			gain += naive->weight[p];
	return gain;
}

/* The next greedy choice, or -1; *gain is what it adds. */
static int
naive_choose(struct naive *naive, double *gain)
{
	int best = -1;

	*gain = 0;
	for (unsigned p = 0; p < naive->graph.pages; p++)
		if (naive_gain(naive, p) > *gain) {
			*gain = naive_gain(naive, p);
			best = (int)p;
		}
	for (unsigned p = 0; best >= 0 && p < naive->graph.pages; p++)
		naive->covered[p] = naive->covered[p] ||
				    naive->within[best][p];
	return best;
}

static void
draw_naive(struct naive *naive, struct sp_random *random, bool weighted)
{
	uint64_t links;

	memset(naive, 0, sizeof(*naive));
	naive->graph.pages = 1 + (unsigned)sp_random_below(random, PAGES_MOST);
	links = sp_random_below(random, 2 * naive->graph.pages + 1);
	for (uint64_t l = 0; l < links; l++)
		naive->graph.link[sp_random_below(random, naive->graph.pages)]
				 [sp_random_below(random, naive->graph.pages)]
					= true;
	/* Whole numbers, whose sums are exact in any order. */
	for (unsigned p = 0; p < naive->graph.pages; p++)
		naive->weight[p] = weighted ?
			(double)sp_random_below(random, 4) : 1;
	naive->weight[0] += weighted ? 1 : 0;
}

START_TEST(test_exact)
{
	struct sp_random random = { 1 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_cover_options how = {
			.count = 1 + sp_random_below(&random, 8),
			.sketch = 64, .exact = round % 2,
			.threads = 1 + (int)(round % 3)
		};
		struct sp_seeds seeds = SP_SEEDS_EMPTY;
		struct sp_cover_report report;
		struct sp_graph *graph;
		struct naive naive;
		struct sp_error err;
		double gain, sum = 0;
		uint64_t i;

		draw_naive(&naive, &random, round % 3 == 0);
		how.steps = round % 5 == 4 ? 1000 : round % 5;
		how.weight = round % 3 == 0 ? naive.weight : NULL;
		find_within(&naive, how.steps);
		graph = oracle_build(&naive.graph);
		must(sp_pick_cover(graph, &how, &seeds, &report, &err), err);
		hold(report.exact && report.samples == 1);
		for (i = 0; i < how.count; i++) {
			int page = naive_choose(&naive, &gain);

			if (page < 0)
				break;
			hold(i < seeds.count);
			hold(seeds.seeds[i].page == (uint32_t)page);
			hold(seeds.seeds[i].score == gain);
			sum += gain;
		}
		hold(seeds.count == i);
		hold(report.covered == sum);
		sp_seeds_free(&seeds);
		sp_graph_free(graph);
	}
}
END_TEST

/* By hand: 0 and 4 cover 4 pages each, of which 0 is the smaller. */
START_TEST(test_example)
{
	static const uint32_t pages[] = { 0, 4, 8, 1 };
	static const double gains[] = { 4, 3, 2, 1 };
	struct sp_cover_options how = { .count = 4, .steps = 1, .sketch = 64,
					.threads = 1 };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_cover_report report;
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&parsed, 11, G11);
	graph = oracle_build(&parsed);
	must(sp_pick_cover(graph, &how, &seeds, &report, &err), err);
	ck_assert_uint_eq(seeds.count, 4);
	for (unsigned i = 0; i < 4; i++) {
		ck_assert_uint_eq(seeds.seeds[i].page, pages[i]);
		ck_assert_double_eq(seeds.seeds[i].score, gains[i]);
	}
	sp_seeds_free(&seeds);
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_bad)
{
	double weight[11] = { 1, -1 };
	struct sp_cover_options how = { .count = 4, .steps = 1, .sketch = 64,
					.weight = weight, .threads = 1 };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_cover_report report;
	struct oracle_graph parsed;
	struct sp_graph *graph;
	struct sp_error err;

	oracle_parse(&parsed, 11, G11);
	graph = oracle_build(&parsed);
	ck_assert_int_eq(sp_pick_cover(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	weight[1] = NAN;
	ck_assert_int_eq(sp_pick_cover(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	weight[0] = weight[1] = 0;
	ck_assert_int_eq(sp_pick_cover(graph, &how, &seeds, &report, &err),
			 SP_DATA);
	ck_assert_uint_eq(seeds.count, 0);
	sp_seeds_free(&seeds);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("cover");

	tcase_add_test(tests, test_exact);
	tcase_add_test(tests, test_example);
	tcase_add_test(tests, test_bad);
	return unit_run(tests);
}
