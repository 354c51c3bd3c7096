/* SPDX-License-Identifier: MIT */
#include "mpi/job.h"

#include "mpi/command.h"

#include "base/hash.h"
#include "base/memory.h"
#include "cli/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
mpi_job_put_rows(struct mpi_job *job, struct option_row to[MPI_JOB_ROWS])
{
	const struct option_row rows[] = {
		OPTION("checkpoint", "DIR", job->checkpoint, .local = true,
		       .help = "save the state there, and go on from it"),
		OPTION("every", "N", job->every, .local = true, .least = 1,
		       .most = 1000000, .needs = &job->checkpoint,
		       .help = "save it after each N iterations")
	};

	memcpy(to, rows, sizeof(rows));
}

/* ---- beginning and end ------------------------------------------------ */

/* What the shares are like, over all processes. */
static enum sp_status
count_shares(struct mpi_job *job, double seconds)
{
	const struct sp_share *share = job->share;
	uint64_t sums[] = { share->reached };
	uint64_t most[] = { share->links, share->reached, share->owned,
			    (uint64_t)(seconds * 1e6) };

	if (sp_team_add(job->team, sums, 1, &job->cmd->err) ||
	    sp_team_most(job->team, most, 4, &job->cmd->err))
		return job->cmd->err.status;
	cmd_count(job->cmd, "pages", share->whole.pages);
	cmd_count(job->cmd, "links", share->whole.links);
	cmd_count(job->cmd, "pages_reached", sums[0]);
	cmd_measure(job->cmd, "load_seconds", (double)most[3] / 1e6);
	cmd_say(job->cmd, "each process has at most %" PRIu64 " pages, "
		"%" PRIu64 " links and reaches %" PRIu64 " pages of others",
		most[2], most[0], most[1]);
	return SP_OK;
}

enum sp_status
mpi_job_open(struct mpi_job *job)
{
	struct cmd *cmd = job->cmd;
	const char *path;
	double started;
	enum sp_status status = mpi_check_operand(cmd, &path);

	/* A bad output is reported now, not after a long iteration. */
	if (!status)
		status = mpi_output_open(cmd, job->team, &job->output);
	started = clock_seconds();
	if (!status)
		status = sp_joint_open(job->team, path, &job->input,
				       &cmd->err);
	if (!status)
		status = sp_joint_share(job->input, cmd->threads, &job->share,
					&cmd->err);
	if (!status)
		status = count_shares(job, clock_seconds() - started);
	job->sent = job->team->sent;
	return status;
}

void
mpi_job_free(struct mpi_job *job)
{
	sp_share_free(job->share);
	sp_joint_close(job->input);
	mpi_output_free(&job->output);
	free(job->options);
}

enum sp_status
mpi_job_count(struct mpi_job *job, uint32_t iterations)
{
	uint64_t sent = job->team->sent - job->sent;
	uint32_t run = iterations - job->resumed;

	if (sp_team_add(job->team, &sent, 1, &job->cmd->err))
		return job->cmd->err.status;
	cmd_count(job->cmd, "bytes_sent_per_iteration",
		  run ? sent / run : 0);
	return SP_OK;
}

/* ---- checkpoints ------------------------------------------------------ */

/* The pages have numbers in it, so that equal values do not hide a change. */
enum sp_status
mpi_job_contents(struct mpi_job *job, const double *values, uint64_t *contents)
{
	const struct sp_share *share = job->share;

	*contents = 0;
	for (uint64_t i = 0; values && i < share->owned; i++) {
		uint64_t bits;

		memcpy(&bits, &values[i], sizeof(bits));
		*contents += sp_mix64(sp_mix64(share->first + i + 1) ^ bits);
	}
	return sp_team_add(job->team, contents, 1, &job->cmd->err);
}

/* A full disk must not end a run that may have taken days. */
static enum sp_status
job_save_state(void *context, const struct sp_rank_state *state,
	       const double *values, struct sp_error *err)
{
	struct mpi_job *job = context;
	struct sp_joint_state saved = {
		state->iterations, { state->norm, state->growth }
	};
	enum sp_status status = sp_joint_checkpoint_save(
		job->team, &job->run_of, &saved, values, err);

	if (status != SP_IO)
		return status;
	cmd_warn(job->cmd, "%s: no checkpoint after iteration %lu: %s",
		 job->checkpoint, (unsigned long)state->iterations, err->text);
	return SP_OK;
}

enum sp_status
mpi_job_resume(struct mpi_job *job, uint64_t contents, double *vector,
	       const struct sp_rank_checkpoint **checkpoint)
{
	const struct sp_share *share = job->share;
	struct sp_error damaged = { .status = SP_OK };
	struct sp_joint_state state;
	struct cmd *cmd = job->cmd;
	char *line;
	bool found;

	*checkpoint = NULL;
	if (!job->checkpoint)
		return SP_OK;
	line = cmd_provenance(cmd, false);
	if (!line || asprintf(&job->options, "%s, files %016" PRIx64, line,
			      contents) < 0)
		job->options = NULL;
	free(line);
	if (!job->options)
		return sp_no_memory(&cmd->err, "the options");
	job->run_of = (struct sp_joint_run_of){
		job->checkpoint, job->options,
		{ share->whole, share->origin }, share->first, share->owned
	};
	if (sp_joint_checkpoint_load(job->team, &job->run_of, &state, vector,
				     &found, &damaged, &cmd->err))
		return cmd->err.status;
	if (damaged.status)
		cmd_warn(cmd, "%s", damaged.text);
	job->kernel = (struct sp_rank_checkpoint){
		.every = (uint32_t)job->every, .save = job_save_state,
		.context = job
	};
	if (found) {
		job->kernel.from = (struct sp_rank_state){
			(uint32_t)state.iterations, state.numbers[0],
			state.numbers[1]
		};
		job->resumed = (uint32_t)state.iterations;
		cmd_say(cmd, "%s: goes on after iteration %" PRIu64,
			job->checkpoint, state.iterations);
	}
	*checkpoint = &job->kernel;
	return SP_OK;
}

enum sp_status
mpi_job_pass(struct mpi_job *job, const struct sp_section_name *replaced)
{
	struct cmd *cmd = job->cmd;
	const struct sp_load_options pass = {
		.drop_names = replaced,
		.drop = cmd->results_only ?
				~(unsigned)SP_SECTION_PROVENANCE : 0
	};

	return sp_joint_pass(job->output.writer, job->input, &pass,
			     &cmd->err);
}
