/* SPDX-License-Identifier: MIT */
/*
 * frontier.h - the pages that were found and wait for their download.
 * Private to lib/crawl and lib/crawl/orders.
 *
 * One word a page says what it is: unseen, queued (and where in the heap), or
 * done (and how deep).  Two bitsets repeat whether a page was seen and whether
 * it is done: for most links nothing else is needed, and the bits fit into the
 * cache where the words do not.  A queued page is in the heap, by its key; or
 * in the queue, in the order of discovery; or the order keeps it in a structure
 * of its own.  4.3 bytes a page, 4 more with a queue, 16 for each page in the
 * heap.
 *
 * All functions on a page take its number.  The heap and the queue are
 * private to frontier.c, heap.c and the inline functions below: an order
 * calls functions and reads count, stamps and head.
 */
#ifndef SP_CRAWL_FRONTIER_H
#define SP_CRAWL_FRONTIER_H

#include "base/bitset.h"
#include "base/hash.h"
#include "crawl/crawl.h"
#include "crawl/heap.h"

/* What place[page] says; any other value is the page's slot in the heap. */
#define SP_UNSEEN SP_HEAP_NONE
#define SP_QUEUED 1                    /* but not in the heap */
#define SP_DONE (UINT32_C(1) << 31)    /* or with the depth */
#define SP_DEPTH_MAX SP_DEEPEST        /* deeper counts as this */

_Static_assert(SP_DEPTH_MAX == SP_DONE - 1, "all bits but one");

struct sp_frontier {
	uint64_t pages;     /* of the graph */
	uint32_t *place;
	uint64_t *seen;     /* bitset: is place[page] not SP_UNSEEN? */
	uint64_t *done;     /* bitset: has it SP_DONE? */
	struct sp_heap heap;
	double sign;        /* of keys in the heap: 1 least first, else -1 */
	uint32_t *queue;    /* pages by the number of their queueing, or NULL */
	uint64_t head;      /* next in the queue: 1 after the stamp of the page
			       that was taken from it last */
	uint64_t stamps;    /* queueings so far */
	uint64_t count;     /* pages that are queued */
	uint64_t peak;      /* the largest count */
	uint64_t updates;   /* keys set or changed; an order that keeps pages
			       itself counts its own */
	uint64_t dropped;   /* pages that left without a download */
	enum sp_tie tie;
	uint64_t tie_seed;
	const uint32_t *page_of; /* of the crawl: chance goes by pages */
};

/* What holds the pages of an order; combined by "|". */
enum sp_frontier_kind {
	SP_LEAST_FIRST = 1,   /* the heap, one or the other */
	SP_LARGEST_FIRST = 2,
	SP_IN_TURN = 4,       /* the queue; with a heap too, the order says
				 where a page goes */
	SP_OWN_HEAP = 8       /* the order has a heap of pages itself */
};

/*
 * An empty frontier for a graph of this many pages; the kinds are combined
 * values of enum sp_frontier_kind.  false when memory is short; free it in
 * any case.
 */
bool sp_frontier_init(struct sp_frontier *frontier, uint64_t pages,
		      unsigned kinds, const struct sp_crawl_options *options)
	SP_MUST_CHECK;

/*
 * The same for a crawl that says from which of these units, its hosts, the next
 * page is taken (heap.by_host->from).  There is no queue: what an order appends
 * to it is in the heaps, behind all pages that have a key.  So the functions
 * below that use the queue in other ways are not for such a frontier.
 */
bool sp_frontier_init_by_host(struct sp_frontier *frontier, uint64_t pages,
			      unsigned kinds,
			      const struct sp_crawl_options *options,
			      const struct sp_units *hosts) SP_MUST_CHECK;
void sp_frontier_free(struct sp_frontier *frontier);

/* ---- what a page is --------------------------------------------------- */

static inline bool
sp_is_unseen(const struct sp_frontier *frontier, uint32_t page)
{
	return !sp_bit_test(frontier->seen, page);
}

static inline bool
sp_is_done(const struct sp_frontier *frontier, uint32_t page)
{
	return sp_bit_test(frontier->done, page);
}

static inline bool
sp_in_heap(const struct sp_frontier *frontier, uint32_t page)
{
	uint32_t place = frontier->place[page];

	return place >= SP_HEAP_ROOT && place < SP_DONE;
}

/*
 * A page is queued, but not in the heap; or not any more.  The functions below
 * do so by themselves.
 */
static inline void
sp_frontier_mark(struct sp_frontier *frontier, uint32_t page)
{
	frontier->place[page] = SP_QUEUED;
	sp_bit_set(frontier->seen, page);
}

static inline void
sp_frontier_unmark(struct sp_frontier *frontier, uint32_t page)
{
	frontier->place[page] = SP_UNSEEN;
	sp_bit_clear(frontier->seen, page);
}

/* A page is done, whatever it was; depth at most SP_DEPTH_MAX. */
static inline void
sp_frontier_close(struct sp_frontier *frontier, uint32_t page, uint32_t depth)
{
	frontier->place[page] = SP_DONE | depth;
	sp_bit_set(frontier->seen, page);
	sp_bit_set(frontier->done, page);
}

/* ---- pages come ------------------------------------------------------- */

/*
 * The rank of a page among equal keys, by the rule for ties; stamp is the
 * number of its queueing.
 */
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
					  sp_mix64(frontier->page_of ?
						   frontier->page_of[page] :
						   page)) >> 32);
		break;
	default:
		tie = (uint32_t)stamp;
	}
	return sp_slot_rank(tie, page);
}

