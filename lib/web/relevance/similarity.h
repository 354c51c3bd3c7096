/* SPDX-License-Identifier: MIT */
/*
 * similarity.h - how similar a text is to a query: the cosine of the angle
 * between the vectors of their words (the vector-space model; Sharma 2008,
 * 4.3.1).
 *
 *	sim(q, d) = sum over words t of q_t * d_t / (|q| * |d|)
 *
 * The weight of a word is tf, how often it occurs in the text; or, with idf,
 * (1 + ln tf) * idf, where idf = ln(N / df): df of N pages have the word.  A
 * word that no page has counts as if one had it.
 *
 * Order of sums, so that others can have the same bits: words are added in the
 * order in which they occur first, in the text for |d|, in the query for |q|
 * and the product.  The result is product / sqrt(|q|^2 * |d|^2), at most 1, and
 * 0 if the divisor is.  Without idf, all sums are whole numbers, and exact.
 */
#ifndef SP_WEB_RELEVANCE_SIMILARITY_H
#define SP_WEB_RELEVANCE_SIMILARITY_H

#include "base/status.h"

#include <stdbool.h>

/*
 * The different words of a text, by the order of their first occurrence, and
 * how often each occurs.  Zero it before use.
 */
struct sp_counts {
	uint32_t *terms;
	uint64_t count, terms_capacity;
	uint32_t *of;                     /* by number of a word; 0: not here */
	uint64_t of_capacity;
};

/*
 * Counts more words, all of them below limit.  The texts of one vector may be
 * added in pieces.  SP_MEMORY.
 */
enum sp_status sp_counts_add(struct sp_counts *counts, const uint32_t *terms,
			     uint64_t count, uint64_t limit,
			     struct sp_error *err);

/* Forgets all words, in time linear in those that are different. */
void sp_counts_clear(struct sp_counts *counts);
void sp_counts_free(struct sp_counts *counts);

/* A query: words by their first occurrence, and how often each occurs. */
struct sp_query {
	uint32_t *terms, *often;
	uint64_t count;
};

/* Copies what was counted.  SP_MEMORY. */
enum sp_status sp_query_new(const struct sp_counts *counts,
			    struct sp_query *query, struct sp_error *err);
void sp_query_free(struct sp_query *query);

/* The square of the norm; idf is by number of a word, or NULL. */
double sp_counts_square(const struct sp_counts *counts, const double *idf);
double sp_query_square(const struct sp_query *query, const double *idf);

/* The similarity; both squares are those of the functions above. */
double sp_similarity(const struct sp_query *query, double query_square,
		     const struct sp_counts *counts, double counts_square,
		     const double *idf);

/* How many of the words of the query are in the text. */
uint64_t sp_query_found(const struct sp_query *query,
			const struct sp_counts *counts);

#endif
