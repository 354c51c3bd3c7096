/* SPDX-License-Identifier: MIT */
/* test_verdict.c - which shapes are called traps, and which are not. */
#include "unit.h"

#include "shape/verdict.h"

#include <stddef.h>
#include <string.h>

#define X "a.example/x/<word>"
#define UNIT SP_ORDERS_UNIT

/* All that is known of a shape beside its pattern. */
struct known {
	struct sp_shape_orders orders;
	struct sp_shape_figures figures;
	struct sp_shape_versions versions;
	struct sp_shape_signs signs;
	uint64_t mirror, timed;
};

static const struct known nothing;
static const struct known all_equal = {
	.figures = { .pages = 20, .downloads = 20, .digested = 20,
		     .duplicates = 20 }
};
static const struct known views = {
	.figures = { .pages = 100, .downloads = 8 },
	.versions = { .whole = 90 }, .signs = { .viewed = 8, .views = 8 }
};
static const struct known grows = {
	.figures = { .pages = 100, .downloads = 50, .found = 100, .bred = 90,
		     .kin = 90, .bred_late = 22, .welcome = 5, .sized = 50,
		     .alike = 45 },
	.timed = 1
};
static const struct known gallery = {
	.figures = { .pages = 100, .downloads = 50, .found = 100, .bred = 50,
		     .kin = 90, .bred_late = 12, .welcome = 100, .sized = 50,
		     .alike = 45 },
	.signs = { .inside = 9, .near = 5 }, .timed = 1
};

/* What differs in a case from one of these; the first field is of orders. */
#define CHANGES 4
#define FIELD(name) offsetof(struct known, name)

