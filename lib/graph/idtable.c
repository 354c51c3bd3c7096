/* SPDX-License-Identifier: MIT */
/*
 * Open addressing over an array in order of appearance: slots hold places in
 * the array, 4 bytes each, and the ids themselves are stored once.
 */
#include "graph/idtable.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/rows.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 1024

struct sp_idtable {
	uint64_t seed;
	uint32_t *slots;       /* place in ids plus 1, or 0 */
	uint64_t mask;
	uint64_t *ids;
	uint64_t count, capacity;
};

/*
 * The slot of id, or the free one where it belongs.  Linear probing ends
 * because sp_idtable_add() keeps a quarter of the slots free.
 */
static uint32_t *
idtable_slot_of(const struct sp_idtable *table, uint64_t id)
{
	uint64_t i = sp_mix64(id ^ table->seed) & table->mask;

	while (table->slots[i] && table->ids[table->slots[i] - 1] != id)
		i = (i + 1) & table->mask;
	return &table->slots[i];
}

static bool
resize_slots(struct sp_idtable *table, uint64_t slots)
{
	uint32_t *fresh = sp_alloc_large_zero(slots, sizeof(*fresh));

	if (!fresh)
		return false;
	free(table->slots);
	table->slots = fresh;
	table->mask = slots - 1;
	for (uint64_t i = 0; i < table->count; i++)
		*idtable_slot_of(table, table->ids[i]) = (uint32_t)(i + 1);
	return true;
}

struct sp_idtable *
sp_idtable_new(void)
{
	struct sp_idtable *table = sp_alloc_zero(1, sizeof(*table));

	if (!table)
		return NULL;
	/* Slots are only looked up, never listed. */
	table->seed = sp_hash_seed(table);
	if (!resize_slots(table, FIRST_SLOTS)) {
		free(table);
		return NULL;
	}
	return table;
}

/*
 * The table grows when three slots of four are in use, so that probing stays
 * short: two or three slots for an id that is there.
 */
enum sp_status
sp_idtable_add(struct sp_idtable *table, uint64_t id, uint32_t *index,
	       struct sp_error *err)
{
	uint32_t *slot = idtable_slot_of(table, id);

	if (*slot) {
		*index = *slot - 1;
		return SP_OK;
	}
	if (table->count == SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "more than %" PRIu64 " pages are not supported",
			       SP_PAGES_MAX);
	if (!sp_grow(&table->ids, &table->capacity, table->count + 1))
		return sp_no_memory(err, "the page ids");
	*index = (uint32_t)table->count;
	table->ids[table->count++] = id;
	*slot = *index + 1;
	/* slot is not used after this: growing moves all slots. */
	if (table->count > table->mask / 4 * 3 &&
	    !resize_slots(table, (table->mask + 1) * 2))
		return sp_no_memory(err, "the page ids");
	return SP_OK;
}

bool
sp_idtable_find(const struct sp_idtable *table, uint64_t id, uint32_t *index)
{
	*index = *idtable_slot_of(table, id) - 1;
	return *index != UINT32_MAX;
}

uint64_t
sp_idtable_count(const struct sp_idtable *table)
{
	return table->count;
}

enum sp_status
sp_idtable_sort(struct sp_idtable *table, uint64_t **sorted,
		uint32_t **rank_of, struct sp_error *err)
{
	*sorted = sp_alloc(table->count, sizeof(**sorted));
	*rank_of = sp_alloc(table->count, sizeof(**rank_of));
	if (!*sorted || !*rank_of) {
		free(*sorted);
		free(*rank_of);
		*sorted = NULL;
		*rank_of = NULL;
		return sp_no_memory(err, "the page ids");
	}
	if (table->count)
		memcpy(*sorted, table->ids,
		       table->count * sizeof(**sorted));
	/*
	 * Only ids are sorted, and each finds its place again by a look-up:
	 * pairs of id and place would take twice the memory.
	 */
	qsort(*sorted, table->count, sizeof(**sorted), sp_compare_u64);
	for (uint64_t i = 0; i < table->count; i++)
		(*rank_of)[*idtable_slot_of(table, (*sorted)[i]) - 1] =
			(uint32_t)i;
	return SP_OK;
}

void
sp_idtable_free(struct sp_idtable *table)
{
	if (!table)
		return;
	free(table->slots);
	free(table->ids);
	free(table);
}
