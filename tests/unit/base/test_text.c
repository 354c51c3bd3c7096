/* SPDX-License-Identifier: MIT */
/*
 * test_text.c - error messages, numbers and sizes from and to text, and text
 * made safe for terminals, table cells and JSON.
 */
#include "unit.h"

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* ---- status ----------------------------------------------------------- */

START_TEST(fail_writes_and_cuts)
{
	struct sp_error err;
	char longest[2000];

	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	ck_assert_int_eq(sp_fail(&err, SP_DATA, "line %d: bad", 7), SP_DATA);
	ck_assert_str_eq(err.text, "line 7: bad");
	ck_assert_int_eq(sp_fail_in(&err, "FILE"), SP_DATA);
	ck_assert_str_eq(err.text, "FILE: line 7: bad");
	ck_assert_int_eq(sp_fail(NULL, SP_IO, "nobody listens"), SP_IO);
	ck_assert_int_eq(sp_fail(&err, SP_IO, "%s", longest), SP_IO);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	ck_assert_int_eq(sp_fail_in(&err, "FILE"), SP_IO);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	ck_assert_int_eq(sp_fail_in(&err, longest), SP_IO);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
}
END_TEST

/* ---- numbers ---------------------------------------------------------- */

static const struct {
	const char *text;
	bool good;
	uint64_t value;
} uints[] = {
	{ "0", true, 0 },
	{ "00", true, 0 },
	{ "007", true, 7 },
	{ "42", true, 42 },
	{ "18446744073709551615", true, UINT64_MAX },
	{ "000018446744073709551615", true, UINT64_MAX },
	{ "18446744073709551616", false, 0 },
	{ "18446744073709551620", false, 0 },
	{ "99999999999999999999", false, 0 },
	{ "184467440737095516150", false, 0 },
	{ "", false, 0 },
	{ "-1", false, 0 },
	{ "+1", false, 0 },
	{ " 1", false, 0 },
	{ "1 ", false, 0 },
	{ "1\n", false, 0 },
	{ "12abc", false, 0 },
	{ "0x10", false, 0 },
	{ "1e3", false, 0 },
	{ "1.0", false, 0 },
	{ "1,000", false, 0 },
	{ "nan", false, 0 },
	{ "\xd9\xa1", false, 0 }, /* an Arabic digit */
	{ "/", false, 0 },
	{ ":", false, 0 }
};

START_TEST(uint_table)
{
	const char *text = uints[_i].text;
	uint64_t value = 12345;
	bool good = sp_parse_uint(text, strlen(text), &value);

	ck_assert_msg(good == uints[_i].good, "\"%s\"", text);
	if (good)
		ck_assert_uint_eq(value, uints[_i].value);
}
END_TEST

START_TEST(uint_uses_length_only)
{
	uint64_t value;

	ck_assert(sp_parse_uint("123456", 3, &value));
	ck_assert_uint_eq(value, 123);
	ck_assert(!sp_parse_uint("1\0002", 3, &value));
}
END_TEST

static const struct {
	const char *text;
	bool good;
	double value;
} doubles[] = {
	{ "0", true, 0 },
	{ "-0", true, -0.0 },
	{ "1", true, 1 },
	{ "+1", true, 1 },
	{ "-1", true, -1 },
	{ "1.", true, 1 },
	{ ".5", true, 0.5 },
	{ "-.5e1", true, -5 },
	{ "1e3", true, 1000 },
	{ "1E+3", true, 1000 },
	{ "1e-3", true, 0.001 },
	{ "0.1", true, 0.1 },
	{ "1e308", true, 1e308 },
	{ "1e-400", true, 0 },
	{ "1e309", false, 0 },
	{ "-1e999999999999", false, 0 },
	{ "", false, 0 },
	{ ".", false, 0 },
	{ "+", false, 0 },
	{ "-", false, 0 },
	{ "e5", false, 0 },
	{ "1e", false, 0 },
	{ "1e+", false, 0 },
	{ "1e5.", false, 0 },
	{ "1.2.3", false, 0 },
	{ "--1", false, 0 },
	{ "+-1", false, 0 },
	{ " 1", false, 0 },
	{ "1 ", false, 0 },
	{ "1,5", false, 0 },
	{ "12abc", false, 0 },
	{ "0x10", false, 0 },
	{ "0x1p3", false, 0 },
	{ "nan", false, 0 },
	{ "NAN(1)", false, 0 },
	{ "inf", false, 0 },
	{ "-Infinity", false, 0 },
	{ "1f", false, 0 }
};

