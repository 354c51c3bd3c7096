/* SPDX-License-Identifier: MIT */
/*
 * Open addressing with linear probing: two arrays, no pointers, and a miss ends
 * at the first free slot.  Pages are never removed one by one, so there are no
 * marks for removed ones.  The hash has a seed of each table, as the pages may
 * be those of a list that somebody made to fill one stretch of it.
 */
#include "seed/pagemap.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * The slot of a page, or the free slot where it would be: linear probing, which
 * ends because a third of the slots is free.  No page has the number
 * SP_NO_PAGE, because a graph has at most SP_PAGES_MAX pages.
 */
static uint64_t
find_page_slot(const struct sp_page_map *map, uint32_t page)
{
	uint64_t slot = sp_mix64(page ^ map->seed) & (map->slots - 1);

	while (map->pages[slot] != SP_NO_PAGE && map->pages[slot] != page)
		slot = (slot + 1) & (map->slots - 1);
	return slot;
}

/*
 * The new arrays are filled before the old ones are freed: after a failure the
 * map is as it was.
 */
static bool
grow_page_map(struct sp_page_map *map)
{
	uint64_t slots = map->slots ? map->slots * 2 : 64;
	struct sp_page_map grown = { map->count, slots, NULL, NULL,
				     map->seed };

	grown.pages = sp_alloc(slots, sizeof(*grown.pages));
	grown.values = sp_alloc(slots, sizeof(*grown.values));
	if (!grown.pages || !grown.values) {
		free(grown.pages);
		free(grown.values);
		return false;
	}
	if (!map->slots)
		grown.seed = sp_hash_seed(map);
	/* All bytes 0xff make every slot SP_NO_PAGE. */
	memset(grown.pages, 0xff, slots * sizeof(*grown.pages));
	for (uint64_t i = 0; i < map->slots; i++) {
		uint64_t slot;

		if (map->pages[i] == SP_NO_PAGE)
			continue;
		slot = find_page_slot(&grown, map->pages[i]);
		grown.pages[slot] = map->pages[i];
		grown.values[slot] = map->values[i];
	}
	free(map->pages);
	free(map->values);
	*map = grown;
	return true;
}

bool
sp_page_map_set(struct sp_page_map *map, uint32_t page, uint32_t value)
{
	uint64_t slot;

	/* At most two slots in three are used, so that probing is short. */
	if ((map->count + 1) * 3 > map->slots * 2 && !grow_page_map(map))
		return false;
	slot = find_page_slot(map, page);
	if (map->pages[slot] == SP_NO_PAGE) {
		map->pages[slot] = page;
		map->count++;
	}
	map->values[slot] = value;
	return true;
}

bool
sp_page_map_get(const struct sp_page_map *map, uint32_t page, uint32_t *value)
{
	uint64_t slot;

	if (!map->slots)
		return false;
	slot = find_page_slot(map, page);
	if (map->pages[slot] == SP_NO_PAGE)
		return false;
	*value = map->values[slot];
	return true;
}

void
sp_page_map_free(struct sp_page_map *map)
{
	free(map->pages);
	free(map->values);
	*map = (struct sp_page_map)SP_PAGE_MAP_EMPTY;
}
