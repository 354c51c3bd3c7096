/* SPDX-License-Identifier: MIT */
/*
 * The order of the steps matters.  The output is opened first, since it may
 * fail for reasons that have nothing to do with the graph, and the run may take
 * hours.  The share comes next, and what it costs is reported before the first
 * iteration, for those who choose the number of processes.  The bytes sent are
 * counted from then on, so that the figure per iteration is that of the kernel.
 * The output is put in place before the report of the filter: a verdict like
 * --strict changes only the status.
 *
 * Checkpoints are the business of this file and not of the kernels: a kernel
 * calls save() when it is due and does not know where to; whether a failure to
 * save ends the run is decided here.
 */
#include "mpi/job.h"

#include "mpi/command.h"

#include "base/hash.h"
#include "base/memory.h"
#include "cli/clock.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the options of checkpoints to those of the filter. */
static void
add_checkpoint_rows(struct mpi_job *job, const char *help,
		    struct option_row *rows)
{
	OPTIONS_ADD(rows,
		OPTION("checkpoint", "DIR", job->checkpoint, .local = true,
		       .writes_in = sp_joint_checkpoint_files,
		       .help = "save the state there, and go on from it"),
		OPTION("every", "N", job->every, .local = true, .least = 1,
		       .most = 1000000, .needs = &job->checkpoint,
		       .help = help));
}

/* ---- beginning and end ------------------------------------------------ */

/*
 * What the shares are like, over all processes.  The largest share decides how
 * long an iteration takes, so it is shown beside the sums.
 */
static enum sp_status
count_shares(struct mpi_job *job, double seconds)
{
	struct cmd *cmd = &job->cmd;
	const struct sp_share *share = job->share;
	uint64_t sums[] = { share->reached };
	uint64_t most[] = { share->links, share->reached, share->owned,
			    (uint64_t)(seconds * 1e6) };

	if (sp_team_add(&job->team, sums, 1, &cmd->err) ||
	    sp_team_most(&job->team, most, 4, &cmd->err))
		return cmd->err.status;
	cmd_count(cmd, "pages", share->whole.pages);
	cmd_count(cmd, "links", share->whole.links);
	cmd_count(cmd, "pages_reached", sums[0]);
	cmd_measure(cmd, "load_seconds", (double)most[3] / 1e6);
	cmd_say(cmd, "each process has at most %" PRIu64 " pages, "
		"%" PRIu64 " links and reaches %" PRIu64 " pages of others",
		most[2], most[0], most[1]);
	return SP_OK;
}

static enum sp_status
open_job_files(struct mpi_job *job)
{
	struct cmd *cmd = &job->cmd;
	double started;
	enum sp_status status = mpi_check_operand(cmd, &job->path);

	/* A bad output is reported now, not after a long iteration. */
	if (!status)
		status = mpi_output_open(cmd, &job->team, &job->output);
	started = clock_seconds();
	if (!status)
		status = sp_joint_open(&job->team, job->path,
				       job->trust_paths, &job->input,
				       &cmd->err);
	if (!status)
		status = mpi_check_whole(cmd, job->input, job->path, false);
	if (!status)
		status = sp_joint_share(job->input, cmd->threads, &job->share,
					&cmd->err);
	if (status)
		return status;
	job->basis = (struct sp_basis){ job->share->whole, job->share->origin };
	job->sent = job->team.sent;
	return count_shares(job, clock_seconds() - started);
}

/* What each iteration of this run has sent, of all processes. */
static enum sp_status
count_sent(struct mpi_job *job)
{
	uint64_t sent = job->team.sent - job->sent;
	uint64_t run = job->iterations - job->resumed;

	if (sp_team_add(&job->team, &sent, 1, &job->cmd.err))
		return job->cmd.err.status;
	cmd_count(&job->cmd, "bytes_sent_per_iteration",
		  run ? sent / run : 0);
	return SP_OK;
}

/*
 * Everything is freed before mpi_end(), which may abort the job: a share must
 * not outlive its team.
 */
