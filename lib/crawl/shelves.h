/* SPDX-License-Identifier: MIT */
/*
 * shelves.h - the items of a heap that are far from its front, in no order but
 * shelf by shelf.  Private to heap.c.
 *
 * Most pages of a frontier wait for long, and their keys change while they do.
 * Kept in one heap they cost a path through memory for every change and for
 * every page that leaves.  So heap.c keeps only the first few thousand items in
 * heap order.  All others are on shelves: every shelf has a bound, which none
 * of its items is before, and all of them are before the bound of the next
 * shelf.  A new key of an item costs one write, or two when it moves to another
 * shelf; and when the heap is empty the items of the first shelf move into it.
 * If these are too many, the shelf is divided first, at some of its items: an
 * item moves once for each factor of 16 by which its shelf is too large.
 * Bounds are items in the full order, so items of equal keys are divided too.
 *
 * Slots are in chunks of SP_SHELF_CHUNK, and a chunk belongs to one shelf, so
 * that the number of a slot says on which shelf it is.
 */
#ifndef SP_CRAWL_SHELVES_H
#define SP_CRAWL_SHELVES_H

#include "crawl/slot.h"

#include "base/status.h"

#define SP_SHELF_CHUNK 256  /* slots */
#define SP_SHELVES_MAX 96
#define SP_SHELF_PARTS 16   /* of a shelf that is parted, at most */

/* Its first chunk alone may have free slots, at its end. */
struct sp_shelf {
	struct sp_slot bound;  /* no item is before it */
	uint64_t count;
	uint32_t chunk;        /* the first one, or SP_NO_CHUNK */
};

#define SP_NO_CHUNK UINT32_MAX

/*
 * The shelf whose items are first is the last of the array.  slots and where
 * are those of the heap: the chunks begin at slot first_chunk *
 * SP_SHELF_CHUNK.
 */
struct sp_shelves {
	struct sp_slot *slots;
	uint32_t *where;
	uint32_t *next;        /* of each chunk: the next of its shelf */
	uint8_t *shelf_of;     /* of each chunk */
	uint32_t chunks;       /* the end of all chunks */
	uint32_t used;         /* the end of those ever used */
	uint32_t free;         /* the first that is free again */
	uint64_t draws;        /* of random numbers, so far */
	unsigned count;
	struct sp_shelf shelf[SP_SHELVES_MAX + SP_SHELF_PARTS];
};

/* Slots that shelves need for this many items, from first_chunk on. */
uint64_t sp_shelves_room(uint64_t items);

/*
 * No shelves yet, for a heap with these slots, of which room follow
 * first_chunk.  Returns NULL if memory is short.
 */
struct sp_shelves *sp_shelves_new(struct sp_slot *slots, uint32_t *where,
				  uint32_t first_chunk, uint64_t room);
void sp_shelves_free(struct sp_shelves *shelves); /* accepts NULL */

/* Takes away all shelves with their items; first_chunk as before. */
void sp_shelves_clear(struct sp_shelves *shelves, uint32_t first_chunk);

/* Returns whether the slot is before all items on shelves. */
static inline bool
sp_before_shelves(const struct sp_shelves *shelves, const struct sp_slot *slot)
{
	return !shelves->count ||
	       sp_slot_before(slot, &shelves->shelf[shelves->count - 1].bound);
}

/* Adds an empty first shelf, for items from bound on. */
void sp_shelves_begin(struct sp_shelves *shelves, struct sp_slot bound);

/* Puts an item, which is not before the shelves, where it belongs. */
void sp_shelves_put(struct sp_shelves *shelves, struct sp_slot slot);

/* Puts an item on the first shelf, where it need not belong. */
void sp_shelves_append(struct sp_shelves *shelves, struct sp_slot slot);

/* Takes out the item of slot at, but leaves its where. */
void sp_shelves_take(struct sp_shelves *shelves, uint64_t at);

/*
 * Gives the item of slot at another key, and moves it if need be.  Returns
 * false, with the item taken out, if it is before all shelves now.
 */
bool sp_shelves_change(struct sp_shelves *shelves, uint64_t at, double key);

/*
 * Takes the items of the first shelf that has any, parted until there are at
 * most most of them, at least 1: stores them in to, and returns their number; 0
 * if there are none.
 */
uint64_t sp_shelves_first(struct sp_shelves *shelves, struct sp_slot *to,
			  uint64_t most);

/* Makes one shelf of all, with a bound before every number. */
void sp_shelves_join(struct sp_shelves *shelves);

/* Gives every item the key sign * key(context, item); after joining. */
void sp_shelves_rekey(struct sp_shelves *shelves, double sign,
		      double (*key)(void *context, uint32_t item),
		      void *context);

#endif
