/* SPDX-License-Identifier: MIT */
/* The next batch of a crawl, against a loop that looks for the best page. */
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "seed/next_batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY 9000 /* pages: several passes of the library's choice */

static double scores[MANY];
static uint32_t host_of[MANY], domain_of[MANY], shape_of[MANY], most_of[MANY];

static bool
oracle_has_room(const struct sp_next_budget *budget, const uint64_t *used,
		uint64_t page)
{
	uint32_t unit = budget->units->unit_of[page];

	return used[unit] < (budget->most_of ? budget->most_of[unit] :
					       budget->most);
}

/* What the oracle knows of a batch that is being made. */
struct oracle {
	const struct sp_next_rules *rules;
	uint64_t *left;               /* bitset: neither taken nor refused */
	uint64_t pages;
	uint64_t used[SP_NEXT_BUDGETS][MANY];
	uint64_t in_batch[MANY];      /* pages of each host */
	uint64_t entered;             /* new hosts with a page */
	uint32_t taken[MANY];
	uint64_t count;
};

static struct oracle oracle;

/* Takes the page, unless a rule refuses it. */
static void
oracle_take(uint32_t page)
{
	const struct sp_next_rules *rules = oracle.rules;
	uint32_t host = host_of[page];
	bool enters = rules->new_hosts && !oracle.in_batch[host] &&
		      sp_bit_test(rules->new_hosts, host);

	sp_bit_clear(oracle.left, page);
	for (unsigned b = 0; b < rules->budget_count; b++)
		if (!oracle_has_room(&rules->budgets[b], oracle.used[b], page))
			return;
	if (enters && oracle.entered == rules->most_new)
		return;
	for (unsigned b = 0; b < rules->budget_count; b++)
		oracle.used[b][rules->budgets[b].units->unit_of[page]]++;
	oracle.entered += enters;
	oracle.in_batch[host]++;
	oracle.taken[oracle.count++] = page;
}

/* The best page that is left, of one host or (MANY) of all; MANY: none. */
static uint64_t
oracle_best(uint64_t host, const bool *hosts_done)
{
	uint64_t best = MANY;

	for (uint64_t p = 0; p < oracle.pages; p++)
		if (sp_bit_test(oracle.left, p) &&
		    (host == MANY || host_of[p] == host) &&
		    (!hosts_done || !hosts_done[host_of[p]]) &&
		    (best == MANY || scores[p] > scores[best]))
			best = p;
	return best;
}

/* Every host in the order of its best page, up to the floor. */
static void
oracle_floor(uint64_t count, bool *done)
{
	uint64_t best;

	while (oracle.count < count &&
	       (best = oracle_best(MANY, done)) < MANY) {
		uint64_t host = host_of[best];

		for (uint64_t i = 0; i < oracle.rules->floor &&
		     oracle.count < count && best < MANY; i++) {
			oracle_take((uint32_t)best);
			best = oracle_best(host, NULL);
		}
		done[host] = true;
	}
}

static int
oracle_by_score(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	if (scores[*x] != scores[*y])
		return scores[*x] > scores[*y] ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

/* Compares the batch with a choice of one page after the other. */
static void
check_batch(uint64_t *candidates, uint64_t pages, uint64_t count,
	    struct sp_next_rules *rules)
{
	static bool done[MANY];
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;
	uint64_t best;

	must(sp_pick_next(scores, candidates, pages, count, rules, &seeds,
			  &err), err);
	memset(&oracle, 0, sizeof(oracle));
	memset(done, 0, sizeof(done));
	oracle.rules = rules;
	oracle.left = candidates;
	oracle.pages = pages;
	if (rules->floor)
		oracle_floor(count, done);
	while (oracle.count < count && (best = oracle_best(MANY, NULL)) < MANY)
		oracle_take((uint32_t)best);
	qsort(oracle.taken, oracle.count, sizeof(*oracle.taken),
	      oracle_by_score);
	ck_assert_uint_eq(seeds.count, oracle.count);
	for (uint64_t i = 0; i < seeds.count; i++) {
		hold(seeds.seeds[i].page == oracle.taken[i]);
		hold(seeds.seeds[i].score == scores[oracle.taken[i]]);
	}
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
		shape_of[p] = (uint32_t)(2 * host_of[p] +
					 sp_random_below(random, 2));
		most_of[p] = 1 + (uint32_t)sp_random_below(random, 5);
	}
}

struct drawn {
	struct sp_units hosts, domains, shapes;
	struct sp_next_rules rules;
	uint64_t *candidates, *new_hosts;
	uint64_t pages;
};

static void
draw_rules(struct sp_random *random, struct drawn *drawn)
{
	uint64_t units = 1 + sp_random_below(random, 12);

	drawn->pages = 1 + sp_random_below(random, 60);
	drawn->hosts = (struct sp_units){ .unit_of = host_of, .count = units };
	drawn->domains = (struct sp_units){ .unit_of = domain_of,
					    .count = units };
	drawn->shapes = (struct sp_units){ .unit_of = shape_of,
					   .count = 2 * units };
	drawn->candidates = sp_bitset_new(drawn->pages);
	drawn->new_hosts = sp_bitset_new(units);
	hold(drawn->candidates && drawn->new_hosts);
	draw(random, drawn->pages, units);
	for (uint64_t p = 0; p < drawn->pages; p++)
		if (sp_random_below(random, 4))
			sp_bit_set(drawn->candidates, p);
	for (uint64_t host = 0; host < units; host++)
		if (sp_random_below(random, 2))
			sp_bit_set(drawn->new_hosts, host);
	drawn->rules = (struct sp_next_rules){
		.budgets = { { .units = &drawn->hosts,
			       .most = 1 + sp_random_below(random, 5),
			       .most_of = sp_random_below(random, 2) ?
						  most_of : NULL },
			     { .units = &drawn->domains,
			       .most = 1 + sp_random_below(random, 7) },
			     { .units = &drawn->shapes,
			       .most = 1 + sp_random_below(random, 4) } },
		.budget_count = (unsigned)sp_random_below(random, 4),
		.hosts = &drawn->hosts, .floor = sp_random_below(random, 4),
		.new_hosts = sp_random_below(random, 2) ? drawn->new_hosts :
							  NULL,
		.most_new = sp_random_below(random, 4)
	};
}

