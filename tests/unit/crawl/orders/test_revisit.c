/* SPDX-License-Identifier: MIT */
/*
 * On-line page importance: the worked example of seedpipe-algorithms(7), 3.4,
 * a naive second implementation on random graphs, and what all policies come
 * to in the end.
 */
#include "order_run.h"
#include "unit.h"

#include "crawl/orders/revisit.h"

#include <math.h>
#include <string.h>

#define G11 11, "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 " \
	"10:0 4", "00001112222"

#define VISITS 4096     /* that are looked at, at most */
#define ALL (ORACLE_PAGES + 1)

/* What the library does. */
struct visits {
	unsigned count;
	unsigned page[VISITS];  /* the number of pages: the virtual one */
	double cash[VISITS];
	unsigned pages;
	double importance[ORACLE_PAGES];
	struct sp_visit_report report;
};

static enum sp_status
revisit_add_visit(void *context, uint32_t page, double cash,
		  const uint32_t *successors, uint32_t count,
		  struct sp_error *err)
{
	struct visits *visits = context;

	(void)successors;
	(void)count;
	(void)err;
	if (visits->count < VISITS) {
		visits->page[visits->count] =
			page == SP_VIRTUAL_PAGE ? visits->pages : page;
		visits->cash[visits->count] = cash;
		visits->count++;
	}
	return SP_OK;
}

static void
revisit_library(const struct oracle_graph *graph, const char *text,
		uint64_t max, struct visits *visits)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_visit_sink sink = { .context = visits,
				      .visit = revisit_add_visit };
	struct sp_graph *built = oracle_build(graph);
	struct sp_crawl_input input = { .graph = built };
	struct sp_index *index;
	struct sp_error err;
	struct sp_plan plan;

	visits->count = 0;
	visits->pages = graph->pages;
	options.max = max;
	must(sp_index_new(built, 1, &index, &err), err);
	must(sp_plan_parse(text, strlen(text), &plan, &err), err);
	input.index = index;
	must(sp_revisit(&input, &options, &plan, &sink, visits->importance,
			&visits->report, &err), err);
	sp_index_free(index);
	sp_graph_free(built);
}

/* ---- the example ------------------------------------------------------ */

START_TEST(test_example)
{
	static const unsigned first[] = {
		0, 1, 11, 3, 2, 5, 4, 11, 8, 7, 9, 11
	};
	static const double importance[] = {
		0.068955, 0.081497, 0.047572, 0.080936, 0.094766, 0.063879,
		0.055661, 0.077122, 0.076162, 0.053430, 0.031970
	};
	struct oracle_crawl_input input;
	struct visits visits;

	order_input(&input, G11);
	revisit_library(&input.graph, "opic-revisit:steps=40", 0, &visits);
	ck_assert_uint_eq(visits.count, 40);
	for (unsigned i = 0; i < 12; i++)
		ck_assert_uint_eq(visits.page[i], first[i]);
	for (unsigned v = 0; v < 11; v++)
		ck_assert_double_eq_tol(visits.importance[v], importance[v],
					0.5e-6);
	ck_assert_double_eq_tol(visits.report.virtual_page, 0.268050, 0.5e-6);
	ck_assert_double_eq_tol(visits.report.spent, 7.073339, 0.5e-6);
	ck_assert_uint_eq(visits.report.visits, 40);
}
END_TEST

/* ---- a second implementation ------------------------------------------ */

struct naive {
	unsigned pages;
	double cash[ALL], history[ALL], visited[ALL];
	double spent;
};

static double
slow_history(const struct naive *naive, unsigned page, double window)
{
	double since = naive->spent - naive->visited[page];

	if (!(window > 0))
		return naive->history[page] + naive->cash[page];
	if (since < window)
		return naive->history[page] * (window - since) / window +
		       naive->cash[page];
	return naive->cash[page] * window / since;
}

static void
slow_visit(struct naive *naive, const struct oracle_graph *graph, unsigned page,
	   double window)
{
	double cash = naive->cash[page];
	unsigned n = naive->pages, links = 0;

	naive->history[page] = slow_history(naive, page, window);
	naive->visited[page] = naive->spent;
	naive->spent += cash;
	naive->cash[page] = 0;
	for (unsigned v = 0; v < n; v++)
		links += page == n || graph->link[page][v];
	links += page != n;
	for (unsigned v = 0; v < n; v++)
		if (page == n || graph->link[page][v])
			naive->cash[v] += cash / links;
	if (page != n)
		naive->cash[n] += cash / links;
}

/*
 * The page that is next.  Sums in another order differ in their last bits, so
 * of pages that are equal to 1e-12 the library's choice stands, unless
 * neither was given anything yet.
 */
static unsigned
slow_choose(const struct naive *naive, unsigned step, const char *policy,
	    struct sp_random *random, unsigned found)
{
	unsigned best = 0;

	if (!strcmp(policy, "cycle"))
		return step % (naive->pages + 1);
	if (!strcmp(policy, "random"))
		return (unsigned)sp_random_below(random, naive->pages + 1);
	for (unsigned v = 1; v <= naive->pages; v++)
		if (naive->cash[v] > naive->cash[best])
			best = v;
	if (naive->cash[found] >= naive->cash[best] * (1 - 1e-12) &&
	    naive->cash[best] != 1.0 / (naive->pages + 1))
		return found;
	return best;
}

