/* SPDX-License-Identifier: MIT */
/*
 * Seeds by trial crawls (yield.h).
 *
 * A trial is a breadth-first search from the seeds so far and the candidate, up
 * to B pages, and the mean over these downloads of the score collected; from
 * the second seed on, also a search of what the candidate reaches that the
 * others do not.  Trials are independent, so threads make them; each has arrays
 * of its own.
 *
 * Lazy greedy: what a candidate adds usually falls while others are chosen, so
 * the gain from its last trial is taken as a bound, and only the best few by
 * that are tried again, until the best of all has been tried for this seed.  It
 * is no true bound, since a seed may make another one better, but trying all of
 * them for each seed would take many times as long.  The first two seeds are
 * exceptions: for the second one the part of pages reached comes into the gain,
 * and all have to be tried.
 *
 * A batch has a fixed size, and not that of the threads, so that the same
 * trials are made with any number of threads.
 *
 * seen[] holds the number of the last search that met a page, so that a search
 * need not clear it: it is cleared when the numbers run out.
 */
#include "seed/yield.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/cover.h"
#include "seed/pick.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define COVER_STEPS 3      /* links within which candidates cover */
#define COVER_SKETCH 256
#define COVER_PER_SEED 3   /* candidates that cover, for each seed */
#define ALL_PER_SEED 4     /* candidates of both kinds, at least */
#define NEVER UINT64_MAX

/* A page that may become a seed. */
struct candidate {
	uint32_t page;
	uint64_t tried;  /* for which seed it was last tried, or NEVER */
	double yield;    /* then, of the seeds before it and itself */
	double gain;     /* what it adds; what counts */
};

/* What a thread needs to crawl. */
struct crawler {
	struct sp_accessor *accessor;
	uint32_t *seen;      /* per page: the last search that met it */
	uint32_t search;
	uint32_t *queue;     /* pages in the order in which they are met */
	uint64_t tail;
};

struct yield {
	const struct sp_graph *graph;
	const struct sp_yield_options *options;
	struct sp_yield_report *report;
	const struct sp_seed *chosen;
	uint64_t chosen_count;
	uint64_t pages;
	double total;         /* of the score */
	uint64_t *reached;    /* pages that the chosen seeds reach */
	struct candidate *candidates;
	uint64_t count;
	struct sp_index *index;
	struct crawler *crawlers;
};

/* ---- crawls ----------------------------------------------------------- */

static void
begin_search(const struct yield *yield, struct crawler *crawler)
{
	if (crawler->search == UINT32_MAX) {
		memset(crawler->seen, 0,
		       yield->pages * sizeof(*crawler->seen));
		crawler->search = 0;
	}
	crawler->search++;
	crawler->tail = 0;
}

static inline void
meet(struct crawler *crawler, uint32_t page)
{
	if (crawler->seen[page] == crawler->search)
		return;
	crawler->seen[page] = crawler->search;
	crawler->queue[crawler->tail++] = page;
}

/*
 * Breadth-first, pages are downloaded in the order in which they are met, so
 * that the links of the last ones need not be read: a crawl ends when it has
 * met limit pages.
 *
 * All chosen seeds come first, in their order: the crawl starts from them
 * together.
 */
static enum sp_status
crawl_from(const struct yield *yield, struct crawler *crawler, uint32_t page,
	   uint64_t limit, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;

	begin_search(yield, crawler);
	for (uint64_t i = 0; i < yield->chosen_count; i++)
		meet(crawler, yield->chosen[i].page);
	meet(crawler, page);
	for (uint64_t i = 0; i < crawler->tail && crawler->tail < limit; i++) {
		if (sp_accessor_page(crawler->accessor, crawler->queue[i],
				     &successors, &count, err))
			return err->status;
		for (uint32_t s = 0; s < count; s++)
			meet(crawler, successors[s]);
	}
	return SP_OK;
}

/*
 * The mean, over the B moments after a download, of the score collected so far:
 * download i (from 0) is in the B - i sums from its own on.  Added in the order
 * of downloads, so that the sum has the same bits in any thread.
 */
static double
yield_of(const struct yield *yield, const struct crawler *crawler)
{
	const double downloads = (double)yield->options->downloads;
	const double *score = yield->options->score;
	double sum = 0;

	for (uint64_t i = 0; i < crawler->tail &&
			     i < yield->options->downloads; i++)
		sum += (score ? score[crawler->queue[i]] : 1) *
		       (downloads - (double)i);
	return sum / downloads / yield->total;
}

/*
 * Leaves the pages that the page reaches and the chosen do not in the queue.  A
 * page that the chosen seeds reach leads to nothing new, so the search stops
 * there.
 */
