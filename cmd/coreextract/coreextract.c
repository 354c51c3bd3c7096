/* SPDX-License-Identifier: MIT */
/*
 * coreextract - extract bipartite cores and one seed from each
 *
 *	coreextract [option ...] [file]
 *
 * Finds communities in a web graph and takes one seed for a crawl from each,
 * so that the crawl starts in different parts of the web.  A community appears
 * in the graph as a bipartite core: a set of hubs that all link to the same
 * authorities.  A core is grown around the best authority by HITS, its best
 * hub is the seed, and its pages are removed before the next one.
 */
#include "coreextract.h"

#include "cli/files.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/weights.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/prune.h"
#include "stream/section/scores.h"
#include "stream/section/shapes.h"

#include <string.h>

/* An extraction from a stream. */
struct stream_job {
	struct coreextract core;
	struct sp_contents contents;
	bool one_per_shape;
	struct sp_units units;   /* the shapes of pages, if that is set */
	enum sp_weighing weighing;
	struct sp_link_weights weights;
};

/*
 * The scores of the first round may be given: hits has just computed the same.
 * They must be of this very graph; its origin has other links.
 */
static bool
copy_given_scores(struct stream_job *job)
{
	struct sp_contents *contents = &job->contents;
	const struct sp_score *hub = sp_contents_score(contents, "hub");
	const struct sp_score *authority =
		sp_contents_score(contents, "authority");
	const struct sp_fingerprint *own = &contents->basis.graph;
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));

	if (!hub || !authority)
		return false;
	if (job->weights.values) {
		cmd_say(job->core.cmd, "the scores of the input are ignored: "
			"by which weights they were made is not known");
		return false;
	}
	if (!sp_fingerprint_equal(own, &hub->basis.graph) ||
	    !sp_fingerprint_equal(own, &authority->basis.graph)) {
		/* In one stream, links were removed after ranking. */
		if (job->core.cmd->graph)
			cmd_warn(job->core.cmd, "hub and authority are scores "
				 "of a graph with %" PRIu64 " links, not of "
				 "this one with %" PRIu64 ", which is ranked "
				 "again "
				 "(give the graph that was ranked with -g)",
				 hub->basis.graph.links, own->links);
		return false;
	}
	memcpy(job->core.hub, hub->values, pages * sizeof(double));
	memcpy(job->core.authority, authority->values,
	       pages * sizeof(double));
	return true;
}

static enum sp_status
find_core_shapes(struct stream_job *job)
{
	const struct sp_shapes *shapes = sp_contents_shapes(&job->contents);
	struct coreextract *core = &job->core;

	if (!job->one_per_shape)
		return SP_OK;
	if (!shapes)
		return cmd_missing(core->cmd, "shapes");
	core->options.how.core.units = &job->units;
	return sp_units_of_shapes(shapes, &job->units, &core->cmd->err);
}

/* Scores are those of any weights in the same proportion. */
static enum sp_status
find_core_weights(struct stream_job *job)
{
	enum sp_status status = cmd_take_unit_weights(
		job->core.cmd, &job->weighing, &job->contents, &job->weights);

	if (job->weights.values)
		job->core.options.how.hits.weights = &job->weights;
	return status;
}

/*
 * Scores of the stream are given back as soon as they are copied: HITS needs
 * the memory.
 */
static enum sp_status
find_in_stream(struct stream_job *job)
{
	struct sp_contents *contents = &job->contents;
	struct coreextract *core = &job->core;

	if (find_core_shapes(job) || find_core_weights(job) ||
	    coreextract_begin(core, sp_contents_graph(contents), NULL))
		return core->cmd->err.status;
	core->given = copy_given_scores(job);
	sp_contents_drop(contents, SP_SECTION_SCORES);
	coreextract_take_cores(core, contents, &contents->basis);
	return coreextract_find(core);
}

/* Writes the graph without the links of the cores. */
static enum sp_status
write_residual(struct stream_job *job, struct sp_writer *writer)
{
	struct sp_prune prune = { .dead = job->core.dead };
	struct sp_pruner *pruner = sp_pruner_new(
		writer, job->core.cmd->threads, &prune, NULL, NULL);
	enum sp_status status;

	if (!pruner)
		return sp_no_memory(&job->core.cmd->err, "the residual graph");
	status = sp_pruner_graph(pruner, sp_contents_graph(&job->contents),
				 &job->core.cmd->err);
	sp_pruner_free(pruner);
	return status;
}

static enum sp_status
coreextract_write(struct stream_job *job, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	const struct sp_loaded_cores *cores = &job->core.cores;
	enum sp_status status = SP_OK;

	if (job->core.options.residual && !job->core.cmd->results_only)
		status = write_residual(job, writer);
	if (!status)
		status = sp_save_cores(writer, &cores->cores, &cores->basis,
				       &job->core.cmd->err);
	cmd_result(job->core.cmd, "cores %" PRIu64, job->core.report.cores);
	return status ? status : cmd_output_sign(output);
}

