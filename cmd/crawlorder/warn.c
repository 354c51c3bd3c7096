/* SPDX-License-Identifier: MIT */
/*
 * Warnings about crawls.  A list of orders usually has the same fault many
 * times, and one line a plan would hide what else is said: so a fault is a
 * number, 0 for none, and plans with equal numbers share a line.  Faults are
 * computed again for each comparison, since lists are short.
 */
#include "crawlorder.h"

#include "base/line.h"
#include "graph/visit.h"

#include <stdlib.h>

/* What is to be said of a plan; equal values share a line.  0: nothing. */
typedef uint64_t plan_fault(const struct crawl_run *run, uint64_t i);

/* Says it of the plans with these names, of which plan i is the first. */
typedef void plan_warning(const struct crawl_run *run, uint64_t i,
			  const char *names);

/* Is there an earlier plan of which the same was said? */
static bool
is_said(const struct crawl_run *run, plan_fault *fault, uint64_t i)
{
	for (uint64_t j = 0; j < i; j++)
		if (fault(run, j) == fault(run, i))
			return true;
	return false;
}

/* Without memory for the names, the warning is worth more than they are. */
static void
warn_alike(const struct crawl_run *run, plan_fault *fault, plan_warning *warn)
{
	for (uint64_t i = 0; i < run->plan_count; i++) {
		struct sp_line line = SP_LINE_EMPTY;
		char *names;

		if (!fault(run, i) || is_said(run, fault, i))
			continue;
		for (uint64_t j = i; j < run->plan_count; j++) {
			if (fault(run, j) != fault(run, i))
				continue;
			sp_line_format(&line, "%s%s", line.length ? ", " : "",
				       run->plans[j].name);
		}
		names = sp_line_take(&line);
		warn(run, i, names ? names : "orders");
		free(names);
	}
}

/* ---- pages whose links nobody has seen -------------------------------- */

/*
 * Counts unfetched pages without links.  A graph may know the links of pages
 * that are unfetched, if it is larger than the crawl that gave the states.
 * This may be the first pass over the links, which is the one that verifies
 * them, so its failure must not be lost.
 */
struct unseen {
	const struct sp_states *states;
	uint64_t pages;
};

static void
count_unseen(void *context, uint32_t page, const uint32_t *successors,
	     uint32_t count)
{
	struct unseen *unseen = context;

	(void)successors;
	unseen->pages += !count &&
			 unseen->states->state_of[page] == SP_PAGE_UNFETCHED;
}

enum sp_status
warn_unfetched(struct cmd *cmd, const struct sp_graph *graph,
	       const struct sp_states *states)
{
	struct unseen unseen = { states, 0 };
	uint64_t counts[SP_PAGE_STATES];

	if (!states)
		return SP_OK;
	/* Most graphs with states need no look at their links. */
	sp_states_count(states, counts);
	if (counts[SP_PAGE_UNFETCHED] <= states->pages / 2)
		return SP_OK;
	if (sp_visit_lists(graph, 1, NULL, count_unseen, &unseen, &cmd->err))
		return cmd->err.status;
	if (unseen.pages > states->pages / 2)
		cmd_warn(cmd, "%" PRIu64 " %% of the pages were never fetched: "
			 "an order cannot follow their links",
			 unseen.pages * 100 / states->pages);
	return SP_OK;
}

/* ---- periods ---------------------------------------------------------- */

/* Periods are those of a process, which has its part of the pages. */
static uint64_t
pages_of_crawler(const struct crawl_run *run)
{
	uint64_t pages = sp_graph_pages(run->input->graph);

	return run->parallel ? pages / run->parallel->processes : pages;
}

/* A crawl that --max ends has as few downloads as a small graph. */
static uint64_t
downloads_allowed(const struct crawl_run *run)
{
	uint64_t max = run->how->max, pages = pages_of_crawler(run);

	return max && max < pages ? max : pages;
}

/* The period of a plan, if it is too long. */
static uint64_t
period_fault(const struct crawl_run *run, uint64_t i)
{
	uint64_t downloads = downloads_allowed(run);
	uint64_t period = sp_plan_period(&run->plans[i], run->how,
					 pages_of_crawler(run));

	return downloads <= 1 || period < downloads ? 0 : period;
}

static void
warn_period(const struct crawl_run *run, uint64_t i, const char *names)
{
	uint64_t downloads = downloads_allowed(run);
	bool cut = downloads < pages_of_crawler(run);

	cmd_warn(run->cmd, "%s: a period of %" PRIu64 " downloads is not "
		 "smaller than %s%" PRIu64 "%s, so nothing is ranked or "
		 "learned (%s)", names, period_fault(run, i),
		 cut ? "--max " : "the graph of ", downloads,
		 cut ? "" : " pages",
		 cut ? "give a smaller k" : "use k auto");
}

