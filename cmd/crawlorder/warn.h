/* SPDX-License-Identifier: MIT */
/*
 * warn.h - what crawlorder warns about: crawls that did not do what their
 * options promise.  One line for each cause, with all orders that it concerns.
 */
#ifndef CMD_CRAWLORDER_WARN_H
#define CMD_CRAWLORDER_WARN_H

#include "run.h"

#include "graph/states.h"

/*
 * Before the crawls: warns if over half of the pages were never fetched, and
 * have no links.  states may be NULL.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status warn_unfetched(struct cmd *cmd, const struct sp_graph *graph,
			      const struct sp_states *states);

/*
 * Before the crawls: warns of periods that are not smaller than the graph, or
 * than the number of downloads that --max allows.
 */
void warn_periods(const struct crawl_run *run);

/*
 * After the crawls: warns of those that ended early and not by --max, because
 * no seed has links, or before a hundredth of the pages.  Orders that revisit
 * pages have no seeds and are left out.
 */
void warn_early_ends(const struct crawl_run *run);

/* After the crawls: warns of those that ended before the last snapshot. */
void warn_snapshots(const struct crawl_run *run);

/*
 * After the crawls: warns of a window of --queue-log that is larger than all of
 * them, so that the log has nothing but their ends.
 */
void warn_window(const struct crawl_run *run);

#endif