START_TEST(double_table)
{
	const char *text = doubles[_i].text;
	double value = 12345;
	bool good = sp_parse_double(text, strlen(text), &value);

	ck_assert_msg(good == doubles[_i].good, "\"%s\"", text);
	if (good)
		ck_assert_msg(value == doubles[_i].value, "\"%s\" gives %g",
			      text, value);
}
END_TEST

START_TEST(double_lengths)
{
	char text[400];
	double value;

	memset(text, '1', sizeof(text));
	/* Long texts are rejected or read completely, never cut. */
	for (size_t length = 1; length < sizeof(text); length++)
		if (sp_parse_double(text, length, &value))
			ck_assert(value > 0.99 * pow(10, (double)length - 1));
	ck_assert(sp_parse_double("1.5xyz", 3, &value));
	ck_assert(value == 1.5);
	ck_assert(!sp_parse_double("1\0005", 3, &value));
}
END_TEST

static const struct {
	const char *text;
	bool good;
	uint64_t value;
} sizes[] = {
	{ "0", true, 0 },
	{ "512", true, 512 },
	{ "1K", true, 1024 },
	{ "1KiB", true, 1024 },
	{ "512M", true, UINT64_C(512) << 20 },
	{ "4G", true, UINT64_C(4) << 30 },
	{ "3GiB", true, UINT64_C(3) << 30 },
	{ "1T", true, UINT64_C(1) << 40 },
	{ "16777215T", true, UINT64_C(16777215) << 40 },
	{ "16777216T", false, 0 },
	{ "18446744073709551615", true, UINT64_MAX },
	{ "18446744073709551615K", false, 0 },
	{ "18446744073709551616", false, 0 },
	{ "", false, 0 },
	{ "K", false, 0 },
	{ "1k", false, 0 },
	{ "1KB", false, 0 },
	{ "1Ki", false, 0 },
	{ "1KiBB", false, 0 },
	{ "1KK", false, 0 },
	{ "1P", false, 0 },
	{ "1.5G", false, 0 },
	{ "-1", false, 0 },
	{ "+1", false, 0 },
	{ " 1", false, 0 },
	{ "1 K", false, 0 },
	{ "0x10", false, 0 },
	{ "12abc", false, 0 }
};

START_TEST(size_table)
{
	uint64_t value = 12345;
	bool good = sp_parse_size(sizes[_i].text, &value);

	ck_assert_msg(good == sizes[_i].good, "\"%s\"", sizes[_i].text);
	if (good)
		ck_assert_uint_eq(value, sizes[_i].value);
}
END_TEST

/* ---- doubles as text -------------------------------------------------- */

/* The significant digits of a number as text. */
static int
digits_of(const char *text)
{
	int digits = 0, zeros = 0;

	for (; *text && *text != 'e'; text++) {
		if (*text == '0' && digits)
			zeros++;
		if (*text < '1' || *text > '9')
			continue;
		digits += 1 + zeros;
		zeros = 0;
	}
	return digits;
}

static void
check_format(double value)
{
	char text[SP_DOUBLE_TEXT], shorter[400];
	size_t length = sp_format_double(text, value);
	double back = 0;
	int digits;

	hold(length == strlen(text));
	hold(length < SP_DOUBLE_TEXT);
	if (!sp_parse_double(text, length, &back) ||
	    memcmp(&back, &value, sizeof(back)))
		ck_abort_msg("%s reads back as %.17g, not %.17g", text, back,
			     value);
	digits = digits_of(text);
	if (digits < 2)
		return;
	snprintf(shorter, sizeof(shorter), "%.*g", digits - 1, value);
	if (strtod(shorter, NULL) == value)
		ck_abort_msg("%s is not the shortest form: %s", text, shorter);
}

