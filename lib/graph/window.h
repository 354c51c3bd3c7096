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

#define SP_WINDOW_PLACES 4096

/* The first successors of a list stand for all; sums of more do not fit. */
#define SP_WINDOW_LIST_MAX 8192

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

/* What a list has in common with the list at each distance before it. */
struct sp_overlap {
	sp_lanes count; /* successors of both */
	sp_lanes bytes; /* of their numbers */
	sp_lanes gaps;  /* runs of others before and between them */
};

/*
 * Looks up list i of the block, with count successors (at most
 * SP_WINDOW_LIST_MAX), and notes it.  sizes: bytes of the number of each
 * successor, at most 5.
 */
struct sp_overlap sp_window_take(struct sp_window *window, uint32_t i,
				 const uint32_t *successors,
				 const uint8_t *sizes, uint64_t count);

#endif
