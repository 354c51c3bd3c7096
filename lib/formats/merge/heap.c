/* SPDX-License-Identifier: MIT */
#include "formats/merge/heap.h"

void
sp_part_heap_add(struct sp_part_heap *heap, uint32_t part)
{
	uint32_t at = heap->count++;

	while (at) {
		uint32_t parent = (at - 1) / 2;

		if (!heap->before(heap->context, part, heap->items[parent]))
			break;
		heap->items[at] = heap->items[parent];
		at = parent;
	}
	heap->items[at] = part;
}

void
sp_part_heap_changed(struct sp_part_heap *heap)
{
	uint32_t at = 0, part = heap->items[0];

	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child >= heap->count)
			break;
		if (child + 1 < heap->count &&
		    heap->before(heap->context, heap->items[child + 1],
				 heap->items[child]))
			child++;
		if (!heap->before(heap->context, heap->items[child], part))
			break;
		heap->items[at] = heap->items[child];
		at = child;
	}
	heap->items[at] = part;
}

void
sp_part_heap_remove(struct sp_part_heap *heap)
{
	heap->items[0] = heap->items[--heap->count];
	if (heap->count)
		sp_part_heap_changed(heap);
}
