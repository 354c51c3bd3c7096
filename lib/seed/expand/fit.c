/* SPDX-License-Identifier: MIT */
#include "seed/expand/fit.h"

#include <math.h>
#include <string.h>

#define SIZE (SP_EXPAND_PARTS + 1) /* the weights, and the constant first */
#define ROUNDS 50
#define STEP_MOST 2.0
#define CLOSE 1e-9
#define CONSTANT_PULL 1e-6 /* so that there is always a solution */

/* The slope and the curvature of the likelihood at some weights. */
struct slope {
	double first[SIZE];
	double second[SIZE][SIZE];
};

static void
add_row(const struct sp_fit_row *row, const double at[SIZE],
	struct slope *slope)
{
	double value[SIZE], sum = at[0], belongs, curve;

	value[0] = 1;
	for (unsigned i = 1; i < SIZE; i++) {
		value[i] = row->parts[i - 1];
		sum += at[i] * value[i];
	}
	belongs = 1 / (1 + exp(-sum));
	curve = row->weight * belongs * (1 - belongs);
	for (unsigned i = 0; i < SIZE; i++) {
		slope->first[i] += row->weight * value[i] *
				   (belongs - row->belongs);
		for (unsigned k = 0; k < SIZE; k++)
			slope->second[i][k] += curve * value[i] * value[k];
	}
}

/* What the pull to the usual weights adds. */
static void
add_pull(const double usual[SP_EXPAND_PARTS], const double at[SIZE],
	 struct slope *slope)
{
	slope->first[0] += CONSTANT_PULL * at[0];
	slope->second[0][0] += CONSTANT_PULL;
	for (unsigned i = 1; i < SIZE; i++) {
		slope->first[i] += SP_FIT_PULL * (at[i] - usual[i - 1]);
		slope->second[i][i] += SP_FIT_PULL;
	}
}

/*
 * Solves second * step = first, which is left in first: the matrix is symmetric
 * and, by the pull, positive definite, so that no pivot is needed.
 */
static void
solve(struct slope *slope)
{
	for (unsigned i = 0; i < SIZE; i++)
		for (unsigned k = i + 1; k < SIZE; k++) {
			double factor = slope->second[k][i] /
					slope->second[i][i];

			for (unsigned j = i; j < SIZE; j++)
				slope->second[k][j] -=
					factor * slope->second[i][j];
			slope->first[k] -= factor * slope->first[i];
		}
	for (unsigned i = SIZE; i-- > 0;) {
		for (unsigned k = i + 1; k < SIZE; k++)
			slope->first[i] -= slope->second[i][k] *
					   slope->first[k];
		slope->first[i] /= slope->second[i][i];
	}
}

/* Returns the largest change. */
static double
take_newton_step(const double step[SIZE], double at[SIZE])
{
	double most = 0;

	for (unsigned i = 0; i < SIZE; i++)
		most = fmax(most, fabs(step[i]));
	for (unsigned i = 0; i < SIZE; i++)
		at[i] -= most > STEP_MOST ? step[i] * STEP_MOST / most :
					    step[i];
	return most;
}

void
sp_fit(const struct sp_fit_row *rows, uint64_t count, unsigned skipped,
       const double usual[SP_EXPAND_PARTS], double weights[SP_EXPAND_PARTS])
{
	double at[SIZE] = { 0 };
	double change = INFINITY;

	memcpy(at + 1, usual, SP_EXPAND_PARTS * sizeof(*usual));
	for (unsigned round = 0; round < ROUNDS && change > CLOSE; round++) {
		struct slope slope = { .first = { 0 } };

		for (uint64_t i = 0; i < count; i++)
			if (rows[i].fold != skipped)
				add_row(&rows[i], at, &slope);
		add_pull(usual, at, &slope);
		solve(&slope);
		change = take_newton_step(slope.first, at);
	}
	memcpy(weights, change <= CLOSE ? at + 1 : usual,
	       SP_EXPAND_PARTS * sizeof(*usual));
}
