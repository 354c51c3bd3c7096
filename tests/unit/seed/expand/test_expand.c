/* SPDX-License-Identifier: MIT */
/* Ranks of hidden pages, the weights of a combination, and threads. */
#include "graph_rows.h"
#include "unit.h"

#include "seed/expand/expand.h"
#include "seed/expand/fit.h"

#include <math.h>

#define PAGES 400

/* Communities of 20 pages that link to each other, and some links elsewhere. */
static struct sp_graph *
draw_communities(uint64_t seed)
{
	struct sp_random random = { seed };
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, PAGES);
	for (uint32_t page = 0; page < PAGES; page++) {
		for (uint32_t to = 0; to < PAGES; to++)
			if (!sp_random_below(&random,
					     page / 20 == to / 20 ? 4 : 150))
				rows_add(&rows, to);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

static bool
is_in(const uint32_t *list, uint64_t count, uint64_t page)
{
	for (uint64_t i = 0; i < count; i++)
		if (list[i] == page)
			return true;
	return false;
}

/* A community of which a half is known comes back, and no page that may not. */
START_TEST(test_community)
{
	static const uint32_t known[] = { 40, 42, 44, 46, 48, 50, 52, 54 };
	static const uint32_t excluded[] = { 41, 43, 200 };
	struct sp_graph *graph = draw_communities(1);
	struct sp_expand_list list = {
		.known = known, .known_count = 8, .excluded = excluded,
		.excluded_count = 3, .random_seed = 1, .threads = 1
	};
	struct sp_expand_weights weights;
	struct sp_expand_hidden hidden[8];
	double scores[PAGES], worst = INFINITY, best = -INFINITY;
	struct sp_votes votes;
	struct sp_error err;

	must(sp_votes_new(graph, NULL, 1, &votes, &err), err);
	must(sp_expand(&votes, &list, SP_EXPAND_COMBINED, scores, hidden,
		       &weights, &err), err);
	for (uint32_t page = 0; page < PAGES; page++) {
		bool out = is_in(known, 8, page) || is_in(excluded, 3, page);

		hold(out == (scores[page] <= -INFINITY));
		if (!out && page / 20 == 2)
			worst = fmin(worst, scores[page]);
		else if (!out)
			best = fmax(best, scores[page]);
	}
	ck_assert_double_gt(worst, best);
	sp_votes_free(&votes);
	sp_graph_free(graph);
}
END_TEST

/* The rank of a hidden page is what ranking without it and its fold says. */
static void
check_rank(const struct sp_votes *votes, const struct sp_expand_list *list,
	   enum sp_expand_method method, const struct sp_expand_hidden *hidden)
{
	uint32_t rest[PAGES];
	double scores[PAGES];
	struct sp_expand_list without = *list;
	struct sp_expand_hidden other[PAGES];
	struct sp_error err;

	for (unsigned fold = 0; fold < SP_EXPAND_FOLDS; fold++) {
		without.known = rest;
		without.known_count = 0;
		for (uint64_t i = 0; i < list->known_count; i++)
			if (hidden[i].fold != fold)
				rest[without.known_count++] = list->known[i];
		must(sp_expand(votes, &without, method, scores, other, NULL,
			       &err), err);
		for (uint64_t i = 0; i < list->known_count; i++) {
			uint32_t own = list->known[i];
			uint64_t rank = 1;

			for (uint32_t page = 0; page < PAGES; page++)
				rank += scores[page] > scores[own] ||
					(scores[page] == scores[own] &&
					 page < own);
			if (isinf(scores[own]))
				rank = SP_EXPAND_NEVER;
			if (hidden[i].fold == fold)
				ck_assert_uint_eq(hidden[i].rank, rank);
		}
	}
}

START_TEST(test_ranks)
{
	static const enum sp_expand_method methods[] = {
		SP_EXPAND_LINKS, SP_EXPAND_COCITATION, SP_EXPAND_COUPLING,
		SP_EXPAND_WALK, SP_EXPAND_COSINE, SP_EXPAND_CORES,
		SP_EXPAND_INLINKS
	};
	uint32_t known[37];
	struct sp_graph *graph = draw_communities(2);
	struct sp_expand_list list = { .known = known, .known_count = 37,
				       .random_seed = 7, .threads = 1 };
	struct sp_expand_hidden hidden[37], threads[37];
	double scores[PAGES], other[PAGES];
	struct sp_votes votes;
	struct sp_error err;

	for (uint32_t i = 0; i < 37; i++)
		known[i] = 60 + i + i / 20 * 100;
	must(sp_votes_new(graph, NULL, 1, &votes, &err), err);
	for (int i = 0; i < LENGTH(methods); i++) {
		must(sp_expand(&votes, &list, methods[i], scores, hidden,
			       NULL, &err), err);
		check_rank(&votes, &list, methods[i], hidden);
	}
	must(sp_expand(&votes, &list, SP_EXPAND_COMBINED, scores, hidden, NULL,
		       &err), err);
	for (list.threads = 2; list.threads < 9; list.threads++) {
		must(sp_expand(&votes, &list, SP_EXPAND_COMBINED, other,
			       threads, NULL, &err), err);
		hold(!memcmp(scores, other, sizeof(scores)));
	}
	for (uint32_t i = 0; i < 37; i++) {
		ck_assert_uint_eq(hidden[i].rank, threads[i].rank);
		ck_assert_uint_eq(hidden[i].fold, threads[i].fold);
	}
	sp_votes_free(&votes);
	sp_graph_free(graph);
}
END_TEST

/* Short lists: of one page nothing is hidden, of three one after the other. */
START_TEST(test_few)
{
	static const uint32_t known[] = { 3, 5, 7 };
	struct sp_graph *graph = draw_communities(3);
	struct sp_expand_hidden hidden[3];
	struct sp_expand_weights weights;
	struct sp_votes votes;
	double scores[PAGES];
	struct sp_error err;

	must(sp_votes_new(graph, NULL, 1, &votes, &err), err);
	for (uint64_t count = 1; count <= 3; count++) {
		struct sp_expand_list list = { .known = known,
					       .known_count = count,
					       .threads = 2 };
		unsigned folds = 0;

		must(sp_expand(&votes, &list, SP_EXPAND_COMBINED, scores,
			       hidden, &weights, &err), err);
		for (uint64_t i = 0; i < count; i++)
			folds |= 1U << hidden[i].fold;
		ck_assert_uint_eq(folds, (1U << count) - 1);
		hold((hidden[0].rank == SP_EXPAND_NEVER) == (count == 1));
	}
	sp_votes_free(&votes);
	sp_graph_free(graph);
}
END_TEST

/* ---- the regression --------------------------------------------------- */

#define ROWS 300

/* What sp_fit() makes the most of. */
static double
likelihood(const struct sp_fit_row *rows, const double *usual, double constant,
	   const double *weights)
{
	double sum = 0;

	for (unsigned i = 0; i < SP_EXPAND_PARTS; i++)
		sum -= SP_FIT_PULL / 2 * (weights[i] - usual[i]) *
		       (weights[i] - usual[i]);
	for (unsigned i = 0; i < ROWS; i++) {
		double at = constant;

		for (unsigned k = 0; k < SP_EXPAND_PARTS; k++)
			at += weights[k] * rows[i].parts[k];
		if (rows[i].fold)
			sum -= rows[i].weight *
			       log1p(exp(rows[i].belongs ? -at : at));
	}
	return sum;
}

/* The best constant, by halving. */
static double
best_constant(const struct sp_fit_row *rows, const double *usual,
	      const double *weights)
{
	double low = -30, high = 30;

	while (high - low > 1e-9) {
		double third = (high - low) / 3;

		if (likelihood(rows, usual, low + third, weights) <
		    likelihood(rows, usual, high - third, weights))
			low += third;
		else
			high -= third;
	}
	return low;
}

START_TEST(test_fit)
{
	static const double usual[SP_EXPAND_PARTS] = { 0.3, 0.3, 0.3, 0.6 };
	struct sp_random random = { 5 };
	static struct sp_fit_row rows[ROWS];
	double weights[SP_EXPAND_PARTS], most;

	for (unsigned i = 0; i < ROWS; i++) {
		rows[i].belongs = i % 3 == 0;
		rows[i].weight = 1 + 5 * sp_random_unit(&random);
		rows[i].fold = i % 5;
		for (unsigned k = 0; k < SP_EXPAND_PARTS; k++)
			rows[i].parts[k] = 4 * sp_random_unit(&random) +
					   (rows[i].belongs ? k : 0);
	}
	sp_fit(rows, ROWS, 0, usual, weights);
	most = likelihood(rows, usual, best_constant(rows, usual, weights),
			  weights);
	for (unsigned k = 0; k < 2 * SP_EXPAND_PARTS; k++) {
		double other[SP_EXPAND_PARTS];

		memcpy(other, weights, sizeof(other));
		other[k / 2] += k % 2 ? 1e-3 : -1e-3;
		ck_assert_double_lt(likelihood(rows, usual,
				best_constant(rows, usual, other), other),
				    most);
	}
	/* Nothing is known without rows. */
	sp_fit(rows, 0, 0, usual, weights);
	hold(!memcmp(weights, usual, sizeof(usual)));
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("expand");

	tcase_add_test(tests, test_community);
	tcase_add_test(tests, test_ranks);
	tcase_add_test(tests, test_few);
	tcase_add_test(tests, test_fit);
	return unit_run(tests);
}
