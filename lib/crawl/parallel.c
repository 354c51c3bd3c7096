/* SPDX-License-Identifier: MIT */
/*
 * The ticks of a parallel crawl: all processes take turns in one thread, so
 * that the result is the same on every machine (section 5 in
 * seedpipe-algorithms(7); Cho and Garcia-Molina 2002).
 *
 * A tick gives every process, by number, one download; then messages are
 * delivered.  Processes share the accessor of the graph and the array of
 * links, which is safe because one of them works at a time; all else is their
 * own.
 *
 * The crawl is over when a tick has neither downloaded nor delivered anything.
 * A process without a page is idle and is not asked again until a message
 * queues one (process_admit()): with 64 processes and a small web most would
 * otherwise be asked in vain in most ticks.
 *
 * run->whole is no crawl: it is what sp_watch_download() needs to time and
 * report the downloads of all processes as those of one.
 */
#include "crawl/parallel.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "crawl/process.h"

#include <stdlib.h>
#include <string.h>

/* ---- what cannot be --------------------------------------------------- */

/*
 * The mass to cover is that of the whole web, and no process knows it.  This
 * is the one thing that the engine knows about an option of orders, by the
 * name that stands for this in all of them.
 */
static bool
plan_covers(const struct sp_plan *plan)
{
	const struct sp_parameter *options = plan->strategy->options;

	for (unsigned i = 0; options && options[i].name; i++)
		if (!strcmp(options[i].name, "eps") && plan->values[i] > 0)
			return true;
	return false;
}

enum sp_status
sp_crawl_parallel_check(const struct sp_crawl_input *input,
			const struct sp_crawl_options *options,
			const struct sp_plan *plan, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);

	if (sp_crawl_check(input, options, plan, err))
		return err->status;
	if (plan->strategy->work->alone)
		return sp_fail(err, SP_USAGE, "%s cannot crawl as several "
			       "processes: %s", plan->name,
			       plan->strategy->work->alone);
	if (plan->needs & (SP_NEEDS_WEIGHTS | SP_NEEDS_ANCHORS))
		return sp_fail(err, SP_USAGE, "%s cannot crawl as several "
			       "processes: none has the %s of links",
			       plan->name, plan->needs & SP_NEEDS_WEIGHTS ?
						   "weights" : "scores");
	if (input->snapshots)
		return sp_fail(err, SP_USAGE, "snapshots take over at "
			       "downloads of one crawler, and several "
			       "processes have no such count");
	if (options->max_host_depth)
		return sp_fail(err, SP_USAGE, "a limit of the depth in a host "
			       "is for one crawler: no process knows the depth "
			       "of what others found");
	if (plan_covers(plan))
		return sp_fail(err, SP_USAGE, "%s: with several processes "
			       "none knows how much mass is covered (leave "
			       "out eps)", plan->name);
	if (pages + SP_STAND_INS > SP_HEAP_MAX)
		return sp_fail(err, SP_DATA, "the graph has %" PRIu64 " pages: "
			       "several processes can crawl at most "
			       "%" PRIu64, pages,
			       SP_HEAP_MAX - SP_STAND_INS);
	return SP_OK;
}

/* ---- begin and end ---------------------------------------------------- */

/*
 * Numbers the pages of each process in their order. owned counts the pages of
 * each process while it numbers them; first is where the pages of a process
 * begin in page_of, the sum of those before.  Two passes over the pages, and
 * one array for all processes, in place of one a process whose lengths would
 * have to be known first.
 */
static bool
run_number_pages(struct sp_parallel_run *run, uint64_t *first,
		 uint64_t *owned)
{
	uint64_t pages = sp_graph_pages(run->input->graph);
	const uint16_t *owner = run->how->owner;
	uint32_t count = run->how->processes;

	run->number = sp_alloc_large(pages, sizeof(*run->number));
	run->page_of = sp_alloc_large(pages, sizeof(*run->page_of));
	if (!run->number || !run->page_of)
		return false;
	for (uint64_t page = 0; page < pages; page++)
		run->number[page] = (uint32_t)owned[owner[page]]++;
	for (uint32_t p = 1; p < count; p++)
		first[p] = first[p - 1] + owned[p - 1];
	for (uint64_t page = 0; page < pages; page++)
		run->page_of[first[owner[page]] + run->number[page]] =
			(uint32_t)page;
	return true;
}