static enum sp_status
run_job_steps(struct mpi_job *job, const struct mpi_filter *filter)
{
	enum sp_status status = filter->check ? filter->check(job) : SP_OK;

	if (!status)
		status = open_job_files(job);
	if (!status)
		status = filter->rank(job);
	if (!status)
		status = count_sent(job);
	if (!status)
		status = mpi_output_failed(&job->cmd, &job->output,
					   filter->write(job));
	if (!status)
		status = mpi_output_sign(&job->cmd, &job->output);
	if (!status)
		status = filter->report(job);
	filter->free(job);
	sp_share_free(job->share);
	sp_joint_close(job->input);
	mpi_output_free(&job->output);
	free(job->options);
	return status;
}

/* The job is on the stack of main(), as the command of every filter. */
int
mpi_job_main(const struct mpi_filter *filter, void *own,
	     struct option_row *rows, int argc, char **argv)
{
	struct mpi_job job = {
		.cmd = { .program = &filter->program, .options = rows },
		.own = own, .every = 10,
		.output = { .guard = REPLACEMENT_NONE }
	};
	struct cmd *cmd = &job.cmd;

	OPTIONS_ADD(rows, MPI_TRUST_ROW(job.trust_paths));
	if (filter->every)
		add_checkpoint_rows(&job, filter->every, rows);
	if (!mpi_begin(cmd, &job.team, argc, argv))
		return mpi_end(cmd, &job.team, cmd->err.status);
	return mpi_end(cmd, &job.team, run_job_steps(&job, filter));
}

/* ---- checkpoints ------------------------------------------------------ */

/*
 * Values count with the numbers of their pages, so that equal ones do not hide
 * a change; sums modulo 2^64 do not depend on who owns which page.
 */
enum sp_status
mpi_job_contents(struct mpi_job *job, const double *const *vectors,
		 unsigned count, uint64_t *contents)
{
	const struct sp_share *share = job->share;

	*contents = 0;
	for (unsigned k = 0; k < count; k++) {
		*contents *= 3;
		for (uint64_t i = 0; vectors[k] && i < share->owned; i++) {
			uint64_t bits;

			memcpy(&bits, &vectors[k][share->own_first + i],
			       sizeof(bits));
			*contents += sp_mix64(sp_mix64(share->first + i + 1) ^
					      bits);
		}
	}
	return sp_team_add(&job->team, contents, 1, &job->cmd.err);
}

/*
 * A full disk must not end a run that may have taken days.  Other failures than
 * of writing are those of the job.
 */
enum sp_status
mpi_job_save_state(struct mpi_job *job, const struct sp_joint_state *state,
		   const double *values, struct sp_error *err)
{
	enum sp_status status = sp_joint_checkpoint_save(
		&job->team, &job->run_of, state, values, err);

	if (status != SP_IO)
		return status;
	cmd_warn(&job->cmd, "%s: no checkpoint after %s %" PRIu64 ": %s",
		 job->checkpoint, job->count, state->iterations, err->text);
	return SP_OK;
}

static enum sp_status
job_save_ranks(void *context, const struct sp_rank_state *state,
	       const double *values, struct sp_error *err)
{
	const struct sp_joint_state saved = {
		state->iterations,
		{ state->norm, state->growth, state->residual,
		  ((struct mpi_job *)context)->wanted.tolerance }
	};

	return mpi_job_save_state(context, &saved, values, err);
}

static struct sp_rank_state
ranks_of(const struct sp_joint_state *state)
{
	return (struct sp_rank_state){
		(uint32_t)state->iterations, state->numbers[0],
		state->numbers[1], state->numbers[2]
	};
}

/*
 * A tolerance that does not go on is of other options, and no damage: SP_USAGE
 * ends the search for a state.
 */
static enum sp_status
job_check_ranks(void *context, struct sp_team *team,
		const struct sp_joint_state *state, const double *values,
		struct sp_error *err)
{
	const struct mpi_job *job = context;
	struct sp_rank_state from = ranks_of(state);
	double tolerance = state->numbers[3];

