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
#include "options.h"

#include "cli/files.h"
#include "cli/input.h"
#include "cli/output.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/cores.h"
#include "stream/section/hosts.h"
#include "stream/section/prune.h"
#include "stream/section/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct coreextract {
	struct cmd *cmd;
	struct coreextract_options options;
	struct sp_contents contents;
	struct sp_loaded_cores cores; /* of the stream, then those found */
	uint64_t *dead;               /* a bit for each page of a core */
	struct coreextract_vectors vectors;
	bool given;                   /* the input had scores */
	struct sp_extract_report report;
	struct progress progress;
};

/* Scores of the whole graph say nothing about the residual one. */
static const struct sp_section_name outdated_scores[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

/*
 * The scores of the first round may be given: hits has just computed the same.
 * They must be of this very graph; its origin has other links.
 */
static bool
copy_given_scores(struct coreextract *job)
{
	struct sp_contents *contents = &job->contents;
	const struct sp_score *hub = sp_contents_score(contents, "hub");
	const struct sp_score *authority =
		sp_contents_score(contents, "authority");
	const struct sp_fingerprint *own = &contents->basis.graph;
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));

	if (!hub || !authority)
		return false;
	if (!sp_fingerprint_equal(own, &hub->basis.graph) ||
	    !sp_fingerprint_equal(own, &authority->basis.graph)) {
		/* In one stream, links were removed after ranking. */
		if (job->cmd->graph)
			cmd_warn(job->cmd, "hub and authority are scores of a "
				 "graph with %" PRIu64 " links, not of this "
				 "one with %" PRIu64 ", which is ranked again "
				 "(give the graph that was ranked with -g)",
				 hub->basis.graph.links, own->links);
		return false;
	}
	memcpy(job->vectors.hub, hub->values, pages * sizeof(double));
	memcpy(job->vectors.authority, authority->values,
	       pages * sizeof(double));
	return true;
}

/* The progress line names the core that HITS runs for. */
static void
coreextract_report_step(void *context, uint64_t done, uint64_t total)
{
	struct coreextract *job = context;

	snprintf(job->progress.note, sizeof(job->progress.note),
		 "core %" PRIu64 ", ", job->cores.cores.count + 1);
	progress_step(&job->progress, done, total);
}

static enum sp_status
coreextract_find(struct coreextract *job)
{
	struct sp_contents *contents = &job->contents;
	struct sp_cores *cores = &job->cores.cores;
	struct sp_progress teller = { job, coreextract_report_step };
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));
	enum sp_status status;

	job->dead = sp_bitset_new(pages);
	job->vectors.hub = sp_alloc_large(pages, sizeof(double));
	job->vectors.authority = sp_alloc_large(pages, sizeof(double));
	if (!job->dead || !job->vectors.hub || !job->vectors.authority)
		return sp_no_memory(&job->cmd->err, "scores");
	job->given = copy_given_scores(job);
	sp_contents_drop(contents, SP_SECTION_SCORES);
	if (!sp_contents_take_cores(contents, &job->cores))
		job->cores.basis = contents->basis;
	/* Random picks go on where those of the cores before ended. */
	if (cores->count)
		job->options.how.first_iteration =
			cores->cores[cores->count - 1].iteration + 1;
	progress_begin(&job->progress, job->cmd, "iteration");
	/* The time so far is that of all cores, and not of these steps. */
	job->progress.at_most = true;
	job->options.how.hits.progress = &teller;
	status = sp_extract(sp_contents_graph(contents), &job->options.how,
			    job->dead, job->vectors.hub,
			    job->vectors.authority, job->given, cores,
			    &job->report, &job->cmd->err);
	job->options.how.hits.progress = NULL;
	progress_end(&job->progress);
	return status ? status :
	       coreextract_try(job->cmd, sp_contents_graph(contents),
			       &job->options.how, &job->report,
			       &job->vectors);
}

/* Writes the graph without the links of the cores. */
static enum sp_status
write_residual(struct coreextract *job, struct sp_writer *writer)
{
	struct sp_prune prune = { .dead = job->dead };
	struct sp_pruner *pruner = sp_pruner_new(
		writer, job->cmd->threads, &prune, NULL, NULL);
	enum sp_status status;

	if (!pruner)
		return sp_no_memory(&job->cmd->err, "the residual graph");
	status = sp_pruner_graph(pruner, sp_contents_graph(&job->contents),
				 &job->cmd->err);
	sp_pruner_free(pruner);
	return status;
}

