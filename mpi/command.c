/* SPDX-License-Identifier: MIT */
/*
 * MPI wants to be the first and the last: it is begun before the command line
 * is read, because it may have options of its own in the environment and in
 * files, and ended after everything else.  Only cmd_prepare() comes before,
 * since it may start the program again with another environment, which would be
 * a second process under the same rank.
 *
 * All processes read the same command line and find the same mistakes in it, so
 * such a failure ends each of them by itself.  Any other failure may be of one
 * process only, while others wait for it in an exchange that will never come:
 * so it aborts the job.
 */
#include "mpi/command.h"

#include "mpi/team_mpi.h"

#include "cli/input.h"
#include "cli/joined.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/*
 * Each part of a graph is a file that stays open, and there may be more of
 * them than the 1,024 that a process may usually have.  After the start of
 * MPI, which may close each file that a child could have.
 */
static void
allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/*
 * The threads and the memory of the process depend on how many share the host,
 * so that number comes before cmd_begin().
 */
bool
mpi_begin(struct cmd *cmd, struct sp_team *team, int argc, char **argv)
{
	/* This may start the program again, which MPI would not survive. */
	cmd_prepare(argv);
	if (team_mpi_begin(team, &cmd->process.on_host, &cmd->err))
		return false;
	allow_files();
	cmd->process.number = team->rank;
	cmd->process.count = team->size;
	if (!cmd_begin(cmd, argc, argv))
		return false;
	if (team->size > 1)
		cmd_result(cmd, "processes %u", team->size);
	cmd_say(cmd, "processes %u, of which %u on this host, threads of "
		"each %d", team->size, cmd->process.on_host, cmd->threads);
	return true;
}

/*
 * Collective, so it must not be reached by some processes only: mpi_end() calls
 * it where all have succeeded.
 */
static enum sp_status
command_count_all(struct cmd *cmd, struct sp_team *team)
{
	uint64_t sent = team->sent, memory;
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	memory = (uint64_t)usage.ru_maxrss * 1024;
	if (sp_team_add(team, &sent, 1, &cmd->err) ||
	    sp_team_most(team, &memory, 1, &cmd->err))
		return cmd->err.status;
	cmd_count(cmd, "processes", team->size);
	cmd_count(cmd, "bytes_sent", sent);
	cmd_count(cmd, "bytes_of_largest_process", memory);
	return SP_OK;
}

/*
 * What several processes find wrong, one is enough to say: the lowest gets the
 * time to say it and to end the others, on a busy machine, too.
 *
 * Ten steps of 80 milliseconds after a second: ranks beyond that speak
 * together, which only matters if all nine before them are silent.
 */
static void
let_first_speak(const struct sp_team *team)
{
	unsigned turn = team->rank < 9 ? team->rank : 9;
	const struct timespec moment = { 1, turn * 80000000L };

	if (team->rank)
		nanosleep(&moment, NULL);
}

/*
 * When a job is aborted, MPICH's launcher ends its helper on each host at once,
 * and a message that the helper has not read yet is lost.  So it gets a second
 * to read it.  Either end of a pipe can ask how much is in it.
 */
static void
let_launcher_read(void)
{
	const struct timespec moment = { 0, 2000000 };
	struct stat info;
	int unread = 0;

	if (fstat(STDERR_FILENO, &info) || !S_ISFIFO(info.st_mode))
		return;
	for (unsigned i = 0; i < 500; i++) {
		if (ioctl(STDERR_FILENO, FIONREAD, &unread) || !unread)
			return;
		nanosleep(&moment, NULL);
	}
}

/*
 * SP_UNCONVERGED is a result and not a failure; all processes have the same.
 * The exit status of cmd_end() may be worse than status: it closes files.
 */
int
mpi_end(struct cmd *cmd, struct sp_team *team, enum sp_status status)
{
	bool failed, all;
	int exit_status;

	if (cmd_has_begun(cmd) &&
	    (status == SP_OK || status == SP_UNCONVERGED)) {
		enum sp_status counted = command_count_all(cmd, team);

		status = counted ? counted : status;
	}
	failed = status != SP_OK && status != SP_UNCONVERGED;
	/* The command line is the same for all. */
	all = !cmd_has_begun(cmd) && status == SP_USAGE;
	if (failed && !all)
		let_first_speak(team);
	exit_status = cmd_end(cmd, status);
	/* Also if the results or statistics could not be written. */
	if (!all && exit_status != SP_OK && exit_status != SP_UNCONVERGED) {
		let_launcher_read();
		sp_team_abort(team, (enum sp_status)exit_status);
	}
	team_mpi_end(team);
	return exit_status;
}

/*
 * -g is the same for a job, which has no second input.  A file that cannot be
 * opened is reported by what reads it.
 */
enum sp_status
mpi_check_operand(struct cmd *cmd, const char **path)
{
	const char *operand = cmd->operand_count ? cmd->operands[0] :
						   cmd->graph;
	enum sp_status status;
	bool is;
	int fd;

	if (!operand || !strcmp(operand, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "no file: each process "
			       "reads its own part of the graph, so it must be "
			       "in a file that all of them can open, not in a "
			       "pipe");
	*path = operand;
	fd = open(operand, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return SP_OK;
	status = joined_check(cmd, operand, fd, &is);
	(void)close(fd);
	return status;
}

enum sp_status
mpi_check_whole(struct cmd *cmd, struct sp_joint_input *input,
		const char *path, bool states)
{
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_joint_load(input, SP_SECTION_PART, &contents,
					      &cmd->err);

	if (!status)
		status = cmd_check_whole(cmd, path, &contents, states);
	sp_contents_free(&contents);
	return status;
}
