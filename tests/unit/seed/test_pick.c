/* SPDX-License-Identifier: MIT */
/* Seeds by the methods of seedpick, each against a plain computation. */
#include "oracle.h"
#include "unit.h"

#include "base/random.h"
#include "seed/pick.h"

#include <math.h>
#include <string.h>

#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"

static void
check_pages(const struct sp_seeds *seeds, const uint32_t *pages,
	    uint64_t count)
{
	ck_assert_uint_eq(seeds->count, count);
	for (uint64_t i = 0; i < count; i++) {
		ck_assert_uint_eq(seeds->seeds[i].page, pages[i]);
		ck_assert_uint_eq(seeds->seeds[i].core, SP_NO_CORE);
	}
}

START_TEST(test_cores)
{
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	for (uint32_t i = 0; i < 3; i++) {
		struct sp_core core = { 30 - i, i + 1, 1, 1, 1 };

		must(sp_cores_add(&cores, &core, &err), err);
	}
	must(sp_pick_cores(&cores, &seeds, &err), err);
	ck_assert_uint_eq(seeds.count, 3);
	for (uint32_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(seeds.seeds[i].page, 30 - i);
		ck_assert_uint_eq(seeds.seeds[i].core, i);
	}
	sp_seeds_free(&seeds);
	sp_cores_free(&cores);
}
END_TEST

/* The same random numbers, on a list that is really shuffled. */
static void
shuffle(uint32_t *list, uint32_t pages, uint32_t count, uint64_t seed)
{
	struct sp_random random = { seed };

	for (uint32_t i = 0; i < pages; i++)
		list[i] = i;
	for (uint32_t i = 0; i < count && i < pages; i++) {
		uint32_t j = i + (uint32_t)sp_random_below(&random,
							   pages - i);
		uint32_t page = list[i];

		list[i] = list[j];
		list[j] = page;
	}
}

START_TEST(test_random)
{
	static const struct { uint32_t pages, count; } cases[] = {
		{ 1, 1 }, { 10, 3 }, { 10, 10 }, { 10, 99 }, { 5000, 4900 },
		{ 5000, 20 }, { 0, 5 }, { 7, 0 }
	};
	static uint32_t list[5000];

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (uint64_t seed = 0; seed < 20; seed++) {
			uint32_t count = cases[i].count;
			struct sp_seeds seeds = SP_SEEDS_EMPTY;
			struct sp_error err;

			if (count > cases[i].pages)
				count = cases[i].pages;
			shuffle(list, cases[i].pages, count, seed);
			must(sp_pick_random(cases[i].pages, NULL,
					    cases[i].count, seed, NULL,
					    &seeds, &err), err);
			check_pages(&seeds, list, count);
			sp_seeds_free(&seeds);
		}
}
END_TEST

/* Of the pages allowed, all are drawn in the order of the whole shuffle. */
START_TEST(test_random_allowed)
{
	uint64_t allowed = UINT64_C(0x8421f00d);
	uint32_t list[40], expected[40], count = 0;

	for (uint64_t seed = 0; seed < 20; seed++) {
		struct sp_seeds seeds = SP_SEEDS_EMPTY;
		struct sp_error err;

		shuffle(list, 40, 40, seed);
		count = 0;
		for (unsigned i = 0; i < 40; i++)
			if (allowed >> list[i] & 1)
				expected[count++] = list[i];
		must(sp_pick_random(40, &allowed, 5, seed, NULL, &seeds,
				    &err), err);
		check_pages(&seeds, expected, 5);
		sp_seeds_free(&seeds);
		must(sp_pick_random(40, &allowed, 99, seed, NULL, &seeds,
				    &err), err);
		check_pages(&seeds, expected, count);
		sp_seeds_free(&seeds);
	}
}
END_TEST

/* A few of very many pages: memory must depend on the few. */
START_TEST(test_random_of_many)
{
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	must(sp_pick_random(SP_PAGES_MAX, NULL, 1000, 5, NULL, &seeds, &err),
	     err);
	ck_assert_uint_eq(seeds.count, 1000);
	for (uint64_t i = 0; i < 1000; i++)
		for (uint64_t k = 0; k < i; k++)
			ck_assert_uint_ne(seeds.seeds[i].page,
					  seeds.seeds[k].page);
	sp_seeds_free(&seeds);
}
END_TEST

/* Takes the best page that is left, again and again. */
static void
select_top(const double *scores, uint32_t pages, uint32_t count,
	   uint32_t *list)
{
	bool taken[500] = { false };

	for (uint32_t i = 0; i < count; i++) {
		uint32_t best = pages;

		for (uint32_t page = 0; page < pages; page++)
			if (!taken[page] && (best == pages ||
					     scores[page] > scores[best]))
				best = page;
		taken[best] = true;
		list[i] = best;
	}
}

