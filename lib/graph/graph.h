/* SPDX-License-Identifier: MIT */
/*
 * graph.h - the graph in memory, in the compact form of the stream.
 *
 * Successors are ascending and without duplicates; a page may link to itself.
 * Only the builder and the cursors know the encoding (codec.h); all other code
 * sees lists of page numbers.  A graph does not change once it is complete,
 * and any number of cursors may read it at the same time.
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

/* Returns the number of blocks: pages / SP_BLOCK_PAGES, rounded up. */
uint64_t sp_graph_blocks(const struct sp_graph *graph);

/* Returns the bytes of memory for the links and the table of blocks. */
uint64_t sp_graph_memory(const struct sp_graph *graph);

struct sp_fingerprint sp_graph_fingerprint(const struct sp_graph *graph);

/*
 * Returns the fingerprint of the graph from which this one was made by
 * removing links or turning them round (graphprune, the residual of
 * coreextract) and which has the same pages; for any other graph, its own
 * fingerprint.
 */
struct sp_fingerprint sp_graph_origin(const struct sp_graph *graph);

void sp_graph_free(struct sp_graph *graph); /* accepts NULL */

/* ---- reading in page order -------------------------------------------- */

/*
 * A cursor reads the pages of one block after the other, unless told otherwise
 * from the first page to the last.  It checks what it decodes, so that a
 * damaged graph gives SP_DATA and never a page number out of range.  The first
 * pass over a graph from a stream also computes its checksum, and ends with
 * SP_DATA if that is not the one of its fingerprint.  Use one cursor per
 * thread.
 *
 *	cursor = sp_cursor_new(graph);
 *	while (sp_cursor_next(cursor, &page, &successors, &count))
 *		...
 *	status = sp_cursor_status(cursor, err);
 */
struct sp_cursor;

struct sp_cursor *sp_cursor_new(const struct sp_graph *graph); /* or NULL */

/*
 * Returns the links that the header of a block announces.  A cursor that does
 * not choose pages fails before it has served more.
 */
uint64_t sp_graph_block_links(const struct sp_graph *graph, uint64_t block);

/*
 * Goes to the first page of block first, and will end after the block before
 * last (at most sp_graph_blocks()).
 */
void sp_cursor_range(struct sp_cursor *cursor, uint64_t first, uint64_t last);

/* ... and after the same block (block < sp_graph_blocks()). */
void sp_cursor_block(struct sp_cursor *cursor, uint64_t block);

/*
 * From the next block on, decodes only the lists of the pages in needed, a set
 * from sp_graph_needed() that must outlive the cursor.  Other pages appear
 * without successors, and the sizes of a block are no longer checked.  Meant
 * for kernels that read some of the pages again and again.
 */
void sp_cursor_choose(struct sp_cursor *cursor, const uint64_t *needed);

/*
 * Stores in needed the pages to decode in order to read the lists of pages:
 * those pages, and the pages that their lists refer to.  Both are bitsets
 * (base/bitset.h) with a bit for each page of the graph.
 */
void sp_graph_needed(const struct sp_graph *graph, const uint64_t *pages,
		     uint64_t *needed);

/*
 * The same for the pages of one block; the bits of others do not change.
 * Threads may work on blocks side by side.
 */
void sp_graph_needed_block(const struct sp_graph *graph, uint64_t block,
			   const uint64_t *pages, uint64_t *needed);

/*
 * Reads the next page: its number, its successors in ascending order, and their
 * count.  The list is valid until the next call.  Returns false at the end and
 * after a failure, which sp_cursor_status() reports.
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
#define SP_LIST_AHEAD 128 /* places after a row */

/*
 * Like sp_cursor_next(), but reads several pages at once and skips those
 * without successors, for kernels that work on rows side by side, which hides
 * the latency of dependent additions.  Stores up to SP_LISTS rows, valid until
 * the next call, and returns their number; 0 where sp_cursor_next() returns
 * false.
 *
 * SP_LIST_AHEAD places after each row can be read, but only to fetch memory
 * ahead of time: mostly they hold the successors of the next rows, but they
 * may hold any number.
 */
unsigned sp_cursor_lists(struct sp_cursor *cursor,
			 struct sp_list lists[SP_LISTS]);

/* Returns SP_OK, or the SP_DATA or SP_MEMORY of the first failed call. */
enum sp_status sp_cursor_status(const struct sp_cursor *cursor,
				struct sp_error *err);

void sp_cursor_free(struct sp_cursor *cursor); /* accepts NULL */

/*
 * Makes that first pass, in threads, for readers that make none themselves.
 * Does nothing if it was made already, or if the graph is not from a stream.
 * Returns SP_DATA if the graph is damaged, or not that of its fingerprint;
 * SP_MEMORY.
 */
enum sp_status sp_graph_verify(const struct sp_graph *graph, int threads,
			       struct sp_error *err);

/* ---- reading one page ------------------------------------------------- */

/*
 * An accessor reads the successors of any page: the crawl simulation downloads
 * pages one by one, in any order.  Use one accessor per thread; they share an
 * index, built once per graph.  Graph and index must outlive the accessors.
 */
struct sp_index;
struct sp_accessor;

/*
 * Makes *index in one pass over the lengths of records; 1 byte per page.
 * Calls sp_graph_verify() first, since reading a few pages verifies nothing.
 * Returns SP_DATA if the graph is damaged; SP_MEMORY.  *index is NULL then.
 */
enum sp_status sp_index_new(const struct sp_graph *graph, int threads,
			    struct sp_index **index, struct sp_error *err);

/*
 * Makes an index of the plain form: all links decoded, so that a page takes a
 * tenth of the time; 2.2 bytes a link on a web in the order of its URLs, 4 at
 * most, and 4 to 8 a page.  Needs no sp_graph_verify() before.  *index is NULL
 * if that is more than most bytes or memory is short, which is not an error.
 * SP_DATA if the graph is damaged.
 */
enum sp_status sp_index_new_plain(const struct sp_graph *graph, uint64_t most,
				  int threads, struct sp_index **index,
				  struct sp_error *err);

/* Returns the bytes of memory of the index. */
uint64_t sp_index_memory(const struct sp_index *index);

void sp_index_free(struct sp_index *index); /* accepts NULL */

struct sp_accessor *sp_accessor_new(const struct sp_index *index); /* or NULL */

/*
 * Reads the ascending successors of page < sp_graph_pages(), valid until the
 * next call with the same accessor.  Returns SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_accessor_page(struct sp_accessor *accessor, uint32_t page,
				const uint32_t **successors, uint32_t *count,
				struct sp_error *err);

/* Adds each to values[s] for every successor s of the page; the same errors. */
enum sp_status sp_accessor_add(struct sp_accessor *accessor, uint32_t page,
			       double each, double *values,
			       struct sp_error *err);

/*
 * Hints that page will be read soon: the first fetches what says where its
 * links are, the second, some hundred nanoseconds later, the links.
 */
void sp_accessor_later(const struct sp_accessor *accessor, uint32_t page);
void sp_accessor_soon(const struct sp_accessor *accessor, uint32_t page);

void sp_accessor_free(struct sp_accessor *accessor); /* accepts NULL */

#endif
