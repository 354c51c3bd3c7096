/* SPDX-License-Identifier: MIT */
/*
 * The one loop.  Seeds are queued before the first page is chosen (algorithms
 * G4); a page that was chosen is done and gets its depth before its links are
 * looked at, so that a link to itself changes nothing.
 */
#include "crawl/engine.h"

#include "base/memory.h"
#include "crawl/watch.h"

#include <math.h>
#include <stdlib.h>

/* ---- what strategies ask for ------------------------------------------ */

bool
sp_allowed(struct sp_run *run, uint32_t page)
{
	const struct sp_crawl_options *options = run->options;
	bool seed = run->page == SP_NO_PARENT;

	if (!seed && options->max_depth &&
	    (uint64_t)run->depth + 1 > options->max_depth)
		return false;
	if (!seed && options->max_frontier &&
	    !run->plan->strategy->work->worst_leaves &&
	    run->frontier.count >= options->max_frontier)
		return false;
	if (run->host_queued) {
		uint32_t host = run->input->hosts->host_of[page];

		if (!seed && run->host_queued[host] >= options->max_per_host)
			return false;
		run->host_queued[host]++;
	}
	if (run->queued_at)
		run->queued_at[page] = (uint32_t)run->size;
	return true;
}

void
sp_lose(struct sp_run *run, uint32_t page)
{
	sp_frontier_drop(&run->frontier, page);
	if (run->host_queued)
		run->host_queued[run->input->hosts->host_of[page]]--;
}

enum sp_status
sp_links_of(struct sp_run *run, uint32_t page, const uint32_t **successors,
	    uint32_t *count, struct sp_error *err)
{
	return sp_accessor_page(run->accessor, page, successors, count, err);
}

enum sp_status
sp_next_best(struct sp_run *run, struct sp_next *next, struct sp_error *err)
{
	const struct sp_heap *heap = &run->frontier.heap;

	(void)err;
	next->none = !sp_frontier_pop(&run->frontier, &next->page, &next->key);
	/*
	 * Unless this page changes it, the next one is known: 5 % less time
	 * of fpr and fica, 3 % of opic, on a graph of 10 M pages.
	 */
	if (heap->slots && sp_heap_count(heap))
		sp_fetch(run, sp_slot_item(&heap->slots[SP_HEAP_ROOT]));
	return SP_OK;
}

uint64_t
sp_period(const struct sp_run *run, unsigned i)
{
	double value = sp_value(run, i);

	if (value == SP_PERIOD_COMMON)
		value = run->options->period ? (double)run->options->period :
					       SP_PERIOD_AUTO;
	if (value != SP_PERIOD_AUTO)
		return (uint64_t)value;
	return run->pages < 60 ? 1 : (run->pages + 20) / 40;
}

/* ---- begin and end ---------------------------------------------------- */

static enum sp_status
check_input(const struct sp_run *run, struct sp_error *err)
{
	const struct sp_crawl_input *input = run->input;
	const struct sp_plan *plan = run->plan;
	bool per_host = run->options->max_per_host;

	if (plan->strategy->revisits)
		return sp_fail(err, SP_USAGE, "%s is no crawl that downloads "
			       "each page once", plan->name);
	if ((plan->needs & SP_NEEDS_HOSTS || per_host) && !input->hosts)
		return sp_fail(err, SP_DATA, "%s needs the hosts of pages, "
			       "which the graph does not have",
			       per_host ? "a limit by host" : plan->name);
	if (plan->needs & SP_NEEDS_SCORE && !input->score)
		return sp_fail(err, SP_DATA, "%s needs a benchmark score",
			       plan->name);
	if (plan->strategy->work->kinds & ~(unsigned)SP_IN_TURN &&
	    run->pages > SP_HEAP_MAX)
		return sp_fail(err, SP_DATA, "%s: %llu pages are more than "
			       "the %llu of a frontier by keys", plan->name,
			       (unsigned long long)run->pages,
			       (unsigned long long)SP_HEAP_MAX);
	for (uint64_t i = 0; i < input->seed_count; i++)
		if (input->seeds[i] >= run->pages)
			return sp_fail(err, SP_DATA, "seed %llu: page %lu is "
				       "not a page of the graph",
				       (unsigned long long)i + 1,
				       (unsigned long)input->seeds[i]);
	if (!input->seed_count)
		return sp_fail(err, SP_DATA, "no seeds");
	return SP_OK;
}

static enum sp_status
begin(struct sp_run *run, const struct sp_crawl_sink *sink,
      struct sp_error *err)
{
	const struct sp_strategy_work *work = run->plan->strategy->work;
	const struct sp_crawl_options *options = run->options;
	bool memory;

