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
#include "hits.h"

#include "cli/input.h"
#include "cli/output.h"
#include "cli/weights.h"

#include "stream/section/graph.h"
#include "stream/section/scores.h"

static enum sp_status
hits_write(struct cmd *cmd, struct cmd_output *output,
	   const struct sp_graph *graph, const struct hits_scores *scores)
{
	struct sp_writer *writer = cmd_output_writer(output);
	struct sp_basis basis = sp_basis_of(graph);

	hits_tell(cmd, &scores->report);
	if (sp_save_scores(writer, "hub", scores->hub, &basis, &cmd->err) ||
	    sp_save_scores(writer, "authority", scores->authority, &basis,
			   &cmd->err))
		return cmd->err.status;
	return cmd_output_sign(output);
}

/* Ranks the graph and writes the scores. */
static enum sp_status
hits_add_scores(struct cmd *cmd, void *context, struct sp_contents *contents,
		struct cmd_output *output)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct hits_options *options = context;
	struct hits_scores scores = { NULL, NULL, { 0 } };
	enum sp_status status = cmd_take_unit_weights(cmd, &options->weighing,
						      contents,
						      &options->weights);

	if (options->weights.values)
		options->how.weights = &options->weights;
	if (!status)
		status = hits_begin(cmd, graph, NULL, &scores);
	if (!status)
		status = hits_rank(cmd, options, graph, NULL, NULL, &scores);
	if (!status)
		status = hits_write(cmd, output, graph, &scores);
	if (!status)
		status = hits_verdict(cmd, options, &scores.report);
	hits_free(&scores);
	return status;
}

static enum sp_status
hits_run(struct cmd *cmd, struct hits_options *options)
{
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | cmd_want_weights(options->weighing),
		.drop_names = hits_replaced
	};
	enum sp_status status = cmd_add_to_graph(cmd, &load, hits_add_scores,
						 options);

	sp_link_weights_free(&options->weights);
	return status;
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
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &hits_program, .options = rows };

	hits_put_rows(&options, rows);
	OPTIONS_ADD(rows, CMD_WEIGHTS_ROW(options.weighing));
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, hits_run(&cmd, &options));
}
