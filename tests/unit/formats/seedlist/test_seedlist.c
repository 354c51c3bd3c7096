/* SPDX-License-Identifier: MIT */
/* Lists for crawlers: each format with names that hurt, and priorities. */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "formats/seedlist/format.h"

#include <math.h>
#include <string.h>

/* ---- a list in memory ------------------------------------------------- */

struct pages {
	const struct sp_listed *items;
	uint64_t count;
	struct sp_line text;
};

static void
get_item(void *context, uint64_t i, struct sp_listed *item)
{
	const struct pages *pages = context;

	*item = pages->items[i];
}

static enum sp_status
take_line(void *context, const char *line, size_t length,
	  struct sp_error *err)
{
	struct pages *pages = context;

	(void)err;
	sp_line_add_bytes(&pages->text, line, length);
	return SP_OK;
}

/* Writes the list to pages->text, NUL-terminated, to be freed. */
static enum sp_status
write_pages(struct pages *pages, const struct sp_list_options *options,
	    struct sp_list_report *report, struct sp_error *err)
{
	struct sp_list_source source = { .count = pages->count, .named = true,
					 .context = pages, .get = get_item };
	const struct sp_list_sink sink = { pages, take_line };
	enum sp_status status;

	for (uint64_t i = 0; i < pages->count; i++)
		source.scored |= !isnan(pages->items[i].score);
	pages->text = (struct sp_line){ 0 };
	status = sp_list_write(&source, options, &sink, report, err);
	sp_line_add_bytes(&pages->text, "", 1);
	ck_assert(!pages->text.lost);
	return status;
}

static struct sp_listed
page_of(const char *name)
{
	return (struct sp_listed){ .page = 7, .score = NAN,
				   .name = { name, strlen(name) } };
}

/* ---- names ------------------------------------------------------------ */

/* A name, and its line, or the end of the reason after "!". */
struct name_case {
	enum sp_list_format_number format;
	const char *name, *line;
	enum sp_list_scheme scheme;
	enum sp_list_scope scope;
	enum sp_list_priority priority;
	const char *domain;
};

#define U "http://a.example/"

#define ROW(FORMAT, of_name, of_line, ...) \
	{ .format = SP_LIST_##FORMAT, .name = of_name, .line = of_line, \
	  __VA_ARGS__ }

