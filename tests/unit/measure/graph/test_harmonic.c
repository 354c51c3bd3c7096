/* SPDX-License-Identifier: MIT */
/*
 * test_harmonic.c - exact harmonic centrality agrees with one search a page,
 * and estimates are as near to it as their error says, with the same bits for
 * any number of threads
 */
#include "graph_rows.h"

#include "measure/graph/harmonic.h"

#include <math.h>

/* ---- a plain implementation: a search from each page ------------------ */

static void
search_plainly(const struct rows *rows, uint32_t source, double *values)
{
	uint32_t *queue = malloc((rows->pages + 1) * sizeof(*queue));
	uint32_t *distance = calloc(rows->pages + 1, sizeof(*distance));
	uint64_t head = 0, tail = 1;

	hold(queue && distance);
	queue[0] = source;
	/* One more than the distance, so that 0 is a page not found. */
	distance[source] = 1;
	while (head < tail) {
		uint32_t page = queue[head++];
		uint64_t link = page ? rows->ends[page - 1] : 0;

		for (; link < rows->ends[page]; link++) {
			uint32_t to = rows->successors[link];

			if (distance[to])
				continue;
			distance[to] = distance[page] + 1;
			values[to] += 1.0 / distance[page];
			queue[tail++] = to;
		}
	}
	free(queue);
	free(distance);
}

static double *
plain_values(const struct rows *rows)
{
	double *values = calloc(rows->pages + 1, sizeof(*values));

	hold(values);
	for (uint32_t page = 0; page < rows->pages; page++)
		search_plainly(rows, page, values);
	return values;
}

static double *
estimated_values(const struct sp_graph *graph, unsigned bits, uint64_t seed,
		 int threads)
{
	struct sp_harmonic_options how = { bits, seed, threads, NULL };
	double *values = malloc((sp_graph_pages(graph) + 1) *
				sizeof(*values));
	struct sp_harmonic_report report;
	struct sp_error err;

	hold(values);
	must(sp_harmonic(graph, &how, values, &report, &err), err);
	hold(report.error == sp_register_error(bits));
	hold(report.memory == sp_graph_pages(graph) << (bits + 1));
	return values;
}

static void
draw_rows(struct rows *rows, struct sp_random *random, uint64_t pages,
	  uint64_t links)
{
	rows_begin(rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(rows, random, sp_random_below(random, links));
		rows_end(rows);
	}
}

START_TEST(exact)
{
	struct sp_random random = { 31 };

	for (int i = 0; i < ROUNDS_OF(1000); i++) {
		uint64_t pages = sp_random_below(&random, i % 50 ? 40 : 700);
		struct sp_graph *graph;
		double *values, *plain;
		struct rows rows;
		struct sp_error err;
		uint32_t rounds;

		draw_rows(&rows, &random, pages, 5);
		graph = rows_graph(&rows, 1);
		plain = plain_values(&rows);
		values = malloc((pages + 1) * sizeof(*values));
		hold(values);
		must(sp_harmonic_exact(graph, 1 + (i % 8 == 7), NULL, values,
				       &rounds, &err), err);
		for (uint64_t page = 0; page < pages; page++)
			hold(fabs(values[page] - plain[page]) <=
			     1e-12 * plain[page]);
		free(values);
		free(plain);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

/*
 * With 2^14 registers for at most 60 pages, hardly two of them share a
 * register, and the estimate is as good as exact.
 */
START_TEST(many_registers)
{
	struct sp_random random = { 32 };

	for (int i = 0; i < 60; i++) {
		struct sp_graph *graph;
		double *values, *plain;
		struct rows rows;

		draw_rows(&rows, &random, sp_random_below(&random, 60), 4);
		graph = rows_graph(&rows, 1);
		plain = plain_values(&rows);
		values = estimated_values(graph, 14, (uint64_t)i, 1);
		for (uint64_t page = 0; page < rows.pages; page++)
			hold(fabs(values[page] - plain[page]) <=
			     0.04 * plain[page]);
		free(values);
		free(plain);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

/*
 * The mean square of the relative errors, over 200 seeds, is that of a counter,
 * with a tenth to spare: pages that nearly the same pages reach err alike.
 */
START_TEST(error)
{
	static const unsigned bits[] = { 4, 6, 8 };
	struct sp_random random = { 33 };
	struct sp_graph *graph;
	double *plain, sum = 0, bound = 1.1 * sp_register_error(bits[_i]);
	struct rows rows;
	uint64_t count = 0;

	draw_rows(&rows, &random, 500, 7);
	graph = rows_graph(&rows, 1);
	plain = plain_values(&rows);
	for (uint64_t seed = 0; seed < 200; seed++) {
		double *values = estimated_values(graph, bits[_i], seed, 1);

		for (uint64_t page = 0; page < rows.pages; page++) {
			double off = values[page] / plain[page] - 1;

			if (plain[page] < 1)
				continue;
			sum += off * off;
			count++;
		}
		free(values);
	}
	ck_assert_uint_gt(count, 20000);
	ck_assert_double_le(sqrt(sum / (double)count), bound);
	free(plain);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

START_TEST(threads)
{
	struct sp_random random = { 34 };
	struct sp_graph *graph;
	struct rows rows;
	double *one;

	draw_rows(&rows, &random, 5 * SP_BLOCK_PAGES + 3, 9);
	graph = rows_graph(&rows, 1);
	one = estimated_values(graph, 5, 1, 1);
	for (int count = 2; count < 6; count++) {
		double *more = estimated_values(graph, 5, 1, count);

		hold(!memcmp(one, more, rows.pages * sizeof(*one)));
		free(more);
	}
	free(one);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("harmonic");
	TCase *tcase = unit_case("harmonic");

	tcase_add_test(tcase, exact);
	tcase_add_test(tcase, many_registers);
	tcase_add_loop_test(tcase, error, 0, 3);
	tcase_add_test(tcase, threads);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
