/* SPDX-License-Identifier: MIT */
/* What misspelt names of pages and hosts may have meant. */
#include "unit.h"

#include "web/page/spelling.h"

#include <string.h>

static struct sp_span
span_of(const char *text)
{
	return (struct sp_span){ text, strlen(text) };
}

START_TEST(slips)
{
	static const char *const names[] = {
		"http://www.ox.ac.uk/", "http://www.cam.ac.uk/news/?page=7",
		"https://a.test/", "b.test", "http://b.test/x/", "c.test",
		"www.c.test", "no url at all", "http://", ""
	};
	static const struct { const char *text, *names; } cases[] = {
		/* One letter, left out, added, swapped; what does not count. */
		{ "http://www.ox.acuk/", "http://www.ox.ac.uk/" },
		{ "https://ox.ac.ukk", "http://www.ox.ac.uk/" },
		{ "ox.ca.uk", "http://www.ox.ac.uk/" },
		{ "http://a.tset", "https://a.test/" },
		{ "http://www.cam.ac.uk/newz/?page=7",
		  "http://www.cam.ac.uk/news/?page=7" },
		{ "no urlat all", "no url at all" },
		/* Two slips at both ends of a long name; three are too many. */
		{ "cm.ac.uk/news/?pag=7",
		  "http://www.cam.ac.uk/news/?page=7" },
		{ "cm.ac.uk/nws/?pag=7", "" },
		/* Another number is another page. */
		{ "http://www.cam.ac.uk/news/?page=8", "" },
		{ "http://www.cam.ac.uk/news/?page=71", "" },
		{ "http://www.cam.ac.uk/news/?page=", "" },
		/* No more than two, the nearest only. */
		{ "x.test", "https://a.test/ or b.test" },
		{ "c.test", "c.test or www.c.test" },
		{ "b.test/x", "http://b.test/x/" },
		/* What a text begins is not near for that. */
		{ "http://www.ox", "" }, { "", "" },
		{ "nowhere.example", "" }
	};

	for (int i = 0; i < LENGTH(cases); i++) {
		struct sp_suggestion near;

		sp_spelling(&near, span_of(cases[i].text));
		for (int n = 0; n < LENGTH(names); n++)
			sp_spelling_look(&near, span_of(names[n]));
		ck_assert_str_eq(near.count ? near.names : "",
				 cases[i].names);
	}
}
END_TEST

/* A name that two pages of a host give is told once, and a long one not. */
START_TEST(told_once)
{
	struct sp_suggestion near;
	char text[2000];

	memset(text, 'a', sizeof(text));
	sp_spelling(&near, span_of("b.tset"));
	sp_spelling_look(&near, span_of("b.test"));
	sp_spelling_look(&near, span_of("b.test"));
	ck_assert_str_eq(near.names, "b.test");
	sp_spelling(&near, (struct sp_span){ text, sizeof(text) });
	sp_spelling_look(&near, (struct sp_span){ text, sizeof(text) - 1 });
	ck_assert_uint_eq(near.count, 0);
	sp_spelling_look(&near, (struct sp_span){ text, 64 });
	ck_assert_uint_eq(near.count, 0);
	sp_spelling(&near, span_of(""));
	sp_spelling_look(&near, span_of(""));
	ck_assert_uint_eq(near.count, 0);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("spelling");

	tcase_add_test(tcase, slips);
	tcase_add_test(tcase, told_once);
	return unit_run(tcase);
}
