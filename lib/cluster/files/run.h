/* SPDX-License-Identifier: MIT */
/*
 * run.h - frames that all processes write one after the other.  Private to
 * lib/cluster/files.
 */
#ifndef SP_CLUSTER_FILES_RUN_H
#define SP_CLUSTER_FILES_RUN_H

#include "cluster/files/write.h"

/* Writes the frames of this process; it may be asked for the same again. */
typedef enum sp_status sp_joint_produce(void *context,
					struct sp_writer *writer,
					struct sp_error *err);

/*
 * Writes what the processes produce, in their order; NULL: this one has
 * nothing.  SP_IO, SP_MEMORY, or what produce returns.
 */
enum sp_status sp_joint_run(struct sp_joint_writer *writer,
			    sp_joint_produce *produce, void *context,
			    struct sp_error *err);

struct sp_team *sp_joint_team(const struct sp_joint_writer *writer);

/* Is a failure that of the output, and not of what is read for it? */
bool sp_joint_lost(const struct sp_joint_writer *writer);

/* As sp_writer_features(), in all processes. */
void sp_joint_features(struct sp_joint_writer *writer, uint32_t features);

/*
 * Failures to write the file do not end the calls of this process, which the
 * others would wait for; the last call asks whether there was one, SP_IO, and
 * its own process alone knows.  After sp_joint_begin().
 */
void sp_joint_defer(struct sp_joint_writer *writer);
enum sp_status sp_joint_deferred(const struct sp_joint_writer *writer,
				 struct sp_error *err);

#endif
