/* SPDX-License-Identifier: MIT */
#include "measure/ranks/radius.h"

#include <math.h>

/* Growth and range of the values of a step, which sums has. */
struct radius_step {
	double grown;      /* the largest growth of a value, less the shift */
	double least, most;
};

static struct radius_step
radius_take_step(double *sums, const double *x, double shift, uint64_t pages,
		 int threads)
{
	double grown = 0, least = INFINITY, most = 0;

#pragma omp parallel for num_threads(threads) schedule(static) \
	reduction(max: grown, most) reduction(min: least)
	for (uint64_t page = 0; page < pages; page++) {
		double growth = sums[page] / x[page];

		sums[page] += shift * x[page];
		grown = growth > grown ? growth : grown;
		least = sums[page] < least ? sums[page] : least;
		most = sums[page] > most ? sums[page] : most;
	}
	return (struct radius_step){ grown, least, most };
}

/*
 * The shift is the mean of the first sums: near the radius of an even graph,
 * and well below that of one with a dense core, which then stands out soon.
 */
enum sp_status
sp_radius_estimate(struct sp_linksums *adder, double *x, double *sums,
		   struct sp_radius *radius, struct sp_error *err)
{
	uint64_t pages = adder->pages;
	double shift = 0;

	*radius = (struct sp_radius){ .most = INFINITY };
	for (uint64_t page = 0; page < pages; page++)
		x[page] = 1;
	while (radius->steps < SP_RADIUS_STEPS) {
		struct radius_step step;

		if (sp_linksums_sum(adder, x, sums, err))
			return err->status;
		radius->about = sp_sum(sums, pages) / sp_sum(x, pages);
		if (!radius->steps)
			shift = radius->about;
		step = radius_take_step(sums, x, shift, pages,
					adder->threads);
		radius->steps++;
		if (step.grown < radius->most)
			radius->most = step.grown;
		if (radius->most - radius->about <=
			    SP_RADIUS_TOLERANCE * radius->most ||
		    step.least < 1e-250 * step.most)
			break;
		for (uint64_t page = 0; page < pages; page++)
			x[page] = sums[page] / step.most;
	}
	if (!isfinite(radius->most) || !isfinite(radius->about))
		return sp_fail(err, SP_DATA, "the weights of the links are "
			       "too large for the spectral radius");
	return SP_OK;
}
