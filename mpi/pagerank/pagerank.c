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

#include "cmd/pagerank/options.h"
#include "mpi/command.h"
#include "mpi/job.h"

#include "base/memory.h"
#include "stream/section/scores.h"

#include <stdlib.h>

struct pagerank_job {
	struct mpi_job job;
	struct pagerank_options options;
	double *ranks; /* by local page */
	struct sp_pagerank_report report;
};

/* Where the iteration starts: --start, else --teleport, else the same rank. */
static void
job_start(struct pagerank_job *job)
{
	const struct sp_share *share = job->job.share;
	const double *start = job->options.start.values ?
				      job->options.start.values :
				      job->options.teleport.values;
	double same = 1 / (double)share->whole.pages;

	for (uint64_t i = 0; i < share->owned; i++)
		job->ranks[share->own_first + i] =
			start ? start[share->own_first + i] : same;
}

/* What --teleport and --start gave, since their paths say nothing. */
static enum sp_status
job_contents(struct pagerank_job *job, uint64_t *contents)
{
	const struct rank_vector *vectors[] = { &job->options.teleport,
						&job->options.start };

	*contents = 0;
	for (int i = 0; i < 2; i++) {
		const double *values = vectors[i]->values;
		uint64_t of_this;

		if (values)
			values += job->job.share->own_first;
		if (mpi_job_contents(&job->job, values, &of_this))
			return job->job.cmd->err.status;
		*contents = *contents * 3 + of_this;
	}
	return SP_OK;
}

static enum sp_status
pagerank_job_iterate(struct pagerank_job *job)
{
	struct sp_pagerank_options how = job->options.how;
	struct sp_share *share = job->job.share;
	struct cmd *cmd = job->job.cmd;
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(share->owned, SP_RANK_PARTS);
	struct progress progress;
	uint64_t contents;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "ranks");
	how.share = share;
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	status = job_contents(job, &contents);
	if (!status)
		status = mpi_job_resume(&job->job, contents,
					job->ranks + share->own_first,
					&how.checkpoint);
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = how.tolerance > 0;
	if (!status)
		status = sp_pagerank(share->graph, NULL,
				     job->options.teleport.values, &how,
				     space, job->ranks, &job->report,
				     &cmd->err);
	progress_end(&progress);
	sp_pagerank_space_free(space);
	for (uint64_t i = 0;
	     i < share->owned && job->options.scale == SCALE_MEAN1; i++)
		job->ranks[share->own_first + i] *=
			(double)share->whole.pages;
	return status;
}

static enum sp_status
pagerank_job_rank(struct pagerank_job *job)
{
	const struct sp_share *share = job->job.share;
	struct cmd *cmd = job->job.cmd;
	enum sp_status status;

	if (!share->whole.links)
		cmd_warn(cmd, "the graph has no links to rank its pages by");
	job->ranks = sp_alloc_large(sp_form_room(share->graph, share),
				    sizeof(*job->ranks));
	if (!job->ranks)
		return sp_no_memory(&cmd->err, "ranks");
	status = shared_vector_load(&job->job, &job->options.teleport);
	if (!status)
		status = shared_vector_load(&job->job, &job->options.start);
	if (status)
		return status;
	job_start(job);
	status = pagerank_job_iterate(job);
	return status ? status :
			mpi_job_count(&job->job, job->report.iterations);
}

static enum sp_status
pagerank_job_write(struct pagerank_job *job)
{
	const struct sp_share *share = job->job.share;
	const struct sp_basis basis = { share->whole, share->origin };
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, job->options.name }, { 0, NULL }
	};
	struct cmd *cmd = job->job.cmd;
	struct sp_joint_writer *writer = job->job.output.writer;

	pagerank_tell(cmd, &job->options, &job->report);
	if (mpi_job_pass(&job->job, replaced) ||
	    sp_joint_save_score(writer, job->options.name,
				job->ranks + share->own_first, share->first,
				share->owned, &basis, &cmd->err))
		return cmd->err.status;
	return mpi_output_sign(cmd, &job->job.output);
}

static enum sp_status
pagerank_job_run(void *context)
{
	struct pagerank_job *job = context;
	struct pagerank_options *options = &job->options;
	struct cmd *cmd = job->job.cmd;
	enum sp_status status = shared_vector_check(cmd, &options->teleport);

	if (!status)
		status = shared_vector_check(cmd, &options->start);
	if (!status)
		status = mpi_job_open(&job->job);
	if (!status)
		status = pagerank_job_rank(job);
	if (!status)
		status = pagerank_job_write(job);
	if (!status)
		status = cmd_check_convergence(cmd, job->report.iterations,
					       job->report.residual,
					       options->how.tolerance,
					       options->strict);
	rank_vector_free(&options->teleport);
	rank_vector_free(&options->start);
	free(job->ranks);
	mpi_job_free(&job->job);
	return status;
}

static const struct cmd_program pagerank_mpi_program = {
	.name = "pagerank-mpi", .synopsis = "file",
	.summary = "Rank the pages of a graph by PageRank, on several hosts.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct pagerank_job job = { .job = MPI_JOB_DEFAULTS,
				    .options = PAGERANK_OPTIONS };
	struct option_row rows[PAGERANK_ROWS + MPI_JOB_ROWS + 1] = {
		OPTION_END
	};
	struct cmd cmd = { .program = &pagerank_mpi_program, .options = rows };
	struct sp_team team;

	job.job.cmd = &cmd;
	job.job.team = &team;
	pagerank_put_rows(&job.options, rows);
	mpi_job_put_rows(&job.job, rows + PAGERANK_ROWS);
	return mpi_main(&cmd, &team, pagerank_job_run, &job, argc, argv);
}
