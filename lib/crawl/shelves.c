/* SPDX-License-Identifier: MIT */
/*
 * The items of a heap that are far from its front: up to 111 piles, each
 * unsorted, with a bound between every two.
 *
 * shelf[count - 1] is the first in the order, shelf[0] the last; shelves are
 * added and taken away at the end of the array.  For every shelf i: no item on
 * it is before shelf[i].bound, and all are before shelf[i - 1].bound.  So the
 * shelf of a slot is the number of bounds that it is before (find_shelf()),
 * and a new key of an item that stays on its shelf is one write.
 *
 * Slots are in chunks of 256 (4 KB), each of which belongs to one shelf, so
 * that shelf_of[slot / 256] says on which shelf an item is without 4 bytes an
 * item.  The chunks of a shelf are a list, and only the first of it may have
 * free slots, at its end: an item is added there, and a hole is filled from
 * there. first_used() depends on it, and so does the count of chunks that
 * sp_shelves_room() reserves: no more than one a shelf can be partly empty.
 *
 * When the front is empty, the items of the first shelf move into it, at most
 * 2,048 of them.  A shelf that has more is divided by up to 15 bounds from a
 * sample, and its first part is looked at again.  An item so moves once for
 * each factor of 16 by which its shelf was too large: two or three times in a
 * frontier of 500,000, whatever the order of arrival was.
 *
 * Random numbers choose the sample, so that no order of arrival (ascending
 * keys, a few distinct ones) makes bad bounds again and again.  They begin at
 * the same number in every crawl, and no result depends on them.
 */
#include "crawl/shelves.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Of 8 times as many items as parts, every eighth is a bound.  With one sample
 * a part, the largest of 16 parts would usually be several times too large.
 */
#define SAMPLES 8 /* for each part of a shelf */
#define AHEAD 16  /* items whose places are fetched before they move */

/* ---- chunks ----------------------------------------------------------- */

/*
 * Chunks for all items, and one more for each shelf, whose first chunk may be
 * nearly empty; one of the last two is for rounding, the other to spare.
 */
uint64_t
sp_shelves_room(uint64_t items)
{
	return (items / SP_SHELF_CHUNK + SP_SHELVES_MAX + SP_SHELF_PARTS + 2) *
	       SP_SHELF_CHUNK;
}

struct sp_shelves *
sp_shelves_new(struct sp_slot *slots, uint32_t *where, uint32_t first_chunk,
	       uint64_t room)
{
	struct sp_shelves *shelves = sp_alloc_zero(1, sizeof(*shelves));

	if (!shelves)
		return NULL;
	shelves->slots = slots;
	shelves->where = where;
	shelves->used = first_chunk;
	shelves->chunks = first_chunk + (uint32_t)(room / SP_SHELF_CHUNK);
	shelves->free = SP_NO_CHUNK;
	shelves->next = sp_alloc(shelves->chunks, sizeof(*shelves->next));
	shelves->shelf_of = sp_alloc(shelves->chunks,
				     sizeof(*shelves->shelf_of));
	if (shelves->next && shelves->shelf_of)
		return shelves;
	sp_shelves_free(shelves);
	return NULL;
}

void
sp_shelves_free(struct sp_shelves *shelves)
{
	if (!shelves)
		return;
	free(shelves->next);
	free(shelves->shelf_of);
	free(shelves);
}

void
sp_shelves_clear(struct sp_shelves *shelves, uint32_t first_chunk)
{
	shelves->used = first_chunk;
	shelves->free = SP_NO_CHUNK;
	shelves->count = 0;
}

static inline struct sp_slot *
chunk_slots(const struct sp_shelves *shelves, uint32_t chunk)
{
	return shelves->slots + (uint64_t)chunk * SP_SHELF_CHUNK;
}

/* Slots of its first chunk that a shelf with items uses. */
static inline uint64_t
first_used(const struct sp_shelf *shelf)
{
	return (shelf->count - 1) % SP_SHELF_CHUNK + 1;
}

static void
shelves_add_chunk(struct sp_shelves *shelves, unsigned to)
{
	uint32_t chunk = shelves->free;

	if (chunk == SP_NO_CHUNK)
		chunk = shelves->used++;
	else
		shelves->free = shelves->next[chunk];
	shelves->next[chunk] = shelves->shelf[to].chunk;
	shelves->shelf_of[chunk] = (uint8_t)to;
	shelves->shelf[to].chunk = chunk;
}

