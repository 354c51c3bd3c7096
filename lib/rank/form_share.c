/* SPDX-License-Identifier: MIT */
/*
 * A form over a share.  Local pages begin before those owned, by whole chunks
 * of sum.h, so chunks of the inner form are chunks of the kernel.
 *
 * While sums travel, there is work to do: the pages reached are collected
 * first, and sent; then those owned are collected, and by the time this is done
 * the sums of others have mostly arrived.  The exchange adds them in the order
 * of the processes (cluster/team/share.c), and only then does the kernel see
 * any sum.  For this, sums must be in a vector rather than go straight to the
 * kernel, which is why a form over a share needs one; the compact form lends
 * its first part, and has to get it back clean.
 */
#include "rank/form_share.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/form_compact.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(SP_SHARE_ALIGN % SP_SUM_CHUNK == 0, "chunks of pages owned");

/* Pages owned that are collected at a time: some milliseconds. */
#define OWN_STEP (UINT64_C(16) * SP_SUM_CHUNK)

struct form_share {
	struct sp_form form; /* of the pages owned */
	struct sp_share *share;
	struct sp_form *inner;
	double *sums;        /* by local page */
	double *made;        /* the same, if the inner form has none to spare */
	bool clean;          /* the sums must be 0 after a collect */
};

/*
 * The kernel's vectors begin with the first page owned; those of the inner form
 * have own_first places before it.
 */
static struct form_share *
form_share(struct sp_form *form)
{
	return (struct form_share *)form;
}

/* ---- operations of the inner form ------------------------------------- */

/*
 * own_first is a multiple of a block, so the bits of the pages owned begin a
 * word.
 */
static enum sp_status
share_begin(struct sp_form *form, struct sp_error *err)
{
	struct form_share *over = form_share(form);
	enum sp_status status = sp_form_begin(over->inner, form->threads,
					      form->dead, form->view, err);

	if (over->inner->linked)
		form->linked = over->inner->linked +
			       over->share->own_first / SP_BITSET_BITS;
	return status;
}

static enum sp_status
share_push_ranks(struct sp_form *form, const double *ranks,
		 struct sp_error *err)
{
	struct form_share *over = form_share(form);

	return sp_form_push_ranks(over->inner, ranks - over->share->own_first,
				  err);
}

static enum sp_status
share_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	struct form_share *over = form_share(form);

	return sp_form_push_ones(over->inner, hub - over->share->own_first,
				 err);
}

static enum sp_status
share_fetch(struct sp_form *form, double *authority, struct sp_error *err)
{
	struct form_share *over = form_share(form);

	return sp_share_fetch(over->share,
			      authority - over->share->own_first, err);
}

static enum sp_status
share_push_hubs(struct sp_form *form, const double *authority, double *hub,
		struct sp_error *err)
{
	struct form_share *over = form_share(form);
	uint64_t before = over->share->own_first;

	return over->inner->kind->push_hubs(over->inner, authority - before,
					    hub - before, err);
}

static enum sp_status
share_hubs(struct sp_form *form, const double *authority, double *hub,
	   struct sp_error *err)
{
	struct form_share *over = form_share(form);
	uint64_t before = over->share->own_first;

	return over->inner->kind->hubs(over->inner, authority - before,
				       hub - before, err);
}

/* ---- sums ------------------------------------------------------------- */

static void
take_to_sums(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	     const double *sums)
{
	double *to = context;

	(void)chunk;
	memcpy(to + first, sums, count * sizeof(*to));
}

/*
 * Collects the sums of local pages first .. end - 1, and of their chunks.
 * Whole chunks: pages between those reached and those owned are collected with
 * them, have no links, and are 0.
 */
static enum sp_status
collect_pages(struct form_share *over, uint64_t first, uint64_t end,
	      struct sp_error *err)
{
	if (first == end)
		return SP_OK;
	return over->inner->kind->collect(over->inner, first / SP_SUM_CHUNK,
					  (end - 1) / SP_SUM_CHUNK + 1,
					  take_to_sums, over->sums, err);
}

static uint64_t
first_below(const struct sp_share *share)
{
	return share->own_first - share->reached_below;
}

static uint64_t
end_above(const struct sp_share *share)
{
	return share->after_first + share->reached - share->reached_below;
}

/*
 * Gives the kernel the sums of a chunk of the pages owned.
 *
 * The lent vector must be 0 again when the kernel is done, and the kernel may
 * use it as spare room from its take on (sp_form_spare()): so a block is copied
 * and cleared first.
 */
