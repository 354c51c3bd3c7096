/* SPDX-License-Identifier: MIT */
/*
 * What must hold between crawl orders on any graph
 * (seedpipe-algorithms(7), section 12): of the library's orders, on random
 * graphs.
 */
#include "order_run.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(300)

/* ---- helpers ---------------------------------------------------------- */

static void
relations_input(struct sp_random *random, struct oracle_crawl_input *input)
{
	order_random_input(random, 30, 40, input);
	input->trusted = false;
}

static void
relations_crawl(const struct oracle_crawl_input *input, const char *plan,
		struct oracle_order *order)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_crawl_report report;

	order_library(input, &options, plan, order, &report);
}

/* Both plans download the same pages in the same order. */
static void
relations_same_order(const struct oracle_crawl_input *input, const char *plan,
		     const char *other)
{
	struct oracle_order a, b;
	char what[ORDER_PLAN];

	relations_crawl(input, plan, &a);
	relations_crawl(input, other, &b);
	snprintf(what, sizeof(what), "%s as %s", other, plan);
	order_same_pages(input, what, &a, &b);
}

static void
relations_one_host(struct oracle_crawl_input *input)
{
	memset(input->host, 0, sizeof(input->host));
	memset(input->domain, 0, sizeof(input->domain));
	input->hosts = 1;
}

/* ---- breadth-first in other ways -------------------------------------- */

START_TEST(test_one_host)
{
	struct sp_random random = { 1 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;

		relations_input(&random, &input);
		relations_one_host(&input);
		relations_same_order(&input, "bfs", "lsf");
		relations_same_order(&input, "bfs", "domainpq");
	}
}
END_TEST

START_TEST(test_hosts_all_different)
{
	struct sp_random random = { 2 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;

		relations_input(&random, &input);
		input.with_domains = false;
		for (unsigned v = 0; v < input.graph.pages; v++) {
			input.host[v] = v;
			input.graph.link[v][v] = false;
		}
		input.hosts = input.graph.pages;
		relations_same_order(&input, "bfs", "domainpq:unit=host");
		relations_same_order(&input, "bfs", "domainpq:unit=domain");
	}
}
END_TEST

START_TEST(test_levels)
{
	struct sp_random random = { 3 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;
		struct oracle_order bfs, order;
		uint32_t level[ORACLE_PAGES] = { 0 };

		relations_input(&random, &input);
		relations_crawl(&input, "bfs", &bfs);
		relations_crawl(&input, "wrankmass@1", &order);
		ck_assert_uint_eq(order.count, bfs.count);
		for (unsigned i = 0; i < bfs.count; i++)
			level[bfs.page[i]] = bfs.depth[i];
		for (unsigned i = 0; i < order.count; i++) {
			ck_assert_uint_eq(order.depth[i],
					  level[order.page[i]]);
			ck_assert(i == 0 ||
				  order.depth[i] >= order.depth[i - 1]);
		}
	}
}
END_TEST

/* ---- mass ------------------------------------------------------------- */

START_TEST(test_fpr_factor)
{
	struct sp_random random = { 4 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;
		struct oracle_order plain, factor;

		relations_input(&random, &input);
		relations_crawl(&input, "fpr", &plain);
		relations_crawl(&input, "fpr@1", &factor);
		order_same(&input, "fpr@1", &plain, &factor);
		ck_assert(!memcmp(plain.key, factor.key, sizeof(plain.key)));
		relations_one_host(&input);
		relations_crawl(&input, "fpr@37.5", &factor);
		order_same(&input, "fpr@37.5 on one host", &plain, &factor);
		ck_assert(!memcmp(plain.key, factor.key, sizeof(plain.key)));
	}
}
END_TEST

/* fpr's push with damping 1, from 1 / seeds each, written out. */
static void
relations_push_undamped(const struct oracle_crawl_input *input,
			struct oracle_order *order)
{
	double mass[ORACLE_PAGES] = { 0 };
	unsigned stamp[ORACLE_PAGES] = { 0 }, stamps = 0, links;
	bool done[ORACLE_PAGES] = { false };