static enum sp_status
coreextract_write(struct coreextract *job, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	enum sp_status status = SP_OK;

	if (job->options.residual && !job->cmd->results_only)
		status = write_residual(job, writer);
	if (!status)
		status = sp_save_cores(writer, &job->cores.cores,
				       &job->cores.basis, &job->cmd->err);
	cmd_result(job->cmd, "cores %" PRIu64, job->report.cores);
	return status ? status : cmd_output_sign(output);
}

/* Counts the cores whose pages are all of one host. */
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
warn_inside_hosts(struct coreextract *job)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&job->contents);
	const struct sp_cores *cores = &job->cores.cores;
	uint64_t inside;

	/* A graph of one host has no others, and one core shows little. */
	if (!hosts || hosts->names.count < 2 || cores->count < 3)
		return;
	inside = count_inside_hosts(hosts, cores);
	if (inside > cores->count / 2)
		cmd_warn(job->cmd, "%" PRIu64 " of %" PRIu64 " cores lie "
			 "inside one host, which is mostly navigation (remove "
			 "links inside hosts with graphprune first)", inside,
			 cores->count);
}

static enum sp_status
coreextract_load(struct coreextract *job, struct sp_writer *writer)
{
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_SCORES | SP_SECTION_CORES,
		/* Cores are written again, followed by the new ones. */
		.writer = writer, .drop = SP_SECTION_CORES,
		.links_change = true,
		.drop_names = job->options.residual ? outdated_scores : NULL
	};
	const unsigned history = SP_SECTION_PROVENANCE;
	struct cmd *cmd = job->cmd;
	const char *side = cmd_side_input(cmd, false);
	enum sp_status status;

	if (side) {
		/* The results, and all of the history, are in that stream. */
		options.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS;
		options.drop |= history;
	}
	status = cmd_load_graph(cmd, &options, &job->contents);
	if (status || !side)
		return status;
	options.want = SP_SECTION_SCORES | SP_SECTION_CORES;
	options.drop = ~history;
	return cmd_load(cmd, side, &options, &job->contents);
}

static enum sp_status
coreextract_run(struct cmd *cmd, struct coreextract *job)
{
	struct cmd_output *output;
	enum sp_status status;

	job->cmd = cmd;
	job->options.how.hits.threads = job->cmd->threads;
	if (coreextract_check(cmd, &job->options.how))
		return cmd->err.status;
	if (!job->options.residual && !cmd->graph && cmd_check_output(cmd))
		return job->cmd->err.status;
	output = cmd_output_open(job->cmd, job->cmd->output, true);
	if (!output)
		return job->cmd->err.status;
	status = coreextract_load(job, cmd_output_writer(output));
	if (!status)
		status = coreextract_find(job);
	if (!status)
		status = coreextract_write(job, output);
	if (!status) {
		coreextract_report(cmd, &job->options.how, &job->report,
				   job->given, job->vectors.hint);
		warn_inside_hosts(job);
	}
	cmd_output_free(output);
	free(job->dead);
	free(job->vectors.hub);
	free(job->vectors.authority);
	sp_contents_free(&job->contents);
	sp_cores_free(&job->cores.cores);
	return status;
}

static const struct cmd_program coreextract_program = {
	.name = "coreextract", .synopsis = "[file]",
	.summary = "Extract bipartite cores and one seed from each.",
	.operands_max = 1, .takes_results = true
};

static int
coreextract_call(struct coreextract *job, struct option_row *rows, int argc,
		 char **argv)
{
	struct cmd cmd = { .program = &coreextract_program, .options = rows };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, coreextract_run(&cmd, job));
}

int
main(int argc, char **argv)
{
	struct coreextract job = { .options = COREEXTRACT_OPTIONS };
	struct option_row rows[COREEXTRACT_ROWS + 1] = { OPTION_END };

	coreextract_put_rows(&job.options, rows);
	return coreextract_call(&job, rows, argc, argv);
}
