/* SPDX-License-Identifier: MIT */
/*
 * --cover, and --weight for it and for --yield: the weight is a score of the
 * stream, of the same pages.
 */
#include "seedpick.h"

#include "seed/cover.h"
#include "stream/section/graph.h"

enum sp_status
seedpick_weighted_graph(struct seedpick *pick, const struct sp_graph **graph,
			const double **weight)
{
	const char *name = pick->options->weight;
	const struct sp_score *score;

	*weight = NULL;
	*graph = sp_contents_graph(&pick->contents);
	if (!*graph)
		return cmd_missing(pick->cmd, "graph");
	if (!name)
		return SP_OK;
	if (cmd_find_score(pick->cmd, &pick->contents, name, &score))
		return pick->cmd->err.status;
	if (score->pages != sp_graph_pages(*graph))
		return sp_fail(&pick->cmd->err, SP_DATA, "score \"%s\" is of "
			       "another graph", name);
	*weight = score->values;
	return SP_OK;
}

enum sp_status
seedpick_cover(struct seedpick *pick, uint64_t count, struct sp_spread *spread)
{
	const struct seedpick_options *options = pick->options;
	struct sp_cover_options how = {
		.count = count, .steps = options->steps, .spread = spread,
		.sketch = options->sketch, .exact = options->exact,
		.random_seed = options->sketch_seed,
		.threads = pick->cmd->threads
	};
	const struct sp_graph *graph;
	struct sp_cover_report report;
	struct progress progress;
	enum sp_status status;

	if (seedpick_weighted_graph(pick, &graph, &how.weight))
		return pick->cmd->err.status;
	progress_begin(&progress, pick->cmd, "seed");
	how.progress = &progress.teller;
	status = sp_pick_cover(graph, &how, &pick->seeds, &report,
			       &pick->cmd->err);
	progress_end(&progress);
	if (!status) {
		cmd_say(pick->cmd, "covered %.6g of %.6g, %s, samples "
			"%" PRIu64 ", passes over the graph %" PRIu64,
			report.covered, report.total,
			report.exact ? "exactly greedy" : "by sketches",
			report.samples, report.passes);
		cmd_result(pick->cmd, "covered %.6g of %.6g", report.covered,
			   report.total);
	}
	return status;
}

static enum sp_status
seeds_by_cover(struct seedpick *pick)
{
	pick->score = "cover";
	return seedpick_cover(pick, pick->options->cover, pick->spread);
}

const struct seed_method method_cover = {
	.asked = SEEDPICK_NUMBER(cover), .wanted = SEEDPICK_NUMBER(cover),
	.units = "pages to cover", .wants = SP_SECTION_GRAPH,
	.spreads = true, .pick = seeds_by_cover
};
