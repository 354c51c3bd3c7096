/* SPDX-License-Identifier: MIT */
/*
 * Cores of random graphs: agreement with the oracle under random options, and
 * the properties that cores must have.  Cores of a large graph: its in-links,
 * and any number of threads.
 */
#include "cores_extract.h"
#include "large_graph.h"
#include "share_alone.h"

#include "base/bitset.h"
#include "graph/visit.h"
#include "seed/inlinks.h"

#include <math.h>

/* ---- random graphs ---------------------------------------------------- */

/* Copies link sets from page to page, so that scores tie. */
static void
copy_links(struct sp_random *random, struct oracle_graph *graph)
{
	unsigned n = graph->pages;

	for (unsigned i = 0; i < n / 2; i++) {
		unsigned from = (unsigned)sp_random_below(random, n);
		unsigned to = (unsigned)sp_random_below(random, n);

		if (i % 2)
			memcpy(graph->link[to], graph->link[from],
			       sizeof(graph->link[to]));
		else
			for (unsigned u = 0; u < n; u++)
				graph->link[u][to] = graph->link[u][from];
	}
}

static void
random_graph(struct sp_random *random, struct oracle_graph *graph)
{
	static const double densities[] = { .01, .03, .08, .15, .4 };
	double density = densities[sp_random_below(random, 5)];
	bool self_links = sp_random_below(random, 4) == 0;
	unsigned n = 8 + (unsigned)sp_random_below(random, 53);

	memset(graph, 0, sizeof(*graph));
	graph->pages = n;
	for (unsigned u = 0; u < n; u++)
		for (unsigned v = 0; v < n; v++)
			graph->link[u][v] = sp_random_unit(random) < density;
	if (sp_random_below(random, 2))
		copy_links(random, graph);
	for (unsigned u = 0; u < n && !self_links; u++)
		graph->link[u][u] = false;
}

static struct sp_extract_options
random_options(struct sp_random *random)
{
	static const double densities[] = { 100, 100, 80, 66.6, 50, 12.5, 0 };
	struct sp_extract_options options = defaults(30);
	struct sp_core_options *core = &options.core;

	core->cover_density = densities[sp_random_below(random, 7)];
	core->hub_cap = sp_random_below(random, 3) ? 999 :
			sp_random_below(random, 5);
	core->size = sp_random_below(random, 3) ? 0 :
		     2 + sp_random_below(random, 12);
	core->new_members = sp_random_below(random, 2) ? 1 :
			    1 + sp_random_below(random, 4);
	core->exact = sp_random_below(random, 2);
	core->match = sp_random_below(random, 3) ? SP_MATCH_ANY :
						   SP_MATCH_ALL;
	core->last = sp_random_below(random, 2) ? SP_LAST_UNDO :
						  SP_LAST_KEEP;
	core->test = sp_random_below(random, 2) ? SP_TEST_EACH :
						  SP_TEST_ROUND;
	core->on_break = sp_random_below(random, 2) ? SP_BREAK_STOP :
						      SP_BREAK_CLOSE;
	core->overlap = sp_random_below(random, 3) == 0;
	options.pick = sp_random_below(random, 2) ? SP_PICK_BEST :
						    SP_PICK_RANDOM;
	options.random_seed = sp_random_next(random);
	options.min_hubs = 1 + sp_random_below(random, 3);
	options.min_authorities = 1 + sp_random_below(random, 3);
	options.rerank = sp_random_below(random, 4) == 0;
	options.max_rejected = sp_random_below(random, 4) ? 0 :
			       1 + sp_random_below(random, 6);
	options.first_iteration = 1 + (uint32_t)sp_random_below(random, 5);
	return options;
}

static void
check_member(const struct sp_member *member, const struct oracle_core *core,
	     unsigned i)
{
	const double *scores = core->members[i].side == SP_HUB ?
				       core->scores.hub :
				       core->scores.authority;

	ck_assert_uint_eq(member->page, core->members[i].page);
	ck_assert_int_eq(member->side, core->members[i].side);
	ck_assert(fabs(member->score - scores[member->page]) <= 1e-12);
}

