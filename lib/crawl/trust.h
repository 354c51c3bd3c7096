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
	bool any;              /* was there a seed? */
	double least;          /* of a seed: untrusted */
	uint32_t untrusted;
};

/* In seed(), for each seed. */
static inline void
sp_trust_add(struct sp_trust *trust, uint32_t page)
{
	double value = trust->values ? trust->values[page] : 1;

	if (!trust->any || value < trust->least) {
		trust->any = true;
		trust->least = value;
		trust->untrusted = page;
	}
	trust->total += value;
}

/*
 * In ready(): is there a share to give, to every seed?  Where no mass comes to
 * a seed it would wait for ever.
 */
static inline enum sp_status
sp_trust_check(const struct sp_trust *trust, struct sp_error *err)
{
	if (!(trust->total > 0 && trust->total <= 1e300))
		return sp_fail(err, SP_DATA, "the trust in the seeds adds up "
			       "to %g: it must be above 0 and finite",
			       trust->total);
	if (!(trust->least / trust->total > 0))
		return sp_fail(err, SP_DATA, "the trust in seed page %lu is "
			       "%g: it must be above 0",
			       (unsigned long)trust->untrusted, trust->least);
	return SP_OK;
}

/* The share of a seed; all of them add up to 1. */
static inline double
sp_trust_share(const struct sp_trust *trust, uint32_t page)
{
	return (trust->values ? trust->values[page] : 1) / trust->total;
}

#endif
