/* SPDX-License-Identifier: MIT */
/*
 * hotcurve - how good crawl orders are
 *
 *	hotcurve [option ...] [file]
 *
 * Reads a stream with crawl orders, judges each by a benchmark score of the
 * pages, and prints the curves as a table or as a gnuplot script.
 */
#include "hotcurve.h"

#include "base/memory.h"
#include "base/number.h"
#include "eval/cumulative.h"
#include "eval/pageset.h"
#include "eval/points.h"
#include "rank/pagerank.h"
#include "section/graph.h"
#include "section/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SCORE "pagerank"

#define HOTCURVE_ROW(name) &hotcurve_##name,
static const struct hotcurve_metric *const metrics[] = {
	HOTCURVE_METRICS(HOTCURVE_ROW)
};
#undef HOTCURVE_ROW

/* Does the run need a benchmark?  --summary always does. */
static bool
is_judged(const struct hotcurve_run *run)
{
	return run->options->summary || run->metric->options & HOTCURVE_BENCH;
}

/* ---- input ------------------------------------------------------------ */

static enum sp_status
load_orders(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	const char *side = cmd_side_input(cmd, true);
	const char *orders = side ? side : cmd_main_input(cmd);
	bool judged = is_judged(run);
	struct sp_load_options load = { 0 };
	struct sp_load_options bench = { .want = SP_SECTION_SCORES };
	enum sp_status status = SP_OK;

	if (options->bench && !strcmp(options->bench, "-") &&
	    !strcmp(orders, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "orders and benchmark "
			       "can not both be standard input");
	/* Without a benchmark the graph may have to give one. */
	if (judged &&
	    (!options->bench || options->reachable || options->partial))
		load.want = SP_SECTION_GRAPH;
	if (judged && !options->bench)
		load.want |= SP_SECTION_SCORES;
	if (side) {
		status = cmd_load(cmd, cmd->graph, &load, &run->contents);
		load.want &= ~(unsigned)SP_SECTION_GRAPH;
	}
	load.want |= SP_SECTION_ORDERS;
	if (!status)
		status = cmd_load(cmd, orders, &load, &run->contents);
	run->orders = sp_contents_orders(&run->contents);
	if (!status && !run->orders->count)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no crawl orders in "
				 "the stream", orders);
	if (!status && options->bench)
		status = cmd_load(cmd, options->bench, &bench, &run->bench);
	return status;
}

/* Before it is used beside the benchmark. */
static enum sp_status
need_graph(struct hotcurve_run *run, const char *what)
{
	const struct sp_graph *graph = sp_contents_graph(&run->contents);

	if (!graph)
		return sp_fail(&run->cmd->err, SP_DATA, "no graph in the "
			       "stream, which %s needs (give one with -g)",
			       what);
	if (sp_graph_pages(graph) != run->pages)
		return sp_fail(&run->cmd->err, SP_DATA, "the graph has another "
			       "number of pages than the benchmark");
	return SP_OK;
}

/* ---- benchmark -------------------------------------------------------- */

/* PageRank by its defaults, where nobody gave a score. */
static enum sp_status
compute_score(struct hotcurve_run *run)
{
	struct sp_pagerank_options how = SP_PAGERANK_DEFAULTS;
	struct cmd *cmd = run->cmd;
	struct sp_pagerank_report report;
	struct sp_pagerank_space *space;
	enum sp_status status;

	run->basis = run->contents.basis;
	run->pages = run->basis.graph.pages;
	run->computed = sp_alloc_large(run->pages, sizeof(double));
	space = sp_pagerank_space_new(run->pages, SP_RANK_PARTS);
	if (!run->computed || !space) {
		status = sp_no_memory(&cmd->err, "PageRank");
		goto out;
	}
	for (uint64_t p = 0; p < run->pages; p++)
		run->computed[p] = 1 / (double)run->pages;
	how.threads = cmd->threads;
	status = sp_pagerank(sp_contents_graph(&run->contents), NULL, NULL,
			     &how, space,
			     run->computed, &report, &cmd->err);
	if (!status) {
		cmd_say(cmd, "no score \"%s\" in the stream: PageRank was "
			"computed, %lu iterations, residual %.6g%s",
			DEFAULT_SCORE, (unsigned long)report.iterations,
			report.residual,
			report.converged ? "" : ", not converged");
		run->score = run->computed;
	}
out:
	sp_pagerank_space_free(space);
	return status;
}

