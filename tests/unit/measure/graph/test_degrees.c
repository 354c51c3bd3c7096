/* SPDX-License-Identifier: MIT */
/*
 * test_degrees.c - counts of degrees agree with a count page by page, and the
 * exponents with the worked example of seedpipe-algorithms(7)
 */
#include "graph_rows.h"
#include "oracle.h"
#include "share_alone.h"

#include "measure/graph/degrees.h"

#include <math.h>

/* Of a graph on one machine. */
static void
count_degrees(const struct sp_graph *graph, int threads,
	      struct sp_degrees *degrees)
{
	struct sp_link_counts counts;
	struct alone alone;
	struct sp_error err;

	alone_begin(&alone, graph);
	must(sp_count_links(alone.share, threads, NULL, &counts, &err), err);
	must(sp_degrees(alone.share, &counts, degrees, &err), err);
	sp_link_counts_free(&counts);
	alone_end(&alone);
}

static void
check_counts(const struct sp_degree_counts *got, const uint32_t *degree,
	     uint64_t pages)
{
	uint64_t largest = 0, counted = 0;

	for (uint64_t page = 0; page < pages; page++)
		largest = degree[page] > largest ? degree[page] : largest;
	hold(got->largest == largest);
	for (uint64_t k = 0; k <= largest; k++) {
		uint64_t same = 0;

		for (uint64_t page = 0; page < pages; page++)
			same += degree[page] == k;
		hold(got->pages[k] == same);
		counted += same;
	}
	hold(counted == pages);
}

/* Straight from the definition, page by page. */
static void
check_power_law(const struct sp_degree_counts *counts, const uint32_t *degree,
		uint64_t pages, uint64_t xmin)
{
	struct sp_degree_fit got = sp_degree_fit(counts, xmin);
	double sum = 0, count = 0;

	for (uint64_t page = 0; page < pages; page++) {
		if (degree[page] < xmin)
			continue;
		sum += log(degree[page] / ((double)xmin - 0.5));
		count++;
	}
	hold((double)got.pages == count);
	if (count > 0)
		hold(fabs(got.exponent - 1 - count / sum) < 1e-9);
	else
		hold(isnan(got.exponent) && isnan(got.error));
}

/* The bins share the pages with links among them. */
static void
check_bins(const struct sp_degree_counts *counts, uint64_t pages)
{
	uint64_t next = 1, found = 0;
	double share = 0;

	for (unsigned i = 0; i < sp_degree_bins(counts); i++) {
		struct sp_degree_bin bin = sp_degree_bin(counts, i);

		hold(bin.first == next && bin.last == 2 * next - 1);
		next = bin.last + 1;
		found += bin.pages;
		share += bin.density * (double)(bin.last - bin.first + 1);
	}
	hold(next > counts->largest);
	hold(found + counts->pages[0] == pages);
	hold(!pages || fabs(share - (double)found / (double)pages) < 1e-9);
}

START_TEST(test_random_graphs)
{
	for (uint64_t seed = 0; seed < ROUNDS_OF(100); seed++) {
		struct sp_random random = { seed * 10 + (uint64_t)_i };
		uint64_t pages = sp_random_below(&random, 300), link = 0;
		uint32_t out[300] = { 0 }, in[300] = { 0 };
		uint64_t xmin = 1 + sp_random_below(&random, 8);
		struct sp_degrees got;
		struct sp_graph *graph;
		struct rows rows;

		rows_begin(&rows, pages);
		for (uint64_t page = 0; page < pages; page++) {
			rows_draw(&rows, &random, sp_random_below(&random, 9));
			rows_end(&rows);
			for (; link < rows.links; link++) {
				out[page]++;
				in[rows.successors[link]]++;
			}
		}
		graph = rows_graph(&rows, 1);
		count_degrees(graph, 1 + (int)(seed % 2), &got);
		check_counts(&got.out, out, pages);
		check_counts(&got.in, in, pages);
		check_power_law(&got.out, out, pages, xmin);
		check_power_law(&got.in, in, pages, xmin);
		check_bins(&got.in, pages);
		sp_degrees_free(&got);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

START_TEST(test_g11)
{
	static const uint64_t out[] = { 1, 3, 4, 3 }, in[] = { 1, 3, 5, 1, 1 };
	struct oracle_graph links;
	struct sp_degrees got;
	struct sp_graph *graph;

	oracle_parse(&links, 11, "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 "
		     "7:1 8 8:7 9 9:4 10:0 4");
	graph = oracle_build(&links);
	count_degrees(graph, 2, &got);
	hold(got.out.largest == 3 && got.in.largest == 4);
	hold(!memcmp(got.out.pages, out, sizeof(out)));
	hold(!memcmp(got.in.pages, in, sizeof(in)));
	hold(fabs(sp_degree_fit(&got.out, 1).exponent - 1.769237) < 5e-7);
	hold(fabs(sp_degree_fit(&got.in, 1).exponent - 1.776270) < 5e-7);
	hold(sp_degree_fit(&got.in, 5).pages == 0);
	hold(sp_degree_bins(&got.out) == 2 && sp_degree_bins(&got.in) == 3);
	hold(sp_degree_bin(&got.out, 1).pages == 7);
	hold(fabs(sp_degree_bin(&got.out, 1).density - 7.0 / 22) < 1e-12);
	sp_degrees_free(&got);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("degrees");

	tcase_add_loop_test(tcase, test_random_graphs, 0, 10);
	tcase_add_test(tcase, test_g11);
	return unit_run(tcase);
}
