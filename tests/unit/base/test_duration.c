/* SPDX-License-Identifier: MIT */
/*
 * test_duration.c - times as text: units, rounding, limits, and what is no time
 */
#include "unit.h"

#include "base/number.h"

#include <string.h>

/* Of what is no time, the value is 7. */
static const struct {
	const char *text;
	bool good;
	uint64_t microseconds;
} times[] = {
	/* Units. */
	{ "0", true, 0 }, { "1", true, 1000000 }, { "1s", true, 1000000 },
	{ "250ms", true, 250000 }, { "20min", true, 1200000000 },
	{ "6h", true, UINT64_C(21600000000) },
	{ "7d", true, UINT64_C(604800000000) }, { "0d", true, 0 },
	/* Numbers are decimal, with a fraction and an exponent. */
	{ "1.5", true, 1500000 }, { ".5s", true, 500000 },
	{ "2.h", true, UINT64_C(7200000000) }, { "1e3", true, 1000000000 },
	{ "1e-3s", true, 1000 }, { "15E-1ms", true, 1500 },
	{ "1e1d", true, UINT64_C(864000000000) }, { "+3", true, 3000000 },
	{ "007", true, 7000000 }, { "-0", true, 0 }, { "1e-400", true, 0 },
	/* To the nearest microsecond; a half is rounded up. */
	{ "0.1", true, 100000 }, { "0.3", true, 300000 },
	{ "1.001ms", true, 1001 }, { "0.0000014", true, 1 },
	{ "0.0000015", true, 2 }, { "0.0000005", true, 1 },
	/* What is not 0 does not become it, which often means no limit. */
	{ "0.0000004", false, 7 }, { "0.0004ms", false, 7 },
	{ "0.123456789", true, 123457 },
	{ "0.00000001min", true, 1 },
	/* Below 2^52 of them, which is 142 years. */
	{ "4503599627.370495", true, (UINT64_C(1) << 52) - 1 },
	{ "4503599627.370496", false, 7 }, { "4503599628", false, 7 },
	{ "52124d", true, UINT64_C(4503513600000000) },
	{ "52125d", false, 7 }, { "1e300", false, 7 }, { "1e300d", false, 7 },
	{ "1e999", false, 7 }, { "18446744073709551616", false, 7 },
	/* No time. */
	{ "", false, 7 }, { "s", false, 7 }, { "ms", false, 7 },
	{ "min", false, 7 }, { "d", false, 7 }, { "-1", false, 7 },
	{ "-1s", false, 7 }, { "-1e-9", false, 7 }, { "1m", false, 7 },
	{ "1M", false, 7 }, { "1H", false, 7 }, { "1 s", false, 7 },
	{ " 1", false, 7 }, { "1 ", false, 7 }, { "1s ", false, 7 },
	{ "1ss", false, 7 }, { "1sms", false, 7 }, { "1hour", false, 7 },
	{ "1us", false, 7 }, { "1w", false, 7 }, { "1h30min", false, 7 },
	{ "1:30", false, 7 }, { "1,5", false, 7 }, { "nan", false, 7 },
	{ "nans", false, 7 }, { "inf", false, 7 }, { "infinityd", false, 7 },
	{ "0x1", false, 7 }, { "0xd", false, 7 }, { "1e", false, 7 },
	{ "e3s", false, 7 }, { ".", false, 7 }, { ".s", false, 7 },
	{ "1k", false, 7 }, { "1\n", false, 7 }
};

START_TEST(each_time)
{
	uint64_t value = 7;

	ck_assert_msg(sp_parse_duration(times[_i].text, strlen(times[_i].text),
					&value) == times[_i].good,
		      "\"%s\"", times[_i].text);
	ck_assert_uint_eq(value, times[_i].microseconds);
}
END_TEST

/* Of text in a line, only as many bytes are read as are given. */
START_TEST(part_of_a_line)
{
	uint64_t value = 7;

	hold(sp_parse_duration("15min", 1, &value));
	ck_assert_uint_eq(value, 1000000);
	hold(sp_parse_duration("15ms", 2, &value));
	ck_assert_uint_eq(value, 15000000);
	hold(!sp_parse_duration("15ms", 3, &value));
	hold(!sp_parse_duration("1s", 0, &value));
	hold(!sp_parse_duration("1\0s", 3, &value));
	ck_assert_uint_eq(value, 15000000);
}
END_TEST

/* Digits without end are no number, as everywhere. */
START_TEST(long_text)
{
	char text[1000];
	uint64_t value = 7;

	memset(text, '0', sizeof(text));
	memcpy(text + 100, "1min", 4);
	hold(sp_parse_duration(text, 104, &value));
	ck_assert_uint_eq(value, 60000000);
	text[sizeof(text) - 1] = 's';
	hold(!sp_parse_duration(text, sizeof(text), &value));
	ck_assert_uint_eq(value, 60000000);
}
END_TEST

/*
 * Seconds, as lines of provenance have them, are the same time, up to 71 years.
 */
START_TEST(seconds_read_back)
{
	for (uint64_t time = 0; time < UINT64_C(1) << 51;
	     time += time / 37 + 1) {
		char text[SP_DOUBLE_TEXT];
		size_t length = sp_format_double(text, (double)time / 1e6);
		uint64_t again = 0;

		hold(sp_parse_duration(text, length, &again));
		ck_assert_msg(again == time, "%s: %lu", text,
			      (unsigned long)again);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("duration");

	tcase_add_loop_test(tcase, each_time, 0, LENGTH(times));
	tcase_add_test(tcase, part_of_a_line);
	tcase_add_test(tcase, long_text);
	tcase_add_test(tcase, seconds_read_back);
	return unit_run(tcase);
}
