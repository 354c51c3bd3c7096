/* SPDX-License-Identifier: MIT */
/*
 * Crawl orders of the library and of the oracle on random graphs, with random
 * options, limits and ties: a test a strategy.
 */
#include "order_run.h"
#include "unit.h"

#include <string.h>

#define ROUNDS ROUNDS_OF(1000)

START_TEST(test_strategy)
{
	const char *strategy = order_strategy((unsigned)_i);
	struct sp_random random = { (uint64_t)_i };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options;
		struct oracle_crawl_input input;
		struct oracle_order order;
		char plan[ORDER_PLAN];

		order_random_input(&random, 30, 60, &input);
		order_random_plan(&random, strategy, round % 2, &options,
				  plan);
		order_both(&input, strategy, &options, plan, &order);
	}
}
END_TEST

/*
 * rankmass until a part of the mass is covered: first a part that the limits
 * allow, then one that they do not.
 */
START_TEST(test_rankmass_eps)
{
	struct sp_random random = { 50 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options;
		struct sp_crawl_options common;
		struct sp_crawl_report report;
		struct oracle_crawl_input input;
		struct oracle_order order;
		struct sp_error err;
		double all;
		char plan[ORDER_PLAN];

		order_random_input(&random, 30, 60, &input);
		order_random_plan(&random, "bfs", round % 2, &options, plan);
		options.max = 0;
		options.to_seeds = round % 3 == 0;
		options.eps = 1e-9;
		options.max_push = 5000;
		oracle_crawl(&input, "rankmass", &options, &order);
		all = order.covered;
		options.max_push = 0;
		options.eps = 1 - all * (0.1 + 0.899 *
					 sp_random_unit(&random));
		snprintf(plan, sizeof(plan), "rankmass:eps=%.17g:dangling=%s",
			 options.eps, options.to_seeds ? "seeds" : "drop");
		order_both(&input, "rankmass", &options, plan, &order);
		if (all > 0.99)
			continue;
		common = order_options(&options);
		snprintf(plan, sizeof(plan), "rankmass:eps=%.17g:dangling=%s",
			 1 - all * 1.01, options.to_seeds ? "seeds" : "drop");
		ck_assert_int_ne(order_try(&input, &common, plan, &order,
					   &report, &err), SP_OK);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("orders");
	int strategies = 0;

	while (order_strategy((unsigned)strategies))
		strategies++;
	tcase_add_loop_test(tests, test_strategy, 0, strategies);
	tcase_add_test(tests, test_rankmass_eps);
	return unit_run(tests);
}
