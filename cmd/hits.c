/* SPDX-License-Identifier: MIT */
/*
 * hits - hub and authority scores of the pages of a graph
 *
 *	hits [option ...] [file]
 *
 * Reads a stream with a graph, ranks its pages by Kleinberg's HITS on the
 * whole graph, and adds two score sections, "hub" and "authority".
 */
#include "cli/file.h"

#include "base/memory.h"
#include "rank/hits.h"
#include "section/graph.h"
#include "section/provenance.h"
#include "section/scores.h"

#include <stdio.h>
#include <stdlib.h>

struct hits_options {
	struct sp_hits_options how;
	bool strict;
};

/* Old scores do not pass on. */
static const struct sp_section_name replaced[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

static enum sp_status
save(struct cmd *cmd, struct sp_writer *writer, const struct sp_graph *graph,
     const double *hub, const double *authority,
     const struct sp_hits_report *report)
{
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;
	char result[128];
	char *line;

	snprintf(result, sizeof(result), "iterations %lu residual %.6g",
		 (unsigned long)report->iterations, report->residual);
	line = cmd_provenance(cmd, result);
	if (!line)
		return sp_no_memory(&cmd->err, "the provenance");
	status = sp_save_scores(writer, "hub", hub, &basis, &cmd->err);
	if (!status)
		status = sp_save_scores(writer, "authority", authority,
					&basis, &cmd->err);
	if (!status)
		status = sp_save_provenance(writer, line, &cmd->err);
	free(line);
	return status;
}

static enum sp_status
rank(struct cmd *cmd, const struct hits_options *options,
     const struct sp_graph *graph, struct sp_writer *writer,
     struct sp_hits_report *report)
{
	struct progress progress;
	struct sp_hits_options how = options->how;
	uint64_t pages = sp_graph_pages(graph);
	double *hub = sp_alloc_large(pages, sizeof(*hub));
	double *authority = sp_alloc_large(pages, sizeof(*authority));
	struct sp_hits_space *space = sp_hits_space_new(pages);
	enum sp_status status;

	how.threads = cmd->threads;
	how.progress = &progress.teller;
	progress_begin(&progress, cmd, "iteration");
	if (!hub || !authority || !space)
		status = sp_no_memory(&cmd->err, "scores");
	else
		status = sp_hits(graph, NULL, &how, space, hub, authority,
				 report, &cmd->err);
	progress_end(&progress);
	sp_hits_space_free(space);
	if (!status)
		status = save(cmd, writer, graph, hub, authority, report);
	free(hub);
	free(authority);
	return status;
}

/* Tells how the iteration ended. */
static enum sp_status
judge(struct cmd *cmd, const struct hits_options *options,
      const struct sp_hits_report *report)
{
	static const char *const norms[] = { "L2", "L1", "max" };

	cmd_count(cmd, "iterations", report->iterations);
	cmd_measure(cmd, "residual", report->residual);
	cmd_say(cmd, "%lu iterations, norm %s, residual (L1 of the last "
		"change of authorities) %.6g%s",
		(unsigned long)report->iterations, norms[options->how.norm],
		report->residual, report->converged ? "" : ", not converged");
	if (report->converged)
		return SP_OK;
	cmd_warn(cmd, "the tolerance was not reached in %lu iterations",
		 (unsigned long)report->iterations);
	return options->strict ? SP_UNCONVERGED : SP_OK;
}

static enum sp_status
run(struct cmd *cmd, const struct hits_options *options)
{
	struct sp_load_options load = { .want = SP_SECTION_GRAPH,
					.drop_names = replaced };
	struct sp_contents contents = { 0 };
	const struct sp_graph *graph;
	struct sp_hits_report report;
	const char *input = cmd_main_input(cmd);
	struct cmd_output *output = cmd_output_open(cmd, true);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	load.writer = cmd_output_writer(output);
	if (cmd->results_only)
		load.drop = ~(unsigned)SP_SECTION_PROVENANCE;
	status = cmd_load(cmd, input, &load, &contents);
	graph = sp_contents_graph(&contents);
	if (!status && !graph)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no graph in the "
				 "stream (give one with -g)", input);
	if (!status) {
		cmd_count(cmd, "pages", sp_graph_pages(graph));
		cmd_count(cmd, "links", sp_graph_links(graph));
		status = rank(cmd, options, graph, load.writer, &report);
	}
	if (!status)
		status = cmd_output_commit(output);
	if (!status)
		status = judge(cmd, options, &report);
	cmd_output_free(output);
	sp_contents_free(&contents);
	return status;
}

int
main(int argc, char **argv)
{
	struct hits_options options = { .how = SP_HITS_DEFAULTS };
	struct option_row rows[] = {
		OPTION("iterations", "N", options.how.iterations,
		       .letter = 'i', .least = 1, .most = 1000000,
		       .help = "stop after N iterations"),
		OPTION("tolerance", "X", options.how.tolerance, .letter = 't',
		       .help = "stop at a residual below X; 0: never"),
		CHOICE("norm", "NORM", options.how.norm, "l2|l1|max",
		       .help = "norm that divides both vectors"),
		FLAG("strict", options.strict, .local = true,
		     .help = "exit with 1 if it does not converge"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "hits", .synopsis = "[file]", .options = rows,
		.summary = "Rank the pages of a graph as hubs and authorities.",
		.operands_max = 1
	};

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, run(&cmd, &options));
}
