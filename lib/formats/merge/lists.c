/* SPDX-License-Identifier: MIT */
/*
 * A number is stored as what lies between it and the one before it, and the
 * flag in the last bit: mostly one byte, and mostly the same one, which
 * compresses to next to nothing.
 *
 * Beside the lists there are 16 bytes for each of them: its value, and how
 * many numbers come before it.
 */
#include "formats/merge/work.h"

#include "base/memory.h"

#include <stdlib.h>

#define LISTS_ENTRY 16

/* The tag of where the lists of this tag begin: its last letter, and one. */
static uint32_t
lists_places(uint32_t tag)
{
	return tag + SP_TAG(0, 0, 0, 1);
}

enum sp_status
sp_lists_begin(struct sp_lists *lists, uint32_t tag, struct sp_writer *writer,
	       struct sp_error *err)
{
	*lists = (struct sp_lists){ .tag = tag };
	return sp_section_begin(&lists->section, writer, tag, NULL, 0, err);
}

enum sp_status
sp_lists_next(struct sp_lists *lists, uint64_t value, struct sp_error *err)
{
	if (!sp_grow(&lists->starts, &lists->capacity, 2 * lists->count + 2))
		return sp_no_memory(err, "lists");
	lists->starts[2 * lists->count] = value;
	lists->starts[2 * lists->count + 1] = lists->items;
	lists->count++;
	lists->next = 0;
	return sp_section_flush(&lists->section, err);
}

enum sp_status
sp_lists_add(struct sp_lists *lists, uint32_t number, bool flag,
	     struct sp_error *err)
{
	uint8_t bytes[SP_LEB_MAX];
	uint8_t *end = sp_put_leb(bytes, (number - lists->next) << 1 | flag);

	lists->next = (uint64_t)number + 1;
	return sp_lists_add_bytes(lists, bytes, (size_t)(end - bytes), err);
}

enum sp_status
sp_lists_add_count(struct sp_lists *lists, uint32_t number, uint64_t count,
		   struct sp_error *err)
{
	uint8_t bytes[2 * SP_LEB_MAX];
	uint8_t *end = sp_put_leb(bytes, (number - lists->next) << 1 |
						 (count > 1));

	if (count > 1)
		end = sp_put_leb(end, count);
	lists->next = (uint64_t)number + 1;
	return sp_lists_add_bytes(lists, bytes, (size_t)(end - bytes), err);
}

enum sp_status
sp_lists_add_bytes(struct sp_lists *lists, const void *bytes, size_t length,
		   struct sp_error *err)
{
	lists->items++;
	return sp_section_add(&lists->section, bytes, length, 1, err);
}

enum sp_status
sp_lists_close(struct sp_lists *lists, struct sp_writer *writer,
	       enum sp_status status, struct sp_error *err)
{
	struct sp_section section = { 0 };
	uint8_t bytes[LISTS_ENTRY];

	/* The entry after the last says where the last list ends. */
	if (!status)
		status = sp_lists_next(lists, 0, err);
	status = sp_section_close(&lists->section, status, err);
	if (!status)
		status = sp_section_begin(&section, writer,
					  lists_places(lists->tag), NULL, 0,
					  err);
	for (uint64_t i = 0; !status && i < lists->count; i++) {
		sp_store64(bytes, lists->starts[2 * i]);
		sp_store64(bytes + 8, lists->starts[2 * i + 1]);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	status = sp_section_close(&section, status, err);
	free(lists->starts);
	lists->starts = NULL;
	return status;
}

/* ---- reading ---------------------------------------------------------- */

/* The value of a list, and how many numbers come before it. */
static enum sp_status
list_entry(struct sp_piece *piece, uint32_t tag, uint64_t which,
	   uint64_t *value, uint64_t *first, struct sp_error *err)
{
	struct sp_pick_section section;
	struct sp_taken taken;
	uint64_t place;

	if (!sp_pick_find(piece->pick, lists_places(tag), 0, &section) ||
	    which >= sp_pick_items(piece->pick, &section))
		return sp_piece_bad(piece, err, "it has no such list");
	if (sp_pick_frame(piece->pick,
			  sp_pick_frame_of(piece->pick, &section, which),
			  &taken, err))
		return err->status;
	place = which - taken.frame.first;
	if (taken.frame.raw != taken.frame.count * LISTS_ENTRY)
		return sp_piece_bad(piece, err, "lists of a wrong size");
	*value = sp_load64(taken.payload + place * LISTS_ENTRY);
	*first = sp_load64(taken.payload + place * LISTS_ENTRY + 8);
	return SP_OK;
}

enum sp_status
sp_list_open(struct sp_piece *piece, uint32_t tag, uint64_t which,
	     struct sp_piece_list *list, struct sp_error *err)
{
	uint64_t first, end, unused;