	order->count = 0;
	for (unsigned i = 0; i < input->seed_count; i++)
		if (!stamp[input->seeds[i]])
			stamp[input->seeds[i]] = ++stamps;
	for (unsigned v = 0; v < input->graph.pages; v++)
		mass[v] = stamp[v] ? 1.0 / stamps : 0;
	while (order->count < stamps) {
		unsigned page = ORACLE_PAGES;

		for (unsigned v = 0; v < input->graph.pages; v++)
			if (stamp[v] && !done[v] &&
			    (page == ORACLE_PAGES || mass[v] > mass[page] ||
			     (mass[v] == mass[page] &&
			      stamp[v] < stamp[page])))
				page = v;
		done[page] = true;
		order->page[order->count++] = page;
		links = 0;
		for (unsigned v = 0; v < input->graph.pages; v++)
			links += input->graph.link[page][v];
		for (unsigned v = 0; v < input->graph.pages; v++)
			if (input->graph.link[page][v] && !done[v]) {
				mass[v] += mass[page] / links;
				if (!stamp[v])
					stamp[v] = ++stamps;
			}
	}
}

START_TEST(test_push_is_opic)
{
	struct sp_random random = { 5 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;
		struct oracle_order push, opic;

		relations_input(&random, &input);
		relations_push_undamped(&input, &push);
		relations_crawl(&input, "opic@seeds", &opic);
		order_same_pages(&input, "opic@seeds", &push, &opic);
	}
}
END_TEST

/* x = (1 - d) t + d P x, pages without links lose their part. */
static void
relations_personalised_rank(const struct oracle_crawl_input *input,
			    double *rank)
{
	double teleport[ORACLE_PAGES] = { 0 }, next[ORACLE_PAGES];
	unsigned seeds = 0;

	for (unsigned i = 0; i < input->seed_count; i++)
		teleport[input->seeds[i]] = 1;
	for (unsigned v = 0; v < input->graph.pages; v++)
		seeds += teleport[v] > 0;
	memset(rank, 0, ORACLE_PAGES * sizeof(*rank));
	for (unsigned i = 0; i < 300; i++) {
		for (unsigned v = 0; v < input->graph.pages; v++)
			next[v] = 0.15 * teleport[v] / seeds;
		for (unsigned u = 0; u < input->graph.pages; u++) {
			unsigned links = 0;

			for (unsigned v = 0; v < input->graph.pages; v++)
				links += input->graph.link[u][v];
			for (unsigned v = 0; v < input->graph.pages; v++)
				if (input->graph.link[u][v])
					next[v] += 0.85 * rank[u] / links;
		}
		memcpy(rank, next, sizeof(next));
	}
}

/*
 * The mass spent approaches the personalised PageRank and never exceeds it:
 * page by page in the oracle, in total in the library.
 */
START_TEST(test_rankmass_limit)
{
	static const double missing[] = { 0.1, 1e-3, 1e-6 };
	struct sp_random random = { 6 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options = ORACLE_CRAWL_DEFAULTS;
		struct oracle_crawl_input input;
		struct oracle_order order;
		double rank[ORACLE_PAGES], total = 0;
		char plan[ORDER_PLAN];

		relations_input(&random, &input);
		relations_personalised_rank(&input, rank);
		for (unsigned v = 0; v < input.graph.pages; v++)
			total += rank[v];
		options.eps = 1 - total * (1 - missing[round % 3]);
		snprintf(plan, sizeof(plan), "rankmass:eps=%.17g",
			 options.eps);
		order_both(&input, "rankmass", &options, plan, &order);
		ck_assert(order.covered >= 1 - options.eps);
		ck_assert(order.covered <= total + 1e-12);
		for (unsigned v = 0; v < input.graph.pages; v++) {
			ck_assert(order.spent[v] <= rank[v] + 1e-12);
			ck_assert(order.spent[v] >=
				  rank[v] - total * missing[round % 3]);
		}
	}
}
END_TEST

