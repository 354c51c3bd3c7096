/* SPDX-License-Identifier: MIT */
/* Rules for crawlers: each format, exceptions, what is left out. */
#include "pattern_matches.h"
#include "unit.h"

#include "base/random.h"
#include "formats/rules/format.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Shapes of two hosts; two of a.example need exceptions. */
static const char *const patterns[] = {
	"a.example/about",
	"a.example/photo/img1.jpg",
	"a.example/photo/img<number>.jpg",
	"a.example/x/<deeper>",
	"a.example/<word>",
	"a.example/list?<any>",
	"b.example/a'\"&\\<x>/<number>",
	"b.example/\"];evil[(<hex>",
	"b.example/A/<deeper>"
};
#define PATTERNS (sizeof(patterns) / sizeof(*patterns))

static enum sp_status
take_rules(void *context, const char *text, size_t length,
	   struct sp_error *err)
{
	(void)err;
	sp_line_add_bytes(context, text, length);
	return SP_OK;
}

/* The rules for these patterns; "1" in stopped for those that are stopped. */
static char *
rules_of(const char *const *texts, size_t count, const char *stopped,
	 enum sp_rules_format_number format, struct sp_rules_report *report)
{
	struct sp_shapes shapes = SP_SHAPES_EMPTY;
	struct sp_line line = SP_LINE_EMPTY;
	const struct sp_rules_sink sink = { &line, take_rules };
	bool *chosen = calloc(count + 1, sizeof(*chosen));
	struct sp_error err;

	ck_assert(chosen);
	for (size_t i = 0; i < count; i++) {
		must(sp_names_add(&shapes.patterns, texts[i],
				  strlen(texts[i]), &err), err);
		chosen[i] = stopped[i] == '1';
	}
	shapes.count = count;
	must(sp_rules_write(&shapes, chosen, format, &sink, report, &err), err);
	sp_line_add(&line, "");
	sp_names_free(&shapes.patterns);
	free(chosen);
	return sp_line_take(&line);
}

static void
check_rules(enum sp_rules_format_number format, const char *stopped,
	    uint64_t left_out, const char *expected)
{
	struct sp_rules_report report;
	char *text = rules_of(patterns, PATTERNS, stopped, format, &report);

	ck_assert_str_eq(text, expected);
	ck_assert_uint_eq(report.left_out, left_out);
	ck_assert((report.reason != NULL) == (left_out > 0));
	free(text);
}

START_TEST(test_patterns)
{
	check_rules(SP_RULES_ROBOTS, "000101001", 0,
		    "# a.example\nUser-agent: *\nDisallow: /x/\n"
		    "Disallow: /list?\nAllow: /list?$\n"
		    "\n# b.example\nUser-agent: *\nDisallow: /A/\n");
	check_rules(SP_RULES_ROBOTS, "111111111", 6,
		    "# a.example\nUser-agent: *\nDisallow: /x/\n"
		    "Disallow: /list?\nAllow: /list?$\n"
		    "\n# b.example\nUser-agent: *\nDisallow: /A/\n");
	check_rules(SP_RULES_SURT, "000101001", 1,
		    "+http://(example,a,)/x/\n+http://(example,a,)/list?\n");
}
END_TEST

/* Scrapy escapes these before it compares; brackets that match stay. */
START_TEST(test_scrapy_spelling)
{
	static const char *const odd[] = { "a.example/l|'?f[]=<word>" };
	struct sp_rules_report report;
	char *text = rules_of(odd, 1, "1", SP_RULES_SCRAPY, &report);

	ck_assert_str_eq(text, "[\n\"^(https?://([^/?#\\\\\\\\]*@)?"
			       "a\\\\.example(:[0-9]+)?/l"
			 "(\\\\||%7C)('|%27)\\\\?f(\\\\[|%5B)(\\\\]|%5D)="
			 "[^&;#]*(#.*)?)$\"\n]\n");
	free(text);
}
END_TEST