static enum sp_status
reach_from(const struct yield *yield, struct crawler *crawler, uint32_t page,
	   struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t count;

	begin_search(yield, crawler);
	if (!sp_bit_test(yield->reached, page))
		meet(crawler, page);
	for (uint64_t i = 0; i < crawler->tail; i++) {
		if (sp_accessor_page(crawler->accessor, crawler->queue[i],
				     &successors, &count, err))
			return err->status;
		for (uint32_t s = 0; s < count; s++)
			if (!sp_bit_test(yield->reached, successors[s]))
				meet(crawler, successors[s]);
	}
	return SP_OK;
}

/* ---- trials ----------------------------------------------------------- */

/*
 * The first seed is chosen by its yield alone: what it reaches would take a
 * search of the whole graph for each candidate, and most reach the same pages.
 *
 * What it reaches is a part of all pages, and the yield a part of the score:
 * both are from 0 to 1, and are added.
 */
static enum sp_status
try_candidate(const struct yield *yield, struct crawler *crawler,
	      struct candidate *candidate, struct sp_error *err)
{
	if (crawl_from(yield, crawler, candidate->page,
		       yield->options->downloads, err))
		return err->status;
	candidate->yield = yield_of(yield, crawler);
	candidate->gain = candidate->yield - yield->report->yield;
	candidate->tried = yield->chosen_count;
	if (!yield->chosen_count)
		return SP_OK;
	if (reach_from(yield, crawler, candidate->page, err))
		return err->status;
	candidate->gain += (double)crawler->tail / (double)yield->pages;
	return SP_OK;
}

/*
 * Tries some candidates, each in one thread.  A candidate is written by the
 * thread that tries it.
 */
static enum sp_status
try_all(struct yield *yield, struct candidate **list, uint64_t count,
	struct sp_error *err)
{
	enum sp_status status = SP_OK;

#pragma omp parallel for num_threads(yield->options->threads) \
	schedule(dynamic)
	for (uint64_t i = 0; i < count; i++) {
		struct sp_error own;

		if (!try_candidate(yield,
				   &yield->crawlers[omp_get_thread_num()],
				   list[i], &own))
			continue;
		/* The smallest, so that timing does not matter. */
#pragma omp critical(sp_yield_result)
		if (!status || own.status < status) {
			status = own.status;
			*err = own;
		}
	}
	yield->report->trials += count;
	return status;
}

static bool
yield_is_better(const struct candidate *a, const struct candidate *b)
{
	return a->gain > b->gain || (a->gain == b->gain && a->page < b->page);
}

/*
 * The best candidates by what was last known of them, best first: all for the
 * first two seeds, since for the second one gains change their meaning.
 * Insertion into a list of SP_YIELD_BATCH; with all, the order does not matter.
 */
static uint64_t
best_candidates(const struct yield *yield, struct candidate **list)
{
	const bool all = yield->chosen_count < 2;
	uint64_t count = 0, place;

	for (uint64_t i = 0; i < yield->count; i++) {
		struct candidate *candidate = &yield->candidates[i];

		if (!all && count == SP_YIELD_BATCH &&
		    !yield_is_better(candidate, list[count - 1]))
			continue;
		if (all || count < SP_YIELD_BATCH)
			count++;
		for (place = count - 1; place && !all &&
		     yield_is_better(candidate, list[place - 1]); place--)
			list[place] = list[place - 1];
		list[place] = candidate;
	}
	return count;
}

/* Those that were not tried for this seed yet, in the same order. */
static uint64_t
keep_untried(const struct yield *yield, struct candidate **list,
	     uint64_t count)
{
	uint64_t kept = 0;

	for (uint64_t i = 0; i < count; i++)
		if (list[i]->tried != yield->chosen_count)
			list[kept++] = list[i];
	return kept;
}

/*
 * Ties go to the smaller page, whatever the order of trials, which changes as
 * candidates are taken out.
 */
static struct candidate *
best_candidate(const struct yield *yield)
{
	struct candidate *best = &yield->candidates[0];

	for (uint64_t i = 1; i < yield->count; i++)
		if (yield_is_better(&yield->candidates[i], best))
			best = &yield->candidates[i];
	return best;
}

/*
 * What a page adds falls as a rule while others are chosen, so that most need
 * not be tried again: the best by what was last known of them are, until the
 * best of all has been.  Ends: each round tries at least one candidate that was
 * not tried for this seed, or the best has been.
 */
