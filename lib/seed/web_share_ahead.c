/* SPDX-License-Identifier: MIT */
/*
 * Which lists the next authorities will want.
 *
 * A search that rejects a hundred thousand authorities wants two or three lists
 * of each: the links to it; those from the hub that joins first, which is known
 * once the former are there; and the links to the authority that joins then.
 * So whenever a list has to be asked for, the same kind of list is asked for
 * along with it for each of the next authorities, where the lists at hand say
 * which.  Trying 327,000 authorities nine times, in a web of 860,000 pages
 * without cores, takes 6 seconds; one by one it took 570.
 */
#include "seed/web_share_own.h"

#include "base/buffer.h"

#include <math.h>

/* Authorities that are looked at, and hubs of each. */
#define AUTHORITIES_AHEAD SP_BUFFER(1024, 5)
#define HUBS_AHEAD 4

/* Hubs of the authority that is searched. */
#define HUBS_OF_CORE SP_BUFFER(256, 3)

static const struct sp_top_item any_hub = { INFINITY, 0 };

/*
 * Finds the best hubs of an authority, at most this many, of those that come
 * after one; none if the links to it are not there.  They are in hubs.items,
 * the best first.
 */
static bool
find_hubs_after(struct sp_shared_web *shared, uint32_t authority,
		struct sp_top_item after, uint64_t most)
{
	struct sp_top *hubs = &shared->lists.hubs;
	const struct sp_web *web = &shared->web;
	const uint32_t *places;
	uint32_t count;

	hubs->count = 0;
	hubs->limit = most;
	if (!sp_shared_find_list(&shared->lists, SP_AUTHORITY, authority,
				 &places, &count))
		return true;
	shared->lists.looked_at += count;
	for (uint32_t i = 0; i < count; i++) {
		struct sp_top_item item = { web->scores[SP_HUB][places[i]],
					    web->page_of[places[i]] };

		if (sp_top_before(after, item) && !sp_top_offer(hubs, item))
			return false;
	}
	sp_top_sort(hubs);
	return true;
}

/* The best of the authorities to which a hub links that come after one. */
static bool
find_authority_after(struct sp_shared_web *shared, uint32_t hub,
		     struct sp_top_item after, struct sp_top_item *best)
{
	const struct sp_web *web = &shared->web;
	const uint32_t *places;
	uint32_t count;
	bool found = false;

	if (!sp_shared_find_list(&shared->lists, SP_HUB, hub, &places, &count))
		return false;
	shared->lists.looked_at += count;
	for (uint32_t i = 0; i < count; i++) {
		struct sp_top_item item = {
			web->scores[SP_AUTHORITY][places[i]],
			web->page_of[places[i]]
		};

		if (sp_top_before(after, item) &&
		    (!found || sp_top_before(item, *best))) {
			*best = item;
			found = true;
		}
	}
	return found;
}

/* The hubs that join first: the next one does if one brings no authority. */
static bool
ask_for_hubs(struct sp_shared_web *shared, struct sp_top_item authority)
{
	const struct sp_top *hubs = &shared->lists.hubs;

	if (!find_hubs_after(shared, authority.id, any_hub, HUBS_AHEAD))
		return false;
	for (uint64_t i = 0; i < hubs->count; i++)
		if (!sp_shared_ask(&shared->lists, SP_HUB, hubs->items[i].id))
			return false;
	return true;
}

/*
 * The authority, and the one that joins it first: the best one that comes later
 * of the first hub that has one.
 */
static bool
ask_for_authorities(struct sp_shared_web *shared, struct sp_top_item authority)
{
	const struct sp_top *hubs = &shared->lists.hubs;
	struct sp_top_item next = { 0, 0 };
	bool found = false;

	if (!sp_shared_ask(&shared->lists, SP_AUTHORITY, authority.id) ||
	    !find_hubs_after(shared, authority.id, any_hub, HUBS_AHEAD))
		return false;
	for (uint64_t i = 0; !found && i < hubs->count; i++)
		found = find_authority_after(shared, hubs->items[i].id,
					     authority, &next);
	return !found || sp_shared_ask(&shared->lists, SP_AUTHORITY, next.id);
}

/*
 * Asks for what the next authorities of the ranking want, as far as they are
 * known, for no longer than an exchange takes.
 */
static bool
ask_ahead(struct sp_shared_web *shared,
	  bool (*ask)(struct sp_shared_web *shared,
		      struct sp_top_item authority))
{
	const struct sp_shared_best *best = &shared->best;
	uint64_t end = best->chosen.count;

	if (end - best->given > AUTHORITIES_AHEAD)
		end = best->given + AUTHORITIES_AHEAD;
	for (uint64_t i = best->given;
	     i < end && shared->lists.looked_at < SP_SHARED_AHEAD; i++)
		if (!ask(shared, best->chosen.items[i]))
			return false;
	return true;
}

bool
sp_shared_ask_in_links_ahead(struct sp_shared_web *shared)
{
	return ask_ahead(shared, ask_for_authorities);
}

bool
sp_shared_ask_rows_ahead(struct sp_shared_web *shared, uint32_t hub)
{
	const struct sp_web *web = &shared->web;
	const struct sp_shared_best *best = &shared->best;
	const struct sp_top *hubs = &shared->lists.hubs;
	struct sp_top_item last = {
		web->scores[SP_HUB][web->kind->place(web, hub)], hub
	};

	/* Of the authority that is searched, hubs that may join after it. */
	if (!find_hubs_after(shared, best->chosen.items[best->given - 1].id,
			     last, HUBS_OF_CORE))
		return false;
	for (uint64_t i = 0; i < hubs->count; i++)
		if (!sp_shared_ask(&shared->lists, SP_HUB, hubs->items[i].id))
			return false;
	return ask_ahead(shared, ask_for_hubs);
}
