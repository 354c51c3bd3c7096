/* SPDX-License-Identifier: MIT */
/*
 * rowsort.h - one row as it comes from a file: targets in any order, some of
 * them twice.
 */
#ifndef SP_LINKS_ROWSORT_H
#define SP_LINKS_ROWSORT_H

#include "base/status.h"

/* All zero is an empty row.  weights is NULL when links have none. */
struct sp_raw_row {
	uint32_t *targets;
	double *weights;
	uint64_t count;
	uint64_t capacity, weight_capacity;
	uint64_t *keys;          /* for sorting */
	uint64_t key_capacity;
};

/* Appends count links; weights for all rows or for none. */
enum sp_status sp_raw_row_add(struct sp_raw_row *row, const uint32_t *targets,
			      uint64_t count, const double *weights,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * Sorts the targets and keeps one of equal ones, whose weights are added up
 * in the order in which they came; *duplicates grows by those dropped.
 * SP_DATA when a row has 2^32 links or more.  A sum of weights may be
 * infinite, which the builder that the row goes to refuses.
 */
enum sp_status sp_raw_row_normalise(struct sp_raw_row *row,
				    uint64_t *duplicates,
				    struct sp_error *err) SP_MUST_CHECK;

void sp_raw_row_free(struct sp_raw_row *row);

#endif
