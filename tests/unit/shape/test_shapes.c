/* SPDX-License-Identifier: MIT */
/* test_shapes.c - the shapes that are learned from sites. */
#include "pattern_matches.h"
#include "unit.h"

#include "base/hash.h"
#include "base/random.h"
#include "shape/learn_private.h"
#include "shape/pattern.h"
#include "shape/shape.h"
#include "shape/shape_private.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>

static void
add_url(struct sp_names *names, const char *url)
{
	struct sp_error err;

	must(sp_names_add(names, url, strlen(url), &err), err);
}

/* URLs from a format with a number, which comes once. */
static void
add_urls(struct sp_names *names, const char *form, unsigned from, unsigned end)
{
	char url[200];

	for (unsigned i = from; i < end; i++) {
		snprintf(url, sizeof(url), form, i);
		add_url(names, url);
	}
}

static const char *const words[] = {
	"amber", "birch", "candle", "dune", "ember", "frost", "glacier",
	"harbor", "iris", "juniper", "kettle", "lagoon", "mesa", "north"
};

static void
add_words(struct sp_names *names, const char *form)
{
	char url[200];

	for (int i = 0; i < LENGTH(words); i++) {
		snprintf(url, sizeof(url), form, words[i]);
		add_url(names, url);
	}
}

/* The pages of a pattern; fails if it is none of the shapes'. */
static uint64_t
pages_of(const struct sp_shapes *shapes, const char *pattern)
{
	for (uint64_t i = 0; i < shapes->count; i++)
		if (sp_span_equal(sp_shape_text(shapes, i),
				  (struct sp_span){ pattern,
						    strlen(pattern) }))
			return shapes->known[i];
	ck_abort_msg("no shape is %s", pattern);
}

/* A site with all that patterns know. */
static void
make_site(struct sp_names *names)
{
	add_url(names, "http://a.example/");
	add_urls(names, "http://a.example/photo/img%u.jpg", 0, 40);
	add_urls(names, "https://a.example/item?id=%u", 100, 130);
	add_urls(names, "http://a.example/list?page=%u&sort=name", 0, 20);
	add_urls(names, "http://a.example/list?sort=name&page=%u", 20, 40);
	add_urls(names, "http://a.example/log/2024-05-%02u/", 1, 31);
	add_urls(names, "http://a.example/f/%08xab", 0x123456a, 0x123459a);
	add_words(names, "http://a.example/wiki/%s");
	add_words(names, "http://a.example/doc/%s.html");
	add_words(names, "http://a.example/s/%s;sid=0123456789abcdef");
	add_words(names, "http://a.example:8080/a/b/b/b/b/%s");
	add_url(names, "mailto:x@a.example");
	add_url(names, "http://b.example/x");
	add_url(names, "http://b.example/y?z");
}

START_TEST(test_site)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	make_site(&names);
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/photo/img<number>.jpg"),
			  40);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/item?id=<number>"), 30);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/list?<mixed>"
					    "page=<number>&sort=name"), 40);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/log/<date>/"), 30);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/f/<hex>"), 48);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/wiki/<word>"), 14);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/doc/<word>.html"), 14);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/s/<word>;sid=<hex>"),
			  14);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/a/<repeat:b>/<word>"),
			  14);
	ck_assert_uint_eq(pages_of(&shapes, "b.example/<deeper>"), 2);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/<deeper>"), 1);
	ck_assert_uint_eq(shapes.shape_of[names.count - 3], SP_NO_SHAPE);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/*
 * Of hashes, some have digits alone: they are of the same shape, unless they are
 * too many, or one has fewer digits than a hash.
 */
START_TEST(test_digits_of_hashes)
{
	static const struct { const char *form; unsigned from, to; } kinds[] = {
		{ "http://a.example/old/3%08u.html", 10000001, 10000006 },
		{ "http://a.example/old/3%08u.html", 10000001, 10000007 },
		{ "http://a.example/old/%u.html", 1000001, 1000006 }
	};
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	add_urls(&names, "http://a.example/old/f%08u.html", 10000001, 10000041);
	add_urls(&names, kinds[_i].form, kinds[_i].from, kinds[_i].to);
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/old/<hex>.html"),
			  _i ? 40 : 45);
	ck_assert_uint_eq(shapes.count, _i ? 2 : 1);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* Digits of an escape count nothing, and begin no number and no hash. */
