/* SPDX-License-Identifier: MIT */
/*
 * rowstore.h - rows to a graph in memory, with their weights, when the number
 * of pages is known only after the last row.
 *
 * Also passes the rows back, for an importer that finds out late that the
 * pages must be numbered in another way.
 */
#ifndef SP_LINKS_ROWSTORE_H
#define SP_LINKS_ROWSTORE_H

#include "graph/graph.h"

struct sp_rowstore;

/*
 * threads (at least 1) encode.  weighted: keep the weights of the rows, which
 * must then have some.  NULL when memory is short.
 */
struct sp_rowstore *sp_rowstore_new(int threads, bool weighted);

/* The page after that of the last row. */
uint64_t sp_rowstore_pages(const struct sp_rowstore *store);

/* Links so far, those from a page to itself, and pages that have links. */
uint64_t sp_rowstore_links(const struct sp_rowstore *store);
uint64_t sp_rowstore_self_links(const struct sp_rowstore *store);
uint64_t sp_rowstore_linking(const struct sp_rowstore *store);

/*
 * Stores a row (rows.h): pages ascend, page and successors are below
 * SP_PAGES_MAX.  SP_DATA as the sink of a builder (builder.h); SP_MEMORY.
 */
enum sp_status sp_rowstore_row(struct sp_rowstore *store,
			       const struct sp_row *row, struct sp_error *err)
	SP_MUST_CHECK;

/* sp_rowstore_row() as a sink. */
struct sp_row_sink sp_rowstore_rows(struct sp_rowstore *store);

/*
 * The graph of pages pages; all rows and successors must be below.  *weights
 * is the array of all weights in page order, or NULL where the store is not
 * weighted.  The caller frees both.  Nothing but sp_rowstore_free() may
 * follow.
 */
enum sp_status sp_rowstore_finish(struct sp_rowstore *store, uint64_t pages,
				  struct sp_graph **graph, double **weights,
				  struct sp_error *err) SP_MUST_CHECK;

/*
 * Passes all rows that have links to the sink, whose begin is not called.
 * Takes time and memory by the rows there are, however large the numbers of
 * the successors.  Nothing but sp_rowstore_free() may follow.
 */
enum sp_status sp_rowstore_walk(struct sp_rowstore *store,
				const struct sp_row_sink *sink,
				struct sp_error *err) SP_MUST_CHECK;

/* The rows of a complete graph with its weights (or NULL); begin first. */
enum sp_status sp_graph_walk(const struct sp_graph *graph,
			     const double *weights,
			     const struct sp_row_sink *sink,
			     struct sp_error *err) SP_MUST_CHECK;

void sp_rowstore_free(struct sp_rowstore *store); /* accepts NULL */

#endif
