/* SPDX-License-Identifier: MIT */
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
