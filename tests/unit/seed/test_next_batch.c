/* SPDX-License-Identifier: MIT */
/* The next batch of a crawl, against a loop that looks for the best page. */
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "seed/next_batch.h"

#include <math.h>
#include <string.h>

#define MANY 9000 /* pages: several passes of the library's choice */

static double scores[MANY];
static uint32_t host_of[MANY], domain_of[MANY], most_of[MANY];

static bool
oracle_has_room(const struct sp_next_budget *budget, const uint64_t *used,
		uint64_t page)
{
	uint32_t unit = budget->units->unit_of[page];

	return used[unit] < (budget->most_of ? budget->most_of[unit] :
					       budget->most);
}

/* The best page that is left and fits; false if there is none. */
static bool
find_best(uint64_t *left, uint64_t pages,
	  const struct sp_next_budget *budgets, unsigned count,
	  uint64_t used[][MANY], uint32_t *page)
{
	bool found = false;

	for (uint64_t p = 0; p < pages; p++) {
		bool fits = sp_bit_test(left, p);

		for (unsigned b = 0; b < count; b++)
			fits &= oracle_has_room(&budgets[b], used[b], p);
		if (fits && (!found || scores[p] > scores[*page])) {
			*page = (uint32_t)p;
			found = true;
		}
	}
	if (found)
		sp_bit_clear(left, *page);
	for (unsigned b = 0; found && b < count; b++)
		used[b][budgets[b].units->unit_of[*page]]++;
	return found;
}

/* Compares the batch with a choice of one page after the other. */
static void
check_batch(uint64_t *candidates, uint64_t pages, uint64_t count,
	    struct sp_next_budget *budgets, unsigned budget_count)
{
	static uint64_t used[SP_NEXT_BUDGETS][MANY];
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;
	uint64_t i = 0;
	uint32_t page = 0;

	memset(used, 0, sizeof(used));
	must(sp_pick_next(scores, candidates, pages, count, budgets,
			   budget_count, &seeds, &err), err);
	while (i < count && find_best(candidates, pages, budgets, budget_count,
				      used, &page)) {
		hold(i < seeds.count);
		hold(seeds.seeds[i].page == page);
		hold(seeds.seeds[i].score == scores[page]);
		i++;
	}
	hold(seeds.count == i);
	sp_seeds_free(&seeds);
}

/* Few different scores, so that ties are decided; some hosts are large. */
static void
draw(struct sp_random *random, uint64_t pages, uint64_t units)
{
	for (uint64_t p = 0; p < pages; p++) {
		scores[p] = (double)sp_random_below(random, 9) / 4 - 0.5;
		host_of[p] = (uint32_t)(sp_random_below(random, 2) ?
					sp_random_below(random, units) : 0);
		domain_of[p] = host_of[p] / 3;
		most_of[p] = 1 + (uint32_t)sp_random_below(random, 5);
	}
}

START_TEST(test_random_batches)
{
	struct sp_random random = { 5 };

	for (int round = 0; round < ROUNDS_OF(2000); round++) {
		uint64_t pages = 1 + sp_random_below(&random, 60);
		uint64_t units = 1 + sp_random_below(&random, 12);
		struct sp_units hosts = { .unit_of = host_of, .count = units };
		struct sp_units domains = { .unit_of = domain_of,
					    .count = units };
		struct sp_next_budget budgets[] = {
			{ .units = &hosts,
			  .most = 1 + sp_random_below(&random, 5),
			  .most_of = round % 2 ? most_of : NULL },
			{ .units = &domains,
			  .most = 1 + sp_random_below(&random, 7) }
		};
		uint64_t *candidates = sp_bitset_new(pages);

		hold(candidates);
		draw(&random, pages, units);
		for (uint64_t p = 0; p < pages; p++)
			if (sp_random_below(&random, 4))
				sp_bit_set(candidates, p);
		check_batch(candidates, pages, sp_random_below(&random, 40),
			    budgets, (unsigned)sp_random_below(&random, 3));
		free(candidates);
	}
}
END_TEST

/* All of the best pages are of one host, so that one pass is too few. */
START_TEST(test_passes)
{
	static const uint64_t most[] = { 1, 10, 4000, MANY };
	struct sp_units hosts = { .unit_of = host_of, .count = 40 };
	struct sp_random random = { 6 };

	for (size_t i = 0; i < sizeof(most) / sizeof(*most); i++) {
		struct sp_next_budget budget = { .units = &hosts,
						 .most = most[i] };
		uint64_t *candidates = sp_bitset_new(MANY);

		hold(candidates);
		for (uint64_t p = 0; p < MANY; p++) {
			host_of[p] = p < 8000 ? 0 : (uint32_t)(p % 40);
			scores[p] = p < 8000 ? 2 + sp_random_unit(&random) : 1;
			sp_bit_set(candidates, p);
		}
		check_batch(candidates, MANY, 200, &budget, 1);
		free(candidates);
	}
}
END_TEST

START_TEST(test_not_a_number)
{
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	uint64_t candidates[2] = { 2, 0 };
	struct sp_error err;

	scores[0] = 1;
	scores[1] = NAN;
	ck_assert_int_eq(sp_pick_next(scores, candidates, 2, 1, NULL, 0,
				       &seeds, &err), SP_DATA);
	ck_assert_str_eq(err.text, "the score of page 1 is not a number");
	/* Of a page that is no candidate, the score does not matter. */
	candidates[0] = 1;
	must(sp_pick_next(scores, candidates, 2, 1, NULL, 0, &seeds, &err),
	     err);
	ck_assert_uint_eq(seeds.count, 1);
	sp_seeds_free(&seeds);
}
END_TEST

static Suite *
make_suite(void)
{
	Suite *suite = suite_create("next_batch");
	TCase *tests = unit_case("next_batch");

	tcase_add_test(tests, test_random_batches);
	tcase_add_test(tests, test_passes);
	tcase_add_test(tests, test_not_a_number);
	suite_add_tcase(suite, tests);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
