/* SPDX-License-Identifier: MIT */
/*
 * A radix sort that needs no second copy of the links.  Links are keys of 64
 * bits in chunks of 4 KiB, linked to lists.  A list that is too large for a
 * cache is dealt: each item goes to the list of its highest digit, in order,
 * and every chunk that has been read is free for the lists that grow.  So
 * dealing takes at most a chunk for each list, 8 MiB, more than the links, and
 * touches memory that is warm already.  When a list has at most 32,768 items,
 * it is gathered into an array that fits a cache, sorted there by its remaining
 * digits, lowest first, and handed over.
 *
 *	pile -> dealt by up to 11 bits -> lists of about 8,192 items
 *	     -> sorted in a cache, several at once by threads -> taken in order
 *
 * Both steps are stable, and lists are taken in the order of their digits, so
 * equal keys come out in the order in which they went in: the sum of the
 * weights of equal links depends on it.
 *
 * A sort into a second array, which this one replaced, took 553 instead of 354
 * MiB for 35 M links; most of its time went into touching memory for the first
 * time and into passes over all of it.
 *
 * Time is linear: a link is copied once for each dealing, mostly one or two,
 * and once for each digit in which the keys of its list differ.
 */
#include "graph/links/linkpile.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <stdlib.h>

#define CHUNK_BYTES SP_BUFFER(4096, 256)

struct sp_linkchunk {
	struct sp_linkchunk *next;
	uint64_t used;  /* bytes of items */
	uint8_t items[CHUNK_BYTES - 16]; /* a multiple of 16 */
};

/*
 * Memory comes in arenas that grow with the pile: a quarter of what there is,
 * within these bounds.  Large ones are in huge pages.
 */
#define ARENA_MIN SP_BUFFER((uint64_t)64 << 10, (uint64_t)1 << 10)
#define ARENA_MAX ((uint64_t)8 << 20)

/*
 * Lists up to this many items are sorted in a cache, with as many of working
 * space: 512 KiB for both.
 */
#define SMALL ((uint64_t)1 << 15)

/* Items that a list has, more or less, when it has been dealt out. */
#define DEALT_BITS 13

#define DIGIT_BITS 11
#define DIGIT_VALUES ((size_t)1 << DIGIT_BITS)
#define FEW 2048       /* items: digits of 8 bits are faster */
#define VERY_FEW 32    /* items: insertion is faster */

/* ---- chunks ----------------------------------------------------------- */

void
sp_linkpile_begin(struct sp_linkpile *pile, size_t size, int threads)
{
	*pile = (struct sp_linkpile){ .size = size, .threads = threads };
}

void
sp_linkpile_clear(struct sp_linkpile *pile)
{
	for (uint64_t i = 0; i < pile->arena_count; i++)
		free(pile->arenas[i]);
	free(pile->arenas);
	sp_linkpile_begin(pile, pile->size, pile->threads);
}

/*
 * Small piles take little, large ones few calls; huge pages need arenas of
 * megabytes.
 */
static bool
add_arena(struct sp_linkpile *pile)
{
	uint64_t bytes = pile->count * pile->size / 4 / CHUNK_BYTES *
			 CHUNK_BYTES;

	bytes = bytes < ARENA_MIN ? ARENA_MIN : bytes;
	bytes = bytes > ARENA_MAX ? ARENA_MAX : bytes;
	if (!sp_grow(&pile->arenas, &pile->arena_capacity,
		     pile->arena_count + 1))
		return false;
	pile->arenas[pile->arena_count] = sp_alloc_large(bytes, 1);
	if (!pile->arenas[pile->arena_count])
		return false;
	pile->arena_count++;
	pile->arena_bytes = bytes;
	pile->arena_used = 0;
	return true;
}

/* Chunks that were dealt out come first: they are in the cache. */
static struct sp_linkchunk *
linkpile_take_chunk(struct sp_linkpile *pile)
{
	struct sp_linkchunk *chunk = pile->free;

	if (chunk) {
		pile->free = chunk->next;
		return chunk;
	}
	if (pile->arena_used == pile->arena_bytes && !add_arena(pile))
		return NULL;
	chunk = (struct sp_linkchunk *)(void *)(
		pile->arenas[pile->arena_count - 1] + pile->arena_used);
	pile->arena_used += CHUNK_BYTES;
	return chunk;
}

/* Notes how much of the last chunk is in use. */
static void
close_list(struct sp_linklist *list)
{
	if (list->last)
		list->last->used = (uint64_t)(list->at - list->last->items);
}

