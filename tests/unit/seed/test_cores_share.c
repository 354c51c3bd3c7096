/* SPDX-License-Identifier: MIT */
/*
 * test_cores_share.c - the cores that processes find together, each with a
 * share of the graph, are those that one process finds: with options of every
 * kind, on random and generated graphs, also where many pages have the same
 * links and so the same scores
 */
#include "graph_rows.h"
#include "team_threads.h"

#include "base/bitset.h"
#include "graph/generate/generate.h"
#include "graph/links/rowstore.h"
#include "seed/extract.h"

#include <math.h>

#define PAGES (7 * SP_BLOCK_PAGES + 100)

/*
 * One of them for each extraction, in turn: the vectors of each process are
 * rounded up to 65,536 places, which is what this test spends its time on.
 */
static const unsigned sizes[] = { 3, 7, 2 };

/* What one process found, and how. */
struct expected {
	const struct sp_graph *graph;
	const struct sp_extract_options *options;
	const double *hub, *authority;  /* given scores; or NULL */
	const uint64_t *dead;           /* pages of the cores */
	const struct sp_cores *cores;
	const struct sp_extract_report *report;
};

/* ---- graphs ----------------------------------------------------------- */

/*
 * Random rows, of which every third one is that of an earlier page: many pages
 * of different processes have the same links, or are linked from the same.
 */
