/* SPDX-License-Identifier: MIT */
/*
 * crawlorder.h - the parts of crawlorder: the options (options.c), what crawls
 * start from (input.c, topic.c), one crawl after another (run.c), by several
 * processes (parallel.c), in time (timing.c), of a web that changes
 * (snapshots.c), the logs (log.c), warnings (warn.c).
 */
#ifndef CMD_CRAWLORDER_CRAWLORDER_H
#define CMD_CRAWLORDER_CRAWLORDER_H

#include "input.h"
#include "log.h"
#include "parallel.h"
#include "run.h"
#include "timing.h"
#include "cli/output.h"

/* A table that is written beside the stream. */
struct crawl_log {
	const char *file;             /* NULL: it is not wanted */
	struct cmd_output *output;
	struct table table;
};

struct crawlorder {
	struct cmd *cmd;

	/* From the command line. */
	struct sp_crawl_options how;
	struct crawl_sources sources;
	const char *orders;
	uint64_t trace_rows;          /* print decisions; 0: write a stream */
	const char *snapshots;        /* when they take over, or NULL */
	bool list;
	const char *per_host;         /* N or N%; "0": no limit */
	struct crawl_parallel_options procs;
	struct crawl_timing_options timing;

	struct crawl_run run;         /* times, scores and window are options */
	uint64_t plan_capacity;
	struct {
		bool crawls;          /* one crawls from seeds */
		bool revisits;        /* ... revisits pages instead */
		bool score, hosts, trust; /* ... needs or uses that */
		bool period;          /* ... ranks or learns at times */
		bool ranks;           /* ... has keys that rank pages */
	} plans;                      /* what is true of any plan */
	struct crawl_input input;
	struct crawl_parallel parallel;
	struct crawl_timing timed;
	struct crawl_takeovers takeovers;
	struct cmd_output *output;
	struct crawl_log queue, fresh; /* of the frontier, of copies */
	struct trace trace;
	char names[1024];             /* of all orders, "bfs|dfs|..." */
};

/* Adds the table of options, whose values are in *job, to rows. */
void crawlorder_set_options(struct crawlorder *job, struct option_row *rows);

#endif
