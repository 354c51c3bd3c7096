/* SPDX-License-Identifier: MIT */
/*
 * forest.h - which numbers belong together, by union and find.
 *
 * parent is an array in which each number points to a smaller one of its tree,
 * a root to itself; a number alone is a root, so the caller starts with
 * parent[i] = i.  Threads may join trees at the same time: they hang a root on
 * a smaller root, so that in the end the root of a tree is its smallest number,
 * whatever the order.  A thread that reads an old pointer only takes a longer
 * way.
 */
#ifndef SP_BASE_FOREST_H
#define SP_BASE_FOREST_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the root of the tree of i, and halves the path to it. */
static inline uint32_t
sp_forest_root(uint32_t *parent, uint32_t i)
{
	for (;;) {
		uint32_t up = __atomic_load_n(&parent[i], __ATOMIC_RELAXED);
		uint32_t over;

		if (up == i)
			return i;
		over = __atomic_load_n(&parent[up], __ATOMIC_RELAXED);
		if (over == up)
			return up;
		/* Numbers that are no roots stay so. */
		__atomic_store_n(&parent[i], over, __ATOMIC_RELAXED);
		i = over;
	}
}

/* Joins the trees of a and b. */
static inline void
sp_forest_join(uint32_t *parent, uint32_t a, uint32_t b)
{
	for (;;) {
		uint32_t large, expected;

		a = sp_forest_root(parent, a);
		b = sp_forest_root(parent, b);
		if (a == b)
			return;
		large = a > b ? a : b;
		expected = large;
		if (__atomic_compare_exchange_n(&parent[large], &expected,
						a < b ? a : b, false,
						__ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return;
	}
}

/* Makes every number below count point to its root. */
static inline void
sp_forest_flatten(uint32_t *parent, uint64_t count)
{
	/* The number above is smaller, and points to its root already. */
	for (uint64_t i = 0; i < count; i++)
		parent[i] = parent[parent[i]];
}

#endif
