/* SPDX-License-Identifier: MIT */
/*
 * terms.h - texts as numbers of their words.
 *
 * A vocabulary numbers different words 0, 1, 2, ... in the order in which they
 * come.  A query that is read first has the same numbers in every vocabulary,
 * so that one query fits all.
 */
#ifndef SP_WEB_RELEVANCE_TERMS_H
#define SP_WEB_RELEVANCE_TERMS_H

#include "web/relevance/words.h"

#include "graph/names.h"

struct sp_vocabulary {
	struct sp_names names;               /* word i is name i */
	struct sp_dictionary *dictionary;
};

/* Starts an empty one; free it even after a failure.  SP_MEMORY. */
enum sp_status sp_vocabulary_new(struct sp_vocabulary *vocabulary,
				 struct sp_error *err);
void sp_vocabulary_free(struct sp_vocabulary *vocabulary);

/*
 * Finds or adds a word.  Returns SP_DATA beyond UINT32_MAX different words;
 * SP_MEMORY.
 */
enum sp_status sp_vocabulary_add(struct sp_vocabulary *vocabulary,
				 struct sp_span word, uint32_t *term,
				 struct sp_error *err);

/* The words of a text in their order, and where they are.  Zero it. */
struct sp_terms {
	uint32_t *terms;
	struct sp_term_place { size_t start, end; } *places;
	uint64_t count, terms_capacity, places_capacity;
};

/* Appends the words of a text.  Errors as sp_vocabulary_add(). */
enum sp_status sp_terms_read(struct sp_terms *terms, struct sp_words *words,
			     struct sp_vocabulary *vocabulary,
			     const char *text, size_t length,
			     struct sp_error *err);
void sp_terms_free(struct sp_terms *terms);

/* The first word that starts at or after place. */
uint64_t sp_terms_from(const struct sp_terms *terms, size_t place);

/* The first word that ends after place. */
uint64_t sp_terms_until(const struct sp_terms *terms, size_t place);

#endif