static enum sp_status
yield_choose(struct yield *yield, struct candidate **list,
	     struct candidate **best, struct sp_error *err)
{
	uint64_t count;

	do {
		count = keep_untried(yield, list,
				     best_candidates(yield, list));
		if (try_all(yield, list, count, err))
			return err->status;
		*best = best_candidate(yield);
	} while ((*best)->tried != yield->chosen_count);
	return SP_OK;
}

/* The order of candidates changes nothing, so they may close up. */
static void
drop_taken_units(struct yield *yield)
{
	const struct sp_spread *spread = yield->options->spread;
	uint64_t kept = 0;

	if (!spread)
		return;
	for (uint64_t i = 0; i < yield->count; i++)
		if (!sp_spread_is_taken(spread, yield->candidates[i].page))
			yield->candidates[kept++] = yield->candidates[i];
	yield->count = kept;
}

/*
 * Makes the candidate a seed.  chosen points into the list of seeds, which may
 * move as it grows, and begins after those that were there before.
 */
static enum sp_status
yield_take(struct yield *yield, struct candidate *best, struct sp_seeds *seeds,
	   struct sp_error *err)
{
	struct crawler *crawler = &yield->crawlers[0];
	struct sp_seed seed = {
		.core = SP_NO_CORE, .page = best->page,
		.score = best->gain > 0 ? best->gain : 0
	};

	if (reach_from(yield, crawler, best->page, err) ||
	    sp_seeds_add(seeds, seed, err))
		return err->status;
	for (uint64_t i = 0; i < crawler->tail; i++)
		sp_bit_set(yield->reached, crawler->queue[i]);
	yield->report->reached += crawler->tail;
	yield->report->yield = best->yield;
	*best = yield->candidates[--yield->count];
	(void)sp_spread_take(yield->options->spread, seed.page);
	drop_taken_units(yield);
	yield->chosen_count++;
	yield->chosen = seeds->seeds + seeds->count - yield->chosen_count;
	return SP_OK;
}

/* ---- candidates ------------------------------------------------------- */

/* Enough for all seeds, whatever the limit of work says. */
static uint64_t
candidates_wanted(const struct sp_yield_options *options)
{
	uint64_t count = SP_YIELD_WORK / options->downloads;

	if (count > SP_YIELD_CANDIDATES)
		count = SP_YIELD_CANDIDATES;
	if (count < SP_YIELD_LEAST)
		count = SP_YIELD_LEAST;
	if (count < ALL_PER_SEED * options->count)
		count = ALL_PER_SEED * options->count;
	return count;
}

/*
 * Pages with links of those in seeds, none twice, until there are enough.  A
 * page that is taken is cleared in linking, so that it is no candidate twice.
 */
static void
keep_linking(const struct sp_seeds *seeds, uint64_t *linking, uint64_t wanted,
	     struct yield *yield)
{
	for (uint64_t i = 0; i < seeds->count && yield->count < wanted; i++) {
		uint32_t page = seeds->seeds[i].page;

		if (!sp_bit_test(linking, page))
			continue;
		sp_bit_clear(linking, page);
		yield->candidates[yield->count++] = (struct candidate){
			.page = page, .tried = NEVER
		};
	}
}

/*
 * With spread, pages of different units come before others: as covering pages
 * leave room for a page for each seed that is wanted, there are candidates of
 * as many units, if the graph has them.
 */
static enum sp_status
draw_candidates(struct yield *yield, uint64_t *linking, uint64_t wanted,
		bool spread, struct sp_error *err)
{
	const struct sp_yield_options *options = yield->options;
	struct sp_seeds drawn = SP_SEEDS_EMPTY;
	struct sp_spread apart = { 0 };
	enum sp_status status = SP_OK;

	if (spread)
		status = sp_spread_begin(&apart, options->spread->units, err);
	if (!status)
		status = sp_pick_random(yield->pages, linking, wanted,
					options->random_seed,
					spread ? &apart : NULL, &drawn, err);
	if (!status)
		keep_linking(&drawn, linking, wanted, yield);
	sp_spread_end(&apart);
	sp_seeds_free(&drawn);
	return status;
}

/*
 * Pages that cover much come first, since they are few; drawn ones fill the
 * rest.
 */
static enum sp_status
sample_candidates(struct yield *yield, uint64_t *linking, uint64_t wanted,
		  struct sp_error *err)
{
	const struct sp_yield_options *options = yield->options;
	struct sp_cover_options how = {
		.count = COVER_PER_SEED * options->count,
		.steps = COVER_STEPS, .sketch = COVER_SKETCH,
		.weight = options->score, .random_seed = options->random_seed,
		.threads = options->threads
	};
	struct sp_seeds covering = SP_SEEDS_EMPTY;
	struct sp_cover_report report;
	enum sp_status status;

