/* SPDX-License-Identifier: MIT */
/* --yield: seeds by trial crawls. */
#include "seedpick.h"

#include "seed/yield.h"
#include "stream/section/graph.h"

/* A score of 0: the seed takes away as much as it adds, or more. */
static void
warn_of_no_yield(const struct seedpick *pick, uint64_t before)
{
	uint64_t useless = 0;

	for (uint64_t i = before; i < pick->seeds.count; i++)
		useless += !(pick->seeds.seeds[i].score > 0);
	if (useless)
		cmd_warn(pick->cmd, "%" PRIu64 " of %" PRIu64 " seeds add "
			 "nothing to the crawl from the others",
			 useless, pick->seeds.count - before);
}

static enum sp_status
seeds_by_yield(struct seedpick *pick)
{
	struct sp_yield_options how = {
		.count = pick->options->count,
		.downloads = pick->options->yield, .random_seed = 1,
		.threads = pick->cmd->threads, .spread = pick->spread
	};
	const struct sp_graph *graph;
	uint64_t before = pick->seeds.count;
	struct sp_yield_report report;
	struct progress progress;
	enum sp_status status;

	if (seedpick_weighted_graph(pick, &graph, &how.score))
		return pick->cmd->err.status;
	progress_begin(&progress, pick->cmd, "seed");
	how.progress = &progress.teller;
	status = sp_pick_yield(graph, &how, &pick->seeds, &report,
			       &pick->cmd->err);
	progress_end(&progress);
	pick->score = "yield";
	if (!status) {
		cmd_say(pick->cmd, "yield %.6g, pages reached %" PRIu64 " of "
			"%" PRIu64 ", candidates %" PRIu64 ", trials "
			"%" PRIu64, report.yield, report.reached,
			sp_graph_pages(graph), report.candidates,
			report.trials);
		cmd_result(pick->cmd, "yield %.6g, reached %" PRIu64,
			   report.yield, report.reached);
		warn_of_no_yield(pick, before);
	}
	return status;
}

const struct seed_method method_yield = {
	.asked = SEEDPICK_NUMBER(yield), .wanted = SEEDPICK_NUMBER(count),
	.units = "pages with links", .wants = SP_SECTION_GRAPH,
	.spreads = true, .pick = seeds_by_yield
};
