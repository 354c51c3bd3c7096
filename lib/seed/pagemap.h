/* SPDX-License-Identifier: MIT */
/*
 * pagemap.h - a small table from page numbers to 32-bit numbers.
 * Private to lib/seed.
 *
 * Its memory depends on the number of pages in the table, not in the graph.
 */
#ifndef SP_SEED_PAGEMAP_H
#define SP_SEED_PAGEMAP_H

#include "graph/rows.h"

struct sp_page_map {
	uint64_t count;   /* pages in the table */
	uint64_t slots;   /* 0, or a power of two, more than count */
	uint32_t *pages;  /* of each slot; SP_NO_PAGE in a free one */
	uint32_t *values;
	uint64_t seed;    /* of the hash: no input can know it */
};

#define SP_PAGE_MAP_EMPTY { 0, 0, NULL, NULL, 0 }

/* Sets the value of a page.  Returns false if memory is short. */
bool sp_page_map_set(struct sp_page_map *map, uint32_t page, uint32_t value)
	__attribute__((warn_unused_result));

/* Sets *value to that of a page, or returns false if it has none. */
bool sp_page_map_get(const struct sp_page_map *map, uint32_t page,
		     uint32_t *value);

/* Removes all pages and frees the memory. */
void sp_page_map_free(struct sp_page_map *map);

#endif
