/* SPDX-License-Identifier: MIT */
/*
 * The files that graphdump writes: one, or a set with a common name.
 *
 * Members of a set are opened together before the first byte is written, and
 * put in place together when all are complete, so that nobody takes files of
 * two runs for a set.
 */
#include "formats.h"

#include "base/memory.h"

#include <stdlib.h>

static enum sp_status
open_output(struct dump *dump, unsigned place, const char *path)
{
	struct cmd *cmd = dump->cmd;

	dump->outputs[place] = dump->format.binary ?
		cmd_output_open_bytes(cmd, path) :
		cmd_output_open(cmd, path, false);
	return dump->outputs[place] ? SP_OK : cmd->err.status;
}

/* NAME and a suffix.  The names stay until the end, for messages. */
static enum sp_status
open_member(struct dump *dump, unsigned place)
{
	struct sp_line path = SP_LINE_EMPTY;

	sp_line_add(&path, dump->cmd->output);
	sp_line_add(&path, dump->files[place]);
	dump->paths[place] = sp_line_take(&path);
	if (!dump->paths[place])
		return sp_no_memory(&dump->cmd->err, "the name of a file");
	return open_output(dump, place, dump->paths[place]);
}

enum sp_status
dump_open(struct dump *dump)
{
	enum sp_status status = SP_OK;

	if (dump->format.opens)
		return SP_OK;
	if (!dump->files)
		return open_output(dump, 0, dump->cmd->output);
	for (unsigned i = 0; !status && dump->files[i]; i++)
		status = open_member(dump, i);
	return status;
}

enum sp_status
dump_commit(struct dump *dump)
{
	unsigned count = 0;

	while (count < DUMP_FILES && dump->outputs[count])
		count++;
	return count ? cmd_output_commit_all(dump->outputs, count) : SP_OK;
}

void
dump_close(struct dump *dump)
{
	for (unsigned i = 0; i < DUMP_FILES; i++) {
		cmd_output_free(dump->outputs[i]);
		free(dump->paths[i]);
	}
}
