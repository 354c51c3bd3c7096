/* SPDX-License-Identifier: MIT */
/*
 * The sparse form gives the bits of the compact one, on graphs of many shapes.
 */
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "graph/links/rowstore.h"
#include "rank/hits.h"
#include "rank/sparse_window.h"

#include <stdlib.h>
#include <string.h>

enum shape {
	EMPTY,
	SELF_LINKS,  /* each page to itself */
	ALL_TO_ONE,  /* a page that all link to */
	ONE_TO_ALL,  /* a page that links to all */
	TEMPLATES,   /* few rows that differ, many times */
	POPULAR,     /* few targets, of very different popularity */
	LOCAL,       /* rows of all lengths, targets everywhere */
	SHAPES
};

static bool
draw_link(enum shape shape, struct sp_random *random, uint32_t pages,
	  uint32_t from, uint32_t to)
{
	switch (shape) {
	case EMPTY:
		return false;
	case SELF_LINKS:
		return from == to;
	case ALL_TO_ONE:
		return to == pages / 2;
	case ONE_TO_ALL:
		return from == pages / 2;
	case TEMPLATES:
		return from % 3 && (to * 7 + from % 5) % (from % 5 + 9) == 0;
	case POPULAR:
		return to % 3 == 0 && from % 4 &&
		       sp_random_below(random, to + 1) == 0;
	default:
		return sp_random_below(random, 2 + from % 97) == 0;
	}
}

/* Of the pages, about 40 are possible targets of a row. */
static struct sp_graph *
make_graph(enum shape shape, uint32_t pages)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	uint32_t *successors = malloc((pages + 1) * sizeof(*successors));
	struct sp_random random = { pages + shape };
	struct sp_graph *graph;
	struct sp_error err;
	double *weights;

	for (uint32_t page = 0; page < pages; page++) {
		bool whole = shape == ONE_TO_ALL && page == pages / 2;
		bool narrow = shape == SELF_LINKS || shape == LOCAL;
		uint32_t from = narrow && page > 20 ? page - 20 : 0;
		uint32_t end = whole || pages - from < 41 ? pages : from + 41;
		struct sp_row row = { page, 0, successors, NULL };

		if (shape == ALL_TO_ONE) {
			from = pages / 2;
			end = from + 1;
		}
		for (uint32_t to = from; to < end; to++)
			if (draw_link(shape, &random, pages, page, to))
				successors[row.count++] = to;
		must(sp_rowstore_row(store, &row, &err), err);
	}
	must(sp_rowstore_finish(store, pages, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	free(successors);
	return graph;
}

/* ---- HITS ------------------------------------------------------------- */

struct scores {
	uint64_t pages;
	double *hub, *authority;
};

static struct scores
score(const struct sp_graph *graph, const uint64_t *dead,
      const struct sp_hits_options *options, struct sp_hits_space *space)
{
	uint64_t pages = sp_graph_pages(graph);
	struct scores scores = {
		pages, malloc((pages + 1) * sizeof(double)),
		malloc((pages + 1) * sizeof(double))
	};
	struct sp_hits_report report;
	struct sp_error err;

	must(sp_hits(graph, dead, options, space, scores.hub,
		     scores.authority, &report, &err), err);
	ck_assert_str_eq(report.form, options->form == SP_FORM_SPARSE ?
					      "sparse" : "compact");
	return scores;
}

static void
free_scores(struct scores scores)
{
	free(scores.hub);
	free(scores.authority);
}

static void
check_equal(struct scores a, struct scores b)
{
	ck_assert(!memcmp(a.hub, b.hub, a.pages * sizeof(double)));
	ck_assert(!memcmp(a.authority, b.authority,
			  a.pages * sizeof(double)));
}

/* Of eleven pages these die, so that the form is made again in some rounds. */
static const unsigned dying[] = { 0, 1, 3, 10, 2, 0 };

/* One space, as in an extraction: the form is kept while pages die. */
static void
check_forms(const struct sp_graph *graph)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_hits_space *compact = sp_hits_space_new(pages);
	struct sp_hits_space *sparse = sp_hits_space_new(pages);

	for (int round = 0; round < 6; round++) {
		struct sp_hits_options options = SP_HITS_DEFAULTS;
		uint64_t *dead = sp_bitset_new(pages);
		const uint64_t *given = dying[round] ? dead : NULL;
		struct scores expected, scores;

		options.iterations = 3;
		options.tolerance = round == 3 ? 1e-300 : 0;
		for (uint64_t page = 0; page < pages; page++)
			if (page % 11 < dying[round])
				sp_bit_set(dead, page);
		options.form = SP_FORM_COMPACT;
		expected = score(graph, given, &options, compact);
		options.form = SP_FORM_SPARSE;
		options.threads = pages < 1024 ? 1 : round % 4 + 1;
		scores = score(graph, given, &options, sparse);
		check_equal(expected, scores);
		free_scores(expected);
		free_scores(scores);
		free(dead);
	}
	sp_hits_space_free(compact);
	sp_hits_space_free(sparse);
}