/* How many rules each format has, with and without exceptions. */
START_TEST(test_exceptions)
{
	static const uint64_t left[SP_RULES_COUNT] = {
		[SP_RULES_WGET] = 2, [SP_RULES_ROBOTS] = 4, [SP_RULES_SURT] = 5
	};
	struct sp_rules_report report;

	for (int i = 0; i < SP_RULES_COUNT; i++) {
		enum sp_rules_format_number format =
			(enum sp_rules_format_number)i;
		char *text = rules_of(patterns, PATTERNS, "001111111", format,
				      &report);

		ck_assert_uint_eq(report.left_out, left[i]);
		ck_assert_uint_eq(report.written, 7 - left[i]);
		if (i < SP_RULES_WGET)
			ck_assert(strstr(text, "(?!("));
		else
			ck_assert(!strstr(text, "(?!"));
		free(text);
		text = rules_of(patterns, PATTERNS, "111111111", format,
				&report);
		ck_assert(!strstr(text, "(?!"));
		free(text);
	}
}
END_TEST

/* Lines of names that would end a rule are left out by every format. */
START_TEST(test_hostile)
{
	static const char *const hostile[] = {
		"a.example/x\ny/<deeper>", "a.example/x\ry/<deeper>",
		"a.example/x\001/<deeper>", "a.example/x\177/<deeper>",
		"a.example/\xff/<deeper>", "a.example/\xe2\x80\xa8/<deeper>",
		"a.example/\xc2\x85/<deeper>", "a.example/\xef\xbf\xbe/<deeper>"
	}, *const printable[] = { "a.example/\xc2\xa0/<deeper>" };
	const uint64_t count = sizeof(hostile) / sizeof(*hostile);
	uint64_t printed = 0;
	struct sp_rules_report report;

	for (int i = 0; i < SP_RULES_COUNT; i++) {
		free(rules_of(hostile, count, "11111111",
			      (enum sp_rules_format_number)i, &report));
		ck_assert_uint_eq(report.written, 0);
		ck_assert_uint_eq(report.left_out, count);
		free(rules_of(printable, 1, "1",
			      (enum sp_rules_format_number)i, &report));
		printed += report.written;
	}
	/* Not every format has characters beyond ASCII. */
	ck_assert_uint_gt(printed, 0);
}
END_TEST

/* The expression of Wget compiles, and stops its own pages alone. */
START_TEST(test_posix)
{
	static const struct { const char *url; bool stopped; } urls[] = {
		{ "http://a.example/about", false },
		{ "http://a.example/photo/img1.jpg", true },
		{ "https://a.example/photo/img20.jpg", true },
		{ "http://a.example/photo/img20.jpgx", false },
		{ "http://a.example/photo/img.jpg", false },
		{ "http://a.example/x/y/z", true },
		{ "http://a.example/xx/y", false },
		{ "http://aaexample/x/y", false },
		{ "http://b.example/a'\"&<x>/7", true },
		{ "http://b.example/\"];evil[(0123456789", true },
		{ "http://b.example/x?http://a.example/x/y", false },
		{ "http://u:p@a.example:80/x/y/z", true },
		{ "http://u@v@a.example/photo/img20.jpg", true },
		{ "http://@a.example/photo/img20.jpg", true },
		{ "http://c.example/@a.example/x/y/z", false },
		{ "http://c.example?@a.example/x/y/z", false },
		{ "http://c.example#@a.example/x/y/z", false },
		{ "http://c.example\\@a.example/x/y/z", false },
		{ "http://a.example@c.example/x/y/z", false }
	};
	struct sp_rules_report report;
	char *text = rules_of(patterns, PATTERNS, "011100110", SP_RULES_WGET,
			      &report);
	char *expression = strstr(text, "reject_regex = ") + 15;
	regex_t regex;

	expression[strcspn(expression, "\n")] = '\0';
	ck_assert_int_eq(regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB),
			 0);
	for (size_t i = 0; i < sizeof(urls) / sizeof(*urls); i++)
		ck_assert_msg((regexec(&regex, urls[i].url, 0, NULL, 0) == 0) ==
			      urls[i].stopped, "%s", urls[i].url);
	regfree(&regex);
	free(text);
}
END_TEST

