/* SPDX-License-Identifier: MIT */
/*
 * test_hostile_blocks.c - damaged blocks of links whose checksums are right,
 * read in every way: each read gives an error, or rows in range and in order.
 */
#include "graph_rows.h"

#include "base/bitset.h"
#include "graph/codec.h"
#include "graph/store.h"

/* Makes a graph of blocks as they are; NULL if even their sizes are wrong. */
static struct sp_graph *
graph_from(uint64_t pages, const uint8_t *blocks, uint64_t length)
{
	struct sp_graph *graph = sp_graph_new(pages);
	struct sp_fingerprint fingerprint = { pages, 0, 1 };
	struct sp_error err;
	uint8_t *room;

	hold(graph);
	room = sp_graph_room(graph, length);
	hold(room);
	memcpy(room, blocks, length);
	if (!sp_graph_extend(graph, length, &err)) {
		fingerprint.links = sp_graph_links(graph);
		if (!sp_graph_complete(graph, &fingerprint, &fingerprint,
				       &err))
			return graph;
	}
	hold(err.status == SP_DATA);
	sp_graph_free(graph);
	return NULL;
}

/* Collects the rows of a cursor; false when the graph is damaged. */
static bool
read_rows(const struct sp_graph *graph, struct rows *rows)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	uint32_t page, count;
	enum sp_status status;
	struct sp_error err;

	hold(cursor);
	rows_begin(rows, sp_graph_pages(graph));
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		hold(page == rows->done && page < rows->pages);
		for (uint32_t i = 0; i < count; i++) {
			hold(successors[i] < rows->pages);
			hold(!i || successors[i] > successors[i - 1]);
			rows_add(rows, successors[i]);
		}
		rows_end(rows);
	}
	status = sp_cursor_status(cursor, &err);
	hold(!status || status == SP_DATA);
	hold(status || rows->done == rows->pages);
	/* What has failed gives nothing more. */
	for (uint64_t b = 0; status && b < sp_graph_blocks(graph); b++) {
		sp_cursor_block(cursor, b);
		hold(!sp_cursor_next(cursor, &page, &successors, &count));
	}
	sp_cursor_free(cursor);
	return !status;
}

/*
 * Lists that are read several at a time are in range too, whether of all pages
 * or only of those needed: also in blocks after a damaged one.
 */
static void
read_lists(const struct sp_graph *graph, const uint64_t *needed)
{
	uint64_t pages = sp_graph_pages(graph);

	for (uint64_t b = 0; b < sp_graph_blocks(graph); b++) {
		struct sp_cursor *cursor = sp_cursor_new(graph);
		struct sp_list lists[SP_LISTS];
		unsigned count;

		hold(cursor);
		if (needed)
			sp_cursor_choose(cursor, needed);
		sp_cursor_block(cursor, b);
		while ((count = sp_cursor_lists(cursor, lists)) > 0)
			for (unsigned i = 0; i < count; i++) {
				hold(lists[i].page < pages);
				for (uint32_t k = 0; k < lists[i].count; k++)
					hold(lists[i].successors[k] < pages);
			}
		sp_cursor_free(cursor);
	}
}

/* Reads every third page, and what has to be decoded for it. */
static void
read_chosen(const struct sp_graph *graph)
{
	uint64_t words = sp_bitset_words(sp_graph_pages(graph));
	uint64_t *chosen = malloc(words * sizeof(*chosen));
	uint64_t *needed = malloc(words * sizeof(*needed));

	hold(chosen && needed);
	for (uint64_t i = 0; i < words; i++)
		chosen[i] = UINT64_C(0x9249249249249249) >> i % 3;
	sp_graph_needed(graph, chosen, needed);
	read_lists(graph, needed);
	free(chosen);
	free(needed);
}

/* Reads every page alone: an error, or its row if all rows are good. */
static void
read_pages(const struct sp_graph *graph, const struct rows *rows)
{
	struct sp_accessor *accessor;
	struct sp_index *index;
	struct sp_error err;

	if (sp_index_new(graph, 1, &index, &err)) {
		hold(err.status == SP_DATA && !rows);
		return;
	}
	accessor = sp_accessor_new(index);
	hold(accessor);
	for (uint32_t page = 0; page < sp_graph_pages(graph); page++) {
		const uint32_t *successors;
		uint32_t count;

		if (sp_accessor_page(accessor, page, &successors, &count,
				     &err)) {
			hold(err.status == SP_DATA);
			continue;
		}
		for (uint32_t i = 0; i < count; i++) {
			hold(successors[i] < sp_graph_pages(graph));
			hold(!i || successors[i] > successors[i - 1]);
		}
		hold(!rows || rows_have(rows, page, successors, count));
	}
	sp_accessor_free(accessor);
	sp_index_free(index);
}