static void
give_chunk(const struct form_share *over, uint64_t chunk, sp_form_take *take,
	   void *context)
{
	uint64_t end = sp_chunk_end(chunk, over->form.pages);
	double block[SP_BLOCK_PAGES];

	for (uint64_t p = sp_chunk_first(chunk); p < end;
	     p += SP_BLOCK_PAGES) {
		uint64_t left = end - p;
		uint64_t count = left < SP_BLOCK_PAGES ? left : SP_BLOCK_PAGES;
		double *sums = over->sums + over->share->own_first + p;

		if (!over->clean) {
			take(context, chunk, p, count, sums);
			continue;
		}
		/* The kernel may write to the same vector. */
		memcpy(block, sums, count * sizeof(*sums));
		memset(sums, 0, count * sizeof(*sums));
		take(context, chunk, p, count, block);
	}
}

/*
 * While sums are on their way: some networks have to be called for that.  Steps
 * of some milliseconds, between which the network is given a chance; see
 * sp_team_advance().
 */
static enum sp_status
collect_own(struct form_share *over, struct sp_error *err)
{
	struct sp_share *share = over->share;
	uint64_t end = share->own_first + share->owned;

	for (uint64_t first = share->own_first; first < end;
	     first += OWN_STEP) {
		uint64_t left = end - first;
		uint64_t count = left < OWN_STEP ? left : OWN_STEP;

		if (collect_pages(over, first, first + count, err))
			return err->status;
		sp_team_advance(share->team);
	}
	return SP_OK;
}

static enum sp_status
exchange_sums(struct form_share *over, struct sp_error *err)
{
	struct sp_share *share = over->share;

	if (collect_pages(over, first_below(share), share->own_first, err) ||
	    collect_pages(over, share->after_first, end_above(share), err) ||
	    sp_share_add_begin(share, over->sums, err) ||
	    collect_own(over, err))
		return err->status;
	return sp_share_add_finish(share, over->sums, err);
}

/*
 * The sums of pages reached were sent and have to be cleared in the lent
 * vector, too, but not before the exchange is over.
 */
static enum sp_status
share_collect(struct sp_form *form, uint64_t from, uint64_t end,
	      sp_form_take *take, void *context, struct sp_error *err)
{
	struct form_share *over = form_share(form);
	struct sp_share *share = over->share;

	if (exchange_sums(over, err))
		return err->status;
	if (over->clean) {
		memset(over->sums + first_below(share), 0,
		       share->reached_below * sizeof(double));
		memset(over->sums + share->after_first, 0,
		       (share->reached - share->reached_below) *
			       sizeof(double));
	}
#pragma omp parallel for num_threads(form->threads) schedule(static)
	for (uint64_t chunk = from; chunk < end; chunk++)
		give_chunk(over, chunk, take, context);
	return SP_OK;
}

static double *
share_spare(struct sp_form *form)
{
	struct form_share *over = form_share(form);

	return over->sums + over->share->own_first;
}

/* ---- making ----------------------------------------------------------- */

static void
share_free(struct sp_form *form)
{
	struct form_share *over = form_share(form);

	sp_form_free(over->inner);
	free(over->made);
	free(over);
}

static const struct sp_form_kind share_kind = {
	.name = "share", .free = share_free, .begin = share_begin,
	.push_ranks = share_push_ranks, .push_ones = share_push_ones,
	.push_hubs = share_push_hubs, .hubs = share_hubs,
	.fetch = share_fetch, .collect = share_collect, .spare = share_spare
};

/*
 * An inner form that has no vector to spare still needs its own while it
 * collects, so one is made here.
 */
enum sp_status
sp_form_share_new(struct sp_form *inner, struct sp_form **form,
		  struct sp_error *err)
{
	struct sp_share *share = inner->share;
	struct form_share *over = sp_alloc_zero(1, sizeof(*over));

	*form = NULL;
	if (!over)
		return sp_no_memory(err, "the scores");
	over->form = (struct sp_form){
		.kind = &share_kind, .graph = inner->graph, .use = inner->use,
		.parts = inner->parts, .pages = share->owned,
		.places = share->owned, .own_end = share->owned,
		.share = share, .inner = inner, .reason = inner->reason
	};
	over->share = share;
	over->inner = inner;
	over->sums = sp_form_spare(inner);
	over->clean = sp_form_compact(inner);
	if (!over->sums)
		over->sums = over->made = sp_alloc_large(share->places,
							 sizeof(double));
	if (!over->sums) {
		free(over);
		return sp_no_memory(err, "the scores");
	}
	*form = &over->form;
	return SP_OK;
}
