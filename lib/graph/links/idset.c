/* SPDX-License-Identifier: MIT */
/*
 * The set is a bitmap in leaves with two levels of counts (in earlier leaves,
 * and in earlier words of the leaf), so that a rank is two additions and a
 * population count:
 *
 *	rank = leaf->rank + leaf->before[word] + bits of the word below the id
 *
 * Leaves are made when they are first needed, so the memory is in proportion to
 * the ranges that are used, not to the largest id.  Counts are filled in once,
 * by sp_idset_count(), after the last id.
 */
#include "graph/links/idset.h"

#include "base/memory.h"

#include <stdlib.h>

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
