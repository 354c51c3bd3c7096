/* SPDX-License-Identifier: MIT */
/*
 * reach.h - the distinct pages of other processes to which links lead: a set
 * of page numbers that grows with what is added, not with the pages of the
 * graph.  Private to lib/cluster/team.
 *
 * Most links lead to few pages, so each thread keeps the pages that it has seen
 * last, and hands over what is new to it now and then.  The set is an ascending
 * array and a tail of at most half as much, which is sorted and merged when it
 * is full: 8 bytes a page, and no more than a few steps a number added.
 */
#ifndef SP_CLUSTER_TEAM_REACH_H
#define SP_CLUSTER_TEAM_REACH_H

#include "graph/graph.h"

#include <stdbool.h>
#include <stdint.h>

#define SP_REACH_RECENT 16384 /* pages seen last, a power of 2 */
#define SP_REACH_FOUND 16384  /* handed over at a time */

struct sp_reach {
	uint32_t *pages;     /* ascending */
	uint64_t count, capacity;
	uint32_t *tail;      /* in any order, several times */
	uint64_t tail_count, tail_capacity;
};

/* What one thread has found. */
struct sp_reach_thread {
	struct sp_reach *reach;
	bool failed; /* memory was short */
	unsigned count;
	uint32_t found[SP_REACH_FOUND];
	uint32_t recent[SP_REACH_RECENT]; /* page + 1, or 0 */
};

/* Hands over what has been found; several threads may do so at once. */
void sp_reach_give(struct sp_reach_thread *own);

static inline void
sp_reach_add(struct sp_reach_thread *own, uint32_t page)
{
	uint32_t *recent = own->recent + page % SP_REACH_RECENT;

	if (*recent == page + 1)
		return;
	*recent = page + 1;
	own->found[own->count++] = page;
	if (own->count == SP_REACH_FOUND)
		sp_reach_give(own);
}

/* Sorts all pages into reach->pages; SP_MEMORY. */
enum sp_status sp_reach_finish(struct sp_reach *reach, struct sp_error *err);

/* A link that leads over fewer pages than this is near. */
#define SP_REACH_NEAR 32768

/* The rows of a range of pages, read once. */
struct sp_reach_rows {
	const struct sp_graph *graph;
	uint64_t first, end;         /* pages; the first begins a block */
	const char *what;            /* that memory may be short for */
	uint64_t links, checksum;    /* of the rows: 0 before */
	bool measured;               /* the next two are wanted: 0 before */
	uint64_t linked;             /* pages with links */
	uint64_t near;               /* links that are near */
	struct sp_reach reach;       /* pages outside the range: empty before */
};

/*
 * Verifies the rows and finds the pages outside the range to which they link,
 * sorted, which sp_reach_free() frees, also after a failure.  SP_DATA if a row
 * is damaged; SP_MEMORY.
 */
enum sp_status sp_reach_read(struct sp_reach_rows *rows, int threads,
			     struct sp_error *err);

/* The blocks of the range, from first to last - 1. */
static inline uint64_t
sp_reach_first_block(const struct sp_reach_rows *rows)
{
	return (rows->first + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
}

static inline uint64_t
sp_reach_last_block(const struct sp_reach_rows *rows)
{
	return sp_reach_first_block(rows) +
	       (rows->end - rows->first + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
}

void sp_reach_free(struct sp_reach *reach);

#endif
