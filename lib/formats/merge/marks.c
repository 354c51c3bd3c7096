/* SPDX-License-Identifier: MIT */
/*
 * Two steps for archives, between the numbers of pages and which of them stay.
 *
 *	mark       of each share: the pages that rows of kept fetches link to;
 *	           its kept fetches that redirect, as pairs of pages; and what
 *	           the rows of these pages link to, which counts only if their
 *	           way has no end
 *	redirects  of all shares: where each way ends
 *
 * A page of the second step is a number in a range, and its range: redirects
 * lead from any range to any other.  They are sorted by the page that they
 * lead from, so that the next hop is found by a binary search, once for each.
 */
#include "formats/merge/share.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

#define LEAD_RECORD 16 /* from, to */

struct marking {
	struct sp_task_run *run;
	struct sp_share share;
	uint64_t *fetched, *leads;         /* pages of the share */
	uint8_t *marks;                    /* links to each, up to the most */
	struct sp_section section;         /* redirects, then targets */
};

/* ---- a share ---------------------------------------------------------- */

static enum sp_status
mark_save_lead(struct marking *job, uint64_t from, uint64_t to,
	       struct sp_error *err)
{
	uint8_t bytes[LEAD_RECORD];

	sp_store64(bytes, sp_share_known(&job->share, from));
	sp_store64(bytes + 8, sp_share_known(&job->share, to));
	return sp_section_add(&job->section, bytes, sizeof(bytes), 1, err);
}

static enum sp_status
mark_record(void *context, const struct sp_task_record *record,
	    struct sp_error *err)
{
	struct marking *job = context;

	sp_bit_set(job->fetched, record->page);
	if (record->redirect == UINT32_MAX ||
	    !sp_merge_flag(job->run->work->merge, SP_TASK_FOLD) ||
	    !sp_bit_test(job->share.keeps, record->page))
		return SP_OK;
	sp_bit_set(job->leads, record->page);
	return mark_save_lead(job, record->page, record->redirect, err);
}

static enum sp_status
mark_records(struct marking *job, struct sp_error *err)
{
	struct sp_merge_part *part = job->share.part;
	struct sp_task_visitor visitor = { job, mark_record };
	enum sp_status status = sp_section_begin(
		&job->section, job->run->writer, SP_TAG_LEADS, NULL, 0, err);

	if (!status)
		status = sp_merge_open(job->run->work->merge,
				       job->run->number, SP_TAG_TASK, err);
	if (!status && sp_pull_task_records(part->open.pull, &part->task,
					    &visitor, err))
		status = sp_merge_fail_in(part, err);
	sp_merge_close(part);
	return sp_section_close(&job->section, status, err);
}

