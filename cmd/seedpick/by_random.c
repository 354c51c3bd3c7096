/* SPDX-License-Identifier: MIT */
/*
 * --random, from pages with links; with --any from all pages, for which the
 * graph need not be loaded.
 */
#include "seedpick.h"

#include "stream/section/graph.h"

#include <stdlib.h>

static enum sp_status
seeds_of_any_pages(struct seedpick *pick)
{
	return sp_pick_random(pick->basis.graph.pages, NULL,
			      pick->options->random, pick->options->seed,
			      pick->spread, &pick->seeds, &pick->cmd->err);
}

/* A crawl that starts from pages without links ends at once. */
static enum sp_status
seeds_at_random(struct seedpick *pick)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	const struct seedpick_options *options = pick->options;
	struct sp_error *err = &pick->cmd->err;
	uint64_t *linking, count;
	enum sp_status status;

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	status = sp_find_linking(graph, &linking, &count, err);
	if (!status && count < options->random)
		status = sp_fail(err, SP_DATA, "--random %" PRIu64 ": only "
				 "%" PRIu64 " of %" PRIu64 " pages have links "
				 "(--any: draw from all pages)",
				 options->random, count, sp_graph_pages(graph));
	if (!status)
		status = seedpick_check_spread(pick, options->random, linking);
	if (!status)
		status = sp_pick_random(sp_graph_pages(graph), linking,
					options->random, options->seed,
					pick->spread, &pick->seeds, err);
	free(linking);
	return status;
}

const struct seed_method method_random = {
	.asked = SEEDPICK_NUMBER(random), .wants = SP_SECTION_GRAPH,
	.spreads = true, .pick = seeds_at_random
};

const struct seed_method method_random_any = {
	.wanted = SEEDPICK_NUMBER(random), .units = "pages", .spreads = true,
	.pick = seeds_of_any_pages
};