static void
revisit_compare(const struct oracle_graph *graph, const char *policy,
		double window, const struct visits *visits)
{
	struct naive naive = { .pages = graph->pages };
	struct sp_random random = { 1 };
	double last[ALL], sum = 0;

	for (unsigned v = 0; v <= graph->pages; v++)
		naive.cash[v] = 1.0 / (graph->pages + 1);
	for (unsigned i = 0; i < visits->count; i++) {
		unsigned page = slow_choose(&naive, i, policy, &random,
					    visits->page[i]);

		ck_assert_uint_eq(visits->page[i], page);
		ck_assert_double_eq_tol(visits->cash[i], naive.cash[page],
					1e-12);
		slow_visit(&naive, graph, page, window);
	}
	for (unsigned v = 0; v <= graph->pages; v++)
		sum += last[v] = slow_history(&naive, v, window);
	if (!(window > 0))
		ck_assert_double_eq_tol(sum, naive.spent + 1, 1e-9);
	for (unsigned v = 0; v < graph->pages; v++)
		ck_assert_double_eq_tol(visits->importance[v], last[v] / sum,
					1e-12);
	ck_assert_double_eq_tol(visits->report.virtual_page,
				last[graph->pages] / sum, 1e-12);
	ck_assert_double_eq_tol(visits->report.spent, naive.spent, 1e-9);
}

START_TEST(test_random_graphs)
{
	static const char *const policies[] = { "greedy", "random", "cycle" };
	const char *policy = policies[_i];
	struct sp_random random = { 77 + (uint64_t)_i };

	for (unsigned round = 0; round < ROUNDS_OF(1000); round++) {
		uint64_t steps = 1 + sp_random_below(&random, 300);
		double window = round % 2 ? 5 * sp_random_unit(&random) +
						    0.001 : 0;
		struct oracle_crawl_input input;
		struct visits visits;
		char plan[128];

		order_random_input(&random, 1, 60, &input);
		snprintf(plan, sizeof(plan), "opic-revisit:steps=%u:policy=%s"
			 ":window=%.17g", (unsigned)steps, policy, window);
		revisit_library(&input.graph, plan, 0, &visits);
		ck_assert_uint_eq(visits.count, steps);
		revisit_compare(&input.graph, policy, window, &visits);
	}
}
END_TEST

/* ---- what does not depend on the policy ------------------------------- */

/* Where the cash is in the long run, by power iteration. */
static void
revisit_stationary(const struct oracle_graph *graph, double share[ALL])
{
	unsigned n = graph->pages;

	for (unsigned v = 0; v <= n; v++)
		share[v] = 1.0 / (n + 1);
	for (unsigned round = 0; round < 2000; round++) {
		struct naive naive = { .pages = n };

		/* Half stays where it is, which ends all oscillation. */
		for (unsigned v = 0; v <= n; v++) {
			struct naive one = { .pages = n };

			one.cash[v] = share[v] / 2;
			slow_visit(&one, graph, v, 0);
			for (unsigned to = 0; to <= n; to++)
				naive.cash[to] += one.cash[to];
		}
		for (unsigned v = 0; v <= n; v++)
			share[v] = share[v] / 2 + naive.cash[v];
	}
}

START_TEST(test_limit)
{
	static const char *const plans[] = {
		"opic-revisit:steps=200000",
		"opic-revisit:steps=200000:policy=cycle",
		"opic-revisit:steps=200000:policy=random",
		"opic-revisit:steps=200000:window=500",
		"opic-revisit:steps=200000:policy=cycle:window=500"
	};
	struct oracle_crawl_input input;
	struct visits visits;
	double share[ALL];

	order_input(&input, G11);
	revisit_stationary(&input.graph, share);
	for (unsigned i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		double sum;

		revisit_library(&input.graph, plans[i], 0, &visits);
		sum = visits.report.virtual_page;
		for (unsigned v = 0; v < 11; v++) {
			ck_assert_double_eq_tol(visits.importance[v], share[v],
						strstr(plans[i], "window") ?
						1e-3 : 1e-4);
			sum += visits.importance[v];
		}
		ck_assert_double_eq_tol(sum, 1, 1e-12);
	}
}
END_TEST

/* ---- limits ----------------------------------------------------------- */

START_TEST(test_steps)
{
	struct oracle_crawl_input input;
	struct visits visits;

	order_input(&input, G11);
	revisit_library(&input.graph, "opic-revisit", 0, &visits);
	ck_assert_uint_eq(visits.count, 110);
	revisit_library(&input.graph, "opic-revisit:steps=12", 7, &visits);
	ck_assert_uint_eq(visits.count, 7);
}
END_TEST

START_TEST(test_other_loop)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct oracle_crawl_input input;
	struct sp_crawl_input none = { 0 };
	struct sp_visit_report visits;
	struct sp_crawl_report report;
	struct oracle_order order;
	struct sp_error err;
	struct sp_plan plan;
	struct sp_graph *graph;

	order_input(&input, G11);
	ck_assert_int_eq(order_try(&input, &options, "opic-revisit", &order,
				   &report, &err), SP_USAGE);
	graph = oracle_build(&input.graph);
	none.graph = graph;
	must(sp_plan_parse("opic", 4, &plan, &err), err);
	ck_assert_int_eq(sp_revisit(&none, &options, &plan, NULL, NULL,
				    &visits, &err), SP_USAGE);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("opic-revisit");

	tcase_add_test(tests, test_example);
	tcase_add_loop_test(tests, test_random_graphs, 0, 3);
	tcase_add_test(tests, test_limit);
	tcase_add_test(tests, test_steps);
	tcase_add_test(tests, test_other_loop);
	return unit_run(tests);
}
