/* SPDX-License-Identifier: MIT */
/*
 * test_extract_resume.c - an extraction that goes on from any of its states
 * finds what one finds that was not stopped, to the bit, in one process and in
 * several; states that it cannot have come to are refused
 */
#include "graph_rows.h"
#include "team_threads.h"

#include "base/bitset.h"
#include "seed/extract.h"

#include <string.h>

#define PAGES 3000
#define STATES 32

struct run {
	const struct sp_graph *graph;
	struct sp_extract_options options;
	uint64_t states;  /* that were saved */
};

/* What an extraction has saved, core by core. */
struct saved {
	const struct sp_seeds *removed;
	struct sp_extract_state state[STATES];
	uint64_t removed_count[STATES];
	uint64_t count;
};

static enum sp_status
keep_state(void *context, const struct sp_extract_state *state,
	   struct sp_error *err)
{
	struct saved *saved = context;

	(void)err;
	hold(saved->count < STATES && state->cores == saved->count + 1);
	saved->removed_count[saved->count] = saved->removed->count;
	saved->state[saved->count++] = *state;
	return SP_OK;
}

/* The first of them, with their members. */
static struct sp_cores
first_cores(const struct sp_cores *from, uint64_t count)
{
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_error err;

	for (uint64_t i = 0; i < count; i++)
		must(sp_cores_add(&cores, &from->cores[i], &err), err);
	for (uint64_t i = 0; i < from->member_count; i++)
		if (from->members[i].core < count)
			must(sp_cores_add_member(&cores, &from->members[i],
						 &err), err);
	return cores;
}

static struct sp_seeds
first_pages(const struct sp_seeds *from, uint64_t count)
{
	struct sp_seeds pages = SP_SEEDS_EMPTY;
	struct sp_error err;

	for (uint64_t i = 0; i < count; i++)
		must(sp_seeds_add(&pages, from->seeds[i], &err), err);
	return pages;
}

static void
same_cores(const struct sp_cores *a, const struct sp_cores *b)
{
	hold(a->count == b->count && a->member_count == b->member_count);
	for (uint64_t i = 0; i < a->count; i++) {
		hold(a->cores[i].seed == b->cores[i].seed);
		hold(a->cores[i].iteration == b->cores[i].iteration);
		hold(a->cores[i].hubs == b->cores[i].hubs);
		hold(a->cores[i].authorities == b->cores[i].authorities);
		hold(a->cores[i].links == b->cores[i].links);
	}
	for (uint64_t i = 0; i < a->member_count; i++) {
		hold(a->members[i].page == b->members[i].page);
		hold(a->members[i].side == b->members[i].side);
		/* To the bit. */
		hold(!memcmp(&a->members[i].score, &b->members[i].score,
			     sizeof(double)));
	}
}

static void
extract(struct sp_share *share, const struct sp_extract_options *options,
	struct sp_cores *cores, uint64_t *dead,
	struct sp_extract_report *report)
{
	double *hub = sp_alloc_zero(share->places, sizeof(double));
	double *authority = sp_alloc_zero(share->places, sizeof(double));
	struct sp_error err;

	must(sp_extract(share->graph, options, dead, hub, authority, false,
			cores, report, &err), err);
	free(hub);
	free(authority);
}

/* Goes on from one of the states, and compares. */
static void
go_on(struct sp_share *share, struct sp_extract_options options,
      const struct saved *saved, uint64_t nth, const struct sp_cores *all,
      const uint64_t *all_dead, const struct sp_extract_report *all_report)
{
	struct sp_seeds removed = first_pages(saved->removed,
					      saved->removed_count[nth]);
	struct sp_cores cores = first_cores(all, nth + 1);
	uint64_t *dead = sp_bitset_new(share->places);
	struct sp_extract_checkpoint checkpoint = {
		.from = saved->state[nth], .removed = &removed
	};
	struct sp_extract_report report;
	struct sp_error err;

	options.checkpoint = &checkpoint;
	must(sp_extract_check_state(&options, &cores, 0, PAGES, &err), err);
	extract(share, &options, &cores, dead, &report);
	same_cores(&cores, all);
	hold(removed.count == saved->removed->count);
	hold(!memcmp(dead, all_dead,
		     sp_bitset_words(share->places) * sizeof(*dead)));
	hold(report.cores == all_report->cores);
	hold(report.rejected == all_report->rejected);
	hold(report.end == all_report->end);
	hold(report.components == all_report->components);
	sp_cores_free(&cores);
	sp_seeds_free(&removed);
	free(dead);
}

