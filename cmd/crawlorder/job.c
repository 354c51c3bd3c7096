/* SPDX-License-Identifier: MIT */
/*
 * The crawl by one plan.  Its downloads go to the stream as they come, to a
 * table of decisions, or stay in memory until it is their turn to be written.
 *
 * Downloads are passed on in batches, which keep the progress line, that all
 * threads share, and the writer out of the inner loop.
 */
#include "crawlorder.h"

#include "cli/clock.h"
#include "cli/readable.h"

#include "base/memory.h"
#include "stream/section/scores.h"

#include <stdlib.h>
#include <string.h>

struct crawl_job *
crawl_job_new(struct crawl_run *run, const struct sp_plan *plan)
{
	struct crawl_job *job = sp_alloc_zero(1, sizeof(*job));

	if (!job)
		return NULL;
	job->run = run;
	job->plan = plan;
	memcpy(job->order.name, plan->name, sizeof(job->order.name));
	return job;
}

void
crawl_job_free(struct crawl_job *job)
{
	if (!job)
		return;
	sp_order_free(&job->order);
	free(job->score);
	free(job);
}

/* ---- what happens in a crawl ------------------------------------------ */

/* Downloads and visits of all plans, if every page is reached. */
static uint64_t
run_steps(const struct crawl_run *run)
{
	uint64_t pages = sp_graph_pages(run->input->graph);
	uint64_t max = run->how->max, visits = run->how->steps, all = 0;
	bool repeats = run->parallel && run->parallel->mode == SP_CROSSOVER;

	if (!visits)
		visits = 10 * pages;
	for (uint64_t i = 0; i < run->plan_count; i++) {
		uint64_t steps = run->plans[i].strategy->revisits ? visits :
								    pages;

		if (repeats)
			steps *= run->parallel->processes;
		all += max && max < steps ? max : steps;
	}
	return all;
}

/* Have downloads ticks that differ from their positions? */
static bool
run_has_ticks(const struct crawl_run *run)
{
	return run->parallel || run->how->at_once > 1;
}

/* The columns of orders that are kept in memory. */
static unsigned
run_columns(const struct crawl_run *run)
{
	return SP_COLUMN_DEPTHS | SP_COLUMN_PARENTS | SP_COLUMN_KEYS |
	       (run_has_ticks(run) ? SP_COLUMN_TICKS : 0) |
	       (run->timing ? SP_COLUMN_TIMES : 0);
}

/* Crawls at the same time share the count, as they share the terminal. */
static void
job_count_steps(struct crawl_run *run, uint64_t count)
{
	uint64_t all;

#pragma omp atomic capture
	all = run->steps += count;
	progress_step(&run->progress, all, run_steps(run));
}

/* Passes a batch on, to the stream or to the order in memory. */
static enum sp_status
job_flush(struct crawl_job *job, struct sp_error *err)
{
	uint64_t count = job->count;

	job_count_steps(job->run, count);
	job->count = 0;
	if (job->writer)
		return sp_order_writer_add(job->writer, job->rows, count, err);
	return sp_order_add(&job->order, run_columns(job->run), job->rows,
			    count, err);
}

static enum sp_status
job_take_download(void *context, const struct sp_download *download,
		  struct sp_error *err)
{
	struct crawl_job *job = context;

	job->rows[job->count++] = *download;
	return job->count == CRAWL_JOB_ROWS ? job_flush(job, err) : SP_OK;
}

static enum sp_status
job_take_found(void *context, const struct sp_download *download,
	       const struct sp_found *found, uint64_t count, uint64_t frontier,
	       struct sp_error *err)
{
	struct crawl_job *job = context;

	return trace_found(job->trace, download, found, count, frontier, err);
}

static enum sp_status
job_take_window(void *context, const struct sp_queue_window *window,
		struct sp_error *err)
{
	struct crawl_job *job = context;

	/* The table remembers a failed write until crawlorder commits it. */
	(void)err;
	queue_log_row(job->run->log, job->plan->name, window);
	return SP_OK;
}

static enum sp_status
job_take_fresh(void *context, const struct sp_freshness *row,
	       struct sp_error *err)
{
	struct crawl_job *job = context;
	struct crawl_run *run = job->run;

	(void)err;
	fresh_log_row(run->fresh, job->plan->name, row, run->input->weight,
		      run->timing ? SP_SECOND : 1);
	return SP_OK;
}

static enum sp_status
job_take_visit(void *context, uint32_t page, double cash,
	       const uint32_t *successors, uint32_t count, struct sp_error *err)
{
	struct crawl_job *job = context;

	/* The count is for the progress line; the score comes at the end. */
	if (++job->count == CRAWL_JOB_ROWS) {
		job_count_steps(job->run, job->count);
		job->count = 0;
	}
	return job->trace ? trace_visit(job->trace, page, cash, successors,
					count, err) : SP_OK;
}

static double
job_seconds(void *context)
{
	(void)context;
	return clock_seconds();
}

/* ---- one plan --------------------------------------------------------- */

