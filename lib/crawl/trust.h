/* SPDX-License-Identifier: MIT */
/*
 * trust.h - the shares of the seeds in the trust that a crawl starts with.
 * Private to lib/crawl.
 */
#ifndef SP_CRAWL_TRUST_H
#define SP_CRAWL_TRUST_H

#include "crawl/engine.h"

struct sp_trust {
	const double *values;  /* a value a page, or NULL: all equal */
	double total;          /* of the seeds */
};

/* In seed(), for each seed. */
static inline void
sp_trust_add(struct sp_trust *trust, uint32_t page)
{
	trust->total += trust->values ? trust->values[page] : 1;
}

/* In ready(): is there a share to give? */
static inline enum sp_status
sp_trust_check(const struct sp_trust *trust, struct sp_error *err)
{
	if (trust->total > 0 && trust->total <= 1e300)
		return SP_OK;
	return sp_fail(err, SP_DATA, "the trust in the seeds adds up to %g: "
		       "it must be above 0 and finite", trust->total);
}

/* The share of a seed; all of them add up to 1. */
static inline double
sp_trust_share(const struct sp_trust *trust, uint32_t page)
{
	return (trust->values ? trust->values[page] : 1) / trust->total;
}

#endif
