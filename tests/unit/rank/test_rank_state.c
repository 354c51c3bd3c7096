/* SPDX-License-Identifier: MIT */
/*
 * States that a run may go on from (rank/checkpoint.h): each bound of each
 * number, from both sides, and values that are no scores.
 */
#include "unit.h"

#include "rank/checkpoint.h"

#include <math.h>

#define LARGEST 0x1p256
#define PAGES 2

/* Authorities, whose norm the state has; ranks, whose sum is known. */
static const struct sp_rank_wanted authorities = {
	.norm = SP_NORM_L2, .kept = true
}, ranks = {
	.norm = SP_NORM_L1, .least = 0.15, .most = 1
};

static const struct given {
	const struct sp_rank_wanted *wanted;
	struct sp_rank_state state; /* iterations, norm, growth, residual */
	double values[PAGES];
	bool good;
} given[] = {
	{ &authorities, { 1, 5, 1, 0 }, { 3, 4 }, true },
	{ &authorities, { 1, 5.0001, 1, 0 }, { 3, 4 }, false },
	{ &authorities, { 1, 4.9999, 1, 0 }, { 3, 4 }, false },
	{ &authorities, { 0, 5, 1, 0 }, { 3, 4 }, false },
	{ &authorities, { 1, 5, 1, LARGEST }, { 3, 4 }, true },
	{ &authorities, { 1, 5, 1, 2 * LARGEST }, { 3, 4 }, false },
	{ &authorities, { 1, 5, 1, -1 }, { 3, 4 }, false },
	{ &authorities, { 1, 5, 1, NAN }, { 3, 4 }, false },
	{ &authorities, { 1, 5, 0, 0 }, { 3, 4 }, true },
	{ &authorities, { 1, 5, -1, 0 }, { 3, 4 }, false },
	{ &authorities, { 1, 5, LARGEST, 0 }, { 3, 4 }, true },
	{ &authorities, { 1, 5, 2 * LARGEST, 0 }, { 3, 4 }, false },
	{ &authorities, { 1, 5, NAN, 0 }, { 3, 4 }, false },
	{ &authorities, { 1, LARGEST, 1, 0 }, { LARGEST, 0 }, true },
	{ &authorities, { 1, 2 * LARGEST, 1, 0 }, { 2 * LARGEST, 0 }, false },
	{ &authorities, { 1, 1 / LARGEST, 1, 0 }, { 0, 1 / LARGEST }, true },
	{ &authorities, { 1, 0.5 / LARGEST, 1, 0 }, { 0, 0.5 / LARGEST },
	  false },
	/* Without links, authorities are 0, and their norm counts as 1. */
	{ &authorities, { 1, 1, 1, 0 }, { 0, 0 }, true },
	{ &authorities, { 1, 2, 1, 0 }, { 0, 0 }, false },
	{ &authorities, { 1, 1, 1, 0 }, { -0.6, 0.8 }, false },
	{ &authorities, { 1, 1, 1, 0 }, { NAN, 0 }, false },
	{ &authorities, { 1, 1, 1, 0 }, { 0, INFINITY }, false },
	{ &ranks, { 1, 0, 0, 1 }, { 0.5, 0.5 }, true },
	{ &ranks, { 1, 0, 0, 1 }, { 0.15, 0 }, true },
	{ &ranks, { 1, 0, 0, 1 }, { 0.149, 0 }, false },
	{ &ranks, { 1, 0, 0, 1 }, { 0.5, 0.501 }, false },
	{ &ranks, { 1, 0, 0, 1 }, { -0.5, 1 }, false },
	{ &ranks, { 1, 1, 0, 1 }, { 0.5, 0.5 }, false },
	{ &ranks, { 1, 0, 1, 1 }, { 0.5, 0.5 }, false }
};

START_TEST(test_states)
{
	const struct given *row = &given[_i];
	struct sp_team team = sp_team_alone();
	struct sp_error err;

	ck_assert_int_eq(sp_rank_check_state(&team, row->wanted, &row->state,
					     row->values, PAGES, &err),
			 row->good ? SP_OK : SP_DATA);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("rank state");

	tcase_add_loop_test(tests, test_states, 0, LENGTH(given));
	return unit_run(tests);
}
