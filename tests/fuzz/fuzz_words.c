/* SPDX-License-Identifier: MIT */
/*
 * Words of any bytes: in order, in the text, and the same when read again; and
 * scores of a page and its links: from 0 to 1, and 1 for the page itself.
 */
#include "walk.h"

#include "web/relevance/page.h"

#define LINKS 3

static const char *const languages[] = { NULL, "english", "russian", "turkish" };

/* A word is its own only word, unless it is a stem or was cut. */
static void
check_again(struct sp_words *words, const struct sp_word *word)
{
	struct sp_word again;
	struct sp_error err;
	char copy[SP_WORD_MAX];

	hold(word->length <= SP_WORD_MAX);
	memcpy(copy, word->text, word->length);
	sp_words_begin(words, copy, word->length);
	hold(!sp_words_next(words, &again, &err));
	hold(again.length == word->length && again.start == 0 &&
	     again.end == word->length &&
	     !memcmp(again.text, copy, again.length));
}

static void
check_words(struct sp_words *words, bool stems, const char *text,
	    size_t size)
{
	struct sp_words *plain;
	struct sp_word word;
	struct sp_error err;
	size_t last = 0;

	hold(!sp_words_new(NULL, &plain, &err));
	sp_words_begin(words, text, size);
	for (;;) {
		hold(!sp_words_next(words, &word, &err));
		if (!word.length)
			break;
		hold(word.start >= last && word.start < word.end &&
		     word.end <= size);
		last = word.end;
		if (!stems)
			check_again(plain, &word);
	}
	sp_words_free(plain);
}

static bool
is_score(double score)
{
	return score == SP_NO_WORDS || (score >= 0 && score <= 1);
}

/* The page is a query for itself. */
static void
check_scores(const struct sp_page_words *page, uint64_t limit,
	     uint64_t context)
{
	struct sp_counts counts = { .terms = NULL };
	struct sp_page_scores scores = { .page = NULL };
	struct sp_query query = { NULL, NULL, 0 };
	struct sp_scoring scoring = { .count = 1, .anchors = true,
				      .context = context, .limit = limit };
	struct sp_error err;
	double square;

	hold(!sp_counts_add(&counts, page->text.terms, page->text.count,
			    limit, &err));
	hold(!sp_query_new(&counts, &query, &err));
	square = sp_query_square(&query, NULL);
	scoring.queries = &query;
	scoring.squares = &square;
	hold(!sp_page_score(&scoring, page, &counts, &scores, &err));
	hold(scores.page[0] == (page->text.count > 0));
	for (uint64_t i = 0; i < scores.count; i++)
		hold(is_score(scores.links[i].anchor) &&
		     is_score(scores.links[i].context));
	sp_page_scores_free(&scores);
	sp_query_free(&query);
	sp_counts_free(&counts);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *language = languages[fuzz_take(&data, &size, 1) % 4];
	uint64_t context = fuzz_take(&data, &size, 1);
	struct sp_link_place links[LINKS];
	struct sp_page_words page = { .link_count = 0 };
	struct sp_vocabulary vocabulary;
	struct sp_words *words;
	struct sp_error err;
	const char *text;

	for (uint32_t i = 0; i < LINKS; i++) {
		links[i].target = i;
		links[i].start = fuzz_take(&data, &size, 2);
		links[i].end = fuzz_take(&data, &size, 2);
	}
	text = (const char *)data;
	if (sp_words_new(language, &words, &err))
		return 0;
	check_words(words, language != NULL, text, size);
	hold(!sp_vocabulary_new(&vocabulary, &err));
	hold(!sp_page_words_read(&page, words, &vocabulary, text, size, links,
				 LINKS, &err));
	check_scores(&page, vocabulary.names.count, context);
	sp_page_words_free(&page);
	sp_vocabulary_free(&vocabulary);
	sp_words_free(words);
	return 0;
}
