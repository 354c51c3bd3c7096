/* SPDX-License-Identifier: MIT */
/*
 * job.h - the crawl by one plan: it runs, and its results are written.  Private
 * to run.c, which has all of them.
 */
#ifndef CMD_CRAWLORDER_JOB_H
#define CMD_CRAWLORDER_JOB_H

#include "run.h"

#include "stream/section/graph.h"
#include "stream/section/orders.h"

#define CRAWL_JOB_ROWS 512 /* downloads that are passed on together */

/* The crawl by one plan: its results, and where its downloads go. */
struct crawl_job {
	struct crawl_run *run;
	const struct sp_plan *plan;
	struct sp_order_writer *writer;  /* downloads go to the stream, */
	struct trace *trace;             /* ... to a table of decisions, */
	struct sp_order order;           /* ... or, both NULL, stay here */
	double *score;                   /* result of a plan that revisits, or
					  * beside the order, or NULL */
	struct sp_crawl_report report;
	struct sp_visit_report visits;
	struct sp_error err;             /* crawls may fail at the same time */
	uint64_t count;                  /* not passed on yet */
	struct sp_download rows[CRAWL_JOB_ROWS];
};

/* Where results go. */
struct crawl_target {
	struct sp_writer *stream;
	struct sp_order_writer *orders;
	struct sp_basis basis;
};

/* NULL if memory is short. */
struct crawl_job *crawl_job_new(struct crawl_run *run,
				const struct sp_plan *plan);
void crawl_job_free(struct crawl_job *job); /* accepts NULL */

/*
 * Crawls, and keeps the results in memory, unless the job has a writer or a
 * table of decisions.  A failure is in job->err.
 */
enum sp_status crawl_job_run(struct crawl_job *job);

/*
 * Writes the results of a plan.  A job with a writer has not crawled yet: it
 * writes each download as it comes, and none of the order stays in memory.
 * A failure is in job->err.
 */
enum sp_status crawl_job_write(struct crawl_job *job,
			       const struct crawl_target *to);

/* Figures of the crawl, for -v and for warnings. */
void crawl_job_report(const struct crawl_job *job);

#endif