static const struct {
	const char *pattern;
	enum sp_trap trap;
	const struct known *like;
	struct { size_t field; uint64_t value; } changes[CHANGES];
} cases[] = {
	{ "a.example/x/<number>", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 100 } } },
	/* By the pattern. */
	{ "a.example/<repeat:x>/y", SP_TRAP_REPEATED, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/<repeat:x>/y", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 19 } } },
	{ "a.example/x/<word>/x/<word>/", SP_TRAP_REPEATED, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/en/x/<word>/en/x/<word>/", SP_TRAP_REPEATED, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/en/x/<word>/en/x/<word>/en/x/<word>/", SP_TRAP_REPEATED,
	  &nothing, { { FIELD(figures.pages), 20 } } },
	{ "a.example/a/b/c/<word>/a/b/c/<word>", SP_TRAP_REPEATED, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/a/b/c/d/<word>/a/b/c/d/<word>", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/en/x/<word>/en/y/<word>/", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/en/x/<word>/en/x/<word>/z", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/a/b/a/b/", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/<word>/<word>/<word>/<word>", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/src/<word>/src/<word>/<word>.h", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/src/<word>/src/<word>.cc", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/x?a=1&PHPSESSID=<hex>", SP_TRAP_SESSION, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/<word>;jsessionid=<hex>", SP_TRAP_SESSION, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/(S(<hex>))/<word>", SP_TRAP_SESSION, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/x?side=<number>", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/print.php?p=<number>", SP_TRAP_PRINT, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	{ "a.example/prints/<number>", SP_TRAP_NONE, &nothing,
	  { { FIELD(figures.pages), 20 } } },
	/* By orders: of different URLs, of which there may be fewer. */
	{ X, SP_TRAP_REORDERED, &nothing, { { FIELD(figures.pages), 21 },
	    { FIELD(orders.urls), 21 }, { FIELD(orders.spare), 11 * UNIT } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 21 },
	    { FIELD(orders.urls), 21 }, { FIELD(orders.spare), 10 * UNIT } } },
	{ X, SP_TRAP_REORDERED, &nothing, { { FIELD(figures.pages), 20 },
	    { FIELD(orders.urls), 20 }, { FIELD(orders.spare), 10 * UNIT } } },
	{ X, SP_TRAP_REORDERED, &nothing, { { FIELD(figures.pages), 42 },
	    { FIELD(orders.urls), 21 }, { FIELD(orders.spare), 11 * UNIT } } },
	/* Few pages, with their other orders. */
	{ X, SP_TRAP_REORDERED, &nothing, { { FIELD(figures.pages), 10 },
	    { FIELD(orders.urls), 10 }, { FIELD(orders.spare), 5 * UNIT },
	    { FIELD(orders.sets), 20 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 10 },
	    { FIELD(orders.urls), 10 }, { FIELD(orders.spare), 5 * UNIT },
	    { FIELD(orders.sets), 19 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 10 },
	    { FIELD(orders.urls), 10 }, { FIELD(orders.spare), 5 * UNIT - 1 },
	    { FIELD(orders.sets), 20 } } },
	/* A copy of a host, however few pages the shape has. */
	{ X, SP_TRAP_MIRROR, &nothing, { { FIELD(figures.pages), 1 },
	    { FIELD(mirror), 1 } } },
	{ "a.example/<repeat:x>/y", SP_TRAP_REPEATED, &nothing,
	  { { FIELD(figures.pages), 20 }, { FIELD(mirror), 1 } } },
	{ X, SP_TRAP_MIRROR, &all_equal, { { FIELD(mirror), 1 } } },
	/* Views: nine tenths of the pages, and of at least eight. */
	{ X, SP_TRAP_VIEW, &views, { { 0, 0 } } },
	{ X, SP_TRAP_NONE, &views, { { FIELD(versions.whole), 89 } } },
	{ X, SP_TRAP_NONE, &views, { { FIELD(signs.viewed), 7 },
	    { FIELD(signs.views), 7 } } },
	{ X, SP_TRAP_NONE, &views, { { FIELD(signs.viewed), 9 } } },
	{ X, SP_TRAP_VIEW, &views, { { FIELD(signs.viewed), 10 },
	    { FIELD(signs.views), 9 } } },
	{ X, SP_TRAP_NONE, &views, { { FIELD(figures.downloads), 7 } } },
	{ X, SP_TRAP_NONE, &views, { { FIELD(figures.pages), 19 } } },
	/* Duplicates: two thirds of twenty, or all of eight. */
	{ X, SP_TRAP_DUPLICATES, &all_equal, { { 0, 0 } } },
	{ X, SP_TRAP_DUPLICATES, &nothing, { { FIELD(figures.pages), 50 },
	    { FIELD(figures.downloads), 20 }, { FIELD(figures.digested), 12 },
	    { FIELD(figures.duplicates), 8 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 50 },
	    { FIELD(figures.downloads), 20 }, { FIELD(figures.digested), 12 },
	    { FIELD(figures.duplicates), 7 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 50 },
	    { FIELD(figures.downloads), 19 }, { FIELD(figures.digested), 19 },
	    { FIELD(figures.duplicates), 18 } } },
	{ X, SP_TRAP_DUPLICATES, &nothing, { { FIELD(figures.pages), 20 },
	    { FIELD(figures.downloads), 8 }, { FIELD(figures.digested), 8 },
	    { FIELD(figures.duplicates), 8 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 20 },
	    { FIELD(figures.downloads), 7 }, { FIELD(figures.digested), 7 },
	    { FIELD(figures.duplicates), 7 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 20 },
	    { FIELD(figures.downloads), 9 }, { FIELD(figures.digested), 8 },
	    { FIELD(figures.duplicates), 8 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 19 },
	    { FIELD(figures.downloads), 8 }, { FIELD(figures.digested), 8 },
	    { FIELD(figures.duplicates), 8 } } },
	{ X, SP_TRAP_DUPLICATES, &nothing, { { FIELD(figures.pages), 50 },
	    { FIELD(figures.downloads), 20 }, { FIELD(figures.digested), 8 },
	    { FIELD(figures.duplicates), 8 } } },
	{ X, SP_TRAP_NONE, &nothing, { { FIELD(figures.pages), 50 },
	    { FIELD(figures.downloads), 20 }, { FIELD(figures.digested), 7 },
	    { FIELD(figures.duplicates), 7 } } },
	/* Endless, and each of the limits alone. */
	{ X, SP_TRAP_ENDLESS, &grows, { { 0, 0 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(timed), 0 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.bred_late), 21 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.welcome), 6 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.bred), 89 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.pages), 99 },
	    { FIELD(figures.welcome), 4 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.alike), 44 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.sized), 20 },
	    { FIELD(figures.alike), 17 } } },
	{ X, SP_TRAP_ENDLESS, &grows, { { FIELD(figures.sized), 19 },
	    { FIELD(figures.alike), 0 } } },
	{ X, SP_TRAP_NONE, &grows, { { FIELD(figures.downloads), 19 } } },
	/* A gallery may be linked, and lead to versions of its pages. */
	{ X, SP_TRAP_GALLERY, &gallery, { { 0, 0 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(signs.near), 4 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(signs.near), 0 },
	    { FIELD(signs.inside), 0 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(figures.kin), 89 },
	    { FIELD(signs.near), 9 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(figures.alike), 44 },
	    { FIELD(signs.near), 9 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(figures.sized), 19 },
	    { FIELD(figures.alike), 19 }, { FIELD(signs.near), 9 } } },
	{ X, SP_TRAP_NONE, &gallery, { { FIELD(timed), 0 },
	    { FIELD(signs.near), 9 } } },
};

