/* SPDX-License-Identifier: MIT */
/*
 * test_readable.c - numbers for people: counts, bytes, seconds; counts with
 * suffixes; and the distance of words that suggestions are made from.
 */
#include "unit.h"

#include "base/number.h"
#include "base/suggest.h"
#include "cli/readable.h"

#include <string.h>

START_TEST(counts)
{
	static const struct { uint64_t count; const char *text; } cases[] = {
		{ 0, "0" }, { 999, "999" }, { 1000, "1,000" },
		{ 12345, "12,345" }, { 1234567, "1,234,567" },
		{ UINT64_MAX, "18,446,744,073,709,551,615" }
	};
	char text[READABLE_TEXT];

	for (int i = 0; i < LENGTH(cases); i++) {
		readable_count(text, cases[i].count);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

START_TEST(bytes)
{
	static const struct { uint64_t bytes; const char *text; } cases[] = {
		{ 0, "0 bytes" }, { 1023, "1023 bytes" }, { 1024, "1.0 KiB" },
		{ 1048524, "1023.9 KiB" }, { 1048575, "1.0 MiB" },
		{ UINT64_C(1) << 40, "1.0 TiB" }, { UINT64_MAX, "16.0 EiB" }
	};
	char text[READABLE_TEXT];

	for (int i = 0; i < LENGTH(cases); i++) {
		readable_bytes(text, cases[i].bytes);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

START_TEST(seconds)
{
	static const struct {
		double seconds;
		int decimals;
		const char *text;
	} cases[] = {
		{ 0, 2, "0.00 s" }, { 12.34, 1, "12.3 s" },
		{ 59.4, 0, "59 s" }, { 59.5, 0, "1 min 0 s" },
		{ 200, 1, "3 min 20 s" }, { 3599.5, 1, "1 h 0 min" },
		{ 7500, 2, "2 h 5 min" }
	};
	char text[READABLE_TEXT];

	for (int i = 0; i < LENGTH(cases); i++) {
		readable_seconds(text, cases[i].seconds, cases[i].decimals);
		ck_assert_str_eq(text, cases[i].text);
	}
}
END_TEST

START_TEST(suffixes)
{
	static const struct { const char *text; uint64_t count; } good[] = {
		{ "0", 0 }, { "7", 7 }, { "1k", 1000 }, { "1K", 1000 },
		{ "20M", 20000000 }, { "4G", UINT64_C(4000000000) },
		{ "18446744T", UINT64_C(18446744000000000000) }
	};
	static const char *const bad[] = {
		"", "k", "1m", "1Ki", "1kB", "1.5M", "1e6", "-1k", "18446745T"
	};
	uint64_t count = 1;

	for (int i = 0; i < LENGTH(good); i++) {
		ck_assert(sp_parse_count(good[i].text, strlen(good[i].text),
					 &count));
		ck_assert_uint_eq(count, good[i].count);
	}
	for (int i = 0; i < LENGTH(bad); i++)
		ck_assert(!sp_parse_count(bad[i], strlen(bad[i]), &count));
}
END_TEST

/* Every edit costs 2, a swap of neighbours 1, in both directions. */
START_TEST(distances)
{
	static const struct {
		const char *a, *b;
		unsigned distance;
	} cases[] = {
		{ "", "", 0 }, { "", "abc", 6 }, { "bfs", "bfs", 0 },
		{ "BFS", "bfs", 0 }, { "bsf", "bfs", 1 }, { "bsf", "lsf", 2 },
		{ "ieac", "ieca", 1 }, { "bta", "beta", 2 },
		{ "iteratons", "iterations", 2 }, { "abcd", "badc", 2 },
		{ "abc", "xyz", 6 }, { "ca", "abc", 6 }
	};

	for (int i = 0; i < LENGTH(cases); i++) {
		const char *a = cases[i].a, *b = cases[i].b;

		ck_assert_uint_eq(sp_word_distance(a, strlen(a), b, strlen(b)),
				  cases[i].distance);
		ck_assert_uint_eq(sp_word_distance(b, strlen(b), a, strlen(a)),
				  cases[i].distance);
	}
}
END_TEST

START_TEST(suggestions)
{
	static const char *const names[] = { "bfs", "lsf", "dfs", "ieca",
					     "provenance" };
	static const struct { const char *word, *names; } cases[] = {
		{ "bsf", "bfs" }, { "xfs", "bfs or dfs" }, { "ieac", "ieca" },
		{ "prov", "provenance" }, { "pr", "" }, { "xyz", "" },
		{ "b", "" }, { "", "" }, { "icea", "ieca" }
	};

	for (int i = 0; i < LENGTH(cases); i++) {
		struct sp_suggestion near;

		sp_suggest(&near, cases[i].word, strlen(cases[i].word));
		for (int n = 0; n < LENGTH(names); n++)
			sp_suggest_name(&near, names[n], strlen(names[n]));
		ck_assert_str_eq(near.count ? near.names : "",
				 cases[i].names);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("readable");

	tcase_add_test(tcase, counts);
	tcase_add_test(tcase, bytes);
	tcase_add_test(tcase, seconds);
	tcase_add_test(tcase, suffixes);
	tcase_add_test(tcase, distances);
	tcase_add_test(tcase, suggestions);
	return unit_run(tcase);
}
