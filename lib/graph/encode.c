/* SPDX-License-Identifier: MIT */
/*
 * Most of the time goes into comparing a list with a reference, step by step.
 * So each list is compared with one reference only, chosen by an estimate of
 * what the list has in common with each of them (window.h).  Comparing it with
 * all of them takes twice the time; a generated graph then takes 1 % less
 * memory, but cnr-2000 0.6 % more, because the shortest record is not always
 * the best one for the records that later refer to it.
 */
#include "graph/codec.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/window.h"

#include <stdlib.h>
#include <string.h>

/* The successors of a page. */
struct successor_list {
	const uint32_t *at;
	uint64_t count;
};

/* The largest counts that fit the bits of an edit. */
#define COPY_MAX 15
#define SKIP_MAX 3
#define INSERT_MAX 3

#define NUMBER_MAX 5 /* bytes of a number */

/* ---- the edits of a list ---------------------------------------------- */

/* A place where a list differs from its reference. */
struct difference {
	uint64_t copy, skip, insert;
};

/*
 * How far the comparison of a list with its reference has come: the places
 * after the last difference.
 */
struct list_comparison {
	struct successor_list reference, list;
	uint64_t i, j;
	bool any; /* difference so far */
};

/*
 * Finds the next difference.  Numbers inserted at the end of the list need no
 * edit, so insert is 0 there.  Returns false when no more edits are needed:
 * the rest is equal, or inserted at the end.
 */
static inline bool
next_difference(struct list_comparison *c, struct difference *difference)
{
	const uint32_t *from = c->reference.at, *to = c->list.at;
	uint64_t a = c->i, b = c->j, copied;

	while (a < c->reference.count && b < c->list.count && from[a] == to[b])
		a++, b++;
	if (a == c->reference.count)
		return false;
	difference->copy = a - c->i;
	copied = a;
	c->j = b;
	while (a < c->reference.count && b < c->list.count &&
	       from[a] != to[b]) {
		/* Branchless; the order within an edit does not matter. */
		bool lower = from[a] < to[b];

		a += lower;
		b += !lower;
	}
	if (b == c->list.count)
		a = c->reference.count;
	difference->skip = a - copied;
	/* A list cannot begin with a number that has no edit. */
	if (a == c->reference.count)
		b = c->any || difference->copy ? c->j : c->list.count;
	difference->insert = b - c->j;
	c->i = a;
	c->j = b;
	c->any = true;
	return true;
}

static inline uint64_t
at_most(uint64_t value, uint64_t most)
{
	return value < most ? value : most;
}

/* Writes the edits of a difference; returns the end. */
static inline uint8_t *
put_edits(uint8_t *out, struct difference d)
{
	for (; d.copy > COPY_MAX; d.copy -= COPY_MAX)
		*out++ = COPY_MAX;
	do {
		uint64_t skip = at_most(d.skip, SKIP_MAX);
		uint64_t insert = at_most(d.insert, INSERT_MAX);

		*out++ = (uint8_t)(d.copy | skip << 4 | insert << 6);
		d.copy = 0;
		d.skip -= skip;
		d.insert -= insert;
	} while (d.skip | d.insert);
	return out;
}

/* ---- the numbers of a list -------------------------------------------- */

/* The number of successor j of the list. */
static inline uint64_t
number_at(struct successor_list list, uint64_t j, uint64_t page)
{
	if (!j)
		return sp_zigzag((int64_t)list.at[0] - (int64_t)page);
	return list.at[j] - list.at[j - 1] - 1;
}

static inline uint64_t
short_leb_size(uint64_t value)
{
	return value < 0x80 ? 1 : sp_leb_size(value);
}

static inline uint8_t *
put_numbers(uint8_t *out, struct successor_list list, uint64_t j, uint64_t end,
	    uint64_t page)
{
	for (; j < end; j++)
		out = sp_put_leb(out, number_at(list, j, page));
	return out;
}

/* ---- a list and its reference ----------------------------------------- */

/*
 * A list coded against a reference: the body of its record without the head.
 * Edits come first in a record, so numbers are collected in a place of their
 * own until the number of edits is known.
 */
struct coded_list {
	uint8_t *bytes; /* edits, unused room, numbers */
	uint64_t capacity;
	uint64_t edits;
	uint64_t numbers_at, numbers; /* bytes */
};

/* false when memory is short. */
static bool
code_list(struct coded_list *coded, struct successor_list reference,
	  struct successor_list list, uint64_t page)
{
	struct list_comparison c = { reference, list, 0, 0, false };
	struct difference d;
	/* Every edit takes at least one successor of either list. */
	uint64_t edits_max = reference.count + list.count;
	uint8_t *edits, *numbers;

	if (!sp_grow(&coded->bytes, &coded->capacity,
		     edits_max + list.count * NUMBER_MAX, 1))
		return false;
	edits = coded->bytes;
	coded->numbers_at = edits_max;
	numbers = edits + edits_max;
	while (next_difference(&c, &d)) {
		edits = put_edits(edits, d);
		numbers = put_numbers(numbers, list, c.j - d.insert, c.j,
				      page);
	}
	/* The rest of the reference is copied; what follows it is inserted. */
	c.j += reference.count - c.i;
	numbers = put_numbers(numbers, list, c.j, list.count, page);
	coded->edits = (uint64_t)(edits - coded->bytes);
	coded->numbers = (uint64_t)(numbers - coded->bytes) - edits_max;
	return true;
}

