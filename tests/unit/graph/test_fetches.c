/* SPDX-License-Identifier: MIT */
/* Fetches of pages: found, renumbered, folded, replayed, counted. */
#include "unit.h"

#include "graph/fetches.h"

#include "base/random.h"

#include <string.h>

#define PAGES 500

static void
add(struct sp_fetches *fetches, const struct sp_fetch *fetch)
{
	struct sp_error err;

	must(sp_fetches_add(fetches, fetch, &err), err);
}

static bool
same(const struct sp_fetch *a, const struct sp_fetch *b)
{
	return a->time == b->time && a->size == b->size &&
	       a->digest == b->digest && a->page == b->page &&
	       a->captures == b->captures;
}

START_TEST(words_and_times)
{
	/* The numbers of streams: seedpipe(5). */
	ck_assert_str_eq(sp_fetch_clock_word(0), "none");
	ck_assert_str_eq(sp_fetch_clock_word(1), "seconds");
	ck_assert_str_eq(sp_fetch_clock_word(2), "downloads");
	for (unsigned clock = 0; clock < SP_CLOCKS; clock++)
		ck_assert(sp_fetch_time_fits(clock, SP_FETCH_NO_TIME));
	ck_assert(!sp_fetch_time_fits(SP_CLOCK_NONE, 1));
	ck_assert(sp_fetch_time_fits(SP_CLOCK_SECONDS, 0));
	ck_assert(sp_fetch_time_fits(SP_CLOCK_SECONDS, -62167219200));
	ck_assert(!sp_fetch_time_fits(SP_CLOCK_SECONDS, -62167219201));
	ck_assert(sp_fetch_time_fits(SP_CLOCK_SECONDS, 253402300799));
	ck_assert(!sp_fetch_time_fits(SP_CLOCK_SECONDS, 253402300800));
	ck_assert(!sp_fetch_time_fits(SP_CLOCK_DOWNLOADS, 0));
	ck_assert(sp_fetch_time_fits(SP_CLOCK_DOWNLOADS, 1));
	ck_assert(!sp_fetch_time_fits(SP_CLOCK_DOWNLOADS, INT64_MAX));
}
END_TEST

/* Random pages, found before and after they get new numbers. */
START_TEST(found_and_renumbered)
{
	struct sp_random random = { (uint64_t)_i };
	struct sp_fetches fetches = { .pages = PAGES };
	uint64_t size_of[PAGES];
	uint32_t new_of[PAGES];

	for (uint32_t page = 0; page < PAGES; page++) {
		struct sp_fetch fetch = { .page = page, .captures = 1,
					  .size = 7 * page + 1 };

		size_of[page] = 0;
		new_of[page] = (uint32_t)((page + 100 * (uint32_t)_i) * 7 %
					  PAGES);
		if (sp_random_below(&random, (uint64_t)_i))
			continue;
		size_of[page] = fetch.size;
		add(&fetches, &fetch);
	}
	for (int round = 0; round < 2; round++) {
		for (uint32_t page = 0; page < PAGES; page++) {
			uint32_t at = round ? new_of[page] : page;
			const struct sp_fetch *found =
				sp_fetches_find(&fetches, at);

			ck_assert_int_eq(!found, !size_of[page]);
			ck_assert(!found || (found->size == size_of[page] &&
					     found->page == at));
		}
		sp_fetches_renumber(&fetches, new_of);
		for (uint64_t i = 1; i < fetches.count; i++)
			ck_assert_uint_lt(fetches.items[i - 1].page,
					  fetches.items[i].page);
	}
	ck_assert_ptr_null(sp_fetches_find(&fetches, PAGES));
	sp_fetches_free(&fetches);
	ck_assert_ptr_null(fetches.items);
	ck_assert_ptr_null(sp_fetches_find(&fetches, 0));
	sp_fetches_renumber(&fetches, new_of);
}
END_TEST