static const struct name_case names[] = {
	/* What is no URL. */
	ROW(HERITRIX, "", "!\"\" is empty"),
	ROW(HERITRIX, "mailto:x", "!is not a URL of http, https or ftp"),
	ROW(NUTCH, "javascript:1", "!is not a URL of http, https or ftp"),
	ROW(SCRAPY, "123", "!has no scheme"),
	ROW(SURT, "http:/a.example/", "!has no host"),
	ROW(SURT, "http://", "!has no host"),
	ROW(SURT, "http:///x", "!has no host"),
	ROW(SURT, "http://:80/", "!has no host"),
	ROW(SURT, "http://u@/", "!has no host"),
	ROW(NUTCH, "http://a:/", "!has a colon without a port"),
	ROW(NUTCH, "http://a:0/", "!not between 1 and 65535"),
	ROW(NUTCH, "http://a:65536/", "!not between 1 and 65535"),
	ROW(NUTCH, "http://a:8x/", "!not between 1 and 65535"),
	ROW(NUTCH, "http://[::1/", "!without its closing bracket"),
	ROW(NUTCH, "http://[::1]x/", "!after its address in brackets"),
	ROW(NUTCH, "http://a b/", "!neither a name nor an address"),
	ROW(NUTCH, "http://a\\b/", "!neither a name nor an address"),

	/* Controls and bytes that are not UTF-8. */
	ROW(HERITRIX, U "a\tb", "!has a control character"),
	ROW(NUTCH, U "a\tnutch.score=9", "!has a control character"),
	ROW(STORMCRAWLER, U "a\nb", "!has a control character"),
	ROW(URLFRONTIER, U "a\rb", "!has a control character"),
	ROW(BROWSERTRIX, U "\x7f", "!has a control character"),
	ROW(SCRAPY, U "\xc2\x85", "!has a control character"),
	ROW(SURT, U "\xff", "!is not UTF-8"),
	ROW(SURT, U "\xc3", "!is not UTF-8"),
	ROW(SURT, U "\xed\xa0\x80", "!is not UTF-8"),
	ROW(SURT, U "\xe0\x80\xaf", "!is not UTF-8"),
	ROW(SURT, U "\xf4\x90\x80\x80", "!is not UTF-8"),

	/* Schemes. */
	ROW(NUTCH, "HTTP://A.example/", "HTTP://A.example/"),
	ROW(NUTCH, "ftp://a.example/", "ftp://a.example/"),
	ROW(BROWSERTRIX, "ftp://a.example/", "!is a URL of ftp"),
	ROW(STORMCRAWLER, "ftp://a.example/", "!is a URL of ftp"),
	ROW(NUTCH, "a.example", "https://a.example/",
	  .scheme = SP_SCHEME_HTTPS),
	ROW(NUTCH, "a.example/x", "http://a.example/x",
	  .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "a.example:81?q", "http://a.example:81/?q",
	  .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "localhost:8080", "http://localhost:8080/",
	  .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "[::1]", "http://[::1]/", .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "//a.example/", "!has no host",
	  .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "tel:911", "!is not a URL of http, https or ftp",
	  .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "/x", "!has no host", .scheme = SP_SCHEME_HTTP),
	ROW(NUTCH, "mailto:x", "!is not a URL of http, https or ftp",
	  .scheme = SP_SCHEME_HTTP),

	/* Without priorities, a URL is enough. */
	ROW(SCRAPY, U "x", U "x", .priority = SP_PRIORITY_NONE),
	ROW(URLFRONTIER, U "x", U "x", .priority = SP_PRIORITY_NONE),
	ROW(STORMCRAWLER, U "x", U "x", .priority = SP_PRIORITY_NONE),

	/* Comment characters, blanks, quotes. */
	ROW(HERITRIX, "#" U, "!has no scheme"),
	ROW(HERITRIX, U "#x", U "#x"),
	ROW(NUTCH, U "#x", U "#x"),
	ROW(HERITRIX, U "a b", "!has a blank"),
	ROW(PRECEDENCE, U "a 5", "!has a blank"),
	ROW(NUTCH, U "a b", U "a b"),
	ROW(NUTCH, U "a ", "!ends in a blank, which would be removed"),
	ROW(NUTCH, " " U, "!has no scheme"),
	ROW(NUTCH, U "\xc2\xa0", U "\xc2\xa0"),
	ROW(BROWSERTRIX, U "\xc2\xa0",
	  "!ends in a blank, which would be removed"),
	ROW(SCRAPY, U "\xe3\x80\x80",
	  "!ends in a blank, which would be removed"),
	ROW(HERITRIX, U "\xe2\x80\xa8", "!has a line separator"),
	ROW(BROWSERTRIX, "\"" U "\"", "!has no scheme"),

	/* What is not ASCII. */
#ifdef HAVE_LIBIDN2
	ROW(NUTCH, "http://b\xc3\xbc.example/\xc3\xbc",
	  "http://b\xc3\xbc.example/\xc3\xbc"),
	ROW(HERITRIX, "http://b\xc3\xbc.example/", "!--normalize writes it"),
#endif
	ROW(HERITRIX, U "\xc3\xbc", U "\xc3\xbc"),
	ROW(PRECEDENCE, U "\xc3\xbc?\xc3\xbc", U "%C3%BC?%C3%BC 1"),
	ROW(SURT, U "\xc3\x9c/x", "+http://(example,a,)/%c3%9c/",
	  .scope = SP_SCOPE_PREFIX),
	ROW(SCRAPY, U "\xf0\x9f\x92\xa9\xc3\xbc\"\\",
	  "{\"url\": \"" U "\\ud83d\\udca9\\u00fc\\\"\\\\\", "
	  "\"priority\": 1}"),

	/* IPv6 and other hosts. */
	ROW(HERITRIX, "http://[::1]/", "!has an IPv6 address, which "
	  "Heritrix does not take"),
	ROW(HERITRIX, "http://a..b/", "!neither a name nor an address"),
	ROW(HERITRIX, "http://a%2eb/", "!neither a name nor an address"),
	ROW(HERITRIX, "http://a_b.example/", "http://a_b.example/"),
	ROW(URLFRONTIER, "http://u:p@[::1]:80/",
	  "{\"known\":{\"info\":{\"url\":\"http://u:p@[::1]:80/\",\"key\":"
	  "\"[::1]\"},\"refetchable_from_date\":1}}"),
	ROW(URLFRONTIER, "http://A.Example/",
	  "{\"known\":{\"info\":{\"url\":\"http://A.Example/\",\"key\":"
	  "\"a.example\"},\"refetchable_from_date\":1}}"),

	/* Heritrix's spelling. */
	ROW(PRECEDENCE, "HTTP://WWW.A.Example", "http://www.a.example/ 1"),
	ROW(PRECEDENCE, "http://a:080/B?#f", "http://a/B 1"),
	ROW(PRECEDENCE, "https://a:443/", "https://a/ 1"),
	ROW(PRECEDENCE, "https://a:80/", "https://a:80/ 1"),
	ROW(PRECEDENCE, "ftp://a:80/", "ftp://a:80/ 1"),
	ROW(PRECEDENCE, "http://a./x", "http://a/x 1"),
	ROW(PRECEDENCE, "http://a.:81/x", "!with a dot at its end"),
	ROW(PRECEDENCE, "http://a?q", "http://a/?q 1"),
	ROW(PRECEDENCE, U "[x]{y}|'`^<>\"\\z?[x]{y}^\\\"",
	  U "%5Bx%5D%7By%7D|'%60%5E%3C%3E%22/z?[x]{y}^%5C%22 1"),
	ROW(PRECEDENCE, U "%zz%e9", U "%zz%e9 1"),
	ROW(PRECEDENCE, U "a/../b", "!which Heritrix resolves"),
	ROW(PRECEDENCE, U ".", "!which Heritrix resolves"),
	ROW(PRECEDENCE, U "...", U "... 1"),
	ROW(PRECEDENCE, U "a?/../", U "a?/../ 1"),
	ROW(PRECEDENCE, U "\xc2\xa0x", "!which Heritrix changes"),
	ROW(PRECEDENCE, "http://a|b@c/", "!that SURTs cannot hold"),
	ROW(NUTCH, "http://256.1.1.1/", "!neither a name nor an address"),
	ROW(PRECEDENCE, "http://a@b@c/", "!has two @ before its path"),

	/* SURTs. */
	ROW(SURT, "http://www.a.example/x", "+http://(example,a,www,)/"),
	ROW(SURT, "https://A.example:8443/X", "+http://(example,a,:8443)/"),
	ROW(SURT, "http://u:P@a.example/", "+http://(example,a,@u:p)/"),
	ROW(SURT, "http://192.0.2.1/", "+http://(192.0.2.1)/"),
	ROW(SURT, "http://192.0.2.1:81/", "+http://(192.0.2.1:81)/"),
	ROW(SURT, "http://1.2.3.4.example/", "+http://(example,4,3,2,1,)/"),
	ROW(SURT, "http://localhost/", "+http://(localhost,)/"),
	ROW(SURT, "ftp://a.example/x/y", "+ftp://(example,a,)/x/",
	  .scope = SP_SCOPE_PREFIX),
	ROW(SURT, "http://a.example/X/Y?z/q", "+http://(example,a,)/x/",
	  .scope = SP_SCOPE_PREFIX),
	ROW(SURT, "http://a.example", "+http://(example,a,)/",
	  .scope = SP_SCOPE_PREFIX),
	ROW(SURT, "http://a.example/X/Y?Z=1#f",
	  "+http://(example,a,)/x/y?z=1", .scope = SP_SCOPE_PAGE),
	ROW(SURT, "https://www.a.example:81/x", "+http://(example,a,",
	  .scope = SP_SCOPE_DOMAIN, .domain = "a.example"),
	ROW(SURT, "http://a.example/", "+http://(example,a,",
	  .scope = SP_SCOPE_DOMAIN, .domain = "a.example"),
	ROW(SURT, "http://192.0.2.1/", "+http://(192.0.2.1)/",
	  .scope = SP_SCOPE_DOMAIN, .domain = "192.0.2.1"),
	ROW(SURT, "http://192.0.2.1:81/a/b", "+http://(192.0.2.1:81)/",
	  .scope = SP_SCOPE_DOMAIN, .domain = "192.0.2.1"),
	ROW(SURT, "http://ba.example/", "!the graph has for its host",
	  .scope = SP_SCOPE_DOMAIN, .domain = "a.example"),
	ROW(SURT, "http://a.example/", "!--domain of graphimport)",
	  .scope = SP_SCOPE_DOMAIN),

	/* Plain text takes all. */
	ROW(TEXT, "mailto:x", "mailto:x"),
	ROW(TEXT, "a\tb\\\n\xff", "a\\tb\\\\\\n\\xff"),
	ROW(TEXT, "a\\\xc2\x85\xc2\xa0", "a\\\\\\xc2\\x85\xc2\xa0"),
	ROW(TEXT, "a\\\xff", "a\\\xff"),

	ROW(BROWSERTRIX, U "\xf0\x9f\x92\xa9\xc3\xbc",
	  "  - {\"url\": \"" U "\\U0001f4a9\\u00fc\", "
	  "\"scopeType\": \"page\"}", .scope = SP_SCOPE_PAGE),
	ROW(BROWSERTRIX, U "'\"",
	  "  - {\"url\": \"" U "'\\\"\", \"scopeType\": \"prefix\"}",
	  .scope = SP_SCOPE_PREFIX),
};

