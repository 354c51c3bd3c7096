/* SPDX-License-Identifier: MIT */
/*
 * test_graph.c - graphs of many shapes through the codec: the cursor, the
 * accessor and a stream give back the rows that went in.
 */
#include "graph_rows.h"
#include "no_blocks.h"

#include "base/bitset.h"
#include "base/random.h"
#include "graph/builder.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "stream/section/graph.h"

/* ---- shapes ----------------------------------------------------------- */

static void
no_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)rows;
	(void)page;
	(void)random;
}

static void
complete_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)page;
	(void)random;
	for (uint32_t target = 0; target < rows->pages; target++)
		rows_add(rows, target);
}

static void
sparse_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)page;
	rows_draw(rows, random, sp_random_below(random, 12));
}

static void
self_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)random;
	if (page % 3)
		rows_add(rows, page);
}

static void
last_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)random;
	if (page + 1 == rows->pages)
		rows_add(rows, 0);
	else
		rows_add(rows, (uint32_t)rows->pages - 1);
}

/* Pages of a template: the row before, with a few changes. */
static void
template_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	uint64_t start = page > 1 ? rows->ends[page - 2] : 0;
	uint64_t end = page ? rows->ends[page - 1] : 0;

	if (page % 50 == 0 || start == end) {
		rows_draw(rows, random, 40);
		return;
	}
	for (uint64_t i = start; i < end; i++)
		if (sp_random_below(random, 20))
			rows_add(rows, rows->successors[i]);
	if (sp_random_below(random, 2))
		rows_draw(rows, random, 3);
}

/* All rows the same: chains as long as allowed. */
static void
same_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	(void)page;
	(void)random;
	for (uint32_t target = 3; target < rows->pages; target += 7)
		rows_add(rows, target);
}

/* A few pages with very many links: a block larger than a frame. */
static void
huge_row(struct rows *rows, uint32_t page, struct sp_random *random)
{
	if (page % 97 == 5)
		rows_draw(rows, random, rows->pages / 2);
	else if (page % 97 == 6)
		rows_draw(rows, random, 3);
}

static const struct {
	const char *name;
	uint64_t pages;
	void (*row)(struct rows *rows, uint32_t page,
		    struct sp_random *random);
} shapes[] = {
	{ "empty", 0, no_row },
	{ "one page", 1, no_row },
	{ "one page with a link to itself", 1, complete_row },
	{ "two pages", 2, complete_row },
	{ "no links", 3000, no_row },
	{ "links to themselves", 2500, self_row },
	{ "complete", 300, complete_row },
	{ "to the last page", 5000, last_row },
	{ "1,023 pages", 1023, sparse_row },
	{ "1,024 pages", 1024, sparse_row },
	{ "1,025 pages", 1025, sparse_row },
	{ "2,049 pages", 2049, sparse_row },
	{ "70,000 pages", 70000, sparse_row },
	{ "templates", 9000, template_row },
	{ "all the same", 2100, same_row },
	{ "huge degrees", 300000, huge_row }
};

#define SHAPES ((int)(sizeof(shapes) / sizeof(*shapes)))

static void
make_rows(int shape, struct rows *rows)
{
	struct sp_random random = { (uint64_t)shape };

	rows_begin(rows, shapes[shape].pages);
	for (uint64_t page = 0; page < rows->pages; page++) {
		/* Huge rows in the first block only. */
		if (shapes[shape].row != huge_row || page < SP_BLOCK_PAGES)
			shapes[shape].row(rows, (uint32_t)page, &random);
		rows_end(rows);
	}
}

/* ---- tests ------------------------------------------------------------ */

