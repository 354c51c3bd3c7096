/* SPDX-License-Identifier: MIT */
/*
 * test_harmonic.c - exact harmonic and closeness centrality agree with one
 * search a page, and estimates are as near to it as their error says, with the
 * bits of a plain implementation for any number of threads, and by work that
 * long paths do not square
 */
#include "graph_rows.h"

#include "base/hash.h"
#include "measure/graph/harmonic.h"

#include <math.h>

/* ---- a plain implementation: a search from each page ------------------ */

static void
search_plainly(const struct rows *rows, uint32_t source, double *values,
	       uint32_t *reached)
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
			values[to] += reached ? distance[page] :
						1.0 / distance[page];
			if (reached)
				reached[to]++;
			queue[tail++] = to;
		}
	}
	free(queue);
	free(distance);
}

static double *
plain_values(const struct rows *rows, bool closeness)
{
	double *values = calloc(rows->pages + 1, sizeof(*values));
	uint32_t *reached = calloc(rows->pages + 1, sizeof(*reached));

	hold(values && reached);
	for (uint32_t page = 0; page < rows->pages; page++)
		search_plainly(rows, page, values,
			       closeness ? reached : NULL);
	for (uint32_t page = 0; page < rows->pages; page++)
		if (reached[page])
			values[page] = (double)reached[page] * reached[page] /
				       values[page] /
				       (double)(rows->pages - 1);
	free(reached);
	return values;
}