static bool
ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

/* A line without the score or priority of one page, which is the best. */
static void
cut_priority(char *text)
{
	char *tab = strchr(text, '\t');

	if (tab && tab[1] != '\0')
		strcpy(tab, "\n");
}

START_TEST(names_that_hurt)
{
	const struct name_case *row = &names[_i];
	struct sp_listed item = page_of(row->name);
	struct pages pages = { .items = &item, .count = 1 };
	const struct sp_list_options options = {
		.format = row->format, .scheme = row->scheme,
		.scope = row->scope, .priority = row->priority
	};
	struct sp_list_report report;
	struct sp_error err = { SP_OK, "" };
	enum sp_status status;

	if (row->domain)
		item.domain = (struct sp_span){ row->domain,
						strlen(row->domain) };
	status = write_pages(&pages, &options, &report, &err);
	if (row->line[0] == '!') {
		char *advice = strstr(err.text, "; --drop-refused");

		ck_assert_msg(status == SP_DATA, "%s: %s", row->name,
			      pages.text.text);
		ck_assert_ptr_nonnull(advice);
		*advice = '\0';
		ck_assert_msg(ends_with(err.text, row->line + 1) ||
			      strstr(err.text, row->line + 1), "%s", err.text);
		ck_assert_ptr_nonnull(strstr(err.text, "page 7: "));
		ck_assert_str_eq(pages.text.text, "");
	} else {
		must(status, err);
		cut_priority(pages.text.text);
		ck_assert_uint_eq(strlen(pages.text.text),
				  strlen(row->line) + 1);
		ck_assert_msg(!strncmp(pages.text.text, row->line,
				       strlen(row->line)), "%s",
			      pages.text.text);
	}
	free(pages.text.text);
}
END_TEST

