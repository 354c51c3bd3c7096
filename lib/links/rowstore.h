/* SPDX-License-Identifier: MIT */
/*
 * rowstore.h - rows to a graph in memory, with their weights, when the number
 * of pages is known only after the last row.  Private to lib/links.
 *
 * Also reads the rows back, for an importer that finds out late that the
 * pages must be numbered in another way.
 */
#ifndef SP_LINKS_ROWSTORE_H
#define SP_LINKS_ROWSTORE_H

#include "graph/graph.h"

struct sp_rowstore;

/* threads >= 1, for the encoding.  NULL when memory is short. */
struct sp_rowstore *sp_rowstore_new(int threads, bool weighted);

/* Rows so far: the number of the next page. */
uint64_t sp_rowstore_pages(const struct sp_rowstore *store);

/* Links so far, and those of them from a page to itself. */
uint64_t sp_rowstore_links(const struct sp_rowstore *store);
uint64_t sp_rowstore_self_links(const struct sp_rowstore *store);

/*
 * The row of the next page: successors strictly ascending, below
 * SP_PAGES_MAX, and a weight for each where the store is weighted.  SP_DATA
 * at the row behind SP_PAGES_MAX.
 */
enum sp_status sp_rowstore_row(struct sp_rowstore *store,
			       const uint32_t *successors, uint64_t count,
			       const double *weights, struct sp_error *err)
	SP_MUST_CHECK;

/* Empty rows until page is the next one. */
enum sp_status sp_rowstore_skip_to(struct sp_rowstore *store, uint64_t page,
				   struct sp_error *err) SP_MUST_CHECK;

/* sp_rowstore_row() for those who produce for a sink; begin does nothing. */
struct sp_row_sink sp_rowstore_rows(struct sp_rowstore *store);

/*
 * The graph of pages pages, at least as many as rows; rows that are missing
 * are empty.  All successors must be below pages.  *weights is the array of
 * all weights in page order, or NULL.  Both are the caller's to free.  Ends
 * the use of the store but for sp_rowstore_free().
 */
enum sp_status sp_rowstore_finish(struct sp_rowstore *store, uint64_t pages,
				  struct sp_graph **graph, double **weights,
				  struct sp_error *err) SP_MUST_CHECK;

/* Called for each row that has links, in page order. */
struct sp_row_visitor {
	void *context;
	enum sp_status (*row)(void *context, uint32_t page,
			      const uint32_t *successors, uint64_t count,
			      const double *weights, struct sp_error *err);
};

/*
 * Gives all rows back.  Takes time and memory by the rows there are, however
 * large the numbers of the successors.  Ends the use of the store but for
 * sp_rowstore_free().
 */
enum sp_status sp_rowstore_walk(struct sp_rowstore *store,
				const struct sp_row_visitor *visitor,
				struct sp_error *err) SP_MUST_CHECK;

/* The same for a complete graph and its weights (or NULL). */
enum sp_status sp_graph_walk(const struct sp_graph *graph,
			     const double *weights,
			     const struct sp_row_visitor *visitor,
			     struct sp_error *err) SP_MUST_CHECK;

void sp_rowstore_free(struct sp_rowstore *store); /* accepts NULL */

#endif
