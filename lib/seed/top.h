/* SPDX-License-Identifier: MIT */
/*
 * top.h - keeps the items with the largest keys, out of any number offered one
 * by one.  For the files of this folder and those below it.
 */
#ifndef SP_SEED_TOP_H
#define SP_SEED_TOP_H

#include <stdbool.h>
#include <stdint.h>

struct sp_top_item {
	double key;
	uint32_t id;
};

/* A heap whose root is the worst item; a better item replaces it. */
struct sp_top {
	uint64_t limit;    /* items to keep, > 0 */
	uint64_t count;
	uint64_t capacity;
	struct sp_top_item *items;
};

#define SP_TOP_EMPTY(limit) { limit, 0, 0, NULL }

/* Returns whether a beats b: a larger key, or equal keys and a smaller id. */
static inline bool
sp_top_before(struct sp_top_item a, struct sp_top_item b)
{
	return a.key > b.key || (a.key == b.key && a.id < b.id);
}

/*
 * Keeps the item if it is among the best.  Returns false if memory is short.
 */
bool sp_top_offer(struct sp_top *top, struct sp_top_item item)
	__attribute__((warn_unused_result));

/* Sorts the items, the best first; nothing may be offered after that. */
void sp_top_sort(struct sp_top *top);

void sp_top_free(struct sp_top *top);

#endif
