/* SPDX-License-Identifier: MIT */
/*
 * The pages that may join a side, by their number of links with the other side.
 *
 * Where pages need a certain number of links (SP_MATCH_ALL), the next page is
 * the best one of all buckets from that number on, and the number grows with
 * the core.  A heap for each bucket gives its best page; a tournament tree over
 * the buckets gives the best of a range of them in the logarithm of their
 * number, and costs as much when the first page of one bucket changes.  A
 * single heap by score would have to drop the pages with too few links, which
 * may be enough again for another core size, or be searched past them.
 *
 * A page that gains a link moves up a bucket by being put into the next one;
 * its old entry stays and is found to be stale when it comes first
 * (sp_core_candidate()).  Finding and removing it at once would need a position
 * for each page.
 *
 * Where any link will do, all pages are in bucket 0, and the tree has one leaf.
 *
 * Most cores are rejected after one or two candidates were taken, though
 * thousands were put in.  So a bucket only keeps its best page in front, and
 * becomes a heap when the search for a new best one has been repeated
 * MOST_SEARCHES times (half of the time of an extraction of 100 seeds was spent
 * on putting pages into heaps).
 */
#include "seed/candidates.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 1 /* enough where any link to the core will do */

/* Searches that take about the time of making a heap. */
#define MOST_SEARCHES 3

/* ---- a heap ----------------------------------------------------------- */

static void
swap_with_first(struct sp_candidate_heap *heap, uint64_t at)
{
	struct sp_top_item item = heap->items[at];

	heap->items[at] = heap->items[0];
	heap->items[0] = item;
}

/* The order is total: the first never depends on when a page was put in. */
static bool
candidate_heap_put(struct sp_candidate_heap *heap, struct sp_top_item item)
{
	uint64_t at = heap->count;

	if (!sp_grow(&heap->items, &heap->capacity, at + 1))
		return false;
	heap->items[at] = item;
	heap->count++;
	if (heap->ordered)
		sp_top_rise(heap->items, at, true);
	else if (at && sp_top_before(item, heap->items[0]))
		swap_with_first(heap, at);
	return true;
}

/*
 * Without an order, the best of the rest is searched; after some searches,
 * making a heap costs no more.
 */
static void
candidate_heap_drop(struct sp_candidate_heap *heap)
{
	uint64_t best = 0;

	heap->items[0] = heap->items[--heap->count];
	if (heap->ordered) {
		if (heap->count)
			sp_top_sink(heap->items, heap->count, 0, true);
		return;
	}
	if (++heap->searches > MOST_SEARCHES) {
		for (uint64_t at = heap->count / 2; at-- > 0;)
			sp_top_sink(heap->items, heap->count, at, true);
		heap->ordered = true;
		return;
	}
	for (uint64_t i = 1; i < heap->count; i++)
		if (sp_top_before(heap->items[i], heap->items[best]))
			best = i;
	if (best)
		swap_with_first(heap, best);
}

/* ---- the tournament --------------------------------------------------- */

/*
 * Of two buckets, the one whose first page is better; b if both are empty.  The
 * order of pages is total, so which of two equal buckets comes first never
 * matters.
 */
static uint64_t
better_bucket(const struct sp_candidates *candidates, uint64_t a, uint64_t b)
{
	const struct sp_candidate_heap *heaps = candidates->heaps;

	if (!heaps[a].count)
		return b;
	if (!heaps[b].count)
		return a;
	return sp_top_before(heaps[b].items[0], heaps[a].items[0]) ? b : a;
}

/*
 * Plays the games on the way from a bucket to the root again.  Only the games
 * on the way up can change.
 */
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
	/* Heaps keep their arrays of items, which only change their owner. */
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
		  struct sp_top_item item)
{
	struct sp_candidate_heap *heap;

	if (bucket >= candidates->buckets && !grow_buckets(candidates, bucket))
		return false;
	heap = &candidates->heaps[bucket];
	if (!candidate_heap_put(heap, item))
		return false;
	/* Games are decided by first pages: another one changes none. */
	if (heap->items[0].id == item.id)
		replay_bucket(candidates, bucket);
	return true;
}

/*
 * Both ends move up; a node that is alone at its end is played, the others are
 * covered by their parents.
 */
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
	*page = candidates->heaps[best].items[0].id;
	return true;
}

void
sp_candidates_drop(struct sp_candidates *candidates, uint64_t bucket)
{
	candidate_heap_drop(&candidates->heaps[bucket]);
	replay_bucket(candidates, bucket);
}

void
sp_candidates_clear(struct sp_candidates *candidates)
{
	for (uint64_t i = 0; i < candidates->buckets; i++)
		free(candidates->heaps[i].items);
	free(candidates->heaps);
	free(candidates->winner);
	*candidates = (struct sp_candidates)SP_CANDIDATES_EMPTY;
}
