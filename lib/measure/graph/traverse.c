/* SPDX-License-Identifier: MIT */
/*
 * Breadth-first searches from up to 256 sources at once, a bit of each page
 * for each source (Then et al. 2014).
 *
 * Three sets of bits a page. passing: the sources that found it in the last
 * step, which are passed on in this one. state, two sets side by side: found,
 * all that ever found it, and next, those that find it now. pass_link() reads
 * found and writes next of a random page, which are in one line of the cache;
 * passing is read in page order.  At the end of a step, next becomes passing
 * and is added to found (traverse_settle.c).
 *
 * A step does as little as its pages require. open has the pages with bits in
 * passing, open_blocks their blocks; other blocks are not looked at.  In a
 * block with few open pages only the lists that are needed for these are
 * decoded, in one with more, from one page of 8 on, all of them.  A step with
 * few open pages in all looks at these alone (openlist.h), so that a long
 * path, of which each step has a page, takes no longer than its pages do.
 *
 * Threads have parts of the pages, whose bits they alone write
 * (graph/crossing.h); found is not written during a step.  A link to a page of
 * another part crosses only if it brings bits that the page had not before the
 * step.  So nobody reads what another thread writes, and next is the same in
 * the end, whatever the order.
 *
 * With several processes, bits of pages that others own are sent to the owners
 * after the links of a step (traverse_between.c), and only pages owned are
 * settled.
 *
 * Numbers of words are constants in the inner loops (1, 2, 4), by one copy of
 * the functions each.
 */
#include "measure/graph/traverse_private.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* All lists of a block are decoded if one page of this many is needed. */
#define SPARSE 8

/* Successors of which the words are fetched ahead; twice as many are slower. */
#define AHEAD (SP_LIST_AHEAD / 2)

/* ---- memory ----------------------------------------------------------- */

void
sp_traversal_free(struct sp_traversal *traversal)
{
	if (!traversal)
		return;
	for (int i = 0; traversal->cursors && i < traversal->threads; i++)
		sp_cursor_free(traversal->cursors[i]);
	free(traversal->cursors);
	free(traversal->state);
	free(traversal->passing);
	free(traversal->open);
	free(traversal->needed);
	free(traversal->open_blocks);
	free(traversal->next_blocks);
	sp_open_list_free(&traversal->list);
	sp_crossing_free(traversal->crossing);
	free(traversal);
}

/* A cursor for each thread, since a cursor decodes into memory of its own. */
static bool
allocate_all(struct sp_traversal *to)
{
	size_t size = to->words * sizeof(uint64_t);

	to->state = sp_alloc_large(to->pages, 2 * size);
	to->passing = sp_alloc_large(to->pages, size);
	to->open = sp_bitset_new(to->pages);
	to->needed = sp_bitset_new(to->pages);
	to->open_blocks = sp_alloc(to->blocks, 1);
	to->next_blocks = sp_alloc(to->blocks, 1);
	to->cursors = sp_alloc_zero((uint64_t)to->threads,
				    sizeof(struct sp_cursor *));
	if (!to->state || !to->passing || !to->open || !to->needed ||
	    !to->open_blocks || !to->next_blocks || !to->cursors)
		return false;
	for (int i = 0; i < to->threads; i++) {
		to->cursors[i] = sp_cursor_new(to->graph);
		if (!to->cursors[i])
			return false;
	}
	if (to->threads > 1)
		to->crossing = sp_crossing_new(to->threads);
	return to->threads == 1 || to->crossing;
}

enum sp_status
sp_traversal_new(const struct sp_graph *graph, unsigned sources, int threads,
		 struct sp_traversal **traversal, struct sp_error *err)
{
	struct sp_traversal *new;
	enum sp_status status = sp_graph_verify(graph, threads, err);

	*traversal = NULL;
	if (status)
		return status;
	new = sp_alloc_zero(1, sizeof(*new));
	if (!new)
		return sp_no_memory(err, "a traversal");
	new->graph = graph;
	new->pages = sp_graph_pages(graph);
	new->blocks = sp_graph_blocks(graph);
	new->threads = threads;
	new->words = sources > 128 ? 4 : sources > 64 ? 2 : 1;
	if (!allocate_all(new)) {
		sp_traversal_free(new);
		return sp_no_memory(err, "the sources that reach a page");
	}
	sp_traversal_clear(new);
	*traversal = new;
	return SP_OK;
}

