/* SPDX-License-Identifier: MIT */
/*
 * pagerank - rank the pages of a graph by PageRank
 *
 *	pagerank [option ...] [file]
 *
 * Measures the importance of pages: a page is important if important pages
 * link to it.  Reads a graph and adds a score to the stream, replacing one of
 * the same name.
 */
#include "pagerank.h"

#include "cli/output.h"
#include "cli/weights.h"

#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <stdlib.h>

static enum sp_status
pagerank_write(struct cmd *cmd, const struct pagerank_options *options,
	       const struct sp_graph *graph, const double *ranks,
	       const struct sp_pagerank_report *report,
	       struct cmd_output *output)
{
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;

	pagerank_tell(cmd, options, report);
	status = sp_save_scores(cmd_output_writer(output), options->name,
				ranks, &basis, &cmd->err);
	return status ? status : cmd_output_sign(output);
}

/* Ranks the graph and writes the score. */
static enum sp_status
pagerank_add_score(struct cmd *cmd, void *context,
		   struct sp_contents *contents, struct cmd_output *output)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct pagerank_options *options = context;
	struct sp_pagerank_report report;
	double *ranks = NULL;
	enum sp_status status;

	status = cmd_take_weights(cmd, &options->weighing, contents,
				  &options->weights);
	if (options->weights.values)
		options->how.weights = &options->weights;
	if (!status)
		status = rank_vector_load(cmd, &options->teleport, contents);
	if (!status)
		status = rank_vector_load(cmd, &options->start, contents);
	if (!status)
		status = pagerank_start(cmd, options, graph, NULL, &ranks);
	if (status)
		return status;
	if (!sp_graph_links(graph))
		cmd_warn(cmd, "the graph has no links to rank its pages by");
	status = pagerank_rank(cmd, options, graph, NULL, NULL, ranks, &report);
	if (!status)
		status = pagerank_write(cmd, options, graph, ranks, &report,
					output);
	free(ranks);
	return status ? status : pagerank_verdict(cmd, options, &report);
}

static enum sp_status
pagerank_run(struct cmd *cmd, struct pagerank_options *options)
{
	struct rank_vector *teleport = &options->teleport;
	struct rank_vector *start = &options->start;
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, options->name }, { 0, NULL }
	};
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | rank_vector_wants(teleport) |
			rank_vector_wants(start) |
			cmd_want_weights(options->weighing),
		.drop_names = replaced
	};
	enum sp_status status = rank_vector_check(cmd, teleport);

	/* Not by the table: "ignore" goes with any method. */
	if (options->weighing != SP_WEIGHTS_IGNORED &&
	    options->how.method != SP_PAGERANK_POWER)
		return sp_fail(&cmd->err, SP_USAGE, "option --weights needs "
			       "--method power: others have no weights");
	if (!status)
		status = rank_vector_check(cmd, start);
	if (!status)
		status = cmd_add_to_graph(cmd, &load, pagerank_add_score,
					  options);
	rank_vector_free(teleport);
	rank_vector_free(start);
	sp_link_weights_free(&options->weights);
	return status;
}

static const struct cmd_program pagerank_program = {
	.name = "pagerank", .synopsis = "[file]",
	.summary = "Rank the pages of a graph by PageRank.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct pagerank_options options = PAGERANK_OPTIONS;
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &pagerank_program, .options = rows };

	pagerank_put_rows(&options, rows);
	OPTIONS_ADD(rows, CMD_WEIGHTS_ROW(options.weighing));
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, pagerank_run(&cmd, &options));
}