START_TEST(test_escapes)
{
	static const struct {
		const char *form, *pattern;
		unsigned from, to;
	} kinds[] = {
		{ "http://a.example/na%%C3%%AFve%u", "/na%C3%AFve<number>",
		  1, 30 },
		{ "http://a.example/page%%20%u", "/page%20<number>", 1, 30 },
		{ "http://a.example/id%%3D%xab", "/id%3D<hex>", 0x123456a,
		  0x123458a },
		{ "http://a.example/%%C3%%A9%uabcde", "/%C3%A9<number>abcde",
		  100, 130 },
		{ "http://a.example/a%%252F%u", "/a%252F<number>", 1, 30 },
		{ "http://a.example/%%202024-05-%u", "/%20<date>", 10, 31 },
		{ "http://a.example/a%%x%u", "/a%x<number>", 1, 30 },
		{ "http://a.example/?q=%%D0%%B%u%%D0%%BE", "/?q=<word>", 0,
		  10 },
		{ "http://a.example/%%%u", "/<word>", 1, 30 }
	};
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;
	char pattern[100];

	add_urls(&names, kinds[_i].form, kinds[_i].from, kinds[_i].to);
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	snprintf(pattern, sizeof(pattern), "a.example%s", kinds[_i].pattern);
	ck_assert_uint_eq(pages_of(&shapes, pattern), names.count);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* ---- random sites ----------------------------------------------------- */

static void
write_random_segment(struct sp_random *random, char *to, size_t size)
{
	static const char *const odd[] = {
		"", "a<b", "a\\b", "<number>", "a>b", "en", "pt-br", "b", "b",
		"2024-05-31", "x.html", "%2F", "\xff", ";", "a;b=1", "0",
		"7<", "8\\", "9<", "1\\x<", "2<;a=<"
	};
	uint64_t number = sp_random_below(random, 1000);

	switch (sp_random_below(random, 6)) {
	case 0:
		snprintf(to, size, "%llu", (unsigned long long)number);
		break;
	case 1:
		snprintf(to, size, "img%llu.png", (unsigned long long)number);
		break;
	case 2:
		snprintf(to, size, "%016llx", (unsigned long long)
			 sp_mix64(number));
		break;
	case 3:
		snprintf(to, size, "%s", words[number % LENGTH(words)]);
		break;
	case 4:
		snprintf(to, size, "p%%%02llX%llu",
			 (unsigned long long)number % 256,
			 (unsigned long long)number / 8);
		break;
	default:
		snprintf(to, size, "%s", odd[number % LENGTH(odd)]);
	}
}

static void
make_random_site(struct sp_random *random, struct sp_names *names,
		 unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned segments = (unsigned)sp_random_below(random, 5);
		unsigned parameters = (unsigned)sp_random_below(random, 4);
		size_t length;
		char url[2000], part[100];

		length = (size_t)snprintf(url, sizeof(url), "http://%s.example",
					  words[sp_random_below(random, 3)]);
		while (segments--) {
			write_random_segment(random, part, sizeof(part));
			length += (size_t)snprintf(url + length,
						   sizeof(url) - length, "/%s",
						   part);
		}
		for (unsigned k = 0; k < parameters; k++) {
			write_random_segment(random, part, sizeof(part));
			length += (size_t)snprintf(
				url + length, sizeof(url) - length, "%c%s%s%s",
				k ? '&' : '?',
				words[sp_random_below(random, 3)],
				sp_random_below(random, 5) ? "=" : "",
				part);
		}
		add_url(names, url);
	}
}

/* Names in another order: name i becomes number order[i]. */
static void
shuffle(struct sp_random *random, const struct sp_names *names,
	struct sp_names *shuffled, uint64_t *from)
{
	struct sp_error err;

	for (uint64_t i = 0; i < names->count; i++) {
		uint64_t k = sp_random_below(random, i + 1);

		from[i] = from[k];
		from[k] = i;
	}
	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_span name = sp_names_span(names, from[i]);

