/* SPDX-License-Identifier: MIT */
/*
 * The options of pagerank and what both of its programs do with them.  Vectors
 * are by local page: in a graph without a share, that is the page.
 */
#include "pagerank.h"

#include "base/memory.h"


void
pagerank_put_rows(struct pagerank_options *options,
		  struct option_row *to)
{
	struct sp_pagerank_options *how = &options->how;

	OPTIONS_ADD(to,
		OPTION("damping", "X", how->damping, .most = 1,
		       .below_most = true,
		       .help = "share of rank that follows links"),
		OPTION("tolerance", "X", how->tolerance, .letter = 't',
		       .grows = true,
		       .help = "stop at a residual below X; 0: never"),
		OPTION("iterations", "N", how->iterations, .letter = 'i',
		       .least = 1, .most = 1000000, .grows = true,
		       .help = "stop after N iterations"),
		CHOICE("norm", "NORM", how->norm, "l1|max",
		       .first = SP_NORM_L1, .help = "norm of the residual"),
		CHOICE("dangling", "HOW", how->dangling, "uniform|drop|norm",
		       .help = "rank of pages without links"),
		CHOICE("scale", "SCALE", options->scale, "prob|mean1",
		       .help = "make the sum or the mean 1"),
		CHOICE("method", "METHOD", how->method, "power|push|local",
		       .help = "push and local take less time"),
		OPTION("teleport", "FILE", options->teleport.path,
		       .local = true, .help = "pages to jump to, with values"),
		OPTION("teleport-score", "NAME", options->teleport.score,
		       .needs = &options->teleport.path,
		       .help = "score of --teleport to use"),
		OPTION("start", "FILE", options->start.path, .local = true,
		       .help = "pages to start from, with values"),
		OPTION("start-score", "NAME", options->start.score,
		       .needs = &options->start.path,
		       .help = "score of --start to use"),
		OPTION("name", "NAME", options->name, .least = 1,
		       .most = SP_SCORE_NAME_MAX,
		       .help = "name of the new score"),
		CHOICE("form", "FORM", how->form, "auto|compact|near",
		       .local = true, .help = "form of the graph in memory"),
		FLAG("strict", options->strict, .local = true,
		     .help = "exit with 1 if it does not converge"));
}

enum sp_status
pagerank_start(struct cmd *cmd, const struct pagerank_options *options,
	       const struct sp_graph *graph, const struct sp_share *share,
	       double **ranks)
{
	const double *start = options->start.values ?
				      options->start.values :
				      options->teleport.values;
	uint64_t pages = share ? share->whole.pages : sp_graph_pages(graph);
	uint64_t first = share ? share->own_first : 0;
	uint64_t end = first + (share ? share->owned : pages);

	*ranks = sp_alloc_large(sp_form_room(graph, share), sizeof(**ranks));
	if (!*ranks)
		return sp_no_memory(&cmd->err, "ranks");
	for (uint64_t p = first; p < end; p++)
		(*ranks)[p] = start ? start[p] : 1 / (double)pages;
	return SP_OK;
}

enum sp_status
pagerank_rank(struct cmd *cmd, const struct pagerank_options *options,
	      const struct sp_graph *graph, struct sp_share *share,
	      const struct sp_rank_checkpoint *checkpoint, double *ranks,
	      struct sp_pagerank_report *report)
{
	uint64_t pages = share ? share->whole.pages : sp_graph_pages(graph);
	uint64_t first = share ? share->own_first : 0;
	uint64_t owned = share ? share->owned : pages;
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(owned, SP_RANK_PARTS);
	struct sp_pagerank_options how = options->how;
	struct progress progress;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "ranks");
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	how.share = share;
	how.checkpoint = checkpoint;
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = how.tolerance > 0;
	status = sp_pagerank(graph, NULL, options->teleport.values, &how,
			     space, ranks, report, &cmd->err);
	progress_end(&progress);
	sp_pagerank_space_free(space);
	/* Not earlier: the tolerance is for ranks on the scale "prob". */
	for (uint64_t i = 0; i < owned && options->scale == SCALE_MEAN1; i++)
		ranks[first + i] *= (double)pages;
	return status;
}

void
pagerank_tell(struct cmd *cmd, const struct pagerank_options *options,
	      const struct sp_pagerank_report *report)
{
	cmd_say(cmd, "form of the graph: %s (%s)", report->form,
		report->reason);
	cmd_word(cmd, "form", report->form);
	cmd_measure(cmd, "sum", report->sum);
	cmd_result(cmd, "iterations %lu residual %.6g",
		   (unsigned long)report->iterations, report->residual);
	/* A path means nothing elsewhere, but that it was used does. */
	if (options->teleport.path)
		cmd_result(cmd, "teleport given");
	if (options->start.path)
		cmd_result(cmd, "start given");
}

enum sp_status
pagerank_verdict(struct cmd *cmd, const struct pagerank_options *options,
		 const struct sp_pagerank_report *report)
{
	return cmd_check_convergence(cmd, report->iterations, report->residual,
				     options->how.tolerance, options->strict);
}
