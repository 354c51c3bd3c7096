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
#include "cmd/hits/options.h"
#include "mpi/command.h"
#include "mpi/job.h"

#include "base/memory.h"
#include "stream/section/scores.h"

#include <stdlib.h>

struct hits_job {
	struct mpi_job job;
	struct hits_options options;
	double *hub, *authority; /* by local page */
	struct sp_hits_report report;
};

static enum sp_status
hits_job_iterate(struct hits_job *job)
{
	struct sp_hits_options how = job->options.how;
	struct sp_share *share = job->job.share;
	struct cmd *cmd = job->job.cmd;
	struct sp_hits_space *space = sp_hits_space_new(share->owned);
	struct progress progress;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "scores");
	how.share = share;
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	status = mpi_job_resume(&job->job, 0,
				job->authority + share->own_first,
				&how.checkpoint);
	progress_begin(&progress, cmd, "iteration");
	progress.at_most = how.tolerance > 0;
	if (!status)
		status = sp_hits(share->graph, NULL, &how, space, job->hub,
				 job->authority, &job->report, &cmd->err);
	progress_end(&progress);
	sp_hits_space_free(space);
	return status;
}

static enum sp_status
hits_job_rank(struct hits_job *job)
{
	const struct sp_share *share = job->job.share;
	uint64_t room = sp_form_room(share->graph, share);
	struct cmd *cmd = job->job.cmd;
	enum sp_status status;

	job->hub = sp_alloc_large(room, sizeof(double));
	job->authority = sp_alloc_large(room, sizeof(double));
	if (!job->hub || !job->authority)
		return sp_no_memory(&cmd->err, "scores");
	status = hits_job_iterate(job);
	if (!status && share->whole.pages && !share->whole.links)
		cmd_warn(cmd, "the graph has no links: all scores are 0");
	return status ? status :
			mpi_job_count(&job->job, job->report.iterations);
}

/* The scores of an earlier run give way to the new ones. */
static const struct sp_section_name replaced[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

static enum sp_status
hits_job_write(struct hits_job *job)
{
	const struct sp_share *share = job->job.share;
	const struct sp_basis basis = { share->whole, share->origin };
	struct cmd *cmd = job->job.cmd;
	struct sp_joint_writer *writer = job->job.output.writer;

	hits_tell(cmd, &job->report);
	if (mpi_job_pass(&job->job, replaced) ||
	    sp_joint_save_score(writer, "hub", job->hub + share->own_first,
				share->first, share->owned, &basis,
				&cmd->err) ||
	    sp_joint_save_score(writer, "authority",
				job->authority + share->own_first,
				share->first, share->owned, &basis,
				&cmd->err))
		return cmd->err.status;
	return mpi_output_sign(cmd, &job->job.output);
}

static enum sp_status
hits_job_run(void *context)
{
	struct hits_job *job = context;
	struct cmd *cmd = job->job.cmd;
	enum sp_status status = mpi_job_open(&job->job);

	if (!status)
		status = hits_job_rank(job);
	if (!status)
		status = hits_job_write(job);
	if (!status)
		status = cmd_check_convergence(cmd, job->report.iterations,
					       job->report.residual,
					       job->options.how.tolerance,
					       job->options.strict);
	free(job->hub);
	free(job->authority);
	mpi_job_free(&job->job);
	return status;
}

static const struct cmd_program hits_mpi_program = {
	.name = "hits-mpi", .synopsis = "file",
	.summary = "Rank pages as hubs and authorities, on several hosts.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct hits_job job = { .job = MPI_JOB_DEFAULTS,
				.options = HITS_OPTIONS };
	struct option_row rows[HITS_ROWS + MPI_JOB_ROWS + 1] = { OPTION_END };
	struct cmd cmd = { .program = &hits_mpi_program, .options = rows };
	struct sp_team team;

	job.job.cmd = &cmd;
	job.job.team = &team;
	hits_put_rows(&job.options, rows);
	mpi_job_put_rows(&job.job, rows + HITS_ROWS);
	return mpi_main(&cmd, &team, hits_job_run, &job, argc, argv);
}
