/* SPDX-License-Identifier: MIT */
/*
 * test_fit.c - figures of webs agree with a second count, the defaults give
 * what the manual says, and a fit finds the parameters again
 */
#include "graph/generate/fit.h"

#include "base/memory.h"
#include "base/random.h"
#include "graph/generate/generate.h"
#include "graph/links/rowstore.h"
#include "rank/pagerank.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A generated web with the host of each page. */
struct web {
	struct sp_graph *graph;
	uint32_t *unit_of;
	uint64_t pages, hosts;
};

static struct web
make_web(const struct sp_generate_options *options)
{
	struct sp_generate_place place = SP_GENERATE_PLACE;
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct web web = { .pages = options->pages };
	struct sp_generator *generator;
	struct sp_row_sink rows;
	double *weights;
	struct sp_error err;

	hold(store);
	must(sp_generator_new(options, &generator, &err), err);
	rows = sp_rowstore_rows(store);
	must(sp_generator_rows(generator, &rows, &err), err);
	must(sp_rowstore_finish(store, web.pages, &web.graph, &weights, &err),
	     err);
	web.hosts = sp_generator_hosts(generator);
	web.unit_of = sp_alloc(web.pages, sizeof(*web.unit_of));
	hold(web.unit_of);
	for (uint64_t page = 0; page < web.pages; page++)
		web.unit_of[page] = (uint32_t)sp_generator_find(
			generator, page, &place);
	sp_rowstore_free(store);
	sp_generator_free(generator);
	return web;
}

static void
web_free(struct web *web)
{
	sp_graph_free(web->graph);
	free(web->unit_of);
}

static struct sp_web_figures
measure(const struct web *web, int threads)
{
	struct sp_web_figures figures;
	struct sp_error err;

	must(sp_web_measure(web->graph, web->unit_of, threads, &figures, &err),
	     err);
	return figures;
}

/* Sanitizers need to see what makes and fits one web; numbers are the same. */
#ifdef __SANITIZE_ADDRESS__
#define ONCE_OF(plain) 1
#else
#define ONCE_OF(plain) (plain)
#endif

/* ---- a second count --------------------------------------------------- */

#define SMALL 60

static int
descending(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

/* From a matrix of links, by the definitions. */
static struct sp_web_figures
count_again(bool links[SMALL][SMALL], const uint32_t *unit_of, uint64_t pages)
{
	uint64_t back = 0, proper = 0, best = 0, from[SMALL] = { 0 };
	struct sp_web_figures f = { .pages = pages };
	double sum = 0, squares = 0, linking = 0;

	for (uint64_t p = 0; p < pages; p++) {
		double degree = 0;

		for (uint64_t q = 0; q < pages; q++) {
			if (!links[p][q])
				continue;
			degree++;
			proper += p != q;
			back += p != q && links[q][p];
			from[q] += unit_of[p] != unit_of[q];
		}
		f.links += (uint64_t)degree;
		if (degree > 0) {
			linking++;
			sum += log2(degree);
			squares += log2(degree) * log2(degree);
		}
	}
	for (uint64_t p = 0; p < pages; p++)
		f.between_links += from[p];
	qsort(from, pages, sizeof(*from), descending);
	for (uint64_t p = 0; p < SP_MEASURE_POPULAR && p < pages; p++)
		best += from[p];
	f.dangling = 1 - linking / (double)pages;
	f.reciprocal = proper ? (double)back / (double)proper : 0;
	f.popular = f.between_links ?
			    (double)best / (double)f.between_links : 0;
	f.spread = linking > 0 ? sqrt(fmax(0, squares / linking -
				sum * sum / linking / linking)) : 0;
	return f;
}

static struct sp_graph *
graph_of(bool links[SMALL][SMALL], uint64_t pages)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_graph *graph;
	double *weights;
	struct sp_error err;

	hold(store);
	for (uint64_t p = 0; p < pages; p++) {
		uint32_t row[SMALL];
		struct sp_row passed = { p, 0, row, NULL };

		for (uint64_t q = 0; q < pages; q++)
			if (links[p][q])
				row[passed.count++] = (uint32_t)q;
		if (passed.count)
			must(sp_rowstore_row(store, &passed, &err), err);
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	return graph;
}

START_TEST(figures_agree_with_a_second_count)
{
	for (uint64_t seed = 0; seed < ROUNDS_OF(1000); seed++) {
		struct sp_random random = { seed };
		uint64_t pages = 1 + sp_random_below(&random, SMALL);
		uint64_t share = 1 + sp_random_below(&random, 20);
		bool links[SMALL][SMALL] = { { false } };
		struct sp_web_figures wanted, got;
		uint32_t unit_of[SMALL];
		struct web web = { .unit_of = unit_of };

		for (uint64_t p = 0; p < pages; p++) {
			unit_of[p] = (uint32_t)sp_random_below(&random, 4);
			for (uint64_t q = 0; p % 3 && q < pages; q++)
				links[p][q] = !sp_random_below(&random, share);
		}
		web.graph = graph_of(links, pages);
		got = measure(&web, 1);
		wanted = count_again(links, unit_of, pages);
		hold(got.links == wanted.links);
		hold(got.between_links == wanted.between_links);
		hold(fabs(got.dangling - wanted.dangling) < 1e-12);
		hold(fabs(got.reciprocal - wanted.reciprocal) < 1e-12);
		hold(fabs(got.popular - wanted.popular) < 1e-12);
		hold(fabs(got.spread - wanted.spread) < 1e-6);
		sp_graph_free(web.graph);
	}
}
END_TEST

/* ---- the defaults ----------------------------------------------------- */

static int
falling(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x < *y) - (*x > *y);
}

