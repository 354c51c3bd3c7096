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

bool
sp_top_offer(struct sp_top *top, struct sp_top_item item)
{
	if (top->count < top->limit) {
		if (!sp_grow(&top->items, &top->capacity, top->count + 1))
			return false;
		top->items[top->count] = item;
		sp_top_rise(top->items, top->count++, false);
	} else if (sp_top_before(item, top->items[0])) {
		/* It replaces the worst item that is kept. */
		top->items[0] = item;
		sp_top_sink(top->items, top->count, 0, false);
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
