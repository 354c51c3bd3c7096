/* SPDX-License-Identifier: MIT */
/*
 * Words as numbers, with their places in the text.  Places ascend, which makes
 * finding the words around a link a binary search.
 */
#include "web/relevance/terms.h"

#include "base/memory.h"

#include <stdlib.h>

enum sp_status
sp_vocabulary_new(struct sp_vocabulary *vocabulary, struct sp_error *err)
{
	vocabulary->names = (struct sp_names)SP_NAMES_EMPTY;
	vocabulary->dictionary = sp_dictionary_new(&vocabulary->names);
	return vocabulary->dictionary ? SP_OK :
		sp_no_memory(err, "the vocabulary");
}

void
sp_vocabulary_free(struct sp_vocabulary *vocabulary)
{
	sp_dictionary_free(vocabulary->dictionary);
	vocabulary->dictionary = NULL;
	sp_names_free(&vocabulary->names);
}

enum sp_status
sp_vocabulary_add(struct sp_vocabulary *vocabulary, struct sp_span word,
		  uint32_t *term, struct sp_error *err)
{
	uint64_t number;

	if (sp_dictionary_add(vocabulary->dictionary, word.text, word.length,
			      &number, err))
		return err->status;
	if (number > UINT32_MAX)
		return sp_fail(err, SP_DATA, "more than %lu different words",
			       (unsigned long)UINT32_MAX);
	*term = (uint32_t)number;
	return SP_OK;
}

static enum sp_status
append_term(struct sp_terms *terms, uint32_t term,
	    const struct sp_word *word, struct sp_error *err)
{
	if (!sp_grow(&terms->terms, &terms->terms_capacity, terms->count + 1) ||
	    !sp_grow(&terms->places, &terms->places_capacity, terms->count + 1))
		return sp_no_memory(err, "the words of a text");
	terms->terms[terms->count] = term;
	terms->places[terms->count++] = (struct sp_term_place){
		word->start, word->end };
	return SP_OK;
}

enum sp_status
sp_terms_read(struct sp_terms *terms, struct sp_words *words,
	      struct sp_vocabulary *vocabulary, const char *text,
	      size_t length, struct sp_error *err)
{
	struct sp_word word;
	uint32_t term = 0;

	sp_words_begin(words, text, length);
	for (;;) {
		if (sp_words_next(words, &word, err))
			return err->status;
		if (!word.length)
			return SP_OK;
		if (sp_vocabulary_add(vocabulary, (struct sp_span){
					      word.text, word.length },
				      &term, err) ||
		    append_term(terms, term, &word, err))
			return err->status;
	}
}

void
sp_terms_free(struct sp_terms *terms)
{
	free(terms->terms);
	free(terms->places);
	*terms = (struct sp_terms){ NULL, NULL, 0, 0, 0 };
}

/* The first word that starts at or after place, or else that ends after it. */
static uint64_t
find_term(const struct sp_terms *terms, size_t place, bool starts)
{
	uint64_t low = 0, high = terms->count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		const struct sp_term_place *word = &terms->places[middle];

		if (starts ? word->start < place : word->end <= place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t
sp_terms_from(const struct sp_terms *terms, size_t place)
{
	return find_term(terms, place, true);
}

uint64_t
sp_terms_until(const struct sp_terms *terms, size_t place)
{
	return find_term(terms, place, false);
}
