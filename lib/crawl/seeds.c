/* SPDX-License-Identifier: MIT */
/*
 * The seeds as orders see them: each once, and with a share of what all of
 * them have.
 *
 * The share of a seed is its trust divided by the sum over all seeds, or equal
 * parts.  It is a quotient that every order may multiply with, so it must be a
 * number above 0: a seed with a share of 0 would wait at the end of the
 * frontier for ever, since nothing else ever comes to it, and log-space has no
 * logarithm for it.  Hence the two checks of the sum, which trust in each seed
 * above 0 (sp_crawl_check()) does not imply: a sum beyond 1e300 is infinite, or
 * may become so when those of several processes are added, and a seed may have
 * so little beside the others that the quotient is rounded to 0.
 */
#include "crawl/seeds.h"

#include "base/memory.h"

/*
 * The places of the frontier mark the seeds met so far, since nothing is
 * queued yet; they are cleared again at once.
 */
static bool
seeds_without_duplicates(struct sp_crawl_state *crawl)
{
	const struct sp_crawl_input *input = crawl->input;
	struct sp_crawl_seeds *seeds = &crawl->seeds;
	uint32_t *place = crawl->frontier.place;

	seeds->pages = sp_alloc(input->seed_count, sizeof(*seeds->pages));
	if (!seeds->pages)
		return false;
	for (uint64_t i = 0; i < input->seed_count; i++) {
		uint32_t page = input->seeds[i];

		if (place[page] == SP_UNSEEN) {
			place[page] = SP_QUEUED;
			seeds->pages[seeds->count++] = page;
		}
	}
	for (uint64_t i = 0; i < seeds->count; i++)
		place[seeds->pages[i]] = SP_UNSEEN;
	return true;
}

/* Trust is above 0, but a share of it may be too small for a number. */
static enum sp_status
seeds_check_trust(const struct sp_crawl_state *crawl)
{
	const struct sp_crawl_seeds *seeds = &crawl->seeds;
	uint32_t least = seeds->pages[0];
	double total = seeds->trust_total;

	for (uint64_t i = 1; i < seeds->count; i++)
		if (seeds->trust[seeds->pages[i]] < seeds->trust[least])
			least = seeds->pages[i];
	if (!(total <= 1e300))
		return sp_fail(crawl->err, SP_DATA, "the trust in the seeds "
			       "adds up to %g: that is too much", total);
	if (!(sp_seed_share(crawl, least) > 0))
		return sp_fail(crawl->err, SP_DATA, "the trust in seed page "
			       "%lu, %g, is too little beside that in all "
			       "seeds, %g",
			       (unsigned long)least, seeds->trust[least],
			       total);
	return SP_OK;
}

enum sp_status
sp_seeds_prepare(struct sp_crawl_state *crawl)
{
	struct sp_crawl_seeds *seeds = &crawl->seeds;

	if (!seeds_without_duplicates(crawl))
		return sp_no_memory(crawl->err, "the seeds");
	seeds->trust_total = (double)seeds->count;
	if (!crawl->plan->strategy->work->uses_trust || !crawl->input->trust)
		return SP_OK;
	seeds->trust = crawl->input->trust;
	seeds->trust_total = 0;
	for (uint64_t i = 0; i < seeds->count; i++)
		seeds->trust_total += seeds->trust[seeds->pages[i]];
	/* One of several processes may have none. */
	return seeds->count ? seeds_check_trust(crawl) : SP_OK;
}