static double *
job_score_new(struct crawl_job *job)
{
	uint64_t pages = sp_graph_pages(job->run->input->graph);
	double *score = sp_alloc_large(pages, sizeof(*score));

	if (!score)
		(void)sp_no_memory(&job->err, "a score");
	return score;
}

static enum sp_status
job_download(struct crawl_job *job)
{
	struct crawl_run *run = job->run;
	struct sp_crawl_sink sink = { .context = job };
	enum sp_status status;

	if (job->trace)
		sink.found = job_take_found;
	else
		sink.download = job_take_download;
	sink.window_downloads = run->window;
	if (run->log)
		sink.windowed = job_take_window;
	if (run->fresh)
		sink.fresh = job_take_fresh;
	if (run->times)
		sink.clock = job_seconds;
	if (run->scores && sp_plan_has_score(job->plan)) {
		job->score = job_score_new(job);
		if (!job->score)
			return job->err.status;
		sink.score = job->score;
	}
	if (run->parallel)
		status = sp_crawl_parallel(run->input, run->how, job->plan,
					   run->parallel, &sink,
					   &job->report, &job->err);
	else if (run->timing)
		status = sp_crawl_timed(run->input, run->how, job->plan,
					run->timing, &sink, &job->report,
					&job->err);
	else
		status = sp_crawl(run->input, run->how, job->plan, &sink,
				  &job->report, &job->err);
	/* The last downloads seldom fill a batch; a trace leaves none. */
	if (!status && job->count)
		status = job_flush(job, &job->err);
	return status;
}

static enum sp_status
job_visit(struct crawl_job *job)
{
	struct crawl_run *run = job->run;
	struct sp_visit_sink sink = {
		.context = job, .visit = job_take_visit,
		.fresh = run->fresh ? job_take_fresh : NULL,
		.window_visits = run->window
	};

	job->score = job_score_new(job);
	if (!job->score)
		return job->err.status;
	return sp_revisit(run->input, run->how, job->plan, &sink,
			  job->score, &job->visits, &job->err);
}

enum sp_status
crawl_job_run(struct crawl_job *job)
{
	return job->plan->strategy->revisits ? job_visit(job) :
					       job_download(job);
}

void
crawl_job_report(const struct crawl_job *job)
{
	struct sp_crawl_report *report =
		&job->run->reports[job->plan - job->run->plans];
	const struct sp_visit_report *visits = &job->visits;
	char count[READABLE_TEXT], links[READABLE_TEXT], gone[READABLE_TEXT];

	*report = job->report;
	if (!job->plan->strategy->revisits) {
		crawl_say_counts(job->run->cmd, job->plan->name, &job->report,
				 job->run->timing && !job->run->by_requests);
		return;
	}
	readable_count(count, visits->visits);
	readable_count(links, visits->links);
	readable_count(gone, visits->gone);
	report->gone = visits->gone;
	report->snapshots = visits->snapshots;
	cmd_say(job->run->cmd, "%s: visits %s, links %s%s%s, cash spent %.6g, "
		"importance of the virtual page %.6g", job->plan->name, count,
		links, visits->gone ? ", gone " : "", visits->gone ? gone : "",
		visits->spent, visits->virtual_page);
}

/* ---- the stream ------------------------------------------------------- */

static enum sp_status
job_begin_order(struct crawl_job *job, const struct crawl_target *to)
{
	struct crawl_run *run = job->run;
	enum sp_order_form form = run->timing ? SP_ORDER_TIMES :
				  run_has_ticks(run) ? SP_ORDER_TICKS :
						       SP_ORDER_PLAIN;

	return sp_order_writer_begin(to->orders, form, job->plan->name,
				     &to->basis, run->seeds, run->seed_count,
				     &job->err);
}

static enum sp_status
job_write_score(struct crawl_job *job, const struct crawl_target *to)
{
	return job->score ? sp_save_scores(to->stream, job->plan->name,
					   job->score, &to->basis, &job->err) :
			    SP_OK;
}

/* Passes the downloads on that were kept in memory. */
static enum sp_status
job_write_rows(struct crawl_job *job, const struct crawl_target *to)
{
	const struct sp_order *order = &job->order;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < order->count; i++) {
		struct sp_download row = {
			.page = order->pages[i], .parent = order->parents[i],
			.depth = order->depths[i], .key = order->keys[i]
		};

		if (order->ticks) {
			row.tick = order->ticks[i];
			row.process = order->processes[i];
		}
		if (order->starts) {
			row.start = order->starts[i];
			row.end = order->ends[i];
		}
		status = sp_order_writer_add(to->orders, &row, 1, &job->err);
	}
	return status;
}

enum sp_status
crawl_job_write(struct crawl_job *job, const struct crawl_target *to)
{
	enum sp_status status = SP_OK;

	if (!job->plan->strategy->revisits) {
		status = job_begin_order(job, to);
		if (!status)
			status = job->writer ? crawl_job_run(job) :
					       job_write_rows(job, to);
		if (!status)
			status = sp_order_writer_end(to->orders, &job->report,
						     &job->err);
	}
	return status ? status : job_write_score(job, to);
}