START_TEST(format_double_table)
{
	static const struct {
		double value;
		const char *text;
	} table[] = {
		{ 0, "0" }, { 1, "1" }, { -1, "-1" }, { 0.1, "0.1" },
		{ 0.3, "0.3" }, { 100, "100" }, { 1e22, "1e+22" },
		{ 0.1 + 0.2, "0.30000000000000004" }, { 1.5, "1.5" },
		{ 2.0 / 3, "0.6666666666666666" }
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		char text[SP_DOUBLE_TEXT];

		sp_format_double(text, table[i].value);
		ck_assert_str_eq(text, table[i].text);
	}
}
END_TEST

START_TEST(format_double_round_trip)
{
	struct sp_random random = { 1 };

	for (int i = 0; i < 100000; i++) {
		uint64_t bits = sp_random_next(&random);
		double value;

		memcpy(&value, &bits, sizeof(value));
		if (isnormal(value))
			check_format(value);
		check_format(sp_random_unit(&random));
		check_format((double)(bits >> 40) / 1000);
	}
	check_format(1.7976931348623157e308);
	check_format(2.2250738585072014e-308);
	check_format(-0.0);
}
END_TEST

START_TEST(format_double_subnormal)
{
	check_format(0x1p-1074);
	check_format(0x3p-1074);
	check_format(0x1p-1040);
}
END_TEST

START_TEST(format_uint)
{
	struct sp_random random = { 2 };
	uint64_t value = 0;

	for (int i = 0; i < 10000; i++) {
		char text[24], expected[24];
		size_t length;

		memset(text, '#', sizeof(text));
		length = sp_format_uint(text, value);
		snprintf(expected, sizeof(expected), "%llu",
			 (unsigned long long)value);
		hold(length == strlen(expected));
		hold(!memcmp(text, expected, length));
		hold(text[length] == '#');
		value = sp_random_next(&random) >> i % 64;
		if (i == 1)
			value = UINT64_MAX;
		/* Where numbers get longer. */
		if (i > 1 && i < 42) {
			value = 1;
			for (int k = 0; k < (i - 2) / 2; k++)
				value *= 10;
			value -= (uint64_t)(i % 2);
		}
	}
}
END_TEST

/* ---- text ------------------------------------------------------------- */

static const struct {
	const char *text, *masked, *cell, *json;
} texts[] = {
	{ "", "", "", "" },
	{ "plain", "plain", "plain", "plain" },
	{ "a\tb", "a\\x09b", "a\\tb", "a\\u0009b" },
	{ "a\nb\r", "a\\x0ab\\x0d", "a\\nb\\r", "a\\u000ab\\u000d" },
	{ "a\\b", "a\\b", "a\\\\b", "a\\\\b" },
	{ "\"q\"", "\"q\"", "\"q\"", "\\\"q\\\"" },
	{ "\033[31m", "\\x1b[31m", "\\x1b[31m", "\\u001b[31m" },
	{ "\001\037\177", "\\x01\\x1f\\x7f", "\\x01\\x1f\\x7f",
	  "\\u0001\\u001f\\u007f" },
	/* C1 controls: U+009B as UTF-8, and the byte alone. */
	{ "\xc2\x9b", "\\xc2\\x9b", "\\xc2\\x9b", "\\u009b" },
	{ "\x9b", "\\x9b", "\\x9b", "\\u009b" },
	/* Good UTF-8 of two, three, four bytes. */
	{ "\xc2\xa0", "\xc2\xa0", "\xc2\xa0", "\xc2\xa0" },
	{ "\xc3\xa9", "\xc3\xa9", "\xc3\xa9", "\xc3\xa9" },
	{ "\xe2\x82\xac", "\xe2\x82\xac", "\xe2\x82\xac", "\xe2\x82\xac" },
	{ "\xf0\x9f\x8c\x90", "\xf0\x9f\x8c\x90", "\xf0\x9f\x8c\x90",
	  "\xf0\x9f\x8c\x90" },
	{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf",
	  "\xf4\x8f\xbf\xbf" },
	/* Cut off, over-long, surrogates, too large, stray bytes. */
	{ "\xc3", "\\xc3", "\\xc3", "\\u00c3" },
	{ "\xe2\x82", "\\xe2\\x82", "\\xe2\\x82", "\\u00e2\\u0082" },
	{ "\xc0\xaf", "\\xc0\\xaf", "\\xc0\\xaf", "\\u00c0\\u00af" },
	{ "\xe0\x80\xaf", "\\xe0\\x80\\xaf", "\\xe0\\x80\\xaf",
	  "\\u00e0\\u0080\\u00af" },
	{ "\xf0\x80\x80\xaf", "\\xf0\\x80\\x80\\xaf", "\\xf0\\x80\\x80\\xaf",
	  "\\u00f0\\u0080\\u0080\\u00af" },
	{ "\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80",
	  "\\u00ed\\u00a0\\u0080" },
	{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "\\xf4\\x90\\x80\\x80",
	  "\\u00f4\\u0090\\u0080\\u0080" },
	{ "\xff\xfe", "\\xff\\xfe", "\\xff\\xfe", "\\u00ff\\u00fe" },
	{ "\x80", "\\x80", "\\x80", "\\u0080" },
	{ "\xc3(", "\\xc3(", "\\xc3(", "\\u00c3(" }
};

