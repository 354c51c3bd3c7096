/* SPDX-License-Identifier: MIT */
/* Rankings of many pages: too many, or too little memory. */
#include "limit_memory.h"
#include "unit.h"

#include "measure/crawl/hotrank.h"

/* No score is read before all memory is there. */
START_TEST(too_many_pages)
{
	struct sp_hotrank ranking;
	struct sp_error err;

	ck_assert_int_eq(sp_hotrank_make(&ranking, NULL, SP_RANKED_MAX + 1,
					 NULL, 0, &err), SP_DATA);
	if (!LIMIT_MEMORY)
		return;
	limit_memory();
	ck_assert_int_eq(sp_hotrank_make(&ranking, NULL, SP_RANKED_MAX, NULL,
					 0, &err), SP_MEMORY);
	ck_assert_str_eq(err.text, "out of memory for a ranking");
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("hotrank");

	tcase_add_test(tests, too_many_pages);
	return unit_run(tests);
}
