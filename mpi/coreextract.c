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
#include "mpi/job.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "cli/progress.h"
#include "stream/section/cores.h"

#include <stdio.h>
#include <stdlib.h>

struct coreextract_job {
	struct mpi_job job;
	struct coreextract_options options;
	uint64_t *dead;           /* by local page, as the scores */
	struct coreextract_vectors vectors;
	bool given;               /* the input had scores */
	struct sp_loaded_cores cores; /* of the input, then those found */
	struct sp_extract_report report;
	struct progress progress;
};

/* Scores of the whole graph say nothing about the residual one. */
static const struct sp_section_name outdated_scores[] = {
	{ SP_SECTION_SCORES, "hub" }, { SP_SECTION_SCORES, "authority" },
	{ 0, NULL }
};

/* Those before, which all processes have: random picks go on after them. */
static enum sp_status
read_cores(struct coreextract_job *job)
{
	struct sp_joint_input *input = job->job.input;
	const struct sp_share *share = job->job.share;
	struct sp_contents contents = { 0 };
	const struct sp_cores *cores = &job->cores.cores;
	struct cmd *cmd = job->job.cmd;
	const char *path = cmd->operand_count ? cmd->operands[0] : cmd->graph;
	bool there = sp_joint_has_section(input, SP_TAG_CORES);

	if (there && sp_joint_in_parts(input))
		return sp_fail(&cmd->err, SP_DATA, "%s: a part has cores, "
			       "which are not those of the whole graph (drop "
			       "them first)", path);
	if (there && sp_joint_load(input, SP_SECTION_CORES, &contents,
				   &cmd->err)) {
		sp_contents_free(&contents);
		return cmd->err.status;
	}
	if (!sp_contents_take_cores(&contents, &job->cores))
		job->cores.basis = (struct sp_basis){ share->whole,
						      share->origin };
	sp_contents_free(&contents);
	if (cores->count)
		job->options.how.first_iteration =
			cores->cores[cores->count - 1].iteration + 1;
	return SP_OK;
}

static enum sp_status
job_open(struct coreextract_job *job)
{
	if (coreextract_check(job->job.cmd, &job->options.how))
		return job->job.cmd->err.status;
	if (mpi_job_open(&job->job))
		return job->job.cmd->err.status;
	return read_cores(job);
}

/* Scores of the first round; of this very graph, as coreextract takes them. */
static enum sp_status
read_scores(struct coreextract_job *job)
{
	const struct sp_share *share = job->job.share;
	const struct sp_basis own = { share->whole, share->origin };
	struct sp_error *err = &job->job.cmd->err;
	const char *const names[] = { "hub", "authority" };
	double *const vectors[] = { job->vectors.hub, job->vectors.authority };

	job->given = true;
	for (unsigned i = 0; i < 2; i++) {
		const struct sp_basis *basis =
			sp_joint_score_basis(job->job.input, names[i]);

		job->given = job->given && basis &&
			sp_fingerprint_equal(&basis->graph, &share->whole);
	}
	for (unsigned i = 0; job->given && i < 2; i++)
		if (sp_joint_score(job->job.input, names[i], &own,
				   share->first, share->owned,
				   vectors[i] + share->own_first, err))
			return err->status;
	return SP_OK;
}

static void
mpi_report_step(void *context, uint64_t done, uint64_t total)
{
	struct coreextract_job *job = context;

	snprintf(job->progress.note, sizeof(job->progress.note),
		 "core %" PRIu64 ", ", job->cores.cores.count + 1);
	progress_step(&job->progress, done, total);
}

static enum sp_status
job_find(struct coreextract_job *job)
{
	struct sp_share *share = job->job.share;
	uint64_t room = sp_form_room(share->graph, share);
	struct sp_extract_options how = job->options.how;
	struct sp_progress teller = { job, mpi_report_step };
	struct cmd *cmd = job->job.cmd;
	enum sp_status status;

	job->dead = sp_bitset_new(room);
	job->vectors.hub = sp_alloc_large(room, sizeof(double));
	job->vectors.authority = sp_alloc_large(room, sizeof(double));
	if (!job->dead || !job->vectors.hub || !job->vectors.authority)
		return sp_no_memory(&cmd->err, "scores");
	if (read_scores(job))
		return cmd->err.status;
	how.hits.threads = cmd->threads;
	how.hits.share = share;
	how.hits.progress = &teller;
	progress_begin(&job->progress, cmd, "iteration");
	job->progress.at_most = true;
	status = sp_extract(share->graph, &how, job->dead, job->vectors.hub,
			    job->vectors.authority, job->given,
			    &job->cores.cores, &job->report, &cmd->err);
	progress_end(&job->progress);
	return status ? status :
	       coreextract_try(cmd, share->graph, &how, &job->report,
			       &job->vectors);
}

static enum sp_status
save_cores(void *context, struct sp_writer *writer, struct sp_error *err)
{
	struct coreextract_job *job = context;

	return sp_save_cores(writer, &job->cores.cores, &job->cores.basis,
			     err);
}

static enum sp_status
coreextract_job_write(struct coreextract_job *job)
{
	struct cmd *cmd = job->job.cmd;
	struct sp_joint_writer *writer = job->job.output.writer;
	bool residual = job->options.residual && !cmd->results_only;
	const struct sp_load_options pass = {
		/* Cores are written again, followed by the new ones. */
		.drop = cmd->results_only ?
				~(unsigned)SP_SECTION_PROVENANCE :
				(unsigned)(SP_SECTION_CORES |
					   SP_SECTION_GRAPH),
		.links_change = true,
		.drop_names = job->options.residual ? outdated_scores : NULL
	};

	cmd_result(cmd, "cores %" PRIu64, job->report.cores);
	if (sp_joint_pass(writer, job->job.input, &pass, &cmd->err) ||
	    (residual && sp_joint_save_rest(writer, job->job.share, job->dead,
					    cmd->threads, &cmd->err)) ||
	    sp_joint_save_alone(writer, save_cores, job, &cmd->err))
		return cmd->err.status;
	return mpi_output_sign(cmd, &job->job.output);
}

static enum sp_status
coreextract_job_run(void *context)
{
	struct coreextract_job *job = context;
	enum sp_status status = job_open(job);

	if (!status)
		status = job_find(job);
	if (!status)
		status = mpi_job_count(&job->job,
				       (uint32_t)job->report.iterations);
	if (!status)
		status = coreextract_job_write(job);
	if (!status)
		coreextract_report(job->job.cmd, &job->options.how,
				   &job->report, job->given,
				   job->vectors.hint);
	free(job->dead);
	free(job->vectors.hub);
	free(job->vectors.authority);
	sp_cores_free(&job->cores.cores);
	mpi_job_free(&job->job);
	return status;
}

static const struct cmd_program coreextract_mpi_program = {
	.name = "coreextract-mpi", .synopsis = "file",
	.summary = "Extract cores and seeds, on several hosts.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct sp_team team;
	struct coreextract_job job = { .job = MPI_JOB_DEFAULTS,
				       .options = COREEXTRACT_OPTIONS };
	struct option_row rows[COREEXTRACT_ROWS + 1] = { OPTION_END };
	struct cmd cmd = { .program = &coreextract_mpi_program,
			   .options = rows };

	job.job.cmd = &cmd;
	job.job.team = &team;
	coreextract_put_rows(&job.options, rows);
	return mpi_main(&cmd, &team, coreextract_job_run, &job, argc, argv);
}
