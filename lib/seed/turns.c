/* SPDX-License-Identifier: MIT */
/*
 * Whose turn it is, among the large components of the graph and all small ones.
 *
 * The order is by singular value, the largest first, then by the smallest page
 * (sp_standing_before()).  A component whose value is not known stands by a
 * bound; sp_turns_next() ranks the first one until the first one is ranked.
 * Small ones come from lists of pieces, cut off at different times, each with
 * its own heap; large ones are at most 15, so the best of all is found by
 * looking at each.
 *
 * Scores of the large component that was ranked last stay in hub and authority,
 * with its label (scored): if it is its turn again and nothing of it has
 * changed, it need not be ranked again.  Anything that may renumber components
 * makes scored invalid.
 *
 * Small components that were cut off while pages were set aside exist only as
 * long as these are: when the large components are found again with all of
 * their pages, such pieces are dropped, for their rows are in the graph again.
 * Those cut off without pages set aside stay for good.
 */
#include "seed/turns.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/split.h"

#include <math.h>
#include <stdlib.h>

/* Small components that were cut off together. */
struct cut {
	struct sp_pieces *pieces;
	bool aside;  /* from a large one with pages set aside */
};

/* No label: pages are fewer. */
#define NO_LABEL UINT32_MAX

struct sp_turns {
	struct sp_share *share;      /* of the graph */
	struct sp_turns_options options;
	uint64_t *dead;
	double *hub, *authority;
	struct sp_split *split;
	struct cut *cuts;
	uint64_t cut_count, cut_capacity;
	uint64_t components;
	struct sp_hits_space *space; /* made when HITS runs first */
	struct sp_hits_report report;
	uint32_t scored;             /* the large component of which hub and
				      * authority are, or NO_LABEL */
	bool given;                  /* by the caller */
	bool use_given;              /* or they were, at first */
	struct sp_grower *grower;    /* for large components, */
	struct sp_grower *small;     /* and for others */
	uint64_t rejected;           /* in large components as they are */
	/* Whose turn it is: */
	struct sp_large *large;      /* or NULL */
	struct cut *cut;
};

/* ---- begin and end ---------------------------------------------------- */

/*
 * Keeps the rows that were cut off, as components.  Pieces are kept in lists by
 * cut and not merged: their page numbers are their own.
 */
static enum sp_status
add_cut(struct sp_turns *turns, struct sp_rows_left *rows, bool aside,
	struct sp_error *err)
{
	struct cut cut = { NULL, aside };

	if (!rows->rows)
		return SP_OK;
	if (!sp_grow(&turns->cuts, &turns->cut_capacity, turns->cut_count + 1))
		return sp_no_memory(err, "components");
	if (sp_pieces_new(rows, &cut.pieces, err))
		return err->status;
	turns->cuts[turns->cut_count++] = cut;
	return SP_OK;
}

/* Counted once: later splits find parts of these. */
static enum sp_status
split_graph(struct sp_turns *turns, struct sp_error *err)
{
	struct sp_rows_left rows = { .rows = 0 };
	enum sp_status status = sp_split_all(turns->split, turns->dead, &rows,
					     err);

	if (!status)
		status = add_cut(turns, &rows, false, err);
	sp_rows_left_free(&rows);
	turns->components = turns->split->count;
	if (turns->cut_count)
		turns->components += sp_pieces_count(turns->cuts[0].pieces);
	return status;
}

/*
 * With several components, scores of the whole graph are those of the first one
 * at best.
 */
enum sp_status
sp_turns_new(struct sp_share *share,
	     const struct sp_turns_options *options, uint64_t *dead,
	     double *hub, double *authority, bool given,
	     struct sp_turns **turns, struct sp_error *err)
{
	struct sp_turns *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*turns = NULL;
	if (!made)
		return sp_no_memory(err, "components");
	made->share = share;
	made->options = *options;
	made->dead = dead;
	made->hub = hub;
	made->authority = authority;
	made->scored = NO_LABEL;
	status = sp_split_new(share, options->hits->threads, &made->split,
			      err);
	if (!status)
		made->split->weights = options->hits->weights;
	if (!status)
		status = sp_grower_new_pieces(&made->small, err);
	if (!status)
		status = split_graph(made, err);
	if (status) {
		sp_turns_free(made);
		return status;
	}
	/* One component may be found to be none by the scores alone. */
	made->given = made->use_given = given && made->components <= 1;
	*turns = made;
	return SP_OK;
}

void
sp_turns_free(struct sp_turns *turns)
{
	if (!turns)
		return;
	for (uint64_t i = 0; i < turns->cut_count; i++)
		sp_pieces_free(turns->cuts[i].pieces);
	free(turns->cuts);
	sp_split_free(turns->split);
	sp_hits_space_free(turns->space);
	sp_grower_free(turns->grower);
	sp_grower_free(turns->small);
	free(turns);
}

