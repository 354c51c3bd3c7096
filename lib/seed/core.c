/* SPDX-License-Identifier: MIT */
/*
 * The growing of one core, round by round (seedpipe-algorithms(7), 6.3;
 * Daneshpajouh et al., figures 1 and 2).
 *
 * In a round, new_members pages may join the hubs and then as many the
 * authorities.  The next page of a side is the best by its score on that side,
 * of those that have links with the other side and are allowed (core_sides.c);
 * equal scores go to the smaller page.  After a page has joined, its links are
 * counted at their other ends, which makes candidates of the other side.  So
 * the work of a core is that of its members' links, in both directions.
 *
 * Links are at hand; in-links are not, and collecting them takes a pass over
 * the graph.  They are asked for when a page joins the authorities, and only if
 * the hubs can still grow, because the last authority of a core would otherwise
 * cost a pass for nothing.
 *
 * Everything that is looked at is the same in every process of a team, and so
 * is every decision; the web (web.h) is where they exchange.
 */
#include "seed/core.h"

#include "base/memory.h"
#include "seed/core_sides.h"

#include <stdlib.h>

/*
 * The graph has no in-links, so each hub that is looked for costs a pass over
 * all links, which serves a batch of pages.  The first batch of a ranking is
 * small, as most cores are; each further batch doubles, so that large cores,
 * and searches through many authorities, take few passes.
 */
#define BATCH_PAGES 1024
#define BATCH_DOUBLINGS 10

/* ---- in-links --------------------------------------------------------- */

static enum sp_status
batch_page(struct sp_grower *grower, uint64_t *count, uint32_t page,
	   struct sp_error *err)
{
	if (!sp_grow(&grower->batch, &grower->batch_capacity, *count + 1))
		return sp_no_memory(err, "in-links");
	grower->batch[(*count)++] = page;
	return SP_OK;
}

/* The same for candidates in lists that wait. */
static enum sp_status
batch_waiting(struct sp_grower *grower, uint64_t *count, uint64_t room,
	      struct sp_error *err)
{
	const struct sp_core_side *side = &grower->sides[SP_AUTHORITY];

	for (unsigned i = 0; i < side->waiting_count; i++) {
		const struct sp_core_row *row =
			&grower->rows.rows[side->waiting[i].number];

		for (uint32_t k = side->waiting[i].at;
		     k < row->count && *count < room; k++)
			if (batch_page(grower, count,
				       sp_web_page(grower->web,
						   row->places[k]), err))
				return err->status;
	}
	return SP_OK;
}

/*
 * Adds candidates to the batch, up to room in all.  The front of a heap is not
 * sorted, but good enough: which pages are in a batch affects only the speed.
 * From the last bucket on, since pages with many links are the most likely to
 * join next.
 */
static enum sp_status
batch_candidates(struct sp_grower *grower, uint64_t *count, uint64_t room,
		 struct sp_error *err)
{
	const struct sp_candidates *candidates =
		&grower->sides[SP_AUTHORITY].candidates;

	for (uint64_t b = candidates->buckets; b-- && *count < room;) {
		const struct sp_candidate_heap *heap = &candidates->heaps[b];

		for (uint64_t i = 0; i < heap->count && *count < room; i++) {
			uint32_t page = heap->items[i].id;

			if (!sp_core_barred(grower, SP_AUTHORITY,
					    sp_web_place(grower->web, page)) &&
			    batch_page(grower, count, page, err))
				return err->status;
		}
	}
	return batch_waiting(grower, count, room, err);
}

/*
 * The page that is asked for, then pages that are likely to be asked for soon:
 * candidates, and the best authorities of all, which new hubs tend to link to.
 *
 * Which pages are in a batch changes only the number of passes; the page that
 * is asked for comes first, so that the budget of in-links cannot leave it out.
 */
static enum sp_status
make_batch(struct sp_grower *grower, uint32_t page, uint64_t *count,
	   struct sp_error *err)
{
	uint64_t passes = grower->web->passes - grower->passes;
	unsigned doublings = passes < BATCH_DOUBLINGS ? (unsigned)passes :
							BATCH_DOUBLINGS;
	uint64_t room = (uint64_t)BATCH_PAGES << doublings, soon;
	const struct sp_top_item *items;

