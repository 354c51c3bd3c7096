/* SPDX-License-Identifier: MIT */
/*
 * idset.h - the numbers that a file calls its pages by, and their ranks.
 * Private to lib/links.
 *
 * Files leave numbers out, or use any 64-bit numbers; pages are 0, 1, 2, ...
 * in the order of the numbers of the file.
 */
#ifndef SP_LINKS_IDSET_H
#define SP_LINKS_IDSET_H

#include "base/status.h"

#include <stdbool.h>

/* ---- a set of 32-bit numbers ------------------------------------------ */

/*
 * A bit a number, in leaves that exist where a number does: memory follows
 * what is in the file, not the largest number in it.
 */
#define SP_IDSET_LEAF_BITS 15
#define SP_IDSET_LEAF_WORDS (1 << (SP_IDSET_LEAF_BITS - 6))

struct sp_idset_leaf {
	uint64_t words[SP_IDSET_LEAF_WORDS];
	uint16_t before[SP_IDSET_LEAF_WORDS]; /* numbers in earlier words */
	uint64_t rank;                        /* and in earlier leaves */
};

struct sp_idset {
	struct sp_idset_leaf *leaves[1 << (32 - SP_IDSET_LEAF_BITS)];
};

struct sp_idset *sp_idset_new(void); /* NULL when memory is short */

/* For sp_idset_add(): adds a leaf.  false when memory is short. */
bool sp_idset_add_leaf(struct sp_idset *set, uint32_t id);

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

/* After the last addition: prepares the ranks; returns how many there are. */
uint64_t sp_idset_count(struct sp_idset *set);

/* How many numbers of the set are less than id, which is in the set. */
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

/*
 * The least number of the set that is at least id, in *found; false when
 * there is none.
 */
bool sp_idset_next(const struct sp_idset *set, uint64_t id, uint32_t *found);

void sp_idset_free(struct sp_idset *set); /* accepts NULL */

/* ---- a table of 64-bit numbers ---------------------------------------- */

/* Gives numbers 0, 1, ... to 64-bit numbers in order of appearance. */
struct sp_idtable;

struct sp_idtable *sp_idtable_new(void); /* NULL when memory is short */

/*
 * The place of id in *index; it is added when it is new.  SP_MEMORY;
 * SP_DATA when there are more than SP_PAGES_MAX.
 */
enum sp_status sp_idtable_add(struct sp_idtable *table, uint64_t id,
			      uint32_t *index, struct sp_error *err)
	SP_MUST_CHECK;

uint64_t sp_idtable_count(const struct sp_idtable *table);

/*
 * Puts the numbers in ascending order: *sorted is the array of them, *rank_of
 * the place in it of each number by its place in the table.  The caller frees
 * both.  Nothing but sp_idtable_free() may follow.  SP_MEMORY.
 */
enum sp_status sp_idtable_sort(struct sp_idtable *table, uint64_t **sorted,
			       uint32_t **rank_of, struct sp_error *err)
	SP_MUST_CHECK;

void sp_idtable_free(struct sp_idtable *table); /* accepts NULL */

#endif
