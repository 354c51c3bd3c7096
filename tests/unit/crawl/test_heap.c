/* SPDX-License-Identifier: MIT */
/*
 * The heap of frontiers, with its shelves, against a tournament of all items.
 */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "crawl/heap.h"

#include <float.h>
#include <math.h>

/* ---- the tournament --------------------------------------------------- */

/*
 * All items are leaves of a complete tree; each node above has the first of the
 * items below it, or NOBODY.
 */
#define NOBODY UINT32_MAX

struct both {
	uint32_t items;       /* a power of 2 */
	uint32_t *winner;     /* of nodes 1 .. 2 items - 1 */
	struct sp_slot *slot; /* of each item */
	uint32_t *where;
	struct sp_heap heap;
	uint64_t count;
	struct sp_random random;
	unsigned most_shelves;
};

static void
both_init(struct both *both, uint32_t items)
{
	*both = (struct both){ .items = items, .random = { items } };
	both->winner = sp_alloc(2 * (uint64_t)items, sizeof(uint32_t));
	both->slot = sp_alloc_zero(items, sizeof(*both->slot));
	both->where = sp_alloc_zero(items, sizeof(uint32_t));
	ck_assert(both->winner && both->slot && both->where);
	for (uint32_t i = 0; i < 2 * items; i++)
		both->winner[i] = NOBODY;
	ck_assert(sp_heap_init(&both->heap, items, both->where));
}

static void
both_free(struct both *both)
{
	free(both->winner);
	free(both->slot);
	free(both->where);
	sp_heap_free(&both->heap);
}

static bool
is_in(const struct both *both, uint32_t item)
{
	return both->winner[both->items + item] == item;
}

static uint32_t
first_of(const struct both *both, uint32_t a, uint32_t b)
{
	if (a == NOBODY || b == NOBODY)
		return a == NOBODY ? b : a;
	return sp_slot_before(&both->slot[a], &both->slot[b]) ? a : b;
}

static void
tell(struct both *both, uint32_t item, bool in)
{
	uint32_t node = both->items + item;

	both->winner[node] = in ? item : NOBODY;
	for (node /= 2; node; node /= 2)
		both->winner[node] = first_of(both, both->winner[2 * node],
					      both->winner[2 * node + 1]);
}

/* ---- both do the same ------------------------------------------------- */

static void
look(struct both *both)
{
	const struct sp_shelves *shelves = both->heap.shelves;
	struct sp_slot first;

	hold(sp_heap_count(&both->heap) == both->count);
	if (shelves)
		hold(shelves->used <= shelves->chunks);
	if (shelves && shelves->count > both->most_shelves)
		both->most_shelves = shelves->count;
	if (!both->count)
		return;
	first = sp_heap_first(&both->heap);
	hold(sp_slot_item(&first) == both->winner[1]);
	hold(both->where[both->winner[1]] == SP_HEAP_ROOT);
}

static void
push(struct both *both, uint32_t item, uint32_t tie, double key)
{
	both->slot[item] = (struct sp_slot){ key, sp_slot_rank(tie, item) };
	both->count++;
	sp_heap_push(&both->heap, both->slot[item]);
	tell(both, item, true);
	look(both);
}

static void
change(struct both *both, uint32_t item, double key)
{
	double old = sp_heap_key(&both->heap, both->where[item]);

	/* The very bits: 0 and -0 are equal, and are kept apart. */
	hold(!memcmp(&old, &both->slot[item].key, sizeof(old)));
	both->slot[item].key = key;
	sp_heap_change(&both->heap, both->where[item], key);
	tell(both, item, true);
	look(both);
}

static uint32_t
leave(struct both *both, uint32_t item)
{
	struct sp_slot slot = both->slot[item];

	both->count--;
	if (item == both->winner[1]) {
		slot = sp_heap_pop(&both->heap);
		hold(!memcmp(&slot, &both->slot[item], sizeof(slot)));
	} else {
		sp_heap_remove(&both->heap, both->where[item]);
	}
	hold(both->where[item] == SP_HEAP_NONE);
	tell(both, item, false);
	look(both);
	return item;
}

static double
new_key(void *context, uint32_t item)
{
	return ((struct both *)context)->slot[item].key;
}

/* All keys anew, half of the time with items that were appended. */
static void
rekey(struct both *both, double (*draw)(struct sp_random *random))
{
	bool with_new = sp_random_below(&both->random, 2);

	for (uint32_t item = 0; item < both->items; item++) {
		if (!is_in(both, item)) {
			if (!with_new || item % 8)
				continue;
			both->slot[item].rank = sp_slot_rank(item % 5, item);
			sp_heap_append(&both->heap, both->slot[item]);
			both->count++;
		}
		both->slot[item].key = draw(&both->random);
		tell(both, item, true);
	}
	sp_heap_rekey(&both->heap, 1, new_key, both);
	look(both);
}

/* ---- keys ------------------------------------------------------------- */

static double
any_key(struct sp_random *random)
{
	return sp_random_unit(random);
}

