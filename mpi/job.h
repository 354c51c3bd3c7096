/* SPDX-License-Identifier: MIT */
/*
 * job.h - what all programs do that rank a graph as an MPI job: they open the
 * output and the input, take their share of the graph, go on from a checkpoint,
 * write what they have found, and say at the end what was sent.
 *
 * A program is a struct mpi_filter, the steps in which it differs from others,
 * and a main():
 *
 *	int
 *	main(int argc, char **argv)
 *	{
 *		struct hits_job hits = { .options = HITS_OPTIONS };
 *		struct option_row rows[OPTION_ROWS] = { OPTION_END };
 *
 *		hits_put_rows(&hits.options, rows);
 *		return mpi_job_main(&hits_filter, &hits, rows, argc, argv);
 *	}
 */
#ifndef MPI_JOB_H
#define MPI_JOB_H

#include "cli/command.h"
#include "cluster/files/checkpoint.h"
#include "mpi/output.h"
#include "rank/checkpoint.h"

struct mpi_job {
	struct cmd cmd;
	struct sp_team team;
	void *own;               /* what the filter keeps of the job */

	/* Options. */
	bool trust_paths;        /* of the parts of a graph */
	const char *checkpoint;  /* folder, or NULL */
	uint64_t every;          /* iterations, or cores */

	struct mpi_output output;
	struct sp_joint_input *input;
	const char *path;        /* of the input */
	struct sp_share *share;
	struct sp_basis basis;   /* of the graph */
	uint64_t iterations;     /* set by rank(): of the kernel, in all */

	/* Private. */
	char *options;           /* which checkpoints must have been made by */
	struct sp_joint_run_of run_of;
	const char *count;       /* what its states are after */
	struct sp_rank_wanted wanted; /* of a checkpoint */
	struct sp_rank_checkpoint kernel;
	uint64_t sent;           /* before the first iteration */
	uint64_t resumed;        /* iterations of earlier runs */
};

/* The steps, in their order; failures are in job->cmd.err. */
struct mpi_filter {
	struct cmd_program program;
	const char *every;       /* it has --checkpoint: see mpi_job_resume();
				    the help of --every */
	/* Refuses options before any file is opened; or NULL. */
	enum sp_status (*check)(struct mpi_job *job);
	/* Computes from job->share, and sets job->iterations. */
	enum sp_status (*rank)(struct mpi_job *job);
	/* Writes to job->output, which is signed then. */
	enum sp_status (*write)(struct mpi_job *job);
	/* Reports what cannot change the output any more. */
	enum sp_status (*report)(struct mpi_job *job);
	/* Frees what job->own holds, whatever step failed. */
	void (*free)(struct mpi_job *job);
};

/*
 * The whole of a program; rows are its options, to which it adds its own.
 * Returns the exit status.
 */
int mpi_job_main(const struct mpi_filter *filter, void *own,
		 struct option_row *rows, int argc, char **argv);

/* ---- for the steps ---------------------------------------------------- */

/*
 * With --checkpoint, looks for a checkpoint of this graph, of these options and
 * of files that had these contents (0 for none), whose state is as wanted, and
 * sets *checkpoint to what the kernel needs to go on from it, and to save
 * others; else to NULL.  vector is by local page; the values of the checkpoint
 * replace those of the pages owned.
 */
enum sp_status mpi_job_resume(struct mpi_job *job, uint64_t contents,
			      const struct sp_rank_wanted *wanted,
			      double *vector,
			      const struct sp_rank_checkpoint **checkpoint);

/*
 * The same for a state of another kind.  how has its check, the context of it,
 * and cores, if these are the state; the rest is set here.  count is what a
 * state is after: "iteration".
 */
enum sp_status mpi_job_find_state(struct mpi_job *job, uint64_t contents,
				  const struct sp_joint_run_of *how,
				  const char *count,
				  struct sp_joint_state *state, double *values,
				  bool *found);

/* Saves one; warns if it cannot be written. */
enum sp_status mpi_job_save_state(struct mpi_job *job,
				  const struct sp_joint_state *state,
				  const double *values, struct sp_error *err);

/*
 * A number that stands for the values of the pages of count vectors, each by
 * local page or NULL, to be given as contents.
 */
enum sp_status mpi_job_contents(struct mpi_job *job,
				const double *const *vectors, unsigned count,
				uint64_t *contents);

/*
 * Passes the sections of the input on to the output, less those that pass drops
 * (sp_joint_pass()); with -R, only the provenance.
 */
enum sp_status mpi_job_pass(struct mpi_job *job, struct sp_load_options pass);

/* Writes a score, of which vector has the values by local page. */
enum sp_status mpi_job_save(struct mpi_job *job, const char *name,
			    const double *vector);

#endif
