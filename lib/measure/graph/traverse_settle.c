/* SPDX-License-Identifier: MIT */
/*
 * The end of a step of a traversal: what was found becomes what is passed on.
 *
 * Pages are settled one by one if they are listed (openlist.h), so that a
 * step that finds few of them takes no longer than they do.  Otherwise all
 * pages of the blocks are settled that have passed something on or received it.
 */
#include "measure/graph/traverse_private.h"

#include "base/bitset.h"

#include <string.h>

/* ---- counts by source ------------------------------------------------- */

/*
 * Numbers of pages for 64 sources, a bit in each plane: adding a word to them
 * changes two planes on average, and 64 separate numbers would be changed one
 * by one.
 */
#define PLANES 11 /* for all pages of a block */

_Static_assert(SP_BLOCK_PAGES < 1 << PLANES, "a block fits its planes");

static inline void
add_to_planes(uint64_t planes[PLANES], uint64_t word)
{
	for (unsigned k = 0; word; k++) {
		uint64_t carry = planes[k] & word;

		planes[k] ^= word;
		word = carry;
	}
}

static void
add_planes(const uint64_t planes[PLANES], uint64_t counts[64])
{
	for (unsigned k = 0; k < PLANES; k++)
		for (uint64_t left = planes[k]; left; left &= left - 1)
			counts[__builtin_ctzll(left)] += UINT64_C(1) << k;
}

/* Returns whether a source found the page in this step. */
SP_FIXED bool
settle_page(struct sp_traversal *run, uint64_t page, unsigned words,
	    uint64_t planes[SP_TRAVERSAL_WORDS][PLANES])
{
	uint64_t *state = run->state + page * 2 * words;
	uint64_t *passing = run->passing + page * words;
	uint64_t any = 0;

	for (unsigned w = 0; w < words; w++) {
		uint64_t next = state[words + w];

		any |= next;
		passing[w] = next;
		state[w] |= next;
		state[words + w] = 0;
		add_to_planes(planes[w], next);
	}
	return any;
}

/*
 * Bits of a block are counted in planes, 64 sources at a time, and added to
 * the counts of sources once a block.  Returns how many pages a source found.
 */
SP_FIXED unsigned
settle_block(struct sp_traversal *run, uint64_t block, unsigned words,
	     uint64_t *counts)
{
	uint64_t planes[SP_TRAVERSAL_WORDS][PLANES] = { { 0 } };
	uint64_t page = block * SP_BLOCK_PAGES;
	uint64_t end = page + SP_BLOCK_PAGES;
	unsigned found = 0;

	end = end < run->pages ? end : run->pages;
	while (page < end) {
		uint64_t *open = &run->open[page / SP_BITSET_BITS];
		uint64_t bits = 0;

		for (unsigned i = 0; i < SP_BITSET_BITS && page < end; i++)
			bits |= (uint64_t)settle_page(run, page++, words,
						      planes) << i;
		*open = bits;
		found += (unsigned)__builtin_popcountll(bits);
	}
	for (unsigned w = 0; found && w < words; w++)
		add_planes(planes[w], counts + 64 * (uint64_t)w);
	return found;
}

static unsigned
settle_any_block(struct sp_traversal *run, uint64_t block, uint64_t *counts)
{
	if (run->words == 1)
		return settle_block(run, block, 1, counts);
	if (run->words == 2)
		return settle_block(run, block, 2, counts);
	return settle_block(run, block, 4, counts);
}

/* ---- by blocks -------------------------------------------------------- */

/* What blocks have in common, each thread's before they are added up. */
struct settled {
	uint64_t counts[SP_TRAVERSAL_MOST];
	uint64_t pages, blocks; /* open from now on */
};

/* Blocks are settled, and those in which a source found pages stay open. */
static void
settle_if_touched(struct sp_traversal *run, uint64_t block,
		  struct settled *settled)
{
	unsigned found;

	if (!run->open_blocks[block] && !run->next_blocks[block])
		return;
	found = settle_any_block(run, block, settled->counts);
	run->open_blocks[block] = found > 0;
	run->next_blocks[block] = 0;
	settled->pages += found;
	settled->blocks += found > 0;
}

static void
add_settled(struct sp_traversal *run, const struct settled *settled)
{
	for (unsigned i = 0; i < SP_TRAVERSAL_MOST; i++)
		run->counts[i] += settled->counts[i];
	run->open_pages += settled->pages;
	run->open_block_count += settled->blocks;
}

static void
settle_by_threads(struct sp_traversal *run)
{
#pragma omp parallel num_threads(run->threads)
	{
		struct settled settled = { .pages = 0 };

#pragma omp for schedule(dynamic, SP_OPEN_RANGE)
		for (uint64_t b = 0; b < run->blocks; b++)
			settle_if_touched(run, b, &settled);
#pragma omp critical(sp_traversal_counts)
		add_settled(run, &settled);
	}
}

static void
settle_all(struct sp_traversal *run)
{
	struct settled settled = { .pages = 0 };

	run->open_pages = 0;
	run->open_block_count = 0;
	run->list.used = false;
	if (run->shared) {
		settle_by_threads(run);
		return;
	}
	for (uint64_t b = 0; b < run->blocks; b++)
		settle_if_touched(run, b, &settled);
	add_settled(run, &settled);
}

/* ---- page by page ----------------------------------------------------- */

/* Those that have passed their bits on are not open any more. */
static void
close_listed(struct sp_traversal *run)
{
	for (uint64_t i = 0; i < run->list.count; i++) {
		uint64_t page = run->list.pages[i];

		memset(run->passing + page * run->words, 0,
		       run->words * sizeof(*run->passing));
		sp_bit_clear(run->open, page);
		run->open_blocks[page / SP_BLOCK_PAGES] = 0;
	}
	run->open_block_count = 0;
}

/* At most as many pages as planes can count. */
static void
settle_some(struct sp_traversal *run, uint64_t first, uint64_t last)
{
	uint64_t planes[SP_TRAVERSAL_WORDS][PLANES] = { { 0 } };

	for (uint64_t i = first; i < last; i++) {
		uint64_t page = run->list.coming[i];
		uint8_t *block = &run->open_blocks[page / SP_BLOCK_PAGES];

		settle_page(run, page, run->words, planes);
		sp_bit_set(run->open, page);
		run->open_block_count += !*block;
		*block = 1;
		run->next_blocks[page / SP_BLOCK_PAGES] = 0;
	}
	for (unsigned w = 0; w < run->words; w++)
		add_planes(planes[w], run->counts + 64 * (uint64_t)w);
}

static void
settle_list(struct sp_traversal *run)
{
	uint64_t count = run->list.coming_count;

	close_listed(run);
	for (uint64_t i = 0; i < count; i += SP_BLOCK_PAGES) {
		uint64_t last = i + SP_BLOCK_PAGES;

		settle_some(run, i, last < count ? last : count);
	}
	sp_open_list_turn(&run->list);
	run->open_pages = count;
}

/* ---- together --------------------------------------------------------- */

void
sp_traversal_settle(struct sp_traversal *run)
{
	memset(run->counts, 0, sizeof(run->counts));
	if (sp_open_list_is_whole(&run->list))
		settle_list(run);
	else
		settle_all(run);
}
