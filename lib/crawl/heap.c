/* SPDX-License-Identifier: MIT */
#include "crawl/heap.h"

#include "base/memory.h"

#include <stdlib.h>

bool
sp_heap_init(struct sp_heap *heap, uint64_t items, uint32_t *where)
{
	if (items > SP_HEAP_MAX)
		items = SP_HEAP_MAX;
	heap->room = items + SP_HEAP_ROOT;
	heap->end = SP_HEAP_ROOT;
	heap->where = where;
	heap->slots = sp_alloc_large(heap->room, sizeof(*heap->slots));
	return heap->slots != NULL;
}

void
sp_heap_free(struct sp_heap *heap)
{
	free(heap->slots);
	heap->slots = NULL;
}

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

void
sp_heap_push(struct sp_heap *heap, struct sp_slot slot)
{
	heap_sift_up(heap, heap->end++, slot);
}

/* The last item fills the hole, and may have to move either way from there. */
void
sp_heap_remove(struct sp_heap *heap, uint64_t at)
{
	heap->where[sp_slot_item(&heap->slots[at])] = SP_HEAP_NONE;
	if (at != --heap->end)
		heap_settle(heap, at, heap->slots[heap->end]);
}

struct sp_slot
sp_heap_pop(struct sp_heap *heap)
{
	struct sp_slot first = heap->slots[SP_HEAP_ROOT];

	sp_heap_remove(heap, SP_HEAP_ROOT);
	return first;
}

void
sp_heap_lower(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	heap_sift_up(heap, at, slot);
}

void
sp_heap_raise(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	heap_sift_down(heap, at, slot);
}

void
sp_heap_change(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	if (key < heap->slots[at].key)
		heap_sift_up(heap, at, slot);
	else
		heap_sift_down(heap, at, slot);
}

void
sp_heap_append(struct sp_heap *heap, struct sp_slot slot)
{
	heap_put(heap, heap->end++, slot);
}

void
sp_heap_rebuild(struct sp_heap *heap)
{
	uint64_t at = heap->end;

	/* From the last parent up: slots without children are in order. */
	if (sp_heap_count(heap) < 2)
		return;
	for (at = heap_parent(heap->end - 1); at >= SP_HEAP_ROOT; at--)
		heap_sift_down(heap, at, heap->slots[at]);
}

void
sp_heap_rekey(struct sp_heap *heap, double sign,
	      double (*key)(void *context, uint32_t item), void *context)
{
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++) {
		struct sp_slot *slot = &heap->slots[at];

		slot->key = sign * key(context, sp_slot_item(slot));
	}
	sp_heap_rebuild(heap);
}