START_TEST(text_table)
{
	const char *text = texts[_i].text;
	char out[256];
	size_t length = sp_mask(out, sizeof(out), text, strlen(text));

	ck_assert_str_eq(out, texts[_i].masked);
	ck_assert_uint_eq(length, strlen(out));
	length = sp_escape_cell(out, text, strlen(text));
	ck_assert_uint_le(length, 4 * strlen(text));
	out[length] = '\0';
	ck_assert_str_eq(out, texts[_i].cell);
	length = sp_escape_json(out, text, strlen(text), false);
	ck_assert_uint_le(length, 6 * strlen(text));
	out[length] = '\0';
	ck_assert_str_eq(out, texts[_i].json);
}
END_TEST

static const struct {
	const char *text, *xml;
} xmls[] = {
	{ "", "" },
	{ "a&b<c>d\"e'f", "a&amp;b&lt;c&gt;d&quot;e'f" },
	{ "]]>", "]]&gt;" },
	{ "a\tb\nc\r", "a&#9;b&#10;c&#13;" },
	{ "\001\037\177", "%01%1F&#x7F;" },
	{ "\xc2\x80\xc2\x9b\xc2\xa0", "&#x80;&#x9B;\xc2\xa0" },
	{ "\xf0\x9f\x8c\x90", "\xf0\x9f\x8c\x90" },
	{ "\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf",
	  "\xef\xbf\xbd%EF%BF%BE%EF%BF%BF" },
	{ "\xc3(\xff\xed\xa0\x80", "%C3(%FF%ED%A0%80" }
};

START_TEST(xml_table)
{
	const char *text = xmls[_i].text;
	char out[256];
	size_t length = sp_escape_xml(out, text, strlen(text), false);

	ck_assert_uint_le(length, 6 * strlen(text));
	out[length] = '\0';
	ck_assert_str_eq(out, xmls[_i].xml);
	ck_assert_uint_eq(sp_escape_xml(out, "a\0b", 3, false), 5);
	ck_assert(!memcmp(out, "a%00b", 5));
}
END_TEST

/* ---- safe text -------------------------------------------------------- */

