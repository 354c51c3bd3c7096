/* SPDX-License-Identifier: MIT */
/* test_patterns.c - regular expressions of URLs. */
#include "unit.h"

#include "base/random.h"
#include "web/page/patterns.h"

#include <stdlib.h>
#include <string.h>

static struct sp_span
span(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

static const struct {
	const char *line, *why; /* NULL: it is a pattern */
} lines[] = {
	{ "/calendar/", NULL },
	{ "^http://([a-z]+\\.)?shop\\.example/", NULL },
	{ "[0-9]{4}/[0-9]{2}", NULL },
	{ "a)", NULL },
	{ "\\\\1", NULL },
	{ "(a", "is no regular expression: Unmatched ( or \\(" },
	{ "[a", "is no regular expression: Unmatched [, [^, [:, [., or [=" },
	{ "*a", "is no regular expression: Invalid preceding regular "
		"expression" },
	{ "(a)\\1", "has a back-reference" },
	{ "/\\d+", "has \\d, which is the letter d: a digit is [0-9]" },
	{ "a\\n", "has \\n, which is the letter n" },
	{ "[a\\w]", "has \\w in brackets, where it is a backslash or the letter "
		    "w" },
	{ "[]\\s]", "has \\s in brackets, where it is a backslash or the letter "
		    "s" },
	{ "[[:alpha:]\\b]", "has \\b in brackets, where it is a backslash or the "
			    "letter b" },
	{ "[\\d]", "has \\d, which is the letter d: a digit is [0-9]" },
	{ "\\[\\w]", NULL },
	{ "[^\\]\\w", NULL },
	{ "\\bp\\B\\w\\W\\s\\S\\.\\\\d", NULL },
	{ "(a?){200}{200}", "is too long, or repeats too often" },
	{ "(((a{1,99}){1,99}){1,99}){1,99}",
	  "is too long, or repeats too often" },
	{ "www+++++++++++++++++++++++++++.org",
	  "is too long, or repeats too often" },
	{ "((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+",
	  "is too long, or repeats too often" },
	{ "V????????????????????{1,9}?????????????*b.", NULL },
	{ "a){99}{99}{99}", "is too long, or repeats too often" },
	{ "(a[)]b{100}){100}", "is too long, or repeats too often" },
	{ "(a{1,9}b{,9}/[^/]+){9}|(c+d*)+{9}", NULL },
	{ "[0-9]+-[0-9]+-[0-9]+/([a-z]+\\.)+[a-z]+/([^/]+/)+[^/]+[?][^=]+=.+",
	  NULL },
	{ "a{99999999999999999999}", "is too long, or repeats too often" },
};

START_TEST(test_lines)
{
	struct sp_patterns *patterns;
	struct sp_error err;
	const char *why = lines[_i].why;

	must(sp_patterns_new(&patterns, &err), err);
	ck_assert_int_eq(sp_patterns_add(patterns, span(lines[_i].line), &err),
			 why ? SP_DATA : SP_OK);
	if (why)
		ck_assert_str_eq(err.text, why);
	ck_assert_uint_eq(sp_patterns_lines(patterns), why ? 0 : 1);
	must(sp_patterns_ready(patterns, &err), err);
	sp_patterns_free(patterns);
}
END_TEST

/* What the compiler of the library must not be left alone with. */
START_TEST(test_large)
{
	static const struct { const char *piece; size_t times; bool good; }
	cases[] = {
		{ "(", 100000, false }, { "()", 200, true },
		{ "()", 201, false }, { "a?", 999, true },
		{ "a?", 1000, false }, { "|", 1999, true },
		{ "[a]", 666, true }
	};
	struct sp_patterns *patterns;
	struct sp_error err;
	bool matches;

	for (size_t i = 0; i < LENGTH(cases); i++) {
		size_t size = strlen(cases[i].piece);
		char *text = malloc(size * cases[i].times);

		hold(text);
		for (size_t t = 0; t < cases[i].times; t++)
			memcpy(text + t * size, cases[i].piece, size);
		must(sp_patterns_new(&patterns, &err), err);
		ck_assert_int_eq(sp_patterns_add(
					 patterns,
					 (struct sp_span){
						 text, size * cases[i].times },
					 &err),
				 cases[i].good ? SP_OK : SP_DATA);
		must(sp_patterns_ready(patterns, &err), err);
		must(sp_patterns_match(patterns, span("http://aaaa/"),
				       &matches, &err), err);
		sp_patterns_free(patterns);
		free(text);
	}
}
END_TEST

#define MANY 3000 /* patterns: several groups */

/* Each is a word with an end, so that strstr() knows the answer. */
START_TEST(test_many)
{
	struct sp_random random = { 13 };
	static bool used[MANY];
	struct sp_patterns *patterns;
	struct sp_error err;
	char text[32];

	must(sp_patterns_new(&patterns, &err), err);
	for (int i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "/%d/", i * 7);
		must(sp_patterns_add(patterns, span(text), &err), err);
	}
	must(sp_patterns_ready(patterns, &err), err);
	for (int p = 0; p < 2000; p++) {
		unsigned a = (unsigned)sp_random_below(&random, MANY * 8);
		unsigned b = (unsigned)sp_random_below(&random, MANY * 8);
		bool matches, wanted = false;

		snprintf(text, sizeof(text), "http://a/%u/%u/", a, b);
		if (a % 7 == 0 && a / 7 < MANY)
			wanted = used[a / 7] = true;
		if (b % 7 == 0 && b / 7 < MANY)
			wanted = used[b / 7] = true;
		must(sp_patterns_match(patterns, span(text), &matches, &err),
		     err);
		hold(matches == wanted);
	}
	for (int i = 0; i < MANY; i++)
		hold(sp_patterns_was_used(patterns, (uint64_t)i) == used[i]);
	sp_patterns_free(patterns);
}
END_TEST

/* The text ends where its length says. */
START_TEST(test_ends)
{
	struct sp_patterns *patterns;
	struct sp_error err;
	bool matches;

	must(sp_patterns_new(&patterns, &err), err);
	must(sp_patterns_ready(patterns, &err), err);
	must(sp_patterns_match(patterns, span("x"), &matches, &err), err);
	hold(!matches);
	sp_patterns_free(patterns);
	must(sp_patterns_new(&patterns, &err), err);
	must(sp_patterns_add(patterns, span("b$"), &err), err);
	must(sp_patterns_ready(patterns, &err), err);
	must(sp_patterns_match(patterns, (struct sp_span){ "abc", 2 },
			       &matches, &err), err);
	hold(matches);
	must(sp_patterns_match(patterns, (struct sp_span){ "a\0b", 3 },
			       &matches, &err), err);
	hold(matches);
	must(sp_patterns_match(patterns, span("abc"), &matches, &err), err);
	hold(!matches);
	sp_patterns_free(patterns);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("patterns");

	tcase_add_loop_test(tests, test_lines, 0, LENGTH(lines));
	tcase_add_test(tests, test_large);
	tcase_add_test(tests, test_many);
	tcase_add_test(tests, test_ends);
	return unit_run(tests);
}
