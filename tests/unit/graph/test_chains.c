/* SPDX-License-Identifier: MIT */
/*
 * test_chains.c - chains of references are as long as the head says, however
 * links are read; and the links that a block can have.
 */
#include "no_blocks.h"

#include "base/bitset.h"
#include "base/bytes.h"
#include "graph/builder.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <string.h>

/* ---- graphs with one long chain --------------------------------------- */

/*
 * Page 0 has a list, and each of the next pages, distance further on, refers
 * to the one before it.  How a record differs from its reference, which is
 * also who decodes it:
 */
enum shape {
	EQUAL,    /* not at all: two bytes */
	EXTENDED, /* a successor more */
	SHORTER,  /* without the first, by an edit, and one more */
	LONG,     /* more successors than the quick decoder takes */
	SHAPES
};

#define BLOCK_BYTES (4 << 20)
#define LONG_NUMBERS 1100

struct chain {
	uint64_t pages;
	unsigned distance, references;
	enum shape shape;
	uint64_t links;
	uint64_t count; /* of the last list */
	uint8_t *bytes;
	uint64_t used;
};

static uint8_t *
put_record(struct chain *chain, uint8_t *out, unsigned reference)
{
	uint64_t numbers = chain->shape == LONG ? LONG_NUMBERS : 1;
	unsigned edits = reference && chain->shape == SHORTER;

	if (reference && chain->shape == EQUAL)
		numbers = 0;
	/* A record without a reference has a list to shorten. */
	if (!reference && chain->shape == SHORTER)
		numbers = 5;
	out = sp_put_leb(out, 1 + edits + numbers);
	*out++ = (uint8_t)(reference | edits << SP_REFERENCE_BITS);
	if (edits)
		*out++ = 1 << 4;
	/* Gaps of 1; that of page 0 to itself is 0. */
	memset(out, 0, numbers);
	chain->count += numbers - edits;
	return out + numbers;
}

static void
chain_make(struct chain *chain)
{
	uint64_t last = (uint64_t)chain->references * chain->distance;
	uint64_t blocks;
	uint8_t *out;

	chain->pages = chain->shape == LONG ?
			       (chain->references + 1) * LONG_NUMBERS : 1;
	if (chain->pages < SP_BLOCK_PAGES)
		chain->pages = SP_BLOCK_PAGES;
	blocks = (chain->pages + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	chain->pages = blocks * SP_BLOCK_PAGES;
	chain->bytes = calloc(1, BLOCK_BYTES);
	hold(chain->bytes && last < SP_BLOCK_PAGES);
	out = chain->bytes + SP_BLOCK_HEADER;
	for (uint64_t page = 0; page < SP_BLOCK_PAGES; page++) {
		if (page > last || page % chain->distance) {
			*out++ = 0;
			continue;
		}
		out = put_record(chain, out, page ? chain->distance : 0);
		chain->links += chain->count;
	}
	sp_store64(chain->bytes,
		   (uint64_t)(out - chain->bytes) - SP_BLOCK_HEADER);
	sp_store64(chain->bytes + 8, chain->links);
	while (--blocks) {
		sp_store64(out, SP_BLOCK_PAGES);
		out += SP_BLOCK_HEADER + SP_BLOCK_PAGES;
	}
	chain->used = (uint64_t)(out - chain->bytes);
	hold(chain->used < BLOCK_BYTES);
}

/*
 * The graph; of chains of most references, if most is not 7.  NULL if it is
 * clear from the header alone that the chain is too long: lists that grow and
 * grow have more links than their bytes can hold.
 */
static struct sp_graph *
chain_graph(const struct chain *chain, unsigned most)
{
	struct sp_graph *graph = sp_graph_new(chain->pages);
	struct sp_fingerprint fingerprint = { chain->pages, chain->links, 1 };
	struct sp_error err;
	uint8_t *room;

	hold(graph);
	if (most <= SP_CHAIN_MAX)
		sp_graph_limit_chains(graph, most);
	room = sp_graph_room(graph, chain->used);
	hold(room);
	memcpy(room, chain->bytes, chain->used);
	if (sp_graph_extend(graph, chain->used, &err)) {
		hold(err.status == SP_DATA);
		hold(chain->references > SP_CHAIN_MAX);
		sp_graph_free(graph);
		return NULL;
	}
	must(sp_graph_complete(graph, &fingerprint, &fingerprint, &err), err);
	return graph;
}

/* ---- ways to read ----------------------------------------------------- */

static uint64_t
expected_count(const struct chain *chain, uint64_t page)
{
	uint64_t start = chain->shape == LONG ? LONG_NUMBERS :
			 chain->shape == SHORTER ? 5 : 1;
	uint64_t step = page / chain->distance;

	if (page % chain->distance || step > chain->references)
		return 0;
	return chain->shape == LONG ? start * (step + 1) :
	       chain->shape == EXTENDED ? start + step : start;
}

static enum sp_status
read_one_by_one(const struct chain *chain, const struct sp_graph *graph)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	enum sp_status status;
	struct sp_error err;
	uint32_t page, count;

	hold(cursor);
	while (sp_cursor_next(cursor, &page, &successors, &count))
		hold(count == expected_count(chain, page));
	status = sp_cursor_status(cursor, &err);
	sp_cursor_free(cursor);
	return status;
}

