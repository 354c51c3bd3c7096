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
#include "cli/file.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

struct options {
	const char *orders, *seeds, *seeds_top, *bench, *score, *trust;
	const char *period, *tie, *queue_log;
	uint64_t max, max_depth, max_per_host, max_frontier, random;
	uint64_t steps, trace, window;
	bool times, list, drop_missing;
};

struct run {
	struct cmd *cmd;
	const struct options *options;
	struct sp_plan *plans;
	uint64_t plan_count, plan_capacity;
	bool crawled;                 /* a plan crawls from seeds */
	bool scored;                  /* ... needs the benchmark */
	bool hosted;                  /* ... or the hosts */
	struct crawl_input input;
	struct sp_crawl_options how;
	struct cmd_output *output, *log_output;
	struct cmd log_cmd;
	struct table log;
	struct trace trace;
	struct progress progress;
	uint64_t steps;               /* of all crawls so far */
};

/* ---- options ---------------------------------------------------------- */

static enum sp_status
read_plans(struct run *run)
{
	const char *text = run->options->orders;

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

static enum sp_status
read_tie(struct run *run)
{
	static const char *const words[] = { "stamp", "id", "lifo", "random" };
	const char *text = run->options->tie;
	size_t length = strcspn(text, ":");

	run->how.tie_seed = 1;
	for (unsigned i = 0; i < 4; i++)
		if (strlen(words[i]) == length &&
		    !strncmp(words[i], text, length) &&
		    (!text[length] ||
		     (i == SP_TIE_RANDOM &&
		      sp_parse_uint(text + length + 1,
				    strlen(text + length + 1),
				    &run->how.tie_seed)))) {
			run->how.tie = (enum sp_tie)i;
			return SP_OK;
		}
	return sp_fail(&run->cmd->err, SP_USAGE, "option --tie: \"%s\" is not "
		       "one of stamp|id|lifo|random|random:SEED", text);
}

static enum sp_status
read_options(struct run *run)
{
	const struct options *options = run->options;
	const char *period = options->period;

	run->how.max = options->max;
	run->how.max_depth = options->max_depth;
	run->how.max_per_host = options->max_per_host;
	run->how.max_frontier = options->max_frontier;
	run->how.random_seed = options->random;
	run->how.steps = options->steps;
	if (options->trace &&
	    (!run->how.max || run->how.max > options->trace))
		run->how.max = options->trace;
	if (strcmp(period, "auto") &&
	    (!sp_parse_uint(period, strlen(period), &run->how.period) ||
	     !run->how.period))
		return sp_fail(&run->cmd->err, SP_USAGE, "option --k: \"%s\" "
			       "is neither a whole number of at least 1 nor "
			       "auto", period);
	if (options->seeds && options->seeds_top)
		return sp_fail(&run->cmd->err, SP_USAGE, "option --seeds does "
			       "not go with --seeds-top");
	if (options->trace && options->times)
		return sp_fail(&run->cmd->err, SP_USAGE, "option --times does "
			       "not go with --trace");
	return read_tie(run) ? run->cmd->err.status : read_plans(run);
}

/* ---- input ------------------------------------------------------------ */

static bool
is_made_again(const struct run *run, uint32_t tag, const uint8_t *head,
	      size_t length)
{
	for (uint64_t i = 0; i < run->plan_count; i++) {
		const struct sp_plan *plan = &run->plans[i];
		bool same = plan->strategy->revisits ?
			tag == SP_TAG_SCORES &&
			sp_score_head_is(head, length, plan->name) :
			tag == SP_TAG_ORDER &&
			sp_order_head_is(head, length, plan->name);

		if (same)
			return true;
	}
	return false;
}

/* Results that are made again are not passed on, nor what -R leaves out. */
static bool
pass(void *context, uint32_t tag, const uint8_t *head, size_t length)
{
	const struct run *run = context;

	if (is_made_again(run, tag, head, length))
		return false;
	return tag == SP_TAG_ORDER || tag == SP_TAG_PROVENANCE ||
	       !run->cmd->results_only;
}

static enum sp_status
load(struct run *run)
{
	const struct options *options = run->options;
	struct sp_load_options main = { .pass = pass, .pass_context = run };
	struct crawl_sources sources = {
		.with_seeds = run->crawled, .with_score = run->scored,
		.with_hosts = run->hosted || options->max_per_host ||
			      options->queue_log,
		.seeds = options->seeds, .seeds_top = options->seeds_top,
		.drop_missing = options->drop_missing,
		.bench = options->bench, .score = options->score,
		.trust = options->trust
	};

	if (!options->trace)
		main.writer = cmd_output_writer(run->output);
	return crawl_input_load(run->cmd, &sources, &main, &run->input);
}

/* ---- crawls ----------------------------------------------------------- */

static enum sp_status
crawl(struct run *run)
{
	const struct options *options = run->options;
	struct crawl_run how = {
		.cmd = run->cmd, .plans = run->plans,
		.plan_count = run->plan_count, .input = &run->input.crawl,
		.how = &run->how, .times = options->times,
		.log = options->queue_log ? &run->log : NULL,
		.window = options->window, .progress = &run->progress,
		.steps = &run->steps
	};
	struct sp_writer *stream;
	enum sp_status status;
	char *line;

	if (options->trace) {
		trace_begin(&run->trace, run->output, &run->cmd->err);
		status = crawl_to_trace(&how, &run->trace);
		return status ? status : table_end(&run->trace.table);
	}
	line = cmd_provenance(run->cmd, "");
	if (!line)
		return sp_no_memory(&run->cmd->err, "the provenance");
	stream = cmd_output_writer(run->output);
	status = crawl_to_stream(&how, stream);
	if (!status)
		status = sp_save_provenance(stream, line, &run->cmd->err);
	free(line);
	return status;
}

/* ---- the whole -------------------------------------------------------- */

static enum sp_status
open_outputs(struct run *run)
{
	const struct options *options = run->options;

	run->output = cmd_output_open(run->cmd, !options->trace);
	if (!run->output)
		return run->cmd->err.status;
	if (!options->queue_log)
		return SP_OK;
	run->log_cmd = *run->cmd;
	run->log_cmd.output = options->queue_log;
	run->log_output = cmd_output_open(&run->log_cmd, false);
	if (!run->log_output) {
		run->cmd->err = run->log_cmd.err;
		return run->cmd->err.status;
	}
	queue_log_begin(&run->log, run->log_output, &run->cmd->err);
	return SP_OK;
}

static enum sp_status
commit(struct run *run)
{
	enum sp_status status = SP_OK;

	if (run->log_output) {
		status = table_end(&run->log);
		if (!status && cmd_output_commit(run->log_output)) {
			run->cmd->err = run->log_cmd.err;
			status = run->cmd->err.status;
		}
	}
	return status ? status : cmd_output_commit(run->output);
}

static enum sp_status
work(struct run *run)
{
	enum sp_status status;

	if (run->options->list)
		return list_strategies(run->cmd);
	status = read_options(run);
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
	return status;
}

static void
clean_up(struct run *run)
{
	cmd_output_free(run->output);
	cmd_output_free(run->log_output);
	trace_free(&run->trace);
	crawl_input_free(&run->input);
	free(run->plans);
}

#define OPTION_ROWS 21

static void
option_rows(struct options *options, struct option_row rows[OPTION_ROWS])
{
	const struct option_row table[OPTION_ROWS] = {
		OPTION(TEXT, "order", "LIST", options->orders,
		       .help = "crawl by these, as bfs,fpr@100,ieca:k=500; see "
			       "--list"),
		OPTION(FLAG, "list", NULL, options->list, .local = true,
		       .help = "print all orders with their options, and end"),
		OPTION(TEXT, "seeds", "FILE", options->seeds, .local = true,
		       .help = "start from a list of URLs or page numbers"),
		OPTION(FLAG, "drop-missing", NULL, options->drop_missing,
		       .help = "with --seeds: leave out what is not a page"),
		OPTION(TEXT, "seeds-top", "SCORE:N", options->seeds_top,
		       .help = "start from the N pages with the largest SCORE"),
		OPTION(UINT, "steps", "N", options->steps,
		       .help = "visits of orders that visit pages again; 0: "
			       "ten a page"),
		OPTION(UINT, "max", "N", options->max,
		       .help = "download (or visit) at most N pages; 0: all"),
		OPTION(TEXT, "k", "N", options->period,
		       .help = "period of orders that recompute, or auto: a "
			       "fortieth of the pages"),
		OPTION(TEXT, "tie", "RULE", options->tie,
		       .help = "first among equal keys: stamp, id, lifo, "
			       "random, random:SEED"),
		OPTION(UINT, "max-depth", "N", options->max_depth,
		       .help = "queue no page deeper than N; 0: any"),
		OPTION(UINT, "max-per-host", "N", options->max_per_host,
		       .help = "queue at most N pages of a host; 0: any "
			       "number"),
		OPTION(UINT, "max-frontier", "N", options->max_frontier,
		       .help = "queue at most N pages at a time; 0: any "
			       "number"),
		OPTION(UINT, "rng", "N", options->random,
		       .help = "seed of orders that draw"),
		OPTION(TEXT, "bench", "FILE", options->bench, .local = true,
		       .help = "the stream with the score of omniscient"),
		OPTION(TEXT, "score", "NAME", options->score,
		       .help = "the score of omniscient"),
		OPTION(TEXT, "trust", "NAME", options->trust,
		       .help = "the score that is the trust in seeds, for fpr, "
			       "rankmass, wrankmass"),
		OPTION(UINT, "trace", "N", options->trace, .local = true,
		       .help = "print the first N decisions of each order "
			       "instead of a stream"),
		OPTION(TEXT, "queue-log", "FILE", options->queue_log,
		       .local = true,
		       .help = "write metrics of the frontier as TSV"),
		OPTION(UINT, "queue-window", "N", options->window, .least = 1,
		       .local = true,
		       .help = "one row of them every N downloads"),
		OPTION(FLAG, "times", NULL, options->times,
		       .help = "measure the seconds of each tenth, which makes "
			       "the output differ from run to run"),
		{ .name = NULL }
	};

	memcpy(rows, table, sizeof(table));
}

int
main(int argc, char **argv)
{
	struct options options = {
		.orders = "bfs", .score = "pagerank", .period = "250000",
		.tie = "stamp", .random = 1, .window = 10000
	};
	struct option_row rows[OPTION_ROWS];
	struct cmd cmd = {
		.name = "crawlorder", .synopsis = "[file]", .options = rows,
		.summary = "Replay crawls of a stored graph.",
		.operands_max = 1
	};
	struct run run = { .cmd = &cmd, .options = &options };
	enum sp_status status;

	option_rows(&options, rows);
	status = cmd_begin(&cmd, argc, argv);
	if (!status && !cmd.finished)
		status = work(&run);
	clean_up(&run);
	return cmd_end(&cmd, status);
}
