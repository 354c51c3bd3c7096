/* SPDX-License-Identifier: MIT */
/*
 * Each list is split at a window of 65,536 pages around its block: most links
 * of a web in the order of its URLs stay inside, and take 16 bits as a
 * difference to the first page of the window.  Successors ascend, so the three
 * parts, below, inside and above, come out in order when they are put one after
 * the other, and no merge is needed.
 *
 *	block    begin[0 .. 1024], units
 *	list     below, above (one unit each, or MANY and two 32-bit numbers),
 *	         successors below, differences inside, successors above
 *
 * Which part a successor is in follows from the two counts, and the length of
 * the list from begin[], so a list has no end mark.  Reading it is three copies
 * of whole steps of eight; SP_PLAIN_SLACK places and SLAB_SLACK bytes are there
 * for the last one.
 *
 * It is made by one parallel pass, which at the same time verifies the graph.
 * A thread puts blocks into slabs of its own and takes a new slab under a lock;
 * the slabs are counted against what the caller allows, and the first that does
 * not fit ends the attempt for all threads.  That is no failure: the compact
 * form with an index does the same work with less memory, in more time.
 */
#include "graph/plain.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * A list: how many successors are below the window and how many above it, a
 * unit each; those below; those inside; those above.  If the first unit is
 * MANY, both counts follow it as 32-bit numbers.  A page without links has no
 * units.
 */
#define MANY UINT16_MAX
#define UNIT sizeof(uint16_t)
#define WIDE (sizeof(uint32_t) / UNIT) /* units of a 32-bit number */
#define STEP 8 /* numbers that are copied together */

#define RANGE_BLOCKS 16 /* that one thread takes at a time */

/*
 * Blocks are put into slabs, which are large enough for huge pages of memory,
 * and small enough that what is left over of them does not matter.
 */
#define SLAB_MOST (UINT64_C(32) << 20)
#define SLAB_LEAST (UINT64_C(64) << 10)
#define SLAB_SLACK (STEP * sizeof(uint32_t)) /* read after the last list */

struct sp_slab {
	struct sp_slab *next;
	uint8_t *bytes;
};

struct plain_making {
	const struct sp_graph *graph;
	struct sp_plain *plain;
	uint64_t most, slab;
	bool full;              /* that is not enough, or memory is short */
};

/* What a thread has. */
struct plain_part {
	struct plain_making *making;
	struct sp_cursor *cursor;
	uint8_t *room;          /* of its slab, */
	uint64_t left;          /* ... this is left */
	uint16_t *units;        /* of the block, there */
	uint64_t used;
	uint32_t widest;
};

/*
 * The first page of the window of a block.
 *
 * Half of the window on each side of the middle of the block; at the start of
 * the graph it begins at page 0.
 */
static inline uint32_t
window_of(uint64_t block)
{
	uint64_t middle = block * SP_BLOCK_PAGES + SP_BLOCK_PAGES / 2;
	uint64_t half = (UINT64_C(1) << 16) / 2;

	return middle < half ? 0 : (uint32_t)(middle - half);
}

/* ---- making ----------------------------------------------------------- */

static void
put_wide(struct plain_part *part, const uint32_t *numbers, uint64_t count)
{
	memcpy(part->units + part->used, numbers, count * sizeof(*numbers));
	part->used += count * WIDE;
}

/* The inner loop has no end to find out, so that it is a few instructions. */
static void
put_near(struct plain_part *part, uint32_t window, const uint32_t *successors,
	 uint32_t count)
{
	uint16_t *to = part->units + part->used;
	uint32_t i = 0;

	for (; i + STEP <= count; i += STEP)
		for (uint32_t j = 0; j < STEP; j++)
			to[i + j] = (uint16_t)(successors[i + j] - window);
	for (; i < count; i++)
		to[i] = (uint16_t)(successors[i] - window);
	part->used += count;
}

/*
 * The window is as wide as 16 bits, so a successor that is not below it is
 * inside if the difference fits.  Counting from both ends touches only the
 * successors outside.
 */
static void
put_list(struct plain_part *part, uint32_t window, const uint32_t *successors,
	 uint32_t count)
{
	uint32_t counts[2] = { 0, 0 }, near;

	while (counts[0] < count && successors[counts[0]] < window)
		counts[0]++;
	near = count - counts[0];
	while (near && successors[counts[0] + near - 1] - window > UINT16_MAX)
		near--;
	counts[1] = count - counts[0] - near;
	if (counts[0] < MANY && counts[1] <= UINT16_MAX) {
		part->units[part->used++] = (uint16_t)counts[0];
		part->units[part->used++] = (uint16_t)counts[1];
	} else {
		part->units[part->used++] = MANY;
		put_wide(part, counts, 2);
	}
	put_wide(part, successors, counts[0]);
	successors += counts[0];
	put_near(part, window, successors, near);
	put_wide(part, successors + near, counts[1]);
	if (count > part->widest)
		part->widest = count;
}