		must(sp_names_add(shuffled, name.text, name.length, &err),
		     err);
	}
}

START_TEST(test_any_order)
{
	struct sp_random random = { 7 };

	for (int round = 0; round < ROUNDS_OF(40); round++) {
		struct sp_names names = SP_NAMES_EMPTY;
		struct sp_names shuffled = SP_NAMES_EMPTY;
		struct sp_shapes shapes, again;
		struct sp_error err;
		uint64_t *from, pages = 0;

		make_random_site(&random, &names, 20 + 20 * (unsigned)round);
		from = malloc(names.count * sizeof(*from));
		if (round % 2)
			must(sp_names_pack(&shuffled, &err), err);
		shuffle(&random, &names, &shuffled, from);
		must(sp_shapes_learn(&names, 1, &shapes, &err), err);
		must(sp_shapes_learn(&shuffled, 2, &again, &err), err);
		ck_assert_uint_eq(shapes.count, again.count);
		for (uint64_t i = 0; i < shapes.count; i++) {
			hold(sp_span_equal(sp_shape_text(&shapes, i),
					   sp_shape_text(&again, i)));
			hold(shapes.known[i]);
			pages += shapes.known[i];
		}
		for (uint64_t i = 0; i < names.count; i++)
			ck_assert_uint_eq(again.shape_of[i],
					  shapes.shape_of[from[i]]);
		ck_assert_uint_eq(pages, names.count);
		free(from);
		sp_shapes_free(&shapes);
		sp_shapes_free(&again);
		sp_names_free(&names);
		sp_names_free(&shuffled);
	}
}
END_TEST

/* ---- threads and large hosts ------------------------------------------ */

static void
same_shapes(const struct sp_shapes *a, const struct sp_shapes *b)
{
	uint64_t first = 0, end = 0;

	ck_assert_uint_eq(a->count, b->count);
	for (uint64_t i = 0; i < a->count; i++) {
		hold(sp_span_equal(sp_shape_text(a, i), sp_shape_text(b, i)));
		ck_assert_uint_eq(a->known[i], b->known[i]);
	}
	ck_assert_uint_eq(a->pages, b->pages);
	hold(!memcmp(a->shape_of, b->shape_of,
		     a->pages * sizeof(*a->shape_of)));
	/* All shapes of a host are side by side. */
	for (uint64_t i = 0; i < a->count; i++) {
		bool next = i == end;

		if (next) {
			first = i;
			for (end = i; end < a->count &&
			     sp_span_equal(sp_shape_host(a, end),
					   sp_shape_host(a, i));)
				end++;
		}
		uint64_t got_first, got_end;

		sp_shape_siblings(a, i, &got_first, &got_end);
		ck_assert_uint_eq(got_first, first);
		ck_assert_uint_eq(got_end, end);
	}
}

/* Learns with one thread, and compares with what several threads learn. */
static void
learn_by_threads(const struct sp_names *names, struct sp_shapes *shapes)
{
	struct sp_shapes again;
	struct sp_error err;

	must(sp_shapes_learn(names, 1, shapes, &err), err);
	for (int threads = 2; threads <= 4; threads++) {
		must(sp_shapes_learn(names, threads, &again, &err), err);
		same_shapes(shapes, &again);
		sp_shapes_free(&again);
	}
}

