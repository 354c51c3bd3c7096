/* SPDX-License-Identifier: MIT */
/*
 * plain.h - all links of a graph, decoded, for reading pages in any order.
 * Private to lib/graph: access.c serves it.
 *
 * The lists of a block of pages are one piece of memory, each in three parts:
 * successors below a window of 65,536 pages around the block, as 32-bit
 * numbers; those inside the window, as their 16-bit differences to its first
 * page; those above it.  On a web in the order of its URLs that is 2.2 bytes a
 * link, half of plain numbers, and reading it is faster, since the memory of a
 * list takes more time than its numbers.  4 bytes a page say where lists are.
 */
#ifndef SP_GRAPH_PLAIN_H
#define SP_GRAPH_PLAIN_H

#include "graph/graph.h"

/* At the start of the memory of a block; its units follow. */
struct sp_plain_block {
	/* Page i of the block has the units from begin[i] to begin[i + 1]. */
	uint32_t begin[SP_BLOCK_PAGES + 1];
};

struct sp_plain {
	const struct sp_plain_block **blocks;
	struct sp_slab *slabs;  /* the memory of the blocks */
	uint64_t bytes;         /* of all that */
	uint32_t widest;        /* links of a page, at most */
};

/* Places after a list that sp_plain_list() may write. */
#define SP_PLAIN_SLACK 16

/*
 * Makes *plain in one pass over the graph, which counts as its first one
 * (graph.h).  *plain is NULL if it needs more than most bytes, or if memory is
 * short: that is not an error.  SP_DATA if the graph is damaged.
 */
enum sp_status sp_plain_new(const struct sp_graph *graph, uint64_t most,
			    int threads, struct sp_plain **plain,
			    struct sp_error *err);
void sp_plain_free(struct sp_plain *plain); /* accepts NULL */

/*
 * Stores the successors of a page in to, which has room for plain->widest +
 * SP_PLAIN_SLACK of them, and returns their number.
 */
uint32_t sp_plain_list(const struct sp_plain *plain, uint32_t page,
		       uint32_t *to);

/* Adds each to values[s] for every successor s of the page. */
void sp_plain_add(const struct sp_plain *plain, uint32_t page, double each,
		  double *values);

static inline const uint32_t *
sp_plain_begin(const struct sp_plain *plain, uint32_t page)
{
	return &plain->blocks[page / SP_BLOCK_PAGES]->begin[page %
							    SP_BLOCK_PAGES];
}

/* The units of the block of a page. */
static inline const uint16_t *
sp_plain_units(const struct sp_plain *plain, uint32_t page)
{
	return (const uint16_t *)(plain->blocks[page / SP_BLOCK_PAGES] + 1);
}

#endif