/* The score of --bench, of the stream, or PageRank of the graph. */
static enum sp_status
find_score(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	const char *name = options->score ? options->score : DEFAULT_SCORE;
	struct sp_contents *from = options->bench ? &run->bench :
						    &run->contents;
	const struct sp_score *score = sp_contents_keep_score(from, name);

	if (!score) {
		if (!options->bench && !options->score &&
		    sp_contents_graph(from))
			return compute_score(run);
		return sp_fail(&run->cmd->err, SP_DATA, "%s%sno score \"%s\" "
			       "in the stream%s",
			       options->bench ? options->bench : "",
			       options->bench ? ": " : "", name,
			       options->bench || options->score ? "" :
					" and no graph: give a stream with "
					"one by --bench");
	}
	run->score = score->values;
	run->basis = score->basis;
	run->pages = score->pages;
	return SP_OK;
}

/* Is every order one of the graph that the score is of? */
static enum sp_status
check_graphs(struct hotcurve_run *run)
{
	const struct sp_basis *own = &run->basis;

	for (uint64_t i = 0; i < run->orders->count; i++) {
		const struct sp_basis *basis = &run->orders->orders[i].basis;

		if (sp_fingerprint_equal(&own->origin, &basis->origin) &&
		    own->graph.pages == basis->graph.pages)
			continue;
		return sp_fail(&run->cmd->err, SP_DATA, "order \"%s\" is of "
			       "another graph (%llu pages, %llu links) than "
			       "the benchmark (%llu pages, %llu links)",
			       order_at(run, i)->name,
			       (unsigned long long)basis->origin.pages,
			       (unsigned long long)basis->origin.links,
			       (unsigned long long)own->origin.pages,
			       (unsigned long long)own->origin.links);
	}
	return run->pages ? SP_OK : sp_fail(&run->cmd->err, SP_DATA,
					    "the graph has no pages");
}

/* The pages that can be reached from the seeds of the orders. */
static enum sp_status
find_reachable(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;

	if (!run->options->reachable)
		return SP_OK;
	if (need_graph(run, "--reachable"))
		return cmd->err.status;
	run->reachable = sp_bitset_new(run->pages);
	if (!run->reachable)
		return sp_no_memory(&cmd->err, "the reachable pages");
	for (uint64_t i = 0; i < run->orders->count; i++)
		sp_pageset_seeds(run->reachable, order_at(run, i));
	return sp_pageset_reach(run->reachable,
				sp_contents_graph(&run->contents),
				cmd->threads, &cmd->err);
}

static enum sp_status
rank_pages(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	bool tied = options->ties == TIES_THRESHOLD || options->summary ||
		    run->metric->groups;
	enum sp_status status = sp_hotrank_make(&run->ranking, run->score,
						run->pages, run->reachable,
						options->digits,
						&cmd->err);

	if (status)
		return status;
	if (!run->ranking.count)
		return sp_fail(&cmd->err, SP_DATA, "no page is reachable: the "
			       "orders have no seeds");
	run->hits = sp_alloc_large(run->ranking.count + 1, sizeof(uint32_t));
	if (tied)
		run->groups = sp_alloc_large(run->pages, sizeof(uint32_t));
	if (!run->hits || (tied && !run->groups))
		return sp_no_memory(&cmd->err, "ranks");
	if (tied)
		sp_hotrank_groups(&run->ranking, run->groups);
	run->hot.fixed = options->fixed;
	run->hot.groups = options->ties == TIES_THRESHOLD ? run->groups : NULL;
	cmd_count(cmd, "pages", run->pages);
	cmd_count(cmd, "ranked", run->ranking.count);
	return SP_OK;
}

static enum sp_status
find_total(struct hotcurve_run *run)
{
	run->total = sp_sum(run->score, run->pages);
	if (run->total > 0 && isfinite((double)run->pages / run->total))
		return SP_OK;
	return sp_fail(&run->cmd->err, SP_DATA, "the sum of the scores is "
		       "not positive: it can not be a benchmark");
}