static void
drop_chunk(struct sp_shelves *shelves, struct sp_shelf *from)
{
	uint32_t chunk = from->chunk;

	from->chunk = shelves->next[chunk];
	shelves->next[chunk] = shelves->free;
	shelves->free = chunk;
}

/* ---- items ------------------------------------------------------------ */

static inline void
put_on(struct sp_shelves *shelves, unsigned to, struct sp_slot slot)
{
	struct sp_shelf *shelf = &shelves->shelf[to];
	uint64_t used = shelf->count++ % SP_SHELF_CHUNK;
	uint64_t at;

	if (!used)
		shelves_add_chunk(shelves, to);
	at = (uint64_t)shelf->chunk * SP_SHELF_CHUNK + used;
	shelves->slots[at] = slot;
	shelves->where[sp_slot_item(&slot)] = (uint32_t)at;
}

/*
 * The last item of the first chunk fills the hole, so that only the first
 * chunk has free slots. where[] of the item that leaves is left to the caller,
 * who writes its next place or that it has none.
 */
void
sp_shelves_take(struct sp_shelves *shelves, uint64_t at)
{
	struct sp_shelf *shelf =
		&shelves->shelf[shelves->shelf_of[at / SP_SHELF_CHUNK]];
	uint64_t last = (uint64_t)shelf->chunk * SP_SHELF_CHUNK +
			first_used(shelf) - 1;

	if (at != last) {
		struct sp_slot slot = shelves->slots[last];

		shelves->slots[at] = slot;
		shelves->where[sp_slot_item(&slot)] = (uint32_t)at;
	}
	if (--shelf->count % SP_SHELF_CHUNK == 0)
		drop_chunk(shelves, shelf);
}

/*
 * Returns the shelf to which a slot belongs, or count if it is before all: the
 * number of bounds that it is before.  The steps do not depend on the results
 * of comparisons, so no branch is mispredicted.
 */
static inline unsigned
find_shelf(const struct sp_shelf *shelf, unsigned count,
	   const struct sp_slot *slot)
{
	unsigned low = 0;

	while (count > 1) {
		unsigned half = count / 2;

		low += sp_slot_before(slot, &shelf[low + half - 1].bound) ?
			       half : 0;
		count -= half;
	}
	return low + (count && sp_slot_before(slot, &shelf[low].bound));
}

/*
 * The new shelf is before all others, so its bound must be before theirs:
 * front_spill() takes it from the front.
 */
void
sp_shelves_begin(struct sp_shelves *shelves, struct sp_slot bound)
{
	shelves->shelf[shelves->count++] =
		(struct sp_shelf){ bound, 0, SP_NO_CHUNK };
}

void
sp_shelves_put(struct sp_shelves *shelves, struct sp_slot slot)
{
	unsigned to = find_shelf(shelves->shelf, shelves->count, &slot);

	put_on(shelves, to, slot);
}

/*
 * To the first shelf without a search: for front_spill(), whose items are
 * between the first bound and the next by construction, and for one shelf of
 * all.
 */
void
sp_shelves_append(struct sp_shelves *shelves, struct sp_slot slot)
{
	put_on(shelves, shelves->count - 1, slot);
}

/*
 * Most changes leave an item on its shelf, because bounds are far apart: then
 * nothing moves and no other item is touched.
 */
bool
sp_shelves_change(struct sp_shelves *shelves, uint64_t at, double key)
{
	unsigned from = shelves->shelf_of[at / SP_SHELF_CHUNK], to;
	struct sp_slot slot = { key, shelves->slots[at].rank };

	to = find_shelf(shelves->shelf, shelves->count, &slot);
	if (to == from) {
		shelves->slots[at].key = key;
		return true;
	}
	sp_shelves_take(shelves, at);
	if (to == shelves->count)
		return false;
	put_on(shelves, to, slot);
	return true;
}

/* ---- the first shelf -------------------------------------------------- */

/* Item number i of a shelf, counted from its first chunk on. */
struct sampler {
	const struct sp_shelves *shelves;
	uint32_t chunk;
	uint64_t begin, end;   /* numbers of the items of that chunk */
};

