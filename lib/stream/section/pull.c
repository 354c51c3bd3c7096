/* SPDX-License-Identifier: MIT */
/*
 * Reads a stream section by section when the caller asks, instead of all of it
 * by callbacks: for merging many streams side by side, each with one frame in
 * memory.  What is pulled was checked by a load before, or is checked by the
 * merge; a file that has changed in between is reported.
 */
#include "stream/section/pull.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "stream/section/graph.h"
#include "stream/section/kind.h"

#include <stdlib.h>

struct sp_pull {
	struct sp_reader *reader; /* or, instead of it, frames of a file: */
	const struct sp_indexed *indexed;
	struct sp_frame_room *room;
	uint64_t next_at, end_at; /* frames that are left */
	uint8_t *copy;            /* of the payload */
	uint64_t copy_capacity;

	struct sp_frame frame;
	bool ended;               /* the section, or the stream */

	/* Names that are left of the frame. */
	const uint8_t *at, *end;
	uint64_t names;

	/* A graph, of which [block, whole) are complete and to be read. */
	struct sp_graph *graph;
	struct sp_cursor *cursor;
	uint64_t block, whole;
	bool in_block;
};

struct sp_pull *
sp_pull_new(struct sp_reader *reader)
{
	struct sp_pull *pull = sp_alloc_zero(1, sizeof(*pull));

	if (pull)
		pull->reader = reader;
	return pull;
}

struct sp_pull *
sp_pull_new_indexed(const struct sp_indexed *indexed,
		    struct sp_frame_room *room)
{
	struct sp_pull *pull = sp_alloc_zero(1, sizeof(*pull));

	if (!pull)
		return NULL;
	pull->indexed = indexed;
	pull->room = room;
	pull->ended = true;
	return pull;
}

void
sp_pull_free(struct sp_pull *pull)
{
	if (!pull)
		return;
	sp_cursor_free(pull->cursor);
	sp_graph_free(pull->graph);
	free(pull->copy);
	free(pull);
}

/* ---- sections and frames ---------------------------------------------- */

/* Skips what is before; frames that are skipped are verified by the reader. */
enum sp_status
sp_pull_section(struct sp_pull *pull, uint32_t tag, struct sp_span *head,
		bool *found, struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;

	*head = (struct sp_span)SP_SPAN_ABSENT;
	*found = false;
	do {
		status = sp_reader_next(pull->reader, &pull->frame, err);
		if (status || pull->frame.tag == SP_TAG_END) {
			pull->ended = true;
			return status;
		}
	} while (pull->frame.tag != tag ||
		 !(pull->frame.flags & SP_FRAME_HEAD));
	status = sp_reader_payload(pull->reader, &payload, err);
	if (status)
		return status;
	*head = (struct sp_span){ (const char *)payload, pull->frame.raw };
	pull->ended = pull->frame.flags & SP_FRAME_TAIL;
	*found = true;
	return SP_OK;
}

void
sp_pull_frames(struct sp_pull *pull, uint64_t first, uint64_t end)
{
	pull->next_at = first;
	pull->end_at = end;
	pull->ended = false;
	pull->names = 0;
}

/*
 * Other pulls take frames into the same room before this one is used up, hence
 * the copy, which is as large as the frame and no larger.
 */
static enum sp_status
pull_take(struct sp_pull *pull, struct sp_error *err)
{
	struct sp_taken taken;

	pull->ended = pull->next_at >= pull->end_at;
	if (pull->ended)
		return SP_OK;
	if (sp_indexed_take(pull->indexed, pull->next_at++, pull->room, &taken,
			    err))
		return err->status;
	pull->frame = taken.frame;
	if (!sp_grow(&pull->copy, &pull->copy_capacity, taken.frame.raw + 1u))
		return sp_no_memory(err, "a frame");
	if (taken.frame.raw)
		memcpy(pull->copy, taken.payload, taken.frame.raw);
	return SP_OK;
}

/* Goes to the next frame with data; ended is set after the last. */
static enum sp_status
next_frame(struct sp_pull *pull, struct sp_error *err)
{
	uint32_t tag = pull->frame.tag;
	enum sp_status status;

	if (pull->ended)
		return SP_OK;
	if (pull->indexed)
		return pull_take(pull, err);
	status = sp_reader_next(pull->reader, &pull->frame, err);
	if (status)
		return status;
	if (pull->frame.tag != tag || pull->frame.flags & SP_FRAME_HEAD)
		return sp_reader_bad(pull->reader, err, "a frame in the "
				     "middle of another section");
	pull->ended = pull->frame.flags & SP_FRAME_TAIL;
	return SP_OK;
}