/* The share of PageRank that the best hundredth of the pages holds. */
static double
best_hundredth(const struct web *web)
{
	struct sp_pagerank_options how = SP_PAGERANK_DEFAULTS;
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(web->pages, SP_RANK_PARTS);
	double *rank = sp_alloc(web->pages, sizeof(*rank)), sum = 0;
	struct sp_pagerank_report report;
	struct sp_error err;

	hold(space && rank);
	how.tolerance = 1e-6;
	for (uint64_t page = 0; page < web->pages; page++)
		rank[page] = 1 / (double)web->pages;
	must(sp_pagerank(web->graph, NULL, NULL, &how, space, rank, &report,
			 &err), err);
	qsort(rank, web->pages, sizeof(*rank), falling);
	for (uint64_t page = 0; page < web->pages / 100; page++)
		sum += rank[page];
	sp_pagerank_space_free(space);
	free(rank);
	return sum;
}

#define between(value, low, high) \
	ck_assert_msg((value) >= (low) && (value) <= (high), \
		      #value " is %g, not %g to %g", (value), (low), (high))

START_TEST(the_defaults_give_a_web_like_real_ones)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_web_figures f;
	struct web web;

	options.seed = (uint64_t)_i;
	web = make_web(&options);
	f = measure(&web, 1);
	between(f.links_per_page, 35.0, 36.0);
	between(f.between, 0.0355, 0.0375);
	between(f.dangling, 0.115, 0.125);
	between(f.reciprocal, 0.08, 0.25);
	between(best_hundredth(&web), 0.3, 0.5);
	web_free(&web);
}
END_TEST

/* ---- fitting ---------------------------------------------------------- */

static struct sp_generate_fit
fit_of(const struct web *web)
{
	struct sp_generate_fit fit;
	struct sp_error err;

	must(sp_generate_fit(web->graph, web->unit_of, web->hosts, 1, NULL,
			     &fit, &err), err);
	return fit;
}

static void
near(double value, double wanted, double tolerance)
{
	ck_assert_msg(fabs(value - wanted) <= tolerance,
		      "%g, not within %g of %g", value, tolerance, wanted);
}

