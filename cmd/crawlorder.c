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
#include "crawl_log.h"
#include "pagelist.h"

#include "base/memory.h"
#include "base/number.h"
#include "io/save_orders.h"
#include "seed/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 1024 /* downloads that are handed on together */

struct options {
	const char *orders, *seeds, *seeds_top, *bench, *score, *trust;
	const char *period, *tie, *queue_log;
	uint64_t max, max_depth, max_per_host, max_frontier, random;
	uint64_t trace, window;
	bool times, list, drop_missing;
};

struct run {
	struct cmd *cmd;
	const struct options *options;
	struct sp_plan *plans;
	uint64_t plan_count, plan_capacity;
	bool scored;                  /* a plan needs the benchmark */
	bool hosted;                  /* ... or the hosts */
	struct sp_contents contents, bench;
	struct sp_seeds picked;
	uint32_t *seeds;
	uint64_t seed_count;
	uint32_t *domain_of;
	struct sp_index *index;
	struct sp_crawl_input input;
	struct sp_crawl_options how;
	struct cmd_output *output, *log_output;
	struct cmd log_cmd;
	struct table log;
	struct trace trace;
};

/* Where the downloads of one crawl go. */
struct order_sink {
	struct run *run;
	const struct sp_plan *plan;
	struct sp_order_writer *writer;   /* one of them, or none */
	struct sp_order *order;
	uint64_t count;
	struct sp_download rows[BATCH];
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

/* Orders that are made again are not passed on, nor what -R leaves out. */
static bool
pass(void *context, uint32_t tag, const uint8_t *head, size_t length)
{
	const struct run *run = context;

	if (tag == SP_TAG_ORDER) {
		for (uint64_t i = 0; i < run->plan_count; i++)
			if (sp_order_head_is(head, length,
					     run->plans[i].name))
				return false;
		return true;
	}
	return tag == SP_TAG_PROVENANCE || !run->cmd->results_only;
}

static enum sp_status
load(struct run *run)
{
	const struct options *options = run->options;
	struct cmd *cmd = run->cmd;
	bool seeds_here = !options->seeds && !options->seeds_top;
	bool scores = options->seeds_top || options->trust ||
		      (run->scored && !options->bench);
	const char *side = cmd_side_input(cmd, seeds_here);
	struct sp_load_options main = { .want = SP_WANT_GRAPH };
	struct sp_load_options bench = { .want = SP_WANT_SCORES };
	enum sp_status status;

	if (run->hosted || options->max_per_host || options->queue_log)
		main.want |= SP_WANT_HOSTS;
	if (options->seeds)
		main.want |= SP_WANT_NAMES;
	if (scores)
		main.want |= SP_WANT_SCORES;
	if (seeds_here)
		main.want |= SP_WANT_SEEDS;
	main.pass = pass;
	main.pass_context = run;
	if (!side && !cmd->graph && !options->trace)
		main.writer = cmd_output_writer(run->output);
	status = cmd_load(cmd, cmd_main_input(cmd), &main, &run->contents);
	if (!status && side) {
		main.want &= ~(unsigned)(SP_WANT_GRAPH | SP_WANT_HOSTS |
					 SP_WANT_NAMES);
		if (!options->trace)
			main.writer = cmd_output_writer(run->output);
		status = cmd_load(cmd, side, &main, &run->contents);
	}
	if (!status && !run->contents.graph)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no graph in the "
				 "stream (give one with -g)",
				 cmd_main_input(cmd));
	if (!status && run->scored && options->bench)
		status = cmd_load(cmd, options->bench, &bench, &run->bench);
	return status;
}

static enum sp_status
find_score(struct run *run, const struct sp_contents *contents,
	   const char *name, const double **values)
{
	const struct sp_score *score = sp_contents_score(contents, name);
	struct sp_basis graph = sp_basis_of(run->contents.graph);

	if (!score)
		return sp_fail(&run->cmd->err, SP_DATA, "no score \"%s\" in "
			       "the stream", name);
	if (!sp_fingerprint_equal(&score->basis.origin, &graph.origin))
		return sp_fail(&run->cmd->err, SP_DATA, "score \"%s\": of "
			       "another graph than the one that is crawled",
			       name);
	*values = score->values;
	return SP_OK;
}

