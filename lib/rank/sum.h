/* SPDX-License-Identifier: MIT */
/*
 * sum.h - the order of additions, which decides the last bits of a result.
 *
 * Floating-point addition rounds, so its order is part of every definition
 * here: each sum is taken in an order that the number of threads does not
 * change.  There are two kinds, and this header alone has their constants:
 *
 *   - A sum over a vector (all pages, all downloads) adds chunks of
 *     SP_SUM_CHUNK values, each from its first value to its last, and then
 *     the sums of the chunks in their order.  Threads share the chunks.
 *     Processes of a team (cluster/team/team.h) each have a range of the
 *     vector, with chunks of its own; their sums are added in the order of
 *     the processes.
 *
 *   - A sum over the links to each page adds to several vectors, the parts.
 *     Blocks of pages are dealt to the parts in turn, SP_DEAL_BLOCKS at a
 *     time; each part adds in the order of its pages, and the parts of a page
 *     are added in their order.  Threads share the parts.
 *
 * (seedpipe-algorithms(7), G6.)
 */
#ifndef SP_RANK_SUM_H
#define SP_RANK_SUM_H

#include "base/status.h"
#include "cluster/team/team.h"

#define SP_SUM_CHUNK 65536 /* values */
#define SP_DEAL_BLOCKS 16  /* blocks of SP_BLOCK_PAGES pages */

/*
 * The number of parts shapes the result and bounds the threads that help; each
 * takes 8 bytes per page.  A crawl ranks what it has seen again and again,
 * with one part: simply in the order of the pages.
 */
#define SP_RANK_PARTS 4       /* of the graph of a stream */
#define SP_RANK_PARTS_CRAWL 1 /* of what a crawl has seen, while it runs */
#define SP_RANK_PARTS_MAX 8

/* ---- sums over a vector ----------------------------------------------- */

/* Returns the chunks of a vector of count values; the last may be empty. */
static inline uint64_t
sp_sum_chunks(uint64_t count)
{
	return count / SP_SUM_CHUNK + 1;
}

/* Return the first value of a chunk, and the end of the chunk. */
static inline uint64_t
sp_chunk_first(uint64_t chunk)
{
	return chunk * SP_SUM_CHUNK;
}

static inline uint64_t
sp_chunk_end(uint64_t chunk, uint64_t count)
{
	uint64_t end = (chunk + 1) * SP_SUM_CHUNK;

	return end < count ? end : count;
}

/* Returns the sum of count values. */
double sp_sum(const double *values, uint64_t count);

/*
 * Scales count values, none of them below 0 or NaN, so that their sum is 1.
 * Returns SP_DATA if all are 0 or one is infinite; the values are unchanged
 * then.
 */
enum sp_status sp_scale_to_one(double *values, uint64_t count,
			       struct sp_error *err);

/* The same for values of which each process of a team has some.  SP_IO too. */
enum sp_status sp_scale_to_one_together(struct sp_team *team, double *values,
					uint64_t count, struct sp_error *err);

/*
 * Replaces a sum of each process by the sum over the team, or if it is a
 * maximum by the largest.  team may be NULL, for one process.  SP_MEMORY,
 * SP_IO.
 */
enum sp_status sp_sum_together(struct sp_team *team, double *sum,
			       bool maximum, struct sp_error *err);

/* ---- sums over links -------------------------------------------------- */

/* Return the first block of a part, and the next block in the same part. */
static inline uint64_t
sp_part_first_block(unsigned part)
{
	return (uint64_t)part * SP_DEAL_BLOCKS;
}

static inline uint64_t
sp_part_next_block(uint64_t block, unsigned parts)
{
	block++;
	return block % SP_DEAL_BLOCKS ?
		       block : block + (uint64_t)(parts - 1) * SP_DEAL_BLOCKS;
}

/* Returns the sum of count parts for one page, and sets the parts to 0. */
static inline double
sp_take_parts(double *const *parts, unsigned count, uint64_t page)
{
	double value = parts[0][page];

	parts[0][page] = 0;
	for (unsigned k = 1; k < count; k++) {
		value += parts[k][page];
		parts[k][page] = 0;
	}
	return value;
}

#endif
