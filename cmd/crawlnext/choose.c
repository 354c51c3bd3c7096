/* SPDX-License-Identifier: MIT */
/*
 * Which pages may be chosen, and the choice.
 *
 * A page is asked for again only if that may end in another way: never what
 * was fetched, is gone for good, is forbidden by robots.txt, or is excluded by
 * the rules of the crawl; what failed but may come later, only with --retry.
 * Pages of traps are the last that are left out, so that they are counted as
 * such only if nothing else keeps them from being chosen.
 */
#include "crawlnext.h"

#include "base/bitset.h"

/* ---- candidates ------------------------------------------------------- */

static bool
may_be_fetched(struct crawlnext *next, uint64_t page)
{
	switch ((enum sp_page_state)next->states->state_of[page]) {
	case SP_PAGE_UNFETCHED:
		break;
	case SP_PAGE_FAILED:
		if (!crawlnext_is_due(next, page)) {
			next->failed++;
			return false;
		}
		break;
	default:
		return false;
	}
	if (!next->options.known_hosts ||
	    next->of_host[next->units.unit_of[page]].tried)
		return true;
	next->of_new_hosts++;
	return false;
}

/* One more of its host, if there are hosts. */
static void
count_candidate(struct crawlnext *next, uint64_t page)
{
	next->candidate_count++;
	if (next->hosts)
		next->of_host[next->units.unit_of[page]].candidates++;
}

static enum sp_status
crawlnext_find_candidates(struct crawlnext *next)
{
	next->candidates = sp_bitset_new(next->pages);
	if (!next->candidates)
		return sp_no_memory(&next->cmd->err, "the candidates");
	for (uint64_t page = 0; page < next->pages; page++) {
		bool may = may_be_fetched(next, page);

		if (next->scope && crawlnext_look_up_scope(next, page, may))
			return next->cmd->err.status;
		if (!may || (next->scope && !next->in_scope) ||
		    crawlnext_is_trap(next, page))
			continue;
		sp_bit_set(next->candidates, page);
		count_candidate(next, page);
	}
	if (next->scope && crawlnext_end_scope(next))
		return next->cmd->err.status;
	crawlnext_end_retry(next);
	crawlnext_end_traps(next);
	cmd_count(next->cmd, "candidates", next->candidate_count);
	return SP_OK;
}

/* ---- the choice ------------------------------------------------------- */

/* The hosts that were never asked for a page. */
static enum sp_status
find_new_hosts(struct crawlnext *next)
{
	uint64_t *hosts = sp_bitset_new(next->units.count);

	if (!hosts)
		return sp_no_memory(&next->cmd->err, "the new hosts");
	for (uint64_t host = 0; host < next->units.count; host++)
		if (!next->of_host[host].tried)
			sp_bit_set(hosts, host);
	next->new_hosts = hosts;
	next->rules.new_hosts = hosts;
	next->rules.most_new = next->options.new_most;
	return SP_OK;
}

static enum sp_status
set_rules(struct crawlnext *next)
{
	if (crawlnext_set_budgets(next))
		return next->cmd->err.status;
	next->rules.hosts = &next->units;
	next->rules.floor = next->options.host_floor;
	if (next->options.new_most == UINT64_MAX)
		return SP_OK;
	return find_new_hosts(next);
}

enum sp_status
crawlnext_choose(struct crawlnext *next)
{
	enum sp_status status = crawlnext_count_loads(next);

	if (!status)
		status = crawlnext_find_candidates(next);
	if (!status)
		status = set_rules(next);
	do {
		next->batch.count = 0;
		if (!status)
			status = sp_pick_next(next->scores, next->candidates,
					      next->pages, next->options.count,
					      &next->rules, &next->batch,
					      &next->cmd->err);
	} while (!status && crawlnext_raise_shape_budget(next));
	if (!status)
		crawlnext_warn(next);
	return status;
}
