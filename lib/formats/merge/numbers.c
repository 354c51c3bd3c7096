/* SPDX-License-Identifier: MIT */
/*
 * The step that numbers the pages of a range: names.c and fetches.c for the
 * names between two bounds of the plan.
 *
 * Where a range begins in a share is found between two samples of the share,
 * the last one before the bound and the first one after it.  Two ranges that
 * follow each other look for the same bound, and find the same page.
 *
 * The names are written as they are numbered; of a share, its list has the
 * number of each of its pages, and whether its fetch of the page is the one
 * that is kept.
 */
#include "formats/merge/work.h"

#include "base/line.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct ranging {
	struct sp_task_run *run;
	struct sp_speller *speller;
	/* Of the shares, for the bound that is looked for. */
	uint64_t *from, *before;
	struct sp_section names;
	struct sp_line name;     /* the last one that was numbered */
	bool any;
};

static enum sp_status
ranging_key(struct ranging *work, struct sp_span name, struct sp_line *host,
	    struct sp_url_key *key, struct sp_error *err)
{
	struct sp_span spelled;
	bool valid;

	if (sp_spell_host(work->speller, name, &spelled, &valid, err))
		return err->status;
	if (!sp_line_set(host, spelled))
		return sp_no_memory(err, "names");
	*key = sp_url_key(name, sp_line_span(host));
	return SP_OK;
}

/* *order is below 0 if the name comes before the bound of the plan. */
static enum sp_status
ranging_compare(struct ranging *work, struct sp_span name, uint64_t bound,
		int *order, struct sp_error *err)
{
	struct sp_span other = sp_names_span(&work->run->work->bounds, bound);
	struct sp_line host = SP_LINE_EMPTY, other_host = SP_LINE_EMPTY;
	struct sp_url_key key, other_key;

	if (!ranging_key(work, name, &host, &key, err) &&
	    !ranging_key(work, other, &other_host, &other_key, err)) {
		err->status = SP_OK;
		*order = sp_url_compare(&key, &other_key);
	}
	sp_line_free(&host);
	sp_line_free(&other_host);
	return err->status;
}

/* The first sample that is not before the bound. */
static enum sp_status
ranging_sample(struct ranging *work, uint64_t bound, uint64_t *sample,
	       struct sp_error *err)
{
	const struct sp_names *names = &work->run->work->sample_names;
	uint64_t low = 0, high = names->count;
	int order;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (ranging_compare(work, sp_names_span(names, middle), bound,
				    &order, err))
			return err->status;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*sample = low;
	return SP_OK;
}

/* Between which pages of each share the bound is. */
static enum sp_status
ranging_bracket(struct ranging *work, uint64_t bound, struct sp_error *err)
{
	const struct sp_work *plan = work->run->work;
	const struct sp_merge *merge = plan->merge;
	uint64_t sample = 0;

	if (ranging_sample(work, bound, &sample, err))
		return err->status;
	for (uint64_t i = 0; i < merge->count; i++) {
		work->from[i] = 0;
		work->before[i] = merge->parts[i].task.basis.graph.pages;
	}
	for (uint64_t i = 0; i < sample; i++)
		work->from[plan->samples[i].share] =
			(uint64_t)plan->samples[i].page + 1;
	for (uint64_t i = plan->sample_names.count; i-- > sample;)
		work->before[plan->samples[i].share] = plan->samples[i].page;
	return SP_OK;
}

/* The page of each share with which the range after the bound begins. */
static enum sp_status
ranging_find(struct ranging *work, uint64_t bound, uint64_t *pages,
	     struct sp_error *err)
{
	struct sp_merge *merge = work->run->work->merge;
	struct sp_span name = sp_names_span(&work->run->work->bounds, bound);
	struct sp_line host = SP_LINE_EMPTY;
	struct sp_url_key key;
	enum sp_status status = ranging_bracket(work, bound, err);

	if (!status)
		status = ranging_key(work, name, &host, &key, err);
	for (uint64_t i = 0; !status && i < merge->count; i++) {
		struct sp_merge_part *part = &merge->parts[i];

		status = work->from[i] > work->before[i] ?
			sp_merge_changed(part, err) :
			sp_merge_find_name(merge, part, &key, work->speller,
					   work->from[i], work->before[i],
					   &pages[i], err);
		/* Its frame is not needed before the names are read. */
		sp_merge_close(part);
	}
	sp_line_free(&host);
	return status;
}

static enum sp_status
ranging_set(struct ranging *work, struct sp_error *err)
{
	struct sp_merge *merge = work->run->work->merge;
	uint64_t number = work->run->number;
	uint64_t *pages = sp_alloc(merge->count, sizeof(*pages));
	enum sp_status status = pages ? SP_OK : sp_no_memory(err, "ranges");

	if (!status && number) {
		status = ranging_find(work, number - 1, pages, err);
		for (uint64_t i = 0; !status && i < merge->count; i++)
			merge->parts[i].first = pages[i];
	}
	if (!status && number < work->run->work->bounds.count) {
		status = ranging_find(work, number, pages, err);
		for (uint64_t i = 0; !status && i < merge->count; i++)
			merge->parts[i].end = pages[i];
	}
	for (uint64_t i = 0; !status && i < merge->count; i++)
		if (merge->parts[i].first > merge->parts[i].end)
			status = sp_merge_changed(&merge->parts[i], err);
	free(pages);
	return status;
}

