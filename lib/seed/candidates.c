/* SPDX-License-Identifier: MIT */
#include "seed/candidates.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 1 /* enough where any link to the core will do */

/* A total order: the result never depends on when a page was put in. */
static inline bool
is_better_page(const double *scores, uint32_t a, uint32_t b)
{
	return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
}

/* ---- a heap ----------------------------------------------------------- */

static bool
candidate_heap_put(struct sp_candidate_heap *heap, const double *scores,
		   uint32_t page)
{
	uint64_t at = heap->count;

	if (!sp_grow(&heap->pages, &heap->capacity, at + 1,
		     sizeof(*heap->pages)))
		return false;
	heap->count++;
	while (at) {
		uint64_t parent = (at - 1) / 2;

		if (!is_better_page(scores, page, heap->pages[parent]))
			break;
		heap->pages[at] = heap->pages[parent];
		at = parent;
	}
	heap->pages[at] = page;
	return true;
}

static void
candidate_heap_drop(struct sp_candidate_heap *heap, const double *scores)
{
	uint32_t page = heap->pages[--heap->count];
	uint64_t at = 0;

	for (uint64_t child; (child = 2 * at + 1) < heap->count; at = child) {
		if (child + 1 < heap->count &&
		    is_better_page(scores, heap->pages[child + 1],
				   heap->pages[child]))
			child++;
		if (!is_better_page(scores, heap->pages[child], page))
			break;
		heap->pages[at] = heap->pages[child];
	}
	heap->pages[at] = page;
}

/* ---- the tournament --------------------------------------------------- */

/* Of two buckets, the one whose first page is better; b if both are empty. */
static uint64_t
better_bucket(const struct sp_candidates *candidates, uint64_t a, uint64_t b)
{
	const struct sp_candidate_heap *heaps = candidates->heaps;

	if (!heaps[a].count)
		return b;
	if (!heaps[b].count)
		return a;
	return is_better_page(candidates->scores, heaps[b].pages[0],
			      heaps[a].pages[0]) ? b : a;
}

/* Plays the games on the way from a bucket to the root again. */
static void
replay_bucket(struct sp_candidates *candidates, uint64_t bucket)
{
	uint64_t *winner = candidates->winner;

	for (uint64_t node = (bucket + candidates->buckets) / 2; node;
	     node /= 2)
		winner[node] = better_bucket(candidates, winner[2 * node],
					     winner[2 * node + 1]);
}

/* Doubles the buckets until there is one of this number. */
static bool
grow_buckets(struct sp_candidates *candidates, uint64_t bucket)
{
	uint64_t old = candidates->buckets;
	uint64_t buckets = old ? old : FIRST_BUCKETS;
	struct sp_candidate_heap *heaps;
	uint64_t *winner;

	while (buckets <= bucket)
		buckets *= 2;
	heaps = sp_alloc_zero(buckets, sizeof(*heaps));
	winner = sp_alloc(2 * buckets, sizeof(*winner));
	if (!heaps || !winner) {
		free(heaps);
		free(winner);
		return false;
	}
	/* Heaps keep their arrays of pages, which only change their owner. */
	if (old)
		memcpy(heaps, candidates->heaps, old * sizeof(*heaps));
	free(candidates->heaps);
	free(candidates->winner);
	candidates->heaps = heaps;
	candidates->winner = winner;
	candidates->buckets = buckets;
	/* The leaves have moved, so all games are played again. */
	for (uint64_t i = 0; i < buckets; i++)
		winner[buckets + i] = i;
	for (uint64_t node = buckets - 1; node; node--)
		winner[node] = better_bucket(candidates, winner[2 * node],
					     winner[2 * node + 1]);
	return true;
}

/* ---- the interface ---------------------------------------------------- */

bool
sp_candidates_put(struct sp_candidates *candidates, uint64_t bucket,
		  uint32_t page)
{
	struct sp_candidate_heap *heap;

	if (bucket >= candidates->buckets && !grow_buckets(candidates, bucket))
		return false;
	heap = &candidates->heaps[bucket];
	if (!candidate_heap_put(heap, candidates->scores, page))
		return false;
	/* Games are decided by first pages: another one changes none. */
	if (heap->pages[0] == page)
		replay_bucket(candidates, bucket);
	return true;
}

bool
sp_candidates_first(const struct sp_candidates *candidates, uint64_t from,
		    uint64_t *bucket, uint32_t *page)
{
	uint64_t left = from + candidates->buckets;
	uint64_t right = 2 * candidates->buckets, best;

	if (from >= candidates->buckets)
		return false;
	/* The nodes that together cover the leaves from left to right. */
	best = from;
	for (; left < right; left /= 2, right /= 2) {
		if (left % 2)
			best = better_bucket(candidates, best,
					     candidates->winner[left++]);
		if (right % 2)
			best = better_bucket(candidates, best,
					     candidates->winner[--right]);
	}
	/* Any page wins against an empty bucket, so all of them are empty. */
	if (!candidates->heaps[best].count)
		return false;
	*bucket = best;
	*page = candidates->heaps[best].pages[0];
	return true;
}

void
sp_candidates_drop(struct sp_candidates *candidates, uint64_t bucket)
{
	candidate_heap_drop(&candidates->heaps[bucket], candidates->scores);
	replay_bucket(candidates, bucket);
}

void
sp_candidates_clear(struct sp_candidates *candidates)
{
	for (uint64_t i = 0; i < candidates->buckets; i++)
		free(candidates->heaps[i].pages);
	free(candidates->heaps);
	free(candidates->winner);
	*candidates = (struct sp_candidates){ candidates->scores, 0, NULL,
					      NULL };
}
