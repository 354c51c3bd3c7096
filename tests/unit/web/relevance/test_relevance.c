/* SPDX-License-Identifier: MIT */
/* Words, vectors and similarity; the numbers in a temporary file. */
#include "unit.h"

#include "base/random.h"
#include "base/utf8.h"
#include "web/relevance/page.h"
#include "web/relevance/spill.h"

#include <math.h>
#include <string.h>

/* ---- words ------------------------------------------------------------ */

/* The words of a text, separated by blanks. */
static void
expect_words(const char *language, const char *text, const char *expected)
{
	struct sp_words *words;
	struct sp_word word;
	struct sp_error err;
	char all[256] = "";
	int at = 0;

	ck_assert_int_eq(sp_words_new(language, &words, &err), SP_OK);
	sp_words_begin(words, text, strlen(text));
	for (;;) {
		ck_assert_int_eq(sp_words_next(words, &word, &err), SP_OK);
		if (!word.length)
			break;
		ck_assert_uint_lt(word.start, word.end);
		at += snprintf(all + at, sizeof(all) - (size_t)at, "%s%.*s",
			       at ? " " : "", (int)word.length, word.text);
	}
	ck_assert_str_eq(all, expected);
	sp_words_free(words);
}

START_TEST(words_are_runs_of_letters_and_digits)
{
	expect_words(NULL, "", "");
	expect_words(NULL, " .-_\n\t", "");
	expect_words(NULL, "a", "a");
	expect_words(NULL, "The Web's 2nd crawler (v1.0)",
		     "the web s 2nd crawler v1 0");
	expect_words(NULL, "C3PO,R2D2;@[`{/:", "c3po r2d2");
}
END_TEST

START_TEST(words_of_other_scripts)
{
	if (!sp_words_know_unicode()) {
		expect_words(NULL, "na\xc3\xafve", "na ve");
		return;
	}
	expect_words(NULL, "NA\xc3\x8fVE caf\xc3\xa9\xe2\x80\x94" "bar",
		     "na\xc3\xafve caf\xc3\xa9 bar");
	/* GREEK, with a final sigma that stays as it is written */
	expect_words(NULL, "\xce\xa3\xce\x9f\xce\xa3", "\xcf\x83\xce\xbf\xcf\x83");
	/* e and a combining accent; Devanagari with vowel signs */
	expect_words(NULL, "e\xcc\x81t", "e\xcc\x81t");
	expect_words(NULL, "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d",
		     "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d");
	/* Arabic-Indic digits are digits; a superscript two is none. */
	expect_words(NULL, "x\xc2\xb2 \xd9\xa1\xd9\xa2",
		     "x \xd9\xa1\xd9\xa2");
	/* A lower case form that is longer: U+023A, U+2C65 */
	expect_words(NULL, "\xc8\xba", "\xe2\xb1\xa5");
}
END_TEST

START_TEST(bytes_that_are_not_utf8_separate_words)
{
	expect_words(NULL, "a\xff" "b\xc3", "a b");
	expect_words(NULL, "a\xc3(b \xed\xa0\x80" "c", "a b c");
	expect_words(NULL, "a\xf4\x90\x80\x80z", "a z");
}
END_TEST

static bool
same_word(struct sp_words *const words[2], bool *more)
{
	struct sp_word a, b;
	struct sp_error err;

	must(sp_words_next(words[0], &a, &err), err);
	must(sp_words_next(words[1], &b, &err), err);
	*more = a.length > 0;
	return a.length == b.length && a.start == b.start && a.end == b.end &&
	       !memcmp(a.text, b.text, a.length);
}

/* What a reader remembers of characters changes no word of later texts. */
START_TEST(a_reader_is_as_good_as_new)
{
	struct sp_random random = { 9 };
	struct sp_words *words[2];
	struct sp_error err;
	char text[64];

	must(sp_words_new(NULL, &words[0], &err), err);
	for (int i = 0; i < ROUNDS_OF(20000); i++) {
		size_t length = (size_t)sp_random_below(&random, sizeof(text));
		bool more = true;

		/* All characters, in any order, some of them cut. */
		for (size_t k = 0; k + 4 < sizeof(text);)
			k += sp_utf8_put(text + k, (uint32_t)sp_random_below(
				&random, i % 2 ? 0x500 : 0x11000));
		if (length > 1 && !(i % 5))
			text[length / 2] = (char)sp_random_next(&random);
		must(sp_words_new(NULL, &words[1], &err), err);
		for (int k = 0; k < 2; k++)
			sp_words_begin(words[k], text, length);
		while (more)
			hold(same_word(words, &more));
		sp_words_free(words[1]);
	}
	sp_words_free(words[0]);
}
END_TEST

