/* SPDX-License-Identifier: MIT */
/*
 * window.h - measures how much a list has in common with the lists before it
 * in its block; the encoder chooses a reference by it.  Private to lib/graph.
 *
 * For each successor, a table holds which of the last SP_REFERENCE_MAX lists
 * have it, so that one look-up compares with all of them.  If two successors
 * share a place in the table, the later one stays, so the result is an
 * estimate; it is always the same for the same lists.
 */
#ifndef SP_GRAPH_WINDOW_H
#define SP_GRAPH_WINDOW_H

#include "graph/codec.h"

#define SP_WINDOW_BITS 12
#define SP_WINDOW_PLACES (1 << SP_WINDOW_BITS)

/*
 * Only the first successors of a list are compared: more of them would push
 * each other out of the table.
 */
#define SP_WINDOW_LIST_MAX 2048

/* A number for each distance to an earlier list; the first is not used. */
typedef uint16_t sp_lanes
	__attribute__((vector_size(2 * (SP_REFERENCE_MAX + 1))));

/*
 * A place in the table holds a successor (32 bits, low), the last list that
 * has it, from 1 (16 bits), and the lists that have it (16 bits): bit k stands
 * for that list less k, bit 0 is always set.  0: nothing yet.
 */
/* All zero at the start of a block. */
struct sp_window {
	uint64_t places[SP_WINDOW_PLACES];
};

/* The place of a successor: successors in equal steps are spread as well. */
static inline uint32_t
sp_window_place(uint32_t successor)
{
	return successor * UINT32_C(0x9e3779b1) >> (32 - SP_WINDOW_BITS);
}

/*
 * Returns the lists at distances 0 to SP_REFERENCE_MAX from a list of the block
 * (from 1) that have the successor, as bits, and notes it.
 */
static inline unsigned
sp_window_note(struct sp_window *window, unsigned list, uint32_t successor)
{
	uint64_t *place = &window->places[sp_window_place(successor)];
	uint64_t found = *place, had;
	unsigned age = list - (unsigned)(found >> 32 & 0xffff);

	/*
	 * No branches: whether a successor is new is hard to predict.  Lists
	 * that are too old are shifted out.
	 */
	had = found >> 48 << (age < 32 ? age : 32) &
	      ((2u << SP_REFERENCE_MAX) - 1);
	had &= 0 - (uint64_t)((uint32_t)found == successor);
	*place = successor | (uint64_t)list << 32 | (had | 1) << 48;
	return (unsigned)had;
}

/* What a list has in common with the list at each distance before it. */
struct sp_overlap {
	sp_lanes count; /* successors that are in both */
	sp_lanes bytes; /* size of the numbers of those successors */
	sp_lanes gaps;  /* runs of other successors before and between them */
};

/*
 * Compares list i of the block (i < SP_BLOCK_PAGES), with count successors (at
 * most SP_WINDOW_LIST_MAX), with the lists before it, and adds it to the table.
 * Lists come in order; empty ones may be left out.  sizes has the bytes of the
 * number of each successor, at most 5.  Nothing is in common at distances that
 * lead to no list of the block.
 */
struct sp_overlap sp_window_take(struct sp_window *window, uint32_t i,
				 const uint32_t *successors,
				 const uint8_t *sizes, uint64_t count);

#endif
