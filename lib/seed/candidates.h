/* SPDX-License-Identifier: MIT */
/*
 * candidates.h - the pages that may join one side of a growing core, by score
 * descending, then by page ascending.  Private to lib/seed.
 *
 * Each page is in a bucket: bucket 0 if any link to the core is enough, else
 * the number of its links with the other side.  Buckets are heaps, and a
 * tournament over their first pages finds the best page of all buckets from a
 * given one on in logarithmic time.  A page that gains a link is put into the
 * next bucket as well; its older entry is stale, and is dropped when it comes
 * first.
 */
#ifndef SP_SEED_CANDIDATES_H
#define SP_SEED_CANDIDATES_H

#include "seed/top.h"

/*
 * Of most buckets only the first page or two are taken, so the others are not
 * put into an order until more are.
 */
struct sp_candidate_heap {
	struct sp_top_item *items; /* the best one first */
	uint64_t count, capacity;
	unsigned searches;         /* for a new best one, all items */
	bool ordered;              /* a heap, too */
};

struct sp_candidates {
	uint64_t buckets;               /* 0, or a power of two */
	struct sp_candidate_heap *heaps;
	uint64_t *winner; /* node k: best bucket below it; leaves at the end */
};

#define SP_CANDIDATES_EMPTY { 0, NULL, NULL }

/* Puts a page with its score into a bucket; false if memory is short. */
bool sp_candidates_put(struct sp_candidates *candidates, uint64_t bucket,
		       struct sp_top_item item)
	__attribute__((warn_unused_result));

/*
 * Finds the best page of all buckets >= from, and its bucket; returns false if
 * they are empty.  The page may be stale: only the caller can tell.
 */
bool sp_candidates_first(const struct sp_candidates *candidates,
			 uint64_t from, uint64_t *bucket, uint32_t *page);

/* Removes the first page of a bucket that is not empty. */
void sp_candidates_drop(struct sp_candidates *candidates, uint64_t bucket);

/* Removes all pages and frees the memory; scores stays set. */
void sp_candidates_clear(struct sp_candidates *candidates);

#endif
