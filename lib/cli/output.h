/* SPDX-License-Identifier: MIT */
/*
 * output.h - the files that a filter writes: streams and text, to standard
 * output, a file, a pipe or a device.
 */
#ifndef SP_CLI_OUTPUT_H
#define SP_CLI_OUTPUT_H

#include "cli/command.h"

#include "stream/stream.h"

/*
 * An output.  A regular file appears only at the commit, complete; until then
 * the old one stays (replace.h).  Devices, pipes, and paths of descriptors
 * that are open, such as /dev/stdout, are written where they are (target.h).
 */
struct cmd_output;

/*
 * Opens the output at path; NULL and "-" are standard output.  Pass
 * cmd->output for the file of -o.  binary means a stream, which must not go to
 * a terminal.  path must last as long as the output: messages have it.  Returns
 * NULL on failure, with the reason in cmd->err.
 */
struct cmd_output *cmd_output_open(struct cmd *cmd, const char *path,
				   bool binary);

/*
 * The same for a stream that several processes write, of which this is the one
 * that puts it in place.  *options are those of its writer.  *file is the path
 * of the new file until the commit, which others open and write; NULL if the
 * output is not a regular file of its own: then all goes to cmd_output_bytes().
 */
struct cmd_output *cmd_output_open_shared(struct cmd *cmd, const char *path,
					  struct sp_writer_options *options,
					  const char **file);

/*
 * The same for bytes that are no stream, and no text for a terminal either.
 * They are appended as text is.
 */
struct cmd_output *cmd_output_open_bytes(struct cmd *cmd, const char *path);

/* Opens the file at path as if for text, and closes it without a change. */
enum sp_status cmd_output_try(struct cmd *cmd, const char *path);

/*
 * Opens the file of -o for an image and starts gnuplot, which draws what
 * cmd_output_text() appends; the commit waits until it is drawn.  Returns NULL
 * on failure, for example if gnuplot is not installed.
 */
struct cmd_output *cmd_output_draw(struct cmd *cmd);

/*
 * Are names of the input written as safe text (base/text.h)?  With --safe-text,
 * and always on a terminal.
 */
bool cmd_output_safe(const struct cmd_output *output);

/* Returns the writer of a binary output, configured by -z and -T. */
struct sp_writer *cmd_output_writer(struct cmd_output *output);

/*
 * Appends text.  To a terminal goes nothing but text, whatever it is: all
 * controls except tabs and newlines, and hidden characters, become \xHH.  No
 * piece may end inside a character.
 */
enum sp_status cmd_output_text(struct cmd_output *output, const char *text,
			       size_t length, struct sp_error *err);

/* Where a function of the library appends text or bytes. */
struct sp_output cmd_output_bytes(struct cmd_output *output);

/*
 * Ends a binary output: appends the line of provenance, with what
 * cmd_result() noted, and commits.
 */
enum sp_status cmd_output_sign(struct cmd_output *output);

/*
 * The same of a file that others belong to (cmd_output_commit_all()): it is
 * complete, and stores its size in *bytes, but is not yet in place, and stays
 * open.  Gives back the memory of its writer.
 */
enum sp_status cmd_output_seal(struct cmd_output *output, uint64_t *bytes);

/*
 * Brings sealed files to the disk and closes them: before the commit, where
 * there are too many to stay open.
 */
enum sp_status cmd_output_settle(struct cmd_output *const *outputs,
				 uint64_t count);

/*
 * Flushes the buffers, syncs, and moves a regular file into place: the last
 * thing that a filter does with an output.  A failure is in cmd->err.
 */
enum sp_status cmd_output_commit(struct cmd_output *output);

/*
 * The same for files that belong together.  All are complete before the first
 * is put in place, and after a failure none has changed.  Nobody finds a whole
 * set of which some files are old: not even after a kill (see cli/replace.h).
 */
enum sp_status cmd_output_commit_all(struct cmd_output *const *outputs,
				     uint64_t count);

/* Closes and frees; without a commit, a regular file does not change. */
void cmd_output_free(struct cmd_output *output); /* accepts NULL */

#endif
