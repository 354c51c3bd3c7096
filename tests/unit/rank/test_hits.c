/* SPDX-License-Identifier: MIT */
/*
 * HITS: the worked examples of seedpipe-algorithms(7), 6.2, and agreement with
 * the oracle.
 */
#include "digits.h"
#include "large_graph.h"
#include "oracle.h"

#include <math.h>
#include <string.h>

#define GC "0:4 5 1:4 5 2:4 5 3:4 5 6:4 11 7:9 10 11 8:9 10 11"
#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"

/* Every iteration is reported. */
static void
count_step(void *context, uint64_t done, uint64_t total)
{
	uint32_t *steps = context;

	ck_assert_uint_eq(done, ++*steps);
	ck_assert_uint_ge(total, done);
}

static void
run(const struct oracle_graph *graph, const uint64_t *dead, uint32_t iterations,
    int threads, struct oracle_scores *scores)
{
	struct sp_graph *built = oracle_build(graph);
	struct sp_hits_space *space = sp_hits_space_new(graph->pages);
	struct sp_hits_options options = SP_HITS_DEFAULTS;
	uint32_t steps = 0;
	struct sp_progress progress = { &steps, count_step };
	struct sp_hits_report report;
	struct sp_error err;

	ck_assert_ptr_nonnull(space);
	ck_assert_uint_eq(options.iterations, 60);
	ck_assert_ptr_null(options.progress);
	options.progress = &progress;
	options.iterations = iterations;
	options.threads = threads;
	must(sp_hits(built, dead, &options, space, scores->hub,
		     scores->authority, &report, &err), err);
	ck_assert_uint_eq(report.iterations, iterations);
	ck_assert_uint_eq(steps, iterations);
	sp_hits_space_free(space);
	sp_graph_free(built);
}

START_TEST(test_hits_gc)
{
	static const double hub[] = {
		.467129, .467129, .467129, .467129, 0, 0, .315247, .117855,
		.117855, 0, 0, 0, 0
	}, authority[] = {
		0, 0, 0, 0, .741438, .634404, 0, 0, 0, .080029, .080029,
		.187063, 0
	};
	struct oracle_graph graph;
	struct oracle_scores scores;

	oracle_parse(&graph, 13, GC);
	run(&graph, NULL, 60, 1, &scores);
	check_digits(scores.hub, hub, 13);
	check_digits(scores.authority, authority, 13);
	/* Pages with the same links have the same score to the bit. */
	for (unsigned i = 1; i < 4; i++)
		ck_assert(scores.hub[i] == scores.hub[0]);
	ck_assert(scores.authority[9] == scores.authority[10]);
	run(&graph, NULL, 20, 1, &scores);
	check_digits(scores.hub, (double[]){ .467042 }, 1);
	check_digits(scores.authority + 4, (double[]){ .741343 }, 1);
}
END_TEST

START_TEST(test_gc_once)
{
	static const double hub[] = {
		.408248, .408248, .408248, .408248, 0, 0, .362887, .317526,
		.317526, 0, 0, 0, 0
	}, authority[] = {
		0, 0, 0, 0, .656532, .525226, 0, 0, 0, .262613, .262613,
		.393919, 0
	};
	struct oracle_graph graph;
	struct oracle_scores scores;

	oracle_parse(&graph, 13, GC);
	run(&graph, NULL, 1, 1, &scores);
	check_digits(scores.hub, hub, 13);
	check_digits(scores.authority, authority, 13);
}
END_TEST

/* The second round of the example of 6.3: pages 0-5 are dead. */
START_TEST(test_gc_dead)
{
	static const double hub[] = {
		0, 0, 0, 0, 0, 0, .254570, .683811, .683811, 0, 0, 0, 0
	}, authority[] = {
		0, 0, 0, 0, 0, 0, 0, 0, 0, .541774, .541774, .642621, 0
	};
	const uint64_t dead = 0x3f;
	struct oracle_graph graph;
	struct oracle_scores scores;

	oracle_parse(&graph, 13, GC);
	run(&graph, &dead, 60, 1, &scores);
	check_digits(scores.hub, hub, 13);
	check_digits(scores.authority, authority, 13);
}
END_TEST

START_TEST(test_hits_g11)
{
	static const double hub[] = {
		.591220, .080468, .397643, .067577, .147936, .391112, 0,
		.350101, .037531, .266363, .333940
	}, authority[] = {
		.164721, .549308, .242547, .196144, .649273, .223823,
		.060690, .076088, .304081, .015397, 0
	};
	struct oracle_graph graph;
	struct oracle_scores scores;

	oracle_parse(&graph, 11, G11);
	run(&graph, NULL, 60, 1, &scores);
	check_digits(scores.hub, hub, 11);
	check_digits(scores.authority, authority, 11);
}
END_TEST

