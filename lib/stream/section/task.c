/* SPDX-License-Identifier: MIT */
/*
 * What a task of a large import found out beside its graph: which of its pages
 * were fetched, when, and where redirects led.  A merge reads it, and nothing
 * else does, so it is pulled and not a kind of section.
 */
#include "stream/section/task.h"

#include "graph/fetches.h"
#include "stream/section/fields.h"
#include "stream/section/names.h"

#define TASK_HEAD (SP_BASIS + 16)
#define TASK_RECORD 17
#define TASK_BODY 20 /* bytes more, with SP_TASK_BODIES */
#define TASK_FLAGS \
	(SP_TASK_ARCHIVES | SP_TASK_FIRST | SP_TASK_FETCHED_ONLY | \
	 SP_TASK_FOLD | SP_TASK_BODIES)

static size_t
record_size(const struct sp_task *task)
{
	return task->flags & SP_TASK_BODIES ? TASK_RECORD + TASK_BODY :
					      TASK_RECORD;
}

/* ---- writing ---------------------------------------------------------- */

enum sp_status
sp_task_save_names(struct sp_writer *writer, const struct sp_names *names,
		   struct sp_error *err)
{
	return sp_save_strings_by(writer, SP_TAG_NAMES, names, SP_TASK_FRAME,
				  err);
}

enum sp_status
sp_task_begin(struct sp_section *section, struct sp_writer *writer,
	      const struct sp_task *task, struct sp_error *err)
{
	uint8_t head[TASK_HEAD] = { 0 };
	enum sp_status status;

	sp_basis_store(head, &task->basis);
	sp_store32(head + SP_BASIS, task->number);
	sp_store32(head + SP_BASIS + 4, task->tasks);
	sp_store32(head + SP_BASIS + 8, task->flags);
	status = sp_section_begin(section, writer, SP_TAG_TASK, head,
				  sizeof(head), err);
	section->most = SP_TASK_FRAME;
	return status;
}

enum sp_status
sp_task_add(struct sp_section *section, const struct sp_task *task,
	    const struct sp_task_record *record, struct sp_error *err)
{
	uint8_t bytes[TASK_RECORD + TASK_BODY];

	sp_store32(bytes, record->page);
	sp_store32(bytes + 4, record->redirect);
	sp_store64(bytes + 8, (uint64_t)record->time);
	bytes[16] = (uint8_t)(record->answered | record->state << 1);
	sp_store32(bytes + TASK_RECORD, record->captures);
	sp_store64(bytes + TASK_RECORD + 4, record->size);
	sp_store64(bytes + TASK_RECORD + 12, record->digest);
	return sp_section_add(section, bytes, record_size(task), 1, err);
}

/* ---- reading ---------------------------------------------------------- */

enum sp_status
sp_task_load(struct sp_span head, struct sp_task *task, struct sp_error *err)
{
	const uint8_t *bytes;

	if (head.length != TASK_HEAD)
		return sp_fail(err, SP_DATA, "the head of the section of the "
			       "task has the wrong size");
	bytes = (const uint8_t *)head.text;
	task->basis = sp_basis_load(bytes);
	task->number = sp_load32(bytes + SP_BASIS);
	task->tasks = sp_load32(bytes + SP_BASIS + 4);
	task->flags = sp_load32(bytes + SP_BASIS + 8);
	if (task->number >= task->tasks ||
	    task->flags & ~(uint32_t)TASK_FLAGS)
		return sp_fail(err, SP_DATA, "the section of the task is not "
			       "valid, or of a newer version");
	return SP_OK;
}

enum sp_status
sp_pull_task(struct sp_pull *pull, struct sp_task *task, bool *found,
	     struct sp_error *err)
{
	struct sp_span head;

	if (sp_pull_section(pull, SP_TAG_TASK, &head, found, err))
		return err->status;
	return *found ? sp_task_load(head, task, err) : SP_OK;
}

/*
 * What is wrong with a record, or NULL.
 *
 * Pages ascend strictly, so that a merge can walk several tasks side by side.
 */
static const char *
record_fault(const struct sp_task *task, const struct sp_task_record *record,
	     uint64_t least)
{
	uint64_t pages = task->basis.graph.pages;

	if (record->page < least)
		return "pages that were fetched do not ascend";
	if (record->page >= pages ||
	    (record->redirect >= pages && record->redirect != UINT32_MAX))
		return "a page that was fetched is not in the graph";
	return record->state == SP_PAGE_UNFETCHED ||
	       record->state >= SP_PAGE_STATES || !record->captures ||
	       (record->size > SP_FETCH_SIZE_MAX &&
		record->size != SP_FETCH_NO_SIZE) ?
		       "an invalid record of a page that was fetched" : NULL;
}

static struct sp_task_record
load_record(const struct sp_task *task, const uint8_t *at)
{
	struct sp_task_record record = {
		sp_load32(at), sp_load32(at + 4), (int64_t)sp_load64(at + 8),
		at[16] & 1, (enum sp_page_state)(at[16] >> 1),
		1, SP_FETCH_NO_SIZE, SP_FETCH_NO_DIGEST
	};

	if (!(task->flags & SP_TASK_BODIES))
		return record;
	record.captures = sp_load32(at + TASK_RECORD);
	record.size = sp_load64(at + TASK_RECORD + 4);
	record.digest = sp_load64(at + TASK_RECORD + 12);
	return record;
}

enum sp_status
sp_pull_task_records(struct sp_pull *pull, const struct sp_task *task,
		     const struct sp_task_visitor *visitor,
		     struct sp_error *err)
{
	uint64_t least = 0, count;
	size_t size = record_size(task);
	struct sp_span bytes;

	for (;;) {
		const uint8_t *at;

		if (sp_pull_items(pull, &bytes, &count, err))
			return err->status;
		if (!count)
			return SP_OK;
		at = (const uint8_t *)bytes.text;
		if (bytes.length % size || bytes.length / size != count)
			return sp_fail(err, SP_DATA, "records of pages that "
				       "were fetched have the wrong size");
		for (; count; count--, at += size) {
			struct sp_task_record record = load_record(task, at);
			const char *wrong = record_fault(task, &record, least);

			if (wrong)
				return sp_fail(err, SP_DATA, "%s", wrong);
			least = (uint64_t)record.page + 1;
			if (visitor->record(visitor->context, &record, err))
				return err->status;
		}
	}
}
