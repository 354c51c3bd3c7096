/* SPDX-License-Identifier: MIT */
/*
 * Warnings about a batch that is not what was asked for: smaller, without the
 * floor of a host, or chosen by scores that decide nothing.
 *
 * A batch that is too small names every limit that has refused a page, since
 * any of them may be the one to change; that no page is left at all has other
 * reasons, of which the most likely one is given.
 */
#include "crawlnext.h"

#include "base/bitset.h"
#include "base/line.h"
#include "stream/section/provenance.h"

#include <string.h>

/* ---- few pages -------------------------------------------------------- */

/* Was the graph made without the pages that could be chosen? */
static bool
is_of_fetched_only(const struct crawlnext *next)
{
	const struct sp_names *lines = sp_contents_provenance(&next->contents);
	static const char option[] = " --fetched-only";

	for (uint64_t i = 0; i < lines->count; i++) {
		struct sp_span line = sp_names_span(lines, i);

		if (memmem(line.text, line.length, option, strlen(option)))
			return true;
	}
	return false;
}

/* Adds "REASON: N", or nothing for no page. */
static void
add_left_out(struct sp_line *line, const char *reason, uint64_t pages)
{
	if (pages)
		sp_line_format(line, "%s%s: %" PRIu64,
			       line->length ? ", " : " (", reason, pages);
}

/* Why other pages cannot be chosen, in brackets; nothing if there are none. */
static void
find_left_out(const struct crawlnext *next, struct sp_line *line)
{
	add_left_out(line, "outside of --scope", next->out_of_scope);
	add_left_out(line, "in --exclude", next->excluded);
	add_left_out(line, next->options.retry_after ?
		     "failed too recently for --retry-after" :
		     "failed, see --retry", next->failed);
	add_left_out(line, "of new hosts, see --known-hosts-only",
		     next->of_new_hosts);
	add_left_out(line, "of traps, see --traps", crawlnext_in_traps(next));
	if (line->length)
		sp_line_add(line, ")");
}

static void
warn_of_no_other_page(const struct crawlnext *next)
{
	struct sp_line why = SP_LINE_EMPTY;
	const char *reasons;

	find_left_out(next, &why);
	reasons = why.length ? why.text : "";
	if (next->candidate_count)
		cmd_warn(next->cmd, "only %" PRIu64 " of %" PRIu64 " pages: no "
			 "other page is left to fetch%s", next->batch.count,
			 next->options.count, reasons);
	else
		cmd_warn(next->cmd, "no page is left to fetch%s", reasons);
	sp_line_free(&why);
}

static void
warn_of_no_page(const struct crawlnext *next)
{
	uint64_t counts[SP_PAGE_STATES];

	sp_states_count(next->states, counts);
	if (!counts[SP_PAGE_UNFETCHED] && is_of_fetched_only(next))
		cmd_warn(next->cmd, "no page is left to fetch: the graph was "
			 "made with --fetched-only, which drops the links to "
			 "all others (make it without)");
	else
		warn_of_no_other_page(next);
}

static void
add_limit(struct sp_line *limits, const char *option, const char *text)
{
	sp_line_format(limits, "%s--%s %s", limits->length ? ", " : "", option,
		       text);
}

/* Names the limits that have left pages out; none if the line is empty. */
static void
find_limits(const struct crawlnext *next, struct sp_line *limits)
{
	const struct crawlnext_options *options = &next->options;
	const struct sp_next_rules *rules = &next->rules;

	for (unsigned b = 0; b < rules->budget_count; b++)
		if (!rules->budgets[b].passed_over)
			continue;
		else if (rules->budgets[b].units == &next->domains)
			add_limit(limits, "per-domain", options->per_domain);
		else if (rules->budgets[b].units == &next->shape_units)
			add_limit(limits, "per-shape", options->per_shape);
		else {
			add_limit(limits, "per-host", options->per_host);
			if (options->weigh)
				add_limit(limits, "weigh-hosts",
					  options->weigh);
		}
	if (rules->new_passed_over)
		add_limit(limits, "new-hosts", options->new_hosts);
}

/* A batch that is too small for want of pages, or because of limits. */
static void
warn_of_few_pages(const struct crawlnext *next)
{
	uint64_t got = next->batch.count, asked = next->options.count;
	struct sp_line limits = SP_LINE_EMPTY;

	if (got == asked)
		return;
	find_limits(next, &limits);
	if (!next->candidate_count)
		warn_of_no_page(next);
	else if (!limits.length)
		warn_of_no_other_page(next);
	else
		cmd_warn(next->cmd, "only %" PRIu64 " of %" PRIu64 " pages: "
			 "the other %" PRIu64 " would exceed a limit (%s; give "
			 "a larger one, or none)", got, asked,
			 next->candidate_count - got, limits.text);
	sp_line_free(&limits);
}

/* If limits refused no page, the batch was full. */
static void
warn_of_floor(const struct crawlnext *next)
{
	uint64_t refused = next->rules.new_passed_over;

	for (unsigned b = 0; b < next->rules.budget_count; b++)
		refused += next->rules.budgets[b].passed_over;
	if (next->rules.below_floor)
		cmd_warn(next->cmd, "option --host-floor: hosts that get "
			 "fewer than %" PRIu64 " pages, though they have them: "
			 "%" PRIu64 " (%s)", next->options.host_floor,
			 next->rules.below_floor,
			 refused ? "other limits are smaller" :
				   "give a larger --count");
}

/* ---- scores ----------------------------------------------------------- */

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

void
crawlnext_warn(const struct crawlnext *next)
{
	warn_of_equal_scores(next);
	warn_of_few_pages(next);
	warn_of_floor(next);
}
