/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>

#define RING (SP_REFERENCE_MAX + 1)

/* A decoded list: of which page, and where it is in the buffer. */
struct decoded {
	uint64_t page;
	uint64_t start;
	uint32_t count;
};

struct sp_cursor {
	const struct sp_graph *graph;
	uint64_t pages;         /* of the graph */
	const uint8_t *at, *end;
	uint64_t page;          /* next one */
	uint64_t last;          /* of the block, exclusive */
	uint64_t links;         /* decoded in the block */
	uint64_t block_links;
	uint32_t *buffer;       /* the last lists, one behind the other */
	uint64_t used, capacity;
	uint64_t longest;       /* list of the block so far */
	struct decoded ring[RING]; /* by page % RING */
	enum sp_status status;
};

struct sp_cursor *
sp_cursor_new(const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_alloc_zero(1, sizeof(*cursor));

	if (!cursor)
		return NULL;
	cursor->graph = graph;
	cursor->pages = sp_graph_pages(graph);
	return cursor;
}

void
sp_cursor_block(struct sp_cursor *cursor, uint64_t block)
{
	uint64_t length;
	const uint8_t *bytes = sp_graph_block_bytes(cursor->graph, block,
						    &length);

	cursor->at = bytes + SP_BLOCK_HEADER;
	cursor->end = bytes + length;
	cursor->page = block * SP_BLOCK_PAGES;
	cursor->last = cursor->page + SP_BLOCK_PAGES;
	if (cursor->last > cursor->pages)
		cursor->last = cursor->pages;
	cursor->block_links = sp_load64(bytes + 8);
	cursor->links = 0;
	cursor->used = 0;
	cursor->longest = 0;
	/* No list of another block can be referred to. */
	for (unsigned i = 0; i < RING; i++)
		cursor->ring[i].page = UINT64_MAX;
}

/*
 * Makes room for a list of at most count successors at the end of the
 * buffer: moves the lists that may still be referred to to its start, and
 * grows it when that is not enough.
 */
static bool
make_room(struct sp_cursor *cursor, uint64_t count)
{
	uint64_t needed = count + 2 * SP_COPY_SLACK, used = 0;

	for (unsigned back = SP_REFERENCE_MAX; back; back--) {
		struct decoded *list =
			&cursor->ring[(cursor->page - back) % RING];

		if (list->page != cursor->page - back || !list->count)
			continue;
		memmove(cursor->buffer + used, cursor->buffer + list->start,
			list->count * sizeof(*cursor->buffer));
		list->start = used;
		used += list->count;
	}
	cursor->used = used;
	/* Twice what is kept, so that a move is paid by as much decoding. */
	if (needed < used || needed < 4096)
		needed += used < 4096 ? 4096 : used;
	return sp_grow(&cursor->buffer, &cursor->capacity, used + needed,
		       sizeof(*cursor->buffer));
}

static inline bool
has_room(const struct sp_cursor *cursor, uint64_t count)
{
	return cursor->capacity - cursor->used >= count + 2 * SP_COPY_SLACK;
}

static bool
fail(struct sp_cursor *cursor, enum sp_status status)
{
	if (!cursor->status)
		cursor->status = status;
	cursor->page = cursor->last;
	cursor->at = cursor->end;
	cursor->links = cursor->block_links;
	return false;
}

/*
 * Decodes the record [body, body + length) of the next page behind the lists
 * that are there.  Returns 0 when it is damaged or memory is short.
 */
static uint32_t
decode(struct sp_cursor *cursor, const uint8_t *body, uint64_t length)
{
	uint64_t back = sp_record_reference(body);
	struct decoded *list = &cursor->ring[(cursor->page - back) % RING];
	uint32_t referred = 0;

	if (back && back < RING && list->page == cursor->page - back)
		referred = list->count;
	if (!has_room(cursor, referred + length) &&
	    !make_room(cursor, referred + length)) {
		fail(cursor, SP_MEMORY);
		return 0;
	}
	return sp_record_decode(body, body + length, cursor->page,
				cursor->pages, cursor->buffer + list->start,
				referred, cursor->buffer + cursor->used);
}