/*
 * Frames without items, as those in the middle of a large block, are passed
 * over.
 */
enum sp_status
sp_pull_items(struct sp_pull *pull, struct sp_span *bytes, uint64_t *count,
	      struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;

	*count = 0;
	do {
		status = next_frame(pull, err);
		if (status || pull->ended)
			return status;
	} while (!pull->frame.count);
	if (pull->indexed)
		payload = pull->copy;
	else if (sp_reader_payload(pull->reader, &payload, err))
		return err->status;
	*bytes = (struct sp_span){ (const char *)payload, pull->frame.raw };
	*count = pull->frame.count;
	return SP_OK;
}

/* ---- names ------------------------------------------------------------ */

enum sp_status
sp_pull_name(struct sp_pull *pull, struct sp_span *name, struct sp_error *err)
{
	struct sp_span bytes;
	uint64_t length;
	enum sp_status status;

	*name = (struct sp_span)SP_SPAN_ABSENT;
	if (!pull->names) {
		status = sp_pull_items(pull, &bytes, &pull->names, err);
		if (status || !pull->names)
			return status;
		pull->at = (const uint8_t *)bytes.text;
		pull->end = pull->at + bytes.length;
	}
	name->text = sp_load_name(&pull->at, pull->end, &length);
	if (!name->text)
		return pull->indexed ?
			sp_indexed_bad(pull->indexed, pull->next_at - 1, err,
				       "an invalid name") :
			sp_reader_bad(pull->reader, err, "an invalid name");
	name->length = (size_t)length;
	pull->names--;
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

enum sp_status
sp_pull_graph(struct sp_pull *pull, uint64_t pages, struct sp_error *err)
{
	struct sp_span head;
	const uint8_t *bytes;
	enum sp_status status;
	bool found;

	status = sp_pull_section(pull, SP_TAG_GRAPH, &head, &found, err);
	if (status)
		return status;
	bytes = (const uint8_t *)head.text;
	if (!found || head.length != SP_GRAPH_HEAD ||
	    sp_load64(bytes) != pages ||
	    sp_load32(bytes + 12) > SP_CHAIN_MAX)
		return sp_fail(err, SP_DATA, "not the graph that was there "
			       "before: the file has changed");
	pull->graph = sp_graph_new(pages);
	if (!pull->graph)
		return sp_no_memory(err, "the graph");
	sp_graph_limit_chains(pull->graph, sp_load32(bytes + 12));
	pull->cursor = sp_cursor_new(pull->graph);
	return pull->cursor ? SP_OK : sp_no_memory(err, "the graph");
}

/*
 * Reads frames until another block is complete, or the section ends.
 *
 * Blocks that have been read are forgotten first, so that there is one block
 * and a frame in memory.
 */
static enum sp_status
next_blocks(struct sp_pull *pull, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (pull->whole)
		sp_graph_forget(pull->graph, pull->whole);
	while (!status && pull->block == pull->whole) {
		uint8_t *room;

		status = next_frame(pull, err);
		if (status || pull->ended)
			return status;
		room = sp_graph_room(pull->graph, pull->frame.raw);
		if (!room)
			return sp_no_memory(err, "the graph");
		status = sp_reader_payload_to(pull->reader, room, err);
		if (!status)
			status = sp_graph_extend(pull->graph, pull->frame.raw,
						 err);
		pull->whole = sp_graph_whole_blocks(pull->graph);
	}
	return status;
}

/* Pages without links are left out, as in all rows. */
enum sp_status
sp_pull_row(struct sp_pull *pull, struct sp_row *row, struct sp_error *err)
{
	enum sp_status status;
	uint32_t page, count;

	row->count = 0;
	for (;;) {
		while (pull->in_block &&
		       sp_cursor_next(pull->cursor, &page, &row->successors,
				      &count)) {
			if (!count)
				continue;
			row->page = page;
			row->count = count;
			return SP_OK;
		}
		status = sp_cursor_status(pull->cursor, err);
		pull->in_block = false;
		if (!status && pull->block == pull->whole)
			status = next_blocks(pull, err);
		if (status || pull->block == pull->whole)
			return status;
		sp_cursor_block(pull->cursor, pull->block++);
		pull->in_block = true;
	}
}
