/* SPDX-License-Identifier: MIT */
/*
 * What must hold for every row of the table of orders, with its default
 * options, on random graphs.  A new order is tested here without a change.
 */
#include "order_run.h"
#include "unit.h"

#include <string.h>

#define ROUNDS ROUNDS_OF(100)

/* ---- the row ---------------------------------------------------------- */

/* The default, written out, is accepted and is the value. */
static void
table_check_option(const struct sp_strategy *strategy,
		   const struct sp_parameter *option)
{
	char text[ORDER_PLAN], value[64] = "auto";
	struct sp_plan plan;
	struct sp_error err;
	long at = option - strategy->options;

	ck_assert_int_lt(at, SP_PARAMETERS);
	ck_assert_uint_gt(strlen(option->help), 0);
	if (option->kind == SP_PARAMETER_CHOICE)
		snprintf(value, sizeof(value), "%.*s",
			 (int)strcspn(option->choices, "|"), option->choices);
	else if (option->kind != SP_PARAMETER_PERIOD)
		snprintf(value, sizeof(value), "%.17g", option->initial);
	snprintf(text, sizeof(text), "%s:%s=%s", strategy->name, option->name,
		 value);
	must(sp_plan_parse(text, strlen(text), &plan, &err), err);
	if (option->kind != SP_PARAMETER_PERIOD)
		ck_assert(plan.values[at] <= option->initial &&
			  plan.values[at] >= option->initial);
}

START_TEST(test_row)
{
	const struct sp_strategy *strategy = sp_strategy_at((unsigned)_i);
	const struct sp_parameter *option = strategy->options;
	struct sp_plan plan;
	struct sp_error err;

	must(sp_plan_parse(strategy->name, strlen(strategy->name), &plan,
			   &err), err);
	ck_assert_ptr_eq(plan.strategy, strategy);
	ck_assert_uint_gt(strlen(strategy->source), 0);
	ck_assert_uint_gt(strlen(strategy->help), 0);
	ck_assert_int_ne(strategy->help[strlen(strategy->help) - 1], '.');
	for (; option && option->name; option++)
		table_check_option(strategy, option);
}
END_TEST

/* ---- the order -------------------------------------------------------- */

static void
table_crawl(const struct oracle_crawl_input *input,
	    const struct sp_crawl_options *options, const char *name,
	    struct oracle_order *order)
{
	struct sp_crawl_report report;

	order_library(input, options, name, order, &report);
	ck_assert_uint_eq(report.downloads, order->count);
}

/* A tree: each page once, after its parent was found, one level deeper. */
static void
table_check_tree(const struct oracle_crawl_input *input,
		 const struct oracle_order *order)
{
	uint32_t depth[ORACLE_PAGES] = { 0 };

	for (unsigned i = 0; i < order->count; i++) {
		hold(!depth[order->page[i]]);
		depth[order->page[i]] = order->depth[i];
	}
	for (unsigned i = 0; i < order->count; i++) {
		uint32_t parent = order->parent[i], page = order->page[i];

		if (parent == SP_NO_PARENT) {
			hold(order->depth[i] == 1);
			continue;
		}
		hold(input->graph.link[parent][page]);
		hold(!depth[parent] || order->depth[i] == depth[parent] + 1);
	}
}

/* Fish and shark go only so deep: let them go on. */
static const char *
table_plan(unsigned row)
{
	const char *name = sp_strategy_at(row)->name;

	if (!strcmp(name, "fish"))
		return "fish:depth=1000";
	return strcmp(name, "shark") ? name : "shark:depth=1000";
}

/* All reachable pages; the same in a second crawl; at most --max of them. */
START_TEST(test_order)
{
	const char *name = table_plan((unsigned)_i);
	struct sp_random random = { 200 + (uint64_t)_i };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
		struct oracle_crawl_input input;
		struct oracle_order order, bfs, again;

		order_random_input(&random, 20, 40, &input);
		options.period = round % 2 ? 0 : 5;
		table_crawl(&input, &options, "bfs", &bfs);
		table_crawl(&input, &options, name, &order);
		ck_assert_uint_eq(order.count, bfs.count);
		table_check_tree(&input, &order);
		table_crawl(&input, &options, name, &again);
		hold(!memcmp(&order, &again, sizeof(order)));
		options.max = 1 + sp_random_below(&random, order.count);
		table_crawl(&input, &options, name, &again);
		ck_assert_uint_eq(again.count, options.max);
		hold(!memcmp(order.page, again.page,
			     again.count * sizeof(*order.page)));
	}
}
END_TEST

/* Limits are obeyed; seeds are exempt from them. */
START_TEST(test_order_limits)
{
	const char *name = sp_strategy_at((unsigned)_i)->name;
	struct sp_random random = { 300 + (uint64_t)_i };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
		struct oracle_crawl_input input;
		struct oracle_order order;
		unsigned pages[ORACLE_PAGES] = { 0 };
		unsigned of_shape[ORACLE_PAGES] = { 0 };

		order_random_input(&random, 20, 40, &input);
		options.max_depth = 1 + sp_random_below(&random, 4);
		options.max_per_host = 1 + sp_random_below(&random, 6);
		options.max_per_shape = 1 + sp_random_below(&random, 6);
		options.max_frontier = 1 + sp_random_below(&random, 12);
		table_crawl(&input, &options, name, &order);
		table_check_tree(&input, &order);
		for (unsigned i = 0; i < order.count; i++) {
			unsigned host = input.host[order.page[i]];
			unsigned shape = input.shape[order.page[i]];

			hold(order.depth[i] <= options.max_depth);
			pages[host]++;
			of_shape[shape]++;
			hold(order.parent[i] == SP_NO_PARENT ||
			     input.seed_count + options.max_per_shape >=
				     of_shape[shape]);
			hold(order.parent[i] == SP_NO_PARENT ||
			     input.seed_count + options.max_per_host >=
				     pages[host]);
		}
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("orders");
	const struct sp_strategy *strategy;

	for (int i = 0; (strategy = sp_strategy_at((unsigned)i)); i++) {
		tcase_add_loop_test(tests, test_row, i, i + 1);
		if (!strategy->revisits) {
			tcase_add_loop_test(tests, test_order, i, i + 1);
			tcase_add_loop_test(tests, test_order_limits, i, i + 1);
		}
	}
	return unit_run(tests);
}
