/* SPDX-License-Identifier: MIT */
/*
 * Shares that are read by their index: of each only the frames of a range of
 * names, wherever they are in the file.
 *
 * Names ascend, so the page with which a range begins is found by a binary
 * search over frames, then over the names of one.  The same is true of the
 * records of pages that were fetched.  A file whose names do not ascend gives
 * ranges that do not fit each other; numbers.c finds that when it reads them.
 *
 * All pulls share one room for a frame, so that a share takes the memory of
 * the names that are left of its frame, its index, and no more.
 */
#include "formats/merge/parts.h"

#include "base/memory.h"
#include "stream/section/provenance.h"

#include <stdlib.h>

#define PICK_BYTES ((uint64_t)4 << 20)

/* ---- what a share is -------------------------------------------------- */

static enum sp_status
range_read_task(struct sp_merge_part *part, struct sp_error *err)
{
	struct sp_pick_section section;
	struct sp_taken taken;
	struct sp_span head;

	if (!sp_pick_find(part->pick, SP_TAG_TASK, 0, &section))
		return sp_merge_refuse(part, err);
	part->records = sp_pick_items(part->pick, &section);
	if (sp_pick_frame(part->pick, section.head, &taken, err))
		return err->status;
	head = (struct sp_span){ (const char *)taken.payload,
				 taken.frame.raw };
	return sp_task_load(head, &part->task, err) ?
		       sp_merge_fail_in(part, err) : SP_OK;
}

enum sp_status
sp_merge_read_lines(struct sp_pick *pick, uint32_t tag, struct sp_names *lines,
		    struct sp_error *err)
{
	const struct sp_indexed *indexed = sp_pick_indexed(pick);
	enum sp_status status = SP_OK;
	struct sp_taken taken;

	for (uint64_t i = 0; !status && i < sp_indexed_frames(indexed); i++) {
		if (sp_indexed_entry(indexed, i)->tag != tag)
			continue;
		status = sp_pick_frame(pick, i, &taken, err);
		if (!status)
			status = sp_names_add_long(
				lines, (const char *)taken.payload,
				taken.frame.raw, err);
	}
	return status;
}

static enum sp_status
range_check(struct sp_merge *merge, struct sp_merge_part *part,
	    struct sp_error *err)
{
	struct sp_names lines = SP_NAMES_EMPTY;
	struct sp_pick_section names;
	struct sp_pick_graph *graph;
	enum sp_status status;
	bool same;

	if (sp_pick_graph_new(part->pick, 0, &graph, err))
		return err->status;
	same = sp_fingerprint_equal(&sp_pick_basis(graph)->graph,
				    &part->task.basis.graph);
	sp_pick_graph_free(graph);
	if (!same)
		return sp_fail(err, SP_DATA, "%s: not the graph that was "
			       "imported (merge first)", part->path);
	if (!sp_pick_find(part->pick, SP_TAG_NAMES, 0, &names) ||
	    sp_pick_items(part->pick, &names) != part->task.basis.graph.pages)
		return sp_fail(err, SP_DATA, "%s: the pages have no names",
			       part->path);
	status = sp_merge_read_lines(part->pick, SP_TAG_PROVENANCE, &lines,
				     err);
	if (!status)
		status = sp_merge_check_alike(merge, part, &lines, err);
	sp_names_free(&lines);
	return status;
}

enum sp_status
sp_merge_add_indexed(struct sp_merge *merge, const char *path,
		     struct sp_error *err)
{
	struct sp_merge_part *part;

	if (!sp_grow(&merge->parts, &merge->capacity, merge->count + 1))
		return sp_no_memory(err, "the parts");
	part = &merge->parts[merge->count++];
	*part = (struct sp_merge_part){ .path = path };
	if (sp_pick_open(path, PICK_BYTES, &part->pick, err))
		return err->status;
	part->bytes = sp_indexed_bytes(sp_pick_indexed(part->pick));
	part->checksum = sp_indexed_checksum(sp_pick_indexed(part->pick));
	if (range_read_task(part, err) || range_check(merge, part, err))
		return err->status;
	sp_merge_count_part(merge, part);
	return SP_OK;
}

