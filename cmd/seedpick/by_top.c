/* SPDX-License-Identifier: MIT */
/*
 * The pages with the largest score or the most links, and the first pages of
 * the largest hosts.
 */
#include "seedpick.h"

#include "stream/section/graph.h"
#include "stream/section/hosts.h"

/* ---- of a score ------------------------------------------------------- */

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
	.asked = SEEDPICK_NUMBER(top.count),
	.wanted = SEEDPICK_NUMBER(top.count), .units = "pages",
	.wants = SP_SECTION_SCORES, .of_results = true, .spreads = true,
	.pick = seeds_of_score
};

/* ---- of links --------------------------------------------------------- */

static enum sp_status
seeds_by_degree(struct seedpick *pick, bool inward, uint64_t count)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	return sp_pick_top_degree(graph, inward, pick->cmd->threads, count,
				  pick->spread, &pick->seeds, &pick->cmd->err);
}

static enum sp_status
seeds_by_in_degree(struct seedpick *pick)
{
	return seeds_by_degree(pick, true, pick->options->in_degree);
}

const struct seed_method method_in_degree = {
	.asked = SEEDPICK_NUMBER(in_degree),
	.wanted = SEEDPICK_NUMBER(in_degree), .units = "pages",
	.wants = SP_SECTION_GRAPH, .spreads = true, .pick = seeds_by_in_degree
};

static enum sp_status
seeds_by_out_degree(struct seedpick *pick)
{
	return seeds_by_degree(pick, false, pick->options->out_degree);
}

const struct seed_method method_out_degree = {
	.asked = SEEDPICK_NUMBER(out_degree),
	.wanted = SEEDPICK_NUMBER(out_degree), .units = "pages",
	.wants = SP_SECTION_GRAPH, .spreads = true, .pick = seeds_by_out_degree
};

/* ---- of hosts --------------------------------------------------------- */

static enum sp_status
seeds_of_hosts(struct seedpick *pick)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);

	if (!hosts)
		return cmd_missing(pick->cmd, "hosts");
	return sp_pick_hosts(hosts, pick->options->hosts, pick->spread,
			     &pick->seeds, &pick->cmd->err);
}

const struct seed_method method_hosts = {
	.asked = SEEDPICK_NUMBER(hosts), .wanted = SEEDPICK_NUMBER(hosts),
	.units = "hosts", .wants = SP_SECTION_HOSTS, .spreads = true,
	.pick = seeds_of_hosts
};