static void
mutate(uint8_t *blocks, uint64_t length, struct sp_random *random)
{
	static const uint8_t limits[8] = { 0, 1, 127, 128, 255, 7, 8, 15 };
	uint64_t times = 1 + sp_random_below(random, 4);

	while (times--) {
		/*
		 * Seldom the header: damage in the records reaches more code.
		 */
		uint64_t at = sp_random_below(random, 50) ?
				SP_BLOCK_HEADER + sp_random_below(
					random, length - SP_BLOCK_HEADER) :
				sp_random_below(random, length);
		uint64_t draw = sp_random_next(random);

		switch (draw >> 60 & 3) {
		case 0:
			blocks[at] = (uint8_t)draw;
			break;
		case 1:
			blocks[at] ^= (uint8_t)(1 << (draw & 7));
			break;
		case 2:
			blocks[at] = (uint8_t)(blocks[at] + 1);
			break;
		default:
			blocks[at] = limits[draw & 7];
		}
	}
}

/* A graph of a few pages whose rows refer to each other. */
static struct sp_graph *
small_graph(struct sp_random *random)
{
	struct sp_graph *graph;
	struct rows rows;

	rows_begin(&rows, 1 + sp_random_below(random, 24));
	for (uint64_t page = 0; page < rows.pages; page++) {
		uint64_t start = page > 1 ? rows.ends[page - 2] : 0;
		uint64_t end = page ? rows.ends[page - 1] : 0;

		for (uint64_t i = start; i < end; i++)
			if (sp_random_below(random, 5))
				rows_add(&rows, rows.successors[i]);
		rows_draw(&rows, random, sp_random_below(random, 9));
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
	return graph;
}

#define MUTATIONS 200000 /* in all eight tests together */

START_TEST(mutated_blocks)
{
	struct sp_random random = { (uint64_t)_i };
	unsigned good = 0, bad = 0;
	uint8_t blocks[4096];

	for (int round = 0; round < MUTATIONS / 8 / 50; round++) {
		struct sp_graph *graph = small_graph(&random);
		uint64_t pages = sp_graph_pages(graph), length;
		const uint8_t *bytes = sp_graph_block_bytes(graph, 0,
							    &length);

		hold(length <= sizeof(blocks));
		for (int i = 0; i < 50; i++) {
			struct sp_graph *damaged;
			struct rows rows;
			bool whole;

			memcpy(blocks, bytes, length);
			mutate(blocks, length, &random);
			damaged = graph_from(pages, blocks, length);
			if (!damaged)
				continue;
			whole = read_rows(damaged, &rows);
			read_lists(damaged, NULL);
			read_chosen(damaged);
			read_pages(damaged, whole ? &rows : NULL);
			good += whole;
			bad += !whole;
			sp_graph_free(damaged);
			rows_free(&rows);
		}
		sp_graph_free(graph);
	}
	/* Both outcomes must have been met. */
	ck_assert_uint_gt(good, 500);
	ck_assert_uint_gt(bad, 5000);
}
END_TEST

/* Blocks of random bytes. */
START_TEST(random_blocks)
{
	struct sp_random random = { 99 };

	for (int round = 0; round < 20000; round++) {
		uint8_t blocks[128];
		uint64_t body = sp_random_below(&random, 100);
		struct sp_graph *graph;
		struct rows rows;

		for (uint64_t i = 0; i < body; i++)
			blocks[SP_BLOCK_HEADER + i] = (uint8_t)(
				sp_random_next(&random) >>
				sp_random_below(&random, 60));
		sp_store64(blocks, body);
		sp_store64(blocks + 8, sp_random_below(&random, 30));
		graph = graph_from(sp_random_below(&random, 20), blocks,
				   SP_BLOCK_HEADER + body);
		if (!graph)
			continue;
		read_pages(graph, read_rows(graph, &rows) ? &rows : NULL);
		read_lists(graph, NULL);
		read_chosen(graph);
		rows_free(&rows);
		sp_graph_free(graph);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("hostile");

	tcase_add_loop_test(tcase, mutated_blocks, 0, 8);
	tcase_add_test(tcase, random_blocks);
	return unit_run(tcase);
}
