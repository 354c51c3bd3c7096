/* SPDX-License-Identifier: MIT */
/*
 * A heap of the items that have most, in front of an array of all amounts.
 *
 * The invariant: an item of the pool is in the heap if its amount is at least
 * bound, or at most none; all others only have their amount.
 * So the first of the heap is the first of the pool, unless it has no more
 * than none while others are below bound.  Then pool_refill() lowers bound to
 * about the 128th part of all items that has most, as a sample of the amounts
 * says, and a pass over the array finds these.
 *
 * Why the 128th part: amounts of pages that are visited again and again are
 * spread evenly between nothing and that of the next, and so are the gifts that
 * they get on their way.  One gift in 128 then goes to an item in the heap, and
 * a pass looks at 128 amounts, in turn, for each item that is taken: both cost
 * little beside the 35 gifts of a page.  It may also happen that the heap gets
 * most of the items, as in a crawl that begins with few.  When it is far too
 * large, and its changes have paid for a pass, it is emptied and filled anew.
 *
 * The bound affects nothing but time, since the order of slots is total.  So
 * the sample may use the same random numbers in every crawl.
 */
#include "crawl/pool.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLE 2048
#define BEST 16               /* of a sample, the first come to the heap */
#define PART (SAMPLE / BEST)
#define SPARE 4      /* times its part: the heap is too large */

bool
sp_pool_init(struct sp_pool *pool, uint64_t items, double none,
	     const uint32_t *tie)
{
	*pool = (struct sp_pool){ .items = items, .none = none, .tie = tie,
				  .bound = -INFINITY, .most_work = items };
	pool->amount = sp_alloc_large_zero(items, sizeof(*pool->amount));
	pool->where = sp_alloc_large_zero(items, sizeof(*pool->where));
	return pool->amount && pool->where &&
	       sp_heap_init(&pool->heap, items, pool->where);
}

void
sp_pool_free(struct sp_pool *pool)
{
	sp_heap_free(&pool->heap);
	free(pool->amount);
	free(pool->where);
}

static inline struct sp_slot
pool_slot(const struct sp_pool *pool, uint64_t item)
{
	return (struct sp_slot){
		-pool->amount[item],
		sp_slot_rank(pool->tie ? pool->tie[item] : 0, (uint32_t)item)
	};
}

/* ---- the bound -------------------------------------------------------- */

/*
 * A bound that about one item in 128 reaches, and at least 16 do; or -INFINITY
 * if the sample finds too few items.  The sample takes a random item from each
 * of drawn equal pieces of the array, so that no order of pages can spoil it.
 */
static double
pool_choose_bound(const struct sp_pool *pool)
{
	double best[BEST + 1] = { 0 }; /* of the sample, largest first */
	uint64_t drawn = pool->items < SAMPLE ? pool->items : SAMPLE;
	unsigned found = 0;

	for (uint64_t i = 0; i < drawn; i++) {
		uint64_t step = pool->items / drawn;
		double amount = pool->amount[i * step + sp_mix64(i) % step];
		unsigned at = found;

		if (!(amount > pool->none) ||
		    (found > BEST && amount <= best[BEST]))
			continue;
		if (found > BEST)
			at = BEST;
		else
			found++;
		for (; at && best[at - 1] < amount; at--)
			best[at] = best[at - 1];
		best[at] = amount;
	}
	return found > BEST ? best[BEST] : -INFINITY;
}

#define TOGETHER 8

/* Has any of these amounts reached the bound?  Without a branch for each. */
static inline bool
any_above(const double *amount, double bound)
{
	bool any = false;

	for (unsigned i = 0; i < TOGETHER; i++)
		any |= amount[i] >= bound;
	return any;
}

/*
 * More items come from the array to the heap, which has only items with no more
 * than none.  (If amounts are not numbers, it may have others: they stay.)
 */
static void
pool_refill(struct sp_pool *pool)
{
	double bound = pool_choose_bound(pool);

	pool->bound = bound;
	for (uint64_t i = 0; i < pool->items; i++) {
		if (i % TOGETHER == 0 && i + TOGETHER <= pool->items &&
		    !any_above(&pool->amount[i], bound)) {
			i += TOGETHER - 1;
			continue;
		}
		if (pool->amount[i] >= bound &&
		    pool->amount[i] > pool->none &&
		    pool->where[i] == SP_HEAP_NONE) {
			sp_heap_append(&pool->heap, pool_slot(pool, i));
			pool->low--;
		}
	}
	sp_heap_rebuild(&pool->heap);
	pool->work = 0;
}

static inline bool
pool_is_too_large(const struct sp_pool *pool)
{
	return sp_heap_count(&pool->heap) >
	       SPARE * (pool->items / PART + BEST);
}

/*
 * All items leave the heap, except those that would leave the pool with it, and
 * the best ones come back.  If nearly all come back, because their amounts are
 * equal, the next try waits longer.
 */
static void
pool_spill(struct sp_pool *pool)
{
	pool->low = sp_pool_count(pool);
	sp_heap_clear(&pool->heap);
	for (uint64_t i = 0; i < pool->items; i++) {
		if (pool->where[i] == SP_HEAP_NONE)
			continue;
		pool->where[i] = SP_HEAP_NONE;
		if (pool->amount[i] > pool->none)
			continue;
		sp_heap_append(&pool->heap, pool_slot(pool, i));
		pool->low--;
	}
	pool_refill(pool);
	if (!pool_is_too_large(pool))
		pool->most_work = pool->items;
	else if (pool->most_work < UINT64_MAX / 2)
		pool->most_work *= 2;
}

/* ---- items ------------------------------------------------------------ */

void
sp_pool_fill(struct sp_pool *pool, double amount)
{
	for (uint64_t i = 0; i < pool->items; i++)
		pool->amount[i] = amount;
	pool->low = pool->items;
	pool->bound = INFINITY;
}

void
sp_pool_put(struct sp_pool *pool, uint32_t item, double amount)
{
	pool->amount[item] = amount;
	if (amount < pool->bound && amount > pool->none) {
		pool->low++;
		return;
	}
	pool->work++;
	sp_heap_push(&pool->heap, pool_slot(pool, item));
}

/*
 * An item that had no more than none was in the heap, and may have to leave it
 * for the array.
 */
void
sp_pool_raise(struct sp_pool *pool, uint32_t item, double gift)
{
	double before = pool->amount[item], now = before + gift;
	uint32_t at = pool->where[item];

	pool->amount[item] = now;
	pool->work++;
	if (at == SP_HEAP_NONE) {
		sp_heap_push(&pool->heap, pool_slot(pool, item));
		pool->low--;
	} else if (!(before > pool->none) && now > pool->none &&
		   now < pool->bound) {
		sp_heap_remove(&pool->heap, at);
		pool->low++;
	} else {
		sp_heap_change(&pool->heap, at, -now);
	}
}

uint32_t
sp_pool_first(struct sp_pool *pool)
{
	struct sp_slot first;

	if (pool->work > pool->most_work && pool_is_too_large(pool))
		pool_spill(pool);
	if (pool->low && (!sp_heap_count(&pool->heap) ||
			  !(-sp_heap_first(&pool->heap).key > pool->none)))
		pool_refill(pool);
	first = sp_heap_first(&pool->heap);
	return sp_slot_item(&first);
}