/* ---- names ------------------------------------------------------------ */

/* A name outside of the range is one of a share that is not in order. */
static enum sp_status
ranging_check(struct ranging *work, struct sp_span name, bool first,
	      struct sp_error *err)
{
	const struct sp_work *plan = work->run->work;
	uint64_t number = work->run->number;
	int order = 0;

	if (first && number &&
	    ranging_compare(work, name, number - 1, &order, err))
		return err->status;
	if (first && order < 0)
		return sp_fail(err, SP_DATA, "names of a share are not in the "
			       "order of --by-url");
	order = -1;
	if (!first && number < plan->bounds.count &&
	    ranging_compare(work, name, number, &order, err))
		return err->status;
	return order < 0 ? SP_OK :
			   sp_fail(err, SP_DATA, "names of a share are not in "
				   "the order of --by-url");
}

static enum sp_status
ranging_name(void *context, uint64_t page, const char *name, size_t length,
	     struct sp_error *err)
{
	struct ranging *work = context;
	struct sp_span span = { name, length };

	(void)page;
	if (!work->any && ranging_check(work, span, true, err))
		return err->status;
	work->any = true;
	if (!sp_line_set(&work->name, span))
		return sp_no_memory(err, "names");
	return sp_save_string(&work->names, name, length, err);
}

static enum sp_status
ranging_number(struct ranging *work, struct sp_error *err)
{
	struct sp_name_visitor visitor = { work, ranging_name };
	struct sp_merge *merge = work->run->work->merge;
	enum sp_status status = sp_section_begin(
		&work->names, work->run->writer, SP_TAG_NAMES, NULL, 0, err);

	merge->named = &visitor;
	if (!status)
		status = sp_merge_number(merge, work->run->progress, err);
	merge->named = NULL;
	if (!status && work->any)
		status = ranging_check(work, sp_line_span(&work->name), false,
				       err);
	return sp_section_close(&work->names, status, err);
}

/* ---- what is written -------------------------------------------------- */

static enum sp_status
save_kept(struct sp_merge *merge, struct sp_writer *writer,
	  struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer, SP_TAG_KEPT,
						 NULL, 0, err);
	uint8_t bytes[SP_KEPT_RECORD];
	uint32_t page;

	for (uint64_t at = 0; !status && sp_idset_next(merge->fetched, at,
						       &page);
	     at = (uint64_t)page + 1) {
		const struct sp_merge_fetch *fetch =
			&merge->fetches[sp_idset_rank(merge->fetched, page)];

		sp_kept_store(bytes, &(struct sp_kept){
			page, fetch->captures, fetch->time, fetch->size,
			fetch->digest, fetch->state });
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_maps(struct sp_merge *merge, struct sp_writer *writer,
	  struct sp_error *err)
{
	struct sp_lists lists;
	enum sp_status status = sp_lists_begin(&lists, SP_TAG_LIST, writer,
					       err);

	for (uint32_t i = 0; !status && i < merge->count; i++) {
		const struct sp_merge_part *part = &merge->parts[i];
		uint64_t pages = part->end - part->first;

		status = sp_lists_next(&lists, part->first, err);
		for (uint64_t p = 0; !status && p < pages; p++)
			status = sp_lists_add(&lists, part->map[p],
					      sp_merge_keeps(merge, i,
							     part->map[p]),
					      err);
	}
	return sp_lists_close(&lists, writer, status, err);
}

static enum sp_status
save_numbers(struct sp_task_run *run, struct sp_error *err)
{
	struct sp_merge *merge = run->work->merge;
	enum sp_status status = sp_piece_save_hosts(run->writer,
						    &merge->hosts, err);

	if (!status && sp_work_archives(run->work)) {
		status = sp_merge_choose(merge, err);
		if (!status)
			status = save_kept(merge, run->writer, err);
	}
	if (!status)
		status = save_maps(merge, run->writer, err);
	run->done->pages = merge->pages;
	run->done->hosts = merge->hosts.names.count;
	run->done->refetched = merge->counts.refetched;
	return status ? status :
			sp_piece_save(run->writer, run->work->id,
				      SP_STEP_NUMBER, run->number,
				      (uint64_t[SP_PIECE_VALUES]){
					      merge->pages }, err);
}

enum sp_status
sp_step_number(struct sp_task_run *run, struct sp_error *err)
{
	struct ranging work = { .run = run, .speller = sp_speller_new() };
	uint64_t count = run->work->merge->count;
	enum sp_status status;

	work.from = sp_alloc(count, sizeof(*work.from));
	work.before = sp_alloc(count, sizeof(*work.before));
	status = work.speller && work.from && work.before ?
		ranging_set(&work, err) : sp_no_memory(err, "ranges");
	if (!status)
		status = ranging_number(&work, err);
	if (!status)
		status = save_numbers(run, err);
	sp_speller_free(work.speller);
	sp_line_free(&work.name);
	free(work.from);
	free(work.before);
	return status;
}
