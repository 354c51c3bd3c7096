/* SPDX-License-Identifier: MIT */
/*
 * trial_private.h - the parts of a list that are hidden in turn, and what comes
 * of it: for expand.c, which ranks pages by what is left of the list.
 */
#ifndef SP_SEED_EXPAND_TRIAL_PRIVATE_H
#define SP_SEED_EXPAND_TRIAL_PRIVATE_H

#include "seed/expand/expand.h"
#include "seed/expand/fit.h"

#define SP_NO_FOLD UINT32_MAX

/* What is tried, and what comes of it. */
struct sp_trial {
	const struct sp_votes *votes;
	const struct sp_expand_list *list;
	enum sp_expand_method method;
	unsigned folds;          /* parts of the list; 0: nothing is hidden */
	unsigned columns;        /* one for each, and the last for the list */
	uint32_t *fold_of;       /* of each known page */
	uint32_t *sample;        /* pages that do not belong; the last ones are
				  * the excluded ones; page i is of fold i %
				  * folds */
	uint64_t sample_count;
	struct {
		struct sp_fit_row *rows; /* of the known pages, then of the
					  * sample */
		struct sp_expand_hidden *hidden; /* by the usual weights */
	} round[SP_EXPAND_ROUNDS];
	unsigned rounds;         /* that are best */
	double *scores;          /* what is asked for */
	struct sp_expand_hidden *hidden;
};

/*
 * Draws the parts of the list, and the pages that do not belong; makes room for
 * rows and ranks.  Free *trial with sp_trial_free(), also after a failure.
 * SP_MEMORY.
 */
enum sp_status sp_trial_new(const struct sp_votes *votes,
			    const struct sp_expand_list *list,
			    struct sp_trial *trial, struct sp_error *err);
void sp_trial_free(struct sp_trial *trial);

/* What the row of page i of the sample weighs; a known page weighs 1. */
double sp_trial_row_weight(const struct sp_trial *trial, uint64_t i);

/*
 * When all ranks of all rounds are known: chooses trial->rounds, those by which
 * hidden pages come first; of equal ones the first.
 */
void sp_trial_choose(struct sp_trial *trial);

/*
 * The weights by the rows of the best round, without those of the fold skipped
 * (SP_NO_FOLD: with all); the usual ones if nothing is hidden or combined.
 */
void sp_trial_fit(const struct sp_trial *trial, unsigned skipped,
		  struct sp_expand_weights *weights);

#endif