/*
 * The end of the items of a chunk is rounded down to whole items, so an item
 * never lies in two chunks.
 */
bool
sp_linkpile_more(struct sp_linkpile *pile, struct sp_linklist *list)
{
	struct sp_linkchunk *chunk = linkpile_take_chunk(pile);

	if (!chunk)
		return false;
	close_list(list);
	chunk->next = NULL;
	if (list->last)
		list->last->next = chunk;
	else
		list->first = chunk;
	list->last = chunk;
	list->chunks++;
	list->at = chunk->items;
	list->end = chunk->items + sizeof(chunk->items) / pile->size *
					   pile->size;
	return true;
}

/* The chunks of a list, which is empty then, are free again. */
static void
free_list(struct sp_linkpile *pile, struct sp_linklist *list)
{
	if (list->last) {
		list->last->next = pile->free;
		pile->free = list->first;
	}
	*list = (struct sp_linklist){ .first = NULL };
}

/*
 * Items of a list that is closed.
 *
 * All chunks but the last are full, so nothing has to be counted.
 */
static uint64_t
list_count(const struct sp_linkpile *pile, const struct sp_linklist *list)
{
	uint64_t room = sizeof(list->last->items) / pile->size;

	return list->last ? (list->chunks - 1) * room +
				    list->last->used / pile->size : 0;
}

/* ---- sorting in a cache ----------------------------------------------- */

static inline uint64_t
key_at(const uint8_t *item)
{
	uint64_t key;

	memcpy(&key, item, sizeof(key));
	return key;
}

/* A list of at most SMALL items, sorted; memory for that. */
struct sorted_list {
	uint8_t *items, *other; /* of SMALL items each */
	uint64_t count;
};

/*
 * Copies the items of a list; returns the bits in which keys differ.
 *
 * Digits in which all keys agree need no pass: in a list that was dealt, the
 * upper ones.
 */
static uint64_t
gather_items(const struct sp_linklist *list, size_t size,
	     struct sorted_list *sorted)
{
	const struct sp_linkchunk *chunk = list->first;
	uint64_t first = key_at(chunk->items), differ = 0;
	uint8_t *to = sorted->items;

	for (; chunk; chunk = chunk->next) {
		memcpy(to, chunk->items, chunk->used);
		for (uint64_t at = 0; at < chunk->used; at += size)
			differ |= key_at(to + at) ^ first;
		to += chunk->used;
	}
	sorted->count = (uint64_t)(to - sorted->items) / size;
	return differ;
}

/* Strictly greater, so that equal keys keep their order. */
static void
linkpile_insert_items(struct sorted_list *sorted, size_t size)
{
	for (uint64_t i = 1; i < sorted->count; i++) {
		uint8_t *at = sorted->items + i * size;
		uint64_t key = key_at(at);
		uint8_t item[16];

		memcpy(item, at, size);
		for (; at > sorted->items && key_at(at - size) > key;
		     at -= size)
			memcpy(at, at - size, size);
		memcpy(at, item, size);
	}
}

/*
 * One pass over a digit.  Callers give size as a constant, which makes the
 * memcpy() of an item one or two moves.
 *
 * Counts, then places, then moves; each pass changes between the two halves of
 * the memory. 2,048 counters take 8 KiB and stay in the first-level cache.
 */
static inline __attribute__((always_inline)) void
sort_digit(struct sorted_list *sorted, size_t size, unsigned shift,
	   unsigned bits)
{
	uint32_t places[DIGIT_VALUES];
	uint64_t values = (uint64_t)1 << bits;
	uint8_t *from = sorted->items, *to = sorted->other;
	uint32_t sum = 0;

	memset(places, 0, values * sizeof(*places));
	for (uint64_t i = 0; i < sorted->count; i++)
		places[key_at(from + i * size) >> shift & (values - 1)]++;
	for (uint64_t digit = 0; digit < values; digit++) {
		uint32_t here = places[digit];

		places[digit] = sum;
		sum += here;
	}
	for (uint64_t i = 0; i < sorted->count; i++) {
		const uint8_t *item = from + i * size;
		uint64_t digit = key_at(item) >> shift & (values - 1);

		memcpy(to + (uint64_t)places[digit]++ * size, item, size);
	}
	sorted->items = to;
	sorted->other = from;
}

/*
 * Sorts a list by the digits in which its keys differ, the lowest first.
 *
 * Zero bits below a digit are skipped, so that digits begin where keys differ.
 * Eight bits for few items, since clearing and adding up 2,048 counters would
 * take longer than sorting 2,000 items.
 */