void
warn_periods(const struct crawl_run *run)
{
	warn_alike(run, period_fault, warn_period);
}

/* ---- early ends ------------------------------------------------------- */

/*
 * Why a crawl ended, with its downloads, so that crawls that ended alike share
 * a line.
 */
enum early_end { END_NO_LINKS = 1, END_LIMITS, END_SEEDS, END_FAILED, END_GONE,
		 END_TIME, END_COUNT };

/* Were requests of a crawl in time still in flight when it ended? */
static bool
is_cut_short(const struct sp_crawl_report *report)
{
	return report->timed.requests - report->timed.failed >
	       report->downloads + report->gone;
}

static uint64_t
end_fault(const struct crawl_run *run, uint64_t i)
{
	const struct sp_crawl_report *report = &run->reports[i];
	const struct sp_crawl_options *how = run->how;
	uint64_t downloads = report->downloads;
	enum early_end end = END_SEEDS;

	if (run->plans[i].strategy->revisits)
		return 0;
	/* Pages that are still queued were left on purpose, by an option. */
	if ((how->max && downloads >= how->max) || report->known > downloads ||
	    is_cut_short(report))
		return downloads ? 0 : END_TIME;
	if (report->timed.lost &&
	    downloads < sp_graph_pages(run->input->graph) / 100 + 1)
		end = END_FAILED;
	else if (report->gone &&
		 downloads < sp_graph_pages(run->input->graph) / 100 + 1)
		end = END_GONE;
	else if (!report->links)
		end = END_NO_LINKS;
	else if (downloads >= sp_graph_pages(run->input->graph) / 100)
		return 0;
	else if (how->max_depth || how->max_host_depth || how->max_per_host ||
		 how->max_per_shape || how->max_frontier || report->dropped)
		end = END_LIMITS;
	return downloads * END_COUNT + end;
}

static void
warn_early_end(const struct crawl_run *run, uint64_t i, const char *names)
{
	static const char *const causes[] = {
		[END_NO_LINKS] = "no seed has a link to follow (give pages "
				 "with links)",
		[END_LIMITS] = "limits keep the other pages out (give larger "
			       "ones)",
		[END_SEEDS] = "the seeds lead to no other pages (give more "
			      "seeds)",
		[END_FAILED] = "requests failed, and their pages were given up "
			       "(fewer --failures, more --retries, a longer "
			       "--timeout)",
		[END_GONE] = "the others were gone when it was their turn "
			     "(give seeds that are there, or larger numbers "
			     "to --snapshots)",
		[END_TIME] = "no request was answered in time (give a longer "
			     "--time-limit)"
	};

	cmd_warn(run->cmd, "%s: the crawl ends after %" PRIu64 " of "
		 "%" PRIu64 " pages: %s", names, run->reports[i].downloads,
		 sp_graph_pages(run->input->graph),
		 causes[end_fault(run, i) % END_COUNT]);
}

void
warn_early_ends(const struct crawl_run *run)
{
	warn_alike(run, end_fault, warn_early_end);
}

/* ---- snapshots -------------------------------------------------------- */

/* The snapshots before which the crawl of a plan ended, if there are some. */
static uint64_t
snapshots_fault(const struct crawl_run *run, uint64_t i)
{
	const struct sp_snapshots *all = run->input->snapshots;

	return all && run->reports[i].snapshots < all->count ?
		       run->reports[i].snapshots : 0;
}

static void
warn_snapshot(const struct crawl_run *run, uint64_t i, const char *names)
{
	cmd_warn(run->cmd, "%s: the crawl ends before snapshot %" PRIu64 " of "
		 "%u takes over (give smaller numbers to --snapshots)", names,
		 snapshots_fault(run, i) + 1, run->input->snapshots->count);
}

void
warn_snapshots(const struct crawl_run *run)
{
	warn_alike(run, snapshots_fault, warn_snapshot);
}

/* ---- logs ------------------------------------------------------------- */

void
warn_window(const struct crawl_run *run)
{
	uint64_t longest = 0;

	for (uint64_t i = 0; i < run->plan_count; i++)
		if (run->reports[i].downloads > longest)
			longest = run->reports[i].downloads;
	if (longest < run->window)
		cmd_warn(run->cmd, "the queue log has one row an order: the "
			 "longest crawl has %" PRIu64 " downloads, and "
			 "--queue-window is %" PRIu64, longest, run->window);
}
