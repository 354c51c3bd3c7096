/* SPDX-License-Identifier: MIT */
/*
 * hostheaps.h - a heap for each host, for crawls that wait for hosts: the best
 * page of any host is known, whatever the pages of the others are.  Private to
 * lib/crawl and lib/crawl/timed.
 *
 * All heaps share one array of slots.  A host has a region of it, which doubles
 * when it is full and is then free for another host.  So a page in a heap has a
 * slot of its own number, as in heap.h, whose functions pass on to these; an
 * order does not see which it is.
 *
 * Hosts may be offered: of these it is also known which one has the best page.
 *
 * 16 bytes a page that waits, up to four times that while hosts grow; 24 bytes
 * a host.
 */
#ifndef SP_CRAWL_HOSTHEAPS_H
#define SP_CRAWL_HOSTHEAPS_H

#include "base/status.h"
#include "crawl/slot.h"

#define SP_HOST_REGION_SIZES 32 /* of regions: powers of two */
/* Pages at most: slots are below 2^31, four for each page. */
#define SP_HOST_HEAPS_MAX ((UINT64_C(1) << 29) - 1)

/* The pages of a host that wait. */
struct sp_host_heap {
	uint32_t begin;  /* of its region, the slot of its best page */
	uint32_t count;
	uint8_t size;    /* the region has room for 2^size pages, */
	bool owned;      /* ... if there is one */
	bool noted;      /* in woken */
};

struct sp_host_heaps {
	struct sp_slot *slots;
	uint32_t *where;       /* of each page: its slot; see heap.h */
	const uint32_t *host_of;
	struct sp_host_heap *heaps;
	uint64_t hosts;
	uint64_t end;          /* slots from here on were never used */
	uint32_t freed[SP_HOST_REGION_SIZES]; /* the first free region of each
						 size; 0: none */
	uint32_t from;         /* the host whose page is taken next */

	/*
	 * Hosts that had no page and have one now, in that order; whoever
	 * reads them empties the list by sp_host_heaps_heard().
	 */
	uint32_t *woken;
	uint64_t woken_count;

	/* Hosts that are offered, a heap by their best pages; ... */
	uint32_t *offered;
	uint64_t offered_count;
	uint32_t *offer_at;    /* ... where each host is in it, from 1; or 0 */
};

/*
 * Empty heaps of hosts, below hosts, for up to pages pages; where has an
 * element for every page and belongs to the caller, as host_of does.  At most
 * SP_HOST_HEAPS_MAX pages.  NULL when memory is short.
 */
struct sp_host_heaps *sp_host_heaps_new(uint64_t pages, uint32_t *where,
					const uint32_t *host_of,
					uint64_t hosts);
void sp_host_heaps_free(struct sp_host_heaps *heaps); /* accepts NULL */

/* Pages that wait at a host. */
static inline uint32_t
sp_host_heap_count(const struct sp_host_heaps *heaps, uint32_t host)
{
	return heaps->heaps[host].count;
}

/* The best page of a host that has one. */
static inline const struct sp_slot *
sp_host_heap_first(const struct sp_host_heaps *heaps, uint32_t host)
{
	return &heaps->slots[heaps->heaps[host].begin];
}

/* Forgets woken. */
void sp_host_heaps_heard(struct sp_host_heaps *heaps);

/*
 * Offers a host that has a page, or no longer.  A host whose last page leaves
 * is not offered any more.
 */
void sp_host_heaps_offer(struct sp_host_heaps *heaps, uint32_t host);
void sp_host_heaps_withdraw(struct sp_host_heaps *heaps, uint32_t host);

/* Adds a page that waits nowhere. */
void sp_host_heaps_push(struct sp_host_heaps *heaps, struct sp_slot slot);

/* Takes out the page of slot at, which is then at no slot. */
void sp_host_heaps_remove(struct sp_host_heaps *heaps, uint64_t at);

/* Gives the page of slot at another key. */
void sp_host_heaps_change(struct sp_host_heaps *heaps, uint64_t at,
			  double key);

/* Gives every page the key sign * key(context, page). */
void sp_host_heaps_rekey(struct sp_host_heaps *heaps, double sign,
			 double (*key)(void *context, uint32_t page),
			 void *context);

#endif
