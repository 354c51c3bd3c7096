/* SPDX-License-Identifier: MIT */
/*
 * heap.h - an indexed heap: the least key first, keys change in place.
 * Private to lib/crawl and lib/crawl/orders.
 *
 * The first items are in a heap with four children a slot: four slots fill one
 * line of the cache, and keys are in the slots, so that sifting down touches
 * one line a level and no other array.  This heap has SP_HEAP_FRONT slots,
 * which stay in the cache.  If there are more items, the others are on shelves
 * (shelves.h) until the front is empty.  Only heap.c, shelves.c and this header
 * use the slots.
 *
 * Or it is a heap for each host (hostheaps.h).  Then the first item is taken
 * from the host that is set there, and no item is the first one of all.
 */
#ifndef SP_CRAWL_HEAP_H
#define SP_CRAWL_HEAP_H

#include "base/status.h"
#include "crawl/hostheaps.h"
#include "crawl/shelves.h"

/*
 * The root is slots[SP_HEAP_ROOT], so that the children of a slot begin at a
 * multiple of four.  where[item] is the slot of an item in the heap.  For
 * other items the caller may use it as it likes: the heap writes only slots,
 * and SP_HEAP_NONE when an item leaves.
 */
struct sp_heap {
	struct sp_slot *slots;
	uint64_t end;       /* after the last slot of the front */
	uint64_t count;     /* of items */
	uint32_t *where;
	struct sp_shelves *shelves; /* NULL: the front has room for all */
	struct sp_host_heaps *by_host; /* or NULL; has the slots */
};

#define SP_HEAP_ROOT 3
#define SP_HEAP_NONE 0
#define SP_HEAP_FRONT 4096 /* slots, with those before the root */
/* Items at one time: slots are below 2^31, and some are free. */
#define SP_HEAP_MAX ((UINT64_C(1) << 31) - (UINT64_C(1) << 16))

/*
 * An empty heap for up to items items at a time; where has an element for
 * every possible item and belongs to the caller.  The system provides memory
 * only for slots that are used.  false when memory is short.
 */
bool sp_heap_init(struct sp_heap *heap, uint64_t items, uint32_t *where)
	SP_MUST_CHECK;

/*
 * The same as a heap for each host.  host_of says which host, below hosts, an
 * item is of, and belongs to the caller; at most SP_HOST_HEAPS_MAX items.  Of
 * the functions for many items at once, only sp_heap_rekey() knows such a heap.
 */
bool sp_heap_init_by_host(struct sp_heap *heap, uint64_t items, uint32_t *where,
			  const uint32_t *host_of, uint64_t hosts)
	SP_MUST_CHECK;
void sp_heap_free(struct sp_heap *heap); /* accepts zero bytes */

/* Takes out all items; the caller writes SP_HEAP_NONE for each. */
void sp_heap_clear(struct sp_heap *heap);

static inline uint64_t
sp_heap_count(const struct sp_heap *heap)
{
	return heap->count;
}

/* The key of the item in slot at. */
static inline double
sp_heap_key(const struct sp_heap *heap, uint64_t at)
{
	return heap->slots[at].key;
}

/* A hint that the key in slot at is used soon. */
static inline void
sp_heap_soon(const struct sp_heap *heap, uint64_t at)
{
	__builtin_prefetch(&heap->slots[at], 1);
}

/* The first item with its key; the heap is not empty. */
static inline struct sp_slot
sp_heap_first(const struct sp_heap *heap)
{
	return heap->slots[SP_HEAP_ROOT];
}

/* Adds an item that is not in the heap; the heap is not full. */
void sp_heap_push(struct sp_heap *heap, struct sp_slot slot);

/* Takes the first item out; the heap, or that of the host, is not empty. */
struct sp_slot sp_heap_pop(struct sp_heap *heap);

/* Takes out the item of slot at. */
void sp_heap_remove(struct sp_heap *heap, uint64_t at);

/* Gives the item of slot at another key. */
void sp_heap_change(struct sp_heap *heap, uint64_t at, double key);

/*
 * Many items at once, each by sp_heap_append(), which leaves the heap in any
 * order; sp_heap_rebuild() then puts it in order, in linear time.
 */
void sp_heap_append(struct sp_heap *heap, struct sp_slot slot);
void sp_heap_rebuild(struct sp_heap *heap);

/*
 * Gives every item the key sign * key(context, item) and rebuilds the heap,
 * which may be in any order before.
 */
void sp_heap_rekey(struct sp_heap *heap, double sign,
		   double (*key)(void *context, uint32_t item),
		   void *context);

#endif
