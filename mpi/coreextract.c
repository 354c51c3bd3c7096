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

struct extract_job {
	struct coreextract core;
	struct sp_cores given;    /* of the input, copied, with --checkpoint */
	struct sp_seeds removed;  /* pages of rejected cores */
	struct sp_joint_cores found;
	struct sp_extract_checkpoint checkpoint;
};

static struct coreextract *
core_of(const struct mpi_job *job)
{
	return &((struct extract_job *)job->own)->core;
}

static enum sp_status
extract_job_check(struct mpi_job *job)
{
	struct coreextract *core = core_of(job);

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
		coreextract_take_cores(core_of(job), &contents, &job->basis);
	sp_contents_free(&contents);
	return status;
}

/* Scores of the first round; of this very graph, as coreextract takes them. */
static enum sp_status
read_scores(struct mpi_job *job)
{
	struct coreextract *core = core_of(job);
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

/* ---- checkpoints ------------------------------------------------------ */

/* Cores that are read take the place of those of the input. */
static enum sp_status
copy_given_cores(struct extract_job *extract, struct sp_error *err)
{
	const struct sp_cores *from = &extract->core.cores.cores;
	struct sp_cores *to = &extract->given;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < from->count; i++)
		status = sp_cores_add(to, &from->cores[i], err);
	for (uint64_t i = 0; !status && i < from->member_count; i++)
		status = sp_cores_add_member(to, &from->members[i], err);
	return status;
}

static bool
same_core(const struct sp_core *a, const struct sp_core *b)
{
	return a->seed == b->seed && a->iteration == b->iteration &&
	       a->hubs == b->hubs && a->authorities == b->authorities &&
	       a->links == b->links;
}

static bool
same_member(const struct sp_member *a, const struct sp_member *b)
{
	return a->core == b->core && a->page == b->page &&
	       a->side == b->side && a->score == b->score;
}

/* Does the checkpoint begin with the cores of the input? */
static bool
begins_alike(const struct extract_job *extract)
{
	const struct sp_cores *given = &extract->given;
	const struct sp_cores *cores = &extract->core.cores.cores;
	bool same = cores->count >= given->count &&
		    cores->member_count >= given->member_count;

	for (uint64_t i = 0; same && i < given->count; i++)
		same = same_core(&cores->cores[i], &given->cores[i]);
	for (uint64_t i = 0; same && i < given->member_count; i++)
		same = same_member(&cores->members[i], &given->members[i]);
	return same;
}

/*
 * Counts are doubles of the state: whole numbers, of which those below 2^53
 * are exact.
 */
static bool
take_count(double number, uint64_t *count)
{
	bool good = number >= 0 && number < 0x1p63 &&
		    number == (double)(uint64_t)number;

	*count = good ? (uint64_t)number : 0;
	return good;
}

static enum sp_status
extract_check_state(void *context, struct sp_team *team,
		    const struct sp_joint_state *state, const double *values,
		    struct sp_error *err)
{
	const struct mpi_job *job = context;
	struct extract_job *extract = job->own;
	struct sp_extract_state *from = &extract->checkpoint.from;
	bool good;

	(void)team;
	(void)values;
	from->cores = state->iterations;
	good = take_count(state->numbers[0], &from->rejected);
	good &= take_count(state->numbers[1], &from->rankings);
	good &= take_count(state->numbers[2], &from->iterations);
	good &= take_count(state->numbers[3], &from->anew);
	/* Refused by all processes: they have read the same. */
	if (!good || !begins_alike(extract))
		from->cores = 0;
	return sp_extract_check_state(&extract->core.options.how,
				      &extract->core.cores.cores,
				      extract->given.count,
				      job->share->whole.pages, err);
}

static enum sp_status
extract_save_state(void *context, const struct sp_extract_state *state,
		   struct sp_error *err)
{
	const struct sp_joint_state saved = {
		state->cores,
		{ (double)state->rejected, (double)state->rankings,
		  (double)state->iterations, (double)state->anew }
	};

	return mpi_job_save_state(context, &saved, NULL, err);
}

/* With --checkpoint, goes on from there, and saves others. */
static enum sp_status
resume_cores(struct mpi_job *job)
{
	struct extract_job *extract = job->own;
	struct coreextract *core = &extract->core;
	const struct sp_joint_run_of how = {
		.check = extract_check_state, .context = job,
		.cores = &extract->found
	};
	const double *const vectors[] = { core->hub, core->authority };
	struct sp_joint_state state;
	uint64_t contents;
	bool found;

	if (!job->checkpoint)
		return SP_OK;
	extract->found = (struct sp_joint_cores){ &core->cores.cores,
						  &extract->removed };
	extract->checkpoint = (struct sp_extract_checkpoint){
		.every = job->every, .save = extract_save_state,
		.context = job, .removed = &extract->removed
	};
	core->options.how.checkpoint = &extract->checkpoint;
	if (copy_given_cores(extract, &job->cmd.err) ||
	    mpi_job_contents(job, vectors, core->given ? 2 : 0, &contents) ||
	    mpi_job_find_state(job, contents, &how, "core", &state, NULL,
			       &found))
		return job->cmd.err.status;
	if (!found)
		extract->checkpoint.from.cores = 0;
	job->resumed = found ? extract->checkpoint.from.iterations : 0;
	return SP_OK;
}

/* ---- the steps -------------------------------------------------------- */

static enum sp_status
extract_job_rank(struct mpi_job *job)
{
	struct coreextract *core = core_of(job);
	enum sp_status status = read_cores(job);

	if (!status)
		status = coreextract_begin(core, job->share->graph, job->share);
	if (!status)
		status = read_scores(job);
	if (!status)
		status = resume_cores(job);
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
	struct coreextract *core = core_of(job);
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
	coreextract_report(core_of(job));
	return SP_OK;
}

static void
extract_job_free(struct mpi_job *job)
{
	struct extract_job *extract = job->own;

	coreextract_free(&extract->core);
	sp_cores_free(&extract->given);
	sp_seeds_free(&extract->removed);
}

static const struct mpi_filter coreextract_filter = {
	.program = {
		.name = "coreextract-mpi", .synopsis = "file",
		.summary = "Extract cores and seeds, on several hosts.",
		.operands_max = 1
	},
	.every = "save it after each N cores",
	.check = extract_job_check, .rank = extract_job_rank,
	.write = extract_job_write, .report = extract_job_report,
	.free = extract_job_free
};

int
main(int argc, char **argv)
{
	struct extract_job extract = {
		.core = { .options = COREEXTRACT_OPTIONS }
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };

	coreextract_put_rows(&extract.core.options, rows);
	return mpi_job_main(&coreextract_filter, &extract, rows, argc, argv);
}