/* Several lists at once, of all pages or of the last one of the chain. */
static enum sp_status
read_lists(const struct chain *chain, const struct sp_graph *graph, bool some)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	uint64_t *last = sp_bitset_new(chain->pages);
	uint64_t *needed = sp_bitset_new(chain->pages);
	struct sp_list lists[SP_LISTS];
	enum sp_status status;
	struct sp_error err;
	unsigned count;

	hold(cursor && last && needed);
	sp_bit_set(last, (uint64_t)chain->references * chain->distance);
	sp_graph_needed(graph, last, needed);
	if (some)
		sp_cursor_choose(cursor, needed);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++)
			hold(lists[k].count ==
			     expected_count(chain, lists[k].page));
	status = sp_cursor_status(cursor, &err);
	sp_cursor_free(cursor);
	free(needed);
	free(last);
	return status;
}

/* The page with references before it, or SP_DATA where that is too many. */
static void
read_page(struct sp_accessor *accessor, const struct chain *chain,
	  unsigned references, unsigned most)
{
	uint32_t page = references * chain->distance, count;
	const uint32_t *successors;
	enum sp_status status;
	struct sp_error err;

	status = sp_accessor_page(accessor, page, &successors, &count, &err);
	if (references > most) {
		hold(status == SP_DATA);
		return;
	}
	must(status, err);
	hold(count == expected_count(chain, page));
}

/*
 * Forwards, where the list that a page refers to is kept, and backwards, where
 * it is not.
 */
static void
read_pages(const struct chain *chain, const struct sp_graph *graph,
	   unsigned most)
{
	struct sp_accessor *accessor;
	struct sp_index *index;
	struct sp_error err;

	must(sp_index_new(graph, 1, &index, &err), err);
	accessor = sp_accessor_new(index);
	hold(accessor);
	for (unsigned i = 0; i <= chain->references; i++)
		read_page(accessor, chain, i, most);
	sp_accessor_free(accessor);
	accessor = sp_accessor_new(index);
	hold(accessor);
	for (unsigned i = chain->references + 1; i-- > 0;)
		read_page(accessor, chain, i, most);
	sp_accessor_free(accessor);
	sp_index_free(index);
}

/* All links at once, for reading pages. */
static enum sp_status
read_plain(const struct chain *chain, const struct sp_graph *graph)
{
	struct sp_index *index;
	enum sp_status status;
	struct sp_error err;

	(void)chain;
	status = sp_index_new_plain(graph, UINT64_C(1) << 30, 1, &index, &err);
	hold(!status == !!index);
	sp_index_free(index);
	return status;
}

