/* SPDX-License-Identifier: MIT */
/*
 * What texts mean, of every kind; and many texts at once against each alone,
 * on random names whose keys often begin alike.
 */
#include "unit.h"

#include "base/random.h"
#include "web/page/naming.h"

#include <stdio.h>
#include <string.h>

static struct sp_span
span(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

static const struct {
	const char *text, *name;
	enum sp_match_rank rank;
} meanings[] = {
	{ "http://a.test/", "http://a.test/", SP_RANK_SAME },
	{ "HTTP://A.test", "http://a.test/", SP_RANK_NORMAL_NAME },
	{ "http://a.test/%7e", "http://a.test/%7E", SP_RANK_NORMAL },
	{ "http://a.test/", "https://a.test/", SP_RANK_NONE },
	{ "a.test", "http://a.test:81/x", SP_RANK_LOOSE },
	{ "a.test", "a.test", SP_RANK_SAME },
	{ "a.test", "http://b.a.test/", SP_RANK_NONE },
	{ "a.test", "http://xa.test/", SP_RANK_NONE },
	{ "A.Test", "http://a.test/", SP_RANK_LOOSE },
	{ "*.a.test", "http://b.a.test/", SP_RANK_LOOSE },
	{ ".a.test", "http://a.test/", SP_RANK_LOOSE },
	{ ".a.test", "http://xa.test/", SP_RANK_NONE },
	{ ".a.test", "b.a.test", SP_RANK_LOOSE },
	{ ".test", "http://a.test/", SP_RANK_LOOSE },
	{ "192.0.2.1", "http://192.0.2.1/", SP_RANK_LOOSE },
	{ "192.0.2.1", "http://192.0.2.10/", SP_RANK_NONE },
	{ "http://a.test/x*", "http://a.test/xy", SP_RANK_LOOSE },
	{ "http://a.test/x*", "https://a.test/xy", SP_RANK_NONE },
	{ "http://a.test/x*", "http://a.test/Xy", SP_RANK_NONE },
	{ "HTTP://A.test/*", "http://a.test", SP_RANK_LOOSE },
	{ "a.test/x*", "https://a.test/xy", SP_RANK_LOOSE },
	{ "Star*", "Star Wars", SP_RANK_LOOSE },
	{ "Star*", "star wars", SP_RANK_NONE },
	{ "a*", "a.test", SP_RANK_NONE },
	{ "*", "*", SP_RANK_NONE }, /* refused */
	{ "http://a.test*", "http://a.test/", SP_RANK_NONE }, /* refused */
	{ ".", ".", SP_RANK_NONE }, /* refused */
	{ "(test,a,)/", "http://a.test/", SP_RANK_NONE },
	{ "", "", SP_RANK_SAME },
};

START_TEST(test_meanings)
{
	struct sp_naming naming;
	struct sp_namer *namer;
	struct sp_named named;
	struct sp_error err;
	const char *why;

	must(sp_namer_new(&namer, &err), err);
	must(sp_naming_new(namer, span(meanings[_i].text), &naming, &why,
			   &err), err);
	if (why) {
		ck_assert_int_eq(meanings[_i].rank, SP_RANK_NONE);
	} else {
		must(sp_namer_look(namer, span(meanings[_i].name), &named,
				   &err), err);
		ck_assert_int_eq(sp_naming_rank(&naming, &named),
				 meanings[_i].rank);
		sp_naming_free(&naming);
	}
	sp_namer_free(namer);
}
END_TEST

/* ---- many texts ------------------------------------------------------- */

enum { TEXTS = 40, NAMES = 40, LONGEST = 64 };

static const char *
pick(struct sp_random *random, const char *const *texts, unsigned count)
{
	return texts[sp_random_below(random, count)];
}

static void
draw_name(struct sp_random *random, char name[LONGEST], bool text)
{
	static const char *const schemes[] = { "http://", "https://", "" };
	static const char *const hosts[] = { "a.test", "b.a.test", "A.test",
					     "test", "b.test", "a.test:81" };
	static const char *const paths[] = { "", "/", "/a", "/aa", "/A", "/aaa",
					     "/a/b", "/%61" };
	static const char *const starts[] = { "", "", "", "*.", "." };
	static const char *const ends[] = { "", "", "*" };

	snprintf(name, LONGEST, "%s%s%s%s%s",
		 text ? pick(random, starts, 5) : "", pick(random, schemes, 3),
		 pick(random, hosts, 6), pick(random, paths, 8),
		 text ? pick(random, ends, 3) : "");
}

static enum sp_status
count_meaning(void *context, uint64_t place, enum sp_match_rank rank,
	      struct sp_error *err)
{
	enum sp_match_rank *ranks = context;

	(void)err;
	ck_assert_int_eq(ranks[place], SP_RANK_NONE);
	ranks[place] = rank;
	return SP_OK;
}

static void
check_name(struct sp_namer *namer, const struct sp_naming *array,
	   uint64_t count, const char *name)
{
	enum sp_match_rank ranks[TEXTS];
	struct sp_namings *namings;
	struct sp_named named;
	struct sp_error err;

	for (uint64_t i = 0; i < count; i++)
		ranks[i] = SP_RANK_NONE;
	must(sp_namings_new(array, count, &namings, &err), err);
	must(sp_namer_look(namer, span(name), &named, &err), err);
	must(sp_namings_find(namings, &named, count_meaning, ranks, &err), err);
	for (uint64_t i = 0; i < count; i++) {
		enum sp_match_rank rank = sp_naming_rank(&array[i], &named);

		ck_assert_int_eq(ranks[i], rank);
		/* By its key, the name is found in a sorted list. */
		if (rank != SP_RANK_NONE)
			hold(sp_span_begins(named.key, array[i].key) ||
			     rank == SP_RANK_SAME);
	}
	sp_namings_free(namings);
}

START_TEST(test_many)
{
	struct sp_random random = { (uint64_t)_i };
	struct sp_naming array[TEXTS];
	struct sp_namer *namer;
	struct sp_error err;
	uint64_t count = 0;
	char text[LONGEST];
	const char *why;

	must(sp_namer_new(&namer, &err), err);
	for (int i = 0; i < TEXTS; i++) {
		draw_name(&random, text, true);
		must(sp_naming_new(namer, span(text), &array[count], &why,
				   &err), err);
		count += !why;
	}
	for (int i = 0; i < NAMES; i++) {
		draw_name(&random, text, false);
		check_name(namer, array, count, text);
	}
	for (uint64_t i = 0; i < count; i++)
		sp_naming_free(&array[i]);
	sp_namer_free(namer);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("naming");

	tcase_add_loop_test(tests, test_meanings, 0,
			    (int)(sizeof(meanings) / sizeof(meanings[0])));
	tcase_add_loop_test(tests, test_many, 0, 200);
	return unit_run(tests);
}