	status = sp_pick_cover(yield->graph, &how, &covering, &report, err);
	if (!status)
		keep_linking(&covering, linking, wanted, yield);
	if (!status && options->spread)
		status = draw_candidates(yield, linking, wanted, true, err);
	if (!status)
		status = draw_candidates(yield, linking, wanted, false, err);
	sp_seeds_free(&covering);
	return status;
}

static enum sp_status
find_candidates(struct yield *yield, struct sp_error *err)
{
	uint64_t wanted = candidates_wanted(yield->options);
	uint64_t *linking, count;
	enum sp_status status;

	status = sp_find_linking(yield->graph, &linking, &count, err);
	if (!status && !count)
		status = sp_fail(err, SP_DATA, "no page has links: a crawl "
				 "ends where it begins");
	if (!status) {
		yield->candidates = sp_alloc(count < wanted ? count : wanted,
					     sizeof(*yield->candidates));
		if (!yield->candidates)
			status = sp_no_memory(err, "candidates");
	}
	if (!status && count > wanted)
		status = sample_candidates(yield, linking, wanted, err);
	for (uint64_t p = 0; !status && count <= wanted && p < yield->pages;
	     p++)
		if (sp_bit_test(linking, p))
			yield->candidates[yield->count++] =
				(struct candidate){ .page = (uint32_t)p,
						    .tried = NEVER };
	free(linking);
	yield->report->candidates = yield->count;
	return status;
}

/* ---- the whole -------------------------------------------------------- */

/*
 * Links are read often, so they are decoded if that fits into memory.  Decoded
 * links take more memory, and are asked for without a limit: the index declines
 * by itself if that is too much.
 */
static enum sp_status
yield_open(struct yield *yield, struct sp_error *err)
{
	const struct sp_yield_options *options = yield->options;
	uint64_t threads = (uint64_t)options->threads;

	if (sp_index_new_plain(yield->graph, UINT64_MAX, options->threads,
			       &yield->index, err))
		return err->status;
	if (!yield->index && sp_index_new(yield->graph, options->threads,
					  &yield->index, err))
		return err->status;
	yield->reached = sp_bitset_new(yield->pages);
	yield->crawlers = sp_alloc_zero(threads, sizeof(*yield->crawlers));
	if (!yield->reached || !yield->crawlers)
		return sp_no_memory(err, "the pages reached");
	for (uint64_t i = 0; i < threads; i++) {
		struct crawler *crawler = &yield->crawlers[i];

		crawler->accessor = sp_accessor_new(yield->index);
		crawler->seen = sp_alloc_zero(yield->pages, sizeof(uint32_t));
		crawler->queue = sp_alloc_large(yield->pages,
						sizeof(uint32_t));
		if (!crawler->accessor || !crawler->seen || !crawler->queue)
			return sp_no_memory(err, "crawls (fewer threads need "
					    "less)");
	}
	return SP_OK;
}

static void
yield_close(struct yield *yield)
{
	for (int i = 0; yield->crawlers && i < yield->options->threads; i++) {
		sp_accessor_free(yield->crawlers[i].accessor);
		free(yield->crawlers[i].seen);
		free(yield->crawlers[i].queue);
	}
	free(yield->crawlers);
	sp_index_free(yield->index);
	free(yield->reached);
	free(yield->candidates);
}

enum sp_status
sp_pick_yield(const struct sp_graph *graph,
	      const struct sp_yield_options *options, struct sp_seeds *seeds,
	      struct sp_yield_report *report, struct sp_error *err)
{
	struct yield yield = {
		.graph = graph, .options = options, .report = report,
		.pages = sp_graph_pages(graph)
	};
	struct candidate **list = NULL, *best = NULL;
	enum sp_status status;

	*report = (struct sp_yield_report){ .yield = 0 };
	status = sp_total_weight(options->score, yield.pages, &yield.total,
				 err);
	if (!status)
		status = find_candidates(&yield, err);
	if (!status) {
		list = sp_alloc(yield.count, sizeof(struct candidate *));
		status = list ? yield_open(&yield, err) :
				sp_no_memory(err, "candidates");
	}
	while (!status && yield.count &&
	       yield.chosen_count < options->count) {
		sp_progress_report(options->progress, yield.chosen_count,
				   options->count);
		status = yield_choose(&yield, list, &best, err);
		if (!status)
			status = yield_take(&yield, best, seeds, err);
	}
	free(list);
	yield_close(&yield);
	return status;
}
