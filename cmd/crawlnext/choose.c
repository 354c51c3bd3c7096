/* SPDX-License-Identifier: MIT */
/*
 * Which pages may be chosen, and how many of a host.
 *
 * A page is asked for again only if that may end in another way: never what
 * was fetched, is gone for good, is forbidden by robots.txt, or is excluded by
 * the rules of the crawl; what failed for now only with --retry.
 */
#include "crawlnext.h"

#include "base/bitset.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
crawlnext_budget(struct crawlnext *next, const char *option, const char *text,
		 uint64_t *most)
{
	size_t length = strlen(text);
	double percent;

	*most = UINT64_MAX;
	if (!strcmp(text, "none") ||
	    (sp_parse_count(text, length, most) && *most))
		return SP_OK;
	if (!length || text[length - 1] != '%' ||
	    !sp_parse_double(text, length - 1, &percent) || !(percent > 0) ||
	    percent > 100)
		return sp_fail(&next->cmd->err, SP_USAGE, "option --%s: \"%s\" "
			       "is not a number of pages, a share of the batch "
			       "such as 10%%, or none", option, text);
	/* Rounded down, so that no host has more than its share; but 1. */
	*most = (uint64_t)(percent / 100 * (double)next->options.count);
	if (!*most)
		*most = 1;
	return SP_OK;
}

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

static enum sp_status
crawlnext_find_candidates(struct crawlnext *next)
{
	next->candidates = sp_bitset_new(next->pages);
	if (!next->candidates)
		return sp_no_memory(&next->cmd->err, "the candidates");
	for (uint64_t page = 0; page < next->pages; page++)
		if (may_be_fetched(next, page)) {
			sp_bit_set(next->candidates, page);
			next->candidate_count++;
		}
	cmd_count(next->cmd, "candidates", next->candidate_count);
	return SP_OK;
}

/* ---- budgets ---------------------------------------------------------- */

/* Without hosts the default budget does nothing, and an asked one fails. */
static enum sp_status
crawlnext_check_hosts(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	struct cmd *cmd = next->cmd;
	const char *needing = options->known_hosts ? "--known-hosts-only" :
			      option_is_given(cmd->options,
					      &options->per_host) &&
			      strcmp(options->per_host, "none") ?
				      "--per-host" : NULL;

	if (next->hosts)
		return SP_OK;
	if (needing)
		return sp_fail(&cmd->err, SP_DATA, "option %s: no hosts in the "
			       "stream (import the graph with names or hosts)",
			       needing);
	if (strcmp(options->per_host, "none"))
		cmd_warn(cmd, "no hosts in the stream: all of the batch may be "
			 "of one host");
	return SP_OK;
}

static enum sp_status
crawlnext_find_domains(struct crawlnext *next)
{
	if (!next->hosts || !next->hosts->domains.count)
		return sp_fail(&next->cmd->err, SP_DATA, "option --per-domain: "
			       "no domains in the stream (import the graph "
			       "with --domain)");
	return sp_units_of_domains(next->hosts, &next->domains,
				   &next->cmd->err);
}

static enum sp_status
set_budgets(struct crawlnext *next,
	    struct sp_next_budget budgets[SP_NEXT_BUDGETS], unsigned *count)
{
	uint64_t of_host, of_domain;

	if (crawlnext_budget(next, "per-host", next->options.per_host,
			     &of_host) ||
	    crawlnext_budget(next, "per-domain", next->options.per_domain,
			     &of_domain))
		return next->cmd->err.status;
	if (crawlnext_check_hosts(next) || crawlnext_count_hosts(next))
		return next->cmd->err.status;
	*count = 0;
	if (next->hosts && of_host < UINT64_MAX)
		budgets[(*count)++] = (struct sp_next_budget){
			.units = &next->units, .most = of_host
		};
	if (of_domain == UINT64_MAX)
		return SP_OK;
	if (crawlnext_find_domains(next))
		return next->cmd->err.status;
	budgets[(*count)++] = (struct sp_next_budget){
		.units = &next->domains, .most = of_domain
	};
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
warn_of_few_pages(const struct crawlnext *next,
		  const struct sp_next_budget *budgets, unsigned count)
{
	bool hosts = false, domains = false; /* whose budgets left pages out */

	for (unsigned b = 0; b < count; b++)
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

enum sp_status
crawlnext_choose(struct crawlnext *next)
{
	struct sp_next_budget budgets[SP_NEXT_BUDGETS];
	unsigned count = 0;
	enum sp_status status = set_budgets(next, budgets, &count);

	if (!status)
		status = crawlnext_find_candidates(next);
	if (!status)
		status = sp_pick_next(next->scores, next->candidates,
				       next->pages, next->options.count,
				       budgets, count, &next->batch,
				       &next->cmd->err);
	if (!status)
		warn_of_few_pages(next, budgets, count);
	return status;
}