enum sp_status
sp_merge_open_indexed(struct sp_merge_part *part, struct sp_error *err)
{
	const struct sp_indexed *indexed;

	if (part->pick)
		return SP_OK;
	if (sp_pick_open(part->path, PICK_BYTES, &part->pick, err))
		return err->status;
	indexed = sp_pick_indexed(part->pick);
	return sp_indexed_bytes(indexed) == part->bytes &&
	       sp_indexed_checksum(indexed) == part->checksum ?
		SP_OK : sp_fail(err, SP_DATA, "%s: the file has changed since "
				"the merge was planned (plan it again, in an "
				"empty folder)", part->path);
}

/* ---- a range of its pages --------------------------------------------- */

bool
sp_merge_make_room(struct sp_merge *merge)
{
	if (!merge->room)
		merge->room = sp_frame_room_new();
	return merge->room;
}

/* A pull of the frames of a section that have the items [first, end). */
static enum sp_status
range_pull(struct sp_merge *merge, struct sp_merge_part *part,
	   const struct sp_pick_section *section, uint64_t first, uint64_t end,
	   struct sp_error *err)
{
	if (sp_merge_make_room(merge) && !part->open.pull)
		part->open.pull = sp_pull_new_indexed(
			sp_pick_indexed(part->pick), merge->room);
	if (!part->open.pull)
		return sp_no_memory(err, "the reader");
	if (first < end)
		sp_pull_frames(part->open.pull,
			       sp_pick_frame_of(part->pick, section, first),
			       sp_pick_frame_of(part->pick, section, end - 1) +
			       1);
	else
		sp_pull_frames(part->open.pull, 0, 0);
	return SP_OK;
}

/* The least item whose record is of the page, or of one after it. */
static enum sp_status
range_find_record(struct sp_merge *merge, struct sp_merge_part *part,
		  const struct sp_pick_section *section, uint64_t page,
		  uint64_t *item, struct sp_error *err)
{
	const struct sp_indexed *indexed = sp_pick_indexed(part->pick);
	uint64_t low = section->head + 1, high = section->tail;
	struct sp_taken taken;

	if (!sp_merge_make_room(merge))
		return sp_no_memory(err, "the reader");

	/* The first record of each frame before low is of a page before. */
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (sp_indexed_take(indexed, middle, merge->room, &taken, err))
			return sp_merge_fail_in(part, err);
		if (taken.frame.raw < 4)
			return sp_pick_bad(part->pick, middle, err,
					   "no record of a page");
		if (sp_load32(taken.payload) < page)
			low = middle + 1;
		else
			high = middle;
	}
	*item = sp_indexed_entry(indexed, low)->first;
	return SP_OK;
}

/* Records before the range, of the same frame, are for the caller to skip. */
static enum sp_status
range_open_task(struct sp_merge *merge, struct sp_merge_part *part,
		const struct sp_pick_section *section, struct sp_error *err)
{
	uint64_t first, end;

	if (part->first == part->end)
		return range_pull(merge, part, section, 0, 0, err);
	if (range_find_record(merge, part, section, part->first, &first, err) ||
	    range_find_record(merge, part, section, part->end, &end, err))
		return err->status;
	return range_pull(merge, part, section, first ? first - 1 : 0, end,
			  err);
}

enum sp_status
sp_merge_open_range(struct sp_merge *merge, struct sp_merge_part *part,
		    uint32_t tag, struct sp_error *err)
{
	struct sp_pick_section section;
	struct sp_span name;
	uint64_t at;

	/* Its rows have final numbers, and are open. */
	if (part->final_rows)
		return SP_OK;
	if (sp_merge_open_indexed(part, err))
		return err->status;
	if (!sp_pick_find(part->pick, tag, 0, &section))
		return sp_merge_changed(part, err);
	if (tag == SP_TAG_TASK)
		return range_open_task(merge, part, &section, err);
	if (range_pull(merge, part, &section, part->first, part->end, err))
		return err->status;
	if (part->first == part->end)
		return SP_OK;
	at = sp_indexed_entry(sp_pick_indexed(part->pick),
			      sp_pick_frame_of(part->pick, &section,
					       part->first))->first;
	for (; at < part->first; at++)
		if (sp_pull_name(part->open.pull, &name, err))
			return sp_merge_fail_in(part, err);
	return SP_OK;
}

