/* SPDX-License-Identifier: MIT */
/*
 * filelist.h - the operands of an importer from a list, or from a task's share
 * of it: --files-from and --base.
 *
 * A line is the path or address of a file; it may be followed by a tab and the
 * bytes of the file.  The list may be packed, and on a server
 * (web/file/source.h).  Consecutive lines go to the same task: the tasks have
 * about the same number of bytes, or, if the lines say nothing of bytes, of
 * files.  As the list alone decides, all tasks agree, wherever they run.
 */
#ifndef SP_CLI_IMPORT_FILELIST_H
#define SP_CLI_IMPORT_FILELIST_H

#include "cli/import/task.h"

struct import_listed;

/* A zeroed struct is no list. */
struct import_list {
	const char *path, *base; /* of the options; or NULL */
	bool empty;              /* the task has no file: the operand is the
				    first of the list, for its format only */

	/* private */
	struct sp_line text;
	struct import_listed *items;
	uint64_t count, capacity;
	char **operands;
};

#define IMPORT_LIST_ROWS(list) \
	OPTION("files-from", "FILE", (list).path, .local = true, \
	       .help = "read the files that FILE lists, one a line"), \
	OPTION("base", "ADDRESS", (list).base, .local = true, \
	       .needs = &(list).path, \
	       .help = "put ADDRESS before each line of the list")

/*
 * Reads the list, if one was given, and makes its files, or those of the task,
 * the operands of cmd; they are those of the list until import_list_free().
 * Returns SP_USAGE if there are operands as well; SP_DATA for a list without
 * files, and for lines of which only some have bytes; SP_IO; SP_MEMORY.
 */
enum sp_status import_list_read(struct import_list *list, struct cmd *cmd,
				const struct import_task *task);

void import_list_free(struct import_list *list);

#endif
