/* SPDX-License-Identifier: MIT */
/*
 * job.h - what all programs do that rank a graph as an MPI job: they open the
 * output and the input, take their share of the graph, go on from a checkpoint,
 * and say at the end what was sent.
 */
#ifndef MPI_JOB_H
#define MPI_JOB_H

#include "cli/command.h"
#include "cluster/files/checkpoint.h"
#include "mpi/output.h"
#include "rank/checkpoint.h"

struct mpi_job {
	struct cmd *cmd;
	struct sp_team *team;

	/* Options. */
	const char *checkpoint;  /* folder, or NULL */
	uint64_t every;          /* iterations */

	struct mpi_output output;
	struct sp_joint_input *input;
	struct sp_share *share;

	/* Private. */
	char *options;           /* which checkpoints must have been made by */
	struct sp_joint_run_of run_of;
	struct sp_rank_checkpoint kernel;
	uint64_t sent;           /* before the first iteration */
	uint32_t resumed;        /* iterations of earlier runs */
};

#define MPI_JOB_ROWS 2
#define MPI_JOB_DEFAULTS { .every = 10 }

/* Puts the rows of the job's options into a table. */
void mpi_job_put_rows(struct mpi_job *job,
		      struct option_row to[MPI_JOB_ROWS]);

/*
 * Opens output and input, and reads the share of this process.  All failures
 * are in cmd->err.  To be freed with mpi_job_free() in any case.
 */
enum sp_status mpi_job_open(struct mpi_job *job);
void mpi_job_free(struct mpi_job *job);

/*
 * With --checkpoint, looks for a checkpoint of this graph, of these options and
 * of files that had these contents (0 for none), and sets *checkpoint to what
 * the kernel needs to go on from it, and to save others; else to NULL.  vector
 * has a value for each page owned, which those of the checkpoint replace.
 */
enum sp_status mpi_job_resume(struct mpi_job *job, uint64_t contents,
			      double *vector,
			      const struct sp_rank_checkpoint **checkpoint);

/*
 * A number that stands for the values of all pages owned in all processes; 0 if
 * values is NULL.
 */
enum sp_status mpi_job_contents(struct mpi_job *job, const double *values,
				uint64_t *contents);

/*
 * Passes the sections of the input on to the output, less those that are
 * replaced, a list with a NULL name at its end; with -R, only the provenance.
 */
enum sp_status mpi_job_pass(struct mpi_job *job,
			    const struct sp_section_name *replaced);

/* Counts for --stats and -v, after a kernel ran that many iterations. */
enum sp_status mpi_job_count(struct mpi_job *job, uint32_t iterations);

#endif