/*
 * With a loss, all but that much is still covered, by a crawl that goes on
 * after its last download, and nothing that is not there: else the library
 * would say that eps is too small, and the oracle would find a page that spent
 * more than its rank.
 */
START_TEST(test_rankmass_loss)
{
	static const double losses[] = { 0.5, 0.05, 1e-4 };
	struct sp_random random = { 7 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options = ORACLE_CRAWL_DEFAULTS;
		struct oracle_crawl_input input;
		struct oracle_order order;
		double rank[ORACLE_PAGES], total = 0;
		char plan[ORDER_PLAN];

		relations_input(&random, &input);
		relations_personalised_rank(&input, rank);
		for (unsigned v = 0; v < input.graph.pages; v++)
			total += rank[v];
		options.loss = losses[round % 3];
		if (options.loss >= total)
			continue;
		options.eps = 1 - (total - options.loss);
		snprintf(plan, sizeof(plan), "rankmass:eps=%.17g:loss=%.17g",
			 options.eps, options.loss);
		order_both(&input, "rankmass", &options, plan, &order);
		ck_assert(order.covered >= total - options.loss - 1e-12);
		for (unsigned v = 0; v < input.graph.pages; v++)
			ck_assert(order.spent[v] <= rank[v] + 1e-12);
	}
}
END_TEST

/* A seed without trust, to which no mass would ever come, is refused. */
START_TEST(test_trust)
{
	static const char *const plans[] = { "fpr", "rankmass", "wrankmass" };
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_crawl_input input;

	order_input(&input, 4, "0:1 1:0 2:3", "");
	input.trusted = true;
	input.seed_count = 2;
	input.seeds[1] = 2;
	input.trust[0] = 1;
	for (unsigned i = 0; i < sizeof(plans) / sizeof(*plans); i++) {
		struct sp_crawl_report report;
		struct oracle_order order;
		struct sp_error err;

		input.trust[2] = 0;
		ck_assert_int_eq(order_try(&input, &options, plans[i], &order,
					   &report, &err), SP_DATA);
		ck_assert_str_eq(err.text, "the trust in seed page 2 is 0: it "
				 "must be above 0");
		input.trust[2] = 1e-9;
		relations_crawl(&input, plans[i], &order);
		ck_assert_uint_eq(order.count, 4);
		input.trust[0] = 0;
		ck_assert_int_eq(order_try(&input, &options, plans[i], &order,
					   &report, &err), SP_DATA);
		input.trust[0] = 1;
	}
}
END_TEST

/* Mass that underflows to 0 does not end a crawl before all pages are done. */
START_TEST(test_no_mass)
{
	static const char *const plans[] = {
		"fpr:d=0", "rankmass:d=0", "wrankmass:d=0",
		"wrankmass:d=0:pass=snapshot"
	};
	struct sp_random random = { 9 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;
		struct oracle_order bfs, order;

		relations_input(&random, &input);
		relations_crawl(&input, "bfs", &bfs);
		relations_crawl(&input, plans[round % 4], &order);
		ck_assert_uint_eq(order.count, bfs.count);
	}
}
END_TEST

/* ---- distances -------------------------------------------------------- */

START_TEST(test_fica_base)
{
	static const double bases[] = { 2, 2.718281828459045 };
	struct sp_random random = { 7 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options = ORACLE_CRAWL_DEFAULTS;
		struct oracle_crawl_input input;
		struct oracle_order order, other;

		relations_input(&random, &input);
		relations_crawl(&input, "fica@1", &order);
		for (unsigned i = 1; i < order.count; i++)
			ck_assert(order.key[i] >= order.key[i - 1]);
		/* The library has one base only. */
		relations_crawl(&input, "fica", &order);
		options.log_base = bases[round % 2];
		oracle_crawl(&input, "fica", &options, &other);
		order_same_pages(&input, "fica, another base", &order, &other);
	}
}
END_TEST

