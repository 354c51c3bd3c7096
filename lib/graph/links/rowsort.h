/* SPDX-License-Identifier: MIT */
/*
 * rowsort.h - one row as read from a file, with targets in any order and
 * possibly duplicated, and its normal form.
 */
#ifndef SP_GRAPH_LINKS_ROWSORT_H
#define SP_GRAPH_LINKS_ROWSORT_H

#include "base/status.h"

/* A zeroed struct is an empty row.  weights is NULL for unweighted links. */
struct sp_raw_row {
	uint32_t *targets;
	double *weights;
	uint64_t count;
	uint64_t capacity, weight_capacity;
	uint64_t *keys;          /* for sorting */
	uint64_t key_capacity;
};

/*
 * Appends count links.  weights must be given in every call or be NULL in
 * every call.  Returns SP_MEMORY on failure.
 */
enum sp_status sp_raw_row_add(struct sp_raw_row *row, const uint32_t *targets,
			      uint64_t count, const double *weights,
			      struct sp_error *err);

/*
 * Sorts the targets and merges equal ones, adding up their weights in the
 * order in which they were appended.  Adds the number of links dropped to
 * *duplicates.  A sum of weights may be infinite; the graph builder rejects
 * it later.  Returns SP_DATA for a row of 2^32 links or more; SP_MEMORY.
 */
enum sp_status sp_raw_row_normalise(struct sp_raw_row *row,
				    uint64_t *duplicates,
				    struct sp_error *err);

void sp_raw_row_free(struct sp_raw_row *row);

#endif
