/* SPDX-License-Identifier: MIT */
/*
 * graphsplit - cut a graph into parts
 *
 *	graphsplit --parts N -o FILE [file]
 *
 * Filters that make a graph write parts themselves (--parts), row by row.  A
 * stream that is there already has to be held for it: its history, weights and
 * origin come after its links, and each part is complete before the next
 * begins, so that no more than one file is open.
 */
#include "cli/graph_output.h"
#include "cli/input.h"

#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"
#include "stream/section/names.h"
#include "stream/section/part_crawl.h"
#include "stream/section/provenance.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#define GRAPHSPLIT_KEEPS (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS | \
			  SP_SECTION_NAMES | SP_SECTION_HOSTS | \
			  SP_SECTION_STATES | SP_SECTION_FETCHES | \
			  SP_SECTION_PROVENANCE)

struct graphsplit {
	struct cmd *cmd;
	struct sp_contents contents;
	struct cmd_graph_output to;
};

/* Hosts, names and the history of the stream go into each part. */
static enum sp_status
graphsplit_before(void *context, const struct sp_part *part,
		  struct sp_writer *writer, struct sp_error *err)
{
	const struct sp_contents *contents = context;
	enum sp_status status = cmd_graph_save_pages(
		part, sp_contents_hosts(contents), sp_contents_names(contents),
		writer, err);

	return status ? status :
			sp_save_lines(writer, SP_TAG_PROVENANCE,
				      sp_contents_provenance(contents), err);
}

static enum sp_status
graphsplit_after(void *context, const struct sp_part *part,
		 const struct sp_basis *basis, struct sp_writer *writer,
		 struct sp_error *err)
{
	return sp_save_part_crawl(part, sp_contents_states(context),
				  sp_contents_fetches(context), basis, writer,
				  err);
}

/* What was computed from the whole graph fits none of its parts. */
static void
warn_of_results(struct cmd *cmd, const struct sp_listing *listing)
{
	uint64_t dropped = 0;

	for (uint64_t i = 0; i < listing->count; i++)
		dropped += !(GRAPHSPLIT_KEEPS >>
			     listing->sections[i].place & 1);
	if (dropped)
		cmd_warn(cmd, "sections left out because they are about the "
			 "whole graph: %" PRIu64 " (graphstat lists them)",
			 dropped);
}

static enum sp_status
graphsplit_write(struct graphsplit *job)
{
	const struct sp_graph *graph = sp_contents_graph(&job->contents);
	const double *weights = sp_contents_weights(&job->contents);
	struct sp_fingerprint whole = sp_basis_of(graph).graph;
	struct sp_fingerprint origin = sp_graph_origin(graph);
	struct sp_row_sink sink = cmd_graph_sink(&job->to), rows;
	struct progress progress;
	struct sp_part_whole all = {
		sp_basis_of(graph), sp_contents_names(&job->contents), weights,
		sp_contents_states(&job->contents),
		sp_contents_fetches(&job->contents)
	};
	enum sp_status status;

	job->to.weighted = weights != NULL;
	job->to.id = sp_part_identity(&all);
	/*
	 * A graph that was pruned has another origin, and its parts have to add
	 * up to that as well.
	 */
	if (!sp_fingerprint_equal(&whole, &origin))
		job->to.origin = &origin;
	progress_begin(&progress, job->cmd, "page");
	rows = progress_rows(&progress, &sink);
	status = sp_graph_walk(graph, weights, NULL, &rows, &job->cmd->err);
	progress_end(&progress);
	if (!status)
		status = cmd_graph_finish(&job->to, &all.basis);
	return status ? status : cmd_graph_commit(&job->to);
}

static enum sp_status
graphsplit_run(struct graphsplit *job)
{
	struct sp_listing listing = { 0 };
	struct sp_load_options load = {
		.want = GRAPHSPLIT_KEEPS, .listing = &listing
	};
	enum sp_status status;

	if (!job->to.count)
		return sp_fail(&job->cmd->err, SP_USAGE, "give --parts N: "
			       "into how many parts to cut the graph");
	status = cmd_graph_open(&job->to);
	if (!status)
		status = cmd_load_graph(job->cmd, &load, &job->contents);
	if (!status) {
		warn_of_results(job->cmd, &listing);
		status = graphsplit_write(job);
	}
	cmd_graph_free(&job->to);
	sp_listing_free(&listing);
	sp_contents_free(&job->contents);
	return status;
}

static const struct cmd_program graphsplit_program = {
	.name = "graphsplit", .synopsis = "[file]",
	.summary = "Cut a graph into parts.",
	.operands_max = 1, .graph_is_result = true, .drops_graph = true,
	.whole = "cutting it"
};

int
main(int argc, char **argv)
{
	struct graphsplit job = { .to = { .before = graphsplit_before,
					  .after = graphsplit_after } };
	struct option_row rows[] = {
		CMD_PARTS_ROW(job.to.count),
		OPTION_END
	};
	struct cmd cmd = { .program = &graphsplit_program, .options = rows };

	job.cmd = job.to.cmd = &cmd;
	job.to.context = &job.contents;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphsplit_run(&job));
}
