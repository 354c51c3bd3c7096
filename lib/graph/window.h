/* SPDX-License-Identifier: MIT */
/*
 * window.h - how much a list has in common with the lists before it in its
 * block: what the encoder chooses a reference by.  Private to lib/graph.
 *
 * A table remembers of each successor which of the last SP_REFERENCE_MAX lists
 * have it, so that one look at each successor tells about all of them.  Where
 * two successors fall on one place the later one stays: what is told is an
 * estimate, and the same for the same lists.
 */
#ifndef SP_GRAPH_WINDOW_H
#define SP_GRAPH_WINDOW_H

#include "graph/codec.h"

#define SP_WINDOW_BITS 12
#define SP_WINDOW_PLACES (1 << SP_WINDOW_BITS)

/*
 * The first successors of a list stand for all: more would push each other
 * out of the table.
 */
#define SP_WINDOW_LIST_MAX 2048

/* A number for each distance; the first is not used. */
typedef uint16_t sp_lanes
	__attribute__((vector_size(2 * (SP_REFERENCE_MAX + 1))));

struct sp_window_place {
	uint32_t successor;
	uint16_t list; /* the last one that has it, from 1; 0: none */
	uint16_t had;  /* bit k: so has list - k */
};

/* All zero at the start of a block. */
struct sp_window {
	struct sp_window_place places[SP_WINDOW_PLACES];
};

/* The place of a successor: far apart also for successors in equal steps. */
static inline uint32_t
sp_window_place(uint32_t successor)
{
	return successor * UINT32_C(0x9e3779b1) >> (32 - SP_WINDOW_BITS);
}

/* What a list has in common with the list at each distance before it. */
struct sp_overlap {
	sp_lanes count; /* successors of both */
	sp_lanes bytes; /* of their numbers */
	sp_lanes gaps;  /* runs of others before and between them */
};

/*
 * Looks up list i of the block (i < SP_BLOCK_PAGES), with count successors (at
 * most SP_WINDOW_LIST_MAX), and notes it; lists come in order, empty ones may
 * be left out.  sizes: bytes of the number of each successor, at most 5.
 * Where a distance leads to no list of the block, nothing is in common.
 */
struct sp_overlap sp_window_take(struct sp_window *window, uint32_t i,
				 const uint32_t *successors,
				 const uint8_t *sizes, uint64_t count);

#endif