START_TEST(test_top)
{
	struct sp_random random = { 3 };

	for (unsigned i = 0; i < ROUNDS_OF(300); i++) {
		uint32_t pages = 1 + (uint32_t)sp_random_below(&random, 500);
		uint32_t count = (uint32_t)sp_random_below(&random,
							   pages + 1);
		uint64_t values = i % 2 ? 1000000 : 5;
		double scores[500];
		uint32_t list[500];
		struct sp_seeds seeds = SP_SEEDS_EMPTY;
		struct sp_error err;

		for (uint32_t page = 0; page < pages; page++)
			scores[page] = (double)sp_random_below(&random,
							       values);
		select_top(scores, pages, count, list);
		must(sp_pick_top(scores, pages, count, &seeds, &err), err);
		check_pages(&seeds, list, count);
		sp_seeds_free(&seeds);
	}
}
END_TEST

START_TEST(test_top_bad)
{
	double scores[4] = { 1, 2, NAN, 3 };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	ck_assert_int_eq(sp_pick_top(scores, 4, 2, &seeds, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "page 2"));
	ck_assert_uint_eq(seeds.count, 0);
	scores[2] = 0;
	/* More than exist: all of them. */
	must(sp_pick_top(scores, 4, UINT64_MAX, &seeds, &err), err);
	check_pages(&seeds, (uint32_t[]){ 3, 1, 0, 2 }, 4);
	sp_seeds_free(&seeds);
}
END_TEST

/* In-degrees of G11: 2 3 1 2 4 2 1 2 2 1 0. */
START_TEST(test_top_indegree)
{
	static const uint32_t order[] = { 4, 1, 0, 3, 5, 7, 8, 2, 6, 9, 10 };
	struct oracle_graph graph;
	struct sp_graph *built;
	struct sp_error err;

	oracle_parse(&graph, 11, G11);
	built = oracle_build(&graph);
	for (uint64_t count = 0; count <= 12; count++) {
		struct sp_seeds seeds = SP_SEEDS_EMPTY;

		must(sp_pick_top_degree(built, true, 1 + (int)count % 3, count,
					  NULL, &seeds, &err), err);
		check_pages(&seeds, order, count < 11 ? count : 11);
		sp_seeds_free(&seeds);
	}
	sp_graph_free(built);
}
END_TEST

static void
add_hosts(struct sp_hosts *hosts, const uint32_t *host_of, uint32_t pages,
	  uint32_t names)
{
	struct sp_error err;

	for (uint32_t i = 0; i < names; i++)
		must(sp_names_add(&hosts->names, "x", 1, &err), err);
	for (uint32_t i = 0; i < pages; i++)
		must(sp_hosts_add(hosts, host_of[i], &err), err);
}

/* Sizes: host 0 has 2 pages, 1 has 3, 2 has 1, 3 has 3, 4 has none. */
START_TEST(test_hosts)
{
	static const uint32_t host_of[] = { 0, 1, 2, 3, 3, 1, 0, 1, 3 };
	static const uint32_t order[] = { 1, 3, 0, 2 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error err;

	add_hosts(&hosts, host_of, 9, 5);
	for (uint64_t count = 0; count <= 6; count++) {
		struct sp_seeds seeds = SP_SEEDS_EMPTY;

		must(sp_pick_hosts(&hosts, count, NULL, &seeds, &err), err);
		check_pages(&seeds, order, count < 4 ? count : 4);
		sp_seeds_free(&seeds);
	}
	sp_hosts_free(&hosts);
}
END_TEST

/* Two pages have no host: it is not the largest one. */
START_TEST(test_hosts_without_a_name)
{
	static const uint32_t host_of[] = { 1, 1, 0 };
	static const uint32_t order[] = { 2 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	add_hosts(&hosts, host_of, 3, 1);
	must(sp_names_add(&hosts.names, "", 0, &err), err);
	must(sp_pick_hosts(&hosts, 2, NULL, &seeds, &err), err);
	check_pages(&seeds, order, 1);
	sp_seeds_free(&seeds);
	sp_hosts_free(&hosts);
}
END_TEST

/* Picks from a ranked list by hand: each page whose host is still free. */
static uint32_t
spread_naively(const uint32_t *ranked, uint32_t pages, const uint32_t *host_of,
	       uint32_t limit, uint32_t *expected)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < pages && count < limit; i++) {
		bool free_host = true;

		for (uint32_t k = 0; k < count; k++)
			free_host &= host_of[ranked[i]] !=
				     host_of[expected[k]];
		if (free_host)
			expected[count++] = ranked[i];
	}
	return count;
}

/* By score descending, then by page. */
static void
rank_naively(const double *scores, uint32_t pages, uint32_t *ranked)
{
	for (uint32_t page = 0; page < pages; page++) {
		uint32_t at = page;

		for (; at && scores[ranked[at - 1]] < scores[page]; at--)
			ranked[at] = ranked[at - 1];
		ranked[at] = page;
	}
}

