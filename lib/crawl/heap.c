/* SPDX-License-Identifier: MIT */
/*
 * A queue of items by key, least first, whose keys change in place: a 4-ary
 * heap of at most 4,096 slots in front of unsorted shelves.
 *
 * Why not one heap: in a crawl of many million pages most of the frontier
 * waits for long, and opic, fpr or fica change the keys of waiting pages at
 * every link.  In one heap such a change walks a path through memory of which
 * hardly a line is in the cache.  The front has 64 KB and stays in the cache;
 * a change to a page on a shelf finds the shelf among at most 111 bounds, by
 * bisection, and writes one slot.
 *
 * The invariant that makes the two one queue: every slot of the front is
 * before the bound of the first shelf, in the full order of slots (key, then
 * rank), and no slot of a shelf is.  All slots differ in rank, so the order is
 * total, and what is popped is the same, with all ties, as from one heap;
 * where shelves begin and end shows in nothing but time.  So front_spill() and
 * the random bounds of shelves.c may choose as they like.
 *
 * A key that is not a number is before nothing and after nothing.  Such items
 * must not break the structure, because the engine reports them only when they
 * are chosen: they go to a shelf, if there is one, are never before the middle
 * of a front, and shelves.c hands them out in any order at the end.
 *
 * The front: slot 3 is the root, so that the four children of slot s begin at
 * 4 s - 8, a multiple of four.  Slots have 16 bytes, and the array of a heap
 * with shelves is aligned, hence four children are one line of the cache.
 * Four children instead of two halve the depth; the comparisons that are added
 * are of slots in the line that was read anyway.
 *
 * Costs: push, change and remove O(log of the front) or O(log of the shelves);
 * pop the same, plus a refill of 2,048 items from the first shelf when the
 * front is empty.  Memory: 16 bytes an item at the most at one time, and a
 * chunk of 4 KB for each shelf.
 */
#include "crawl/heap.h"

#include "base/memory.h"

#include <stdlib.h>

/*
 * The root is slot SP_HEAP_ROOT, and no slot before it is used.  A refill
 * leaves half of the front free: otherwise the first page that is better than
 * the shelves would spill it again at once.
 */
#define FRONT_ITEMS (SP_HEAP_FRONT - SP_HEAP_ROOT)
#define REFILL (SP_HEAP_FRONT / 2)

/*
 * Small heaps have no shelves, and no room for them.
 *
 * That a slot fits 31 bits, as frontier.h needs: SP_HEAP_MAX items are 2^16
 * below 2^31, and the front and the chunks that may be partly empty, one a
 * shelf, need fewer slots than that.
 */
bool
sp_heap_init(struct sp_heap *heap, uint64_t items, uint32_t *where)
{
	uint64_t room = 0;

	if (items > SP_HEAP_MAX)
		items = SP_HEAP_MAX;
	*heap = (struct sp_heap){ .end = SP_HEAP_ROOT, .where = where };
	if (items <= FRONT_ITEMS) {
		heap->slots = sp_alloc_large(items + SP_HEAP_ROOT,
					     sizeof(*heap->slots));
		return heap->slots != NULL;
	}
	room = sp_shelves_room(items);
	heap->slots = sp_alloc_large(SP_HEAP_FRONT + room,
				     sizeof(*heap->slots));
	if (heap->slots)
		heap->shelves = sp_shelves_new(heap->slots, where,
					       SP_HEAP_FRONT / SP_SHELF_CHUNK,
					       room);
	return heap->shelves != NULL;
}

bool
sp_heap_init_by_host(struct sp_heap *heap, uint64_t items, uint32_t *where,
		     const uint32_t *host_of, uint64_t hosts)
{
	*heap = (struct sp_heap){ .end = SP_HEAP_ROOT, .where = where };
	heap->by_host = sp_host_heaps_new(items, where, host_of, hosts);
	if (heap->by_host)
		heap->slots = heap->by_host->slots;
	return heap->by_host;
}

void
sp_heap_free(struct sp_heap *heap)
{
	if (heap->by_host)
		sp_host_heaps_free(heap->by_host);
	else
		free(heap->slots);
	heap->by_host = NULL;
	heap->slots = NULL;
	sp_shelves_free(heap->shelves);
	heap->shelves = NULL;
}

void
sp_heap_clear(struct sp_heap *heap)
{
	heap->end = SP_HEAP_ROOT;
	heap->count = 0;
	if (heap->shelves)
		sp_shelves_clear(heap->shelves, SP_HEAP_FRONT / SP_SHELF_CHUNK);
}

/* ---- the front -------------------------------------------------------- */

/* The root is slot 3: its children are 4 to 7, theirs 8 to 11, and so on. */
static inline uint64_t
heap_parent(uint64_t at)
{
	return at / 4 + 2;
}

static inline uint64_t
heap_children(uint64_t at)
{
	return 4 * at - 8;
}

