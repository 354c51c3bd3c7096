/* SPDX-License-Identifier: MIT */
/*
 * Which snapshots of a web have each link, and each page.
 *
 * The map of a part ascends, so the links of one page come as a run of each
 * snapshot that has some, ascending in itself.  The runs are copied before the
 * row is sorted, and then walked beside it.
 */
#include "formats/merge/parts.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <string.h>

void
sp_row_runs_add(struct sp_row_runs *runs, uint64_t part, uint64_t end)
{
	runs->runs[runs->count].mask = UINT64_C(1) << part;
	runs->ends[runs->count++] = end;
}

enum sp_status
sp_row_runs_keep(struct sp_row_runs *runs, const uint32_t *targets,
		 uint64_t count, struct sp_error *err)
{
	uint64_t begin = 0;

	if (!sp_grow(&runs->targets, &runs->capacity, count + 1))
		return sp_no_memory(err, "a list of links");
	if (count)
		memcpy(runs->targets, targets, count * sizeof(*targets));
	for (uint32_t i = 0; i < runs->count; i++) {
		runs->runs[i].at = runs->targets + begin;
		runs->runs[i].end = runs->targets + runs->ends[i];
		begin = runs->ends[i];
	}
	return SP_OK;
}

/* The snapshots that have a link; the links are asked for in their order. */
static uint64_t
runs_mask_of(struct sp_row_runs *runs, uint32_t target)
{
	uint64_t mask = 0;

	for (uint32_t i = 0; i < runs->count; i++) {
		struct sp_row_run *run = &runs->runs[i];

		if (run->at < run->end && *run->at == target) {
			mask |= run->mask;
			run->at++;
		}
	}
	return mask;
}

enum sp_status
sp_merge_note_changes(struct sp_merge *merge, struct sp_row_runs *runs,
		      const struct sp_row *row, struct sp_error *err)
{
	uint64_t all = (UINT64_C(1) << merge->count) - 1;

	for (uint64_t i = 0; i < row->count; i++) {
		uint64_t mask = runs_mask_of(runs, row->successors[i]);
		struct sp_link_score link = {
			(uint32_t)row->page, row->successors[i], (double)mask
		};

		if (mask != all &&
		    sp_link_scores_add(&merge->changing, link, err))
			return err->status;
	}
	runs->count = 0;
	return SP_OK;
}

const struct sp_link_scores *
sp_merge_snapshot_links(const struct sp_merge *merge)
{
	return &merge->changing;
}

/* Sums of distinct powers of two below 2^52 are exact. */
double *
sp_merge_snapshot_pages(const struct sp_merge *merge)
{
	double *masks = sp_alloc_large_zero(merge->pages, sizeof(*masks));

	for (uint64_t i = 0; masks && i < merge->count; i++) {
		const struct sp_merge_part *part = &merge->parts[i];
		double bit = (double)(UINT64_C(1) << i);

		for (uint64_t p = 0; p < part->task.basis.graph.pages; p++)
			if (!part->there || sp_bit_test(part->there, p))
				masks[part->map[p]] += bit;
	}
	return masks;
}
