/* SPDX-License-Identifier: MIT */
/*
 * Which capture of a page counts, and its scores.  Captures come in the order
 * of the archives.  A page has one version number, which counts how many of its
 * captures have replaced another; scores of links, which are only appended,
 * keep the version that they were made with.  So a capture that replaces
 * another need not search for the links of the old one: at the end, those whose
 * version is not the last are dropped.
 *
 * Memory: by page, 12 bytes and 8 for each query; by link that has words, 20
 * for each query and kind of score.
 *
 * The rule of which capture counts is that of crawlgraph, so that the
 * links of the graph and the text that is scored are of the same capture.
 */
#include "collect.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"

#include <stdlib.h>
#include <string.h>

static bool
collect_is_weighted(const struct relscore_collect *collect)
{
	return collect->relscore->options->weight == RELSCORE_TFIDF;
}

static uint64_t
query_count(const struct relscore_collect *collect)
{
	return collect->relscore->scoring.count;
}

/* ---- memory ----------------------------------------------------------- */

static bool
has_all(const struct relscore_collect *collect)
{
	for (uint64_t q = 0; q < query_count(collect); q++)
		if (!collect->values[q])
			return false;
	return collect->versions && collect->times && collect->answered &&
	       collect->with_text && collect->anchors && collect->contexts;
}

enum sp_status
relscore_collect_new(struct relscore_collect *collect,
		     struct relscore *relscore)
{
	uint64_t pages = relscore->pages.count;
	uint64_t queries = relscore->scoring.count;

	*collect = (struct relscore_collect){ .relscore = relscore };
	collect->versions = sp_alloc_large_zero(pages, sizeof(uint32_t));
	collect->times = sp_alloc_large_zero(pages, sizeof(int64_t));
	collect->answered = sp_bitset_new(pages);
	collect->with_text = sp_bitset_new(pages);
	collect->anchors = sp_alloc_zero(queries, sizeof(*collect->anchors));
	collect->contexts = sp_alloc_zero(queries,
					  sizeof(*collect->contexts));
	collect->values = sp_alloc_zero(queries, sizeof(*collect->values));
	for (uint64_t q = 0; collect->values && q < queries; q++)
		collect->values[q] = sp_alloc_large_zero(pages,
							 sizeof(double));
	if (!collect->values || !has_all(collect))
		return sp_no_memory(&relscore->cmd->err, "scores");
	return collect_is_weighted(collect) ? relscore_wait_begin(collect) :
					      SP_OK;
}

static void
free_links(struct relscore_links *links, uint64_t queries)
{
	for (uint64_t q = 0; links && q < queries; q++) {
		sp_link_scores_free(&links[q].scores);
		free(links[q].versions);
	}
	free(links);
}

void
relscore_collect_free(struct relscore_collect *collect)
{
	if (!collect->relscore)
		return;
	for (uint64_t q = 0; collect->values && q < query_count(collect); q++)
		free(collect->values[q]);
	free(collect->values);
	free_links(collect->anchors, query_count(collect));
	free_links(collect->contexts, query_count(collect));
	free(collect->versions);
	free(collect->times);
	free(collect->answered);
	free(collect->with_text);
	relscore_waiting_free(&collect->waiting);
	sp_names_free(&collect->missing);
}

/* ---- scores of one capture -------------------------------------------- */

/*
 * A link without words has no score: 0 would mean that it is about something
 * else.
 */
static enum sp_status
collect_add_link(struct relscore_links *links, struct sp_link_score row,
		 uint32_t version, struct sp_error *err)
{
	if (row.score == SP_NO_WORDS)
		return SP_OK;
	if (!sp_grow(&links->versions, &links->versions_capacity,
		     links->scores.count + 1))
		return sp_no_memory(err, "the scores of links");
	links->versions[links->scores.count] = version;
	return sp_link_scores_add(&links->scores, row, err);
}

