/* SPDX-License-Identifier: MIT */
/*
 * hits - rank the pages of a graph as hubs and authorities
 *
 *	hits [option ...] [file]
 *
 * Scores each page twice: as a hub, a page that links to good pages, and as an
 * authority, a page that good hubs link to.  Reads a graph and adds the scores
 * "hub" and "authority" to the stream, replacing any that the stream already
 * has.
 */
#include "options.h"

#include "cli/input.h"
#include "cli/output.h"

#include "base/memory.h"
#include "rank/hits.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <stdlib.h>

/* The scores of an earlier run give way to the new ones. */
static const struct sp_section_name hits_replaced[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

static enum sp_status
hits_rank(struct cmd *cmd, struct sp_hits_options how,
	  const struct sp_graph *graph, double *hub, double *authority,
	  struct sp_hits_report *report)
{
	struct sp_hits_space *space = sp_hits_space_new(sp_graph_pages(graph));
	struct progress progress;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "scores");
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = how.tolerance > 0;
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	status = sp_hits(graph, NULL, &how, space, hub, authority, report,
			 &cmd->err);
	progress_end(&progress);
	sp_hits_space_free(space);
	return status;
}

static enum sp_status
hits_write(struct cmd *cmd, struct cmd_output *output,
	   const struct sp_graph *graph, const double *hub,
	   const double *authority)
{
	struct sp_writer *writer = cmd_output_writer(output);
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;

	status = sp_save_scores(writer, "hub", hub, &basis, &cmd->err);
	if (!status)
		status = sp_save_scores(writer, "authority", authority,
					&basis, &cmd->err);
	return status ? status : cmd_output_sign(output);
}

/* Ranks the graph and writes the scores. */
static enum sp_status
hits_add_scores(struct cmd *cmd, void *context, struct sp_contents *contents,
		struct cmd_output *output)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	const struct hits_options *options = context;
	uint64_t pages = sp_graph_pages(graph);
	double *hub = sp_alloc_large(pages, sizeof(*hub));
	double *authority = sp_alloc_large(pages, sizeof(*authority));
	struct sp_hits_report report;
	enum sp_status status;

	if (!hub || !authority)
		status = sp_no_memory(&cmd->err, "scores");
	else
		status = hits_rank(cmd, options->how, graph, hub, authority,
				   &report);
	/* A graph of names and hosts alone, or one that was pruned to none. */
	if (!status && pages && !sp_graph_links(graph))
		cmd_warn(cmd, "the graph has no links: all scores are 0");
	if (!status) {
		hits_tell(cmd, &report);
		status = hits_write(cmd, output, graph, hub, authority);
	}
	/* The scores are already written: --strict only sets the status. */
	if (!status)
		status = cmd_check_convergence(cmd, report.iterations,
					       report.residual,
					       options->how.tolerance,
					       options->strict);
	free(hub);
	free(authority);
	return status;
}

static enum sp_status
hits_run(struct cmd *cmd, struct hits_options *options)
{
	const struct sp_load_options load = { .want = SP_SECTION_GRAPH,
					      .drop_names = hits_replaced };

	return cmd_add_to_graph(cmd, &load, hits_add_scores, options);
}

static const struct cmd_program hits_program = {
	.name = "hits", .synopsis = "[file]",
	.summary = "Rank the pages of a graph as hubs and authorities.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct hits_options options = HITS_OPTIONS;
	struct option_row rows[HITS_ROWS + 1] = { OPTION_END };
	struct cmd cmd = { .program = &hits_program, .options = rows };

	hits_put_rows(&options, rows);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, hits_run(&cmd, &options));
}
