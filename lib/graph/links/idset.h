/* SPDX-License-Identifier: MIT */
/*
 * idset.h - the page ids that a file uses, and the rank of each.
 *
 * The ids of a file may have gaps.  Pages are numbered 0, 1, 2, ... in
 * ascending order of id, so the page number of an id is its rank.
 */
#ifndef SP_GRAPH_LINKS_IDSET_H
#define SP_GRAPH_LINKS_IDSET_H

#include "base/status.h"

#include <stdbool.h>

/*
 * A bitmap with one bit for each number, split into leaves that are allocated
 * when a number needs them.  Memory depends on the numbers in use, not on the
 * largest one.
 */
#define SP_IDSET_LEAF_BITS 15
#define SP_IDSET_LEAF_WORDS (1 << (SP_IDSET_LEAF_BITS - 6))

struct sp_idset_leaf {
	uint64_t words[SP_IDSET_LEAF_WORDS];
	uint16_t before[SP_IDSET_LEAF_WORDS]; /* numbers in earlier words */
	uint64_t rank;                        /* and in earlier leaves */
};

struct sp_idset {
	uint32_t leaf_end; /* from here on there are none */
	struct sp_idset_leaf *leaves[1 << (32 - SP_IDSET_LEAF_BITS)];
};

struct sp_idset *sp_idset_new(void); /* NULL when memory is short */

/* For sp_idset_add() only: adds a leaf; returns false if memory is short. */
bool sp_idset_add_leaf(struct sp_idset *set, uint32_t id);

/* Adds id to the set; returns false if memory is short. */
static inline bool
sp_idset_add(struct sp_idset *set, uint32_t id)
{
	struct sp_idset_leaf **leaf = &set->leaves[id >> SP_IDSET_LEAF_BITS];

	if (!*leaf && !sp_idset_add_leaf(set, id))
		return false;
	(*leaf)->words[id >> 6 & (SP_IDSET_LEAF_WORDS - 1)] |=
		UINT64_C(1) << (id & 63);
	return true;
}

/* Returns whether id is in the set. */
static inline bool
sp_idset_has(const struct sp_idset *set, uint32_t id)
{
	const struct sp_idset_leaf *leaf =
		set->leaves[id >> SP_IDSET_LEAF_BITS];
	uint32_t word = id >> 6 & (SP_IDSET_LEAF_WORDS - 1);

	return leaf && leaf->words[word] >> (id & 63) & 1;
}

/*
 * Prepares the ranks; call it after the last addition.  Returns the number of
 * members.
 */
uint64_t sp_idset_count(struct sp_idset *set);

/* Returns the number of members below id, which must be a member. */
static inline uint32_t
sp_idset_rank(const struct sp_idset *set, uint32_t id)
{
	const struct sp_idset_leaf *leaf =
		set->leaves[id >> SP_IDSET_LEAF_BITS];
	uint32_t word = id >> 6 & (SP_IDSET_LEAF_WORDS - 1);
	uint64_t below = leaf->words[word] &
			 ((UINT64_C(1) << (id & 63)) - 1);

	return (uint32_t)(leaf->rank + leaf->before[word]) +
	       (uint32_t)__builtin_popcountll(below);
}

/* Stores the ranks of count members. */
void sp_idset_ranks(const struct sp_idset *set, const uint32_t *ids,
		    uint64_t count, uint32_t *ranks);

/*
 * Stores the smallest member >= id in *found; returns false if every member
 * is smaller.
 */
bool sp_idset_next(const struct sp_idset *set, uint64_t id, uint32_t *found);

void sp_idset_free(struct sp_idset *set); /* accepts NULL */

#endif