/* Units of pages, against the plainest sums. */
START_TEST(folded)
{
	static const uint32_t unit_of[] = { 2, 0, 2, 1, 1, 0, 4, 2 };
	static const struct sp_fetch items[] = {
		{ 10, 100, 7, 0, 2 }, { 30, 20, 7, 1, 3 },
		{ 15, SP_FETCH_NO_SIZE, 8, 2, 5 },
		{ SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE, 9, 3, UINT32_MAX },
		{ SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE, 9, 4, 2 },
		{ -5, SP_FETCH_SIZE_MAX, 0, 5, 1 }, { 1, 0, 3, 6, 1 },
		{ 12, 23, 7, 7, 1 }
	};
	static const struct sp_fetch expected[] = {
		{ 30, SP_FETCH_SIZE_MAX, 0, 0, 4 },
		{ SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE, 0, 1, UINT32_MAX },
		{ 15, 123, 0, 2, 8 }, { 1, 0, 0, 4, 1 }
	};
	struct sp_fetches fetches = { .pages = 8, .clock = SP_CLOCK_SECONDS };
	struct sp_fetches made;
	struct sp_error err;

	for (int i = 0; i < 8; i++)
		add(&fetches, &items[i]);
	must(sp_fetches_fold(&fetches, unit_of, 5, &made, &err), err);
	ck_assert_uint_eq(made.pages, 5);
	ck_assert_uint_eq(made.clock, SP_CLOCK_SECONDS);
	ck_assert_uint_eq(made.count, 4);
	for (int i = 0; i < 4; i++)
		ck_assert(same(&made.items[i], &expected[i]));
	sp_fetches_free(&made);
	fetches.count = 0;
	must(sp_fetches_fold(&fetches, unit_of, 5, &made, &err), err);
	ck_assert_uint_eq(made.count, 0);
	sp_fetches_free(&made);
	sp_fetches_free(&fetches);
}
END_TEST

START_TEST(replayed)
{
	static const uint32_t order[] = { 5, 2, 5, 0, 5 };
	static const struct sp_fetch expected[] = {
		{ 4, SP_FETCH_NO_SIZE, 0, 0, 1 },
		{ 2, SP_FETCH_NO_SIZE, 0, 2, 1 },
		{ 5, SP_FETCH_NO_SIZE, 0, 5, 3 }
	};
	struct sp_fetches made;
	struct sp_error err;

	must(sp_fetches_replay(order, 5, 9, &made, &err), err);
	ck_assert_uint_eq(made.pages, 9);
	ck_assert_uint_eq(made.clock, SP_CLOCK_DOWNLOADS);
	ck_assert_uint_eq(made.count, 3);
	for (int i = 0; i < 3; i++)
		ck_assert(same(&made.items[i], &expected[i]));
	sp_fetches_free(&made);
	must(sp_fetches_replay(NULL, 0, 9, &made, &err), err);
	ck_assert_uint_eq(made.count, 0);
	sp_fetches_free(&made);
}
END_TEST

START_TEST(counted)
{
	static const struct sp_fetch items[] = {
		{ 50, 10, 3, 0, 1 },
		{ SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE, 0, 4, 2 },
		{ -50, SP_FETCH_NO_SIZE, 9, 5, 1 },
		{ 20, 30, 3, 7, 4 },
		{ SP_FETCH_NO_TIME, 0, UINT64_MAX, 8, 1 }
	};
	struct sp_fetches fetches = { .pages = 9, .clock = SP_CLOCK_SECONDS };
	struct sp_fetch_figures figures;
	struct sp_error err;

	must(sp_fetches_count(&fetches, &figures, &err), err);
	ck_assert_uint_eq(figures.pages + figures.captures + figures.timed +
			  figures.sized + figures.digested, 0);
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++)
		add(&fetches, &items[i]);
	must(sp_fetches_count(&fetches, &figures, &err), err);
	ck_assert_uint_eq(figures.pages, 5);
	ck_assert_uint_eq(figures.captures, 9);
	ck_assert_uint_eq(figures.timed, 3);
	ck_assert_int_eq(figures.first, -50);
	ck_assert_int_eq(figures.last, 50);
	ck_assert_uint_eq(figures.sized, 3);
	ck_assert_uint_eq(figures.bytes, 40);
	ck_assert_uint_eq(figures.digested, 4);
	ck_assert_uint_eq(figures.distinct, 3);
	fetches.items[0].size = fetches.items[3].size = SP_FETCH_SIZE_MAX;
	must(sp_fetches_count(&fetches, &figures, &err), err);
	ck_assert_uint_eq(figures.bytes, SP_FETCH_SIZE_MAX);
	sp_fetches_free(&fetches);
}
END_TEST

