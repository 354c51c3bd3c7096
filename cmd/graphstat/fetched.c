/* SPDX-License-Identifier: MIT */
/*
 * The part "Fetched": the states of the pages in the crawl that the graph was
 * made from, and what is known of their fetches.  Two objects in JSON, since a
 * stream may have either without the other; one block of text.  Of a part of a
 * graph, they are about its own pages, and so are the shares.
 */
#include "graphstat.h"

#include "stream/section/fetches.h"
#include "stream/section/part_crawl.h"
#include "stream/section/states.h"
#include "web/archive/date.h"

#include <string.h>

static enum sp_status
measure_fetched(struct graphstat *stat, void *found)
{
	const struct sp_fetches *fetches =
		sp_contents_fetches(&stat->contents);
	struct sp_fetches own;

	if (!fetches)
		return SP_OK;
	own = sp_part_fetches(sp_contents_part(&stat->contents), fetches);
	return sp_fetches_count(&own, found, &stat->cmd->err);
}

static void
describe_states(struct report *report, const struct sp_part *part,
		const struct sp_states *states)
{
	uint64_t counts[SP_PAGE_STATES];
	struct sp_states own;

	if (!states) {
		report_null(report, "states");
		return;
	}
	own = sp_part_states(part, states);
	sp_states_count(&own, counts);
	report_open(report, "states", "Fetched");
	/* The crawl has an answer, and it will stay the same. */
	report_part(report, "fetched", "fetched", counts[SP_PAGE_OK] +
		    counts[SP_PAGE_REDIRECT] + counts[SP_PAGE_GONE],
		    own.pages);
	for (unsigned i = 0; i < SP_PAGE_STATES; i++)
		report_part(report, sp_page_state_word(i),
			    sp_page_state_word(i), counts[i], own.pages);
	report_close(report);
}

/* A moment, or a place in an order. */
static void
describe_time(struct report *report, enum sp_fetch_clock clock,
	      const char *key, const char *label, int64_t time)
{
	char text[SP_DATE_TEXT];

	if (clock == SP_CLOCK_DOWNLOADS) {
		report_count(report, key, label, (uint64_t)time);
		return;
	}
	sp_date_format(text, 1000 * time);
	report_text(report, key, label, text, strlen(text));
}

static void
describe_times(struct report *report, enum sp_fetch_clock clock,
	       const struct sp_fetch_figures *figures)
{
	const char *word = sp_fetch_clock_word(clock);

	if (report->json)
		report_text(report, "clock", NULL, word, strlen(word));
	if (figures->timed) {
		describe_time(report, clock, "first", "first fetch",
			      figures->first);
		describe_time(report, clock, "last", "last fetch",
			      figures->last);
	} else {
		report_null(report, "first");
		report_null(report, "last");
	}
}

/* What nobody knows of any page is no line, and 0 of 0 in JSON. */
static void
describe_fetches(struct report *report, const struct sp_part *part,
		 const struct sp_fetches *fetches,
		 const struct sp_fetch_figures *figures, bool alone)
{
	uint64_t pages = figures->pages;

	if (!fetches) {
		report_null(report, "fetches");
		return;
	}
	report_open(report, "fetches", alone ? "Fetched" : NULL);
	report_part(report, "pages", "pages with a fetch", pages,
		    part ? part->end - part->first : fetches->pages);
	report_count(report, "captures", "captures", figures->captures);
	if (pages)
		report_real(report, "captures_per_page", "captures per page",
			    (double)figures->captures / (double)pages, 2);
	else
		report_null(report, "captures_per_page");
	describe_times(report, fetches->clock, figures);
	if (report->json || figures->sized) {
		report_part(report, "sized", "pages of known size",
			    figures->sized, pages);
		report_count(report, "bytes", "bytes of these", figures->bytes);
	}
	if (report->json || figures->digested) {
		report_part(report, "digested", "pages with a digest",
			    figures->digested, pages);
		report_part(report, "duplicates", "duplicates of these",
			    figures->digested - figures->distinct,
			    figures->digested);
	}
	report_close(report);
}

static void
describe_fetched(struct graphstat *stat, const void *found)
{
	const struct sp_states *states = sp_contents_states(&stat->contents);
	const struct sp_part *part = sp_contents_part(&stat->contents);

	describe_states(&stat->report, part, states);
	describe_fetches(&stat->report, part,
			 sp_contents_fetches(&stat->contents), found, !states);
}

const struct graphstat_part graphstat_fetched = {
	.is_shared = true, .found_size = sizeof(struct sp_fetch_figures),
	.measure = measure_fetched, .describe = describe_fetched
};
