/* SPDX-License-Identifier: MIT */
/*
 * coreextract-mpi - extract cores and seeds, on several hosts
 *
 *	mpirun ... coreextract-mpi [option ...] file
 *
 * What coreextract does, as the processes of an MPI job, each of which has a
 * share of the graph.  All of them find the same cores; process 0 writes them.
 */
#include "cmd/coreextract/options.h"
#include "mpi/command.h"
#include "mpi/output.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "cli/progress.h"
#include "section/cores.h"

#include <stdio.h>
#include <stdlib.h>

struct coreextract_job {
	struct cmd *cmd;
	struct sp_team *team;
	struct coreextract_options options;
	struct mpi_output output;
	struct sp_joint_input *input;
	struct sp_share *share;
	struct sp_basis basis;
	uint64_t *dead;           /* by local page, as the scores */
	double *hub, *authority;
	struct sp_cores cores;
	struct sp_extract_report report;
	struct progress progress;
};

static enum sp_status
job_open(struct coreextract_job *job)
{
	struct cmd *cmd = job->cmd;
	const char *path;

	if (coreextract_check(cmd, &job->options.how))
		return cmd->err.status;
	if (job->options.residual)
		return sp_fail(&cmd->err, SP_USAGE, "option --residual: "
			       "several processes do not write the graph that "
			       "is left (use coreextract)");
	if (mpi_check_operand(cmd, &path) ||
	    mpi_output_open(cmd, job->team, &job->output) ||
	    sp_joint_open(job->team, path, &job->input, &cmd->err))
		return cmd->err.status;
	/* Without those pages, it would find the same cores again. */
	if (sp_joint_has_section(job->input, SP_TAG_CORES))
		return sp_fail(&cmd->err, SP_DATA, "%s: has cores already, to "
			       "which several processes do not add (use "
			       "coreextract, or drop them first)", path);
	if (sp_joint_share(job->input, cmd->threads, &job->share, &cmd->err))
		return cmd->err.status;
	job->basis = (struct sp_basis){ job->share->whole,
					job->share->origin };
	return SP_OK;
}

/* Scores of the first round; of this very graph, as coreextract takes them. */
static enum sp_status
read_scores(struct coreextract_job *job, bool *given)
{
	const struct sp_share *share = job->share;
	struct sp_error *err = &job->cmd->err;
	const char *const names[] = { "hub", "authority" };
	double *const vectors[] = { job->hub, job->authority };

	*given = true;
	for (unsigned i = 0; i < 2; i++) {
		const struct sp_basis *basis =
			sp_joint_score_basis(job->input, names[i]);

		*given = *given && basis &&
			 sp_fingerprint_equal(&basis->graph, &share->whole);
	}
	for (unsigned i = 0; *given && i < 2; i++)
		if (sp_joint_score(job->input, names[i], &job->basis,
				   share->first, share->owned,
				   vectors[i] + share->own_first, err))
			return err->status;
	return SP_OK;
}

static void
report_step(void *context, uint64_t done, uint64_t total)
{
	struct coreextract_job *job = context;

	snprintf(job->progress.note, sizeof(job->progress.note),
		 "core %llu, ", (unsigned long long)job->cores.count + 1);
	progress_step(&job->progress, done, total);
}

static enum sp_status
job_find(struct coreextract_job *job)
{
	const struct sp_share *share = job->share;
	uint64_t room = sp_form_room(share->graph, share);
	struct sp_extract_options how = job->options.how;
	struct sp_progress teller = { job, report_step };
	struct cmd *cmd = job->cmd;
	enum sp_status status;
	bool given;

	job->dead = sp_bitset_new(room);
	job->hub = sp_alloc_large(room, sizeof(double));
	job->authority = sp_alloc_large(room, sizeof(double));
	if (!job->dead || !job->hub || !job->authority)
		return sp_no_memory(&cmd->err, "scores");
	if (read_scores(job, &given))
		return cmd->err.status;
	how.hits.threads = cmd->threads;
	how.hits.share = job->share;
	how.hits.progress = &teller;
	progress_begin(&job->progress, cmd, "iteration");
	job->progress.at_most = true;
	status = sp_extract(share->graph, &how, job->dead, job->hub,
			    job->authority, given, &job->cores, &job->report,
			    &cmd->err);
	progress_end(&job->progress);
	return status;
}

static enum sp_status
save_cores(void *context, struct sp_writer *writer, struct sp_error *err)
{
	struct coreextract_job *job = context;

	return sp_save_cores(writer, &job->cores, &job->basis, err);
}

static enum sp_status
job_write(struct coreextract_job *job)
{
	struct cmd *cmd = job->cmd;
	struct sp_joint_writer *writer = job->output.writer;
	const struct sp_load_options pass = {
		.links_change = true,
		.drop = cmd->results_only ?
				~(unsigned)SP_SECTION_PROVENANCE : 0
	};

	cmd_result(cmd, "cores %llu", (unsigned long long)job->report.cores);
	if (sp_joint_pass(writer, job->input, &pass, &cmd->err) ||
	    sp_joint_save_alone(writer, save_cores, job, &cmd->err))
		return cmd->err.status;
	return mpi_output_sign(cmd, &job->output);
}

static enum sp_status
job_run(struct coreextract_job *job)
{
	enum sp_status status = job_open(job);

	if (!status)
		status = job_find(job);
	if (!status)
		status = job_write(job);
	if (!status)
		coreextract_report(job->cmd, &job->options.how, &job->report);
	free(job->dead);
	free(job->hub);
	free(job->authority);
	sp_cores_free(&job->cores);
	sp_share_free(job->share);
	sp_joint_close(job->input);
	mpi_output_free(&job->output);
	return status;
}

int
main(int argc, char **argv)
{
	struct sp_team team;
	struct coreextract_job job = { .team = &team,
				       .options = COREEXTRACT_OPTIONS };
	struct option_row rows[COREEXTRACT_ROWS + 1] = { OPTION_END };
	struct cmd cmd = {
		.name = "coreextract-mpi", .synopsis = "file",
		.options = rows, .operands_max = 1,
		.summary = "Extract cores and seeds, on several hosts."
	};

	job.cmd = &cmd;
	coreextract_put_rows(&job.options, rows);
	if (!mpi_begin(&cmd, &team, argc, argv))
		return mpi_end(&cmd, &team, cmd.err.status);
	return mpi_end(&cmd, &team, job_run(&job));
}