START_TEST(long_words_are_cut_after_a_character)
{
	char text[3 * SP_WORD_MAX];
	struct sp_words *words;
	struct sp_word word;
	struct sp_error err;

	memset(text, 'A', sizeof(text));
	ck_assert_int_eq(sp_words_new(NULL, &words, &err), SP_OK);
	sp_words_begin(words, text, sizeof(text));
	ck_assert_int_eq(sp_words_next(words, &word, &err), SP_OK);
	ck_assert_uint_eq(word.length, SP_WORD_MAX);
	ck_assert_uint_eq(word.end, sizeof(text));
	if (sp_words_know_unicode()) {
		memcpy(text + SP_WORD_MAX - 1, "\xc3\x89", 2);
		sp_words_begin(words, text, sizeof(text));
		ck_assert_int_eq(sp_words_next(words, &word, &err), SP_OK);
		ck_assert_uint_eq(word.length, SP_WORD_MAX - 1);
		ck_assert_uint_eq(word.end, sizeof(text));
	}
	sp_words_free(words);
}
END_TEST

START_TEST(stems)
{
	struct sp_words *words;
	struct sp_error err;

	if (sp_words_new("english", &words, &err)) {
		ck_assert_ptr_nonnull(strstr(err.text, "libstemmer"));
		return;
	}
	sp_words_free(words);
	expect_words("english", "Crawlers crawling the crawled webs",
		     "crawler crawl the crawl web");
	expect_words("german", "H\xc3\xa4user", "haus");
	ck_assert_int_eq(sp_words_new("klingon", &words, &err), SP_USAGE);
	ck_assert_ptr_nonnull(strstr(err.text, "klingon"));
	ck_assert_ptr_nonnull(strstr(err.text, " finnish french "));
}
END_TEST

/* ---- similarity ------------------------------------------------------- */

struct vectors {
	struct sp_words *words;
	struct sp_vocabulary vocabulary;
	struct sp_counts counts;
	struct sp_query query;
};

static void
count_text(struct vectors *of, const char *text)
{
	struct sp_terms terms = { .terms = NULL };
	struct sp_error err;

	sp_counts_clear(&of->counts);
	ck_assert_int_eq(sp_terms_read(&terms, of->words, &of->vocabulary,
				       text, strlen(text), &err), SP_OK);
	ck_assert_int_eq(sp_counts_add(&of->counts, terms.terms, terms.count,
				       of->vocabulary.names.count, &err),
			 SP_OK);
	sp_terms_free(&terms);
}

static void
begin_vectors(struct vectors *of, const char *query)
{
	struct sp_error err;

	memset(of, 0, sizeof(*of));
	ck_assert_int_eq(sp_words_new(NULL, &of->words, &err), SP_OK);
	ck_assert_int_eq(sp_vocabulary_new(&of->vocabulary, &err), SP_OK);
	count_text(of, query);
	ck_assert_int_eq(sp_query_new(&of->counts, &of->query, &err), SP_OK);
}

static void
end_vectors(struct vectors *of)
{
	sp_words_free(of->words);
	sp_vocabulary_free(&of->vocabulary);
	sp_counts_free(&of->counts);
	sp_query_free(&of->query);
}

static double
similarity(struct vectors *of, const char *text, const double *idf)
{
	count_text(of, text);
	return sp_similarity(&of->query, sp_query_square(&of->query, idf),
			     &of->counts, sp_counts_square(&of->counts, idf),
			     idf);
}

/* The worked example of the contract. */
START_TEST(similarity_of_the_example)
{
	struct vectors of;

	begin_vectors(&of, "web crawler");
	ck_assert_double_eq(similarity(&of, "a web crawler is a program that "
				       "crawls the web", NULL),
			    3 / sqrt(28));
	ck_assert_double_eq_tol(3 / sqrt(28), 0.566947, 5e-7);
	ck_assert_uint_eq(sp_query_found(&of.query, &of.counts), 2);
	end_vectors(&of);
}
END_TEST

START_TEST(similarity_at_its_ends)
{
	struct vectors of;

	begin_vectors(&of, "b a b");
	ck_assert_double_eq(similarity(&of, "", NULL), 0);
	ck_assert_double_eq(similarity(&of, "c d", NULL), 0);
	ck_assert_double_eq(similarity(&of, "b b a", NULL), 1);
	ck_assert_double_eq(similarity(&of, "A! B? b; b a b", NULL), 1);
	ck_assert_uint_eq(sp_query_found(&of.query, &of.counts), 2);
	end_vectors(&of);
}
END_TEST

