/* SPDX-License-Identifier: MIT */
/*
 * A step of a traversal that looks at nothing but the open pages.
 *
 * Blocks are the fastest way to many pages: their lists are decoded one after
 * the other, and threads share them.  But a block costs some microseconds even
 * if one of its pages is open, and all blocks have to be asked.  A chain of n
 * pages takes n steps, so that searches along it would take n^2.  When few
 * pages are open they are kept as a list, each is read by itself, and those
 * that it finds are the next list.
 *
 * Which way is faster is estimated from the numbers of open pages and blocks,
 * by the costs below, measured on webs and chains.  The way of blocks is taken
 * only if it is cheaper than a multiple of the open pages: so each step takes
 * time for the pages that are open and their links, whatever the graph.
 *
 * A list has room for one page in 16.  One that would be longer is not
 * finished: next and next_blocks are kept as in a step by blocks, by which this
 * step is then settled.  The results are the same either way.
 *
 * Processes that share a graph exchange bits of blocks, and make no lists.
 */
#include "measure/graph/traverse_private.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <string.h>

#define PAGE_COST 100   /* nanoseconds for an open page by itself */
#define BLOCK_COST 6000 /* and for an open block; threads share these */
#define ASK_COST 2      /* for a block that may be open */

#define LISTED_SHARE 16 /* a list has room for one page in 16 */
#define LATER 8         /* pages ahead whose place is fetched */
#define SOON 4          /* and whose links are */

/* ---- the choice ------------------------------------------------------- */

static bool
is_list_cheaper(const struct sp_traversal *run)
{
	uint64_t blocks = run->open_block_count * BLOCK_COST;

	if (run->threads > 1 && run->open_block_count > SP_TRAVERSAL_RANGE)
		blocks /= (unsigned)run->threads;
	return run->open_pages * PAGE_COST < blocks + run->blocks * ASK_COST;
}

/* Most searches on small worlds have no use for these. */
static enum sp_status
prepare_lists(struct sp_traversal *run, struct sp_error *err)
{
	enum sp_status status;

	if (run->accessor)
		return SP_OK;
	run->list_most = run->pages / LISTED_SHARE + 1;
	run->list = sp_alloc(run->list_most, sizeof(*run->list));
	run->coming = sp_alloc(run->list_most, sizeof(*run->coming));
	if (!run->list || !run->coming)
		return sp_no_memory(err, "the pages that were reached");
	status = sp_index_new(run->graph, run->threads, &run->index, err);
	if (status)
		return status;
	run->accessor = sp_accessor_new(run->index);
	return run->accessor ? SP_OK : sp_no_memory(err, "a list of links");
}

/* Lists the open pages of a block, which is a whole number of words. */
static void
list_block(struct sp_traversal *run, uint64_t block)
{
	uint64_t word = block * SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t last = word + SP_BLOCK_PAGES / SP_BITSET_BITS;

	if (last > sp_bitset_words(run->pages))
		last = sp_bitset_words(run->pages);
	for (; word < last; word++)
		for (uint64_t left = run->open[word]; left; left &= left - 1)
			run->list[run->list_count++] =
				(uint32_t)(word * SP_BITSET_BITS +
					   (uint64_t)__builtin_ctzll(left));
}

enum sp_status
sp_traversal_choose_list(struct sp_traversal *run, struct sp_error *err)
{
	bool list = !run->share && is_list_cheaper(run) &&
		    run->open_pages <= run->pages / LISTED_SHARE;
	enum sp_status status;

	if (!list || run->listed) {
		run->listed = list;
		return SP_OK;
	}
	status = prepare_lists(run, err);
	if (status)
		return status;
	run->list_count = 0;
	for (uint64_t block = 0; block < run->blocks; block++)
		if (run->open_blocks[block])
			list_block(run, block);
	run->listed = true;
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

/* As pass_link() of traverse.c; a page that had no bits in next is listed. */
static inline void
find_page(struct sp_traversal *run, const uint64_t *bits, uint32_t page)
{
	unsigned words = run->words;
	uint64_t *found = run->state + (uint64_t)page * 2 * words;
	uint64_t *next = found + words, any = 0, had = 0;

	for (unsigned w = 0; w < words; w++) {
		uint64_t new = bits[w] & ~(found[w] | next[w]);

		had |= next[w];
		any |= new;
		next[w] |= new;
	}
	if (had || !any)
		return;
	if (run->coming_count < run->list_most)
		run->coming[run->coming_count] = page;
	run->coming_count++;
	run->next_blocks[page / SP_BLOCK_PAGES] = 1;
}

static void
fetch_listed(const struct sp_traversal *run, uint64_t i)
{
	if (i + LATER < run->list_count)
		sp_accessor_later(run->accessor, run->list[i + LATER]);
	if (i + SOON < run->list_count)
		sp_accessor_soon(run->accessor, run->list[i + SOON]);
}

enum sp_status
sp_traversal_pass_list(struct sp_traversal *run, struct sp_error *err)
{
	run->shared = false;
	run->coming_count = 0;
	for (uint64_t i = 0; i < run->list_count; i++) {
		uint32_t page = run->list[i], count;
		const uint64_t *passing = sp_traversal_bits(run, page);
		uint64_t bits[SP_TRAVERSAL_WORDS], any = 0;
		const uint32_t *successors;

		for (unsigned w = 0; w < run->words; w++) {
			bits[w] = passing[w] & run->going[w];
			any |= bits[w];
		}
		fetch_listed(run, i);
		if (!any)
			continue;
		if (sp_accessor_page(run->accessor, page, &successors, &count,
				     err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			find_page(run, bits, successors[k]);
	}
	return SP_OK;
}