	*count = 0;
	if (grower->web->kind->soon(grower->web, room, &items, &soon, err) ||
	    batch_page(grower, count, page, err) ||
	    batch_candidates(grower, count, room / 2, err))
		return err->status;
	for (uint64_t i = 0; i < soon && *count < room; i++)
		if (batch_page(grower, count, items[i].id, err))
			return err->status;
	return SP_OK;
}

/*
 * The in-links of a page; if they are not kept, those of a batch are read.  A
 * second miss for the same page cannot happen: the first of a batch is always
 * collected.
 */
static enum sp_status
find_inlinks(struct sp_grower *grower, uint32_t page,
	     const uint32_t **sources, uint32_t *count, struct sp_error *err)
{
	struct sp_web *web = grower->web;
	uint64_t batch_count;
	bool kept;

	if (web->kind->in_links(web, page, &kept, sources, count, err))
		return err->status;
	if (kept)
		return SP_OK;
	if (make_batch(grower, page, &batch_count, err))
		return err->status;
	if (web->kind->collect(web, grower->batch, batch_count, err))
		return err->status;
	return web->kind->in_links(web, page, &kept, sources, count, err);
}

/* ---- growth ----------------------------------------------------------- */

/*
 * Makes a page a member and counts its links with the candidates of the other
 * side.  Those are not needed, nor the in-links paid for, once it is closed.
 *
 * The member is counted before its links are: a failure then finds it in
 * members[] and sp_core_reset_sides() clears its bit.
 */
static enum sp_status
join_core(struct sp_grower *grower, enum sp_side which, uint32_t place,
	  struct sp_error *err)
{
	struct sp_core_side *side = &grower->sides[which];
	struct sp_top_item item = sp_grower_item(grower, which, place);
	struct sp_web *web = grower->web;
	const uint32_t *linked = NULL;
	uint32_t count = 0;
	enum sp_status status;

	if (!sp_grow(&grower->members, &grower->member_capacity,
		     grower->member_count + 1))
		return sp_no_memory(err, "cores");
	grower->members[grower->member_count++] = (struct sp_member){
		0, item.id, which, item.key
	};
	sp_core_put(grower, which, place);
	side->size++;
	grower->links += sp_core_links(grower, which, place);
	if (sp_core_side_closed(grower, !which) ||
	    sp_core_wait(grower, which, item.id))
		return SP_OK;
	if (which == SP_HUB)
		status = web->kind->row(web, item.id, &linked, &count, err);
	else
		status = find_inlinks(grower, item.id, &linked, &count, err);
	if (!status)
		status = sp_core_make_room(grower, err);
	if (!status)
		status = sp_core_count_links(grower, !which, linked, count,
					     err);
	if (!status)
		status = sp_core_note_row(grower, which, item.id, linked,
					  count, err);
	return status;
}

static bool
has_wanted_size(const struct sp_grower *grower)
{
	return grower->options->size &&
	       grower->member_count >= grower->options->size;
}

/*
 * The part of a round that belongs to one side.
 *
 * SP_LAST_KEEP: the page that brings the density below the wanted one still
 * joins, and then the side is closed, or the core complete (on_break).
 */
static enum sp_status
grow_side(struct sp_grower *grower, enum sp_side which, struct sp_error *err)
{
	const struct sp_core_options *options = grower->options;
	struct sp_core_side *side = &grower->sides[which];
	bool test = !options->size && options->test == SP_TEST_EACH;
	enum sp_status status;
	uint32_t place;

	for (uint64_t i = 0; i < options->new_members; i++) {
		bool sparse;

		if (!sp_core_candidate(grower, which, &place))
			return SP_OK;
		sparse = test && sp_core_breaks_density(
			grower, which, sp_core_links(grower, which, place));
		/* The page that breaks the density may join as the last. */
		if (!sparse || options->last == SP_LAST_KEEP) {
			status = join_core(grower, which, place, err);
			if (status)
				return status;
		}
		if (sparse) {
			side->closed = true;
			grower->stopped = options->on_break == SP_BREAK_STOP;
			return SP_OK;
		}
		if (options->exact && has_wanted_size(grower)) {
			grower->stopped = true;
			return SP_OK;
		}
	}
	return SP_OK;
}