/* Decodes the record of length bytes at cursor->at, and goes behind it. */
static inline bool
take_record(struct sp_cursor *cursor, uint64_t length,
	    const uint32_t **successors, uint32_t *count)
{
	uint32_t decoded;
	struct decoded *list;

	if (length > (uint64_t)(cursor->end - cursor->at))
		return fail(cursor, SP_DATA);
	decoded = decode(cursor, cursor->at, length);
	if (!decoded)
		return fail(cursor, SP_DATA);
	list = &cursor->ring[cursor->page % RING];
	*list = (struct decoded){ cursor->page, cursor->used, decoded };
	if (decoded > cursor->longest)
		cursor->longest = decoded;
	*successors = cursor->buffer + cursor->used;
	*count = decoded;
	cursor->used += decoded;
	cursor->links += decoded;
	cursor->at += length;
	return true;
}

/* At the last page of a block all must add up. */
static bool
end_block(struct sp_cursor *cursor)
{
	if (cursor->at != cursor->end || cursor->links != cursor->block_links)
		return fail(cursor, SP_DATA);
	return false;
}

bool
sp_cursor_next(struct sp_cursor *cursor, uint32_t *page,
	       const uint32_t **successors, uint32_t *count)
{
	uint64_t length;

	if (cursor->page == cursor->last)
		return end_block(cursor);
	if (!sp_get_leb(&cursor->at, cursor->end, &length))
		return fail(cursor, SP_DATA);
	*count = 0;
	*successors = cursor->buffer;
	if (length && !take_record(cursor, length, successors, count))
		return false;
	*page = (uint32_t)cursor->page++;
	return true;
}

/*
 * Skips pages without links: their records are zero bytes, which are counted
 * eight at a time.
 */
static inline void
skip_empty(struct sp_cursor *cursor)
{
	while (cursor->at < cursor->end && !*cursor->at) {
		uint64_t word = sp_load64(cursor->at);
		uint64_t zeros = word ? (uint64_t)__builtin_ctzll(word) / 8 : 8;
		uint64_t left = cursor->last - cursor->page;
		uint64_t bytes = (uint64_t)(cursor->end - cursor->at);

		zeros = zeros < left ? zeros : left;
		zeros = zeros < bytes ? zeros : bytes;
		cursor->page += zeros;
		cursor->at += zeros;
		if (!zeros)
			return;
	}
}

/*
 * May the next record be decoded without moving the lists of this batch?  No
 * list is longer than the longest of the block so far and its own bytes.
 */
static inline bool
fits_batch(const struct sp_cursor *cursor)
{
	const uint8_t *at = cursor->at;
	uint64_t length;

	return sp_get_leb(&at, cursor->end, &length) &&
	       length <= (uint64_t)(cursor->end - at) &&
	       has_room(cursor, cursor->longest + length);
}

unsigned
sp_cursor_lists(struct sp_cursor *cursor, struct sp_list lists[SP_LISTS])
{
	unsigned count = 0;

	while (count < SP_LISTS) {
		uint64_t length;

		skip_empty(cursor);
		if (cursor->page == cursor->last) {
			/* The end is told when there is nothing to give. */
			if (!count)
				end_block(cursor);
			break;
		}
		if (count && !fits_batch(cursor))
			break;
		if (!sp_get_leb(&cursor->at, cursor->end, &length) ||
		    !length) {
			fail(cursor, SP_DATA);
			break;
		}
		if (!take_record(cursor, length, &lists[count].successors,
				 &lists[count].count))
			break;
		lists[count++].page = (uint32_t)cursor->page++;
	}
	return count;
}

enum sp_status
sp_cursor_status(const struct sp_cursor *cursor, struct sp_error *err)
{
	if (cursor->status == SP_MEMORY)
		return sp_no_memory(err, "a list of links");
	if (cursor->status)
		return sp_fail(err, SP_DATA, "graph: a block is damaged: its "
			       "records do not decode");
	return SP_OK;
}

void
sp_cursor_free(struct sp_cursor *cursor)
{
	if (!cursor)
		return;
	free(cursor->buffer);
	free(cursor);
}
