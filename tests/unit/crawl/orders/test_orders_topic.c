/* SPDX-License-Identifier: MIT */
/*
 * The orders that follow a topic: the examples of seedpipe-algorithms(7),
 * sections 4.1 to 4.6, with the screenshots of Sharma (2008), and how the
 * orders are related to others.
 */
#include "order_run.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(300)
#define NONE ORACLE_NONE

enum { A, B, C, D, E, F, G, H, I, J, K, L };

static void
t16(struct oracle_crawl_input *input)
{
	order_input(input, 16, "0: 1 2 1: 3 2: 5 3: 2 5 4: 2 6 5: 7 8 11 "
		    "6: 8 9 12 10: 7 11 13 11: 7 8 12: 11 13: 12 14: 15 "
		    "15: 14", "0000000000000000");
}

/* A row of a screenshot; depths are those of the crawl. */
struct topic_row {
	uint32_t page;
	double key;
	uint32_t parent, depth;
};

static void
topic_expect(const struct oracle_crawl_input *input, const char *plan,
	     const struct topic_row *rows, unsigned count)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_order order, expected = { .count = count };
	struct sp_crawl_report report;

	order_library(input, &options, plan, &order, &report);
	for (unsigned i = 0; i < count; i++) {
		expected.page[i] = rows[i].page;
		expected.key[i] = rows[i].key;
		expected.parent[i] = rows[i].parent;
		expected.depth[i] = rows[i].depth;
	}
	order_same(input, plan, &expected, &order);
}

#define EXPECT(input, plan, ...) \
	topic_expect(input, plan, (const struct topic_row[]){ __VA_ARGS__ }, \
		     sizeof((const struct topic_row[]){ __VA_ARGS__ }) / \
			     sizeof(struct topic_row))

START_TEST(test_bfs)
{
	struct oracle_crawl_input input;

	t16(&input);
	EXPECT(&input, "bfs", { A, 0, NONE, 1 }, { B, 1, A, 2 },
	       { C, 2, A, 2 }, { D, 3, B, 3 }, { F, 4, C, 3 },
	       { H, 5, F, 4 }, { I, 6, F, 4 }, { L, 7, F, 4 });
}
END_TEST

static void
relevance_of_64(struct oracle_crawl_input *input)
{
	double *rel = input->relevance;

	t16(input);
	rel[B] = 0.1;
	rel[C] = rel[D] = rel[F] = rel[L] = 1;
	rel[H] = rel[I] = 0.8;
}

START_TEST(test_bestfirst_own)
{
	struct oracle_crawl_input input;

	relevance_of_64(&input);
	EXPECT(&input, "bestfirst:seed-key=2", { A, 2, NONE, 1 },
	       { C, 1, A, 2 }, { F, 1, C, 3 }, { L, 1, F, 4 },
	       { H, 0.8, F, 4 }, { I, 0.8, F, 4 }, { B, 0.1, A, 2 },
	       { D, 1, B, 3 });
	/* A relevance of 2 is out of range; 1 is as large as any. */
	input.relevance[A] = 1;
	EXPECT(&input, "bestfirst:key=parent-last:seed-key=1",
	       { A, 1, NONE, 1 }, { B, 1, A, 2 }, { C, 1, A, 2 },
	       { F, 1, C, 3 }, { H, 1, F, 4 }, { I, 1, F, 4 },
	       { L, 1, F, 4 }, { D, 0.1, B, 3 });
}
END_TEST

START_TEST(test_bestfirst_parent)
{
	struct oracle_crawl_input input;
	double *rel = input.relevance;

	t16(&input);
	rel[A] = 0.4;
	rel[B] = 0.8;
	rel[C] = 0.2;
	rel[D] = 1;
	rel[F] = 0.5;
	rel[H] = 0.3;
	rel[I] = 0.4;
	rel[L] = 0.7;
	EXPECT(&input, "bestfirst:key=parent-last:seed-key=0",
	       { A, 0, NONE, 1 }, { B, 0.4, A, 2 }, { D, 0.8, B, 3 },
	       { C, 1, D, 4 }, { F, 0.2, C, 5 }, { H, 0.5, F, 6 },
	       { I, 0.5, F, 6 }, { L, 0.5, F, 6 });
	/* The other rules differ where the screenshot decides. */
	EXPECT(&input, "bestfirst:key=parent-max:seed-key=0",
	       { A, 0, NONE, 1 }, { B, 0.4, A, 2 }, { D, 0.8, B, 3 },
	       { C, 1, D, 4 }, { F, 1, D, 4 }, { H, 0.5, F, 5 },
	       { I, 0.5, F, 5 }, { L, 0.5, F, 5 });
	EXPECT(&input, "bestfirst:key=parent-first:seed-key=0",
	       { A, 0, NONE, 1 }, { B, 0.4, A, 2 }, { D, 0.8, B, 3 },
	       { F, 1, D, 4 }, { H, 0.5, F, 5 }, { I, 0.5, F, 5 },
	       { L, 0.5, F, 5 }, { C, 0.4, A, 2 });
	EXPECT(&input, "bestfirst:key=parent-mean:seed-key=0",
	       { A, 0, NONE, 1 }, { B, 0.4, A, 2 }, { D, 0.8, B, 3 },
	       { F, 1, D, 4 }, { C, 0.7, A, 2 }, { H, 0.5, F, 5 },
	       { I, 0.5, F, 5 }, { L, 0.5, F, 5 });
}
END_TEST

