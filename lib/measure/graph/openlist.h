/* SPDX-License-Identifier: MIT */
/*
 * openlist.h - the open pages of a search as a list, so that a step looks at
 * nothing else.  Private to lib/measure/graph.
 *
 * A search goes in steps: open pages pass something on along their links, and
 * the pages that this changes are open in the next step.  Blocks are the
 * fastest way to many open pages: their lists are decoded one after the other,
 * and threads share them.  But a block costs some microseconds even if one of
 * its pages is open, and all blocks have to be asked.  A chain of n pages takes
 * n steps, so that searches along it would take n^2.  When few pages are open,
 * each of them is read by itself, and those that it changes are the next list.
 *
 *	sp_open_list_choose(list, &open, err);
 *	if (list->used)
 *		for (i = 0; i < list->count; i++) {
 *			sp_open_list_fetch(list, i);
 *			sp_accessor_page(list->accessor, list->pages[i], ...);
 *			for each page that the links change first:
 *				sp_open_list_add(list, page);
 *		}
 *	if (sp_open_list_is_whole(list)) {
 *		settle list->pages and list->coming one by one
 *		sp_open_list_turn(list);
 *	} else {
 *		settle all blocks
 *		list->used = false;
 *	}
 */
#ifndef SP_MEASURE_GRAPH_OPENLIST_H
#define SP_MEASURE_GRAPH_OPENLIST_H

#include "graph/graph.h"

/* Blocks that one thread takes at a time; fewer are not shared. */
#define SP_OPEN_RANGE 16

/* Pages of the list whose places, and whose links, are fetched ahead. */
#define SP_OPEN_LATER 8
#define SP_OPEN_SOON 4

/* Start with zero bytes; release it with sp_open_list_free(). */
struct sp_open_list {
	bool used;              /* this step goes by the list */
	uint32_t *pages;        /* that are open, count of them */
	uint32_t *coming;       /* that are open in the next step */
	uint64_t count;
	uint64_t coming_count;  /* above most: some were left out */
	uint64_t most;          /* room of either list: one page in 16 */
	struct sp_index *index; /* NULL until a step is listed */
	struct sp_accessor *accessor;
};

/* What is open when a step begins. */
struct sp_open_set {
	const struct sp_graph *graph;
	int threads;
	const uint64_t *bits;   /* of all pages */
	const uint8_t *blocks;  /* not 0: a page of the block is open */
	uint64_t page_count, block_count;
};

/*
 * Decides whether the next step goes by the list, and makes the list unless the
 * last step has left it.  That is estimated from the numbers of open pages and
 * blocks, by costs that were measured on webs and chains: blocks are chosen
 * only if they are cheaper than a multiple of the open pages, so that a step
 * takes time for these and their links, whatever the graph.  Takes half a byte
 * a page and an index of the graph, once a step is listed.  SP_DATA, SP_MEMORY.
 */
enum sp_status sp_open_list_choose(struct sp_open_list *list,
				   const struct sp_open_set *open,
				   struct sp_error *err);

static inline void
sp_open_list_fetch(const struct sp_open_list *list, uint64_t i)
{
	if (i + SP_OPEN_LATER < list->count)
		sp_accessor_later(list->accessor,
				  list->pages[i + SP_OPEN_LATER]);
	if (i + SP_OPEN_SOON < list->count)
		sp_accessor_soon(list->accessor, list->pages[i + SP_OPEN_SOON]);
}

/* A page that is open in the next step, and was not added before. */
static inline void
sp_open_list_add(struct sp_open_list *list, uint32_t page)
{
	if (list->coming_count < list->most)
		list->coming[list->coming_count] = page;
	list->coming_count++;
}

/* Did this step go by the list, and have all pages that it added got room? */
static inline bool
sp_open_list_is_whole(const struct sp_open_list *list)
{
	return list->used && list->coming_count <= list->most;
}

/* After a step whose list is whole: what comes is what is open. */
void sp_open_list_turn(struct sp_open_list *list);

void sp_open_list_free(struct sp_open_list *list);

#endif
