/* SPDX-License-Identifier: MIT */
/*
 * Captures that wait: the weight of a word depends on how many pages have it,
 * which is known after the last page.  They wait in a temporary file, so that
 * archives are read once, also from a pipe; in memory are only the different
 * words of all pages, about 40 bytes each.
 */
#include "collect.h"

#include "cli/scratch.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- writing ---------------------------------------------------------- */

enum sp_status
relscore_wait_begin(struct relscore_collect *collect)
{
	const struct relscore *relscore = collect->relscore;
	struct sp_error *err = &relscore->cmd->err;

	if (relscore_new_vocabulary(relscore, &collect->waiting.vocabulary,
				    err))
		return err->status;
	return sp_spill_new(cmd_scratch_folder(), &collect->waiting.spill, err);
}

void
relscore_waiting_free(struct relscore_waiting *waiting)
{
	sp_spill_free(waiting->spill);
	sp_vocabulary_free(&waiting->vocabulary);
	free(waiting->map);
}

/* Words that are looked up ahead: their places in memory are waited for. */
#define AHEAD 16

/*
 * Numbers of a capture's words become those of the whole vocabulary, in the
 * order in which captures count, so that they do not depend on threads.
 */
static enum sp_status
map_words(struct relscore_collect *collect,
	  const struct sp_vocabulary *vocabulary, struct sp_error *err)
{
	const struct sp_names *names = &vocabulary->names;
	struct relscore_waiting *to = &collect->waiting;
	struct sp_span ahead[AHEAD];

	if (!sp_grow(&to->map, &to->map_capacity, names->count))
		return sp_no_memory(err, "the vocabulary");
	for (uint64_t i = 0, count = 0; i < names->count; i += count) {
		count = names->count - i < AHEAD ? names->count - i : AHEAD;
		for (uint64_t k = 0; k < count; k++)
			ahead[k] = sp_names_span(names, i + k);
		sp_dictionary_expect(to->vocabulary.dictionary, ahead,
				     (size_t)count);
		for (uint64_t k = 0; k < count; k++)
			if (sp_vocabulary_add(&to->vocabulary, ahead[k],
					      &to->map[i + k], err))
				return err->status;
	}
	return SP_OK;
}

static void
put_terms(const struct relscore_collect *collect, const uint32_t *terms,
	  uint64_t count)
{
	const struct relscore_waiting *to = &collect->waiting;

	sp_spill_put(to->spill, count);
	for (uint64_t i = 0; i < count; i++)
		sp_spill_put(to->spill, to->map[terms[i]]);
}

/* Page, version, words; links: target, before, after, words. */
enum sp_status
relscore_wait(struct relscore_collect *collect,
	      const struct relscore_capture *capture, struct sp_error *err)
{
	const struct sp_page_words *words = &capture->weighted.page;
	struct sp_spill *spill = collect->waiting.spill;
	uint64_t start = 0;

	if (map_words(collect, &capture->weighted.vocabulary, err))
		return err->status;
	sp_spill_put(spill, capture->page);
	sp_spill_put(spill, collect->versions[capture->page]);
	put_terms(collect, words->text.terms, words->text.count);
	sp_spill_put(spill, words->link_count);
	for (uint64_t i = 0; i < words->link_count; i++) {
		const struct sp_link_words *link = &words->links[i];

		sp_spill_put(spill, link->target);
		sp_spill_put(spill, link->before);
		sp_spill_put(spill, link->after);
		put_terms(collect, words->anchors.terms + start,
			  link->anchor_end - start);
		start = link->anchor_end;
	}
	collect->waiting.count++;
	return SP_OK;
}

/* ---- reading ---------------------------------------------------------- */

/* Memory for as many as the file says is safe: the file is our own. */
static enum sp_status
get_terms(struct sp_spill *spill, struct sp_terms *terms,
	  struct sp_error *err)
{
	uint64_t count, term;

	if (sp_spill_get(spill, &count, err))
		return err->status;
	if (!sp_grow(&terms->terms, &terms->terms_capacity,
		     terms->count + count))
		return sp_no_memory(err, "the words of a page");
	while (count--) {
		if (sp_spill_get(spill, &term, err))
			return err->status;
		terms->terms[terms->count++] = (uint32_t)term;
	}
	return SP_OK;
}

static enum sp_status
get_link(struct sp_spill *spill, struct sp_page_words *words,
	 struct sp_error *err)
{
	struct sp_link_words link = { .target = 0 };
	uint64_t target;

	if (sp_spill_get(spill, &target, err) ||
	    sp_spill_get(spill, &link.before, err) ||
	    sp_spill_get(spill, &link.after, err) ||
	    get_terms(spill, &words->anchors, err))
		return err->status;
	link.target = (uint32_t)target;
	link.anchor_end = words->anchors.count;
	return sp_page_words_link(words, link, err);
}