START_TEST(test_random_batches)
{
	struct sp_random random = { 5 };

	for (int round = 0; round < ROUNDS_OF(4000); round++) {
		struct drawn drawn;

		draw_rules(&random, &drawn);
		check_batch(drawn.candidates, drawn.pages,
			    sp_random_below(&random, 40), &drawn.rules);
		free(drawn.candidates);
		free(drawn.new_hosts);
	}
}
END_TEST

/*
 * Every batch is in the larger one, without a floor at its beginning, and no
 * page comes twice.
 */
START_TEST(test_nested)
{
	struct sp_random random = { 7 };

	for (int round = 0; round < ROUNDS_OF(500); round++) {
		struct sp_seeds seeds[2] = { SP_SEEDS_EMPTY, SP_SEEDS_EMPTY };
		static bool in[MANY];
		struct drawn drawn;
		struct sp_error err;

		draw_rules(&random, &drawn);
		for (uint64_t count = 0; count <= drawn.pages; count++) {
			must(sp_pick_next(scores, drawn.candidates,
					  drawn.pages, count, &drawn.rules,
					  &seeds[1], &err), err);
			memset(in, 0, sizeof(in));
			for (uint64_t i = 0; i < seeds[1].count; i++) {
				hold(!in[seeds[1].seeds[i].page]);
				in[seeds[1].seeds[i].page] = true;
			}
			for (uint64_t i = 0; i < seeds[0].count; i++) {
				hold(in[seeds[0].seeds[i].page]);
				hold(drawn.rules.floor ||
				     seeds[0].seeds[i].page ==
				     seeds[1].seeds[i].page);
			}
			sp_seeds_free(&seeds[0]);
			seeds[0] = seeds[1];
			seeds[1] = (struct sp_seeds)SP_SEEDS_EMPTY;
		}
		sp_seeds_free(&seeds[0]);
		free(drawn.candidates);
		free(drawn.new_hosts);
	}
}
END_TEST

/* Pages: hosts 0 0 0 1 1 2, and one without a host, in the order of scores. */
START_TEST(test_floor)
{
	static const struct { uint64_t count, floor, below; const char *pages; }
	cases[] = {
		{ 6, 0, 0, "012345" }, { 3, 1, 0, "035" }, { 4, 1, 0, "0135" },
		{ 2, 1, 1, "03" }, { 3, 2, 2, "013" }, { 5, 2, 0, "01345" },
		{ 4, 3, 2, "0123" }, { 9, 3, 0, "0123456" }
	};
	static const uint32_t hosts_of_pages[] = { 0, 0, 0, 1, 1, 2, 3 };
	struct sp_units hosts = { .unit_of = hosts_of_pages, .count = 4,
				  .alone = 1 };
	uint64_t candidates[1] = { 127 };

	for (int p = 0; p < 7; p++)
		scores[p] = -p;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct sp_next_rules rules = { .hosts = &hosts,
					       .floor = cases[i].floor };
		struct sp_seeds seeds = SP_SEEDS_EMPTY;
		char pages[8] = "";
		struct sp_error err;

		must(sp_pick_next(scores, candidates, 7, cases[i].count,
				  &rules, &seeds, &err), err);
		ck_assert_uint_lt(seeds.count, sizeof(pages));
		for (uint64_t s = 0; s < seeds.count; s++)
			pages[s] = (char)('0' + seeds.seeds[s].page);
		ck_assert_str_eq(pages, cases[i].pages);
		ck_assert_uint_eq(rules.below_floor, cases[i].below);
		sp_seeds_free(&seeds);
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
		struct sp_next_rules rules = {
			.budgets = { { .units = &hosts, .most = most[i] } },
			.budget_count = 1
		};
		uint64_t *candidates = sp_bitset_new(MANY);

		hold(candidates);
		for (uint64_t p = 0; p < MANY; p++) {
			host_of[p] = p < 8000 ? 0 : (uint32_t)(p % 40);
			scores[p] = p < 8000 ? 2 + sp_random_unit(&random) : 1;
			sp_bit_set(candidates, p);
		}
		check_batch(candidates, MANY, 200, &rules);
		free(candidates);
	}
}
END_TEST

START_TEST(test_not_a_number)
{
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	uint64_t candidates[2] = { 2, 0 };
	struct sp_next_rules rules = { 0 };
	struct sp_error err;

	scores[0] = 1;
	scores[1] = NAN;
	ck_assert_int_eq(sp_pick_next(scores, candidates, 2, 1, &rules,
				      &seeds, &err), SP_DATA);
	ck_assert_str_eq(err.text, "the score of page 1 is not a number");
	/* Of a page that is no candidate, the score does not matter. */
	candidates[0] = 1;
	must(sp_pick_next(scores, candidates, 2, 1, &rules, &seeds, &err), err);
	ck_assert_uint_eq(seeds.count, 1);
	sp_seeds_free(&seeds);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("next_batch");

	tcase_add_test(tests, test_random_batches);
	tcase_add_test(tests, test_nested);
	tcase_add_test(tests, test_floor);
	tcase_add_test(tests, test_passes);
	tcase_add_test(tests, test_not_a_number);
	return unit_run(tests);
}
