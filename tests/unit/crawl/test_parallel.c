/* SPDX-License-Identifier: MIT */
/*
 * Parallel crawls: the worked examples of section 5 in
 * seedpipe-algorithms(7), and what must hold between crawls.
 */
#include "parallel_run.h"

#include <stdint.h>

/* ---- worked examples -------------------------------------------------- */

#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"
#define G11_HOSTS "00001112222"

/* The expected rows as text, "tick,process,page ..." */
struct example {
	const char *name, *seeds;
	enum sp_parallel_mode mode;
	uint64_t batch;
	const char *rows;
	unsigned downloads, distinct, messages;
};

static const struct example examples[] = {
	{ "firewall, 0", "0", SP_FIREWALL, 0,
	  "(1,0,0)(2,0,1)(3,0,2)(4,0,3)", 4, 4, 0 },
	{ "crossover, 0", "0", SP_CROSSOVER, 0,
	  "(1,0,0)(2,0,1)(3,0,2)(4,0,3)(5,0,4)(6,0,5)(7,0,6)(8,0,7)(9,0,8)"
	  "(10,0,9)", 10, 10, 0 },
	{ "exchange, 0, B 1", "0", SP_EXCHANGE, 1,
	  "(1,0,0)(2,0,1)(2,1,4)(3,0,2)(3,1,5)(3,2,7)(4,0,3)(4,1,6)(4,2,8)"
	  "(5,2,9)", 10, 10, 6 },
	{ "exchange, 0, B 2", "0", SP_EXCHANGE, 2,
	  "(1,0,0)(2,0,1)(3,0,2)(3,1,4)(4,0,3)(4,1,5)(5,1,6)(5,2,7)(6,2,8)"
	  "(7,2,9)", 10, 10, 6 },
	{ "firewall, 0 4 8", "048", SP_FIREWALL, 0, NULL, 10, 10, 0 },
	{ "crossover, 0 4 8", "048", SP_CROSSOVER, 0, NULL, 30, 10, 0 },
	{ "exchange, 0 4 8", "048", SP_EXCHANGE, 1, NULL, 10, 10, 6 },
};

static unsigned
distinct_pages(const struct parallel_rows *rows)
{
	bool seen[ORACLE_PAGES] = { false };
	unsigned count = 0;

	for (unsigned i = 0; i < rows->count; i++) {
		count += !seen[rows->rows[i].page];
		seen[rows->rows[i].page] = true;
	}
	return count;
}

static const char *
rows_as_text(const struct parallel_rows *rows)
{
	static char text[32 * PARALLEL_ROWS];
	size_t used = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < rows->count; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "(%u,%u,%u)", rows->rows[i].tick,
					 rows->rows[i].process,
					 rows->rows[i].page);
	return text;
}

START_TEST(test_example)
{
	const struct example *example = &examples[_i];
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_crawl_input input;
	uint16_t owner[ORACLE_PAGES];
	struct sp_parallel parallel = { 3, example->mode, example->batch,
					owner, NULL, 0 };
	struct sp_crawl_report report;
	struct parallel_rows rows;

	order_input(&input, 11, G11, G11_HOSTS);
	input.seed_count = (unsigned)strlen(example->seeds);
	for (unsigned i = 0; i < input.seed_count; i++)
		input.seeds[i] = (uint32_t)(example->seeds[i] - '0');
	for (unsigned v = 0; v < 11; v++)
		owner[v] = (uint16_t)input.host[v];
	parallel_crawl(&input, &options, "bfs", &parallel, &rows, &report);
	if (example->rows)
		ck_assert_str_eq(rows_as_text(&rows), example->rows);
	ck_assert_uint_eq(rows.count, example->downloads);
	ck_assert_uint_eq(distinct_pages(&rows), example->distinct);
	ck_assert_uint_eq(report.parallel.messages, example->messages);
	ck_assert_uint_eq(report.parallel.ticks,
			  rows.rows[rows.count - 1].tick);
}
END_TEST

/* ---- one process is one crawler --------------------------------------- */

#define ROUNDS ROUNDS_OF(250)

static bool
is_alone(const char *strategy)
{
	static const char *const names[] = { "shuffle", "bestfirst", "fish",
					     "shark", "otie" };

	for (unsigned i = 0; i < LENGTH(names); i++)
		if (!strcmp(strategy, names[i]))
			return true;
	return false;
}

/* Only the tick differs if pages are expanded again in between. */
static void
assert_same(const struct parallel_rows *a, const struct parallel_rows *b,
	    const char *plan)
{
	ck_assert_msg(a->count == b->count, "%s: %u and %u downloads", plan,
		      a->count, b->count);
	for (unsigned i = 0; i < a->count; i++) {
		const struct sp_download *x = &a->rows[i], *y = &b->rows[i];

		if (x->page != y->page || x->parent != y->parent ||
		    x->depth != y->depth || x->key != y->key ||
		    x->tick != y->tick || x->process != y->process)
			ck_abort_msg("%s: row %u: page %u, %u", plan, i,
				     x->page, y->page);
	}
}

START_TEST(test_one_process)
{
	const char *strategy = order_strategy((unsigned)_i);
	static const uint16_t owner[ORACLE_PAGES];
	struct sp_random random = { (uint64_t)_i };

	if (is_alone(strategy))
		return;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_parallel parallel = {
			1, (enum sp_parallel_mode)(round % 3), 1 + round % 4,
			owner, NULL, 0
		};
		struct oracle_crawl_options options;
		struct oracle_crawl_input input;
		struct sp_crawl_options common;
		struct sp_crawl_report single, report;
		struct parallel_rows expected, found;
		char plan[ORDER_PLAN];

		order_random_input(&random, 30, 60, &input);
		order_random_plan(&random, strategy, round % 2, &options,
				  plan);
		/* This limit is for one crawler. */
		options.max_host_depth = 0;
		common = order_options(&options);
		if (round % 5 == 0)
			common.tie = SP_TIE_RANDOM;
		parallel_crawl(&input, &common, plan, NULL, &expected,
			       &single);
		parallel_crawl(&input, &common, plan, &parallel, &found,
			       &report);
		assert_same(&expected, &found, plan);
		memset(&report.parallel, 0, sizeof(report.parallel));
		ck_assert_msg(!memcmp(&single, &report, sizeof(report)),
			      "%s: the reports differ", plan);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("parallel");
	int strategies = 0;

	while (order_strategy((unsigned)strategies))
		strategies++;
	tcase_add_loop_test(tests, test_example, 0, LENGTH(examples));
	tcase_add_loop_test(tests, test_one_process, 0, strategies);
	return unit_run(tests);
}