/* ---- seeds ------------------------------------------------------------ */

static enum sp_status
seeds_of_file(struct run *run)
{
	struct page_list_options how = {
		.names = run->contents.has_names ? &run->contents.names : NULL,
		.pages = sp_graph_pages(run->contents.graph),
		.drop_missing = run->options->drop_missing
	};
	struct page_list list = { 0 };
	enum sp_status status;

	status = page_list_read(run->options->seeds, &how, &list,
				&run->cmd->err);
	if (!status)
		status = sp_pick_list(list.pages, list.count, how.pages,
				      &run->picked, &run->cmd->err);
	if (!status && list.missing)
		cmd_warn(run->cmd, "%llu of the list are not pages of the "
			 "graph and were left out",
			 (unsigned long long)list.missing);
	page_list_free(&list);
	return status;
}

/* "SCORE:N" */
static enum sp_status
seeds_of_score(struct run *run)
{
	const char *text = run->options->seeds_top;
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	char name[SP_SCORE_NAME_MAX + 1];
	const double *values;
	uint64_t count;

	if (!length || length > SP_SCORE_NAME_MAX ||
	    !sp_parse_uint(colon + 1, strlen(colon + 1), &count) || !count)
		return sp_fail(&run->cmd->err, SP_USAGE, "option --seeds-top: "
			       "\"%s\" is not SCORE:N, as pagerank:160", text);
	memcpy(name, text, length);
	name[length] = '\0';
	if (find_score(run, &run->contents, name, &values))
		return run->cmd->err.status;
	return sp_pick_top(values, sp_graph_pages(run->contents.graph), count,
			   &run->picked, &run->cmd->err);
}

static enum sp_status
find_seeds(struct run *run)
{
	const struct sp_seeds *seeds = &run->picked;
	enum sp_status status = SP_OK;

	if (run->options->seeds)
		status = seeds_of_file(run);
	else if (run->options->seeds_top)
		status = seeds_of_score(run);
	else if (run->contents.has_seeds)
		seeds = &run->contents.seeds;
	else
		status = sp_fail(&run->cmd->err, SP_DATA, "no seeds in the "
				 "stream (seedpick makes them; or give "
				 "--seeds FILE)");
	if (status)
		return status;
	run->seeds = sp_alloc(seeds->count, sizeof(*run->seeds));
	if (!run->seeds)
		return sp_no_memory(&run->cmd->err, "the seeds");
	for (uint64_t i = 0; i < seeds->count; i++)
		run->seeds[i] = seeds->seeds[i].page;
	run->seed_count = seeds->count;
	return SP_OK;
}

static enum sp_status
prepare(struct run *run)
{
	const struct options *options = run->options;
	struct sp_contents *contents = &run->contents;
	struct sp_error *err = &run->cmd->err;
	struct sp_crawl_input *input = &run->input;
	enum sp_status status = find_seeds(run);

	if (!status && run->scored)
		status = find_score(run, options->bench ? &run->bench :
							  contents,
				    options->score, &input->score);
	if (!status && options->trust)
		status = find_score(run, contents, options->trust,
				    &input->trust);
	if (!status && contents->has_hosts && contents->hosts.domains.count)
		status = sp_hosts_domains(&contents->hosts, &run->domain_of,
					  err);
	if (!status)
		status = sp_index_new(contents->graph,
				      (int)run->cmd->threads, &run->index,
				      err);
	input->graph = contents->graph;
	input->index = run->index;
	input->seeds = run->seeds;
	input->seed_count = run->seed_count;
	input->hosts = contents->has_hosts ? &contents->hosts : NULL;
	input->domain_of = run->domain_of;
	for (uint64_t p = 0; !status && input->trust &&
			     p < sp_graph_pages(contents->graph); p++)
		if (!(input->trust[p] >= 0))
			status = sp_fail(err, SP_DATA, "score \"%s\": the "
					 "trust in page %llu is below 0",
					 options->trust,
					 (unsigned long long)p);
	return status;
}

