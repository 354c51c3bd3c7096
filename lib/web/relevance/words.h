/* SPDX-License-Identifier: MIT */
/*
 * words.h - the words of a text: maximal runs of letters and digits, in lower
 * case.
 *
 * Letters are the characters of Unicode's general categories L and M (accents
 * and vowel signs belong to the letter that they are written with), digits
 * those of Nd.  Each character becomes its own lower case form, if it has one;
 * nothing else is normalised.  Everything else separates words, and so does
 * every byte that is not valid UTF-8.  Without libunistring, only ASCII letters
 * and digits are known, and all other bytes separate words.
 *
 * A word of more than SP_WORD_MAX bytes counts as its first SP_WORD_MAX bytes,
 * cut after a whole character.
 *
 * With a language, a word is its stem: what libstemmer (Snowball) leaves of it.
 * Words of more than SP_STEM_MAX bytes are not stemmed; no language has any.
 */
#ifndef SP_WEB_RELEVANCE_WORDS_H
#define SP_WEB_RELEVANCE_WORDS_H

#include "base/status.h"

#include <stdbool.h>

#define SP_WORD_MAX 4096
#define SP_STEM_MAX 255

/* A reader of words.  Use one per thread. */
struct sp_words;

struct sp_word {
	const char *text;   /* valid until the next word */
	size_t length;      /* 0: the text has no more words */
	size_t start, end;  /* its bytes in the text, before all this */
};

/*
 * Creates a reader that stems words of a language ("english"), or takes them
 * as they are if that is NULL.  Returns SP_USAGE for a language that libstemmer
 * does not have, with those that it has, or if the program was built without
 * libstemmer; SP_MEMORY.
 */
enum sp_status sp_words_new(const char *language, struct sp_words **words,
			    struct sp_error *err);

/* Starts on length bytes of text, which must outlive the reading. */
void sp_words_begin(struct sp_words *words, const char *text, size_t length);

/* Reads the next word.  Returns SP_MEMORY if the stemmer had none. */
enum sp_status sp_words_next(struct sp_words *words, struct sp_word *word,
			     struct sp_error *err);

void sp_words_free(struct sp_words *words); /* accepts NULL */

/* Are letters outside ASCII known? */
bool sp_words_know_unicode(void);

#endif