/* ---- the choice of a reference ---------------------------------------- */

#define LISTS_RECENT (SP_REFERENCE_MAX + 1) /* a power of two */

/* What is known of the lists of a block so far, and working memory. */
struct block_encoder {
	uint64_t first_page;
	struct successor_list recent[LISTS_RECENT]; /* list i at i modulo */
	uint8_t chain[SP_BLOCK_PAGES]; /* length of the chain that ends there */
	uint8_t sizes[SP_WINDOW_LIST_MAX];
	struct sp_window window;
	struct coded_list coded;
};

/* List i, or one of the SP_REFERENCE_MAX before it, while i is the last. */
static inline struct successor_list *
recent_list(struct block_encoder *block, uint32_t i)
{
	return &block->recent[i % LISTS_RECENT];
}

/* Bytes of the numbers of a list without a reference; sets block->sizes. */
static uint64_t
measure_numbers(struct block_encoder *block, struct successor_list list,
		uint64_t page)
{
	uint64_t sum = 0;

	for (uint64_t j = 0; j < list.count; j++) {
		uint64_t size = short_leb_size(number_at(list, j, page));

		if (j < SP_WINDOW_LIST_MAX)
			block->sizes[j] = (uint8_t)size;
		sum += size;
	}
	return sum;
}

/*
 * The cost of a record, in half bytes.  Each step of its chain costs half a
 * byte: the length of chains is limited, so a long chain takes references away
 * from later pages.  This price makes the graph smaller (cnr-2000: from 5.24
 * to 4.91 bits a link) and the chains shorter.  Each edit costs half a byte
 * for the time it takes: decoding takes 0.94 of the time, for 1 % more memory.
 */
static inline uint64_t
cost_of(uint64_t size, uint64_t edits, unsigned chain)
{
	return 2 * size + edits + chain;
}

/*
 * Estimates the number of edits: one for each place where something is
 * inserted, one for every two skipped successors (some skips share an edit
 * with an insertion), and one for each long copy.
 */
static inline uint64_t
guess_edits(const struct sp_overlap *overlap, unsigned d, uint64_t skipped)
{
	return overlap->gaps[d] + skipped / 2 +
	       overlap->count[d] / (COPY_MAX + 1);
}

/*
 * The distance of the reference that is expected to make list i cheapest; 0
 * for none.  numbers is the size of its numbers without a reference, in bytes.
 */
static unsigned
choose_reference(struct block_encoder *block, uint32_t i, uint64_t numbers)
{
	struct successor_list list = *recent_list(block, i);
	struct sp_overlap overlap = sp_window_take(
		&block->window, i, list.at, block->sizes,
		at_most(list.count, SP_WINDOW_LIST_MAX));
	uint64_t best_cost = cost_of(1 + numbers, 0, 0);
	unsigned best = 0;

	for (unsigned d = 1; d <= SP_REFERENCE_MAX && d <= i; d++) {
		uint64_t there = recent_list(block, i - d)->count;
		uint64_t edits, cost;
		unsigned longer = block->chain[i - d] + 1u;

		if (!there || longer > SP_CHAIN_MAX)
			continue;
		there = at_most(there, SP_WINDOW_LIST_MAX);
		edits = guess_edits(&overlap, d, there - overlap.count[d]);
		cost = cost_of(1 + numbers - overlap.bytes[d] + edits, edits,
			       longer);
		if (cost < best_cost) {
			best_cost = cost;
			best = d;
		}
	}
	return best;
}

/* ---- records ---------------------------------------------------------- */

static inline uint64_t
head_size(uint64_t edits)
{
	return edits < SP_EDITS_MAX ?
		       1 : 1 + short_leb_size(edits - SP_EDITS_MAX);
}

/* Bytes of the body of a list that is coded against a reference. */
static inline uint64_t
coded_size(const struct coded_list *coded)
{
	return head_size(coded->edits) + coded->edits + coded->numbers;
}

/* Writes the record of a list without a reference. */
static uint8_t *
put_plain(uint8_t *out, struct successor_list list, uint64_t page,
	  uint64_t numbers)
{
	out = sp_put_leb(out, 1 + numbers);
	*out++ = 0;
	return put_numbers(out, list, 0, list.count, page);
}

/* Writes the record of a list coded against the reference at a distance. */
static uint8_t *
put_coded(uint8_t *out, const struct coded_list *coded, unsigned distance)
{
	out = sp_put_leb(out, coded_size(coded));
	*out++ = (uint8_t)(distance | at_most(coded->edits, SP_EDITS_MAX)
					      << SP_REFERENCE_BITS);
	if (coded->edits >= SP_EDITS_MAX)
		out = sp_put_leb(out, coded->edits - SP_EDITS_MAX);
	memcpy(out, coded->bytes, coded->edits);
	out += coded->edits;
	memcpy(out, coded->bytes + coded->numbers_at, coded->numbers);
	return out + coded->numbers;
}

