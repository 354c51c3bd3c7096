/* SPDX-License-Identifier: MIT */
/*
 * timing.h - crawls in time: the options of --time, what such orders are
 * called, and what is known of hosts.
 */
#ifndef CMD_CRAWLORDER_TIMING_H
#define CMD_CRAWLORDER_TIMING_H

#include "input.h"

#include "crawl/timed/timed.h"

/*
 * --time requests: time counts requests.  One is made at a time and takes a
 * second, and nothing else takes any: crawls are those of slots.
 */
#define CRAWL_BY_REQUESTS ((enum sp_queues)(SP_QUEUES_BATCH + 1))

/* From the command line. */
struct crawl_timing_options {
	struct sp_timing how;
	const char *table;    /* --host-table, or NULL */
	bool as_fetched;      /* pages fail as they did */
};

static inline bool
crawl_is_timed(const struct crawl_timing_options *options)
{
	return options->how.queues != SP_QUEUES_NONE;
}

/* Zero it before use. */
struct crawl_timing {
	struct sp_timing how;

	/* Private: what that points to. */
	struct sp_server *servers;
	struct sp_units one_host; /* of a graph without hosts */
};

/*
 * Appends to the name of a plan how it is run: "bfs/time=host", with the
 * connections and delays that are not the usual ones.  SP_USAGE if it gets too
 * long for a name, or the plan cannot crawl in time.
 */
enum sp_status crawl_timing_name(struct sp_plan *plan,
				 const struct sp_timing *how,
				 struct sp_error *err);

/*
 * Finds what the options name in the graph, and reads the table of hosts.  A
 * graph without hosts, which only --time requests can crawl, gets one.  A
 * failure is in cmd->err; free it in any case.
 */
enum sp_status crawl_timing_load(struct cmd *cmd,
				 const struct crawl_timing_options *options,
				 struct crawl_input *input,
				 struct crawl_timing *timing);

/*
 * Reads the table of --host-table into timing->servers, one for each of these
 * hosts, and warns of what it lacks.  A failure is in cmd->err (host_table.c).
 */
enum sp_status
crawl_load_host_table(struct cmd *cmd,
		      const struct crawl_timing_options *options,
		      const struct sp_hosts *hosts,
		      struct crawl_timing *timing);
void crawl_timing_free(struct crawl_timing *timing);

#endif
