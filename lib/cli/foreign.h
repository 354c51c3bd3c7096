/* SPDX-License-Identifier: MIT */
/*
 * foreign.h - says what a file is that was given in place of another.
 */
#ifndef SP_CLI_FOREIGN_H
#define SP_CLI_FOREIGN_H

#include "cli/command.h"
#include "formats/import/formats.h"
#include "web/file/source.h"

/*
 * Looks at the beginning of an open source that has not been read.  Returns
 * SP_DATA with a line that names what it is and what to do with it, "web.sp: a
 * seedpipe stream, not WANTED", if it is of a known kind
 * (formats/import/recognise.h); SP_OK for any text, JSON, and binary data of no
 * known kind.
 */
enum sp_status cmd_reject_foreign(struct cmd *cmd, struct sp_source *source,
				  const char *wanted);

/*
 * The same for operands that have to be web archives.  Standard input, which
 * can be read only once, and what cannot be read are left to the reader.  With
 * the format warc or wat instead of auto, it also rejects what is surely of the
 * other one, and warns of texts without links among several files.
 */
enum sp_status cmd_reject_no_archives(struct cmd *cmd,
				      enum sp_import_format_number format);

#endif
