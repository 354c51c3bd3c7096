/* SPDX-License-Identifier: MIT */
/*
 * The scores that orders leave (seedpipe-algorithms(7), G8), on random graphs
 * with random options and limits, by what defines them.
 */
#include "order_run.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(300) /* of each order */

static const struct {
	const char *name;
	bool distance;
	bool gains; /* also after its download, ... */
	bool again; /* ... and is expanded once more, then */
} orders[] = {
	{ "backlink", false, false, false },
	{ "partialpr", false, false, false },
	{ "opic", false, true, false }, { "fpr", false, false, false },
	{ "fica", true, false, false }, { "ficaplus", true, false, false },
	{ "ieca", true, false, false }, { "rankmass", false, true, true },
	{ "wrankmass", false, true, true }
};

struct scored {
	struct oracle_crawl_input input;
	struct oracle_crawl_options naive;
	struct sp_crawl_options options;
	char plan[ORDER_PLAN];
	struct oracle_order order;
	double score[ORACLE_PAGES];
};

static enum sp_status
add_download(void *context, const struct sp_download *download,
	     struct sp_error *err)
{
	struct oracle_order *order = context;

	(void)err;
	order->page[order->count] = download->page;
	order->key[order->count++] = download->key;
	return SP_OK;
}

static void
crawl_scored(struct scored *run)
{
	struct sp_crawl_sink sink = { .context = &run->order,
				      .download = add_download,
				      .score = run->score };
	struct sp_crawl_report report;
	struct sp_error err;

	run->order.count = 0;
	must(order_crawl(&run->input, &run->options, run->plan, NULL, &sink,
			 &report, &err), err);
}

static void
draw_run(struct scored *run, struct sp_random *random, unsigned order,
	 bool limits)
{
	order_random_input(random, 10, 40, &run->input);
	order_random_plan(random, orders[order].name, limits, &run->naive,
			  run->plan);
	run->options = order_options(&run->naive);
	crawl_scored(run);
}

/* A page that was downloaded once has the key of its download. */
static void
check_downloads(const struct scored *run, bool distance, bool gains)
{
	for (unsigned i = 0; i < run->order.count; i++) {
		double score = run->score[run->order.page[i]];
		double key = run->order.key[i];

		if (gains)
			hold(score >= key * (1 - 1e-12));
		else
			hold(distance ? score == -key : score == key);
	}
}

/* A page that was not found is never better than one that was. */
static void
check_others(const struct scored *run)
{
	bool done[ORACLE_PAGES] = { false };
	double least = INFINITY, most = -INFINITY;

	for (unsigned i = 0; i < run->order.count; i++) {
		done[run->order.page[i]] = true;
		least = fmin(least, run->score[run->order.page[i]]);
	}
	for (unsigned p = 0; p < run->input.graph.pages; p++) {
		hold(isfinite(run->score[p]));
		if (!done[p])
			most = fmax(most, run->score[p]);
	}
	hold(most <= least);
}

START_TEST(test_downloads)
{
	struct sp_random random = { 60 + (uint64_t)_i };
	struct scored run;

	for (unsigned round = 0; round < ROUNDS; round++) {
		draw_run(&run, &random, (unsigned)_i, round % 2);
		check_downloads(&run, orders[_i].distance, orders[_i].gains);
		if (!(round % 2))
			check_others(&run);
	}
}
END_TEST

/* When a crawl ends early, the page that was next has the key of its turn. */
START_TEST(test_waiting)
{
	struct sp_random random = { 90 + (uint64_t)_i };
	struct scored run;

	for (unsigned round = 0; round < ROUNDS && !orders[_i].again; round++) {
		struct oracle_order all;
		uint32_t next;

		draw_run(&run, &random, (unsigned)_i, false);
		all = run.order;
		/* A lazy queue has several keys of a page. */
		if (all.count < 2 || strstr(run.plan, "lazy"))
			continue;
		run.options.max = 1 + sp_random_below(&random, all.count - 1);
		crawl_scored(&run);
		ck_assert_uint_eq(run.order.count, run.options.max);
		next = all.page[run.options.max];
		hold(run.score[next] == (orders[_i].distance ?
			-all.key[run.options.max] :
			all.key[run.options.max]));
	}
}
END_TEST

