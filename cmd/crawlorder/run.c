/* SPDX-License-Identifier: MIT */
/*
 * Runs the crawls of all plans and writes their results in the order of the
 * plans.
 *
 * Crawls are independent of each other, so threads do not share one: each
 * takes a whole crawl.  Results have to come out in order, and a crawl by
 * rankmass takes tens of times as long as one by bfs.  So consecutive plans
 * form a group, as large as the threads and the memory for waiting results
 * allow; within it the slowest begin first, a result that is not the next to be
 * written waits in memory, and whichever thread finishes the next one writes it
 * and all that wait behind it, while the others go on.
 *
 * With one thread, a log or --times, there is no group: a crawl writes each
 * download as it comes, and nothing of the order stays in memory.  A timed
 * crawl is kept in memory nevertheless, or the writer would be timed with it.
 *
 * Errors are per crawl (crawl_job.err), since several may fail at the same
 * time.  The first failure in the order of plans is what the user sees,
 * whatever failed first: results after it are not written, and crawls after it
 * are not begun.
 */
#include "run.h"

#include "cli/clock.h"
#include "cli/readable.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 512 /* downloads that are passed on together */

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
	struct sp_download rows[BATCH];
};

static struct crawl_job *
job_new(struct crawl_run *run, const struct sp_plan *plan)
{
	struct crawl_job *job = sp_alloc_zero(1, sizeof(*job));

	if (!job)
		return NULL;
	job->run = run;
	job->plan = plan;
	memcpy(job->order.name, plan->name, sizeof(job->order.name));
	return job;
}

static void
job_free(struct crawl_job *job)
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

