/* SPDX-License-Identifier: MIT */
/*
 * A round of HyperBall by blocks.
 *
 * Only open pages pass on.  Of a block with few of them only their lists, and
 * those that these refer to, are decoded, of one with more, from one page of 8
 * on, all.  The first round decodes everything, and verifies it.
 *
 * Threads have parts of the pages, whose counters they alone write
 * (graph/crossing.h).  Counters before the round do not change while they are
 * passed on, so that all threads may read them.
 */
#include "measure/graph/harmonic_private.h"

#include <stdlib.h>

#define AHEAD 6  /* successors, whose counters are fetched */
#define SPARSE 8 /* all lists are decoded if one page of this many is open */

/* ---- links ------------------------------------------------------------ */

static inline void
fetch_counter(const struct sp_balls *balls, uint64_t page)
{
	__builtin_prefetch(sp_balls_counter(balls, balls->next, page));
}

static inline void
pass_counter(struct sp_balls *balls, const uint8_t *from, uint32_t to)
{
	if (!sp_balls_merge(sp_balls_counter(balls, balls->next, to), from,
			    balls->registers))
		return;
	sp_bit_set(balls->changed, to);
	balls->changed_blocks[to / SP_BLOCK_PAGES] = 1;
}

static void
cross_counters(struct sp_side *side, uint32_t page, const uint32_t *successors,
	       uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		sp_side_cross(side, page, successors[i]);
}

/* side is that of all pages for a thread alone. */
static void
balls_pass_row(struct sp_balls *balls, struct sp_side *side,
	       const struct sp_list *list)
{
	const uint8_t *from = sp_balls_counter(balls, balls->now, list->page);
	const uint32_t *successors = list->successors;
	struct sp_side_row own = sp_side_row(side, successors, list->count);

	cross_counters(side, list->page, successors, own.first);
	for (uint32_t i = own.first; i < own.last; i++) {
		if (i + AHEAD < own.last)
			fetch_counter(balls, successors[i + AHEAD]);
		pass_counter(balls, from, successors[i]);
	}
	cross_counters(side, list->page, successors + own.last,
		       list->count - own.last);
}

/* ---- blocks ----------------------------------------------------------- */

static uint64_t
balls_count_open(const struct sp_balls *balls, uint64_t block)
{
	struct sp_ball_words words = sp_balls_words(balls, block);
	uint64_t count = 0;

	for (uint64_t w = words.first; w < words.last; w++)
		count += (uint64_t)__builtin_popcountll(balls->open[w]);
	return count;
}

static bool
balls_is_sparse(const struct sp_balls *balls, uint64_t open)
{
	return balls->round > 1 && open * SPARSE < SP_BLOCK_PAGES;
}

static void
balls_pass_block(struct sp_balls *balls, struct sp_side *side,
		 struct sp_cursor *cursor, uint64_t block)
{
	bool sparse = balls_is_sparse(balls, balls_count_open(balls, block));
	struct sp_list lists[SP_LISTS];
	unsigned count;

	if (sparse)
		sp_graph_needed_block(balls->graph, block, balls->open,
				      balls->needed);
	sp_cursor_choose(cursor, sparse ? balls->needed : NULL);
	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)) > 0)
		for (unsigned i = 0; i < count; i++)
			if (sp_bit_test(balls->open, lists[i].page))
				balls_pass_row(balls, side, &lists[i]);
}

/* One side speaks for all: it goes as far in its part as others in theirs. */
static enum sp_status
balls_pass_side(void *context, struct sp_side *side, uint64_t first,
		uint64_t last, struct sp_error *err)
{
	struct sp_balls *balls = context;
	struct sp_cursor *cursor = balls->cursors[side->number];

	for (uint64_t block = first; block < last; block++) {
		if (!side->number && block > first)
			sp_progress_report(balls->options->progress,
					   (block - first) * balls->blocks /
						   (last - first),
					   balls->blocks);
		if (balls->open_blocks[block])
			balls_pass_block(balls, side, cursor, block);
	}
	return sp_cursor_status(cursor, err);
}

/* A counter takes several times as long to merge as a link to decode. */
static uint64_t
balls_weigh(const void *context, uint64_t block)
{
	const struct sp_balls *balls = context;
	uint64_t links, open;

	if (!balls->open_blocks[block])
		return 0;
	links = sp_graph_block_links(balls->graph, block);
	open = balls_count_open(balls, block);
	return SP_BLOCK_PAGES + (balls_is_sparse(balls, open) ? 0 : links) +
	       links / SP_BLOCK_PAGES * open * 4;
}

static void
balls_take(void *context, const struct sp_crossed_link *links, uint64_t count)
{
	struct sp_balls *balls = context;

	for (uint64_t i = 0; i < count; i++) {
		if (i + AHEAD < count)
			fetch_counter(balls, links[i + AHEAD].to);
		pass_counter(balls,
			     sp_balls_counter(balls, balls->now,
					      links[i].page),
			     links[i].to);
	}
}

/* Waking threads for a few blocks takes longer than the blocks. */
static bool
balls_are_shared(const struct sp_balls *balls)
{
	return balls->crossing && balls->open_block_count > SP_OPEN_RANGE;
}

enum sp_status
sp_balls_pass(struct sp_balls *balls, struct sp_error *err)
{
	const struct sp_crossing_pass pass = {
		balls, balls_weigh, balls_pass_side, balls_take
	};
	struct sp_side alone = { .last = UINT64_MAX };

	balls->looked += balls->open_block_count * SP_BLOCK_PAGES +
			 balls->blocks;
	if (balls_are_shared(balls))
		return sp_crossing_run(balls->crossing, balls->graph, &pass,
				       err);
	return balls_pass_side(balls, &alone, 0, balls->blocks, err);
}

/* ---- the end of a round ----------------------------------------------- */

/* Takes the gains of a block, whose changed pages are open from now on. */
static uint64_t
balls_settle_block(struct sp_balls *balls, uint64_t block)
{
	struct sp_ball_words words = sp_balls_words(balls, block);
	uint64_t open = 0;

	for (uint64_t w = words.first; w < words.last; w++) {
		uint64_t bits = balls->changed[w];

		balls->open[w] = bits;
		balls->changed[w] = 0;
		open += (uint64_t)__builtin_popcountll(bits);
		for (; bits; bits &= bits - 1)
			sp_balls_gain(balls, w * SP_BITSET_BITS +
					     (uint64_t)__builtin_ctzll(bits));
	}
	balls->open_blocks[block] = open > 0;
	balls->changed_blocks[block] = 0;
	return open;
}

void
sp_balls_settle(struct sp_balls *balls)
{
	int threads = balls->options->threads;
	uint64_t pages = 0, blocks = 0;

#pragma omp parallel for num_threads(threads) \
	schedule(dynamic, SP_OPEN_RANGE) reduction(+: pages, blocks) \
	if (balls_are_shared(balls))
	for (uint64_t block = 0; block < balls->blocks; block++) {
		uint64_t open;

		if (!balls->open_blocks[block] &&
		    !balls->changed_blocks[block])
			continue;
		open = balls_settle_block(balls, block);
		pages += open;
		blocks += open > 0;
	}
	balls->open_pages = pages;
	balls->open_block_count = blocks;
	balls->list.used = false;
}
