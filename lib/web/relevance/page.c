/* SPDX-License-Identifier: MIT */
/*
 * A page becomes numbers once; scores for any number of queries are then
 * computed from the numbers.  The text of a link is read again for its words,
 * rather than taken from those of the page: a link may begin or end inside of a
 * word, and then the word of the page is neither the link's nor around it.
 *
 * The counts of the page's text come last, since callers use them after the
 * call.
 */
#include "web/relevance/page.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- words ------------------------------------------------------------ */

void
sp_page_words_clear(struct sp_page_words *page)
{
	page->text.count = page->anchors.count = page->link_count = 0;
}

void
sp_page_words_free(struct sp_page_words *page)
{
	sp_terms_free(&page->text);
	sp_terms_free(&page->anchors);
	free(page->links);
	page->links = NULL;
	page->link_count = page->links_capacity = 0;
}

enum sp_status
sp_page_words_link(struct sp_page_words *page, struct sp_link_words link,
		   struct sp_error *err)
{
	if (!sp_grow(&page->links, &page->links_capacity, page->link_count + 1))
		return sp_no_memory(err, "the links of a page");
	page->links[page->link_count++] = link;
	return SP_OK;
}

/*
 * Places of links beyond the text, as of a text that was cut, are moved to its
 * end.
 */
enum sp_status
sp_page_words_read(struct sp_page_words *page, struct sp_words *words,
		   struct sp_vocabulary *vocabulary, const char *text,
		   size_t length, const struct sp_link_place *links,
		   uint64_t link_count, struct sp_error *err)
{
	sp_page_words_clear(page);
	if (sp_terms_read(&page->text, words, vocabulary, text, length, err))
		return err->status;
	for (uint64_t i = 0; i < link_count; i++) {
		size_t end = links[i].end < length ? links[i].end : length;
		size_t start = links[i].start < end ? links[i].start : end;

		if (sp_terms_read(&page->anchors, words, vocabulary,
				  text + start, end - start, err) ||
		    sp_page_words_link(page, (struct sp_link_words){
				links[i].target, page->anchors.count,
				sp_terms_until(&page->text, start),
				sp_terms_from(&page->text, end) }, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- scores ----------------------------------------------------------- */

/* The similarity of what is counted to query q. */
static double
similarity_to(const struct sp_scoring *scoring, uint64_t q,
	      const struct sp_counts *counts, double square)
{
	return sp_similarity(&scoring->queries[q], scoring->squares[q],
			     counts, square, scoring->idf);
}

/*
 * With --binary, pages are 0 or 1; links keep their similarity, which orders
 * them.
 */
static double
page_score(const struct sp_scoring *scoring, uint64_t q,
	   const struct sp_counts *counts, double square)
{
	const struct sp_query *query = &scoring->queries[q];

	switch (scoring->binary) {
	case SP_BINARY_ANY:
		return sp_query_found(query, counts) > 0;
	case SP_BINARY_ALL:
		return sp_query_found(query, counts) == query->count;
	case SP_BINARY_THRESHOLD:
		return similarity_to(scoring, q, counts, square) >=
		       scoring->threshold;
	default:
		return similarity_to(scoring, q, counts, square);
	}
}

/* Scores the words of a link that were counted, by each query. */
static void
score_words(const struct sp_scoring *scoring, const struct sp_counts *counts,
	    struct sp_link_pair *pairs, bool anchor)
{
	double square = sp_counts_square(counts, scoring->idf);

	for (uint64_t q = 0; q < scoring->count; q++) {
		double score = counts->count ?
			similarity_to(scoring, q, counts, square) :
			SP_NO_WORDS;

		*(anchor ? &pairs[q].anchor : &pairs[q].context) = score;
	}
}

/* Counts some words of a list, which has no array if it has no words. */
static enum sp_status
count_range(const struct sp_scoring *scoring, const struct sp_terms *list,
	    uint64_t first, uint64_t count, struct sp_counts *counts,
	    struct sp_error *err)
{
	return count ? sp_counts_add(counts, list->terms + first, count,
				     scoring->limit, err) :
		       SP_OK;
}

/* Of link i: the words of its text. */
static enum sp_status
score_anchor(const struct sp_scoring *scoring,
	     const struct sp_page_words *page, uint64_t i,
	     struct sp_counts *counts, struct sp_link_pair *pairs,
	     struct sp_error *err)
{
	uint64_t start = i ? page->links[i - 1].anchor_end : 0;

	sp_counts_clear(counts);
	if (count_range(scoring, &page->anchors, start,
			page->links[i].anchor_end - start, counts, err))
		return err->status;
	score_words(scoring, counts, pairs, true);
	return SP_OK;
}

/* The words before and after it. */
static enum sp_status
score_context(const struct sp_scoring *scoring,
	      const struct sp_page_words *page, uint64_t i,
	      struct sp_counts *counts, struct sp_link_pair *pairs,
	      struct sp_error *err)
{
	const struct sp_link_words *link = &page->links[i];
	const struct sp_terms *text = &page->text;
	uint64_t most = scoring->context, left = link->before;
	uint64_t right = text->count - link->after;

	left = left < most ? left : most;
	right = right < most ? right : most;
	sp_counts_clear(counts);
	if (count_range(scoring, text, link->before - left, left, counts,
			err) ||
	    count_range(scoring, text, link->after, right, counts, err))
		return err->status;
	score_words(scoring, counts, pairs, false);
	return SP_OK;
}

static enum sp_status
score_links(const struct sp_scoring *scoring,
	    const struct sp_page_words *page, struct sp_counts *counts,
	    struct sp_page_scores *scores, struct sp_error *err)
{
	scores->count = page->link_count * scoring->count;
	if (!sp_grow(&scores->links, &scores->links_capacity, scores->count))
		return sp_no_memory(err, "the scores of links");
	for (uint64_t i = 0; i < page->link_count; i++) {
		struct sp_link_pair *pairs = scores->links +
					     i * scoring->count;

		for (uint64_t q = 0; q < scoring->count; q++)
			pairs[q] = (struct sp_link_pair){
				page->links[i].target, SP_NO_WORDS,
				SP_NO_WORDS };
		if (scoring->anchors &&
		    score_anchor(scoring, page, i, counts, pairs, err))
			return err->status;
		if (scoring->context &&
		    score_context(scoring, page, i, counts, pairs, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_page_score(const struct sp_scoring *scoring,
	      const struct sp_page_words *page, struct sp_counts *counts,
	      struct sp_page_scores *scores, struct sp_error *err)
{
	double square;

	if (!sp_grow(&scores->page, &scores->page_capacity, scoring->count))
		return sp_no_memory(err, "scores");
	if (score_links(scoring, page, counts, scores, err))
		return err->status;
	sp_counts_clear(counts);
	if (sp_counts_add(counts, page->text.terms, page->text.count,
			  scoring->limit, err))
		return err->status;
	square = sp_counts_square(counts, scoring->idf);
	for (uint64_t q = 0; q < scoring->count; q++)
		scores->page[q] = page_score(scoring, q, counts, square);
	return SP_OK;
}

void
sp_page_scores_free(struct sp_page_scores *scores)
{
	free(scores->page);
	free(scores->links);
	*scores = (struct sp_page_scores){ .page = NULL };
}