	if (state->iterations > UINT32_MAX || !(tolerance >= 0) ||
	    tolerance > DBL_MAX)
		from.iterations = 0; /* which is refused, by all processes */
	if (sp_rank_check_state(team, &job->wanted, &from, values,
				job->run_of.count, err))
		return err->status;
	return sp_rank_goes_on(&job->wanted, tolerance) ?
		       SP_OK :
		       sp_fail(err, SP_USAGE, "%s: the checkpoint is of other "
			       "options: --tolerance %g, and not %g (give at "
			       "most that, or remove it)", job->checkpoint,
			       tolerance, job->wanted.tolerance);
}

/*
 * The provenance line without results is what decides the result, so a
 * checkpoint of another line is of another run; how far it was to go does not
 * matter, and is left out.  The contents of files stand beside it, because the
 * line has only their names.
 */
static enum sp_status
describe_job(struct mpi_job *job, uint64_t contents)
{
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd *cmd = &job->cmd, described = *cmd;
	char *line;

	options_add(rows, cmd->options);
	for (struct option_row *row = rows; row->name; row++)
		row->local = row->local || row->grows;
	described.options = rows;
	line = cmd_provenance(&described, false);
	if (!line || asprintf(&job->options, "%s, files %016" PRIx64, line,
			      contents) < 0)
		job->options = NULL;
	free(line);
	return job->options ? SP_OK : sp_no_memory(&cmd->err, "the options");
}

enum sp_status
mpi_job_find_state(struct mpi_job *job, uint64_t contents,
		   const struct sp_joint_run_of *how, const char *count,
		   struct sp_joint_state *state, double *values, bool *found)
{
	struct sp_error damaged = { .status = SP_OK };
	struct cmd *cmd = &job->cmd;

	if (describe_job(job, contents))
		return cmd->err.status;
	job->run_of = *how;
	job->run_of.folder = job->checkpoint;
	job->run_of.options = job->options;
	job->run_of.basis = job->basis;
	job->run_of.first = job->share->first;
	job->run_of.count = job->share->owned;
	job->count = count;
	if (sp_joint_checkpoint_load(&job->team, &job->run_of, state, values,
				     found, &damaged, &cmd->err))
		return cmd->err.status;
	if (damaged.status)
		cmd_warn(cmd, "%s: the older checkpoint is used",
			 damaged.text);
	if (*found)
		cmd_say(cmd, "%s: goes on after %s %" PRIu64, job->checkpoint,
			count, state->iterations);
	return SP_OK;
}

enum sp_status
mpi_job_resume(struct mpi_job *job, uint64_t contents,
	       const struct sp_rank_wanted *wanted, double *vector,
	       const struct sp_rank_checkpoint **checkpoint)
{
	const struct sp_joint_run_of how = { .check = job_check_ranks,
					     .context = job };
	struct sp_joint_state state;
	bool found;

	*checkpoint = NULL;
	if (!job->checkpoint)
		return SP_OK;
	job->wanted = *wanted;
	if (mpi_job_find_state(job, contents, &how, "iteration", &state,
			       vector + job->share->own_first, &found))
		return job->cmd.err.status;
	job->kernel = (struct sp_rank_checkpoint){
		.every = (uint32_t)job->every, .save = job_save_ranks,
		.context = job
	};
	if (found) {
		job->kernel.from = ranks_of(&state);
		job->resumed = state.iterations;
	}
	*checkpoint = &job->kernel;
	return SP_OK;
}

/* ---- writing ---------------------------------------------------------- */

enum sp_status
mpi_job_pass(struct mpi_job *job, struct sp_load_options pass)
{
	struct cmd *cmd = &job->cmd;

	if (cmd->results_only)
		pass.drop = ~(unsigned)SP_SECTION_PROVENANCE;
	return sp_joint_pass(job->output.writer, job->input, &pass,
			     &cmd->err);
}

enum sp_status
mpi_job_save(struct mpi_job *job, const char *name, const double *vector)
{
	const struct sp_share *share = job->share;

	return sp_joint_save_score(job->output.writer, name,
				   vector + share->own_first, share->first,
				   share->owned, &job->basis, &job->cmd.err);
}
