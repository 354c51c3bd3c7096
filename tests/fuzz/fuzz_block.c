/* SPDX-License-Identifier: MIT */
/*
 * One block of links: the numbers of its pages and links (two bytes each), then
 * its records.  The cursor and the accessor agree, whether all pages are wanted
 * or some; valid lists are the same after they have been encoded again.
 */
#include "fuzz.h"

#include "base/bitset.h"
#include "base/bytes.h"
#include "graph/codec.h"
#include "graph/links/rowstore.h"
#include "graph/store.h"

#define PAGES_MOST SP_BLOCK_PAGES
#define WORDS (PAGES_MOST / SP_BITSET_BITS + 1)

static struct sp_graph *
block_graph(uint64_t pages, uint64_t links, const uint8_t *records, size_t size)
{
	struct sp_graph *graph = sp_graph_new(pages);
	struct sp_fingerprint fingerprint = { pages, links, 1 };
	struct sp_error err;
	uint8_t *room;

	hold(graph);
	room = sp_graph_room(graph, SP_BLOCK_HEADER + size);
	hold(room);
	sp_store64(room, size);
	sp_store64(room + 8, links);
	memcpy(room + SP_BLOCK_HEADER, records, size);
	if (!sp_graph_extend(graph, SP_BLOCK_HEADER + size, &err) &&
	    !sp_graph_complete(graph, &fingerprint, &fingerprint, &err))
		return graph;
	hold(err.status == SP_DATA);
	sp_graph_free(graph);
	return NULL;
}

/* The accessor must return the list that the cursor returned. */
static void
compare_list(struct sp_accessor *accessor, uint32_t page,
	     const uint32_t *successors, uint32_t count, uint64_t pages)
{
	const uint32_t *alone;
	struct sp_error err;
	uint32_t alone_count;

	for (uint32_t i = 0; i < count; i++) {
		hold(successors[i] < pages);
		hold(!i || successors[i] > successors[i - 1]);
	}
	hold(!sp_accessor_page(accessor, page, &alone, &alone_count, &err));
	hold(count == alone_count);
	hold(!count || !memcmp(alone, successors, count * sizeof(*alone)));
}

/* The same lists in the plain form, if the graph is valid. */
static void
read_plain(const struct sp_graph *graph, struct sp_accessor *accessor)
{
	struct sp_accessor *plain = NULL;
	struct sp_index *index = NULL;
	struct sp_error err;
	enum sp_status status = sp_index_new_plain(graph, UINT64_C(1) << 28, 1,
						   &index, &err);

	/* It decodes all records; the index only finds where they are. */
	hold(status ? err.status == SP_DATA : accessor != NULL);
	if (index)
		plain = sp_accessor_new(index);
	for (uint32_t page = 0; plain && page < sp_graph_pages(graph);
	     page++) {
		const uint32_t *list;
		uint32_t count;

		hold(!sp_accessor_page(plain, page, &list, &count, &err));
		compare_list(accessor, page, list, count,
			     sp_graph_pages(graph));
	}
	sp_accessor_free(plain);
	sp_index_free(index);
}

/* Decodes the needed pages (NULL: all).  Is the block valid? */
static bool
read_block(const struct sp_graph *graph, const uint64_t *needed,
	   struct sp_rowstore *store)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct sp_accessor *accessor = NULL;
	struct sp_index *index = NULL;
	const uint32_t *successors;
	uint32_t page, count;
	struct sp_error err;
	struct sp_row row;
	bool good;

	hold(cursor);
	if (!sp_index_new(graph, 1, &index, &err))
		accessor = sp_accessor_new(index);
	read_plain(graph, accessor);
	if (needed)
		sp_cursor_choose(cursor, needed);
	sp_cursor_block(cursor, 0);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		if (accessor &&
		    (!needed || sp_bit_test(needed, page)))
			compare_list(accessor, page, successors, count,
				     sp_graph_pages(graph));
		row = (struct sp_row){ page, count, successors, NULL };
		if (store)
			hold(!sp_rowstore_row(store, &row, &err));
	}
	good = !sp_cursor_status(cursor, &err);
	hold(good || err.status == SP_DATA);
	hold(!good || accessor);
	sp_accessor_free(accessor);
	sp_index_free(index);
	sp_cursor_free(cursor);
	return good;
}

/* Encodes the lists of a valid graph again and reads the result. */
static void
encode_again(const struct sp_graph *graph)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_graph *again = NULL;
	double *weights;
	struct sp_error err;

	hold(store);
	hold(read_block(graph, NULL, store));
	hold(!sp_rowstore_finish(store, sp_graph_pages(graph), &again,
				 &weights, &err));
	hold(sp_graph_links(again) == sp_graph_links(graph));
	hold(read_block(again, NULL, NULL));
	sp_rowstore_free(store);
	sp_graph_free(again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t pages = 1 + fuzz_take(&data, &size, 2) % PAGES_MOST;
	uint64_t links = fuzz_take(&data, &size, 2);
	uint64_t chosen[WORDS], needed[WORDS];
	struct sp_graph *graph = block_graph(pages, links, data, size);

	if (!graph)
		return 0;
	if (read_block(graph, NULL, NULL))
		encode_again(graph);
	for (unsigned i = 0; i < WORDS; i++)
		chosen[i] = UINT64_C(0x9249249249249249) >> i % 3;
	sp_graph_needed(graph, chosen, needed);
	(void)read_block(graph, needed, NULL);
	sp_graph_free(graph);
	return 0;
}