/* All mass is in the scores: that of seeds, and what pages passed on. */
START_TEST(test_mass)
{
	static const char *const plans[] = { "rankmass", "wrankmass",
					     "wrankmass:pass=snapshot" };
	struct sp_random random = { 120 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options naive = { 0 };
		double sum = 0, mass = .15;
		struct oracle_order spent;
		struct scored run;

		order_random_input(&random, 10, 40, &run.input);
		order_random_plan(&random, "bfs", false, &naive, run.plan);
		naive.d = .85;
		naive.window = .05;
		naive.snapshot = round % 3 == 2;
		naive.max = 0;
		strcpy(run.plan, plans[round % 3]);
		run.options = order_options(&naive);
		oracle_crawl(&run.input, round % 3 ? "wrankmass" : "rankmass",
			     &naive, &spent);
		crawl_scored(&run);
		for (unsigned p = 0; p < run.input.graph.pages; p++) {
			bool links = false;

			for (unsigned q = 0; q < run.input.graph.pages; q++)
				links |= run.input.graph.link[p][q];
			mass += links ? .85 * spent.spent[p] : 0;
			sum += run.score[p];
			hold(run.score[p] >= spent.spent[p] * (1 - 1e-12));
		}
		ck_assert_double_eq_tol(sum, mass, 1e-12);
	}
}
END_TEST

/* The cash of a page is that of its start and of all links to it. */
START_TEST(test_opic)
{
	struct sp_random random = { 150 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct oracle_crawl_options naive = { 0 };
		bool virtual = round % 2;
		double cash[ORACLE_PAGES];
		struct scored run;
		unsigned pages;

		order_random_input(&random, 10, 40, &run.input);
		order_random_plan(&random, "bfs", false, &naive, run.plan);
		strcpy(run.plan, virtual ? "opic:dangling=virtual" : "opic");
		run.options = order_options(&naive);
		crawl_scored(&run);
		pages = run.input.graph.pages;
		for (unsigned p = 0; p < pages; p++)
			cash[p] = 1 / (double)pages;
		for (unsigned i = 0; i < run.order.count; i++) {
			const bool *link =
				run.input.graph.link[run.order.page[i]];
			unsigned count = 0;

			for (unsigned p = 0; p < pages; p++)
				count += link[p];
			for (unsigned p = 0; p < pages; p++)
				if (count && link[p])
					cash[p] += run.order.key[i] / count;
				else if (!count && virtual)
					cash[p] += run.order.key[i] / pages;
		}
		for (unsigned i = 0; i < run.order.count; i++) {
			uint32_t page = run.order.page[i];

			hold(fabs(run.score[page] - cash[page]) < 1e-12);
		}
	}
}
END_TEST

/* bfs and what is like it say nothing of a page. */
START_TEST(test_without)
{
	static const char *const names[] = { "bfs", "dfs", "random", "shuffle",
					     "omniscient", "lsf", "domainpq",
					     "batchpr", "opic-revisit" };
	struct sp_error err;
	struct sp_plan plan;

	for (int i = 0; i < LENGTH(names); i++) {
		must(sp_plan_parse(names[i], strlen(names[i]), &plan, &err),
		     err);
		ck_assert(!sp_plan_has_score(&plan));
	}
	for (int i = 0; i < LENGTH(orders); i++) {
		must(sp_plan_parse(orders[i].name, strlen(orders[i].name),
				   &plan, &err), err);
		ck_assert(sp_plan_has_score(&plan));
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("scores");

	tcase_add_loop_test(tests, test_downloads, 0, LENGTH(orders));
	tcase_add_loop_test(tests, test_waiting, 0, LENGTH(orders));
	tcase_add_test(tests, test_mass);
	tcase_add_test(tests, test_opic);
	tcase_add_test(tests, test_without);
	return unit_run(tests);
}
