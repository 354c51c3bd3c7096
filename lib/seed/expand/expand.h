/* SPDX-License-Identifier: MIT */
/*
 * expand.h - which other pages belong to a list (seedpipe-algorithms(7), 6.10).
 *
 * Pages are ranked by one method (methods.h), or by the sum of four, each
 * standardised, in one round or two: the best pages of the first count as a
 * part of the list in the second.  How many rounds, how much each of the four
 * weighs, and how much of the list would be found again, is tried by hiding a
 * fifth of the list, five times.
 */
#ifndef SP_SEED_EXPAND_EXPAND_H
#define SP_SEED_EXPAND_EXPAND_H

#include "base/progress.h"
#include "seed/expand/methods.h"

#define SP_EXPAND_FOLDS 5 /* parts of the list that are hidden in turn */

struct sp_expand_list {
	const uint32_t *known;    /* pages, each once, at least one */
	uint64_t known_count;
	const uint32_t *excluded; /* pages that do not belong, each once and
				   * none of them known */
	uint64_t excluded_count;
	uint64_t random_seed;     /* of the parts, and of the pages that stand
				   * for all that do not belong */
	int threads;              /* at least 1; any number gives the same */
	const struct sp_progress *progress; /* of rankings; or NULL */
};

#define SP_EXPAND_ROUNDS 2

/* What the four parts of the combination weigh, and in which round. */
struct sp_expand_weights {
	double of[SP_EXPAND_PARTS];
	unsigned rounds; /* 1 to SP_EXPAND_ROUNDS */
};

/* What they weigh without a try: on other webs these were near the best. */
extern const struct sp_expand_weights sp_expand_usual;

#define SP_EXPAND_NEVER UINT64_MAX

/* A page of the list, when it was hidden. */
struct sp_expand_hidden {
	unsigned fold; /* the part of the list that it is in, from 0 */
	uint64_t rank; /* its place, from 1, among all pages that were not
			* known then; SP_EXPAND_NEVER: it had none */
};

/*
 * Scores all pages by a method.  Pages of the list, excluded ones, pages
 * without links, and those that the method has never met from the list get
 * -INFINITY: the combination, if no chain of 10 links in any direction leads
 * there.
 *
 * scores has one value a page; hidden one for each known page, where it comes
 * if it is hidden, equal scores by page.  A list of one page has nothing to
 * hide: its rank is never.  weights, which may be NULL, becomes the weights of
 * SP_EXPAND_COMBINED, by which hidden pages come first; those of each part of
 * the list are found without it.  For other methods, and for a list of one
 * page, they are the usual ones.
 *
 * Takes 64 bytes a page for each part of the list and for the list itself, 384
 * in all, and 4 a page for each thread.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_expand(const struct sp_votes *votes,
			 const struct sp_expand_list *list,
			 enum sp_expand_method method, double *scores,
			 struct sp_expand_hidden *hidden,
			 struct sp_expand_weights *weights,
			 struct sp_error *err);

#endif
