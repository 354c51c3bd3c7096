/* SPDX-License-Identifier: MIT */
/*
 * A process of a parallel crawl as a crawl of its own: numbers for its pages,
 * its input in these numbers, and a sink that hands its downloads on.
 *
 * Numbers exist for the sake of memory: the arrays of a crawl are as long as
 * its largest number, so 64 processes with their own pages alone take the
 * memory of one crawl, and with page numbers 64 times as much.  In exchange
 * and firewall mode a process therefore numbers the pages that it owns, in
 * their order, and the order of pages stays that of numbers (rules for ties by
 * number rely on it).  In crossover mode it may download any page, numbers are
 * pages, and the system gives memory for what is touched.
 *
 * SP_STAND_INS numbers follow, for links that lead to others.  An order
 * compares hosts and domains of page and target, so there is one stand-in for
 * each outcome of that comparison, and messages.c gives it the units of the
 * page whose links are being followed.
 *
 * Units (hosts, domains) are numbered anew in each process, for the same
 * reason as pages: an order may keep an array of them.  Only what the plan
 * uses is translated; the rest of the input is that of the whole crawl and
 * must not be looked at by number.
 */
#include "crawl/process.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- the input, in numbers -------------------------------------------- */

/* Is this page, which has a number, one that the process owns? */
static bool
process_owns(const struct sp_process *process, uint32_t page)
{
	return process->run->how->owner[page] == process->id;
}

static bool
process_number_seeds(struct sp_process *process)
{
	const struct sp_crawl_input *all = process->run->input;
	const uint32_t *number = process->run->number;
	uint64_t count = 0;

	process->seeds = sp_alloc(all->seed_count, sizeof(uint32_t));
	for (uint64_t i = 0; process->seeds && i < all->seed_count; i++) {
		uint32_t page = all->seeds[i];

		if (process_owns(process, page))
			process->seeds[count++] = number ? number[page] : page;
	}
	process->input.seeds = process->seeds;
	process->input.seed_count = count;
	return process->seeds != NULL;
}

/*
 * The units of the pages that have a number, and a last one, where the
 * stand-ins are until a page places them.  Units are numbered anew, in the
 * order of their first page: a process has as many as it needs. anew has the
 * new number plus 1, so that zeroed memory says that there is none yet.
 */
static bool
process_number_units(const struct sp_process *process,
		     const struct sp_units *all, struct sp_units *units)
{
	const struct sp_crawl_state *crawl = &process->crawl;
	uint32_t *unit_of = sp_alloc_large(crawl->pages, sizeof(*unit_of));
	uint32_t *anew = sp_alloc_zero(all->count, sizeof(*anew));

	units->made = unit_of;
	units->unit_of = unit_of;
	for (uint64_t p = 0; unit_of && anew && p < crawl->abroad; p++) {
		uint32_t *unit = &anew[all->unit_of[sp_real_page(crawl,
							(uint32_t)p)]];

		if (!*unit)
			*unit = (uint32_t)++units->count;
		unit_of[p] = *unit - 1;
	}
	free(anew);
	for (uint64_t p = crawl->abroad; unit_of && p < crawl->pages; p++)
		unit_of[p] = (uint32_t)units->count;
	units->count++;
	return unit_of && anew;
}

static double *
process_number_values(const struct sp_process *process, const double *all)
{
	const struct sp_crawl_state *crawl = &process->crawl;
	double *values = sp_alloc_large(crawl->pages, sizeof(*values));

	for (uint64_t p = 0; values && p < crawl->abroad; p++)
		values[p] = all[sp_real_page(crawl, (uint32_t)p)];
	return values;
}

/* Only what the plan uses: each of these takes 4 or 8 bytes a page. */
static bool
process_number_input(struct sp_process *process)
{
	const struct sp_crawl_input *all = process->run->input;
	const struct sp_plan *plan = process->crawl.plan;
	struct sp_crawl_input *input = &process->input;
	bool hosts = all->hosts && (plan->needs & SP_NEEDS_HOSTS ||
				    process->options.max_per_host);
	bool shapes = process->options.max_per_shape;
	bool trust = all->trust && sp_plan_uses_trust(plan);
	bool score = plan->needs & SP_NEEDS_SCORE;

	if (!process_number_seeds(process) ||
	    (hosts && !process_number_units(process, all->hosts,
					    &process->hosts)) ||
	    (hosts && all->domains &&
	     !process_number_units(process, all->domains,
				   &process->domains)) ||
	    (shapes && !process_number_units(process, all->shapes,
					     &process->shapes)))
		return false;
	if (score)
		process->score = process_number_values(process, all->score);
	if (trust)
		process->trust = process_number_values(process, all->trust);
	input->hosts = hosts ? &process->hosts : NULL;
	input->domains = process->domains.made ? &process->domains : NULL;
	input->shapes = shapes ? &process->shapes : NULL;
	input->score = process->score;
	input->trust = process->trust;
	return (!score || process->score) && (!trust || process->trust);
}

