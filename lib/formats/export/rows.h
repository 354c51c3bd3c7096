/* SPDX-License-Identifier: MIT */
/*
 * rows.h - the rows of a graph in the order of its pages, for writers.
 */
#ifndef SP_FORMATS_EXPORT_ROWS_H
#define SP_FORMATS_EXPORT_ROWS_H

#include "formats/export/formats.h"

/*
 * Passes every page with its links and their weights to the sink, also pages
 * without links, and reports the pages to progress (or NULL).  Returns SP_DATA
 * if the graph is damaged; SP_MEMORY; the status of the sink.
 */
enum sp_status sp_export_rows(const struct sp_export_graph *what,
			      const struct sp_progress *progress,
			      const struct sp_row_sink *sink,
			      struct sp_error *err);

#endif
