/* SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "graph/decode.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

/* Successors decoded at a time: as many as stay in the nearest cache. */
#define BATCH 4096

/* Places behind the lists, for the decoder and for readers that look ahead. */
#define SLACK (SP_COPY_SLACK + SP_LIST_AHEAD)

/*
 * Decodes the records of a block in batches.  A record may refer to the lists
 * of SP_REFERENCE_MAX pages before it, so those are kept from one batch to
 * the next.
 */
struct sp_cursor {
	const struct sp_graph *graph;
	struct sp_records records; /* decoded up to records.next */
	uint32_t served;           /* page of the block to give next */
	uint32_t pages;            /* of the block */
	const uint64_t *chosen;    /* pages to decode, or NULL: all */
	uint64_t block_links;
	uint64_t capacity;         /* of records.lists */
	enum sp_status status;
	struct sp_decoder decoder;
};

struct sp_cursor *
sp_cursor_new(const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_alloc_zero(1, sizeof(*cursor));

	if (!cursor)
		return NULL;
	cursor->graph = graph;
	sp_decoder_begin(&cursor->decoder, sp_graph_pages(graph), true);
	return cursor;
}

static uint32_t
block_pages(const struct sp_graph *graph, uint64_t block)
{
	uint64_t left = sp_graph_pages(graph) - block * SP_BLOCK_PAGES;

	return left < SP_BLOCK_PAGES ? (uint32_t)left : SP_BLOCK_PAGES;
}

void
sp_cursor_choose(struct sp_cursor *cursor, const uint64_t *needed)
{
	cursor->chosen = needed;
}

/* How far back each record of a block refers; false when it is damaged. */
static bool
find_references(const struct sp_graph *graph, uint64_t block, uint32_t pages,
		uint8_t references[SP_BLOCK_PAGES])
{
	uint64_t length, size;
	const uint8_t *start = sp_graph_block_bytes(graph, block, &size);
	const uint8_t *at = start + SP_BLOCK_HEADER, *end = start + size;

	for (uint32_t i = 0; i < pages; i++) {
		if (!sp_get_leb(&at, end, &length) ||
		    length > (uint64_t)(end - at))
			return false;
		references[i] = length ? (uint8_t)sp_record_reference(at) : 0;
		at += length;
	}
	return true;
}

void
sp_graph_needed(const struct sp_graph *graph, const uint64_t *pages,
		uint64_t *needed)
{
	uint8_t references[SP_BLOCK_PAGES];

	memcpy(needed, pages,
	       sp_bitset_words(sp_graph_pages(graph)) * sizeof(*needed));
	for (uint64_t block = 0; block < sp_graph_blocks(graph); block++) {
		uint64_t first = block * SP_BLOCK_PAGES;
		uint32_t count = block_pages(graph, block);

		/* The cursor comes to the damage, and tells it. */
		if (!find_references(graph, block, count, references))
			continue;
		for (uint32_t i = count; i-- > 0;) {
			uint64_t to = first + i - references[i];

			if (references[i] && references[i] <= i &&
			    sp_bit_test(needed, first + i))
				sp_bit_set(needed, to);
		}
	}
}

void
sp_cursor_block(struct sp_cursor *cursor, uint64_t block)
{
	struct sp_records *records = &cursor->records;
	uint64_t length;
	const uint8_t *bytes = sp_graph_block_bytes(cursor->graph, block,
						    &length);

	records->at = bytes + SP_BLOCK_HEADER;
	records->end = bytes + length;
	records->first_page = block * SP_BLOCK_PAGES;
	records->next = 0;
	cursor->pages = block_pages(cursor->graph, block);
	records->last = cursor->chosen ? 0 : cursor->pages;
	records->links = 0;
	records->used = 0;
	records->room = 0;
	cursor->block_links = sp_load64(bytes + 8);
	cursor->served = 0;
}

/* The list of a page of the block, or of one of the pages before it. */
static inline struct sp_decoded *
decoded(struct sp_cursor *cursor, uint32_t page)
{
	return cursor->records.decoded + SP_REFERENCE_MAX + page;
}

/*
 * Moves the lists that may still be referred to to the start of the room.
 * In the order of their places, so that none is overwritten before it moves.
 */
static void
keep_lists(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;
	struct sp_decoded *kept[SP_REFERENCE_MAX] = { NULL };
	uint64_t from = UINT64_MAX, to = 0;
	unsigned count = 0;

	records->used = 0;
	for (unsigned i = 0; i < SP_REFERENCE_MAX; i++) {
		struct sp_decoded *list = records->decoded + records->next + i;
		unsigned k = count;

		if (!list->count)
			continue;
		for (; k && kept[k - 1]->start > list->start; k--)
			kept[k] = kept[k - 1];
		kept[k] = list;
		count++;
	}
	for (unsigned k = 0; k < count; k++) {
		/* Equal lists have one place. */
		if (kept[k]->start != from) {
			from = kept[k]->start;
			to = sp_list_start(records->used);
			memmove(records->lists + to, records->lists + from,
				kept[k]->count * sizeof(*records->lists));
			records->used = to + kept[k]->count;
		}
		kept[k]->start = to;
	}
}