/* ---- open and close --------------------------------------------------- */

/*
 * A download of the process is one of the whole crawl: it gets the next
 * position there, the tick, and its page and process as others know them.  The
 * status of the sink of the run comes back through the loop of the process,
 * which ends the crawl.
 */
static enum sp_status
process_take_download(void *context, const struct sp_download *download,
		      struct sp_error *err)
{
	struct sp_process *process = context;
	struct sp_parallel_run *run = process->run;
	struct sp_download row = *download;

	(void)err; /* that of run->whole */
	run->whole.size = ++run->downloads;
	row.page = sp_real_page(&process->crawl, row.page);
	row.tick = run->tick;
	row.process = process->id;
	return sp_watch_download(&run->watch, &run->whole, &row);
}

/*
 * The numbers of the process, and its part of the graph if the order reads
 * that by itself (SP_NEEDS_LINKS).  A part has a number for each link abroad
 * of a page (part.c), usually more than SP_STAND_INS; arrays of the crawl are
 * as long as that, since orders index them by what they find in the graph.
 */
static enum sp_status
process_open_numbers(struct sp_process *process, uint64_t first,
		     uint64_t owned, struct sp_error *err)
{
	struct sp_parallel_run *run = process->run;
	struct sp_crawl_state *crawl = &process->crawl;
	struct sp_part part = { NULL, owned, run->how->owner, process->id,
				run->number };

	crawl->abroad = crawl->web;
	if (run->number) {
		crawl->page_of = part.page_of = run->page_of + first;
		crawl->abroad = owned;
	}
	crawl->pages = crawl->abroad + SP_STAND_INS;
	if (!run->number || !(crawl->plan->needs & SP_NEEDS_LINKS))
		return SP_OK;
	if (sp_part_graph(&part, run->accessor, &process->graph, err))
		return err->status;
	process->input.graph = process->graph;
	crawl->pages = sp_graph_pages(process->graph);
	return SP_OK;
}

/*
 * max is that of all processes together, which run_tick() counts.  Each
 * process draws its own random numbers, or all would choose alike; process 0
 * draws those of a crawl by one.  Periods go by the pages that a process may
 * expect, at least 1: a share of a web smaller than the processes would be 0.
 */
static void
process_begin(struct sp_process *process, struct sp_parallel_run *run,
	      uint16_t id, const struct sp_crawl_options *options,
	      const struct sp_plan *plan, struct sp_error *err)
{
	uint64_t web = sp_graph_pages(run->input->graph);

	process->run = run;
	process->id = id;
	process->input = *run->input;
	process->options = *options;
	process->options.max = 0;
	process->options.random_seed += id;
	process->sink.context = process;
	process->sink.download = process_take_download;
	process->watch.sink = &process->sink;
	process->crawl = (struct sp_crawl_state){
		.input = &process->input, .options = &process->options,
		.plan = plan, .report = &process->report, .err = err,
		.web = web,
		.expected = web / run->how->processes, .process = process,
		.links.accessor = run->accessor
	};
	if (!process->crawl.expected)
		process->crawl.expected = 1;
}

enum sp_status
sp_process_open(struct sp_process *process, struct sp_parallel_run *run,
		uint16_t id, uint64_t first, uint64_t owned,
		const struct sp_crawl_options *options,
		const struct sp_plan *plan, struct sp_error *err)
{
	struct sp_crawl_state *crawl = &process->crawl;

	process_begin(process, run, id, options, plan, err);
	if (process_open_numbers(process, first, owned, err))
		return err->status;
	if (!process_number_input(process))
		return sp_no_memory(err, "the pages of a process");
	if (sp_crawl_open(crawl, &process->sink) ||
	    sp_crawl_open_order(crawl))
		return err->status;
	return sp_watch_begin(&process->watch, crawl);
}

/*
 * One that was not opened has no plan, and nothing to free: run_close() closes
 * all, also after the third of ten failed.
 */
void
sp_process_close(struct sp_process *process)
{
	if (!process->run)
		return;
	sp_watch_free(&process->watch);
	sp_crawl_close(&process->crawl);
	sp_units_free(&process->hosts);
	sp_units_free(&process->domains);
	sp_units_free(&process->shapes);
	sp_graph_free(process->graph);
	sp_outbox_free(&process->outbox);
	free(process->seeds);
	free(process->score);
	free(process->trust);
	free(process->arrivals);
	free(process->foreign);
}