/* The next capture; *last, if it is the one of its page that counts. */
static enum sp_status
get_capture(struct relscore_collect *collect, struct sp_page_words *words,
	    uint32_t *page, bool *last, struct sp_error *err)
{
	struct sp_spill *spill = collect->waiting.spill;
	uint64_t number, version, links;

	sp_page_words_clear(words);
	if (sp_spill_get(spill, &number, err) ||
	    sp_spill_get(spill, &version, err) ||
	    get_terms(spill, &words->text, err) ||
	    sp_spill_get(spill, &links, err))
		return err->status;
	while (links--)
		if (get_link(spill, words, err))
			return err->status;
	*page = (uint32_t)number;
	*last = collect->versions[number] == version;
	return SP_OK;
}

/* Calls one() for every capture that counts. */
static enum sp_status
each_waiting(struct relscore_collect *collect,
	     enum sp_status (*one)(struct relscore_collect *collect,
				   void *context, uint32_t page,
				   const struct sp_page_words *words,
				   struct sp_error *err), void *context)
{
	struct cmd *cmd = collect->relscore->cmd;
	struct sp_page_words words = { .link_count = 0 };
	struct progress progress;
	enum sp_status status = sp_spill_rewind(collect->waiting.spill,
						&cmd->err);
	uint32_t page = 0;
	bool last = false;

	progress_begin(&progress, cmd, "page");
	for (uint64_t i = 0; !status && i < collect->waiting.count; i++) {
		progress_step(&progress, i, collect->waiting.count);
		status = get_capture(collect, &words, &page, &last,
				     &cmd->err);
		if (!status && last)
			status = one(collect, context, page, &words,
				     &cmd->err);
	}
	progress_end(&progress);
	sp_page_words_free(&words);
	return status;
}

/* ---- weights ---------------------------------------------------------- */

/* How many pages have each word. */
struct relscore_frequencies {
	uint32_t *pages;
	uint64_t texts;           /* pages with words */
	struct sp_counts counts;
};

/*
 * df is the number of pages that have the word, so each page counts a word
 * once.
 */
static enum sp_status
count_page(struct relscore_collect *collect, void *context, uint32_t page,
	   const struct sp_page_words *words, struct sp_error *err)
{
	struct relscore_frequencies *of = context;

	(void)page;
	sp_counts_clear(&of->counts);
	if (sp_counts_add(&of->counts, words->text.terms, words->text.count,
			  collect->waiting.vocabulary.names.count, err))
		return err->status;
	for (uint64_t i = 0; i < of->counts.count; i++)
		of->pages[of->counts.terms[i]]++;
	of->texts += of->counts.count > 0;
	return SP_OK;
}

/* *idf is by number of a word; the caller frees it. */
static enum sp_status
find_weights(struct relscore_collect *collect, double **idf)
{
	struct sp_error *err = &collect->relscore->cmd->err;
	uint64_t words = collect->waiting.vocabulary.names.count;
	struct relscore_frequencies of = { .texts = 0 };
	enum sp_status status;

	of.pages = sp_alloc_large_zero(words, sizeof(*of.pages));
	*idf = sp_alloc_large(words, sizeof(**idf));
	if (of.pages && *idf)
		status = each_waiting(collect, count_page, &of);
	else
		status = sp_no_memory(err, "the weights of words");
	for (uint64_t i = 0; !status && i < words; i++)
		(*idf)[i] = of.texts ? log((double)of.texts /
					   (of.pages[i] ? of.pages[i] : 1)) :
				       0;
	sp_counts_free(&of.counts);
	free(of.pages);
	return status;
}

struct relscore_weighing {
	struct sp_scoring scoring;
	struct sp_page_scores scores;
	struct sp_counts counts;
};

static enum sp_status
score_page(struct relscore_collect *collect, void *context, uint32_t page,
	   const struct sp_page_words *words, struct sp_error *err)
{
	struct relscore_weighing *weighing = context;

	if (sp_page_score(&weighing->scoring, words, &weighing->counts,
			  &weighing->scores, err))
		return err->status;
	return relscore_collect_keep(collect, page, &weighing->scores, err);
}

/* Two passes over the file: one for the weights, one for the scores. */
enum sp_status
relscore_wait_end(struct relscore_collect *collect)
{
	const struct relscore *relscore = collect->relscore;
	struct relscore_weighing weighing = { .scoring = relscore->scoring };
	uint64_t queries = relscore->scoring.count;
	double *squares = sp_alloc(queries, sizeof(*squares));
	double *idf = NULL;
	enum sp_status status = find_weights(collect, &idf);

	if (!squares)
		status = sp_no_memory(&relscore->cmd->err, "queries");
	for (uint64_t q = 0; !status && q < queries; q++)
		squares[q] = sp_query_square(&relscore->queries[q], idf);
	weighing.scoring.squares = squares;
	weighing.scoring.idf = idf;
	weighing.scoring.limit = collect->waiting.vocabulary.names.count;
	if (!status)
		status = each_waiting(collect, score_page, &weighing);
	sp_page_scores_free(&weighing.scores);
	sp_counts_free(&weighing.counts);
	free(squares);
	free(idf);
	return status;
}

