/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>

#define RING (SP_REFERENCE_MAX + 1)

/* A decoded list: where it is in the buffer. */
struct decoded {
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
	memset(cursor->ring, 0, sizeof(cursor->ring));
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

static bool
fail(struct sp_cursor *cursor, enum sp_status status)
{
	if (!cursor->status)
		cursor->status = status;
	cursor->page = cursor->last;
	return false;
}

/* Decodes the record [body, body + length) of the next page. */
static uint32_t
decode(struct sp_cursor *cursor, const uint8_t *body, uint64_t length)
{
	unsigned back = sp_record_reference(body) % RING;
	struct decoded *list =
		&cursor->ring[(cursor->page - back) % RING];
	uint32_t referred = back ? list->count : 0;

	if (cursor->capacity - cursor->used <
	    referred + length + 2 * SP_COPY_SLACK) {
		if (!make_room(cursor, referred + length)) {
			fail(cursor, SP_MEMORY);
			return 0;
		}
	}
	return sp_record_decode(body, body + length, cursor->page,
				cursor->pages, cursor->buffer + list->start,
				referred, cursor->buffer + cursor->used);
}

bool
sp_cursor_next(struct sp_cursor *cursor, uint32_t *page,
	       const uint32_t **successors, uint32_t *count)
{
	struct decoded *list = &cursor->ring[cursor->page % RING];
	uint64_t length;

	if (cursor->page == cursor->last) {
		if (cursor->at != cursor->end ||
		    cursor->links != cursor->block_links)
			return fail(cursor, SP_DATA);
		return false;
	}
	if (!sp_get_leb(&cursor->at, cursor->end, &length) ||
	    length > (uint64_t)(cursor->end - cursor->at))
		return fail(cursor, SP_DATA);
	list->count = 0;
	if (length) {
		uint32_t decoded = decode(cursor, cursor->at, length);

		if (!decoded)
			return fail(cursor, SP_DATA);
		list->count = decoded;
		list->start = cursor->used;
		cursor->used += decoded;
		cursor->links += decoded;
		cursor->at += length;
	}
	*page = (uint32_t)cursor->page++;
	*successors = cursor->buffer + list->start;
	*count = list->count;
	return true;
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
