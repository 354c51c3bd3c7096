/* SPDX-License-Identifier: MIT */
/*
 * The table of the options of crawlorder, in six parts of a function each.  An
 * option of an order is none of these, but part of its word ("fpr@100"), so
 * that several orders of one run can have different ones.
 *
 * The groups say which options exclude each other, and which of them have no
 * effect beside another (.idle_with): these are left out of the provenance,
 * because a stream must not say that something shaped it that did not.
 */
#include "crawlorder.h"

#include "cli/input.h"

#include "crawl/orders/plan.h"

#include <stdio.h>

/* All orders, "bfs|dfs|...", for completion. */
static void
name_strategies(char *names, size_t size)
{
	const struct sp_strategy *strategy;
	size_t used = 0;

	names[0] = '\0';
	for (unsigned i = 0; used < size && (strategy = sp_strategy_at(i)); i++)
		used += (size_t)snprintf(names + used, size - used, "%s%s",
					 i ? "|" : "", strategy->name);
}

#define OWNERS 1 /* the group of a file that says which process owns a page */
#define SEEDS 2  /* ... of what says which pages are seeds */

/* The table of options, in six parts: what crawls are like, ... */
static void
put_crawl_rows(struct crawlorder *job, struct option_row *to)
{
	struct sp_crawl_options *how = &job->how;
	struct crawl_sources *from = &job->sources;

	OPTIONS_ADD(to,
		OPTION("order", "LIST", job->orders, .list_of = job->names,
		       .help = "orders such as bfs,fpr@100 (see --list)"),
		FLAG("list", job->list, .local = true,
		     .help = "print all orders with their options"),
		OPTION("seeds", "FILE", from->seeds,
		       .excludes = &from->seeds_top,
		       .help = "list of the pages to start from"),
		FLAG("drop-missing", from->drop_missing, .needs = &from->seeds,
		     .help = "with --seeds: skip what is not a page"),
		CMD_MATCH_ROW(from->match, .needs = &from->seeds,
			      .idle_without = &from->seeds),
		OPTION("seeds-top", "SCORE:N", from->seeds_top,
		       .group = SEEDS,
		       .help = "start from the N pages of largest SCORE"),
		OPTION("beside", "ORDER", from->beside, .group = SEEDS,
		       .excludes = &from->seeds,
		       .help = "seeds and length of ORDER in the stream"),
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
		OPTION("max-depth-per-host", "N", how->max_host_depth,
		       .idle_without = &how->max_host_depth,
		       .help = "... deeper in their host; 0: no limit"),
		OPTION("max-per-host", "LIMIT", job->per_host,
		       .help = "pages queued per host, N or N% of the crawl; "
			       "0: no limit"),
		OPTION("max-per-shape", "N", how->max_per_shape,
		       .idle_without = &how->max_per_shape,
		       .help = "pages queued per shape; 0: no limit"),
		OPTION("max-frontier", "N", how->max_frontier,
		       .help = "pages queued at a time; 0: no limit"),
		OPTION("snapshots", "LIST", job->snapshots,
		       .help = "moments when the next snapshot takes over"),
		OPTION("rng", "N", how->random_seed,
		       .help = "seed of orders and servers that are random"));
}

/* ... what they work on, ... */
static void
put_input_rows(struct crawlorder *job, struct option_row *to)
{
	struct crawl_sources *from = &job->sources;

	OPTIONS_ADD(to,
		CHOICE("form", "FORM", from->form, "auto|compact|plain",
		       .local = true,
		       .help = "links as they are, or all decoded"),
		OPTION("bench", "FILE", from->bench, .local = true,
		       .help = "stream with the score of omniscient"),
		OPTION("score", "NAME", from->score,
		       .help = "score that omniscient uses"),
		OPTION("trust", "NAME", from->trust,
		       .help = "score that is the trust in each seed"));
}