/*
 * A new slab with room for bytes; false if there may be none.
 *
 * Nothing is freed when it fails: all slabs are in the list, which the caller
 * frees as a whole.
 */
static bool
add_slab(struct plain_part *part, uint64_t bytes)
{
	struct plain_making *making = part->making;
	struct sp_plain *plain = making->plain;
	struct sp_slab *slab = NULL;
	uint64_t room = bytes > making->slab ? bytes : making->slab;
	bool fits;

#pragma omp critical(sp_plain_slabs)
	{
		fits = room <= making->most &&
		       plain->bytes <= making->most - room;
		if (fits)
			slab = sp_alloc(1, sizeof(*slab));
		if (slab) {
			slab->bytes = sp_alloc_large(room, 1);
			slab->next = plain->slabs;
			plain->slabs = slab;
			plain->bytes += room;
		}
	}
	if (!slab || !slab->bytes)
		return false;
	part->room = slab->bytes;
	part->left = room;
	return true;
}

/*
 * The memory of a block, at most: the cursor fails before it serves more links
 * than the header says.
 *
 * Sure before the block is decoded, so that a list is written without a test of
 * its room: 4 bytes for each link, and five units for the counts of each page.
 */
static uint64_t
block_bytes(const struct plain_making *making, uint64_t block)
{
	uint64_t links = sp_graph_block_links(making->graph, block);
	uint64_t counts = SP_BLOCK_PAGES * (1 + 2 * WIDE);

	return sizeof(struct sp_plain_block) + SLAB_SLACK +
	       (counts + links * WIDE) * UNIT;
}

/*
 * false when it does not fit; a failure is in the status of the cursor.
 *
 * What the bound had too much is given back: the next block begins where this
 * one ends. begin[] counts in 16-bit units, and a block that has more than 2^32
 * of them does not fit this form.
 */
static bool
plain_make_block(struct plain_part *part, uint64_t block)
{
	uint64_t first = block * SP_BLOCK_PAGES, next = 0;
	uint64_t bytes = block_bytes(part->making, block);
	uint32_t page, count, window = window_of(block);
	struct sp_plain_block *head;
	const uint32_t *successors;

	if (bytes > part->left && !add_slab(part, bytes))
		return false;
	head = (struct sp_plain_block *)(void *)part->room;
	part->units = (uint16_t *)(head + 1);
	part->used = 0;
	sp_cursor_block(part->cursor, block);
	while (sp_cursor_next(part->cursor, &page, &successors, &count)) {
		for (; next <= page - first; next++)
			head->begin[next] = (uint32_t)part->used;
		if (count)
			put_list(part, window, successors, count);
	}
	for (; next <= SP_BLOCK_PAGES; next++)
		head->begin[next] = (uint32_t)part->used;
	part->making->plain->blocks[block] = head;
	/* The next block begins where a 32-bit number may. */
	bytes = (sizeof(*head) + part->used * UNIT + 3) / 4 * 4;
	part->room += bytes;
	part->left -= bytes;
	return part->used <= UINT32_MAX;
}

/*
 * full is read once a range, not once a block: it is only there to end early.
 */
static void
make_range(struct plain_part *part, uint64_t first)
{
	struct plain_making *making = part->making;
	uint64_t last = first + RANGE_BLOCKS;
	bool full;

	if (last > sp_graph_blocks(making->graph))
		last = sp_graph_blocks(making->graph);
#pragma omp atomic read
	full = making->full;
	for (uint64_t block = first; !full && block < last; block++)
		full = !plain_make_block(part, block);
	if (full) {
#pragma omp atomic write
		making->full = true;
	}
}

/*
 * All threads at once; the failure that is reported is the smallest.
 *
 * A thread without a cursor counts as lack of memory for all, since it would
 * leave its share undone.
 */
static enum sp_status
make_all(struct plain_making *making, int threads, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(making->graph);
	enum sp_status result = SP_OK;

#pragma omp parallel num_threads(threads)
	{
		struct plain_part part = { .making = making };
		struct sp_error failure;
		enum sp_status status = SP_OK;

		part.cursor = sp_cursor_new(making->graph);
		if (!part.cursor) {
#pragma omp atomic write
			making->full = true;
		}
#pragma omp for schedule(dynamic)
		for (uint64_t first = 0; first < blocks; first += RANGE_BLOCKS)
			/* A loop of OpenMP cannot be left. */
			if (part.cursor && !status) {
				make_range(&part, first);
				status = sp_cursor_status(part.cursor,
							  &failure);
			}
#pragma omp critical(sp_plain_result)
		{
			if (part.widest > making->plain->widest)
				making->plain->widest = part.widest;
			sp_keep_failure(&result, err, status, &failure);
		}
		sp_cursor_free(part.cursor);
	}
	return result;
}

/*
 * The slab is an eighth of what a thread will need at least, so that little of
 * the last one is wasted, but within bounds.  Status SP_MEMORY of a cursor is
 * turned into "no plain form".
 */
