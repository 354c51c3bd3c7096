/* SPDX-License-Identifier: MIT */
/*
 * The rows of a part ascend by common number, so that the parts' next rows are
 * merged; the rows of one page become one.
 *
 * Rows of fetches that were dropped, and of pages that redirects were folded
 * into others, are passed over, so the numbers of those that are left ascend, a
 * row a page and part.  What a row links to may have become another page,
 * though, by which its links are out of order, or twice the same: they are
 * sorted and made unique once the rows of the page are together
 * (sp_raw_row_normalise()).
 *
 * At equal numbers the part of the lower task comes first, so that the order of
 * the work does not depend on the heap.
 *
 * The links of each part are counted as they are read, and compared with what
 * the file had when it was added: one that was cut since ends the merge.
 */
#include "formats/merge/heap.h"
#include "formats/merge/work.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/links/rowsort.h"

#include <stdlib.h>

struct merging {
	struct sp_merge *merge;
	struct sp_row *next;      /* of each part */
	uint64_t *links;          /* of each part: read so far */
	struct sp_raw_row row;    /* of the page at hand */
	uint32_t *numbers;        /* of a row, final ones */
	uint64_t numbers_capacity;
	struct sp_part_heap heap;
	struct sp_row_runs runs;  /* of snapshots */
};

/* The page that the next row of a part has in the merged graph. */
static uint32_t
next_page(const struct merging *merging, uint32_t part)
{
	const uint32_t *map = merging->merge->parts[part].map;
	uint64_t page = merging->next[part].page;

	return map ? map[page] : (uint32_t)page;
}

static bool
row_before(const void *context, uint32_t a, uint32_t b)
{
	const struct merging *merging = context;
	uint32_t left = next_page(merging, a), right = next_page(merging, b);

	return left != right ? left < right : a < b;
}

/* Is the row one of a fetch that was dropped, or of a page that is none? */
static bool
is_dropped(const struct sp_merge_part *part, const struct sp_row *row)
{
	return part->map && (part->map[row->page] == SP_NO_PAGE ||
			     (part->keeps && !sp_bit_test(part->keeps,
							  row->page)));
}

/* Reads the next row of a part that is not dropped. */
static enum sp_status
rows_read_row(struct merging *merging, uint32_t part, struct sp_error *err)
{
	struct sp_merge *merge = merging->merge;
	struct sp_merge_part *from = &merge->parts[part];
	struct sp_row *row = &merging->next[part];

	if (from->final_rows)
		return sp_final_row(from->final_rows, row, err);
	for (;;) {
		if (sp_pull_row(from->open.pull, row, err))
			return sp_merge_fail_in(from, err);
		merging->links[part] += row->count;
		if (!row->count)
			return merging->links[part] ==
			       from->task.basis.graph.links ?
				SP_OK : sp_merge_changed(from, err);
		if (!is_dropped(from, row))
			return SP_OK;
		merge->counts.dropped += row->count;
	}
}

/* Adds the next row of a part to that of the page. */
static enum sp_status
rows_take_row(struct merging *merging, uint32_t part, struct sp_error *err)
{
	struct sp_merge *merge = merging->merge;
	const uint32_t *map = merge->parts[part].map;
	const struct sp_row *row = &merging->next[part];
	uint64_t count = 0;

	if (!map)
		return sp_raw_row_add(&merging->row, row->successors,
				      row->count, NULL, err);
	if (!sp_grow(&merging->numbers, &merging->numbers_capacity, row->count))
		return sp_no_memory(err, "a list of links");
	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t page = map[row->successors[i]];

		if (page == SP_NO_PAGE)
			merge->counts.dropped++;
		else
			merging->numbers[count++] = page;
	}
	/* With all of its links dropped, there may be no room to copy to. */
	return count ? sp_raw_row_add(&merging->row, merging->numbers, count,
				      NULL, err) : SP_OK;
}

/* Merges the rows of the next page. */
static enum sp_status
rows_take_page(struct merging *merging, const struct sp_row_sink *sink,
	       struct sp_error *err)
{
	struct sp_part_heap *heap = &merging->heap;
	struct sp_merge_counts *counts = &merging->merge->counts;
	uint32_t page = next_page(merging, heap->items[0]);
	struct sp_row row = { .page = page };
	bool snapshots = merging->merge->snapshots;

	merging->row.count = 0;
	do {
		uint32_t part = heap->items[0];

		if (rows_take_row(merging, part, err) ||
		    rows_read_row(merging, part, err))
			return err->status;
		if (snapshots)
			sp_row_runs_add(&merging->runs, part,
					merging->row.count);
		if (merging->next[part].count)
			sp_part_heap_changed(heap);
		else
			sp_part_heap_remove(heap);
	} while (heap->count && next_page(merging, heap->items[0]) == page);
	if (snapshots && sp_row_runs_keep(&merging->runs, merging->row.targets,
					  merging->row.count, err))
		return err->status;
	if (sp_raw_row_normalise(&merging->row, &counts->duplicates, err))
		return err->status;
	row.successors = merging->row.targets;
	row.count = merging->row.count;
	if (snapshots && sp_merge_note_changes(merging->merge, &merging->runs,
					       &row, err))
		return err->status;
	counts->links += row.count;
	counts->linking += row.count > 0;
	counts->self_links += sp_row_contains(&row, page);
	return row.count ? sp_rows_pass(sink, &row, err) : SP_OK;
}

static enum sp_status
rows_merge(struct merging *merging, const struct sp_row_sink *sink,
	   struct sp_error *err)
{
	struct sp_merge *merge = merging->merge;
	enum sp_status status = sp_rows_begin(sink, merge->pages, err);

	if (!status)
		status = sp_merge_open_all(merge, SP_TAG_GRAPH, err);
	for (uint32_t i = 0; !status && i < merge->count; i++) {
		status = rows_read_row(merging, i, err);
		if (!status && merging->next[i].count)
			sp_part_heap_add(&merging->heap, i);
	}
	while (!status && merging->heap.count)
		status = rows_take_page(merging, sink, err);
	sp_merge_close_all(merge);
	return status;
}

enum sp_status
sp_merge_rows(struct sp_merge *merge, const struct sp_row_sink *sink,
	      struct sp_merge_counts *counts, struct sp_error *err)
{
	struct merging merging = { .merge = merge };
	enum sp_status status;

	merging.heap = (struct sp_part_heap){ merge->heap, 0, &merging,
					      row_before };
	merging.next = sp_alloc_zero(merge->count, sizeof(*merging.next));
	merging.links = sp_alloc_zero(merge->count, sizeof(*merging.links));
	if (merging.next && merging.links)
		status = rows_merge(&merging, sink, err);
	else
		status = sp_no_memory(err, "the parts");
	free(merging.next);
	free(merging.links);
	free(merging.numbers);
	free(merging.runs.targets);
	sp_raw_row_free(&merging.row);
	*counts = merge->counts;
	return status;
}
