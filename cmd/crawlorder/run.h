/* SPDX-License-Identifier: MIT */
/*
 * run.h - runs the crawls of crawlorder and writes their results: orders and
 * scores to a stream, or a table of decisions.
 */
#ifndef CMD_CRAWLORDER_RUN_H
#define CMD_CRAWLORDER_RUN_H

#include "cli/command.h"
#include "log.h"
#include "cli/progress.h"

#include "crawl/orders/revisit.h"
#include "crawl/parallel.h"
#include "crawl/timed/timed.h"
#include "stream/stream.h"

/* All crawls of a call, and what they share. */
struct crawl_run {
	struct cmd *cmd;
	struct sp_plan *plans;
	uint64_t plan_count;
	const struct sp_crawl_input *input;
	const struct sp_crawl_options *how;
	const struct sp_parallel *parallel; /* processes, or NULL: one crawl */
	const struct sp_timing *timing;     /* of crawls in time, or NULL */
	bool by_requests;                   /* ... where time counts these */
	const uint32_t *seeds;              /* that orders record */
	uint64_t seed_count;
	bool times;          /* measure seconds */
	bool scores;         /* write the scores of plans that have one */
	struct table *log;   /* frontier metrics, or NULL */
	struct table *fresh; /* freshness of copies, or NULL */
	uint64_t window;     /* downloads between two rows of these */
	uint64_t waiting;    /* results that may wait in memory, beside those
				of the threads, to be written in order */
	struct progress progress;
	uint64_t steps;      /* downloads and visits of all crawls so far */
	struct sp_crawl_report *reports; /* set for each plan that crawls */
};

/*
 * Crawls by all plans and writes their results in the order of the plans,
 * however many crawls run at the same time.  Failures are in cmd->err.
 */
enum sp_status crawl_to_stream(struct crawl_run *run,
			       struct sp_writer *writer);

/* Crawls by all plans, and writes their decisions and nothing else. */
enum sp_status crawl_to_trace(struct crawl_run *run, struct trace *trace);

#endif
