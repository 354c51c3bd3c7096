/* SPDX-License-Identifier: MIT */
/*
 * hits_step.h - what HITS over a form of a graph (hits.c) and over a few rows
 * (hits_piece.c) must do alike, to the bit.  Private to lib/rank.
 */
#ifndef SP_RANK_HITS_STEP_H
#define SP_RANK_HITS_STEP_H

#include "rank/norm.h"

#include <math.h>

/* Adds a value to the sum of which a norm is made, or takes the larger. */
static inline double
sp_add_to_norm(enum sp_norm norm, double sum, double value)
{
	switch (norm) {
	case SP_NORM_L1:
		return sum + value;
	case SP_NORM_MAX:
		return value > sum ? value : sum;
	default:
		return sum + value * value;
	}
}

/*
 * When no residual is asked for, the authorities of iterations before the last
 * need not be divided by their norm, only kept from growing without bound.
 * They are multiplied by a power of two that is expected to bring their norm
 * near 1: the norm is assumed to grow as it did in the iteration before.
 */
struct sp_hits_scaling {
	double norm;   /* of the authorities as they are */
	double growth; /* factor of the norm in the iteration before */
};

static inline double
sp_hits_scale(const struct sp_hits_scaling *scaling)
{
	double expected = scaling->norm * scaling->growth;

	return expected > 0 && isfinite(expected) ?
		       ldexp(1, -ilogb(expected)) : 1;
}

/* After an iteration whose sums, of this norm, were multiplied by scale. */
static inline void
sp_hits_scaled(struct sp_hits_scaling *scaling, double norm, double scale)
{
	scaling->growth = norm / scaling->norm;
	scaling->norm = norm > 0 ? norm * scale : 1;
}

#endif
