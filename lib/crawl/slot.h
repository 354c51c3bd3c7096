/* SPDX-License-Identifier: MIT */
/*
 * slot.h - an item of a queue with its key.  Private to lib/crawl and
 * lib/crawl/orders.
 */
#ifndef SP_CRAWL_SLOT_H
#define SP_CRAWL_SLOT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Among equal keys the smaller rank is first; its high half is the tie, its low
 * half the item, as sp_slot_rank() makes it.  Two slots never have one rank.
 */
struct sp_slot {
	double key;
	uint64_t rank;
};

static inline uint32_t
sp_slot_item(const struct sp_slot *slot)
{
	return (uint32_t)slot->rank;
}

static inline uint64_t
sp_slot_rank(uint32_t tie, uint32_t item)
{
	return (uint64_t)tie << 32 | item;
}

static inline bool
sp_slot_before(const struct sp_slot *a, const struct sp_slot *b)
{
	return a->key < b->key || (a->key == b->key && a->rank < b->rank);
}

#endif
