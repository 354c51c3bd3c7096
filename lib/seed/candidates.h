/* SPDX-License-Identifier: MIT */
/*
 * candidates.h - the pages that may join one side of a growing core, the one
 * with the largest score first, among equals the smallest page.
 * Private to lib/seed.
 *
 * Each page is in a bucket: bucket 0 where any link to the core will do, or
 * the number of its links with the other side where a page needs so many.
 * Buckets are heaps; a tournament over their first pages answers for all
 * buckets from one on in logarithmic time.  A page that moves up a bucket is
 * put in again, its older place is stale and dropped when it comes first.
 */
#ifndef SP_SEED_CANDIDATES_H
#define SP_SEED_CANDIDATES_H

#include <stdbool.h>
#include <stdint.h>

struct sp_candidate_heap {
	uint32_t *pages;
	uint64_t count, capacity;
};

struct sp_candidates {
	const double *scores;           /* of all pages */
	uint64_t buckets;               /* 0, or a power of two */
	struct sp_candidate_heap *heaps;
	uint64_t *winner; /* node k: best bucket below it; leaves at the end */
};

#define SP_CANDIDATES_EMPTY { NULL, 0, NULL, NULL }

/* Puts a page into a bucket.  false when memory is short. */
bool sp_candidates_put(struct sp_candidates *candidates, uint64_t bucket,
		       uint32_t page) __attribute__((warn_unused_result));

/*
 * The first page of all buckets >= from, and its bucket; false when they are
 * empty.  The page may be stale: only the caller knows.
 */
bool sp_candidates_first(const struct sp_candidates *candidates,
			 uint64_t from, uint64_t *bucket, uint32_t *page);

/* Takes the first page out of a bucket that is not empty. */
void sp_candidates_drop(struct sp_candidates *candidates, uint64_t bucket);

/* Empties it and frees the memory; the scores stay. */
void sp_candidates_clear(struct sp_candidates *candidates);

#endif