static enum sp_status
run_open_processes(struct sp_parallel_run *run,
		   const struct sp_crawl_options *options,
		   const struct sp_plan *plan, struct sp_error *err)
{
	uint32_t count = run->how->processes;
	uint64_t *first = sp_alloc_zero(2 * (uint64_t)count, sizeof(*first));
	uint64_t *owned = first ? first + count : NULL;
	enum sp_status status = SP_OK;

	if (!first || (run->how->mode != SP_CROSSOVER &&
		       !run_number_pages(run, first, owned)))
		status = sp_no_memory(err, "the pages of processes");
	for (uint32_t p = 0; !status && p < count; p++)
		status = sp_process_open(&run->processes[p], run, (uint16_t)p,
					 first[p], owned[p], options, plan,
					 err);
	free(first);
	return status;
}

/* All seeds have their shares in one sum, whatever process they belong to. */
static enum sp_status
run_queue_seeds(struct sp_parallel_run *run)
{
	uint32_t processes = run->how->processes;
	enum sp_status status = SP_OK;
	uint64_t count = 0;
	double total = 0;

	for (uint32_t p = 0; p < processes; p++) {
		count += run->processes[p].crawl.seeds.count;
		total += run->processes[p].crawl.seeds.trust_total;
	}
	run->share = 1 / (double)count;
	for (uint32_t p = 0; !status && p < processes; p++) {
		run->processes[p].crawl.seeds.trust_total = total;
		status = sp_crawl_queue_seeds(&run->processes[p].crawl);
	}
	return status;
}

/*
 * Pages that all know are queued by their owners at the start and never sent.
 * One in the list twice is queued once and counts once.
 */
static enum sp_status
run_replicate(struct sp_parallel_run *run, struct sp_error *err)
{
	const struct sp_parallel *how = run->how;
	enum sp_status status = SP_OK;

	if (!how->replicated_count)
		return SP_OK;
	run->replicated = sp_bitset_new(sp_graph_pages(run->input->graph));
	if (!run->replicated)
		return sp_no_memory(err, "the replicated pages");
	for (uint64_t i = 0; !status && i < how->replicated_count; i++) {
		uint32_t page = how->replicated[i];

		if (sp_bit_test_and_set(run->replicated, page))
			continue;
		run->report->replicated++;
		status = sp_process_replicate(
			&run->processes[how->owner[page]], page, err);
	}
	return status;
}

static enum sp_status
run_open(struct sp_parallel_run *run, const struct sp_crawl_options *options,
	 const struct sp_plan *plan, struct sp_error *err)
{
	run->processes = sp_alloc_zero(run->how->processes,
				       sizeof(*run->processes));
	run->accessor = sp_accessor_new(run->input->index);
	if (!run->processes || !run->accessor)
		return sp_no_memory(err, "the processes");
	if (run_open_processes(run, options, plan, err) ||
	    run_queue_seeds(run))
		return err->status;
	return run_replicate(run, err);
}

static void
run_close(struct sp_parallel_run *run)
{
	for (uint32_t p = 0; run->processes && p < run->how->processes; p++)
		sp_process_close(&run->processes[p]);
	free(run->processes);
	sp_accessor_free(run->accessor);
	free(run->replicated);
	free(run->number);
	free(run->page_of);
	free(run->links);
}

/* ---- ticks ------------------------------------------------------------ */

/*
 * A process downloads a page, if it has one.  In crossover mode it takes a
 * page of others only when its own frontier is empty; what it then finds of
 * its own comes first again.
 */
static enum sp_status
run_turn(struct sp_process *process, struct sp_error *err)
{
	struct sp_crawl_state *crawl = &process->crawl;
	bool none;

	if (sp_crawl_turn(crawl, &process->watch, &none))
		return err->status;
	if (!none || process->run->how->mode != SP_CROSSOVER) {
		process->idle = none;
		return SP_OK;
	}
	if (sp_process_take_foreign(process, &none, err))
		return err->status;
	if (!none)
		return sp_crawl_turn(crawl, &process->watch, &process->idle);
	process->idle = true;
	return SP_OK;
}

/*
 * First all batches, then what idle processes have.  Which those are was said
 * before the first message arrives: a process that was out of pages at the end
 * of the tick sends all it has, even if it gets pages now.  Otherwise the
 * result would depend on which process delivers first.
 */