static const struct {
	const char *text, *masked, *cell, *json, *xml;
} safe[] = {
	{ "plain", "plain", "plain", "plain", "plain" },
	{ "http://a/?b=c&d=-1", "http://a/?b=c&d=-1", "http://a/?b=c&d=-1",
	  "http://a/?b=c&d=-1", "http://a/?b=c&amp;d=-1" },
	/* A formula begins a cell. */
	{ "=1", "=1", "\\x3d1", "=1", "=1" },
	{ "+1", "+1", "\\x2b1", "+1", "+1" },
	{ "-1", "-1", "\\x2d1", "-1", "-1" },
	{ "@a", "@a", "\\x40a", "@a", "@a" },
	{ "==", "==", "\\x3d=", "==", "==" },
	{ "  =1", "  =1", "  \\x3d1", "  =1", "  =1" },
	{ "\xc2\xa0=1", "\xc2\xa0=1", "\xc2\xa0\\x3d1", "\xc2\xa0=1",
	  "\xc2\xa0=1" },
	{ "\xe3\x80\x80 \xe2\x80\x83-1", "\xe3\x80\x80 \xe2\x80\x83-1",
	  "\xe3\x80\x80 \xe2\x80\x83\\x2d1", "\xe3\x80\x80 \xe2\x80\x83-1",
	  "\xe3\x80\x80 \xe2\x80\x83-1" },
	{ "\t=1", "\\x09=1", "\\t=1", "\\u0009=1", "&#9;=1" },
	{ "\r=1", "\\x0d=1", "\\r=1", "\\u000d=1", "&#13;=1" },
	{ "\"=1\"", "\"=1\"", "\\x22=1\"", "\\\"=1\\\"",
	  "&quot;=1&quot;" },
	{ "\xef\xbc\x9d" "1", "\xef\xbc\x9d" "1", "\\xef\\xbc\\x9d1",
	  "\xef\xbc\x9d" "1", "\xef\xbc\x9d" "1" },
	{ "\xef\xbc\x8b\xef\xbc\x8d", "\xef\xbc\x8b\xef\xbc\x8d",
	  "\\xef\\xbc\\x8b\xef\xbc\x8d", "\xef\xbc\x8b\xef\xbc\x8d",
	  "\xef\xbc\x8b\xef\xbc\x8d" },
	{ "a=1", "a=1", "a=1", "a=1", "a=1" },
	/* Cells that are split again. */
	{ "a,=1;-2; @3", "a,=1;-2; @3", "a,\\x3d1;\\x2d2; \\x403",
	  "a,=1;-2; @3", "a,=1;-2; @3" },
	/* Directions, marks without width, the byte-order mark, tags. */
	{ "a\xe2\x80\xae" "b", "a\\xe2\\x80\\xaeb", "a\\xe2\\x80\\xaeb",
	  "a\\u202eb", "a&#x202E;b" },
	{ "\xd8\x9c", "\\xd8\\x9c", "\\xd8\\x9c", "\\u061c", "&#x61C;" },
	{ "\xc2\xad", "\\xc2\\xad", "\\xc2\\xad", "\\u00ad", "&#xAD;" },
	{ "\xe2\x80\x8b=1", "\\xe2\\x80\\x8b=1", "\\xe2\\x80\\x8b=1",
	  "\\u200b=1", "&#x200B;=1" },
	{ "\xef\xbb\xbf", "\\xef\\xbb\\xbf", "\\xef\\xbb\\xbf", "\\ufeff",
	  "&#xFEFF;" },
	{ "\xf3\xa0\x80\x81", "\\xf3\\xa0\\x80\\x81", "\\xf3\\xa0\\x80\\x81",
	  "\\udb40\\udc01", "&#xE0001;" },
	/* Neighbours of hidden characters. */
	{ "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0",
	  "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0",
	  "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0",
	  "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0",
	  "\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xaf\xe2\x81\xb0" },
	{ "\xc2\x9b\x9b", "\\xc2\\x9b\\x9b", "\\xc2\\x9b\\x9b",
	  "\\u009b\\u009b", "&#x9B;%9B" }
};

START_TEST(safe_table)
{
	const char *text = safe[_i].text;
	char out[256];
	bool fresh = true;
	size_t size = strlen(text), length;

	sp_mask(out, sizeof(out), text, size);
	ck_assert_str_eq(out, safe[_i].masked);
	length = sp_safe_cell(out, text, size, &fresh);
	ck_assert_uint_le(length, 4 * size);
	out[length] = '\0';
	ck_assert_str_eq(out, safe[_i].cell);
	length = sp_escape_json(out, text, size, true);
	ck_assert_uint_le(length, 6 * size);
	out[length] = '\0';
	ck_assert_str_eq(out, safe[_i].json);
	length = sp_escape_xml(out, text, size, true);
	ck_assert_uint_le(length, 6 * size);
	out[length] = '\0';
	ck_assert_str_eq(out, safe[_i].xml);
}
END_TEST