START_TEST(test_fish)
{
	static const char *const rules[] = { "fish", "fish:depth-rule=last" };
	struct oracle_crawl_input input;

	t16(&input);
	input.relevance[C] = input.relevance[F] = input.relevance[L] = 1;
	for (unsigned i = 0; i < 2; i++)
		EXPECT(&input, rules[i], { A, 0, NONE, 1 }, { B, 0, A, 2 },
		       { C, 0, A, 2 }, { F, 1, C, 3 }, { H, 1, F, 4 },
		       { I, 1, F, 4 }, { L, 1, F, 4 }, { D, 0, B, 3 });
	EXPECT(&input, "fish:variant=debra:width=1", { A, 0, NONE, 1 },
	       { B, 0.5, A, 2 }, { D, 0.5, B, 3 }, { C, 0, A, 2 },
	       { F, 1, C, 3 }, { H, 1, F, 4 }, { I, 0, F, 4 },
	       { L, 0, F, 4 });
	EXPECT(&input, "fish:variant=debra:width=2", { A, 0, NONE, 1 },
	       { B, 0.5, A, 2 }, { C, 0.5, A, 2 }, { F, 1, C, 3 },
	       { H, 1, F, 4 }, { I, 1, F, 4 }, { L, 1, F, 4 },
	       { D, 0.5, B, 3 });
	EXPECT(&input, "fish:size=3", { A, 0, NONE, 1 }, { B, 0, A, 2 },
	       { C, 0, A, 2 });
	/* Nothing is as relevant as this: page D is too deep. */
	input.relevance[C] = input.relevance[F] = input.relevance[L] = 0.49;
	EXPECT(&input, "fish:depth=1", { A, 0, NONE, 1 }, { B, 0, A, 2 },
	       { C, 0, A, 2 });
}
END_TEST

static void
relevance_of_shark(struct oracle_crawl_input *input)
{
	t16(input);
	input->relevance[A] = 0.2;
	input->relevance[C] = 0.6;
	input->relevance[F] = 0.5;
	input->relevance[I] = 0.3;
	input->relevance[L] = 0.1;
	input->with_texts = true;
	for (unsigned u = 0; u < ORACLE_PAGES; u++)
		for (unsigned v = 0; v < ORACLE_PAGES; v++)
			input->anchor[u][v] = input->context[u][v] = -1;
	input->anchor[A][B] = 0.4;
	input->context[A][C] = 0.3;
	input->context[F][L] = 0.5;
}

START_TEST(test_shark)
{
	struct oracle_crawl_input input;

	relevance_of_shark(&input);
	EXPECT(&input, "shark", { A, 1, NONE, 1 }, { B, 0.31, A, 2 },
	       { C, 0.08, A, 2 }, { F, 0.15, C, 3 }, { L, 0.175, F, 4 },
	       { H, 0.125, F, 4 }, { I, 0.125, F, 4 }, { D, 0.025, B, 3 });
}
END_TEST

START_TEST(test_otie)
{
	static const double relevance[] = { 0.9, 0.1, 0.6, 0.2, 0.8, 0.1,
					    0.3, 0.7, 0.5, 0.4, 0 };
	struct oracle_crawl_input input;

	order_input(&input, 11, "0: 1 2 4 1: 3 2: 1 3 5 3: 0 4: 5 6 7 5: 4 8 "
		    "7: 1 8 8: 7 9 9: 4 10: 0 4", "00001112222");
	memcpy(input.relevance, relevance, sizeof(relevance));
	EXPECT(&input, "otie", { 0, 1, NONE, 1 }, { 1, 0.3, 0, 2 },
	       { 2, 0.3, 0, 2 }, { 4, 0.3, 0, 2 }, { 5, 0.14, 2, 3 },
	       { 3, 0.09, 1, 3 }, { 6, 0.08, 4, 3 }, { 7, 0.08, 4, 3 },
	       { 8, 0.035, 5, 4 }, { 9, 0.00875, 8, 5 });
}
END_TEST

/* ---- what is refused -------------------------------------------------- */

