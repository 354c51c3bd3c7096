/* SPDX-License-Identifier: MIT */
/*
 * command.h - the start and end of every filter that runs as an MPI job.
 *
 *	if (!mpi_begin(&cmd, &team, argc, argv))
 *		return mpi_end(&cmd, &team, cmd.err.status);
 *	return mpi_end(&cmd, &team, graphstat_job_run(...));
 *
 * Filters that rank a graph have all of that from job.h.
 *
 * All processes read the same command line.  Process 0 alone prints help, what
 * is wrong with the options, warnings, remarks (-v), progress and --stats
 * (cli/command.h does that by itself), and alone writes the output.  A failure
 * in any process ends all of them: that process prints its line, "hits-mpi:
 * process 3: file: ...", and the job ends with its exit status.
 */
#ifndef MPI_COMMAND_H
#define MPI_COMMAND_H

#include "cli/command.h"
#include "cluster/files/read.h"
#include "cluster/team/team.h"

/* The option that says whether the parts of a graph may be in any folder. */
#define MPI_TRUST_ROW(variable) \
	FLAG("trust-paths", variable, .local = true, \
	     .help = "read parts outside of the manifest's folder")

/*
 * Begins MPI, then cmd_begin(), whose results it has.  Without -T, a process
 * has as many threads as processors that the launcher gave it, and without
 * --memory-limit the part of the host's memory that falls to it.  The number
 * of processes becomes a result of the run (cmd_result()) if there are several.
 */
bool mpi_begin(struct cmd *cmd, struct sp_team *team, int argc, char **argv)
	SP_MUST_CHECK;

/*
 * The end of the job, for all processes: statistics of all (processes, bytes
 * sent, the memory of the largest process), cmd_end(), the end of MPI.  With a
 * failure, ends all processes, and may not return.  Returns the exit status.
 * The share of a graph must have been freed.
 */
int mpi_end(struct cmd *cmd, struct sp_team *team, enum sp_status status);

/*
 * The operand, a file that all processes can open.  SP_USAGE if there is none,
 * or it is "-", or standard input: processes share files and no pipe.
 */
enum sp_status mpi_check_operand(struct cmd *cmd, const char **path);

/*
 * Warns of a part of a graph that was opened by itself, as plain filters do;
 * states says whether states of pages are to be read.  Fails as
 * sp_joint_load().
 */
enum sp_status mpi_check_whole(struct cmd *cmd, struct sp_joint_input *input,
			       const char *path, bool states);

#endif