static struct sp_slot
sample_at(struct sampler *sampler, uint64_t i)
{
	while (i >= sampler->end) {
		sampler->chunk = sampler->shelves->next[sampler->chunk];
		sampler->begin = sampler->end;
		sampler->end += SP_SHELF_CHUNK;
	}
	return chunk_slots(sampler->shelves,
			   sampler->chunk)[i - sampler->begin];
}

static int
compare_slots(const void *a, const void *b)
{
	return sp_slot_before(b, a) - sp_slot_before(a, b);
}

/*
 * Bounds for parts of about equal size: every SAMPLES-th of as many items,
 * drawn from as many pieces of the shelf, so that no order of arrival makes
 * them bad.  One item of each piece, in the order of the pieces, lets
 * sample_at() follow the list of chunks once. step is not 0: a shelf that is
 * divided has more than 2,048 items, and a sample at most 128.
 *
 * The bound of the last part, that of the items that are first, is the one of
 * the shelf: the least of the sample may have items before it.
 */
static void
choose_bounds(struct sp_shelves *shelves, const struct sp_shelf *whole,
	      unsigned parts, struct sp_shelf *part)
{
	struct sampler sampler = { shelves, whole->chunk, 0,
				   first_used(whole) };
	struct sp_slot sample[SP_SHELF_PARTS * SAMPLES] = { { 0, 0 } };
	uint64_t step = whole->count / (parts * SAMPLES);

	for (unsigned i = 0; i < parts * SAMPLES; i++)
		sample[i] = sample_at(&sampler, i * step +
				      sp_mix64(++shelves->draws) % step);
	qsort(sample, parts * SAMPLES, sizeof(*sample), compare_slots);
	for (unsigned i = 0; i < parts; i++)
		part[i] = (struct sp_shelf){ sample[(parts - 1 - i) * SAMPLES],
					     0, SP_NO_CHUNK };
	part[parts - 1].bound = whole->bound;
}

/*
 * Moves the items of the shelf, chunk by chunk, to the parts.  The items of a
 * chunk are copied out first and the chunk is free for the parts at once, so
 * that dividing a shelf needs no memory beyond a chunk a part.
 *
 * The place of each item is written at random; AHEAD of them are fetched
 * before.  What follows the last item of a chunk is left from the chunk before
 * or zero, a number of an item in any case.
 */
static void
part_items(struct sp_shelves *shelves, struct sp_shelf *whole, unsigned parts,
	   unsigned to)
{
	struct sp_slot items[SP_SHELF_CHUNK + AHEAD] = { { 0, 0 } };

	while (whole->count) {
		uint64_t used = first_used(whole);
		const struct sp_slot *from = chunk_slots(shelves,
							 whole->chunk);

		for (uint64_t i = 0; i < used; i++)
			items[i] = from[i];
		whole->count -= used;
		drop_chunk(shelves, whole);
		for (uint64_t i = 0; i < used; i++) {
			__builtin_prefetch(&shelves->where[sp_slot_item(
						   &items[i + AHEAD])], 1);
			/* The last bound is before all of them. */
			put_on(shelves, to + find_shelf(&shelves->shelf[to],
							parts - 1, &items[i]),
			       items[i]);
		}
	}
}

/* ---- shelves become one ----------------------------------------------- */

/*
 * Shelf from becomes a part of shelf to.  The items of its first chunk move;
 * the other chunks, which are full, only change their shelf.
 */
static void
absorb(struct sp_shelves *shelves, unsigned to, unsigned from)
{
	struct sp_shelf *shelf = &shelves->shelf[to];
	struct sp_shelf taken = shelves->shelf[from];
	uint64_t used = taken.count ? first_used(&taken) : 0;
	uint32_t chunk, last = SP_NO_CHUNK;

	for (uint64_t i = 0; i < used; i++)
		put_on(shelves, to, chunk_slots(shelves, taken.chunk)[i]);
	if (used)
		drop_chunk(shelves, &taken);
	shelf->bound = taken.bound;
	for (chunk = taken.chunk; chunk != SP_NO_CHUNK;
	     chunk = shelves->next[chunk]) {
		shelves->shelf_of[chunk] = (uint8_t)to;
		last = chunk;
	}
	if (last == SP_NO_CHUNK)
		return;
	/* After the first chunk, the only one that may have free slots. */
	shelves->next[last] = shelves->next[shelf->chunk];
	shelves->next[shelf->chunk] = taken.chunk;
	shelf->count += taken.count - used;
}