START_TEST(cursor_gives_the_rows)
{
	struct sp_graph *graph;
	struct rows rows;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	ck_assert_uint_eq(sp_graph_pages(graph), rows.pages);
	ck_assert_uint_eq(sp_graph_links(graph), rows.links);
	ck_assert(rows_equal(&rows, graph));
	ck_assert(rows_equal_batched(&rows, graph));
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Reads blocks in any order, and leaves some half read. */
START_TEST(cursor_jumps)
{
	struct sp_random random = { 3 };
	struct sp_cursor *cursor;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	cursor = sp_cursor_new(graph);
	ck_assert_ptr_nonnull(cursor);
	for (int i = 0; sp_graph_blocks(graph) && i < 20; i++) {
		uint64_t stop = sp_random_below(&random, 1100);
		const uint32_t *successors;
		uint32_t page, count;

		sp_cursor_block(cursor, sp_random_below(
				       &random, sp_graph_blocks(graph)));
		while (stop-- && sp_cursor_next(cursor, &page, &successors,
						&count))
			hold(rows_have(&rows, page, successors, count));
	}
	must(sp_cursor_status(cursor, &err), err);
	sp_cursor_free(cursor);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Ranges of blocks, also empty ones, are read from their first page on. */
START_TEST(cursor_reads_ranges)
{
	struct sp_random random = { 4 };
	struct sp_cursor *cursor;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	cursor = sp_cursor_new(graph);
	ck_assert_ptr_nonnull(cursor);
	for (int i = 0; i < 20; i++) {
		uint64_t blocks = sp_graph_blocks(graph);
		uint64_t first = sp_random_below(&random, blocks + 1);
		uint64_t last = first + sp_random_below(&random,
							blocks - first + 1);
		uint64_t next = first * SP_BLOCK_PAGES;
		const uint32_t *successors;
		uint32_t page, count;

		sp_cursor_range(cursor, first, last);
		while (sp_cursor_next(cursor, &page, &successors, &count)) {
			hold(page == next++);
			hold(rows_have(&rows, page, successors, count));
		}
		hold(next == (last == blocks && first < last ?
				      rows.pages : last * SP_BLOCK_PAGES));
		hold(!sp_cursor_next(cursor, &page, &successors, &count));
	}
	must(sp_cursor_status(cursor, &err), err);
	sp_cursor_free(cursor);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* A random set: each page with probability 1 / one_in. */
static uint64_t *
choose(uint64_t pages, uint64_t one_in, struct sp_random *random)
{
	uint64_t *chosen = sp_bitset_new(pages);

	hold(chosen);
	for (uint64_t page = 0; page < pages; page++)
		if (!sp_random_below(random, one_in))
			sp_bit_set(chosen, page);
	return chosen;
}

/* Needed pages come with their rows, others without successors. */
static void
check_chosen(const struct rows *rows, const struct sp_graph *graph,
	     const uint64_t *needed)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_error err;
	uint64_t next = 0;
	const uint32_t *successors;
	uint32_t page, count;

	hold(cursor);
	sp_cursor_choose(cursor, needed);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		hold(page == next++);
		hold(sp_bit_test(needed, page) ?
			     rows_have(rows, page, successors, count) :
			     !count);
	}
	hold(next == rows->pages);
	must(sp_cursor_status(cursor, &err), err);
	sp_cursor_free(cursor);
}

START_TEST(cursor_chooses)
{
	static const uint64_t densities[] = { 1, 2, 5, 40, 2000 };
	struct sp_random random = { 5 };
	struct sp_graph *graph;
	struct rows rows;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	for (unsigned k = 0; k < 5; k++) {
		uint64_t *chosen = choose(rows.pages, densities[k], &random);
		uint64_t *needed = choose(rows.pages, 1, &random);

		sp_graph_needed(graph, chosen, needed);
		for (uint64_t page = 0; page < rows.pages; page++)
			hold(!sp_bit_test(chosen, page) ||
			     sp_bit_test(needed, page));
		check_chosen(&rows, graph, needed);
		free(chosen);
		free(needed);
	}
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

static void
check_accessor(const struct rows *rows, struct sp_index *index)
{
	struct sp_accessor *accessor = sp_accessor_new(index);
	struct sp_error err;

	ck_assert_ptr_nonnull(accessor);
	for (uint64_t i = 0; i < rows->pages; i++) {
		/*
		 * From the last to the first, so that no list is kept for the
		 * next.
		 */
		uint32_t page = (uint32_t)(rows->pages - 1 - i), count;
		const uint32_t *successors;

		sp_accessor_later(accessor, page);
		sp_accessor_soon(accessor, page);
		hold(!sp_accessor_page(accessor, page, &successors, &count,
				       &err));
		hold(rows_have(rows, page, successors, count));
	}
	sp_accessor_free(accessor);
	sp_index_free(index);
}

START_TEST(accessor_gives_the_rows)
{
	struct sp_graph *graph;
	struct sp_index *index;
	struct sp_error err;
	struct rows rows;
	uint64_t bytes;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	must(sp_index_new(graph, 2, &index, &err), err);
	check_accessor(&rows, index);
	for (int threads = 1; threads <= 4; threads++) {
		must(sp_index_new_plain(graph, UINT64_MAX, threads, &index,
					&err), err);
		ck_assert_ptr_nonnull(index);
		bytes = sp_index_memory(index);
		check_accessor(&rows, index);
		/* It has the memory that it needs, or there is none. */
		must(sp_index_new_plain(graph, bytes - 1, threads, &index,
					&err), err);
		if (index && bytes)
			ck_assert_uint_lt(sp_index_memory(index), bytes);
		sp_index_free(index);
		must(sp_index_new_plain(graph, bytes / 3, threads, &index,
					&err), err);
		ck_assert(!index || !rows.pages);
		sp_index_free(index);
	}
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

START_TEST(same_bytes_for_any_threads)
{
	struct sp_graph *one;
	struct rows rows;

	make_rows(_i, &rows);
	one = rows_graph(&rows, 1);
	for (int threads = 2; threads <= 4; threads *= 2) {
		struct sp_graph *more = rows_graph(&rows, threads);
		struct sp_fingerprint a = sp_graph_fingerprint(one);
		struct sp_fingerprint b = sp_graph_fingerprint(more);

		ck_assert(sp_fingerprint_equal(&a, &b));
		for (uint64_t k = 0; k < sp_graph_blocks(one); k++) {
			uint64_t length, length_more;
			const uint8_t *bytes = sp_graph_block_bytes(
				one, k, &length);
			const uint8_t *bytes_more = sp_graph_block_bytes(
				more, k, &length_more);

			hold(length == length_more);
			hold(!memcmp(bytes, bytes_more, length));
		}
		sp_graph_free(more);
	}
	sp_graph_free(one);
	rows_free(&rows);
}
END_TEST

/* The longest chain of references, found by walking the records. */
static unsigned
longest_chain(const struct sp_graph *graph, uint64_t block)
{
	unsigned chain[SP_BLOCK_PAGES], longest = 0;
	uint64_t length, pages = sp_graph_pages(graph);
	const uint8_t *at = sp_graph_block_bytes(graph, block, &length);
	const uint8_t *end = at + length;

	at += SP_BLOCK_HEADER;
	for (unsigned i = 0; i < SP_BLOCK_PAGES &&
			     block * SP_BLOCK_PAGES + i < pages; i++) {
		uint64_t size;

		hold(sp_get_leb(&at, end, &size));
		hold(size <= (uint64_t)(end - at));
		chain[i] = 0;
		if (size && *at & SP_REFERENCE_MAX) {
			unsigned back = *at & SP_REFERENCE_MAX;

			hold(back <= i);
			chain[i] = chain[i - back] + 1;
		}
		if (chain[i] > longest)
			longest = chain[i];
		at += size;
	}
	hold(at == end);
	return longest;
}

START_TEST(chains_are_short)
{
	struct sp_graph *graph;
	struct rows rows;
	unsigned longest = 0;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 1);
	for (uint64_t k = 0; k < sp_graph_blocks(graph); k++) {
		unsigned chain = longest_chain(graph, k);

		longest = chain > longest ? chain : longest;
	}
	ck_assert_uint_le(longest, SP_CHAIN_MAX);
	/* Where rows repeat the limit is reached, so this test can fail. */
	if (shapes[_i].row == same_row)
		ck_assert_uint_eq(longest, SP_CHAIN_MAX);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* The sum over all pages, in any order, is the checksum of the graph. */
START_TEST(fingerprint_is_a_sum)
{
	struct sp_fingerprint fingerprint;
	struct sp_graph *graph;
	struct rows rows;
	uint64_t sum = 0;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 3);
	fingerprint = sp_graph_fingerprint(graph);
	for (uint64_t i = rows.pages; i-- > 0;) {
		uint64_t start = i ? rows.ends[i - 1] : 0;

		sum += sp_fingerprint_row(i, rows.successors + start,
					  rows.ends[i] - start);
	}
	ck_assert_uint_eq(fingerprint.pages, rows.pages);
	ck_assert_uint_eq(fingerprint.links, rows.links);
	ck_assert_uint_eq(fingerprint.checksum, sum);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* A link that is added, or moved to another page or target, changes it. */
START_TEST(fingerprint_sees_every_link)
{
	const uint32_t pages = 12;
	uint64_t seen[1 + 12 * 12 + 1];
	unsigned count = 0;

	for (unsigned link = 0; link <= pages * pages; link++) {
		struct sp_graph *graph;
		struct rows rows;

		/* Two links that stay, and one that moves, or none. */
		rows_begin(&rows, pages);
		for (uint32_t page = 0; page < pages; page++) {
			for (uint32_t target = 0; target < pages; target++)
				if (page * pages + target == link ||
				    page * pages + target == 17 ||
				    page * pages + target == 101)
					rows_add(&rows, target);
			rows_end(&rows);
		}
		graph = rows_graph(&rows, 1);
		if (link != 17 && link != 101)
			seen[count++] = sp_graph_fingerprint(graph).checksum;
		sp_graph_free(graph);
		rows_free(&rows);
	}
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < i; k++)
			hold(seen[i] != seen[k]);
}
END_TEST

/* Through a stream, blocks keep their bytes, also one larger than a frame. */
START_TEST(stream_round_trip)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, _i % 2 ? 1 : 0, 2,
						_i % 3 == 0);
	struct sp_contents contents = { 0 };
	struct sp_fingerprint a, b;
	const struct sp_graph *loaded;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	make_rows(_i, &rows);
	graph = rows_graph(&rows, 2);
	must(sp_save_graph(writer, graph, NULL, &err), err);
	must(sp_writer_end(writer, &err), err);
	must(load_bytes(bytes.at, bytes.size, &contents, &err), err);
	loaded = sp_contents_graph(&contents);
	ck_assert_ptr_nonnull(loaded);
	a = sp_graph_fingerprint(graph);
	b = sp_graph_fingerprint(loaded);
	ck_assert(sp_fingerprint_equal(&a, &b));
	ck_assert(rows_equal(&rows, loaded));
	ck_assert_uint_eq(sp_graph_memory(graph),
			  sp_graph_memory(loaded));
	if (shapes[_i].row == huge_row) {
		uint64_t length;

		sp_graph_block_bytes(graph, 0, &length);
		ck_assert_uint_gt(length, SP_FRAME_MAX);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Many small graphs of all densities. */
START_TEST(random_small_graphs)
{
	struct sp_random random = { 11 };

	for (int round = 0; round < ROUNDS_OF(2000); round++) {
		struct sp_graph *graph;
		struct rows rows;
		uint64_t most;

		rows_begin(&rows, sp_random_below(&random, 40));
		most = 1 + sp_random_below(&random, rows.pages + 1);
		for (uint64_t page = 0; page < rows.pages; page++) {
			rows_draw(&rows, &random,
				  sp_random_below(&random, most));
			rows_end(&rows);
		}
		graph = rows_graph(&rows, 1);
		hold(rows_equal(&rows, graph));
		hold(rows_equal_batched(&rows, graph));
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

/* Rows must ascend and belong to pages; missing ones are empty. */
START_TEST(rows_out_of_order)
{
	struct sp_block_sink nowhere = NO_BLOCKS;
	struct sp_builder *builder = sp_builder_new(1, &nowhere);
	struct sp_row_sink sink = sp_builder_rows(builder);
	struct sp_row row = { .page = 1 };
	struct sp_fingerprint fingerprint;
	struct sp_error err;

	ck_assert_int_eq(sp_rows_begin(&sink, SP_PAGES_MAX + 1, &err),
			 SP_DATA);
	must(sp_rows_begin(&sink, 3, &err), err);
	must(sp_rows_pass(&sink, &row, &err), err);
	ck_assert_int_eq(sp_rows_pass(&sink, &row, &err), SP_DATA);
	row.page = 0;
	ck_assert_int_eq(sp_rows_pass(&sink, &row, &err), SP_DATA);
	row.page = 3;
	ck_assert_int_eq(sp_rows_pass(&sink, &row, &err), SP_DATA);
	must(sp_builder_finish(builder, &fingerprint, &err), err);
	ck_assert_uint_eq(fingerprint.pages, 3);
	ck_assert_uint_eq(fingerprint.links, 0);
	sp_builder_free(builder);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("graph");

	tcase_add_loop_test(tcase, cursor_gives_the_rows, 0, SHAPES);
	tcase_add_loop_test(tcase, cursor_jumps, 0, SHAPES);
	tcase_add_loop_test(tcase, cursor_reads_ranges, 0, SHAPES);
	tcase_add_loop_test(tcase, cursor_chooses, 0, SHAPES);
	tcase_add_loop_test(tcase, accessor_gives_the_rows, 0, SHAPES);
	tcase_add_loop_test(tcase, same_bytes_for_any_threads, 0, SHAPES);
	tcase_add_loop_test(tcase, chains_are_short, 0, SHAPES);
	tcase_add_loop_test(tcase, fingerprint_is_a_sum, 0, SHAPES);
	tcase_add_test(tcase, fingerprint_sees_every_link);
	tcase_add_loop_test(tcase, stream_round_trip, 0, SHAPES);
	tcase_add_test(tcase, random_small_graphs);
	tcase_add_test(tcase, rows_out_of_order);
	return unit_run(tcase);
}