struct sp_turns_summary
sp_turns_summary(const struct sp_turns *turns)
{
	return (struct sp_turns_summary){
		turns->components, turns->use_given, turns->report,
		turns->grower ? sp_grower_passes(turns->grower) : 0
	};
}

/* ---- large components ------------------------------------------------- */

/*
 * Links of one component only need no labels.  HITS without labels tests
 * nothing for each place.
 */
static bool
is_alone(const struct sp_turns *turns)
{
	return turns->split->count == 1 && !turns->cut_count &&
	       !turns->split->aside_count;
}

/*
 * HITS on a large component.  The space keeps the form of the graph.
 *
 * The key can only fall: a bound above, or that of the component that this one
 * is left of.
 */
static enum sp_status
score_large(struct sp_turns *turns, struct sp_large *large,
	    struct sp_error *err)
{
	struct sp_hits_options hits = *turns->options.hits;
	uint64_t runs = turns->options.seeds;

	hits.runs = runs < UINT32_MAX ? (uint32_t)runs : UINT32_MAX;
	hits.label = is_alone(turns) ? NULL : turns->split->label;
	hits.only = large->label;
	turns->scored = NO_LABEL;
	turns->given = false;
	if (!turns->space)
		turns->space = sp_hits_space_new(turns->share->owned);
	if (!turns->space)
		return sp_no_memory(err, "hub scores");
	if (sp_hits(turns->share->graph, turns->dead, &hits, turns->space,
		    turns->hub, turns->authority, &turns->report, err))
		return err->status;
	turns->scored = large->label;
	sp_split_mark_aside(turns->split, turns->authority);
	if (!large->standing.ranked)
		large->standing.key =
			fmin(large->standing.key,
			     sp_singular_rounded(turns->report.singular));
	large->standing.ranked = true;
	return SP_OK;
}

/*
 * The largest hub score, of all processes.  Of the pages owned: those reached
 * have the scores of their owners, or none yet.
 */
static enum sp_status
turns_find_largest(const struct sp_turns *turns, double *largest,
		   struct sp_error *err)
{
	const struct sp_share *share = turns->share;
	uint64_t end = share->own_first + share->owned;

	*largest = 0;
	for (uint64_t i = share->own_first; i < end; i++)
		if (turns->hub[i] > *largest)
			*largest = turns->hub[i];
	return sp_sum_together(share->team, largest, true, err);
}

/* Makes the scores of pages reached those of their owners. */
static enum sp_status
fetch_scores(struct sp_turns *turns, struct sp_error *err)
{
	if (sp_share_fetch(turns->share, turns->hub, err))
		return err->status;
	return sp_share_fetch(turns->share, turns->authority, err);
}

/* Scores that are still there serve again. */
static enum sp_status
begin_large(struct sp_turns *turns, struct sp_turn *turn, struct sp_error *err)
{
	struct sp_large *large = turns->large;

	if (!turns->given && turns->scored != large->label &&
	    score_large(turns, large, err))
		return err->status;
	/* Not earlier: small components need no index and no in-degrees. */
	if (!turns->grower &&
	    sp_grower_new(turns->share, turns->options.hits->threads,
			  &turns->grower, err))
		return err->status;
	if (fetch_scores(turns, err) ||
	    turns_find_largest(turns, &turn->largest, err))
		return err->status;
	turn->grower = turns->grower;
	turn->authorities = large->authorities;
	turn->iterations = turns->given ? 0 : turns->report.iterations;
	sp_grower_rank(turn->grower, turns->dead, turns->hub,
		       turns->authority);
	return SP_OK;
}

/* ---- small components ------------------------------------------------- */

/*
 * A component without enough pages on a side cannot have a core that counts, so
 * it is not ranked.
 */
static enum sp_status
begin_small(struct sp_turns *turns, struct sp_turn *turn, struct sp_error *err)
{
	struct sp_pieces *pieces = turns->cut->pieces;
	struct sp_hits_report report;
	const struct sp_piece *piece;

	turn->grower = turns->small;
	turn->authorities = sp_pieces_authorities(pieces);
	turn->too_small = sp_pieces_hubs(pieces) < turns->options.min_hubs ||
			  turn->authorities < turns->options.min_authorities;
	if (turn->too_small)
		return SP_OK;
	if (sp_pieces_rank(pieces, turns->options.hits, &piece, &report, err))
		return err->status;
	turn->iterations = report.iterations;
	for (uint32_t i = 0; i < piece->pages; i++)
		if (piece->hub[i] > turn->largest)
			turn->largest = piece->hub[i];
	sp_grower_rank_piece(turn->grower, piece);
	return SP_OK;
}

/* ---- turns ------------------------------------------------------------ */

/*
 * Finds the component that comes first; false: there is none.
 *
 * Ties between large and small ones cannot happen: their smallest pages differ.
 */
