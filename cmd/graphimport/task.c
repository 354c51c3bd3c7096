/* SPDX-License-Identifier: MIT */
/* One of several imports, whose results are merged (merge.c). */
#include "graphimport.h"

#include "base/memory.h"
#include "base/number.h"
#include "formats/merge/merge.h"
#include "stream/section/task.h"

#include <stdlib.h>
#include <string.h>

static enum sp_status
parse_task(struct import *import)
{
	const char *text = import->options->for_merge;
	const char *slash = strchr(text, '/');
	uint64_t task, tasks;

	if (!slash || !sp_parse_uint(text, (size_t)(slash - text), &task) ||
	    !sp_parse_uint(slash + 1, strlen(slash + 1), &tasks) ||
	    task >= tasks || tasks > SP_MERGE_PARTS)
		return sp_fail(error_of(import), SP_USAGE, "option "
			       "--for-merge: \"%s\" is not K/N, for task K "
			       "(from 0) of at most %d", text, SP_MERGE_PARTS);
	import->task = (uint32_t)task;
	import->tasks = (uint32_t)tasks;
	return SP_OK;
}

enum sp_status
import_check_task(struct import *import)
{
	struct import_options *options = import->options;
	const char *wrong = NULL;

	if (!options->for_merge)
		return SP_OK;
	if (is_weighted(import))
		wrong = "weights";
	else if (import_has_scores(import))
		wrong = "scores";
	else if (options->hosts)
		wrong = "--hosts";
	else if (options->domain)
		wrong = "--domain";
	else if (options->parts)
		wrong = "--parts";
	if (wrong)
		return sp_fail(error_of(import), SP_USAGE, "option "
			       "--for-merge: %s cannot be merged%s", wrong,
			       options->domain ? " (give --domain to "
						 "--merge-names)" :
			       options->parts ? " (give --parts to "
						"--merge-names)" : "");
	options->by_url = true;
	options->warc.for_merge = true;
	return parse_task(import);
}

enum sp_status
import_check_task_names(struct import *import)
{
	const struct sp_names *names = &import->made.names;

	if (!import->tasks || !sp_graph_pages(import->made.graph) ||
	    (names->count && !import->made.names_are_ids))
		return SP_OK;
	return sp_fail(error_of(import), SP_USAGE, "option --for-merge: the "
		       "pages have no names (give --names or --keys names)");
}

void
import_renumber_fetches(struct import *import, const uint32_t *new_of)
{
	struct sp_capture_list *list = &import->made.captures;

	for (uint64_t i = 0; i < list->count; i++) {
		struct sp_kept_capture *kept = &list->items[i];

		kept->page = new_of[kept->page];
		if (kept->redirect != UINT32_MAX)
			kept->redirect = new_of[kept->redirect];
	}
}

static int
compare_fetches(const void *a, const void *b)
{
	const struct sp_kept_capture *left = a, *right = b;

	return (left->page > right->page) - (left->page < right->page);
}

static enum sp_status
save_fetches(struct import *import, struct sp_section *section)
{
	struct sp_capture_list *list = &import->made.captures;
	enum sp_status status = SP_OK;

	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items),
		      compare_fetches);
	for (uint64_t i = 0; !status && i < list->count; i++) {
		const struct sp_kept_capture *kept = &list->items[i];
		struct sp_task_record record = {
			kept->page, kept->redirect, kept->rank.time,
			kept->rank.answered
		};

		status = sp_task_add(section, &record, error_of(import));
	}
	return status;
}

enum sp_status
import_save_task(struct import *import, const struct sp_basis *basis)
{
	const struct sp_warc_options *warc = &import->options->warc;
	struct sp_section section = { 0 };
	struct sp_task task = { import->task, import->tasks, 0, *basis };
	enum sp_status status;

	if (!import->tasks)
		return SP_OK;
	if (import_has_archives(import))
		task.flags = SP_TASK_ARCHIVES |
			     (warc->first ? SP_TASK_FIRST : 0u) |
			     (warc->fetched_only ? SP_TASK_FETCHED_ONLY : 0u) |
			     (warc->fold_redirects ? SP_TASK_FOLD : 0u);
	status = sp_task_begin(&section, cmd_output_writer(import->output),
			       &task, error_of(import));
	if (!status)
		status = save_fetches(import, &section);
	return sp_section_close(&section, status, error_of(import));
}
