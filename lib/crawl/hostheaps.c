/* SPDX-License-Identifier: MIT */
/*
 * A heap for each host, in regions of one array.
 *
 * Regions have powers of two slots, and a host moves to one of twice the size
 * when its own is full: a page so moves once for each doubling, and on average
 * less than twice.  The region that it leaves goes to a list of its size, whose
 * links are in the ranks of the slots themselves, and the next host that needs
 * this size takes it.  At any time a host has used, for a peak of n pages, a
 * region of less than 2 n slots and smaller ones that are less than 2 n
 * together; the peaks of all hosts together are at most the pages.  So four
 * slots a page are enough, whatever happens, and the system gives memory only
 * for those that are used.
 *
 * Regions begin at slot FIRST_SLOT or later: the numbers before it have other
 * meanings in where (frontier.h).
 *
 * Every heap is one with four children a slot: those of slot s begin at
 * 4 s + 1, counted from the beginning of the region.
 */
#include "crawl/hostheaps.h"

#include "base/memory.h"

#include <stdlib.h>

#define FIRST_SLOT 4
#define SLOTS_A_PAGE 4

struct sp_host_heaps *
sp_host_heaps_new(uint64_t pages, uint32_t *where, const uint32_t *host_of,
		  uint64_t hosts)
{
	struct sp_host_heaps *heaps = sp_alloc_zero(1, sizeof(*heaps));

	if (!heaps)
		return NULL;
	heaps->where = where;
	heaps->host_of = host_of;
	heaps->hosts = hosts;
	heaps->end = FIRST_SLOT;
	heaps->slots = sp_alloc_large(SLOTS_A_PAGE * pages + FIRST_SLOT,
				      sizeof(*heaps->slots));
	heaps->heaps = sp_alloc_zero(hosts, sizeof(*heaps->heaps));
	heaps->woken = sp_alloc(hosts, sizeof(*heaps->woken));
	heaps->offered = sp_alloc(hosts, sizeof(*heaps->offered));
	heaps->offer_at = sp_alloc_zero(hosts, sizeof(*heaps->offer_at));
	if (heaps->slots && heaps->heaps && heaps->woken && heaps->offered &&
	    heaps->offer_at)
		return heaps;
	sp_host_heaps_free(heaps);
	return NULL;
}

void
sp_host_heaps_free(struct sp_host_heaps *heaps)
{
	if (!heaps)
		return;
	free(heaps->slots);
	free(heaps->heaps);
	free(heaps->woken);
	free(heaps->offered);
	free(heaps->offer_at);
	free(heaps);
}

/* ---- regions ---------------------------------------------------------- */

static uint32_t
take_region(struct sp_host_heaps *heaps, unsigned size)
{
	uint32_t begin = heaps->freed[size];

	if (begin) {
		heaps->freed[size] = (uint32_t)heaps->slots[begin].rank;
		return begin;
	}
	begin = (uint32_t)heaps->end;
	heaps->end += UINT64_C(1) << size;
	return begin;
}

static void
free_region(struct sp_host_heaps *heaps, struct sp_host_heap *heap)
{
	heaps->slots[heap->begin].rank = heaps->freed[heap->size];
	heaps->freed[heap->size] = heap->begin;
	heap->owned = false;
}

static void
put_slot(struct sp_host_heaps *heaps, uint32_t at, struct sp_slot slot)
{
	heaps->slots[at] = slot;
	heaps->where[sp_slot_item(&slot)] = at;
}

/* Room for one page more. */
static void
host_heap_grow(struct sp_host_heaps *heaps, struct sp_host_heap *heap)
{
	unsigned size = heap->owned ? heap->size + 1U : 0;
	uint32_t begin;

	if (heap->owned && heap->count < UINT32_C(1) << heap->size)
		return;
	begin = take_region(heaps, size);
	for (uint32_t i = 0; i < heap->count; i++)
		put_slot(heaps, begin + i, heaps->slots[heap->begin + i]);
	if (heap->owned)
		free_region(heaps, heap);
	heap->begin = begin;
	heap->size = (uint8_t)size;
	heap->owned = true;
}

