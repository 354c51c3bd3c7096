/* SPDX-License-Identifier: MIT */
/*
 * pieces_own.h - what small components are made of.  Private to pieces*.c.
 *
 * Pages that occur in the rows get numbers of their own, in page order, so that
 * the arrays here are as small as the rows.  "Page" is such a number below,
 * except in page_of.
 *
 * A component that was found with all pages is an origin.  If pages of it are
 * set aside, components of what is left take its place, which remember it; they
 * have parts of its range of rows, so that all of it is still there when one
 * of its pages is removed and it has to be found again.
 */
#ifndef SP_SEED_PIECES_OWN_H
#define SP_SEED_PIECES_OWN_H

#include "base/bitset.h"
#include "seed/pieces.h"

#define SP_NONE UINT32_MAX /* or no page, or no root */

enum sp_piece_state {
	WAITING,   /* in the heap */
	SEARCHED,  /* no authority of it starts a core */
	REPLACED,  /* by what is left without pages set aside */
	GONE       /* pages of it were removed */
};

struct sp_component_left {
	struct sp_standing standing;
	uint32_t first, rows;  /* order[first] .. */
	uint32_t authorities;
	uint32_t origin;       /* itself, if nothing was set aside */
	uint64_t rejected;     /* of an origin: in all that is left of it */
	enum sp_piece_state state;
};

/* Room for the component that is ranked. */
struct sp_piece_room {
	uint64_t page, out_from, out, in_from, in, hub, authority, sums;
	uint64_t out_weight, in_weight;
};

struct sp_pieces {
	struct sp_rows_left rows;  /* by the numbers here */
	uint32_t pages;
	uint32_t *page_of;         /* the whole graph's numbers, ascending */
	uint32_t *root;            /* of authorities, while components are
				      found; else scratch */
	uint32_t *component_of;    /* of authorities; or none */
	uint64_t *dead, *aside, *seen;
	uint32_t *order;           /* rows, by components */
	struct sp_component_left *list;
	uint64_t count, capacity, found;
	uint32_t *heap;            /* of WAITING ones; others are stale */
	uint64_t waiting, heap_capacity;
	uint64_t rejected;
	struct sp_piece piece;
	struct sp_piece_room room;
};

/* Is the page an authority that counts? */
static inline bool
sp_pieces_there(const struct sp_pieces *pieces, uint32_t page)
{
	return !sp_bit_test(pieces->dead, page) &&
	       !sp_bit_test(pieces->aside, page);
}

/*
 * Makes pieces->piece of a component, whose pages are those of the whole graph;
 * false if memory is short.
 */
bool sp_pieces_load(struct sp_pieces *pieces,
		    const struct sp_component_left *component) SP_MUST_CHECK;

#endif
