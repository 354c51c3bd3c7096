/* SPDX-License-Identifier: MIT */
/*
 * transpose.c - turns the links of a graph round.
 *
 * The pages stay what they are, so names, hosts, scores, seeds and orders pass
 * on, and the new graph has the origin of the old one: what is computed from
 * either can be used with the other.  Cores say which pages link to which, and
 * are left out.
 */
#include "graphprune.h"

#include "cli/output.h"

#include "base/memory.h"
#include "derive/transpose.h"
#include "section/graph.h"
#include "section/weights.h"

#define MEMORY_LEAST ((uint64_t)1 << 20)

/*
 * Half of what is left beside the graph: the other half is for what cannot be
 * limited, such as names and the weights on their way out.
 */
static uint64_t
memory_for_links(const struct cmd *cmd, const struct sp_graph *graph,
		 const double *weights)
{
	uint64_t limit = cmd->memory_limit ? cmd->memory_limit :
					     sp_memory_default();
	uint64_t used = sp_graph_memory(graph) + 4 * sp_graph_pages(graph);
	uint64_t left;

	if (weights)
		used += 16 * sp_graph_links(graph);
	left = limit > used ? (limit - used) / 2 : 0;
	return left > MEMORY_LEAST ? left : MEMORY_LEAST;
}

static enum sp_status
write_transpose(struct cmd *cmd, const struct sp_graph *graph,
		const double *weights, struct sp_writer *writer)
{
	struct sp_graph_writer *to = sp_graph_writer_new(
		writer, cmd->threads, weights != NULL);
	struct sp_fingerprint origin = sp_graph_origin(graph);
	struct sp_transpose_options how = { .threads = cmd->threads };
	struct progress progress;
	struct sp_row_sink rows;
	struct sp_basis basis;
	enum sp_status status;

	if (!to)
		return sp_no_memory(&cmd->err, "the graph");
	how.memory = memory_for_links(cmd, graph, weights);
	how.progress = &progress.teller;
	progress_begin(&progress, cmd, "block");
	rows = sp_graph_writer_rows(to);
	status = sp_transpose_rows(graph, weights, &how, &rows, &cmd->err);
	progress_end(&progress);
	if (!status)
		status = sp_graph_writer_finish(to, &origin, &basis,
						&cmd->err);
	sp_graph_writer_free(to);
	return status;
}

enum sp_status
graphprune_transpose(struct cmd *cmd)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS,
		.drop = SP_SECTION_CORES, .links_change = true
	};
	struct sp_contents contents = { 0 };
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	load.writer = cmd_output_writer(output);
	status = cmd_load_graph(cmd, &load, &contents);
	if (!status && !sp_graph_links(sp_contents_graph(&contents)))
		cmd_warn(cmd, "the graph has no links");
	if (!status)
		status = write_transpose(cmd, sp_contents_graph(&contents),
					 sp_contents_weights(&contents),
					 load.writer);
	if (!status)
		status = cmd_output_sign(output);
	sp_contents_free(&contents);
	cmd_output_free(output);
	return status;
}
