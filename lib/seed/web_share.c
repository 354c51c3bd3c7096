/* SPDX-License-Identifier: MIT */
#include "seed/web.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/authorities.h"
#include "seed/inlinks.h"
#include "seed/pagemap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Authorities that each process offers at a time: few at first, as most
 * rankings need few, then more, so that a search through many takes few
 * exchanges.
 */
#define FIRST_OFFERED 64
#define MOST_OFFERED 4096

/* Links that processes send to all in one exchange; more of them, in turn. */
#define FEW_LINKS 8192

/* Places kept from core to core. */
#define PLACES_KEPT (UINT64_C(1) << 20)

/* A page at the other end of a link, with what its owner knows of it. */
struct far_link {
	double hub, authority;
	uint64_t page;
};

/* How many links a process has of those that are asked for. */
struct link_count {
	uint64_t count;
	uint64_t kept;  /* 0: it has to collect them first */
};

/* The authorities that a process offers: items follow. */
struct offer {
	uint64_t count;
	uint64_t more;  /* 1: it has others, worse than these */
};

struct shared {
	struct sp_web web;
	struct sp_share *share;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_inlinks *inlinks;     /* of local pages, from pages owned */
	/* of the ranking, over the local pages */
	const uint64_t *dead;
	const double *hub, *authority;
	struct sp_authorities own;      /* of the pages owned */
	struct sp_top best;             /* of all processes, from at on */
	uint64_t at;
	uint64_t *in_links;             /* of best */
	uint64_t in_links_capacity;
	uint64_t offered;
	/* places */
	struct sp_page_map place_of;
	uint32_t *page_of;
	double *scores[2];
	uint64_t page_capacity, score_capacity[2];
	/* links on their way */
	struct link_count *counts;      /* by process */
	struct far_link *mine, *links;
	uint64_t mine_count, mine_capacity, links_capacity;
	uint32_t *places;
	uint64_t places_capacity;
	uint32_t *batch;
	uint64_t batch_capacity;
};

static struct shared *
shared_of(struct sp_web *web)
{
	return (struct shared *)web;
}

/* ---- local pages ------------------------------------------------------ */

static inline bool
is_owned(const struct sp_share *share, uint64_t page)
{
	return page >= share->first && page - share->first < share->owned;
}

/* ---- places ----------------------------------------------------------- */

/* The arrays stay, for the places to come. */
static void
forget_places(struct shared *shared)
{
	sp_page_map_free(&shared->place_of);
	shared->web.places = 0;
}

/* Gives a page a place, or finds it; hub and authority are known now. */
static enum sp_status
give_place(struct shared *shared, uint32_t page, double hub, double authority,
	   uint32_t *place, struct sp_error *err)
{
	const double score[2] = { [SP_HUB] = hub, [SP_AUTHORITY] = authority };
	struct sp_web *web = &shared->web;

	if (!sp_page_map_get(&shared->place_of, page, place)) {
		/* At most one a page, so it fits 32 bits. */
		*place = (uint32_t)web->places;
		if (!sp_grow(&shared->page_of, &shared->page_capacity,
			     web->places + 1) ||
		    !sp_page_map_set(&shared->place_of, page, *place))
			return sp_no_memory(err, "pages of a core");
		web->page_of = shared->page_of;
		shared->page_of[*place] = page;
	}
	for (unsigned k = 0; k < 2; k++) {
		if (!sp_grow(&shared->scores[k], &shared->score_capacity[k],
			     *place + UINT64_C(1)))
			return sp_no_memory(err, "pages of a core");
		web->scores[k] = shared->scores[k];
		shared->scores[k][*place] = score[k];
	}
	if (*place == web->places)
		web->places++;
	return SP_OK;
}

static uint32_t
shared_place(const struct sp_web *web, uint32_t page)
{
	uint32_t place = 0;

	(void)sp_page_map_get(&((const struct shared *)web)->place_of, page,
			      &place);
	return place;
}