static enum sp_status
run_deliver(struct sp_parallel_run *run, bool *sent, struct sp_error *err)
{
	uint32_t count = run->how->processes;
	enum sp_status status = SP_OK;

	for (uint32_t p = 0; p < count; p++) {
		struct sp_process *process = &run->processes[p];

		process->sends = process->crawl.frontier.count == 0;
	}
	for (uint32_t p = 0; !status && p < count; p++) {
		struct sp_process *process = &run->processes[p];

		if (process->acted &&
		    process->crawl.size % run->how->batch == 0)
			status = sp_process_send(process, sent, err);
	}
	for (uint32_t p = 0; !status && p < count; p++)
		if (run->processes[p].sends)
			status = sp_process_send(&run->processes[p], sent,
						 err);
	return status;
}

/*
 * The crawl ends with the download that reaches max, be it in the middle of a
 * tick: processes that had no turn are not asked, and nothing is sent after
 * the end.
 *
 * An idle process has not acted, whatever it did in the tick before: its size
 * is compared anew in each.
 */
static enum sp_status
run_tick(struct sp_parallel_run *run, uint64_t max, bool *acted,
	 struct sp_error *err)
{
	uint64_t before = run->downloads;

	run->tick++;
	for (uint32_t p = 0; p < run->how->processes; p++) {
		struct sp_process *process = &run->processes[p];
		uint64_t size = process->crawl.size;

		if (run->downloads >= max)
			break;
		if (!process->idle && run_turn(process, err))
			return err->status;
		process->acted = process->crawl.size > size;
	}
	*acted = run->downloads > before;
	if (*acted)
		run->report->ticks = run->tick;
	if (run->how->mode != SP_EXCHANGE || run->downloads >= max)
		return SP_OK;
	return run_deliver(run, acted, err);
}

static enum sp_status
run_ticks(struct sp_parallel_run *run, uint64_t max, struct sp_error *err)
{
	bool acted = true;

	if (!max)
		max = UINT64_MAX;
	while (acted && run->downloads < max) {
		acted = false;
		if (run_tick(run, max, &acted, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- the whole -------------------------------------------------------- */

/*
 * Also after a failure, for what was done until then: processes that were
 * never opened have no run.  A page that several processes know or downloaded
 * counts for each of them.
 */
static void
run_sum(struct sp_parallel_run *run, struct sp_crawl_report *sum)
{
	for (uint32_t p = 0; run->processes && p < run->how->processes; p++) {
		struct sp_process *process = &run->processes[p];
		const struct sp_crawl_report *one = &process->report;

		if (!process->run)
			continue;
		sp_crawl_count(&process->crawl);
		sum->downloads += one->downloads;
		sum->links += one->links;
		sum->known += one->known + process->foreign_count -
			      process->foreign_next;
		sum->frontier_peak += one->frontier_peak;
		sum->updates += one->updates;
		sum->dropped += one->dropped;
		sum->pushes += one->pushes;
		sum->recomputed += one->recomputed;
		sum->iterations += one->iterations;
		sum->reread += one->reread;
		sum->guards += one->guards;
		sum->covered += one->covered;
	}
}

enum sp_status
sp_crawl_parallel(const struct sp_crawl_input *input,
		  const struct sp_crawl_options *options,
		  const struct sp_plan *plan,
		  const struct sp_parallel *parallel,
		  const struct sp_crawl_sink *sink,
		  struct sp_crawl_report *report, struct sp_error *err)
{
	struct sp_parallel_run run = {
		.input = input, .how = parallel, .watch.sink = sink,
		.whole = { .report = report, .err = err },
		.report = &report->parallel
	};
	enum sp_status status = sp_crawl_parallel_check(input, options, plan,
							err);

	*report = (struct sp_crawl_report){ .parallel = {
		.processes = parallel->processes, .mode = parallel->mode,
		.at_once = 1
	} };
	if (parallel->mode == SP_EXCHANGE)
		report->parallel.batch = parallel->batch;
	if (status)
		return status;
	status = run_open(&run, options, plan, err);
	if (!status)
		status = sp_watch_begin(&run.watch, &run.whole);
	if (!status)
		status = run_ticks(&run, options->max, err);
	run_sum(&run, report);
	if (!status)
		status = sp_watch_end(&run.watch, &run.whole);
	sp_watch_free(&run.watch);
	run_close(&run);
	return status;
}
