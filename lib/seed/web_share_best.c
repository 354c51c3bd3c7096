/* SPDX-License-Identifier: MIT */
/*
 * The best authorities of all processes are a merge of their own best.  Each
 * offers its next few; those are certain to be the next of all that are not
 * worse than the last offer of any process that has more to offer
 * (join_offers()).  What was offered and not chosen stays with its owner and is
 * offered again.
 */
#include "seed/web_share_own.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>

/*
 * Authorities that each process offers at a time: few at first, as most
 * rankings need few, then more, so that a search through many takes few
 * exchanges.
 */
#define FIRST_OFFERED 64
#define MOST_OFFERED 4096

/* The authorities that a process offers: items follow. */
struct offer {
	uint64_t count;
	uint64_t more;  /* 1: it has others, worse than these */
};

void
sp_shared_best_begin(struct sp_shared_web *shared)
{
	const struct sp_share *share = shared->share;
	const uint64_t *dead = shared->local_dead;
	struct sp_shared_best *best = &shared->best;

	/* The first page owned begins a word of the bitset. */
	sp_authorities_begin(&best->owned,
			     shared->local_authority + share->own_first,
			     dead ? dead + share->own_first / SP_BITSET_BITS :
				    NULL, share->owned);
	best->chosen.count = best->given = 0;
	best->offer_room = FIRST_OFFERED;
}

void
sp_shared_best_free(struct sp_shared_web *shared)
{
	sp_authorities_free(&shared->best.owned);
	sp_top_free(&shared->best.chosen);
	free(shared->best.in_links);
}

/*
 * Offers the best pages owned that were not given yet; the caller frees it.
 * room items in any case, so that all offers have the same size for the
 * gathering.
 */
static struct offer *
make_offer(struct sp_shared_web *shared, uint64_t room)
{
	struct sp_authorities *own = &shared->best.owned;
	struct offer *offer = sp_alloc_zero(
		1, sizeof(*offer) + room * sizeof(struct sp_top_item));
	struct sp_top_item *items;
	uint64_t count;

	if (!offer || !sp_authorities_ready(own, room)) {
		free(offer);
		return NULL;
	}
	items = (struct sp_top_item *)(offer + 1);
	count = own->top.count - own->at;
	offer->count = count < room ? count : room;
	offer->more = count > room || !own->whole;
	for (uint64_t i = 0; i < offer->count; i++) {
		struct sp_top_item item = own->top.items[own->at + i];

		items[i].key = item.key;
		items[i].id = (uint32_t)(shared->share->first + item.id);
	}
	return offer;
}

/*
 * Of what all processes offer, the pages that are certainly the next: those not
 * worse than the last one of a process that has more.
 *
 * end is the best of those last offers.  Authority scores are above 0 here, so
 * that -1 means no limit.
 */
static bool
join_offers(struct sp_shared_web *shared, const char *offers, size_t bytes)
{
	struct sp_top *best = &shared->best.chosen;
	struct sp_top_item end = { -1, 0 };
	uint64_t kept = 0;

	best->count = shared->best.given = 0;
	best->limit = UINT64_MAX;
	for (unsigned k = 0; k < shared->share->team->size; k++) {
		const struct offer *offer =
			(const struct offer *)(offers + k * bytes);
		const struct sp_top_item *items =
			(const struct sp_top_item *)(offer + 1);

		for (uint64_t i = 0; i < offer->count; i++)
			if (!sp_top_offer(best, items[i]))
				return false;
		if (offer->more &&
		    (end.key < 0 ||
		     sp_top_before(items[offer->count - 1], end)))
			end = items[offer->count - 1];
	}
	if (best->count)
		sp_top_sort(best);
	while (kept < best->count &&
	       (end.key < 0 || !sp_top_before(end, best->items[kept])))
		kept++;
	best->count = kept;
	return true;
}

/*
 * Takes what was chosen off the own list, and counts the links to all.  The
 * owner takes its chosen ones off its list in the same order, as both are by
 * score and page.  In-degrees are per process, of its own rows, so they are
 * added up.
 */
static enum sp_status
finish_offers(struct sp_shared_web *shared, struct sp_error *err)
{
	const struct sp_share *share = shared->share;
	const struct sp_top *best = &shared->best.chosen;

	if (!sp_grow(&shared->best.in_links,
		     &shared->best.in_links_capacity, best->count + 1))
		return sp_no_memory(err, "the best authorities");
	for (uint64_t i = 0; i < best->count; i++) {
		uint32_t page = best->items[i].id, local;
		bool found = true;

		if (sp_share_owns(share, page) &&
		    !sp_authorities_next(&shared->best.owned, &found, &local))
			return sp_no_memory(err, "the best authorities");
		shared->best.in_links[i] =
			sp_share_find(share, page, &local) ?
				sp_inlinks_count(shared->inlinks, local) : 0;
	}
	return sp_team_add(share->team, shared->best.in_links,
			   (unsigned)best->count, err);
}

static enum sp_status
refill_best(struct sp_shared_web *shared, struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	uint64_t room = shared->best.offer_room;
	size_t bytes = sizeof(struct offer) +
		       room * sizeof(struct sp_top_item);
	struct offer *own = make_offer(shared, room);
	char *offers = sp_alloc(team->size, bytes);
	enum sp_status status;

	if (!own || !offers)
		status = sp_no_memory(err, "the best authorities");
	else
		status = sp_team_gather(team, own, bytes, offers, err);
	if (!status && !join_offers(shared, offers, bytes))
		status = sp_no_memory(err, "the best authorities");
	free(own);
	free(offers);
	if (shared->best.offer_room < MOST_OFFERED)
		shared->best.offer_room *= 4;
	if (!status && shared->best.chosen.count)
		status = finish_offers(shared, err);
	return status;
}

enum sp_status
sp_shared_next(struct sp_web *web, bool *found,
	       struct sp_web_authority *authority, struct sp_error *err)
{
	struct sp_shared_web *shared = sp_shared_of(web);
	struct sp_shared_best *best = &shared->best;

	if (best->given == best->chosen.count && refill_best(shared, err))
		return err->status;
	*found = best->given < best->chosen.count;
	if (*found) {
		authority->item = best->chosen.items[best->given];
		authority->in_links = best->in_links[best->given++];
	}
	return SP_OK;
}

/* What is at hand is enough. */
enum sp_status
sp_shared_soon(struct sp_web *web, uint64_t room,
	       const struct sp_top_item **items, uint64_t *count,
	       struct sp_error *err)
{
	const struct sp_shared_best *best = &sp_shared_of(web)->best;

	(void)room;
	(void)err;
	*items = best->chosen.items + best->given;
	*count = best->chosen.count - best->given;
	return SP_OK;
}
