/* SPDX-License-Identifier: MIT */
/*
 * Draws are kept by order, and an order is found by its name along a list:
 * orders are a few dozens.
 *
 * Quantiles are computed when they are asked for, in room that is as large as
 * the most draws, by sorting: draws are few, and each number is asked for
 * three times at the most.
 */
#include "draws.h"

#include "base/compare.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Finds the order of this name or adds it; NULL if memory is short. */
static struct drawn_order *
drawn_order_of(struct draw_set *set, const char *name)
{
	struct drawn_order *order;
	size_t size = strlen(name) + 1;

	for (uint64_t i = 0; i < set->count; i++)
		if (!strcmp(set->orders[i].name, name))
			return &set->orders[i];
	if (!sp_grow(&set->orders, &set->capacity, set->count + 1))
		return NULL;
	order = &set->orders[set->count];
	*order = (struct drawn_order){ .name = sp_alloc(size, 1) };
	if (!order->name)
		return NULL;
	memcpy(order->name, name, size);
	set->count++;
	return order;
}

/*
 * One number more is allocated, so that a draw without numbers, which only has
 * a name, is not NULL.
 */
double *
draw_set_add(struct draw_set *set, const char *name, uint64_t size)
{
	struct drawn_order *order = drawn_order_of(set, name);
	double *values;

	if (!order ||
	    !sp_grow(&order->draws, &order->capacity, order->count + 1) ||
	    !sp_grow(&set->sorted, &set->sorted_capacity, order->count + 1))
		return NULL;
	values = sp_alloc(size + 1, sizeof(*values));
	if (!values)
		return NULL;
	for (uint64_t i = 0; i < size; i++)
		values[i] = NAN;
	order->draws[order->count++] = (struct draw){ values, size };
	if (order->count > set->most)
		set->most = order->count;
	return values;
}

uint64_t
draw_set_size(const struct draw_set *set, uint64_t order)
{
	const struct drawn_order *drawn = &set->orders[order];
	uint64_t most = 0;

	for (uint64_t d = 0; d < drawn->count; d++)
		if (drawn->draws[d].size > most)
			most = drawn->draws[d].size;
	return most;
}

double
draw_set_quantile(struct draw_set *set, uint64_t order, uint64_t i,
		  double quantile)
{
	const struct drawn_order *drawn = &set->orders[order];
	double *sorted = set->sorted, place;
	uint64_t count = 0, below;

	for (uint64_t d = 0; d < drawn->count; d++) {
		const struct draw *draw = &drawn->draws[d];

		if (i < draw->size && !isnan(draw->values[i]))
			sorted[count++] = draw->values[i];
	}
	if (!count || 2 * count < drawn->count)
		return NAN;
	qsort(sorted, count, sizeof(*sorted), sp_compare_double);
	place = quantile * (double)(count - 1);
	below = (uint64_t)place;
	if (below + 1 >= count)
		return sorted[count - 1];
	/* Exact where neighbours are equal, or infinite, and no overflow. */
	if (sorted[below] == sorted[below + 1] || !(place > (double)below))
		return sorted[below];
	return sorted[below] + (place - (double)below) *
	       (sorted[below + 1] - sorted[below]);
}

void
draw_set_free(struct draw_set *set)
{
	for (uint64_t i = 0; i < set->count; i++) {
		for (uint64_t d = 0; d < set->orders[i].count; d++)
			free(set->orders[i].draws[d].values);
		free(set->orders[i].draws);
		free(set->orders[i].name);
	}
	free(set->orders);
	free(set->sorted);
	memset(set, 0, sizeof(*set));
}