/* Plain text has no line for a page without a name, and needs no option. */
START_TEST(no_name_in_text)
{
	struct sp_listed items[] = { page_of("a"), page_of(""), page_of("b") };
	struct pages pages = { .items = items, .count = 3 };
	const struct sp_list_options options = { .format = SP_LIST_TEXT };
	struct sp_list_report report;
	struct sp_error err = { SP_OK, "" };

	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text, "a\nb\n");
	ck_assert_uint_eq(report.written, 2);
	ck_assert_uint_eq(report.refused, 1);
	ck_assert_ptr_nonnull(strstr(report.first.text, "page 7: "));
	free(pages.text.text);
	pages = (struct pages){ .items = &items[1], .count = 1 };
	ck_assert_int_eq(write_pages(&pages, &options, &report, &err), SP_DATA);
	ck_assert_str_eq(pages.text.text, "");
	free(pages.text.text);
}
END_TEST

/* 2,083 bytes, escapes included, are the most that Heritrix takes. */
START_TEST(long_names)
{
	static const enum sp_list_format_number formats[] = {
		SP_LIST_HERITRIX, SP_LIST_PRECEDENCE, SP_LIST_NUTCH
	};
	struct sp_list_report report;
	struct sp_error err;

	for (int f = 0; f < LENGTH(formats); f++)
		for (int escaped = 0; escaped < 2; escaped++)
			for (size_t length = 2082; length <= 2084; length++) {
				char name[3000] = U;
				size_t start = strlen(name);
				struct sp_listed item;
				struct pages pages = { &item, 1, { 0 } };
				struct sp_list_options options = {
					.format = formats[f]
				};
				bool fits = length <= 2083 || f == 2;

				memset(name + start, 'x', length - start);
				name[length] = '\0';
				if (escaped) {
					name[length - 2] = '\0';
					name[start] = '<';
				}
				item = page_of(name);
				ck_assert((write_pages(&pages, &options,
						       &report, &err) ==
					   SP_OK) == fits);
				free(pages.text.text);
			}
}
END_TEST

