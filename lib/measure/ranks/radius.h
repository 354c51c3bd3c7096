/* SPDX-License-Identifier: MIT */
/*
 * radius.h - the spectral radius of the matrix of links, with their weights.
 *
 * By power iteration x -> (A + sI) x, of which the shift s makes all values
 * stay above 0 and keeps even cycles from swinging.  The largest growth of a
 * value less s is never below the radius (Collatz 1942, Wielandt 1950); the
 * growth of the sum goes to it.  Private to this folder.
 */
#ifndef SP_MEASURE_RANKS_RADIUS_H
#define SP_MEASURE_RANKS_RADIUS_H

#include "measure/ranks/linksums.h"

#define SP_RADIUS_STEPS 100       /* passes over the links at most */
#define SP_RADIUS_TOLERANCE 1e-3  /* of the bound, to the growth of the sum */

struct sp_radius {
	double most;      /* the radius is not above */
	double about;     /* the growth of the sum at the end */
	uint32_t steps;
};

/*
 * Ends when the two are near each other, after SP_RADIUS_STEPS, or where a
 * further step would lose values below the range of doubles.  x and sums are
 * space for a value a page.  The graph has pages, and a link above 0.  SP_DATA.
 */
enum sp_status sp_radius_estimate(struct sp_linksums *adder, double *x,
				  double *sums, struct sp_radius *radius,
				  struct sp_error *err);

#endif