static double
few_keys(struct sp_random *random)
{
	return (double)sp_random_below(random, 3);
}

static double
one_key(struct sp_random *random)
{
	(void)random;
	return 1;
}

static double
small_keys(struct sp_random *random)
{
	return pow(0.5, 40 * sp_random_unit(random)) *
	       sp_random_unit(random);
}

static double
hostile_keys(struct sp_random *random)
{
	static const double keys[] = {
		-INFINITY, INFINITY, 0.0, -0.0, DBL_MAX, -DBL_MAX, DBL_MIN,
		-DBL_MIN, 4.9e-324, -4.9e-324, 1e-310, 1 + DBL_EPSILON, 1, -1
	};

	return keys[sp_random_below(random, sizeof(keys) / sizeof(*keys))];
}

static double (*const draws[])(struct sp_random *random) = {
	any_key, few_keys, one_key, small_keys, hostile_keys
};

/* ---- tests ------------------------------------------------------------ */

/* Phases in which most steps add items, and some in which most take them. */
static void
live(struct both *both, double (*draw)(struct sp_random *random),
     unsigned steps)
{
	struct sp_random *random = &both->random;

	for (unsigned i = 0; i < steps; i++) {
		uint32_t item = (uint32_t)sp_random_below(random, both->items);
		uint64_t what = sp_random_below(random, 8);
		bool grows = i / (steps / 4) % 2 == 0;

		if (!is_in(both, item) && what < (grows ? 8 : 2))
			push(both, item, (uint32_t)sp_random_below(random, 9),
			     draw(random));
		else if (is_in(both, item) && what < 4)
			change(both, item, draw(random));
		else if (is_in(both, item) && what == 4)
			leave(both, item);
		else if (both->count && !grows)
			leave(both, both->winner[1]);
		if (i % (steps / 3) == steps / 5)
			rekey(both, draw);
	}
	while (both->count)
		leave(both, both->winner[1]);
}

static const uint32_t sizes[] = { 1, 2, 64, 2048, 4096, 8192, 32768 };

START_TEST(same_as_the_tournament)
{
	for (int d = 0; d < LENGTH(draws); d++) {
		struct both both;

		both_init(&both, sizes[_i]);
		live(&both, draws[d], ROUNDS_OF(3 * sizes[_i] + 1000));
		/* Empty again, and in use again. */
		live(&both, draws[d], ROUNDS_OF(sizes[_i] + 100));
		both_free(&both);
	}
}
END_TEST

/*
 * Keys that only get better, as in most orders: each new item is the first of
 * all, or goes to the end, or somewhere between.
 */
START_TEST(keys_that_run)
{
	enum { ITEMS = 1 << 18 };
	static const double steps[] = { -1, 1, 0 };
	struct both both;
	double key = 0;

	both_init(&both, ITEMS);
	for (uint32_t item = 0; item < ITEMS; item++) {
		key += steps[_i];
		push(&both, item, item, key);
		/* Fronts that become shelves, again and again. */
		if (item % 12288 == 12287)
			for (unsigned i = 0; i < 4600; i++)
				leave(&both, both.winner[1]);
		if (both.count && item % 3 == 0 && is_in(&both, item / 2))
			change(&both, item / 2,
			       both.slot[item / 2].key + steps[_i] / 2);
	}
	/* Items before all others make more shelves than there may be. */
	if (_i == 0)
		ck_assert_uint_gt(both.most_shelves, SP_SHELVES_MAX);
	while (both.count)
		leave(&both, both.winner[1]);
	both_free(&both);
}
END_TEST

/* What is not a number has no place, but every item comes out, once. */
START_TEST(no_item_is_lost)
{
	enum { ITEMS = 20000 };
	uint32_t *where = sp_alloc_zero(ITEMS, sizeof(*where));
	struct sp_random random = { 3 };
	struct sp_heap heap;

	ck_assert(where && sp_heap_init(&heap, ITEMS, where));
	for (uint32_t i = 0; i < ITEMS; i++) {
		struct sp_slot slot = {
			_i == 0 || sp_random_below(&random, 2) ? NAN : (double)i,
			sp_slot_rank(0, i)
		};

		sp_heap_push(&heap, slot);
	}
	for (uint32_t i = 0; i < ITEMS; i += 3)
		sp_heap_change(&heap, where[i], i % 2 ? NAN : 1);
	for (uint32_t i = 0; i < ITEMS; i++) {
		struct sp_slot slot = sp_heap_pop(&heap);

		hold(where[sp_slot_item(&slot)] == SP_HEAP_NONE);
		where[sp_slot_item(&slot)] = 1;
	}
	ck_assert_uint_eq(sp_heap_count(&heap), 0);
	sp_heap_free(&heap);
	free(where);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("heap");

	tcase_add_loop_test(tcase, same_as_the_tournament, 0, LENGTH(sizes));
	tcase_add_loop_test(tcase, keys_that_run, 0, 3);
	tcase_add_loop_test(tcase, no_item_is_lost, 0, 2);
	return unit_run(tcase);
}
