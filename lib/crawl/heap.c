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

static inline uint64_t
parent_of(uint64_t at)
{
	return at / 4 + 2;
}

static inline uint64_t
children_of(uint64_t at)
{
	return 4 * at - 8;
}

static inline void
put(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	heap->slots[at] = slot;
	heap->where[sp_slot_item(&slot)] = (uint32_t)at;
}

/* Puts slot at the place at or above. */
static void
go_up(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	while (at > SP_HEAP_ROOT) {
		uint64_t parent = parent_of(at);

		if (!sp_slot_before(&slot, &heap->slots[parent]))
			break;
		put(heap, at, heap->slots[parent]);
		at = parent;
	}
	put(heap, at, slot);
}

/* The first of the children from child on, up to four. */
static inline uint64_t
first_child(const struct sp_heap *heap, uint64_t child)
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
go_down(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	for (;;) {
		uint64_t child = children_of(at);

		if (child >= heap->end)
			break;
		child = first_child(heap, child);
		if (!sp_slot_before(&heap->slots[child], &slot))
			break;
		put(heap, at, heap->slots[child]);
		at = child;
	}
	put(heap, at, slot);
}

/* Puts slot at the place at, above or below. */
static void
go(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	if (at > SP_HEAP_ROOT &&
	    sp_slot_before(&slot, &heap->slots[parent_of(at)]))
		go_up(heap, at, slot);
	else
		go_down(heap, at, slot);
}

void
sp_heap_push(struct sp_heap *heap, struct sp_slot slot)
{
	go_up(heap, heap->end++, slot);
}

void
sp_heap_remove(struct sp_heap *heap, uint64_t at)
{
	heap->where[sp_slot_item(&heap->slots[at])] = SP_HEAP_NONE;
	if (at != --heap->end)
		go(heap, at, heap->slots[heap->end]);
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

	go_up(heap, at, slot);
}

void
sp_heap_raise(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	go_down(heap, at, slot);
}

void
sp_heap_change(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	if (key < heap->slots[at].key)
		go_up(heap, at, slot);
	else
		go_down(heap, at, slot);
}

void
sp_heap_append(struct sp_heap *heap, struct sp_slot slot)
{
	put(heap, heap->end++, slot);
}

void
sp_heap_rebuild(struct sp_heap *heap)
{
	uint64_t at = heap->end;

	if (sp_heap_count(heap) < 2)
		return;
	for (at = parent_of(heap->end - 1); at >= SP_HEAP_ROOT; at--)
		go_down(heap, at, heap->slots[at]);
}
