/* SPDX-License-Identifier: MIT */
/*
 * Scores are computed for a moment of the crawl: today, or when only some pages
 * had been fetched.  The moment is a view of the graph (rank/pagerank.h), so
 * that no part of the graph is copied for the past: the pages fetched by then
 * are done, and they and what they link to are seen.
 *
 * Which scores, and why these four: on hold-outs of six graphs (5, 10 and 20 %
 * fetched breadth-first, batches of 1 to 10 % of the graph) PageRank of what is
 * known closes between 0.14 and 0.94 of the gap between the order in which
 * pages were found and the best possible.  Stand-ins bring 0.8 where it brings
 * 0.5 on a web of many hosts, and lose on others; the yield brings 0.7 instead
 * of 0.2 where many hosts lead nowhere, as hosts out of the scope of the crawl
 * do, and 0.6 instead of 0.3 where many links lead to files without links; the
 * larger damping helps where chains are long.  In-links bring 0.0 to 0.3.  A
 * regression on all of these, with depth and age, was worse than the best of
 * them nearly everywhere, as were weights by the rank that a host had gained,
 * stand-ins from the folder of a page or the latest pages only, and yields of
 * folders.
 *
 * The yield comes from the expected ranks, so that a trial takes three rankings
 * of the past; PageRank by pushing takes half the time of passes there (2
 * million pages, 400,000 of them fetched: 3.8 s of processor time for all of
 * crawlnext instead of 6.5, of which the PageRank of today is 1.6).
 *
 * The trial finds the right one of the four in most cases.  It judges only
 * pages that were fetched since, of which the crawl knows best what they are
 * worth.  Five sizes of the choice, none of a few pages, and a margin keep it
 * from choosing by luck: with one size, sites of 3,000 to 6,000 pages lost up
 * to 0.1 against PageRank, and for a batch of ten the best of two pages
 * decided.
 */
#include "seed/next_scores.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "rank/expected.h"
#include "rank/pagerank.h"
#include "seed/next_yield.h"
#include "seed/top.h"

#include <stdlib.h>
#include <string.h>

#define FAR_DAMPING 0.95
#define MARGIN 1.01
#define SIZES 5 /* of the choices of a trial: usual / 4, ... 4 usual */
#define USUAL_LEAST 20 /* pages: a choice of a few is a matter of luck */
/*
 * Sums over the pages chosen need no more, and it is reached in half the
 * passes; the scores of today, which order single pages, are as exact as
 * pagerank(1).
 */
#define TRIAL_TOLERANCE 1e-4

/* A moment of a crawl. */
struct moment {
	const struct sp_crawl_so_far *crawl;
	const uint64_t *fetched;       /* by then */
	const uint64_t *unfetched;     /* pages whose links were not known; for
					  expected ranks */
	const struct sp_pagerank_view *view; /* NULL: today */
};

static const char *const score_words[SP_NEXT_SCORES] = {
	[SP_NEXT_PAGERANK] = "pagerank", [SP_NEXT_FAR] = "pagerank95",
	[SP_NEXT_EXPECTED] = "expected", [SP_NEXT_YIELD] = "yield"
};

const char *
sp_next_score_word(enum sp_next_score score)
{
	return score_words[score];
}

bool
sp_next_score_find(const char *word, enum sp_next_score *score)
{
	for (unsigned i = 0; i < SP_NEXT_SCORES; i++)
		if (!strcmp(word, score_words[i])) {
			*score = (enum sp_next_score)i;
			return true;
		}
	return false;
}

/* ---- scores of a moment ----------------------------------------------- */

static enum sp_status
rank_moment(const struct moment *moment, double damping, double *values,
	    struct sp_error *err)
{
	const struct sp_crawl_so_far *crawl = moment->crawl;
	struct sp_pagerank_options options = SP_PAGERANK_DEFAULTS;
	uint64_t pages = sp_graph_pages(crawl->graph);
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(pages, SP_RANK_PARTS);
	struct sp_pagerank_report report;
	enum sp_status status;

	if (!space)
		return sp_no_memory(err, "PageRank");
	for (uint64_t page = 0; page < pages; page++)
		values[page] = 1 / (double)pages;
	options.damping = damping;
	options.method = SP_PAGERANK_PUSH;
	if (moment->view)
		options.tolerance = TRIAL_TOLERANCE;
	options.threads = crawl->threads;
	options.progress = crawl->progress;
	status = sp_pagerank(crawl->graph, moment->view, NULL, &options, space,
			     values, &report, err);
	sp_pagerank_space_free(space);
	return status;
}