/*
 * Makes one shelf of every two, but leaves the first alone, which is about to
 * be divided.  Items of far shelves lie coarser then and are divided once more
 * later, which costs less than a search among ever more bounds at each change.
 */
static void
halve_shelves(struct sp_shelves *shelves)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < shelves->count; i++) {
		struct sp_shelf *to = &shelves->shelf[kept];

		*to = shelves->shelf[i];
		for (uint32_t chunk = to->chunk; chunk != SP_NO_CHUNK;
		     chunk = shelves->next[chunk])
			shelves->shelf_of[chunk] = (uint8_t)kept;
		if (i + 2 < shelves->count)
			absorb(shelves, kept, ++i);
		kept++;
	}
	shelves->count = kept;
}

void
sp_shelves_join(struct sp_shelves *shelves)
{
	struct sp_slot bound = { -INFINITY, 0 };

	if (!shelves->count)
		sp_shelves_begin(shelves, bound);
	for (unsigned i = 1; i < shelves->count; i++)
		absorb(shelves, 0, i);
	shelves->count = 1;
	shelves->shelf[0].bound = bound;
}

void
sp_shelves_rekey(struct sp_shelves *shelves, double sign,
		 double (*key)(void *context, uint32_t item), void *context)
{
	const struct sp_shelf *shelf = &shelves->shelf[0];
	uint64_t used = shelf->count ? first_used(shelf) : 0;

	for (uint32_t chunk = shelf->chunk; chunk != SP_NO_CHUNK;
	     chunk = shelves->next[chunk]) {
		struct sp_slot *slots = chunk_slots(shelves, chunk);

		for (uint64_t i = 0; i < used; i++)
			slots[i].key = sign * key(context,
						  sp_slot_item(&slots[i]));
		used = SP_SHELF_CHUNK;
	}
}

/* ---- the first items -------------------------------------------------- */

/*
 * Divides the first shelf, after making room for 15 bounds more.  Twice as
 * many parts as would do if they were equal: parts are not, and one with more
 * than most items would be divided again.
 *
 * false: one part got all its items, which happens only if keys are not
 * numbers, because bounds are items in the full order and all differ.  Then no
 * bound will ever divide them.
 */
static bool
part_first(struct sp_shelves *shelves, uint64_t most)
{
	struct sp_shelf whole;
	uint64_t parts;
	unsigned to;

	if (shelves->count > SP_SHELVES_MAX)
		halve_shelves(shelves);
	to = shelves->count - 1;
	whole = shelves->shelf[to];
	parts = 2 * whole.count / most + 1;
	if (parts > SP_SHELF_PARTS)
		parts = SP_SHELF_PARTS;
	choose_bounds(shelves, &whole, (unsigned)parts, &shelves->shelf[to]);
	shelves->count += (unsigned)parts - 1;
	part_items(shelves, &whole, (unsigned)parts, to);
	for (unsigned i = to; i < shelves->count; i++)
		if (shelves->shelf[i].count == whole.count)
			return false;
	return true;
}

/* Takes the items of the first chunk of the first shelf. */
static uint64_t
shelves_take_chunk(struct sp_shelves *shelves, struct sp_slot *to)
{
	struct sp_shelf *shelf = &shelves->shelf[shelves->count - 1];
	uint64_t used = first_used(shelf);

	memcpy(to, chunk_slots(shelves, shelf->chunk), used * sizeof(*to));
	shelf->count -= used;
	drop_chunk(shelves, shelf);
	return used;
}

/*
 * Empty shelves at the front go first: a shelf loses its last item by
 * sp_shelves_take() without being removed, since others may come back to it.
 */
uint64_t
sp_shelves_first(struct sp_shelves *shelves, struct sp_slot *to, uint64_t most)
{
	struct sp_shelf *shelf = shelves->shelf;
	uint64_t taken = 0;
	bool parted = true;

	for (;;) {
		while (shelves->count && !shelf[shelves->count - 1].count)
			shelves->count--;
		if (!shelves->count)
			return 0;
		/* Keys that are not numbers have no order to keep. */
		if (!parted)
			return shelves_take_chunk(shelves, to);
		if (shelf[shelves->count - 1].count <= most)
			break;
		parted = part_first(shelves, most);
	}
	while (shelf[shelves->count - 1].count)
		taken += shelves_take_chunk(shelves, to + taken);
	shelves->count--;
	return taken;
}
