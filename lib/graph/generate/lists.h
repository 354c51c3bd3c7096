/* SPDX-License-Identifier: MIT */
/*
 * lists.h - ascending lists of pages without repetitions, which are the parts
 * of a row.  Private to lib/graph/generate.
 */
#ifndef SP_GRAPH_GENERATE_LISTS_H
#define SP_GRAPH_GENERATE_LISTS_H

#include <stdint.h>

/*
 * Merges two lists into out, which overlaps neither and has room for both;
 * returns the length.
 */
uint64_t sp_list_merge(uint32_t *out, const uint32_t *a, uint64_t a_count,
		       const uint32_t *b, uint64_t b_count);

/*
 * Copies a list of pages of [low, high) and adds more of them, which must be
 * there: the first missing ones after the first of the list.  All lists
 * that begin with the same page are completed with nearly the same pages, so
 * that few pages get these links.
 */
void sp_list_complete(uint32_t *out, const uint32_t *list, uint64_t count,
		      uint64_t more, uint32_t low, uint32_t high);

/* Inserts page unless it is there; returns the new length. */
uint64_t sp_list_insert(uint32_t *list, uint64_t count, uint32_t page);

static inline uint64_t
sp_below_of(uint64_t value, uint64_t limit)
{
	return value < limit ? value : limit;
}

#endif
