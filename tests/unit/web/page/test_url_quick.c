/* SPDX-License-Identifier: MIT */
/*
 * The quick way to a normal form beside the full one, on links that are made of
 * real and of odd ones: joined, cut, mutated, against bases of both kinds.
 * COMPARISONS=20000000 in the environment tries as many, and LINKS=FILE takes
 * the lines of a file for real links.
 */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "web/page/url.h"
#include "web/page/url_parts.h"

#include <string.h>

/* Links that browsers, crawlers and other parsers of URLs disagree about. */
static const char *const odd[] = {
	"http://", "https://", "HTTP://", "//", "/", "\\", "?", "#", ":", "@",
	".", "..", "./", "../", "/.", "/..", "/./", "/../", "...", "..a", ".a",
	"%2e", "%2E%2e/", "%41", "%4", "%", "%zz", "%20", "%c3%bc", "%C3%BC",
	"%4%31", "%%41", "%7E", "%2F", "a", "b.example", "B.Example", "a.b.",
	"a..b", ".", "-", "_", "xn--bcher-kva.example", "1.2.3.4", "0x7f.1",
	"256", "1a.1", "a.1b", "a.b1", "[::1]", "[1:0:0::2]", "u:p@", ":80",
	":443", ":8080", ":", ":x", " ", "\t", "\n", "\r", "\x01", "\x7f",
	"\xc3\xbc", "\xff", "\xe3\x80\x82", "\xc2\xad", "\"", "'", "<", ">",
	"^", "`", "{", "}", "|", "[", "]", "~", "!", "$", "&", "*", "(", ")",
	";p=1", "x=1&y=2", "mailto:", "javascript:", "http:", "https:", "ht",
	"tp://", "s://", "a:b", "data:,", "index.html", "a/b/c", "//x", "///"
};

static const char *const some[] = {
	"http://www.ics.uci.edu/~kay/courses/131/index.html",
	"https://www.example.org/", "http://h/", "https://a-b.c_d.example/x?",
	"http://cbcl.ics.uci.edu/public_data/lsvs/ENS01263:73815644:source.gtf",
	"http://www.archive.org/iathreads/forum-display.php?poster=W%20Tell",
	"/iathreads/post-view.php?id=112059", "/details/GratefulDead#forum",
	"../../../../faculty/clarkjm/Stat140/measures_of_spread.htm",
	"index.html", "?page=2&sort=up", "./", "..", "a/./b/../c", "//cdn.x/y",
	"http://127.0.0.1:8080/a//b/", "https://[::1]/%41/p?q", "tel:+1",
	"http://www.wikipedia.org/wiki/M%C3%BCnchen_(Begriffskl%C3%A4rung)",
	"http://h.example//x/y?q#f", "http://b.example/%%31/x;y,z:w@v"
};

static const char *const charsets[] = { NULL, "windows-1252", "Shift_JIS",
					"ISO-2022-JP" };

#define TEXT_MOST 4096

struct draft {
	char bytes[TEXT_MOST];
	size_t length;
};

static void
append(struct draft *draft, const char *text, size_t length)
{
	if (length > TEXT_MOST - draft->length)
		length = TEXT_MOST - draft->length;
	memcpy(draft->bytes + draft->length, text, length);
	draft->length += length;
}

/* Strings to draw from. */
struct list {
	const char *const *texts;
	uint64_t count;
};

/* Appends a list's string, sometimes only a part of it. */
static void
append_any(struct draft *draft, struct list list, struct sp_random *random)
{
	const char *text = list.texts[sp_random_below(random, list.count)];
	size_t length = strlen(text), from = 0;

	if (!sp_random_below(random, 4)) {
		from = (size_t)sp_random_below(random, length + 1);
		length = (size_t)sp_random_below(random, length - from + 1);
	}
	append(draft, text + from, length);
}

static void
draw_link(struct draft *draft, struct list real, struct sp_random *random)
{
	const struct list strange = { odd, LENGTH(odd) };

	draft->length = 0;
	if (sp_random_below(random, 3))
		append_any(draft, real, random);
	for (uint64_t i = sp_random_below(random, 5); i; i--)
		append_any(draft, strange, random);
	if (!sp_random_below(random, 4))
		append_any(draft, real, random);
	for (uint64_t i = sp_random_below(random, 3); i && draft->length; i--)
		if (!sp_random_below(random, 3))
			draft->bytes[sp_random_below(random, draft->length)] =
				(char)sp_random_below(random, 256);
}

static struct sp_urls *
make_urls(void)
{
	struct sp_urls *urls = NULL;
	struct sp_error err;

	must(sp_urls_new(&urls, &err), err);
	return urls;
}

static void
show(const char *what, struct sp_span text)
{
	fprintf(stderr, "# %s: \"", what);
	for (size_t i = 0; i < text.length; i++)
		fprintf(stderr, text.text[i] > ' ' && text.text[i] < 127 ?
				"%c" : "\\x%02x",
			(unsigned char)text.text[i]);
	fprintf(stderr, "\"\n");
}

/* Both ways; the result of the quick one is left in *url. */
static bool
compare_ways(struct sp_urls *const urls[2], const struct sp_span *base,
	     struct sp_span link, const char *charset, struct sp_span *url)
{
	struct sp_span full;
	enum sp_url_kind kind = sp_url_resolve(urls[0], base, link, charset,
					       url);
	enum sp_url_kind expected = sp_url_resolve_fully(urls[1], base, link,
							 charset, &full);

