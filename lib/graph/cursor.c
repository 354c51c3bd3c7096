/* SPDX-License-Identifier: MIT */
/*
 * A cursor reads a block in batches.  A batch decodes records into one array of
 * links, the room, until that has no place for the next list; then the caller
 * is served list after list, as pointers into the room, and nothing is copied.
 * A room of 4,096 places, 16 KiB, stays in the first-level cache between
 * decoding and use.
 *
 *	record          at .. end of the block, not decoded yet
 *	lists           the room: decoded lists, one after the other
 *	decoded[i + 7]  where the list of page i of the block is in the room
 *	served <= next  pages given to the caller; pages decoded
 *
 * Invariants: the lists of pages served .. next - 1 are in the room, and so are
 * those of the 7 pages before next, which later records may refer to; all other
 * lists may be overwritten.  The seven places before page 0 hold empty lists,
 * so a record that refers to another block finds a list without successors, and
 * is rejected by the decoder: no test is needed for it.
 *
 * The quick decoder takes as many records as it can; the one at which it stops
 * is untouched, and goes to the careful decoder, which alone decides whether it
 * is damaged.  So both give the same lists, and the quick one may give up for
 * any reason.
 *
 * Nothing is trusted.  A record cannot run past the block, its reference has to
 * exist, its list is bounded by the lengths of its reference and of its body,
 * chains are counted, and the sum of links may not exceed what the header
 * announces, since kernels size their arrays by that.  Damage ends the cursor
 * for good, after the lists before it have been served, so that the first
 * failure does not depend on how pages fall into batches.
 */
#include "graph/graph.h"

#include "base/bitset.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "graph/decode.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

/* Successors decoded at a time: they fit the first-level cache. */
#define BATCH_PLACES 4096

/* Places after the lists, for the decoder and for readers that look ahead. */
#define LIST_SLACK (SP_COPY_SLACK + SP_LIST_AHEAD)

/*
 * Decodes the records of a block in batches.  A record may refer to the lists
 * of SP_REFERENCE_MAX pages before it, so those are kept from one batch to
 * the next.
 */
struct sp_cursor {
	const struct sp_graph *graph;
	struct sp_records records; /* decoded up to records.next */
	uint64_t block, end;       /* the next to open, and where to stop */
	uint32_t served;           /* page of the block to give next */
	uint32_t pages;            /* of the block */
	const uint64_t *chosen;    /* pages to decode, or NULL: all */
	uint64_t block_links;
	uint64_t capacity;         /* of records.lists */
	enum sp_status status;
	bool other_links;          /* ... because the checksum is another */
	bool summing;              /* the block's rows into sum */
	uint64_t sum;
	struct sp_decoder decoder;
};

struct sp_cursor *
sp_cursor_new(const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_alloc_zero(1, sizeof(*cursor));

	if (!cursor)
		return NULL;
	cursor->graph = graph;
	cursor->end = sp_graph_blocks(graph);
	cursor->records.chain = sp_graph_chain_limit(graph);
	sp_decoder_begin(&cursor->decoder, sp_graph_pages(graph), true);
	return cursor;
}

/* The last block has fewer pages, all others SP_BLOCK_PAGES. */
static uint32_t
block_pages(const struct sp_graph *graph, uint64_t block)
{
	uint64_t left = sp_graph_pages(graph) - block * SP_BLOCK_PAGES;

	return left < SP_BLOCK_PAGES ? (uint32_t)left : SP_BLOCK_PAGES;
}

uint64_t
sp_graph_block_links(const struct sp_graph *graph, uint64_t block)
{
	uint64_t length;

	return sp_load64(sp_graph_block_bytes(graph, block, &length) + 8);
}

void
sp_cursor_choose(struct sp_cursor *cursor, const uint64_t *needed)
{
	cursor->chosen = needed;
}

/*
 * How far back each record of a block refers; false when it is damaged.
 *
 * Only the lengths and the first byte of each body are read: a search that
 * needs a few lists does not have to decode the others to find them.
 */
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

/*
 * A block of 1,024 pages begins at a word of the sets, so whole words are
 * copied.
 */
void
sp_graph_needed_block(const struct sp_graph *graph, uint64_t block,
		      const uint64_t *pages, uint64_t *needed)
{
	uint64_t first = block * SP_BLOCK_PAGES;
	uint64_t word = first / SP_BITSET_BITS;
	uint32_t count = block_pages(graph, block);
	uint8_t references[SP_BLOCK_PAGES];

	memcpy(needed + word, pages + word,
	       sp_bitset_words(count - 1) * sizeof(*needed));
	/* A cursor that reaches the damage will report it. */
	if (!find_references(graph, block, count, references))
		return;
	/* Backwards, so that references of references are added. */
	for (uint32_t i = count; i-- > 0;) {
		uint64_t to = first + i - references[i];

		if (references[i] && references[i] <= i &&
		    sp_bit_test(needed, first + i))
			sp_bit_set(needed, to);
	}
}

