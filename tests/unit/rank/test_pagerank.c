/* SPDX-License-Identifier: MIT */
/*
 * PageRank: the worked example of seedpipe-algorithms(7), 3.1, agreement with
 * a dense implementation to the bit, and with the solution of the equations,
 * also for views of a crawl.
 */
#include "digits.h"
#include "oracle.h"
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "rank/pagerank.h"

#include <math.h>
#include <string.h>

#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"
#define ROUNDS ROUNDS_OF(1000)

static const struct sp_pagerank_options defaults = SP_PAGERANK_DEFAULTS;

static void
start(double *rank, unsigned pages)
{
	for (unsigned i = 0; i < pages; i++)
		rank[i] = 1.0 / pages;
}

static struct sp_pagerank_report
rank_graph(const struct oracle_graph *graph,
	   const struct sp_pagerank_view *view, const double *teleport,
	   const struct sp_pagerank_options *options, double *rank)
{
	struct sp_graph *built = oracle_build(graph);
	struct sp_pagerank_space *space = sp_pagerank_space_new(graph->pages,
								1);
	struct sp_pagerank_report report;
	struct sp_error err;

	ck_assert_ptr_nonnull(space);
	must(sp_pagerank(built, view, teleport, options, space, rank, &report,
			 &err), err);
	sp_pagerank_space_free(space);
	sp_graph_free(built);
	return report;
}

/* ---- worked examples -------------------------------------------------- */

static const double uniform[11] = {
	.139700, .116539, .057853, .133721, .147213, .076373, .059982,
	.099517, .093025, .057807, .018271
};

static struct sp_pagerank_report
rank_g11(const struct sp_pagerank_options *options, double *rank)
{
	struct oracle_graph graph;

	oracle_parse(&graph, 11, G11);
	start(rank, 11);
	return rank_graph(&graph, NULL, NULL, options, rank);
}

START_TEST(test_pagerank_g11)
{
	static const unsigned order[] = { 4, 0, 3, 1, 7, 8, 5, 6, 2, 9, 10 };
	struct sp_pagerank_report report;
	double rank[11];

	report = rank_g11(&defaults, rank);
	check_digits(rank, uniform, 11);
	ck_assert(report.converged && report.residual < 1e-9);
	ck_assert_uint_gt(report.iterations, 10);
	ck_assert(fabs(report.sum - 1) < 1e-12);
	for (unsigned i = 1; i < 11; i++)
		ck_assert(rank[order[i - 1]] > rank[order[i]]);
}
END_TEST

START_TEST(test_g11_once)
{
	static const double once[] = {
		.136570, .110813, .046419, .123691, .200964, .072176,
		.046419, .085055, .097934, .059298, .020661
	};
	struct sp_pagerank_options options = defaults;
	struct sp_pagerank_report report;
	double rank[11], change = 0, most = 0;

	options.iterations = 1;
	report = rank_g11(&options, rank);
	check_digits(rank, once, 11);
	ck_assert_uint_eq(report.iterations, 1);
	ck_assert(!report.converged);
	for (unsigned i = 0; i < 11; i++) {
		change += fabs(rank[i] - 1.0 / 11);
		most = fmax(most, fabs(rank[i] - 1.0 / 11));
	}
	ck_assert(report.residual == change);
	options.norm = SP_NORM_MAX;
	options.tolerance = 0;
	report = rank_g11(&options, rank);
	ck_assert(report.residual == most && report.converged);
}
END_TEST

/* The three treatments of dangling pages give proportional ranks. */
START_TEST(test_g11_dangling)
{
	static const double dropped[] = {
		.104262, .086976, .043177, .099800, .109869, .056999,
		.044766, .074272, .069427, .043143, .013636
	};
	struct sp_pagerank_options options = defaults;
	struct sp_pagerank_report report;
	double all[11], drop[11], norm[11], sum = 0;

	options.tolerance = 1e-15;
	rank_g11(&options, all);
	options.dangling = SP_DANGLING_DROP;
	report = rank_g11(&options, drop);
	check_digits(drop, dropped, 11);
	check_digits(&report.sum, (double[]){ .746327 }, 1);
	options.dangling = SP_DANGLING_NORM;
	report = rank_g11(&options, norm);
	ck_assert(fabs(report.sum - 1) < 1e-14);
	for (unsigned i = 0; i < 11; i++) {
		ck_assert(fabs(all[i] / drop[i] - 1.339895) < 5.1e-7);
		ck_assert(fabs(norm[i] - all[i]) < 1e-14);
		sum += drop[i];
	}
	ck_assert(fabs(all[0] / drop[0] - 1 / sum) < 1e-13);
}
END_TEST