/* The core as it was when a round began. */
struct round_start {
	uint64_t member_count;
	uint64_t links;
	uint64_t sizes[2];
};

static struct round_start
begin_round(const struct sp_grower *grower)
{
	return (struct round_start){ grower->member_count, grower->links,
			      { grower->sides[SP_HUB].size,
				grower->sides[SP_AUTHORITY].size } };
}

/*
 * Tests the density after a whole round.  If the round is undone, the growth
 * ends even with SP_BREAK_CLOSE: a side that added nothing had no candidate in
 * the larger core.
 *
 * Undone members keep their links counted with the other side, which does not
 * matter as nothing joins any more.
 */
static void
test_round_density(struct sp_grower *grower, const struct round_start *start)
{
	const struct sp_core_options *options = grower->options;
	struct sp_core_side *sides = grower->sides;

	if (options->size || options->test != SP_TEST_ROUND ||
	    !sp_core_too_sparse(options, grower->links, sides[SP_HUB].size,
				sides[SP_AUTHORITY].size))
		return;
	if (options->last == SP_LAST_UNDO) {
		for (uint64_t i = start->member_count;
		     i < grower->member_count; i++)
			sp_core_take_back(grower, &grower->members[i]);
		grower->member_count = start->member_count;
		grower->links = start->links;
		for (unsigned k = 0; k < 2; k++)
			sides[k].size = start->sizes[k];
		grower->stopped = true;
		return;
	}
	for (unsigned k = 0; k < 2; k++)
		if (sides[k].size > start->sizes[k])
			sides[k].closed = true;
	if (options->on_break == SP_BREAK_STOP)
		grower->stopped = true;
}

/*
 * Hubs first: the core begins with an authority, and only hubs can link to it.
 */
static enum sp_status
grow_rounds(struct sp_grower *grower, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	while (!grower->stopped && !has_wanted_size(grower)) {
		struct round_start start = begin_round(grower);

		status = grow_side(grower, SP_HUB, err);
		if (!status && !grower->stopped)
			status = grow_side(grower, SP_AUTHORITY, err);
		/* A round without a new member would repeat for ever. */
		if (status || grower->member_count == start.member_count ||
		    sp_core_lacks_hubs(grower))
			break;
		if (!grower->stopped)
			test_round_density(grower, &start);
	}
	return status;
}

/*
 * Has nothing kept a page from joining that has a link with the core?  Then the
 * core is a component of what authorities that are not set aside leave of the
 * graph.
 */
static bool
is_whole(const struct sp_grower *grower)
{
	return !grower->stopped && !grower->barred &&
	       !grower->options->units && !has_wanted_size(grower) &&
	       !sp_core_side_closed(grower, SP_HUB) &&
	       !sp_core_side_closed(grower, SP_AUTHORITY) &&
	       sp_core_all_joined(grower);
}

/* ---- begin and end ---------------------------------------------------- */

/* Batches start small again: the new ranking may need one core only. */
void
sp_grower_rank(struct sp_grower *grower, const uint64_t *dead,
	       const double *hub, const double *authority)
{
	grower->passes = grower->web->passes;
	sp_core_rows_clear(grower);
	grower->web->kind->rank(grower->web, dead, hub, authority);
}

void
sp_grower_rank_piece(struct sp_grower *grower, const struct sp_piece *piece)
{
	grower->passes = grower->web->passes;
	sp_core_rows_clear(grower);
	sp_web_piece_rank(grower->web, piece);
}

enum sp_status
sp_grower_next(struct sp_grower *grower, bool *found, uint32_t *authority,
	       struct sp_error *err)
{
	if (grower->web->kind->next(grower->web, found, &grower->given, err))
		return err->status;
	if (*found)
		*authority = grower->given.item.id;
	return SP_OK;
}

