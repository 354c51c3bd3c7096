/* SPDX-License-Identifier: MIT */
/* Votes, walks and methods, against sums over a matrix. */
#include "graph_rows.h"
#include "unit.h"

#include "seed/expand/methods.h"

#include <math.h>

#define MOST 60 /* pages */

/* A small graph as a matrix, with a unit for each page. */
struct matrix {
	uint32_t pages;
	bool link[MOST][MOST];
	uint32_t unit[MOST];
	bool united;          /* units count */
	double values[MOST];
};

static void
draw_matrix(struct matrix *matrix, struct rows *rows, uint64_t seed)
{
	struct sp_random random = { seed };
	uint32_t units;

	*matrix = (struct matrix){
		.pages = 2 + (uint32_t)sp_random_below(&random, MOST - 1),
		.united = seed % 3 > 0
	};
	units = 1 + (uint32_t)sp_random_below(&random, matrix->pages);
	rows_begin(rows, matrix->pages);
	for (uint32_t page = 0; page < matrix->pages; page++) {
		matrix->unit[page] = (uint32_t)sp_random_below(&random, units);
		matrix->values[page] = sp_random_below(&random, 3) ? 0 :
				       sp_random_unit(&random);
		for (uint32_t to = 0; to < matrix->pages; to++)
			if (!sp_random_below(&random, 8)) {
				matrix->link[page][to] = page != to;
				rows_add(rows, to);
			}
		rows_end(rows);
	}
	matrix->values[0] = 1;
}

/* The sum of the means over units of those that vote for a page. */
static double
sum_votes(const struct matrix *matrix, uint32_t page, bool in,
	  const double *values, double *votes)
{
	double all = 0;

	*votes = 0;
	for (uint32_t unit = 0; unit < MOST; unit++) {
		double sum = 0, count = 0;

		for (uint32_t other = 0; other < matrix->pages; other++)
			if ((matrix->united ? matrix->unit[other] : other) ==
				    unit &&
			    (in ? matrix->link[other][page] :
				  matrix->link[page][other])) {
				sum += values[other];
				count++;
			}
		all += count > 0 ? sum / count : 0;
		*votes += count > 0;
	}
	return all;
}

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * (1 + fabs(b));
}

/* A column of values: those of the matrix, moved on by its number. */
static void
take_column(struct matrix *matrix, const double *first, unsigned column)
{
	for (uint32_t page = 0; page < matrix->pages; page++)
		matrix->values[page] = first[(page + column) % matrix->pages];
}

/* What is scored side by side, and the column that is compared. */
struct columns {
	unsigned width, column;
	double values[MOST * SP_VOTES_WIDTH];
};

static double
at(const struct columns *columns, const double *results, uint32_t page)
{
	return results[page * columns->width + columns->column];
}

static void
check_sums(const struct matrix *matrix, const struct columns *columns,
	   struct sp_voter *voter)
{
	const struct sp_votes *votes = sp_voter_votes(voter);
	double out[MOST * SP_VOTES_WIDTH], in[MOST * SP_VOTES_WIDTH], count;
	struct sp_error err;

	must(sp_votes_out(voter, columns->values, out, &err), err);
	must(sp_votes_in(voter, columns->values, in, &err), err);
	for (uint32_t page = 0; page < matrix->pages; page++) {
		hold(is_near(at(columns, out, page),
			     sum_votes(matrix, page, false, matrix->values,
				       &count)));
		hold(is_near(votes->out[page], count));
		hold(is_near(at(columns, in, page),
			     sum_votes(matrix, page, true, matrix->values,
				       &count)));
		hold(is_near(votes->in[page], count));
	}
}

/* What goes from a page to another in a step. */
static double
passed(const struct matrix *matrix, enum sp_walk way, uint32_t from,
       uint32_t to)
{
	return (way != SP_WALK_BACK && matrix->link[from][to]) +
	       (way != SP_WALK_ALONG && matrix->link[to][from]);
}

static void
walk_slowly(const struct matrix *matrix, enum sp_walk way, double damping,
	    unsigned steps, double *values)
{
	double total = 0, before[MOST];

	for (uint32_t page = 0; page < matrix->pages; page++)
		total += matrix->values[page];
	for (uint32_t page = 0; page < matrix->pages; page++)
		values[page] = matrix->values[page] / total;
	while (steps-- > 0) {
		memcpy(before, values, sizeof(before));
		for (uint32_t to = 0; to < matrix->pages; to++)
			values[to] = (1 - damping) * matrix->values[to] /
				     total;
		for (uint32_t from = 0; from < matrix->pages; from++) {
			double links = 0;

			for (uint32_t to = 0; to < matrix->pages; to++)
				links += passed(matrix, way, from, to);
			for (uint32_t to = 0; links > 0 && to < matrix->pages;
			     to++)
				values[to] += damping * before[from] *
					passed(matrix, way, from, to) / links;
		}
	}
}