/* ---- points ----------------------------------------------------------- */

/* "0.1,0.45": numbers between 0 and 1. */
static enum sp_status
read_fractions(struct hotcurve_run *run)
{
	const char *at = run->options->at;
	uint64_t capacity = 0;

	for (;; at++) {
		size_t length = strcspn(at, ",");
		double fraction;

		if (!sp_parse_double(at, length, &fraction) ||
		    !(fraction > 0 && fraction <= 1))
			return sp_fail(&run->cmd->err, SP_USAGE, "option --at:"
				       " \"%s\" is not a list of numbers "
				       "above 0 and up to 1, as 0.1,0.45",
				       run->options->at);
		if (!sp_grow(&run->fractions, &capacity,
			     run->fraction_count + 1, sizeof(fraction)))
			return sp_no_memory(&run->cmd->err, "the points");
		run->fractions[run->fraction_count++] = fraction;
		at += length;
		if (!*at)
			return SP_OK;
	}
}

static int
compare_points(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static enum sp_status
spread_points(struct hotcurve_run *run)
{
	uint64_t count = run->options->points;

	if (run->metric->spread)
		return run->metric->spread(run);
	run->points = sp_alloc(count, sizeof(*run->points));
	if (!run->points)
		return sp_no_memory(&run->cmd->err, "the points");
	run->point_count = sp_points_spread(run->ranking.count, count,
					    run->points);
	return SP_OK;
}

static enum sp_status
find_points(struct hotcurve_run *run)
{
	if (!run->options->at)
		return spread_points(run);
	run->points = sp_alloc(run->fraction_count, sizeof(*run->points));
	if (!run->points)
		return sp_no_memory(&run->cmd->err, "the points");
	for (uint64_t i = 0; i < run->fraction_count; i++)
		run->points[i] = sp_points_at(run->ranking.count,
					      run->fractions[i]);
	qsort(run->points, run->fraction_count, sizeof(*run->points),
	      compare_points);
	run->point_count = run->fraction_count;
	return SP_OK;
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
prepare_benchmark(struct hotcurve_run *run)
{
	enum sp_status status = find_score(run);

	if (!status)
		status = check_graphs(run);
	if (!status)
		status = find_reachable(run);
	if (!status && run->options->partial)
		status = need_graph(run, "--partial");
	if (!status && !run->options->partial)
		sp_contents_drop(&run->contents, SP_SECTION_GRAPH);
	if (!status)
		status = find_total(run);
	if (!status)
		status = rank_pages(run);
	return status ? status : find_points(run);
}

static enum sp_status
print_run(struct hotcurve_run *run)
{
	if (run->options->summary)
		return hotcurve_print_summary(run);
	if (run->metric->print)
		return run->metric->print(run);
	return hotcurve_print_curves(run);
}

static enum sp_status
run_hotcurve(struct cmd *cmd, const struct hotcurve_options *options)
{
	struct hotcurve_run run = { .cmd = cmd, .options = options,
				    .metric = metrics[options->metric] };
	enum sp_status status = SP_OK;

	if (options->at)
		status = read_fractions(&run);
	if (!status)
		status = load_orders(&run);
	if (!status && is_judged(&run))
		status = prepare_benchmark(&run);
	if (!status) {
		cmd_count(cmd, "orders", run.orders->count);
		run.output = cmd_output_open(cmd, cmd->output, false);
		status = run.output ? print_run(&run) : cmd->err.status;
	}
	if (!status)
		status = cmd_output_commit(run.output);
	cmd_output_free(run.output);
	sp_hotrank_free(&run.ranking);
	free(run.groups);
	free(run.hits);
	free(run.fractions);
	free(run.points);
	free(run.reachable);
	free(run.computed);
	sp_contents_free(&run.contents);
	sp_contents_free(&run.bench);
	return status;
}

/* ---- options ---------------------------------------------------------- */

/* The metrics that an option is for, as a set of bits. */
static unsigned
metrics_for(enum hotcurve_option option)
{
	unsigned set = 0;

	for (unsigned i = 0; i < HOTCURVE_COUNT; i++)
		if (metrics[i]->options & (unsigned)option)
			set |= 1U << i;
	return set;
}

/* "|throughput|cumulative...": the words of --metric, from the second byte. */
#define HOTCURVE_WORD(name) "|" #name
#define HOTCURVE_WORDS (&HOTCURVE_METRICS(HOTCURVE_WORD)[1])

/*
 * Rules of the table.  --summary stands for the metric throughput here, and
 * excludes options that only shape a curve.
 */
#define FOR(option) \
	.only_with = &o->metric, .only_values = metrics_for(option)
#define NO_SUMMARY .excludes = &o->summary

static int
hotcurve(struct hotcurve_options *o, int argc, char **argv)
{
	struct option_row rows[] = {
		CHOICE("metric", "METRIC", o->metric, HOTCURVE_WORDS,
		       .letter = 'm', NO_SUMMARY, .help = "what to report"),
		FLAG("summary", o->summary,
		     .help = "report one row of figures per order"),
		OPTION("bench", "FILE", o->bench, .letter = 'b',
		       FOR(HOTCURVE_BENCH),
		       .help = "stream with the benchmark score"),
		OPTION("score", "NAME", o->score, .letter = 's',
		       FOR(HOTCURVE_BENCH),
		       .help = "name of the benchmark score"),
		OPTION("points", "N", o->points, FOR(HOTCURVE_POINTS),
		       NO_SUMMARY, .least = 1, .most = SP_POINTS_MAX,
		       .help = "sample N points"),
		OPTION("at", "LIST", o->at, FOR(HOTCURVE_AT), NO_SUMMARY,
		       .help = "sample at fractions, such as 0.1,0.45"),
		OPTION("tranche", "N", o->tranche, FOR(HOTCURVE_TRANCHE),
		       NO_SUMMARY, .help = "pages per tranche; 0: by --points"),
		OPTION("fixed", "K", o->fixed, FOR(HOTCURVE_HOT),
		       .help = "number of hot pages; 0: the downloads"),
		CHOICE("ties", "TIES", o->ties, "exact|threshold",
		       FOR(HOTCURVE_HOT),
		       .help = "whether ties with the last hot page count"),
		FLAG("reachable", o->reachable, FOR(HOTCURVE_REACHABLE),
		     .excludes = &o->partial,
		     .help = "rank only pages reachable from seeds"),
		FLAG("restrict", o->restricted, FOR(HOTCURVE_TAU),
		     .or_with = &o->summary, .excludes = &o->partial,
		     .help = "compare downloaded pages only"),
		OPTION("digits", "N", o->digits, .most = SP_DIGITS_MAX,
		       FOR(HOTCURVE_DIGITS),
		       .help = "round scores to N decimals; 0: do not"),
		OPTION("partial", "N", o->partial, NO_SUMMARY,
		       FOR(HOTCURVE_TAU),
		       .help = "rank what N downloads show; 0: the order"),
		FLAG("done", o->done, FOR(HOTCURVE_TAU), .needs = &o->partial,
		     .help = "with --partial: downloaded pages only"),
		CHOICE("scale", "SCALE", o->scale, "auto|prob|mean1",
		       FOR(HOTCURVE_SCALE), NO_SUMMARY,
		       .help = "unit of scores: their sum or mean is 1"),
		FLAG("json", o->json, .excludes = &o->gnuplot,
		     .help = "print JSON Lines instead of TSV"),
		FLAG("gnuplot", o->gnuplot, NO_SUMMARY,
		     .help = "print a gnuplot script instead of a table"),
		CHOICE("terminal", "TYPE", o->terminal, "png|svg",
		       .help = "format that the script draws"),
		OPTION("title", "TEXT", o->title, .help = "title of the plot"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "hotcurve", .synopsis = "[file]", .operands_max = 1,
		.options = rows,
		.summary = "Judge crawl orders by a score of the pages."
	};

	return cmd_end(&cmd, cmd_begin(&cmd, argc, argv) ?
				     run_hotcurve(&cmd, o) : cmd.err.status);
}

int
main(int argc, char **argv)
{
	struct hotcurve_options options = { .points = 200 };

	return hotcurve(&options, argc, argv);
}
