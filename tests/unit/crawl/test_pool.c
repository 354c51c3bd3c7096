/* SPDX-License-Identifier: MIT */
/*
 * The pool of amounts that grow, against a look at all items: the same item is
 * first after every change, and no amount differs in a bit.
 */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "crawl/pool.h"

#include <math.h>

struct both {
	uint32_t items;
	double none;
	double *amount;
	bool *in;
	uint32_t *tie;
	uint64_t count;
	struct sp_pool pool;
	struct sp_random random;
};

static void
both_init(struct both *both, uint32_t items, double none, unsigned ties)
{
	*both = (struct both){ .items = items, .none = none,
			       .random = { items } };
	both->amount = sp_alloc_zero(items, sizeof(double));
	both->in = sp_alloc_zero(items, sizeof(bool));
	both->tie = sp_alloc_zero(items, sizeof(uint32_t));
	ck_assert(both->amount && both->in && both->tie);
	for (uint32_t i = 0; ties && i < items; i++)
		both->tie[i] = (uint32_t)sp_random_below(&both->random, ties);
	ck_assert(sp_pool_init(&both->pool, items, none,
			       ties ? both->tie : NULL));
}

static void
both_free(struct both *both)
{
	free(both->amount);
	free(both->in);
	free(both->tie);
	sp_pool_free(&both->pool);
}

static bool
before(const struct both *both, uint32_t a, uint32_t b)
{
	if (both->amount[a] != both->amount[b])
		return both->amount[a] > both->amount[b];
	return both->tie[a] != both->tie[b] ? both->tie[a] < both->tie[b] :
					      a < b;
}

static uint32_t
first_of(const struct both *both)
{
	uint32_t first = both->items;

	for (uint32_t i = 0; i < both->items; i++)
		if (both->in[i] &&
		    (first == both->items || before(both, i, first)))
			first = i;
	return first;
}

static void
put(struct both *both, uint32_t item, double amount)
{
	both->amount[item] = amount;
	both->in[item] = true;
	both->count++;
	sp_pool_put(&both->pool, item, amount);
}

static void
grow(struct both *both, uint32_t item, double gift)
{
	bool low = both->amount[item] <= both->none;

	both->amount[item] += gift;
	if (low)
		sp_pool_raise(&both->pool, item, gift);
	else
		sp_pool_grow(&both->pool, item, gift);
}

static uint32_t
take(struct both *both, double leaves)
{
	uint32_t item = sp_pool_first(&both->pool);

	hold(item == first_of(both));
	hold(!memcmp(&both->pool.amount[item], &both->amount[item],
		     sizeof(double)));
	sp_pool_take(&both->pool);
	both->pool.amount[item] = both->amount[item] = leaves;
	both->in[item] = false;
	both->count--;
	hold(sp_pool_count(&both->pool) == both->count);
	return item;
}

static const uint32_t sizes[] = { 1, 40, 700, 5000 };

/*
 * All items are always in, as pages with cash are: one is taken and comes back
 * with less than any had, and others grow; in every other round by the same
 * amounts, so that ties decide.
 */
START_TEST(all_are_in)
{
	struct both both;
	uint32_t items = sizes[_i];
	double least = 0;

	both_init(&both, items, -INFINITY, 0);
	sp_pool_fill(&both.pool, 1);
	for (uint32_t i = 0; i < items; i++) {
		both.amount[i] = 1;
		both.in[i] = true;
	}
	both.count = items;
	for (unsigned round = 0; round < 4000; round++) {
		uint32_t item = take(&both, 0);
		double gift = round & 512 ? 0.125 :
			sp_random_unit(&both.random) / 8;

		put(&both, item, least -= 0.001);
		for (unsigned i = 0; i < 12; i++)
			grow(&both, (uint32_t)sp_random_below(&both.random,
							      items), gift);
	}
	both_free(&both);
}
END_TEST

/*
 * Items come and go, as pages with mass do, and some come with nothing: these
 * stay until they are taken, or get something.  Gifts become smaller and
 * smaller, so that all of them are below the first bounds.
 */
START_TEST(they_come_and_go)
{
	struct both both;
	uint32_t items = sizes[_i];
	double gift = 1;

	both_init(&both, items, 0, 3);
	for (unsigned round = 0; round < 3000; round++) {
		for (unsigned i = 0; i < 30; i++) {
			uint32_t item = (uint32_t)sp_random_below(&both.random,
								  items);
			double more = i % 3 ? gift : gift *
				      sp_random_unit(&both.random);

			if (both.in[item])
				grow(&both, item, more);
			else
				put(&both, item, round % 50 || i % 5 ? more :
								       0);
			hold(both.amount[item] > 0 ||
			     sp_pool_has(&both.pool, item));
		}
		gift *= 0.995;
		for (unsigned i = 0; i < 5 && both.count; i++)
			take(&both, 0);
	}
	while (both.count)
		take(&both, 0);
	both_free(&both);
}
END_TEST

/* A NaN is found in the end: the engine reports it when it is chosen. */
START_TEST(no_item_is_lost)
{
	enum { ITEMS = 3000 };
	struct sp_pool pool;
	bool *gone = sp_alloc_zero(ITEMS, sizeof(bool));

	ck_assert(gone && sp_pool_init(&pool, ITEMS, 0, NULL));
	for (uint32_t i = 0; i < ITEMS; i++)
		sp_pool_put(&pool, i, i % 7 ? (double)i + 1 : (double)NAN);
	for (uint32_t i = 0; i < ITEMS; i += 3)
		sp_pool_grow(&pool, i, i % 2 ? (double)NAN : 1);
	for (uint32_t i = 0; i < ITEMS; i++) {
		uint32_t item = sp_pool_first(&pool);

		hold(!gone[item]);
		gone[item] = true;
		sp_pool_take(&pool);
		pool.amount[item] = 0;
	}
	ck_assert_uint_eq(sp_pool_count(&pool), 0);
	sp_pool_free(&pool);
	free(gone);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("pool");

	tcase_add_loop_test(tcase, all_are_in, 0, LENGTH(sizes));
	tcase_add_loop_test(tcase, they_come_and_go, 0, LENGTH(sizes));
	tcase_add_test(tcase, no_item_is_lost);
	return unit_run(tcase);
}
