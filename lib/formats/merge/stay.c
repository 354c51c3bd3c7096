/* SPDX-License-Identifier: MIT */
/*
 * The step that decides which pages of a range stay, of archives: the last
 * part of fetches.c, for one range.
 *
 *	- pages that were fetched, except those that redirect;
 *	- what rows of kept fetches link to, as often as the plan asks, and
 *	  where redirects end, unless only pages that were fetched are to stay.
 *
 * A kept row is of one share and has a page once, and what redirects stays
 * anyway, so the marks of all shares add up to the number of pages that link
 * to a page: no number of any page is needed for it, and pages that are left
 * out never count among those of the graph.
 *
 * Final numbers are ranks among the pages that stay.
 */
#include "formats/merge/work.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/hosts.h"

#include <stdlib.h>

struct staying {
	struct sp_task_run *run;
	struct sp_piece numbers;
	uint64_t known;          /* pages of the range */
	uint64_t *fetched, *stays;
	uint8_t *marks;          /* links to each, up to the most */
	struct sp_merged_hosts hosts; /* of those that stay */
	uint64_t pages;
	bool timed;              /* is the time of any fetch known? */
};

/* ---- which ------------------------------------------------------------ */

static enum sp_status
stay_read_fetched(struct staying *job, struct sp_error *err)
{
	struct sp_records records = { 0 };
	const uint8_t *record;
	enum sp_status status = sp_records_open(&job->numbers, SP_TAG_KEPT,
						SP_KEPT_RECORD, &records, err);

	while (sp_records_next(&records, &record, &status, err)) {
		if (sp_kept_load(record).page >= job->known)
			status = sp_piece_bad(&job->numbers, err,
					      "a page that it does not have");
		else
			sp_bit_set(job->fetched, sp_kept_load(record).page);
	}
	sp_records_close(&records);
	return status;
}

static void
stay_mark(struct staying *job, uint32_t page, uint64_t count)
{
	uint64_t most = SP_MERGE_INDEGREE - job->marks[page];

	job->marks[page] = (uint8_t)(job->marks[page] +
				     (count < most ? count : most));
}

/* Adds the pages of the list of this range, in the piece of another task. */
static enum sp_status
stay_read_list(struct staying *job, enum sp_merge_step step, uint64_t number,
	       struct sp_error *err)
{
	struct sp_piece_list list = { 0 };
	struct sp_piece piece;
	enum sp_status status = sp_piece_open(job->run->work, step, number,
					      &piece, err);
	uint64_t count;
	bool more;

	if (!status)
		status = sp_list_open(&piece, SP_TAG_LIST, job->run->number,
				      &list, err);
	while (!status) {
		status = sp_list_next(&list, &more, err);
		if (status || !more)
			break;
		status = sp_list_count(&list, &count, err);
		if (!status && list.number >= job->known)
			status = sp_piece_bad(&piece, err, "a page that the "
					      "range does not have");
		if (!status)
			stay_mark(job, list.number, count);
	}
	sp_list_close(&list);
	sp_piece_close(&piece);
	return status;
}

/* Pages that redirect do not stay, whoever links to them. */
static enum sp_status
stay_read_ends(struct staying *job, struct sp_error *err)
{
	struct sp_ends ends = { 0 };
	enum sp_status status = sp_ends_open(&ends, job->run->work,
					     job->run->number, err);

	while (!status) {
		status = sp_ends_next(&ends, err);
		if (status || !ends.more)
			break;
		if (ends.page >= job->known) {
			status = sp_piece_bad(&ends.piece, err, "a page that "
					      "the range does not have");
			break;
		}
		job->marks[ends.page] = 0;
		sp_bit_clear(job->fetched, ends.page);
	}
	sp_ends_close(&ends);
	return status;
}

static enum sp_status
stay_find(struct staying *job, struct sp_error *err)
{
	const struct sp_merge *merge = job->run->work->merge;
	bool fetched_only = sp_merge_flag(merge, SP_TASK_FETCHED_ONLY);
	enum sp_status status = stay_read_fetched(job, err);

	for (uint64_t i = 0; !status && i < merge->count; i++)
		status = stay_read_list(job, SP_STEP_MARK, i, err);
	if (!status)
		status = stay_read_list(job, SP_STEP_REDIRECTS, 0, err);
	if (!status)
		status = stay_read_ends(job, err);
	for (uint64_t page = 0; !status && page < job->known; page++) {
		uint8_t marks = fetched_only ? 0 : job->marks[page];

		if (sp_bit_test(job->fetched, page) ||
		    (marks && marks >= job->run->work->choice.indegree))
			sp_bit_set(job->stays, page);
		else
			job->run->done->left_out += marks > 0;
	}
	return status;
}

