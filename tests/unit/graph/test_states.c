/* SPDX-License-Identifier: MIT */
/* The states of pages: their words, and how many there are of each. */
#include "unit.h"

#include "graph/states.h"

#include <string.h>

START_TEST(words_differ)
{
	for (unsigned i = 0; i < SP_PAGE_STATES; i++) {
		ck_assert_str_ne(sp_page_state_word(i), "");
		for (unsigned j = 0; j < i; j++)
			ck_assert_str_ne(sp_page_state_word(i),
					 sp_page_state_word(j));
	}
	/* The bytes of streams: seedpipe(5). */
	ck_assert_str_eq(sp_page_state_word(0), "unfetched");
	ck_assert_str_eq(sp_page_state_word(1), "ok");
	ck_assert_str_eq(sp_page_state_word(6), "filtered");
}
END_TEST

START_TEST(states_are_counted)
{
	uint64_t counts[SP_PAGE_STATES];
	struct sp_states states;
	struct sp_error err;

	must(sp_states_new(100, &states, &err), err);
	ck_assert_uint_eq(states.pages, 100);
	sp_states_count(&states, counts);
	ck_assert_uint_eq(counts[SP_PAGE_UNFETCHED], 100);
	ck_assert_uint_eq(counts[SP_PAGE_OK], 0);
	for (int page = 0; page < 30; page++)
		states.state_of[page] = SP_PAGE_OK;
	states.state_of[99] = SP_PAGE_FILTERED;
	sp_states_count(&states, counts);
	ck_assert_uint_eq(counts[SP_PAGE_UNFETCHED], 69);
	ck_assert_uint_eq(counts[SP_PAGE_OK], 30);
	ck_assert_uint_eq(counts[SP_PAGE_GONE], 0);
	ck_assert_uint_eq(counts[SP_PAGE_FILTERED], 1);
	sp_states_free(&states);
	ck_assert_ptr_null(states.state_of);
	ck_assert_uint_eq(states.pages, 0);
	sp_states_free(&states);
}
END_TEST

START_TEST(states_of_no_page)
{
	uint64_t counts[SP_PAGE_STATES];
	struct sp_states states;
	struct sp_error err;

	must(sp_states_new(0, &states, &err), err);
	sp_states_count(&states, counts);
	ck_assert_uint_eq(counts[SP_PAGE_UNFETCHED], 0);
	sp_states_free(&states);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("states");

	tcase_add_test(tests, words_differ);
	tcase_add_test(tests, states_are_counted);
	tcase_add_test(tests, states_of_no_page);
	return unit_run(tests);
}