START_TEST(test_shapes)
{
	static const uint32_t sizes[] = {
		0, 1, 5, 64, 1023, 1024, 1025, 4096
	};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct sp_graph *graph = make_graph((enum shape)_i, sizes[i]);

		check_forms(graph);
		sp_graph_free(graph);
	}
}
END_TEST

/* Several windows in each part; one page in the last chunk, and none. */
START_TEST(test_many_pages)
{
	struct sp_graph *graph = make_graph(TEMPLATES, 65537);

	check_forms(graph);
	sp_graph_free(graph);
	graph = make_graph(ALL_TO_ONE, 65536);
	check_forms(graph);
	sp_graph_free(graph);
}
END_TEST

/* ---- windows ---------------------------------------------------------- */

#define TARGETS 5000

/* The kernels against plain sums, over windows that links end. */
START_TEST(test_windows)
{
	static uint32_t place_of[TARGETS], scratch[TARGETS], row[TARGETS];
	static double given[TARGETS], hubs[SP_SPARSE_ROWS];
	static double values[SP_SPARSE_ROWS], sums[TARGETS];
	static double expected[TARGETS];
	struct sp_sparse_maker *maker = sp_sparse_maker_new(place_of, scratch);
	struct sp_random random = { 5 };
	unsigned windows = 0;
	bool full = false;

	ck_assert_ptr_nonnull(maker);
	for (uint32_t t = 0; t < TARGETS; t++) {
		place_of[t] = t;
		given[t] = sp_random_unit(&random);
	}
	for (uint32_t page = 0; page < 500; page++) {
		struct sp_list list = { page, 0, row };
		struct sp_sparse_window window;
		double hub = 0;

		for (uint32_t t = 0; t < TARGETS; t++)
			if (sp_random_below(&random, 1 + page % 7) == 0) {
				row[list.count++] = t;
				hub += given[t];
			}
		for (uint32_t i = 0; i < list.count; i++)
			expected[row[i]] += hub;
		ck_assert(sp_sparse_maker_row(maker, &list, &full));
		if (!full && page < 499)
			continue;
		ck_assert(sp_sparse_maker_finish(maker, &window));
		ck_assert(!sp_sparse_maker_begun(maker));
		sp_sparse_sum_lists(&window, given, hubs);
		sp_sparse_spread(&window, hubs, values);
		sp_sparse_add_sources(&window, values, sums);
		sp_sparse_window_free(&window);
		windows++;
	}
	ck_assert_uint_gt(windows, 1);
	ck_assert(!memcmp(sums, expected, sizeof(sums)));
	for (uint32_t t = 0; t < TARGETS; t++)
		ck_assert_uint_eq(scratch[t], 0);
	sp_sparse_maker_free(maker);
}
END_TEST

/* Equal rows are kept once, and few targets take little. */
START_TEST(test_equal_rows)
{
	static uint32_t place_of[8], scratch[8];
	static const uint32_t rows[3][3] = { { 0, 1, 2 }, { 0, 1, 3 },
					     { 4, 5, 6 } };
	struct sp_sparse_maker *maker = sp_sparse_maker_new(place_of, scratch);
	struct sp_sparse_window window;
	bool full;

	ck_assert_ptr_nonnull(maker);
	for (uint32_t i = 0; i < 8; i++)
		place_of[i] = i;
	for (uint32_t page = 0; page < SP_SPARSE_ROWS; page++) {
		struct sp_list list = { page, 3, rows[page % 3] };

		ck_assert(sp_sparse_maker_row(maker, &list, &full));
		ck_assert(full == (page == SP_SPARSE_ROWS - 1));
	}
	ck_assert(sp_sparse_maker_finish(maker, &window));
	ck_assert_uint_eq(window.rows, SP_SPARSE_ROWS);
	ck_assert_uint_eq(window.lists.count, 3);
	ck_assert_uint_eq(window.targets.count, 7);
	/* 3 links a row: 2 bytes each, 4 for the page, 2 for its list. */
	ck_assert_uint_lt(window.bytes, SP_SPARSE_ROWS * 13);
	sp_sparse_window_free(&window);
	sp_sparse_maker_free(maker);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("form_sparse");

	tcase_add_loop_test(tests, test_shapes, 0, SHAPES);
	tcase_add_test(tests, test_many_pages);
	tcase_add_test(tests, test_windows);
	tcase_add_test(tests, test_equal_rows);
	return unit_run(tests);
}