static inline void
heap_put(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	heap->slots[at] = slot;
	heap->where[sp_slot_item(&slot)] = (uint32_t)at;
}

/*
 * Puts slot at the place at or above.  The hole moves and the slot is written
 * once: half the writes of swapping.  The same below.
 */
static void
heap_sift_up(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	while (at > SP_HEAP_ROOT) {
		uint64_t parent = heap_parent(at);

		if (!sp_slot_before(&slot, &heap->slots[parent]))
			break;
		heap_put(heap, at, heap->slots[parent]);
		at = parent;
	}
	heap_put(heap, at, slot);
}

/* The best of the children from child on, of which the last may be missing. */
static inline uint64_t
heap_first_child(const struct sp_heap *heap, uint64_t child)
{
	uint64_t last = child + 4 < heap->end ? child + 4 : heap->end;
	uint64_t first = child;

	while (++child < last)
		if (sp_slot_before(&heap->slots[child], &heap->slots[first]))
			first = child;
	return first;
}

/* Puts slot at the place at or below. */
static void
heap_sift_down(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	for (;;) {
		uint64_t child = heap_children(at);

		if (child >= heap->end)
			break;
		child = heap_first_child(heap, child);
		if (!sp_slot_before(&heap->slots[child], &slot))
			break;
		heap_put(heap, at, heap->slots[child]);
		at = child;
	}
	heap_put(heap, at, slot);
}

/* Puts slot at the place at, above or below. */
static void
heap_settle(struct sp_heap *heap, uint64_t at, struct sp_slot slot)
{
	if (at > SP_HEAP_ROOT &&
	    sp_slot_before(&slot, &heap->slots[heap_parent(at)]))
		heap_sift_up(heap, at, slot);
	else
		heap_sift_down(heap, at, slot);
}

/* From the last parent up: slots without children are in order. */
static void
front_rebuild(struct sp_heap *heap)
{
	uint64_t at;

	if (heap->end < SP_HEAP_ROOT + 2)
		return;
	for (at = heap_parent(heap->end - 1); at >= SP_HEAP_ROOT; at--)
		heap_sift_down(heap, at, heap->slots[at]);
}

/* The last item fills the hole, and may have to move either way from there. */
static void
front_remove(struct sp_heap *heap, uint64_t at)
{
	if (at != --heap->end)
		heap_settle(heap, at, heap->slots[heap->end]);
}

/* ---- front and shelves ------------------------------------------------ */

static inline bool
is_in_front(const struct sp_heap *heap, uint64_t at)
{
	return at < SP_HEAP_FRONT || !heap->shelves;
}

/* Items of shelves fill a front that is empty. */
static void
front_refill(struct sp_heap *heap)
{
	if (!heap->shelves || heap->end != SP_HEAP_ROOT)
		return;
	heap->end += sp_shelves_first(heap->shelves,
				      &heap->slots[SP_HEAP_ROOT], REFILL);
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++)
		heap->where[sp_slot_item(&heap->slots[at])] = (uint32_t)at;
	front_rebuild(heap);
}

/*
 * The middle one of 31 slots of the front, which is full, at equal distances.
 * The front is a heap, so its slots have an order: the first are better.
 * Equal distances take each level in proportion to its size, and about half of
 * the front is then before the middle of the sample; how near it comes to half
 * decides only how soon the next spill is.
 */
