/* SPDX-License-Identifier: MIT */
/*
 * Lists of pages, and what filters say of lines that they skip: how many, how
 * many of them another way to match would find, and what one of the others may
 * have meant.
 */
#include "cli/input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * "--seeds http://a.example/" and "--seeds 5,7": pages where a file goes.
 *
 * Only if there is no such file: a file may have any name.
 */
static bool
looks_like_pages(const char *path)
{
	return (strstr(path, "://") || !path[strspn(path, "0123456789,")]) &&
	       access(path, F_OK) && errno == ENOENT;
}

const char *
cmd_list_name(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

#define MEANT_TEXT 432 /* bytes that are enough for it */

/* What a line that is no page may have meant. */
static void
say_meant(const struct sp_page_list *list, char text[MEANT_TEXT])
{
	snprintf(text, MEANT_TEXT, "\"%s\", did you mean %s?",
		 list->misspelt, list->meant);
}

static enum sp_status
list_is_empty(struct cmd *cmd, const char *path,
	      const struct sp_page_list *list)
{
	char advice[MEANT_TEXT] = "a list of another graph?";

	path = cmd_list_name(path);
	if (!list->missing)
		return sp_fail(&cmd->err, SP_DATA, "%s: no pages in the list",
			       path);
	if (list->near)
		snprintf(advice, sizeof(advice),
			 "--match loose finds %" PRIu64, list->near);
	else if (list->misspelt_line)
		say_meant(list, advice);
	return sp_fail(&cmd->err, SP_DATA, "%s: none of the %" PRIu64 " lines "
		       "is a page of the graph (%s)", path, list->missing,
		       advice);
}

/* How many lines were skipped, how many of them need not be. */
static void
report_lines(struct cmd *cmd, const char *path,
	     const struct sp_page_list *list)
{
	char near[80] = "", meant[MEANT_TEXT] = "";

	if (list->respelled)
		cmd_say(cmd, "%s: %" PRIu64 " lines are pages whose names are "
			"spelled differently", path, list->respelled);
	if (list->near)
		snprintf(near, sizeof(near),
			 " (--match loose finds %" PRIu64 " of them)",
			 list->near);
	if (list->misspelt_line)
		say_meant(list, meant);
	if (list->shared)
		cmd_warn(cmd, "%s: %" PRIu64 " names are shared by several "
			 "pages: the first page is taken", path, list->shared);
	if (list->missing)
		cmd_warn(cmd, "%s: skipped %" PRIu64 " lines that are not "
			 "pages of the graph%s%s%s", path, list->missing, near,
			 *meant ? ": " : "", meant);
}

enum sp_status
cmd_read_pages(struct cmd *cmd, const char *path,
	       const struct sp_page_list_options *options,
	       struct sp_page_list *list)
{
	enum sp_status status = cmd_use_input(cmd, path);

	if (!status && strcmp(path, "-") && looks_like_pages(path))
		return sp_fail(&cmd->err, SP_IO, "%s: no such file: a list of "
			       "pages is a file with one page a line (or "
			       "standard input: -)", path);
	if (!status && options->match != SP_MATCH_EXACT && !options->names)
		status = sp_fail(&cmd->err, SP_DATA, "option --match: %s",
				 options->numbers ? "an MPI job reads lists of "
				 "numbers of pages" :
				 "the pages of the graph have no names");
	if (!status)
		status = sp_page_list_read(path, options, list, &cmd->err);
	if (!status && !list->count)
		return list_is_empty(cmd, path, list);
	if (!status)
		report_lines(cmd, cmd_list_name(path), list);
	return status;
}
