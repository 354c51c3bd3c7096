/* SPDX-License-Identifier: MIT */
/*
 * What orders are judged by: the benchmark score, and the ranks that it gives
 * to the pages.
 *
 * The benchmark is looked for where it can be, in this order: --bench, the
 * stream, the PageRank of the graph.  A score that was computed elsewhere may
 * judge orders only if both are of graphs with the same origin: pruning keeps
 * pages, so ranks of pages fit, but a warning says that links differ.
 *
 * Memory is the reason for the order of things.  The graph is dropped before
 * ranks are made, unless links are followed later; of the scores only the
 * benchmark is kept; orders of a file are dropped with it.  Ranks and hits
 * take 12 bytes a page, 4 more with groups of ties, and are made once for all
 * files; only --reachable makes them again, because the pages that count are
 * then those that the seeds of this file reach.
 */
#include "hotcurve.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "measure/crawl/pageset.h"
#include "rank/pagerank.h"
#include "rank/sum.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the graph --------------------------------------------------------- */

/*
 * Puts the graph into run->input, which what needs (an option, or the metric).
 * The benchmark may come from another file.
 */
static enum sp_status
take_graph(struct hotcurve_run *run, const char *what)
{
	const struct sp_graph *graph = sp_contents_graph(&run->input.contents);

	if (!graph)
		return sp_fail(&run->cmd->err, SP_DATA, "no graph in the "
			       "stream, which %s needs (give one with -g)",
			       what);
	if (hotcurve_is_judged(run) &&
	    sp_graph_pages(graph) != run->bench.pages)
		return sp_fail(&run->cmd->err, SP_DATA, "the graph and the "
			       "benchmark have different numbers of pages");
	run->input.graph = graph;
	return SP_OK;
}

enum sp_status
hotcurve_take_graph(struct hotcurve_run *run)
{
	char what[96];

	if (!hotcurve_follows_links(run))
		return SP_OK;
	if (run->options->tau.partial)
		return take_graph(run, "--partial");
	snprintf(what, sizeof(what), "the metric %s%s",
		 hotcurve_metric_name(run),
		 run->metric->needs & HOTCURVE_NEEDS_DISTANCES ?
			 " without --recorded" : "");
	return take_graph(run, what);
}

/* ---- benchmark -------------------------------------------------------- */