static double *
estimated_values(const struct sp_graph *graph, unsigned bits, uint64_t seed,
		 int threads, bool closeness)
{
	struct sp_harmonic_options how = { bits, seed, threads, NULL,
					   closeness };
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
		struct sp_harmonic_options how = SP_HARMONIC_DEFAULTS;
		struct sp_error err;
		uint32_t rounds;

		draw_rows(&rows, &random, pages, 5);
		graph = rows_graph(&rows, 1);
		how.threads = 1 + (i % 8 == 7);
		how.closeness = i & 1;
		plain = plain_values(&rows, how.closeness);
		values = malloc((pages + 1) * sizeof(*values));
		hold(values);
		must(sp_harmonic_exact(graph, &how, values, &rounds, &err),
		     err);
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
		plain = plain_values(&rows, i & 1);
		values = estimated_values(graph, 14, (uint64_t)i, 1, i & 1);
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
	plain = plain_values(&rows, false);
	for (uint64_t seed = 0; seed < 200; seed++) {
		double *values = estimated_values(graph, bits[_i], seed, 1,
						  false);

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

/* ---- HyperBall in the plain way: all pages in each round -------------- */

struct plain_balls {
	const struct rows *rows;
	size_t registers;
	uint8_t *now, *next;
	double *values;
};

static void
begin_plain(struct plain_balls *balls, unsigned bits, uint64_t seed)
{
	for (uint64_t page = 0; page < balls->rows->pages; page++) {
		uint64_t hash = sp_mix64(sp_mix64(seed) + (page + 1) *
					 UINT64_C(0x9e3779b97f4a7c15));
		uint8_t rank = 1;

		while (rank <= 64 - bits && !(hash >> (64 - bits - rank) & 1))
			rank++;
		balls->now[page * balls->registers + (hash >> (64 - bits))] =
			rank;
	}
	memcpy(balls->next, balls->now, balls->rows->pages * balls->registers);
}

static double
plain_size(const struct plain_balls *balls, const uint8_t *counter)
{
	double m = (double)balls->registers, sum = 0, empty = 0, size;
	double alpha = balls->registers == 16 ? 0.673 :
		       balls->registers == 32 ? 0.697 :
		       balls->registers == 64 ? 0.709 :
						0.7213 / (1 + 1.079 / m);

	for (size_t i = 0; i < balls->registers; i++) {
		sum += ldexp(1, -counter[i]);
		empty += !counter[i];
	}
	size = alpha * m * m / sum;
	return size <= 2.5 * m && empty > 0 ? m * log(m / empty) : size;
}

/* Returns whether a counter has changed. */
static bool
plain_round(struct plain_balls *balls, double round)
{
	const struct rows *rows = balls->rows;
	size_t m = balls->registers;
	bool more = false;

	for (uint64_t page = 0, link = 0; page < rows->pages; page++)
		for (; link < rows->ends[page]; link++)
			for (size_t i = 0; i < m; i++) {
				uint8_t from = balls->now[page * m + i];
				uint8_t *to = balls->next + m *
					      rows->successors[link] + i;

				*to = from > *to ? from : *to;
			}
	for (uint64_t page = 0; page < rows->pages; page++) {
		uint8_t *now = balls->now + page * m;
		uint8_t *next = balls->next + page * m;

		if (!memcmp(now, next, m))
			continue;
		balls->values[page] += (plain_size(balls, next) -
					plain_size(balls, now)) / round;
		memcpy(now, next, m);
		more = true;
	}
	return more;
}

static double *
plain_estimates(const struct rows *rows, unsigned bits, uint64_t seed)
{
	struct plain_balls balls = { .rows = rows,
				     .registers = (size_t)1 << bits };
	double round = 1;

	balls.now = calloc(rows->pages + 1, balls.registers);
	balls.next = calloc(rows->pages + 1, balls.registers);
	balls.values = calloc(rows->pages + 1, sizeof(*balls.values));
	hold(balls.now && balls.next && balls.values);
	begin_plain(&balls, bits, seed);
	while (plain_round(&balls, round))
		round++;
	free(balls.now);
	free(balls.next);
	return balls.values;
}

static void
compare_with_plain(const struct rows *rows, unsigned bits, uint64_t seed)
{
	struct sp_graph *graph = rows_graph(rows, 1);
	double *plain = plain_estimates(rows, bits, seed);

	for (int threads = 1; threads <= 4; threads++) {
		double *values = estimated_values(graph, bits, seed, threads,
						  false);

		hold(!memcmp(values, plain, rows->pages * sizeof(*plain)));
		free(values);
	}
	free(plain);
	sp_graph_free(graph);
}

/* Few links, so that paths are long, and many, with self links. */
START_TEST(random_bits)
{
	struct sp_random random = { 34 };

	for (int i = 0; i < ROUNDS_OF(60); i++) {
		struct rows rows;

		draw_rows(&rows, &random,
			  sp_random_below(&random, i % 10 ? 300 : 4000),
			  2 + (uint64_t)i % 4);
		compare_with_plain(&rows, 4 + (unsigned)i % 5, (uint64_t)i);
		rows_free(&rows);
	}
}
END_TEST

/* What follows a page of an odd graph; -1: nothing. */
static int64_t
odd_successor(int shape, int64_t page, int64_t pages)
{
	switch (shape) {
	case 0: /* a chain */
		return page + 1 < pages ? page + 1 : -1;
	case 1: /* the same against the numbers, with a link to itself */
		return page ? page - 1 : 0;
	case 2: /* a star, to the middle */
		return pages / 2;
	case 3: /* rings of 3 */
		return page % 3 < 2 && page + 1 < pages ? page + 1 :
			page - page % 3;
	case 4: /* a ring */
		return (page + 1) % pages;
	case 5: /* no links at all */
		return -1;
	default: /* a broom: a chain to a page that leads to all others */
		return page < 300 ? page + 1 : -1;
	}
}

/* More than 16 blocks, which threads share. */
START_TEST(odd_bits)
{
	const uint32_t pages = _i == 4 ? 3000 : 18 * SP_BLOCK_PAGES + 5;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint32_t page = 0; page < pages; page++) {
		int64_t to = odd_successor(_i, page, pages);

		/* Chains of 700: a plain round looks at all pages. */
		if (to >= 0 && (_i > 1 || page % 700))
			rows_add(&rows, (uint32_t)to);
		for (uint32_t other = 301; _i == 6 && page == 300 &&
					   other < pages; other++)
			rows_add(&rows, other);
		rows_end(&rows);
	}
	compare_with_plain(&rows, 4, 1);
	rows_free(&rows);
}
END_TEST

START_TEST(threads)
{
	struct sp_random random = { 34 };
	struct rows rows;

	draw_rows(&rows, &random, 40 * SP_BLOCK_PAGES + 3, 9);
	compare_with_plain(&rows, 5, 1);
	rows_free(&rows);
}
END_TEST

/* ---- work ------------------------------------------------------------- */

static uint64_t
look_at_chain(uint32_t pages)
{
	struct sp_harmonic_options how = SP_HARMONIC_DEFAULTS;
	struct sp_harmonic_report report;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;
	double *values = malloc(pages * sizeof(*values));

	hold(values);
	rows_begin(&rows, pages);
	for (uint32_t page = 0; page < pages; page++) {
		if (page + 1 < pages)
			rows_add(&rows, page + 1);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	must(sp_harmonic(graph, &how, values, &report, &err), err);
	hold(report.rounds > pages / 2);
	free(values);
	sp_graph_free(graph);
	rows_free(&rows);
	return report.looked;
}

/*
 * A counter of 64 registers changes some hundred times, and n log n is 2.2
 * times as much for twice the pages; all pages in each round would be 4 times.
 */
START_TEST(long_paths)
{
	uint64_t before = look_at_chain(4000);

	for (uint32_t pages = 8000; pages <= 32000; pages *= 2) {
		uint64_t looked = look_at_chain(pages);

		ck_assert_msg(looked < before * 5 / 2, "%u pages: %.3g times",
			      pages, (double)looked / (double)before);
		before = looked;
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("harmonic");

	tcase_add_test(tcase, exact);
	tcase_add_test(tcase, many_registers);
	tcase_add_loop_test(tcase, error, 0, 3);
	tcase_add_test(tcase, random_bits);
	tcase_add_loop_test(tcase, odd_bits, 0, 7);
	tcase_add_test(tcase, threads);
	tcase_add_test(tcase, long_paths);
	return unit_run(tcase);
}
