/* SPDX-License-Identifier: MIT */
/*
 * checkpoint.h - the state of a computation, written now and then by all
 * processes, so that a job that was stopped goes on with any number of them.
 *
 * A checkpoint is an uncompressed stream with an index: a score, which is the
 * vector of the computation, or the cores that were found, and a line of
 * provenance with the options and numbers.  A folder has two generations,
 * checkpoint.sp and the one before it, checkpoint.old.sp; checkpoint.new.sp is
 * being written, or was cut short.  Each is renamed when it is complete and on
 * disk: one is whole at any moment.
 */
#ifndef SP_CLUSTER_FILES_CHECKPOINT_H
#define SP_CLUSTER_FILES_CHECKPOINT_H

#include "cluster/files/write.h"
#include "graph/cores.h"

#define SP_JOINT_NUMBERS 4

/* The names of the files of a folder, all of which are replaced; then NULL. */
extern const char *const sp_joint_checkpoint_files[];

/* What all processes have the same. */
struct sp_joint_state {
	uint64_t iterations;
	double numbers[SP_JOINT_NUMBERS]; /* as the kernel likes; kept to the
					     bit */
};

/*
 * Is this a state that the run can have come to?  All processes call it, and
 * return the same.  SP_DATA if it is not, and what functions of teams return.
 */
typedef enum sp_status sp_joint_check(void *context, struct sp_team *team,
				      const struct sp_joint_state *state,
				      const double *values,
				      struct sp_error *err);

/* What a checkpoint has in place of a vector; all processes have the same. */
struct sp_joint_cores {
	struct sp_cores *cores;
	struct sp_seeds *removed; /* of which only the pages are kept */
};

/* What a checkpoint is of. */
struct sp_joint_run_of {
	const char *folder;
	const char *options;      /* a line: what determines the result */
	struct sp_basis basis;    /* of the graph */
	uint64_t first, count;    /* pages of this process */
	sp_joint_check *check;    /* of what is read; a state that it refuses is
				     damaged.  NULL: none */
	void *context;            /* of check */
	const struct sp_joint_cores *cores; /* or NULL: it has a vector */
};

/*
 * Writes a checkpoint; values has a value for each page of the process, unless
 * of->cores is what is saved.  Makes the folder if it is missing.  All
 * processes return the same.  SP_IO if one of them can not write: then the
 * generations before are as they were, and the caller may go on; err says what
 * failed in the first process that failed.  SP_MEMORY.
 */
enum sp_status sp_joint_checkpoint_save(struct sp_team *team,
					const struct sp_joint_run_of *of,
					const struct sp_joint_state *state,
					const double *values,
					struct sp_error *err);

/*
 * Reads the newest whole checkpoint, the values of the pages of this process
 * to values, or what is in it to of->cores, in place of what was there, which
 * is to be freed in any case.  *found is false if there is none; the folder is
 * made then, and of->cores is as it was.  If the newest is damaged, the older
 * one is read, *damaged (which is SP_OK otherwise) says why, to be reported,
 * and the damaged one becomes checkpoint.new.sp, which the next one replaces.
 * SP_DATA if both are damaged, or if the checkpoint is of another graph, or of
 * other options; SP_MEMORY; SP_IO, also if the folder cannot be made.
 */
enum sp_status sp_joint_checkpoint_load(struct sp_team *team,
					const struct sp_joint_run_of *of,
					struct sp_joint_state *state,
					double *values, bool *found,
					struct sp_error *damaged,
					struct sp_error *err);

#endif
