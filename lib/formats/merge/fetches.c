/* SPDX-License-Identifier: MIT */
/*
 * Web archives: several tasks may have fetched one page.  What
 * formats/import/captures.c does with all captures at hand is done here with
 * the best capture that each task has of a page.
 *
 * The steps, each of which needs the one before as a whole:
 *
 *	1. which pages were fetched by any task         fetched
 *	2. of each, the best fetch                      fetches, by rank in it
 *	3. where redirects end                          sp_redirect_resolve()
 *	4. which pages stay: those fetches, and what    used, keeps
 *	   the rows of kept fetches link to
 *	5. final numbers: ranks among those that stay   map, stays
 *
 * The records of all parts are read twice, because the array of step 2 has a
 * place for each page that was fetched, which is known only after step 1: as
 * many bytes a page of the graph would be several times that.  The rows are
 * read once here, to find what they link to, and again by rows.c.
 *
 * Ties go to the later task, as in one import to the later file: parts are read
 * in the order of the tasks, and sp_capture_is_better() lets a later fetch of
 * equal time win, unless the first is asked for.
 */
#include "formats/merge/parts.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "formats/import/captures.h"

#include <stdlib.h>

#define NO_PART UINT32_MAX

/* The fetch that is kept of the page, or NULL. */
static struct sp_merge_fetch *
fetch_of(const struct sp_merge *merge, uint32_t page)
{
	return sp_idset_has(merge->fetched, page) ?
		&merge->fetches[sp_idset_rank(merge->fetched, page)] : NULL;
}

/* ---- one fetch of each page ------------------------------------------- */

/* A part whose records are read. */
struct reading {
	struct sp_merge *merge;
	uint32_t part;
};

static enum sp_status
note_page(void *context, const struct sp_task_record *record,
	  struct sp_error *err)
{
	struct reading *reading = context;
	const struct sp_merge_part *part =
		&reading->merge->parts[reading->part];

	/* Frames end where they do, ranges elsewhere. */
	if (record->page < part->first || record->page >= part->end)
		return SP_OK;
	if (!sp_idset_add(reading->merge->fetched,
			  part->map[record->page - part->first]))
		return sp_no_memory(err, "pages");
	return SP_OK;
}

static enum sp_status
keep_best(void *context, const struct sp_task_record *record,
	  struct sp_error *err)
{
	struct reading *reading = context;
	struct sp_merge *merge = reading->merge;
	const struct sp_merge_part *part = &merge->parts[reading->part];
	struct sp_capture_rank rank = { record->time, record->answered };
	uint32_t captures = record->captures;
	struct sp_merge_fetch *kept;

	if (record->page < part->first || record->page >= part->end)
		return SP_OK;
	kept = fetch_of(merge, part->map[record->page - part->first]);
	/* The page was not among those that were read before. */
	if (!kept)
		return sp_merge_changed(part, err);
	if (__builtin_add_overflow(captures, kept->captures, &captures))
		captures = UINT32_MAX;
	if (kept->part != NO_PART) {
		struct sp_capture_rank now = { kept->time, kept->answered };

		merge->counts.refetched++;
		kept->captures = captures;
		if (!sp_capture_is_better(
			    sp_merge_flag(merge, SP_TASK_FIRST), rank, now))
			return SP_OK;
	}
	*kept = (struct sp_merge_fetch){
		.time = record->time, .answered = record->answered,
		.part = reading->part, .state = (uint8_t)record->state,
		.redirect.to = record->redirect,
		.captures = captures, .size = record->size,
		.digest = record->digest
	};
	return SP_OK;
}

/* Reads the records of all parts, in their order. */
static enum sp_status
fetches_read_records(struct sp_merge *merge,
		     enum sp_status (*record)(
			     void *context, const struct sp_task_record *record,
			     struct sp_error *err),
		     struct sp_error *err)
{
	for (uint32_t i = 0; i < merge->count; i++) {
		struct sp_merge_part *part = &merge->parts[i];
		struct reading reading = { merge, i };
		struct sp_task_visitor visitor = { &reading, record };

		if (sp_merge_open(merge, i, SP_TAG_TASK, err))
			return err->status;
		if (sp_pull_task_records(part->open.pull, &part->task, &visitor,
					 err))
			return sp_merge_fail_in(part, err);
		sp_merge_close(part);
	}
	return SP_OK;
}

