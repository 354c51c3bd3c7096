/* SPDX-License-Identifier: MIT */
/*
 * idtable.h - numbers 64-bit ids 0, 1, ... in order of first appearance.
 *
 * Ids are those of pages in a file, or hashes of what is to be counted once;
 * these have a seed (base/hash.h).
 */
#ifndef SP_GRAPH_IDTABLE_H
#define SP_GRAPH_IDTABLE_H

#include "base/status.h"

#include <stdbool.h>

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
