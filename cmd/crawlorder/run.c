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
#include "crawlorder.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- one at a time ---------------------------------------------------- */

static enum sp_status
crawl_alone(struct crawl_run *run, const struct sp_plan *plan,
	    const struct crawl_target *to)
{
	struct crawl_job *job = crawl_job_new(run, plan);
	enum sp_status status = SP_OK;

	if (!job)
		return sp_no_memory(&run->cmd->err, "a crawl");
	/* The writer would be timed with a crawl that writes as it goes. */
	if (!run->times && !plan->strategy->revisits)
		job->writer = to->orders;
	else
		status = crawl_job_run(job);
	if (!status)
		status = crawl_job_write(job, to);
	if (status)
		run->cmd->err = job->err;
	else
		crawl_job_report(job);
	crawl_job_free(job);
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

		group->jobs[i] = crawl_job_new(group->run, &plans[i]);
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
		crawl_job_free(group->jobs[i]);
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
		status = crawl_job_write(job, group->to);
	if (status)
		group->run->cmd->err = job->err;
	else
		crawl_job_report(job);
	group->status = status;
	crawl_job_free(job);
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
	if (needed && !crawl_job_run(job))
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
		struct crawl_job *job = crawl_job_new(run, &run->plans[i]);

		if (!job)
			return sp_no_memory(&run->cmd->err, "a crawl");
		job->trace = trace;
		/* One table for all crawls, so they run one by one. */
		trace->order = run->plans[i].name;
		trace->downloads = 0;
		status = crawl_job_run(job);
		if (status)
			run->cmd->err = job->err;
		crawl_job_free(job);
	}
	return status;
}