START_TEST(test_edges)
{
	struct sp_pagerank_options options = defaults;
	struct sp_pagerank_view view = { (uint64_t[]){ 0 }, (uint64_t[]){ 0 },
					 0 };
	struct sp_pagerank_report report;
	struct oracle_graph graph;
	double rank[5];

	/* Without links the ranks are the teleport vector. */
	oracle_parse(&graph, 5, "");
	start(rank, 5);
	rank[1] = 7;
	rank_graph(&graph, NULL, NULL, &options, rank);
	for (unsigned i = 0; i < 5; i++)
		ck_assert(fabs(rank[i] - 0.2) < 1e-8);
	/* With a damping of 0 too, exactly, after one iteration. */
	oracle_parse(&graph, 5, "0:1 2 1:1");
	start(rank, 5);
	options.damping = 0;
	report = rank_graph(&graph, NULL, NULL, &options, rank);
	ck_assert_uint_eq(report.iterations, 1);
	for (unsigned i = 0; i < 5; i++)
		ck_assert(rank[i] == 0.2);
	/* Nothing is seen. */
	report = rank_graph(&graph, &view, NULL, &options, rank);
	ck_assert(report.converged && report.sum == 0);
	for (unsigned i = 0; i < 5; i++)
		ck_assert(rank[i] == 0);
}
END_TEST

/* ---- a dense implementation ------------------------------------------- */

/* Of a set of pages: those of sp_bitset_words(). */
#define SET_WORDS (ORACLE_PAGES / SP_BITSET_BITS + 1)

/* A graph, or what a crawl knows of it, with its teleport vector. */
struct problem {
	struct oracle_graph graph;
	bool seen[ORACLE_PAGES], done[ORACLE_PAGES];
	double teleport[ORACLE_PAGES];
	bool has_view, has_teleport;
	double damping;
	enum sp_dangling dangling;
};

/* The links of a page that count. */
static unsigned
links_of(const struct problem *problem, unsigned page)
{
	unsigned count = 0;

	if (!problem->seen[page] || !problem->done[page])
		return 0;
	for (unsigned v = 0; v < problem->graph.pages; v++)
		count += problem->graph.link[page][v];
	return count;
}

/* One iteration, in the order of operations of the header. */
static void
dense_step(const struct problem *problem, const double *r, double *x)
{
	double d = problem->damping, sums[ORACLE_PAGES] = { 0 }, lost = 0;
	unsigned n = problem->graph.pages;

	for (unsigned i = 0; i < n; i++) {
		unsigned count = links_of(problem, i);

		if (problem->seen[i] && !count)
			lost += r[i];
		for (unsigned j = 0; j < n && count; j++)
			if (problem->graph.link[i][j])
				sums[j] += r[i] / count;
	}
	if (problem->dangling != SP_DANGLING_UNIFORM)
		lost = 0;
	for (unsigned j = 0; j < n; j++) {
		double t = problem->teleport[j];

		x[j] = (1 - d) * t;
		x[j] += d * sums[j];
		x[j] += d * lost * t;
		if (!problem->seen[j])
			x[j] = 0;
	}
}