static struct known
known_of_case(int i)
{
	struct known known = *cases[i].like;

	for (int c = 0; c < CHANGES; c++) {
		size_t field = cases[i].changes[c].field;
		uint64_t value = cases[i].changes[c].value;

		if (field || value)
			memcpy((char *)&known + field, &value, sizeof(value));
	}
	return known;
}

START_TEST(test_verdict)
{
	struct known known = known_of_case(_i);
	const char *text = cases[_i].pattern;
	struct sp_evidence evidence = {
		.pattern = { text, strlen(text) },
		.figures = &known.figures, .orders = &known.orders,
		.versions = &known.versions, .signs = &known.signs,
		.mirror = known.mirror, .timed = known.timed
	};
	struct sp_evidence blind = evidence;
	enum sp_trap trap = sp_shape_judge(&evidence);
	uint8_t wanted = 0;

	ck_assert_str_eq(sp_trap_word(trap), sp_trap_word(cases[_i].trap));
	/* Signs are asked for where they decide; without them, too. */
	blind.signs = NULL;
	if (trap == SP_TRAP_VIEW)
		wanted = SP_SIGN_VIEWS;
	if (trap == SP_TRAP_GALLERY)
		wanted = SP_SIGN_NEAR;
	ck_assert_uint_eq(sp_shape_wants(&blind) & wanted, wanted);
}
END_TEST

