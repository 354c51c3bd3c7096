/* SPDX-License-Identifier: MIT */
/*
 * Rows of links for methods that push: they hold the links of the graph, each
 * where it belongs, for graphs of many sizes and shapes.
 */
#include "large_graph.h"

#include "graph/store.h"
#include "rank/rows.h"

#include <string.h>

/* ---- shapes ----------------------------------------------------------- */

static uint32_t pages; /* of the graph that is being made */

/* Near and far links, links to the page itself, and pages without links. */
static uint32_t
mixed_row(uint32_t page, struct sp_random *random,
	  uint32_t successors[LARGE_ROW])
{
	uint32_t count = 0, next = 0;

	if (page % 5 == 4)
		return 0;
	while (count < LARGE_ROW - 1) {
		uint64_t width = count == 2 && page > 30 ? page - 30 :
				 1 + pages / (count % 4 ? 4000 : 7);

		next += (uint32_t)sp_random_below(random, width + 1) +
			(count > 0);
		if (next >= pages)
			break;
		successors[count++] = next;
	}
	return count;
}

static uint32_t
self_row(uint32_t page, struct sp_random *random,
	 uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = page;
	return 1;
}

/* All link to one page; it links to the first and the last. */
static uint32_t
star_row(uint32_t page, struct sp_random *random,
	 uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = page == pages / 2 ? 0 : pages / 2;
	successors[1] = pages - 1;
	return page == pages / 2 && pages > 1 ? 2 : 1;
}

static uint32_t
empty_row(uint32_t page, struct sp_random *random,
	  uint32_t successors[LARGE_ROW])
{
	(void)page;
	(void)random;
	(void)successors;
	return 0;
}

/* ---- comparison ------------------------------------------------------- */

/* The page's links in the rows, near and far ones merged, are its list. */
static void
check_row(const struct sp_rows *rows, struct sp_rows_block *at,
	  const struct sp_list *list)
{
	uint64_t block = list->page / SP_BLOCK_PAGES;
	uint64_t base = sp_rows_base(block);
	bool looped = false;

	hold(rows->count[list->page] == list->count);
	for (uint32_t i = 0; i < list->count; i++) {
		uint32_t target = list->successors[i];

		looped |= target == list->page;
		if (target >= base && target < base + SP_ROWS_REACH) {
			hold(rows->near[at->near++] + base == target);
			continue;
		}
		hold(target / SP_BLOCK_PAGES != block);
		hold(rows->far_page[at->far] == list->page % SP_BLOCK_PAGES);
		hold(rows->far[at->far++] == target);
	}
	hold(sp_bit_test(rows->looped, list->page) == looped);
}

static void
check_rows(const struct sp_graph *graph, const struct sp_rows *rows)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_rows_block at = { 0, 0 };
	struct sp_error err;
	struct sp_list list;

	for (uint64_t b = 0; b < sp_graph_blocks(graph); b++) {
		hold(rows->block[b].near == at.near);
		hold(rows->block[b].far == at.far);
		sp_cursor_block(cursor, b);
		while (sp_cursor_next(cursor, &list.page, &list.successors,
				      &list.count))
			check_row(rows, &at, &list);
	}
	must(sp_cursor_status(cursor, &err), err);
	ck_assert_uint_eq(rows->block[rows->blocks].near, at.near);
	ck_assert_uint_eq(rows->block[rows->blocks].far, at.far);
	ck_assert_uint_eq(at.near + at.far, sp_graph_links(graph));
	sp_cursor_free(cursor);
}

static void
check_shape(large_row *row)
{
	static const uint32_t sizes[] = { 0, 1, 2, 1023, 1024, 1025, 4096,
					  33280, 65536, 65537, 100001 };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct sp_graph *graph;

		pages = sizes[i];
		graph = large_graph(pages, row);
		for (int threads = 1; threads <= 4; threads += 3) {
			struct sp_rows *rows;
			struct sp_error err;

			must(sp_rows_new(graph, threads, &rows, &err), err);
			check_rows(graph, rows);
			sp_rows_free(rows);
		}
		sp_graph_free(graph);
	}
}

START_TEST(test_rows_shapes)
{
	static large_row *const shapes[] = { mixed_row, self_row, star_row,
					     empty_row };

	check_shape(shapes[_i]);
}
END_TEST

START_TEST(test_rows_damaged)
{
	struct sp_graph *graph;
	struct sp_rows *rows;
	struct sp_error err;
	uint64_t length;
	uint8_t *links;

	pages = 4096;
	graph = large_graph(pages, mixed_row);
	links = (uint8_t *)(uintptr_t)sp_graph_block_bytes(graph, 1, &length);
	links[8] ^= 1;
	ck_assert_int_eq(sp_rows_new(graph, 2, &rows, &err), SP_DATA);
	ck_assert_ptr_null(rows);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("rows");

	tcase_add_loop_test(tests, test_rows_shapes, 0, 4);
	tcase_add_test(tests, test_rows_damaged);
	return unit_run(tests);
}