/* Every hidden character of the table in text.h, and no other. */
START_TEST(hidden_characters)
{
	static const uint32_t ranges[][2] = {
		{ 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e },
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
		{ 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xfffe, 0xffff },
		{ 0xe0000, 0xe007f }
	};
	unsigned found = 0;

	for (uint32_t c = 0xa0; c < 0x110000; c++) {
		char text[4], out[24];
		size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
		bool hidden = false, fresh = false;

		if (c >= 0xd800 && c < 0xe000)
			continue;
		for (size_t i = size - 1; i; i--)
			text[i] = (char)(0x80 | (c >> 6 * (size - 1 - i) &
						 0x3f));
		text[0] = (char)((0xf00u >> size & 0xff) |
				 c >> 6 * (size - 1));
		for (size_t i = 0; i < LENGTH(ranges); i++)
			hidden |= c >= ranges[i][0] && c <= ranges[i][1];
		found += hidden;
		hold(sp_safe_cell(out, text, size, &fresh) ==
		     (hidden ? 4 : 1) * size);
		hold(sp_mask(out, sizeof(out), text, size) ==
		     (hidden ? 4 : 1) * size);
		hold(sp_mask_lines(out, text, size) ==
		     (hidden ? 4 : 1) * size);
		hold((sp_escape_json(out, text, size, true) == size) == !hidden);
		hold(sp_escape_cell(out, text, size) == size);
	}
	ck_assert_uint_eq(found, 3 + 5 + 7 + 16 + 1 + 3 + 2 + 128);
}
END_TEST

/* Undoes sp_safe_cell() and sp_escape_cell(). */
static size_t
read_cell(char *out, const char *cell, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned value;

		if (cell[i] != '\\') {
			out[used++] = cell[i];
			continue;
		}
		switch (cell[++i]) {
		case 't':
			out[used++] = '\t';
			break;
		case 'n':
			out[used++] = '\n';
			break;
		case 'r':
			out[used++] = '\r';
			break;
		case '\\':
			out[used++] = '\\';
			break;
		default:
			hold(cell[i] == 'x');
			hold(sscanf(cell + i + 1, "%2x", &value) == 1);
			out[used++] = (char)value;
			i += 2;
		}
	}
	return used;
}

/*
 * Any bytes: the cell reads back, in pieces too, no cell of it begins a
 * formula, and a terminal gets nothing but tabs and newlines.
 */
START_TEST(safe_cells_read_back)
{
	static const char *const parts[] = {
		"=", "+", "-", "@", "\"", ",", ";", " ", "\t", "\n", "\r",
		"\\", "x", "\xe2\x80\xae", "\xef\xbc\x9d", "\xc2\x9b", "\x9b",
		"\xf3\xa0\x80\x81", "\033", "\xe2\x80", ""
	};
	struct sp_random random = { 6 };

	for (int i = 0; i < 20000; i++) {
		char text[64] = "", out[4 * 64 + 1], back[4 * 64];
		size_t length = 0, used = 0, piece;
		bool fresh = true;

		for (int k = 0; k < 8; k++) {
			size_t n = sp_random_below(&random, LENGTH(parts));
			size_t size = *parts[n] ? strlen(parts[n]) : 1;

			/* The last one stands for a NUL. */
			memcpy(text + length, parts[n], size);
			length += size;
		}
		for (size_t at = 0; at < length; at += piece) {
			piece = sp_text_piece(text + at, length - at, 4);
			used += sp_safe_cell(out + used, text + at, piece,
					     &fresh);
		}
		hold(read_cell(back, out, used) == length);
		hold(!memcmp(back, text, length));
		for (size_t at = 0; at < used; at++) {
			size_t before = at;

			while (before && out[before - 1] == ' ')
				before--;
			if (before && !strchr(",;", out[before - 1]))
				continue;
			hold(!strchr("=+-@\"", out[at]));
			hold(memcmp(out + at, "\xef\xbc\x9d", 3));
		}
		used = sp_mask_lines(out, text, length);
		for (size_t at = 0; at < used; at++)
			hold((unsigned char)out[at] >= ' ' ||
			     out[at] == '\t' || out[at] == '\n');
		used = sp_escape_cell(out, text, length);
		hold(read_cell(back, out, used) == length);
		hold(!memcmp(back, text, length));
	}
}
END_TEST

/* Pieces are whole characters, and together the text. */
START_TEST(text_in_pieces)
{
	static const char text[] = "abc\xe2\x82\xac\xf0\x9f\x8c\x90\x80\x80";
	size_t length = sizeof(text) - 1;

	ck_assert_uint_eq(sp_text_piece(text, length, 100), length);
	ck_assert_uint_eq(sp_text_piece(text, length, length), length);
	ck_assert_uint_eq(sp_text_piece(text, length, 4), 3);
	ck_assert_uint_eq(sp_text_piece(text, length, 6), 6);
	ck_assert_uint_eq(sp_text_piece(text, length, 9), 6);
	ck_assert_uint_eq(sp_text_piece("\x80\x80\x80\x80\x80", 5, 4), 1);
	ck_assert_uint_eq(sp_text_piece(text, 0, 4), 0);
}
END_TEST

