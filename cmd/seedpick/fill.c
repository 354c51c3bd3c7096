/* SPDX-License-Identifier: MIT */
/*
 * --fill METHOD:N: completes the list to N seeds with another method.
 *
 * The methods here know the seeds that there are: none is picked twice, and
 * what they cover counts as covered.  What a method leaves open, pages drawn at
 * random complete, first among those with links: the list is as long as the
 * graph, and --spread, allow.  Each seed has a note of what picked it.
 */
#include "seedpick.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/pagerank.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdlib.h>

struct fill {
	const char *name;
	enum sp_seed_found found;
	unsigned wants;

	/* Appends at most count seeds, whose scores do not matter. */
	enum sp_status (*pick)(struct seedpick *pick, uint64_t count);
};

/* ---- covering pages --------------------------------------------------- */

static enum sp_status
fill_by_cover(struct seedpick *pick, uint64_t count)
{
	return seedpick_cover(pick, count, pick->spread);
}

/* ---- PageRank --------------------------------------------------------- */

/* What pagerank(1) computes by default. */
static enum sp_status
compute_ranks(struct seedpick *pick, const struct sp_graph *graph,
	      double *ranks)
{
	const struct sp_pagerank_options usual = SP_PAGERANK_DEFAULTS;
	struct sp_pagerank_report report;
	struct cmd *cmd = pick->cmd;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "iteration");
	progress.at_most = true;
	status = sp_pagerank_usual(graph, cmd->threads, &progress.teller,
				   ranks, &report, &cmd->err);
	progress_end(&progress);
	if (!status)
		status = cmd_check_convergence(cmd, report.iterations,
					       report.residual,
					       usual.tolerance, false);
	return status;
}

/*
 * A score of the stream is taken as it is, whatever options it was made
 * with.
 */
static enum sp_status
find_ranks(struct seedpick *pick, const struct sp_graph *graph, double *ranks)
{
	const struct sp_score *score =
		sp_contents_score(&pick->contents, "pagerank");

	if (!score)
		return compute_ranks(pick, graph, ranks);
	if (score->pages != sp_graph_pages(graph))
		return sp_fail(&pick->cmd->err, SP_DATA, "score \"pagerank\" "
			       "is of another graph");
	memcpy(ranks, score->values, score->pages * sizeof(*ranks));
	return SP_OK;
}

/* Pages that are seeds, or whose host has a seed, come after all others. */
static void
put_taken_last(const struct seedpick *pick, double *ranks, uint64_t pages)
{
	const struct sp_seeds *seeds = &pick->seeds;

	for (uint64_t i = 0; i < seeds->count; i++)
		ranks[seeds->seeds[i].page] = -INFINITY;
	for (uint64_t p = 0; pick->spread && p < pages; p++)
		if (sp_spread_is_taken(pick->spread, (uint32_t)p))
			ranks[p] = -INFINITY;
}

/*
 * -INFINITY sorts after every rank; what is left of it at the end of the list
 * is cut off.
 */
static enum sp_status
fill_by_rank(struct seedpick *pick, uint64_t count)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	uint64_t pages = sp_graph_pages(graph), before = pick->seeds.count;
	double *ranks = sp_alloc_large(pages, sizeof(*ranks));
	struct sp_seeds *seeds = &pick->seeds;
	enum sp_status status;

	if (!ranks)
		return sp_no_memory(&pick->cmd->err, "ranks");
	status = find_ranks(pick, graph, ranks);
	if (!status) {
		put_taken_last(pick, ranks, pages);
		status = sp_pick_top_spread(ranks, pages, count, pick->spread,
					    seeds, &pick->cmd->err);
	}
	while (seeds->count > before &&
	       seeds->seeds[seeds->count - 1].score == -INFINITY)
		seeds->count--;
	free(ranks);
	return status;
}

/* ---- at random -------------------------------------------------------- */

/* allowed is a bitset of pages, from which the seeds are taken here. */
static enum sp_status
draw_others(struct seedpick *pick, uint64_t *allowed, uint64_t count)
{
	const struct sp_seeds *seeds = &pick->seeds;

	for (uint64_t i = 0; i < seeds->count; i++)
		sp_bit_clear(allowed, seeds->seeds[i].page);
	return sp_pick_random(pick->basis.graph.pages, allowed, count,
			      pick->options->seed, pick->spread, &pick->seeds,
			      &pick->cmd->err);
}

