/* SPDX-License-Identifier: MIT */
/*
 * file.h - the inputs and the output of a filter: files, pipes, terminals.
 */
#ifndef SP_CLI_FILE_H
#define SP_CLI_FILE_H

#include "cli/command.h"

#include "section/section.h"

/*
 * Loads the stream of a path, "-" being standard input, as sp_load().  A
 * terminal is refused.  The failure is in cmd->err, with the file's name.
 */
enum sp_status cmd_load(struct cmd *cmd, const char *path,
			const struct sp_load_options *options,
			struct sp_contents *contents) SP_MUST_CHECK;

/*
 * The stream that holds the graph to work on: -g FILE, else the operand, else
 * standard input.
 */
const char *cmd_main_input(const struct cmd *cmd);

/*
 * The stream of results beside -g FILE: the operand, or standard input when
 * it is needed; NULL when -g says it all.
 */
const char *cmd_side_input(const struct cmd *cmd, bool needed);

/*
 * Does the file begin as a stream does?  What is no regular file, as "-" or a
 * pipe, is left unread and taken for none.
 */
enum sp_status cmd_is_stream(struct cmd *cmd, const char *path, bool *stream)
	SP_MUST_CHECK;

/*
 * The output: -o FILE or standard output.  A regular file under -o appears
 * only at the commit, complete; before that the old one stays.
 */
struct cmd_output;

/*
 * Opens the output.  binary: refuses a terminal.  NULL after a failure, which
 * is in cmd->err.
 */
struct cmd_output *cmd_output_open(struct cmd *cmd, bool binary);

/* The writer of a binary output, with the options of -z and -T. */
struct sp_writer *cmd_output_writer(struct cmd_output *output);

/* Text. */
enum sp_status cmd_output_text(struct cmd_output *output, const char *text,
			       size_t length, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Ends the stream (of a binary output) and makes sure that it is written:
 * buffers, disk, name.  The last act of a filter.
 */
enum sp_status cmd_output_commit(struct cmd_output *output) SP_MUST_CHECK;

/* Closes and frees; without a commit a file under -o stays as it was. */
void cmd_output_free(struct cmd_output *output); /* accepts NULL */

#endif
