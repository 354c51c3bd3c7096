/* SPDX-License-Identifier: MIT */
/*
 * "did you mean pagerank?": the names that are nearest to a word.  Nearness is
 * the number of letters to add, leave out, exchange or swap, where a swap of
 * neighbours, the most frequent slip of fingers, costs half as much as other
 * edits; capitals do not count.  A word that begins a name stands for it at any
 * distance, because people shorten.
 */
#include "base/suggest.h"

#include "base/ascii.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/*
 * The usual table of distances, of which three rows are kept: row i has the
 * distances of the first i letters of a from the beginnings of b.  A swap looks
 * two rows back.  Words are cut so that the rows fit the stack.
 */
#define WORD_MAX 63
#define EDIT 2
#define SWAP 1
#define NEAR (2 * EDIT) /* farther names are no suggestions */

static bool
is_same(char a, char b)
{
	return sp_to_small(a) == sp_to_small(b);
}

static unsigned
smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* A distance of more than most may be any number above it. */
static unsigned
distance_within(const char *a, size_t a_length, const char *b,
		size_t b_length, unsigned most)
{
	unsigned rows[3][WORD_MAX + 1], least = 0, least_above;

	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned)j * EDIT;
	for (size_t i = 1; i <= a_length; i++) {
		const unsigned *two_back = rows[(i + 1) % 3];
		const unsigned *above = rows[(i + 2) % 3];
		unsigned *row = rows[i % 3];

		row[0] = (unsigned)i * EDIT;
		least_above = least;
		least = row[0];
		for (size_t j = 1; j <= b_length; j++) {
			bool same = is_same(a[i - 1], b[j - 1]);

			row[j] = smaller(smaller(above[j], row[j - 1]) + EDIT,
					 above[j - 1] + (same ? 0 : EDIT));
			if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) &&
			    is_same(a[i - 2], b[j - 1]))
				row[j] = smaller(row[j],
						 two_back[j - 2] + SWAP);
			least = smaller(least, row[j]);
		}
		/* All that follows builds on the last two rows. */
		if (least > most && least_above > most)
			return least;
	}
	return rows[a_length % 3][b_length];
}

unsigned
sp_word_distance(const char *a, size_t a_length, const char *b,
		 size_t b_length)
{
	if (a_length > WORD_MAX)
		a_length = WORD_MAX;
	if (b_length > WORD_MAX)
		b_length = WORD_MAX;
	return distance_within(a, a_length, b, b_length, UINT_MAX);
}

/*
 * A name must be nearer than this to be suggested.  A wrong suggestion is worse
 * than none, so for short words less will do.
 */
void
sp_suggest(struct sp_suggestion *near, const char *word, size_t length)
{
	*near = (struct sp_suggestion){ .word = word, .length = length };
	/* Two edits turn any word of three letters into any other. */
	near->least = length < 2 ? 0 : length < 4 ? EDIT : NEAR;
}

/* Does the word begin the name, so that it stands for it? */
static bool
is_beginning(const struct sp_suggestion *near, const char *name, size_t length)
{
	return near->length >= 3 && near->length < length &&
	       !memcmp(near->word, name, near->length);
}

/* Is a name one of those that were added?  At worst, one that ends so. */
static bool
is_added(const struct sp_suggestion *near, const char *name, size_t length)
{
	const char *at = near->names, *or;

	for (unsigned i = 0; i < near->count; i++, at = or + 4) {
		or = strstr(at, " or ");
		if ((or ? (size_t)(or - at) : strlen(at)) == length &&
		    !memcmp(at, name, length))
			return true;
		if (!or)
			break;
	}
	return false;
}

static void
suggest_add(struct sp_suggestion *near, unsigned distance, const char *name,
	 size_t length)
{
	size_t used;

	if (distance > near->least || !length)
		return;
	if (distance < near->least)
		near->count = 0;
	near->least = distance;
	used = near->count ? strlen(near->names) : 0;
	if (is_added(near, name, length) ||
	    used + length + sizeof(" or ") > sizeof(near->names))
		return;
	if (near->count++) {
		memcpy(near->names + used, " or ", 4);
		used += 4;
	}
	memcpy(near->names + used, name, length);
	near->names[used + length] = '\0';
}

void
sp_suggest_name(struct sp_suggestion *near, const char *name, size_t length)
{
	unsigned distance = sp_word_distance(near->word, near->length, name,
					     length);

	if (is_beginning(near, name, length))
		distance = smaller(distance, EDIT);
	suggest_add(near, distance, name, length);
}

/* What two names differ in: is it a number, in one of them at least? */
static bool
is_other_number(struct sp_span a, struct sp_span b)
{
	bool digits_a = sp_are_digits(a.text, a.length);
	bool digits_b = sp_are_digits(b.text, b.length);

	return digits_a ? digits_b || !b.length : digits_b && !a.length;
}

/*
 * What two long texts have in common at their ends is no part of any slip, and
 * need not be compared.
 */
void
sp_suggest_as(struct sp_suggestion *near, struct sp_span as,
	      struct sp_span name, unsigned most)
{
	struct sp_span word = { near->word, near->length };
	unsigned distance;

	while (word.length && as.length && is_same(*word.text, *as.text)) {
		sp_span_cut(&word, 1);
		sp_span_cut(&as, 1);
	}
	while (word.length && as.length &&
	       is_same(word.text[word.length - 1], as.text[as.length - 1])) {
		word.length--;
		as.length--;
	}
	if (word.length > WORD_MAX || as.length > WORD_MAX ||
	    word.length > as.length + NEAR / EDIT ||
	    as.length > word.length + NEAR / EDIT ||
	    is_other_number(word, as))
		return;
	distance = distance_within(word.text, word.length, as.text,
				   as.length, near->least);
	if (distance < near->least || near->count < most)
		suggest_add(near, distance, name.text, name.length);
}
