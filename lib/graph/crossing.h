/* SPDX-License-Identifier: MIT */
/*
 * crossing.h - a pass over links whose targets threads change, without locks.
 *
 * Each thread has a part of the pages: it alone reads the links of these, and
 * it alone changes what belongs to them, with plain instructions.  A link to a
 * page of another part crosses: it is left in a box for the thread of that
 * page.  On webs in the order of their URLs few links cross, and an atomic
 * operation for each link would take half as long again.
 *
 * A box has room for some links.  When one is full, its thread waits for the
 * others, and all take what is in their boxes before they go on: so memory has
 * a limit whatever the links, and what is left by the pass must not depend on
 * the order in which links are taken.
 *
 *	pass(context, side, first, last, err)
 *		for the links of the blocks from first to last - 1:
 *			if (sp_side_has(side, to))
 *				... change what is known of to ...
 *			else
 *				sp_side_cross(side, page, to);
 *	take(context, links, count)
 *		... the same for links that crossed ...
 */
#ifndef SP_GRAPH_CROSSING_H
#define SP_GRAPH_CROSSING_H

#include "graph/graph.h"

struct sp_crossed_link {
	uint32_t page, to;
};

struct sp_crossing;

/* A box: links from the part of one thread to that of another. */
struct sp_crossing_box {
	uint64_t count;
	struct sp_crossed_link *links;
};

/* What a thread has of a crossing. */
struct sp_side {
	uint64_t first, last;  /* pages of its part: from first to last - 1 */
	struct sp_crossing *crossing;
	unsigned number;
	struct sp_crossing_box *boxes; /* for each side, its own empty */
	uint64_t room;          /* links, of each box */
	const uint64_t *bounds; /* pages at which sides begin, and the end */
	const unsigned *wanted; /* is another side waiting for this one? */
};

/* The functions of a pass. */
struct sp_crossing_pass {
	void *context;
	/*
	 * About how long the links of a block take, in any unit; parts are cut
	 * so that all take as long.
	 */
	uint64_t (*weight)(const void *context, uint64_t block);
	/* Reads the blocks of a part.  Threads call it at once. */
	enum sp_status (*pass)(void *context, struct sp_side *side,
			       uint64_t first, uint64_t last,
			       struct sp_error *err);
	/*
	 * Takes links to pages of the part of this thread, in any order.
	 * Threads call it at once, but never while one is in pass.
	 */
	void (*take)(void *context, const struct sp_crossed_link *links,
		     uint64_t count);
};

/*
 * Makes boxes for threads (at least 1), a MiB for each of them, or 8 KiB for
 * each pair if these are more, which serve any number of passes.  NULL if
 * memory is short.
 */
struct sp_crossing *sp_crossing_new(int threads);
void sp_crossing_free(struct sp_crossing *crossing); /* accepts NULL */

/*
 * Makes a pass over the blocks of graph by the threads of the crossing.
 * Returns the smallest status of any part, so that timing does not matter.
 */
enum sp_status sp_crossing_run(struct sp_crossing *crossing,
			       const struct sp_graph *graph,
			       const struct sp_crossing_pass *pass,
			       struct sp_error *err);

/* Is the page of this part? */
static inline bool
sp_side_has(const struct sp_side *side, uint64_t page)
{
	return page - side->first < side->last - side->first;
}

/* The successors of a page that are pages of this part: [first, last). */
struct sp_side_row {
	uint32_t first, last;
};

struct sp_side_row sp_side_cut_row(const struct sp_side *side,
				   const uint32_t *successors, uint32_t count);

/* Most rows are in one part, which their two ends show. */
static inline struct sp_side_row
sp_side_row(const struct sp_side *side, const uint32_t *successors,
	    uint32_t count)
{
	if (!count || (sp_side_has(side, successors[0]) &&
		       sp_side_has(side, successors[count - 1])))
		return (struct sp_side_row){ 0, count };
	return sp_side_cut_row(side, successors, count);
}

/* Takes what is in the boxes for this side, when all threads do. */
void sp_side_empty(struct sp_side *side);

/*
 * Leaves a link to a page of another part for the thread of that part.  Comes
 * to a meeting as soon as another side waits: parts that cross unequally would
 * wait for each other's boxes to fill.
 */
static inline void
sp_side_cross(struct sp_side *side, uint32_t page, uint32_t to)
{
	struct sp_crossing_box *box = side->boxes;

	for (const uint64_t *end = side->bounds + 1; to >= *end; end++)
		box++;
	if (box->count == side->room ||
	    __atomic_load_n(side->wanted, __ATOMIC_RELAXED))
		sp_side_empty(side);
	box->links[box->count++] = (struct sp_crossed_link){ page, to };
}

/* ---- counting the links to pages -------------------------------------- */

/*
 * Reads blocks of a part, as a sp_range_visitor (graph/visit.h) does, and
 * counts their links by sp_side_count().
 */
typedef enum sp_status sp_side_visitor(void *context, struct sp_side *side,
				       struct sp_cursor *cursor,
				       uint64_t first, uint64_t last,
				       struct sp_error *err);

/*
 * Calls visitor for ranges of at most SP_VISIT_BLOCKS blocks that together are
 * all, with threads (at least 1), and counts the links to each page in
 * in_degree, an array of sp_graph_pages() numbers, 0 at the start.  Takes the
 * memory of a crossing if threads are several.  Fails as sp_visit_ranges().
 */
enum sp_status sp_visit_inlinks(const struct sp_graph *graph, int threads,
				sp_side_visitor *visitor, void *context,
				uint32_t *in_degree, struct sp_error *err);

/* Adds 1 for each successor of the page. */
static inline void
sp_side_count(struct sp_side *side, uint32_t *in_degree, uint32_t page,
	      const uint32_t *successors, uint32_t count)
{
	struct sp_side_row own = sp_side_row(side, successors, count);

	for (uint32_t i = 0; i < own.first; i++)
		sp_side_cross(side, page, successors[i]);
	for (uint32_t i = own.first; i < own.last; i++)
		in_degree[successors[i]]++;
	for (uint32_t i = own.last; i < count; i++)
		sp_side_cross(side, page, successors[i]);
}

#endif
