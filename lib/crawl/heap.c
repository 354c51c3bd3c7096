/* SPDX-License-Identifier: MIT */
#include "crawl/heap.h"

#include "base/memory.h"

#include <stdlib.h>

/* Items that move from shelves to the front at a time leave half of it free. */
#define FRONT_ITEMS (SP_HEAP_FRONT - SP_HEAP_ROOT)
#define REFILL (SP_HEAP_FRONT / 2)

bool
sp_heap_init(struct sp_heap *heap, uint64_t items, uint32_t *where)
{
	uint64_t room = 0;

	if (items > SP_HEAP_MAX)
		items = SP_HEAP_MAX;
	*heap = (struct sp_heap){ .end = SP_HEAP_ROOT, .most = items,
				  .where = where };
	if (items <= FRONT_ITEMS) {
		heap->slots = sp_alloc_large(items + SP_HEAP_ROOT,
					     sizeof(*heap->slots));
		return heap->slots != NULL;
	}
	room = sp_shelves_room(items);
	heap->slots = sp_alloc_large(SP_HEAP_FRONT + room,
				     sizeof(*heap->slots));
	if (heap->slots)
		heap->shelves = sp_shelves_new(heap->slots, where,
					       SP_HEAP_FRONT / SP_SHELF_CHUNK,
					       room);
	return heap->shelves != NULL;
}

void
sp_heap_free(struct sp_heap *heap)
{
	free(heap->slots);
	heap->slots = NULL;
	sp_shelves_free(heap->shelves);
	heap->shelves = NULL;
}

/* ---- the front -------------------------------------------------------- */

/* The root is slot 3: its children are 4 to 7, theirs 8 to 11, and so on. */
static inline uint64_t
heap_parent(uint64_t at)
{
	return at / 4 + 2;
}

static inline uint64_t
heap_children(uint64_t at)
{
	return 4 * at - 8;
}

static inline void
heap_put(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	heap->slots[at] = slot;
	heap->where[sp_slot_item(&slot)] = (uint32_t)at;
}

/* Puts slot at the place at or above. */
static void
heap_sift_up(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	while (at > SP_HEAP_ROOT) {
		uint64_t parent = heap_parent(at);

		if (!sp_slot_before(&slot, &heap->slots[parent]))
			break;
		heap_put(heap, at, heap->slots[parent]);
		at = parent;
	}
	heap_put(heap, at, slot);
}

/* The best of the children from child on, of which the last may be missing. */
static inline uint64_t
heap_first_child(const struct sp_heap *heap, uint64_t child)
{
	uint64_t last = child + 4 < heap->end ? child + 4 : heap->end;
	uint64_t first = child;

	while (++child < last)
		if (sp_slot_before(&heap->slots[child], &heap->slots[first]))
			first = child;
	return first;
}

/* Puts slot at the place at or below. */
static void
heap_sift_down(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	for (;;) {
		uint64_t child = heap_children(at);

		if (child >= heap->end)
			break;
		child = heap_first_child(heap, child);
		if (!sp_slot_before(&heap->slots[child], &slot))
			break;
		heap_put(heap, at, heap->slots[child]);
		at = child;
	}
	heap_put(heap, at, slot);
}

/* Puts slot at the place at, above or below. */
static void
heap_settle(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	if (at > SP_HEAP_ROOT &&
	    sp_slot_before(&slot, &heap->slots[heap_parent(at)]))
		heap_sift_up(heap, at, slot);
	else
		heap_sift_down(heap, at, slot);
}

/* From the last parent up: slots without children are in order. */
static void
front_rebuild(struct sp_heap *heap)
{
	uint64_t at;

	if (heap->end < SP_HEAP_ROOT + 2)
		return;
	for (at = heap_parent(heap->end - 1); at >= SP_HEAP_ROOT; at--)
		heap_sift_down(heap, at, heap->slots[at]);
}

/* The last item fills the hole, and may have to move either way from there. */
static void
front_remove(struct sp_heap *heap, uint64_t at)
{
	if (at != --heap->end)
		heap_settle(heap, at, heap->slots[heap->end]);
}

/* ---- front and shelves ------------------------------------------------ */

static inline bool
is_in_front(const struct sp_heap *heap, uint64_t at)
{
	return at < SP_HEAP_FRONT || !heap->shelves;
}

/* Items of shelves fill a front that is empty. */
static void
front_refill(struct sp_heap *heap)
{
	if (!heap->shelves || heap->end != SP_HEAP_ROOT)
		return;
	heap->end += sp_shelves_first(heap->shelves,
				      &heap->slots[SP_HEAP_ROOT], REFILL);
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++)
		heap->where[sp_slot_item(&heap->slots[at])] = (uint32_t)at;
	front_rebuild(heap);
}