static enum sp_status
marks_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct marking *job = context;

	if (!sp_bit_test(job->fetched, row->page))
		return sp_fail(err, SP_DATA, "page %" PRIu64 " was not "
			       "fetched, and has links", row->page);
	if (!sp_bit_test(job->share.keeps, row->page))
		return SP_OK;
	for (uint64_t i = 0; i < row->count; i++) {
		uint8_t *marks = &job->marks[row->successors[i]];

		if (!sp_bit_test(job->leads, row->page))
			*marks = (uint8_t)(*marks +
					   (*marks < SP_MERGE_INDEGREE));
		else if (mark_save_lead(job, row->page, row->successors[i],
					err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
mark_rows(struct marking *job, struct sp_error *err)
{
	struct sp_row_sink sink = { job, NULL, marks_row };
	enum sp_status status = sp_section_begin(
		&job->section, job->run->writer, SP_TAG_TARGETS, NULL, 0, err);

	if (!status)
		status = sp_share_rows(&job->share, &sink, err);
	return sp_section_close(&job->section, status, err);
}

static enum sp_status
mark_save(struct marking *job, struct sp_error *err)
{
	const struct sp_share *share = &job->share;
	struct sp_lists lists;
	enum sp_status status = sp_lists_begin(&lists, SP_TAG_LIST,
					       job->run->writer, err);

	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++) {
		uint64_t page = share->begins[k], end = share->begins[k + 1];

		status = sp_lists_next(&lists, 0, err);
		for (; !status && page < end; page++)
			if (job->marks[page])
				status = sp_lists_add_count(
					&lists, share->map[page],
					job->marks[page], err);
	}
	return sp_lists_close(&lists, job->run->writer, status, err);
}

enum sp_status
sp_step_mark(struct sp_task_run *run, struct sp_error *err)
{
	static const uint64_t values[SP_PIECE_VALUES] = { 0 };
	struct marking job = { .run = run };
	enum sp_status status = sp_share_open(&job.share, run->work,
					      run->number, err);

	job.fetched = sp_bitset_new(job.share.pages);
	job.leads = sp_bitset_new(job.share.pages);
	job.marks = sp_alloc_zero(job.share.pages, 1);
	if (!status && !(job.fetched && job.leads && job.marks))
		status = sp_no_memory(err, "pages");
	if (!status)
		status = mark_records(&job, err);
	if (!status)
		status = mark_rows(&job, err);
	if (!status)
		status = mark_save(&job, err);
	if (!status)
		status = sp_piece_save(run->writer, run->work->id,
				       SP_STEP_MARK, run->number, values, err);
	run->done->pages = job.share.pages;
	sp_share_close(&job.share);
	free(job.fetched);
	free(job.leads);
	free(job.marks);
	return status;
}

/* ---- redirects -------------------------------------------------------- */

struct lead {
	uint64_t from, to;
	/* To another lead by its number, or, from count on, to the page to. */
	struct sp_redirect redirect;
};

/* A page where redirects end, or that a page whose way never ends links to. */
struct lead_mark {
	uint64_t page, count;    /* an end counts for the most */
};

struct leading {
	struct sp_task_run *run;
	struct lead *leads;
	uint64_t count, capacity;
	struct lead_mark *marks; /* pages that stay because of redirects */
	uint64_t mark_count, mark_capacity;
};

/* Passes the pairs that all shares have in a section to add(). */
static enum sp_status
leading_read(struct leading *job, uint32_t tag,
	     enum sp_status (*add)(struct leading *job, uint64_t from,
				   uint64_t to, struct sp_error *err),
	     struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < job->run->work->merge->count;
	     i++) {
		struct sp_records records = { 0 };
		const uint8_t *record;
		struct sp_piece piece;

		status = sp_piece_open(job->run->work, SP_STEP_MARK, i, &piece,
				       err);
		if (!status)
			status = sp_records_open(&piece, tag, LEAD_RECORD,
						 &records, err);
		while (sp_records_next(&records, &record, &status, err))
			status = add(job, sp_load64(record),
				     sp_load64(record + 8), err);
		sp_records_close(&records);
		sp_piece_close(&piece);
	}
	return status;
}

static enum sp_status
leading_add(struct leading *job, uint64_t from, uint64_t to,
	    struct sp_error *err)
{
	if (!sp_grow(&job->leads, &job->capacity, job->count + 1))
		return sp_no_memory(err, "redirects");
	job->leads[job->count++] = (struct lead){ .from = from, .to = to };
	return job->count < UINT32_MAX / 2 ? SP_OK :
		       sp_fail(err, SP_DATA, "too many pages that redirect");
}

static struct lead *
leading_of(const struct leading *job, uint64_t from)
{
	struct lead key = { .from = from };

	return job->count ? bsearch(&key, job->leads, job->count,
				    sizeof(*job->leads), sp_compare_u64) :
			    NULL;
}

static struct sp_redirect *
leading_find(void *context, uint32_t page)
{
	struct leading *job = context;

	return page < job->count ? &job->leads[page].redirect : NULL;
}

static enum sp_status
leading_mark(struct leading *job, uint64_t page, uint64_t count,
	     struct sp_error *err)
{
	if (!sp_grow(&job->marks, &job->mark_capacity, job->mark_count + 1))
		return sp_no_memory(err, "redirects");
	job->marks[job->mark_count++] = (struct lead_mark){ page, count };
	return SP_OK;
}

static enum sp_status
leading_resolve(struct leading *job, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (job->count)
		qsort(job->leads, job->count, sizeof(*job->leads),
		      sp_compare_u64);
	for (uint64_t i = 0; i < job->count; i++) {
		const struct lead *next = leading_of(job, job->leads[i].to);

		job->leads[i].redirect.to = next ?
			(uint32_t)(next - job->leads) :
			(uint32_t)(job->count + i);
	}
	for (uint64_t i = 0; !status && i < job->count; i++) {
		struct sp_redirect *redirect = &job->leads[i].redirect;

		if (!redirect->resolved)
			sp_redirect_resolve(redirect, leading_find, job);
		if (redirect->to != SP_NO_REDIRECT)
			status = leading_mark(
				job, job->leads[redirect->to - job->count].to,
				SP_MERGE_INDEGREE, err);
	}
	return status;
}

/* What a page whose way never ends links to. */
static enum sp_status
leading_target(struct leading *job, uint64_t from, uint64_t to,
	       struct sp_error *err)
{
	const struct lead *lead = leading_of(job, from);

	return lead && lead->redirect.to == SP_NO_REDIRECT ?
		       leading_mark(job, to, 1, err) : SP_OK;
}

static enum sp_status
leading_save_ends(const struct leading *job, struct sp_error *err)
{
	struct sp_lists lists;
	uint64_t i = 0;
	enum sp_status status = sp_lists_begin(&lists, SP_TAG_ENDS,
					       job->run->writer, err);

	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++) {
		status = sp_lists_next(&lists, 0, err);
		for (; !status && i < job->count &&
		       job->leads[i].from >> 32 == k; i++) {
			uint32_t to = job->leads[i].redirect.to;
			uint8_t bytes[SP_END_RECORD];

			if (to == SP_NO_REDIRECT)
				continue;
			sp_store32(bytes, (uint32_t)job->leads[i].from);
			sp_store64(bytes + 4, job->leads[to - job->count].to);
			status = sp_lists_add_bytes(&lists, bytes,
						    sizeof(bytes), err);
		}
	}
	return sp_lists_close(&lists, job->run->writer, status, err);
}

