/* SPDX-License-Identifier: MIT */
/*
 * graph.h - the graph in memory: the compact form of the stream, as it is.
 *
 * Successors are ascending and without duplicates; a page may link to itself.
 * The encoding (codec.h) is known to the builder and the cursors only; all
 * other code sees lists of page numbers.  A graph does not change once it is
 * complete, and may be read by any number of cursors at once.
 */
#ifndef SP_GRAPH_GRAPH_H
#define SP_GRAPH_GRAPH_H

#include "graph/fingerprint.h"
#include "graph/rows.h"

#include <stdbool.h>

/* Pages of a block, the unit of encoding and of parallel work. */
#define SP_BLOCK_PAGES 1024

struct sp_graph;

/* ---- what a graph is -------------------------------------------------- */

uint64_t sp_graph_pages(const struct sp_graph *graph);
uint64_t sp_graph_links(const struct sp_graph *graph);

/* Blocks: pages / SP_BLOCK_PAGES, rounded up. */
uint64_t sp_graph_blocks(const struct sp_graph *graph);

/* Bytes of memory that the links take, with the table of blocks. */
uint64_t sp_graph_memory(const struct sp_graph *graph);

struct sp_fingerprint sp_graph_fingerprint(const struct sp_graph *graph);

/*
 * The fingerprint of the graph that this one was made from by removing links
 * (prune, residual), which has the same pages; its own when it was not.
 */
struct sp_fingerprint sp_graph_origin(const struct sp_graph *graph);

void sp_graph_free(struct sp_graph *graph); /* accepts NULL */

/* ---- reading in page order -------------------------------------------- */

/*
 * A cursor reads the pages of one block after the other.  It checks what it
 * decodes, so that a damaged graph gives SP_DATA and never a page number out
 * of range.  One cursor a thread.
 *
 *	cursor = sp_cursor_new(graph);
 *	for each block:
 *		sp_cursor_block(cursor, block);
 *		while (sp_cursor_next(cursor, &page, &successors, &count))
 *			...
 *	status = sp_cursor_status(cursor, err);
 */
struct sp_cursor;

struct sp_cursor *sp_cursor_new(const struct sp_graph *graph); /* or NULL */

/* Goes to the first page of a block (block < sp_graph_blocks()). */
void sp_cursor_block(struct sp_cursor *cursor, uint64_t block);

/*
 * From the next block on, the lists of only these pages: needed, as made by
 * sp_graph_needed(), is used until the cursor is freed.  Other pages come
 * without successors, and that a block adds up is no longer checked.  For
 * kernels that work on part of the pages again and again.
 */
void sp_cursor_choose(struct sp_cursor *cursor, const uint64_t *needed);

/*
 * Makes needed the set of the pages to decode so that the lists of pages can
 * be read: those pages, and the ones that their lists refer to.  Both are
 * bitsets (base/bitset.h) with a bit for each page of the graph.
 */
void sp_graph_needed(const struct sp_graph *graph, const uint64_t *pages,
		     uint64_t *needed);

/*
 * The next page of the block: its number, its successors, ascending, and how
 * many.  The list is valid until the next call.  false at the end of the
 * block and after a failure, which sp_cursor_status() then tells.
 */
bool sp_cursor_next(struct sp_cursor *cursor, uint32_t *page,
		    const uint32_t **successors, uint32_t *count);

/* A page and its successors. */
struct sp_list {
	uint32_t page;
	uint32_t count;
	const uint32_t *successors;
};

#define SP_LISTS 4        /* rows of one call */
#define SP_LIST_AHEAD 128 /* places behind a row */

/*
 * The same several pages at a time, without those that have no successors:
 * for kernels, which work on rows side by side to hide the time of additions
 * that wait for each other.  Writes up to SP_LISTS rows, valid until the next
 * call; returns how many, 0 where sp_cursor_next() gives false.
 *
 * SP_LIST_AHEAD places behind each row may be read.  What stands there is for
 * fetching only: most often the successors of the rows that come next, but it
 * may be any number.
 */
unsigned sp_cursor_lists(struct sp_cursor *cursor,
			struct sp_list lists[SP_LISTS]);

/* SP_OK, or SP_DATA or SP_MEMORY of the first call that failed. */
enum sp_status sp_cursor_status(const struct sp_cursor *cursor,
				struct sp_error *err) SP_MUST_CHECK;

void sp_cursor_free(struct sp_cursor *cursor); /* accepts NULL */

/* ---- reading one page ------------------------------------------------- */

/*
 * An accessor reads the successors of any one page: the crawl simulation
 * downloads pages one by one.  Its index is made once a graph and shared.
 */
struct sp_index;
struct sp_accessor;

/* One pass over the record lengths; 4 bytes of memory for 4 pages. */
enum sp_status sp_index_new(const struct sp_graph *graph, int threads,
			    struct sp_index **index, struct sp_error *err)
	SP_MUST_CHECK;
void sp_index_free(struct sp_index *index); /* accepts NULL */

struct sp_accessor *sp_accessor_new(const struct sp_index *index);

/*
 * The successors of page (page < sp_graph_pages()), ascending, valid until
 * the next call on the same accessor.
 */
enum sp_status sp_accessor_page(struct sp_accessor *accessor, uint32_t page,
				const uint32_t **successors, uint32_t *count,
				struct sp_error *err) SP_MUST_CHECK;

/* A hint: page is asked for soon.  Brings its record nearer meanwhile. */
void sp_accessor_soon(const struct sp_accessor *accessor, uint32_t page);
void sp_accessor_free(struct sp_accessor *accessor); /* accepts NULL */

#endif