static enum sp_status
shared_begin(struct sp_web *web, uint32_t page, uint32_t *place,
	     struct sp_error *err)
{
	struct shared *shared = shared_of(web);
	double authority = shared->best.items[shared->at - 1].key;

	if (web->places > PLACES_KEPT)
		forget_places(shared);
	/* As a hub it may be known from a core before. */
	if (sp_page_map_get(&shared->place_of, page, place))
		return SP_OK;
	return give_place(shared, page, NAN, authority, place, err);
}

/* ---- links ------------------------------------------------------------ */

/* Adds the page at the other end of a link, unless it is dead. */
static bool
offer_link(struct shared *shared, uint32_t local)
{
	if (shared->dead && sp_bit_test(shared->dead, local))
		return true;
	if (!sp_grow(&shared->mine, &shared->mine_capacity,
		     shared->mine_count + 1))
		return false;
	shared->mine[shared->mine_count++] = (struct far_link){
		shared->hub[local], shared->authority[local],
		sp_share_global(shared->share, local)
	};
	return true;
}

static enum sp_status
offer_links(struct shared *shared, const uint32_t *local, uint32_t count,
	    struct sp_error *err)
{
	for (uint32_t i = 0; i < count; i++)
		if (!offer_link(shared, local[i]))
			return sp_no_memory(err, "links of a core");
	return SP_OK;
}

/* Few links: those of all processes, padded to the same number, at once. */
static enum sp_status
gather_few(struct shared *shared, uint64_t most, struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	uint64_t at = 0;

	if (!sp_grow(&shared->mine, &shared->mine_capacity, most) ||
	    !sp_grow(&shared->links, &shared->links_capacity,
		     most * team->size))
		return sp_no_memory(err, "links of a core");
	memset(shared->mine + shared->mine_count, 0,
	       (most - shared->mine_count) * sizeof(*shared->mine));
	if (sp_team_gather(team, shared->mine, most * sizeof(*shared->mine),
			   shared->links, err))
		return err->status;
	for (unsigned k = 0; k < team->size; k++) {
		uint64_t count = shared->counts[k].count;

		memmove(shared->links + at, shared->links + k * most,
			count * sizeof(*shared->links));
		at += count;
	}
	return SP_OK;
}

/* Many: each process sends its own to all others. */
static enum sp_status
gather_many(struct shared *shared, uint64_t total, struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	uint64_t at = 0;

	if (!sp_grow(&shared->links, &shared->links_capacity, total))
		return sp_no_memory(err, "links of a core");
	for (unsigned k = 0; k < team->size; k++) {
		uint64_t count = shared->counts[k].count;

		if (!count)
			continue;
		if (k == team->rank)
			memcpy(shared->links + at, shared->mine,
			       count * sizeof(*shared->links));
		if (sp_team_share(team, k, shared->links + at,
				  count * sizeof(*shared->links), err))
			return err->status;
		at += count;
	}
	return SP_OK;
}

/* The places of the pages that arrived. */
static enum sp_status
web_share_take_links(struct shared *shared, uint64_t total,
		     const uint32_t **places, uint32_t *count,
		     struct sp_error *err)
{
	if (!sp_grow(&shared->places, &shared->places_capacity, total))
		return sp_no_memory(err, "links of a core");
	for (uint64_t i = 0; i < total; i++) {
		const struct far_link *link = &shared->links[i];

		if (give_place(shared, (uint32_t)link->page, link->hub,
			       link->authority, &shared->places[i], err))
			return err->status;
	}
	*places = shared->places;
	*count = (uint32_t)total;
	return SP_OK;
}

/*
 * Puts together what all processes offer, in their order, which is that of the
 * pages; *kept is false if one of them has to collect its own first.
 */
