/* SPDX-License-Identifier: MIT */
/*
 * write.h - one stream, written by all processes of a team.
 *
 * All processes call each function, in the same order.  What a process adds to
 * a section comes after what the processes before it add.  Frames are packed by
 * the processes that have their contents; the headers of all go to process 0,
 * which makes the index and the end frame.  A team of one writes the bytes that
 * a plain filter writes.
 *
 * Memory: 48 bytes a frame; what a process packs at a time, up to 64 MiB.  If
 * it packs more, it does so twice: the first time only to learn how many bytes
 * come before those of other processes.
 *
 * Errors do not name the file.
 */
#ifndef SP_CLUSTER_FILES_WRITE_H
#define SP_CLUSTER_FILES_WRITE_H

#include "cluster/files/read.h"

/*
 * Where the stream goes, as process 0 knows it; others need no target.  Either
 * a regular file, empty and of process 0, which every process opens by its path
 * and writes at places of its own; or, without a path, an output of process 0,
 * to which the others send what they have.
 */
struct sp_joint_target {
	const char *path;               /* or NULL */
	const struct sp_output *output; /* if there is no path */
	int level;                      /* of zstd; 0: nothing is packed */
	bool index;                     /* for files */
	bool split;                     /* links in parts (stream.h) */
};

struct sp_joint_writer;

/*
 * Begins a stream; threads pack the frames of this process.  SP_IO, also if a
 * process does not find the file; SP_MEMORY.
 */
enum sp_status sp_joint_begin(struct sp_team *team,
			      const struct sp_joint_target *target,
			      int threads, struct sp_joint_writer **writer,
			      struct sp_error *err);

/*
 * Passes on the sections of the input, as sp_load() does for a plain filter:
 * options->drop, links_change and drop_names say what not (the rest of options
 * is not used); -R: drop all but provenance.  Before anything else is written.
 *
 * Each process copies about the same number of bytes.  All frames are verified
 * by their checksums and their places, heads and tails by their sizes.  Of what
 * passes all is checked that a plain filter checks: of names, weights and
 * scores by the process that copies a frame, of other sections by process 0,
 * which reads them whole first.  The graph is that which sp_joint_share()
 * verifies.
 *
 * SP_DATA, also if the graph is in parts and would pass; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_pass(struct sp_joint_writer *writer,
			     struct sp_joint_input *input,
			     const struct sp_load_options *options,
			     struct sp_error *err);

/*
 * Writes a score, of which this process has the values of count pages, from
 * first on; with those of the others these are basis->graph.pages.  SP_USAGE
 * for a bad name; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_save_score(struct sp_joint_writer *writer,
				   const char *name, const double *values,
				   uint64_t first, uint64_t count,
				   const struct sp_basis *basis,
				   struct sp_error *err);

/*
 * Writes the graph of which each process has a share, without the links from
 * and to dead pages: a bitset over the local pages (share->places).  It keeps
 * its origin.  Its fingerprint is that of the same graph from one process.
 * SP_DATA if the graph is damaged; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_save_residual(struct sp_joint_writer *writer,
				      const struct sp_share *share,
				      const uint64_t *dead, int threads,
				      struct sp_error *err);

/*
 * Writes sections that process 0 has alone, by functions of lib/stream/section.
 * save is called in process 0 only, and twice if it writes more than 64 MiB:
 * then it writes the same again.
 */
enum sp_status sp_joint_save_alone(struct sp_joint_writer *writer,
				   enum sp_status (*save)(
					   void *context,
					   struct sp_writer *writer,
					   struct sp_error *err),
				   void *context, struct sp_error *err);

/*
 * Writes the provenance line (of process 0), the index and the end frame, and
 * brings what this process wrote to the disk.  When it returns in process 0,
 * the file is complete, and not yet in its place.  SP_USAGE for a line that is
 * too long; SP_IO; SP_MEMORY.
 */
enum sp_status sp_joint_end(struct sp_joint_writer *writer,
			    const char *provenance, struct sp_error *err);

/*
 * Was it the file of the stream that could not be written?  Then a failure of
 * any of these functions has no name of a file, for the caller to add.
 */
bool sp_joint_file_failed(const struct sp_joint_writer *writer);

/* Bytes of the whole stream, in all processes, after sp_joint_end(). */
uint64_t sp_joint_bytes(const struct sp_joint_writer *writer);

void sp_joint_free(struct sp_joint_writer *writer); /* accepts NULL */

#endif
