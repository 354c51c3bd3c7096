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

/* ---- heaps ------------------------------------------------------------ */

/* Is a above b in a heap whose root is the best item, or the worst? */
static inline bool
sp_top_above(struct sp_top_item a, struct sp_top_item b, bool best_first)
{
	return best_first ? sp_top_before(a, b) : sp_top_before(b, a);
}

/*
 * An item that may be out of place rises or sinks.  Others slide into the gap,
 * and the item is stored once, at the end.
 */
static inline void
sp_top_rise(struct sp_top_item *items, uint64_t at, bool best_first)
{
	struct sp_top_item item = items[at];

	while (at) {
		uint64_t parent = (at - 1) / 2;

		if (!sp_top_above(item, items[parent], best_first))
			break;
		items[at] = items[parent];
		at = parent;
	}
	items[at] = item;
}

static inline void
sp_top_sink(struct sp_top_item *items, uint64_t count, uint64_t at,
	    bool best_first)
{
	struct sp_top_item item = items[at];

	for (uint64_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count &&
		    sp_top_above(items[child + 1], items[child], best_first))
			child++;
		if (!sp_top_above(items[child], item, best_first))
			break;
		items[at] = items[child];
	}
	items[at] = item;
}

/* ---- the best of many ------------------------------------------------- */

/*
 * Keeps the item if it is among the best.  Returns false if memory is short.
 */
bool sp_top_offer(struct sp_top *top, struct sp_top_item item)
	__attribute__((warn_unused_result));

/* Sorts the items, the best first; nothing may be offered after that. */
void sp_top_sort(struct sp_top *top);

void sp_top_free(struct sp_top *top);

#endif