/* ---- what is written -------------------------------------------------- */

static enum sp_status
stay_save_list(struct staying *job, struct sp_error *err)
{
	struct sp_lists lists;
	uint64_t page = 0;
	enum sp_status status = sp_lists_begin(&lists, SP_TAG_LIST,
					       job->run->writer, err);

	if (!status)
		status = sp_lists_next(&lists, 0, err);
	while (!status &&
	       (page = sp_bit_next(job->stays, page, job->known)) < job->known)
		status = sp_lists_add(&lists, (uint32_t)page++, false, err);
	job->pages = lists.items;
	return sp_lists_close(&lists, job->run->writer, status, err);
}

/* Hosts of which no page is left are none. */
static enum sp_status
stay_save_hosts(struct staying *job, struct sp_error *err)
{
	struct sp_merged_hosts all = { .names = SP_NAMES_EMPTY };
	uint64_t page = 0, end = 0;
	enum sp_status status = sp_piece_add_hosts(&job->numbers, &all, err);

	for (uint64_t i = 0; !status && i < all.names.count; i++) {
		uint64_t pages = 0;

		end += all.pages[i];
		if (end > job->known)
			status = sp_piece_bad(&job->numbers, err,
					      "hosts of other pages");
		for (; !status && (page = sp_bit_next(job->stays, page,
						      end)) < end; page++)
			pages++;
		if (!status && pages)
			status = sp_merge_count_host(
				&job->hosts, sp_names_span(&all.names, i),
				pages, err);
	}
	sp_names_free(&all.names);
	free(all.pages);
	return status ? status : sp_piece_save_hosts(job->run->writer,
						     &job->hosts, err);
}

/* Fetches get the final numbers of their pages, within the range. */
static enum sp_status
stay_save_kept(struct staying *job, struct sp_error *err)
{
	struct sp_section section = { 0 };
	struct sp_records records = { 0 };
	uint64_t rank = 0, at = 0;
	const uint8_t *record;
	uint8_t bytes[SP_KEPT_RECORD];
	enum sp_status status = sp_section_begin(
		&section, job->run->writer, SP_TAG_KEPT, NULL, 0, err);

	if (!status)
		status = sp_records_open(&job->numbers, SP_TAG_KEPT,
					 SP_KEPT_RECORD, &records, err);
	while (sp_records_next(&records, &record, &status, err)) {
		struct sp_kept kept = sp_kept_load(record);

		for (; at < kept.page; at++)
			rank += sp_bit_test(job->stays, at);
		if (!sp_bit_test(job->fetched, kept.page))
			continue;
		kept.page = (uint32_t)rank;
		job->timed |= sp_fetch_seconds(kept.time) != SP_FETCH_NO_TIME;
		sp_kept_store(bytes, &kept);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	sp_records_close(&records);
	return sp_section_close(&section, status, err);
}

static enum sp_status
stay_save(struct staying *job, struct sp_error *err)
{
	enum sp_status status = stay_save_list(job, err);

	if (!status)
		status = stay_save_hosts(job, err);
	if (!status)
		status = stay_save_kept(job, err);
	job->run->done->pages = job->pages;
	job->run->done->hosts = job->hosts.names.count;
	return status ? status :
			sp_piece_save(job->run->writer, job->run->work->id,
				      SP_STEP_STAY, job->run->number,
				      (uint64_t[SP_PIECE_VALUES]){
					      job->pages, job->timed }, err);
}

enum sp_status
sp_step_stay(struct sp_task_run *run, struct sp_error *err)
{
	struct staying job = { .run = run, .hosts.names = SP_NAMES_EMPTY };
	enum sp_status status = sp_piece_open(run->work, SP_STEP_NUMBER,
					      run->number, &job.numbers, err);

	job.known = job.numbers.values[0];
	if (!status && job.known > SP_PAGES_MAX)
		status = sp_piece_bad(&job.numbers, err, "too many pages");
	if (!status) {
		job.fetched = sp_bitset_new(job.known);
		job.stays = sp_bitset_new(job.known);
		job.marks = sp_alloc_zero(job.known, 1);
		status = job.fetched && job.stays && job.marks ?
			stay_find(&job, err) : sp_no_memory(err, "pages");
	}
	if (!status)
		status = stay_save(&job, err);
	sp_piece_close(&job.numbers);
	sp_names_free(&job.hosts.names);
	free(job.hosts.pages);
	free(job.fetched);
	free(job.stays);
	free(job.marks);
	return status;
}