static enum sp_status
fill_at_random(struct seedpick *pick, uint64_t count)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	uint64_t *linking, with_links;
	enum sp_status status = sp_find_linking(graph, &linking, &with_links,
						&pick->cmd->err);

	if (!status)
		status = draw_others(pick, linking, count);
	free(linking);
	return status;
}

static enum sp_status
fill_with_any(struct seedpick *pick, uint64_t count)
{
	uint64_t pages = pick->basis.graph.pages;
	uint64_t *all = sp_bitset_new(pages);
	enum sp_status status;

	if (!all)
		return sp_no_memory(&pick->cmd->err, "random pages");
	for (uint64_t p = 0; p < pages; p++)
		sp_bit_set(all, p);
	status = draw_others(pick, all, count);
	free(all);
	return status;
}

/* ---- the list --------------------------------------------------------- */

static const struct fill fills[] = {
	[FILL_COVER] = { "cover", SP_FOUND_COVER, SP_SECTION_GRAPH,
			 fill_by_cover },
	[FILL_PAGERANK] = { "pagerank", SP_FOUND_PAGERANK,
			    SP_SECTION_GRAPH | SP_SECTION_SCORES,
			    fill_by_rank },
	[FILL_RANDOM] = { "random", SP_FOUND_RANDOM, SP_SECTION_GRAPH,
			  fill_at_random }
};
static const struct fill any_page = { "random", SP_FOUND_RANDOM, 0,
				      fill_with_any };

unsigned
seedpick_fill_wants(const struct seedpick_options *options)
{
	return fills[options->fill].wants |
	       (options->weight ? SP_SECTION_SCORES : 0);
}

/*
 * Adds to *added how many seeds it has found; none if the list is complete.
 * Seeds of the fill have no score of their own: it would be on another scale
 * than that of the others.
 */
static enum sp_status
fill_by(struct seedpick *pick, const struct fill *fill, uint64_t *added)
{
	struct sp_seeds *seeds = &pick->seeds;
	uint64_t before = seeds->count;
	enum sp_status status;

	*added = 0;
	if (before >= pick->options->fill_to)
		return SP_OK;
	status = fill->pick(pick, pick->options->fill_to - before);
	*added = seeds->count - before;
	for (uint64_t i = before; i < seeds->count; i++) {
		seeds->seeds[i].found = fill->found;
		seeds->seeds[i].score = 0;
	}
	sp_spread_mark(pick->spread, seeds);
	return status;
}

/* What came from where; and what was not asked for. */
static void
report_fill(struct seedpick *pick, const struct fill *fill, uint64_t method,
	    uint64_t random, uint64_t any)
{
	uint64_t first = pick->filled_from, by = method;
	uint64_t drawn = random + any, linkless = any;
	struct cmd *cmd = pick->cmd;

	cmd_count(cmd, "picked", first);
	cmd_count(cmd, "filled", method + drawn);
	cmd_count(cmd, "filled_at_random", drawn +
		  (fill->found == SP_FOUND_RANDOM ? method : 0));
	cmd_result(cmd, "filled %" PRIu64 " by %s", by, fill->name);
	if (drawn && fill->found != SP_FOUND_RANDOM)
		cmd_result(cmd, "drawn %" PRIu64, drawn);
	if (first > pick->options->fill_to)
		cmd_warn(cmd, "--fill adds nothing: there are %" PRIu64 " "
			 "seeds without it", first);
	if (drawn && fill->found != SP_FOUND_RANDOM)
		cmd_warn(cmd, "--fill %s found only %" PRIu64 " of %" PRIu64 " "
			 "missing seeds: %" PRIu64 " were drawn at random",
			 fill->name, by, pick->options->fill_to - first, drawn);
	if (any)
		cmd_warn(cmd, "%" PRIu64 " of the seeds that were drawn at "
			 "random have no links: no other pages are left",
			 linkless);
}

enum sp_status
seedpick_fill(struct seedpick *pick)
{
	const struct fill *fill = &fills[pick->options->fill];
	uint64_t method, random = 0, any = 0;
	enum sp_status status;

	pick->filled_from = pick->seeds.count;
	if (!pick->options->fill)
		return SP_OK;
	if (!sp_contents_graph(&pick->contents))
		return cmd_missing(pick->cmd, "graph");
	sp_spread_mark(pick->spread, &pick->seeds);
	status = fill_by(pick, fill, &method);
	if (!status && fill->found != SP_FOUND_RANDOM)
		status = fill_by(pick, &fills[FILL_RANDOM], &random);
	if (!status)
		status = fill_by(pick, &any_page, &any);
	if (!status)
		report_fill(pick, fill, method, random, any);
	return status;
}