/*
 * Checks the growth alone, from the same scores: all cores of each ranking,
 * those that were rejected included.
 */
static void
check_growth(const struct oracle_graph *graph,
	     const struct sp_extract_options *options,
	     const struct oracle_cores *expected)
{
	struct sp_graph *built = oracle_build(graph);
	uint64_t dead = 0;
	unsigned ranking = 0;
	struct sp_grower *grower;
	struct sp_growth growth;
	struct sp_error err;
	struct alone alone;

	alone_begin(&alone, built);
	must(sp_grower_new(alone.share, options->hits.threads, &grower, &err),
	     err);
	for (unsigned i = 0; i < expected->count; i++) {
		const struct oracle_core *core = &expected->cores[i];
		uint32_t first;
		bool found;

		if (core->ranking != ranking)
			sp_grower_rank(grower, &dead, core->scores.hub,
				       core->scores.authority);
		ranking = core->ranking;
		must(sp_grower_next(grower, &found, &first, &err), err);
		ck_assert(found && first == core->members[0].page);
		must(sp_core_grow(grower, first, &options->core, &growth,
				  &err), err);
		ck_assert_uint_eq(growth.member_count, core->member_count);
		ck_assert_uint_eq(growth.hubs, core->hubs);
		ck_assert_uint_eq(growth.authorities, core->authorities);
		ck_assert_uint_eq(growth.links, core->links);
		for (unsigned k = 0; k < core->member_count; k++) {
			check_member(&growth.members[k], core, k);
			if (!core->rejected || options->rerank)
				dead |= UINT64_C(1) << core->members[k].page;
		}
		for (unsigned p = 0; p < graph->pages; p++) {
			bool alike = false;

			for (uint64_t k = 0; k < growth.alike_count; k++)
				alike |= growth.alike[k] == p;
			ck_assert_int_eq(alike, core->alike[p]);
			if (alike && (!core->rejected || options->rerank))
				dead |= UINT64_C(1) << p;
		}
	}
	sp_grower_free(grower);
	alone_end(&alone);
	sp_graph_free(built);
}

static void
check_core(const struct sp_cores *cores, uint64_t nth, uint64_t first_member,
	   const struct oracle_core *core)
{
	const struct sp_core *found = &cores->cores[nth];

	ck_assert_uint_lt(nth, cores->count);
	ck_assert_uint_eq(found->hubs, core->hubs);
	ck_assert_uint_eq(found->authorities, core->authorities);
	ck_assert_uint_eq(found->links, core->links);
	ck_assert_uint_eq(found->seed, core->seed);
	ck_assert_uint_eq(found->iteration, core->iteration);
	for (unsigned i = 0; i < core->member_count; i++) {
		ck_assert_uint_eq(cores->members[first_member + i].core, nth);
		check_member(&cores->members[first_member + i], core, i);
	}
}

/* Checks the whole loop: the library scores, grows, picks and removes. */
static void
check_extraction(const struct oracle_graph *graph,
		 const struct sp_extract_options *options,
		 const struct oracle_cores *expected)
{
	struct result result;
	uint64_t member = 0, nth = 0;

	extract(graph, options, &result);
	ck_assert_uint_eq(result.cores.count, expected->found);
	for (unsigned i = 0; i < expected->count; i++) {
		if (expected->cores[i].rejected)
			continue;
		check_core(&result.cores, nth++, member, &expected->cores[i]);
		member += expected->cores[i].member_count;
	}
	ck_assert_uint_eq(result.cores.member_count, member);
	ck_assert_uint_eq(result.report.cores, expected->found);
	ck_assert_uint_eq(result.report.rejected,
			  expected->count - expected->found);
	ck_assert_int_eq(result.report.end, expected->end);
	for (unsigned i = 0; i < graph->pages; i++)
		ck_assert_int_eq(result.dead >> i & 1, expected->dead[i]);
	sp_cores_free(&result.cores);
}

static void
check_against_oracle(const struct oracle_graph *graph,
		     struct sp_extract_options *options, unsigned nth)
{
	static struct oracle_cores expected;

