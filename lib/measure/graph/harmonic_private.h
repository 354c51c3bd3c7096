/* SPDX-License-Identifier: MIT */
/*
 * harmonic_private.h - what the files of HyperBall share.
 */
#ifndef SP_MEASURE_GRAPH_HARMONIC_PRIVATE_H
#define SP_MEASURE_GRAPH_HARMONIC_PRIVATE_H

#include "base/bitset.h"
#include "graph/crossing.h"
#include "measure/graph/harmonic.h"
#include "measure/graph/openlist.h"

#include <string.h>

#define SP_BALL_POWERS 64 /* registers are below */

/* Registers compared at once.  They are below 64, so signs do not matter. */
typedef int8_t sp_registers __attribute__((vector_size(16), may_alias));

/*
 * Pages are open if their counters changed in the last round, so that they pass
 * them on in this one.  A block is open if one of its pages is.
 */
struct sp_balls {
	const struct sp_graph *graph;
	const struct sp_harmonic_options *options;
	uint64_t pages, blocks;
	size_t registers;        /* of a counter */
	uint8_t *now;            /* counters of all pages, before a round */
	uint8_t *next;           /* ... and after it; equal between rounds */
	double *sizes;           /* the estimates of now */
	double *values;
	uint64_t *open;          /* bitset */
	uint64_t *changed;       /* bitset: whose counter changes in this round;
				    empty between rounds */
	uint64_t *needed;        /* bitset: lists to decode for these */
	uint8_t *open_blocks;
	uint8_t *changed_blocks; /* 0 between rounds */
	uint64_t open_pages, open_block_count;
	uint32_t round;
	uint64_t looked;         /* pages and blocks, by all rounds */
	double *small;           /* linear counting: by the empty registers */
	double powers[SP_BALL_POWERS]; /* of 1/2 */
	struct sp_crossing *crossing;  /* NULL: of a single thread */
	struct sp_cursor **cursors;    /* one for each thread */
	struct sp_open_list list; /* coming: pages whose counter changes */
};

static inline uint8_t *
sp_balls_counter(const struct sp_balls *balls, uint8_t *counters, uint64_t page)
{
	return counters + page * balls->registers;
}

/*
 * Takes the larger of each register; returns whether one has changed.  Sixteen
 * registers at a time, by the vector types of the compiler: any collects the
 * comparisons, and is looked at once at the end.
 */
static inline bool
sp_balls_merge(uint8_t *to, const uint8_t *from, size_t registers)
{
	sp_registers any = { 0 };
	uint64_t halves[2];

	for (size_t i = 0; i < registers; i += sizeof(any)) {
		sp_registers own, other, larger;

		memcpy(&own, to + i, sizeof(own));
		memcpy(&other, from + i, sizeof(other));
		larger = (sp_registers)(other > own);
		own = (other & larger) | (own & ~larger);
		any |= larger;
		memcpy(to + i, &own, sizeof(own));
	}
	memcpy(halves, &any, sizeof(halves));
	return halves[0] | halves[1];
}

/* The words of the bitsets for a block: every block but the last is whole. */
struct sp_ball_words {
	uint64_t first, last;
};

static inline struct sp_ball_words
sp_balls_words(const struct sp_balls *balls, uint64_t block)
{
	uint64_t first = block * SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t last = first + SP_BLOCK_PAGES / SP_BITSET_BITS;
	uint64_t words = sp_bitset_words(balls->pages);

	return (struct sp_ball_words){ first, last < words ? last : words };
}

/*
 * Adds what the ball of a page has gained in this round, at a distance that is
 * its number, and makes both counters equal again (harmonic.c).
 */
void sp_balls_gain(struct sp_balls *balls, uint64_t page);

/*
 * A round by blocks (harmonic_round.c): the first half passes counters on, the
 * second takes the gains.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_balls_pass(struct sp_balls *balls, struct sp_error *err);
void sp_balls_settle(struct sp_balls *balls);

/*
 * The same two halves of a round by the list (harmonic_list.c).  A list that is
 * too long is settled by blocks.
 */
enum sp_status sp_balls_pass_list(struct sp_balls *balls,
				  struct sp_error *err);
void sp_balls_settle_list(struct sp_balls *balls);

#endif