/* ---- the heap of a host ----------------------------------------------- */

/* Puts slot at the place at, counted from the beginning, or above. */
static void
host_heap_up(struct sp_host_heaps *heaps, const struct sp_host_heap *heap,
	     uint32_t at, struct sp_slot slot)
{
	const struct sp_slot *slots = heaps->slots + heap->begin;

	while (at) {
		uint32_t parent = (at - 1) / 4;

		if (!sp_slot_before(&slot, &slots[parent]))
			break;
		put_slot(heaps, heap->begin + at, slots[parent]);
		at = parent;
	}
	put_slot(heaps, heap->begin + at, slot);
}

/* Puts slot at the place at, or below. */
static void
host_heap_down(struct sp_host_heaps *heaps, const struct sp_host_heap *heap,
	       uint32_t at, struct sp_slot slot)
{
	const struct sp_slot *slots = heaps->slots + heap->begin;

	for (;;) {
		uint64_t child = 4 * (uint64_t)at + 1, end = child + 4;
		uint64_t first = child;

		if (child >= heap->count)
			break;
		if (end > heap->count)
			end = heap->count;
		while (++child < end)
			if (sp_slot_before(&slots[child], &slots[first]))
				first = child;
		if (!sp_slot_before(&slots[first], &slot))
			break;
		put_slot(heaps, heap->begin + at, slots[first]);
		at = (uint32_t)first;
	}
	put_slot(heaps, heap->begin + at, slot);
}

static void
host_heap_settle(struct sp_host_heaps *heaps, const struct sp_host_heap *heap,
		 uint32_t at, struct sp_slot slot)
{
	const struct sp_slot *slots = heaps->slots + heap->begin;

	if (at && sp_slot_before(&slot, &slots[(at - 1) / 4]))
		host_heap_up(heaps, heap, at, slot);
	else
		host_heap_down(heaps, heap, at, slot);
}

/* ---- hosts that are offered ------------------------------------------- */

/* Hosts have different pages, and no two slots one rank: never equal. */
static bool
offer_before(const struct sp_host_heaps *heaps, uint32_t a, uint32_t b)
{
	return sp_slot_before(sp_host_heap_first(heaps, a),
			      sp_host_heap_first(heaps, b));
}

static void
put_offer(struct sp_host_heaps *heaps, uint64_t at, uint32_t host)
{
	heaps->offered[at] = host;
	heaps->offer_at[host] = (uint32_t)(at + 1);
}

static void
offer_up(struct sp_host_heaps *heaps, uint64_t at, uint32_t host)
{
	for (; at; at = (at - 1) / 2) {
		uint32_t above = heaps->offered[(at - 1) / 2];

		if (!offer_before(heaps, host, above))
			break;
		put_offer(heaps, at, above);
	}
	put_offer(heaps, at, host);
}

static void
offer_down(struct sp_host_heaps *heaps, uint64_t at, uint32_t host)
{
	uint64_t below;

	for (; (below = 2 * at + 1) < heaps->offered_count; at = below) {
		if (below + 1 < heaps->offered_count &&
		    offer_before(heaps, heaps->offered[below + 1],
				 heaps->offered[below]))
			below++;
		if (!offer_before(heaps, heaps->offered[below], host))
			break;
		put_offer(heaps, at, heaps->offered[below]);
	}
	put_offer(heaps, at, host);
}

/* Another page may be the best of the host. */
static void
offer_again(struct sp_host_heaps *heaps, uint32_t host)
{
	uint64_t at = heaps->offer_at[host];

	if (!at--)
		return;
	if (at && offer_before(heaps, host, heaps->offered[(at - 1) / 2]))
		offer_up(heaps, at, host);
	else
		offer_down(heaps, at, host);
}

