/* SPDX-License-Identifier: MIT */
#include "warn.h"

#include "base/line.h"

#include <stdlib.h>

/* What is to be said of a plan; equal values share a line.  0: nothing. */
typedef uint64_t plan_fault(const struct crawl_warnings *crawls, uint64_t i);

/* Is there an earlier plan of which the same was said? */
static bool
is_said(const struct crawl_warnings *crawls, plan_fault *fault, uint64_t i)
{
	for (uint64_t j = 0; j < i; j++)
		if (fault(crawls, j) == fault(crawls, i))
			return true;
	return false;
}

/* The names of all plans with the fault of plan i, "bfs, opic"; or NULL. */
static char *
names_alike(const struct crawl_warnings *crawls, plan_fault *fault, uint64_t i)
{
	struct sp_line names = SP_LINE_EMPTY;

	for (uint64_t j = 0; j < crawls->plan_count; j++) {
		if (fault(crawls, j) != fault(crawls, i))
			continue;
		sp_line_add(&names, names.length ? ", " : "");
		sp_line_add(&names, crawls->plans[j].name);
	}
	return sp_line_take(&names);
}

/* ---- periods ---------------------------------------------------------- */

/* A crawl that --max ends has as few downloads as a small graph. */
static uint64_t
downloads_allowed(const struct crawl_warnings *crawls)
{
	uint64_t max = crawls->how->max;

	return max && max < crawls->pages ? max : crawls->pages;
}

/* The period of a plan, if it is too long. */
static uint64_t
period_fault(const struct crawl_warnings *crawls, uint64_t i)
{
	uint64_t period = sp_plan_period(&crawls->plans[i], crawls->how,
					 crawls->pages);

	return period < downloads_allowed(crawls) ? 0 : period;
}

void
warn_periods(const struct crawl_warnings *crawls)
{
	uint64_t downloads = downloads_allowed(crawls);
	bool cut = downloads < crawls->pages;

	for (uint64_t i = 0; i < crawls->plan_count && downloads > 1; i++) {
		uint64_t period = period_fault(crawls, i);
		char *names;

		if (!period || is_said(crawls, period_fault, i))
			continue;
		names = names_alike(crawls, period_fault, i);
		cmd_warn(crawls->cmd, "%s: a period of %" PRIu64 " downloads "
			 "is not smaller than %s%" PRIu64 "%s, so nothing is "
			 "ranked or learned (%s)", names ? names : "orders",
			 period, cut ? "--max " : "the graph of ", downloads,
			 cut ? "" : " pages",
			 cut ? "give a smaller k" : "use k auto");
		free(names);
	}
}

/* ---- early ends ------------------------------------------------------- */

/*
 * Why a crawl ended, with its downloads, so that crawls that ended alike share
 * a line.
 */
enum early_end { END_NO_LINKS = 1, END_LIMITS, END_SEEDS, END_COUNT };

static uint64_t
warn_end_fault(const struct crawl_warnings *crawls, uint64_t i)
{
	const struct sp_crawl_report *report = &crawls->reports[i];
	const struct sp_crawl_options *how = crawls->how;
	uint64_t downloads = report->downloads;
	enum early_end end = END_SEEDS;

	if (crawls->plans[i].strategy->revisits)
		return 0;
	/* Pages that are still queued were left on purpose, by an option. */
	if ((how->max && downloads >= how->max) || report->known > downloads)
		return 0;
	if (!report->links)
		end = END_NO_LINKS;
	else if (downloads >= crawls->pages / 100)
		return 0;
	else if (how->max_depth || how->max_per_host || how->max_frontier ||
		 report->dropped)
		end = END_LIMITS;
	return downloads * END_COUNT + end;
}

void
warn_early_ends(const struct crawl_warnings *crawls)
{
	static const char *const causes[] = {
		[END_NO_LINKS] = "no seed has a link to follow (give pages "
				 "with links)",
		[END_LIMITS] = "limits keep the other pages out (give larger "
			       "ones)",
		[END_SEEDS] = "the seeds lead to no other pages (give more "
			      "seeds)"
	};

	for (uint64_t i = 0; i < crawls->plan_count; i++) {
		uint64_t fault = warn_end_fault(crawls, i);
		char *names;

		if (!fault || is_said(crawls, warn_end_fault, i))
			continue;
		names = names_alike(crawls, warn_end_fault, i);
		cmd_warn(crawls->cmd, "%s: the crawl ends after %" PRIu64 " of "
			 "%" PRIu64 " pages: %s", names ? names : "orders",
			 crawls->reports[i].downloads, crawls->pages,
			 causes[fault % END_COUNT]);
		free(names);
	}
}

void
warn_window(const struct crawl_warnings *crawls, uint64_t window)
{
	uint64_t longest = 0;

	for (uint64_t i = 0; i < crawls->plan_count; i++)
		if (crawls->reports[i].downloads > longest)
			longest = crawls->reports[i].downloads;
	if (longest < window)
		cmd_warn(crawls->cmd, "the queue log has one row an order: the "
			 "longest crawl has %" PRIu64 " downloads, and "
			 "--queue-window is %" PRIu64, longest, window);
}