/* Many small hosts; one with most pages, of which a sample is learned from. */
START_TEST(test_threads)
{
	struct sp_random random = { 17 };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	char url[100];

	if (_i)
		for (unsigned i = 0; i < 90000; i++) {
			unsigned value = (unsigned)sp_random_below(&random, 99);

			snprintf(url, sizeof(url), i % 2 ?
				 "http://big.example/x?a=%u&b=%u" :
				 "http://big.example/x?b=%u&a=%u", value, i);
			add_url(&names, url);
		}
	for (unsigned i = 0; i < 3000; i++) {
		snprintf(url, sizeof(url), "http://h%u.example/page/%u",
			 (unsigned)sp_random_below(&random, 500), i);
		add_url(&names, url);
	}
	make_random_site(&random, &names, 2000);
	learn_by_threads(&names, &shapes);
	if (_i)
		ck_assert_uint_eq(pages_of(&shapes, "big.example/x?<mixed>"
					   "a=<number>&b=<number>"), 90000);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/*
 * URLs of which each value fits an exact one, a number, a word with an
 * extension and a word; below that is another end.  Those that have none of the
 * ends are not in the sample.
 */
static void
add_ways(struct sp_names *names, unsigned count, int depth)
{
	struct sp_random random = { 23 };
	unsigned sampled = 0;
	char url[300];

	while (names->count < count) {
		bool lost = sampled == 32000;
		size_t length = (size_t)sprintf(url, "http://h.example/x?");

		for (int i = 0; i < depth; i++) {
			uint64_t way = lost ? 0 : sp_random_below(&random, 4);
			char text[9];

			for (int k = 0; k < 8; k++)
				text[k] = (char)((way == 1 ? '0' : 'h') +
						 sp_random_below(&random, 10));
			text[8] = 0;
			length += (size_t)sprintf(url + length, "%c=%s%s&",
						  'a' + i, way ? text : "12",
						  way < 3 ? ".html" : "");
		}
		length += (size_t)sprintf(
			url + length, "z=%s%u", lost ? "" : "end", lost ?
			(unsigned)sp_random_below(&random, 1u << 31) : 0);
		if ((sp_hash(url, length) % count < 32768) == lost)
			continue;
		add_url(names, url);
		sampled += !lost;
	}
}

/* A search that tries too much: the host has one shape. */
START_TEST(test_many_ways)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;

	add_ways(&names, 70000, _i ? 7 : 4);
	learn_by_threads(&names, &shapes);
	if (_i) {
		ck_assert_uint_eq(shapes.count, 1);
		ck_assert_uint_eq(pages_of(&shapes, "h.example/<deeper>"),
				  names.count);
	} else {
		ck_assert_uint_eq(shapes.count, 82);
		ck_assert_uint_eq(pages_of(&shapes, "h.example/<deeper>"),
				  names.count - 32000);
	}
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/*
 * Names with more bytes than a sample: in any order, plain or packed, the
 * shapes are the same.
 */
START_TEST(test_long_sample)
{
	struct sp_names names = SP_NAMES_EMPTY, packed = SP_NAMES_EMPTY;
	struct sp_shapes shapes, again;
	struct sp_error err;
	char *url = malloc(SP_NAME_MAX);
	size_t start = (size_t)sprintf(url, "http://h.example/a/");

	memset(url + start, 'x', SP_NAME_MAX - start);
	must(sp_names_pack(&packed, &err), err);
	for (int i = 0; i < 4000; i++) {
		int k = _i ? 3999 - i : i;
		size_t length = 30000 + (size_t)sprintf(
			url + 30000, k % 2 ? "/item/%d" : "/list?id=%d", k);

		if (!_i)
			must(sp_names_add(&names, url, length, &err), err);
		must(sp_names_add(&packed, url, length, &err), err);
		url[30000] = 'x';
	}
	must(sp_shapes_learn(&packed, 1, &shapes, &err), err);
	ck_assert_uint_eq(shapes.count, 2);
	ck_assert_uint_eq(shapes.known[0], 2000);
	ck_assert_uint_eq(shapes.known[1], 2000);
	if (!_i) {
		must(sp_shapes_learn(&names, 2, &again, &err), err);
		same_shapes(&shapes, &again);
		sp_shapes_free(&again);
	}
	sp_shapes_free(&shapes);
	sp_names_free(&names);
	sp_names_free(&packed);
	free(url);
}
END_TEST

/* ---- patterns --------------------------------------------------------- */

/* The first shape whose pattern matches, by trying all of them. */
static uint64_t
first_match(const struct sp_shapes *shapes, struct sp_span url)
{
	static struct sp_pattern pattern;

	for (uint64_t i = 0; i < shapes->count; i++) {
		struct sp_span text = sp_shape_text(shapes, i);

		ck_assert_msg(sp_pattern_read(text, &pattern),
			      "not a pattern: %.*s", (int)text.length,
			      text.text);
		if (pattern_matches(&pattern, url.text, url.length))
			return i;
	}
	return SP_NO_SHAPE;
}

/* Does a class begin inside of an escape? */
static bool
cuts_escape(struct sp_span pattern)
{
	for (size_t i = 1; i < pattern.length; i++)
		if (pattern.text[i] == '<' &&
		    (pattern.text[i - 1] == '%' ||
		     (i > 1 && pattern.text[i - 2] == '%' &&
		      isxdigit((unsigned char)pattern.text[i - 1]))))
			return true;
	return false;
}

START_TEST(test_first_match)
{
	struct sp_random random = { 11 };

	for (int round = 0; round < ROUNDS_OF(40); round++) {
		struct sp_names names = SP_NAMES_EMPTY;
		struct sp_shapes shapes;
		struct sp_error err;

		make_random_site(&random, &names, 20 + 10 * (unsigned)round);
		must(sp_shapes_learn(&names, 1, &shapes, &err), err);
		for (uint64_t i = 0; i < shapes.count; i++)
			hold(!cuts_escape(sp_shape_text(&shapes, i)));
		for (uint64_t i = 0; i < names.count; i++) {
			struct sp_span url = sp_names_span(&names, i);
			uint64_t first = first_match(&shapes, url);

			ck_assert_msg(first == shapes.shape_of[i],
				      "%.*s is of %s, not of shape %u",
				      (int)url.length, url.text,
				      first == SP_NO_SHAPE ? "none" :
				      sp_shape_text(&shapes, first).text,
				      shapes.shape_of[i]);
		}
		sp_shapes_free(&shapes);
		sp_names_free(&names);
	}
}
END_TEST

/* Thousands of classes at a node, of which each begins with another word. */
START_TEST(test_many_classes)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;
	char url[100];

	for (unsigned i = 0; i < 30000; i++) {
		unsigned word = i / 6;

		snprintf(url, sizeof(url), "http://h.example/%c%c%cx-%u.html",
			 'a' + word % 26, 'a' + word / 26 % 26,
			 'a' + word / 676, i);
		add_url(&names, url);
	}
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_gt(shapes.count, 4096);
	ck_assert_uint_eq(pages_of(&shapes, "h.example/zzfx-<number>.html"),
			  6);
	for (uint64_t i = 0; i < names.count; i += 997)
		ck_assert_uint_eq(first_match(&shapes,
					      sp_names_span(&names, i)),
				  shapes.shape_of[i]);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* URLs with more parameters than are told apart, and few others there. */
START_TEST(test_many_parameters)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;
	char url[300];

	for (int i = 0; i < 5; i++) {
		int length = sprintf(url, "http://a.example/x?a=%d", i);

		for (int k = 0; k < 30; k++)
			length += sprintf(url + length, "&b%d=%d", k, i);
		add_url(&names, url);
	}
	add_url(&names, "http://a.example/x?c=1");
	add_url(&names, "http://a.example/x?d=1&e=2");
	add_words(&names, "http://a.example/%s");
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/x?<any>"), 7);
	for (uint64_t i = 0; i < names.count; i++)
		ck_assert_uint_eq(first_match(&shapes,
					      sp_names_span(&names, i)),
				  shapes.shape_of[i]);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* Has the URL three equal segments or pairs in a row? */
static bool
repeats(struct sp_span url)
{
	struct sp_tokens *tokens = malloc(sizeof(*tokens));
	bool found = false;

	sp_url_tokens(url, tokens);
	for (unsigned i = 0; i < tokens->count; i++)
		found |= tokens->token[i].place == SP_TOKEN_REPEAT;
	free(tokens);
	return found;
}

static void
compare_with_expression(const struct sp_shapes *shapes, uint64_t shape,
			const struct sp_names *names)
{
	static struct sp_pattern pattern;
	struct sp_error err;
	char *text, *expression, url[2000];
	size_t length;
	regex_t regex;
	bool exact;

	hold(sp_pattern_read(sp_shape_text(shapes, shape), &pattern));
	must(sp_pattern_expression(&pattern, &text, &length, &exact, &err),
	     err);
	expression = strndup(text, length);
	ck_assert_msg(!regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB),
		      "not an expression: %s", expression);
	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_span name = sp_names_span(names, i);
		bool matches, found;
		const char *host = memmem(name.text, name.length, "://", 3);
		int before = host && i % 3 == 0 ? (int)(host - name.text) + 3 :
						  0;

		/* A third of them have a user. */
		snprintf(url, sizeof(url), "%.*s%s%.*s", before, name.text,
			 before ? "u:p@v@" : "", (int)name.length - before,
			 name.text + before);
		matches = pattern_matches(&pattern, url, strlen(url));
		found = !regexec(&regex, url, 0, NULL, 0);
		if (found != matches && (exact || !found) && !repeats(name))
			ck_abort_msg("%s: %s is %d", expression, url, found);
	}
	regfree(&regex);
	free(text);
	free(expression);
}

