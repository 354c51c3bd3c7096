/* SPDX-License-Identifier: MIT */
/*
 * The best K of N items in N log K steps at worst: a heap of K whose root is
 * the worst item that is kept.  Most items of a long list are worse than that
 * and cost one comparison.  The order is total (sp_top_before(): equal keys by
 * id), so what is kept does not depend on the order in which items are offered,
 * nor on the sorting.
 */
#include "seed/top.h"

#include "base/memory.h"

#include <stdlib.h>

/*
 * The root is the worst item, so worse items rise.  Others slide into the gap,
 * and the item is stored once, at the end.
 */
static void
top_sift_up(struct sp_top_item *items, uint64_t at)
{
	struct sp_top_item item = items[at];

	while (at) {
		uint64_t parent = (at - 1) / 2;

		if (!sp_top_before(items[parent], item))
			break;
		items[at] = items[parent];
		at = parent;
	}
	items[at] = item;
}

static void
top_sift_down(struct sp_top_item *items, uint64_t count, uint64_t at)
{
	struct sp_top_item item = items[at];

	for (uint64_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count &&
		    sp_top_before(items[child], items[child + 1]))
			child++;
		if (!sp_top_before(item, items[child]))
			break;
		items[at] = items[child];
	}
	items[at] = item;
}

bool
sp_top_offer(struct sp_top *top, struct sp_top_item item)
{
	if (top->count < top->limit) {
		if (!sp_grow(&top->items, &top->capacity, top->count + 1))
			return false;
		top->items[top->count] = item;
		top_sift_up(top->items, top->count++);
	} else if (sp_top_before(item, top->items[0])) {
		/* It replaces the worst item that is kept. */
		top->items[0] = item;
		top_sift_down(top->items, top->count, 0);
	}
	return true;
}

/* Ascending in the order "before": the best first. */
static int
compare_items(const void *a, const void *b)
{
	const struct sp_top_item *one = a, *two = b;

	return sp_top_before(*two, *one) - sp_top_before(*one, *two);
}

/* qsort() must not get NULL, even for nothing. */
void
sp_top_sort(struct sp_top *top)
{
	if (top->count)
		qsort(top->items, top->count, sizeof(*top->items),
		      compare_items);
}

void
sp_top_free(struct sp_top *top)
{
	free(top->items);
	top->items = NULL;
	top->count = top->capacity = 0;
}