START_TEST(test_refused)
{
	static const double wrong[] = { -0.1, 1.5, NAN, INFINITY };
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_crawl_input input;
	struct sp_crawl_report report;
	struct oracle_order order;
	struct sp_error err;

	for (unsigned i = 0; i < 4; i++) {
		relevance_of_shark(&input);
		input.relevance[K] = wrong[i];
		ck_assert_int_eq(order_try(&input, &options, "fish", &order,
					   &report, &err), SP_DATA);
		ck_assert_ptr_nonnull(strstr(err.text, "page 10"));
		ck_assert_uint_eq(order.count, 0);
	}
	relevance_of_shark(&input);
	input.anchor[A][C] = 7;
	ck_assert_int_eq(order_try(&input, &options, "shark", &order, &report,
				   &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "from page 0 to 2"));
	/* An order that does not use them does not care. */
	must(order_try(&input, &options, "fish", &order, &report, &err), err);
}
END_TEST

/* ---- relations -------------------------------------------------------- */

static void
topic_crawl(const struct oracle_crawl_input *input, const char *plan,
	    struct oracle_order *order)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_crawl_report report;

	order_library(input, &options, plan, order, &report);
}

static void
topic_input(struct sp_random *random, double relevance,
	    struct oracle_crawl_input *input)
{
	order_random_input(random, 30, 40, input);
	input->with_texts = false;
	input->trusted = false;
	for (unsigned v = 0; v < ORACLE_PAGES; v++)
		input->relevance[v] = relevance;
}

/* These keys say nothing about which page is next. */
START_TEST(test_blind_is_bfs)
{
	static const struct {
		double relevance;
		const char *plan;
	} rows[] = {
		{ 1, "bestfirst" }, { 1, "bestfirst:key=parent-last" },
		{ 1, "bestfirst:key=parent-max" },
		{ 1, "bestfirst:key=parent-first" },
		{ 1, "bestfirst:key=parent-mean" },
		{ 0, "fish:depth=1000" },
		{ 0, "fish:depth=1000:depth-rule=last" }
	};
	struct sp_random random = { 41 };

	for (unsigned round = 0; round < ROUNDS; round++)
		for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
			struct oracle_crawl_input input;
			struct oracle_order bfs, order;

			topic_input(&random, rows[i].relevance, &input);
			topic_crawl(&input, "bfs", &bfs);
			topic_crawl(&input, rows[i].plan, &order);
			order_same_pages(&input, rows[i].plan, &bfs, &order);
		}
}
END_TEST

/* To the last bit, and for any weight of the texts, as there are none. */
START_TEST(test_otie_is_opic)
{
	struct sp_random random = { 42 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;
		struct oracle_order opic, otie;

		topic_input(&random, 1, &input);
		topic_crawl(&input, "opic:init=seeds", &opic);
		topic_crawl(&input, "otie:lambda=0.5", &otie);
		order_same(&input, "otie", &opic, &otie);
		ck_assert_mem_eq(opic.key, otie.key, sizeof(opic.key));
	}
}
END_TEST

/* Scores of links in parts: links without one have none. */
START_TEST(test_link_scores)
{
	static const uint32_t successors[] = { 1, 4, 6, 9 };
	struct sp_link_scores scores = SP_LINK_SCORES_EMPTY;
	double found[4];
	uint64_t twice;
	struct sp_error err;

	for (uint32_t i = 0; i < 20; i++)
		must(sp_link_scores_add(&scores, (struct sp_link_score){
			7 - i / 5, 2 * (4 - i % 5) + 1, i / 16.0 }, &err),
		     err);
	ck_assert(sp_link_scores_sort(&scores, &twice));
	sp_link_scores_find(&scores, 5, successors, 4, -1, found);
	ck_assert_double_eq(found[0], 14 / 16.0);
	ck_assert_double_eq(found[1], -1);
	ck_assert_double_eq(found[2], -1);
	ck_assert_double_eq(found[3], 10 / 16.0);
	for (uint32_t page = 0; page < 10; page++) {
		sp_link_scores_find(&scores, page, successors, 4, -1, found);
		hold((found[3] >= 0) == (page >= 4 && page <= 7));
	}
	sp_link_scores_find(NULL, 5, successors, 4, 0.5, found);
	ck_assert_double_eq(found[3], 0.5);
	must(sp_link_scores_add(&scores, (struct sp_link_score){ 5, 9, 0 },
				&err), err);
	ck_assert(!sp_link_scores_sort(&scores, &twice));
	ck_assert_uint_eq(scores.rows[twice].source, 5);
	ck_assert_uint_eq(scores.rows[twice].target, 9);
	sp_link_scores_free(&scores);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("topic");

	tcase_add_test(tests, test_bfs);
	tcase_add_test(tests, test_bestfirst_own);
	tcase_add_test(tests, test_bestfirst_parent);
	tcase_add_test(tests, test_fish);
	tcase_add_test(tests, test_shark);
	tcase_add_test(tests, test_otie);
	tcase_add_test(tests, test_refused);
	tcase_add_test(tests, test_blind_is_bfs);
	tcase_add_test(tests, test_otie_is_opic);
	tcase_add_test(tests, test_link_scores);
	return unit_run(tests);
}
