/* SPDX-License-Identifier: MIT */
#include "relevance/page.h"

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
	if (!sp_grow(&page->links, &page->links_capacity,
		     page->link_count + 1, sizeof(link)))
		return sp_no_memory(err, "the links of a page");
	page->links[page->link_count++] = link;
	return SP_OK;
}

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

static enum sp_status
count_words(const struct sp_scoring *scoring, struct sp_page_scores *scores,
	    const uint32_t *terms, uint64_t count, struct sp_error *err)
{
	return sp_counts_add(&scores->counts, terms, count, scoring->limit,
			     err);
}

/* The similarity of what is counted to query q. */
static double
similarity_to(const struct sp_scoring *scoring,
	      const struct sp_page_scores *scores, uint64_t q, double square)
{
	return sp_similarity(&scoring->queries[q], scoring->squares[q],
			     &scores->counts, square, scoring->idf);
}

static double
page_score(const struct sp_scoring *scoring,
	   const struct sp_page_scores *scores, uint64_t q, double square)
{
	const struct sp_query *query = &scoring->queries[q];

	switch (scoring->binary) {
	case SP_BINARY_ANY:
		return sp_query_found(query, &scores->counts) > 0;
	case SP_BINARY_ALL:
		return sp_query_found(query, &scores->counts) == query->count;
	case SP_BINARY_THRESHOLD:
		return similarity_to(scoring, scores, q, square) >=
		       scoring->threshold;
	default:
		return similarity_to(scoring, scores, q, square);
	}
}

/* Of link i: the words of its text. */
static enum sp_status
score_anchor(const struct sp_scoring *scoring,
	     const struct sp_page_words *page, uint64_t i,
	     struct sp_page_scores *scores, struct sp_error *err)
{
	struct sp_link_pair *pairs = scores->links + i * scoring->count;
	uint64_t start = i ? page->links[i - 1].anchor_end : 0;
	uint64_t count = page->links[i].anchor_end - start;
	double square;

	sp_counts_clear(&scores->counts);
	if (count_words(scoring, scores, page->anchors.terms + start, count,
			err))
		return err->status;
	square = sp_counts_square(&scores->counts, scoring->idf);
	for (uint64_t q = 0; q < scoring->count; q++)
		pairs[q].anchor = count ? similarity_to(scoring, scores, q,
							square) : SP_NO_WORDS;
	return SP_OK;
}

/* The words before and after it. */
static enum sp_status
score_context(const struct sp_scoring *scoring,
	      const struct sp_page_words *page, uint64_t i,
	      struct sp_page_scores *scores, struct sp_error *err)
{
	struct sp_link_pair *pairs = scores->links + i * scoring->count;
	const struct sp_link_words *link = &page->links[i];
	uint64_t left = link->before < scoring->context ? link->before :
							  scoring->context;
	uint64_t right = page->text.count - link->after;
	double square;

	if (right > scoring->context)
		right = scoring->context;
	sp_counts_clear(&scores->counts);
	if (count_words(scoring, scores,
			page->text.terms + link->before - left, left, err) ||
	    count_words(scoring, scores, page->text.terms + link->after,
			right, err))
		return err->status;
	square = sp_counts_square(&scores->counts, scoring->idf);
	for (uint64_t q = 0; q < scoring->count; q++)
		pairs[q].context = left + right ?
			similarity_to(scoring, scores, q, square) :
			SP_NO_WORDS;
	return SP_OK;
}

static enum sp_status
score_links(const struct sp_scoring *scoring,
	    const struct sp_page_words *page, struct sp_page_scores *scores,
	    struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < page->link_count; i++) {
		if (scoring->anchors)
			status = score_anchor(scoring, page, i, scores, err);
		if (!status && scoring->context)
			status = score_context(scoring, page, i, scores, err);
	}
	return status;
}

enum sp_status
sp_page_score(const struct sp_scoring *scoring,
	      const struct sp_page_words *page, struct sp_page_scores *scores,
	      struct sp_error *err)
{
	double square;

	if (!sp_grow(&scores->page, &scores->page_capacity, scoring->count,
		     sizeof(*scores->page)) ||
	    !sp_grow(&scores->links, &scores->links_capacity,
		     page->link_count * scoring->count,
		     sizeof(*scores->links)))
		return sp_no_memory(err, "scores");
	if (score_links(scoring, page, scores, err))
		return err->status;
	sp_counts_clear(&scores->counts);
	if (count_words(scoring, scores, page->text.terms, page->text.count,
			err))
		return err->status;
	square = sp_counts_square(&scores->counts, scoring->idf);
	for (uint64_t q = 0; q < scoring->count; q++)
		scores->page[q] = page_score(scoring, scores, q, square);
	return SP_OK;
}

void
sp_page_scores_free(struct sp_page_scores *scores)
{
	free(scores->page);
	free(scores->links);
	sp_counts_free(&scores->counts);
	scores->page = NULL;
	scores->links = NULL;
	scores->page_capacity = scores->links_capacity = 0;
}