static enum sp_status
web_share_join_links(struct shared *shared, bool own_kept, bool *kept,
		     const uint32_t **places, uint32_t *count,
		     struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	struct link_count own = { shared->mine_count, own_kept };
	uint64_t total = 0, most = 0;
	enum sp_status status;

	if (sp_team_gather(team, &own, sizeof(own), shared->counts, err))
		return err->status;
	*kept = true;
	for (unsigned k = 0; k < team->size; k++) {
		*kept = *kept && shared->counts[k].kept;
		total += shared->counts[k].count;
		if (shared->counts[k].count > most)
			most = shared->counts[k].count;
	}
	if (!*kept || !total) {
		*places = NULL;
		*count = 0;
		return SP_OK;
	}
	status = most * team->size <= FEW_LINKS ?
			 gather_few(shared, most, err) :
			 gather_many(shared, total, err);
	return status ? status :
			web_share_take_links(shared, total, places, count, err);
}

static enum sp_status
shared_row(struct sp_web *web, uint32_t page, const uint32_t **places,
	   uint32_t *count, struct sp_error *err)
{
	struct shared *shared = shared_of(web);
	uint32_t local, own_count;
	const uint32_t *own;
	bool kept;

	shared->mine_count = 0;
	if (is_owned(shared->share, page) &&
	    sp_share_find(shared->share, page, &local) &&
	    (sp_accessor_page(shared->accessor, local, &own, &own_count,
			      err) ||
	     offer_links(shared, own, own_count, err)))
		return err->status;
	return web_share_join_links(shared, true, &kept, places, count, err);
}

static enum sp_status
shared_in_links(struct sp_web *web, uint32_t page, bool *kept,
		const uint32_t **places, uint32_t *count, struct sp_error *err)
{
	struct shared *shared = shared_of(web);
	uint32_t local, own_count = 0;
	const uint32_t *own = NULL;
	bool own_kept = true;

	shared->mine_count = 0;
	if (sp_share_find(shared->share, page, &local) &&
	    sp_inlinks_count(shared->inlinks, local))
		own_kept = sp_inlinks_get(shared->inlinks, local, &own,
					  &own_count);
	if (own_kept && offer_links(shared, own, own_count, err))
		return err->status;
	return web_share_join_links(shared, own_kept, kept, places, count, err);
}

/* What is kept may differ between processes: each has a budget of its own. */
static enum sp_status
shared_collect(struct sp_web *web, const uint32_t *pages, uint64_t count,
	       struct sp_error *err)
{
	struct shared *shared = shared_of(web);
	uint64_t here = 0;

	web->passes++;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t local;

		if (!sp_share_find(shared->share, pages[i], &local) ||
		    !sp_inlinks_count(shared->inlinks, local))
			continue;
		if (!sp_grow(&shared->batch, &shared->batch_capacity, here + 1))
			return sp_no_memory(err, "in-links");
		shared->batch[here++] = local;
	}
	return here ? sp_inlinks_collect(shared->inlinks, shared->dead,
					 shared->batch, here, err) : SP_OK;
}

/* ---- the best authorities --------------------------------------------- */

static void
shared_rank(struct sp_web *web, const uint64_t *dead, const double *hub,
	    const double *authority)
{
	struct shared *shared = shared_of(web);
	const struct sp_share *share = shared->share;

	forget_places(shared);
	shared->dead = dead;
	shared->hub = hub;
	shared->authority = authority;
	/* The first page owned begins a word of the bitset. */
	sp_authorities_begin(&shared->own, authority + share->own_first,
			     dead ? dead + share->own_first / SP_BITSET_BITS :
				    NULL, share->owned);
	shared->best.count = shared->at = 0;
	shared->offered = FIRST_OFFERED;
}

