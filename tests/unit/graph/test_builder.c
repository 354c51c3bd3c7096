/* SPDX-License-Identifier: MIT */
/*
 * test_builder.c - blocks with very many links, which the builder encodes in
 * smaller batches or row by row, have the bytes of sp_block_encode().
 */
#include "graph_rows.h"

#include "graph/builder.h"
#include "graph/codec.h"

#define LINKS_MAX 8192 /* of a row */

/* What the blocks must be, one after the other. */
struct expected {
	struct rows rows;
	bool weighted;
	uint64_t blocks; /* that came */
	uint64_t links;  /* of the blocks that came */
};

static double
weight_of(uint64_t link)
{
	return (double)(link % 1000) + 0.5;
}

static enum sp_status
take_pages(void *context, uint64_t pages, struct sp_error *err)
{
	struct expected *expected = context;

	(void)err;
	hold(pages == expected->rows.pages);
	return SP_OK;
}

static enum sp_status
take_block(void *context, uint64_t first_page, const uint8_t *bytes,
	   uint64_t length, const double *weights, uint64_t links,
	   struct sp_error *err)
{
	struct expected *expected = context;
	struct rows *all = &expected->rows;
	uint64_t ends[SP_BLOCK_PAGES], left = all->pages - first_page;
	struct sp_block_rows rows = {
		first_page,
		left < SP_BLOCK_PAGES ? (uint32_t)left : SP_BLOCK_PAGES,
		ends, all->successors + expected->links
	};
	uint64_t capacity = 0, size;
	uint8_t *same = NULL;

	ck_assert_uint_eq(first_page, expected->blocks * SP_BLOCK_PAGES);
	for (uint32_t i = 0; i < rows.pages; i++)
		ends[i] = all->ends[first_page + i] - expected->links;
	must(sp_block_encode(&rows, &same, &capacity, &size, err), *err);
	ck_assert_uint_eq(length, size);
	hold(!memcmp(bytes, same, size));
	free(same);
	ck_assert_uint_eq(links, ends[rows.pages - 1]);
	hold(expected->weighted == (weights != NULL));
	for (uint64_t i = 0; weights && i < links; i++)
		hold(weights[i] == weight_of(expected->links + i));
	expected->blocks++;
	expected->links += links;
	return SP_OK;
}

/* The rows through a builder, whose blocks are compared in take_block(). */
static void
build(struct expected *expected, int threads)
{
	struct sp_block_sink blocks = { expected, take_pages, take_block };
	struct sp_builder *builder = sp_builder_new(threads, &blocks);
	struct sp_row_sink sink = sp_builder_rows(builder);
	struct sp_fingerprint fingerprint;
	static double weights[LINKS_MAX];
	uint64_t start = 0, checksum = 0;
	struct sp_error err;

	must(sp_rows_begin(&sink, expected->rows.pages, &err), err);
	for (uint64_t page = 0; page < expected->rows.pages; page++) {
		struct sp_row row = {
			page, expected->rows.ends[page] - start,
			expected->rows.successors + start,
			expected->weighted ? weights : NULL
		};

		hold(row.count <= LINKS_MAX);
		for (uint64_t i = 0; i < row.count; i++)
			weights[i] = weight_of(start + i);
		if (row.count)
			must(sp_rows_pass(&sink, &row, &err), err);
		checksum += sp_fingerprint_row(page, row.successors,
					       row.count);
		start += row.count;
	}
	must(sp_builder_finish(builder, &fingerprint, &err), err);
	ck_assert_uint_eq(expected->links, start);
	ck_assert_uint_eq(fingerprint.links, start);
	ck_assert_uint_eq(fingerprint.checksum, checksum);
	sp_builder_free(builder);
}

/* A row like the one before, with a few changes, so that it is coded by it. */
static void
add_similar_row(struct rows *rows, struct sp_random *random, uint64_t links)
{
	uint32_t target = 0;

	for (uint64_t i = 0; i < links; i++) {
		rows_add(rows, target);
		target += sp_random_below(random, 500) == 0 ? 2u : 1u;
	}
	rows_end(rows);
}

/* Links of each row, block by block; 0: no row comes. */
static const struct {
	const char *name;
	uint64_t pages, links[5];
} shapes[] = {
	{ "one large block after a small one", 3000, { 10, 6000, 10 } },
	{ "large blocks only", 3 * 1024, { 7000, 6000, 5000 } },
	{ "a large block that is not whole", 1024 + 900, { 30, 8000 } },
	{ "blocks that fill a batch together", 4500,
	  { 1500, 1500, 1500, 2000, 3000 } },
	{ "blocks without links after a large one", 4096, { 6000, 0, 0, 5 } },
	{ "the last rows of a large block are missing", 5000,
	  { 3000, 8000, 0, 0, 0 } },
};

START_TEST(large_blocks)
{
	struct sp_random random = { .state = 5 };
	struct expected expected = { .weighted = false };

	for (int how = 0; how < 3; how++) {
		expected.weighted = how == 1;
		expected.blocks = expected.links = 0;
		rows_begin(&expected.rows, shapes[_i].pages);
		for (uint64_t page = 0; page < shapes[_i].pages; page++)
			add_similar_row(&expected.rows, &random,
					page % 7 == 6 ? 0 :
					shapes[_i].links[page / 1024]);
		build(&expected, how == 2 ? 3 : 1);
		rows_free(&expected.rows);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("builder");

	tcase_add_loop_test(tcase, large_blocks, 0,
			    sizeof(shapes) / sizeof(*shapes));
	return unit_run(tcase);
}
