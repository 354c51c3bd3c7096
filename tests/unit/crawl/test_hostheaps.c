/* SPDX-License-Identifier: MIT */
/*
 * A heap for each host, against a search through all pages.
 */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "crawl/hostheaps.h"

#define PAGES 600
#define HOSTS 37

struct both {
	uint32_t host_of[PAGES], where[PAGES];
	bool in[PAGES];
	struct sp_slot slot[PAGES];
	bool offered[HOSTS];
	struct sp_host_heaps *heaps;
	struct sp_random random;
};

/* A few large hosts and many small ones; keys of which many are equal. */
static void
both_init(struct both *both, uint64_t seed)
{
	*both = (struct both){ .random = { seed } };
	for (uint32_t page = 0; page < PAGES; page++) {
		uint32_t host = (uint32_t)sp_random_below(&both->random, HOSTS);

		both->host_of[page] = page % 3 ? host % 3 : host;
	}
	both->heaps = sp_host_heaps_new(PAGES, both->where, both->host_of,
					HOSTS);
	ck_assert(both->heaps);
}

static double
draw_key(struct both *both)
{
	return (double)sp_random_below(&both->random, 50) - 25;
}

/* The best page of a host, or PAGES. */
static uint32_t
best_of(const struct both *both, uint32_t host)
{
	uint32_t best = PAGES;

	for (uint32_t page = 0; page < PAGES; page++)
		if (both->in[page] && both->host_of[page] == host &&
		    (best == PAGES ||
		     sp_slot_before(&both->slot[page], &both->slot[best])))
			best = page;
	return best;
}

static void
look(const struct both *both)
{
	const struct sp_host_heaps *heaps = both->heaps;
	uint32_t first = PAGES;
	uint64_t count = 0;

	for (uint32_t host = 0; host < HOSTS; host++) {
		uint32_t best = best_of(both, host);

		if (best == PAGES) {
			hold(!sp_host_heap_count(heaps, host));
			hold(!heaps->offer_at[host]);
			continue;
		}
		hold(sp_slot_item(sp_host_heap_first(heaps, host)) == best);
		hold((heaps->offer_at[host] > 0) == both->offered[host]);
		if (both->offered[host] &&
		    (first == PAGES || sp_slot_before(&both->slot[best],
						      &both->slot[first])))
			first = best;
		count += both->offered[host];
	}
	hold(heaps->offered_count == count);
	if (count)
		hold(heaps->offered[0] == both->host_of[first]);
	for (uint32_t page = 0; page < PAGES; page++)
		hold((both->where[page] != 0) == both->in[page]);
}

static void
put(struct both *both, uint32_t page)
{
	uint32_t tie = (uint32_t)sp_random_below(&both->random, 4);
	uint32_t host = both->host_of[page];
	uint64_t woken = both->heaps->woken_count;
	bool was_empty = !sp_host_heap_count(both->heaps, host);

	both->slot[page] = (struct sp_slot){ draw_key(both),
					     sp_slot_rank(tie, page) };
	both->in[page] = true;
	sp_host_heaps_push(both->heaps, both->slot[page]);
	if (both->heaps->woken_count > woken)
		hold(was_empty && both->heaps->woken[woken] == host);
	if (was_empty)
		both->offered[host] = false;
}

/* A host whose last page leaves is not offered any more. */
static void
take(struct both *both, uint32_t page)
{
	sp_host_heaps_remove(both->heaps, both->where[page]);
	both->in[page] = false;
}

static double
new_key(void *context, uint32_t page)
{
	struct both *both = context;

	both->slot[page].key = draw_key(both);
	return both->slot[page].key;
}

static void
step(struct both *both)
{
	uint32_t page = (uint32_t)sp_random_below(&both->random, PAGES);
	uint32_t host = both->host_of[page];
	uint64_t what = sp_random_below(&both->random, 40);

	if (!both->in[page]) {
		if (what < 25)
			put(both, page);
	} else if (what < 12) {
		take(both, page);
	} else if (what < 24) {
		both->slot[page].key = draw_key(both);
		sp_host_heaps_change(both->heaps, both->where[page],
				     both->slot[page].key);
	} else if (what < 32) {
		sp_host_heaps_offer(both->heaps, host);
		both->offered[host] = true;
	} else if (what < 36) {
		sp_host_heaps_withdraw(both->heaps, host);
		both->offered[host] = false;
	} else if (what < 37) {
		sp_host_heaps_rekey(both->heaps, 1, new_key, both);
	} else {
		sp_host_heaps_heard(both->heaps);
		hold(!both->heaps->woken_count);
	}
}

START_TEST(same_as_a_search)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct both *both = sp_alloc_zero(1, sizeof(*both));

		ck_assert(both);
		both_init(both, seed);
		for (int i = 0; i < 4000; i++) {
			step(both);
			if (i % 5 == 0)
				look(both);
		}
		sp_host_heaps_free(both->heaps);
		free(both);
	}
}
END_TEST

/* Whatever hosts do one after the other, four slots a page are enough. */
START_TEST(regions_are_used_again)
{
	struct both *both = sp_alloc_zero(1, sizeof(*both));

	ck_assert(both);
	both_init(both, 3);
	for (int round = 0; round < 50; round++) {
		for (uint32_t page = 0; page < PAGES; page++)
			if (!both->in[page] &&
			    sp_random_below(&both->random, 10) < 9)
				put(both, page);
		hold(both->heaps->end <= 4 * PAGES + 4);
		for (uint32_t page = 0; page < PAGES; page++)
			if (both->in[page] &&
			    sp_random_below(&both->random, 10) < 8)
				take(both, page);
		look(both);
	}
	sp_host_heaps_free(both->heaps);
	free(both);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("hostheaps");

	tcase_add_test(tcase, same_as_a_search);
	tcase_add_test(tcase, regions_are_used_again);
	return unit_run(tcase);
}
