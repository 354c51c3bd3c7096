/* SPDX-License-Identifier: MIT */
/*
 * test_charset.c - which charset a page has, and its text as UTF-8
 */
#include "unit.h"

#include "base/random.h"
#include "base/utf8.h"
#include "web/page/charset.h"

static struct sp_error err;

static struct sp_span
span(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

/* ---- which one ---------------------------------------------------------- */

static const struct {
	const char *type; /* "" is absent */
	const char *page;
	const char *charset;
} finds[] = {
	{ "", "", "UTF-8" },
	{ "", "abc", "UTF-8" },
	{ "", "\xC3\xA9", "UTF-8" },
	{ "", "\xE9", "windows-1252" },
	{ "text/html; charset=ISO-8859-1", "x", "windows-1252" },
	{ "text/html;charset=\"koi8-r\"", "x", "KOI8-R" },
	{ "text/html; Charset = 'sjis' x", "x", "Shift_JIS" },
	{ "text/html; charset=none", "x", "UTF-8" },
	{ "text/html; charset", "x", "UTF-8" },
	{ "text/html; charset=big5", "\xEF\xBB\xBFx", "UTF-8" },
	{ "text/html; charset=big5", "\xFE\xFFx", "UTF-16BE" },
	{ "", "\xFF\xFEx", "UTF-16LE" },
	{ "", "<meta charset=latin2>", "ISO-8859-2" },
	{ "", "<META/CHARSET = ' gbk '/>", "GBK" },
	{ "text/html; charset=utf-8", "<meta charset=latin2>", "UTF-8" },
	{ "", "<meta charset=utf-16le>", "UTF-8" },
	{ "", "<meta charset=x-user-defined>", "windows-1252" },
	{ "", "<meta charset=hz-gb-2312>", "replacement" },
	{ "", "<meta http-equiv=content-type content='text/html; "
	      "charset=euc-jp'>", "EUC-JP" },
	{ "", "<meta content='charset=euc-jp'>", "UTF-8" },
	{ "", "<meta content='charset=euc-kr' http-equiv=Content-Type>",
	  "EUC-KR" },
	{ "", "<meta http-equiv=refresh content='charset=euc-kr'>", "UTF-8" },
	{ "", "<!-- <meta charset=big5> --><meta charset=gbk>", "GBK" },
	{ "", "<!--><meta charset=big5>", "Big5" },
	{ "", "<a title='<meta charset=big5>'><meta charset=gbk>", "GBK" },
	{ "", "</a b='<meta charset=big5>'><meta charset=gbk>", "GBK" },
	{ "", "<? <meta charset=big5> ><meta charset=gbk>", "GBK" },
	{ "", "<metal charset=big5><meta charset=gbk>", "GBK" },
	{ "", "<meta charset=bogus><meta charset=gbk>", "GBK" },
	{ "", "<meta charset=big5", "UTF-8" },
	{ "", "<?xml version='1.0' encoding='koi8-u'?>", "KOI8-U" },
	{ "", "<?xml encoding='utf-16'?>", "UTF-8" },
	{ "", " <?xml encoding='koi8-u'?>", "UTF-8" },
};

START_TEST(found)
{
	struct sp_span type = span(finds[_i].type);
	const char *charset;

	if (!type.length)
		type = (struct sp_span)SP_SPAN_ABSENT;
	charset = sp_charset_find(type, span(finds[_i].page));
	ck_assert_str_eq(charset, finds[_i].charset);
}
END_TEST

/* The tag must end within the first 1024 bytes. */
START_TEST(prescan_is_limited)
{
	char page[2000];
	size_t at = SP_CHARSET_PRESCAN - strlen("<meta charset=gbk>");

	memset(page, ' ', sizeof(page));
	memcpy(page + at, "<meta charset=gbk>", strlen("<meta charset=gbk>"));
	ck_assert_str_eq(sp_charset_find((struct sp_span)SP_SPAN_ABSENT,
			 (struct sp_span){ page, sizeof(page) }), "GBK");
	memmove(page + at + 2, page + at, 20);
	memcpy(page + at, "  ", 2);
	ck_assert_str_eq(sp_charset_find((struct sp_span)SP_SPAN_ABSENT,
			 (struct sp_span){ page, sizeof(page) }), "UTF-8");
}
END_TEST

START_TEST(wide_declarations)
{
	struct sp_span none = SP_SPAN_ABSENT;

	ck_assert_str_eq(sp_charset_find(none, SP_SPAN("<\0?\0x\0")),
			 "UTF-16LE");
	ck_assert_str_eq(sp_charset_find(none, SP_SPAN("\0<\0?\0x")),
			 "UTF-16BE");
}
END_TEST

/* As of a body in chunks that has none; it may be no text at all. */
START_TEST(empty_page)
{
	struct sp_span none = SP_SPAN_ABSENT;

	ck_assert_str_eq(sp_charset_find(none, none), "UTF-8");
	ck_assert_uint_eq(sp_utf8_valid(none), 0);
}
END_TEST

START_TEST(labels)
{
	ck_assert_str_eq(sp_charset_of(span(" \tASCII\n")), "windows-1252");
	ck_assert_str_eq(sp_charset_of(span("x-sjis")), "Shift_JIS");
	ck_assert_str_eq(sp_charset_of(span("utf8")), "UTF-8");
	ck_assert_ptr_null(sp_charset_of(span("utf-9")));
	ck_assert_ptr_null(sp_charset_of(span("utf")));
	ck_assert_ptr_null(sp_charset_of(span("latin1 latin2")));
	ck_assert_ptr_null(sp_charset_of(span("")));
	ck_assert_str_eq(sp_charset_iconv("GBK"), "GB18030");
	ck_assert_ptr_null(sp_charset_iconv("replacement"));
}
END_TEST

/* ---- decoding ----------------------------------------------------------- */

#define U "\xEF\xBF\xBD" /* U+FFFD */

static const struct {
	const char *charset;
	struct sp_span page;
	const char *text;
	unsigned wrong;
} decodes[] = {
#define ROW(charset, page, text, wrong) \
	{ charset, { page, sizeof(page) - 1 }, text, wrong }
	ROW("UTF-8", "", "", 0),
	ROW("UTF-8", "\xEF\xBB\xBF" "a", "a", 0),
	ROW("UTF-8", "12345678\xE2\x82\xAC", "12345678\xE2\x82\xAC", 0),
	ROW("UTF-8", "a\xFF" "b", "a" U "b", 1),
	ROW("UTF-8", "\xE2\x82", U, 1),
	ROW("UTF-8", "\xE2\x82" "A", U "A", 1),
	ROW("UTF-8", "\xC0\x80", U U, 2),
	ROW("UTF-8", "\xED\xA0\x80", U U U, 3),
	ROW("UTF-8", "\xF0\x80\x80\x80", U U U U, 4),
	ROW("UTF-8", "\xF4\x90\x80\x80", U U U U, 4),
	ROW("UTF-8", "\xF0\x9F\x98\x80\xF0\x9F\x98", "\xF0\x9F\x98\x80" U, 1),
	ROW("windows-1252", "\x80\xE9\x81", "\xE2\x82\xAC\xC3\xA9\xC2\x81", 0),
	ROW("windows-1253", "\xD2\xE1", U "\xCE\xB1", 1),
	ROW("KOI8-R", "\xC1", "\xD0\xB0", 0),
	ROW("UTF-16LE", "\xFF\xFE" "a\0\x3D\xD8\0\xDE", "a\xF0\x9F\x98\x80", 0),
	ROW("UTF-16BE", "\xFE\xFF\0a\xD8\x3D\xDE\0", "a\xF0\x9F\x98\x80", 0),
	ROW("UTF-16LE", "\x3D\xD8" "a\0b", U "a" U, 2),
	ROW("UTF-16BE", "\xDE\0\0a", U "a", 1),
	ROW("Shift_JIS", "\x82\xA0" "a", "\xE3\x81\x82" "a", 0),
	ROW("Shift_JIS", "\x82", U, 1),
	ROW("EUC-JP", "\xA4\xA2\xA4<", "\xE3\x81\x82" U "<", 1),
	ROW("EUC-KR", "\xB0\xA1", "\xEA\xB0\x80", 0),
	ROW("GBK", "\xC4\xE3\xFF" "a", "\xE4\xBD\xA0" U "a", 1),
	ROW("Big5", "\xA4\xA4", "\xE4\xB8\xAD", 0),
	ROW("ISO-2022-JP", "\x1B$B$\"\x1B(Ba", "\xE3\x81\x82" "a", 0),
	ROW("x-user-defined", "a\x80", "a\xEF\x9E\x80", 0),
	ROW("replacement", "<a>", U, 1),
#undef ROW
};

START_TEST(decoded)
{
	struct sp_charset_text text = { 0 };

	must(sp_charset_decode(decodes[_i].charset, decodes[_i].page, &text,
			       &err), err);
	if (!text.unknown) {
		ck_assert_uint_eq(text.utf8.length, strlen(decodes[_i].text));
		ck_assert_mem_eq(text.utf8.text, decodes[_i].text,
				 text.utf8.length);
		ck_assert_uint_eq(text.wrong, decodes[_i].wrong);
	}
	sp_charset_text_free(&text);
}
END_TEST

/* The table of one charset is not used for the next. */
START_TEST(decoded_in_turns)
{
	struct sp_charset_text text = { 0 };
	struct sp_random random = { 3 };

	for (int i = 0; i < 2000; i++) {
		uint64_t row = sp_random_below(&random, LENGTH(decodes));

		must(sp_charset_decode(decodes[row].charset, decodes[row].page,
				       &text, &err), err);
		hold(text.unknown ||
		     (text.utf8.length == strlen(decodes[row].text) &&
		      !memcmp(text.utf8.text, decodes[row].text,
			      text.utf8.length)));
	}
	sp_charset_text_free(&text);
}
END_TEST

/* Of any bytes, as many are valid as one character after another shows. */
START_TEST(valid_utf8)
{
	static const char *const pieces[] = {
		"a", "ascii of some bytes", "\xC3\xBC", "\xE6\x97\xA5",
		"\xF0\x9F\x98\x80", "\xC0", "\xE0\x80", "\xED\xA0\x80", "\x80",
		"\xF4\x90", "\xE0\xA0\x80", "\xF5", "\xC2", "\xE6\x97"
	};
	struct sp_random random = { 5 };
	char text[256];

	for (int i = 0; i < ROUNDS_OF(100000); i++) {
		size_t length = 0, valid = 0, size = 1, bad;

		/* Two in three have an error at their end only. */
		for (uint64_t n = sp_random_below(&random, 12); n; n--) {
			uint64_t among = i % 3 && n > 1 ? 5 : LENGTH(pieces);
			const char *piece = pieces[sp_random_below(&random,
								   among)];

			memcpy(text + length, piece, strlen(piece));
			length += strlen(piece);
		}
		for (; valid < length && size; valid += size)
			size = sp_utf8_size((struct sp_span){
				text + valid, length - valid }, &bad);
		hold(sp_utf8_valid((struct sp_span){ text, length }) == valid);
	}
}
END_TEST

/* Many characters, so that the buffer grows; and the text is used again. */
START_TEST(long_text)
{
	struct sp_charset_text text = { 0 };
	char page[30000];

	for (size_t i = 0; i < sizeof(page); i += 2)
		memcpy(page + i, "\xA4\xA2", 2);
	for (int i = 0; i < 2; i++) {
		must(sp_charset_decode("EUC-JP",
			(struct sp_span){ page, sizeof(page) }, &text, &err),
		     err);
		ck_assert(text.unknown || text.utf8.length == 45000);
		ck_assert_uint_eq(sp_utf8_valid(text.utf8),
				  text.utf8.length);
	}
	must(sp_charset_decode("UTF-8", span("a"), &text, &err), err);
	ck_assert_uint_eq(text.utf8.length, 1);
	sp_charset_text_free(&text);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("charset");

	tcase_add_loop_test(tcase, found, 0, LENGTH(finds));
	tcase_add_test(tcase, prescan_is_limited);
	tcase_add_test(tcase, wide_declarations);
	tcase_add_test(tcase, empty_page);
	tcase_add_test(tcase, labels);
	tcase_add_loop_test(tcase, decoded, 0, LENGTH(decodes));
	tcase_add_test(tcase, decoded_in_turns);
	tcase_add_test(tcase, valid_utf8);
	tcase_add_test(tcase, long_text);
	return unit_run(tcase);
}
