/* SPDX-License-Identifier: MIT */
/*
 * crawlorder - replays crawls of a stored graph
 *
 *	crawlorder [option ...] [file]
 *
 * Reads a stream with a graph and seeds, crawls the graph by one or several
 * strategies, and adds for each an order section: the pages as they were
 * downloaded.
 */
#include "input.h"
#include "log.h"
#include "run.h"
#include "cli/output.h"

#include "base/memory.h"
#include "section/orders.h"

#include <stdlib.h>
#include <string.h>

struct run {
	struct cmd *cmd;

	/* As the command line has it. */
	struct sp_crawl_options how;
	struct crawl_sources sources;
	const char *orders;
	uint64_t trace_rows;          /* print decisions; 0: write a stream */
	const char *queue_log;        /* write metrics of the frontier here */
	uint64_t window;              /* ... every so many downloads */
	bool times, list;

	struct sp_plan *plans;
	uint64_t plan_count, plan_capacity;
	bool crawled;                 /* a plan crawls from seeds */
	bool scored;                  /* ... needs the benchmark */
	bool hosted;                  /* ... or the hosts */
	struct crawl_input input;
	struct cmd_output *output, *log_output;
	struct table log;
	struct trace trace;
	struct progress progress;
	uint64_t steps;               /* of all crawls so far */
};

/* ---- options ---------------------------------------------------------- */

static enum sp_status
read_plans(struct run *run)
{
	const char *text = run->orders;

	for (;;) {
		size_t length = strcspn(text, ",");
		struct sp_plan *plan;

		if (!sp_grow(&run->plans, &run->plan_capacity,
			     run->plan_count + 1, sizeof(*plan)))
			return sp_no_memory(&run->cmd->err, "the orders");
		plan = &run->plans[run->plan_count++];
		if (sp_plan_parse(text, length, plan, &run->cmd->err))
			return sp_fail_in(&run->cmd->err, "option --order");
		for (uint64_t i = 0; i + 1 < run->plan_count; i++)
			if (!strcmp(run->plans[i].name, plan->name))
				return sp_fail(&run->cmd->err, SP_USAGE,
					       "option --order: %s twice",
					       plan->name);
		run->crawled = run->crawled || !plan->strategy->revisits;
		run->scored = run->scored || plan->needs & SP_NEEDS_SCORE;
		run->hosted = run->hosted || plan->needs & SP_NEEDS_HOSTS;
		if (!text[length])
			return SP_OK;
		text += length + 1;
	}
}

/* ---- input ------------------------------------------------------------ */

/* The sections that the plans make again, which do not pass on. */
static struct sp_section_name *
find_replaced(const struct run *run)
{
	struct sp_section_name *names = sp_alloc_zero(run->plan_count + 1,
						      sizeof(*names));

	for (uint64_t i = 0; names && i < run->plan_count; i++) {
		const struct sp_plan *plan = &run->plans[i];

		names[i].kinds = plan->strategy->revisits ?
				 SP_SECTION_SCORES : SP_SECTION_ORDERS;
		names[i].name = plan->name;
	}
	return names;
}

static enum sp_status
load(struct run *run)
{
	struct sp_section_name *replaced = find_replaced(run);
	struct sp_load_options main = { .drop_names = replaced };
	enum sp_status status;

	if (!replaced)
		return sp_no_memory(&run->cmd->err, "the names of orders");
	run->sources.with_seeds = run->crawled;
	run->sources.with_score = run->scored;
	run->sources.with_hosts = run->hosted || run->how.max_per_host ||
				  run->queue_log;
	if (!run->trace_rows)
		main.writer = cmd_output_writer(run->output);
	status = crawl_input_load(run->cmd, &run->sources, &main,
				  &run->input);
	free(replaced);
	return status;
}

/* ---- crawls ----------------------------------------------------------- */

static enum sp_status
crawl(struct run *run)
{
	struct sp_crawl_options limits = run->how;
	struct crawl_run how = {
		.cmd = run->cmd, .plans = run->plans,
		.plan_count = run->plan_count, .input = &run->input.crawl,
		.how = &limits, .times = run->times,
		.log = run->queue_log ? &run->log : NULL,
		.window = run->window, .progress = &run->progress,
		.steps = &run->steps
	};
	enum sp_status status;

	if (run->trace_rows) {
		if (!limits.max || limits.max > run->trace_rows)
			limits.max = run->trace_rows;
		trace_begin(&run->trace, run->output, &run->cmd->err);
		status = crawl_to_trace(&how, &run->trace);
		return status ? status : table_end(&run->trace.table);
	}
	return crawl_to_stream(&how, cmd_output_writer(run->output));
}