/* ---- names ------------------------------------------------------------ */

/* A search in the names of a share. */
struct search {
	struct sp_merge_part *part;
	const struct sp_url_key *key;
	struct sp_speller *speller;
	struct sp_span *names;   /* of a frame */
	uint64_t count, capacity;
};

static enum sp_status
is_before_key(const struct search *search, struct sp_span name, bool *before,
	      struct sp_error *err)
{
	struct sp_url_key key;
	struct sp_span host;
	bool valid;

	if (sp_spell_host(search->speller, name, &host, &valid, err))
		return err->status;
	key = sp_url_key(name, host);
	*before = sp_url_compare(&key, search->key) < 0;
	return SP_OK;
}

/* Reads the names of a frame, or the first of them, which stay for a while. */
static enum sp_status
search_read(struct search *search, uint64_t frame, uint64_t most,
	    struct sp_error *err)
{
	struct sp_pull *pull = search->part->open.pull;
	struct sp_span name;

	sp_pull_frames(pull, frame, frame + 1);
	for (search->count = 0; search->count < most; search->count++) {
		if (sp_pull_name(pull, &name, err))
			return sp_merge_fail_in(search->part, err);
		if (!name.text)
			break;
		if (!sp_grow(&search->names, &search->capacity,
			     search->count + 1))
			return sp_no_memory(err, "names");
		search->names[search->count] = name;
	}
	return search->count ? SP_OK : sp_merge_changed(search->part, err);
}

/* The last of the frames [low, high) that begins before the key, or low. */
static enum sp_status
search_frames(struct search *search, uint64_t low, uint64_t high,
	      uint64_t *frame, struct sp_error *err)
{
	bool before;

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (search_read(search, middle, 1, err) ||
		    is_before_key(search, search->names[0], &before, err))
			return err->status;
		if (before)
			low = middle;
		else
			high = middle;
	}
	*frame = low;
	return SP_OK;
}

static enum sp_status
search_names(struct search *search, uint64_t frame, uint64_t *place,
	     struct sp_error *err)
{
	uint64_t low = 0, high;
	bool before;

	if (search_read(search, frame, UINT64_MAX, err))
		return err->status;
	for (high = search->count; low < high;) {
		uint64_t middle = low + (high - low) / 2;

		if (is_before_key(search, search->names[middle], &before, err))
			return err->status;
		if (before)
			low = middle + 1;
		else
			high = middle;
	}
	*place = low;
	return SP_OK;
}

enum sp_status
sp_merge_find_name(struct sp_merge *merge, struct sp_merge_part *part,
		   const struct sp_url_key *key, struct sp_speller *speller,
		   uint64_t from, uint64_t before, uint64_t *page,
		   struct sp_error *err)
{
	struct search search = { .part = part, .key = key,
				 .speller = speller };
	struct sp_pick_section section;
	uint64_t frame = 0, place = 0;
	enum sp_status status = sp_merge_open_indexed(part, err);

	*page = before;
	if (status || from == before)
		return status;
	if (!sp_pick_find(part->pick, SP_TAG_NAMES, 0, &section))
		return sp_merge_changed(part, err);
	status = range_pull(merge, part, &section, 0, 0, err);
	if (!status)
		status = search_frames(
			&search, sp_pick_frame_of(part->pick, &section, from),
			sp_pick_frame_of(part->pick, &section, before - 1) + 1,
			&frame, err);
	if (!status)
		status = search_names(&search, frame, &place, err);
	if (!status) {
		place += sp_indexed_entry(sp_pick_indexed(part->pick),
					  frame)->first;
		*page = place < from ? from : place < before ? place : before;
	}
	free(search.names);
	return status;
}
