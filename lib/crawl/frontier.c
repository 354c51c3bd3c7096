/* SPDX-License-Identifier: MIT */
/*
 * The frontier: which pages wait, and in which structure.
 *
 * One word a page, place[], carries three meanings, so that a crawl of a
 * thousand million pages pays 4 bytes for each page and not 4 for a slot and 4
 * more for a depth: SP_UNSEEN; a slot of the heap, or SP_QUEUED if the page
 * waits elsewhere; or SP_DONE with the depth.  A page has one of them at a
 * time, because a depth is only known when the page is done (loop.c computes
 * it from the parent then) and a slot is of no use afterwards.  The heap
 * writes the slot itself, through its pointer where, and SP_HEAP_NONE (which
 * is SP_UNSEEN) when an item leaves; whoever takes a page out of the heap must
 * therefore close it or say that it is unseen before the next look at it.
 *
 * The bitsets seen and done repeat what place says.  They are there for speed
 * alone: of the links that a crawl meets, most lead to pages that are done,
 * and a bit is in the cache where the word of a random page is not.  Every
 * function that writes place must keep them: sp_frontier_push() sets seen and
 * leaves place to the heap, the inline functions of frontier.h write both.
 *
 * The queue is an array with the page of stamp s at index s, which is why
 * appending needs no index of its own.  It follows that an order must put all
 * its pages in the heap or all in the queue: a page in the heap takes a stamp,
 * too, and would leave a hole in the array that sp_frontier_pop() would take
 * for a page.  (An order with both kinds chooses once, in its begin(), or
 * empties the queue into the heap by sp_frontier_rekey().)
 *
 * Every page is queued at most once at a time, but may be dropped and found
 * again, so that stamps may exceed the pages; only the queue, from which no
 * page is dropped, relies on stamps being below them.
 */
#include "crawl/frontier.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static bool
frontier_open(struct sp_frontier *frontier, uint64_t pages, unsigned kinds,
	      const struct sp_crawl_options *options)
{
	*frontier = (struct sp_frontier){
		.pages = pages,
		.sign = kinds & SP_LARGEST_FIRST ? -1 : 1,
		.tie = options->tie,
		.tie_seed = options->tie_seed
	};
	frontier->place = sp_alloc_large_zero(pages, sizeof(uint32_t));
	frontier->seen = sp_bitset_new(pages);
	frontier->done = sp_bitset_new(pages);
	return frontier->place && frontier->seen && frontier->done;
}

/*
 * Heap and queue have room for all pages; the system gives memory only for
 * what is used.  The heap shares place[] as its array where.
 */
bool
sp_frontier_init(struct sp_frontier *frontier, uint64_t pages, unsigned kinds,
		 const struct sp_crawl_options *options)
{
	if (!frontier_open(frontier, pages, kinds, options))
		return false;
	if (kinds & (SP_LEAST_FIRST | SP_LARGEST_FIRST) &&
	    !sp_heap_init(&frontier->heap, pages, frontier->place))
		return false;
	if (kinds & SP_IN_TURN)
		frontier->queue = sp_alloc_large(pages, sizeof(uint32_t));
	return !(kinds & SP_IN_TURN) || frontier->queue;
}

bool
sp_frontier_init_by_host(struct sp_frontier *frontier, uint64_t pages,
			 unsigned kinds, const struct sp_crawl_options *options,
			 const struct sp_units *hosts)
{
	return frontier_open(frontier, pages, kinds, options) &&
	       sp_heap_init_by_host(&frontier->heap, pages, frontier->place,
				    hosts->unit_of, hosts->count);
}

void
sp_frontier_free(struct sp_frontier *frontier)
{
	free(frontier->place);
	free(frontier->seen);
	free(frontier->done);
	free(frontier->queue);
	sp_heap_free(&frontier->heap);
}

/*
 * Is it a page of the queue, of a frontier by host?  Nothing is after its key.
 * An order that has such a key itself has failed anyway: no reader takes it.
 */
static bool
is_in_turn(const struct sp_slot *slot)
{
	return isinf(slot->key) && slot->key > 0;
}