void
sp_graph_needed(const struct sp_graph *graph, const uint64_t *pages,
		uint64_t *needed)
{
	/* Also the words after those of the last block. */
	memcpy(needed, pages,
	       sp_bitset_words(sp_graph_pages(graph)) * sizeof(*needed));
	for (uint64_t block = 0; block < sp_graph_blocks(graph); block++)
		sp_graph_needed_block(graph, block, pages, needed);
}

/*
 * The room is given up here (used and room are 0), not freed: the next block
 * uses the same memory.  A block whose checksum is known already is not summed
 * again, so that a kernel with many passes pays for the first one only.
 */
static void
open_block(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;
	uint64_t block = cursor->block++, length;
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
	cursor->sum = 0;
	cursor->summing = !cursor->chosen &&
			  sp_graph_wants_sum(cursor->graph, block);
}

/* Nothing is left of the block, and nothing wrong with it. */
static void
close_block(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;

	cursor->summing = false;
	cursor->served = records->next = records->last = cursor->pages;
	records->at = records->end;
	records->links = cursor->block_links;
}

void
sp_cursor_range(struct sp_cursor *cursor, uint64_t first, uint64_t last)
{
	close_block(cursor);
	cursor->block = first;
	cursor->end = last;
}

void
sp_cursor_block(struct sp_cursor *cursor, uint64_t block)
{
	sp_cursor_range(cursor, block, block + 1);
}

/* The list of a page of the block, or of a page just before the block. */
static inline struct sp_decoded *
decoded_list(struct sp_cursor *cursor, uint32_t page)
{
	return cursor->records.decoded + SP_REFERENCE_MAX + page;
}

/*
 * Moves the lists that later records may refer to to the start of the room, in
 * the order of their places, so that none is overwritten before it moves.
 *
 * Sorting by insertion is enough for seven, and the order of places is nearly
 * that of pages: only a list that equals its reference shares a place with an
 * earlier one.
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
		/* Equal lists share one place. */
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

/*
 * Makes room for this many places more.
 *
 * May move the room, so it is only called when no list of the batch is in a
 * caller's hands: at the start of a batch, or for its first record.
 */
static bool
make_list_room(struct sp_cursor *cursor, uint64_t places)
{
	struct sp_records *records = &cursor->records;
	uint64_t room = sp_list_start(records->used) + places;

	if (!sp_grow(&records->lists, &cursor->capacity, room + LIST_SLACK))
		return false;
	records->room = room;
	return true;
}

/* Ends the block for good: nothing after damage can be trusted. */
static bool
fail_cursor(struct sp_cursor *cursor, enum sp_status status)
{
	if (!cursor->status)
		cursor->status = status;
	close_block(cursor);
	return false;
}

/*
 * Ends a batch early.  Lists before a bad record are good and are served first;
 * the failure is reported when none is left.
 *
 * SP_MEMORY also stands for "no room left in this batch": with lists to serve,
 * the batch just ends, and the record is tried again at the start of the next.
 */
static bool
end_batch(struct sp_cursor *cursor, enum sp_status status)
{
	return cursor->served == cursor->records.next &&
	       fail_cursor(cursor, status);
}

/*
 * Decodes the next record, whatever it looks like.  Returns false at the end of
 * the batch.
 *
 * The list gets its place before its body is decoded, at least one place after
 * the last list, because the decoders write the number before the first
 * successor.  The room is checked by the bound of the decoder: reference and
 * body together, one link a byte.
 */
static bool
cursor_take_record(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;
	const uint8_t *body = records->at;
	struct sp_decoded *list = decoded_list(cursor, records->next), *from;
	uint64_t length, start = sp_list_start(records->used);
	uint32_t chain;

	*list = (struct sp_decoded){ start, 0, SP_NO_CHAIN };
	if (!sp_get_leb(&body, records->end, &length) ||
	    length > (uint64_t)(records->end - body))
		return end_batch(cursor, SP_DATA);
	if (length) {
		from = list - sp_record_reference(body);
		chain = from->chain + 1;
		if (chain > records->chain)
			return end_batch(cursor, SP_DATA);
		if (start + from->count + length > records->room &&
		    (cursor->served < records->next ||
		     !make_list_room(cursor, from->count + length)))
			return end_batch(cursor, SP_MEMORY);
		list->count = sp_record_decode(
			&cursor->decoder, body, body + length,
			records->first_page + records->next,
			records->lists + from->start, from->count,
			records->lists + start);
		if (!list->count)
			return end_batch(cursor, SP_DATA);
		list->chain = chain;
		records->used = start + list->count;
		records->links += list->count;
	}
	records->at = body + length;
	records->next++;
	return true;
}

