/* SPDX-License-Identifier: MIT */
/*
 * A graph of which each process has a share, as the growing of cores sees it.
 *
 * All processes grow the same core at the same time.  Of a page that joins, its
 * owner has the links, and any process may have links to it; each puts what it
 * has into a list, with the scores of the pages at the other ends, and the
 * lists of all are gathered.  Processes have ascending ranges of pages, so the
 * lists, in the order of the processes, ascend as one row does.  Scores travel
 * with the links, so that a process needs no score of a page that it neither
 * owns nor reaches.
 *
 * Pages get places as they are met, in the same order in all processes, because
 * all see the same lists.  So what a core touches takes memory, and nothing has
 * the size of the whole graph.  Places are forgotten when a ranking begins,
 * since scores are new then, and when there are too many.
 *
 * The best authorities of all processes are a merge of their own best.  Each
 * offers its next few; those are certain to be the next of all that are not
 * worse than the last offer of any process that has more to offer
 * (join_offers()).  What was offered and not chosen stays with its owner and is
 * offered again.
 *
 * Dead pages are left out by the process that has the link: what it knows of a
 * page reached is what the owner knows, since all remove the same pages.
 */
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

struct share_web {
	struct sp_web web;
	struct sp_share *share;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_inlinks *inlinks;       /* of local pages, from those owned */

	/* Of the ranking: by local page. */
	const uint64_t *local_dead;
	const double *local_hub, *local_authority;

	/* Authorities: those of the pages owned that were not given yet, ... */
	struct sp_authorities owned_left;
	uint64_t offer_room;              /* to offer next time */
	/* ... and what all processes give next, from given on. */
	struct sp_top chosen;
	uint64_t given;
	uint64_t *chosen_in_links;        /* of each chosen one */
	uint64_t chosen_in_links_capacity;

	/* Places of pages that a core has touched, and what stands there. */
	struct sp_page_map place_of;
	uint32_t *page_of;
	double *scores[2];
	uint64_t page_of_capacity, scores_capacity[2];

	/* Links of one page on their way: what each process has of them. */
	struct link_count *link_counts;   /* by process */
	uint64_t *list_counts;            /* the same, numbers alone */
	struct far_link *own_links, *all_links;
	uint64_t own_link_count, own_links_capacity, all_links_capacity;
	uint32_t *linked_places;          /* of all links */
	uint64_t linked_places_capacity;
	uint32_t *batch_pages;            /* local, to collect in-links of */
	uint64_t batch_pages_capacity;
};

static struct share_web *
shared_of(struct sp_web *web)
{
	return (struct share_web *)web;
}

/* ---- local pages ------------------------------------------------------ */

static inline bool
is_owned(const struct sp_share *share, uint64_t page)
{
	return page >= share->first && page - share->first < share->owned;
}

/* ---- places ----------------------------------------------------------- */

/*
 * The arrays stay, for the places to come.  web.page_of stays, though empty: it
 * says that places are not pages.
 */
static void
forget_places(struct share_web *shared)
{
	sp_page_map_free(&shared->place_of);
	shared->web.places = 0;
}

/*
 * Gives a page a place, or finds it; hub and authority are known now.
 *
 * Scores are set again for a page that has a place: a page that was known only
 * as an authority comes with its hub score now.
 */