	*list = (struct sp_piece_list){ .piece = piece };
	if (list_entry(piece, tag, which, &list->value, &first, err) ||
	    list_entry(piece, tag, which + 1, &unused, &end, err))
		return err->status;
	if (first > end || end - first > UINT32_MAX)
		return sp_piece_bad(piece, err, "a list of a wrong size");
	list->count = list->left = end - first;
	return list->left ? sp_piece_pull(piece, tag, first, end,
					  &list->pull, err) : SP_OK;
}

enum sp_status
sp_list_fill(struct sp_piece_list *list, struct sp_error *err)
{
	struct sp_span bytes;

	if (list->in_frame)
		return SP_OK;
	if (sp_pull_items(list->pull, &bytes, &list->in_frame, err))
		return sp_fail_in(err, list->piece->path);
	list->at = (const uint8_t *)bytes.text;
	list->end = list->at + bytes.length;
	return list->in_frame ? SP_OK : sp_piece_bad(list->piece, err,
						     "a list is cut short");
}

enum sp_status
sp_list_next(struct sp_piece_list *list, bool *more, struct sp_error *err)
{
	uint64_t number;

	*more = list->left;
	if (!*more)
		return SP_OK;
	if (sp_list_fill(list, err))
		return err->status;
	if (!sp_get_leb(&list->at, list->end, &number) ||
	    list->next + (number >> 1) > UINT32_MAX)
		return sp_piece_bad(list->piece, err, "a list is not valid");
	list->in_frame--;
	list->left--;
	list->number = (uint32_t)(list->next + (number >> 1));
	list->flag = number & 1;
	list->next = (uint64_t)list->number + 1;
	return SP_OK;
}

enum sp_status
sp_list_count(struct sp_piece_list *list, uint64_t *count,
	      struct sp_error *err)
{
	*count = 1;
	return !list->flag || sp_get_leb(&list->at, list->end, count) ?
		SP_OK : sp_piece_bad(list->piece, err, "a list is not valid");
}

void
sp_list_close(struct sp_piece_list *list)
{
	sp_pull_free(list->pull);
	list->pull = NULL;
}

/* ---- where redirects end ---------------------------------------------- */

enum sp_status
sp_ends_open(struct sp_ends *ends, const struct sp_work *work, uint64_t range,
	     struct sp_error *err)
{
	*ends = (struct sp_ends){ .more = false };
	if (sp_piece_open(work, SP_STEP_REDIRECTS, 0, &ends->piece, err))
		return err->status;
	return sp_list_open(&ends->piece, SP_TAG_ENDS, range, &ends->list,
			    err);
}

enum sp_status
sp_ends_next(struct sp_ends *ends, struct sp_error *err)
{
	struct sp_piece_list *list = &ends->list;

	ends->more = list->left;
	if (!ends->more)
		return SP_OK;
	if (sp_list_fill(list, err))
		return err->status;
	if (list->end - list->at < SP_END_RECORD)
		return sp_piece_bad(&ends->piece, err, "a list is cut short");
	ends->page = sp_load32(list->at);
	ends->end = sp_load64(list->at + 4);
	list->at += SP_END_RECORD;
	list->in_frame--;
	list->left--;
	return SP_OK;
}

void
sp_ends_close(struct sp_ends *ends)
{
	sp_list_close(&ends->list);
	sp_piece_close(&ends->piece);
}
