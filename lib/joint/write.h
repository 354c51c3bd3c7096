/* SPDX-License-Identifier: MIT */
/*
 * write.h - one stream, written by all processes of a team.
 *
 * All processes call each function, in the same order.  What a process adds to
 * a section comes after what the processes before it add.  Frames are packed by
 * the processes that have their contents; the headers of all go to process 0,
 * which makes the index and the end frame.
 */
#ifndef SP_JOINT_WRITE_H
#define SP_JOINT_WRITE_H

#include "joint/read.h"

/*
 * Where the stream goes: a regular file that every process opens by its path
 * and writes at places of its own; or, without a path, an output of process 0,
 * to which the others send what they have.
 */
struct sp_joint_target {
	const char *path;               /* or NULL */
	const struct sp_output *output; /* of process 0, if there is no path */
	int level;                      /* of zstd; 0: nothing is packed */
	bool index;                     /* for files */
	bool split;                     /* links in parts (stream.h) */
};

struct sp_joint_writer;

/* Begins a stream.  SP_IO, SP_MEMORY. */
enum sp_status sp_joint_begin(struct sp_team *team,
			      const struct sp_joint_target *target,
			      struct sp_joint_writer **writer,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * Passes on the sections of the input, as sp_load() does for a plain filter:
 * options->drop, links_change and drop_names say what not; -R: drop all but
 * provenance.  SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status sp_joint_pass(struct sp_joint_writer *writer,
			     struct sp_joint_input *input,
			     const struct sp_load_options *options,
			     struct sp_error *err) SP_MUST_CHECK;

/*
 * Writes a score, of which this process has the values of count pages, from
 * first on.  SP_IO, SP_MEMORY.
 */
enum sp_status sp_joint_save_score(struct sp_joint_writer *writer,
				   const char *name, const double *values,
				   uint64_t first, uint64_t count,
				   const struct sp_basis *basis,
				   struct sp_error *err) SP_MUST_CHECK;

/* Writes a section that process 0 has alone, by a function of lib/section. */
enum sp_status sp_joint_save_alone(struct sp_joint_writer *writer,
				   enum sp_status (*save)(
					   void *context,
					   struct sp_writer *writer,
					   struct sp_error *err),
				   void *context, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Writes the provenance line (of process 0), the index and the end frame, and
 * syncs what this process wrote.  The file is complete then, and not yet in
 * its place.  SP_IO, SP_MEMORY.
 */
enum sp_status sp_joint_end(struct sp_joint_writer *writer,
			    const char *provenance, struct sp_error *err)
	SP_MUST_CHECK;

/* Bytes of the whole stream. */
uint64_t sp_joint_bytes(const struct sp_joint_writer *writer);

void sp_joint_free(struct sp_joint_writer *writer); /* accepts NULL */

#endif
