/* SPDX-License-Identifier: MIT */
/*
 * rowstore.h - builds a graph in memory, with weights, when the number of
 * pages is known only after the last row.
 *
 * A store can also pass its rows back, for an importer that discovers late
 * that pages need other numbers.
 */
#ifndef SP_GRAPH_LINKS_ROWSTORE_H
#define SP_GRAPH_LINKS_ROWSTORE_H

#include "graph/graph.h"

struct sp_rowstore;

/*
 * Creates an empty store.  threads (at least 1) threads encode.  With
 * weighted, the store keeps the weights of its rows, and every row must have
 * them.  Returns NULL if memory is short.
 */
struct sp_rowstore *sp_rowstore_new(int threads, bool weighted);

/* Of the rows so far. */
struct sp_rowstore_counts {
	uint64_t pages;      /* the page of the last row plus 1, or 0 */
	uint64_t links, self_links;
	uint64_t linking;    /* pages with links */
};

const struct sp_rowstore_counts *
sp_rowstore_counts(const struct sp_rowstore *store);

/*
 * Stores a row (rows.h).  Pages must ascend; the page and its successors must
 * be below SP_PAGES_MAX.  Returns SP_DATA where the sink of a builder does
 * (builder.h); SP_MEMORY.
 */
enum sp_status sp_rowstore_row(struct sp_rowstore *store,
			       const struct sp_row *row, struct sp_error *err);

/* Says which reference the next row has had before, see sp_builder_hint(). */
void sp_rowstore_hint(struct sp_rowstore *store, unsigned hint);

/* Returns a sink that calls sp_rowstore_row(). */
struct sp_row_sink sp_rowstore_rows(struct sp_rowstore *store);

/*
 * Builds the graph with pages pages; every page and successor must be below
 * pages.  *weights receives all weights in page order, or NULL if the store
 * is not weighted.  The caller frees both.  Only sp_rowstore_free() may be
 * called afterwards.
 */
enum sp_status sp_rowstore_finish(struct sp_rowstore *store, uint64_t pages,
				  struct sp_graph **graph, double **weights,
				  struct sp_error *err);

/*
 * Passes all rows that have links to the sink without calling the sink's
 * begin.  Time and memory depend on the number of rows, not on the size of
 * the page numbers.  Only sp_rowstore_free() may be called afterwards.  hints
 * is NULL, or has room for SP_BLOCK_PAGES hints (codec.h): while rows of a
 * block are passed, it has those of its pages.
 */
enum sp_status sp_rowstore_walk(struct sp_rowstore *store,
				const struct sp_row_sink *sink, uint8_t *hints,
				struct sp_error *err);

void sp_rowstore_free(struct sp_rowstore *store); /* accepts NULL */

#endif
