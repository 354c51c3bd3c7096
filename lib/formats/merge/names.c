/* SPDX-License-Identifier: MIT */
/*
 * Names are merged once, by their text; the numbers that this gives say which
 * part has the next name when they are read again to be written.
 *
 * Each part has its names in the order of --by-url, which is checked as they
 * come: a part that is not in order would get numbers that do not ascend, on
 * which rows.c relies.  A heap has the parts by their next name.  All
 * parts with the least name take the next number together, and come off the
 * heap before any of them reads on, because the name that they are compared
 * with belongs to the first of them.
 *
 * The second pass compares numbers instead of texts (number_before()), and
 * needs no host to be spelled.  It is made as often as the names are written:
 * once for a stream, once for each part of --parts, in the middle of the rows;
 * sp_merge_names() therefore puts the open files aside and opens them again.
 */
#include "formats/merge/heap.h"
#include "formats/merge/parts.h"

#include "base/bitset.h"
#include "base/line.h"
#include "base/memory.h"
#include "base/text.h"
#include "formats/import/names.h"
#include "formats/import/order_by_url.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SHOWN 120

/* ---- by text ---------------------------------------------------------- */

/* The next name of a part, copied, because the part keeps it for a step. */
struct next_name {
	struct sp_url_key key;
	struct sp_line name, host;
	uint64_t page;           /* of the part: that of this name */
	bool ended;
};

struct numbering {
	struct sp_merge *merge;
	struct next_name *next;  /* of each part */
	struct sp_speller *speller;
	struct sp_part_heap heap;
	const struct sp_progress *progress;
	uint64_t done;
};

static bool
name_before(const void *context, uint32_t a, uint32_t b)
{
	const struct numbering *numbering = context;

	return sp_url_compare(&numbering->next[a].key,
			      &numbering->next[b].key) < 0;
}

/* A list that is not in order was made by another program, or is damaged. */
static enum sp_status
fail_order(const struct sp_merge *merge, uint32_t number,
	   const struct next_name *next, struct sp_span name,
	   struct sp_error *err)
{
	const struct sp_merge_part *part = &merge->parts[number];
	const char *wrong = merge->snapshots ?
		"names are not in the order of --by-url (import it with that)" :
		"names are not in the order of --by-url";
	char shown[NAME_SHOWN];

	sp_mask(shown, sizeof(shown), name.text, name.length);
	if (sp_span_equal(name, next->key.url))
		wrong = "a second page of this name";
	return sp_fail(err, SP_DATA, "%s: page %" PRIu64 ": \"%s\": %s",
		       part->path, next->page, shown, wrong);
}

/* Keeps the name as the next one of its part, after that before. */
static enum sp_status
names_keep_name(struct numbering *numbering, uint32_t part, struct sp_span name,
		struct sp_error *err)
{
	struct next_name *next = &numbering->next[part];
	struct sp_url_key key;
	bool known = next->page > numbering->merge->parts[part].first;
	struct sp_span host;
	bool valid;

	if (sp_spell_host(numbering->speller, name, &host, &valid, err))
		return err->status;
	key = sp_url_key(name, host);
	if (known && sp_url_compare(&next->key, &key) >= 0)
		return fail_order(numbering->merge, part, next, name, err);
	if (!sp_line_set(&next->name, name) ||
	    (!(known && sp_span_equal(host, next->key.host)) &&
	     !sp_line_set(&next->host, host)))
		return sp_no_memory(err, "names");
	next->key = sp_url_key(sp_line_span(&next->name),
			       sp_line_span(&next->host));
	return SP_OK;
}

/* Reads the next name of a part; a range may end before its frame does. */
static enum sp_status
read_name(struct numbering *numbering, uint32_t part, struct sp_error *err)
{
	struct sp_merge_part *from = &numbering->merge->parts[part];
	struct next_name *next = &numbering->next[part];
	struct sp_span name = SP_SPAN_ABSENT;

	if (!(numbering->merge->by_index && next->page == from->end) &&
	    sp_pull_name(from->open.pull, &name, err))
		return sp_merge_fail_in(from, err);
	next->ended = !name.text;
	if (next->page + !next->ended > from->end ||
	    (next->ended && next->page != from->end))
		return sp_merge_changed(from, err);
	return next->ended ? SP_OK :
			     names_keep_name(numbering, part, name, err);
}

/* The pages of a host follow each other. */
enum sp_status
sp_merge_count_host(struct sp_merged_hosts *hosts, struct sp_span host,
		    uint64_t pages, struct sp_error *err)
{
	uint64_t count = hosts->names.count;

	if (count && sp_span_equal(sp_names_span(&hosts->names, count - 1),
				   host)) {
		hosts->pages[count - 1] += pages;
		return SP_OK;
	}
	if (!sp_grow(&hosts->pages, &hosts->capacity, count + 1))
		return sp_no_memory(err, "hosts");
	hosts->pages[count] = pages;
	return sp_names_add(&hosts->names, host.text, host.length, err);
}

