/* SPDX-License-Identifier: MIT */
/*
 * What pages are chosen by: a score of the stream (--by), one of the scores of
 * seed/next_scores.h (--estimator), or by default the one of these that would
 * have served the crawl best when it was half as old.
 *
 * The PageRank of what is known comes first: it is one of the scores, and what
 * the trial judges by.  In it a page that was never fetched has no links and
 * passes its rank on to all pages.  Letting it keep its rank, or teleporting to
 * fetched pages alone, gives the same order of the pages that were not fetched:
 * they have no links, so that either changes all their ranks by the same factor
 * and the same summand.
 */
#include "crawlnext.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "rank/pagerank.h"
#include "seed/next_past.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"
#include "stream/section/states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The crawl so far, as the scores need it. */
struct past {
	struct sp_crawl_so_far crawl;
	uint64_t *fetched, *linking, *first; /* bitsets of pages */
};

static void
past_free(struct past *past)
{
	free(past->fetched);
	free(past->linking);
	free(past->first);
}

static enum sp_status
note_page_with_links(void *context, const struct sp_row *row,
		     struct sp_error *err)
{
	(void)err;
	if (row->count)
		sp_bit_set(context, row->page);
	return SP_OK;
}

static enum sp_status
past_begin(const struct crawlnext *next, struct past *past)
{
	const struct sp_graph *graph = sp_contents_graph(&next->contents);
	/*
	 * Not those of --done: its links are not in this graph.  What was tried
	 * and is filtered now is a robots.txt.
	 */
	const struct sp_states *states = sp_contents_states(&next->contents);
	struct sp_row_sink sink = { .row = note_page_with_links };
	struct cmd *cmd = next->cmd;

	past->fetched = sp_bitset_new(next->pages);
	past->linking = sp_bitset_new(next->pages);
	past->first = sp_bitset_new(next->pages);
	if (!past->fetched || !past->linking || !past->first)
		return sp_no_memory(&cmd->err, "the pages that were fetched");
	for (uint64_t page = 0; page < next->pages; page++)
		if (crawlnext_was_tried((enum sp_page_state)
					states->state_of[page]) &&
		    next->states->state_of[page] != SP_PAGE_FILTERED)
			sp_bit_set(past->fetched, page);
	past->crawl = (struct sp_crawl_so_far){
		.graph = graph, .fetched = past->fetched,
		.linking = past->linking, .hosts = next->hosts,
		.units = &next->units, .names = next->names,
		.threads = cmd->threads
	};
	sink.context = past->linking;
	return sp_graph_walk(graph, NULL, NULL, &sink, &cmd->err);
}

/* ---- the trial -------------------------------------------------------- */

static void
report_trial(const struct crawlnext *next, const struct sp_next_trial *trial,
	     bool by_time)
{
	struct cmd *cmd = next->cmd;
	char key[32], list[128] = "";
	size_t used = 0;

	cmd_count(cmd, "trial_pages", trial->judged);
	for (unsigned score = 0; score < SP_NEXT_SCORES; score++) {
		const char *word =
			sp_next_score_word((enum sp_next_score)score);

		if (trial->share[score] < 0)
			continue;
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%s%s %.1f %%", used ? ", " : "",
					 word, 100 * trial->share[score]);
		snprintf(key, sizeof(key), "trial_%s", word);
		cmd_measure(cmd, key, trial->share[score]);
	}
	if (used)
		cmd_say(cmd, "trial on the past of the crawl%s: %s of the rank "
			"of the best choice", by_time ? "" : " (on any half, "
			"as its times are not known or all the same)", list);
	else
		cmd_say(cmd, "by pagerank: %" PRIu64 " pages are too few to "
			"try other estimators on (at least %d)",
			trial->judged, SP_NEXT_TRIAL_LEAST);
}

