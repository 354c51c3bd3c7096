/* SPDX-License-Identifier: MIT */
/*
 * A graph of which each process has a share, as the growing of cores sees it.
 *
 * All processes grow the same core at the same time.  The links of a page that
 * joins come from all processes (web_share_lists.c), and so do the authorities
 * that start cores (web_share_best.c).
 *
 * Pages get places as they are met, in the same order in all processes, because
 * all see the same lists.  So what a core touches takes memory, and nothing has
 * the size of the whole graph.  Places are forgotten when a ranking begins,
 * since scores are new then, and when there are too many.
 */
#include "seed/web_share_own.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Places kept from core to core. */
#define PLACES_KEPT SP_BUFFER(UINT64_C(1) << 20, UINT64_C(100))

/* ---- places ----------------------------------------------------------- */

/*
 * The arrays stay, for the places to come.  web.page_of stays, though empty: it
 * says that places are not pages.
 */
static void
forget_places(struct sp_shared_web *shared)
{
	sp_shared_lists_forget(shared);
	sp_page_map_free(&shared->place_of);
	shared->web.places = 0;
	shared->web.forgotten++;
}

/*
 * Gives a page a place, or finds it; hub and authority are known now.
 *
 * Scores are set again for a page that has a place: a page that was known only
 * as an authority comes with its hub score now.
 */
enum sp_status
sp_shared_give_place(struct sp_shared_web *shared, uint32_t page, double hub,
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
	const struct sp_shared_web *shared = (const struct sp_shared_web *)web;
	uint32_t place = 0;

	(void)sp_page_map_get(&shared->place_of, page, &place);
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
	struct sp_shared_web *shared = sp_shared_of(web);
	const struct sp_shared_best *best = &shared->best;
	double authority = best->chosen.items[best->given - 1].key;

	if (web->places > PLACES_KEPT)
		forget_places(shared);
	/* As a hub it may be known from a core before. */
	if (sp_page_map_get(&shared->place_of, page, place))
		return SP_OK;
	return sp_shared_give_place(shared, page, NAN, authority, place, err);
}

/* ---- begin and end ---------------------------------------------------- */

static void
shared_rank(struct sp_web *web, const uint64_t *dead, const double *hub,
	    const double *authority)
{
	struct sp_shared_web *shared = sp_shared_of(web);

	forget_places(shared);
	shared->local_dead = dead;
	shared->local_hub = hub;
	shared->local_authority = authority;
	sp_shared_lists_rank(shared);
	sp_shared_best_begin(shared);
}

static void
shared_free(struct sp_web *web)
{
	struct sp_shared_web *shared = sp_shared_of(web);

	sp_accessor_free(shared->accessor);
	sp_index_free(shared->index);
	sp_inlinks_free(shared->inlinks);
	sp_shared_best_free(shared);
	sp_shared_lists_free(shared);
	sp_page_map_free(&shared->place_of);
	free(shared->page_of);
	free(shared->scores[0]);
	free(shared->scores[1]);
	free(shared);
}

static const struct sp_web_kind shared_kind = {
	shared_rank, sp_shared_next, sp_shared_soon, shared_begin,
	shared_place, sp_shared_row, sp_shared_in_links, sp_shared_collect,
	shared_free
};

enum sp_status
sp_web_share(struct sp_share *share, int threads, struct sp_web **web,
	     struct sp_error *err)
{
	struct sp_shared_web *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*web = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->web.kind = &shared_kind;
	made->share = share;
	status = sp_shared_lists_begin(made, err);
	/* Pages are numbered by places, even before there is one. */
	if (!status && !sp_grow(&made->page_of, &made->page_of_capacity, 1))
		status = sp_no_memory(err, "cores");
	made->web.page_of = made->page_of;
	if (!status)
		status = sp_index_new(share->graph, threads, &made->index,
				      err);
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