/* Gives the first name its number, in all parts that have it. */
static enum sp_status
number_name(struct numbering *numbering, struct sp_error *err)
{
	struct sp_part_heap *heap = &numbering->heap;
	struct sp_merge *merge = numbering->merge;
	uint32_t number = (uint32_t)merge->pages, first = heap->items[0];
	/* That of the first part changes with its next name. */
	uint32_t count = 0;

	if (merge->pages++ >= SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "more than %" PRIu64 " pages are not supported",
			       SP_PAGES_MAX);
	if (sp_merge_count_host(&merge->hosts, numbering->next[first].key.host,
				1, err))
		return err->status;
	if (merge->named && merge->named->name(
		    merge->named->context, number,
		    numbering->next[first].key.url.text,
		    numbering->next[first].key.url.length, err))
		return err->status;
	/* All that are equal come off the heap before any of them changes. */
	do {
		uint32_t part = heap->items[0];

		merge->heap[merge->count + count++] = part;
		sp_part_heap_remove(heap);
	} while (heap->count &&
		 !sp_url_compare(&numbering->next[first].key,
				 &numbering->next[heap->items[0]].key));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t part = merge->heap[merge->count + i];
		struct next_name *next = &numbering->next[part];

		merge->parts[part].map[next->page++ -
				       merge->parts[part].first] = number;
		if (read_name(numbering, part, err))
			return err->status;
		if (!next->ended)
			sp_part_heap_add(heap, part);
	}
	numbering->done += count;
	if (!(merge->pages & 4095))
		sp_progress_report(numbering->progress, numbering->done,
				   merge->pages_in);
	return SP_OK;
}

static enum sp_status
number_names(struct numbering *numbering, struct sp_error *err)
{
	struct sp_merge *merge = numbering->merge;
	enum sp_status status = sp_merge_open_all(merge, SP_TAG_NAMES, err);

	for (uint32_t i = 0; !status && i < merge->count; i++) {
		numbering->next[i].page = merge->parts[i].first;
		status = read_name(numbering, i, err);
		if (!status && !numbering->next[i].ended)
			sp_part_heap_add(&numbering->heap, i);
	}
	while (!status && numbering->heap.count)
		status = number_name(numbering, err);
	sp_merge_close_all(merge);
	return status;
}

/* ---- the parts belong together ---------------------------------------- */

static int
names_compare_parts(const void *a, const void *b)
{
	const struct sp_merge_part *left = a, *right = b;

	return (left->task.number > right->task.number) -
	       (left->task.number < right->task.number);
}

/*
 * All parts, each once, in the order of the input.  A part that is missing is
 * one whose task has failed, and its pages would be missing without a word.
 */
enum sp_status
sp_merge_check_all(struct sp_merge *merge, struct sp_error *err)
{
	const struct sp_merge_part *parts = merge->parts;
	uint64_t tasks;

	if (!merge->count)
		return sp_fail(err, SP_USAGE, "no files to merge");
	qsort(merge->parts, merge->count, sizeof(*merge->parts),
	      names_compare_parts);
	tasks = parts[0].task.tasks;
	for (uint64_t i = 0; i + 1 < merge->count; i++)
		if (parts[i].task.number == parts[i + 1].task.number)
			return sp_fail(err, SP_DATA, "%s and %s are both of "
				       "task %u of %u", parts[i].path,
				       parts[i + 1].path,
				       parts[i].task.number,
				       parts[i].task.tasks);
	for (uint64_t i = 0; i < tasks; i++)
		if (i >= merge->count || parts[i].task.number != i)
			return sp_fail(err, SP_DATA, "the share of task "
				       "%" PRIu64 " of %" PRIu64 " is not "
				       "among the %" PRIu64 " files (did the "
				       "task fail?)", i, tasks, merge->count);
	return SP_OK;
}

static enum sp_status
make_maps(struct sp_merge *merge, struct sp_error *err)
{
	/* The second half is for parts that have the same name. */
	merge->heap = sp_alloc(2 * merge->count, sizeof(*merge->heap));
	if (!merge->heap)
		return sp_no_memory(err, "the parts");
	for (uint64_t i = 0; i < merge->count; i++) {
		struct sp_merge_part *part = &merge->parts[i];

		part->map = sp_alloc(part->end - part->first,
				     sizeof(*part->map));
		if (!part->map)
			return sp_no_memory(err, "the numbers of pages");
	}
	return SP_OK;
}

enum sp_status
sp_merge_number(struct sp_merge *merge, const struct sp_progress *progress,
		struct sp_error *err)
{
	struct numbering numbering = { .merge = merge,
				       .progress = progress };
	enum sp_status status = merge->snapshots || merge->by_index ?
				SP_OK : sp_merge_check_all(merge, err);