/* ---- lists ------------------------------------------------------------ */

START_TEST(repeated_and_refused_names)
{
	const struct sp_listed items[] = {
		page_of("http://b/x"), page_of("mailto:x"),
		page_of("http://b/y"), page_of("http://b/x"), page_of("")
	};
	struct pages pages = { items, 5, { 0 } };
	struct sp_list_options options = { .format = SP_LIST_PRECEDENCE,
					   .drop_refused = true };
	struct sp_list_report report;
	struct sp_error err;

	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text, "http://b/x 1\nhttp://b/y 3\n");
	ck_assert_uint_eq(report.written, 2);
	ck_assert_uint_eq(report.repeated, 1);
	ck_assert_uint_eq(report.refused, 2);
	ck_assert_str_eq(report.first.text, "page 7: the name \"mailto:x\" is "
			 "not a URL of http, https or ftp");
	free(pages.text.text);

	options.format = SP_LIST_SURT;
	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text, "+http://(b,)/\n");
	ck_assert_uint_eq(report.repeated, 2);
	free(pages.text.text);

	options.format = SP_LIST_HERITRIX;
	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text, "http://b/x\nhttp://b/y\n");
	free(pages.text.text);

	pages.items = &items[1];
	pages.count = 1;
	ck_assert_int_eq(write_pages(&pages, &options, &report, &err), SP_DATA);
	free(pages.text.text);
	pages.count = 0;
	ck_assert_int_eq(write_pages(&pages, &options, &report, &err), SP_DATA);
	free(pages.text.text);
}
END_TEST

/* A name and the URL that it is by its scheme are one seed. */
START_TEST(names_and_urls)
{
	const struct sp_listed items[] = {
		page_of("a.example"), page_of("http://a.example/"),
		page_of("a.example/"), page_of("http://b.example/?x"),
		page_of("b.example?x"), page_of("https://a.example/")
	};
	struct pages pages = { items, 6, { 0 } };
	struct sp_list_options options = { .format = SP_LIST_HERITRIX,
					   .scheme = SP_SCHEME_HTTP };
	struct sp_list_report report;
	struct sp_error err;

	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text, "http://a.example/\n"
			 "http://b.example/?x\nhttps://a.example/\n");
	ck_assert_uint_eq(report.repeated, 3);
	free(pages.text.text);
}
END_TEST

/* Spellings of one URL are one, and the first precedence counts. */
START_TEST(two_spellings)
{
	const struct sp_listed items[] = {
		page_of("http://a.example"), page_of("HTTP://A.example:80/#f"),
		page_of("http://a.example/b")
	};
	struct pages pages = { items, 3, { 0 } };
	const struct sp_list_options options = { .format = SP_LIST_PRECEDENCE };
	struct sp_list_report report;
	struct sp_error err;

	must(write_pages(&pages, &options, &report, &err), err);
	ck_assert_str_eq(pages.text.text,
			 "http://a.example/ 1\nhttp://a.example/b 3\n");
	free(pages.text.text);
}
END_TEST

