/* SPDX-License-Identifier: MIT */
/*
 * Lines grow by pieces of any length, written in any way; once memory was short
 * they are lost.
 */
#include "unit.h"

#include "base/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 700u

/* Whatever the length, the line has what printf() would print. */
START_TEST(test_formats)
{
	char wanted[LONGEST + 32];

	for (unsigned width = 0; width <= LONGEST; width++) {
		struct sp_line line = SP_LINE_EMPTY;
		char *text;

		sp_line_format(&line, "%s", "");
		ck_assert_uint_eq(line.length, 0);
		sp_line_format(&line, "<%*d", (int)width, 7);
		sp_line_add(&line, "|");
		sp_line_format(&line, "%.3f %s>", 0.0625, "end");
		snprintf(wanted, sizeof(wanted), "<%*d|0.062 end>", (int)width,
			 7);
		ck_assert_uint_eq(line.length, strlen(wanted));
		text = sp_line_take(&line);
		ck_assert_str_eq(text, wanted);
		free(text);
	}
}
END_TEST

START_TEST(test_pieces)
{
	struct sp_line line = SP_LINE_EMPTY;
	struct sp_span hosts = { "a.example b.example", 9 };
	char *text;

	sp_line_add_span(&line, hosts);
	sp_line_add_bytes(&line, ", and", 1);
	sp_line_add_uint(&line, UINT64_MAX);
	sp_line_add(&line, " ");
	sp_line_add_double(&line, 0.1);
	sp_line_add_masked(&line, "\033[");
	sp_line_add_json(&line, "\"\t");
	text = sp_line_take(&line);
	ck_assert_str_eq(text, "a.example,18446744073709551615 0.1\\x1b["
			 "\\\"\\u0009");
	free(text);
	ck_assert(sp_line_set(&line, hosts));
	ck_assert(sp_span_equal(sp_line_span(&line), hosts));
	sp_line_free(&line);
}
END_TEST

/* A line without its middle would say something else. */
START_TEST(test_lost)
{
	struct sp_line line = SP_LINE_EMPTY;

	sp_line_add(&line, "all but ");
	line.lost = true; /* as after a failed allocation */
	sp_line_format(&line, "%d", 3);
	sp_line_add(&line, " pages");
	ck_assert_uint_eq(line.length, strlen("all but "));
	ck_assert_ptr_null(sp_line_take(&line));
	ck_assert(!line.lost);
	sp_line_free(&line);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("line");

	tcase_add_test(tests, test_formats);
	tcase_add_test(tests, test_pieces);
	tcase_add_test(tests, test_lost);
	return unit_run(tests);
}