static bool
turns_choose(struct sp_turns *turns, struct sp_standing *best)
{
	struct sp_split *split = turns->split;

	turns->large = NULL;
	turns->cut = NULL;
	*best = (struct sp_standing){ .key = 0 };
	for (uint64_t i = 0; i < split->count; i++) {
		struct sp_large *large = &split->large[i];

		if (large->searched ||
		    (turns->large &&
		     !sp_standing_before(&large->standing, best)))
			continue;
		turns->large = large;
		*best = large->standing;
	}
	for (uint64_t i = 0; i < turns->cut_count; i++) {
		struct sp_standing standing;

		if (!sp_pieces_next(turns->cuts[i].pieces, &standing) ||
		    ((turns->large || turns->cut) &&
		     !sp_standing_before(&standing, best)))
			continue;
		turns->large = NULL;
		turns->cut = &turns->cuts[i];
		*best = standing;
	}
	return turns->large || turns->cut;
}

/*
 * Ranks the components that may come first until one is known to.  Given scores
 * stand for a ranking, so their component is not ranked.
 */
enum sp_status
sp_turns_next(struct sp_turns *turns, struct sp_turn *turn,
	      struct sp_error *err)
{
	struct sp_standing best;
	struct sp_hits_report report;
	const struct sp_piece *piece;
	enum sp_status status = SP_OK;

	*turn = (struct sp_turn){ .grower = NULL };
	for (;;) {
		if (!turns_choose(turns, &best))
			return SP_OK;
		if (best.ranked || turns->given)
			break;
		status = turns->large ?
				 score_large(turns, turns->large, err) :
				 sp_pieces_rank(turns->cut->pieces,
						turns->options.hits, &piece,
						&report, err);
		if (status)
			return status;
	}
	return turns->large ? begin_large(turns, turn, err) :
			      begin_small(turns, turn, err);
}

void
sp_turns_exhaust(struct sp_turns *turns, uint64_t rejected)
{
	if (!turns->large) {
		sp_pieces_exhaust(turns->cut->pieces, rejected);
		return;
	}
	turns->large->searched = true;
	turns->rejected += rejected;
}

enum sp_status
sp_turns_set_aside(struct sp_turns *turns, const uint32_t *pages,
		   uint64_t count, struct sp_error *err)
{
	struct sp_rows_left rows = { .rows = 0 };
	enum sp_status status;

	if (!turns->large)
		return sp_pieces_set_aside(turns->cut->pieces, pages, count,
					   err);
	turns->rejected += count;
	/* The label may be that of another component now. */
	turns->scored = NO_LABEL;
	turns->given = false;
	status = sp_split_set_aside(
		turns->split, (uint64_t)(turns->large - turns->split->large),
		pages, count, turns->dead, &rows, err);
	if (!status)
		status = add_cut(turns, &rows, true, err);
	sp_rows_left_free(&rows);
	return status;
}

/* ---- removing pages --------------------------------------------------- */

/*
 * Finds the large components again, with what was set aside in them.
 *
 * Dropping pieces before the search is right also if it fails: the extraction
 * ends then.
 */
static enum sp_status
split_again(struct sp_turns *turns, struct sp_error *err)
{
	struct sp_rows_left rows = { .rows = 0 };
	uint64_t kept = 0;
	enum sp_status status;

	for (uint64_t i = 0; i < turns->cut_count; i++)
		if (turns->cuts[i].aside)
			sp_pieces_free(turns->cuts[i].pieces);
		else
			turns->cuts[kept++] = turns->cuts[i];
	turns->cut_count = kept;
	turns->rejected = 0;
	turns->scored = NO_LABEL;
	turns->given = false;
	status = sp_split_again(turns->split, turns->dead, &rows, err);
	if (!status)
		status = add_cut(turns, &rows, false, err);
	sp_rows_left_free(&rows);
	return status;
}

/*
 * Whether large components lose pages must be asked before the pages are dead.
 */
enum sp_status
sp_turns_remove(struct sp_turns *turns, const uint32_t *pages, uint64_t count,
		struct sp_error *err)
{
	bool touches;

	if (sp_split_touches(turns->split, pages, count, &touches, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t local;

		if (sp_share_find(turns->share, pages[i], &local))
			sp_bit_set(turns->dead, local);
	}
	for (uint64_t i = 0; i < turns->cut_count; i++)
		if (sp_pieces_remove(turns->cuts[i].pieces, pages, count, err))
			return err->status;
	return touches ? split_again(turns, err) : SP_OK;
}

/*
 * Large components are found again only if something was rejected in them:
 * otherwise they are as they were.
 */
enum sp_status
sp_turns_rewind(struct sp_turns *turns, struct sp_error *err)
{
	for (uint64_t i = 0; i < turns->cut_count; i++)
		if (sp_pieces_rewind(turns->cuts[i].pieces, err))
			return err->status;
	return turns->rejected ? split_again(turns, err) : SP_OK;
}

uint64_t
sp_turns_rejected(const struct sp_turns *turns)
{
	uint64_t rejected = turns->rejected;

	for (uint64_t i = 0; i < turns->cut_count; i++)
		rejected += sp_pieces_rejected(turns->cuts[i].pieces);
	return rejected;
}
