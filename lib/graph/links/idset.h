/* SPDX-License-Identifier: MIT */
/*
 * idset.h - the page ids that a file uses, and the rank of each.
 *
 * The ids of a file may have gaps or be arbitrary 64-bit numbers.  Pages are
 * numbered 0, 1, 2, ... in ascending order of id, so the page number of an id
 * is its rank.
 */
#ifndef SP_GRAPH_LINKS_IDSET_H
#define SP_GRAPH_LINKS_IDSET_H

#include "base/status.h"

#include <stdbool.h>

/* ---- a set of 32-bit numbers ------------------------------------------ */

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

/* ---- a table of 64-bit numbers ---------------------------------------- */

/* Numbers 64-bit ids 0, 1, ... in order of first appearance. */
struct sp_idtable;

struct sp_idtable *sp_idtable_new(void); /* NULL when memory is short */

/*
 * Stores the index of id in *index, adding id if it is new.  Returns SP_DATA
 * if there would be more than SP_PAGES_MAX ids; SP_MEMORY.
 */
enum sp_status sp_idtable_add(struct sp_idtable *table, uint64_t id,
			      uint32_t *index, struct sp_error *err);

/* Finds the index of an id; returns false if it was not added. */
bool sp_idtable_find(const struct sp_idtable *table, uint64_t id,
		     uint32_t *index);

uint64_t sp_idtable_count(const struct sp_idtable *table);

/*
 * Sorts the ids: *sorted receives them in ascending order, and (*rank_of)[i]
 * is the position in *sorted of the id with index i.  The caller frees both
 * arrays.  Only sp_idtable_free() may be called afterwards.  Returns SP_MEMORY
 * on failure.
 */
enum sp_status sp_idtable_sort(struct sp_idtable *table, uint64_t **sorted,
			       uint32_t **rank_of, struct sp_error *err);

void sp_idtable_free(struct sp_idtable *table); /* accepts NULL */

#endif