static enum sp_status
leading_save_marks(struct leading *job, struct sp_error *err)
{
	struct sp_lists lists;
	uint64_t i = 0;
	enum sp_status status = sp_lists_begin(&lists, SP_TAG_LIST,
					       job->run->writer, err);

	if (job->mark_count)
		qsort(job->marks, job->mark_count, sizeof(*job->marks),
		      sp_compare_u64);
	for (uint64_t k = 0; !status && k < job->run->work->ranges; k++) {
		status = sp_lists_next(&lists, 0, err);
		while (!status && i < job->mark_count &&
		       job->marks[i].page >> 32 == k) {
			uint64_t page = job->marks[i].page, count = 0;

			for (; i < job->mark_count &&
			       job->marks[i].page == page; i++)
				count += job->marks[i].count;
			status = sp_lists_add_count(&lists, (uint32_t)page,
						    count, err);
		}
	}
	return sp_lists_close(&lists, job->run->writer, status, err);
}

enum sp_status
sp_step_redirects(struct sp_task_run *run, struct sp_error *err)
{
	static const uint64_t values[SP_PIECE_VALUES] = { 0 };
	struct leading job = { .run = run };
	enum sp_status status = leading_read(&job, SP_TAG_LEADS, leading_add,
					     err);

	if (!status)
		status = leading_resolve(&job, err);
	if (!status)
		status = leading_read(&job, SP_TAG_TARGETS, leading_target,
				      err);
	if (!status)
		status = leading_save_ends(&job, err);
	if (!status)
		status = leading_save_marks(&job, err);
	if (!status)
		status = sp_piece_save(run->writer, run->work->id,
				       SP_STEP_REDIRECTS, 0, values, err);
	run->done->pages = job.count;
	free(job.leads);
	free(job.marks);
	return status;
}
