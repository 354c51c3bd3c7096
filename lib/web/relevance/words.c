/* SPDX-License-Identifier: MIT */
/*
 * Words of a text, character by character.  ASCII goes through a table of 128
 * bytes, which says both whether a character belongs to a word and what its
 * lower case is; everything else through libunistring, whose tables decide by
 * the version of Unicode that it was built with.
 *
 * The word is built in the reader's own buffer, since lower case and stems are
 * other bytes than those of the text; start and end say where it was.  A word
 * that is too long is cut after a whole character, and "full" keeps a shorter
 * character after the cut from being appended.
 *
 * A word that has become full still goes on to its end in the text: the rest is
 * not another word.
 */
#include "web/relevance/words.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_STEMMER
#include <libstemmer.h>
#endif
#ifdef HAVE_UNISTRING
#include <unicase.h>
#include <unictype.h>
#include <unistr.h>
#endif

/* Bytes of the longest character. */
#define CHARACTER_MAX 4

struct sp_words {
	struct sb_stemmer *stemmer;      /* or NULL */
	const uint8_t *text;
	size_t at, length;
	size_t size;                     /* of word */
	bool full;                       /* its next character did not fit */
	uint8_t word[SP_WORD_MAX + CHARACTER_MAX];
};

/* ---- characters ------------------------------------------------------- */

#define EIGHT(from) (from), (from) + 1, (from) + 2, (from) + 3, (from) + 4, \
	(from) + 5, (from) + 6, (from) + 7
#define LETTERS EIGHT('a'), EIGHT('i'), EIGHT('q'), 'y', 'z'

/* The lower case of letters and digits; 0 for all else. */
static const uint8_t ascii_lower[128] = {
	[ '0' ] = EIGHT('0'), '8', '9',
	[ 'A' ] = LETTERS,
	[ 'a' ] = LETTERS
};

#ifdef HAVE_UNISTRING
#define KNOWS_UNICODE true
#define WORD_CATEGORIES \
	(UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_Nd)

/*
 * Stores the lower case of the letter or digit at text in lower, and its
 * length in *got: 0 if it is none.  Returns the bytes that were read.
 */
static size_t
take_character(const uint8_t *text, size_t length, uint8_t *lower,
	       size_t *got)
{
	ucs4_t character;
	int read = u8_mbtoucr(&character, text, length), put;

	*got = 0;
	if (read <= 0)
		return 1;
	if (!uc_is_general_category_withtable(character, WORD_CATEGORIES))
		return (size_t)read;
	put = u8_uctomb(lower, uc_tolower(character), CHARACTER_MAX);
	*got = put > 0 ? (size_t)put : 0;
	return (size_t)read;
}
#else
#define KNOWS_UNICODE false

static size_t
take_character(const uint8_t *text, size_t length, uint8_t *lower,
	       size_t *got)
{
	(void)text;
	(void)length;
	(void)lower;
	*got = 0;
	return 1;
}
#endif

bool
sp_words_know_unicode(void)
{
	return KNOWS_UNICODE;
}

/* ---- stems ------------------------------------------------------------ */

#ifdef HAVE_STEMMER
static enum sp_status
unknown_language(const char *language, struct sp_error *err)
{
	char list[400] = "";
	size_t at = 0;

	for (const char **name = sb_stemmer_list();
	     *name && at < sizeof(list); name++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, " %s",
				       *name);
	return sp_fail(err, SP_USAGE, "no stems of words in \"%.40s\": the "
		       "languages are%s", language, list);
}

static bool
is_language(const char *language)
{
	const char **name = sb_stemmer_list();

	while (*name && strcmp(*name, language))
		name++;
	return *name;
}

static enum sp_status
start_stemmer(struct sp_words *words, const char *language,
	      struct sp_error *err)
{
	if (!is_language(language))
		return unknown_language(language, err);
	words->stemmer = sb_stemmer_new(language, NULL);
	return words->stemmer ? SP_OK : sp_no_memory(err, "the stemmer");
}

static enum sp_status
stem_word(struct sp_words *words, struct sp_word *word, struct sp_error *err)
{
	const sb_symbol *stem = sb_stemmer_stem(words->stemmer, words->word,
						(int)words->size);
	int length = sb_stemmer_length(words->stemmer);

	if (!stem)
		return sp_no_memory(err, "the stemmer");
	if (length > 0) {
		word->text = (const char *)stem;
		word->length = (size_t)length;
	}
	return SP_OK;
}
#else
static enum sp_status
start_stemmer(struct sp_words *words, const char *language,
	      struct sp_error *err)
{
	(void)words;
	(void)language;
	return sp_fail(err, SP_USAGE, "built without libstemmer, which stems "
		       "words");
}

static enum sp_status
stem_word(struct sp_words *words, struct sp_word *word, struct sp_error *err)
{
	(void)words;
	(void)word;
	(void)err;
	return SP_OK;
}
#endif

/* ---- words ------------------------------------------------------------ */

enum sp_status
sp_words_new(const char *language, struct sp_words **words,
	     struct sp_error *err)
{
	struct sp_words *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status = SP_OK;

	*words = NULL;
	if (!made)
		return sp_no_memory(err, "words");
	if (language)
		status = start_stemmer(made, language, err);
	if (status)
		sp_words_free(made);
	else
		*words = made;
	return status;
}

void
sp_words_begin(struct sp_words *words, const char *text, size_t length)
{
	words->text = (const uint8_t *)text;
	words->at = 0;
	words->length = length;
}

/* Appends a character, unless the word is full: then nothing fits again. */
static void
words_put_character(struct sp_words *words, const uint8_t *lower, size_t length)
{
	if (words->size + length > SP_WORD_MAX)
		words->full = true;
	if (words->full)
		return;
	memcpy(words->word + words->size, lower, length);
	words->size += length;
}

/*
 * Goes on by one character; true if it is a letter or digit, now taken.  This
 * is the loop of relscore over all texts of a crawl: ASCII takes one look at
 * the table.
 */
static inline bool
take_next(struct sp_words *words)
{
	const uint8_t *text = words->text + words->at;
	uint8_t lower[CHARACTER_MAX];
	size_t got;

	if (*text < 0x80) {
		words->at++;
		if (!ascii_lower[*text])
			return false;
		if (words->size < SP_WORD_MAX && !words->full)
			words->word[words->size++] = ascii_lower[*text];
		return true;
	}
	words->at += take_character(text, words->length - words->at, lower,
				    &got);
	if (got)
		words_put_character(words, lower, got);
	return got;
}

/*
 * First what is no word is skipped, then the word is taken; both loops end with
 * the text.
 */
enum sp_status
sp_words_next(struct sp_words *words, struct sp_word *word,
	      struct sp_error *err)
{
	words->size = 0;
	words->full = false;
	do
		word->start = words->at;
	while (words->at < words->length && !take_next(words));
	do
		word->end = words->at;
	while (words->at < words->length && take_next(words));
	word->text = (const char *)words->word;
	word->length = words->size;
	if (words->stemmer && words->size && words->size <= SP_STEM_MAX)
		return stem_word(words, word, err);
	return SP_OK;
}

void
sp_words_free(struct sp_words *words)
{
	if (!words)
		return;
#ifdef HAVE_STEMMER
	sb_stemmer_delete(words->stemmer);
#endif
	free(words);
}