static enum sp_status
give_place(struct share_web *shared, uint32_t page, double hub,
	   double authority, uint32_t *place, struct sp_error *err)
{
	const double score[2] = { [SP_HUB] = hub, [SP_AUTHORITY] = authority };
	struct sp_web *web = &shared->web;

	if (!sp_page_map_get(&shared->place_of, page, place)) {
		/* At most one a page, so it fits 32 bits. */
		*place = (uint32_t)web->places;
		if (!sp_grow(&shared->page_of, &shared->page_of_capacity,
			     web->places + 1) ||
		    !sp_page_map_set(&shared->place_of, page, *place))
			return sp_no_memory(err, "pages of a core");
		web->page_of = shared->page_of;
		shared->page_of[*place] = page;
	}
	for (unsigned k = 0; k < 2; k++) {
		if (!sp_grow(&shared->scores[k], &shared->scores_capacity[k],
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

	(void)sp_page_map_get(&((const struct share_web *)web)->place_of, page,
			      &place);
	return place;
}

/*
 * The first authority has no link that would bring its hub score; it is needed
 * only if a link leads to the page, which brings it.
 */
static enum sp_status
shared_begin(struct sp_web *web, uint32_t page, uint32_t *place,
	     struct sp_error *err)
{
	struct share_web *shared = shared_of(web);
	double authority = shared->chosen.items[shared->given - 1].key;

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
offer_link(struct share_web *shared, uint32_t local)
{
	if (shared->local_dead && sp_bit_test(shared->local_dead, local))
		return true;
	if (!sp_grow(&shared->own_links, &shared->own_links_capacity,
		     shared->own_link_count + 1))
		return false;
	shared->own_links[shared->own_link_count++] = (struct far_link){
		shared->local_hub[local], shared->local_authority[local],
		sp_share_global(shared->share, local)
	};
	return true;
}

static enum sp_status
offer_links(struct share_web *shared, const uint32_t *local, uint32_t count,
	    struct sp_error *err)
{
	for (uint32_t i = 0; i < count; i++)
		if (!offer_link(shared, local[i]))
			return sp_no_memory(err, "links of a core");
	return SP_OK;
}

/*
 * The places of the pages that arrived.  total fits 32 bits: a page has at most
 * as many links, one way, as there are pages.
 */
static enum sp_status
web_share_take_links(struct share_web *shared, uint64_t total,
		     const uint32_t **places, uint32_t *count,
		     struct sp_error *err)
{
	if (!sp_grow(&shared->linked_places, &shared->linked_places_capacity,
		     total))
		return sp_no_memory(err, "links of a core");
	for (uint64_t i = 0; i < total; i++) {
		const struct far_link *link = &shared->all_links[i];

		if (give_place(shared, (uint32_t)link->page, link->hub,
			       link->authority, &shared->linked_places[i], err))
			return err->status;
	}
	*places = shared->linked_places;
	*count = (uint32_t)total;
	return SP_OK;
}

/*
 * Puts together what all processes offer, in their order, which is that of the
 * pages; *kept is false if one of them has to collect its own first.
 */
static enum sp_status
web_share_join_links(struct share_web *shared, bool own_kept, bool *kept,
		     const uint32_t **places, uint32_t *count,
		     struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	struct link_count own = { shared->own_link_count, own_kept };
	uint64_t total = 0;

	if (sp_team_gather(team, &own, sizeof(own), shared->link_counts, err))
		return err->status;
	*kept = true;
	for (unsigned k = 0; k < team->size; k++) {
		*kept = *kept && shared->link_counts[k].kept;
		shared->list_counts[k] = shared->link_counts[k].count;
		total += shared->list_counts[k];
	}
	if (!*kept || !total) {
		*places = NULL;
		*count = 0;
		return SP_OK;
	}
	if (!sp_grow(&shared->all_links, &shared->all_links_capacity, total))
		return sp_no_memory(err, "links of a core");
	if (sp_team_gather_lists(team, shared->own_links, shared->list_counts,
				 sizeof(*shared->all_links), shared->all_links,
				 err))
		return err->status;
	return web_share_take_links(shared, total, places, count, err);
}

/*
 * Only the owner has links from the page; the others offer nothing, and take
 * part.
 */
static enum sp_status
shared_row(struct sp_web *web, uint32_t page, const uint32_t **places,
	   uint32_t *count, struct sp_error *err)
{
	struct share_web *shared = shared_of(web);
	uint32_t local, own_count;
	const uint32_t *own;
	bool kept;

	shared->own_link_count = 0;
	if (is_owned(shared->share, page) &&
	    sp_share_find(shared->share, page, &local) &&
	    (sp_accessor_page(shared->accessor, local, &own, &own_count,
			      err) ||
	     offer_links(shared, own, own_count, err)))
		return err->status;
	return web_share_join_links(shared, true, &kept, places, count, err);
}

/*
 * A process without links to the page has nothing to collect, which it knows
 * from its in-degree.
 */
static enum sp_status
shared_in_links(struct sp_web *web, uint32_t page, bool *kept,
		const uint32_t **places, uint32_t *count, struct sp_error *err)
{
	struct share_web *shared = shared_of(web);
	uint32_t local, own_count = 0;
	const uint32_t *own = NULL;
	bool own_kept = true;

	shared->own_link_count = 0;
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
	struct share_web *shared = shared_of(web);
	uint64_t here = 0;

	web->passes++;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t local;

		if (!sp_share_find(shared->share, pages[i], &local) ||
		    !sp_inlinks_count(shared->inlinks, local))
			continue;
		if (!sp_grow(&shared->batch_pages,
			     &shared->batch_pages_capacity, here + 1))
			return sp_no_memory(err, "in-links");
		shared->batch_pages[here++] = local;
	}
	return here ? sp_inlinks_collect(shared->inlinks, shared->local_dead,
					 shared->batch_pages, here, err) :
		      SP_OK;
}

/* ---- the best authorities --------------------------------------------- */

static void
shared_rank(struct sp_web *web, const uint64_t *dead, const double *hub,
	    const double *authority)
{
	struct share_web *shared = shared_of(web);
	const struct sp_share *share = shared->share;

	forget_places(shared);
	shared->local_dead = dead;
	shared->local_hub = hub;
	shared->local_authority = authority;
	/* The first page owned begins a word of the bitset. */
	sp_authorities_begin(&shared->owned_left, authority + share->own_first,
			     dead ? dead + share->own_first / SP_BITSET_BITS :
				    NULL, share->owned);
	shared->chosen.count = shared->given = 0;
	shared->offer_room = FIRST_OFFERED;
}

/*
 * Offers the best pages owned that were not given yet; the caller frees it.
 * room items in any case, so that all offers have the same size for the
 * gathering.
 */
static struct offer *
make_offer(struct share_web *shared, uint64_t room)
{
	struct sp_authorities *own = &shared->owned_left;
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
join_offers(struct share_web *shared, const char *offers, size_t bytes)
{
	struct sp_top *best = &shared->chosen;
	struct sp_top_item end = { -1, 0 };
	uint64_t kept = 0;

	best->count = shared->given = 0;
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
finish_offers(struct share_web *shared, struct sp_error *err)
{
	const struct sp_share *share = shared->share;
	const struct sp_top *best = &shared->chosen;

	if (!sp_grow(&shared->chosen_in_links,
		     &shared->chosen_in_links_capacity, best->count + 1))
		return sp_no_memory(err, "the best authorities");
	for (uint64_t i = 0; i < best->count; i++) {
		uint32_t page = best->items[i].id, local;
		bool found = true;

		if (is_owned(share, page) &&
		    !sp_authorities_next(&shared->owned_left, &found, &local))
			return sp_no_memory(err, "the best authorities");
		shared->chosen_in_links[i] =
			sp_share_find(share, page, &local) ?
				sp_inlinks_count(shared->inlinks, local) : 0;
	}
	return sp_team_add(share->team, shared->chosen_in_links,
			   (unsigned)best->count, err);
}

static enum sp_status
refill_best(struct share_web *shared, struct sp_error *err)
{
	struct sp_team *team = shared->share->team;
	uint64_t room = shared->offer_room;
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
	if (shared->offer_room < MOST_OFFERED)
		shared->offer_room *= 4;
	if (!status && shared->chosen.count)
		status = finish_offers(shared, err);
	return status;
}

static enum sp_status
shared_next(struct sp_web *web, bool *found,
	    struct sp_web_authority *authority, struct sp_error *err)
{
	struct share_web *shared = shared_of(web);

	if (shared->given == shared->chosen.count && refill_best(shared, err))
		return err->status;
	*found = shared->given < shared->chosen.count;
	if (*found) {
		authority->item = shared->chosen.items[shared->given];
		authority->in_links = shared->chosen_in_links[shared->given++];
	}
	return SP_OK;
}

static enum sp_status
shared_soon(struct sp_web *web, uint64_t room,
	    const struct sp_top_item **items, uint64_t *count,
	    struct sp_error *err)
{
	const struct share_web *shared = shared_of(web);

	/* What is at hand is enough. */
	(void)room;
	(void)err;
	*items = shared->chosen.items + shared->given;
	*count = shared->chosen.count - shared->given;
	return SP_OK;
}

/* ---- begin and end ---------------------------------------------------- */

static void
shared_free(struct sp_web *web)
{
	struct share_web *shared = shared_of(web);

	sp_accessor_free(shared->accessor);
	sp_index_free(shared->index);
	sp_inlinks_free(shared->inlinks);
	sp_authorities_free(&shared->owned_left);
	sp_top_free(&shared->chosen);
	sp_page_map_free(&shared->place_of);
	free(shared->chosen_in_links);
	free(shared->page_of);
	free(shared->scores[0]);
	free(shared->scores[1]);
	free(shared->link_counts);
	free(shared->list_counts);
	free(shared->own_links);
	free(shared->all_links);
	free(shared->linked_places);
	free(shared->batch_pages);
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
	struct share_web *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*web = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->web.kind = &shared_kind;
	made->share = share;
	made->link_counts = sp_alloc(share->team->size,
				     sizeof(*made->link_counts));
	made->list_counts = sp_alloc(share->team->size, sizeof(uint64_t));
	/* Pages are numbered by places, even before there is one. */
	if (!made->link_counts || !made->list_counts ||
	    !sp_grow(&made->page_of, &made->page_of_capacity, 1))
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
