/* SPDX-License-Identifier: MIT */
/* The classes of ascii.h, each compared with the list of its bytes. */
#include "unit.h"

#include "base/ascii.h"

static const char digits[] = "0123456789";
static const char small[] = "abcdefghijklmnopqrstuvwxyz";
static const char capital[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

static bool
is_in(const char *set, int c)
{
	return c && strchr(set, c);
}

START_TEST(classes)
{
	for (int c = 0; c < 256; c++) {
		bool letter = is_in(small, c) || is_in(capital, c);

		ck_assert(sp_is_digit((char)c) == is_in(digits, c));
		ck_assert(sp_is_capital((char)c) == is_in(capital, c));
		ck_assert(sp_is_letter((char)c) == letter);
		ck_assert(sp_is_blank((char)c) == is_in(" \t", c));
		ck_assert(sp_is_html_space((char)c) == is_in(" \t\n\f\r", c));
		ck_assert(sp_is_http_space((char)c) == is_in(" \t\n\r", c));
	}
}
END_TEST

START_TEST(values)
{
	static const char hexadecimal[] = "0123456789abcdef";

	for (int c = 0; c < 256; c++) {
		const char *at = c ? strchr(capital, c) : NULL;
		char lower = at ? small[at - capital] : (char)c;
		const char *digit = lower ? strchr(hexadecimal, lower) : NULL;

		ck_assert(sp_to_small((char)c) == lower);
		ck_assert(sp_hex_value((char)c) ==
		     (digit ? (int)(digit - hexadecimal) : -1));
	}
}
END_TEST

START_TEST(texts)
{
	ck_assert(sp_is_word(SP_SPAN("HttP"), "http"));
	ck_assert(!sp_is_word(SP_SPAN("https"), "http"));
	ck_assert(!sp_is_word(SP_SPAN("htt"), "http"));
	ck_assert(!sp_is_word(SP_SPAN("ht\0p"), "http"));
	ck_assert(!sp_is_word(SP_SPAN("\x11"), "1"));
	ck_assert(sp_is_ascii(SP_SPAN("")));
	ck_assert(sp_is_ascii(SP_SPAN("\x7f\0a")));
	ck_assert(!sp_is_ascii(SP_SPAN("a\x80")));
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("ascii");

	tcase_add_test(tcase, classes);
	tcase_add_test(tcase, values);
	tcase_add_test(tcase, texts);
	return unit_run(tcase);
}