/* Reads a graph in every way, and returns how many ways there are. */
static unsigned
read_chain(const struct chain *chain, unsigned most)
{
	struct sp_graph *graph = chain_graph(chain, most);
	unsigned limit = most < SP_CHAIN_MAX ? most : SP_CHAIN_MAX;
	enum sp_status wanted = chain->references > limit ? SP_DATA : SP_OK;

	if (!graph)
		return 1;
	hold(read_one_by_one(chain, graph) == wanted);
	hold(read_lists(chain, graph, false) == wanted);
	hold(read_lists(chain, graph, true) == wanted);
	hold(read_plain(chain, graph) == wanted);
	read_pages(chain, graph, limit);
	sp_graph_free(graph);
	return 6;
}

static const unsigned lengths[] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 146, 500, 999, 1023
};

START_TEST(chains_have_a_limit)
{
	enum shape shape = (enum shape)_i;
	unsigned cases = 0;

	for (int i = 0; i < LENGTH(lengths); i++)
		for (unsigned distance = 1; distance <= SP_REFERENCE_MAX;
		     distance++) {
			struct chain chain = { .distance = distance,
					       .references = lengths[i],
					       .shape = shape };

			if (lengths[i] * distance >= SP_BLOCK_PAGES)
				continue;
			/* These lists would be long, and show no more. */
			if (shape == LONG && lengths[i] > 10)
				continue;
			chain_make(&chain);
			for (unsigned most = 0; most <= SP_CHAIN_MAX + 1;
			     most++)
				cases += read_chain(&chain, most);
			free(chain.bytes);
		}
	ck_assert_uint_gt(cases, 1900);
}
END_TEST

/* ---- links of a block ------------------------------------------------- */

/* What the loader says of one block of this size and this many links. */
static enum sp_status
take_header(uint64_t size, uint64_t links, struct sp_error *err)
{
	struct sp_graph *graph = sp_graph_new(SP_BLOCK_PAGES);
	enum sp_status status;
	uint8_t *room;

	hold(graph);
	room = sp_graph_room(graph, SP_BLOCK_HEADER);
	hold(room);
	sp_store64(room, size);
	sp_store64(room + 8, links);
	status = sp_graph_extend(graph, SP_BLOCK_HEADER, err);
	sp_graph_free(graph);
	return status;
}

START_TEST(headers_have_a_limit)
{
	static const struct {
		uint64_t size, links;
		const char *message;
	} headers[] = {
		{ SP_BLOCK_PAGES, 0, NULL },
		{ 1024, 1024 * SP_BYTE_LINKS, NULL },
		{ 1024, 1024 * SP_BYTE_LINKS + SP_BYTE_LINKS, "impossible" },
		{ 0, SP_BYTE_LINKS, "impossible" },
		{ UINT64_C(1) << 40, SP_BLOCK_LINKS_MAX, NULL },
		{ UINT64_C(1) << 40, SP_BLOCK_LINKS_MAX + 1, "graph: block 0: "
		  "4294967297 links: more than 4294967296 are not supported" },
		{ UINT64_C(1) << 40, UINT64_C(1) << 63, "not supported" },
		{ UINT64_C(1) << 40, UINT64_MAX, "not supported" },
		{ UINT64_MAX, 1, "impossible" },
		{ UINT64_MAX / 2, 1, "impossible" },
		{ UINT64_C(1) << 63, 0, "impossible" }
	};

	for (int i = 0; i < LENGTH(headers); i++) {
		struct sp_error err = { .text = "" };
		enum sp_status status = take_header(headers[i].size,
						    headers[i].links, &err);

		ck_assert_int_eq(status, headers[i].message ? SP_DATA : SP_OK);
		if (headers[i].message)
			ck_assert_msg(strstr(err.text, headers[i].message),
				      "%s", err.text);
	}
}
END_TEST

