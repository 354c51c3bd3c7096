/* SPDX-License-Identifier: MIT */
/*
 * checkpoint_own.h - what a checkpoint has beside its line: a vector or cores.
 * Private to lib/cluster/files.
 */
#ifndef SP_CLUSTER_FILES_CHECKPOINT_OWN_H
#define SP_CLUSTER_FILES_CHECKPOINT_OWN_H

#include "cluster/files/checkpoint.h"

/* What a process finds of a file, from good to bad. */
enum sp_verdict {
	SP_WHOLE,
	SP_MISSING,
	SP_DAMAGED,
	SP_REFUSED  /* of another graph, or of other options */
};

/* Writes it; all processes call this together.  Fails as the writer does. */
enum sp_status sp_checkpoint_put(struct sp_joint_writer *writer,
				 const struct sp_joint_run_of *of,
				 const double *values, struct sp_error *err);

/* Reads it, each process for itself; err says what is wrong. */
enum sp_verdict sp_checkpoint_take(struct sp_joint_input *input,
				   const struct sp_joint_run_of *of,
				   double *values, struct sp_error *err);

#endif