/* Room for places more. */
static bool
make_room(struct sp_cursor *cursor, uint64_t places)
{
	struct sp_records *records = &cursor->records;
	uint64_t room = sp_list_start(records->used) + places;

	if (!sp_grow(&records->lists, &cursor->capacity, room + SLACK,
		     sizeof(*records->lists)))
		return false;
	records->room = room;
	return true;
}

static bool
fail(struct sp_cursor *cursor, enum sp_status status)
{
	struct sp_records *records = &cursor->records;

	if (!cursor->status)
		cursor->status = status;
	cursor->served = records->next = records->last = cursor->pages;
	records->at = records->end;
	records->links = cursor->block_links;
	return false;
}

/* Ends a batch.  What comes before a bad record is good and given first. */
static bool
end_batch(struct sp_cursor *cursor, enum sp_status status)
{
	return cursor->served == cursor->records.next && fail(cursor, status);
}

/* Takes the next record, whatever it is.  false at the end of the batch. */
static bool
take_record(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;
	const uint8_t *body = records->at;
	struct sp_decoded *list = decoded(cursor, records->next), *from;
	uint64_t length, start = sp_list_start(records->used);

	*list = (struct sp_decoded){ start, 0 };
	if (!sp_get_leb(&body, records->end, &length) ||
	    length > (uint64_t)(records->end - body))
		return end_batch(cursor, SP_DATA);
	if (length) {
		from = list - sp_record_reference(body);
		if (start + from->count + length > records->room &&
		    (cursor->served < records->next ||
		     !make_room(cursor, from->count + length)))
			return end_batch(cursor, SP_MEMORY);
		list->count = sp_record_decode(
			&cursor->decoder, body, body + length,
			records->first_page + records->next,
			records->lists + from->start, from->count,
			records->lists + start);
		if (!list->count)
			return end_batch(cursor, SP_DATA);
		records->used = start + list->count;
		records->links += list->count;
	}
	records->at = body + length;
	records->next++;
	return true;
}

/*
 * Passes over records that are not to be decoded, which leave empty lists, and
 * finds the end of those that are.  false at the end of the block.
 */
static bool
find_run(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;
	const uint64_t *chosen = cursor->chosen +
				 records->first_page / SP_BITSET_BITS;
	uint64_t length;

	records->last = records->next;
	while (records->next < cursor->pages &&
	       !sp_bit_test(chosen, records->next)) {
		const uint8_t *body = records->at;

		if (!sp_get_leb(&body, records->end, &length) ||
		    length > (uint64_t)(records->end - body))
			return end_batch(cursor, SP_DATA);
		records->at = body + length;
		*decoded(cursor, records->next++) = (struct sp_decoded){ 0 };
		records->last = records->next;
	}
	while (records->last < cursor->pages &&
	       sp_bit_test(chosen, records->last))
		records->last++;
	return records->next < cursor->pages;
}

/*
 * Decodes the next records of the block.  All lists have been given.  false
 * at the end of the block, where all must add up, and after a failure.
 */
static bool
decode_batch(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;

	if (records->next == cursor->pages) {
		if (records->at != records->end ||
		    (!cursor->chosen && records->links != cursor->block_links))
			fail(cursor, SP_DATA);
		return false;
	}
	keep_lists(cursor);
	if (!make_room(cursor, BATCH))
		return fail(cursor, SP_MEMORY);
	while (records->next < cursor->pages) {
		if (records->next == records->last && !find_run(cursor))
			break;
		if (cursor->decoder.quick)
			sp_records_quick(&cursor->decoder, records);
		if (records->next < records->last && !take_record(cursor))
			break;
	}
	return cursor->served < records->next;
}

/* Apart, so that sp_cursor_next() calls nothing and saves no registers. */
static __attribute__((noinline)) bool
next_of_batch(struct sp_cursor *cursor, uint32_t *page,
	      const uint32_t **successors, uint32_t *count)
{
	return decode_batch(cursor) &&
	       sp_cursor_next(cursor, page, successors, count);
}

bool
sp_cursor_next(struct sp_cursor *cursor, uint32_t *page,
	       const uint32_t **successors, uint32_t *count)
{
	const struct sp_decoded *list;

	if (cursor->served == cursor->records.next)
		return next_of_batch(cursor, page, successors, count);
	list = decoded(cursor, cursor->served);
	*page = (uint32_t)cursor->records.first_page + cursor->served++;
	*successors = cursor->records.lists + list->start;
	*count = list->count;
	return true;
}

unsigned
sp_cursor_lists(struct sp_cursor *cursor, struct sp_list lists[SP_LISTS])
{
	const struct sp_records *records = &cursor->records;
	unsigned count = 0;

	while (count < SP_LISTS) {
		const struct sp_decoded *list;

		/* The next batch moves the lists of this one. */
		if (cursor->served == records->next &&
		    (count || !decode_batch(cursor)))
			break;
		list = decoded(cursor, cursor->served);
		if (list->count)
			lists[count++] = (struct sp_list){
				(uint32_t)records->first_page + cursor->served,
				list->count, records->lists + list->start
			};
		cursor->served++;
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
	free(cursor->records.lists);
	free(cursor);
}
