/* SPDX-License-Identifier: MIT */
/*
 * Shares: page j of a group (from 0, the best first) may be hot from the first
 * rank R on for which share times R, rounded up, is above j.  That rank is
 * known before any page is placed, so each page waits for its rank, and a heap
 * of the pages that need not wait any longer has the best one at its root.  A
 * page is never ready before the better ones of its group are.
 *
 * A number for each group: one pass over the ranks separates the pages that can
 * be hot from the others.
 */
#include "measure/crawl/hotcap.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

struct cap {
	uint32_t *first;   /* by rank: the pages that wait for it, a list */
	uint32_t *next;    /* page after this one in its list */
	uint32_t *ready;   /* heap of old ranks from 0 */
	uint32_t *placed;  /* the pages by their new ranks */
	uint32_t *members; /* of each group, so far */
	uint64_t ready_count;
};

static void
add_ready(struct cap *cap, uint32_t rank)
{
	uint64_t at = cap->ready_count++;

	for (; at && cap->ready[(at - 1) / 2] > rank; at = (at - 1) / 2)
		cap->ready[at] = cap->ready[(at - 1) / 2];
	cap->ready[at] = rank;
}

static uint32_t
take_best(struct cap *cap)
{
	uint32_t best = cap->ready[0];
	uint32_t last = cap->ready[--cap->ready_count];
	uint64_t at = 0, child;

	for (; (child = 2 * at + 1) < cap->ready_count; at = child) {
		if (child + 1 < cap->ready_count &&
		    cap->ready[child + 1] < cap->ready[child])
			child++;
		if (cap->ready[child] >= last)
			break;
		cap->ready[at] = cap->ready[child];
	}
	cap->ready[at] = last;
	return best;
}

/* Lets each page wait for its rank, or for the end if that is beyond it. */
static void
find_waits(struct cap *cap, const struct sp_hotrank *ranking,
	   const uint32_t *group_of, double share)
{
	uint64_t count = ranking->count;

	memset(cap->first, 0xff, (count + 1) * sizeof(*cap->first));
	for (uint64_t k = 0; k < count; k++) {
		uint32_t group = group_of[ranking->by_rank[k]];
		double wait = (double)cap->members[group]++ / share;
		uint64_t rank = wait < (double)count ? (uint64_t)wait : count;

		cap->next[k] = cap->first[rank];
		cap->first[rank] = (uint32_t)k;
	}
}

/* Returns the number of ranks up to which no group is above its share. */
static uint64_t
place_pages(struct cap *cap, const struct sp_hotrank *ranking)
{
	uint64_t count = ranking->count, kept = count, clock = 0;

	for (uint64_t k = 0; k < count; k++) {
		while (clock <= k || !cap->ready_count) {
			if (clock > k && kept == count)
				kept = k;
			for (uint32_t r = cap->first[clock]; r != NOBODY;
			     r = cap->next[r])
				add_ready(cap, r);
			clock++;
		}
		cap->placed[k] = ranking->by_rank[take_best(cap)];
	}
	return kept;
}

static void
hotcap_renumber(struct sp_hotrank *ranking, const uint32_t *placed)
{
	memcpy(ranking->by_rank, placed, ranking->count * sizeof(*placed));
	for (uint64_t k = 0; k < ranking->count; k++)
		ranking->rank[placed[k]] = (uint32_t)k + 1;
	memset(ranking->tied, 0, sp_bitset_words(ranking->pages) *
	       sizeof(*ranking->tied));
}

enum sp_status
sp_hotrank_cap(struct sp_hotrank *ranking, const uint32_t *group_of,
	       uint64_t groups, double share, uint64_t *kept,
	       struct sp_error *err)
{
	struct cap cap = {
		sp_alloc_large(ranking->count + 1, sizeof(uint32_t)),
		sp_alloc_large(ranking->count, sizeof(uint32_t)),
		sp_alloc_large(ranking->count, sizeof(uint32_t)),
		sp_alloc_large(ranking->count, sizeof(uint32_t)),
		sp_alloc_large_zero(groups, sizeof(uint32_t)), 0
	};
	enum sp_status status = SP_OK;

	if (cap.first && cap.next && cap.ready && cap.placed && cap.members) {
		find_waits(&cap, ranking, group_of, share);
		*kept = place_pages(&cap, ranking);
		hotcap_renumber(ranking, cap.placed);
	} else {
		status = sp_no_memory(err, "the share of each host");
	}
	free(cap.first);
	free(cap.next);
	free(cap.ready);
	free(cap.placed);
	free(cap.members);
	return status;
}

/* ---- a number of pages for each group --------------------------------- */

enum sp_status
sp_hotrank_cap_each(struct sp_hotrank *ranking, const uint32_t *group_of,
		    uint64_t groups, uint64_t most, uint64_t *hot,
		    struct sp_error *err)
{
	uint64_t count = ranking->count, first = 0, after = count;
	uint32_t *members = sp_alloc_large_zero(groups, sizeof(*members));
	uint32_t *placed = sp_alloc_large(count, sizeof(*placed));
	enum sp_status status = SP_OK;

	if (!members || !placed) {
		status = sp_no_memory(err, "the hot pages of each group");
		goto out;
	}
	for (uint64_t k = 0; k < count; k++) {
		uint32_t page = ranking->by_rank[k];

		/* The others, from the end on, are turned round below. */
		if (members[group_of[page]] >= most)
			placed[--after] = page;
		else
			placed[first++] = page;
		members[group_of[page]]++;
	}
	*hot = first;
	for (after = count; first + 1 < after; first++) {
		uint32_t page = placed[--after];

		placed[after] = placed[first];
		placed[first] = page;
	}
	hotcap_renumber(ranking, placed);
out:
	free(members);
	free(placed);
	return status;
}