START_TEST(test_meet)
{
	static const struct { const char *a, *b; bool meet; } pairs[] = {
		{ "a/x", "a/x", true }, { "a/x", "b/x", false },
		{ "a/x", "a/y", false }, { "a/x", "a/<word>", true },
		{ "a/x", "a/<number>", false }, { "a/12", "a/<number>", true },
		{ "a/12x", "a/<number>", false },
		{ "a/img<number>.jpg", "a/img<number>.png", false },
		{ "a/img<number>.jpg", "a/<word>", true },
		{ "a/img<number>", "a/pic<word>", false },
		{ "a/x/y", "a/x", false }, { "a/x/<deeper>", "a/x/y/z", true },
		{ "a/x/<deeper>", "a/y/z", false },
		{ "a/<repeat:b>/c", "a/b/b/b/c", true },
		{ "a/x?<any>", "a/x", false }, { "a/x?<any>", "a/x?p=1", true },
		{ "a/x?p=<number>", "a/x?p=<locale>", false },
		{ "a/x?p=<word>", "a/x?p=", true },
		{ "a/x?p=<word>", "a/x?q=<word>", false },
		{ "a/x?<mixed>p=<word>&q=<word>", "a/x?q=1&p=2", true },
		{ "a/x?<mixed>p=<word>&q=<word>", "a/x?q=1", false },
		{ "a/<number>", "a/<locale>", false },
		{ "a/<hex>", "a/<date>", false },
		{ "a/<hex>", "a/<number>", true },
		{ "a/<hex>", "a/cafe", false },
		{ "a/<hex>", "a/cafecafe", true },
		{ "a/<locale>", "a/abc", false },
		{ "a/jan<number>.htm", "a/january<number>.htm", false },
		{ "a/v<number>-<number>", "a/v<number>_<number>", false },
		{ "a/v<number>-<number>", "a/v<number>-7", true },
		{ "a/v<number>-<number>", "a/v12-<number>", true },
		{ "a/v<number>x<number>", "a/v12y<number>", false },
		{ "a/v<number>x", "a/v<number>", false },
		{ "a/v1<number>x", "a/v<number>x", true },
		{ "a/v12<word>", "a/v<number>", true },
		{ "a/v<hex>.htm", "a/v<number>.htm", true },
		{ "a/v<date>.htm", "a/v2024-05-3.htm", false },
		{ "a/<repeat:b>/c", "a/x/<word>", false },
		{ "a/<repeat:b/d>/c", "a/b/<word>", true },
		{ "a/<repeat:b>/c", "a/<number>/<word>", false },
		{ "a/x/<deeper>", "a/x", false },
		{ "a/x/<deeper>", "a/x?<any>", false },
		{ "a/<deeper>", "a/", true },
		{ "a/x?p", "a/x?p=<word>", false },
		{ "a/x?<mixed>p=<word>&q=1", "a/x?q=2&p=<word>", false },
		{ "a/x?<mixed>p=1&p=2", "a/x?p=1&p=2", true },
		{ "a/x?<mixed>p=1&p=2", "a/x?p=2&p=1", false }
	};
	static struct sp_pattern a, b;

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct sp_span x = { pairs[i].a, strlen(pairs[i].a) };
		struct sp_span y = { pairs[i].b, strlen(pairs[i].b) };

		ck_assert(sp_pattern_read(x, &a) && sp_pattern_read(y, &b));
		ck_assert_msg(sp_patterns_meet(&a, &b) == pairs[i].meet &&
			      sp_patterns_meet(&b, &a) == pairs[i].meet,
			      "%s %s", x.text, y.text);
	}
}
END_TEST

