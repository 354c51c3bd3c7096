/* SPDX-License-Identifier: MIT */
/*
 * test_reach.c - the set of pages that links reach is that of a bitset, also
 * when it is merged many times, and by several threads
 */
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "cluster/team/reach.h"
#include "graph/rows.h"

#include <stdlib.h>

#define ADDED 1000000
#define STEP UINT64_C(1021) /* from a page to the next that may be drawn */
#define DRAWN (SP_PAGES_MAX / STEP)

static void
add_pages(struct sp_reach *reach, uint64_t *expected, uint64_t below,
	  uint64_t seed)
{
	struct sp_reach_thread *part = calloc(1, sizeof(*part));
	struct sp_random random = { seed };

	part->reach = reach;
	for (uint64_t i = 0; i < ADDED; i++) {
		uint64_t drawn = i ? sp_random_below(&random, below) :
				     DRAWN - 1;

#pragma omp atomic
		expected[drawn / SP_BITSET_BITS] |=
			UINT64_C(1) << drawn % SP_BITSET_BITS;
		sp_reach_add(part, (uint32_t)(drawn * STEP));
	}
	sp_reach_give(part);
	hold(!part->failed);
	free(part);
}

START_TEST(agrees_with_a_bitset)
{
	static const uint64_t below[] = { 3, 1000, 300000, 4000000 };
	uint64_t *expected = sp_bitset_new(DRAWN);
	struct sp_reach reach = { 0 };
	uint64_t found = 0;
	struct sp_error err;

	hold(expected);
#pragma omp parallel for num_threads(2)
	for (uint64_t thread = 0; thread < 2; thread++)
		add_pages(&reach, expected, below[_i], thread + 7);
	must(sp_reach_finish(&reach, &err), err);
	for (uint64_t i = 0; i < reach.count; i++) {
		hold(!i || reach.pages[i] > reach.pages[i - 1]);
		hold(reach.pages[i] % STEP == 0);
		hold(sp_bit_test(expected, reach.pages[i] / STEP));
	}
	for (uint64_t i = 0; i < sp_bitset_words(DRAWN); i++)
		found += (uint64_t)__builtin_popcountll(expected[i]);
	hold(found == reach.count);
	sp_reach_free(&reach);
	free(expected);
}
END_TEST

START_TEST(nothing_added)
{
	struct sp_reach reach = { 0 };
	struct sp_error err;

	must(sp_reach_finish(&reach, &err), err);
	hold(!reach.count);
	sp_reach_free(&reach);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("reach");

	tcase_add_loop_test(tcase, agrees_with_a_bitset, 0, 4);
	tcase_add_test(tcase, nothing_added);
	return unit_run(tcase);
}
