/* SPDX-License-Identifier: MIT */
/*
 * test_crossing.c - threads count all links to all pages, whichever part a link
 * comes from and goes to, however full boxes get, and end together if one fails
 */
#include "graph_rows.h"

#include "base/memory.h"
#include "graph/crossing.h"
#include "graph/visit.h"

#define PAGES 100000 /* 98 blocks */

/* ---- graphs ----------------------------------------------------------- */

/* Half of the links of two threads cross, many times what boxes hold. */
static void
draw_anywhere(struct rows *rows, struct sp_random *random)
{
	rows_begin(rows, PAGES);
	for (uint64_t page = 0; page < PAGES; page++) {
		rows_draw(rows, random, 16);
		rows_end(rows);
	}
}

/* All links are from the first block, to every page. */
static void
draw_from_one_block(struct rows *rows, struct sp_random *random)
{
	rows_begin(rows, PAGES);
	for (uint64_t page = 0; page < PAGES; page++) {
		if (page % 7 == 3 && page < SP_BLOCK_PAGES)
			rows_draw(rows, random, PAGES);
		rows_end(rows);
	}
}

/* All links are to two pages: the last one, and one in the middle. */
static void
draw_to_two(struct rows *rows, struct sp_random *random)
{
	(void)random;
	rows_begin(rows, PAGES);
	for (uint64_t page = 0; page < PAGES; page++) {
		rows_add(rows, PAGES / 2);
		rows_add(rows, PAGES - 1);
		rows_end(rows);
	}
}

static void
draw_few_pages(struct rows *rows, struct sp_random *random)
{
	rows_begin(rows, 5);
	for (uint64_t page = 0; page < 5; page++) {
		rows_draw(rows, random, 2);
		rows_end(rows);
	}
}

static void
draw_nothing(struct rows *rows, struct sp_random *random)
{
	(void)random;
	rows_begin(rows, 0);
}

static void (*const draw[])(struct rows *rows, struct sp_random *random) = {
	draw_anywhere, draw_from_one_block, draw_to_two, draw_few_pages,
	draw_nothing
};

/* ---- counts ----------------------------------------------------------- */

/* What the functions of the pass see. */
struct counted {
	const struct rows *rows;
	uint32_t *in_degree, *seen; /* seen: visits of a page */
	uint64_t fails;             /* first page of the block that fails */
};

static enum sp_status
count_range(void *context, struct sp_side *side, struct sp_cursor *cursor,
	    uint64_t first, uint64_t last, struct sp_error *err)
{
	struct counted *counted = context;
	const uint32_t *successors;
	uint32_t page, count;

	hold(first < last && last - first <= SP_VISIT_BLOCKS);
	for (uint64_t block = first; block < last; block++) {
		if (block * SP_BLOCK_PAGES == counted->fails)
			return sp_fail(err, SP_USAGE, "planted");
		sp_cursor_block(cursor, block);
		while (sp_cursor_next(cursor, &page, &successors, &count)) {
			hold(sp_side_has(side, page));
			counted->seen[page]++;
			sp_side_count(side, counted->in_degree, page,
				      successors, count);
		}
	}
	return SP_OK;
}

static void
begin_counts(struct counted *counted, const struct rows *rows)
{
	*counted = (struct counted){ .rows = rows, .fails = UINT64_MAX };
	counted->in_degree = sp_alloc_zero(rows->pages, sizeof(uint32_t));
	counted->seen = sp_alloc_zero(rows->pages, sizeof(uint32_t));
	hold(counted->in_degree && counted->seen);
}

static void
end_counts(struct counted *counted)
{
	free(counted->in_degree);
	free(counted->seen);
}

static void
compare_counts(const struct counted *counted)
{
	const struct rows *rows = counted->rows;
	uint32_t *in_degree = sp_alloc_zero(rows->pages, sizeof(uint32_t));

	hold(in_degree);
	for (uint64_t i = 0; i < rows->links; i++)
		in_degree[rows->successors[i]]++;
	hold(!memcmp(in_degree, counted->in_degree,
		     rows->pages * sizeof(*in_degree)));
	for (uint64_t page = 0; page < rows->pages; page++)
		hold(counted->seen[page] == 1);
	free(in_degree);
}

START_TEST(test_counts)
{
	struct sp_random random = { (uint64_t)_i };
	struct counted counted;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	draw[_i](&rows, &random);
	graph = rows_graph(&rows, 1);
	for (int threads = 1; threads <= 5; threads++) {
		begin_counts(&counted, &rows);
		must(sp_visit_inlinks(graph, threads, count_range, &counted,
				      counted.in_degree, &err), err);
		compare_counts(&counted);
		end_counts(&counted);
	}
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* The others have full boxes, and wait for the one that has failed. */
START_TEST(test_failure)
{
	static const uint64_t blocks[] = { 0, 40, 97 };
	struct sp_random random = { 9 };
	struct counted counted;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	draw_anywhere(&rows, &random);
	graph = rows_graph(&rows, 1);
	for (int threads = 1; threads <= 4; threads++) {
		begin_counts(&counted, &rows);
		counted.fails = blocks[_i] * SP_BLOCK_PAGES;
		hold(sp_visit_inlinks(graph, threads, count_range, &counted,
				      counted.in_degree, &err) == SP_USAGE);
		ck_assert_str_eq(err.text, "planted");
		end_counts(&counted);
	}
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* ---- rows ------------------------------------------------------------- */

/* Rows are cut where they leave a part, at either end, or are outside. */
START_TEST(test_rows)
{
	const struct sp_side side = { .first = 2048, .last = 4096 };
	const uint32_t row[] = { 0, 2047, 2048, 3000, 4095, 4096, 9000 };

	for (uint32_t first = 0; first <= LENGTH(row); first++)
		for (uint32_t last = first; last <= LENGTH(row); last++) {
			struct sp_side_row own = sp_side_row(
				&side, row + first, last - first);
			uint32_t in = 0;

			for (uint32_t i = first; i < last; i++) {
				bool has = sp_side_has(&side, row[i]);

				hold(has == (i - first >= own.first &&
					     i - first < own.last));
				in += has;
			}
			hold(own.last - own.first == in);
		}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("crossing");

	tcase_add_loop_test(tcase, test_counts, 0, LENGTH(draw));
	tcase_add_loop_test(tcase, test_failure, 0, 3);
	tcase_add_test(tcase, test_rows);
	return unit_run(tcase);
}