/* A segment or value of a few pieces, and a text of it. */
static void
add_pieces(struct sp_random *random, struct sp_line *pattern,
	   struct sp_line *url)
{
	static const char *const pieces[][2] = {
		{ "a", "a" }, { "-", "-" }, { "7", "7" }, { "x1", "x1" },
		{ "<number>", "7" }, { "<number>", "20240531" },
		{ "<hex>", "0123abcd" }, { "<hex>", "20240531" },
		{ "<date>", "2024-05-31" }, { "<locale>", "ab" },
		{ "<word>", "a" }, { "<word>", "x1" }, { "<word>", "7" }
	};

	for (uint64_t i = sp_random_below(random, 3) + 1; i > 0; i--) {
		const char *const *piece =
			pieces[sp_random_below(random, LENGTH(pieces))];

		sp_line_add(pattern, piece[0]);
		sp_line_add(url, piece[1]);
	}
}

static void
draw_pattern(struct sp_random *random, struct sp_line *pattern,
	     struct sp_line *url)
{
	sp_line_add(pattern, "a");
	sp_line_add(url, "http://a");
	for (uint64_t i = sp_random_below(random, 2) + 1; i > 0; i--) {
		bool repeat = !sp_random_below(random, 9);

		sp_line_add(pattern, repeat ? "/<repeat:a>" : "/");
		sp_line_add(url, repeat ? "/a/a/a" : "/");
		if (!repeat)
			add_pieces(random, pattern, url);
	}
	switch (sp_random_below(random, 5)) {
	case 0:
		sp_line_add(pattern, "/<deeper>");
		sp_line_add(url, "/a");
		break;
	case 1:
		sp_line_add(pattern, "?<any>");
		sp_line_add(url, "?p=7");
		break;
	case 2:
		sp_line_add(pattern, "?p=");
		sp_line_add(url, "?p=");
		add_pieces(random, pattern, url);
		break;
	}
}

/* Patterns that were drawn, and the URL that each was drawn with. */
enum { DRAWN = 150 };
struct drawn {
	struct sp_pattern pattern[DRAWN];
	char *text[DRAWN], *url[DRAWN];
	bool matches[DRAWN][DRAWN];   /* pattern, URL */
	bool expressed[DRAWN][DRAWN]; /* the same by the expression */
};

static void
express(struct drawn *drawn, int i)
{
	struct sp_error err;
	size_t length;
	bool exact;
	char *text, *end;
	regex_t regex;

	must(sp_pattern_expression(&drawn->pattern[i], &text, &length, &exact,
				   &err), err);
	end = strndup(text, length);
	hold(end && !regcomp(&regex, end, REG_EXTENDED | REG_NOSUB));
	for (int k = 0; k < DRAWN; k++)
		drawn->expressed[i][k] = !regexec(&regex, drawn->url[k], 0,
						  NULL, 0);
	regfree(&regex);
	free(end);
	free(text);
}

static struct drawn *
draw(struct sp_random *random)
{
	struct drawn *drawn = calloc(1, sizeof(*drawn));

	ck_assert(drawn);
	for (int i = 0; i < DRAWN; i++) {
		struct sp_line pattern = SP_LINE_EMPTY, url = SP_LINE_EMPTY;

		draw_pattern(random, &pattern, &url);
		hold(sp_pattern_read(sp_line_span(&pattern),
				     &drawn->pattern[i]));
		drawn->text[i] = sp_line_take(&pattern);
		drawn->url[i] = sp_line_take(&url);
	}
	for (int i = 0; i < DRAWN; i++) {
		for (int k = 0; k < DRAWN; k++)
			drawn->matches[i][k] = pattern_matches(
				&drawn->pattern[i], drawn->url[k],
				strlen(drawn->url[k]));
		express(drawn, i);
	}
	return drawn;
}

static void
free_drawn(struct drawn *drawn)
{
	for (int i = 0; i < DRAWN; i++) {
		free(drawn->text[i]);
		free(drawn->url[i]);
	}
	free(drawn);
}