	memory = sp_frontier_init(&run->frontier, run->pages, work->kinds,
				  options);
	run->parent = sp_alloc_large(run->pages, sizeof(*run->parent));
	run->accessor = sp_accessor_new(run->input->index);
	memory = memory && run->parent && run->accessor;
	if (options->max_per_host) {
		run->host_queued = sp_alloc_zero(run->input->hosts->names.count,
						 sizeof(uint32_t));
		memory = memory && run->host_queued;
	}
	if (sink->windowed && sink->window_downloads) {
		run->queued_at = sp_alloc_large(run->pages, sizeof(uint32_t));
		memory = memory && run->queued_at;
	}
	if (!memory)
		return sp_no_memory(err, "the frontier");
	run->limited = options->max_depth || options->max_frontier ||
		       run->host_queued || run->queued_at;
	return work->begin ? work->begin(run, err) : SP_OK;
}

static enum sp_status
queue_seeds(struct sp_run *run, struct sp_error *err)
{
	const struct sp_crawl_input *input = run->input;
	const struct sp_strategy_work *work = run->plan->strategy->work;

	run->page = SP_NO_PARENT;
	for (uint64_t i = 0; i < input->seed_count; i++) {
		uint32_t page = input->seeds[i];

		if (run->frontier.place[page] != SP_UNSEEN)
			continue;
		run->seeds++;
		work->seed(run, page);
	}
	return work->ready ? work->ready(run, err) : SP_OK;
}

static void
end(struct sp_run *run)
{
	const struct sp_strategy_work *work = run->plan->strategy->work;

	if (work->end)
		work->end(run);
	sp_frontier_free(&run->frontier);
	free(run->parent);
	free(run->host_queued);
	free(run->queued_at);
	sp_accessor_free(run->accessor);
}

/* ---- the loop --------------------------------------------------------- */

/* The page that was chosen is done; its row goes out. */
static enum sp_status
put_download(struct sp_run *run, const struct sp_next *next,
	     struct sp_watch *watch, struct sp_download *download,
	     struct sp_error *err)
{
	uint32_t parent = run->parent[next->page], depth = 1;

	if (parent != SP_NO_PARENT)
		depth = sp_depth_of(run, parent) + 1;
	if (depth > SP_DEPTH_MAX)
		depth = SP_DEPTH_MAX;
	if (isnan(next->key))
		return sp_fail(err, SP_DATA, "%s: the key of page %lu is not "
			       "a number", run->plan->name,
			       (unsigned long)next->page);
	run->size++;
	run->depth = depth;
	sp_frontier_done(&run->frontier, next->page, depth);
	*download = (struct sp_download){ next->page, parent, depth,
					  next->key };
	return sp_watch_download(watch, run, download, err);
}

static enum sp_status
step(struct sp_run *run, const struct sp_next *next, struct sp_watch *watch,
     struct sp_error *err)
{
	const struct sp_strategy_work *work = run->plan->strategy->work;
	bool first = !sp_is_done(&run->frontier, next->page);
	const uint32_t *successors = NULL;
	struct sp_download download;
	uint32_t count = 0;
	enum sp_status status = SP_OK;

	run->page = next->page;
	if (first)
		status = put_download(run, next, watch, &download, err);
	else
		run->depth = sp_depth_of(run, next->page);
	if (!status && !work->blind)
		status = sp_links_of(run, next->page, &successors, &count,
				     err);
	if (status)
		return status;
	run->report->links += first ? count : 0;
	if (first)
		sp_watch_links(watch, run, successors, count);
	status = work->download(run, next->key, successors, count, err);
	if (!status && first)
		status = sp_watch_found(watch, run, &download, successors,
					count, err);
	return status;
}

static enum sp_status
loop(struct sp_run *run, struct sp_watch *watch, struct sp_error *err)
{
	const struct sp_strategy_work *work = run->plan->strategy->work;
	uint64_t max = run->options->max ? run->options->max : UINT64_MAX;

	while (run->size < max) {
		struct sp_next next = { 0 };
		enum sp_status status;

		status = work->next ? work->next(run, &next, err) :
				      sp_next_best(run, &next, err);
		if (!status && !next.none)
			status = step(run, &next, watch, err);
		if (status || next.none)
			return status;
	}
	return SP_OK;
}

enum sp_status
sp_crawl(const struct sp_crawl_input *input,
	 const struct sp_crawl_options *options, const struct sp_plan *plan,
	 const struct sp_crawl_sink *sink, struct sp_crawl_report *report,
	 struct sp_error *err)
{
	struct sp_run run = {
		.input = input, .options = options, .plan = plan,
		.report = report, .pages = sp_graph_pages(input->graph)
	};
	struct sp_watch watch = { .sink = sink };
	enum sp_status status = check_input(&run, err);

	*report = (struct sp_crawl_report){ 0 };
	if (status)
		return status;
	status = begin(&run, sink, err);
	if (!status)
		status = queue_seeds(&run, err);
	if (!status)
		status = sp_watch_begin(&watch, &run, err);
	if (!status)
		status = loop(&run, &watch, err);
	if (!status)
		status = sp_watch_end(&watch, &run, err);
	report->downloads = run.size;
	report->known = run.size + run.frontier.count;
	report->frontier_peak = run.frontier.peak;
	report->updates = run.frontier.updates;
	report->dropped = run.frontier.dropped;
	sp_watch_free(&watch);
	end(&run);
	return status;
}