START_TEST(test_spread)
{
	enum { PAGES = 30, HOSTS = 9 };

	for (uint64_t run = 0; run < ROUNDS_OF(1000); run++) {
		struct sp_random random = { run };
		struct sp_hosts hosts = SP_HOSTS_EMPTY;
		struct sp_units units = SP_UNITS_EMPTY;
		struct sp_spread spread;
		struct sp_seeds seeds = SP_SEEDS_EMPTY, all = SP_SEEDS_EMPTY;
		uint32_t host_of[PAGES], ranked[PAGES], expected[PAGES];
		uint32_t limit = 1 + (uint32_t)sp_random_below(&random, 12);
		double scores[PAGES];
		struct sp_error err;
		uint32_t count;

		for (uint32_t i = 0; i < PAGES; i++) {
			host_of[i] = (uint32_t)sp_random_below(&random, HOSTS);
			scores[i] = (double)sp_random_below(&random, 8);
		}
		add_hosts(&hosts, host_of, PAGES, HOSTS);
		must(sp_units_of_hosts(&hosts, &units, &err), err);

		rank_naively(scores, PAGES, ranked);
		count = spread_naively(ranked, PAGES, host_of, limit,
				       expected);
		must(sp_spread_begin(&spread, &units, &err), err);
		must(sp_pick_top_spread(scores, PAGES, limit, &spread, &seeds,
					&err), err);
		sp_spread_end(&spread);
		check_pages(&seeds, expected, count);
		for (uint32_t i = 0; i < count; i++)
			ck_assert_double_eq(seeds.seeds[i].score,
					    scores[expected[i]]);
		sp_seeds_free(&seeds);

		shuffle(ranked, PAGES, PAGES, run);
		count = spread_naively(ranked, PAGES, host_of, limit,
				       expected);
		must(sp_spread_begin(&spread, &units, &err), err);
		must(sp_pick_random(PAGES, NULL, limit, run, &spread, &seeds,
				    &err), err);
		sp_spread_end(&spread);
		check_pages(&seeds, expected, count);

		/* Afterwards: the same of a list that is there. */
		must(sp_pick_random(PAGES, NULL, PAGES, run, NULL, &all, &err),
		     err);
		must(sp_spread_begin(&spread, &units, &err), err);
		sp_spread_seeds(&spread, &all);
		count = spread_naively(ranked, PAGES, host_of, PAGES,
				       expected);
		check_pages(&all, expected, count);
		ck_assert_uint_eq(spread.skipped, PAGES - count);
		sp_spread_end(&spread);
		sp_seeds_free(&seeds);
		sp_seeds_free(&all);
		sp_units_free(&units);
		sp_hosts_free(&hosts);
	}
}
END_TEST

START_TEST(test_top_outdegree)
{
	struct oracle_graph graph;
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_graph *built;
	double degrees[11];
	uint32_t ranked[11];
	struct sp_error err;

	oracle_parse(&graph, 11, G11);
	built = oracle_build(&graph);
	for (uint32_t page = 0; page < 11; page++) {
		degrees[page] = 0;
		for (uint32_t to = 0; to < 11; to++)
			degrees[page] += graph.link[page][to];
	}
	rank_naively(degrees, 11, ranked);
	must(sp_pick_top_degree(built, false, 2, 20, NULL, &seeds, &err), err);
	check_pages(&seeds, ranked, 11);
	sp_seeds_free(&seeds);
	sp_graph_free(built);
}
END_TEST

START_TEST(test_hosts_bad)
{
	static const uint32_t host_of[] = { 0, 7 };
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	add_hosts(&hosts, host_of, 2, 2);
	ck_assert_int_eq(sp_pick_hosts(&hosts, 1, NULL, &seeds, &err),
			 SP_DATA);
	ck_assert_uint_eq(seeds.count, 0);
	sp_hosts_free(&hosts);
}
END_TEST

START_TEST(test_list)
{
	static const uint64_t list[] = { 5, 0, 5, 9, 0, 3 };
	static const uint64_t bad[] = { 5, UINT64_C(4294967296) };
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	must(sp_pick_list(list, 6, 10, &seeds, &err), err);
	check_pages(&seeds, (uint32_t[]){ 5, 0, 9, 3 }, 4);
	sp_seeds_free(&seeds);
	ck_assert_int_eq(sp_pick_list(list, 6, 9, &seeds, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "seed 4:"));
	sp_seeds_free(&seeds);
	ck_assert_int_eq(sp_pick_list(bad, 2, 10, &seeds, &err), SP_DATA);
	sp_seeds_free(&seeds);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("pick");

	tcase_add_test(tests, test_cores);
	tcase_add_test(tests, test_random);
	tcase_add_test(tests, test_random_allowed);
	tcase_add_test(tests, test_random_of_many);
	tcase_add_test(tests, test_top);
	tcase_add_test(tests, test_top_bad);
	tcase_add_test(tests, test_top_indegree);
	tcase_add_test(tests, test_hosts);
	tcase_add_test(tests, test_hosts_without_a_name);
	tcase_add_test(tests, test_hosts_bad);
	tcase_add_test(tests, test_spread);
	tcase_add_test(tests, test_top_outdegree);
	tcase_add_test(tests, test_list);
	return unit_run(tests);
}