static void
sort_list(const struct sp_linklist *list, size_t size,
	  struct sorted_list *sorted)
{
	uint64_t differ = gather_items(list, size, sorted);
	unsigned bits = sorted->count < FEW ? 8 : DIGIT_BITS, shift = 0;

	if (sorted->count < VERY_FEW) {
		linkpile_insert_items(sorted, size);
		return;
	}
	while (differ) {
		unsigned zeros = (unsigned)__builtin_ctzll(differ);

		shift += zeros;
		if (size == 8)
			sort_digit(sorted, 8, shift, bits);
		else
			sort_digit(sorted, 16, shift, bits);
		differ = differ >> zeros >> bits;
		shift += bits;
	}
}

/* ---- dealing ---------------------------------------------------------- */

/* The highest digit in which keys differ, of as many bits as count asks for. */
struct highest_digit {
	unsigned shift, bits; /* no bits: all keys are equal */
};

/*
 * As many bits as make lists of about 2^DEALT_BITS items, from the highest bit
 * in which keys differ downward.  The digit cannot be empty: keys differ in its
 * top bit, so at least two lists come out of it.
 */
static struct highest_digit
find_digit(const struct sp_linklist *list, size_t size, uint64_t count)
{
	uint64_t first = key_at(list->first->items), differ = 0;
	struct highest_digit digit = { 0, 1 };
	unsigned top;

	for (const struct sp_linkchunk *chunk = list->first; chunk;
	     chunk = chunk->next)
		for (uint64_t at = 0; at < chunk->used; at += size)
			differ |= key_at(chunk->items + at) ^ first;
	if (!differ)
		return (struct highest_digit){ 0, 0 };
	top = 64 - (unsigned)__builtin_clzll(differ);
	while (digit.bits < DIGIT_BITS && digit.bits < top &&
	       count >> digit.bits > (uint64_t)1 << DEALT_BITS)
		digit.bits++;
	digit.shift = top - digit.bits;
	return digit;
}

/*
 * Moves the items of a list, in order, to those of their digits.
 *
 * The chunk is freed after its items have been copied; linkpile_take_chunk()
 * may return it at once for one of the lists.
 */
static inline __attribute__((always_inline)) bool
deal_items(struct sp_linkpile *pile, struct sp_linklist *list, size_t size,
	   struct highest_digit digit, struct sp_linklist *dealt)
{
	uint64_t mask = ((uint64_t)1 << digit.bits) - 1;

	while (list->first) {
		struct sp_linkchunk *chunk = list->first;

		for (uint64_t at = 0; at < chunk->used; at += size) {
			const uint8_t *item = chunk->items + at;
			struct sp_linklist *to =
				&dealt[key_at(item) >> digit.shift & mask];

			if (to->at == to->end && !sp_linkpile_more(pile, to))
				return false;
			memcpy(to->at, item, size);
			to->at += size;
		}
		list->first = chunk->next;
		chunk->next = pile->free;
		pile->free = chunk;
	}
	*list = (struct sp_linklist){ .first = NULL };
	return true;
}

/* ---- all of a pile ---------------------------------------------------- */

/* Lists that are sorted at the same time, some for each thread. */
#define LISTS_PER_THREAD 4

struct pile_sort {
	struct sp_linkpile *pile;
	const struct sp_linktaker *taker;
	struct sorted_list *sorted; /* of room lists */
	uint64_t room;
	uint8_t *memory;            /* of their items */
};

/*
 * Threads sort, the caller takes: items leave in order, whichever thread was
 * first.  Chunks go back before the items are taken, as these are copies.
 */
static enum sp_status
take_sorted(struct pile_sort *sort, struct sp_linklist *lists, uint64_t count,
	    struct sp_error *err)
{
	struct sp_linkpile *pile = sort->pile;
	enum sp_status status = SP_OK;

#pragma omp parallel for num_threads(pile->threads) schedule(dynamic)
	for (uint64_t i = 0; i < count; i++) {
		sort->sorted[i].count = 0;
		if (lists[i].first)
			sort_list(&lists[i], pile->size, &sort->sorted[i]);
	}
	for (uint64_t i = 0; i < count; i++) {
		const struct sorted_list *sorted = &sort->sorted[i];

		free_list(pile, &lists[i]);
		if (!status && sorted->count)
			status = sort->taker->take(sort->taker->context,
						   sorted->items,
						   sorted->count, err);
	}
	return status;
}