/* Counts a page in and gives its stamp. */
static inline uint64_t
sp_frontier_count(struct sp_frontier *frontier)
{
	if (++frontier->count > frontier->peak)
		frontier->peak = frontier->count;
	return frontier->stamps++;
}

/* The stamp of the page that was queued last. */
static inline uint32_t
sp_frontier_last_stamp(const struct sp_frontier *frontier)
{
	return (uint32_t)(frontier->stamps - 1);
}

/* An unseen page goes into the heap, by its key. */
static inline void
sp_frontier_push(struct sp_frontier *frontier, uint32_t page, double key)
{
	uint64_t stamp = sp_frontier_count(frontier);
	struct sp_slot slot = { frontier->sign * key,
				sp_tie_rank(frontier, stamp, page) };

	frontier->updates++;
	sp_bit_set(frontier->seen, page);
	sp_heap_push(&frontier->heap, slot);
}

/* Puts a page behind all that have a key, in the order of stamps. */
void sp_frontier_append_by_host(struct sp_frontier *frontier, uint32_t page);

/* An unseen page goes to the end of the queue. */
static inline void
sp_frontier_append(struct sp_frontier *frontier, uint32_t page)
{
	if (!frontier->queue) {
		sp_frontier_append_by_host(frontier, page);
		return;
	}
	frontier->queue[sp_frontier_count(frontier)] = page;
	sp_frontier_mark(frontier, page);
}

/* An unseen page is queued, but the order keeps it. */
static inline void
sp_frontier_add_aside(struct sp_frontier *frontier, uint32_t page)
{
	sp_frontier_count(frontier);
	sp_frontier_mark(frontier, page);
}

/* ---- keys of pages in the heap ---------------------------------------- */

static inline double
sp_frontier_key(const struct sp_frontier *frontier, uint32_t page)
{
	return frontier->sign *
	       sp_heap_key(&frontier->heap, frontier->place[page]);
}

/* Gives a page a better key: smaller or larger, as the kind of heap says. */
static inline void
sp_frontier_improve(struct sp_frontier *frontier, uint32_t page, double key)
{
	frontier->updates++;
	sp_heap_change(&frontier->heap, frontier->place[page],
		       frontier->sign * key);
}

/* Gives a page another key, better or worse. */
static inline void
sp_frontier_change(struct sp_frontier *frontier, uint32_t page, double key)
{
	frontier->updates++;
	sp_heap_change(&frontier->heap, frontier->place[page],
		       frontier->sign * key);
}

/*
 * Gives all pages of the heap new keys, those of key(context, page), after
 * all pages of the queue have moved into the heap.  Linear time.
 */
void sp_frontier_rekey(struct sp_frontier *frontier,
		       double (*key)(void *context, uint32_t page),
		       void *context);

/* ---- pages go --------------------------------------------------------- */

/*
 * Takes out the best page of the heap; when that is empty, the next of the
 * queue, with key 0.  false when there is none.  The page counts as queued
 * until sp_frontier_done().
 */
bool sp_frontier_pop(struct sp_frontier *frontier, uint32_t *page,
		     double *key);

/*
 * Finds the best page of the heap and leaves it there; false if empty, and by
 * host.
 */
static inline bool
sp_frontier_peek(const struct sp_frontier *frontier, uint32_t *page)
{
	struct sp_slot first;

	if (!frontier->heap.slots || frontier->heap.by_host ||
	    !sp_heap_count(&frontier->heap))
		return false;
	first = sp_heap_first(&frontier->heap);
	*page = sp_slot_item(&first);
	return true;
}

/* The page is downloaded now. */
static inline void
sp_frontier_done(struct sp_frontier *frontier, uint32_t page, uint32_t depth)
{
	frontier->count--;
	sp_frontier_close(frontier, page, depth);
}

/* A page of the heap leaves and becomes unseen. */
void sp_frontier_drop(struct sp_frontier *frontier, uint32_t page);

/* ---- the queue, for orders that use it in other ways ------------------ */

/* Pages that wait in the queue. */
static inline uint64_t
sp_frontier_waiting(const struct sp_frontier *frontier)
{
	return frontier->queue ? frontier->stamps - frontier->head : 0;
}

/* The page that waits at index at, 0 the next; at < sp_frontier_waiting(). */
static inline uint32_t
sp_frontier_waiting_at(const struct sp_frontier *frontier, uint64_t at)
{
	return frontier->queue[frontier->head + at];
}

/* Exchanges the places of two waiting pages, given by their indices. */
void sp_frontier_swap(struct sp_frontier *frontier, uint64_t a, uint64_t b);

/* Takes out the last page of the queue instead of the next. */
uint32_t sp_frontier_pop_last(struct sp_frontier *frontier);

/*
 * Frees the queue, which is empty: for an order of both kinds whose options
 * say that all its pages go into the heap.
 */
void sp_frontier_drop_queue(struct sp_frontier *frontier);

/*
 * For an order that finds all pages before the first download: puts all pages
 * that were in the queue back, in the order of discovery.  They still count
 * as done and have a depth; sp_frontier_undo() ends that for a page, before
 * its download.
 */
void sp_frontier_refill(struct sp_frontier *frontier);

static inline void
sp_frontier_undo(struct sp_frontier *frontier, uint32_t page)
{
	frontier->place[page] = SP_QUEUED;
	sp_bit_clear(frontier->done, page);
}

#endif