void
sp_traversal_join(struct sp_traversal *traversal,
		  const struct sp_share *share)
{
	traversal->share = share->team->size > 1 ? share : NULL;
}

/* The first time the system clears them, too, which takes even longer. */
static void
clear_words(struct sp_traversal *to)
{
	size_t size = to->words * sizeof(uint64_t);

#pragma omp parallel for num_threads(to->threads) \
	if (to->blocks > SP_OPEN_RANGE)
	for (uint64_t b = 0; b < to->blocks; b++) {
		uint64_t first = b * SP_BLOCK_PAGES, last = first;

		last += SP_BLOCK_PAGES;
		if (last > to->pages)
			last = to->pages;
		memset(to->state + first * 2 * to->words, 0,
		       (last - first) * 2 * size);
		memset(to->passing + first * to->words, 0,
		       (last - first) * size);
	}
}

void
sp_traversal_clear(struct sp_traversal *traversal)
{
	clear_words(traversal);
	memset(traversal->open, 0, sp_bitset_words(traversal->pages) *
				   sizeof(uint64_t));
	memset(traversal->open_blocks, 0, traversal->blocks);
	memset(traversal->next_blocks, 0, traversal->blocks);
	traversal->open_pages = 0;
	traversal->open_block_count = 0;
	traversal->list.used = false;
	memset(traversal->going, 0xff, sizeof(traversal->going));
	memset(traversal->counts, 0, sizeof(traversal->counts));
}

/* ---- sources ---------------------------------------------------------- */

/* As if a step had found the page: it passes its bit on in the next. */
void
sp_traversal_start(struct sp_traversal *traversal, unsigned source,
		   uint32_t page)
{
	uint64_t at = (uint64_t)page * traversal->words + source / 64;
	uint64_t bit = UINT64_C(1) << source % 64;
	uint8_t *block = &traversal->open_blocks[page / SP_BLOCK_PAGES];

	traversal->passing[at] |= bit;
	traversal->state[at + (uint64_t)page * traversal->words] |= bit;
	traversal->open_pages += !sp_bit_test_and_set(traversal->open, page);
	traversal->open_block_count += !*block;
	*block = 1;
}

void
sp_traversal_stop(struct sp_traversal *traversal, unsigned source)
{
	traversal->going[source / 64] &= ~(UINT64_C(1) << source % 64);
}

const uint64_t *
sp_traversal_counts(const struct sp_traversal *traversal)
{
	return traversal->counts;
}

unsigned
sp_traversal_words(const struct sp_traversal *traversal)
{
	return traversal->words;
}

const uint64_t *
sp_traversal_bits(const struct sp_traversal *traversal, uint32_t page)
{
	return traversal->passing + (uint64_t)page * traversal->words;
}

/* Every block but the last is a whole number of words of the bitset. */
static void
visit_block(const struct sp_traversal *run, uint64_t block,
	    sp_traversal_visitor *visitor, void *context)
{
	uint64_t word = block * SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t last = word + SP_BLOCK_PAGES / SP_BITSET_BITS;

	if (last > sp_bitset_words(run->pages))
		last = sp_bitset_words(run->pages);
	for (; word < last; word++)
		for (uint64_t left = run->open[word]; left; left &= left - 1) {
			uint64_t page = word * SP_BITSET_BITS +
					(uint64_t)__builtin_ctzll(left);

			visitor(context, (uint32_t)page,
				run->passing + page * run->words);
		}
}

void
sp_traversal_visit(const struct sp_traversal *traversal, int threads,
		   sp_traversal_visitor *visitor, void *context)
{
	const struct sp_open_list *list = &traversal->list;

	if (list->used) {
		for (uint64_t i = 0; i < list->count; i++)
			visitor(context, list->pages[i],
				sp_traversal_bits(traversal, list->pages[i]));
		return;
	}
#pragma omp parallel for num_threads(threads) \
	schedule(dynamic, SP_OPEN_RANGE) \
	if (traversal->open_block_count > SP_OPEN_RANGE)
	for (uint64_t b = 0; b < traversal->blocks; b++)
		if (traversal->open_blocks[b])
			visit_block(traversal, b, visitor, context);
}

/* ---- links ------------------------------------------------------------ */

/*
 * Fetches the words of a successor further on, in the rows that come next,
 * which takes a quarter of the time away.  The number there may be no page, so
 * the address is computed without a pointer.
 */