/*
 * Counts the cores whose pages are all of one host.  Members of a core are
 * neighbours in the list, so neighbours of one core with different hosts show
 * that it spans hosts.
 */
static uint64_t
count_inside_hosts(const struct sp_hosts *hosts, const struct sp_cores *cores)
{
	uint64_t inside = cores->count;

	for (uint64_t i = 1, counted = 0; i < cores->member_count; i++) {
		const struct sp_member *member = &cores->members[i];

		/* counted is 1 more than the last core that was taken off. */
		if (member->core == member[-1].core &&
		    member->core >= counted &&
		    hosts->host_of[member->page] !=
			    hosts->host_of[member[-1].page]) {
			inside--;
			counted = (uint64_t)member->core + 1;
		}
	}
	return inside;
}

/* Navigation gives complete cores as well, but they are no communities. */
static void
warn_inside_hosts(struct stream_job *job)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&job->contents);
	const struct sp_cores *cores = &job->core.cores.cores;
	uint64_t inside;

	/* A graph of one host has no others, and one core shows little. */
	if (!hosts || hosts->names.count < 2 || cores->count < 3)
		return;
	inside = count_inside_hosts(hosts, cores);
	if (inside > cores->count / 2)
		cmd_warn(job->core.cmd, "%" PRIu64 " of %" PRIu64 " cores lie "
			 "inside one host, which is mostly navigation (remove "
			 "links inside hosts with graphprune first)", inside,
			 cores->count);
}

/*
 * With -g, the graph and its hosts come from there, and scores and cores from
 * the operand, which also has the history.
 */
static enum sp_status
coreextract_load(struct stream_job *job, struct sp_writer *writer)
{
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_SCORES | SP_SECTION_CORES,
		/* Cores are written again, followed by the new ones. */
		.writer = writer, .drop = SP_SECTION_CORES,
		.links_change = true,
		.drop_names = job->core.options.residual ?
				      coreextract_outdated : NULL
	};
	const unsigned history = SP_SECTION_PROVENANCE;
	const unsigned shapes = job->one_per_shape ? SP_SECTION_SHAPES : 0;
	struct cmd *cmd = job->core.cmd;
	const char *side = cmd_side_input(cmd, false);
	enum sp_status status;

	options.want |= shapes | cmd_want_weights(job->weighing);
	if (side) {
		/* The results, and all of the history, are in that stream. */
		options.want &= ~(unsigned)(SP_SECTION_SCORES |
					    SP_SECTION_CORES);
		options.drop |= history;
	}
	status = cmd_load_graph(cmd, &options, &job->contents);
	if (status || !side)
		return status;
	options.want = SP_SECTION_SCORES | SP_SECTION_CORES | shapes;
	options.drop = ~history;
	return cmd_load(cmd, side, &options, &job->contents);
}

static enum sp_status
coreextract_run(struct stream_job *job)
{
	struct coreextract *core = &job->core;
	struct cmd *cmd = core->cmd;
	struct cmd_output *output;
	enum sp_status status;

	if (coreextract_check(cmd, &core->options.how))
		return cmd->err.status;
	if (!core->options.residual && !cmd->graph && cmd_check_output(cmd))
		return cmd->err.status;
	output = cmd_output_open(cmd, cmd->output, true);
	if (!output)
		return cmd->err.status;
	status = coreextract_load(job, cmd_output_writer(output));
	if (!status)
		status = find_in_stream(job);
	if (!status)
		status = coreextract_write(job, output);
	if (!status) {
		coreextract_report(core);
		warn_inside_hosts(job);
	}
	cmd_output_free(output);
	coreextract_free(core);
	sp_units_free(&job->units);
	sp_link_weights_free(&job->weights);
	sp_contents_free(&job->contents);
	return status;
}

static const struct cmd_program coreextract_program = {
	.name = "coreextract", .synopsis = "[file]",
	.summary = "Extract bipartite cores and one seed from each.",
	.operands_max = 1, .takes_results = true
};

int
main(int argc, char **argv)
{
	struct stream_job job = { .core = { .options = COREEXTRACT_OPTIONS } };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &coreextract_program, .options = rows };

	job.core.cmd = &cmd;
	coreextract_put_rows(&job.core.options, rows);
	/* A process of a job has the shapes of its own pages at most. */
	OPTIONS_ADD(rows,
		FLAG("one-per-shape", job.one_per_shape,
		     .help = "one hub, one authority a shape of URLs"),
		CMD_WEIGHTS_ROW(job.weighing));
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, coreextract_run(&job));
}