	if (!status)
		status = make_maps(merge, err);
	if (status)
		return status;
	numbering.heap = (struct sp_part_heap){ merge->heap, 0, &numbering,
						name_before };
	numbering.next = sp_alloc_zero(merge->count, sizeof(*numbering.next));
	numbering.speller = sp_speller_new();
	if (numbering.next && numbering.speller)
		status = number_names(&numbering, err);
	else
		status = sp_no_memory(err, "names");
	for (uint64_t i = 0; numbering.next && i < merge->count; i++) {
		sp_line_free(&numbering.next[i].name);
		sp_line_free(&numbering.next[i].host);
	}
	free(numbering.next);
	sp_speller_free(numbering.speller);
	if (!status && !merge->by_index &&
	    sp_merge_flag(merge, SP_TASK_ARCHIVES))
		status = sp_merge_fetches(merge, err);
	return status;
}

/* ---- by number -------------------------------------------------------- */

struct passing {
	struct sp_merge *merge;
	uint64_t *at;            /* the next page of each part */
	const struct sp_name_visitor *visitor;
	uint64_t page;           /* of the merged graph */
};

static bool
number_before(const void *context, uint32_t a, uint32_t b)
{
	const struct passing *passing = context;
	const struct sp_merge_part *parts = passing->merge->parts;

	return parts[a].map[passing->at[a]] < parts[b].map[passing->at[b]];
}

/* Reads the next name of a part; gives it to the visitor, if wanted. */
static enum sp_status
pass_name(struct passing *passing, uint32_t part, bool wanted,
	  struct sp_error *err)
{
	const struct sp_name_visitor *visitor = passing->visitor;
	struct sp_merge_part *from = &passing->merge->parts[part];
	struct sp_span name;

	if (sp_pull_name(from->open.pull, &name, err))
		return sp_merge_fail_in(from, err);
	if (!name.text)
		return sp_merge_changed(from, err);
	passing->at[part]++;
	return wanted ? visitor->name(visitor->context, passing->page++,
				      name.text, name.length, err) : SP_OK;
}

/* Goes to the next page of a part that stays one. */
static enum sp_status
skip_names(struct passing *passing, uint32_t part, struct sp_error *err)
{
	const struct sp_merge_part *from = &passing->merge->parts[part];
	const uint64_t *at = &passing->at[part];

	while (from->stays && *at < from->task.basis.graph.pages &&
	       !sp_bit_test(from->stays, *at))
		if (pass_name(passing, part, false, err))
			return err->status;
	return SP_OK;
}

/*
 * Passes the name of each number on once.  Parts with the same name are next to
 * each other in the order of numbers, so that the first of them passes it on,
 * and the number is enough to leave out the rest.
 */
static enum sp_status
pass_names(struct passing *passing, struct sp_part_heap *heap,
	   struct sp_error *err)
{
	struct sp_merge *merge = passing->merge;
	uint64_t last = UINT64_MAX;

	while (heap->count) {
		uint32_t part = heap->items[0];
		struct sp_merge_part *from = &merge->parts[part];
		uint32_t number = from->map[passing->at[part]];

		if (pass_name(passing, part, number != last, err))
			return err->status;
		last = number;
		if (skip_names(passing, part, err))
			return err->status;
		if (passing->at[part] == from->task.basis.graph.pages)
			sp_part_heap_remove(heap);
		else
			sp_part_heap_changed(heap);
	}
	return SP_OK;
}

static enum sp_status
merge_names(struct sp_merge *merge, const struct sp_name_visitor *visitor,
	    struct sp_error *err)
{
	struct passing passing = { .merge = merge, .visitor = visitor };
	struct sp_part_heap heap = { merge->heap, 0, &passing, number_before };
	enum sp_status status;

	passing.at = sp_alloc_zero(merge->count, sizeof(*passing.at));
	if (!passing.at)
		return sp_no_memory(err, "names");
	status = sp_merge_open_all(merge, SP_TAG_NAMES, err);
	for (uint32_t i = 0; !status && i < merge->count; i++) {
		status = skip_names(&passing, i, err);
		if (passing.at[i] < merge->parts[i].task.basis.graph.pages)
			sp_part_heap_add(&heap, i);
	}
	if (!status)
		status = pass_names(&passing, &heap, err);
	sp_merge_close_all(merge);
	free(passing.at);
	return status;
}

/* The files may be open for their rows, in the middle of which names go out. */
enum sp_status
sp_merge_names(struct sp_merge *merge, const struct sp_name_visitor *visitor,
	       struct sp_error *err)
{
	struct sp_open_part *open = sp_alloc(merge->count, sizeof(*open));
	uint32_t *heap = merge->heap;
	enum sp_status status;

	merge->heap = sp_alloc(merge->count, sizeof(*merge->heap));
	if (!open || !merge->heap) {
		free(open);
		free(merge->heap);
		merge->heap = heap;
		return sp_no_memory(err, "names");
	}
	for (uint64_t i = 0; i < merge->count; i++) {
		open[i] = merge->parts[i].open;
		merge->parts[i].open = (struct sp_open_part){ NULL, NULL,
							      NULL };
	}
	status = merge_names(merge, visitor, err);
	for (uint64_t i = 0; i < merge->count; i++)
		merge->parts[i].open = open[i];
	free(merge->heap);
	merge->heap = heap;
	free(open);
	return status;
}