static void
check_walks(const struct matrix *matrix, const struct columns *columns,
	    struct sp_voter *voter)
{
	struct sp_error err;
	double values[MOST * SP_VOTES_WIDTH], slow[MOST];

	for (unsigned way = SP_WALK_BOTH; way <= SP_WALK_BACK; way++) {
		must(sp_votes_walk(voter, (enum sp_walk)way, 0.8, 7,
				   columns->values, values, &err), err);
		walk_slowly(matrix, (enum sp_walk)way, 0.8, 7, slow);
		for (uint32_t page = 0; page < matrix->pages; page++)
			hold(is_near(at(columns, values, page),
				     slow[page]));
	}
}

/* Votes that were collected become a share, drawn to that of the list. */
static double
share_of(double sum, double votes, double prior, double share)
{
	return (sum + prior * share) / (votes + prior);
}

/* Links, co-citation and coupling by their definitions. */
static void
check_shares(const struct matrix *matrix, const struct columns *columns,
	     struct sp_voter *voter)
{
	double links[MOST * SP_VOTES_WIDTH], cited[MOST * SP_VOTES_WIDTH];
	double coupled[MOST * SP_VOTES_WIDTH], hub[MOST], fame[MOST];
	double share = 0, count, sum;
	struct sp_error err;

	must(sp_expand_score(voter, SP_EXPAND_LINKS, columns->values,
			     links, &err), err);
	must(sp_expand_score(voter, SP_EXPAND_COCITATION, columns->values,
			     cited, &err), err);
	must(sp_expand_score(voter, SP_EXPAND_COUPLING, columns->values,
			     coupled, &err), err);
	for (uint32_t page = 0; page < matrix->pages; page++)
		share += matrix->values[page] / matrix->pages;
	for (uint32_t page = 0; page < matrix->pages; page++) {
		sum = sum_votes(matrix, page, false, matrix->values, &count);
		hold(is_near(at(columns, links, page),
			     share_of(sum, count, 3, share)));
		hub[page] = share_of(sum, count, 10, share);
		sum = sum_votes(matrix, page, true, matrix->values, &count);
		fame[page] = share_of(sum, count, 10, share);
	}
	for (uint32_t page = 0; page < matrix->pages; page++) {
		sum = sum_votes(matrix, page, true, hub, &count);
		hold(is_near(at(columns, cited, page),
			     share_of(sum, count, 3, share)));
		sum = sum_votes(matrix, page, false, fame, &count);
		hold(is_near(at(columns, coupled, page),
			     share_of(sum, count, 3, share)));
	}
}

static void
check_columns(struct matrix *matrix, unsigned width, struct sp_voter *voter)
{
	struct columns columns = { .width = width };
	double first[MOST];

	memcpy(first, matrix->values, sizeof(first));
	for (unsigned k = 0; k < width; k++) {
		take_column(matrix, first, k);
		for (uint32_t page = 0; page < matrix->pages; page++)
			columns.values[page * width + k] =
				matrix->values[page];
	}
	for (columns.column = 0; columns.column < width; columns.column++) {
		take_column(matrix, first, columns.column);
		check_sums(matrix, &columns, voter);
		check_walks(matrix, &columns, voter);
		check_shares(matrix, &columns, voter);
	}
}

START_TEST(test_votes)
{
	for (uint64_t seed = 0; seed < (uint64_t)ROUNDS_OF(200); seed++) {
		const unsigned width = 1 + (unsigned)(seed % SP_VOTES_WIDTH);
		struct sp_units units = SP_UNITS_EMPTY;
		struct sp_votes votes;
		struct sp_voter *voter;
		struct sp_graph *graph;
		struct matrix matrix;
		struct sp_error err;
		struct rows rows;

		draw_matrix(&matrix, &rows, seed);
		graph = rows_graph(&rows, 1);
		units.unit_of = matrix.unit;
		units.count = MOST;
		must(sp_votes_new(graph, matrix.united ? &units : NULL, 1,
				  &votes, &err), err);
		voter = sp_voter_new(&votes, width);
		hold(voter);
		check_columns(&matrix, width, voter);
		sp_voter_free(voter);
		sp_votes_free(&votes);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

START_TEST(test_words)
{
	enum sp_expand_method method;

	for (unsigned i = 0; i < SP_EXPAND_COUNT; i++) {
		hold(sp_expand_find(sp_expand_word((enum sp_expand_method)i),
				    &method));
		ck_assert_uint_eq(method, i);
	}
	hold(!sp_expand_find("link", &method));
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("votes");

	tcase_add_test(tests, test_votes);
	tcase_add_test(tests, test_words);
	return unit_run(tests);
}