/*
 * Passes a batch on, to the stream or to the order in memory.  Batches keep
 * the progress line, which threads share, and the writer out of the inner
 * loop.
 */
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
	return job->count == BATCH ? job_flush(job, err) : SP_OK;
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
	if (++job->count == BATCH) {
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

static enum sp_status
run_job(struct crawl_job *job)
{
	return job->plan->strategy->revisits ? job_visit(job) :
					       job_download(job);
}

/* Figures of the crawl, for -v and for warnings. */
static void
job_report(const struct crawl_job *job)
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

/* Where results go. */
struct crawl_target {
	struct sp_writer *stream;
	struct sp_order_writer *orders;
	struct sp_basis basis;
};

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

/*
 * Writes the results of a plan.  A job with a writer has not crawled yet: it
 * writes each download as it comes, and none of the order stays in memory.
 */
static enum sp_status
write_job(struct crawl_job *job, const struct crawl_target *to)
{
	enum sp_status status = SP_OK;

	if (!job->plan->strategy->revisits) {
		status = job_begin_order(job, to);
		if (!status)
			status = job->writer ? run_job(job) :
					       job_write_rows(job, to);
		if (!status)
			status = sp_order_writer_end(to->orders, &job->report,
						     &job->err);
	}
	return status ? status : job_write_score(job, to);
}

static enum sp_status
crawl_alone(struct crawl_run *run, const struct sp_plan *plan,
	    const struct crawl_target *to)
{
	struct crawl_job *job = job_new(run, plan);
	enum sp_status status = SP_OK;

	if (!job)
		return sp_no_memory(&run->cmd->err, "a crawl");
	/* The writer would be timed with a crawl that writes as it goes. */
	if (!run->times && !plan->strategy->revisits)
		job->writer = to->orders;
	else
		status = run_job(job);
	if (!status)
		status = write_job(job, to);
	if (status)
		run->cmd->err = job->err;
	else
		job_report(job);
	job_free(job);
	return status;
}

/* ---- several at a time ------------------------------------------------ */

/* Consecutive plans, crawled by all threads. */
struct crawl_group {
	struct crawl_run *run;
	const struct crawl_target *to;
	struct crawl_job **jobs;
	uint64_t *turn;        /* indices of jobs, the slowest first */
	uint64_t count;
	bool *finished;        /* of each job */
	uint64_t failed;       /* the first job that failed, or count */
	uint64_t next;         /* the one to write */
	bool writing;          /* a thread is writing it */
	enum sp_status status; /* of the writing */
};

/*
 * Sorts the plans by their cost, slowest first, by insertion: equal ones stay
 * in their order.
 */
static enum sp_status
group_init(struct crawl_group *group, const struct sp_plan *plans)
{
	uint64_t count = group->count;
	bool memory;

	group->failed = count;
	group->jobs = sp_alloc_zero(count, sizeof(*group->jobs));
	group->turn = sp_alloc(count, sizeof(*group->turn));
	group->finished = sp_alloc_zero(count, sizeof(*group->finished));
	memory = group->jobs && group->turn && group->finished;
	for (uint64_t i = 0; memory && i < count; i++) {
		unsigned cost = sp_plan_cost(&plans[i]);
		uint64_t at = i;

		group->jobs[i] = job_new(group->run, &plans[i]);
		memory = group->jobs[i] != NULL;
		for (; at && sp_plan_cost(&plans[group->turn[at - 1]]) < cost;
		     at--)
			group->turn[at] = group->turn[at - 1];
		group->turn[at] = i;
	}
	return memory ? SP_OK : sp_no_memory(&group->run->cmd->err,
					     "the orders");
}

static void
group_free(struct crawl_group *group)
{
	for (uint64_t i = 0; group->jobs && i < group->count; i++)
		job_free(group->jobs[i]);
	free(group->jobs);
	free(group->turn);
	free(group->finished);
}

/* Writes a job and frees it; or nothing after a failure, whose job it keeps. */
static void
group_write(struct crawl_group *group, uint64_t i)
{
	struct crawl_job *job = group->jobs[i];
	enum sp_status status = job->err.status;

	if (group->status)
		return;
	if (!status)
		status = write_job(job, group->to);
	if (status)
		group->run->cmd->err = job->err;
	else
		job_report(job);
	group->status = status;
	job_free(job);
	group->jobs[i] = NULL;
}

/*
 * Returns whether the next result is finished and no thread is writing it.
 * Then this thread writes it, and those that finish meanwhile, while the other
 * threads go on crawling.
 */
static bool
group_takes_next(struct crawl_group *group, bool wrote)
{
	bool takes;

#pragma omp critical(crawl_group)
	{
		if (wrote) {
			group->writing = false;
			group->next++;
		}
		takes = !group->writing && group->next < group->count &&
			group->finished[group->next];
		if (takes)
			group->writing = true;
	}
	return takes;
}

static void
group_crawl(struct crawl_group *group, uint64_t i)
{
	struct crawl_job *job = group->jobs[i];
	bool needed, wrote = false;

	/* What follows a failure is not written. */
#pragma omp critical(crawl_group)
	needed = i < group->failed;
	/* A crawl that succeeded must leave 0 for group_write(). */
	if (needed && !run_job(job))
		job->err.status = SP_OK;
#pragma omp critical(crawl_group)
	{
		group->finished[i] = true;
		if (needed && job->err.status && i < group->failed)
			group->failed = i;
	}
	while (group_takes_next(group, wrote)) {
		group_write(group, group->next);
		wrote = true;
	}
}

/*
 * Crawls at the same time, the slowest first, so that no thread is left with
 * one of these at the end; results are written in the order of the plans.  The
 * team has all threads even for fewer crawls: those left out would end, and
 * under a limit of memory the next team could not start others.
 */
static enum sp_status
crawl_group(struct crawl_run *run, const struct sp_plan *plans,
	    uint64_t count, const struct crawl_target *to)
{
	struct crawl_group group = { .run = run, .to = to, .count = count };
	enum sp_status status = group_init(&group, plans);

#pragma omp parallel for num_threads(run->cmd->threads) \
	schedule(dynamic, 1)
	for (uint64_t i = 0; i < count; i++)
		if (!status)
			group_crawl(&group, group.turn[i]);
	group_free(&group);
	return status ? status : group.status;
}

/*
 * The order writer is one for all crawls; only the thread that is writing uses
 * it.
 */
enum sp_status
crawl_to_stream(struct crawl_run *run, struct sp_writer *writer)
{
	struct crawl_target to = { writer, sp_order_writer_new(writer),
			     sp_basis_of(run->input->graph) };
	uint64_t threads = (uint64_t)run->cmd->threads;
	/* Rows of a log must not mix; a timed crawl needs the processor. */
	uint64_t group = run->log || run->fresh || run->times ||
					 threads == 1 ?
				 1 : threads + run->waiting;
	enum sp_status status = SP_OK;

	if (!to.orders)
		return sp_no_memory(&run->cmd->err, "an order");
	for (uint64_t i = 0; !status && i < run->plan_count; i += group) {
		uint64_t left = run->plan_count - i;

		if (group == 1)
			status = crawl_alone(run, &run->plans[i], &to);
		else
			status = crawl_group(run, &run->plans[i],
					     left < group ? left : group, &to);
	}
	sp_order_writer_free(to.orders);
	return status;
}

/* ---- the table -------------------------------------------------------- */

enum sp_status
crawl_to_trace(struct crawl_run *run, struct trace *trace)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < run->plan_count; i++) {
		struct crawl_job *job = job_new(run, &run->plans[i]);

		if (!job)
			return sp_no_memory(&run->cmd->err, "a crawl");
		job->trace = trace;
		/* One table for all crawls, so they run one by one. */
		trace->order = run->plans[i].name;
		trace->downloads = 0;
		status = run_job(job);
		if (status)
			run->cmd->err = job->err;
		job_free(job);
	}
	return status;
}
