/* SPDX-License-Identifier: MIT */
/*
 * hits-mpi - rank the pages of a graph as hubs and authorities, on several
 * hosts
 *
 *	mpirun ... hits-mpi [option ...] file
 *
 * What hits does, as the processes of an MPI job, each of which has a share of
 * the graph.
 */
#include "cmd/hits/hits.h"
#include "mpi/job.h"

struct hits_job {
	struct hits_options options;
	struct hits_scores scores;
};

static enum sp_status
hits_job_rank(struct mpi_job *job)
{
	struct hits_job *hits = job->own;
	struct sp_share *share = job->share;
	const struct sp_rank_checkpoint *checkpoint;
	const struct sp_rank_wanted wanted = {
		.norm = hits->options.how.norm, .kept = true,
		.tolerance = hits->options.how.tolerance, .differs = true
	};
	enum sp_status status = hits_begin(&job->cmd, share->graph, share,
					   &hits->scores);

	if (!status)
		status = mpi_job_resume(job, 0, &wanted, hits->scores.authority,
					&checkpoint);
	if (!status)
		status = hits_rank(&job->cmd, &hits->options, share->graph,
				   share, checkpoint, &hits->scores);
	job->iterations = hits->scores.report.iterations;
	return status;
}

static enum sp_status
hits_job_write(struct mpi_job *job)
{
	const struct hits_scores *scores =
		&((struct hits_job *)job->own)->scores;
	const struct sp_load_options pass = { .drop_names = hits_replaced };
	enum sp_status status;

	hits_tell(&job->cmd, &scores->report);
	status = mpi_job_pass(job, pass);
	if (!status)
		status = mpi_job_save(job, "hub", scores->hub);
	return status ? status :
			mpi_job_save(job, "authority", scores->authority);
}

static enum sp_status
hits_job_report(struct mpi_job *job)
{
	const struct hits_job *hits = job->own;

	return hits_verdict(&job->cmd, &hits->options, &hits->scores.report);
}

static void
hits_job_free(struct mpi_job *job)
{
	hits_free(&((struct hits_job *)job->own)->scores);
}

static const struct mpi_filter hits_filter = {
	.program = {
		.name = "hits-mpi", .synopsis = "file", .operands_max = 1,
		.summary = "Rank pages as hubs and authorities, on several "
			   "hosts."
	},
	.every = "save it after each N iterations",
	.rank = hits_job_rank, .write = hits_job_write,
	.report = hits_job_report, .free = hits_job_free
};

int
main(int argc, char **argv)
{
	struct hits_job hits = { .options = HITS_OPTIONS };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };

	hits_put_rows(&hits.options, rows);
	return mpi_job_main(&hits_filter, &hits, rows, argc, argv);
}