static enum sp_status
collect_keep_links(struct relscore_collect *collect, uint32_t page,
		   const struct sp_page_scores *scores, struct sp_error *err)
{
	uint64_t queries = query_count(collect);
	uint32_t version = collect->versions[page];

	for (uint64_t i = 0; i < scores->count; i++) {
		const struct sp_link_pair *pair = &scores->links[i];
		struct sp_link_score row = { page, pair->target,
					     pair->anchor };

		if (collect_add_link(&collect->anchors[i % queries], row,
				     version, err))
			return err->status;
		row.score = pair->context;
		if (collect_add_link(&collect->contexts[i % queries], row,
				     version, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
relscore_collect_keep(struct relscore_collect *collect, uint32_t page,
		      const struct sp_page_scores *scores,
		      struct sp_error *err)
{
	for (uint64_t q = 0; q < query_count(collect); q++)
		collect->values[q][page] = scores->page[q];
	return collect_keep_links(collect, page, scores, err);
}

/* ---- which capture counts --------------------------------------------- */

/*
 * As in crawlgraph, so that links and text are of one capture: an
 * answer is better than none, then the time decides, and of equal times the
 * later in the archives, or with --first the earlier.
 */
static bool
replaces(const struct relscore_collect *collect,
	 const struct relscore_capture *capture)
{
	uint32_t page = capture->page;
	bool answered = sp_bit_test(collect->answered, page);

	if (!collect->versions[page])
		return true;
	if (capture->answered != answered)
		return capture->answered;
	return collect->relscore->options->first ?
		       capture->time < collect->times[page] :
		       capture->time >= collect->times[page];
}

static void
set_bit(uint64_t *set, uint64_t bit, bool value)
{
	if (value)
		sp_bit_set(set, bit);
	else
		sp_bit_clear(set, bit);
}

enum sp_status
relscore_collect_take(struct relscore_collect *collect,
		      const struct relscore_capture *capture,
		      struct sp_error *err)
{
	uint32_t page = capture->page;

	collect->captures++;
	if (!capture->known) {
		collect->unknown++;
		return relscore_keep_missing(
			&collect->missing,
			(struct sp_span){ capture->missing,
					  capture->missing_length }, err);
	}
	if (!replaces(collect, capture)) {
		collect->replaced++;
		return SP_OK;
	}
	collect->replaced += collect->versions[page] > 0;
	collect->versions[page]++;
	collect->times[page] = capture->time;
	set_bit(collect->answered, page, capture->answered);
	set_bit(collect->with_text, page, capture->words > 0);
	return collect_is_weighted(collect) ?
		       relscore_wait(collect, capture, err) :
		       relscore_collect_keep(collect, page,
					     &capture->scores, err);
}

/* ---- the end ---------------------------------------------------------- */

/*
 * Drops the links of replaced captures, then takes the best of several links
 * between two pages, then those that the graph has: its links may be fewer, as
 * of another import.
 */
static enum sp_status
save_links(struct relscore_collect *collect, struct relscore_links *links,
	   const char *query, const char *what)
{
	struct relscore *relscore = collect->relscore;
	struct sp_link_scores *scores = &links->scores;
	struct sp_error *err = &relscore->cmd->err;
	char name[SP_SECTION_NAME_MAX + 1];
	uint64_t kept = 0;

	for (uint64_t i = 0; i < scores->count; i++)
		if (links->versions[i] ==
		    collect->versions[scores->rows[i].source])
			scores->rows[kept++] = scores->rows[i];
	scores->count = kept;
	sp_link_scores_best(scores);
	if (sp_link_scores_restrict(scores,
				    sp_contents_graph(&relscore->contents),
				    &collect->no_links, err))
		return err->status;
	relscore_link_name(name, query, what);
	cmd_result(relscore->cmd, "link-scores %s rows %" PRIu64, name,
		   scores->count);
	return sp_save_link_scores(cmd_output_writer(relscore->output), name,
				   scores, &relscore->contents.basis, err);
}

/* A word that all texts have weighs ln(N / N) = 0 with tfidf. */
static void
warn_zero(const struct relscore_collect *collect, uint64_t q)
{
	const double *values = collect->values[q];
	uint64_t pages = collect->relscore->pages.count, page = 0;

	while (page < pages && values[page] == 0)
		page++;
	if (page == pages)
		cmd_warn(collect->relscore->cmd, "score \"%s\": all pages have "
			 "0 (with --weight tfidf, words that all texts have "
			 "weigh nothing)", collect->relscore->scores[q].name);
}

static enum sp_status
save_query(struct relscore_collect *collect, uint64_t q, uint64_t texts)
{
	struct relscore *relscore = collect->relscore;
	const char *name = relscore->scores[q].name;
	enum sp_status status;

	cmd_result(relscore->cmd, "scores %s pages %" PRIu64, name, texts);
	warn_zero(collect, q);
	status = sp_save_scores(cmd_output_writer(relscore->output), name,
				collect->values[q],
				&relscore->contents.basis,
				&relscore->cmd->err);
	if (!status && relscore->scoring.anchors)
		status = save_links(collect, &collect->anchors[q], name,
				    "anchors");
	if (!status && relscore->scoring.context)
		status = save_links(collect, &collect->contexts[q], name,
				    "contexts");
	return status;
}

static void
warn_unseen(const struct relscore_collect *collect, const bool *seen)
{
	const struct sp_names *words = &collect->relscore->query_words.names;

	for (uint64_t i = 0; i < words->count; i++) {
		struct sp_span word = sp_names_span(words, i);

		if (!seen[i])
			cmd_warn(collect->relscore->cmd, "no page has the "
				 "word \"%.*s\" of the query",
				 word.length < 80 ? (int)word.length : 80,
				 word.text);
	}
}

/* Why no page has text, with what to do, since there are several reasons. */
static enum sp_status
no_text(const struct relscore_collect *collect)
{
	const struct sp_names *names = collect->relscore->pages.names;
	struct sp_error *err = &collect->relscore->cmd->err;
	struct relscore_advice advice;
	size_t length = 0;
	const char *name = names->count ? sp_names_get(names, 0, &length) : "";

	if (relscore_advise(collect->relscore, &collect->missing, &advice))
		return err->status;
	if (!collect->captures)
		return sp_fail(err, SP_DATA, "no page in the archives (give "
			       "WARC or ARC files with responses, or WET "
			       "files)");
	if (collect->unknown < collect->captures)
		return sp_fail(err, SP_DATA, "no page of the graph has text "
			       "in the archives");
	return sp_fail(err, SP_DATA, "no page of the archives is in the "
		       "graph, for example \"%s\" (page 0 of the graph is "
		       "\"%.*s\"): give the graph that crawlgraph made from "
		       "them%s", advice.example,
		       length < 128 ? (int)length : 128, name, advice.text);
}

static enum sp_status
collect_report(const struct relscore_collect *collect, uint64_t texts,
	       const bool *seen)
{
	struct cmd *cmd = collect->relscore->cmd;
	uint64_t pages = collect->relscore->pages.count;
	struct relscore_advice advice;

	cmd_count(cmd, "captures", collect->captures);
	cmd_count(cmd, "captures_replaced", collect->replaced);
	cmd_count(cmd, "captures_not_in_graph", collect->unknown);
	cmd_count(cmd, "pages_with_text", texts);
	cmd_count(cmd, "pages_without_text", pages - texts);
	if (pages - texts > texts)
		cmd_warn(cmd, "%" PRIu64 " of %" PRIu64 " pages have no text "
			 "in the archives: their relevance is 0", pages - texts,
			 pages);
	if (relscore_advise(collect->relscore, &collect->missing, &advice))
		return cmd->err.status;
	if (*advice.text || collect->unknown > collect->captures / 2)
		cmd_warn(cmd, "%" PRIu64 " of %" PRIu64 " pages of the "
			 "archives are not in the graph, for example \"%s\"%s",
			 collect->unknown, collect->captures, advice.example,
			 advice.text);
	warn_unseen(collect, seen);
	return SP_OK;
}

enum sp_status
relscore_collect_finish(struct relscore_collect *collect, const bool *seen)
{
	uint64_t pages = collect->relscore->pages.count;
	uint64_t texts = sp_bitset_count(collect->with_text, pages);
	enum sp_status status = SP_OK;

	if (!texts)
		return no_text(collect);
	if (collect_is_weighted(collect))
		status = relscore_wait_end(collect);
	if (!status)
		status = collect_report(collect, texts, seen);
	for (uint64_t q = 0; !status && q < query_count(collect); q++)
		status = save_query(collect, q, texts);
	if (!status && collect->no_links)
		cmd_say(collect->relscore->cmd, "%" PRIu64 " scores are of "
			"links that the graph does not have, and are dropped",
			collect->no_links);
	return status;
}
