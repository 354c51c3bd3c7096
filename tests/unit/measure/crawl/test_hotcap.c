/* SPDX-License-Identifier: MIT */
/*
 * Hot pages with a cap for each group, beside their literal definition on
 * random rankings; outlines of URLs.
 */
#include "curve_sample.h"

#include "measure/crawl/hotcap.h"
#include "web/page/outline.h"

#define GROUPS 7

/* ---- caps ------------------------------------------------------------- */

/* Can the group have one more of the best k pages? */
static bool
has_room(uint64_t members, double share, uint64_t k)
{
	return (double)members < share * (double)k;
}

/*
 * The definition: the best page left whose group has room at limit, which grows
 * until there is one.  Returns its rank in plain, from 0.
 */
static uint64_t
choose(const struct sp_hotrank *plain, const uint32_t *group_of,
       const uint64_t *members, const bool *taken, double share,
       uint64_t *limit)
{
	for (;; ++*limit)
		for (uint64_t r = 0; r < plain->count; r++)
			if (!taken[r] &&
			    (has_room(members[group_of[plain->by_rank[r]]],
				      share, *limit) ||
			     *limit > plain->count))
				return r;
}

/* Is the capped ranking the one that is chosen rank by rank? */
static void
compare_ranks(const struct sp_hotrank *plain, const struct sp_hotrank *capped,
	      const uint32_t *group_of, double share, uint64_t kept)
{
	uint64_t members[GROUPS] = { 0 }, limit = 0, lent = 0;
	bool taken[MOST] = { false };

	for (uint64_t k = 1; k <= plain->count; k++) {
		uint64_t r;
		uint32_t page;

		limit = limit > k ? limit : k;
		r = choose(plain, group_of, members, taken, share, &limit);
		page = plain->by_rank[r];
		if (limit > k && !lent)
			lent = k;
		taken[r] = true;
		members[group_of[page]]++;
		hold(capped->by_rank[k - 1] == page);
		hold(capped->rank[page] == k);
		hold(!sp_hotrank_tied(capped, k));
	}
	hold(kept == (lent ? lent - 1 : plain->count));
}

static void
check_cap(struct sp_random *random, double share)
{
	uint64_t pages = 1 + sp_random_below(random, MOST - 1), kept;
	struct sp_hotrank plain, capped;
	struct sp_error err = { 0 };
	uint32_t group_of[MOST];
	double score[MOST];

	for (uint64_t p = 0; p < pages; p++) {
		score[p] = (double)sp_random_below(random, 20);
		group_of[p] = (uint32_t)sp_random_below(random, GROUPS);
	}
	plain = rank_pages(score, pages, NULL, 0);
	capped = rank_pages(score, pages, NULL, 0);
	must(sp_hotrank_cap(&capped, group_of, GROUPS, share, &kept, &err),
	     err);
	compare_ranks(&plain, &capped, group_of, share, kept);
	sp_hotrank_free(&plain);
	sp_hotrank_free(&capped);
}

START_TEST(test_cap_random)
{
	static const double shares[] = { .05, .125, .25, .5, 1 };
	struct sp_random random = { 1 };

	for (unsigned i = 0; i < CASES; i++)
		check_cap(&random, shares[i % LENGTH(shares)]);
}
END_TEST

START_TEST(test_cap_example)
{
	/* Pages 0 to 3 are a gallery; at most half of the hot pages. */
	static const double score[] = { 9, 8, 7, 6, 5, 4, 3 };
	static const uint32_t group_of[] = { 0, 0, 0, 0, 1, 2, 3 };
	static const uint32_t expected[] = { 0, 4, 1, 5, 2, 6, 3 };
	struct sp_hotrank ranking = rank_pages(score, 7, NULL, 0);
	struct sp_error err = { 0 };
	uint64_t kept;

	must(sp_hotrank_cap(&ranking, group_of, 4, .5, &kept, &err), err);
	for (unsigned k = 0; k < 7; k++)
		ck_assert_uint_eq(ranking.by_rank[k], expected[k]);
	ck_assert_uint_eq(kept, 7);
	sp_hotrank_free(&ranking);
}
END_TEST

/* ---- outlines ----------------------------------------------------------- */

static const struct {
	const char *url, *outline;
} urls[] = {
	{ "http://a.example/photo/item/12?id=7&page=3",
	  "a.example/photo/item?id&page" },
	{ "https://A.example:8080/photo/item/99/b?id=8&page=#x",
	  "a.example/photo/item?id&page" },
	{ "http://a.example/2024/05/31", "a.example/0/0" },
	{ "http://a.example/a10b2c", "a.example/a0b0c" },
	{ "http://a.example/", "a.example/" },
	{ "http://a.example", "a.example" },
	{ "http://a.example?p12=x;q=1=2", "a.example?p0;q" },
	{ "http://10.0.0.12/10", "10.0.0.12/0" },
	{ "http://a.example\\b\\c\\d", "a.example/b/c" },
	{ "http://[2001:db8::1]/x", "[2001:db8::1]/x" },
	{ "http://user:1@a.example/x/", "a.example/x/" },
	{ "h17.example", "h17.example" },
	{ "mailto:a1@b.example", "mailto:a1@b.example" },
	{ "", "" }
};

START_TEST(test_outlines)
{
	static char outline[SP_NAME_MAX];

	for (int i = 0; i < LENGTH(urls); i++) {
		size_t length = sp_url_outline(urls[i].url, strlen(urls[i].url),
					     outline);

		ck_assert_msg(length == strlen(urls[i].outline) &&
			      !memcmp(outline, urls[i].outline, length),
			      "%s: %.*s", urls[i].url, (int)length, outline);
	}
}
END_TEST

START_TEST(test_outline_units)
{
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_units units;
	struct sp_error err = { 0 };

	for (int i = 0; i < LENGTH(urls); i++)
		must(sp_names_add(&names, urls[i].url, strlen(urls[i].url),
				  &err), err);
	must(sp_units_of_outlines(&names, &units, &err), err);
	ck_assert_uint_eq(units.unit_of[0], 0);
	ck_assert_uint_eq(units.unit_of[1], 0);
	ck_assert_uint_eq(units.unit_of[2], 1);
	ck_assert_uint_eq(units.count, (unsigned)LENGTH(urls) - 1);
	sp_units_free(&units);
	sp_names_free(&names);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hotcap");
	TCase *test = unit_case("hotcap");

	tcase_add_test(test, test_cap_example);
	tcase_add_test(test, test_cap_random);
	tcase_add_test(test, test_outlines);
	tcase_add_test(test, test_outline_units);
	suite_add_tcase(suite, test);
	return unit_run(suite);
}
