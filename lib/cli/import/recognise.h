/* SPDX-License-Identifier: MIT */
/*
 * recognise.h - which format an operand has: by --format, or else by its first
 * bytes.  Where the user and the bytes disagree, the bytes are right, and the
 * message says what they are, and which command reads them.
 */
#ifndef SP_CLI_IMPORT_RECOGNISE_H
#define SP_CLI_IMPORT_RECOGNISE_H

#include "cli/command.h"

#include "formats/import/recognise.h"

/*
 * Opens a file to look at and read.  Rejects standard input that is a terminal:
 * SP_USAGE.
 */
enum sp_status import_open_source(struct cmd *cmd, const char *path,
				  struct sp_source **source);

/*
 * Takes a sample of a text that nothing was read from, without its byte-order
 * mark; it is valid until the first read.
 */
enum sp_status import_peek(struct cmd *cmd, struct sp_source *source,
			   struct sp_sample *sample);

/*
 * Looks into a source of which nothing was read for a web archive, also a
 * damaged one.  Sets *format to warc or wat, or leaves it; other damage is
 * SP_DATA.
 */
enum sp_status import_look_for_archive(struct cmd *cmd,
				       struct sp_source *source,
				       enum sp_import_format_number *format);

/*
 * Finds out what the source is.  Of a sample that is no format for sure, the
 * log of a crawler is SP_DATA, unless asked is set.
 */
enum sp_status import_recognise(struct cmd *cmd, struct sp_source *source,
				const struct sp_arcs_options *arcs,
				bool columns_given, bool asked,
				struct sp_sample *sample,
				struct sp_recognised *found);

/*
 * Fails with what the file at path is, and what to do: SP_DATA.  asked is what
 * --format says.  words are those of the command line, from the program on.
 */
enum sp_status import_reject(struct cmd *cmd, const char *path,
			     const struct sp_recognised *found,
			     enum sp_import_format_number asked,
			     char *const *words);

/* With -v: which format was recognised. */
void import_say_format(struct cmd *cmd, enum sp_import_format_number format);

#endif
