/* SPDX-License-Identifier: MIT */
/*
 * frontier.h - the pages that were found and wait for their download.
 * Private to lib/crawl.
 *
 * One word a page says what it is: not seen, queued (and where in the heap),
 * or done (and how deep).  Queued pages are in the heap, by key; or in the
 * queue, in the order in which they were found; or wherever a strategy keeps
 * them itself.  4 bytes a page, 4 for the queue, 16 for a page in the heap.
 */
#ifndef SP_CRAWL_FRONTIER_H
#define SP_CRAWL_FRONTIER_H

#include "base/hash.h"
#include "crawl/crawl.h"
#include "crawl/heap.h"

/* What place[page] says; all else is the slot of a page in the heap. */
#define SP_UNSEEN SP_HEAP_NONE
#define SP_QUEUED 1                    /* but not in the heap */
#define SP_DONE (UINT32_C(1) << 31)    /* or with the depth */
#define SP_DEPTH_MAX (SP_DONE - 1)     /* deeper counts as this */

struct sp_frontier {
	uint64_t pages;     /* of the graph */
	uint32_t *place;
	struct sp_heap heap;
	double sign;        /* of keys in the heap: 1 least first, -1 */
	uint32_t *queue;    /* pages by the number of their queueing, or NULL */
	uint64_t head;      /* next in the queue */
	uint64_t stamps;    /* queueings so far */
	uint64_t count;     /* pages that are queued */
	uint64_t peak;
	uint64_t updates;   /* keys set or changed */
	uint64_t dropped;
	enum sp_tie tie;
	uint64_t tie_seed;
};

/* What a strategy keeps pages in; combined by "|". */
enum sp_frontier_kind {
	SP_LEAST_FIRST = 1,   /* the heap, one or the other */
	SP_LARGEST_FIRST = 2,
	SP_IN_TURN = 4,       /* the queue; with a heap, pages go there when
				 the strategy says so */
	SP_OWN_HEAP = 8       /* the strategy has a heap of pages itself */
};

/* false when memory is short; free it in any case. */
bool sp_frontier_init(struct sp_frontier *frontier, uint64_t pages,
		      unsigned kinds, const struct sp_crawl_options *options)
	SP_MUST_CHECK;
void sp_frontier_free(struct sp_frontier *frontier);

static inline bool
sp_is_done(const struct sp_frontier *frontier, uint32_t page)
{
	return frontier->place[page] & SP_DONE;
}

static inline bool
sp_in_heap(uint32_t place)
{
	return place >= SP_HEAP_ROOT && place < SP_DONE;
}

/* The rank among equal keys of a page with the stamp-th queueing. */
static inline uint64_t
sp_tie_rank(const struct sp_frontier *frontier, uint64_t stamp, uint32_t page)
{
	uint32_t tie;

	switch (frontier->tie) {
	case SP_TIE_ID:
		tie = 0;
		break;
	case SP_TIE_LIFO:
		tie = UINT32_MAX - (uint32_t)stamp;
		break;
	case SP_TIE_RANDOM:
		tie = (uint32_t)(sp_mix64(frontier->tie_seed +
					  sp_mix64(page)) >> 32);
		break;
	default:
		tie = (uint32_t)stamp;
	}
	return sp_slot_rank(tie, page);
}

/* Counts a page in; its place is set by the caller. */
static inline uint64_t
sp_frontier_count(struct sp_frontier *frontier)
{
	if (++frontier->count > frontier->peak)
		frontier->peak = frontier->count;
	return frontier->stamps++;
}

/* Into the heap, by key. */
static inline void
sp_frontier_push(struct sp_frontier *frontier, uint32_t page, double key)
{
	uint64_t stamp = sp_frontier_count(frontier);
	struct sp_slot slot = { frontier->sign * key,
				sp_tie_rank(frontier, stamp, page) };

	frontier->updates++;
	sp_heap_push(&frontier->heap, slot);
}

/* At the end of the queue. */
static inline void
sp_frontier_append(struct sp_frontier *frontier, uint32_t page)
{
	frontier->queue[sp_frontier_count(frontier)] = page;
	frontier->place[page] = SP_QUEUED;
}

/* The key of a page in the heap, place being its place. */
static inline double
sp_frontier_key(const struct sp_frontier *frontier, uint32_t place)
{
	return frontier->sign * frontier->heap.slots[place].key;
}

/* A better key, a worse one (as the kind of heap has it), or either. */
static inline void
sp_frontier_better(struct sp_frontier *frontier, uint32_t place, double key)
{
	frontier->updates++;
	sp_heap_lower(&frontier->heap, place, frontier->sign * key);
}

static inline void
sp_frontier_change(struct sp_frontier *frontier, uint32_t place, double key)
{
	frontier->updates++;
	sp_heap_change(&frontier->heap, place, frontier->sign * key);
}

/*
 * The best page of the heap; when that is empty, the next of the queue, with
 * key 0.  false when there is none.  The page counts as queued until
 * sp_frontier_done().
 */
bool sp_frontier_pop(struct sp_frontier *frontier, uint32_t *page,
		     double *key);

/* The page is downloaded now. */
static inline void
sp_frontier_done(struct sp_frontier *frontier, uint32_t page, uint32_t depth)
{
	frontier->count--;
	frontier->place[page] = SP_DONE | depth;
}

/* A page of the heap leaves and becomes unseen. */
void sp_frontier_drop(struct sp_frontier *frontier, uint32_t page);

/*
 * Moves all pages of the queue into the heap, where key(context, page) tells
 * each its key, and asks it for the pages that are there already.
 */
void sp_frontier_reorder(struct sp_frontier *frontier,
			 double (*key)(void *context, uint32_t page),
			 void *context);

#endif
