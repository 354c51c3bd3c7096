/* SPDX-License-Identifier: MIT */
/* The rows of a segment, and their runs (form_near_group.h). */
#include "rank/form_near_group.h"

#include <string.h>

/*
 * The targets of a segment in the order of their degrees, and the runs.  counts
 * has room for SP_NEAR_REACH + 2 entries: a target has at most one link from
 * each page within reach.  Only the part that is used is cleared.
 */
static uint32_t
count_degrees(const struct sp_near_side *side, const uint16_t *degree,
	      uint32_t *counts)
{
	uint64_t slots = sp_near_size(side);
	uint32_t most = 0;

	for (uint64_t k = 0; k < slots; k++)
		most = degree[k] > most ? degree[k] : most;
	memset(counts, 0, (most + UINT64_C(2)) * sizeof(*counts));
	for (uint64_t k = 0; k < slots; k++)
		counts[degree[k]]++;
	return most;
}

/* Counts what a segment needs, in the fields that become its places. */
void
sp_near_measure_segment(const struct sp_near_side *side, uint64_t number,
			const uint16_t *degree, uint32_t *counts)
{
	struct sp_near_segment *segment = &side->segment[number];
	uint32_t most = count_degrees(side, degree, counts);

	for (uint64_t d = 1; d <= most; d++) {
		segment->near += d * counts[d];
		segment->row += counts[d];
		segment->run += counts[d] > 0;
	}
}

/*
 * Stores rows and runs, and where the sources of each target go.  Rows of one
 * degree keep the order of their targets, so that segments of the same links
 * are stored the same, whatever the threads.
 */
void
sp_near_plan_segment(const struct sp_near_side *side, uint64_t number,
		     const uint16_t *degree, uint32_t *counts, uint32_t *at)
{
	const struct sp_near_segment *segment = &side->segment[number];
	uint32_t most = count_degrees(side, degree, counts);
	struct sp_near_run *run = side->run + segment->run;
	uint16_t *row = side->row + segment->row;
	uint64_t slots = sp_near_size(side);
	uint32_t next = 0, first_row = 0;

	/* counts becomes the number of the first row of each degree. */
	for (uint32_t d = 1; d <= most; d++) {
		uint32_t rows = counts[d];

		if (rows)
			*run++ = (struct sp_near_run){ d, rows };
		counts[d] = first_row;
		first_row += rows;
	}
	for (uint64_t k = 0; k < slots; k++)
		if (degree[k])
			row[counts[degree[k]]++] = (uint16_t)k;
	for (uint32_t k = 0; k < first_row; k++) {
		at[row[k]] = next;
		next += degree[row[k]];
	}
}
