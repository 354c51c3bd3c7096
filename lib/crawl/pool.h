/* SPDX-License-Identifier: MIT */
/*
 * pool.h - items by amounts that grow while they wait, the largest first.
 * Private to lib/crawl and lib/crawl/orders.
 *
 * For orders that give a little to many pages at each step, and take one page
 * with the most: nearly all of these gifts go to pages whose turn is far away.
 * Amounts are in an array by item.  Only items that have at least bound are in
 * a heap as well, so that a gift to any other is one addition and one
 * comparison.  What is taken out is the same as from one heap of all items.
 *
 * An item with an amount above none is in the pool.  Any other is in it only if
 * it was put there, and is then in the heap.  A gift is never negative.
 *
 * 12 bytes an item, and 16 for one in the heap.
 */
#ifndef SP_CRAWL_POOL_H
#define SP_CRAWL_POOL_H

#include "crawl/heap.h"

struct sp_pool {
	double *amount;
	const uint32_t *tie;  /* of equal amounts, the one with the least is
				 first, then the least item; NULL: all equal */
	double none;
	double bound;         /* from here on, items are in the heap */
	uint64_t items;
	uint64_t low;         /* items that wait below bound */
	uint64_t work;        /* changes to the heap since it was filled */
	uint64_t most_work;   /* that pay for emptying it if it is too large */
	struct sp_heap heap;
	uint32_t *where;
};

/*
 * An empty pool for items up to items, all with amount 0, which is at most none
 * or belongs to items that sp_pool_fill() adds.  false when memory is short;
 * free it in any case.
 */
bool sp_pool_init(struct sp_pool *pool, uint64_t items, double none,
		  const uint32_t *tie) SP_MUST_CHECK;
void sp_pool_free(struct sp_pool *pool); /* accepts zero bytes */

static inline uint64_t
sp_pool_count(const struct sp_pool *pool)
{
	return pool->low + sp_heap_count(&pool->heap);
}

/* Is this item, whose amount is at most none, in the pool all the same? */
static inline bool
sp_pool_has(const struct sp_pool *pool, uint32_t item)
{
	return pool->where[item] != SP_HEAP_NONE;
}

/* Adds all items, each with this amount, to an empty pool. */
void sp_pool_fill(struct sp_pool *pool, double amount);

/* Adds an item that is not in the pool. */
void sp_pool_put(struct sp_pool *pool, uint32_t item, double amount);

/*
 * Adds gift, 0 or more, to the amount of an item of the pool.  (A NaN is
 * nowhere below bound, and so comes to the heap.)
 */
void sp_pool_raise(struct sp_pool *pool, uint32_t item, double gift);

/* The same, fast, for an item whose amount is above none. */
static inline void
sp_pool_grow(struct sp_pool *pool, uint32_t item, double gift)
{
	double now = pool->amount[item] + gift;

	if (now < pool->bound)
		pool->amount[item] = now;
	else
		sp_pool_raise(pool, item, gift);
}

/* The first item; the pool is not empty. */
uint32_t sp_pool_first(struct sp_pool *pool);

/*
 * Takes out the item that sp_pool_first() returned, before any other change;
 * its amount stays until the caller writes another.
 */
static inline void
sp_pool_take(struct sp_pool *pool)
{
	sp_heap_pop(&pool->heap);
}

/* How many items sp_pool_ahead() can name. */
#define SP_POOL_AHEAD 5

/*
 * An item that may soon be the first: number 0 is that unless an amount
 * changes, and one of the next four comes after it.  false: there is none.
 */
static inline bool
sp_pool_ahead(const struct sp_pool *pool, unsigned i, uint32_t *item)
{
	if (SP_HEAP_ROOT + i >= pool->heap.end)
		return false;
	*item = sp_slot_item(&pool->heap.slots[SP_HEAP_ROOT + i]);
	return true;
}

#endif