static const struct sp_generate_options asked[] = {
	{ 20000, 35.3, 0.0366, 0.12, 1.5, 2.5, 1.2, 6, 100, 0.03, 7, 1,
	  0, 0, 0 },
	{ 20000, 20, 0.06, 0.3, 1.7, 2, 1.2, 4, 100, 0.1, 7, 1, 0, 0,
	  0 },
	{ 20000, 20, 0.06, 0.3, 1.7, 2, 1.2, 4, 100, 0.1, 8, 1, 0, 0,
	  0 },
	{ 20000, 12, 0.15, 0.2, 1.8, 1.2, 1.2, 3, 100, 0, 9, 1, 0, 0,
	  0 }
};

START_TEST(parameters_are_found_again)
{
	const struct sp_generate_options *o = &asked[_i];
	struct web web = make_web(o), like;
	struct sp_generate_fit fit = fit_of(&web);
	struct sp_web_figures f;

	near(fit.options.links_per_page, o->links_per_page,
	     0.03 * o->links_per_page);
	near(fit.options.between_hosts, o->between_hosts,
	     0.05 * o->between_hosts);
	near(fit.options.dangling, o->dangling, 0.02);
	near(fit.options.host_exponent, o->host_exponent, 0.15);
	near(fit.options.degree_spread, o->degree_spread, 1.5);
	near(fit.options.popularity_exponent, o->popularity_exponent, 0.25);
	/* The same figures, with another seed. */
	fit.options.pages = o->pages;
	fit.options.seed = o->seed + 100;
	like = make_web(&fit.options);
	f = measure(&like, 1);
	near(f.links_per_page, fit.figures.links_per_page,
	     0.03 * o->links_per_page);
	near(f.spread, fit.figures.spread, 0.4);
	near(f.popular, fit.figures.popular, 0.15);
	near(f.reciprocal, fit.figures.reciprocal, 0.04);
	web_free(&web);
	web_free(&like);
}
END_TEST

START_TEST(what_cannot_be_fitted_stays)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_options defaults = SP_GENERATE_DEFAULTS;
	struct sp_generate_fit fit;
	struct web web;

	options.pages = 1000;
	options.between_hosts = 0.01;
	web = make_web(&options);
	fit = fit_of(&web);
	ck_assert_int_eq(fit.results[SP_FIT_POPULARITY], SP_FIT_DEFAULT);
	ck_assert(fit.options.popularity_exponent ==
		  defaults.popularity_exponent);
	ck_assert(fit.options.local_exponent == defaults.local_exponent);
	ck_assert_uint_eq(fit.options.fan_out, defaults.fan_out);
	for (uint64_t page = 0; page < web.pages; page++)
		web.unit_of[page] = (uint32_t)(page / 100);
	web.hosts = 10;
	fit = fit_of(&web);
	ck_assert_int_eq(fit.results[SP_FIT_HOSTS], SP_FIT_DEFAULT);
	ck_assert(fit.options.host_exponent == defaults.host_exponent);
	web_free(&web);
}
END_TEST

START_TEST(too_little_is_refused)
{
	struct sp_generate_options options = SP_GENERATE_DEFAULTS;
	struct sp_generate_fit fit;
	struct sp_error err;
	struct web web;

	options.pages = _i ? 2000 : 999;
	if (_i)
		options.links_per_page = 0;
	web = make_web(&options);
	ck_assert_int_eq(sp_generate_fit(web.graph, web.unit_of, web.hosts, 1,
					 NULL, &fit, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, _i ? "no links" : "999 pages"));
	web_free(&web);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("fit");

	tcase_add_test(tests, figures_agree_with_a_second_count);
	tcase_add_loop_test(tests, the_defaults_give_a_web_like_real_ones, 1,
			    1 + ONCE_OF(3));
	tcase_add_loop_test(tests, parameters_are_found_again, 0,
			    ONCE_OF(LENGTH(asked)));
	tcase_add_test(tests, what_cannot_be_fitted_stays);
	tcase_add_loop_test(tests, too_little_is_refused, 0, 2);
	return unit_run(tests);
}