START_TEST(test_no_links)
{
	struct oracle_graph graph;
	struct oracle_scores scores;

	oracle_parse(&graph, 5, "");
	run(&graph, NULL, 60, 1, &scores);
	for (unsigned i = 0; i < 5; i++)
		ck_assert(scores.hub[i] == 0 && scores.authority[i] == 0);
}
END_TEST

static void
random_graph(struct sp_random *random, struct oracle_graph *graph)
{
	double density = 0.01 + 0.3 * sp_random_unit(random);

	graph->pages = 8 + (unsigned)sp_random_below(random, 53);
	for (unsigned u = 0; u < graph->pages; u++)
		for (unsigned v = 0; v < graph->pages; v++)
			graph->link[u][v] = sp_random_unit(random) < density;
}

static void
check_norm(const double *values, unsigned count)
{
	double norm = 0;

	for (unsigned i = 0; i < count; i++)
		norm += values[i] * values[i];
	ck_assert(norm == 0 || fabs(sqrt(norm) - 1) < 1e-12);
}

/* Agreement with some pages dead, for 1 to 100 iterations. */
START_TEST(test_oracle)
{
	struct sp_random random = { 1 };

	for (unsigned round = 0; round < ROUNDS_OF(1000); round++) {
		struct oracle_graph graph;
		struct oracle_scores expected, scores;
		bool dead[ORACLE_PAGES] = { false };
		uint64_t dead_bits = 0;
		uint32_t iterations;

		random_graph(&random, &graph);
		for (unsigned i = 0; i < graph.pages && round % 2; i++)
			if (sp_random_below(&random, 4) == 0) {
				dead[i] = true;
				dead_bits |= UINT64_C(1) << i;
			}
		iterations = round % 3 ? 60 :
			     (uint32_t)(1 + sp_random_below(&random, 100));
		oracle_hits(&graph, dead, iterations, true, &expected);
		run(&graph, round % 2 ? &dead_bits : NULL, iterations, 1,
		    &scores);
		for (unsigned i = 0; i < graph.pages; i++) {
			ck_assert(fabs(scores.hub[i] - expected.hub[i]) <=
				  1e-12);
			ck_assert(fabs(scores.authority[i] -
				       expected.authority[i]) <= 1e-12);
		}
		check_norm(scores.hub, graph.pages);
		check_norm(scores.authority, graph.pages);
	}
}
END_TEST

/* ---- threads ---------------------------------------------------------- */

#define MANY 150000

/* Links to pages nearby, far away, and to a few popular pages. */
static uint32_t
draw_row(uint32_t page, struct sp_random *random,
	 uint32_t successors[LARGE_ROW])
{
	uint32_t count = 0, next = 0;

	(void)page;
	for (unsigned i = 0; i < 8 && next < MANY; i++) {
		uint32_t width = i < 4 ? 40 : MANY / 4;

		next += 1 + (uint32_t)sp_random_below(random, width);
		if (next < MANY)
			successors[count++] = next;
	}
	return count;
}

START_TEST(test_hits_threads)
{
	static double hub[3][MANY], authority[3][MANY];
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_hits_space *space = sp_hits_space_new(MANY);
	struct sp_hits_options options = SP_HITS_DEFAULTS;
	struct sp_hits_report report;
	struct sp_error err;

	options.iterations = 12;
	for (unsigned i = 0; i < 3; i++) {
		options.threads = 1 << i;
		must(sp_hits(graph, NULL, &options, space, hub[i],
			     authority[i], &report, &err), err);
	}
	ck_assert(!memcmp(hub[0], hub[1], sizeof(hub[0])));
	ck_assert(!memcmp(hub[0], hub[2], sizeof(hub[0])));
	ck_assert(!memcmp(authority[0], authority[1], sizeof(hub[0])));
	ck_assert(!memcmp(authority[0], authority[2], sizeof(hub[0])));
	sp_hits_space_free(space);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("hits");

	tcase_add_test(tests, test_hits_gc);
	tcase_add_test(tests, test_gc_once);
	tcase_add_test(tests, test_gc_dead);
	tcase_add_test(tests, test_hits_g11);
	tcase_add_test(tests, test_no_links);
	tcase_add_test(tests, test_oracle);
	tcase_add_test(tests, test_hits_threads);
	return unit_run(tests);
}
