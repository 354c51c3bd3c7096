/* SPDX-License-Identifier: MIT */
/*
 * The list is read to its end before anything is divided, as only all lines
 * together say what a share is.  A line belongs to the task in whose part of
 * the bytes its middle lies, so that shares follow each other as the lines do,
 * and with as many tasks as files of one size each task has one.  A byte more
 * for each file divides empty files, and files of unknown size, by their count.
 */
#include "cli/import/filelist.h"

#include "base/memory.h"
#include "base/number.h"
#include "cli/files.h"
#include "cli/input.h"
#include "web/file/source.h"

#include <stdlib.h>
#include <string.h>

struct import_listed {
	uint64_t place;  /* of the path in the text of the list */
	uint64_t bytes;  /* of the file, and 1 */
};

/* ---- reading ---------------------------------------------------------- */

/* Base and path meet in one slash, or they would make another server's name. */
static void
list_add_path(struct import_list *list, struct sp_span path)
{
	size_t length = list->base ? strlen(list->base) : 0;

	if (length) {
		if (list->base[length - 1] == '/')
			length--;
		sp_line_add_bytes(&list->text, list->base, length);
		if (path.text[0] != '/')
			sp_line_add(&list->text, "/");
	}
	sp_line_add_span(&list->text, path);
	sp_line_add_bytes(&list->text, "", 1);
}

static enum sp_status
list_add_file(struct import_list *list, struct sp_source *source,
	      struct sp_span line, bool *sized, struct sp_error *err)
{
	const char *tab = memrchr(line.text, '\t', line.length);
	struct import_listed item = { list->text.length, 0 };

	*sized = tab != NULL;
	if (tab && (!sp_parse_uint(tab + 1, line.length -
				   (size_t)(tab + 1 - line.text),
				   &item.bytes) ||
		    item.bytes == UINT64_MAX || tab == line.text))
		return sp_source_bad_line(source, err, "not a file, a tab and "
					  "its bytes");
	if (tab)
		line.length = (size_t)(tab - line.text);
	item.bytes++;
	if (!sp_grow(&list->items, &list->capacity, list->count + 1))
		return sp_no_memory(err, "names of files");
	list_add_path(list, line);
	list->items[list->count++] = item;
	return list->text.lost ? sp_no_memory(err, "names of files") : SP_OK;
}

static enum sp_status
list_read_lines(struct import_list *list, struct sp_source *source,
		struct sp_error *err)
{
	uint64_t with_bytes = 0;
	enum sp_status status = SP_OK;
	struct sp_span line;

	while (sp_source_next(source, &line, &status, err)) {
		bool sized = false;

		if (line.length)
			status = list_add_file(list, source, line, &sized, err);
		with_bytes += sized;
	}
	if (status)
		return status;
	if (!list->count)
		return sp_fail(err, SP_DATA, "%s: no files in the list",
			       sp_source_name(source));
	if (with_bytes && with_bytes < list->count)
		return sp_fail(err, SP_DATA, "%s: %" PRIu64 " of %" PRIu64 " "
			       "lines say how many bytes the file has: all of "
			       "them, or none, must", sp_source_name(source),
			       with_bytes, list->count);
	return SP_OK;
}

/* ---- shares ----------------------------------------------------------- */

/* The files of the task, or all of them, become operands. */
static enum sp_status
list_choose(struct import_list *list, struct cmd *cmd,
	    const struct import_task *task)
{
	__extension__ typedef unsigned __int128 wide;
	const uint32_t tasks = task->count ? task->count : 1;
	wide total = 0, before = 0;
	uint64_t chosen = 0;

	list->operands = sp_alloc(list->count, sizeof(*list->operands));
	if (!list->operands)
		return sp_no_memory(&cmd->err, "names of files");
	for (uint64_t i = 0; i < list->count; i++)
		total += list->items[i].bytes;
	for (uint64_t i = 0; i < list->count; i++) {
		const uint64_t bytes = list->items[i].bytes;

		if ((2 * before + bytes) * tasks / (2 * total) == task->number)
			list->operands[chosen++] = list->text.text +
						   list->items[i].place;
		before += bytes;
	}
	cmd_say(cmd, "%" PRIu64 " of the %" PRIu64 " files in %s", chosen,
		list->count, cmd_list_name(list->path));
	list->empty = !chosen;
	if (list->empty)
		list->operands[chosen++] = list->text.text;
	cmd->operands = list->operands;
	cmd->operand_count = (int)chosen;
	return SP_OK;
}

enum sp_status
import_list_read(struct import_list *list, struct cmd *cmd,
		 const struct import_task *task)
{
	struct sp_source *source = NULL;
	enum sp_status status;

	if (!list->path)
		return SP_OK;
	if (cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "option --files-from: "
			       "operand \"%s\" does not go with a list",
			       cmd->operands[0]);
	status = cmd_open_source(cmd, list->path, &source);
	if (!status)
		status = list_read_lines(list, source, &cmd->err);
	sp_source_close(source);
	if (!status)
		status = list_choose(list, cmd, task);
	/* The output must not be one of them, either. */
	return status ? status : cmd_check_files(cmd);
}

void
import_list_free(struct import_list *list)
{
	sp_line_free(&list->text);
	free(list->items);
	free(list->operands);
}