/*
 * Skips records that were not chosen, whose lists stay empty, and finds the end
 * of the chosen ones that follow.  Returns false at the end of the block.
 *
 * A record that is skipped may be referred to by none that is chosen:
 * sp_graph_needed() has added all references.  So an empty list in its place
 * does no harm.  Runs, and not single pages, so that the quick decoder has more
 * than one record to work on.
 */
static bool
find_chosen_run(struct sp_cursor *cursor)
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
		*decoded_list(cursor, records->next++) =
			(struct sp_decoded){ 0 };
		records->last = records->next;
	}
	while (records->last < cursor->pages &&
	       sp_bit_test(chosen, records->last))
		records->last++;
	return records->next < cursor->pages;
}

/*
 * The lists of the batch, while they are in the cache.
 *
 * This is what verifies the fingerprint: 60 iterations of hits on 35 M links
 * took as long without it.
 */
static void
sum_batch(struct sp_cursor *cursor)
{
	const struct sp_records *records = &cursor->records;

	for (uint32_t page = cursor->served; page < records->next; page++) {
		const struct sp_decoded *list = decoded_list(cursor, page);

		cursor->sum += sp_fingerprint_row(records->first_page + page,
						  records->lists + list->start,
						  list->count);
	}
}

/*
 * A block must end with its last record and hold as many links as it announces:
 * bytes left over would be a second spelling of the same graph.
 */
static void
end_block(struct sp_cursor *cursor)
{
	const struct sp_records *records = &cursor->records;

	if (records->at != records->end ||
	    (!cursor->chosen && records->links != cursor->block_links)) {
		fail_cursor(cursor, SP_DATA);
	} else if (cursor->summing) {
		cursor->summing = false;
		cursor->other_links = !sp_graph_add_sum(
			cursor->graph, records->first_page / SP_BLOCK_PAGES,
			cursor->sum);
		if (cursor->other_links)
			fail_cursor(cursor, SP_DATA);
	}
}

/*
 * Decodes the next records of the block, after all lists have been served.
 * Returns false at the end of the block, where its sizes must match, and after
 * a failure.
 *
 * keep_lists() comes before the room is enlarged, because it moves lists inside
 * it, and after all lists have been served, because it overwrites them.
 */
static bool
decode_batch(struct sp_cursor *cursor)
{
	struct sp_records *records = &cursor->records;

	if (records->next == cursor->pages) {
		end_block(cursor);
		return false;
	}
	keep_lists(cursor);
	if (!make_list_room(cursor, BATCH_PLACES))
		return fail_cursor(cursor, SP_MEMORY);
	while (records->next < cursor->pages) {
		if (records->next == records->last && !find_chosen_run(cursor))
			break;
#ifdef SP_DECODE_QUICK
		if (cursor->decoder.quick)
			sp_records_quick(&cursor->decoder, records);
#endif
		if (records->next < records->last &&
		    !cursor_take_record(cursor))
			break;
	}
	/* What readers allocate is bounded by the links of the header. */
	if (records->links > cursor->block_links && !cursor->chosen)
		return fail_cursor(cursor, SP_DATA);
	if (cursor->summing)
		sum_batch(cursor);
	return cursor->served < records->next;
}

/* The next batch with lists, of this block or a later one of the range. */
static bool
next_batch(struct sp_cursor *cursor)
{
	while (!decode_batch(cursor)) {
		if (cursor->status || cursor->block >= cursor->end)
			return false;
		open_block(cursor);
	}
	return true;
}

/* Not inlined, so that sp_cursor_next() calls nothing, saving no registers. */
static __attribute__((noinline)) bool
next_of_batch(struct sp_cursor *cursor, uint32_t *page,
	      const uint32_t **successors, uint32_t *count)
{
	return next_batch(cursor) &&
	       sp_cursor_next(cursor, page, successors, count);
}

bool
sp_cursor_next(struct sp_cursor *cursor, uint32_t *page,
	       const uint32_t **successors, uint32_t *count)
{
	const struct sp_decoded *list;

	if (cursor->served == cursor->records.next)
		return next_of_batch(cursor, page, successors, count);
	list = decoded_list(cursor, cursor->served);
	*page = (uint32_t)cursor->records.first_page + cursor->served++;
	*successors = cursor->records.lists + list->start;
	*count = list->count;
	return true;
}

/*
 * Up to SP_LISTS rows side by side let a kernel run several chains of dependent
 * additions at once.  A batch may end after fewer rows, which callers must
 * expect anyway.
 */
unsigned
sp_cursor_lists(struct sp_cursor *cursor, struct sp_list lists[SP_LISTS])
{
	const struct sp_records *records = &cursor->records;
	unsigned count = 0;

	while (count < SP_LISTS) {
		const struct sp_decoded *list;

		/* Decoding another batch would move the lists of this one. */
		if (cursor->served == records->next &&
		    (count || !next_batch(cursor)))
			break;
		list = decoded_list(cursor, cursor->served);
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
	if (cursor->other_links)
		return sp_graph_fail_sum(err);
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
