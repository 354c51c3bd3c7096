/* SPDX-License-Identifier: MIT */
/*
 * split_search.h - a search for components, by one process or several.
 * Private to split*.c.
 *
 * Trees of authorities are joined by the rows of a process.  With several, the
 * trees that have a page in common get the same label, which is the smallest
 * page of all of them; with one, the label of a place is the root of its tree.
 */
#ifndef SP_SEED_SPLIT_SEARCH_H
#define SP_SEED_SPLIT_SEARCH_H

#include "base/bitset.h"
#include "seed/split.h"

/* A search for components. */
struct sp_split_search {
	struct sp_split *split;
	const uint64_t *dead;
	uint32_t *root;      /* by place; with one process it is label */
	uint32_t *links;     /* of the rows whose first authority is at a
				place; then of each root, UINT32_MAX at most */
	uint32_t *first;     /* of each place as hub: 1 + that authority, or 0:
				none is open; then only for small components */
	bool aside;          /* pages were set aside */
	double most;         /* of the singular values */
	uint64_t begin;      /* of the large components found */
	uint64_t total;      /* of links */
	uint64_t small;      /* rows of small components */
	struct sp_rows_left *rows;
};

/* Places are those of local pages. */
static inline uint64_t
sp_split_places(const struct sp_split *split)
{
	return split->share->places;
}

/* The team of several processes, or NULL. */
static inline struct sp_team *
sp_split_team(const struct sp_split *split)
{
	return split->share->team->size > 1 ? split->share->team : NULL;
}

/* Does this process own the page at a place? */
static inline bool
sp_split_owns(const struct sp_split *split, uint64_t place)
{
	const struct sp_share *share = split->share;

	return place >= share->own_first &&
	       place < share->own_first + share->owned;
}

/* Is there a page at a place, owned or reached? */
static inline bool
sp_split_has(const struct sp_split *split, uint64_t place)
{
	const struct sp_share *share = split->share;

	return sp_split_owns(split, place) ||
	       (place < share->own_first ?
			place >= share->own_first - share->reached_below :
			place >= share->after_first &&
				place - share->after_first <
					share->reached -
						share->reached_below);
}

/* The page at a place. */
static inline uint32_t
sp_split_global(const struct sp_split *split, uint64_t place)
{
	return (uint32_t)sp_share_global(split->share, place);
}

/* The open authorities, by place: for (i = ...(0); i < end; i = ...(i + 1)) */
static inline uint64_t
sp_split_open(const struct sp_split *split, uint64_t from)
{
	return sp_bit_next(split->open, from, sp_split_places(split));
}

/* Returns the large component that a label is of, from nth on, or NULL. */
static inline struct sp_large *
sp_split_find_large(const struct sp_split *split, uint64_t nth, uint32_t label)
{
	for (; nth < split->count; nth++)
		if (split->large[nth].label == label)
			return &split->large[nth];
	return NULL;
}

/*
 * Finds the components of the open authorities: sets the labels, adds those
 * that are large to split->large, and the rows of all others to search->rows.
 * Sets split->limit if it is UINT64_MAX.  SP_MEMORY; with several processes,
 * SP_IO; SP_DATA if the graph is damaged.
 */
enum sp_status sp_split_find(struct sp_split_search *search,
			     struct sp_error *err);

/* Adds a large component; the rest of it is to be counted.  SP_MEMORY. */
enum sp_status sp_split_add_large(struct sp_split *split, uint32_t label,
				  struct sp_error *err);

/* ---- with several processes; SP_MEMORY, SP_IO ------------------------- */

/* Merges the trees of all processes: sets the labels. */
enum sp_status sp_split_merge(struct sp_split_search *search,
			      struct sp_error *err);

/* Lists the components that have more links than the limit in all processes. */
enum sp_status sp_split_list_shared(struct sp_split_search *search,
				    struct sp_error *err);

/* Counts what is known of these together, and joins the rows of all. */
enum sp_status sp_split_gather(struct sp_split_search *search,
			       struct sp_error *err);

#endif
