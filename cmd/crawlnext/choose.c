/* SPDX-License-Identifier: MIT */
/*
 * Which pages may be chosen, and the choice.
 *
 * A page is asked for again only if that may end in another way: never what
 * was fetched, is gone for good, is forbidden by robots.txt, or is excluded by
 * the rules of the crawl; what failed for now only with --retry.
 */
#include "crawlnext.h"

#include "base/bitset.h"

/* ---- candidates ------------------------------------------------------- */

static bool
may_be_fetched(const struct crawlnext *next, uint64_t page)
{
	switch ((enum sp_page_state)next->states->state_of[page]) {
	case SP_PAGE_UNFETCHED:
		break;
	case SP_PAGE_FAILED:
		if (!next->options.retry)
			return false;
		break;
	default:
		return false;
	}
	return !next->options.known_hosts ||
	       next->of_host[next->units.unit_of[page]].tried;
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
	for (uint64_t page = 0; page < next->pages; page++)
		if (may_be_fetched(next, page)) {
			sp_bit_set(next->candidates, page);
			count_candidate(next, page);
		}
	cmd_count(next->cmd, "candidates", next->candidate_count);
	return SP_OK;
}

/* ---- the choice ------------------------------------------------------- */

static void
warn_of_budgets(const struct crawlnext *next, bool hosts, bool domains)
{
	const struct crawlnext_options *options = &next->options;

	cmd_warn(next->cmd, "only %" PRIu64 " of %" PRIu64 " pages: the %s of "
		 "the other %" PRIu64 " have used up their budget "
		 "(%s%s%s%s%s; give a larger one, or none)",
		 next->batch.count, options->count,
		 !domains ? "hosts" : !hosts ? "domains" : "hosts or domains",
		 next->candidate_count - next->batch.count,
		 hosts ? "--per-host " : "", hosts ? options->per_host : "",
		 hosts && domains ? ", " : "", domains ? "--per-domain " : "",
		 domains ? options->per_domain : "");
}

/* A batch that is too small for want of pages, or because of budgets. */
static void
warn_of_few_pages(const struct crawlnext *next)
{
	const struct sp_next_budget *budgets = next->rules.budgets;
	bool hosts = false, domains = false; /* whose budgets left pages out */

	for (unsigned b = 0; b < next->rules.budget_count; b++)
		if (!budgets[b].passed_over)
			continue;
		else if (budgets[b].units == &next->domains)
			domains = true;
		else
			hosts = true;
	if (next->batch.count == next->options.count)
		return;
	if (!next->candidate_count)
		cmd_warn(next->cmd, "no page is left to fetch");
	else if (!hosts && !domains)
		cmd_warn(next->cmd, "only %" PRIu64 " of %" PRIu64 " pages: no "
			 "other page is left to fetch", next->batch.count,
			 next->options.count);
	else
		warn_of_budgets(next, hosts, domains);
}

/*
 * Scores such as hub are 0 for every page whose links nobody has seen, and then
 * the batch is the first pages of the graph, which is hardly what was meant.
 */
static void
warn_of_equal_scores(const struct crawlnext *next)
{
	uint64_t page = sp_bit_next(next->candidates, 0, next->pages);
	double first = page < next->pages ? next->scores[page] : 0;

	if (next->candidate_count < 2)
		return;
	while (page < next->pages && next->scores[page] == first)
		page = sp_bit_next(next->candidates, page + 1, next->pages);
	if (page >= next->pages)
		cmd_warn(next->cmd, "all %" PRIu64 " pages to choose from have "
			 "the same score \"%s\": they are chosen by their "
			 "numbers", next->candidate_count, next->score);
}

enum sp_status
crawlnext_choose(struct crawlnext *next)
{
	enum sp_status status = crawlnext_check_hosts(next);

	if (!status)
		status = crawlnext_count_hosts(next);
	if (!status)
		status = crawlnext_find_candidates(next);
	if (!status)
		status = crawlnext_set_budgets(next);
	if (!status)
		status = sp_pick_next(next->scores, next->candidates,
				      next->pages, next->options.count,
				      &next->rules, &next->batch,
				      &next->cmd->err);
	if (!status) {
		warn_of_equal_scores(next);
		warn_of_few_pages(next);
	}
	return status;
}
