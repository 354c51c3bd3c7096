/* SPDX-License-Identifier: MIT */
/*
 * The step that gives the rows of a share the numbers of the whole graph.
 *
 * The numbers of its pages are in one list of each range, which follow each
 * other; of archives the pages that stay are counted off beside them, and
 * where a page redirects is a page of any share, which is looked for in the
 * same pass.  So the numbers of one share are held, and of the other shares
 * none.
 *
 * The share is read from its start to its end, and with that verified as a
 * whole.  A row is written to the list of the range that has its page.
 */
#include "formats/merge/share.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/links/rowsort.h"

#include <stdlib.h>

/* The longest number is 5 bytes; before the targets come 4 numbers. */
#define ITEM_BYTES ((SP_ROW_ITEM + 4) * (size_t)5)

struct translating {
	struct sp_task_run *run;
	struct sp_share share;
	struct sp_range *ranges;
	uint64_t range;          /* whose list is written */
	uint64_t page;           /* of the last row in it */
	struct sp_lists lists;
	struct sp_raw_row row;
	uint32_t *numbers;       /* of a row */
	uint64_t capacity;
	uint8_t *bytes;          /* of an item */
};

/* ---- writing ---------------------------------------------------------- */

/* Begins the lists up to that of the range that has the page. */
static enum sp_status
translate_go_to(struct translating *job, uint64_t page, struct sp_error *err)
{
	const struct sp_work *work = job->run->work;

	while (page >= sp_work_part(work, job->ranges, job->range).end &&
	       job->range + 1 < work->ranges) {
		job->range++;
		job->page = sp_work_part(work, job->ranges, job->range).first;
		if (sp_lists_next(&job->lists, 0, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * An item: pages since the row before it, number of links, the first of them
 * relative to the page, what lies between the others.
 */
static enum sp_status
translate_item(struct translating *job, uint64_t page, const uint32_t *targets,
	       uint64_t count, struct sp_error *err)
{
	uint8_t *to = sp_put_leb(job->bytes, page - job->page);

	job->page = page;
	to = sp_put_leb(to, count);
	to = sp_put_leb(to, sp_zigzag((int64_t)targets[0] - (int64_t)page));
	for (uint64_t i = 1; i < count; i++)
		to = sp_put_leb(to, targets[i] - targets[i - 1] - 1);
	return sp_lists_add_bytes(&job->lists, job->bytes,
				  (size_t)(to - job->bytes), err);
}

static enum sp_status
translate_save_row(struct translating *job, uint64_t page,
		   struct sp_error *err)
{
	if (translate_go_to(job, page, err))
		return err->status;
	for (uint64_t at = 0; at < job->row.count; at += SP_ROW_ITEM) {
		uint64_t count = job->row.count - at;

		if (translate_item(job, page, job->row.targets + at,
				   count < SP_ROW_ITEM ? count : SP_ROW_ITEM,
				   err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
translate_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct translating *job = context;
	const uint32_t *map = job->share.map;
	struct sp_merge_done *done = job->run->done;
	uint64_t count = 0;

	if (map[row->page] == SP_NO_PAGE ||
	    (job->share.keeps && !sp_bit_test(job->share.keeps, row->page))) {
		done->dropped += row->count;
		return SP_OK;
	}
	if (!sp_grow(&job->numbers, &job->capacity, row->count))
		return sp_no_memory(err, "a list of links");
	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t page = map[row->successors[i]];

		if (page == SP_NO_PAGE)
			done->dropped++;
		else
			job->numbers[count++] = page;
	}
	job->row.count = 0;
	if (count && sp_raw_row_add(&job->row, job->numbers, count, NULL, err))
		return err->status;
	if (sp_raw_row_normalise(&job->row, &done->duplicates, err))
		return err->status;
	done->links += job->row.count;
	return job->row.count ? translate_save_row(job, map[row->page], err) :
				SP_OK;
}

/* ---- the step --------------------------------------------------------- */

static enum sp_status
translate_rows(struct translating *job, struct sp_error *err)
{
	struct sp_row_sink sink = { job, NULL, translate_row };
	enum sp_status status = sp_lists_begin(&job->lists, SP_TAG_LIST,
					       job->run->writer, err);

	/* They are read side by side with those of all other shares. */
	job->lists.section.most = SP_TASK_FRAME;
	if (!status)
		status = sp_lists_next(&job->lists, 0, err);
	if (!status)
		status = sp_share_rows(&job->share, &sink, err);
	/* All lists that follow are empty. */
	if (!status)
		status = translate_go_to(job, UINT64_MAX, err);
	return sp_lists_close(&job->lists, job->run->writer, status, err);
}

enum sp_status
sp_step_translate(struct sp_task_run *run, struct sp_error *err)
{
	struct translating job = { .run = run };
	enum sp_status status = sp_work_ranges(run->work, &job.ranges, err);

	if (!status)
		status = sp_share_open(&job.share, run->work, run->number,
				       err);
	if (!status)
		status = sp_share_final(&job.share, job.ranges, err);
	job.bytes = sp_alloc(ITEM_BYTES, 1);
	if (!status && !job.bytes)
		status = sp_no_memory(err, "rows");
	if (!status)
		status = translate_rows(&job, err);
	if (!status)
		status = sp_piece_save(run->writer, run->work->id,
				       SP_STEP_TRANSLATE, run->number,
				       (uint64_t[SP_PIECE_VALUES]){
					       run->done->links }, err);
	run->done->pages = job.share.pages;
	sp_share_close(&job.share);
	sp_raw_row_free(&job.row);
	free(job.numbers);
	free(job.ranges);
	free(job.bytes);
	return status;
}
