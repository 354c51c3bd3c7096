/* SPDX-License-Identifier: MIT */
/*
 * heap.h - which of several parts has the next item.  Private to
 * lib/formats/merge.
 */
#ifndef SP_FORMATS_MERGE_HEAP_H
#define SP_FORMATS_MERGE_HEAP_H

#include <stdbool.h>
#include <stdint.h>

/* Parts, of which items[0] has the first item. */
struct sp_part_heap {
	uint32_t *items;     /* room for all parts, of the caller */
	uint32_t count;
	void *context;
	bool (*before)(const void *context, uint32_t a, uint32_t b);
};

/* Adds a part. */
void sp_part_heap_add(struct sp_part_heap *heap, uint32_t part);

/* The item of the first part has become a later one. */
void sp_part_heap_changed(struct sp_part_heap *heap);

/* The first part has no more items. */
void sp_part_heap_remove(struct sp_part_heap *heap);

#endif
