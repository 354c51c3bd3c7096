/* SPDX-License-Identifier: MIT */
/*
 * Words of a text, character by character.  ASCII goes through a table of 128
 * bytes, which says both whether a character belongs to a word and what its
 * lower case is; everything else through libunistring, whose tables decide by
 * the version of Unicode that it was built with.  What it said of the last
 * characters is remembered by their bytes, for the texts of one language have
 * the same few letters.
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

#define KNOWN 4096 /* characters that are remembered */

/* What is known of a character; its bytes are 0: nothing. */
struct known_character {
	uint32_t bytes;
	uint8_t size;                    /* of them */
	uint8_t got;                     /* bytes of its lower case; 0: it
					    is no letter or digit */
	uint8_t lower[CHARACTER_MAX];
};

struct sp_words {
	struct sb_stemmer *stemmer;      /* or NULL */
	const uint8_t *text;
	size_t at, length;
	size_t size;                     /* of word */
	bool full;                       /* its next character did not fit */
	uint8_t word[SP_WORD_MAX + CHARACTER_MAX];
	struct known_character known[KNOWN];
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

/* Looks at the character that the text begins with. */
static void
look_at_character(const uint8_t *text, size_t length,
		  struct known_character *known)
{
	ucs4_t character;
	int read = u8_mbtoucr(&character, text, length), put = 0;

	if (read > 0 &&
	    uc_is_general_category_withtable(character, WORD_CATEGORIES))
		put = u8_uctomb(known->lower, uc_tolower(character),
				CHARACTER_MAX);
	known->size = read > 0 ? (uint8_t)read : 1;
	known->got = put > 0 ? (uint8_t)put : 0;
}
#else
#define KNOWS_UNICODE false

static void
look_at_character(const uint8_t *text, size_t length,
		  struct known_character *known)
{
	(void)text;
	(void)length;
	known->size = 1;
	known->got = 0;
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

/*
 * What is known of the character beyond ASCII where the reader is.  One that
 * the end of the text may cut is looked at anew.
 */
static const struct known_character *
character_here(struct sp_words *words)
{
	const uint8_t *text = words->text + words->at;
	size_t length = words->length - words->at;
	size_t size = *text < 0xE0 ? 2 : *text < 0xF0 ? 3 : 4;
	struct known_character *known = words->known;
	uint32_t bytes = 0;

	if (length >= size) {
		for (size_t i = 0; i < size; i++)
			bytes = bytes << 8 | text[i];
		/* The golden ratio: neighbours come to places far apart. */
		known += (bytes * UINT32_C(0x9E3779B1)) >> 20;
		if (known->bytes == bytes)
			return known;
	}
	known->bytes = bytes;
	look_at_character(text, length, known);
	return known;
}
_Static_assert(KNOWN == 1 << (32 - 20), "a place for each of 12 bits");

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

/* Goes to the first letter or digit, or to the end. */
static void
skip_to_word(struct sp_words *words)
{
	while (words->at < words->length) {
		uint8_t c = words->text[words->at];
		const struct known_character *known;

		if (c < 0x80) {
			if (ascii_lower[c])
				return;
			words->at++;
			continue;
		}
		known = character_here(words);
		if (known->got)
			return;
		words->at += known->size;
	}
}

/*
 * Takes ASCII up to what is none or no letter or digit.  This is the loop of
 * relscore over all texts of a crawl.
 */
static void
take_ascii(struct sp_words *words)
{
	size_t at = words->at, size = words->size;
	size_t most = words->full ? size : SP_WORD_MAX;

	while (at < words->length && words->text[at] < 0x80 &&
	       ascii_lower[words->text[at]]) {
		if (size < most)
			words->word[size++] = ascii_lower[words->text[at]];
		at++;
	}
	words->at = at;
	words->size = size;
}

/* Goes past the letters and digits, which are taken. */
static void
take_word(struct sp_words *words)
{
	for (;;) {
		const struct known_character *known;

		take_ascii(words);
		if (words->at == words->length ||
		    words->text[words->at] < 0x80)
			return;
		known = character_here(words);
		if (!known->got)
			return;
		words_put_character(words, known->lower, known->got);
		words->at += known->size;
	}
}

enum sp_status
sp_words_next(struct sp_words *words, struct sp_word *word,
	      struct sp_error *err)
{
	words->size = 0;
	words->full = false;
	skip_to_word(words);
	word->start = words->at;
	take_word(words);
	word->end = words->at;
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