static const struct {
	enum sp_trap base, trap;
	uint64_t pages, downloads, found, kin;
	struct sp_shape_leads leads;
} kin[] = {
	/* Versions of a trap's pages, however few were downloaded. */
	{ SP_TRAP_GALLERY, SP_TRAP_GALLERY, 20, 0, 0, 0, { 0 } },
	{ SP_TRAP_ENDLESS, SP_TRAP_ENDLESS, 20, 0, 0, 0, { 0 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 0, 0, 0, { 0 } },
	{ SP_TRAP_GALLERY, SP_TRAP_NONE, 19, 0, 0, 0, { 0 } },
	{ SP_TRAP_GALLERY, SP_TRAP_GALLERY, 20, 0, 10, 9, { 0 } },
	{ SP_TRAP_GALLERY, SP_TRAP_NONE, 20, 0, 10, 8, { 0 } },
	/* What leads into a trap, and is led to by it. */
	{ SP_TRAP_NONE, SP_TRAP_ENDLESS, 20, 8, 0, 0,
	  { 100, 40, 50, 5, 10 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 7, 0, 0,
	  { 100, 40, 50, 5, 10 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 8, 0, 0,
	  { 100, 39, 50, 5, 10 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 8, 0, 0,
	  { 100, 51, 49, 5, 10 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 8, 0, 0,
	  { 100, 40, 50, 4, 10 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 8, 0, 0,
	  { 100, 40, 50, 0, 0 } },
	{ SP_TRAP_NONE, SP_TRAP_NONE, 20, 8, 0, 0,
	  { 0, 0, 0, 1, 1 } },
};

START_TEST(test_kin)
{
	struct sp_shape_figures figures = {
		.pages = kin[_i].pages, .downloads = kin[_i].downloads,
		.found = kin[_i].found, .kin = kin[_i].kin
	};
	struct sp_evidence evidence = { .figures = &figures };
	enum sp_trap trap = sp_shape_judge_kin(&evidence, kin[_i].base,
					       &kin[_i].leads);

	ck_assert_str_eq(sp_trap_word(trap), sp_trap_word(kin[_i].trap));
}
END_TEST

/* Adds up the orders of all shapes. */
static struct sp_shape_orders
count_all_orders(const char *const *urls, int count, uint64_t *shape_count)
{
	struct sp_shape_orders all = { 0, 0, 0 }, *orders;
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;

	for (int i = 0; i < count; i++)
		must(sp_names_add(&names, urls[i], strlen(urls[i]), &err),
		     err);
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	must(sp_shapes_orders(&names, &shapes, &orders, &err), err);
	*shape_count = shapes.count;
	for (uint64_t i = 0; i < shapes.count; i++) {
		all.urls += orders[i].urls;
		all.spare += orders[i].spare;
		all.sets += orders[i].sets;
	}
	free(orders);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
	return all;
}

START_TEST(test_reordered)
{
	static const char *const urls[] = {
		"http://a.example/l?f=1&g=2", "http://a.example/l?g=2&f=1",
		"https://a.example/l?f=1&g=2", "http://a.example/l?f=2&g=1",
		"http://a.example/l?f=1&g=3", "http://a.example/1/2",
		"http://a.example/2/1", "https://a.example/2/1", "mailto:x"
	};
	uint64_t shapes;
	struct sp_shape_orders all = count_all_orders(urls, LENGTH(urls),
						      &shapes);

	ck_assert_uint_eq(all.urls, 6);
	ck_assert_uint_eq(all.spare, 2 * UNIT);
}
END_TEST

/*
 * Of shapes of one host, and of no others: y-<number> first or second.  A pattern
 * in another order does not count.
 */
START_TEST(test_reordered_elsewhere)
{
	static const char *const urls[] = {
		"http://a.example/x-1/y-1", "http://a.example/x-1/y-2",
		"http://a.example/x-1/y-3", "http://a.example/x-1/y-4",
		"http://a.example/y-1/x-1", "http://a.example/y-2/x-2",
		"http://a.example/y-3/x-1", "http://a.example/y-5/x-1",
		"http://b.example/x-1/y-5", "http://b.example/y-4/x-1",
		"http://c.example/x/p1", "http://c.example/x/p2",
		"http://c.example/x/p3", "http://c.example/x/p4",
		"http://c.example/p1/x", "http://c.example/p2/x",
		"http://c.example/p3/x", "http://c.example/p5/x"
	};
	uint64_t shapes;
	struct sp_shape_orders all = count_all_orders(urls, LENGTH(urls),
						      &shapes);

	ck_assert_uint_eq(shapes, 5);
	ck_assert_uint_eq(all.urls, 18);
	ck_assert_uint_eq(all.spare, 2 * UNIT);
	ck_assert_uint_eq(all.sets, 18 + 2 * 2);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("verdict");

	tcase_add_loop_test(tests, test_verdict, 0, LENGTH(cases));
	tcase_add_loop_test(tests, test_kin, 0, LENGTH(kin));
	tcase_add_test(tests, test_reordered);
	tcase_add_test(tests, test_reordered_elsewhere);
	return unit_run(tests);
}