START_TEST(test_expressions)
{
	struct sp_random random = { 13 };

	for (int round = 0; round < ROUNDS_OF(8); round++) {
		struct sp_names names = SP_NAMES_EMPTY;
		struct sp_shapes shapes;
		struct sp_error err;

		make_random_site(&random, &names, 20 + 20 * (unsigned)round);
		make_site(&names);
		must(sp_shapes_learn(&names, 1, &shapes, &err), err);
		for (uint64_t i = 0; i < shapes.count; i++)
			compare_with_expression(&shapes, i, &names);
		sp_shapes_free(&shapes);
		sp_names_free(&names);
	}
}
END_TEST

static const struct {
	const char *pattern;
	bool good;
} texts[] = {
	{ "a.example/", true },
	{ "a.example/<word>.html?a=<number>&b", true },
	{ "a.example/<deeper>", true },
	{ "a.example/\\<repeat", true },
	{ "a.example/\\\\b", true },
	{ "a.example/<repeat:a/b>/<date>", true },
	{ "a.example/?<any>", true },
	{ "a.example/x?<mixed>a=<hex>&b=", true },
	{ "", false },
	{ "a.example", false },
	{ "/a", false },
	{ "a.example?a=1", false },
	{ "a.example/<deeper>/a", false },
	{ "a.example/<other>", false },
	{ "a.example/<repeat:>", false },
	{ "a.example/<repeat:a>b", false },
	{ "a.example/\\a", false },
	{ "a.example/a\\", false },
	{ "a.example/?<any>&a", false },
};