/* ---- the whole -------------------------------------------------------- */

static enum sp_status
open_outputs(struct run *run)
{
	run->output = cmd_output_open(run->cmd, run->cmd->output,
				      !run->trace_rows);
	if (!run->output)
		return run->cmd->err.status;
	if (!run->queue_log)
		return SP_OK;
	run->log_output = cmd_output_open(run->cmd, run->queue_log, false);
	if (!run->log_output)
		return run->cmd->err.status;
	queue_log_begin(&run->log, run->log_output, &run->cmd->err);
	return SP_OK;
}

static enum sp_status
commit(struct run *run)
{
	enum sp_status status = SP_OK;

	if (run->log_output) {
		status = table_end(&run->log);
		if (!status)
			status = cmd_output_commit(run->log_output);
	}
	if (status)
		return status;
	return run->trace_rows ? cmd_output_commit(run->output) :
				 cmd_output_sign(run->output);
}

static enum sp_status
work(struct run *run)
{
	enum sp_status status;

	if (run->list)
		return list_strategies(run->cmd);
	status = read_plans(run);
	if (!status)
		status = open_outputs(run);
	if (!status)
		status = load(run);
	progress_begin(&run->progress, run->cmd, "download");
	if (!status)
		status = crawl(run);
	progress_end(&run->progress);
	if (!status)
		status = commit(run);
	cmd_count(run->cmd, "orders", run->plan_count);
	cmd_count(run->cmd, "seeds", run->input.crawl.seed_count);
	cmd_output_free(run->output);
	cmd_output_free(run->log_output);
	trace_free(&run->trace);
	crawl_input_free(&run->input);
	free(run->plans);
	return status;
}

static int
crawlorder(struct run *run, int argc, char **argv)
{
	struct sp_crawl_options *how = &run->how;
	struct crawl_sources *from = &run->sources;
	struct option_row rows[] = {
		OPTION("order", "LIST", run->orders,
		       .help = "orders such as bfs,fpr@100 (see --list)"),
		FLAG("list", run->list, .local = true,
		     .help = "print all orders with their options"),
		OPTION("seeds", "FILE", from->seeds, .local = true,
		       .excludes = &from->seeds_top,
		       .help = "list of the pages to start from"),
		FLAG("drop-missing", from->drop_missing,
		     .help = "with --seeds: skip what is not a page"),
		OPTION("seeds-top", "SCORE:N", from->seeds_top,
		       .help = "start from the N pages of largest SCORE"),
		OPTION("steps", "N", how->steps,
		       .help = "visits of orders that revisit; 0: 10 a page"),
		OPTION("max", "N", how->max,
		       .help = "download at most N pages; 0: all"),
		OPTION("k", "N", how->period, .least = 1, .zero = "auto",
		       .help = "downloads between rankings, or auto"),
		CHOICE("tie", "RULE", how->tie,
		       "stamp|id|lifo|random[:SEED]", .seed = &how->tie_seed,
		       .help = "first among equal keys"),
		OPTION("max-depth", "N", how->max_depth,
		       .help = "ignore pages deeper than N; 0: no limit"),
		OPTION("max-per-host", "N", how->max_per_host,
		       .help = "pages queued per host; 0: no limit"),
		OPTION("max-frontier", "N", how->max_frontier,
		       .help = "pages queued at a time; 0: no limit"),
		OPTION("rng", "N", how->random_seed,
		       .help = "seed of orders that draw at random"),
		OPTION("bench", "FILE", from->bench, .local = true,
		       .help = "stream with the score of omniscient"),
		OPTION("score", "NAME", from->score,
		       .help = "score of omniscient"),
		OPTION("trust", "NAME", from->trust,
		       .help = "score that is the trust in each seed"),
		OPTION("trace", "N", run->trace_rows, .local = true,
		       .help = "print the first N decisions instead"),
		OPTION("queue-log", "FILE", run->queue_log, .local = true,
		       .help = "write metrics of the frontier as TSV"),
		OPTION("queue-window", "N", run->window, .least = 1,
		       .local = true, .help = "log one row every N downloads"),
		FLAG("times", run->times, .excludes = &run->trace_rows,
		     .help = "store seconds: each run's output differs"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "crawlorder", .synopsis = "[file]", .options = rows,
		.summary = "Replay crawls of a stored graph.",
		.operands_max = 1, .keeps = SP_SECTION_ORDERS
	};

	run->cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, work(run));
}

int
main(int argc, char **argv)
{
	struct run run = {
		.how = SP_CRAWL_DEFAULTS, .sources = { .score = "pagerank" },
		.orders = "bfs", .window = 10000
	};

	return crawlorder(&run, argc, argv);
}