/* ---- crawls ----------------------------------------------------------- */

static enum sp_status
flush(struct order_sink *sink, struct sp_error *err)
{
	uint64_t count = sink->count;

	sink->count = 0;
	if (sink->writer)
		return sp_order_writer_add(sink->writer, sink->rows, count,
					   err);
	return sp_order_add(sink->order,
			    SP_COLUMN_DEPTHS | SP_COLUMN_PARENTS |
				    SP_COLUMN_KEYS,
			    sink->rows, count, err);
}

static enum sp_status
take_download(void *context, const struct sp_download *download,
	      struct sp_error *err)
{
	struct order_sink *sink = context;

	sink->rows[sink->count++] = *download;
	return sink->count == BATCH ? flush(sink, err) : SP_OK;
}

static enum sp_status
take_found(void *context, const struct sp_download *download,
	   const struct sp_found *found, uint64_t count, uint64_t frontier,
	   struct sp_error *err)
{
	struct order_sink *sink = context;

	return trace_found(&sink->run->trace, download, found, count,
			   frontier, err);
}

static enum sp_status
take_window(void *context, const struct sp_queue_window *window,
	    struct sp_error *err)
{
	struct order_sink *sink = context;

	(void)err;
	queue_log_row(&sink->run->log, sink->plan->name, window);
	return SP_OK;
}