/* Random links, pages seen, teleport, damping and start. */
static void
random_problem(struct sp_random *random, struct problem *problem,
	       double *rank)
{
	double density = 0.3 * pow(sp_random_unit(random), 2), sum = 0;
	unsigned n = 1 + (unsigned)sp_random_below(random, ORACLE_PAGES);
	unsigned seen = 0;

	memset(problem, 0, sizeof(*problem));
	problem->graph.pages = n;
	problem->damping = 0.95 * sp_random_unit(random);
	problem->dangling = (enum sp_dangling)sp_random_below(random, 3);
	problem->has_view = sp_random_below(random, 2);
	problem->has_teleport = sp_random_below(random, 2);
	for (unsigned u = 0; u < n; u++) {
		for (unsigned v = 0; v < n; v++)
			problem->graph.link[u][v] =
				sp_random_unit(random) < density;
		problem->seen[u] = !problem->has_view ||
				   sp_random_below(random, 3);
		problem->done[u] = !problem->has_view ||
				   sp_random_below(random, 2);
		seen += problem->seen[u];
		rank[u] = sp_random_unit(random);
		problem->teleport[u] = sp_random_below(random, 3) ?
					       sp_random_unit(random) : 0;
		sum += problem->teleport[u];
	}
	for (unsigned u = 0; u < n; u++)
		if (!problem->has_teleport)
			problem->teleport[u] = 1 / (double)seen;
		else if (sum > 0)
			problem->teleport[u] /= sum;
}

static struct sp_pagerank_report
rank_problem(const struct problem *problem,
	     const struct sp_pagerank_options *options, double *rank)
{
	uint64_t seen[SET_WORDS] = { 0 }, done[SET_WORDS] = { 0 };
	struct sp_pagerank_view view = { seen, done, 0 };

	for (unsigned u = 0; u < problem->graph.pages; u++) {
		if (problem->seen[u])
			sp_bit_set(seen, u);
		if (problem->done[u])
			sp_bit_set(done, u);
		view.seen_count += problem->seen[u];
	}
	return rank_graph(&problem->graph, problem->has_view ? &view : NULL,
			  problem->has_teleport ? problem->teleport : NULL,
			  options, rank);
}

static void
check_iterations(struct sp_random *random)
{
	struct sp_pagerank_options options = defaults;
	double rank[ORACLE_PAGES], expected[ORACLE_PAGES], next[ORACLE_PAGES];
	double sum = 0;
	struct problem problem;
	unsigned n;

	random_problem(random, &problem, rank);
	n = problem.graph.pages;
	options.damping = problem.damping;
	options.dangling = problem.dangling;
	options.tolerance = 0;
	options.iterations = 1 + (uint32_t)sp_random_below(random, 30);
	for (unsigned i = 0; i < n; i++)
		expected[i] = problem.seen[i] ? rank[i] : 0;
	for (unsigned k = 0; k < options.iterations; k++) {
		dense_step(&problem, expected, next);
		memcpy(expected, next, sizeof(expected));
	}
	for (unsigned i = 0; i < n; i++)
		sum += expected[i];
	for (unsigned i = 0; i < n; i++)
		if (problem.dangling == SP_DANGLING_NORM && sum > 0)
			expected[i] /= sum;
	rank_problem(&problem, &options, rank);
	for (unsigned i = 0; i < n; i++)
		ck_assert_msg(rank[i] == expected[i], "page %u: %.17g, not "
			      "%.17g", i, rank[i], expected[i]);
}

START_TEST(test_iterations)
{
	struct sp_random random = { 1 };

	for (unsigned round = 0; round < ROUNDS; round++)
		check_iterations(&random);
}
END_TEST

/* ---- solutions -------------------------------------------------------- */

/* Solves matrix x = right by elimination; right becomes x. */
static void
eliminate(unsigned n, double matrix[ORACLE_PAGES][ORACLE_PAGES],
	  double *right)
{
	/* The diagonal dominates its column, so no pivoting is needed. */
	for (unsigned k = 0; k < n; k++)
		for (unsigned i = 0; i < n; i++) {
			double factor = matrix[i][k] / matrix[k][k];

			if (i == k)
				continue;
			for (unsigned j = k; j < n; j++)
				matrix[i][j] -= factor * matrix[k][j];
			right[i] -= factor * right[k];
		}
	for (unsigned i = 0; i < n; i++)
		right[i] /= matrix[i][i];
}