static struct sp_graph *
copied_rows(struct sp_random *random)
{
	struct rows rows;
	struct sp_graph *graph;

	rows_begin(&rows, PAGES);
	for (uint32_t page = 0; page < PAGES; page++) {
		uint64_t like = sp_random_below(random, page + UINT64_C(1));
		uint64_t from = like ? rows.ends[like - 1] : 0;

		if (page % 3 || page == like)
			rows_draw(&rows, random, sp_random_below(random, 6));
		else
			for (uint64_t i = from; i < rows.ends[like]; i++)
				rows_add(&rows, rows.successors[i]);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static struct sp_graph *
generated_web(uint64_t seed)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_row_sink sink = sp_rowstore_rows(store);
	struct sp_generator *generator;
	struct sp_graph *graph;
	struct sp_error err;
	double *weights;

	options.pages = PAGES;
	options.seed = seed;
	must(sp_generator_new(&options, &generator, &err), err);
	must(sp_generator_rows(generator, &sink, &err), err);
	must(sp_rowstore_finish(store, PAGES, &graph, &weights, &err), err);
	sp_generator_free(generator);
	sp_rowstore_free(store);
	return graph;
}

/* ---- comparing -------------------------------------------------------- */

static void
check_cores(const struct sp_cores *cores, const struct sp_cores *expected)
{
	hold(cores->count == expected->count);
	hold(cores->member_count == expected->member_count);
	for (uint64_t i = 0; i < cores->count; i++) {
		const struct sp_core *a = &cores->cores[i];
		const struct sp_core *b = &expected->cores[i];

		hold(a->seed == b->seed && a->iteration == b->iteration);
		hold(a->hubs == b->hubs && a->links == b->links);
		hold(a->authorities == b->authorities);
	}
	for (uint64_t i = 0; i < cores->member_count; i++) {
		const struct sp_member *a = &cores->members[i];
		const struct sp_member *b = &expected->members[i];

		hold(a->core == b->core && a->side == b->side);
		hold(a->page == b->page);
		hold(fabs(a->score - b->score) <= 1e-12);
	}
}

static void
check_dead(const struct sp_share *share, const uint64_t *dead,
	   const uint64_t *expected)
{
	for (uint64_t i = 0; i < share->owned; i++)
		hold(sp_bit_test(dead, share->own_first + i) ==
		     sp_bit_test(expected, share->first + i));
	for (uint64_t i = 0; i < share->reached; i++) {
		uint64_t local = sp_share_reached(share, i);

		hold(sp_bit_test(dead, local) ==
		     sp_bit_test(expected, sp_share_global(share, local)));
	}
}

static enum sp_status
extract_together(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct expected *expected = context;
	struct sp_extract_options options = *expected->options;
	bool given = expected->hub != NULL;
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_extract_report report;
	struct sp_share *share;
	double *hub, *authority;
	uint64_t *dead;

	must(team_share_of(team, expected->graph, NULL, 1, &share, err), *err);
	hub = sp_alloc_zero(share->places, sizeof(double));
	authority = sp_alloc_zero(share->places, sizeof(double));
	dead = sp_bitset_new(share->places);
	for (uint64_t i = 0; given && i < share->owned; i++) {
		hub[share->own_first + i] = expected->hub[share->first + i];
		authority[share->own_first + i] =
			expected->authority[share->first + i];
	}
	options.hits.share = share;
	must(sp_extract(share->graph, &options, dead, hub, authority, given,
			&cores, &report, err), *err);
	check_cores(&cores, expected->cores);
	check_dead(share, dead, expected->dead);
	hold(report.end == expected->report->end);
	hold(report.cores == expected->report->cores);
	hold(report.rejected == expected->report->rejected);
	hold(report.rankings == expected->report->rankings);
	sp_share_free(share);
	sp_cores_free(&cores);
	free(hub);
	free(authority);
	free(dead);
	return SP_OK;
}

static void
check_extraction(const struct sp_graph *graph,
		 const struct sp_extract_options *options, bool given,
		 int turn)
{
	double *hub = sp_alloc(PAGES, sizeof(double));
	double *authority = sp_alloc(PAGES, sizeof(double));
	uint64_t *dead = sp_bitset_new(PAGES);
	struct sp_random random = { 5 };
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_extract_report report;
	struct sp_error err;
	struct expected expected = {
		graph, options, NULL, NULL, dead, &cores, &report
	};
	double *first[2] = { sp_alloc(PAGES, sizeof(double)),
			     sp_alloc(PAGES, sizeof(double)) };

	/* Few values, some below 0: the order is by pages, mostly. */
	for (uint64_t i = 0; given && i < PAGES; i++) {
		hub[i] = first[0][i] = (double)sp_random_below(&random, 5);
		authority[i] = first[1][i] =
			(double)sp_random_below(&random, 5) - 1;
	}
	if (given) {
		expected.hub = first[0];
		expected.authority = first[1];
	}
	must(sp_extract(graph, options, dead, hub, authority, given, &cores,
			&report, &err), err);
	must(team_run(sizes[turn % LENGTH(sizes)], extract_together, &expected,
		      &err), err);
	sp_cores_free(&cores);
	free(hub);
	free(authority);
	free(dead);
	free(first[0]);
	free(first[1]);
}

/* ---- options ---------------------------------------------------------- */

static struct sp_extract_options
random_options(struct sp_random *random)
{
	static const double densities[] = { 100, 80, 66.6, 50 };
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_core_options *core = &options.core;

	options.seeds = 1 + sp_random_below(random, 4);
	options.hits.iterations = 6;
	options.pick = sp_random_below(random, 3) ? SP_PICK_BEST :
						    SP_PICK_RANDOM;
	options.random_seed = sp_random_below(random, 9);
	options.min_hubs = 1 + sp_random_below(random, 4);
	options.min_authorities = 1 + sp_random_below(random, 3);
	options.max_rejected = sp_random_below(random, 2) * 10;
	options.rerank = sp_random_below(random, 5) == 0;
	if (options.rerank)
		options.max_rejected = 2;
	core->cover_density = densities[sp_random_below(random, 4)];
	core->hub_cap = sp_random_below(random, 2) * 20;
	core->size = sp_random_below(random, 3) ? 0 :
					    2 + sp_random_below(random, 90);
	core->new_members = 1 + sp_random_below(random, 3);
	core->exact = sp_random_below(random, 2);
	core->match = sp_random_below(random, 2) ? SP_MATCH_ALL :
						   SP_MATCH_ANY;
	core->last = sp_random_below(random, 2) ? SP_LAST_KEEP : SP_LAST_UNDO;
	core->test = sp_random_below(random, 2) ? SP_TEST_ROUND : SP_TEST_EACH;
	core->on_break = sp_random_below(random, 2) ? SP_BREAK_CLOSE :
						      SP_BREAK_STOP;
	core->overlap = sp_random_below(random, 2);
	return options;
}

START_TEST(random_graphs)
{
	struct sp_random random = { (uint64_t)_i + 1 };
	struct sp_graph *graph = copied_rows(&random);

	for (int i = 0; i < ROUNDS_OF(4); i++) {
		struct sp_extract_options options = random_options(&random);

		check_extraction(graph, &options, i % 3 == 2, i + _i);
	}
	sp_graph_free(graph);
}
END_TEST

START_TEST(generated_graphs)
{
	struct sp_random random = { (uint64_t)_i + 77 };
	struct sp_graph *graph = generated_web((uint64_t)_i);

	for (int i = 0; i < ROUNDS_OF(4); i++) {
		struct sp_extract_options options = random_options(&random);

		check_extraction(graph, &options, i % 3 == 2, i + _i);
	}
	sp_graph_free(graph);
}
END_TEST

/* Every authority is tried: what is known of pages is forgotten on the way. */
START_TEST(long_searches)
{
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_random random = { 4 };
	struct sp_graph *graph = copied_rows(&random);

	options.seeds = 3;
	options.hits.iterations = 5;
	options.min_hubs = 500;
	options.core.cover_density = 90;
	options.core.hub_cap = 0;
	check_extraction(graph, &options, false, 0);
	sp_graph_free(graph);
}
END_TEST

/*
 * Hubs of the second process link to pages 20 and 30 of the first one, those of
 * the third to 10 and 30.  The second learns only by page 30 that page 20 is in
 * the component of page 10, and has to pass it on to the owner of page 20.
 * There is another component, for otherwise nobody would ask.
 */
START_TEST(trees_that_meet)
{
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, PAGES);
	for (uint64_t page = 0; page < PAGES; page++) {
		bool second = page >= 4000 && page < 4020;

		if (second || (page >= 7000 && page < 7030)) {
			rows_add(&rows, second ? 20 : 10);
			rows_add(&rows, 30);
		} else if (page == 5000) {
			rows_add(&rows, 40);
		}
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	/* All of these are one core then. */
	options.core.cover_density = 60;
	check_extraction(graph, &options, false, 0);
	sp_graph_free(graph);
}
END_TEST

START_TEST(graphs_without_links)
{
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, PAGES);
	while (rows.done < PAGES)
		rows_end(&rows);
	graph = rows_graph(&rows, 1);
	check_extraction(graph, &options, false, 1);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("cores_share");

	tcase_add_loop_test(tcase, random_graphs, 0, 3);
	tcase_add_loop_test(tcase, generated_graphs, 0, 2);
	tcase_add_test(tcase, long_searches);
	tcase_add_test(tcase, trees_that_meet);
	tcase_add_test(tcase, graphs_without_links);
	return unit_run(tcase);
}
