/* SPDX-License-Identifier: MIT */
#include "measure/graph/openlist.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>

#define PAGE_COST 100   /* nanoseconds for an open page by itself */
#define BLOCK_COST 6000 /* and for an open block; threads share these */
#define ASK_COST 2      /* for a block that may be open */

#define LISTED_SHARE 16 /* a list has room for one page in 16 */

static bool
is_list_cheaper(const struct sp_open_set *open)
{
	uint64_t blocks = open->block_count * BLOCK_COST;

	if (open->block_count > SP_OPEN_RANGE)
		blocks /= (unsigned)open->threads;
	return open->page_count * PAGE_COST <
	       blocks + sp_graph_blocks(open->graph) * ASK_COST;
}

/* Most searches on small worlds have no use for these. */
static enum sp_status
prepare_lists(struct sp_open_list *list, const struct sp_open_set *open,
	      struct sp_error *err)
{
	if (list->accessor)
		return SP_OK;
	list->most = sp_graph_pages(open->graph) / LISTED_SHARE + 1;
	list->pages = sp_alloc(list->most, sizeof(*list->pages));
	list->coming = sp_alloc(list->most, sizeof(*list->coming));
	if (!list->pages || !list->coming)
		return sp_no_memory(err, "the pages that were reached");
	if (sp_index_new(open->graph, open->threads, &list->index, err))
		return err->status;
	list->accessor = sp_accessor_new(list->index);
	return list->accessor ? SP_OK : sp_no_memory(err, "a list of links");
}

/* Lists the open pages of a block, which is a whole number of words. */
static void
list_block(struct sp_open_list *list, const struct sp_open_set *open,
	   uint64_t block)
{
	uint64_t words = sp_bitset_words(sp_graph_pages(open->graph));
	uint64_t word = block * SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t last = word + SP_BLOCK_PAGES / SP_BITSET_BITS;

	for (last = last < words ? last : words; word < last; word++)
		for (uint64_t left = open->bits[word]; left; left &= left - 1)
			list->pages[list->count++] =
				(uint32_t)(word * SP_BITSET_BITS +
					   (uint64_t)__builtin_ctzll(left));
}

enum sp_status
sp_open_list_choose(struct sp_open_list *list, const struct sp_open_set *open,
		    struct sp_error *err)
{
	bool left = list->used;

	list->used = is_list_cheaper(open) &&
		     open->page_count <=
			     sp_graph_pages(open->graph) / LISTED_SHARE;
	list->coming_count = 0;
	if (!list->used || left)
		return SP_OK;
	if (prepare_lists(list, open, err))
		return err->status;
	list->count = 0;
	for (uint64_t block = 0; block < sp_graph_blocks(open->graph); block++)
		if (open->blocks[block])
			list_block(list, open, block);
	return SP_OK;
}

void
sp_open_list_turn(struct sp_open_list *list)
{
	uint32_t *swap = list->pages;

	list->pages = list->coming;
	list->coming = swap;
	list->count = list->coming_count;
}

void
sp_open_list_free(struct sp_open_list *list)
{
	free(list->pages);
	free(list->coming);
	sp_accessor_free(list->accessor);
	sp_index_free(list->index);
	*list = (struct sp_open_list){ .used = false };
}