/* ---- all -------------------------------------------------------------- */

/* Without limits, each reachable page is downloaded exactly once. */
START_TEST(test_same_pages)
{
	const char *strategy = order_strategy((unsigned)_i);
	struct sp_random random = { 100 + (uint64_t)_i };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options options;
		struct sp_crawl_options common;
		struct sp_crawl_report report;
		struct oracle_crawl_input input;
		struct oracle_order order, bfs;
		unsigned times[ORACLE_PAGES] = { 0 };
		char plan[ORDER_PLAN];

		order_random_input(&random, 30, 40, &input);
		order_random_plan(&random, strategy, false, &options, plan);
		common = order_options(&options);
		order_library(&input, &common, plan, &order, &report);
		relations_crawl(&input, "bfs", &bfs);
		for (unsigned i = 0; i < order.count; i++)
			times[order.page[i]]++;
		for (unsigned i = 0; i < bfs.count; i++)
			ck_assert_uint_eq(times[bfs.page[i]], 1);
		ck_assert_uint_eq(order.count, bfs.count);
		ck_assert_uint_eq(report.known, bfs.count);
	}
}
END_TEST

/*
 * New numbers for the pages, so that the links of every page keep their
 * order, which is that of the numbers: pages in an order at random, each
 * after those before it in any list of links.
 */
static void
relations_renumber(struct sp_random *random,
		   const struct oracle_crawl_input *input, unsigned *number)
{
	const struct oracle_graph *graph = &input->graph;
	static bool after[ORACLE_PAGES][ORACLE_PAGES];
	bool numbered[ORACLE_PAGES] = { false };

	memset(after, 0, sizeof(after));
	for (unsigned u = 0; u < graph->pages; u++)
		for (unsigned v = 0; v < graph->pages; v++)
			for (unsigned w = 0; w < v; w++)
				if (graph->link[u][v] && graph->link[u][w])
					after[v][w] = true;
	for (unsigned i = 0; i < graph->pages; i++) {
		unsigned free[ORACLE_PAGES], count = 0, page;

		for (unsigned v = 0; v < graph->pages; v++) {
			bool waits = numbered[v];

			for (unsigned w = 0; w < graph->pages; w++)
				waits |= after[v][w] && !numbered[w];
			if (!waits)
				free[count++] = v;
		}
		page = free[sp_random_below(random, count)];
		numbered[page] = true;
		number[page] = i;
	}
}

static void
relations_relabel(const struct oracle_crawl_input *input,
		  const unsigned *number, struct oracle_crawl_input *other)
{
	memset(other, 0, sizeof(*other));
	other->graph.pages = input->graph.pages;
	for (unsigned u = 0; u < input->graph.pages; u++) {
		for (unsigned v = 0; v < input->graph.pages; v++)
			other->graph.link[number[u]][number[v]] =
				input->graph.link[u][v];
		other->host[number[u]] = input->host[u];
		other->score[number[u]] = input->score[u];
		other->trust[number[u]] = input->trust[u];
	}
	order_number_hosts(other);
	other->trusted = input->trusted;
	other->seed_count = input->seed_count;
	for (unsigned i = 0; i < input->seed_count; i++)
		other->seeds[i] = number[input->seeds[i]];
}

