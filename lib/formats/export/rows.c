/* SPDX-License-Identifier: MIT */
#include "formats/export/rows.h"

#include "base/memory.h"

/* *weights is that of the next link, or NULL. */
static enum sp_status
export_rows_pass_block(struct sp_cursor *cursor, const double **weights,
		       const struct sp_row_sink *sink, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	const uint32_t *successors;
	uint32_t page, count;

	while (!status && sp_cursor_next(cursor, &page, &successors, &count)) {
		struct sp_row row = { page, count, successors, *weights };

		status = sp_rows_pass(sink, &row, err);
		*weights += *weights ? count : 0;
	}
	return status ? status : sp_cursor_status(cursor, err);
}

enum sp_status
sp_export_rows(const struct sp_export_graph *what,
	       const struct sp_progress *progress,
	       const struct sp_row_sink *sink, struct sp_error *err)
{
	const struct sp_graph *graph = what->graph;
	uint64_t pages = sp_graph_pages(graph);
	const double *weights = what->weights;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	status = sp_rows_begin(sink, pages, err);
	for (uint64_t b = 0; !status && b < sp_graph_blocks(graph); b++) {
		sp_progress_report(progress, b * SP_BLOCK_PAGES, pages);
		sp_cursor_block(cursor, b);
		status = export_rows_pass_block(cursor, &weights, sink, err);
	}
	sp_cursor_free(cursor);
	return status;
}