START_TEST(similarity_with_weights)
{
	/* By number: b is 0, a is 1, c is 2. */
	const double idf[] = { 0.5, 2, 0.25 };
	double b = (1 + log(2)) * 0.5, product, text;
	struct vectors of;

	begin_vectors(&of, "b a b");
	product = b * 0.5 + 2 * ((1 + log(3)) * 2);
	text = 0.25 * 0.25 + ((1 + log(3)) * 2) * ((1 + log(3)) * 2) +
	       0.5 * 0.5;
	ck_assert_double_eq_tol(similarity(&of, "c a a b a", idf),
				product / sqrt((b * b + 4) * text), 1e-15);
	end_vectors(&of);
}
END_TEST

/* ---- pages ------------------------------------------------------------ */

START_TEST(links_of_a_page)
{
	static const char text[] = "one two three four five six";
	const struct sp_link_place places[] = {
		{ 7, 8, 13 },   /* "three" */
		{ 8, 5, 6 },    /* "w" of "two" */
		{ 9, 13, 13 },  /* nothing, after "three" */
		{ 9, 24, 900 }  /* "six", beyond the end */
	};
	struct sp_page_words page = { .link_count = 0 };
	struct sp_page_scores scores = { .page = NULL };
	struct vectors of;
	struct sp_error err;
	struct sp_scoring scoring = { .count = 1, .anchors = true,
				      .context = 2 };
	double square;

	begin_vectors(&of, "three four");
	scoring.queries = &of.query;
	square = sp_query_square(&of.query, NULL);
	scoring.squares = &square;
	ck_assert_int_eq(sp_page_words_read(&page, of.words, &of.vocabulary,
					    text, strlen(text), places, 4,
					    &err), SP_OK);
	scoring.limit = of.vocabulary.names.count;
	sp_counts_clear(&of.counts);
	ck_assert_int_eq(sp_page_score(&scoring, &page, &of.counts, &scores,
				       &err), SP_OK);
	ck_assert_double_eq(scores.page[0], 2 / sqrt(12));
	ck_assert_double_eq(scores.links[0].anchor, 1 / sqrt(2));
	/* one two, four five */
	ck_assert_double_eq(scores.links[0].context, 1 / sqrt(8));
	ck_assert_double_eq(scores.links[1].anchor, 0);
	/* one, three four: "two" is neither before nor after */
	ck_assert_double_eq(scores.links[1].context, 2 / sqrt(6));
	ck_assert_double_eq(scores.links[2].anchor, SP_NO_WORDS);
	/* two three, four five */
	ck_assert_double_eq(scores.links[2].context, 2 / sqrt(8));
	ck_assert_double_eq(scores.links[3].context, 1 / sqrt(4));
	sp_page_words_free(&page);
	sp_page_scores_free(&scores);
	end_vectors(&of);
}
END_TEST

/* ---- the temporary file ----------------------------------------------- */

START_TEST(spilled_numbers_come_back)
{
	const uint64_t numbers[] = { 0, 127, 128, 65536, UINT64_MAX, 3 };
	struct sp_spill *spill;
	struct sp_error err;
	uint64_t got;

	ck_assert_int_eq(sp_spill_new("/no/such/folder", &spill, &err),
			 SP_IO);
	ck_assert_int_eq(sp_spill_new("/tmp", &spill, &err), SP_OK);
	for (int i = 0; i < 6; i++)
		sp_spill_put(spill, numbers[i]);
	for (int round = 0; round < 2; round++) {
		ck_assert_int_eq(sp_spill_rewind(spill, &err), SP_OK);
		for (int i = 0; i < 6; i++) {
			ck_assert_int_eq(sp_spill_get(spill, &got, &err),
					 SP_OK);
			ck_assert_uint_eq(got, numbers[i]);
		}
	}
	ck_assert_int_eq(sp_spill_get(spill, &got, &err), SP_IO);
	sp_spill_free(spill);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("relevance");

	tcase_add_test(tests, words_are_runs_of_letters_and_digits);
	tcase_add_test(tests, words_of_other_scripts);
	tcase_add_test(tests, bytes_that_are_not_utf8_separate_words);
	tcase_add_test(tests, a_reader_is_as_good_as_new);
	tcase_add_test(tests, long_words_are_cut_after_a_character);
	tcase_add_test(tests, stems);
	tcase_add_test(tests, similarity_of_the_example);
	tcase_add_test(tests, similarity_at_its_ends);
	tcase_add_test(tests, similarity_with_weights);
	tcase_add_test(tests, links_of_a_page);
	tcase_add_test(tests, spilled_numbers_come_back);
	return unit_run(tests);
}