/* ... several processes, or pages at once, ... */
static void
put_parallel_rows(struct crawlorder *job, struct option_row *to)
{
	struct sp_crawl_options *how = &job->how;
	struct crawl_parallel_options *procs = &job->procs;

	OPTIONS_ADD(to,
		OPTION("at-once", "N", how->at_once, .least = 1,
		       .help = "download N pages, then follow their links"),
		OPTION("procs", "P", procs->processes, .least = 1,
		       .most = SP_PROCESSES_MAX,
		       .help = "crawl by P processes, each with its pages"),
		CHOICE("partition", "RULE", procs->partition,
		       "site-hash|url-hash|range|tld",
		       .needs = &procs->processes,
		       .idle_without = &procs->processes, .idle_with = OWNERS,
		       .help = "which process owns a page"),
		OPTION("partition-file", "FILE", procs->file, .group = OWNERS,
		       .needs = &procs->processes,
		       .excludes = &procs->partition,
		       .help = "owners of pages, a number a line"),
		CHOICE("mode", "MODE", procs->mode,
		       "exchange|firewall|crossover",
		       .needs = &procs->processes,
		       .idle_without = &procs->processes,
		       .help = "what becomes of links to others' pages"),
		OPTION("batch", "B", procs->batch, .least = 1,
		       .needs = &procs->processes, .only_with = &procs->mode,
		       .only_values = 1U << SP_EXCHANGE,
		       .idle_without = &procs->processes,
		       .help = "send links every B downloads"),
		OPTION("replicate", "FILE", procs->replicate,
		       .needs = &procs->processes, .only_with = &procs->mode,
		       .only_values = 1U << SP_EXCHANGE,
		       .help = "list of pages that all processes know"));
}

/* An option of crawls in time, and one of those in which time is no count. */
#define FOR_TIME(timing) \
	.needs = &(timing)->how.queues, .idle_without = &(timing)->how.queues
#define FOR_CLOCK(timing) \
	FOR_TIME(timing), .only_with = &(timing)->how.queues, \
	.only_values = 1u << SP_QUEUES_HOST | 1u << SP_QUEUES_GLOBAL | \
		       1u << SP_QUEUES_SLOTS | 1u << SP_QUEUES_BATCH

/* ... crawls in time: where pages wait and for how long, ... */
static void
put_time_rows(struct crawlorder *job, struct option_row *to)
{
	struct crawl_timing_options *timing = &job->timing;
	struct sp_timing *how = &timing->how;
	struct sp_server *usual = &how->usual;

	OPTIONS_ADD(to,
		CHOICE("time", "QUEUES", how->queues,
		       "none|host|global|slots|batch:PAGES|requests",
		       .seed = &how->batch, .idle_without = &how->queues,
		       .help = "let downloads take time; where pages wait"),
		OPTION("connections", "N", how->connections, FOR_CLOCK(timing),
		       .least = 1, .most = 1e9, .help = "requests at a time"),
		OPTION("host-connections", "N", usual->connections,
		       FOR_CLOCK(timing), .least = 1,
		       .help = "... to one host"),
		OPTION("delay", "TIME", usual->delay, FOR_CLOCK(timing),
		       .duration = true,
		       .help = "wait between two requests to a host"),
		CHOICE("delay-from", "MOMENT", how->delay_from, "end|start",
		       FOR_CLOCK(timing),
		       .help = "which moment of a request it counts from"),
		OPTION("delay-factor", "F", how->delay_factor,
		       FOR_CLOCK(timing), .most = 1e6,
		       .help = "wait at least F times the last request"),
		OPTION("max-delay", "TIME", how->delay_most, FOR_CLOCK(timing),
		       .duration = true,
		       .help = "... but not longer by that; 0: no limit"),
		OPTION("budget", "N", how->budget, FOR_CLOCK(timing),
		       .least = 1, .most = 4e9,
		       .help = "requests until it is another host's turn"),
		OPTION("between", "TIME", how->between, FOR_CLOCK(timing),
		       .duration = true, .help = "time between two batches"),
		OPTION("time-limit", "TIME", how->limit, FOR_TIME(timing),
		       .duration = true,
		       .help = "end the crawl then; 0: no limit"));
}