SP_FIXED void
fetch_ahead(const struct sp_traversal *run, const uint32_t *successor,
	    unsigned words)
{
	uintptr_t at = (uintptr_t)run->state;

	at += successor[AHEAD] * (2 * words * sizeof(uint64_t));
	__builtin_prefetch((const void *)at);
}

/*
 * Passes the bits of a page on.  Most bits have been at a successor before,
 * so that mostly nothing is written.
 */
SP_FIXED void
pass_link(const struct sp_traversal *run, const uint64_t *bits,
	  uint32_t successor, unsigned words)
{
	uint64_t *found = run->state + (uint64_t)successor * 2 * words;
	uint64_t *next = found + words, new[SP_TRAVERSAL_WORDS], any = 0;

	for (unsigned w = 0; w < words; w++) {
		new[w] = bits[w] & ~(found[w] | next[w]);
		any |= new[w];
	}
	if (!any)
		return;
	for (unsigned w = 0; w < words; w++)
		next[w] |= new[w];
	run->next_blocks[successor / SP_BLOCK_PAGES] = 1;
}

/* Leaves a link to a page of another part in a box, if it brings bits. */
SP_FIXED void
cross_link(const struct sp_traversal *run, struct sp_side *side,
	   uint32_t page, const uint64_t *bits, uint32_t successor,
	   unsigned words)
{
	const uint64_t *found = run->state + (uint64_t)successor * 2 * words;
	uint64_t any = 0;

	for (unsigned w = 0; w < words; w++)
		any |= bits[w] & ~found[w];
	if (any)
		sp_side_cross(side, page, successor);
}

SP_FIXED void
get_bits(const struct sp_traversal *run, uint32_t page, unsigned words,
	 uint64_t bits[SP_TRAVERSAL_WORDS])
{
	const uint64_t *passing = run->passing + (uint64_t)page * words;

	for (unsigned w = 0; w < words; w++)
		bits[w] = passing[w] & run->going[w];
}

/* side is NULL for a thread alone. */
SP_FIXED void
pass_list(const struct sp_traversal *run, struct sp_side *side,
	  const struct sp_list *list, unsigned words)
{
	struct sp_side_row own = { 0, list->count };
	uint64_t bits[SP_TRAVERSAL_WORDS];

	get_bits(run, list->page, words, bits);
	if (side)
		own = sp_side_row(side, list->successors, list->count);
	for (uint32_t i = 0; i < own.first; i++)
		cross_link(run, side, list->page, bits, list->successors[i],
			   words);
	for (uint32_t i = own.first; i < own.last; i++) {
		fetch_ahead(run, list->successors + i, words);
		pass_link(run, bits, list->successors[i], words);
	}
	for (uint32_t i = own.last; i < list->count; i++)
		cross_link(run, side, list->page, bits, list->successors[i],
			   words);
}

SP_FIXED void
pass_block(const struct sp_traversal *run, struct sp_side *side,
	   struct sp_cursor *cursor, unsigned words)
{
	struct sp_list lists[SP_LISTS];
	unsigned count;

	while ((count = sp_cursor_lists(cursor, lists)) > 0)
		for (unsigned i = 0; i < count; i++)
			if (sp_bit_test(run->open, lists[i].page))
				pass_list(run, side, &lists[i], words);
}

/* Every block but the last is a whole number of words of the bitset. */
static uint64_t
count_open(const struct sp_traversal *run, uint64_t block)
{
	const uint64_t first = block * SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t last = first + SP_BLOCK_PAGES / SP_BITSET_BITS, count = 0;

	if (last > sp_bitset_words(run->pages))
		last = sp_bitset_words(run->pages);
	for (uint64_t w = first; w < last; w++)
		count += (uint64_t)__builtin_popcountll(run->open[w]);
	return count;
}

/* Are so few pages open that only their lists are decoded? */
static bool
is_sparse(const struct sp_traversal *run, uint64_t block)
{
	return count_open(run, block) * SPARSE < SP_BLOCK_PAGES;
}

static void
pass_any_block(const struct sp_traversal *run, struct sp_side *side,
	       struct sp_cursor *cursor, uint64_t block)
{
	bool sparse = is_sparse(run, block);

