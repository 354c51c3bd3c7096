/* SPDX-License-Identifier: MIT */
/*
 * All threads of a pass meet at two barriers again and again: between them each
 * takes the links for its part, from the boxes of all others.  A thread comes
 * there from the middle of its part when one of its boxes is full, or another
 * thread has come with a full one, and again and again when it is done, until
 * all are: whether they are is decided between the barriers, where the number
 * of those that are done does not change, so that all threads leave together.
 *
 * Parts are whole blocks, whose weights are added up to cut them.
 */
#include "graph/crossing.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <omp.h>
#include <stdlib.h>

#define LINE 128 /* bytes that processors fetch together, at most */

#define ROOM (UINT64_C(1) << 17) /* links, of all boxes of a thread */
#define LEAST_ROOM 1024          /* of one */

struct sp_crossing {
	int threads;
	unsigned sides;        /* of this pass */
	unsigned done;         /* sides whose links have been read */
	unsigned wanted;       /* does a side wait, with a full box? */
	const struct sp_crossing_pass *pass;
	uint64_t *bounds;
	struct sp_crossing_box *boxes; /* threads rows, each of whole lines */
	uint64_t row;          /* boxes, with what lies between two rows */
	uint64_t room;         /* links of each */
	struct sp_crossed_link *links;
};

void
sp_crossing_free(struct sp_crossing *crossing)
{
	if (!crossing)
		return;
	free(crossing->bounds);
	free(crossing->boxes);
	free(crossing->links);
	free(crossing);
}

/* A row of boxes is one thread's: those of two threads share no line. */
struct sp_crossing *
sp_crossing_new(int threads)
{
	struct sp_crossing *new = sp_alloc_zero(1, sizeof(*new));
	uint64_t count = (uint64_t)threads;

	if (!new)
		return NULL;
	new->threads = threads;
	new->room = ROOM / count > LEAST_ROOM ? ROOM / count : LEAST_ROOM;
	new->row = count + LINE / sizeof(*new->boxes);
	new->bounds = sp_alloc(count + 1, sizeof(*new->bounds));
	new->boxes = sp_alloc_zero(count * new->row, sizeof(*new->boxes));
	new->links = sp_alloc(count * count,
			      new->room * sizeof(*new->links));
	if (!new->bounds || !new->boxes || !new->links) {
		sp_crossing_free(new);
		return NULL;
	}
	for (uint64_t i = 0; i < count; i++)
		for (uint64_t k = 0; k < count; k++)
			new->boxes[i * new->row + k].links =
				new->links +
				(i * count + k) * new->room;
	return new;
}

/* Blocks at which parts begin, in pages. */
static void
crossing_cut(struct sp_crossing *crossing, const struct sp_graph *graph)
{
	const struct sp_crossing_pass *pass = crossing->pass;
	uint64_t blocks = sp_graph_blocks(graph), all = 0, sum = 0;
	unsigned side = 0;

	for (uint64_t b = 0; b < blocks; b++)
		all += pass->weight(pass->context, b);
	crossing->bounds[0] = 0;
	for (uint64_t b = 0; b < blocks; b++) {
		while (side + 1 < crossing->sides &&
		       sum >= all / crossing->sides * (side + 1))
			crossing->bounds[++side] = b * SP_BLOCK_PAGES;
		sum += pass->weight(pass->context, b);
	}
	while (side < crossing->sides)
		crossing->bounds[++side] = blocks * SP_BLOCK_PAGES;
}

/*
 * Returns whether all sides were done.  Boxes are emptied by their own thread
 * once all others have taken from them.
 */
static bool
crossing_meet(struct sp_side *side)
{
	struct sp_crossing *crossing = side->crossing;
	const struct sp_crossing_pass *pass = crossing->pass;
	bool done;

#pragma omp barrier
	done = crossing->done == crossing->sides;
	__atomic_store_n(&crossing->wanted, 0, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < crossing->sides; i++) {
		const struct sp_crossing_box *box =
			&crossing->boxes[i * crossing->row + side->number];

		if (box->count)
			pass->take(pass->context, box->links, box->count);
	}
#pragma omp barrier
	for (unsigned i = 0; i < crossing->sides; i++)
		side->boxes[i].count = 0;
	return done;
}

void
sp_side_empty(struct sp_side *side)
{
	/* One that is done waits, too, but wants nothing of the others. */
	__atomic_store_n(&side->crossing->wanted, 1, __ATOMIC_RELAXED);
	(void)crossing_meet(side);
}