/* Its stamp is in the rank, whatever the rule for ties. */
void
sp_frontier_append_by_host(struct sp_frontier *frontier, uint32_t page)
{
	uint64_t stamp = sp_frontier_count(frontier);

	sp_bit_set(frontier->seen, page);
	sp_heap_push(&frontier->heap, (struct sp_slot){
		INFINITY, sp_slot_rank((uint32_t)stamp, page) });
}

/* Gives pages of the queue the ranks that they have among equal keys. */
static void
rank_queue_by_host(struct sp_frontier *frontier)
{
	const struct sp_host_heaps *heaps = frontier->heap.by_host;

	for (uint64_t h = 0; h < heaps->hosts; h++) {
		const struct sp_host_heap *heap = &heaps->heaps[h];

		for (uint32_t i = 0; i < heap->count; i++) {
			struct sp_slot *slot = &heaps->slots[heap->begin + i];

			if (is_in_turn(slot))
				slot->rank = sp_tie_rank(frontier,
							 slot->rank >> 32,
							 sp_slot_item(slot));
		}
	}
}

/*
 * The page still counts as queued and stays seen: the caller decides whether
 * it is done, and with which depth.
 */
bool
sp_frontier_pop(struct sp_frontier *frontier, uint32_t *page, double *key)
{
	const struct sp_host_heaps *by_host = frontier->heap.by_host;

	if (by_host && !sp_host_heap_count(by_host, by_host->from))
		return false;
	if (frontier->heap.slots && sp_heap_count(&frontier->heap)) {
		struct sp_slot slot = sp_heap_pop(&frontier->heap);

		*page = sp_slot_item(&slot);
		*key = frontier->sign * slot.key;
		if (is_in_turn(&slot)) {
			*key = 0;
			frontier->head = (slot.rank >> 32) + 1;
		}
		return true;
	}
	if (!frontier->queue || frontier->head == frontier->stamps)
		return false;
	*page = frontier->queue[frontier->head++];
	*key = 0;
	return true;
}

/* The heap marks a page that leaves as unseen, SP_UNSEEN being its mark. */
void
sp_frontier_drop(struct sp_frontier *frontier, uint32_t page)
{
	sp_heap_remove(&frontier->heap, frontier->place[page]);
	sp_bit_clear(frontier->seen, page);
	frontier->count--;
	frontier->dropped++;
}

/*
 * The pages of the queue keep their stamps, which are their indices, so that
 * equal keys come in the order in which the pages were found.
 *
 * The functions that change one key cost a path through the heap each; when
 * all keys change, it is cheaper to write them all and put the heap in order
 * once, in linear time.
 */
void
sp_frontier_rekey(struct sp_frontier *frontier,
		  double (*key)(void *context, uint32_t page), void *context)
{
	struct sp_heap *heap = &frontier->heap;

	/* Their keys of 0 do not matter: all keys are new in a moment. */
	for (; frontier->queue && frontier->head < frontier->stamps;
	     frontier->head++) {
		uint32_t page = frontier->queue[frontier->head];

		sp_heap_append(heap, (struct sp_slot){
			0, sp_tie_rank(frontier, frontier->head, page) });
	}
	if (heap->by_host)
		rank_queue_by_host(frontier);
	frontier->updates += sp_heap_count(heap);
	sp_heap_rekey(heap, frontier->sign, key, context);
}

/* ---- the queue, for orders that use it in other ways ------------------- */

void
sp_frontier_drop_queue(struct sp_frontier *frontier)
{
	free(frontier->queue);
	frontier->queue = NULL;
}

void
sp_frontier_swap(struct sp_frontier *frontier, uint64_t a, uint64_t b)
{
	uint32_t *waiting = frontier->queue + frontier->head;
	uint32_t page = waiting[a];

	waiting[a] = waiting[b];
	waiting[b] = page;
}

/*
 * The last index is free again.  Stamps may repeat then, but an order that
 * does this has no keys to tie.
 */
uint32_t
sp_frontier_pop_last(struct sp_frontier *frontier)
{
	return frontier->queue[--frontier->stamps];
}

/* stamps still counts all pages that ever were in the queue. */
void
sp_frontier_refill(struct sp_frontier *frontier)
{
	frontier->head = 0;
	frontier->count = frontier->peak = frontier->stamps;
}
