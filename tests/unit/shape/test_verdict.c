/* SPDX-License-Identifier: MIT */
/* test_verdict.c - which shapes are called traps, and which are not. */
#include "unit.h"

#include "shape/verdict.h"

#include <string.h>

static const struct {
	const char *pattern;
	struct sp_shape_figures figures;
	struct sp_shape_orders orders;
	bool timed;
	enum sp_trap trap;
} cases[] = {
	{ "a.example/x/<number>", { .pages = 100 }, { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<repeat:x>/y", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_REPEATED },
	{ "a.example/<repeat:x>/y", { .pages = 19 }, { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/x/<word>/x/<word>/", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_REPEATED },
	{ "a.example/src/<word>/src/<word>/<word>.h", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_NONE },
	{ "a.example/src/<word>/src/<word>.cc", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_NONE },
	{ "a.example/x?a=1&PHPSESSID=<hex>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_SESSION },
	{ "a.example/<word>;jsessionid=<hex>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_SESSION },
	{ "a.example/(S(<hex>))/<word>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_SESSION },
	{ "a.example/x?side=<number>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_NONE },
	{ "a.example/print.php?p=<number>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_PRINT },
	{ "a.example/prints/<number>", { .pages = 20 }, { 0, 0 }, true,
	  SP_TRAP_NONE },
	{ "a.example/<word>/<word>", { .pages = 21 }, { 21, 11 }, true,
	  SP_TRAP_REORDERED },
	{ "a.example/<word>/<word>", { .pages = 21 }, { 21, 10 }, true,
	  SP_TRAP_NONE },
	{ "a.example/<word>/<word>", { .pages = 42 }, { 21, 11 }, true,
	  SP_TRAP_REORDERED },
	{ "a.example/<word>", { .pages = 50, .downloads = 20, .digested = 12,
				.duplicates = 8 }, { 0, 0 }, true,
	  SP_TRAP_DUPLICATES },
	{ "a.example/<word>", { .pages = 50, .downloads = 20, .digested = 12,
				.duplicates = 7 }, { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 50, .downloads = 19, .digested = 19,
				.duplicates = 19 }, { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 100, .downloads = 50, .found = 100,
				.bred = 90, .bred_late = 30, .welcome = 5 },
	  { 0, 0 }, true, SP_TRAP_ENDLESS },
	{ "a.example/<word>", { .pages = 100, .downloads = 50, .found = 100,
				.bred = 90, .bred_late = 30, .welcome = 5 },
	  { 0, 0 }, false, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 100, .downloads = 50, .found = 100,
				.bred = 90, .bred_late = 20, .welcome = 5 },
	  { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 100, .downloads = 50, .found = 100,
				.bred = 90, .bred_late = 30, .welcome = 6 },
	  { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 100, .downloads = 50, .found = 100,
				.bred = 89, .bred_late = 30, .welcome = 5 },
	  { 0, 0 }, true, SP_TRAP_NONE },
	{ "a.example/<word>", { .pages = 99, .downloads = 50, .found = 100,
				.bred = 90, .bred_late = 30, .welcome = 4 },
	  { 0, 0 }, true, SP_TRAP_NONE },
};

START_TEST(test_verdict)
{
	const char *text = cases[_i].pattern;
	struct sp_span pattern = { text, strlen(text) };
	enum sp_trap trap = sp_shape_judge(pattern, &cases[_i].figures,
					   &cases[_i].orders,
					   cases[_i].timed);

	ck_assert_str_eq(sp_trap_word(trap), sp_trap_word(cases[_i].trap));
}
END_TEST

START_TEST(test_reordered)
{
	static const char *const urls[] = {
		"http://a.example/l?f=1&g=2", "http://a.example/l?g=2&f=1",
		"https://a.example/l?f=1&g=2", "http://a.example/l?f=2&g=1",
		"http://a.example/l?f=1&g=3", "http://a.example/1/2",
		"http://a.example/2/1", "https://a.example/2/1", "mailto:x"
	};
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_shapes shapes;
	struct sp_error err;
	struct sp_shape_orders *orders;
	uint64_t different = 0, reordered = 0;

	for (int i = 0; i < LENGTH(urls); i++)
		must(sp_names_add(&names, urls[i], strlen(urls[i]), &err),
		     err);
	must(sp_shapes_learn(&names, 1, &shapes, &err), err);
	must(sp_shapes_orders(&names, &shapes, &orders, &err), err);
	for (uint64_t i = 0; i < shapes.count; i++) {
		different += orders[i].urls;
		reordered += orders[i].reordered;
	}
	ck_assert_uint_eq(different, 6);
	ck_assert_uint_eq(reordered, 2);
	free(orders);
	sp_shapes_free(&shapes);
	sp_names_free(&names);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("verdict");
	TCase *tests = unit_case("verdict");

	tcase_add_loop_test(tests, test_verdict, 0, LENGTH(cases));
	tcase_add_test(tests, test_reordered);
	suite_add_tcase(suite, tests);
	return unit_run(suite);
}