START_TEST(test_texts)
{
	static struct sp_pattern pattern;
	const char *text = texts[_i].pattern;

	ck_assert_int_eq(sp_pattern_read((struct sp_span){ text, strlen(text) },
					 &pattern), texts[_i].good);
}
END_TEST

/* A URL of 10,000 parameters, of 10,000 segments, and one segment often. */
START_TEST(test_long_names)
{
	static const char *const units[] = { "&a=1", "/x1", "/b", "/a/b" };
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	for (int i = 0; i < LENGTH(units); i++) {
		char *url = malloc(SP_NAME_MAX + 1);
		size_t length = (size_t)sprintf(url, "http://h.example%s",
						i ? "" : "/?");

		while (length + 8 < SP_NAME_MAX)
			length += (size_t)sprintf(url + length, "%s",
						  units[i]);
		for (int k = 0; k < 4; k++) {
			url[length] = (char)('c' + k);
			must(sp_names_add(&names, url, length + 1, &err), err);
		}
		free(url);
	}
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(pages_of(&shapes, "h.example/?<any>"), 4);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* Four URLs: a text, a unit as often as there is room, an end, and a letter. */
static void
add_long_urls(struct sp_names *names, const char *start, const char *unit,
	      const char *end, size_t most)
{
	char *url = malloc(SP_NAME_MAX + 1);
	size_t length = (size_t)sprintf(url, "%s", start);
	struct sp_error err;

	while (length + strlen(unit) + strlen(end) < most)
		length += (size_t)sprintf(url + length, "%s", unit);
	length += (size_t)sprintf(url + length, "%s", end);
	for (int k = 0; k < 4; k++) {
		url[length] = (char)('c' + k);
		must(sp_names_add(names, url, length + 1, &err), err);
	}
	free(url);
}

/*
 * Texts that need a "\\" for each byte, in a host, a segment, names and values of
 * parameters: no pattern is too long for a stream, and each page is of the first
 * that matches.  What fits is still there.
 */
START_TEST(test_long_patterns)
{
	static const struct {
		const char *start, *unit, *end;
		size_t most;
		const char *pattern;  /* of the four; NULL: they have none */
	} sites[] = {
		{ "http://h.example/", "<", "/", SP_NAME_MAX - 2,
		  "h.example/<deeper>" },
		{ "http://h.example/?", "<", "=", SP_NAME_MAX - 2,
		  "h.example/<deeper>" },
		{ "http://h.example/?b=", "\\", "&c=", SP_NAME_MAX - 2,
		  "h.example/<deeper>" },
		{ "http://h.example/a/b?", "&b=<<<<<<<<<<<<<", "&c=",
		  40000, "h.example/a/b?<any>" },
		{ "http://h.example/a", "1a/2a/", "", SP_NAME_MAX - 2, NULL },
		{ "http://h", "<", ".example/x/", 16000, NULL },
		{ "http://h", "<", ".example/x/", 60000, "" }
	};
	struct sp_names names = SP_NAMES_EMPTY;
	static struct sp_pattern pattern;
	struct sp_shapes shapes;
	struct sp_error err;

	for (int i = 0; i < 4; i++)
		add_long_urls(&names, sites[_i].start, sites[_i].unit,
			      sites[_i].end, sites[_i].most);
	add_words(&names, "http://h.example/item/%s");
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	for (uint64_t i = 0; i < shapes.count; i++) {
		struct sp_span text = sp_shape_text(&shapes, i);

		ck_assert_uint_lt(text.length, SP_NAME_MAX);
		hold(sp_pattern_read(text, &pattern));
	}
	ck_assert_uint_eq(pages_of(&shapes, "h.example/item/<word>"), 14);
	if (sites[_i].pattern && *sites[_i].pattern)
		ck_assert_uint_eq(pages_of(&shapes, sites[_i].pattern), 16);
	ck_assert(!sites[_i].pattern || *sites[_i].pattern ||
		  shapes.shape_of[0] == SP_NO_SHAPE);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* Numbers and a word: no more than two groups, and one class for both. */
START_TEST(test_two_groups)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	add_urls(&names, "http://a.example/d/%u", 1001, 1006);
	add_url(&names, "http://a.example/d/amber");
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(pages_of(&shapes, "a.example/d/<word>"), 6);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

/* Texts of one host give their room to those of the next. */
START_TEST(test_room)
{
	static struct sp_tokens tokens;
	struct sp_lines lines = { .texts_stay = false };
	struct sp_error err;

	sp_url_tokens((struct sp_span)SP_SPAN("http://a.example/b/c"), &tokens);
	must(sp_lines_add(&lines, &tokens, &err), err);
	hold(lines.room.used);
	sp_lines_clear(&lines, false);
	ck_assert_uint_eq(lines.room.used, 0);
	sp_lines_free(&lines);
}
END_TEST

START_TEST(test_nothing)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	ck_assert_uint_eq(shapes.count, 0);
	sp_shapes_free(&shapes);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("shapes");

	tcase_add_test(tests, test_site);
	tcase_add_loop_test(tests, test_digits_of_hashes, 0, 3);
	tcase_add_loop_test(tests, test_escapes, 0, 9);
	tcase_add_test(tests, test_any_order);
	tcase_add_loop_test(tests, test_threads, 0, 2);
	tcase_add_loop_test(tests, test_many_ways, 0, 2);
	tcase_add_loop_test(tests, test_long_sample, 0, 2);
	tcase_add_test(tests, test_first_match);
	tcase_add_test(tests, test_many_classes);
	tcase_add_test(tests, test_many_parameters);
	tcase_add_test(tests, test_expressions);
	tcase_add_loop_test(tests, test_texts, 0, LENGTH(texts));
	tcase_add_test(tests, test_long_names);
	tcase_add_loop_test(tests, test_long_patterns, 0, 7);
	tcase_add_test(tests, test_two_groups);
	tcase_add_test(tests, test_room);
	tcase_add_test(tests, test_nothing);
	return unit_run(tests);
}
