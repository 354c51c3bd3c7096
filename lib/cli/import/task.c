/* SPDX-License-Identifier: MIT */
/*
 * The share of a task is an import like others, ordered by URL, with one
 * section more: which task it is, and, of archives, which fetch of each page
 * was kept.  The merge chooses among the tasks' fetches by these, so it needs
 * all that the choice depends on: time and answer of each, where it redirects,
 * and the options that decide what becomes of pages (flags).
 *
 * Fetches are in page order in the stream; captures.c has them in the order in
 * which pages came, and --by-url has given the pages new numbers since.
 */
#include "cli/import/task.h"

#include "base/compare.h"
#include "base/number.h"
#include "formats/merge/tasks.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
import_parse_task(struct cmd *cmd, struct import_task *task)
{
	const char *slash = strchr(task->text, '/');
	uint64_t number, count;

	if (!slash ||
	    !sp_parse_uint(task->text, (size_t)(slash - task->text),
			   &number) ||
	    !sp_parse_uint(slash + 1, strlen(slash + 1), &count) ||
	    number >= count || count > SP_MERGE_SHARES)
		return sp_fail(&cmd->err, SP_USAGE, "option --for-merge: "
			       "\"%s\" is not K/N, for task K (from 0) of at "
			       "most %d", task->text, SP_MERGE_SHARES);
	task->number = (uint32_t)number;
	task->count = (uint32_t)count;
	return SP_OK;
}

void
import_renumber_fetches(struct sp_capture_list *fetches,
			const uint32_t *new_of)
{
	for (uint64_t i = 0; i < fetches->count; i++) {
		struct sp_kept_capture *kept = &fetches->items[i];

		kept->page = new_of[kept->page];
		if (kept->redirect != UINT32_MAX)
			kept->redirect = new_of[kept->redirect];
	}
}

enum sp_status
import_save_task(const struct import_task *task,
		 const struct sp_warc_options *warc,
		 struct sp_capture_list *fetches, const struct sp_basis *basis,
		 struct sp_writer *writer, struct sp_error *err)
{
	struct sp_task head = { task->number, task->count, 0, *basis };
	struct sp_section section = { 0 };
	enum sp_status status;

	/* What only all tasks together can decide, the merge has to know. */
	if (warc)
		head.flags = SP_TASK_ARCHIVES | SP_TASK_BODIES |
			     (warc->first ? SP_TASK_FIRST : 0u) |
			     (warc->fetched_only ? SP_TASK_FETCHED_ONLY : 0u) |
			     (warc->fold_redirects ? SP_TASK_FOLD : 0u);
	status = sp_task_begin(&section, writer, &head, err);
	/* By page.  Of each one fetch was kept, so no two compare as equal. */
	if (fetches->count)
		qsort(fetches->items, fetches->count, sizeof(*fetches->items),
		      sp_compare_u32);
	for (uint64_t i = 0; !status && i < fetches->count; i++) {
		const struct sp_kept_capture *kept = &fetches->items[i];
		struct sp_task_record record = {
			kept->page, kept->redirect, kept->rank.time,
			kept->rank.answered, kept->state,
			kept->captures, kept->size, kept->digest
		};

		status = sp_task_add(&section, &head, &record, err);
	}
	return sp_section_close(&section, status, err);
}