/*
 * A byte stands for at most SP_BYTE_LINKS links: the block that comes closest
 * to that has one long list, and as many copies as references can reach.
 */
START_TEST(a_byte_stands_for_few_links)
{
	struct chain chain = { .distance = 1, .references = 0,
			       .shape = LONG };
	uint64_t links = 0, size;
	uint8_t *out;

	chain_make(&chain);
	out = chain.bytes + SP_BLOCK_HEADER;
	out = put_record(&chain, out, 0);
	links = LONG_NUMBERS;
	for (unsigned page = 1; page < SP_BYTE_LINKS; page++) {
		*out++ = 1;
		*out++ = (uint8_t)(page < SP_REFERENCE_MAX ?
					   page : SP_REFERENCE_MAX);
		links += LONG_NUMBERS;
	}
	memset(out, 0, SP_BLOCK_PAGES - SP_BYTE_LINKS);
	out += SP_BLOCK_PAGES - SP_BYTE_LINKS;
	size = (uint64_t)(out - chain.bytes) - SP_BLOCK_HEADER;
	ck_assert_uint_le(links, size * SP_BYTE_LINKS);
	sp_store64(chain.bytes, size);
	sp_store64(chain.bytes + 8, links);
	chain.used = (uint64_t)(out - chain.bytes);
	chain.pages = SP_BLOCK_PAGES;
	/* Lists of more pages than a block has. */
	sp_store64(out, SP_BLOCK_PAGES);
	memset(out + 8, 0, 8 + SP_BLOCK_PAGES);
	chain.used += SP_BLOCK_HEADER + SP_BLOCK_PAGES;
	chain.pages += SP_BLOCK_PAGES;
	chain.links = links;
	for (unsigned most = 0; most <= SP_CHAIN_MAX; most++) {
		struct sp_graph *graph = chain_graph(&chain, most);
		struct sp_cursor *cursor = sp_cursor_new(graph);
		struct sp_list lists[SP_LISTS];
		struct sp_error err;

		hold(cursor);
		sp_cursor_block(cursor, 0);
		while (sp_cursor_lists(cursor, lists))
			;
		ck_assert_int_eq(sp_cursor_status(cursor, &err),
				 most < SP_CHAIN_MAX ? SP_DATA : SP_OK);
		sp_cursor_free(cursor);
		sp_graph_free(graph);
	}
	free(chain.bytes);
}
END_TEST

/* ---- writing ---------------------------------------------------------- */

/*
 * Rows of ten links, the last of so many that the block would have more than
 * the limit.  Their successors, which are not there, are not read.
 */
START_TEST(writers_refuse_more)
{
	static const uint32_t ten[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct sp_block_sink sink = NO_BLOCKS;
	struct sp_builder *builder = sp_builder_new(1, &sink);
	struct sp_row_sink rows;
	struct sp_error err;
	struct sp_row row = { .successors = ten, .count = 10 };

	ck_assert_ptr_nonnull(builder);
	rows = sp_builder_rows(builder);
	must(rows.begin(rows.context, 3000, &err), err);
	/* Those of the blocks before it do not count. */
	for (; row.page < 2048 + (uint64_t)_i; row.page++)
		must(rows.row(rows.context, &row, &err), err);
	row.page += 3;
	row.count = SP_BLOCK_LINKS_MAX - 10 * (uint64_t)_i + 1;
	ck_assert_int_eq(rows.row(rows.context, &row, &err), SP_DATA);
	ck_assert_str_eq(err.text, "pages 2048 to 3071 have more than "
			 "4294967296 links: no block of a graph holds so "
			 "many");
	sp_builder_free(builder);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("chains");

	tcase_add_loop_test(tcase, chains_have_a_limit, 0, SHAPES);
	tcase_add_test(tcase, headers_have_a_limit);
	tcase_add_test(tcase, a_byte_stands_for_few_links);
	tcase_add_loop_test(tcase, writers_refuse_more, 0, 3);
	return unit_run(tcase);
}