void
sp_host_heaps_offer(struct sp_host_heaps *heaps, uint32_t host)
{
	if (!heaps->offer_at[host])
		offer_up(heaps, heaps->offered_count++, host);
}

/* The last host takes the place; the one that leaves may have no page. */
void
sp_host_heaps_withdraw(struct sp_host_heaps *heaps, uint32_t host)
{
	uint64_t at = heaps->offer_at[host];
	uint32_t last;

	if (!at)
		return;
	heaps->offer_at[host] = 0;
	last = heaps->offered[--heaps->offered_count];
	if (last == host)
		return;
	put_offer(heaps, at - 1, last);
	offer_again(heaps, last);
}

/* ---- pages ------------------------------------------------------------ */

void
sp_host_heaps_heard(struct sp_host_heaps *heaps)
{
	for (uint64_t i = 0; i < heaps->woken_count; i++)
		heaps->heaps[heaps->woken[i]].noted = false;
	heaps->woken_count = 0;
}

void
sp_host_heaps_push(struct sp_host_heaps *heaps, struct sp_slot slot)
{
	uint32_t host = heaps->host_of[sp_slot_item(&slot)];
	struct sp_host_heap *heap = &heaps->heaps[host];

	host_heap_grow(heaps, heap);
	host_heap_up(heaps, heap, heap->count++, slot);
	if (heap->count == 1 && !heap->noted) {
		heap->noted = true;
		heaps->woken[heaps->woken_count++] = host;
	}
	offer_again(heaps, host);
}

/* The last page of the host fills the hole.  An empty region is given back. */
void
sp_host_heaps_remove(struct sp_host_heaps *heaps, uint64_t at)
{
	uint32_t page = sp_slot_item(&heaps->slots[at]);
	uint32_t host = heaps->host_of[page];
	struct sp_host_heap *heap = &heaps->heaps[host];
	uint64_t last = heap->begin + (uint64_t)heap->count - 1;

	heaps->where[page] = 0;
	if (heap->count == 1)
		sp_host_heaps_withdraw(heaps, host);
	heap->count--;
	if (at != last)
		host_heap_settle(heaps, heap, (uint32_t)(at - heap->begin),
		       heaps->slots[last]);
	if (heap->count)
		offer_again(heaps, host);
	else
		free_region(heaps, heap);
}

void
sp_host_heaps_change(struct sp_host_heaps *heaps, uint64_t at, double key)
{
	struct sp_slot slot = { key, heaps->slots[at].rank };
	uint32_t host = heaps->host_of[sp_slot_item(&slot)];
	struct sp_host_heap *heap = &heaps->heaps[host];

	host_heap_settle(heaps, heap, (uint32_t)(at - heap->begin), slot);
	offer_again(heaps, host);
}

/* From the last parent up: slots without children are in order. */
static void
rekey_host(struct sp_host_heaps *heaps, const struct sp_host_heap *heap,
	   double sign, double (*key)(void *context, uint32_t page),
	   void *context)
{
	struct sp_slot *slots = heaps->slots + heap->begin;

	for (uint32_t i = 0; i < heap->count; i++)
		slots[i].key = sign * key(context, sp_slot_item(&slots[i]));
	for (uint32_t i = (heap->count + 2) / 4; i-- > 0;)
		host_heap_down(heaps, heap, i, slots[i]);
}

void
sp_host_heaps_rekey(struct sp_host_heaps *heaps, double sign,
		    double (*key)(void *context, uint32_t page), void *context)
{
	for (uint64_t host = 0; host < heaps->hosts; host++)
		if (heaps->heaps[host].count)
			rekey_host(heaps, &heaps->heaps[host], sign, key,
				   context);
	for (uint64_t at = heaps->offered_count; at-- > 0;)
		offer_down(heaps, at, heaps->offered[at]);
}
