/* SPDX-License-Identifier: MIT */
/*
 * skeleton.c - a filter for MPI that does nothing: what mpi/command.h does for
 * all of them
 *
 *	skeleton [--fail N] [--all] [-o OUTPUT] FILE
 *
 * Warns, remarks, adds up the numbers of the processes, and writes the sum.
 * With --fail, process N fails after process 0 has opened the output; with
 * --all, all processes do.
 */
#include "mpi/command.h"

#include "cli/output.h"

#include <stdio.h>
#include <string.h>

struct skeleton {
	uint64_t fail;
	bool all;
};

static enum sp_status
skeleton_work(struct cmd *cmd, struct sp_team *team,
	      const struct skeleton *options, struct cmd_output *output)
{
	uint64_t sum = team->rank;
	const char *path;
	char text[64];

	cmd_warn(cmd, "a warning");
	cmd_say(cmd, "a remark");
	if (mpi_check_operand(cmd, &path) || sp_team_wait(team, &cmd->err))
		return cmd->err.status;
	if (options->all || options->fail == team->rank)
		return sp_fail(&cmd->err, SP_DATA, "%s: as was asked for",
			       path);
	if (sp_team_add(team, &sum, 1, &cmd->err))
		return cmd->err.status;
	cmd_count(cmd, "sum", sum);
	if (!output)
		return SP_OK;
	snprintf(text, sizeof(text), "%llu\n", (unsigned long long)sum);
	if (cmd_output_text(output, text, strlen(text), &cmd->err))
		return cmd->err.status;
	return cmd_output_commit(output);
}

static enum sp_status
skeleton_run(struct cmd *cmd, struct sp_team *team,
	     const struct skeleton *options)
{
	struct cmd_output *output = NULL;
	enum sp_status status;

	if (!team->rank) {
		output = cmd_output_open(cmd, cmd->output, false);
		if (!output)
			return cmd->err.status;
	}
	status = skeleton_work(cmd, team, options, output);
	cmd_output_free(output);
	return status;
}

static const struct cmd_program skeleton_program = {
	.name = "skeleton", .synopsis = "file",
	.summary = "Show what programs for MPI share.",
	.operands_max = 1, .prints_text = true
};

int
main(int argc, char **argv)
{
	struct skeleton options = { .fail = UINT64_MAX };
	struct option_row rows[] = {
		OPTION("fail", "N", options.fail, .help = "process N fails"),
		FLAG("all", options.all, .help = "all processes fail"),
		OPTION_END
	};
	struct cmd cmd = { .program = &skeleton_program, .options = rows };
	struct sp_team team;

	if (!mpi_begin(&cmd, &team, argc, argv))
		return mpi_end(&cmd, &team, cmd.err.status);
	return mpi_end(&cmd, &team, skeleton_run(&cmd, &team, &options));
}
