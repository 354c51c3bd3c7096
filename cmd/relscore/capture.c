/* SPDX-License-Identifier: MIT */
/*
 * One capture, in a thread.  A page that the graph does not have costs only its
 * URL: its text is not read.  A worker's vocabulary begins with the words of
 * the queries and is cut back to them before each page, so that it does not
 * grow with the archive, and so that the scores of a page do not depend on
 * pages before it; with weights, each result has a vocabulary of its own, since
 * its words go on to another thread.
 */
#include "capture.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define LARGE ((uint64_t)64 << 10) /* words or links of a large page */

static void
free_words(struct relscore_words *words)
{
	sp_page_words_free(&words->page);
	sp_vocabulary_free(&words->vocabulary);
}

enum sp_status
relscore_worker_new(struct relscore_worker *worker,
		    const struct relscore *relscore, struct sp_error *err)
{
	*worker = (struct relscore_worker){ .relscore = relscore };
	worker->seen = sp_alloc_zero(relscore->query_words.names.count,
				     sizeof(*worker->seen));
	if (!worker->seen)
		return sp_no_memory(err, "queries");
	if (sp_matcher_new(&worker->matcher, err))
		return err->status;
	return sp_words_new(relscore->options->language, &worker->words, err);
}

void
relscore_worker_free(struct relscore_worker *worker)
{
	sp_matcher_free(worker->matcher);
	sp_words_free(worker->words);
	free_words(&worker->scored);
	sp_counts_free(&worker->counts);
	free(worker->places);
	free(worker->seen);
}

/*
 * The words of queries are in each vocabulary under the same numbers: only what
 * came after them is dropped.
 */
static enum sp_status
begin_vocabulary(const struct relscore *relscore,
		 struct sp_vocabulary *vocabulary, struct sp_error *err)
{
	if (vocabulary->dictionary)
		return sp_dictionary_keep(vocabulary->dictionary,
					  relscore->query_words.names.count,
					  err);
	return relscore_new_vocabulary(relscore, vocabulary, err);
}

/* The text of a record is not there when the capture is collected. */
static enum sp_status
keep_url(struct relscore_capture *capture, struct sp_span url,
	 struct sp_error *err)
{
	capture->missing_length = url.length;
	if (!sp_grow(&capture->missing, &capture->missing_capacity, url.length))
		return sp_no_memory(err, "a URL");
	memcpy(capture->missing, url.text, url.length);
	return SP_OK;
}

enum sp_status
relscore_capture_begin(struct relscore_worker *worker,
		       struct relscore_capture *capture,
		       const struct relscore_text *text, struct sp_error *err)
{
	uint64_t page;

	/* One large page must not leave its memory to a batch of results. */
	if (capture->weighted.page.text.terms_capacity > LARGE)
		free_words(&capture->weighted);
	if (capture->scores.links_capacity > LARGE)
		sp_page_scores_free(&capture->scores);
	capture->used = true;
	capture->time = text->time;
	capture->answered = text->answered;
	capture->words = capture->scores.count = 0;
	worker->place_count = 0;
	if (sp_match_find(worker->relscore->pages.index, worker->matcher,
			  text->url, NULL, &page, err))
		return err->status;
	capture->known = page != SP_NO_MATCH;
	capture->page = (uint32_t)page;
	return capture->known ? SP_OK : keep_url(capture, text->url, err);
}

/* Links to pages that the graph lacks have no score: nobody could use it. */
enum sp_status
relscore_capture_link(struct relscore_worker *worker, struct sp_span url,
		      uint64_t start, uint64_t end, struct sp_error *err)
{
	/* Links of fetches are in the normal form already. */
	uint64_t target = sp_match_find_normal(worker->relscore->pages.index,
					       url);

	if (target == SP_NO_MATCH)
		return SP_OK;
	if (!sp_grow(&worker->places, &worker->places_capacity,
		     worker->place_count + 1))
		return sp_no_memory(err, "the links of a page");
	worker->places[worker->place_count++] = (struct sp_link_place){
		(uint32_t)target, start, end };
	return SP_OK;
}

static enum sp_status
read_words(struct relscore_worker *worker, struct sp_span text,
	   struct relscore_words *words, struct sp_error *err)
{
	uint64_t queries = worker->relscore->query_words.names.count;
	const struct sp_terms *terms = &words->page.text;

	if (begin_vocabulary(worker->relscore, &words->vocabulary, err) ||
	    sp_page_words_read(&words->page, worker->words,
			       &words->vocabulary, text.text, text.length,
			       worker->places, worker->place_count, err))
		return err->status;
	for (uint64_t i = 0; i < terms->count; i++)
		if (terms->terms[i] < queries)
			worker->seen[terms->terms[i]] = true;
	return SP_OK;
}

/*
 * "seen" is by query word: it finds words of a query that no page has, mostly
 * misspelled ones.
 */
enum sp_status
relscore_capture_read(struct relscore_worker *worker,
		      struct relscore_capture *capture, struct sp_span text,
		      struct sp_error *err)
{
	const struct relscore *relscore = worker->relscore;
	bool weighted = relscore->options->weight == RELSCORE_TFIDF;
	struct relscore_words *words = weighted ? &capture->weighted :
						  &worker->scored;
	struct sp_scoring scoring = relscore->scoring;

	if (read_words(worker, text, words, err))
		return err->status;
	capture->words = words->page.text.count;
	if (weighted)
		return SP_OK;
	scoring.limit = words->vocabulary.names.count;
	return sp_page_score(&scoring, &words->page, &worker->counts,
			     &capture->scores, err);
}

void
relscore_capture_free(struct relscore_capture *capture)
{
	sp_page_scores_free(&capture->scores);
	free_words(&capture->weighted);
	free(capture->missing);
}