static struct sp_slot
front_middle(const struct sp_heap *heap)
{
	enum { STEP = FRONT_ITEMS / 31 };
	struct sp_slot sorted[31];

	for (unsigned i = 0; i < 31; i++) {
		struct sp_slot slot = heap->slots[SP_HEAP_ROOT + i * STEP];
		unsigned at = i;

		for (; at && sp_slot_before(&slot, &sorted[at - 1]); at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = slot;
	}
	return sorted[15];
}

/*
 * About half of a full front goes to the first shelf, whose bound moves: its
 * items are not before the old bound, which no item of the front is behind, so
 * they are not before the new one either.
 *
 * The root stays, whatever it is.  It is before the middle, or keys are not
 * numbers; in that case the front must not become empty here, since
 * heap_place() is about to sift into it.
 */
static void
front_spill(struct sp_heap *heap)
{
	struct sp_shelves *shelves = heap->shelves;
	struct sp_slot bound = front_middle(heap);
	uint64_t end = heap->end;

	if (shelves->count)
		shelves->shelf[shelves->count - 1].bound = bound;
	else
		sp_shelves_begin(shelves, bound);
	heap->end = SP_HEAP_ROOT + 1;
	for (uint64_t at = heap->end; at < end; at++) {
		struct sp_slot slot = heap->slots[at];

		if (sp_slot_before(&slot, &bound))
			heap_put(heap, heap->end++, slot);
		else
			sp_shelves_append(shelves, slot);
	}
	front_rebuild(heap);
}

/*
 * Puts an item where it belongs, in the front or on a shelf.  A full front
 * spills only for an item that belongs there, and the bound has then moved:
 * the item may belong on the shelf after all, so it is asked again.
 */
static void
heap_place(struct sp_heap *heap, struct sp_slot slot)
{
	struct sp_shelves *shelves = heap->shelves;

	if (shelves && heap->end == SP_HEAP_FRONT &&
	    sp_before_shelves(shelves, &slot))
		front_spill(heap);
	if (!shelves || sp_before_shelves(shelves, &slot))
		heap_sift_up(heap, heap->end++, slot);
	else
		sp_shelves_put(shelves, slot);
}

void
sp_heap_push(struct sp_heap *heap, struct sp_slot slot)
{
	heap->count++;
	if (heap->by_host) {
		sp_host_heaps_push(heap->by_host, slot);
		return;
	}
	heap_place(heap, slot);
	/* The item may be on a shelf, and the front empty. */
	front_refill(heap);
}

/*
 * The item is read before anything moves, because both branches put another
 * one in its slot.  The front must not stay empty while shelves have items:
 * sp_heap_first() reads the root without asking.
 */
void
sp_heap_remove(struct sp_heap *heap, uint64_t at)
{
	if (heap->by_host) {
		heap->count--;
		sp_host_heaps_remove(heap->by_host, at);
		return;
	}
	heap->where[sp_slot_item(&heap->slots[at])] = SP_HEAP_NONE;
	heap->count--;
	if (is_in_front(heap, at)) {
		front_remove(heap, at);
		front_refill(heap);
	} else {
		sp_shelves_take(heap->shelves, at);
	}
}

struct sp_slot
sp_heap_pop(struct sp_heap *heap)
{
	const struct sp_host_heaps *by_host = heap->by_host;
	uint64_t at = by_host ? by_host->heaps[by_host->from].begin :
				SP_HEAP_ROOT;
	struct sp_slot first = heap->slots[at];

	sp_heap_remove(heap, at);
	return first;
}

/*
 * The rank stays: a page keeps the stamp of its first queueing (G5), however
 * often its key changes.
 *
 * An item of the front whose new key is behind the first bound has to leave
 * the front, or it would be popped before items of the shelf that are better.
 */
void
sp_heap_change(struct sp_heap *heap, uint64_t at, double key)
{
	struct sp_slot slot = { key, heap->slots[at].rank };

	if (heap->by_host) {
		sp_host_heaps_change(heap->by_host, at, key);
	} else if (!is_in_front(heap, at)) {
		if (!sp_shelves_change(heap->shelves, at, key))
			heap_place(heap, slot);
	} else if (!heap->shelves || sp_before_shelves(heap->shelves, &slot)) {
		heap_settle(heap, at, slot);
	} else {
		front_remove(heap, at);
		sp_shelves_put(heap->shelves, slot);
		front_refill(heap);
	}
}

/*
 * Items go to the front as long as it has room and there are no shelves; then
 * to one shelf for all.  The keys need not be those by which they will be
 * sorted (sp_frontier_rekey() appends zeros), so no bound means anything until
 * sp_heap_rebuild().
 */
void
sp_heap_append(struct sp_heap *heap, struct sp_slot slot)
{
	struct sp_shelves *shelves = heap->shelves;

	heap->count++;
	if (!shelves || (!shelves->count && heap->end < SP_HEAP_FRONT)) {
		heap_put(heap, heap->end++, slot);
		return;
	}
	if (!shelves->count)
		sp_shelves_join(shelves);
	sp_shelves_append(shelves, slot);
}

/*
 * With shelves, what is in the front need not be before them any more, so all
 * items go to one shelf, whose bound is before every number, and the front
 * takes its share from there.
 */
void
sp_heap_rebuild(struct sp_heap *heap)
{
	struct sp_shelves *shelves = heap->shelves;

	if (!shelves || !shelves->count) {
		front_rebuild(heap);
		return;
	}
	sp_shelves_join(shelves);
	while (heap->end > SP_HEAP_ROOT)
		sp_shelves_append(shelves, heap->slots[--heap->end]);
	front_refill(heap);
}

void
sp_heap_rekey(struct sp_heap *heap, double sign,
	      double (*key)(void *context, uint32_t item), void *context)
{
	if (heap->by_host) {
		sp_host_heaps_rekey(heap->by_host, sign, key, context);
		return;
	}
	for (uint64_t at = SP_HEAP_ROOT; at < heap->end; at++) {
		struct sp_slot *slot = &heap->slots[at];

		slot->key = sign * key(context, sp_slot_item(slot));
	}
	if (heap->shelves && heap->shelves->count) {
		sp_shelves_join(heap->shelves);
		sp_shelves_rekey(heap->shelves, sign, key, context);
	}
	sp_heap_rebuild(heap);
}