static enum sp_status
expect_moment(const struct moment *moment, double *values, struct sp_error *err)
{
	const struct sp_crawl_so_far *crawl = moment->crawl;
	const struct sp_pagerank_options usual = SP_PAGERANK_DEFAULTS;
	const struct sp_expected_options options = {
		.damping = usual.damping, .iterations = usual.iterations,
		.tolerance = moment->view ? TRIAL_TOLERANCE : usual.tolerance,
		.threads = crawl->threads, .progress = crawl->progress
	};
	const struct sp_expected_crawl then = {
		.fetched = moment->fetched, .unfetched = moment->unfetched,
		.unit_of = crawl->units->unit_of, .units = crawl->units->count,
		.view = moment->view
	};
	struct sp_pagerank_report report;

	return sp_expected_rank(crawl->graph, &then, &options, values, &report,
				err);
}

static enum sp_status
weigh_moment(const struct moment *moment, double *values, struct sp_error *err)
{
	const struct sp_crawl_so_far *crawl = moment->crawl;
	const struct sp_next_yield known = {
		.hosts = crawl->hosts, .units = crawl->units,
		.names = crawl->names, .fetched = moment->fetched,
		.linking = crawl->linking
	};

	return sp_weigh_by_yield(&known, values, err);
}

static enum sp_status
score_moment(const struct moment *moment, enum sp_next_score score,
	     double *values, struct sp_error *err)
{
	const struct sp_crawl_so_far *crawl = moment->crawl;
	const struct sp_pagerank_options usual = SP_PAGERANK_DEFAULTS;
	enum sp_status status;

	if (score == SP_NEXT_FAR)
		return rank_moment(moment, FAR_DAMPING, values, err);
	if (score == SP_NEXT_PAGERANK && moment->view)
		return rank_moment(moment, usual.damping, values, err);
	if (score == SP_NEXT_PAGERANK) {
		struct sp_pagerank_report report;

		return sp_pagerank_usual(crawl->graph, crawl->threads,
					 crawl->progress, values, &report, err);
	}
	status = expect_moment(moment, values, err);
	if (!status && score == SP_NEXT_YIELD)
		status = weigh_moment(moment, values, err);
	return status;
}

/* In the order of the scores: the values of the score before are there. */
static enum sp_status
next_score_moment(const struct moment *moment, enum sp_next_score score,
		  double *values, struct sp_error *err)
{
	if (score != SP_NEXT_YIELD)
		return score_moment(moment, score, values, err);
	return weigh_moment(moment, values, err);
}

/* ---- today ------------------------------------------------------------ */

enum sp_status
sp_next_score_compute(const struct sp_crawl_so_far *crawl,
		      enum sp_next_score score, double *values,
		      struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(crawl->graph);
	uint64_t *unfetched;
	struct moment today = { .crawl = crawl, .fetched = crawl->fetched };
	enum sp_status status;

	if (score > SP_NEXT_FAR && !crawl->hosts)
		return sp_fail(err, SP_DATA, "the score \"%s\" needs hosts, "
			       "and there are none in the stream",
			       sp_next_score_word(score));
	if (score <= SP_NEXT_FAR)
		return score_moment(&today, score, values, err);
	unfetched = sp_bitset_new(pages);
	if (!unfetched)
		return sp_no_memory(err, "the pages that were not fetched");
	for (uint64_t page = 0; page < pages; page++)
		if (!sp_bit_test(crawl->fetched, page) &&
		    !sp_bit_test(crawl->linking, page))
			sp_bit_set(unfetched, page);
	today.unfetched = unfetched;
	status = score_moment(&today, score, values, err);
	free(unfetched);
	return status;
}

/* ---- the trial -------------------------------------------------------- */

struct trial_run {
	const struct sp_crawl_so_far *crawl;
	const uint64_t *first;
	const double *rank;      /* of today */
	uint64_t pages;
	uint64_t *seen;          /* by then */
	uint64_t *open;          /* ... and not fetched by then */
	uint64_t *judged;        /* ... and fetched since */
	uint64_t judged_count;
	double portion;
	double *values;
};

/* A page of the first half shows what it links to. */
static enum sp_status
see_links(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct trial_run *run = context;

	(void)err;
	if (!sp_bit_test(run->first, row->page))
		return SP_OK;
	sp_bit_set(run->seen, row->page);
	for (uint64_t i = 0; i < row->count; i++)
		sp_bit_set(run->seen, row->successors[i]);
	return SP_OK;
}