START_TEST(test_relabelled)
{
	static const char *const plans[] = {
		"ieca:k=2", "ieca:k=3:update=lazy", "fpr@100", "fpr@2", "lsf",
		"lsf:tie-site=lastvisit", "opic", "opic@seeds", "bfs", "dfs",
		"backlink@2", "domainpq", "fica", "ficaplus:k=3", "rankmass",
		"wrankmass@0.3", "omniscient", "shuffle", "random"
	};
	struct sp_random random = { 8 };
	unsigned moved = 0, downloads = 0;

	for (unsigned round = 0; round < 2 * ROUNDS; round++) {
		struct oracle_crawl_input input, other;
		struct oracle_order order, found;
		const char *plan = plans[round % (sizeof(plans) /
						  sizeof(*plans))];
		unsigned number[ORACLE_PAGES];

		order_random_input(&random, 30, 40, &input);
		input.with_domains = false;
		for (unsigned v = 0; v < input.graph.pages; v++)
			for (unsigned u = 0; u < input.graph.pages; u++)
				if (sp_random_below(&random, 3))
					input.graph.link[u][v] = false;
		relations_renumber(&random, &input, number);
		relations_relabel(&input, number, &other);
		relations_crawl(&input, plan, &order);
		relations_crawl(&other, plan, &found);
		downloads += order.count;
		for (unsigned i = 0; i < order.count; i++) {
			moved += number[order.page[i]] != order.page[i];
			order.page[i] = number[order.page[i]];
			if (order.parent[i] != ORACLE_NONE)
				order.parent[i] = number[order.parent[i]];
		}
		order_same(&other, plan, &order, &found);
	}
	/* Otherwise the test would prove little. */
	ck_assert_uint_gt(downloads, 20 * ROUNDS);
	ck_assert_uint_gt(moved, downloads / 2);
}
END_TEST

/* ---- another method --------------------------------------------------- */

/*
 * Ranks of all methods are near the same solution, so the orders are the
 * same up to pages of equal rank, from which on anything may differ.  Returns
 * the number of downloads compared.
 */
static unsigned
relations_same_until_tie(const struct oracle_crawl_input *input,
			 const char *strategy, const char *method)
{
	struct oracle_order power, push;
	char plan[ORDER_PLAN];
	unsigned i = 0;

	snprintf(plan, sizeof(plan), "%s:k=3:tolerance=1e-13:iterations=1000",
		 strategy);
	relations_crawl(input, plan, &power);
	strcat(plan, method);
	relations_crawl(input, plan, &push);
	ck_assert_uint_eq(power.count, push.count);
	for (; i < power.count && power.page[i] == push.page[i]; i++)
		ck_assert_double_eq_tol(power.key[i], push.key[i], 1e-11);
	if (i < power.count)
		ck_assert_double_eq_tol(power.key[i], push.key[i], 1e-11);
	return i;
}

START_TEST(test_method)
{
	struct sp_random random = { 11 };
	uint64_t compared = 0, all = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_input input;

		relations_input(&random, &input);
		compared += relations_same_until_tie(&input, "batchpr",
						     ":method=push");
		compared += relations_same_until_tie(&input, "batchpr",
						     ":method=local");
		compared += relations_same_until_tie(&input, "partialpr",
						     ":method=push");
		compared += relations_same_until_tie(&input, "partialpr",
						     ":method=local");
		all += 4 * input.graph.pages;
	}
	ck_assert_uint_gt(compared, all / 2);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("relations");
	int strategies = 0;

	while (order_strategy((unsigned)strategies))
		strategies++;
	tcase_add_test(tests, test_one_host);
	tcase_add_test(tests, test_hosts_all_different);
	tcase_add_test(tests, test_levels);
	tcase_add_test(tests, test_fpr_factor);
	tcase_add_test(tests, test_push_is_opic);
	tcase_add_test(tests, test_rankmass_limit);
	tcase_add_test(tests, test_rankmass_loss);
	tcase_add_test(tests, test_trust);
	tcase_add_test(tests, test_no_mass);
	tcase_add_test(tests, test_fica_base);
	tcase_add_test(tests, test_relabelled);
	tcase_add_test(tests, test_method);
	tcase_add_loop_test(tests, test_same_pages, 0, strategies);
	return unit_run(tests);
}
