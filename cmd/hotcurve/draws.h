/* SPDX-License-Identifier: MIT */
/*
 * draws.h - figures of orders, each drawn once or many times.
 *
 * A crawl depends on its seeds, so one crawl says little about an order.
 * Orders of the same name in several files are draws of one order, and what is
 * reported is the median and the quartiles of the draws.
 */
#ifndef CMD_HOTCURVE_DRAWS_H
#define CMD_HOTCURVE_DRAWS_H

#include "base/status.h"

/* The figures of one draw: as many numbers as it has; NaN: no value. */
struct draw {
	double *values;
	uint64_t size;
};

/* All draws of an order. */
struct drawn_order {
	char *name;
	struct draw *draws;
	uint64_t count, capacity;
};

/* Zero it before use; names are in the order of their first draw. */
struct draw_set {
	struct drawn_order *orders;
	uint64_t count, capacity;
	double *sorted;        /* room for the most draws of an order */
	uint64_t most, sorted_capacity;
};

/*
 * Adds a draw of size numbers, all NaN, to the order of this name.  Returns
 * the numbers, or NULL if memory is short.
 */
double *draw_set_add(struct draw_set *set, const char *name, uint64_t size);

/* Returns the largest size of a draw of the order. */
uint64_t draw_set_size(const struct draw_set *set, uint64_t order);

/*
 * Returns number i of the order at a quantile of its draws (0.5: the median),
 * between neighbours in proportion.  Draws without a value do not count; if
 * they are more than half, returns NaN, because the others are a selection.
 */
double draw_set_quantile(struct draw_set *set, uint64_t order, uint64_t i,
			 double quantile);

void draw_set_free(struct draw_set *set);

#endif
