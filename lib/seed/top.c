/* SPDX-License-Identifier: MIT */
#include "seed/top.h"

#include "base/memory.h"

#include <stdlib.h>

#define FEW 16
#define DEPTH_MAX 64

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

/* Heapsort of a heap: the root is the worst item that is left. */
static void
sort_heap(struct sp_top_item *items, uint64_t count)
{
	for (uint64_t rest = count; rest > 1;) {
		struct sp_top_item last = items[0];

		items[0] = items[--rest];
		items[rest] = last;
		top_sift_down(items, rest, 0);
	}
}

static void
make_heap(struct sp_top_item *items, uint64_t count)
{
	for (uint64_t at = count / 2; at-- > 0;)
		top_sift_down(items, count, at);
}

static void
sort_few(struct sp_top_item *items, uint64_t count)
{
	for (uint64_t i = 1; i < count; i++) {
		struct sp_top_item item = items[i];
		uint64_t at = i;

		for (; at && sp_top_before(item, items[at - 1]); at--)
			items[at] = items[at - 1];
		items[at] = item;
	}
}

static struct sp_top_item
middle_of(struct sp_top_item a, struct sp_top_item b, struct sp_top_item c)
{
	if (sp_top_before(b, a)) {
		struct sp_top_item other = a;

		a = b;
		b = other;
	}
	return sp_top_before(c, a) ? a : sp_top_before(c, b) ? c : b;
}

/* Moves the better items to the front; returns how many, at least 1. */
static uint64_t
divide(struct sp_top_item *items, uint64_t count)
{
	struct sp_top_item middle = middle_of(items[0], items[count / 2],
					      items[count - 1]);
	uint64_t low = 0, high = count - 1;

	for (;; low++, high--) {
		struct sp_top_item other;

		while (sp_top_before(items[low], middle))
			low++;
		while (sp_top_before(middle, items[high]))
			high--;
		if (low >= high)
			return high + 1 < count ? high + 1 : high;
		other = items[low];
		items[low] = items[high];
		items[high] = other;
	}
}

/*
 * Quicksort: heapsort alone reads memory at random, and takes several times as
 * long for all pages of a large graph.  It takes over where scores were made so
 * that the parts are not halves.
 */
static void
sort_items(struct sp_top_item *items, uint64_t count, unsigned depth)
{
	while (count > FEW && depth--) {
		uint64_t front = divide(items, count);

		sort_items(items, front, depth);
		items += front;
		count -= front;
	}
	if (count <= FEW) {
		sort_few(items, count);
	} else {
		make_heap(items, count);
		sort_heap(items, count);
	}
}

void
sp_top_sort(struct sp_top *top)
{
	sort_items(top->items, top->count, DEPTH_MAX);
}

void
sp_top_free(struct sp_top *top)
{
	free(top->items);
	top->items = NULL;
	top->count = top->capacity = 0;
}