/* Offers the best pages owned that were not given yet; the caller frees it. */
static struct offer *
make_offer(struct shared *shared, uint64_t room)
{
	struct sp_authorities *own = &shared->own;
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
 */
static bool
join_offers(struct shared *shared, const char *offers, size_t bytes)
{
	struct sp_top *best = &shared->best;
	struct sp_top_item end = { -1, 0 };
	uint64_t kept = 0;

	best->count = shared->at = 0;
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

/* Takes what was chosen off the own list, and counts the links to all. */
static enum sp_status
finish_offers(struct shared *shared, struct sp_error *err)
{
	const struct sp_share *share = shared->share;
	const struct sp_top *best = &shared->best;

	if (!sp_grow(&shared->in_links, &shared->in_links_capacity,
		     best->count + 1))
		return sp_no_memory(err, "the best authorities");
	for (uint64_t i = 0; i < best->count; i++) {
		uint32_t page = best->items[i].id, local;
		bool found = true;

		if (is_owned(share, page) &&
		    !sp_authorities_next(&shared->own, &found, &local))
			return sp_no_memory(err, "the best authorities");
		shared->in_links[i] =
			sp_share_find(share, page, &local) ?
				sp_inlinks_count(shared->inlinks, local) : 0;
	}
	return sp_team_add(share->team, shared->in_links,
			   (unsigned)best->count, err);
}

static enum sp_status
refill_best(struct shared *shared, struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	uint64_t room = shared->offered;
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
	if (shared->offered < MOST_OFFERED)
		shared->offered *= 4;
	if (!status && shared->best.count)
		status = finish_offers(shared, err);
	return status;
}

static enum sp_status
shared_next(struct sp_web *web, bool *found,
	    struct sp_web_authority *authority, struct sp_error *err)
{
	struct shared *shared = shared_of(web);

	if (shared->at == shared->best.count && refill_best(shared, err))
		return err->status;
	*found = shared->at < shared->best.count;
	if (*found) {
		authority->item = shared->best.items[shared->at];
		authority->in_links = shared->in_links[shared->at++];
	}
	return SP_OK;
}

static enum sp_status
shared_soon(struct sp_web *web, uint64_t room,
	    const struct sp_top_item **items, uint64_t *count,
	    struct sp_error *err)
{
	const struct shared *shared = shared_of(web);

	/* What is at hand is enough. */
	(void)room;
	(void)err;
	*items = shared->best.items + shared->at;
	*count = shared->best.count - shared->at;
	return SP_OK;
}

/* ---- begin and end ---------------------------------------------------- */

static void
shared_free(struct sp_web *web)
{
	struct shared *shared = shared_of(web);

	sp_accessor_free(shared->accessor);
	sp_index_free(shared->index);
	sp_inlinks_free(shared->inlinks);
	sp_authorities_free(&shared->own);
	sp_top_free(&shared->best);
	sp_page_map_free(&shared->place_of);
	free(shared->in_links);
	free(shared->page_of);
	free(shared->scores[0]);
	free(shared->scores[1]);
	free(shared->counts);
	free(shared->mine);
	free(shared->links);
	free(shared->places);
	free(shared->batch);
	free(shared);
}

static const struct sp_web_kind shared_kind = {
	shared_rank, shared_next, shared_soon, shared_begin, shared_place,
	shared_row, shared_in_links, shared_collect, shared_free
};

enum sp_status
sp_web_share(struct sp_share *share, int threads, struct sp_web **web,
	     struct sp_error *err)
{
	struct shared *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*web = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->web.kind = &shared_kind;
	made->share = share;
	made->counts = sp_alloc(share->team->size, sizeof(*made->counts));
	/* Pages are numbered by places, even before there is one. */
	if (!made->counts || !sp_grow(&made->page_of, &made->page_capacity, 1))
		status = sp_no_memory(err, "cores");
	else
		status = sp_index_new(share->graph, threads, &made->index,
				      err);
	made->web.page_of = made->page_of;
	if (!status)
		status = sp_inlinks_new(share->graph, threads,
					SP_INLINKS_BUDGET, &made->inlinks,
					err);
	if (!status) {
		made->accessor = sp_accessor_new(made->index);
		if (!made->accessor)
			status = sp_no_memory(err, "cores");
	}
	if (status)
		shared_free(&made->web);
	else
		*web = &made->web;
	return status;
}