static double
seconds(void *context)
{
	struct timespec now;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One crawl, to a writer or into memory (trace: neither). */
static enum sp_status
crawl(struct run *run, const struct sp_plan *plan,
      struct sp_order_writer *writer, struct sp_order *order,
      struct sp_crawl_report *report, struct sp_error *err)
{
	struct order_sink *to = sp_alloc_zero(1, sizeof(*to));
	struct sp_crawl_sink sink = { .context = to };
	enum sp_status status;

	if (!to)
		return sp_no_memory(err, "a crawl");
	to->run = run;
	to->plan = plan;
	to->writer = writer;
	to->order = order;
	if (writer || order)
		sink.download = take_download;
	else
		sink.found = take_found;
	if (run->options->queue_log) {
		sink.windowed = take_window;
		sink.window_downloads = run->options->window;
	}
	if (run->options->times)
		sink.clock = seconds;
	status = sp_crawl(&run->input, &run->how, plan, &sink, report, err);
	if (!status && to->count)
		status = flush(to, err);
	free(to);
	return status;
}

/* What the crawl was like, for -v. */
static void
tell(struct run *run, const struct sp_plan *plan,
     const struct sp_crawl_report *report)
{
	cmd_say(run->cmd, "%s: %llu downloads, %llu links, %llu pages known, "
		"frontier at most %llu, %llu key updates, %llu dropped, "
		"%llu rankings of %llu iterations, %llu guards",
		plan->name, (unsigned long long)report->downloads,
		(unsigned long long)report->links,
		(unsigned long long)report->known,
		(unsigned long long)report->frontier_peak,
		(unsigned long long)report->updates,
		(unsigned long long)report->dropped,
		(unsigned long long)report->recomputed,
		(unsigned long long)report->iterations,
		(unsigned long long)report->guards);
}

/* Crawls and writes at once: nothing of the order stays in memory. */
static enum sp_status
write_crawl(struct run *run, const struct sp_plan *plan,
	    struct sp_order_writer *writer)
{
	struct sp_basis basis = sp_basis_of(run->contents.graph);
	struct sp_error *err = &run->cmd->err;
	struct sp_crawl_report report;
	enum sp_status status;

	status = sp_order_writer_begin(writer, plan->name, &basis, err);
	if (!status)
		status = crawl(run, plan, writer, NULL, &report, err);
	if (!status)
		status = sp_order_writer_end(writer, &report, err);
	if (!status)
		tell(run, plan, &report);
	return status;
}

static enum sp_status
write_order(struct run *run, const struct sp_order *order,
	    struct sp_order_writer *writer)
{
	struct sp_basis basis = sp_basis_of(run->contents.graph);
	struct sp_error *err = &run->cmd->err;
	enum sp_status status;

	status = sp_order_writer_begin(writer, order->name, &basis, err);
	for (uint64_t i = 0; !status && i < order->count; i++) {
		struct sp_download row = {
			order->pages[i], order->parents[i], order->depths[i],
			order->keys[i]
		};

		status = sp_order_writer_add(writer, &row, 1, err);
	}
	if (!status)
		status = sp_order_writer_end(writer, &order->report, err);
	return status;
}

/*
 * Crawls side by side, as many as there are threads, and then writes them in
 * their order.
 */
static enum sp_status
crawl_group(struct run *run, uint64_t first, uint64_t count,
	    struct sp_order_writer *writer)
{
	struct sp_order *orders = sp_alloc_zero(count, sizeof(*orders));
	struct sp_error *errors = sp_alloc_zero(count, sizeof(*errors));
	enum sp_status status = SP_OK;

	if (!orders || !errors) {
		status = sp_no_memory(&run->cmd->err, "the orders");
		count = 0;
	}
#pragma omp parallel for num_threads((int)count) schedule(static, 1)
	for (uint64_t i = 0; i < count; i++) {
		const struct sp_plan *plan = &run->plans[first + i];

		memcpy(orders[i].name, plan->name, sizeof(orders[i].name));
		if (!crawl(run, plan, NULL, &orders[i], &orders[i].report,
			   &errors[i]))
			errors[i].status = SP_OK;
	}
	for (uint64_t i = 0; i < count; i++) {
		if (!status && errors[i].status) {
			run->cmd->err = errors[i];
			status = errors[i].status;
		}
		if (!status)
			status = write_order(run, &orders[i], writer);
		if (!status)
			tell(run, &run->plans[first + i], &orders[i].report);
	}
	for (uint64_t i = 0; i < count; i++)
		sp_order_free(&orders[i]);
	free(orders);
	free(errors);
	return status;
}

static enum sp_status
crawl_all(struct run *run)
{
	struct sp_writer *stream = cmd_output_writer(run->output);
	struct sp_order_writer *writer = sp_order_writer_new(stream);
	const struct options *options = run->options;
	uint64_t group = run->cmd->threads;
	enum sp_status status = SP_OK;
	char *line = cmd_provenance(run->cmd, "");

	if (!writer || !line)
		status = sp_no_memory(&run->cmd->err, "an order");
	if (options->queue_log || options->times)
		group = 1;
	for (uint64_t i = 0; !status && i < run->plan_count; i += group) {
		uint64_t left = run->plan_count - i;

		if (group == 1 && !options->times)
			status = write_crawl(run, &run->plans[i], writer);
		else
			status = crawl_group(run, i, left < group ? left :
								    group,
					     writer);
	}
	if (!status)
		status = sp_save_provenance(stream, line, &run->cmd->err);
	sp_order_writer_free(writer);
	free(line);
	return status;
}

static enum sp_status
trace_all(struct run *run)
{
	struct sp_crawl_report report;
	enum sp_status status = SP_OK;

	trace_begin(&run->trace, run->output, &run->cmd->err);
	for (uint64_t i = 0; !status && i < run->plan_count; i++) {
		run->trace.order = run->plans[i].name;
		run->trace.downloads = 0;
		status = crawl(run, &run->plans[i], NULL, NULL, &report,
			       &run->cmd->err);
	}
	return status ? status : table_end(&run->trace.table);
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
	if (!status)
		status = prepare(run);
	if (!status)
		status = run->options->trace ? trace_all(run) :
					       crawl_all(run);
	if (!status)
		status = commit(run);
	cmd_count(run->cmd, "orders", run->plan_count);
	cmd_count(run->cmd, "seeds", run->seed_count);
	return status;
}

static void
clean_up(struct run *run)
{
	cmd_output_free(run->output);
	cmd_output_free(run->log_output);
	trace_free(&run->trace);
	sp_index_free(run->index);
	sp_seeds_free(&run->picked);
	sp_contents_free(&run->contents);
	sp_contents_free(&run->bench);
	free(run->domain_of);
	free(run->seeds);
	free(run->plans);
}

#define TEXT(long_name, field, argument_name, ...) \
	{ .name = long_name, .kind = OPTION_TEXT, .argument = argument_name, \
	  .value = &options.field, __VA_ARGS__ }
#define WHOLE(long_name, field, ...) \
	{ .name = long_name, .kind = OPTION_UINT, .argument = "N", \
	  .value = &options.field, __VA_ARGS__ }
#define FLAG(long_name, field, ...) \
	{ .name = long_name, .kind = OPTION_FLAG, .value = &options.field, \
	  __VA_ARGS__ }

int
main(int argc, char **argv)
{
	struct options options = {
		.orders = "bfs", .score = "pagerank", .period = "250000",
		.tie = "stamp", .random = 1, .window = 10000
	};
	struct option_row table[] = {
		TEXT("order", orders, "LIST", .help = "crawl by these, as "
		     "bfs,fpr@100,ieca:k=500; see --list"),
		FLAG("list", list, .local = true,
		     .help = "print all orders with their options, and end"),
		TEXT("seeds", seeds, "FILE", .local = true, .help = "start "
		     "from a list of URLs or page numbers"),
		FLAG("drop-missing", drop_missing,
		     .help = "with --seeds: leave out what is not a page"),
		TEXT("seeds-top", seeds_top, "SCORE:N",
		     .help = "start from the N pages with the largest SCORE"),
		WHOLE("max", max, .help = "download at most N pages; 0: all"),
		TEXT("k", period, "N", .help = "period of orders that "
		     "recompute, or auto: a fortieth of the pages"),
		TEXT("tie", tie, "RULE", .help = "first among equal keys: "
		     "stamp, id, lifo, random, random:SEED"),
		WHOLE("max-depth", max_depth,
		      .help = "queue no page deeper than N; 0: any"),
		WHOLE("max-per-host", max_per_host,
		      .help = "queue at most N pages of a host; 0: any number"),
		WHOLE("max-frontier", max_frontier,
		      .help = "queue at most N pages at a time; 0: any number"),
		WHOLE("rng", random, .help = "seed of orders that draw"),
		TEXT("bench", bench, "FILE", .local = true,
		     .help = "the stream with the score of omniscient"),
		TEXT("score", score, "NAME",
		     .help = "the score of omniscient"),
		TEXT("trust", trust, "NAME", .help = "the score that is the "
		     "trust in seeds, for fpr, rankmass, wrankmass"),
		WHOLE("trace", trace, .local = true, .help = "print the first "
		      "N decisions of each order instead of a stream"),
		TEXT("queue-log", queue_log, "FILE", .local = true,
		     .help = "write metrics of the frontier as TSV"),
		WHOLE("queue-window", window, .least = 1, .local = true,
		      .help = "one row of them every N downloads"),
		FLAG("times", times, .help = "measure the seconds of each "
		     "tenth, which makes the output differ from run to run"),
		{ .name = NULL }
	};
	struct cmd cmd = {
		.name = "crawlorder", .synopsis = "[file]", .options = table,
		.summary = "Replay crawls of a stored graph.",
		.operands_max = 1
	};
	struct run run = { .cmd = &cmd, .options = &options };
	enum sp_status status = cmd_begin(&cmd, argc, argv);

	if (!status && !cmd.finished)
		status = work(&run);
	clean_up(&run);
	return cmd_end(&cmd, status);
}
