/* SPDX-License-Identifier: MIT */
/*
 * rows.h - rows of links that iterations read without decoding, in page
 * order, for methods that push.  Private to lib/rank.
 *
 * The links of a block of pages are near or far.  A near target is one of the
 * SP_ROWS_REACH pages around the block, among them all pages of the block, and
 * takes 16 bits, as the distance from the first of these pages.  The other
 * targets of the block are one flat list of pairs: 16 bits for the page that
 * links, 32 for the page it links to.  They get their additions after all rows
 * of the block, with memory fetched ahead of time.
 *
 * A target is near or far for a whole block, so all that is added to a page
 * arrives in page order, as if each row were pushed at once; and pages of the
 * block get theirs at once.  So sums and sweeps have the same bits as with the
 * graph itself.
 *
 * Memory: 2 bytes for each near link, 6 for each far link, 8 for each page.
 */
#ifndef SP_RANK_ROWS_H
#define SP_RANK_ROWS_H

#include "base/bitset.h"
#include "graph/graph.h"

#define SP_ROWS_REACH 65536
#define SP_ROWS_AHEAD 32 /* far links to fetch ahead; zeros after the last */

/* Where the links of a block start.  They end where the next block's start. */
struct sp_rows_block {
	uint64_t near, far;
};

struct sp_rows {
	uint64_t pages, blocks;
	struct sp_rows_block *block; /* one more than there are blocks */
	uint16_t *near;       /* target - sp_rows_base() */
	uint16_t *far_page;   /* from: its place in the block */
	uint32_t *far;        /* to */
	uint32_t *near_count; /* of each page */
	uint32_t *count;      /* of each page: all its links */
	uint64_t *looped;     /* bitset: pages that link to themselves */
};

/* Returns the page that near targets of the block are relative to. */
static inline uint64_t
sp_rows_base(uint64_t block)
{
	uint64_t first = block * SP_BLOCK_PAGES;
	uint64_t before = SP_ROWS_REACH / 2 - SP_BLOCK_PAGES / 2;

	return first > before ? first - before : 0;
}

/*
 * Makes *rows in two passes over the graph, which is no longer needed then.
 * *rows is NULL after a failure.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_rows_new(const struct sp_graph *graph, int threads,
			   struct sp_rows **rows, struct sp_error *err);
void sp_rows_free(struct sp_rows *rows); /* accepts NULL */

/*
 * What a method does with a page that has links.  share() stores what each
 * successor gets, or returns false: nothing.  leave() is called when all near
 * successors have got it; it may be NULL.  Both must be constants, so that the
 * compiler specialises the loop.
 */
typedef bool sp_rows_share(const void *context, uint64_t page, uint32_t count,
			   double *values, double *each);
typedef void sp_rows_leave(const void *context, uint64_t page,
			   double *values);

static inline __attribute__((always_inline)) void
sp_rows_push_near(double *values, const uint16_t *near, uint32_t count,
		  double each)
{
	uint32_t i = 0;

	/* Four at a time take a tenth less than one by one. */
	for (; i + 4 <= count; i += 4) {
		values[near[i]] += each;
		values[near[i + 1]] += each;
		values[near[i + 2]] += each;
		values[near[i + 3]] += each;
	}
	for (; i < count; i++)
		values[near[i]] += each;
}

static inline void
sp_rows_push_far(const struct sp_rows *rows, uint64_t block, double *values,
		 const double *shares)
{
	uint64_t end = rows->block[block + 1].far;

	for (uint64_t i = rows->block[block].far; i < end; i++) {
		__builtin_prefetch(values + rows->far[i + SP_ROWS_AHEAD]);
		values[rows->far[i]] += shares[rows->far_page[i]];
	}
}

/* Pushes the links of a block to values, one of which each page has. */
static inline __attribute__((always_inline)) void
sp_rows_push_block(const struct sp_rows *rows, uint64_t block, double *values,
		   sp_rows_share *share, sp_rows_leave *leave,
		   const void *context)
{
	double shares[SP_BLOCK_PAGES];
	double *base = values + sp_rows_base(block);
	const uint16_t *near = rows->near + rows->block[block].near;
	uint64_t first = block * SP_BLOCK_PAGES;
	uint64_t end = first + SP_BLOCK_PAGES;
	bool pushed = false;

	end = end < rows->pages ? end : rows->pages;
	for (uint64_t page = first; page < end; page++) {
		uint32_t count = rows->near_count[page];
		double each = 0;

		if (rows->count[page] &&
		    share(context, page, rows->count[page], values, &each)) {
			sp_rows_push_near(base, near, count, each);
			if (leave)
				leave(context, page, values);
			pushed = true;
		}
		shares[page - first] = each;
		near += count;
	}
	/* Where nothing was pushed, shares are 0 and change no sum. */
	if (pushed)
		sp_rows_push_far(rows, block, values, shares);
}

#endif
