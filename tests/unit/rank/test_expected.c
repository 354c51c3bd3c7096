/* SPDX-License-Identifier: MIT */
/*
 * Expected ranks (seedpipe-algorithms(7), 6.9) against a walk with a matrix in
 * which the row of an unfetched page is the mean of the rows that stand in for
 * it, on random graphs and views.
 */
#include "oracle.h"
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "rank/expected.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(1000)
#define PAGES_MOST 30
#define HOSTS_MOST 6

struct problem {
	struct oracle_graph graph;
	uint32_t host_of[PAGES_MOST];
	bool fetched[PAGES_MOST], unfetched[PAGES_MOST];
	bool has_view, seen[PAGES_MOST], done[PAGES_MOST];
	double damping;
};

static const struct sp_expected_options precise = {
	.damping = 0.85, .tolerance = 1e-14, .iterations = 10000, .threads = 1
};

/* ---- a walk ----------------------------------------------------------- */

static void
naive_row(const struct problem *problem, unsigned page,
	  double row[PAGES_MOST], double seen)
{
	unsigned links = 0;

	for (unsigned v = 0; v < problem->graph.pages; v++)
		links += problem->done[page] && problem->graph.link[page][v];
	for (unsigned v = 0; v < problem->graph.pages; v++)
		if (!links)
			row[v] = problem->seen[v] / seen;
		else
			row[v] = problem->graph.link[page][v] / (double)links;
}

/* The mean of the rows of the fetched pages of the host, or of all. */
static void
naive_stand_in(const struct problem *problem, unsigned page, double seen,
	       double row[PAGES_MOST])
{
	unsigned pages = problem->graph.pages, all = 0, host = 0;

	memset(row, 0, PAGES_MOST * sizeof(*row));
	for (unsigned u = 0; u < pages; u++) {
		all += problem->fetched[u];
		host += problem->fetched[u] &&
			problem->host_of[u] == problem->host_of[page];
	}
	for (unsigned u = 0; u < pages; u++) {
		double other[PAGES_MOST];

		if (!problem->fetched[u] ||
		    (host && problem->host_of[u] != problem->host_of[page]))
			continue;
		naive_row(problem, u, other, seen);
		for (unsigned v = 0; v < pages; v++)
			row[v] += other[v] / (host ? host : all);
	}
	for (unsigned v = 0; !all && v < pages; v++)
		row[v] = problem->seen[v] / seen;
}

static void
naive_expected(const struct problem *problem, double *rank)
{
	static double walk[PAGES_MOST][PAGES_MOST];
	unsigned pages = problem->graph.pages;
	double seen = 0;

	for (unsigned u = 0; u < pages; u++)
		seen += problem->seen[u];
	for (unsigned u = 0; u < pages; u++) {
		rank[u] = problem->seen[u] / seen;
		if (problem->unfetched[u])
			naive_stand_in(problem, u, seen, walk[u]);
		else
			naive_row(problem, u, walk[u], seen);
	}
	for (unsigned turn = 0; turn < 400; turn++) {
		double next[PAGES_MOST] = { 0 };

		for (unsigned u = 0; u < pages; u++)
			for (unsigned v = 0; v < pages; v++)
				next[v] += rank[u] * walk[u][v];
		for (unsigned v = 0; v < pages; v++)
			rank[v] = problem->damping * next[v] +
				  (1 - problem->damping) * problem->seen[v] /
					  seen;
	}
}

/* ---- comparison ------------------------------------------------------- */

static void
solve(const struct problem *problem, int threads, double *rank)
{
	struct sp_graph *graph = oracle_build(&problem->graph);
	uint64_t fetched[2] = { 0 }, unfetched[2] = { 0 };
	uint64_t seen[2] = { 0 }, done[2] = { 0 };
	struct sp_pagerank_view view = { seen, done, 0 };
	struct sp_expected_crawl crawl = {
		.fetched = fetched, .unfetched = unfetched,
		.unit_of = problem->host_of, .units = HOSTS_MOST,
		.view = problem->has_view ? &view : NULL
	};
	struct sp_expected_options options = precise;
	struct sp_pagerank_report report;
	struct sp_error err;

	for (unsigned u = 0; u < problem->graph.pages; u++) {
		fetched[0] |= (uint64_t)problem->fetched[u] << u;
		unfetched[0] |= (uint64_t)problem->unfetched[u] << u;
		seen[0] |= (uint64_t)problem->seen[u] << u;
		done[0] |= (uint64_t)problem->done[u] << u;
		view.seen_count += problem->seen[u];
	}
	options.damping = problem->damping;
	options.threads = threads;
	must(sp_expected_rank(graph, &crawl, &options, rank, &report, &err),
	     err);
	ck_assert(report.converged && fabs(report.sum - 1) < 1e-12);
	sp_graph_free(graph);
}