	options->hits.threads = nth % 250 ? 1 : 2;
	oracle_extract(graph, options, &expected);
	check_growth(graph, options, &expected);
	check_extraction(graph, options, &expected);
}

START_TEST(test_oracle_defaults)
{
	struct sp_random random = { 11 };
	struct sp_extract_options options = defaults(64);

	for (unsigned i = 0; i < ROUNDS_OF(1000); i++) {
		struct oracle_graph graph;

		random_graph(&random, &graph);
		check_against_oracle(&graph, &options, i);
	}
}
END_TEST

START_TEST(test_oracle_options)
{
	struct sp_random random = { 12 };

	for (unsigned i = 0; i < ROUNDS_OF(1000); i++) {
		struct oracle_graph graph;
		struct sp_extract_options options = random_options(&random);

		random_graph(&random, &graph);
		check_against_oracle(&graph, &options, i);
	}
}
END_TEST

/* Of 2 to 20 units, so that most candidates, or few, are of one with a page. */
static void
draw_units(struct sp_random *random, uint32_t *unit_of,
	   struct sp_units *units)
{
	units->unit_of = unit_of;
	units->count = 2 + sp_random_below(random, 19);
	for (unsigned p = 0; p < ORACLE_PAGES; p++)
		unit_of[p] = (uint32_t)sp_random_below(random, units->count);
}

START_TEST(test_oracle_units)
{
	struct sp_random random = { 15 };

	for (unsigned i = 0; i < ROUNDS_OF(1000); i++) {
		struct oracle_graph graph;
		struct sp_extract_options options = i % 2 ?
			random_options(&random) : defaults(64);
		uint32_t unit_of[ORACLE_PAGES];
		struct sp_units units = SP_UNITS_EMPTY;

		draw_units(&random, unit_of, &units);
		options.core.units = &units;
		random_graph(&random, &graph);
		check_against_oracle(&graph, &options, i);
	}
}
END_TEST

/* No side has two pages of a unit, and with a unit each, nothing changes. */
START_TEST(test_units)
{
	struct sp_random random = { 16 };
	uint64_t smaller = 0;

	for (unsigned i = 0; i < ROUNDS_OF(300); i++) {
		struct sp_extract_options options = random_options(&random);
		struct sp_extract_options apart = options;
		uint32_t unit_of[ORACLE_PAGES], own[ORACLE_PAGES];
		struct sp_units units = SP_UNITS_EMPTY;
		struct sp_units each = { own, ORACLE_PAGES, 0, NULL };
		struct result plain, result, same;
		struct oracle_graph graph;
		const struct sp_member *members;

		random_graph(&random, &graph);
		draw_units(&random, unit_of, &units);
		for (uint32_t p = 0; p < ORACLE_PAGES; p++)
			own[p] = ORACLE_PAGES - 1 - p;
		extract(&graph, &options, &plain);
		options.core.units = &units;
		extract(&graph, &options, &result);
		apart.core.units = &each;
		extract(&graph, &apart, &same);
		members = result.cores.members;
		for (uint64_t k = 1; k < result.cores.member_count; k++)
			for (uint64_t m = k; m && members[m - 1].core ==
						   members[k].core; m--)
				hold(members[m - 1].side != members[k].side ||
				     unit_of[members[m - 1].page] !=
					     unit_of[members[k].page]);
		hold(same.cores.member_count == plain.cores.member_count);
		for (uint64_t k = 0; k < plain.cores.member_count; k++)
			hold(same.cores.members[k].page ==
			     plain.cores.members[k].page);
		smaller += result.cores.member_count <
			   plain.cores.member_count;
		sp_cores_free(&plain.cores);
		sp_cores_free(&result.cores);
		sp_cores_free(&same.cores);
	}
	hold(smaller > 0);
}
END_TEST