/*
 * All keys of the list are equal.
 *
 * One key, in any number: it is never gathered into a cache, and no digit could
 * divide it.
 */
static enum sp_status
take_equal(struct pile_sort *sort, struct sp_linklist *list,
	   struct sp_error *err)
{
	size_t size = sort->pile->size;
	enum sp_status status = SP_OK;

	for (const struct sp_linkchunk *chunk = list->first; chunk && !status;
	     chunk = chunk->next)
		status = sort->taker->take(sort->taker->context, chunk->items,
					   chunk->used / size, err);
	free_list(sort->pile, list);
	return status;
}

static enum sp_status sort_large(struct pile_sort *sort,
				 struct sp_linklist *list,
				 struct sp_error *err);

/*
 * Sorts lists of ascending digits: runs of small ones, or a large one.
 *
 * Runs of small lists are sorted together, room of them at a time; a large one
 * is dealt again before anything after it is taken.
 */
static enum sp_status
sort_dealt(struct pile_sort *sort, struct sp_linklist *lists, uint64_t count,
	   struct sp_error *err)
{
	enum sp_status status = SP_OK;
	uint64_t i = 0, next;

	for (; i < count && !status; i = next) {
		for (next = i; next < count && next - i < sort->room; next++)
			if (list_count(sort->pile, &lists[next]) > SMALL)
				break;
		if (next > i)
			status = take_sorted(sort, lists + i, next - i, err);
		else
			status = sort_large(sort, &lists[next++], err);
	}
	return status;
}

/*
 * At most 32 deep: a list of more than SMALL items has a digit of two bits or
 * more, or of the last one.  Mostly one or two, as lists are then small.
 */
static enum sp_status
sort_large(struct pile_sort *sort, struct sp_linklist *list,
	   struct sp_error *err)
{
	struct sp_linkpile *pile = sort->pile;
	struct highest_digit digit = find_digit(
		list, pile->size, list_count(pile, list));
	uint64_t count = (uint64_t)1 << digit.bits;
	struct sp_linklist *dealt;
	enum sp_status status;
	bool complete;

	if (!digit.bits)
		return take_equal(sort, list, err);
	dealt = sp_alloc_zero(count, sizeof(*dealt));
	if (!dealt)
		return sp_no_memory(err, "sorting links");
	complete = pile->size == 8 ?
			   deal_items(pile, list, 8, digit, dealt) :
			   deal_items(pile, list, 16, digit, dealt);
	for (uint64_t i = 0; i < count; i++)
		close_list(&dealt[i]);
	status = complete ? sort_dealt(sort, dealt, count, err) :
			    sp_no_memory(err, "sorting links");
	free(dealt);
	return status;
}

/*
 * Two blocks of a small list for each list that is sorted at once, never more
 * of them than the pile can have.
 */
static bool
begin_sort(struct pile_sort *sort)
{
	struct sp_linkpile *pile = sort->pile;
	uint64_t most = pile->count < SMALL ? pile->count : SMALL;
	uint64_t bytes = most * pile->size;

	/* Working space is about twice the memory of the links at most. */
	sort->room = (uint64_t)pile->threads * LISTS_PER_THREAD;
	if (sort->room > pile->count / SMALL + 1)
		sort->room = pile->count / SMALL + 1;
	sort->sorted = sp_alloc_zero(sort->room, sizeof(*sort->sorted));
	sort->memory = sp_alloc(2 * sort->room, bytes);
	if (!sort->sorted || !sort->memory)
		return false;
	for (uint64_t i = 0; i < sort->room; i++)
		sort->sorted[i] = (struct sorted_list){
			sort->memory + 2 * i * bytes,
			sort->memory + (2 * i + 1) * bytes, 0
		};
	return true;
}

/* The whole pile is one list of a digit without bits. */
enum sp_status
sp_linkpile_sort(struct sp_linkpile *pile, const struct sp_linktaker *taker,
		 struct sp_error *err)
{
	struct pile_sort sort = { pile, taker, NULL, 0, NULL };
	enum sp_status status;

	close_list(&pile->links);
	status = begin_sort(&sort) ?
			 sort_dealt(&sort, &pile->links, 1, err) :
			 sp_no_memory(err, "sorting links");
	free(sort.sorted);
	free(sort.memory);
	/* After a failure, chunks may be in lists that are gone. */
	if (status)
		sp_linkpile_clear(pile);
	pile->links = (struct sp_linklist){ .first = NULL };
	pile->count = 0;
	return status;
}
