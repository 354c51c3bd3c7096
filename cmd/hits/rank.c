/* SPDX-License-Identifier: MIT */
/*
 * The options of hits and what both of its programs do with them.  A graph and
 * a share differ in how many pages are ranked here, and in where the first of
 * them is in a vector.
 */
#include "hits.h"

#include "base/memory.h"

#include <stdlib.h>

const struct sp_section_name hits_replaced[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

void
hits_put_rows(struct hits_options *options, struct option_row *to)
{
	struct sp_hits_options *how = &options->how;

	OPTIONS_ADD(to,
		OPTION("iterations", "N", how->iterations, .letter = 'i',
		       .least = 1, .most = 1000000, .grows = true,
		       .help = "stop after N iterations"),
		OPTION("tolerance", "X", how->tolerance, .letter = 't',
		       .grows = true,
		       .help = "stop at a residual below X; 0: never"),
		CHOICE("norm", "NORM", how->norm, "l2|l1|max",
		       .help = "norm that divides both vectors"),
		CHOICE("form", "FORM", how->form, SP_FORM_CHOICES,
		       .local = true, .help = "form of the graph in memory"),
		FLAG("strict", options->strict, .local = true,
		     .needs = &how->tolerance,
		     .help = "exit with 1 if it does not converge"));
}

enum sp_status
hits_begin(struct cmd *cmd, const struct sp_graph *graph,
	   const struct sp_share *share, struct hits_scores *scores)
{
	uint64_t room = sp_form_room(graph, share);

	scores->hub = sp_alloc_large(room, sizeof(double));
	scores->authority = sp_alloc_large(room, sizeof(double));
	return scores->hub && scores->authority ?
		       SP_OK : sp_no_memory(&cmd->err, "scores");
}

void
hits_free(struct hits_scores *scores)
{
	free(scores->hub);
	free(scores->authority);
}

enum sp_status
hits_rank(struct cmd *cmd, const struct hits_options *options,
	  const struct sp_graph *graph, struct sp_share *share,
	  const struct sp_rank_checkpoint *checkpoint,
	  struct hits_scores *scores)
{
	struct sp_fingerprint whole = share ? share->whole :
					      sp_graph_fingerprint(graph);
	struct sp_hits_space *space =
		sp_hits_space_new(share ? share->owned : whole.pages);
	struct sp_hits_options how = options->how;
	struct progress progress;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "scores");
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = how.tolerance > 0;
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	how.share = share;
	how.checkpoint = checkpoint;
	status = sp_hits(graph, NULL, &how, space, scores->hub,
			 scores->authority, &scores->report, &cmd->err);
	progress_end(&progress);
	sp_hits_space_free(space);
	/* A graph of names and hosts alone, or one that was pruned to none. */
	if (!status && !whole.links)
		cmd_warn(cmd, "the graph has no links: all scores are 0");
	return status;
}

void
hits_tell(struct cmd *cmd, const struct sp_hits_report *report)
{
	cmd_say(cmd, "form of the graph: %s (%s)", report->form,
		report->reason);
	cmd_word(cmd, "form", report->form);
	cmd_result(cmd, "iterations %lu residual %.6g",
		   (unsigned long)report->iterations, report->residual);
}

enum sp_status
hits_verdict(struct cmd *cmd, const struct hits_options *options,
	     const struct sp_hits_report *report)
{
	return cmd_check_convergence(cmd, report->iterations, report->residual,
				     options->how.tolerance, options->strict);
}
