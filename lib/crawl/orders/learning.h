/* SPDX-License-Identifier: MIT */
/*
 * learning.h - what FICA, FICA+ and IECA share: a learning rate that falls
 * with the downloads, and the factor by which a page is known to be worse
 * than its parent (seedpipe-algorithms(7), 3.5 to 3.7; Golshani and
 * ZarehBidoki 2012, Eq. 4 and 8).  Private to lib/crawl/orders.
 */
#ifndef SP_CRAWL_ORDERS_LEARNING_H
#define SP_CRAWL_ORDERS_LEARNING_H

#include "crawl/orders/orders.h"

#include <math.h>

struct sp_learning {
	uint64_t period;     /* k */
	double beta;
	double alpha;        /* exp(-beta t) */
};

/* With the options of these numbers. */
static inline void
sp_learning_init(struct sp_learning *learning,
		 const struct sp_crawl_state *crawl, unsigned period,
		 unsigned beta)
{
	*learning = (struct sp_learning){
		.period = sp_option_period(crawl, period),
		.beta = sp_option_value(crawl, beta), .alpha = 1
	};
}

/* After the size-th download: alpha falls every k downloads. */
static inline void
sp_learning_step(struct sp_learning *learning, uint64_t size)
{
	if (size % learning->period == 0) {
		uint64_t time = size / learning->period;

		learning->alpha = exp(-learning->beta * (double)time);
	}
}

#define SP_DISTANCE_FACTOR_MAX 1e6

/*
 * f(child, parent) of Eq. 8: how much farther the child is than its parent.
 * Where the equation gives no value, or one beyond 1e-6 .. 1e6, a guard
 * replaces it, and *guards is incremented.  With shift, two negative distances
 * are treated like distances of different sign, so that f is at least 1.
 */
static inline double
sp_distance_factor(double child, double parent, int shift, uint64_t *guards)
{
	double factor;

	if (parent == 0) {
		++*guards;
		return child > 0 ? SP_DISTANCE_FACTOR_MAX : 1;
	}
	if (child > 0 && parent > 0)
		factor = child / parent;
	else if (child < 0 && parent < 0)
		factor = shift ? 1 + (child - parent) / fabs(parent) :
				 child / parent;
	else
		factor = (child - parent) / fabs(parent);
	if (factor <= 0) {
		++*guards;
		return 1;
	}
	if (factor < 1 / SP_DISTANCE_FACTOR_MAX ||
	    factor > SP_DISTANCE_FACTOR_MAX)
		++*guards;
	if (factor < 1 / SP_DISTANCE_FACTOR_MAX)
		return 1 / SP_DISTANCE_FACTOR_MAX;
	return factor > SP_DISTANCE_FACTOR_MAX ? SP_DISTANCE_FACTOR_MAX :
						 factor;
}

#endif
