/* SPDX-License-Identifier: MIT */
#include "crawl/frontier.h"

#include "base/memory.h"

#include <stdlib.h>

/* Heap and queue have room for all pages; only what is used is memory. */
bool
sp_frontier_init(struct sp_frontier *frontier, uint64_t pages, unsigned kinds,
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
	if (!frontier->place || !frontier->seen || !frontier->done)
		return false;
	if (kinds & (SP_LEAST_FIRST | SP_LARGEST_FIRST) &&
	    !sp_heap_init(&frontier->heap, pages, frontier->place))
		return false;
	if (kinds & SP_IN_TURN)
		frontier->queue = sp_alloc_large(pages, sizeof(uint32_t));
	return !(kinds & SP_IN_TURN) || frontier->queue;
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

bool
sp_frontier_pop(struct sp_frontier *frontier, uint32_t *page, double *key)
{
	if (frontier->heap.slots && sp_heap_count(&frontier->heap)) {
		struct sp_slot slot = sp_heap_pop(&frontier->heap);

		*page = sp_slot_item(&slot);
		*key = frontier->sign * slot.key;
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

/* Stamps may repeat then, but an order that does this has no keys to tie. */
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
