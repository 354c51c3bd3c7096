/* SPDX-License-Identifier: MIT */
/*
 * methods.h - ways to score pages by how well they go with a list
 * (seedpipe-algorithms(7), 6.10).
 *
 * A new method: a function of the kind below, in the file of those that are
 * like it, and a row of SP_EXPAND_METHODS.
 */
#ifndef SP_SEED_EXPAND_METHODS_H
#define SP_SEED_EXPAND_METHODS_H

#include "seed/expand/votes.h"

/*
 * The table: ROW(NAME, word).  The order is that of tables; those that the
 * combination is made of come first, in the order of its weights.
 */
#define SP_EXPAND_METHODS(ROW) \
	ROW(LINKS, links)           /* to the list */ \
	ROW(COCITATION, cocitation) /* cited where the list is */ \
	ROW(COUPLING, coupling)     /* links where the list does */ \
	ROW(WALK, walk)             /* reached by walks from the list */ \
	ROW(LINKED, linked)         /* by the list */ \
	ROW(COSINE, cosine)         /* co-citation */ \
	ROW(ADAMIC, adamic)         /* co-citation, by Adamic and Adar */ \
	ROW(FORWARD, forward)       /* PageRank from the list, along links */ \
	ROW(BACKWARD, backward)     /* ... against links */ \
	ROW(CORES, cores)           /* that grow from the list */ \
	ROW(INLINKS, inlinks)       /* whatever the list is */

enum sp_expand_method {
#define NUMBER(NAME, word) SP_EXPAND_##NAME,
	SP_EXPAND_METHODS(NUMBER)
#undef NUMBER
	SP_EXPAND_COMBINED,
	SP_EXPAND_COUNT
};

#define SP_EXPAND_PARTS 4 /* methods that are combined */

/*
 * Scores all pages for the lists of the voter (votes.h): known is 1 for the
 * pages of a list, and 0, or the part of one that they count, for all others.
 * At least one is above 0.  Only the order of scores means something, and
 * scores of the list mean nothing; a page that the method has not met from the
 * list may have -INFINITY.  Takes 16 bytes a page and list meanwhile, and up to
 * 32 a page.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_expand_score(struct sp_voter *voter,
			       enum sp_expand_method method,
			       const double *known, double *scores,
			       struct sp_error *err);

/*
 * The scores of the SP_EXPAND_PARTS, as they are combined: their logarithms.
 * parts has one array a method.  Where no walk has come to, that of the walk is
 * log(SP_EXPAND_NO_WALK).
 */
#define SP_EXPAND_NO_WALK 0.01
enum sp_status sp_expand_parts(struct sp_voter *voter, const double *known,
			       double *const parts[SP_EXPAND_PARTS],
			       struct sp_error *err);

/* The word for a method; finds a word, or returns false. */
const char *sp_expand_word(enum sp_expand_method method);
bool sp_expand_find(const char *word, enum sp_expand_method *method);

#endif