enum sp_status
sp_merge_choose(struct sp_merge *merge, struct sp_error *err)
{
	uint64_t count;

	merge->fetched = sp_idset_new();
	if (!merge->fetched)
		return sp_no_memory(err, "pages that were fetched");
	if (fetches_read_records(merge, note_page, err))
		return err->status;
	count = sp_idset_count(merge->fetched);
	merge->fetches = sp_alloc(count, sizeof(*merge->fetches));
	if (!merge->fetches)
		return sp_no_memory(err, "pages that were fetched");
	for (uint64_t i = 0; i < count; i++)
		merge->fetches[i] = (struct sp_merge_fetch){ .part = NO_PART };
	if (fetches_read_records(merge, keep_best, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++)
		if (merge->fetches[i].part == NO_PART)
			return sp_merge_changed(&merge->parts[0], err);
	return SP_OK;
}

bool
sp_merge_keeps(const struct sp_merge *merge, uint32_t part, uint32_t page)
{
	const struct sp_merge_fetch *fetch = merge->fetched ?
		fetch_of(merge, page) : NULL;

	return fetch && fetch->part == part;
}

/* ---- redirects -------------------------------------------------------- */

static struct sp_redirect *
fetches_find_redirect(void *context, uint32_t page)
{
	struct sp_merge_fetch *fetch = fetch_of(context, page);

	return fetch ? &fetch->redirect : NULL;
}

/* Afterwards a page redirects to where it ends, or not at all. */
static void
fetches_resolve_redirects(struct sp_merge *merge)
{
	bool folds = sp_merge_flag(merge, SP_TASK_FOLD);
	uint64_t count = sp_idset_count(merge->fetched);

	for (uint64_t i = 0; i < count; i++) {
		struct sp_merge_fetch *fetch = &merge->fetches[i];

		if (fetch->redirect.to != SP_NO_REDIRECT)
			fetch->redirect.to = merge->parts[fetch->part].map[
				fetch->redirect.to];
	}
	for (uint64_t i = 0; i < count; i++) {
		struct sp_redirect *redirect = &merge->fetches[i].redirect;

		if (!folds)
			redirect->to = SP_NO_REDIRECT;
		else if (redirect->to != SP_NO_REDIRECT &&
			 !redirect->resolved)
			sp_redirect_resolve(redirect, fetches_find_redirect,
					    merge);
	}
}

/* ---- pages that stay -------------------------------------------------- */

/* The page that stands for this one, or SP_NO_PAGE. */
static uint32_t
fetches_page_of(const struct sp_merge *merge, uint32_t page)
{
	const struct sp_merge_fetch *fetch = fetch_of(merge, page);

	if (fetch && fetch->redirect.to != SP_NO_REDIRECT) {
		page = fetch->redirect.to;
		fetch = fetch_of(merge, page);
	}
	return !fetch && sp_merge_flag(merge, SP_TASK_FETCHED_ONLY) ?
		SP_NO_PAGE : page;
}

static enum sp_status
fetches_use_page(struct sp_merge *merge, uint32_t page, struct sp_error *err)
{
	page = fetches_page_of(merge, page);
	if (page != SP_NO_PAGE && !sp_idset_add(merge->used, page))
		return sp_no_memory(err, "pages");
	return SP_OK;
}

/* The targets of a row are pages, if its fetch is the one that is kept. */
static enum sp_status
use_row(struct sp_merge *merge, uint32_t part, const struct sp_row *row,
	struct sp_error *err)
{
	struct sp_merge_part *from = &merge->parts[part];
	const struct sp_merge_fetch *fetch = fetch_of(merge,
						      from->map[row->page]);

	if (!fetch)
		return sp_fail(err, SP_DATA, "%s: page %" PRIu64 " was not "
			       "fetched, and has links", from->path, row->page);
	if (fetch->part != part || fetch->redirect.to != SP_NO_REDIRECT)
		return SP_OK;
	sp_bit_set(from->keeps, row->page);
	for (uint64_t i = 0; i < row->count; i++)
		if (fetches_use_page(merge, from->map[row->successors[i]], err))
			return err->status;
	return SP_OK;
}

/*
 * Only rows that will be passed on count: a page that nothing but dropped
 * fetches link to is no page, as in one import.
 */
static enum sp_status
use_rows(struct sp_merge *merge, uint32_t part, struct sp_error *err)
{
	struct sp_merge_part *from = &merge->parts[part];
	struct sp_row row;

	from->keeps = sp_bitset_new(from->task.basis.graph.pages);
	if (!from->keeps)
		return sp_no_memory(err, "pages that were fetched");
	if (sp_merge_open(merge, part, SP_TAG_GRAPH, err))
		return err->status;
	for (;;) {
		if (sp_pull_row(from->open.pull, &row, err))
			return sp_merge_fail_in(from, err);
		if (!row.count)
			break;
		if (use_row(merge, part, &row, err))
			return err->status;
	}
	sp_merge_close(from);
	return SP_OK;
}

/* Hosts of which no page is left are none. */
static enum sp_status
drop_hosts(struct sp_merge *merge, struct sp_error *err)
{
	struct sp_merged_hosts kept = { .names = SP_NAMES_EMPTY };
	struct sp_merged_hosts *hosts = &merge->hosts;
	uint64_t end = 0, from = 0;
	uint32_t page;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < hosts->names.count; i++) {
		uint64_t pages = 0;
		size_t length;
		const char *name = sp_names_get(&hosts->names, i, &length);

		end += hosts->pages[i];
		while (from < end && sp_idset_next(merge->used, from, &page) &&
		       page < end) {
			pages++;
			from = (uint64_t)page + 1;
		}
		from = end;
		if (!pages)
			continue;
		hosts->pages[kept.names.count] = pages;
		status = sp_names_add(&kept.names, name, length, err);
	}
	sp_names_free(&hosts->names);
	hosts->names = kept.names;
	return status;
}