/* Cores keep the density, have disjoint sides and share no page. */
START_TEST(test_properties)
{
	static const double thresholds[] = { 100, 80, 50 };
	struct sp_random random = { 13 };

	for (unsigned i = 0; i < ROUNDS_OF(300); i++) {
		struct sp_extract_options options = defaults(64);
		struct oracle_graph graph;
		struct result result;
		uint64_t seen = 0;

		options.core.cover_density = thresholds[i % 3];
		random_graph(&random, &graph);
		extract(&graph, &options, &result);
		for (uint64_t k = 0; k < result.cores.count; k++)
			ck_assert(sp_core_density(&result.cores.cores[k]) >=
				  options.core.cover_density);
		for (uint64_t k = 0; k < result.cores.member_count; k++) {
			uint64_t bit = UINT64_C(1) <<
				       result.cores.members[k].page;

			ck_assert(!(seen & bit));
			seen |= bit;
		}
		sp_cores_free(&result.cores);
	}
}
END_TEST

/*
 * One core at a time, with scores given or computed, gives the same as all at
 * once.
 */
START_TEST(test_chain)
{
	struct sp_random random = { 14 };

	for (unsigned i = 0; i < ROUNDS_OF(200); i++) {
		struct sp_extract_options options = random_options(&random);
		struct sp_units units = SP_UNITS_EMPTY;
		uint32_t unit_of[ORACLE_PAGES];
		struct sp_hits_space *space;
		struct oracle_graph graph;
		struct sp_graph *built;
		struct result whole, part;
		struct sp_error err;

		random_graph(&random, &graph);
		draw_units(&random, unit_of, &units);
		if (i % 2)
			options.core.units = &units;
		options.seeds = 6;
		options.first_iteration = 1;
		extract(&graph, &options, &whole);
		built = oracle_build(&graph);
		space = sp_hits_space_new(graph.pages);
		memset(&part, 0, sizeof(part));
		options.seeds = 1;
		for (unsigned k = 0; k < 6; k++) {
			struct sp_hits_report report;

			must(sp_hits(built, &part.dead, &options.hits, space,
				     part.hub, part.authority, &report, &err),
			     err);
			must(sp_extract(built, &options, &part.dead, part.hub,
					part.authority, true, &part.cores,
					&part.report, &err), err);
			if (part.report.end)
				break;
			options.first_iteration = 1 +
				part.cores.cores[k].iteration;
		}
		ck_assert_uint_eq(part.dead, whole.dead);
		ck_assert_uint_eq(part.cores.count, whole.cores.count);
		for (uint64_t k = 0; k < whole.cores.count; k++) {
			ck_assert_uint_eq(part.cores.cores[k].seed,
					  whole.cores.cores[k].seed);
			ck_assert_uint_eq(part.cores.cores[k].iteration,
					  whole.cores.cores[k].iteration);
		}
		sp_hits_space_free(space);
		sp_graph_free(built);
		sp_cores_free(&whole.cores);
		sp_cores_free(&part.cores);
	}
}
END_TEST

/* ---- a graph of many blocks ------------------------------------------- */

#define MANY 200000
#define GROUPS 500

/*
 * Sites of MANY / GROUPS pages; the pages of a site link to a few pages, some
 * of which other sites link to as well.
 */
static uint32_t
draw_row(uint32_t page, struct sp_random *random,
	 uint32_t successors[LARGE_ROW])
{
	struct sp_random site = { page / (MANY / GROUPS) };
	uint32_t count = 0, next = 0;

	for (unsigned i = 0; i < 8; i++) {
		next += 1 + (uint32_t)sp_random_below(&site, MANY / 9);
		if (sp_random_below(random, 8))
			successors[count++] = next;
	}
	return count;
}

/* Checks all in-links of a few pages, page by page. */
static void
check_inlinks(const struct sp_graph *graph, const struct sp_inlinks *inlinks,
	      const uint64_t *dead, uint32_t wanted)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *sources, *successors;
	uint32_t page, count, source_count, i = 0;
	struct sp_error err;

	ck_assert(sp_inlinks_get(inlinks, wanted, &sources, &source_count));
	while (sp_cursor_next(cursor, &page, &successors, &count))
		for (uint32_t k = 0; k < count; k++) {
			if (successors[k] != wanted || sp_bit_test(dead, page))
				continue;
			ck_assert_uint_lt(i, source_count);
			ck_assert_uint_eq(sources[i++], page);
		}
	ck_assert_uint_eq(i, source_count);
	must(sp_cursor_status(cursor, &err), err);
	sp_cursor_free(cursor);
}