/* Two patterns that match the same URL are never said not to meet. */
START_TEST(test_random_meetings)
{
	struct sp_random random = { (uint64_t)_i };
	struct drawn *drawn = draw(&random);
	uint64_t same = 0, apart = 0;

	for (int i = 0; i < DRAWN; i++)
		for (int k = 0; k < DRAWN; k++) {
			bool meet = sp_patterns_meet(&drawn->pattern[i],
						     &drawn->pattern[k]);

			apart += !meet;
			/* No URL is of "<number>7": a class takes it all. */
			if (!drawn->matches[i][i] || !drawn->matches[k][i])
				continue;
			same += i != k;
			ck_assert_msg(meet, "%s %s: %s", drawn->text[i],
				      drawn->text[k], drawn->url[i]);
		}
	hold(same > 30 && apart > 1000);
	free_drawn(drawn);
}
END_TEST

/* A pattern that is said to have all URLs of two others has them. */
START_TEST(test_random_covers)
{
	struct sp_random random = { (uint64_t)_i };
	struct drawn *drawn = draw(&random);
	uint64_t tried = 0;

	for (int i = 0; i < DRAWN; i++)
		for (int k = 0; k < DRAWN * DRAWN; k++) {
			int a = k / DRAWN, b = k % DRAWN;

			if (a == i || b == i || !sp_pattern_covers(
				&drawn->pattern[i], &drawn->pattern[a],
				&drawn->pattern[b]))
				continue;
			for (int u = 0; u < DRAWN; u++) {
				bool both = drawn->matches[a][u] &&
					    drawn->matches[b][u];
				bool wide = drawn->expressed[a][u] &&
					    drawn->expressed[b][u];

				tried += both;
				ck_assert_msg((!both || drawn->matches[i][u]) &&
					(!wide || drawn->expressed[i][u]),
					"%s of %s %s: %s", drawn->text[i],
					drawn->text[a], drawn->text[b],
					drawn->url[u]);
			}
		}
	hold(tried > 100);
	free_drawn(drawn);
}
END_TEST

START_TEST(test_covers)
{
	static const struct { const char *all, *a, *b; bool covers; } of[] = {
		{ "a/x/<word>.htm", "a/x/jan<number>.htm", "a/x/<word>.htm",
		  true },
		{ "a/x/<deeper>", "a/x/y/<word>", "a/<word>/<word>/<word>",
		  true },
		{ "a/x/<word>.htm", "a/x/<word>", "a/<word>/<word>.htm", true },
		{ "a/x/<word>.htm", "a/x/<deeper>", "a/<word>/<word>.htm",
		  true },
		{ "a/x/<word>.htm", "a/x/<deeper>", "a/<word>/<word>", false },
		{ "a/x/<word>.htm", "a/x/<deeper>", "a/<word>/<deeper>",
		  false },
		{ "a/x/<word>.htm", "a/x/.htm", "a/x/<word>", false },
		{ "a/x/<word>;s=1", "a/x/b;s=1", "a/x/<word>", false },
		{ "a/<word>", "a/", "a/<deeper>", false },
		{ "a/x?<any>", "a/x?p=<word>", "a/<deeper>", true },
		{ "a/x?<any>", "a/x", "a/<deeper>", false },
		{ "a/x", "a/x?<any>", "a/<deeper>", false },
		{ "a/x?p=<word>", "a/x?p=<number>", "a/x?<any>", true },
		{ "a/x?p=<word>", "a/x?q=<number>", "a/x?<any>", false },
		{ "a/x?p=<word>", "a/x?<any>", "a/x?p=7", true },
		{ "a/<repeat:b>/<word>", "a/<repeat:b>/c", "a/<deeper>", true },
		{ "a/<word>/<word>", "a/<repeat:b>/c", "a/<word>/<word>",
		  false }
	};
	static struct sp_pattern all, a, b;

	for (size_t i = 0; i < LENGTH(of); i++) {
		hold(sp_pattern_read((struct sp_span){ of[i].all,
					strlen(of[i].all) }, &all) &&
		     sp_pattern_read((struct sp_span){ of[i].a,
					strlen(of[i].a) }, &a) &&
		     sp_pattern_read((struct sp_span){ of[i].b,
					strlen(of[i].b) }, &b));
		ck_assert_msg(sp_pattern_covers(&all, &a, &b) == of[i].covers,
			      "%s of %s %s", of[i].all, of[i].a, of[i].b);
	}
}
END_TEST

