/* SPDX-License-Identifier: MIT */
#include "seedpick.h"

#include "stream/section/graph.h"

/* ---- of a score ------------------------------------------------------- */

static bool
score_chosen(const struct seedpick_options *options)
{
	return options->top.count;
}

static uint64_t
score_wanted(const struct seedpick_options *options)
{
	return options->top.count;
}

/* Seeds that only fill up the number: pages without a score, by number. */
static void
by_top_warn_of_zeros(struct seedpick *pick, const struct sp_score *score)
{
	const struct sp_seeds *seeds = &pick->seeds;
	uint64_t zeros = 0;

	for (uint64_t i = 0; i < seeds->count; i++)
		zeros += score->values[seeds->seeds[i].page] == 0;
	if (zeros)
		cmd_warn(pick->cmd, "\"%s\" is 0 for %" PRIu64 " of "
			 "%" PRIu64 " seeds (pick fewer)", score->name, zeros,
			 seeds->count);
}

static enum sp_status
seeds_of_score(struct seedpick *pick)
{
	const struct option_top *top = &pick->options->top;
	const struct sp_score *score;

	if (cmd_find_score(pick->cmd, &pick->contents, top->score, &score))
		return pick->cmd->err.status;
	if (sp_pick_top_spread(score->values, score->pages, top->count,
			       pick->spread, &pick->seeds, &pick->cmd->err))
		return pick->cmd->err.status;
	pick->score = score->name;
	by_top_warn_of_zeros(pick, score);
	return SP_OK;
}

const struct seed_method method_score = {
	.chosen = score_chosen, .wanted = score_wanted, .units = "pages",
	.wants = SP_SECTION_SCORES, .of_results = true, .spreads = true,
	.pick = seeds_of_score
};

/* ---- of in-links ------------------------------------------------------ */

static bool
in_degree_chosen(const struct seedpick_options *options)
{
	return options->in_degree;
}

static uint64_t
in_degree_wanted(const struct seedpick_options *options)
{
	return options->in_degree;
}

static enum sp_status
seeds_by_in_degree(struct seedpick *pick)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	return sp_pick_top_indegree(graph, pick->cmd->threads,
				    pick->options->in_degree, pick->spread,
				    &pick->seeds, &pick->cmd->err);
}

const struct seed_method method_in_degree = {
	.chosen = in_degree_chosen, .wanted = in_degree_wanted,
	.units = "pages", .wants = SP_SECTION_GRAPH, .spreads = true,
	.pick = seeds_by_in_degree
};

/* ---- of links --------------------------------------------------------- */

static bool
out_degree_chosen(const struct seedpick_options *options)
{
	return options->out_degree;
}

static uint64_t
out_degree_wanted(const struct seedpick_options *options)
{
	return options->out_degree;
}

static enum sp_status
seeds_by_out_degree(struct seedpick *pick)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	return sp_pick_top_outdegree(graph, pick->cmd->threads,
				     pick->options->out_degree, pick->spread,
				     &pick->seeds, &pick->cmd->err);
}

const struct seed_method method_out_degree = {
	.chosen = out_degree_chosen, .wanted = out_degree_wanted,
	.units = "pages", .wants = SP_SECTION_GRAPH, .spreads = true,
	.pick = seeds_by_out_degree
};