/* The part of the pages that are left that the batch is. */
static double
portion_of_batch(const struct crawlnext *next)
{
	uint64_t counts[SP_PAGE_STATES];
	double left, wanted = (double)next->options.count;

	sp_states_count(next->states, counts);
	left = (double)counts[SP_PAGE_UNFETCHED];
	return wanted < left ? wanted / left : 1;
}

/* When each page of past->fetched was fetched; NULL if no time is known. */
static enum sp_status
find_times(const struct crawlnext *next, const struct past *past,
	   int64_t **times)
{
	const struct sp_fetches *fetches =
		sp_contents_fetches(&next->contents);
	uint64_t at = 0, count = 0;

	*times = NULL;
	if (!fetches || fetches->clock == SP_CLOCK_NONE)
		return SP_OK;
	*times = sp_alloc(sp_bitset_count(past->fetched, next->pages),
			  sizeof(**times));
	if (!*times)
		return sp_no_memory(&next->cmd->err, "the times of the pages");
	SP_FOR_BITS (page, past->fetched, next->pages) {
		while (at < fetches->count && fetches->items[at].page < page)
			at++;
		(*times)[count++] =
			at < fetches->count && fetches->items[at].page == page ?
				fetches->items[at].time : INT64_MIN;
	}
	return SP_OK;
}

static enum sp_status
try_estimators(struct crawlnext *next, struct past *past,
	       enum sp_next_score *best)
{
	struct cmd *cmd = next->cmd;
	enum sp_status status;
	int64_t *times = NULL;
	struct sp_next_trial trial;
	bool by_time;

	if (find_times(next, past, &times))
		return cmd->err.status;
	status = sp_find_first_half(past->fetched, next->pages, times,
				    past->first, &by_time, &cmd->err);
	free(times);
	if (status || sp_next_score_try(&past->crawl, past->first, next->ranks,
			      portion_of_batch(next), &trial, &cmd->err))
		return cmd->err.status;
	report_trial(next, &trial, by_time);
	*best = trial.best;
	return SP_OK;
}

/* ---- scores ----------------------------------------------------------- */

static enum sp_status
rank_known(struct crawlnext *next, struct past *past)
{
	enum sp_next_score score = next->options.estimator;
	struct cmd *cmd = next->cmd;
	bool trial = score == SP_NEXT_SCORES;
	enum sp_status status = SP_OK;

	if (trial || score == SP_NEXT_PAGERANK)
		status = sp_next_score_compute(&past->crawl, SP_NEXT_PAGERANK,
					       next->ranks, &cmd->err);
	if (!status && trial)
		status = try_estimators(next, past, &score);
	if (!status && score != SP_NEXT_PAGERANK)
		status = sp_next_score_compute(&past->crawl, score,
					       next->ranks, &cmd->err);
	if (!status) {
		next->score = sp_next_score_word(score);
		cmd_word(cmd, "estimator", next->score);
	}
	return status;
}

static enum sp_status
estimate_ranks(struct crawlnext *next)
{
	struct past past = { .fetched = NULL };
	struct cmd *cmd = next->cmd;
	struct progress progress;
	enum sp_status status;

	next->ranks = sp_alloc_large(next->pages, sizeof(*next->ranks));
	if (!next->ranks)
		return sp_no_memory(&cmd->err, "ranks");
	next->scores = next->ranks;
	status = past_begin(next, &past);
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = true;
	past.crawl.progress = &progress.teller;
	if (!status)
		status = rank_known(next, &past);
	progress_end(&progress);
	past_free(&past);
	return status;
}

enum sp_status
crawlnext_rank(struct crawlnext *next)
{
	const struct sp_score *score;
	double size = 0;

	if (!next->options.by)
		return estimate_ranks(next);
	if (cmd_find_score(next->cmd, &next->contents, next->options.by,
			   &score))
		return next->cmd->err.status;
	next->scores = score->values;
	next->score = score->name;
	/* No sum of some of them overflows if this one does not. */
	for (uint64_t page = 0; page < next->pages; page++)
		size += fabs(score->values[page]);
	return cmd_check_sum(next->cmd, score->name, size);
}
