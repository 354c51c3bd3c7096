/* SPDX-License-Identifier: MIT */
/*
 * A round of HyperBall that looks at nothing but the open pages, as a step of a
 * traversal does (traverse_list.c): these are kept as a list, each is read by
 * itself, and those whose counters it changes are the next list.
 *
 * Which way is faster is estimated from the numbers of open pages and blocks.
 * The way of blocks is taken only if it is cheaper than a multiple of the open
 * pages: so each round takes time for the pages that are open and their links,
 * whatever the graph.
 *
 * A list has room for one page in 16.  One that would be longer is not
 * finished: bits and blocks are kept as in a round by blocks, by which this
 * round is then settled.
 */
#include "measure/graph/harmonic_private.h"

#include "base/memory.h"

#include <stdlib.h>

#define PAGE_COST 100   /* nanoseconds for an open page by itself */
#define BLOCK_COST 6000 /* and for an open block; threads share these */
#define ASK_COST 2      /* for a block that may be open */

#define LISTED_SHARE 16 /* a list has room for one page in 16 */
#define LATER 8         /* pages ahead whose place is fetched */
#define SOON 4          /* and whose links are */

/* ---- the choice ------------------------------------------------------- */

static bool
balls_list_is_cheaper(const struct sp_balls *balls)
{
	uint64_t blocks = balls->open_block_count * BLOCK_COST;

	if (balls->open_block_count > SP_BALL_RANGE)
		blocks /= (unsigned)balls->options->threads;
	return balls->open_pages * PAGE_COST <
	       blocks + balls->blocks * ASK_COST;
}

static enum sp_status
balls_prepare_lists(struct sp_balls *balls, struct sp_error *err)
{
	enum sp_status status;

	if (balls->accessor)
		return SP_OK;
	balls->list_most = balls->pages / LISTED_SHARE + 1;
	balls->list = sp_alloc(balls->list_most, sizeof(*balls->list));
	balls->coming = sp_alloc(balls->list_most, sizeof(*balls->coming));
	if (!balls->list || !balls->coming)
		return sp_no_memory(err, "the pages that were reached");
	status = sp_index_new(balls->graph, balls->options->threads,
			      &balls->index, err);
	if (status)
		return status;
	balls->accessor = sp_accessor_new(balls->index);
	return balls->accessor ? SP_OK : sp_no_memory(err, "a list of links");
}

static void
balls_list_block(struct sp_balls *balls, uint64_t block)
{
	struct sp_ball_words words = sp_balls_words(balls, block);

	for (uint64_t w = words.first; w < words.last; w++)
		for (uint64_t left = balls->open[w]; left; left &= left - 1)
			balls->list[balls->list_count++] =
				(uint32_t)(w * SP_BITSET_BITS +
					   (uint64_t)__builtin_ctzll(left));
}

/* The first round, in which all pages are open, verifies the graph. */
enum sp_status
sp_balls_choose_list(struct sp_balls *balls, struct sp_error *err)
{
	bool list = balls->round > 1 && balls_list_is_cheaper(balls) &&
		    balls->open_pages <= balls->pages / LISTED_SHARE;
	enum sp_status status;

	if (!list || balls->listed) {
		balls->listed = list;
		return SP_OK;
	}
	status = balls_prepare_lists(balls, err);
	if (status)
		return status;
	balls->list_count = 0;
	for (uint64_t block = 0; block < balls->blocks; block++)
		if (balls->open_blocks[block])
			balls_list_block(balls, block);
	balls->listed = true;
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

static inline void
balls_find(struct sp_balls *balls, const uint8_t *from, uint32_t to)
{
	if (!sp_balls_merge(sp_balls_counter(balls, balls->next, to), from,
			    balls->registers) ||
	    sp_bit_test_and_set(balls->changed, to))
		return;
	if (balls->coming_count < balls->list_most)
		balls->coming[balls->coming_count] = to;
	balls->coming_count++;
	balls->changed_blocks[to / SP_BLOCK_PAGES] = 1;
}

static void
balls_fetch_listed(const struct sp_balls *balls, uint64_t i)
{
	if (i + LATER < balls->list_count)
		sp_accessor_later(balls->accessor, balls->list[i + LATER]);
	if (i + SOON < balls->list_count)
		sp_accessor_soon(balls->accessor, balls->list[i + SOON]);
}

enum sp_status
sp_balls_pass_list(struct sp_balls *balls, struct sp_error *err)
{
	balls->looked += balls->list_count;
	balls->coming_count = 0;
	for (uint64_t i = 0; i < balls->list_count; i++) {
		uint32_t page = balls->list[i], count;
		const uint8_t *from = sp_balls_counter(balls, balls->now, page);
		const uint32_t *successors;

		balls_fetch_listed(balls, i);
		if (sp_accessor_page(balls->accessor, page, &successors, &count,
				     err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			balls_find(balls, from, successors[k]);
	}
	return SP_OK;
}

/* ---- the end of a round ----------------------------------------------- */

void
sp_balls_settle_list(struct sp_balls *balls)
{
	uint32_t *swap = balls->list;

	for (uint64_t i = 0; i < balls->list_count; i++) {
		sp_bit_clear(balls->open, balls->list[i]);
		balls->open_blocks[balls->list[i] / SP_BLOCK_PAGES] = 0;
	}
	balls->open_block_count = 0;
	for (uint64_t i = 0; i < balls->coming_count; i++) {
		uint32_t page = balls->coming[i];
		uint8_t *block = &balls->open_blocks[page / SP_BLOCK_PAGES];

		sp_balls_gain(balls, page);
		sp_bit_set(balls->open, page);
		sp_bit_clear(balls->changed, page);
		balls->open_block_count += !*block;
		*block = 1;
		balls->changed_blocks[page / SP_BLOCK_PAGES] = 0;
	}
	balls->list = balls->coming;
	balls->coming = swap;
	balls->list_count = balls->coming_count;
	balls->open_pages = balls->coming_count;
}
