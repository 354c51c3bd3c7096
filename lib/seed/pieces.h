/* SPDX-License-Identifier: MIT */
/*
 * pieces.h - the small components of the links that are left, and which of them
 * comes next (seedpipe-algorithms(7), 6.4).  Private to lib/seed.
 *
 * Hubs and authorities are the two sides of a bipartite graph, in which a link
 * joins its page as a hub with its target as an authority.  HITS ranks each
 * connected component of that graph by itself.  Components are searched in the
 * order of their singular values; of equal ones, the one with the smallest page
 * comes first.
 *
 * A component that is large is ranked over a form of the graph (split.h).  Of
 * all others, the rows are kept here, so that ranking one and growing a core in
 * it costs only as much as its links.
 *
 * A component has a bound of its singular value before it is ranked, the root
 * of its links, or of the squares of their weights, so that those which come
 * late need never be ranked.
 */
#ifndef SP_SEED_PIECES_H
#define SP_SEED_PIECES_H

#include "rank/hits_piece.h"

#include <stdbool.h>

/* Rows of links between pages of the whole graph.  A zeroed struct is empty. */
struct sp_rows_left {
	uint64_t rows, links;
	uint32_t *page;                 /* of each row, ascending */
	uint64_t *from;                 /* its links are to[from[row]] .. */
	uint32_t *to;                   /* to[from[row + 1] - 1], ascending */
	double *weight;                 /* of each link; NULL: all alike */
	uint64_t page_capacity, from_capacity, to_capacity, weight_capacity;
};

/*
 * Adds a row with count links, and their weights unless these are NULL, which
 * they are of all rows or of none; false if memory is short.
 */
bool sp_rows_left_add(struct sp_rows_left *rows, uint32_t page,
		      const uint32_t *to, const double *weight,
		      uint64_t count) SP_MUST_CHECK;
void sp_rows_left_free(struct sp_rows_left *rows);

/* ---- the order of components ------------------------------------------ */

/* Where a component stands among others. */
struct sp_standing {
	double key;     /* its singular value, rounded; or a bound */
	bool ranked;    /* it is the value */
	uint64_t least; /* sp_least_hub() or sp_least_authority() of its
			   smallest page: a page may be in two of them */
};

static inline uint64_t
sp_least_hub(uint32_t page)
{
	return (uint64_t)page * 2;
}

static inline uint64_t
sp_least_authority(uint32_t page)
{
	return (uint64_t)page * 2 + 1;
}

/*
 * Does a come before b?  A bound is looked at before the value that it equals:
 * the component that has it may come first.
 */
static inline bool
sp_standing_before(const struct sp_standing *a, const struct sp_standing *b)
{
	if (a->key != b->key)
		return a->key > b->key;
	if (a->ranked != b->ranked)
		return b->ranked;
	return a->least < b->least;
}

/*
 * Rounds a singular value to 30 bits.  Components that have the same shape have
 * the same singular value except for the last bits, which depend on the numbers
 * of their pages: so they tie.
 */
double sp_singular_rounded(double value);

/*
 * Bounds the singular value of a component by the sum of the squares of its
 * weights, which are 1 if its links are alike; rounded.
 */
double sp_singular_bound(double squares);

/* ---- components ------------------------------------------------------- */

struct sp_pieces;

/*
 * Finds the components of some rows, which become those of the pieces and are
 * freed with them, also after a failure.  Takes about 24 bytes a page, 16 a row
 * and 4 a link, 12 with weights.  SP_MEMORY.
 */
enum sp_status sp_pieces_new(struct sp_rows_left *rows,
			     struct sp_pieces **pieces, struct sp_error *err);
void sp_pieces_free(struct sp_pieces *pieces); /* accepts NULL */

/* Returns the components that were found when the pieces were made. */
uint64_t sp_pieces_count(const struct sp_pieces *pieces);

/* The component to search next; false: all have been searched. */
bool sp_pieces_next(struct sp_pieces *pieces, struct sp_standing *standing);

/* What is known of it without ranking it. */
uint32_t sp_pieces_hubs(const struct sp_pieces *pieces);
uint32_t sp_pieces_authorities(const struct sp_pieces *pieces);

/*
 * Ranks that component, after which another may be the next.  *piece has its
 * links and scores until the next call.  SP_MEMORY.
 */
enum sp_status sp_pieces_rank(struct sp_pieces *pieces,
			      const struct sp_hits_options *options,
			      const struct sp_piece **piece,
			      struct sp_hits_report *report,
			      struct sp_error *err);

/* That component has been searched: rejected of its authorities start none. */
void sp_pieces_exhaust(struct sp_pieces *pieces, uint64_t rejected);

/*
 * These authorities of that component are set aside: what is left of it becomes
 * components of their own, which do not come before it.  SP_MEMORY.
 */
enum sp_status sp_pieces_set_aside(struct sp_pieces *pieces,
				   const uint32_t *aside, uint64_t count,
				   struct sp_error *err);

/*
 * Removes pages, some of which may not be here.  Components that lose a page
 * are searched anew, with what was set aside.  SP_MEMORY.
 */
enum sp_status sp_pieces_remove(struct sp_pieces *pieces,
				const uint32_t *pages, uint64_t count,
				struct sp_error *err);

/* Components in which authorities were rejected are searched anew. */
enum sp_status sp_pieces_rewind(struct sp_pieces *pieces,
				struct sp_error *err);

/* Returns the authorities rejected in components that have not changed. */
uint64_t sp_pieces_rejected(const struct sp_pieces *pieces);

#endif