START_TEST(test_inlinks)
{
	static uint64_t dead[MANY / 64 + 1];
	static uint32_t in_degree[MANY];
	struct sp_graph *graph = large_graph(MANY, draw_row);
	uint32_t batch[60], count = 0, got;
	const uint32_t *sources;
	struct sp_inlinks *inlinks;
	struct sp_error err;

	must(sp_count_inlinks(graph, 2, in_degree, &err), err);
	for (uint32_t page = 0; page < MANY && count < 60; page++)
		if (in_degree[page] > 100)
			batch[count++] = page;
	ck_assert_uint_eq(count, 60);
	for (uint32_t page = 0; page < MANY; page += 3)
		sp_bit_set(dead, page);
	for (int threads = 1; threads <= 4; threads *= 2) {
		/* A budget for some of the batch, but not all. */
		must(sp_inlinks_new(graph, threads, 6000, &inlinks, &err),
		     err);
		ck_assert(!sp_inlinks_get(inlinks, batch[0], &sources, &got));
		must(sp_inlinks_collect(inlinks, dead, batch, 60, &err), err);
		check_inlinks(graph, inlinks, dead, batch[0]);
		check_inlinks(graph, inlinks, dead, batch[5]);
		ck_assert(!sp_inlinks_get(inlinks, batch[59], &sources,
					  &got));
		must(sp_inlinks_collect(inlinks, dead, batch + 59, 1, &err),
		     err);
		check_inlinks(graph, inlinks, dead, batch[59]);
		ck_assert_uint_eq(sp_inlinks_passes(inlinks), 2);
		sp_inlinks_free(inlinks);
		/*
		 * The page that is asked for is complete, whatever the budget.
		 */
		must(sp_inlinks_new(graph, threads, 1, &inlinks, &err), err);
		must(sp_inlinks_collect(inlinks, dead, batch, 60, &err), err);
		check_inlinks(graph, inlinks, dead, batch[0]);
		ck_assert(!sp_inlinks_get(inlinks, batch[1], &sources, &got));
		sp_inlinks_free(inlinks);
	}
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_cores_threads)
{
	static double hub[MANY], authority[MANY];
	static uint64_t dead[3][MANY / 64 + 1];
	struct sp_cores cores[3] = { SP_CORES_EMPTY, SP_CORES_EMPTY,
				     SP_CORES_EMPTY };
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_error err;

	for (unsigned i = 0; i < 3; i++) {
		struct sp_extract_options options = defaults(5);
		struct sp_extract_report report;

		options.hits.threads = 1 << i;
		options.hits.iterations = 6;
		options.core.cover_density = 70;
		must(sp_extract(graph, &options, dead[i], hub, authority,
				false, &cores[i], &report, &err), err);
		ck_assert_uint_eq(cores[i].count, 5);
		ck_assert_uint_eq(cores[i].member_count,
				  cores[0].member_count);
		for (uint64_t k = 0; k < cores[0].member_count; k++) {
			struct sp_member *a = &cores[0].members[k];
			struct sp_member *b = &cores[i].members[k];

			ck_assert(a->page == b->page && a->side == b->side &&
				  a->core == b->core &&
				  a->score == b->score);
		}
		ck_assert(!memcmp(dead[i], dead[0], sizeof(dead[0])));
		/* Even large cores take few passes. */
		ck_assert_uint_le(report.passes, 10);
	}
	for (unsigned i = 0; i < 3; i++)
		sp_cores_free(&cores[i]);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *random = unit_case("random");

	tcase_add_test(random, test_oracle_defaults);
	tcase_add_test(random, test_oracle_options);
	tcase_add_test(random, test_oracle_units);
	tcase_add_test(random, test_units);
	tcase_add_test(random, test_properties);
	tcase_add_test(random, test_chain);
	tcase_add_test(random, test_inlinks);
	tcase_add_test(random, test_cores_threads);
	return unit_run(random);
}
