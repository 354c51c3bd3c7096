/* SPDX-License-Identifier: MIT */
/*
 * The metric seeds (seedpipe-algorithms(7), 8.8), as far as it is not that of
 * test_curves.c: hosts among the downloads, and pages that seeds reach, both by
 * their definitions on random graphs.
 */
#include "curve_sample.h"
#include "oracle.h"

#include "measure/crawl/hosts_seen.h"
#include "measure/crawl/pageset.h"

#define GRAPHS ROUNDS_OF(1000)

/* Hosts called a, b, c...; the last one is the empty name. */
static void
make_hosts(struct sp_hosts *hosts, const uint32_t *host, uint64_t pages,
	   uint32_t count)
{
	struct sp_error err;

	for (uint32_t h = 0; h < count; h++) {
		char name = (char)('a' + h);

		must(sp_names_add(&hosts->names, &name, h + 1 < count, &err),
		     err);
	}
	for (uint64_t p = 0; p < pages; p++)
		must(sp_hosts_add(hosts, host[p], &err), err);
}

START_TEST(test_hosts_example)
{
	static const uint32_t host[PAGES] = { 0, 0, 0, 0, 1, 1, 1, 2, 2, 2,
					      2 };
	static const uint64_t points[] = { 1, 3, 5, 10, 11 };
	static const uint64_t expected[] = { 1, 1, 2, 3, 3 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error err;
	uint64_t seen[5];

	make_hosts(&hosts, host, PAGES, 4);
	must(sp_hosts_seen(&hosts, examples[0].pages, 10, points, 5, seen,
			   &err), err);
	ck_assert_mem_eq(seen, expected, sizeof(seen));
	sp_hosts_free(&hosts);
}
END_TEST

START_TEST(test_hosts_random)
{
	struct sp_random random = { 4 };

	for (unsigned i = 0; i < GRAPHS; i++) {
		uint64_t points[MOST], seen[MOST], count = 0;
		struct sp_hosts hosts = SP_HOSTS_EMPTY;
		uint32_t host[MOST], some;
		struct sample sample;
		struct sp_error err;

		draw(&sample, &random, false);
		some = 1 + (uint32_t)sp_random_below(&random, 12);
		for (uint64_t p = 0; p < sample.pages; p++)
			host[p] = (uint32_t)sp_random_below(&random, some);
		make_hosts(&hosts, host, sample.pages, some);
		for (uint64_t x = 0; x < sample.pages; x++)
			if (sp_random_below(&random, 2))
				points[count++] = x;
		must(sp_hosts_seen(&hosts, sample.order, sample.count, points,
				   count, seen, &err), err);
		for (uint64_t at = 0; at < count; at++) {
			uint64_t different = 0;

			for (uint32_t h = 0; h + 1 < some; h++) {
				bool is_seen = false;

				for (uint64_t t = 0; t < points[at] &&
						     t < sample.count; t++)
					is_seen |= host[sample.order[t]] == h;
				different += is_seen;
			}
			ck_assert_uint_eq(seen[at], different);
		}
		sp_hosts_free(&hosts);
		sp_hotrank_free(&sample.ranking);
	}
}
END_TEST

START_TEST(test_hosts_bad)
{
	static const uint32_t host[PAGES] = { 0 }, order[] = { 0, 11 };
	static const uint64_t points[] = { 2 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error err;
	uint64_t seen[1];

	make_hosts(&hosts, host, PAGES, 2);
	ck_assert_int_eq(sp_hosts_seen(&hosts, order, 2, points, 1, seen,
				       &err), SP_DATA);
	/* A host without a name in the table. */
	hosts.host_of[0] = 2;
	ck_assert_int_eq(sp_hosts_seen(&hosts, order, 1, points, 1, seen,
				       &err), SP_DATA);
	sp_hosts_free(&hosts);
}
END_TEST

/* ---- pages that seeds reach ------------------------------------------- */

#define REACH_PAGES 12

/* By the closure of the links (Warshall). */
static uint64_t
reached_by_closure(const struct oracle_graph *graph, const uint32_t *seeds,
		   uint64_t count)
{
	bool path[REACH_PAGES][REACH_PAGES];
	uint64_t reached = 0;

	for (unsigned a = 0; a < graph->pages; a++)
		for (unsigned b = 0; b < graph->pages; b++)
			path[a][b] = a == b || graph->link[a][b];
	for (unsigned c = 0; c < graph->pages; c++)
		for (unsigned a = 0; a < graph->pages; a++)
			for (unsigned b = 0; b < graph->pages; b++)
				path[a][b] |= path[a][c] && path[c][b];
	for (unsigned b = 0; b < graph->pages; b++) {
		bool is_reached = false;

		for (uint64_t s = 0; s < count; s++)
			is_reached |= path[seeds[s]][b];
		reached += is_reached;
	}
	return reached;
}

START_TEST(test_reached_random)
{
	struct sp_random random = { 5 };

	for (unsigned i = 0; i < GRAPHS; i++) {
		struct oracle_graph naive = { .pages = 1 + i % REACH_PAGES };
		uint64_t links = sp_random_below(&random, 2 * naive.pages + 1);
		uint32_t seeds[3];
		struct sp_order order = {
			.name = "x", .seeds = seeds,
			.seed_count = 1 + sp_random_below(&random, 3)
		};
		uint64_t set[1] = { 0 };
		struct sp_graph *graph;
		struct sp_error err;

		for (uint64_t l = 0; l < links; l++)
			naive.link[sp_random_below(&random, naive.pages)]
				  [sp_random_below(&random, naive.pages)] =
				true;
		for (unsigned s = 0; s < 3; s++)
			seeds[s] = (uint32_t)sp_random_below(&random,
							     naive.pages);
		graph = oracle_build(&naive);
		must(sp_pageset_seeds(set, naive.pages, &order, &err), err);
		must(sp_pageset_reach(set, graph, 1, &err), err);
		ck_assert_uint_eq(sp_bitset_count(set, naive.pages),
				  reached_by_closure(&naive, seeds,
						     order.seed_count));
		sp_graph_free(graph);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("hosts_seen");

	tcase_add_test(tests, test_hosts_example);
	tcase_add_test(tests, test_hosts_random);
	tcase_add_test(tests, test_hosts_bad);
	tcase_add_test(tests, test_reached_random);
	return unit_run(tests);
}
