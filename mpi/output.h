/* SPDX-License-Identifier: MIT */
/*
 * output.h - the stream that all processes of a job write: process 0 opens the
 * output and puts it in place, as a plain filter does.
 *
 *	if (!mpi_output_open(&cmd, team, &output)) {
 *		... sp_joint_pass(output.writer, ...), sp_joint_save_score() ...
 *		status = mpi_output_sign(&cmd, &output);
 *	}
 *	mpi_output_free(&output);
 *
 * Failures are in cmd->err, with the name of the output; mpi_output_failed()
 * adds it to those of output.writer.
 */
#ifndef MPI_OUTPUT_H
#define MPI_OUTPUT_H

#include "cli/output.h"
#include "cli/replace.h"
#include "cluster/files/write.h"

struct mpi_output {
	struct sp_joint_writer *writer;
	struct sp_team *team;
	struct cmd_output *file;  /* of process 0 */
	struct sp_output bytes;
	struct replacement guard; /* of the others: its file, which the first
				     of them that ends in a failure removes */
};

/* Opens the output of -o, or standard output. */
enum sp_status mpi_output_open(struct cmd *cmd, struct sp_team *team,
			       struct mpi_output *output);

/* Names the output in a failure to write it, and returns the status. */
enum sp_status mpi_output_failed(struct cmd *cmd,
				 const struct mpi_output *output,
				 enum sp_status status);

/*
 * Ends the stream with the line of provenance, and puts it in place.  All
 * processes return when that is done.
 */
enum sp_status mpi_output_sign(struct cmd *cmd, struct mpi_output *output);

/*
 * Without mpi_output_sign(), a regular file does not change, and this process
 * removes the new one beside it.
 */
void mpi_output_free(struct mpi_output *output);

#endif