/* What a format has no place for. */
START_TEST(options_that_do_not_fit)
{
	const struct sp_listed item = page_of(U);
	struct pages pages = { &item, 1, { 0 } };
	static const struct sp_list_options wrong[] = {
		{ .format = SP_LIST_HERITRIX, .priority = SP_PRIORITY_RANK },
		{ .format = SP_LIST_SURT, .priority = SP_PRIORITY_LOG },
		{ .format = SP_LIST_PRECEDENCE, .priority = SP_PRIORITY_NONE },
		{ .format = SP_LIST_NUTCH, .scope = SP_SCOPE_HOST },
		{ .format = SP_LIST_TEXT, .scope = SP_SCOPE_PAGE },
		{ .format = SP_LIST_NUTCH, .crawl = "next" },
		{ .format = SP_LIST_URLFRONTIER, .crawl = "next",
		  .priority = SP_PRIORITY_NONE },
		{ .format = SP_LIST_URLFRONTIER, .crawl = "" },
		{ .format = SP_LIST_URLFRONTIER, .crawl = "a_b" },
		{ .format = SP_LIST_URLFRONTIER, .crawl = "a\"b" }
	};
	struct sp_list_options options = { .format = SP_LIST_NUTCH,
					   .priority = SP_PRIORITY_SCORE };
	struct sp_list_report report;
	struct sp_error err;

	for (int i = 0; i < LENGTH(wrong); i++) {
		ck_assert_int_eq(write_pages(&pages, &wrong[i], &report, &err),
				 SP_USAGE);
		free(pages.text.text);
	}
	ck_assert_int_eq(write_pages(&pages, &options, &report, &err), SP_DATA);
	free(pages.text.text);
	options = (struct sp_list_options){ .format = SP_LIST_BROWSERTRIX };
	ck_assert_uint_eq(sp_list_limit(&options), 25000000);
	ck_assert_str_eq(sp_list_head(&options), "");
	options.scope = SP_SCOPE_HOST;
	ck_assert_uint_eq(sp_list_limit(&options), 0);
	ck_assert_str_eq(sp_list_head(&options), "seeds:\n");
}
END_TEST

/* Scores that Nutch cannot use. */
START_TEST(scores_that_do_not_fit)
{
	static const struct { double score; bool fits; } rows[] = {
		{ 0, true }, { 3.4028234663852886e38, true }, { 3.5e38, false },
		{ -1e-9, false }, { INFINITY, false }, { NAN, false },
		{ 5e-324, true }
	};
	const struct sp_list_options options = {
		.format = SP_LIST_NUTCH, .priority = SP_PRIORITY_SCORE
	};
	struct sp_list_report report;
	struct sp_error err;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct sp_listed items[] = { page_of(U "1"), page_of(U "2") };
		struct pages pages = { items, 2, { 0 } };

		items[0].score = 1;
		items[1].score = rows[i].score;
		ck_assert((write_pages(&pages, &options, &report, &err) ==
			   SP_OK) == rows[i].fits);
		free(pages.text.text);
	}
}
END_TEST

/* ---- priorities ------------------------------------------------------- */

enum { ITEMS = 40 };

/* Classes by the definitions of scale.h, in another way. */
static uint64_t
naive_class(enum sp_list_priority priority, const struct sp_listed *items,
	    uint64_t count, uint64_t classes, uint64_t i)
{
	double least = INFINITY, largest = -INFINITY, share;
	uint64_t class = 0;

	if (priority == SP_PRIORITY_RANK) {
		/* Deal the places out, class by class. */
		for (uint64_t place = 0; class < classes; class++) {
			place += count / classes + (class < count % classes);
			if (i < place)
				return class;
		}
		return classes;
	}
	for (uint64_t k = 0; k < count; k++) {
		double value = items[k].score;

		if (priority == SP_PRIORITY_LOG && value == 0)
			continue;
		least = fmin(least, value);
		largest = fmax(largest, value);
	}
	if (priority == SP_PRIORITY_LOG && items[i].score == 0)
		return largest < 0 ? 0 : classes - 1;
	if (least == largest)
		return 0;
	share = priority == SP_PRIORITY_LOG ?
		(log(largest) - log(items[i].score)) /
		(log(largest) - log(least)) :
		(largest - items[i].score) / (largest - least);
	class = (uint64_t)floor(share * (double)classes);
	return class == classes ? classes - 1 : class;
}

static void
check_scale(const struct sp_listed *items, uint64_t count,
	    enum sp_list_priority priority, uint64_t classes)
{
	struct pages pages = { items, count, { 0 } };
	const struct sp_list_source source = {
		.count = count, .scored = true, .context = &pages,
		.get = get_item
	};
	struct sp_list_scale scale;
	struct sp_error err;
	uint64_t before = 0;
	double share = INFINITY;