/* Is list i, coded against the reference at a distance, cheaper than plain? */
static bool
coding_pays(const struct block_encoder *block, uint32_t i, unsigned distance,
	    uint64_t numbers)
{
	const struct coded_list *coded = &block->coded;

	return cost_of(coded_size(coded), coded->edits,
		       block->chain[i - distance] + 1u) <
	       cost_of(1 + numbers, 0, 0);
}

/* Where encoded bytes go. */
struct block_bytes {
	uint8_t *bytes;
	uint64_t capacity, used;
};

/*
 * Appends the record of list i, which stays where it is until SP_REFERENCE_MAX
 * more lists have been appended.  A coded record is used only if it is
 * cheaper than the plain one, so room for a plain one is always enough.
 */
static bool
put_record(struct block_encoder *block, uint32_t i, struct successor_list list,
	   struct block_bytes *to)
{
	uint64_t page = block->first_page + i;
	uint64_t numbers = measure_numbers(block, list, page);
	unsigned distance = 0;
	uint8_t *out;

	if (!sp_grow(&to->bytes, &to->capacity,
		     to->used + SP_LEB_MAX + 1 + numbers, 1))
		return false;
	out = to->bytes + to->used;
	*recent_list(block, i) = list;
	block->chain[i] = 0;
	if (list.count)
		distance = choose_reference(block, i, numbers);
	if (distance && !code_list(&block->coded,
				   *recent_list(block, i - distance), list,
				   page))
		return false;
	if (!list.count) {
		*out++ = 0;
	} else if (distance && coding_pays(block, i, distance, numbers)) {
		block->chain[i] = (uint8_t)(block->chain[i - distance] + 1);
		out = put_coded(out, &block->coded, distance);
	} else {
		out = put_plain(out, list, page, numbers);
	}
	to->used = (uint64_t)(out - to->bytes);
	return true;
}

/* ---- blocks ----------------------------------------------------------- */

enum sp_status
sp_block_encode(const struct sp_block_rows *rows, uint8_t **bytes,
		uint64_t *capacity, uint64_t *length, struct sp_error *err)
{
	struct block_encoder *block = sp_alloc_zero(1, sizeof(*block));
	struct block_bytes to = { *bytes, *capacity, SP_BLOCK_HEADER };
	bool complete = block && sp_grow(&to.bytes, &to.capacity,
					 SP_BLOCK_HEADER, 1);
	uint64_t start = 0;

	if (block)
		block->first_page = rows->first_page;
	for (uint32_t i = 0; complete && i < rows->pages; i++) {
		struct successor_list list = { rows->successors + start,
					       rows->ends[i] - start };

		complete = put_record(block, i, list, &to);
		start = rows->ends[i];
	}
	if (block)
		free(block->coded.bytes);
	free(block);
	*bytes = to.bytes;
	*capacity = to.capacity;
	if (!complete)
		return sp_no_memory(err, "a block of links");
	sp_store64(*bytes, to.used - SP_BLOCK_HEADER);
	sp_store64(*bytes + 8, start);
	*length = to.used;
	return SP_OK;
}

struct sp_block_stream {
	struct block_encoder block;
	struct block_bytes to;
	uint32_t rows;
	uint64_t links;
	uint32_t *kept[LISTS_RECENT]; /* copies of the recent lists */
	uint64_t capacity[LISTS_RECENT];
};

struct sp_block_stream *
sp_block_stream_new(uint64_t first_page)
{
	struct sp_block_stream *stream = sp_alloc_zero(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->block.first_page = first_page;
	stream->to.used = SP_BLOCK_HEADER;
	return stream;
}

enum sp_status
sp_block_stream_add(struct sp_block_stream *stream, const uint32_t *successors,
		    uint64_t count, struct sp_error *err)
{
	uint32_t place = stream->rows % LISTS_RECENT;
	struct successor_list list = { NULL, count };

	if (!sp_grow(&stream->kept[place], &stream->capacity[place], count,
		     sizeof(*successors)))
		return sp_no_memory(err, "a list of links");
	if (count)
		memcpy(stream->kept[place], successors,
		       count * sizeof(*successors));
	list.at = stream->kept[place];
	if (!put_record(&stream->block, stream->rows, list, &stream->to))
		return sp_no_memory(err, "a block of links");
	stream->rows++;
	stream->links += count;
	return SP_OK;
}

const uint8_t *
sp_block_stream_end(struct sp_block_stream *stream, uint64_t *length)
{
	sp_store64(stream->to.bytes, stream->to.used - SP_BLOCK_HEADER);
	sp_store64(stream->to.bytes + 8, stream->links);
	*length = stream->to.used;
	return stream->to.bytes;
}

void
sp_block_stream_free(struct sp_block_stream *stream)
{
	if (!stream)
		return;
	for (unsigned i = 0; i < LISTS_RECENT; i++)
		free(stream->kept[i]);
	free(stream->block.coded.bytes);
	free(stream->to.bytes);
	free(stream);
}