	if (kind == expected && (kind != SP_URL_PAGE ||
				 sp_span_equal(*url, full)))
		return true;
	show("base", base ? *base : SP_SPAN(""));
	show("link", link);
	show("quick", kind == SP_URL_PAGE ? *url : SP_SPAN("none"));
	show("full", expected == SP_URL_PAGE ? full : SP_SPAN("none"));
	return false;
}

/* The lines of the file LINKS, which stay in memory; or some real links. */
static struct list
real_links(void)
{
	const char *path = getenv("LINKS");
	FILE *file = path ? fopen(path, "r") : NULL;
	char **lines = NULL, *line = NULL;
	uint64_t count = 0, capacity = 0;
	size_t room = 0;

	if (!path)
		return (struct list){ some, LENGTH(some) };
	hold(file);
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		hold(sp_grow(&lines, &capacity, count + 1));
		lines[count++] = strdup(line);
	}
	fclose(file);
	free(line);
	hold(count);
	return (struct list){ (const char *const *)lines, count };
}

/* Some of the pages become the base of the links after them. */
START_TEST(both_ways_agree)
{
	struct sp_urls *urls[2] = { make_urls(), make_urls() };
	const char *wanted = getenv("COMPARISONS");
	uint64_t pages = 0, count = wanted ? strtoull(wanted, NULL, 10) :
					     ROUNDS_OF(400000);
	struct list real = real_links();
	struct draft base = { .length = 0 }, link;
	struct sp_random random = { 7 };

	for (uint64_t i = 0; i < count; i++) {
		const char *charset = charsets[sp_random_below(&random, 4)];
		struct sp_span given = { base.bytes, base.length }, url;

		draw_link(&link, real, &random);
		hold(compare_ways(urls, base.length ? &given : NULL,
				  (struct sp_span){ link.bytes, link.length },
				  charset, &url));
		pages += url.text != NULL;
		if (url.text && !sp_random_below(&random, 8)) {
			base.length = 0;
			append(&base, url.text, url.length);
		}
	}
	fprintf(stderr, "# %llu links, %llu of them to pages\n",
	       (unsigned long long)count, (unsigned long long)pages);
	sp_urls_free(urls[0]);
	sp_urls_free(urls[1]);
}
END_TEST

/* ---- which links are usual -------------------------------------------- */

#define FOLDER "http://b.example/x/y/"

static const struct {
	const char *link, *page; /* NULL: takes the full way; "": no page */
} usual[] = {
	{ "http://a.example/", "http://a.example/" },
	{ "http://a.example", "http://a.example/" },
	{ "https://a.example?q", "https://a.example/?q" },
	{ "https://a.example#f", "https://a.example/" },
	{ "//a.example/x", "http://a.example/x" },
	{ "/a?b#c", "http://b.example/a?b" },
	{ "a.html", FOLDER "a.html" },
	{ "./", FOLDER }, { ".", FOLDER }, { ".?q", FOLDER "?q" },
	{ "..", "http://b.example/x/" }, { "../z", "http://b.example/x/z" },
	{ "../../../z", "http://b.example/z" },
	{ "..//z", "http://b.example/x//z" }, { "?q", FOLDER "z?q" },
	{ "%20%C3%BC?%2F", FOLDER "%20%C3%BC?%2F" },
	{ "mailto:x", "" }, { "javascript:", "" },
	{ "", NULL }, { "#f", NULL }, { " a", NULL }, { "a ", NULL },
	{ "a/../b", NULL }, { "...", NULL }, { ".a", NULL }, { "%7E", NULL },
	{ "%c3", NULL }, { "%", NULL }, { "%4", NULL }, { "\\", NULL },
	{ "/\\a.example", NULL }, { "http:x", NULL }, { "HTTP://a/", NULL },
	{ "http://A/", NULL }, { "http://a:80/", NULL },
	{ "http://u@a/", NULL }, { "http://1.2.3.4/", NULL },
	{ "http://a./", NULL }, { "http:///a", NULL }, { "a\tb", NULL },
	{ "?'", NULL }, { "\xc3\xbc", NULL }, { "?\xc3\xbc", NULL }
};

START_TEST(usual_links_are_quick)
{
	struct sp_url_base base = { SP_SPAN("http://b.example"),
				    SP_SPAN("/x/y/z"), SP_SPAN("/x/y/"),
				    SP_SPAN("?q=1"), false };
	struct sp_url_text out = { NULL, 0, 0 };

	for (int i = 0; i < LENGTH(usual); i++) {
		const char *link = usual[i].link, *page = usual[i].page;
		enum sp_url_kind kind;
		bool quick = sp_url_quick(&base, (struct sp_span){
						link, strlen(link) },
					  &out, &kind);

		ck_assert_msg(quick == (page != NULL), "%s", link);
		if (!quick)
			continue;
		hold(kind == (*page ? SP_URL_PAGE : SP_URL_OTHER));
		hold(!*page || (out.length == strlen(page) &&
				!memcmp(out.bytes, page, out.length)));
	}
	free(out.bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("url_quick");

	tcase_add_test(tcase, both_ways_agree);
	tcase_add_test(tcase, usual_links_are_quick);
	return unit_run(tcase);
}
