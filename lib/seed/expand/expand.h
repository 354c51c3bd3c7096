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

/*
 * Finds the weights by which hidden pages of the list come first; those of a
 * list of one page are the usual ones.  Takes 80 bytes a page for each of
 * threads, at most SP_EXPAND_FOLDS.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_expand_fit(const struct sp_votes *votes,
			     const struct sp_expand_list *list,
			     struct sp_expand_weights *weights,
			     struct sp_error *err);

/*
 * Scores all pages.  Pages of the list, excluded ones, pages without links, and
 * those that the method has never met from the list get -INFINITY: the
 * combination, if no chain of 20 links in any direction leads there.  weights
 * are for SP_EXPAND_COMBINED.  The same errors.
 */
enum sp_status sp_expand_rank(const struct sp_votes *votes,
			      const struct sp_expand_list *list,
			      enum sp_expand_method method,
			      const struct sp_expand_weights *weights,
			      double *scores, struct sp_error *err);

#define SP_EXPAND_NEVER UINT64_MAX

/* A page of the list, when it was hidden. */
struct sp_expand_hidden {
	unsigned fold;
	uint64_t rank; /* its place, from 1, among all pages that were not
			* known then; SP_EXPAND_NEVER: it had none */
};

/*
 * Finds where pages of the list come if they are hidden: hidden has one for
 * each known page.  The weights of a combination are found without the part
 * that is hidden.  A list of one page has nothing to hide: its rank is never.
 * Equal scores count by page.  The same errors.
 */
enum sp_status sp_expand_judge(const struct sp_votes *votes,
			       const struct sp_expand_list *list,
			       enum sp_expand_method method,
			       struct sp_expand_hidden *hidden,
			       struct sp_error *err);

#endif
