/* SPDX-License-Identifier: MIT */
/* test_scope.c - SURTs of URLs, and scopes of hosts and prefixes. */
#include "unit.h"

#include "base/random.h"
#include "web/page/scope.h"
#include "web/page/surt.h"

#include <string.h>

static struct sp_span
span(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

static const struct {
	const char *url, *surt; /* NULL: none */
} surts[] = {
	{ "http://www.example.org/", "(org,example,www,)/" },
	{ "https://www.Example.org:81/A?c#d", "(org,example,www,:81)/a?c" },
	{ "ftp://example.org", "(org,example,)/" },
	{ "//example.org?q", "(org,example,)/?q" },
	{ "example.org/a", "(org,example,)/a" },
	{ "example.org:81", "(org,example,:81)/" },
	{ "http://user:word@example.org./x", "(org,example,)/x" },
	{ "http://192.0.2.1/a", "(192.0.2.1)/a" },
	{ "http://[2001:db8::1]:8/", "([2001:db8::1]:8)/" },
	{ "localhost", "(localhost,)/" },
	{ "http://a..b/", "(b,,a,)/" },
	{ "user:81@example.org/", NULL },
	{ "mailto:joe@example.org", NULL },
	{ "mailto:1@example.org", NULL },
	{ "tel:1-23", NULL },
	{ "example.org:", NULL },
	{ "http://example.org:/a", "(org,example,)/a" },
	{ "javascript:x", NULL },
	{ "gopher://example.org/", NULL },
	{ "http:///a", NULL },
	{ "/a", NULL },
	{ "", NULL },
};

START_TEST(test_surts)
{
	struct sp_line line = SP_LINE_EMPTY;
	const char *wanted = surts[_i].surt;

	ck_assert_int_eq(sp_surt_of(span(surts[_i].url), &line), !!wanted);
	if (wanted) {
		ck_assert_uint_eq(line.length, strlen(wanted));
		ck_assert_mem_eq(line.text, wanted, line.length);
	}
	sp_line_free(&line);
}
END_TEST

/* Which of these pages does a scope of one line have? */
static const char *const pages[] = {
	"http://example.org/", "https://www.example.org/a/b",
	"http://www.example.org:81/", "http://examples.org/",
	"http://192.0.2.1/x", "http://xn--bcher-kva.example/", "other",
	"http://B\303\274cher.example:81/", "mailto:1@example.org"
};

static const struct {
	const char *line, *inside; /* NULL: refused */
} lines[] = {
	{ "example.org", "100000000" },
	{ "WWW.example.org.", "011000000" },
	{ "+http://(org,example,", "111000000" },
	{ "https://(org,example,", "111000000" },
	{ "(org,example", "111100000" },
	{ "org,example,www,)/A/", "010000000" },
	{ "+http://(org,example,www,:81)", "001000000" },
	{ "192.0.2.1", "000010000" },
	{ "http://(", "111111110" },
#ifdef HAVE_LIBIDN2
	{ "b\303\274cher.example", "000001010" },
#endif
	{ "other", "000000100" },
	{ "org", "000000000" },
	{ "http://example.org/", NULL },
	{ "example.org/a", NULL },
	{ "*.example.org", NULL },
	{ ".example.org", NULL },
	{ "example.org:81", NULL },
	{ "+", NULL },
	{ "two words", NULL },
};

START_TEST(test_lines)
{
	struct sp_scope *scope;
	struct sp_error err;
	const char *why;
	bool used = false;

	must(sp_scope_new(&scope, &err), err);
	must(sp_scope_add(scope, span(lines[_i].line), &why, &err), err);
	ck_assert_int_eq(!why, !!lines[_i].inside);
	must(sp_scope_ready(scope, &err), err);
	ck_assert_uint_eq(sp_scope_lines(scope), why ? 0 : 1);
	for (size_t p = 0; !why && p < LENGTH(pages); p++) {
		bool inside;

		must(sp_scope_has(scope, span(pages[p]), &inside, &err), err);
		ck_assert_int_eq(inside, lines[_i].inside[p] == '1');
		used |= inside;
		ck_assert_int_eq(sp_scope_was_used(scope, 0), used);
	}
	sp_scope_free(scope);
}
END_TEST

/* A text of few different bytes, so that many begin with others. */
static struct sp_span
draw_text(struct sp_random *random, char text[8])
{
	size_t length = 1 + sp_random_below(random, 7);

	for (size_t i = 0; i < length; i++)
		text[i] = "ab/"[sp_random_below(random, 3)];
	return (struct sp_span){ text, length };
}

#define DRAWN 12

/* Against a look at every prefix. */
START_TEST(test_random_prefixes)
{
	struct sp_random random = { 11 };

	for (int round = 0; round < ROUNDS_OF(2000); round++) {
		char prefixes[DRAWN][24], text[8];
		bool used[DRAWN] = { false };
		struct sp_scope *scope;
		struct sp_error err;
		const char *why;

		must(sp_scope_new(&scope, &err), err);
		for (int i = 0; i < DRAWN; i++) {
			struct sp_span drawn = draw_text(&random, text);

			snprintf(prefixes[i], sizeof(prefixes[i]),
				 "(x,)/%.*s", (int)drawn.length, drawn.text);
			must(sp_scope_add(scope, span(prefixes[i]), &why,
					  &err), err);
		}
		must(sp_scope_ready(scope, &err), err);
		for (int p = 0; p < 20; p++) {
			struct sp_span drawn = draw_text(&random, text);
			bool inside, wanted = false;
			char page[16], surt[24];

			snprintf(page, sizeof(page), "x/%.*s",
				 (int)drawn.length, drawn.text);
			snprintf(surt, sizeof(surt), "(x,)/%.*s",
				 (int)drawn.length, drawn.text);
			must(sp_scope_has(scope, span(page), &inside, &err),
			     err);
			for (int i = 0; i < DRAWN; i++)
				if (!strncmp(surt, prefixes[i],
					     strlen(prefixes[i])))
					wanted = used[i] = true;
			hold(inside == wanted);
		}
		for (int i = 0; i < DRAWN; i++)
			hold(sp_scope_was_used(scope, (uint64_t)i) == used[i]);
		sp_scope_free(scope);
	}
}
END_TEST

START_TEST(test_no_lines)
{
	struct sp_scope *scope;
	struct sp_error err;
	bool inside = true;

	must(sp_scope_new(&scope, &err), err);
	must(sp_scope_ready(scope, &err), err);
	must(sp_scope_has(scope, span("http://a.example/"), &inside, &err),
	     err);
	hold(!inside && !sp_scope_lines(scope));
	sp_scope_free(scope);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("scope");

	tcase_add_loop_test(tests, test_surts, 0, LENGTH(surts));
	tcase_add_loop_test(tests, test_lines, 0, LENGTH(lines));
	tcase_add_test(tests, test_random_prefixes);
	tcase_add_test(tests, test_no_lines);
	return unit_run(tests);
}
