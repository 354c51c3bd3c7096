/* SPDX-License-Identifier: MIT */
/*
 * Rows are made in two passes over the graph: how many links of each block are
 * near and far, then the links, at places that follow from the counts.  Threads
 * have whole blocks, and what a block writes is its own, so nothing is locked.
 *
 * target - base is computed without sign: a target below the base gives a
 * number far above SP_ROWS_REACH, so one comparison tests both ends.
 */
#include "rank/rows.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

void
sp_rows_free(struct sp_rows *rows)
{
	if (!rows)
		return;
	free(rows->block);
	free(rows->near);
	free(rows->far_page);
	free(rows->far);
	free(rows->near_count);
	free(rows->count);
	free(rows->looped);
	free(rows);
}

/*
 * count and near_count are both kept: a share is divided by all links, and only
 * the near ones are in the row.
 */
static struct sp_rows *
rank_rows_begin(const struct sp_graph *graph)
{
	struct sp_rows *rows = sp_alloc_zero(1, sizeof(*rows));

	if (!rows)
		return NULL;
	rows->pages = sp_graph_pages(graph);
	rows->blocks = sp_graph_blocks(graph);
	rows->block = sp_alloc_zero(rows->blocks + 1, sizeof(*rows->block));
	rows->near_count = sp_alloc_large_zero(rows->pages, sizeof(uint32_t));
	rows->count = sp_alloc_large_zero(rows->pages, sizeof(uint32_t));
	/* Whole blocks, so that no two threads write the same word. */
	rows->looped = sp_alloc_zero(rows->blocks, SP_BLOCK_PAGES / 8);
	if (rows->block && rows->near_count && rows->count && rows->looped)
		return rows;
	sp_rows_free(rows);
	return NULL;
}

/* ---- first pass: how many links are near ------------------------------ */

/*
 * Whether a page links to itself is noted here, where every link is looked at
 * anyway; sweeps need it in each pass.
 */
static void
rows_count_row(struct sp_rows *rows, struct sp_rows_block *block, uint64_t base,
	       const struct sp_list *row)
{
	uint32_t near = 0;
	bool looped = false;

	for (uint32_t i = 0; i < row->count; i++) {
		near += row->successors[i] - base < SP_ROWS_REACH;
		looped |= row->successors[i] == row->page;
	}
	rows->near_count[row->page] = near;
	rows->count[row->page] = row->count;
	if (looped)
		sp_bit_set(rows->looped, row->page);
	block->near += near;
	block->far += row->count - near;
}

/* ---- second pass ------------------------------------------------------ */

/* Of a row, the near targets are neighbours: far ones are before and after. */
static void
rows_fill_row(struct sp_rows *rows, struct sp_rows_block *at, uint64_t base,
	      const struct sp_list *row)
{
	uint16_t place = (uint16_t)(row->page % SP_BLOCK_PAGES);

	for (uint32_t i = 0; i < row->count; i++) {
		uint32_t target = row->successors[i];

		if (target - base < SP_ROWS_REACH) {
			rows->near[at->near++] = (uint16_t)(target - base);
		} else {
			rows->far_page[at->far] = place;
			rows->far[at->far++] = target;
		}
	}
}

/* ---- both ------------------------------------------------------------- */

struct rows_pass {
	struct sp_rows *rows;
	void (*visit)(struct sp_rows *rows, struct sp_rows_block *at,
		      uint64_t base, const struct sp_list *row);
	bool fill;
};

/*
 * at is a copy: the counts are stored at the end of a block, and while filling,
 * the places of the table stay as they are.
 */
static enum sp_status
rows_visit_range(void *context, struct sp_cursor *cursor, uint64_t first,
		 uint64_t last, struct sp_error *err)
{
	const struct rows_pass *pass = context;
	struct sp_rows *rows = pass->rows;
	struct sp_list lists[SP_LISTS];
	unsigned count;

	(void)err;
	for (uint64_t block = first; block < last; block++) {
		struct sp_rows_block at = rows->block[block];
		uint64_t base = sp_rows_base(block);

		sp_cursor_block(cursor, block);
		while ((count = sp_cursor_lists(cursor, lists)))
			for (unsigned k = 0; k < count; k++)
				pass->visit(rows, &at, base, &lists[k]);
		if (!pass->fill)
			rows->block[block] = at;
	}
	return SP_OK;
}

static enum sp_status
count_or_fill(struct sp_rows *rows, const struct sp_graph *graph, bool fill,
	      int threads, struct sp_error *err)
{
	struct rows_pass pass = {
		rows, fill ? rows_fill_row : rows_count_row, fill
	};

	return sp_visit_ranges(graph, 0, rows->blocks, threads,
			       rows_visit_range, &pass, err);
}

/*
 * Turns numbers of links into places, and makes room.  Zeros after the last far
 * link, for the fetching ahead: page 0 exists.
 */
static bool
rows_make_room(struct sp_rows *rows)
{
	struct sp_rows_block at = { 0, 0 };

	for (uint64_t block = 0; block <= rows->blocks; block++) {
		struct sp_rows_block links = rows->block[block];

		rows->block[block] = at;
		at.near += links.near;
		at.far += links.far;
	}
	rows->near = sp_alloc_large(at.near, sizeof(uint16_t));
	rows->far_page = sp_alloc_large(at.far, sizeof(uint16_t));
	rows->far = sp_alloc_large(at.far + SP_ROWS_AHEAD, sizeof(uint32_t));
	if (!rows->near || !rows->far_page || !rows->far)
		return false;
	memset(rows->far + at.far, 0, SP_ROWS_AHEAD * sizeof(uint32_t));
	return true;
}

enum sp_status
sp_rows_new(const struct sp_graph *graph, int threads, struct sp_rows **rows,
	    struct sp_error *err)
{
	enum sp_status status = SP_OK;

	*rows = rank_rows_begin(graph);
	if (*rows)
		status = count_or_fill(*rows, graph, false, threads, err);
	if (!status && (!*rows || !rows_make_room(*rows)))
		status = sp_no_memory(err, "rows of links");
	if (!status)
		status = count_or_fill(*rows, graph, true, threads, err);
	if (!status)
		return SP_OK;
	sp_rows_free(*rows);
	*rows = NULL;
	return status;
}
