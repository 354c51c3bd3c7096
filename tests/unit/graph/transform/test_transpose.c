/* SPDX-License-Identifier: MIT */
/*
 * test_transpose.c - the transpose agrees with links turned round one by one,
 * with any number of threads and any memory, with weights and without
 */
#include "graph_rows.h"

#include "graph/links/rowstore.h"
#include "graph/transform/transpose.h"

/* The links to each page, found by looking at all links for each. */
static void
transpose_plainly(const struct rows *rows, const double *weights,
		  struct rows *turned, double *turned_weights)
{
	rows_begin(turned, rows->pages);
	for (uint32_t target = 0; target < rows->pages; target++) {
		uint64_t link = 0;

		for (uint32_t page = 0; page < rows->pages; page++)
			for (; link < rows->ends[page]; link++) {
				if (rows->successors[link] != target)
					continue;
				turned_weights[turned->links] = weights[link];
				rows_add(turned, page);
			}
		rows_end(turned);
	}
}

/* The whole transpose in the compact form, with weights. */
static struct sp_graph *
transpose_with_weights(const struct sp_graph *graph, const double *weights,
		       const struct sp_transpose_options *how,
		       double **turned_weights)
{
	struct sp_rowstore *store = sp_rowstore_new(1, true);
	struct sp_row_sink sink = sp_rowstore_rows(store);
	struct sp_graph *turned;
	struct sp_error err;

	must(sp_transpose_rows(graph, weights, how, &sink, &err), err);
	must(sp_rowstore_finish(store, sp_graph_pages(graph), &turned,
				turned_weights, &err), err);
	sp_rowstore_free(store);
	return turned;
}

static bool
same_graph(const struct sp_graph *a, const struct sp_graph *b)
{
	struct sp_fingerprint one = sp_graph_fingerprint(a);
	struct sp_fingerprint two = sp_graph_fingerprint(b);

	return sp_fingerprint_equal(&one, &two) &&
	       sp_graph_memory(a) == sp_graph_memory(b);
}

static void
compare(const struct rows *rows, const struct sp_transpose_options *how)
{
	struct sp_graph *graph = rows_graph(rows, 1), *turned, *again;
	double *weights = malloc((rows->links + 1) * sizeof(*weights));
	double *expected = malloc((rows->links + 1) * sizeof(*expected));
	double *turned_weights;
	struct rows plain;
	struct sp_error err;

	hold(weights && expected);
	for (uint64_t i = 0; i < rows->links; i++)
		weights[i] = (double)i + 0.25;
	transpose_plainly(rows, weights, &plain, expected);
	must(sp_transpose(graph, how, &turned, &err), err);
	hold(rows_equal(&plain, turned));
	must(sp_transpose(turned, how, &again, &err), err);
	hold(same_graph(again, graph));
	sp_graph_free(turned);
	turned = transpose_with_weights(graph, weights, how, &turned_weights);
	hold(rows_equal(&plain, turned));
	for (uint64_t i = 0; i < rows->links; i++)
		hold(turned_weights[i] == expected[i]);
	free(turned_weights);
	free(weights);
	free(expected);
	rows_free(&plain);
	sp_graph_free(graph);
	sp_graph_free(turned);
	sp_graph_free(again);
}

/* A memory of a few links makes many ranges, some with a single page. */
START_TEST(random_graphs)
{
	struct sp_random random = { 11 };

	for (int i = 0; i < 1000; i++) {
		struct sp_transpose_options how = {
			.memory = sp_random_below(&random, 1600),
			.threads = 1 + (i % 8 == 7)
		};
		struct rows rows;
		uint64_t pages = sp_random_below(&random, 60);

		rows_begin(&rows, pages);
		for (uint64_t page = 0; page < pages; page++) {
			rows_draw(&rows, &random,
				  sp_random_below(&random, 9));
			rows_end(&rows);
		}
		compare(&rows, &how);
		rows_free(&rows);
	}
}
END_TEST

/* Several blocks, and pages that all others link to. */
START_TEST(several_blocks)
{
	struct sp_random random = { 5 };
	struct sp_transpose_options how = { .memory = 9000, .threads = 3 };
	struct rows rows;

	rows_begin(&rows, 3 * SP_BLOCK_PAGES + 7);
	for (uint64_t page = 0; page < rows.pages; page++) {
		rows_add(&rows, 0);
		rows_add(&rows, (uint32_t)(page / 100 + 1));
		rows_draw(&rows, &random, 3);
		rows_add(&rows, (uint32_t)rows.pages - 1);
		rows_end(&rows);
	}
	compare(&rows, &how);
	how.memory = UINT64_MAX;
	how.threads = 2;
	compare(&rows, &how);
	rows_free(&rows);
}
END_TEST

static enum sp_status
refuse_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	(void)context;
	return row->page < 2 ? SP_OK : sp_fail(err, SP_IO, "full");
}

START_TEST(sink_fails)
{
	struct sp_transpose_options how = { .memory = 0, .threads = 2 };
	struct sp_row_sink sink = { NULL, NULL, refuse_row };
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	rows_begin(&rows, 9);
	for (uint32_t page = 0; page < 9; page++) {
		rows_add(&rows, page);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	ck_assert_int_eq(sp_transpose_rows(graph, NULL, &how, &sink, &err),
			 SP_IO);
	ck_assert_str_eq(err.text, "full");
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

struct steps {
	uint64_t last, total;
	bool ordered;
};

static void
note_step(void *context, uint64_t done, uint64_t total)
{
	struct steps *steps = context;

	if (done < steps->last || (total && done > total))
		steps->ordered = false;
	steps->last = done;
	steps->total = total;
}

START_TEST(progress)
{
	struct steps steps = { .ordered = true };
	struct sp_progress teller = { &steps, note_step };
	struct sp_transpose_options how = { .memory = 4096, .threads = 1,
					    .progress = &teller };
	struct sp_graph *graph, *turned;
	struct sp_error err;
	struct rows rows;

	rows_begin(&rows, 5000);
	for (uint32_t page = 0; page < 5000; page++) {
		rows_add(&rows, page / 2);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	must(sp_transpose(graph, &how, &turned, &err), err);
	hold(steps.ordered);
	/* 5 blocks are counted, read in 5 passes, and passed on. */
	ck_assert_uint_eq(steps.total, 35);
	ck_assert_uint_eq(steps.last, 34);
	sp_graph_free(graph);
	sp_graph_free(turned);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("transpose");

	tcase_add_test(tcase, random_graphs);
	tcase_add_test(tcase, several_blocks);
	tcase_add_test(tcase, sink_fails);
	tcase_add_test(tcase, progress);
	return unit_run(tcase);
}