START_TEST(text_with_nul)
{
	char out[64];

	ck_assert_uint_eq(sp_mask(out, sizeof(out), "a\0b", 3), 6);
	ck_assert_str_eq(out, "a\\x00b");
	ck_assert_uint_eq(sp_escape_cell(out, "a\0b", 3), 6);
	ck_assert(!memcmp(out, "a\\x00b", 6));
	ck_assert_uint_eq(sp_escape_json(out, "a\0b", 3, false), 8);
	ck_assert(!memcmp(out, "a\\u0000b", 8));
	ck_assert(sp_has_control("a\0b", 3));
	ck_assert(sp_has_control("a\xc2\x9b", 3));
	ck_assert(!sp_has_control("a\xc2\xa0\x9b", 4));
	ck_assert(!sp_has_control("a\xc2", 2));
	ck_assert(!sp_has_control("", 0));
}
END_TEST

/* Never writes past the room, nor cuts in the middle of a character. */
START_TEST(mask_cuts_whole_characters)
{
	const char text[] = "a\xe2\x82\xac\033z";
	static const size_t lengths[] = { 0, 1, 1, 1, 4, 4, 4, 4, 8, 9, 9 };

	for (size_t size = 1; size <= 11; size++) {
		char out[16];
		size_t length;

		memset(out, '#', sizeof(out));
		length = sp_mask(out, size, text, sizeof(text) - 1);
		ck_assert_uint_eq(length, lengths[size - 1]);
		ck_assert_int_eq(out[length], '\0');
		for (size_t i = size; i < sizeof(out); i++)
			ck_assert_int_eq(out[i], '#');
	}
}
END_TEST

/* No bytes can put a control character into any of the outputs. */
START_TEST(text_random)
{
	struct sp_random random = { 5 };

	for (int i = 0; i < 20000; i++) {
		char text[24], out[6 * 24 + 1];
		size_t length = sp_random_below(&random, sizeof(text) + 1);
		size_t sizes_of[3];

		for (size_t k = 0; k < length; k++) {
			uint64_t draw = sp_random_next(&random);

			text[k] = (char)(draw >> 8);
			if (!(draw & 7))
				text[k] = "\xc2\xe2\xf0\x9b"[draw >> 8 & 3];
		}
		sizes_of[0] = sp_mask(out, sizeof(out), text, length);
		for (int kind = 0; kind < 3; kind++) {
			if (kind == 1)
				sizes_of[1] = sp_escape_cell(out, text,
							     length);
			if (kind == 2)
				sizes_of[2] = sp_escape_json(out, text,
							     length, false);
			for (size_t k = 0; k < sizes_of[kind]; k++) {
				unsigned char c = (unsigned char)out[k];

				hold(c >= 0x20);
				hold(c != 0x7f);
				if (k && (unsigned char)out[k - 1] == 0xc2)
					hold(c >= 0xa0);
			}
		}
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("text");

	tcase_add_loop_test(tests, uint_table, 0, LENGTH(uints));
	tcase_add_test(tests, uint_uses_length_only);
	tcase_add_loop_test(tests, double_table, 0, LENGTH(doubles));
	tcase_add_test(tests, double_lengths);
	tcase_add_loop_test(tests, size_table, 0, LENGTH(sizes));
	tcase_add_test(tests, format_double_table);
	tcase_add_test(tests, format_double_round_trip);
	tcase_add_test(tests, format_double_subnormal);
	tcase_add_test(tests, format_uint);
	tcase_add_test(tests, fail_writes_and_cuts);
	tcase_add_loop_test(tests, text_table, 0, LENGTH(texts));
	tcase_add_loop_test(tests, xml_table, 0, LENGTH(xmls));
	tcase_add_loop_test(tests, safe_table, 0, LENGTH(safe));
	tcase_add_test(tests, hidden_characters);
	tcase_add_test(tests, safe_cells_read_back);
	tcase_add_test(tests, text_in_pieces);
	tcase_add_test(tests, text_with_nul);
	tcase_add_test(tests, mask_cuts_whole_characters);
	tcase_add_test(tests, text_random);
	return unit_run(tests);
}