static enum sp_status
trial_begin(struct trial_run *run, struct sp_error *err)
{
	struct sp_row_sink sink = { run, NULL, see_links };
	uint64_t words = sp_bitset_words(run->pages);

	run->seen = sp_bitset_new(run->pages);
	run->open = sp_bitset_new(run->pages);
	run->judged = sp_bitset_new(run->pages);
	run->values = sp_alloc_large(run->pages, sizeof(*run->values));
	if (!run->seen || !run->open || !run->judged || !run->values)
		return sp_no_memory(err, "the trial of scores");
	if (sp_graph_walk(run->crawl->graph, NULL, NULL, &sink, err))
		return err->status;
	for (uint64_t word = 0; word < words; word++) {
		run->open[word] = run->seen[word] & ~run->first[word];
		run->judged[word] = run->open[word] &
				    run->crawl->fetched[word];
	}
	return SP_OK;
}

static void
trial_end(struct trial_run *run)
{
	free(run->seen);
	free(run->open);
	free(run->judged);
	free(run->values);
}

/* Sizes of the choice: about that portion of the pages judged. */
static uint64_t
size_of_choice(const struct trial_run *run, unsigned size)
{
	double pages = (double)run->judged_count;
	double usual = pages * run->portion;
	double wanted = (usual > USUAL_LEAST ? usual : USUAL_LEAST) *
			(1 << size) / 4;

	return wanted >= pages ? run->judged_count : (uint64_t)wanted;
}

/* The rank of today of the judged pages that are best by values, by size. */
static enum sp_status
rank_of_best(const struct trial_run *run, const double *values,
	     double sums[SIZES], struct sp_error *err)
{
	struct sp_top top =
		SP_TOP_EMPTY(size_of_choice(run, SIZES - 1));
	enum sp_status status = SP_OK;
	uint64_t i = 0;
	double sum = 0;

	for (uint64_t page = sp_bit_next(run->judged, 0, run->pages);
	     !status && page < run->pages;
	     page = sp_bit_next(run->judged, page + 1, run->pages))
		if (!sp_top_offer(&top, (struct sp_top_item){
					values[page], (uint32_t)page }))
			status = sp_no_memory(err, "the trial of scores");
	sp_top_sort(&top);
	for (unsigned size = 0; !status && size < SIZES; size++) {
		for (; i < size_of_choice(run, size); i++)
			sum += run->rank[top.items[i].id];
		sums[size] = sum;
	}
	sp_top_free(&top);
	return status;
}

static enum sp_status
judge_values(const struct trial_run *run, const double most[SIZES],
	     double *share, struct sp_error *err)
{
	double sums[SIZES];

	if (rank_of_best(run, run->values, sums, err))
		return err->status;
	*share = 0;
	for (unsigned size = 0; size < SIZES; size++)
		*share += sums[size] / most[size] / SIZES;
	return SP_OK;
}

static void
find_best_score(struct sp_next_trial *trial)
{
	enum sp_next_score best = SP_NEXT_PAGERANK;

	for (unsigned score = 0; score < SP_NEXT_SCORES; score++)
		if (trial->share[score] > trial->share[best])
			best = (enum sp_next_score)score;
	if (trial->share[best] > trial->share[SP_NEXT_PAGERANK] * MARGIN)
		trial->best = best;
}

static enum sp_status
try_scores(struct trial_run *run, struct sp_next_trial *trial,
	   struct sp_error *err)
{
	const struct sp_pagerank_view view = {
		.seen = run->seen, .done = run->first,
		.seen_count = sp_bitset_count(run->seen, run->pages)
	};
	const struct moment then = {
		.crawl = run->crawl, .fetched = run->first,
		.unfetched = run->open, .view = &view
	};
	unsigned scores = run->crawl->hosts ? SP_NEXT_SCORES :
					      SP_NEXT_EXPECTED;
	double most[SIZES];

	if (rank_of_best(run, run->rank, most, err))
		return err->status;
	for (unsigned score = 0; score < scores; score++)
		if (next_score_moment(&then, (enum sp_next_score)score,
				      run->values, err) ||
		    judge_values(run, most, &trial->share[score], err))
			return err->status;
	find_best_score(trial);
	return SP_OK;
}

enum sp_status
sp_next_score_try(const struct sp_crawl_so_far *crawl, const uint64_t *first,
		  const double *rank, double portion,
		  struct sp_next_trial *trial, struct sp_error *err)
{
	struct trial_run run = {
		.crawl = crawl, .first = first, .rank = rank,
		.portion = portion, .pages = sp_graph_pages(crawl->graph)
	};
	enum sp_status status = trial_begin(&run, err);

	*trial = (struct sp_next_trial){ .best = SP_NEXT_PAGERANK };
	for (unsigned score = 0; score < SP_NEXT_SCORES; score++)
		trial->share[score] = -1;
	if (!status) {
		run.judged_count = sp_bitset_count(run.judged, run.pages);
		trial->judged = run.judged_count;
	}
	if (!status && trial->judged >= SP_NEXT_TRIAL_LEAST)
		status = try_scores(&run, trial, err);
	trial_end(&run);
	return status;
}
