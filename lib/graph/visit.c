/* SPDX-License-Identifier: MIT */
/*
 * Ranges of sixteen blocks are handed out to threads as they become free:
 * blocks differ in links, and a range is enough work, some 16 K pages, to hide
 * the cost of handing it out.  One cursor serves all ranges of a thread, so
 * that its memory is allocated once.
 *
 * Which thread reads which range, and when, is not fixed.  So what visitors
 * leave must not depend on it: counts and bit sets are sums, and of several
 * failures the smallest status is reported, not the first one.
 *
 * sp_graph_walk() is the other way to see all rows: in order, by the calling
 * thread, as a source for any sink of rows.
 */
#include "graph/visit.h"

#include "base/memory.h"
#include "graph/crossing.h"

/*
 * err is only written under the lock.  After a failure of its own a thread
 * skips its ranges; others go on to the end, which happens once in the life of
 * a program.
 */
enum sp_status
sp_visit_ranges(const struct sp_graph *graph, uint64_t first, uint64_t last,
		int threads, sp_range_visitor *visitor, void *context,
		struct sp_error *err)
{
	enum sp_status result = SP_OK;

#pragma omp parallel num_threads(threads)
	{
		/* One cursor a thread, for all of its ranges. */
		struct sp_cursor *cursor = sp_cursor_new(graph);
		struct sp_error failure;
		enum sp_status status = SP_OK;

		if (!cursor)
			status = sp_no_memory(&failure, "a list of links");
#pragma omp for schedule(dynamic)
		for (uint64_t at = first; at < last; at += SP_VISIT_BLOCKS) {
			uint64_t end = last - at < SP_VISIT_BLOCKS ?
				       last : at + SP_VISIT_BLOCKS;

			/* A loop of OpenMP cannot be left. */
			if (status)
				continue;
			sp_cursor_range(cursor, at, end);
			status = visitor(context, cursor, at, end, &failure);
			if (!status)
				status = sp_cursor_status(cursor, &failure);
		}
#pragma omp critical(sp_visit_result)
		sp_keep_failure(&result, err, status, &failure);
		sp_cursor_free(cursor);
	}
	return result;
}

/* ---- lists ------------------------------------------------------------ */

struct visit {
	const struct sp_graph *graph;
	const struct sp_progress *progress;
	sp_list_visitor *visitor;
	void *context;
	uint64_t done; /* blocks */
};

static enum sp_status
visit_range(void *context, struct sp_cursor *cursor, uint64_t first,
	    uint64_t last, struct sp_error *err)
{
	struct visit *visit = context;

	(void)err;
	sp_visit_rows(cursor, visit->visitor, visit->context);
#pragma omp critical(sp_visit_progress)
	{
		visit->done += last - first;
		sp_progress_report(visit->progress, visit->done,
				   sp_graph_blocks(visit->graph));
	}
	return SP_OK;
}

enum sp_status
sp_visit_lists(const struct sp_graph *graph, int threads,
	       const struct sp_progress *progress, sp_list_visitor *visitor,
	       void *context, struct sp_error *err)
{
	struct visit visit = { graph, progress, visitor, context, 0 };

	return sp_visit_ranges(graph, 0, sp_graph_blocks(graph), threads,
			       visit_range, &visit, err);
}

/* ---- rows ------------------------------------------------------------- */

/* *weights is that of the next link, or NULL. */
static enum sp_status
walk_block(struct sp_cursor *cursor, const double **weights,
	   const struct sp_row_sink *sink, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	const uint32_t *successors;
	uint32_t page, count;

	while (!status && sp_cursor_next(cursor, &page, &successors, &count)) {
		struct sp_row row = { page, count, successors, *weights };

		status = sp_rows_pass(sink, &row, err);
		if (*weights)
			*weights += count;
	}
	return status ? status : sp_cursor_status(cursor, err);
}

/*
 * The status of the cursor is looked at after each block: rows of a damaged one
 * are passed on before it shows, but nothing after that block.
 */
enum sp_status
sp_graph_walk(const struct sp_graph *graph, const double *weights,
	      const struct sp_progress *progress,
	      const struct sp_row_sink *sink, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	uint64_t pages = sp_graph_pages(graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	status = sp_rows_begin(sink, pages, err);
	for (uint64_t b = 0; !status && b < sp_graph_blocks(graph); b++) {
		sp_progress_report(progress, b * SP_BLOCK_PAGES, pages);
		sp_cursor_block(cursor, b);
		status = walk_block(cursor, &weights, sink, err);
	}
	sp_cursor_free(cursor);
	return status;
}

/* ---- degrees ---------------------------------------------------------- */

static enum sp_status
count_to_range(void *context, struct sp_side *side, struct sp_cursor *cursor,
	       uint64_t first, uint64_t last, struct sp_error *err)
{
	const uint32_t *successors;
	uint32_t page, count;

	(void)first;
	(void)last;
	(void)err;
	while (sp_cursor_next(cursor, &page, &successors, &count))
		sp_side_count(side, context, page, successors, count);
	return SP_OK;
}

static void
count_from(void *context, uint32_t page, const uint32_t *successors,
	   uint32_t count)
{
	uint32_t *degree = context;

	(void)successors;
	degree[page] = count;
}

enum sp_status
sp_count_inlinks(const struct sp_graph *graph, int threads,
		 uint32_t *in_degree, struct sp_error *err)
{
	return sp_visit_inlinks(graph, threads, count_to_range, in_degree,
				in_degree, err);
}

enum sp_status
sp_count_outlinks(const struct sp_graph *graph, int threads,
		  uint32_t *out_degree, struct sp_error *err)
{
	return sp_visit_lists(graph, threads, NULL, count_from, out_degree,
			      err);
}
