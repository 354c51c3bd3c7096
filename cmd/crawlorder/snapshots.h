/* SPDX-License-Identifier: MIT */
/*
 * snapshots.h - crawls of a web that changes: the option --snapshots, and what
 * such orders are called.
 */
#ifndef CMD_CRAWLORDER_SNAPSHOTS_H
#define CMD_CRAWLORDER_SNAPSHOTS_H

#include "cli/command.h"

#include "crawl/crawl.h"
#include "stream/section/section.h"

/* When snapshots take over. */
struct crawl_takeovers {
	uint64_t moments[SP_SNAPSHOTS_MAX];
	unsigned count;
};

/*
 * Reads the list of --snapshots: downloads, or with timed times, in
 * microseconds.  SP_USAGE.
 */
enum sp_status crawl_takeovers_read(const char *list, bool timed,
				    struct crawl_takeovers *takeovers,
				    struct sp_error *err);

/* Appends to the name of a plan that the web changes: "bfs/snapshots". */
enum sp_status crawl_snapshots_name(struct sp_plan *plan,
				    struct sp_error *err);

/*
 * Finds the snapshots in a stream, of which pages, a score of that name, were
 * found before, and puts them into the input of the crawls.  SP_DATA if they
 * are not there, are no sets of snapshots, or are not one more than takeovers.
 * Free *snapshots in any case.
 */
enum sp_status crawl_snapshots_find(const struct sp_contents *contents,
				    const double *pages,
				    const struct crawl_takeovers *takeovers,
				    struct sp_snapshots *snapshots,
				    struct sp_crawl_input *crawl,
				    struct sp_error *err);

#endif
