/* SPDX-License-Identifier: MIT */
/*
 * pagerank-mpi - rank the pages of a graph by PageRank, on several hosts
 *
 *	mpirun ... pagerank-mpi [option ...] file
 *
 * What pagerank does, as the processes of an MPI job, each of which has a share
 * of the graph.
 */
#include "shared_vector.h"

#include "cmd/pagerank/pagerank.h"
#include "mpi/job.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

struct pagerank_job {
	struct pagerank_options options;
	double *ranks; /* by local page */
	struct sp_pagerank_report report;
};

static enum sp_status
pagerank_job_check(struct mpi_job *job)
{
	struct pagerank_job *pagerank = job->own;
	enum sp_status status = shared_vector_check(
		&job->cmd, &pagerank->options.teleport);

	return status ? status :
			shared_vector_check(&job->cmd,
					    &pagerank->options.start);
}

/* Pushing asks from the beginning how far the run is to go. */
static uint64_t
hash_limits(const struct sp_pagerank_options *how)
{
	uint64_t bits;

	memcpy(&bits, &how->tolerance, sizeof(bits));
	return sp_mix64(sp_mix64(bits) + how->iterations);
}

static enum sp_status
pagerank_job_rank(struct mpi_job *job)
{
	struct pagerank_job *pagerank = job->own;
	struct pagerank_options *options = &pagerank->options;
	const struct sp_rank_checkpoint *checkpoint;
	/* What is not passed on, with --dangling drop, is lost. */
	const struct sp_rank_wanted wanted = {
		.norm = SP_NORM_L1, .least = 1 - options->how.damping,
		.most = 1, .tolerance = options->how.tolerance
	};
	const double *vectors[2];
	struct sp_share *share = job->share;
	uint64_t contents;
	enum sp_status status;

	if (!share->whole.links)
		cmd_warn(&job->cmd,
			 "the graph has no links to rank its pages by");
	status = shared_vector_load(job, &options->teleport);
	if (!status)
		status = shared_vector_load(job, &options->start);
	if (!status)
		status = pagerank_start(&job->cmd, options, share->graph,
					share, &pagerank->ranks);
	/* Their paths say nothing of what --teleport and --start gave. */
	vectors[0] = options->teleport.values;
	vectors[1] = options->start.values;
	if (!status)
		status = mpi_job_contents(job, vectors, 2, &contents);
	if (!status && options->how.method != SP_PAGERANK_POWER)
		contents += hash_limits(&options->how);
	if (!status)
		status = mpi_job_resume(job, contents, &wanted, pagerank->ranks,
					&checkpoint);
	if (!status)
		status = pagerank_rank(&job->cmd, options, share->graph, share,
				       checkpoint, pagerank->ranks,
				       &pagerank->report);
	job->iterations = pagerank->report.iterations;
	return status;
}

static enum sp_status
pagerank_job_write(struct mpi_job *job)
{
	const struct pagerank_job *pagerank = job->own;
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, pagerank->options.name }, { 0, NULL }
	};
	const struct sp_load_options pass = { .drop_names = replaced };
	enum sp_status status;

	pagerank_tell(&job->cmd, &pagerank->options, &pagerank->report);
	status = mpi_job_pass(job, pass);
	return status ? status :
			mpi_job_save(job, pagerank->options.name,
				     pagerank->ranks);
}

static enum sp_status
pagerank_job_report(struct mpi_job *job)
{
	const struct pagerank_job *pagerank = job->own;

	return pagerank_verdict(&job->cmd, &pagerank->options,
				&pagerank->report);
}

static void
pagerank_job_free(struct mpi_job *job)
{
	struct pagerank_job *pagerank = job->own;

	rank_vector_free(&pagerank->options.teleport);
	rank_vector_free(&pagerank->options.start);
	free(pagerank->ranks);
}

static const struct mpi_filter pagerank_filter = {
	.program = {
		.name = "pagerank-mpi", .synopsis = "file", .operands_max = 1,
		.summary = "Rank the pages of a graph by PageRank, on several "
			   "hosts."
	},
	.every = "save it after each N iterations",
	.check = pagerank_job_check,
	.rank = pagerank_job_rank, .write = pagerank_job_write,
	.report = pagerank_job_report, .free = pagerank_job_free
};

int
main(int argc, char **argv)
{
	struct pagerank_job pagerank = { .options = PAGERANK_OPTIONS };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };

	pagerank_put_rows(&pagerank.options, rows);
	return mpi_job_main(&pagerank_filter, &pagerank, rows, argc, argv);
}
