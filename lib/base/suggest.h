/* SPDX-License-Identifier: MIT */
/*
 * suggest.h - the word that a user meant: the names nearest to a misspelt one.
 *
 *	struct sp_suggestion near;
 *
 *	sp_suggest(&near, word, length);
 *	for (i = 0; i < count; i++)
 *		sp_suggest_name(&near, names[i], strlen(names[i]));
 *	if (near.count)
 *		printf("did you mean %s?", near.names);
 */
#ifndef SP_BASE_SUGGEST_H
#define SP_BASE_SUGGEST_H

#include "base/span.h"

#include <stddef.h>

struct sp_suggestion {
	const char *word;  /* what was given; not NUL-terminated */
	size_t length;
	unsigned least;    /* distance of the nearest names so far */
	unsigned count;    /* of these names; 0: none is near */
	char names[256];   /* "bfs or dfs"; without what does not fit */
};

/* Begins with a word, which must stay in place. */
void sp_suggest(struct sp_suggestion *near, const char *word, size_t length);

/*
 * Adds a name if it is near, and drops names that are farther away.  Near is
 * what sp_word_distance() puts within two insertions, deletions or
 * replacements, or within one for words of less than four letters; and a name
 * that the word begins, from three letters on.
 */
void sp_suggest_name(struct sp_suggestion *near, const char *name,
		     size_t length);

/*
 * The same for a long text, of which only a part is compared: that of the name
 * is as.  A name that the text begins is not near for that, nor is one that has
 * another number in the same place.  Of names that are equally near, only the
 * first most are kept.
 */
void sp_suggest_as(struct sp_suggestion *near, struct sp_span as,
		   struct sp_span name, unsigned most);

/*
 * Returns the distance of two words: 2 for each byte that must be inserted,
 * deleted or replaced to turn one into the other, and 1 for each pair of
 * neighbours that must be swapped, the most common slip: "bsf" is nearer to
 * "bfs" than to "lsf".  Case does not count.  This is the distance of Damerau
 * and Levenshtein in which no byte is edited twice (optimal string alignment),
 * in halves of an edit.  Words are cut at 63 bytes.
 */
unsigned sp_word_distance(const char *a, size_t a_length, const char *b,
			  size_t b_length);

#endif