static enum sp_status
extract_and_go_on(struct sp_team *team, void *context, struct sp_error *err)
{
	struct run *run = context;
	struct sp_extract_options options = run->options;
	struct sp_seeds removed = SP_SEEDS_EMPTY;
	struct saved saved = { .removed = &removed };
	struct sp_extract_checkpoint checkpoint = {
		.every = 1, .save = keep_state, .context = &saved,
		.removed = &removed
	};
	struct sp_cores cores = SP_CORES_EMPTY, plain = SP_CORES_EMPTY;
	struct sp_extract_report report;
	struct sp_share *share;
	uint64_t *dead;

	must(team_share_of(team, run->graph, NULL, 1, &share, err), *err);
	dead = sp_bitset_new(share->places);
	options.hits.share = share;
	extract(share, &options, &plain, dead, &report);
	memset(dead, 0, sp_bitset_words(share->places) * sizeof(*dead));
	options.checkpoint = &checkpoint;
	extract(share, &options, &cores, dead, &report);
	same_cores(&cores, &plain);
	hold(saved.count == report.cores);
	for (uint64_t i = 0; i < saved.count; i++)
		go_on(share, options, &saved, i, &cores, dead, &report);
	if (!team->rank)
		run->states = saved.count;
	sp_share_free(share);
	sp_cores_free(&cores);
	sp_cores_free(&plain);
	sp_seeds_free(&removed);
	free(dead);
	return SP_OK;
}

/*
 * One large component and many small ones: a third of the pages link within
 * groups, and the fewer links the others have the more falls apart.
 */
