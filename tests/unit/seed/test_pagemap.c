/* SPDX-License-Identifier: MIT */
/*
 * test_pagemap.c - tables of page numbers: what was set is found, and pages that
 * were chosen to fill one stretch of a table without a seed do not fill one.
 */
#include "unit.h"

#include "base/hash.h"
#include "crawl/outbox.h"
#include "seed/pagemap.h"

#include <string.h>

#define CHOSEN 20000
#define SLOTS 65536  /* of a table that holds them */
#define STRETCH 64   /* slots that they all want without a seed */

/* Page numbers that would all begin within one stretch. */
static void
choose_pages(uint32_t pages[CHOSEN])
{
	unsigned count = 0;

	for (uint32_t page = 0; count < CHOSEN; page++)
		if ((sp_mix64(page) & (SLOTS - 1)) < STRETCH)
			pages[count++] = page;
}

/* The longest run of words that are not free. */
static uint64_t
longest_run(const uint32_t *table, uint64_t size, uint32_t free_word)
{
	uint64_t longest = 0, run = 0;

	for (uint64_t i = 0; i < size; i++) {
		run = table[i] == free_word ? 0 : run + 1;
		longest = run > longest ? run : longest;
	}
	return longest;
}

/* Without a seed, runs of 20,000; by chance, 500 are out of reach. */
START_TEST(test_page_map_chosen)
{
	struct sp_page_map map = SP_PAGE_MAP_EMPTY;
	static uint32_t pages[CHOSEN];
	uint32_t value;

	choose_pages(pages);
	for (uint32_t i = 0; i < CHOSEN; i++)
		hold(sp_page_map_set(&map, pages[i], i));
	ck_assert_uint_eq(map.count, CHOSEN);
	for (uint32_t i = 0; i < CHOSEN; i++) {
		hold(sp_page_map_get(&map, pages[i], &value) && value == i);
		hold(!sp_page_map_get(&map, pages[i] + 1, &value) ||
		     (i + 1 < CHOSEN && pages[i] + 1 == pages[i + 1]));
	}
	ck_assert_uint_lt(longest_run(map.pages, map.slots, SP_NO_PAGE), 500);
	sp_page_map_free(&map);
}
END_TEST

/* The same table, filled twice. */
START_TEST(test_outbox_chosen)
{
	struct sp_outbox outbox;
	static uint32_t pages[CHOSEN];

	memset(&outbox, 0, sizeof(outbox));
	choose_pages(pages);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 2 * CHOSEN; i++) {
			struct sp_message message = { pages[i % CHOSEN], i, 1 };

			hold(sp_outbox_add(&outbox, message));
		}
		ck_assert_uint_eq(outbox.count, CHOSEN);
		for (uint32_t i = 0; i < CHOSEN; i++)
			hold(outbox.messages[i].page == pages[i] &&
			     outbox.messages[i].parent == i);
		ck_assert_uint_lt(longest_run(outbox.table, outbox.size, 0),
				  500);
		sp_outbox_clear(&outbox);
		ck_assert_uint_eq(longest_run(outbox.table, outbox.size, 0), 0);
	}
	sp_outbox_free(&outbox);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("chosen pages");

	tcase_add_test(tests, test_page_map_chosen);
	tcase_add_test(tests, test_outbox_chosen);
	return unit_run(tests);
}