/* One thread's part; all of them take part in the meetings until the end. */
static enum sp_status
crossing_run_side(struct sp_crossing *crossing, unsigned number,
		  struct sp_error *err)
{
	const struct sp_crossing_pass *pass = crossing->pass;
	struct sp_side side = {
		crossing->bounds[number], crossing->bounds[number + 1],
		crossing, number, crossing->boxes + number * crossing->row,
		crossing->room, crossing->bounds, &crossing->wanted
	};
	enum sp_status status = pass->pass(pass->context, &side,
					   side.first / SP_BLOCK_PAGES,
					   side.last / SP_BLOCK_PAGES, err);

#pragma omp atomic
	crossing->done++;
	while (!crossing_meet(&side))
		;
	return status;
}

enum sp_status
sp_crossing_run(struct sp_crossing *crossing, const struct sp_graph *graph,
		const struct sp_crossing_pass *pass, struct sp_error *err)
{
	enum sp_status result = SP_OK;

	crossing->pass = pass;
	crossing->done = crossing->wanted = 0;
#pragma omp parallel num_threads(crossing->threads)
	{
		struct sp_error failure;
		enum sp_status status;

#pragma omp single
		{
			crossing->sides = (unsigned)omp_get_num_threads();
			crossing_cut(crossing, graph);
		}
		status = crossing_run_side(crossing,
					   (unsigned)omp_get_thread_num(),
					   &failure);
#pragma omp critical(sp_crossing_result)
		sp_keep_failure(&result, err, status, &failure);
	}
	return result;
}

/* ---- rows ------------------------------------------------------------- */

struct sp_side_row
sp_side_cut_row(const struct sp_side *side, const uint32_t *successors,
		uint32_t count)
{
	uint32_t first = sp_first_from(successors, count, side->first);

	return (struct sp_side_row){
		first, first + sp_first_from(successors + first,
					     count - first, side->last)
	};
}

/* ---- counting the links to pages -------------------------------------- */

struct inlink_visit {
	const struct sp_graph *graph;
	sp_side_visitor *visitor;
	void *context;
	uint32_t *in_degree;
};

/* A row that is empty is work, too. */
static uint64_t
inlinks_weigh(const void *context, uint64_t block)
{
	const struct inlink_visit *visit = context;

	return SP_BLOCK_PAGES + sp_graph_block_links(visit->graph, block);
}

static enum sp_status
inlinks_pass(void *context, struct sp_side *side, uint64_t first, uint64_t last,
	     struct sp_error *err)
{
	const struct inlink_visit *visit = context;
	struct sp_cursor *cursor = sp_cursor_new(visit->graph);
	enum sp_status status = SP_OK;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	for (uint64_t at = first; !status && at < last;
	     at += SP_VISIT_BLOCKS) {
		uint64_t end = last - at < SP_VISIT_BLOCKS ?
			       last : at + SP_VISIT_BLOCKS;

		sp_cursor_range(cursor, at, end);
		status = visit->visitor(visit->context, side, cursor, at, end,
					err);
		if (!status)
			status = sp_cursor_status(cursor, err);
	}
	sp_cursor_free(cursor);
	return status;
}

static void
inlinks_take(void *context, const struct sp_crossed_link *links, uint64_t count)
{
	const struct inlink_visit *visit = context;

	for (uint64_t i = 0; i < count; i++)
		visit->in_degree[links[i].to]++;
}

/* For a thread alone no link crosses. */
enum sp_status
sp_visit_inlinks(const struct sp_graph *graph, int threads,
		 sp_side_visitor *visitor, void *context, uint32_t *in_degree,
		 struct sp_error *err)
{
	struct inlink_visit visit = { graph, visitor, context, in_degree };
	const struct sp_crossing_pass pass = {
		&visit, inlinks_weigh, inlinks_pass, inlinks_take
	};
	struct sp_side alone = { .last = UINT64_MAX };
	struct sp_crossing *crossing;
	enum sp_status status;

	if (threads == 1)
		return inlinks_pass(&visit, &alone, 0, sp_graph_blocks(graph),
				    err);
	crossing = sp_crossing_new(threads);
	if (!crossing)
		return sp_no_memory(err, "links between threads");
	status = sp_crossing_run(crossing, graph, &pass, err);
	sp_crossing_free(crossing);
	return status;
}