/* Gives a page of a part its final number. */
static void
make_page_final(struct sp_merge *merge, struct sp_merge_part *part,
		uint64_t page)
{
	uint32_t to = fetches_page_of(merge, part->map[page]);
	bool used = to != SP_NO_PAGE && sp_idset_has(merge->used, to);

	if (used && to == part->map[page])
		sp_bit_set(part->stays, page);
	part->map[page] = used ? sp_idset_rank(merge->used, to) : SP_NO_PAGE;
}

/* As in one import: a page that was folded into another has no state. */
static enum sp_status
set_merged_states(struct sp_merge *merge, struct sp_error *err)
{
	uint32_t page;

	if (sp_states_new(merge->pages, &merge->states, err))
		return err->status;
	for (uint64_t at = 0; sp_idset_next(merge->fetched, at, &page);
	     at = (uint64_t)page + 1)
		if (fetches_page_of(merge, page) == page)
			merge->states.state_of[sp_idset_rank(merge->used,
							     page)] =
				fetch_of(merge, page)->state;
	return SP_OK;
}

/* As the fetches of one import, from the same numbers. */
static enum sp_status
set_merged_fetches(struct sp_merge *merge, struct sp_error *err)
{
	uint32_t page;

	merge->known.pages = merge->pages;
	if (!sp_grow(&merge->known.items, &merge->known.capacity,
		     sp_idset_count(merge->fetched)))
		return sp_no_memory(err, "the fetches of the pages");
	for (uint64_t at = 0; sp_idset_next(merge->fetched, at, &page);
	     at = (uint64_t)page + 1) {
		const struct sp_merge_fetch *kept = fetch_of(merge, page);
		struct sp_fetch fetch = { sp_fetch_seconds(kept->time),
					  kept->size, kept->digest, 0,
					  kept->captures };

		if (fetches_page_of(merge, page) != page)
			continue;
		fetch.page = sp_idset_rank(merge->used, page);
		if (fetch.time != SP_FETCH_NO_TIME)
			merge->known.clock = SP_CLOCK_SECONDS;
		if (sp_fetches_add(&merge->known, &fetch, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
make_final(struct sp_merge *merge, struct sp_error *err)
{
	for (uint64_t i = 0; i < merge->count; i++) {
		struct sp_merge_part *part = &merge->parts[i];
		uint64_t pages = part->task.basis.graph.pages;

		part->stays = sp_bitset_new(pages);
		if (!part->stays)
			return sp_no_memory(err, "pages that stay");
		for (uint64_t page = 0; page < pages; page++)
			make_page_final(merge, part, page);
	}
	free(merge->fetches);
	merge->fetches = NULL;
	sp_idset_free(merge->fetched);
	merge->fetched = NULL;
	sp_idset_free(merge->used);
	merge->used = NULL;
	return SP_OK;
}

enum sp_status
sp_merge_fetches(struct sp_merge *merge, struct sp_error *err)
{
	enum sp_status status;
	uint32_t page;

	merge->used = sp_idset_new();
	if (!merge->used)
		return sp_no_memory(err, "pages");
	status = sp_merge_choose(merge, err);
	if (!status)
		fetches_resolve_redirects(merge);
	for (uint64_t at = 0; !status && sp_idset_next(merge->fetched, at,
						       &page);
	     at = (uint64_t)page + 1)
		status = fetches_use_page(merge, page, err);
	for (uint32_t i = 0; !status && i < merge->count; i++)
		status = use_rows(merge, i, err);
	if (status)
		return status;
	merge->pages = sp_idset_count(merge->used);
	status = drop_hosts(merge, err);
	if (!status)
		status = set_merged_states(merge, err);
	if (!status && sp_merge_flag(merge, SP_TASK_BODIES))
		status = set_merged_fetches(merge, err);
	return status ? status : make_final(merge, err);
}
