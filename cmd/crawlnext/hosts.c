/* SPDX-License-Identifier: MIT */
/*
 * What the crawl so far knows of its hosts: how many requests to each brought
 * the page.
 *
 * The share that is expected of a host is weighed with that of the crawl
 * (seed/shrink.h): it is that of the crawl for a host that is new, and nearly
 * its own for one that was asked often.
 */
#include "crawlnext.h"

#include "base/memory.h"

bool
crawlnext_was_tried(enum sp_page_state state)
{
	return state == SP_PAGE_OK || state == SP_PAGE_REDIRECT ||
	       state == SP_PAGE_GONE || state == SP_PAGE_FAILED;
}

/* Of a crawl that has asked for nothing, nothing is known: 1. */
static double
share_of_crawl(const struct crawlnext *next)
{
	uint64_t counts[SP_PAGE_STATES], tried = 0;

	sp_states_count(next->states, counts);
	for (unsigned state = 0; state < SP_PAGE_STATES; state++)
		if (crawlnext_was_tried((enum sp_page_state)state))
			tried += counts[state];
	return tried ? (double)counts[SP_PAGE_OK] / (double)tried : 1;
}

enum sp_status
crawlnext_count_hosts(struct crawlnext *next)
{
	next->estimate.crawl = share_of_crawl(next);
	if (!next->hosts)
		return SP_OK;
	if (sp_units_of_hosts(next->hosts, &next->units, &next->cmd->err))
		return next->cmd->err.status;
	next->of_host = sp_alloc_zero(next->units.count,
				      sizeof(*next->of_host));
	if (!next->of_host)
		return sp_no_memory(&next->cmd->err, "the hosts");
	for (uint64_t page = 0; page < next->pages; page++) {
		struct crawlnext_host *host =
			&next->of_host[next->units.unit_of[page]];
		enum sp_page_state state = next->states->state_of[page];

		host->known++;
		host->tried += crawlnext_was_tried(state);
		host->ok += state == SP_PAGE_OK;
	}
	return SP_OK;
}

double
crawlnext_expected_of(const struct crawlnext *next,
		      const struct crawlnext_host *host)
{
	return sp_shrink(host->ok, host->tried, next->estimate.crawl);
}

double
crawlnext_expected(const struct crawlnext *next, uint32_t page)
{
	if (!next->hosts)
		return next->estimate.crawl;
	return crawlnext_expected_of(
		next, &next->of_host[next->units.unit_of[page]]);
}
