/* SPDX-License-Identifier: MIT */
/*
 * Process 0 has the output as a plain filter has: a new file beside the old
 * one, which is put in place at the end, or a pipe.  The others know the new
 * file by its path, write into it at their places, and guard it: whoever ends
 * before it is in place removes it.
 */
#include "mpi/output.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * The name of the output before what is wrong with it.  Library functions do
 * not know the path.
 */
static enum sp_status
failed(struct cmd *cmd)
{
	bool standard = !cmd->output || !strcmp(cmd->output, "-");

	return sp_fail_in(&cmd->err, standard ? "standard output" :
						cmd->output);
}

/* kill -9 of process 0 leaves the file; the launcher then ends the others. */
static enum sp_status
guard_file(struct cmd *cmd, struct mpi_output *output, const char *path)
{
	uint64_t size = path ? strlen(path) + 1 : 0;
	enum sp_status status;
	char *name;

	if (sp_team_share(output->team, 0, &size, sizeof(size), &cmd->err))
		return cmd->err.status;
	if (!size)
		return SP_OK;
	name = sp_alloc_zero(size, 1);
	if (!name)
		return sp_no_memory(&cmd->err, "the output");
	if (path)
		memcpy(name, path, size);
	status = sp_team_share(output->team, 0, name, size, &cmd->err);
	if (!status && output->team->rank &&
	    replacement_guard(&output->guard, name))
		status = sp_no_memory(&cmd->err, "the output");
	free(name);
	return status;
}

/*
 * The guard comes before the writer, so that there is no moment in which the
 * file could be left behind by a kill.
 */
enum sp_status
mpi_output_open(struct cmd *cmd, struct sp_team *team,
		struct mpi_output *output)
{
	struct sp_writer_options options = { 0 };
	struct sp_joint_target target = { 0 };

	*output = (struct mpi_output){
		.team = team, .guard = REPLACEMENT_NONE
	};
	if (!team->rank) {
		output->file = cmd_output_open_shared(cmd, cmd->output,
						      &options, &target.path);
		if (!output->file)
			return cmd->err.status;
		output->bytes = cmd_output_bytes(output->file);
		target.output = &output->bytes;
		target.level = options.level;
		target.index = options.index;
		target.split = options.split;
	}
	if (guard_file(cmd, output, target.path))
		return cmd->err.status;
	if (sp_joint_begin(team, &target, cmd->threads, &output->writer,
			   &cmd->err))
		return failed(cmd);
	return SP_OK;
}

enum sp_status
mpi_output_failed(struct cmd *cmd, const struct mpi_output *output,
		  enum sp_status status)
{
	return status && sp_joint_file_failed(output->writer) ? failed(cmd) :
								status;
}

/* Process 0: the new file takes its place. */
static enum sp_status
output_put_in_place(struct cmd *cmd, struct mpi_output *output)
{
	cmd_count(cmd, "bytes_written", sp_joint_bytes(output->writer));
	return cmd_output_commit(output->file);
}

/*
 * The others return only when the file is in place: a job that has ended well
 * has its result.
 */
enum sp_status
mpi_output_sign(struct cmd *cmd, struct mpi_output *output)
{
	char *line = cmd_provenance(cmd, true);

	if (!line)
		return sp_no_memory(&cmd->err, "the provenance");
	if (sp_joint_end(output->writer, line, &cmd->err)) {
		free(line);
		return failed(cmd);
	}
	free(line);
	if (output->file && output_put_in_place(cmd, output))
		return cmd->err.status;
	if (sp_team_wait(output->team, &cmd->err))
		return cmd->err.status;
	replacement_unguard(&output->guard);
	return SP_OK;
}

/*
 * After a failure, a launcher may kill process 0 before that can remove the
 * new file: Open MPI's waits after SIGTERM only until the first process ends.
 */
void
mpi_output_free(struct mpi_output *output)
{
	sp_joint_free(output->writer);
	(void)replacement_free(&output->guard);
	cmd_output_free(output->file);
}