/* PageRank with its defaults is the benchmark if no score was given. */
static enum sp_status
compute_benchmark(struct hotcurve_run *run)
{
	struct hotcurve_benchmark *bench = &run->bench;
	struct cmd *cmd = run->cmd;
	struct sp_pagerank_report report;
	struct progress progress;
	enum sp_status status;

	bench->basis = run->input.contents.basis;
	bench->pages = bench->basis.graph.pages;
	bench->computed = sp_alloc_large(bench->pages, sizeof(double));
	if (!bench->computed)
		return sp_no_memory(&cmd->err, "PageRank");
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = true;
	status = sp_pagerank_usual(sp_contents_graph(&run->input.contents),
				   cmd->threads, &progress.teller,
				   bench->computed, &report, &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	cmd_say(cmd, "no score \"%s\" in the stream: PageRank was computed, "
		"%lu iterations, residual %.6g%s", hotcurve_score_name(run),
		(unsigned long)report.iterations, report.residual,
		report.converged ? "" : ", not converged");
	if (sp_contents_weighted(&run->input.contents))
		cmd_warn(cmd, "the benchmark, PageRank, was computed without "
			 "the weights of the links (give --bench the stream of "
			 "pagerank --weights raw or log)");
	bench->score = bench->computed;
	return SP_OK;
}

/* --threshold: a page is relevant or not. */
static enum sp_status
mark_relevant(struct hotcurve_run *run)
{
	double threshold = run->options->threshold;

	run->bench.computed =
		sp_alloc_large(run->bench.pages, sizeof(*run->bench.computed));
	if (!run->bench.computed)
		return sp_no_memory(&run->cmd->err, "the relevant pages");
	for (uint64_t page = 0; page < run->bench.pages; page++)
		run->bench.computed[page] =
			run->bench.score[page] >= threshold ? 1 : 0;
	run->bench.score = run->bench.computed;
	return SP_OK;
}

/*
 * The benchmark: a score of --bench, of the stream, or PageRank.  Of other
 * scores only --scores has a use; without it they are dropped at once
 * (sp_contents_keep_score()), which may be many times the memory of the run.
 */
static enum sp_status
find_benchmark(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	const char *name = hotcurve_score_name(run);
	struct sp_contents *from = options->bench ? &run->input.bench :
						    &run->input.contents;
	/* The others are what is compared with it, or of no use. */
	const struct sp_score *score = options->tau.scores ?
		sp_contents_score(from, name) :
		sp_contents_keep_score(from, name);

	if (!score) {
		bool usual = !options->bench && !options->score &&
			     !(run->metric->needs & HOTCURVE_NEEDS_RELEVANCE);

		if (usual && sp_contents_graph(from))
			return compute_benchmark(run);
		if (usual)
			return sp_fail(&run->cmd->err, SP_DATA, "no score "
				       "\"%s\" in the stream and no graph: "
				       "give the graph with -g, or a stream "
				       "with the score with --bench", name);
		if (cmd_find_score(run->cmd, from, name, &score) &&
		    options->bench)
			(void)sp_fail_in(&run->cmd->err, options->bench);
		return run->cmd->err.status;
	}
	run->bench.score = score->values;
	run->bench.basis = score->basis;
	run->bench.pages = score->pages;
	return options->threshold > 0 ? mark_relevant(run) : SP_OK;
}

/*
 * Pruning keeps all pages, so that a score of the pruned graph can judge crawls
 * of the whole one.  But then it is not what the crawls are after.
 */
static void
benchmark_warn_of_links(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_fingerprint *own = &run->bench.basis.graph;
	const struct sp_fingerprint *crawled =
		&run->input.orders->orders[i].basis.graph;

	if (run->warned.other_links || sp_fingerprint_equal(own, crawled))
		return;
	cmd_warn(run->cmd, "\"%s\" is a score of the graph with %" PRIu64 " "
		 "links, and \"%s\" a crawl of the one with %" PRIu64 ": %s "
		 "(give the score of the graph that was crawled with --bench)",
		 hotcurve_score_name(run), own->links,
		 order_at(run, i)->name, crawled->links,
		 own->links < crawled->links ?
			 "links that the crawl follows do not count" :
			 "links that count are closed to the crawl");
	run->warned.other_links = true;
}

/*
 * Links that the crawl could not follow, or that it did and are not there: the
 * pages within reach are others, as is what PageRank of its parts counts.
 */
static void
benchmark_warn_of_graph(struct hotcurve_run *run, uint64_t i)
{
	const struct sp_fingerprint *own = &run->input.contents.basis.graph;
	const struct sp_fingerprint *crawled =
		&run->input.orders->orders[i].basis.graph;

	if (run->warned.other_graph || sp_fingerprint_equal(own, crawled) ||
	    !sp_contents_graph(&run->input.contents) ||
	    !(run->options->reachable || run->options->tau.partial ||
	      run->metric == &hotcurve_parallel))
		return;
	cmd_warn(run->cmd, "the graph has %" PRIu64 " links, and the one that "
		 "\"%s\" crawled has %" PRIu64 ": what is within reach is not "
		 "what it was for the crawl (give that graph with -g)",
		 own->links, order_at(run, i)->name, crawled->links);
	run->warned.other_graph = true;
}

/* An order and its seeds, compared with another one, show no difference. */
static void
warn_of_seeds(struct hotcurve_run *run)
{
	const struct sp_order *first = NULL;

	for (uint64_t i = 0; i < run->input.orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		if (!order->seed_count)
			continue;
		if (!first)
			first = order;
		if (hotcurve_same_seeds(order, first))
			continue;
		cmd_warn(run->cmd, "\"%s\" and \"%s\" start from different "
			 "seeds: the curves compare both, orders and seeds",
			 first->name, order->name);
		return;
	}
}

enum sp_status
hotcurve_check_basis(struct hotcurve_run *run, const char *what,
		     const char *name, const struct sp_basis *basis,
		     uint64_t pages)
{
	const struct sp_fingerprint *own = &run->bench.basis.origin;

	if (sp_fingerprint_equal(own, &basis->origin) &&
	    run->bench.pages == pages)
		return SP_OK;
	return sp_fail(&run->cmd->err, SP_DATA, "%s \"%s\" is of another graph "
		       "(%" PRIu64 " pages, %" PRIu64 " links) than the "
		       "benchmark (%" PRIu64 " pages, %" PRIu64 " links)",
		       what, name, basis->origin.pages, basis->origin.links,
		       own->pages, own->links);
}

static enum sp_status
check_graphs(struct hotcurve_run *run)
{
	for (uint64_t i = 0; i < run->input.orders->count; i++) {
		const struct sp_basis *basis =
			&run->input.orders->orders[i].basis;

		if (hotcurve_check_basis(run, "order", order_at(run, i)->name,
					 basis, basis->graph.pages))
			return run->cmd->err.status;
		benchmark_warn_of_links(run, i);
		benchmark_warn_of_graph(run, i);
	}
	return SP_OK;
}

/*
 * Orders of seedpipe 0.1 do not record seeds.  Those that were downloaded are
 * known; only a crawl that left pages queued can have others.
 */
static void
warn_of_lost_seeds(struct hotcurve_run *run)
{
	/* One line for all files is enough. */
	for (uint64_t i = 0;
	     !run->warned.lost_seeds && i < run->input.orders->count; i++) {
		const struct sp_order *order = order_at(run, i);

		if (order->seed_count || order->report.known <= order->count)
			continue;
		cmd_warn(run->cmd, "order \"%s\" does not record its seeds: "
			 "those that it did not download do not count (crawl "
			 "again with this version)", order->name);
		run->warned.lost_seeds = true;
	}
}

/* The pages that can be reached from the seeds of the orders. */
static enum sp_status
find_reachable(struct hotcurve_run *run)
{
	struct cmd *cmd = run->cmd;

	if (!run->options->reachable)
		return SP_OK;
	if (take_graph(run, "--reachable"))
		return cmd->err.status;
	run->bench.reachable = sp_bitset_new(run->bench.pages);
	if (!run->bench.reachable)
		return sp_no_memory(&cmd->err, "the reachable pages");
	for (uint64_t i = 0; i < run->input.orders->count; i++)
		if (sp_pageset_seeds(run->bench.reachable, run->bench.pages,
				     order_at(run, i), &cmd->err))
			return cmd->err.status;
	return sp_pageset_reach(run->bench.reachable,
				run->input.graph,
				cmd->threads, &cmd->err);
}

static void
forget_ranks(struct hotcurve_run *run)
{
	sp_hotrank_free(&run->bench.ranking);
	run->bench.ranking = (struct sp_hotrank){ 0 };
	free(run->bench.groups);
	free(run->bench.hits);
	free(run->bench.reachable);
	free(run->sample.points);
	run->bench.groups = run->bench.hits = NULL;
	run->bench.reachable = run->sample.points = NULL;
}

/* The size of the largest hot set that is asked for. */
static uint64_t
largest_hot_set(const struct hotcurve_run *run)
{
	const struct hotcurve_sample *sample = &run->sample;
	double pages = (double)run->bench.ranking.count, most = 0;

	if (run->options->hot.fixed)
		return run->options->hot.fixed;
	if (!sample->fraction_count)
		return run->bench.ranking.count;
	for (uint64_t i = 0; i < sample->fraction_count; i++)
		most = fmax(most, sample->fractions[i] * pages);
	return (uint64_t)most;
}

/*
 * Pages of one score are ranked by their numbers, in which crawls often found
 * them.  A score that most pages share is that of the middle rank.
 */
static void
warn_of_ties(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	const struct sp_hotrank *ranking = &run->bench.ranking;
	uint64_t first = ranking->count / 2, last = first;
	bool exact = run->metric->options & HOTCURVE_HOT &&
		     options->hot.ties == TIES_EXACT;

	while (first && sp_hotrank_tied(ranking, first))
		first--;
	while (last < ranking->count && sp_hotrank_tied(ranking, last + 1))
		last++;
	if (run->warned.tied || !exact || last - first <= ranking->count / 2 ||
	    largest_hot_set(run) <= first)
		return;
	cmd_warn(run->cmd, "\"%s\" is the same for %" PRIu64 " of %" PRIu64 " "
		 "pages: beyond %" PRIu64 " hot pages, those with the smallest "
		 "numbers are hot (%s)", hotcurve_score_name(run),
		 last - first + 1, ranking->count, first,
		 options->digits ? "give more --digits" :
				   "--ties threshold counts all of them");
	run->warned.tied = true;
}

static enum sp_status
rank_pages(struct hotcurve_run *run)
{
	const struct hotcurve_options *options = run->options;
	struct cmd *cmd = run->cmd;
	bool tied = options->hot.ties == TIES_THRESHOLD ||
		    run->metric->needs & HOTCURVE_NEEDS_TIES;
	enum sp_status status = sp_hotrank_make(
		&run->bench.ranking, run->bench.score, run->bench.pages,
		run->bench.reachable, options->digits, &cmd->err);

	if (status)
		return status;
	/* The graph has pages, so only --reachable can leave none. */
	if (!run->bench.ranking.count)
		return sp_fail(&cmd->err, SP_DATA, "no page is reachable: the "
			       "orders have no seeds");
	run->bench.hits =
		sp_alloc_large(run->bench.ranking.count + 1, sizeof(uint32_t));
	if (tied)
		run->bench.groups =
			sp_alloc_large(run->bench.pages, sizeof(uint32_t));
	if (!run->bench.hits || (tied && !run->bench.groups))
		return sp_no_memory(&cmd->err, "ranks");
	if (tied)
		sp_hotrank_groups(&run->bench.ranking, run->bench.groups);
	warn_of_ties(run);
	if (hotcurve_group_hot(run, largest_hot_set(run)))
		return cmd->err.status;
	if (options->hot.fixed &&
	    options->hot.fixed >= run->bench.ranking.count)
		cmd_warn(cmd,
			 "option --fixed %" PRIu64 ": only %" PRIu64 " "
			 "pages are ranked, so all of them are hot and orders "
			 "do not differ",
			 options->hot.fixed, run->bench.ranking.count);
	run->bench.hot.fixed = options->hot.fixed;
	run->bench.hot.groups =
		options->hot.ties == TIES_THRESHOLD ? run->bench.groups : NULL;
	return SP_OK;
}

/*
 * Curves add and scale scores in many ways.  None of them overflows if the sum
 * of the absolute values does not, neither as it is nor at the mean of 1.
 */
static enum sp_status
find_total(struct hotcurve_run *run)
{
	const char *name = hotcurve_score_name(run);
	double size = 0, scale;

	for (uint64_t page = 0; page < run->bench.pages; page++)
		size += fabs(run->bench.score[page]);
	if (cmd_check_sum(run->cmd, name, size))
		return run->cmd->err.status;
	run->bench.total = sp_sum(run->bench.score, run->bench.pages);
	if (!(run->bench.total > 0) && run->options->threshold > 0)
		return sp_fail(&run->cmd->err, SP_DATA, "score \"%s\": no "
			       "page has the %g of --threshold or more", name,
			       run->options->threshold);
	if (!(run->bench.total > 0))
		return sp_fail(&run->cmd->err, SP_DATA, "score \"%s\": the sum "
			       "of its values, %g, is not positive: it cannot "
			       "be a benchmark", name, run->bench.total);
	scale = (double)run->bench.pages / run->bench.total;
	if (isfinite(scale) && isfinite(scale * size))
		return SP_OK;
	return sp_fail(&run->cmd->err, SP_DATA, "score \"%s\": the sum of its "
		       "values, %g, is too small to scale them by it", name,
		       run->bench.total);
}

/* ---- the whole -------------------------------------------------------- */

enum sp_status
hotcurve_find_benchmark(struct hotcurve_run *run)
{
	enum sp_status status = find_benchmark(run);

	if (!status && !run->bench.pages)
		status = sp_fail(&run->cmd->err, SP_DATA,
				 "the graph has no pages");
	return status ? status : find_total(run);
}

/* Nobody has read the links of a graph that came with its benchmark. */
static enum sp_status
drop_graph(struct hotcurve_run *run)
{
	const struct sp_graph *graph = sp_contents_graph(&run->input.contents);
	enum sp_status status = SP_OK;

	if (graph)
		status = sp_graph_verify(graph, run->cmd->threads,
					 &run->cmd->err);
	sp_contents_drop(&run->input.contents, SP_SECTION_GRAPH);
	run->input.graph = NULL;
	return status;
}

/*
 * Called after each file was loaded.  Ranks of the file before are those of
 * this one, unless --reachable changes which pages count.
 */
enum sp_status
hotcurve_rank(struct hotcurve_run *run, bool last)
{
	const struct hotcurve_options *options = run->options;
	enum sp_status status = check_graphs(run);

	/* The metric seeds compares seeds, and says so. */
	if (!status && !(run->metric->needs & HOTCURVE_NEEDS_SEEDS))
		warn_of_seeds(run);
	if (!status && (options->reachable || hotcurve_follows_links(run)))
		warn_of_lost_seeds(run);
	/* The ranks of the file before are those of this one. */
	if (status || (run->bench.hits && !options->reachable))
		return status;
	forget_ranks(run);
	status = find_reachable(run);
	if (!status)
		status = hotcurve_take_graph(run);
	/* Otherwise ranks get its memory. */
	if (!status && !hotcurve_follows_links(run) &&
	    (last || !options->reachable))
		status = drop_graph(run);
	return status ? status : rank_pages(run);
}
