/* SPDX-License-Identifier: MIT */
/*
 * crawlorder.h - the parts of crawlorder: the options (options.c), what crawls
 * start from (input.c, topic.c), one crawl after another (run.c), by several
 * processes (parallel.c), the log of the frontier (log.c), warnings (warn.c).
 */
#ifndef CMD_CRAWLORDER_CRAWLORDER_H
#define CMD_CRAWLORDER_CRAWLORDER_H

#include "input.h"
#include "log.h"
#include "parallel.h"
#include "run.h"
#include "cli/output.h"

struct crawlorder {
	struct cmd *cmd;

	/* From the command line. */
	struct sp_crawl_options how;
	struct crawl_sources sources;
	const char *orders;
	uint64_t trace_rows;          /* print decisions; 0: write a stream */
	const char *queue_log;        /* file for metrics of the frontier */
	uint64_t window;              /* ... a row every window downloads */
	bool times, scores, list;
	struct crawl_parallel_options procs;

	struct sp_plan *plans;
	uint64_t plan_count, plan_capacity;
	bool crawled;                 /* a plan crawls from seeds */
	bool scored;                  /* ... needs the benchmark */
	bool hosted;                  /* ... or the hosts */
	bool ranked;                  /* ... or its keys rank pages */
	bool trusts;                  /* ... or uses the trust in seeds */
	bool ranks;                   /* ... or has a period */
	bool revisits;                /* a plan revisits pages instead */
	struct crawl_input input;
	struct crawl_parallel parallel;
	struct cmd_output *output, *log_output;
	struct table log;
	struct trace trace;
	struct progress progress;
	uint64_t steps;               /* of all crawls so far */
	struct sp_crawl_report *reports; /* of each plan */
	char names[1024];             /* of all orders, "bfs|dfs|..." */
};

#define CRAWLORDER_ROWS 42 /* of the table of options, at most */

/* Puts the table of options, whose values are in *job, into rows. */
void crawlorder_set_options(struct crawlorder *job,
			    struct option_row rows[CRAWLORDER_ROWS]);

#endif