enum sp_status
sp_plain_new(const struct sp_graph *graph, uint64_t most, int threads,
	     struct sp_plain **plain, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(graph);
	uint64_t links = sp_graph_links(graph);
	struct plain_making making = { .graph = graph, .most = most };
	uint64_t least = blocks * (sizeof(struct sp_plain_block) +
				   sizeof(struct sp_plain_block *));
	enum sp_status status;

	*plain = NULL;
	/* Two bytes a link are needed in any case. */
	if (least > most || links > (most - least) / UNIT)
		return SP_OK;
	making.slab = (least + links * UNIT) / 8 / (uint64_t)threads;
	if (making.slab > SLAB_MOST)
		making.slab = SLAB_MOST;
	if (making.slab < SLAB_LEAST)
		making.slab = SLAB_LEAST;
	making.plain = sp_alloc_zero(1, sizeof(*making.plain));
	if (!making.plain)
		return SP_OK;
	making.plain->bytes = blocks * sizeof(*making.plain->blocks);
	making.plain->blocks = sp_alloc_large(blocks,
					      sizeof(*making.plain->blocks));
	making.full = !making.plain->blocks;
	status = making.full ? SP_OK : make_all(&making, threads, err);
	if (status || making.full)
		sp_plain_free(making.plain);
	else
		*plain = making.plain;
	/* Memory that was short for a cursor is short for this form. */
	return status == SP_MEMORY ? SP_OK : status;
}

void
sp_plain_free(struct sp_plain *plain)
{
	if (!plain)
		return;
	while (plain->slabs) {
		struct sp_slab *slab = plain->slabs;

		plain->slabs = slab->next;
		free(slab->bytes);
		free(slab);
	}
	free(plain->blocks);
	free(plain);
}

/* ---- reading ---------------------------------------------------------- */

/* Copies whole steps: what follows the numbers does not matter. */
static inline void
copy_wide(uint32_t *to, const uint16_t *from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i += STEP)
		memcpy(to + i, from + i * WIDE, STEP * sizeof(*to));
}

static inline void
widen(uint32_t *to, const uint16_t *from, uint32_t count, uint32_t window)
{
	for (uint32_t i = 0; i < count; i += STEP)
		for (uint32_t j = 0; j < STEP; j++)
			to[i + j] = window + from[i + j];
}

/* The three parts of a list, and how many numbers each has. */
struct plain_list {
	const uint16_t *below, *inside, *above;
	uint32_t count[3];
};

/*
 * The number inside follows from the end of the list: what the units of the
 * other two parts and of the counts leave.  false: the page has no links.
 */
static inline bool
plain_find_list(const struct sp_plain *plain, uint32_t page,
		struct plain_list *list)
{
	const uint32_t *begin = sp_plain_begin(plain, page);
	const uint16_t *at = sp_plain_units(plain, page);
	const uint16_t *end = at + begin[1];

	at += begin[0];
	if (at == end)
		return false;
	list->count[0] = at[0];
	list->count[2] = at[1];
	at += 2;
	if (list->count[0] == MANY) {
		memcpy(&list->count[0], at - 1, sizeof(uint32_t));
		memcpy(&list->count[2], at - 1 + WIDE, sizeof(uint32_t));
		at += 2 * WIDE - 1;
	}
	list->below = at;
	list->inside = at + (uint64_t)list->count[0] * WIDE;
	list->above = end - (uint64_t)list->count[2] * WIDE;
	list->count[1] = (uint32_t)(list->above - list->inside);
	return true;
}

uint32_t
sp_plain_list(const struct sp_plain *plain, uint32_t page, uint32_t *to)
{
	struct plain_list list;
	const uint32_t *count = list.count;

	if (!plain_find_list(plain, page, &list))
		return 0;
	copy_wide(to, list.below, count[0]);
	to += count[0];
	widen(to, list.inside, count[1], window_of(page / SP_BLOCK_PAGES));
	copy_wide(to + count[1], list.above, count[2]);
	return count[0] + count[1] + count[2];
}

static inline void
plain_add_wide(const uint16_t *at, uint32_t count, double each, double *values)
{
	for (uint32_t i = 0; i < count; i++, at += WIDE) {
		uint32_t page;

		memcpy(&page, at, sizeof(page));
		values[page] += each;
	}
}

/* Without a copy of the list, and four additions at a time: see rows.h. */
void
sp_plain_add(const struct sp_plain *plain, uint32_t page, double each,
	     double *values)
{
	double *window = values + window_of(page / SP_BLOCK_PAGES);
	const uint16_t *at, *end;
	struct plain_list list;

	if (!plain_find_list(plain, page, &list))
		return;
	plain_add_wide(list.below, list.count[0], each, values);
	at = list.inside;
	for (end = list.above; end - at >= 4; at += 4) {
		window[at[0]] += each;
		window[at[1]] += each;
		window[at[2]] += each;
		window[at[3]] += each;
	}
	for (; at < end; at++)
		window[*at] += each;
	plain_add_wide(list.above, list.count[2], each, values);
}
