/* SPDX-License-Identifier: MIT */
/*
 * Weights of links: where those of a page begin, what is refused, and their
 * logarithms, with one thread and with several.
 */
#include "graph_rows.h"
#include "unit.h"

#include "graph/linkweights.h"

#include <math.h>
#include <string.h>

/* Links 0 -> 0, 1, 3; 1 -> 2; 3 -> 0, 1. */
static const uint64_t few_ends[] = { 3, 4, 4, 6 };
static const uint32_t few_links[] = { 0, 1, 3, 2, 0, 1 };

static enum sp_status
few_weights(const double values[6], enum sp_weighing how,
	    struct sp_link_weights *weights, struct sp_error *err)
{
	struct sp_graph *graph = graph_of(4, few_ends, few_links, 1);
	double *copy = malloc(6 * sizeof(*copy));
	enum sp_status status;

	hold(copy);
	memcpy(copy, values, 6 * sizeof(*copy));
	status = sp_link_weights_make(weights, graph, copy, how, 1, err);
	if (!status)
		status = sp_link_weights_index(weights, graph, 1, err);
	sp_graph_free(graph);
	return status;
}

START_TEST(weights_are_replaced)
{
	static const double values[] = { 0, 1, 2, 1e100, -0.0, 1e-100 };
	struct sp_link_weights weights;
	struct sp_error err;

	must(few_weights(values, SP_WEIGHTS_RAW, &weights, &err), err);
	hold(!memcmp(weights.values, values, sizeof(values)));
	ck_assert_uint_eq(weights.page[1], 3);
	ck_assert_uint_eq(weights.page[2], 4);
	ck_assert_uint_eq(weights.page[3], 4);
	ck_assert_uint_eq(weights.page[4], 6);
	sp_link_weights_free(&weights);
	must(few_weights(values, SP_WEIGHTS_LOG, &weights, &err), err);
	for (int i = 0; i < 6; i++)
		hold(weights.values[i] == log1p(values[i]));
	sp_link_weights_free(&weights);
	ck_assert_ptr_null(weights.values);
	sp_link_weights_free(&weights);
}
END_TEST

static const struct {
	double values[6];
	const char *says;
} bad_weights[] = {
	{ { -1, 1, 1, 1, 1, -3 }, "from page 0 to 0 has the weight -1:" },
	{ { 1, 1, -2, 1, 1, 1 }, "from page 0 to 3 has the weight -2:" },
	{ { 1, 1, 1, -2, 1, 1 }, "from page 1 to 2 has the weight -2:" },
	{ { 1, 1, 1, 1, 1, -3 }, "from page 3 to 1 has the weight -3:" },
	{ { 1, 1, 1, 1, 1.1e100, 1 }, "from page 3 to 0 has the weight 1.1e+1" },
	{ { 1, 9e-101, 1, 1, 0, 1 }, "from page 0 to 1 has the weight 9e-101:" }
};

START_TEST(bad_weights_are_refused)
{
	struct sp_link_weights weights;
	struct sp_error err;

	ck_assert_int_eq(few_weights(bad_weights[_i].values, SP_WEIGHTS_RAW,
				     &weights, &err), SP_DATA);
	ck_assert_msg(strstr(err.text, bad_weights[_i].says), "%s", err.text);
	sp_link_weights_free(&weights);
}
END_TEST

START_TEST(largest_becomes_one)
{
	static const double values[] = { 0, 12, 3, 1e-9, 0, 5 };
	static const double none[] = { 0, 0, 0, 0, 0, 0 };
	struct sp_link_weights weights;
	struct sp_error err;

	must(few_weights(values, SP_WEIGHTS_RAW, &weights, &err), err);
	hold(sp_link_weights_to_unit(&weights, 6, 1) == 8);
	for (int i = 0; i < 6; i++)
		hold(weights.values[i] * 8 == values[i]);
	hold(sp_link_weights_to_unit(&weights, 6, 1) == 1);
	sp_link_weights_free(&weights);
	must(few_weights(none, SP_WEIGHTS_RAW, &weights, &err), err);
	hold(sp_link_weights_to_unit(&weights, 6, 1) == 1);
	sp_link_weights_free(&weights);
}
END_TEST

/* Several blocks: the same bits, places, and first bad weight. */
START_TEST(threads_change_nothing)
{
	struct sp_random random = { 7 };
	struct sp_link_weights weights;
	struct sp_error err;
	struct rows rows;
	struct sp_graph *graph;
	double *values, *twice;
	uint32_t source = 0;

	rows_begin(&rows, 5000);
	for (uint64_t p = 0; p < rows.pages; p++) {
		rows_draw(&rows, &random, p % 3 ? 60 : 0);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	values = malloc(rows.links * sizeof(*values));
	twice = malloc(rows.links * sizeof(*values));
	hold(values && twice && rows.links > 150000);
	for (uint64_t i = 0; i < rows.links; i++)
		values[i] = twice[i] = (double)sp_random_below(&random, 9);
	must(sp_link_weights_make(&weights, graph, values, SP_WEIGHTS_LOG, 3,
				  &err), err);
	must(sp_link_weights_index(&weights, graph, 3, &err), err);
	for (uint64_t i = 0; i < rows.links; i++)
		hold(values[i] == log1p(twice[i]));
	for (uint64_t p = 0; p < rows.pages; p++)
		hold(weights.page[p + 1] == rows.ends[p]);
	sp_link_weights_free(&weights);
	twice[rows.links - 1] = twice[140000] = -1;
	while (rows.ends[source] <= 140000)
		source++;
	ck_assert_int_eq(sp_link_weights_make(&weights, graph, twice,
					      SP_WEIGHTS_RAW, 3, &err),
			 SP_DATA);
	ck_assert_int_eq(strtol(strstr(err.text, "page ") + 5, NULL, 10),
			 source);
	sp_link_weights_free(&weights);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("linkweights");

	tcase_add_test(tcase, weights_are_replaced);
	tcase_add_loop_test(tcase, bad_weights_are_refused, 0,
			    LENGTH(bad_weights));
	tcase_add_test(tcase, largest_becomes_one);
	tcase_add_test(tcase, threads_change_nothing);
	return unit_run(tcase);
}
