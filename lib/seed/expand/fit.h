/* SPDX-License-Identifier: MIT */
/*
 * fit.h - how much each part of a combination should weigh: logistic regression
 * that stays near given weights.
 */
#ifndef SP_SEED_EXPAND_FIT_H
#define SP_SEED_EXPAND_FIT_H

#include "seed/expand/methods.h"

/* A page whose answer is known. */
struct sp_fit_row {
	double parts[SP_EXPAND_PARTS];
	double weight;   /* how much it counts, > 0 */
	unsigned fold;
	bool belongs;
};

/*
 * Finds the weights, and a constant that is not returned, that make the rows
 * most likely when each belongs with probability 1 / (1 + exp(-(constant + sum
 * of weight * part))), less PULL / 2 times the square of the distance of the
 * weights from usual.  Rows of the fold skipped are left out (fold counts from
 * 0; a number that no row has skips none).  By Newton's method, in the order of
 * the rows; weights are usual where rows say nothing, or too much.
 */
#define SP_FIT_PULL 100.0
void sp_fit(const struct sp_fit_row *rows, uint64_t count, unsigned skipped,
	    const double usual[SP_EXPAND_PARTS],
	    double weights[SP_EXPAND_PARTS]);

#endif
