/* SPDX-License-Identifier: MIT */
/*
 * The set is a bitmap in leaves with two levels of counts (in earlier leaves,
 * and in earlier words of the leaf), so that a rank is two additions and a
 * population count.  The table is open addressing over an array in order of
 * appearance: slots hold places in the array, 4 bytes each, and the ids
 * themselves are stored once.
 *
 *	rank = leaf->rank + leaf->before[word] + bits of the word below the id
 *
 * Leaves are made when they are first needed, so the memory is in proportion to
 * the ranges that are used, not to the largest id.  Counts are filled in once,
 * by sp_idset_count(), after the last id.
 */
#include "graph/links/idset.h"

#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- a set of 32-bit numbers ------------------------------------------ */

struct sp_idset *
sp_idset_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_idset));
}

bool
sp_idset_add_leaf(struct sp_idset *set, uint32_t id)
{
	struct sp_idset_leaf *leaf = sp_alloc_zero(1, sizeof(*leaf));
	uint32_t place = id >> SP_IDSET_LEAF_BITS;

	set->leaves[place] = leaf;
	if (place >= set->leaf_end)
		set->leaf_end = place + 1;
	return leaf != NULL;
}

/* 16 bits are enough for a count inside a leaf. */
uint64_t
sp_idset_count(struct sp_idset *set)
{
	uint64_t count = 0;

	for (uint32_t i = 0; i < set->leaf_end; i++) {
		struct sp_idset_leaf *leaf = set->leaves[i];
		unsigned before = 0;

		if (!leaf)
			continue;
		for (unsigned w = 0; w < SP_IDSET_LEAF_WORDS; w++) {
			leaf->before[w] = (uint16_t)before;
			before += (unsigned)__builtin_popcountll(
				leaf->words[w]);
		}
		leaf->rank = count;
		count += before;
	}
	return count;
}

static inline __attribute__((always_inline)) void
store_ranks(const struct sp_idset *set, const uint32_t *ids, uint64_t count,
	    uint32_t *ranks)
{
	for (uint64_t i = 0; i < count; i++)
		ranks[i] = sp_idset_rank(set, ids[i]);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(SP_PORTABLE)
/* Without POPCNT, which not every x86-64 has, a rank takes a call. */
static __attribute__((target("popcnt"))) void
quick_ranks(const struct sp_idset *set, const uint32_t *ids, uint64_t count,
	    uint32_t *ranks)
{
	store_ranks(set, ids, count, ranks);
}

static bool
counts_quickly(void)
{
	return __builtin_cpu_supports("popcnt");
}
#else
#define quick_ranks store_ranks

static bool
counts_quickly(void)
{
	return false;
}
#endif

void
sp_idset_ranks(const struct sp_idset *set, const uint32_t *ids,
	       uint64_t count, uint32_t *ranks)
{
	if (counts_quickly())
		quick_ranks(set, ids, count, ranks);
	else
		store_ranks(set, ids, count, ranks);
}

bool
sp_idset_next(const struct sp_idset *set, uint64_t id, uint32_t *found)
{
	while (id >> SP_IDSET_LEAF_BITS < set->leaf_end) {
		const struct sp_idset_leaf *leaf =
			set->leaves[id >> SP_IDSET_LEAF_BITS];
		uint64_t word;

		if (!leaf) {
			id = ((id >> SP_IDSET_LEAF_BITS) + 1)
			     << SP_IDSET_LEAF_BITS;
			continue;
		}
		word = leaf->words[id >> 6 & (SP_IDSET_LEAF_WORDS - 1)] >>
		       (id & 63);
		if (word) {
			*found = (uint32_t)id +
				 (uint32_t)__builtin_ctzll(word);
			return true;
		}
		/*
		 * 64 bits wide, so that the step after the last id ends the
		 * loop instead of wrapping to 0.
		 */
		id = (id | 63) + 1;
	}
	return false;
}

void
sp_idset_free(struct sp_idset *set)
{
	if (!set)
		return;
	for (uint32_t i = 0; i < set->leaf_end; i++)
		free(set->leaves[i]);
	free(set);
}

/* ---- a table of 64-bit numbers ---------------------------------------- */

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
idset_slot_of(const struct sp_idtable *table, uint64_t id)
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
		*idset_slot_of(table, table->ids[i]) = (uint32_t)(i + 1);
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
	uint32_t *slot = idset_slot_of(table, id);

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
	*index = *idset_slot_of(table, id) - 1;
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
		(*rank_of)[*idset_slot_of(table, (*sorted)[i]) - 1] =
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
