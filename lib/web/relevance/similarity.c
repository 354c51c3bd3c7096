/* SPDX-License-Identifier: MIT */
/*
 * Counts are kept twice: as an array by the number of a word, for counting and
 * for look-ups of a query's words, and as a list of the words that occur, for
 * sums in the order of their first occurrence and for clearing in time of the
 * text and not of the vocabulary.  The array is all 0 between two texts; it
 * grows with the vocabulary, and new places are zeroed, as sp_grow() does not.
 *
 * The order of sums is fixed by the header, so that others can have the same
 * bits.  Without idf all terms are whole numbers and exact below 2^53.
 */
#include "web/relevance/similarity.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting --------------------------------------------------------- */

static bool
similarity_make_room(struct sp_counts *counts, uint64_t count, uint64_t limit)
{
	uint64_t before = counts->of_capacity;

	if (!sp_grow(&counts->terms, &counts->terms_capacity,
		     counts->count + count) ||
	    !sp_grow(&counts->of, &counts->of_capacity, limit))
		return false;
	if (counts->of_capacity > before)
		memset(counts->of + before, 0,
		       (counts->of_capacity - before) * sizeof(*counts->of));
	return true;
}

enum sp_status
sp_counts_add(struct sp_counts *counts, const uint32_t *terms, uint64_t count,
	      uint64_t limit, struct sp_error *err)
{
	if (!similarity_make_room(counts, count, limit))
		return sp_no_memory(err, "the words of a text");
	for (uint64_t i = 0; i < count; i++)
		if (!counts->of[terms[i]]++)
			counts->terms[counts->count++] = terms[i];
	return SP_OK;
}

void
sp_counts_clear(struct sp_counts *counts)
{
	for (uint64_t i = 0; i < counts->count; i++)
		counts->of[counts->terms[i]] = 0;
	counts->count = 0;
}

void
sp_counts_free(struct sp_counts *counts)
{
	free(counts->terms);
	free(counts->of);
	*counts = (struct sp_counts){ NULL, 0, 0, NULL, 0 };
}

/* ---- queries ---------------------------------------------------------- */

/*
 * A query keeps its words in the order in which they were counted, which is the
 * order of the sums.
 */
enum sp_status
sp_query_new(const struct sp_counts *counts, struct sp_query *query,
	     struct sp_error *err)
{
	query->count = counts->count;
	query->terms = sp_alloc(counts->count, sizeof(*query->terms));
	query->often = sp_alloc(counts->count, sizeof(*query->often));
	if (!query->terms || !query->often)
		return sp_no_memory(err, "a query");
	for (uint64_t i = 0; i < counts->count; i++) {
		query->terms[i] = counts->terms[i];
		query->often[i] = counts->of[counts->terms[i]];
	}
	return SP_OK;
}

void
sp_query_free(struct sp_query *query)
{
	free(query->terms);
	free(query->often);
	*query = (struct sp_query){ NULL, NULL, 0 };
}

/* ---- the cosine ------------------------------------------------------- */

static inline double
similarity_weight_of(uint32_t often, uint32_t term, const double *idf)
{
	if (!idf)
		return often;
	return (often > 1 ? 1 + log(often) : 1) * idf[term];
}

double
sp_counts_square(const struct sp_counts *counts, const double *idf)
{
	double square = 0;

	for (uint64_t i = 0; i < counts->count; i++) {
		uint32_t term = counts->terms[i];
		double weight =
			similarity_weight_of(counts->of[term], term, idf);

		square += weight * weight;
	}
	return square;
}

double
sp_query_square(const struct sp_query *query, const double *idf)
{
	double square = 0;

	for (uint64_t i = 0; i < query->count; i++) {
		double weight = similarity_weight_of(query->often[i],
						     query->terms[i], idf);

		square += weight * weight;
	}
	return square;
}

/*
 * How often the text has the word.  A text may have no room for words that came
 * into the vocabulary after it.
 */
static inline uint32_t
often_in(const struct sp_counts *counts, uint32_t term)
{
	return term < counts->of_capacity ? counts->of[term] : 0;
}

double
sp_similarity(const struct sp_query *query, double query_square,
	      const struct sp_counts *counts, double counts_square,
	      const double *idf)
{
	double product = 0, divisor = sqrt(query_square * counts_square);

	for (uint64_t i = 0; i < query->count; i++) {
		uint32_t term = query->terms[i];
		uint32_t often = often_in(counts, term);

		if (often)
			product += similarity_weight_of(query->often[i], term,
							idf) *
				   similarity_weight_of(often, term, idf);
	}
	/*
	 * Also if it is NaN.  Rounding may make the quotient a little more than
	 * 1.
	 */
	if (!(divisor > 0))
		return 0;
	return product < divisor ? product / divisor : 1;
}

uint64_t
sp_query_found(const struct sp_query *query, const struct sp_counts *counts)
{
	uint64_t found = 0;

	for (uint64_t i = 0; i < query->count; i++)
		found += often_in(counts, query->terms[i]) > 0;
	return found;
}