	must(sp_list_scale_make(&scale, priority, &source, &err), err);
	for (uint64_t i = 0; i < count; i++) {
		double score = items[i].score;
		uint64_t class = sp_list_class(&scale, classes, i, score);
		double next = sp_list_share(&scale, i, score);

		hold(class == naive_class(priority, items, count, classes, i));
		/* Items are sorted: no class and no share is before. */
		hold(class >= before && class < classes);
		hold(next <= share);
		hold(priority == SP_PRIORITY_RANK || !i ||
		     items[i - 1].score != score ||
		     (class == before && next == share));
		before = class;
		share = next;
	}
}

static int
descending(const void *a, const void *b)
{
	double x = ((const struct sp_listed *)a)->score;
	double y = ((const struct sp_listed *)b)->score;

	return x < y ? 1 : x > y ? -1 : 0;
}

START_TEST(random_scales)
{
	static const uint64_t classes[] = { 1, 2, 7, 40, 126, 1000000000 };
	struct sp_random random;
	struct sp_listed items[ITEMS];

	random.state = 5;
	for (int round = 0; round < ROUNDS_OF(2000); round++) {
		uint64_t count = 1 + sp_random_below(&random, ITEMS);
		unsigned kind = (unsigned)sp_random_below(&random, 4);

		for (uint64_t i = 0; i < count; i++) {
			double unit = sp_random_unit(&random);

			items[i] = page_of(U);
			items[i].score = kind == 0 ? 0.25 : kind == 1 ?
				floor(unit * 5) : kind == 2 ?
				exp(unit * 1400 - 700) : unit * 1e-300;
		}
		qsort(items, count, sizeof(*items), descending);
		for (int c = 0; c < LENGTH(classes); c++) {
			check_scale(items, count, SP_PRIORITY_RANK, classes[c]);
			check_scale(items, count, SP_PRIORITY_SCORE,
				    classes[c]);
			check_scale(items, count, SP_PRIORITY_LOG, classes[c]);
		}
	}
}
END_TEST

/* A range that no double holds, and logarithms of what has none. */
START_TEST(extreme_scores)
{
	struct sp_listed items[] = { page_of("1"), page_of("2"), page_of("3") };
	struct pages pages = { items, 3, { 0 } };
	const struct sp_list_source source = {
		.count = 3, .scored = true, .context = &pages, .get = get_item
	};
	struct sp_list_scale scale;
	struct sp_error err;

	items[0].score = 1.7e308;
	items[1].score = 0;
	items[2].score = -1.7e308;
	must(sp_list_scale_make(&scale, SP_PRIORITY_SCORE, &source, &err), err);
	ck_assert_uint_eq(sp_list_class(&scale, 10, 0, items[0].score), 0);
	ck_assert_uint_eq(sp_list_class(&scale, 10, 1, items[1].score), 5);
	ck_assert_uint_eq(sp_list_class(&scale, 10, 2, items[2].score), 9);
	ck_assert_int_eq(sp_list_scale_make(&scale, SP_PRIORITY_LOG, &source,
					    &err), SP_DATA);
	items[2].score = 0;
	must(sp_list_scale_make(&scale, SP_PRIORITY_LOG, &source, &err), err);
	ck_assert_uint_eq(sp_list_class(&scale, 10, 0, items[0].score), 0);
	ck_assert_uint_eq(sp_list_class(&scale, 10, 1, 0), 9);
	ck_assert(sp_list_share(&scale, 0, items[0].score) == 1);
	ck_assert(sp_list_share(&scale, 1, 0) == 0);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("seedlist");

	tcase_add_loop_test(tcase, names_that_hurt, 0, LENGTH(names));
	tcase_add_test(tcase, no_name_in_text);
	tcase_add_test(tcase, long_names);
	tcase_add_test(tcase, repeated_and_refused_names);
	tcase_add_test(tcase, names_and_urls);
	tcase_add_test(tcase, two_spellings);
	tcase_add_test(tcase, options_that_do_not_fit);
	tcase_add_test(tcase, scores_that_do_not_fit);
	tcase_add_test(tcase, random_scales);
	tcase_add_test(tcase, extreme_scores);
	return unit_run(tcase);
}
