/* SPDX-License-Identifier: MIT */
/*
 * split.h - which links of a graph are in large components, and the rows of the
 * others (pieces.h says what a component is).  Private to lib/seed.
 *
 * A component is large if ranking it over a form of the graph is worth it: if
 * it has more than half of all links that the extraction began with, or more
 * than a sixteenth, and not few.  So there are at most 15, mostly one.  The
 * rows of all others are listed for sp_pieces_new(), once, when they are cut
 * off.
 *
 * All processes of the team call the functions below together; each gets the
 * rows of all.
 */
#ifndef SP_SEED_SPLIT_H
#define SP_SEED_SPLIT_H

#include "cluster/team/share.h"
#include "seed/pieces.h"

/* A large component. */
struct sp_large {
	uint32_t label;       /* of its authorities: the smallest of them */
	uint64_t authorities;
	struct sp_standing standing;
	bool searched;        /* no authority of it starts a core */
};

/* For callers to read; standing and searched are theirs to set. */
struct sp_split {
	struct sp_share *share;
	const struct sp_link_weights *weights; /* theirs to set; or NULL */
	int threads;
	uint32_t *label;          /* of local pages, as authorities */
	uint64_t *open;           /* authorities to find components of */
	uint64_t *hubs;           /* in large components, */
	uint64_t *authorities;    /* with what was set aside */
	uint64_t limit;           /* of links, above which they are large */
	struct sp_large *large;
	uint64_t count, capacity;
	uint32_t *aside;          /* pages set aside in large components */
	uint64_t aside_count, aside_capacity;
};

/*
 * Takes 4 bytes and 3 bits a local page, and while components are found 8 more
 * (12 more with several processes).  The share must outlive it.  SP_MEMORY.
 */
enum sp_status sp_split_new(struct sp_share *share, int threads,
			    struct sp_split **split, struct sp_error *err);
void sp_split_free(struct sp_split *split); /* accepts NULL */

/*
 * Finds all components without the dead pages, a bitset over local pages.
 * rows, which are empty, get those of small ones.  SP_DATA if the graph is
 * damaged; SP_MEMORY, SP_IO.
 */
enum sp_status sp_split_all(struct sp_split *split, const uint64_t *dead,
			    struct sp_rows_left *rows, struct sp_error *err);

/* The same for what was in large components; nothing is set aside any more. */
enum sp_status sp_split_again(struct sp_split *split, const uint64_t *dead,
			      struct sp_rows_left *rows, struct sp_error *err);

/*
 * Sets pages of large[nth] aside: it is replaced by the large components of
 * what is left, which do not come before it.
 */
enum sp_status sp_split_set_aside(struct sp_split *split, uint64_t nth,
				  const uint32_t *pages, uint64_t count,
				  const uint64_t *dead,
				  struct sp_rows_left *rows,
				  struct sp_error *err);

/* *touches: is one of the pages in a large component?  SP_MEMORY, SP_IO. */
enum sp_status sp_split_touches(const struct sp_split *split,
				const uint32_t *pages, uint64_t count,
				bool *touches, struct sp_error *err);

/* Gives the pages set aside the score SP_SET_ASIDE, where a score is. */
void sp_split_mark_aside(const struct sp_split *split, double *authority);

#endif
