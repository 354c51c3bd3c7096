/* SPDX-License-Identifier: MIT */
/*
 * rowgraph.h - a graph in memory from rows that come in order, for callers that
 * make one of another graph.
 */
#ifndef SP_GRAPH_ROWGRAPH_H
#define SP_GRAPH_ROWGRAPH_H

#include "graph/graph.h"
#include "graph/rows.h"

/* Passes all rows that have links to the sink, whose begin was called. */
typedef enum sp_status sp_row_source(void *context,
				     const struct sp_row_sink *rows,
				     struct sp_error *err);

/*
 * Makes *graph, of this many pages, by this thread.  SP_MEMORY; SP_DATA as
 * sp_builder_rows() says; or the status of the source.  *graph is freed by the
 * caller, also after a failure, and may be NULL then.
 */
enum sp_status sp_graph_of_rows(uint64_t pages, sp_row_source *source,
				void *context, struct sp_graph **graph,
				struct sp_error *err);

#endif