static struct sp_graph *
random_graph(struct sp_random *random)
{
	uint64_t links = sp_random_below(random, 4);
	uint32_t group = 2 + (uint32_t)sp_random_below(random, 12);
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, PAGES);
	for (uint32_t page = 0; page < PAGES; page++) {
		if (page < PAGES / 3)
			for (uint32_t k = 0; k < group; k++) {
				if (sp_random_below(random, 3))
					rows_add(&rows, page / group * group +
							k);
			}
		else
			rows_draw(&rows, random,
				  links ? sp_random_below(random, 2 * links) :
					  0);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static struct sp_extract_options
random_options(struct sp_random *random)
{
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_core_options *core = &options.core;

	options.seeds = 1 + sp_random_below(random, 12);
	options.hits.iterations = 6;
	options.hits.threads = 1;
	options.pick = sp_random_below(random, 2) ? SP_PICK_BEST :
						    SP_PICK_RANDOM;
	options.min_hubs = 1 + sp_random_below(random, 4);
	options.min_authorities = 1 + sp_random_below(random, 3);
	options.rerank = sp_random_below(random, 3) == 0;
	options.max_rejected = options.rerank ? 20 :
			       sp_random_below(random, 2) * 60;
	core->cover_density = sp_random_below(random, 2) ? 100 : 70;
	core->size = sp_random_below(random, 3) ? 0 : 20;
	core->match = sp_random_below(random, 2) ? SP_MATCH_ALL :
						   SP_MATCH_ANY;
	core->overlap = sp_random_below(random, 2);
	return options;
}

START_TEST(goes_on)
{
	struct sp_random random = { (uint64_t)_i + 1 };
	uint64_t states = 0;

	for (int i = 0; i < ROUNDS_OF(16); i++) {
		struct sp_graph *graph = random_graph(&random);
		struct run run = { graph, random_options(&random), 0 };
		struct sp_error err;

		must(team_run(1 + (unsigned)i % 3, extract_and_go_on, &run,
			      &err), err);
		states += run.states;
		sp_graph_free(graph);
	}
	hold(states);
}
END_TEST

/* ---- states that are refused ------------------------------------------ */

static struct sp_member members[] = {
	{ 0, 1, SP_HUB, 1 }, { 0, 2, SP_HUB, 1 }, { 0, 3, SP_AUTHORITY, 1 },
	{ 0, 1, SP_AUTHORITY, 1 }, { 1, 4, SP_HUB, 1 }, { 1, 5, SP_HUB, 1 },
	{ 1, 6, SP_AUTHORITY, 1 }, { 1, 7, SP_AUTHORITY, 1 }
};

START_TEST(states_are_checked)
{
	struct sp_core list[] = { { 1, 1, 2, 2, 3 }, { 4, 2, 2, 2, 4 } };
	struct sp_cores cores = { 2, 2, list, 8, 8, members };
	struct sp_seed seeds[] = { { .page = 9, .core = SP_NO_CORE },
				   { .page = 8, .core = SP_NO_CORE } };
	struct sp_seeds none = SP_SEEDS_EMPTY, two = { 2, 2, seeds };
	struct sp_extract_checkpoint checkpoint = {
		.from = { 2, 5, 6, 60, 1 }, .removed = &none
	};
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_error err;

#define GOOD(before) (!sp_extract_check_state(&options, &cores, before, 10, \
					      &err))
	options.checkpoint = &checkpoint;
	hold(GOOD(0) && !GOOD(1) && !GOOD(3));
	checkpoint.from.cores = 1;
	options.first_iteration = 2;
	hold(GOOD(1) && !GOOD(0));
	options.first_iteration = 1;
	hold(!GOOD(1));
	checkpoint.from.cores = 0;
	hold(!GOOD(2));
	checkpoint.from.cores = 2;
	/* Iterations: none is left out without rerank, and none comes twice. */
	list[1].iteration = 5;
	hold(!GOOD(0));
	options.rerank = true;
	hold(GOOD(0));
	list[1].iteration = 1;
	hold(!GOOD(0));
	list[1].iteration = 2;
	/* Pages that were removed: with rerank, once, and pages. */
	checkpoint.removed = &two;
	hold(GOOD(0));
	options.rerank = false;
	hold(!GOOD(0));
	options.rerank = true;
	seeds[1].page = 10;
	hold(!GOOD(0));
	seeds[1].page = 5;
	hold(!GOOD(0));
	checkpoint.removed = &none;
	members[7].page = 3;
	hold(!GOOD(0));
	members[7].page = 7;
	/* Sizes and counts. */
	options.min_hubs = 3;
	hold(!GOOD(0));
	options.min_hubs = 2;
	options.min_authorities = 3;
	hold(!GOOD(0));
	options.min_authorities = 2;
	checkpoint.from.anew = 7;
	hold(!GOOD(0));
	checkpoint.from.anew = 1;
	checkpoint.from.rejected = UINT64_MAX;
	hold(!GOOD(0));
	checkpoint.from.rejected = 5;
	hold(GOOD(0));
}
END_TEST

/* More cores than are wanted cannot be taken back. */
START_TEST(fewer_seeds)
{
	struct sp_extract_checkpoint checkpoint = { .from = { .cores = 3 } };
	struct sp_extract_options options = SP_EXTRACT_DEFAULTS;
	struct sp_cores cores = SP_CORES_EMPTY;
	struct sp_extract_report report;
	struct sp_error err;

	options.seeds = 2;
	options.checkpoint = &checkpoint;
	hold(sp_extract(NULL, &options, NULL, NULL, NULL, false, &cores,
			&report, &err) == SP_USAGE);
	hold(strstr(err.text, "3 cores have been found already"));
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("extract_resume");

	tcase_add_loop_test(tcase, goes_on, 0, 4);
	tcase_add_test(tcase, states_are_checked);
	tcase_add_test(tcase, fewer_seeds);
	return unit_run(tcase);
}
