/* SPDX-License-Identifier: MIT */
/*
 * What pages are chosen by.  Without --by it is the PageRank of the graph that
 * is known, in which a page that was never fetched has no links and passes its
 * rank on to all pages.  Letting it keep its rank, or teleporting to fetched
 * pages alone, gives the same order of the pages that were not fetched: they
 * have no links, so that either changes all their ranks by the same factor and
 * the same summand.
 */
#include "crawlnext.h"

#include "base/memory.h"
#include "rank/pagerank.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

static enum sp_status
rank_known(struct crawlnext *next)
{
	const struct sp_pagerank_options usual = SP_PAGERANK_DEFAULTS;
	const struct sp_graph *graph = sp_contents_graph(&next->contents);
	struct sp_pagerank_report report;
	struct cmd *cmd = next->cmd;
	struct progress progress;
	enum sp_status status;

	next->ranks = sp_alloc_large(next->pages, sizeof(*next->ranks));
	if (!next->ranks)
		return sp_no_memory(&cmd->err, "ranks");
	next->scores = next->ranks;
	next->score = "pagerank";
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = true;
	status = sp_pagerank_usual(graph, cmd->threads, &progress.teller,
				   next->ranks, &report, &cmd->err);
	progress_end(&progress);
	return status ? status :
			cmd_check_convergence(cmd, report.iterations,
					      report.residual,
					      usual.tolerance, false);
}

enum sp_status
crawlnext_rank(struct crawlnext *next)
{
	const struct sp_score *score;

	if (!next->options.by)
		return rank_known(next);
	if (cmd_find_score(next->cmd, &next->contents, next->options.by,
			   &score))
		return next->cmd->err.status;
	next->scores = score->values;
	next->score = score->name;
	return SP_OK;
}