/* Solves the equation in pagerank.h; for norm, that of drop, scaled. */
static void
solve(const struct problem *problem, double *x)
{
	static double matrix[ORACLE_PAGES][ORACLE_PAGES];
	unsigned n = problem->graph.pages;
	double d = problem->damping, sum = 0;

	for (unsigned j = 0; j < n; j++) {
		double t = problem->seen[j] ? problem->teleport[j] : 0;

		for (unsigned i = 0; i < n; i++) {
			unsigned count = links_of(problem, i);
			double share = 0;

			if (count && problem->seen[j])
				share = problem->graph.link[i][j] /
					(double)count;
			else if (!count && problem->seen[i] &&
				 problem->dangling == SP_DANGLING_UNIFORM)
				share = t;
			matrix[j][i] = (i == j) - d * share;
		}
		x[j] = (1 - d) * t;
	}
	eliminate(n, matrix, x);
	for (unsigned j = 0; j < n; j++)
		sum += x[j];
	for (unsigned j = 0; j < n; j++)
		if (problem->dangling == SP_DANGLING_NORM && sum > 0)
			x[j] /= sum;
}

/* Both methods, from any start, end as close as their residual promises. */
static void
check_solution(struct sp_random *random)
{
	struct sp_pagerank_options options = defaults;
	double first[ORACLE_PAGES], rank[ORACLE_PAGES], expected[ORACLE_PAGES];
	struct sp_pagerank_report report;
	struct problem problem;
	double bound, error, seen = 0;

	random_problem(random, &problem, first);
	for (unsigned i = 0; i < problem.graph.pages; i++)
		seen += problem.seen[i] ? problem.teleport[i] : 0;
	options.damping = problem.damping;
	options.dangling = problem.dangling;
	options.norm = sp_random_below(random, 2) ? SP_NORM_L1 : SP_NORM_MAX;
	options.iterations = 100000;
	solve(&problem, expected);
	for (unsigned k = 0; k < 6; k++) {
		options.tolerance = k < 3 ? 1e-6 : 1e-14;
		options.method = (enum sp_pagerank_method)(k % 3);
		memcpy(rank, first, sizeof(rank));
		report = rank_problem(&problem, &options, rank);
		ck_assert(report.converged);
		ck_assert(report.residual < options.tolerance);
		error = 0;
		for (unsigned i = 0; i < problem.graph.pages; i++) {
			error += fabs(rank[i] - expected[i]);
			ck_assert(rank[i] >= 0);
			ck_assert(problem.seen[i] || rank[i] == 0);
		}
		bound = report.residual * options.damping /
			(1 - options.damping);
		if (options.norm == SP_NORM_MAX)
			bound *= problem.graph.pages;
		/* The ranks had at least this sum before the division. */
		if (problem.dangling == SP_DANGLING_NORM && seen > 0)
			bound *= 2 / ((1 - options.damping) * seen);
		ck_assert_msg(error <= bound + 1e-13, "error %g, bound %g",
			      error, bound);
	}
}

START_TEST(test_solutions)
{
	struct sp_random random = { 2 };

	for (unsigned round = 0; round < ROUNDS; round++)
		check_solution(&random);
}
END_TEST

/*
 * No method does more iterations than allowed, wherever it would measure: those
 * that push go up to 8 passes without.
 */
START_TEST(test_pagerank_limits)
{
	struct sp_pagerank_options options = defaults;
	struct sp_pagerank_report report;
	double rank[2][11];

	options.tolerance = 0;
	for (options.iterations = 1; options.iterations < 25;
	     options.iterations++)
		for (unsigned k = 0; k < 3; k++) {
			options.method = (enum sp_pagerank_method)k;
			report = rank_g11(&options, rank[0]);
			ck_assert_uint_eq(report.iterations,
					  options.iterations);
			ck_assert(report.converged);
		}
	/* Push needs far fewer than power. */
	options.iterations = 30;
	options.method = SP_PAGERANK_PUSH;
	rank_g11(&options, rank[1]);
	options.method = SP_PAGERANK_POWER;
	options.iterations = 300;
	rank_g11(&options, rank[0]);
	for (unsigned i = 0; i < 11; i++)
		ck_assert(fabs(rank[0][i] - rank[1][i]) < 1e-8);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("pagerank");

	tcase_add_test(tests, test_pagerank_g11);
	tcase_add_test(tests, test_g11_once);
	tcase_add_test(tests, test_g11_dangling);
	tcase_add_test(tests, test_edges);
	tcase_add_test(tests, test_iterations);
	tcase_add_test(tests, test_solutions);
	tcase_add_test(tests, test_pagerank_limits);
	return unit_run(tests);
}