uint64_t
sp_grower_in_links(const struct sp_grower *grower)
{
	return grower->given.in_links;
}

double
sp_grower_score(const struct sp_grower *grower)
{
	return grower->given.item.key;
}

/*
 * Sides are empty before and after each core, whatever happens between, so a
 * grower can be used after a failure.
 */
enum sp_status
sp_core_grow(struct sp_grower *grower, uint32_t first,
	     const struct sp_core_options *options, struct sp_growth *growth,
	     struct sp_error *err)
{
	enum sp_status status = sp_core_check(options, err);
	uint32_t place;

	*growth = (struct sp_growth){ .hubs = 0 };
	if (!status)
		status = grower->web->kind->begin(grower->web, first, &place,
						  err);
	if (!status)
		status = sp_core_make_room(grower, err);
	if (!status)
		status = sp_core_room_for_units(grower, options->units, err);
	if (status)
		return status;
	/* Lists that are kept are of places. */
	if (grower->forgotten != grower->web->forgotten)
		sp_core_rows_clear(grower);
	grower->forgotten = grower->web->forgotten;
	grower->options = options;
	grower->links = 0;
	grower->stopped = false;
	grower->barred = false;
	grower->member_count = 0;
	grower->first = sp_grower_item(grower, SP_AUTHORITY, place);
	/* The first member has no links that could be tested. */
	status = join_core(grower, SP_AUTHORITY, place, err);
	if (!status)
		status = grow_rounds(grower, err);
	if (!status)
		status = sp_core_find_alike(grower, err);
	*growth = (struct sp_growth){
		grower->sides[SP_HUB].size, grower->sides[SP_AUTHORITY].size,
		grower->links, grower->members, grower->member_count,
		grower->alike, grower->alike_count, is_whole(grower)
	};
	sp_core_reset_sides(grower);
	return status;
}

enum sp_status
sp_core_check(const struct sp_core_options *options, struct sp_error *err)
{
	/* Negated, so that it refuses a NaN as well. */
	if (!(options->cover_density >= 0 && options->cover_density <= 100))
		return sp_fail(err, SP_USAGE, "cover density %g is not from 0 "
			       "to 100", options->cover_density);
	if (options->size == 1)
		return sp_fail(err, SP_USAGE, "core size 1: a core has at "
			       "least 2 pages");
	if (!options->new_members)
		return sp_fail(err, SP_USAGE, "0 new members a round: at "
			       "least 1 must join");
	return SP_OK;
}

/* A grower for a web, which becomes its own. */
static enum sp_status
core_make_grower(struct sp_web *web, struct sp_grower **grower,
		 struct sp_error *err)
{
	struct sp_grower *made = sp_alloc_zero(1, sizeof(*made));

	if (!made) {
		web->kind->free(web);
		return sp_no_memory(err, "cores");
	}
	made->web = web;
	if (sp_core_make_room(made, err))
		sp_grower_free(made);
	else
		*grower = made;
	return *grower ? SP_OK : err->status;
}

enum sp_status
sp_grower_new(struct sp_share *share, int threads, struct sp_grower **grower,
	      struct sp_error *err)
{
	struct sp_web *web;
	enum sp_status status = share->team->size > 1 ?
		sp_web_share(share, threads, &web, err) :
		sp_web_whole(share->graph, threads, &web, err);

	*grower = NULL;
	return status ? status : core_make_grower(web, grower, err);
}

enum sp_status
sp_grower_new_pieces(struct sp_grower **grower, struct sp_error *err)
{
	struct sp_web *web;
	enum sp_status status = sp_web_piece(&web, err);

	*grower = NULL;
	return status ? status : core_make_grower(web, grower, err);
}

void
sp_grower_free(struct sp_grower *grower)
{
	if (!grower)
		return;
	sp_core_free_sides(grower);
	sp_core_rows_clear(grower);
	grower->web->kind->free(grower->web);
	free(grower->members);
	free(grower->alike);
	free(grower->batch);
	free(grower);
}

uint64_t
sp_grower_passes(const struct sp_grower *grower)
{
	return grower->web->passes;
}
