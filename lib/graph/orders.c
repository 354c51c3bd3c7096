/* SPDX-License-Identifier: MIT */
/*
 * A crawl order in memory is columns, one array for each, of which a reader
 * names those that it wants: the pages of 10 M downloads take 40 MB, all
 * columns 28 bytes a download, or 44.  All columns have one count and one
 * capacity.
 */
#include "graph/orders.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Grows one column but not the capacity, which is that of all columns. */
static bool
grow_column(void *column, uint64_t capacity, uint64_t needed, size_t size)
{
	return sp_grow_items(column, &capacity, needed, size);
}

/*
 * All columns grow by the same rule, so one capacity describes them all.
 *
 * The column of pages comes last, as it alone changes the capacity: a column
 * that could not grow must not look as if it had.
 */
static bool
grow_columns(struct sp_order *order, unsigned columns, uint64_t needed)
{
	uint64_t capacity = order->capacity;

	if (columns & SP_COLUMN_DEPTHS &&
	    !grow_column(&order->depths, capacity, needed, sizeof(uint32_t)))
		return false;
	if (columns & SP_COLUMN_PARENTS &&
	    !grow_column(&order->parents, capacity, needed, sizeof(uint32_t)))
		return false;
	if (columns & SP_COLUMN_KEYS &&
	    !grow_column(&order->keys, capacity, needed, sizeof(double)))
		return false;
	if (columns & SP_COLUMN_TICKS &&
	    (!grow_column(&order->ticks, capacity, needed,
			  sizeof(uint32_t)) ||
	     !grow_column(&order->processes, capacity, needed,
			  sizeof(uint32_t))))
		return false;
	if (columns & SP_COLUMN_TIMES &&
	    (!grow_column(&order->starts, capacity, needed,
			  sizeof(uint64_t)) ||
	     !grow_column(&order->ends, capacity, needed,
			  sizeof(uint64_t))))
		return false;
	return sp_grow(&order->pages, &order->capacity, needed);
}

enum sp_status
sp_order_add(struct sp_order *order, unsigned columns,
	     const struct sp_download *rows, uint64_t count,
	     struct sp_error *err)
{
	uint64_t at = order->count;

	if (!grow_columns(order, columns, at + count))
		return sp_no_memory(err, "a crawl order");
	for (uint64_t i = 0; i < count; i++, at++) {
		order->pages[at] = rows[i].page;
		if (columns & SP_COLUMN_DEPTHS)
			order->depths[at] = rows[i].depth;
		if (columns & SP_COLUMN_PARENTS)
			order->parents[at] = rows[i].parent;
		if (columns & SP_COLUMN_KEYS)
			order->keys[at] = rows[i].key;
		if (columns & SP_COLUMN_TICKS) {
			order->ticks[at] = rows[i].tick;
			order->processes[at] = rows[i].process;
		}
		if (columns & SP_COLUMN_TIMES) {
			order->starts[at] = rows[i].start;
			order->ends[at] = rows[i].end;
		}
	}
	order->count = at;
	return SP_OK;
}

enum sp_status
sp_order_add_seeds(struct sp_order *order, const uint32_t *seeds,
		   uint64_t count, struct sp_error *err)
{
	if (!sp_grow(&order->seeds, &order->seed_capacity,
		     order->seed_count + count))
		return sp_no_memory(err, "the seeds of an order");
	if (count)
		memcpy(order->seeds + order->seed_count, seeds,
		       count * sizeof(*seeds));
	order->seed_count += count;
	return SP_OK;
}

/*
 * In the crossover mode of parallel crawls several processes may download a
 * page: for a list of pages only the first download counts.  Ticks lose their
 * meaning then.
 */
enum sp_status
sp_order_drop_repeats(struct sp_order *order, uint64_t pages,
		      struct sp_error *err)
{
	uint64_t *seen = sp_bitset_new(pages), kept = 0;

	if (!seen)
		return sp_no_memory(err, "a crawl order");
	for (uint64_t i = 0; i < order->count; i++) {
		if (sp_bit_test_and_set(seen, order->pages[i]))
			continue;
		order->pages[kept] = order->pages[i];
		if (order->depths)
			order->depths[kept] = order->depths[i];
		if (order->parents)
			order->parents[kept] = order->parents[i];
		if (order->keys)
			order->keys[kept] = order->keys[i];
		kept++;
	}
	order->count = kept;
	free(order->ticks);
	free(order->processes);
	order->ticks = order->processes = NULL;
	free(seen);
	return SP_OK;
}

void
sp_order_free(struct sp_order *order)
{
	free(order->seeds);
	free(order->pages);
	free(order->depths);
	free(order->parents);
	free(order->keys);
	free(order->ticks);
	free(order->processes);
	free(order->starts);
	free(order->ends);
	memset(order, 0, sizeof(*order));
}