/* ... what servers do, ... */
static void
put_server_rows(struct crawlorder *job, struct option_row *to)
{
	struct crawl_timing_options *timing = &job->timing;
	struct sp_timing *how = &timing->how;
	struct sp_server *usual = &how->usual;

	OPTIONS_ADD(to,
		OPTION("response", "TIME", usual->response, FOR_CLOCK(timing),
		       .duration = true,
		       .help = "median until a server answers"),
		OPTION("spread", "S", how->spread, FOR_CLOCK(timing),
		       .most = 5, .help = "deviation of its logarithm"),
		OPTION("host-spread", "S", how->host_spread, FOR_CLOCK(timing),
		       .most = 5, .help = "... of the medians of hosts"),
		OPTION("bandwidth", "BYTES", usual->bandwidth,
		       FOR_CLOCK(timing),
		       .help = "bytes a second of a request; 0: no limit"),
		OPTION("total-bandwidth", "BYTES", how->total_bandwidth,
		       FOR_CLOCK(timing),
		       .help = "... and of all together; 0: no limit"),
		OPTION("page-size", "BYTES", how->page_size, FOR_CLOCK(timing),
		       .help = "size of a page that has none"),
		OPTION("setup", "TIME", how->setup, FOR_CLOCK(timing),
		       .duration = true, .help = "time to connect"),
		OPTION("lookup", "TIME", how->lookup, FOR_CLOCK(timing),
		       .duration = true,
		       .help = "time for DNS and robots.txt of a host"),
		OPTION("timeout", "TIME", how->timeout, FOR_CLOCK(timing),
		       .duration = true,
		       .help = "give a request up after that; 0: never"),
		OPTION("failures", "PART", usual->failures, FOR_TIME(timing),
		       .most = 1, .help = "part of requests that fail"),
		OPTION("retries", "N", how->retries, FOR_TIME(timing),
		       .most = 10000,
		       .help = "ask N times more for a page that failed"),
		OPTION("retry-wait", "TIME", how->retry_wait,
		       FOR_TIME(timing), .duration = true,
		       .help = "wait before the first; then twice as long"),
		FLAG("as-fetched", timing->as_fetched, FOR_TIME(timing),
		     .help = "pages fail as they did in the crawl"),
		OPTION("host-table", "FILE", timing->table, FOR_TIME(timing),
		       .help = "what is known of hosts, a line each"));
}

/* ... and topics, and what is written. */
static void
put_result_rows(struct crawlorder *job, struct option_row *to)
{
	struct crawl_sources *from = &job->sources;

	OPTIONS_ADD(to,
		OPTION("relevance", "NAME", from->topic.relevance,
		       .help = "score that says how relevant pages are"),
		OPTION("anchors", "NAME", from->topic.anchors,
		       .help = "scores of links by their texts"),
		OPTION("contexts", "NAME", from->topic.contexts,
		       .help = "scores of links by the text around"),
		OPTION("trace", "N", job->trace_rows, .local = true,
		       .help = "print the first N decisions instead"),
		OPTION("queue-log", "FILE", job->queue.file, .local = true,
		       .writes = true,
		       .help = "write metrics of the frontier as TSV"),
		OPTION("fresh-log", "FILE", job->fresh.file, .local = true,
		       .writes = true, .needs = &job->snapshots,
		       .help = "write the freshness of copies as TSV"),
		OPTION("queue-window", "N", job->run.window, .least = 1,
		       .local = true, .needs = &job->queue.file,
		       .or_with = &job->fresh.file,
		       .help = "log one row every N downloads"),
		FLAG("scores", job->run.scores, .excludes = &job->trace_rows,
		     .help = "add the keys of orders as scores of the pages"),
		FLAG("times", job->run.times, .excludes = &job->trace_rows,
		     .help = "store seconds: each run's output differs"));
}

void
crawlorder_set_options(struct crawlorder *job, struct option_row *rows)
{
	name_strategies(job->names, sizeof(job->names));
	put_crawl_rows(job, rows);
	put_input_rows(job, rows);
	put_parallel_rows(job, rows);
	put_time_rows(job, rows);
	put_server_rows(job, rows);
	put_result_rows(job, rows);
}