	if (sparse)
		sp_graph_needed_block(run->graph, block, run->open,
				      run->needed);
	sp_cursor_choose(cursor, sparse ? run->needed : NULL);
	sp_cursor_block(cursor, block);
	switch (run->words + (side ? 8 : 0)) {
	case 1:
		pass_block(run, NULL, cursor, 1);
		break;
	case 2:
		pass_block(run, NULL, cursor, 2);
		break;
	case 4:
		pass_block(run, NULL, cursor, 4);
		break;
	case 9:
		pass_block(run, side, cursor, 1);
		break;
	case 10:
		pass_block(run, side, cursor, 2);
		break;
	default:
		pass_block(run, side, cursor, 4);
		break;
	}
}

static void
pass_open_blocks(const struct sp_traversal *run, struct sp_side *side,
		 struct sp_cursor *cursor, uint64_t first, uint64_t last)
{
	for (uint64_t block = first; block < last; block++)
		if (run->open_blocks[block])
			pass_any_block(run, side, cursor, block);
}

/* ---- links, by threads ------------------------------------------------- */

/*
 * A link takes twice as long to follow as to decode.  What is not open of a
 * block is decoded all the same unless it is sparse.
 */
static uint64_t
weigh_block(const void *context, uint64_t block)
{
	const struct sp_traversal *run = context;
	uint64_t links, open;

	if (!run->open_blocks[block])
		return 0;
	links = sp_graph_block_links(run->graph, block);
	open = count_open(run, block);
	return SP_BLOCK_PAGES + (is_sparse(run, block) ? 0 : links) +
	       links / SP_BLOCK_PAGES * open * 2;
}

static enum sp_status
pass_side(void *context, struct sp_side *side, uint64_t first, uint64_t last,
	  struct sp_error *err)
{
	const struct sp_traversal *run = context;
	struct sp_cursor *cursor = run->cursors[side->number];

	pass_open_blocks(run, side, cursor, first, last);
	return sp_cursor_status(cursor, err);
}

SP_FIXED void
pass_crossed(const struct sp_traversal *run,
	     const struct sp_crossed_link *links, uint64_t count,
	     unsigned words)
{
	uint64_t bits[SP_TRAVERSAL_WORDS];

	for (uint64_t i = 0; i < count; i++) {
		if (i + AHEAD < count)
			__builtin_prefetch(run->state +
					   links[i + AHEAD].to *
						   (UINT64_C(2) * words));
		get_bits(run, links[i].page, words, bits);
		pass_link(run, bits, links[i].to, words);
	}
}

static void
take_crossed(void *context, const struct sp_crossed_link *links,
	     uint64_t count)
{
	const struct sp_traversal *run = context;

	if (run->words == 1)
		pass_crossed(run, links, count, 1);
	else if (run->words == 2)
		pass_crossed(run, links, count, 2);
	else
		pass_crossed(run, links, count, 4);
}

/* Waking threads for a few blocks takes longer than the blocks. */
static bool
is_worth_sharing(const struct sp_traversal *run)
{
	return run->threads > 1 && run->open_block_count > SP_OPEN_RANGE;
}

static enum sp_status
pass_all(struct sp_traversal *run, struct sp_error *err)
{
	const struct sp_crossing_pass pass = {
		run, weigh_block, pass_side, take_crossed
	};

	run->shared = is_worth_sharing(run);
	if (run->shared)
		return sp_crossing_run(run->crossing, run->graph, &pass, err);
	pass_open_blocks(run, NULL, run->cursors[0], 0, run->blocks);
	return sp_cursor_status(run->cursors[0], err);
}

/* ---- a step ------------------------------------------------------------ */

enum sp_status
sp_traversal_step(struct sp_traversal *traversal, bool *found,
		  struct sp_error *err)
{
	const struct sp_open_set open = {
		traversal->graph, traversal->threads, traversal->open,
		traversal->open_blocks, traversal->open_pages,
		traversal->open_block_count
	};
	enum sp_status status = SP_OK;
	uint64_t all = 0;

	*found = false;
	/* Processes that share a graph exchange bits of blocks. */
	if (!traversal->share)
		status = sp_open_list_choose(&traversal->list, &open, err);
	if (!status)
		status = traversal->list.used ?
				 sp_traversal_pass_list(traversal, err) :
				 pass_all(traversal, err);
	if (!status && traversal->share)
		status = sp_traversal_pass_between(traversal, err);
	if (status)
		return status;
	sp_traversal_settle(traversal);
	if (traversal->share)
		status = sp_team_add(traversal->share->team,
				     traversal->counts, SP_TRAVERSAL_MOST,
				     err);
	for (unsigned i = 0; i < 64 * traversal->words; i++)
		all += traversal->counts[i];
	*found = !status && all;
	return status;
}