/* The middle one of some slots of the front, which is full. */
static struct sp_slot
front_middle(const struct sp_heap *heap)
{
	enum { STEP = FRONT_ITEMS / 31 };
	struct sp_slot sorted[31];

	for (unsigned i = 0; i < 31; i++) {
		struct sp_slot slot = heap->slots[SP_HEAP_ROOT + i * STEP];
		unsigned at = i;

		for (; at && sp_slot_before(&slot, &sorted[at - 1]); at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = slot;
	}
	return sorted[15];
}

/*
 * About half of a full front goes to the first shelf, whose bound moves.  The
 * root stays: it is before the middle, or keys are not numbers.
 */
static void
front_spill(struct sp_heap *heap)
{
	struct sp_shelves *shelves = heap->shelves;
	struct sp_slot bound = front_middle(heap);
	uint64_t end = heap->end;

	if (shelves->count)
		shelves->shelf[shelves->count - 1].bound = bound;
	else
		sp_shelves_begin(shelves, bound);
	heap->end = SP_HEAP_ROOT + 1;
	for (uint64_t at = heap->end; at < end; at++) {
		struct sp_slot slot = heap->slots[at];

		if (sp_slot_before(&slot, &bound))
			heap_put(heap, heap->end++, slot);
		else
			sp_shelves_append(shelves, slot);
	}
	front_rebuild(heap);
}

/* Puts an item where it belongs, in the front or on a shelf. */
static void
heap_place(struct sp_heap *heap, struct sp_slot slot)
{
	struct sp_shelves *shelves = heap->shelves;

	if (shelves && heap->end == SP_HEAP_FRONT &&
	    sp_before_shelves(shelves, &slot))
		front_spill(heap);
	if (!shelves || sp_before_shelves(shelves, &slot))
		heap_sift_up(heap, heap->end++, slot);
	else
		sp_shelves_put(shelves, slot);
}

void
sp_heap_push(struct sp_heap *heap, struct sp_slot slot)
{
	heap->count++;
	heap_place(heap, slot);
	/* The front is empty when the first item of all is not a number. */
	front_refill(heap);
}

void
sp_heap_remove(struct sp_heap *heap, uint64_t at)
{
	heap->where[sp_slot_item(&heap->slots[at])] = SP_HEAP_NONE;
	heap->count--;
	if (is_in_front(heap, at)) {
		front_remove(heap, at);
		front_refill(heap);
	} else {
		sp_shelves_take(heap->shelves, at);
	}
}

struct sp_slot
sp_heap_pop(struct sp_heap *heap)
{
	struct sp_slot first = heap->slots[SP_HEAP_ROOT];

	sp_heap_remove(heap, SP_HEAP_ROOT);
	return first;
}

void
sp_heap_change(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	if (!is_in_front(heap, at)) {
		if (!sp_shelves_change(heap->shelves, at, key))
			heap_place(heap, slot);
	} else if (!heap->shelves || sp_before_shelves(heap->shelves, &slot)) {
		heap_settle(heap, at, slot);
	} else {
		front_remove(heap, at);
		sp_shelves_put(heap->shelves, slot);
		front_refill(heap);
	}
}

void
sp_heap_append(struct sp_heap *heap, struct sp_slot slot)
{
	struct sp_shelves *shelves = heap->shelves;

	heap->count++;
	if (!shelves || (!shelves->count && heap->end < SP_HEAP_FRONT)) {
		heap_put(heap, heap->end++, slot);
		return;
	}
	if (!shelves->count)
		sp_shelves_join(shelves);
	sp_shelves_append(shelves, slot);
}

void
sp_heap_rebuild(struct sp_heap *heap)
{
	struct sp_shelves *shelves = heap->shelves;

	if (!shelves || !shelves->count) {
		front_rebuild(heap);
		return;
	}
	sp_shelves_join(shelves);
	while (heap->end > SP_HEAP_ROOT)
		sp_shelves_append(shelves, heap->slots[--heap->end]);
	front_refill(heap);
}

void
sp_heap_rekey(struct sp_heap *heap, double sign,
	      double (*key)(void *context, uint32_t item), void *context)
{
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++) {
		struct sp_slot *slot = &heap->slots[at];

		slot->key = sign * key(context, sp_slot_item(slot));
	}
	if (heap->shelves && heap->shelves->count) {
		sp_shelves_join(heap->shelves);
		sp_shelves_rekey(heap->shelves, sign, key, context);
	}
	sp_heap_rebuild(heap);
}