START_TEST(seconds)
{
	ck_assert_int_eq(sp_fetch_seconds(0), 0);
	ck_assert_int_eq(sp_fetch_seconds(1999), 1);
	ck_assert_int_eq(sp_fetch_seconds(-1), -1);
	ck_assert_int_eq(sp_fetch_seconds(-1000), -1);
	ck_assert_int_eq(sp_fetch_seconds(-1001), -2);
	ck_assert_int_eq(sp_fetch_seconds(INT64_MIN), SP_FETCH_NO_TIME);
	ck_assert_int_eq(sp_fetch_seconds(INT64_MIN + 1), SP_FETCH_NO_TIME);
	ck_assert_int_eq(sp_fetch_seconds(INT64_MAX), SP_FETCH_NO_TIME);
	ck_assert_int_eq(sp_fetch_seconds(253402300799999), 253402300799);
	ck_assert_int_eq(sp_fetch_seconds(253402300800000), SP_FETCH_NO_TIME);
}
END_TEST

/* Spellings of one SHA-1, that of no bytes; and texts that differ from it. */
START_TEST(digests)
{
	static const char *const same[] = {
		"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
		"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
		"SHA1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
		" sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n",
		"sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
		"DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"
	};
	static const char *const others[] = {
		"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYK", "sha1:", "sha1",
		"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY", "--",
		"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJA",
		"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY1",
		"sha1:da39a3ee5e6b4b0d3255bfef95601890afd8070g",
		"sha1:da39a3ee5e6b4b0d3255bfef95601890afd80708",
		"md5:d41d8cd98f00b204e9800998ecf8427e",
		"d41d8cd98f00b204e9800998ecf8427e"
	};
	uint64_t sum = sp_fetch_digest(SP_SPAN("sha1:3I42H3S6NNFQ2MSVX7XZKYAYS"
					       "CX5QBYJ"));

	ck_assert_uint_ne(sum, SP_FETCH_NO_DIGEST);
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
		ck_assert_uint_eq(sp_fetch_digest((struct sp_span){
					  same[i], strlen(same[i]) }), sum);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		uint64_t other = sp_fetch_digest((struct sp_span){
			others[i], strlen(others[i]) });

		ck_assert_uint_ne(other, sum);
		ck_assert_uint_ne(other, SP_FETCH_NO_DIGEST);
	}
	ck_assert_uint_eq(sp_fetch_digest(SP_SPAN("")), SP_FETCH_NO_DIGEST);
	ck_assert_uint_eq(sp_fetch_digest(SP_SPAN("-")), SP_FETCH_NO_DIGEST);
	ck_assert_uint_eq(sp_fetch_digest((struct sp_span)SP_SPAN_ABSENT),
			  SP_FETCH_NO_DIGEST);
	ck_assert_uint_ne(sp_fetch_digest_body("", 0), SP_FETCH_NO_DIGEST);
	ck_assert_uint_ne(sp_fetch_digest_body("", 0), sum);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("fetches");

	tcase_add_test(tests, words_and_times);
	tcase_add_loop_test(tests, found_and_renumbered, 1, 6);
	tcase_add_test(tests, folded);
	tcase_add_test(tests, replayed);
	tcase_add_test(tests, counted);
	tcase_add_test(tests, seconds);
	tcase_add_test(tests, digests);
	return unit_run(tests);
}