/* Pages are fetched, or not fetched and without links, or neither. */
static void
draw_problem(struct sp_random *random, struct problem *problem)
{
	unsigned pages = 1 + (unsigned)sp_random_below(random, PAGES_MOST);
	uint64_t hosts = 1 + sp_random_below(random, HOSTS_MOST);
	uint64_t density = 1 + sp_random_below(random, 8);
	uint64_t unfetched = sp_random_below(random, 11);

	memset(problem, 0, sizeof(*problem));
	problem->graph.pages = pages;
	problem->has_view = sp_random_below(random, 2);
	problem->damping = 0.1 + 0.01 * (double)sp_random_below(random, 81);
	for (unsigned u = 0; u < pages; u++) {
		problem->host_of[u] = (uint32_t)sp_random_below(random, hosts);
		problem->seen[u] = !problem->has_view || !u ||
				   sp_random_below(random, 4);
		problem->unfetched[u] = problem->seen[u] &&
			sp_random_below(random, 10) < unfetched;
		problem->fetched[u] = problem->seen[u] &&
			!problem->unfetched[u] && sp_random_below(random, 8);
		problem->done[u] = !problem->has_view ||
			(problem->seen[u] && !problem->unfetched[u]);
	}
	/* A page that is done links to pages that are seen. */
	for (unsigned u = 0; u < pages; u++)
		for (unsigned v = 0; v < pages; v++)
			problem->graph.link[u][v] =
				(problem->has_view || !problem->unfetched[u]) &&
				(!problem->done[u] || problem->seen[v]) &&
				!sp_random_below(random, density + 2);
}

START_TEST(test_random_crawls)
{
	struct sp_random random = { 20261125 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		static struct problem problem;
		double rank[PAGES_MOST], expected[PAGES_MOST];

		draw_problem(&random, &problem);
		solve(&problem, 1 + (int)(round % 2), rank);
		naive_expected(&problem, expected);
		for (unsigned u = 0; u < problem.graph.pages; u++)
			hold(fabs(rank[u] - expected[u]) < 1e-11);
	}
}
END_TEST

/*
 * Two hosts: 0 and 1 of the first were fetched, and link to 2 and to 3, which
 * are of the second, of which nothing was; 4 is a page of the first that nobody
 * links to.  So 4 gives half of its rank to 2 and to 3 each.
 */
START_TEST(test_stand_ins)
{
	struct problem problem = {
		.host_of = { 0, 0, 1, 1, 0 },
		.fetched = { true, true, false, false, false },
		.unfetched = { false, false, true, true, true },
		.seen = { true, true, true, true, true },
		.done = { true, true, true, true, true }, .damping = 0.5
	};
	double rank[5];

	oracle_parse(&problem.graph, 5, "0:2 1:3");
	solve(&problem, 1, rank);
	/* Pages 2 and 3 get a share in their own rank, too: 0.1 each for the
	 * others, and the rest is theirs. */
	for (unsigned page = 0; page < 5; page++)
		ck_assert(fabs(rank[page] - (page == 2 || page == 3 ?
					     0.35 : 0.1)) < 1e-12);
}
END_TEST

/* Nothing was fetched: all pages are the same. */
START_TEST(test_nothing_fetched)
{
	struct problem problem = {
		.unfetched = { true, true, true, true },
		.seen = { true, true, true, true },
		.done = { true, true, true, true }, .damping = 0.85
	};
	double rank[4];

	oracle_parse(&problem.graph, 4, "");
	solve(&problem, 2, rank);
	for (unsigned page = 0; page < 4; page++)
		ck_assert(fabs(rank[page] - 0.25) < 1e-12);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("expected");

	tcase_add_test(tests, test_random_crawls);
	tcase_add_test(tests, test_stand_ins);
	tcase_add_test(tests, test_nothing_fetched);
	return unit_run(tests);
}