/* An exception that another one has all of is not written, in any order. */
START_TEST(test_useless_exceptions)
{
	static const char *const texts[][4] = {
		{ "a/x/jan<number>.htm", "a/x/<word>.htm", "a/x/<deeper>",
		  "a/<word>/<word>.htm" },
		{ "a/x/<deeper>", "a/x/<word>.htm", "a/y/<deeper>",
		  "a/x/<word>.htm" }
	};
	static const char *const excepted[] = { "/x/[^/?#]+\\.htm",
						"/x/[^?#]*(\\?[^#]*)?" };

	for (size_t i = 0; i < LENGTH(texts); i++) {
		struct sp_rules_report report;
		char *text = rules_of(texts[i], 4, "0001", SP_RULES_NUTCH,
				      &report);
		char expected[200];

		snprintf(expected, sizeof(expected), "-^(?!(https?://([^/?#"
			 "\\\\]*@)?a(:[0-9]+)?%s(#.*)?)$)(", excepted[i]);
		ck_assert_msg(!strncmp(text, expected, strlen(expected)),
			      "%s", text);
		free(text);
	}
}
END_TEST

/* A rule for all other words, after count texts. */
static void
check_many(const char **texts, char *stopped, size_t count, bool left_out)
{
	const char *kept = texts[count];
	struct sp_rules_report report;

	texts[count] = "a/<word>";
	stopped[count] = '1';
	free(rules_of(texts, count + 1, stopped, SP_RULES_NUTCH, &report));
	ck_assert_uint_eq(report.left_out, left_out);
	texts[count] = kept;
	stopped[count] = '0';
}

/* A rule after more shapes than it is compared with is left out. */
START_TEST(test_many)
{
	const size_t count = SP_RULES_COMPARED + 2;
	char numbers[SP_RULES_EXCEPTED + 1][20];
	const char **texts = calloc(count, sizeof(*texts));
	char *stopped = calloc(count + 1, 1);
	struct sp_rules_report report;

	ck_assert(texts && stopped);
	for (size_t i = 0; i < count; i++) {
		texts[i] = i + 1 < count ? "a/b/c" : "a/<number>";
		stopped[i] = i + 1 < count ? '0' : '1';
	}
	free(rules_of(texts, count, stopped, SP_RULES_NUTCH, &report));
	ck_assert_uint_eq(report.left_out, 1);
	free(rules_of(texts + 2, count - 2, stopped + 2, SP_RULES_NUTCH,
		      &report));
	ck_assert_uint_eq(report.written, 1);
	for (size_t i = 0; i < SP_RULES_MET + 1; i++)
		texts[i] = "a/<number>";
	memset(stopped, '0', count);
	check_many(texts, stopped, SP_RULES_MET, false);
	check_many(texts, stopped, SP_RULES_MET + 1, true);
	for (size_t i = 0; i < SP_RULES_EXCEPTED + 1; i++) {
		snprintf(numbers[i], sizeof(*numbers), "a/%zu", i);
		texts[i] = numbers[i];
	}
	check_many(texts, stopped, SP_RULES_EXCEPTED, false);
	check_many(texts, stopped, SP_RULES_EXCEPTED + 1, true);
	free(stopped);
	free(texts);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("rules");

	tcase_add_test(tcase, test_patterns);
	tcase_add_test(tcase, test_scrapy_spelling);
	tcase_add_test(tcase, test_exceptions);
	tcase_add_test(tcase, test_hostile);
	tcase_add_test(tcase, test_posix);
	tcase_add_test(tcase, test_meet);
	tcase_add_loop_test(tcase, test_random_meetings, 0, ROUNDS_OF(20));
	tcase_add_loop_test(tcase, test_random_covers, 0, ROUNDS_OF(8));
	tcase_add_test(tcase, test_covers);
	tcase_add_test(tcase, test_useless_exceptions);
	tcase_add_test(tcase, test_many);
	return unit_run(tcase);
}
