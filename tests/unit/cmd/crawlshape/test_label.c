/* SPDX-License-Identifier: MIT */
/* test_label.c - how wide texts are, and how they break into lines. */
#include "unit.h"

#include "cmd/crawlshape/picture.h"

#include <string.h>

#define MOST 4

/* Lines are separated by "|", "~" is "..."; width is in widths of "a", 0.62. */
static const struct {
	const char *text;
	double width;
	unsigned most;
	const char *lines;
} cases[] = {
	{ "", 10, 3, "" },
	{ "aaaa", 4, 1, "aaaa" },
	{ "aaaaa", 4, 2, "aaaa|a" },
	{ "aaaaa", 3, 2, "" },
	{ "aaa", 3, 1, "aaa" },
	{ "aaaaaaaaaa", 7, 1, "aaaaa~" },
	{ "aaaaaaaaaa", 5, 1, "" },
	/* After a "/" in the second half of a line, and in no other. */
	{ "aaaa/aaaa", 7, 2, "aaaa/|aaaa" },
	{ "a/aaaaaaa", 7, 2, "a/aaaaa|aa" },
	{ "aaa?aa&aaaa", 8, 3, "aaa?aa&|aaaa" },
	/* After a blank, wherever it is. */
	{ "a aaaaaaa", 7, 2, "a |aaaaaaa" },
	{ "aa aa aaaa", 7, 2, "aa aa |aaaa" },
	/* The last line has the end. */
	{ "aaaaaa/aaaaaaaaaaaa/aaaa", 8, 2, "aaaaaa/|~a/aaaa" },
	{ "aaaa/aaaaaaaaaaaaaaaaaaaaaa.a", 6, 3, "aaaa/|aaaaaa|~aa.a" },
	/* Characters, and no bytes; each has the width of 1.1. */
	{ "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 7.2, 1,
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4" },
	{ "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 8.9, 1,
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4~" },
	{ "\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96"
	  "\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96", 7.2, 2,
	  "\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96|~"
	  "\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96" }
};

START_TEST(test_break)
{
	const char *text = cases[_i].text;
	struct label_line lines[MOST];
	double width = cases[_i].width * 0.62 + 1e-9;
	unsigned count = label_break((struct sp_span){ text, strlen(text) },
				     width, false, cases[_i].most, lines);
	char got[200] = "";

	for (unsigned i = 0; i < count; i++) {
		size_t used = strlen(got);

		snprintf(got + used, sizeof(got) - used, "%s%s%.*s%s",
			 i ? "|" : "",
			 lines[i].cut == LABEL_CUT_BEFORE ? "~" : "",
			 (int)lines[i].text.length, lines[i].text.text,
			 lines[i].cut == LABEL_CUT_AFTER ? "~" : "");
	}
	ck_assert_str_eq(got, cases[_i].lines);
}
END_TEST

/* No line is wider than it may be, whatever the text and its width. */
START_TEST(test_widths)
{
	const struct sp_span text = SP_SPAN("/a<b>%40?M=W&mmm \xc3\xa4"
		"\xe4\xb8\x96\xf0\x9f\x8c\x90/iiii.html\xc3");

	for (double width = 0; width < 30; width += 0.05)
		for (unsigned most = 1; most <= MOST; most++)
			for (int bold = 0; bold < 2; bold++) {
				struct label_line lines[MOST];
				unsigned count = label_break(text,
					width, bold, most, lines);

				hold(count <= most);
				for (unsigned i = 0; i < count; i++)
					hold(label_width(lines[i].text, bold) +
					     (lines[i].cut ? 1 : 0) <=
					     width + 1e-9);
			}
}
END_TEST

START_TEST(test_width)
{
	ck_assert_double_eq_tol(label_width(SP_SPAN("aW~"), false),
				0.62 + 0.99 + 0.84, 1e-9);
	ck_assert_double_eq_tol(label_width(SP_SPAN("\xc3\xa4"), false), 1.1,
				1e-9);
	ck_assert_double_eq_tol(label_width(SP_SPAN(""), false), 0, 1e-9);
	hold(label_width(SP_SPAN("aW~"), true) >
	     label_width(SP_SPAN("aW~"), false));
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("label");

	tcase_add_loop_test(tests, test_break, 0, LENGTH(cases));
	tcase_add_test(tests, test_widths);
	tcase_add_test(tests, test_width);
	return unit_run(tests);
}
