/* SPDX-License-Identifier: MIT */
/*
 * coreextract-mpi - extract cores and seeds, on several hosts
 *
 *	mpirun ... coreextract-mpi [option ...] file
 *
 * What coreextract does, as the processes of an MPI job, each of which has a
 * share of the graph.  All of them find the same cores; process 0 writes them.
 */
#include "cmd/coreextract/coreextract.h"
#include "mpi/job.h"

static enum sp_status
extract_job_check(struct mpi_job *job)
{
	struct coreextract *core = job->own;

	core->cmd = &job->cmd;
	return coreextract_check(&job->cmd, &core->options.how);
}

/* Those before, which all processes have: random picks go on after them. */
static enum sp_status
read_cores(struct mpi_job *job)
{
	struct sp_contents contents = { 0 };
	struct cmd *cmd = &job->cmd;
	bool there = sp_joint_has_section(job->input, SP_TAG_CORES);
	enum sp_status status = SP_OK;

	if (there && sp_joint_in_parts(job->input))
		return sp_fail(&cmd->err, SP_DATA, "%s: a part has cores, "
			       "which are not those of the whole graph (drop "
			       "them first)", job->path);
	if (there)
		status = sp_joint_load(job->input, SP_SECTION_CORES, &contents,
				       &cmd->err);
	if (!status)
		coreextract_take_cores(job->own, &contents, &job->basis);
	sp_contents_free(&contents);
	return status;
}

/* Scores of the first round; of this very graph, as coreextract takes them. */
static enum sp_status
read_scores(struct mpi_job *job)
{
	struct coreextract *core = job->own;
	const struct sp_share *share = job->share;
	const char *const names[] = { "hub", "authority" };
	double *const vectors[] = { core->hub, core->authority };

	core->given = true;
	for (unsigned i = 0; i < 2; i++) {
		const struct sp_basis *basis =
			sp_joint_score_basis(job->input, names[i]);

		core->given = core->given && basis &&
			sp_fingerprint_equal(&basis->graph, &share->whole);
	}
	for (unsigned i = 0; core->given && i < 2; i++)
		if (sp_joint_score(job->input, names[i], &job->basis,
				   share->first, share->owned,
				   vectors[i] + share->own_first,
				   &job->cmd.err))
			return job->cmd.err.status;
	return SP_OK;
}

static enum sp_status
extract_job_rank(struct mpi_job *job)
{
	struct coreextract *core = job->own;
	enum sp_status status = read_cores(job);

	if (!status)
		status = coreextract_begin(core, job->share->graph, job->share);
	if (!status)
		status = read_scores(job);
	if (!status)
		status = coreextract_find(core);
	job->iterations = core->report.iterations;
	return status;
}

static enum sp_status
save_cores(void *context, struct sp_writer *writer, struct sp_error *err)
{
	const struct sp_loaded_cores *cores = context;

	return sp_save_cores(writer, &cores->cores, &cores->basis, err);
}

static enum sp_status
extract_job_write(struct mpi_job *job)
{
	struct coreextract *core = job->own;
	struct cmd *cmd = &job->cmd;
	struct sp_joint_writer *writer = job->output.writer;
	bool residual = core->options.residual && !cmd->results_only;
	const struct sp_load_options pass = {
		/* Cores are written again, followed by the new ones. */
		.drop = SP_SECTION_CORES | SP_SECTION_GRAPH,
		.links_change = true,
		.drop_names = core->options.residual ? coreextract_outdated :
						       NULL
	};

	cmd_result(cmd, "cores %" PRIu64, core->report.cores);
	if (mpi_job_pass(job, pass) ||
	    (residual && sp_joint_save_residual(writer, job->share, core->dead,
					    cmd->threads, &cmd->err)))
		return cmd->err.status;
	return sp_joint_save_alone(writer, save_cores, &core->cores,
				   &cmd->err);
}

static enum sp_status
extract_job_report(struct mpi_job *job)
{
	coreextract_report(job->own);
	return SP_OK;
}

static void
extract_job_free(struct mpi_job *job)
{
	coreextract_free(job->own);
}

static const struct mpi_filter coreextract_filter = {
	.program = {
		.name = "coreextract-mpi", .synopsis = "file",
		.summary = "Extract cores and seeds, on several hosts.",
		.operands_max = 1
	},
	.check = extract_job_check, .rank = extract_job_rank,
	.write = extract_job_write, .report = extract_job_report,
	.free = extract_job_free
};

int
main(int argc, char **argv)
{
	struct coreextract core = { .options = COREEXTRACT_OPTIONS };
	struct option_row rows[OPTION_ROWS] = { OPTION_END };

	coreextract_put_rows(&core.options, rows);
	return mpi_job_main(&coreextract_filter, &core, rows, argc, argv);
}
