/* SPDX-License-Identifier: MIT */
/*
 * Searches over nodes: the strong components that each process finds in its
 * own links.
 *
 * sp_strong_components() numbers components so that a link leads to the same
 * or a smaller number.  So one pass over the pages in the order of their
 * nodes, from the last to the first, carries a mark along links as far as it
 * gets within the process, without a queue: when a node's turn comes, all
 * nodes that lead to it have had theirs.  Against the links it is a pass in
 * the other direction.  Pages reached, which other processes own, have no
 * links here and are nodes of their own.
 *
 * Between two passes, marks go from pages reached to the same pages at their
 * owners (forward), or the other way (back).  The two directions are one
 * function with the sides exchanged: "reached" and "lent" are lists of the
 * same pages, seen from both processes.  It ends when no process has sent
 * anything new; alone, a process has nothing to send, and a search is one
 * pass.
 *
 * PASSED says that the links of a node were followed for the mark of this
 * search, so that a pass looks only at nodes that got it since the last one.
 * It is cleared at the beginning of a search.
 *
 * Marks of a page reached may be behind those of its owner, and only
 * sp_nodes_publish() makes them equal: a search that asks may() about both
 * ends of a link needs that before.
 */
#include "measure/graph/nodes.h"

#include "base/memory.h"
#include "measure/graph/between.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define SHARED_LEAST 8192 /* pages of a node that threads share */
#define SHARED_PAGES 1024 /* that one thread takes at a time */

/* ---- nodes ------------------------------------------------------------ */

void
sp_nodes_free(struct sp_nodes *nodes)
{
	for (int i = 0; nodes->accessors && i < nodes->threads; i++)
		sp_accessor_free(nodes->accessors[i]);
	free(nodes->accessors);
	sp_index_free(nodes->index);
	sp_components_free(&nodes->found);
	free(nodes->order);
	free(nodes->marks);
	free(nodes->label);
	free(nodes->reached);
	free(nodes->lent);
}

/*
 * Sorts the pages owned by their nodes, by counting: place[n] is where node n
 * begins, and then where its next page goes.
 */
static enum sp_status
nodes_order_pages(struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	const uint32_t *of = nodes->found.of;
	uint32_t *place = sp_alloc_zero(nodes->found.count + 1,
					sizeof(*place));

	if (!place)
		return sp_no_memory(err, "the components");
	for (uint64_t i = 0; i < share->owned; i++)
		place[of[share->own_first + i] + 1]++;
	for (uint64_t i = 0; i < nodes->found.count; i++)
		place[i + 1] += place[i];
	for (uint64_t i = 0; i < share->owned; i++) {
		uint64_t page = share->own_first + i;

		nodes->order[place[of[page]]++] = (uint32_t)page;
	}
	free(place);
	return SP_OK;
}

static void
label_nodes(struct sp_nodes *nodes)
{
	const struct sp_share *share = nodes->share;
	const uint32_t *of = nodes->found.of;

	/* From the last page on, so that the smallest stays. */
	for (uint64_t i = share->owned; i; i--)
		nodes->label[of[share->own_first + i - 1]] =
			(uint32_t)(share->first + i - 1);
}

/*
 * A depth-first search is one thread's, and takes longer than the forest does
 * on one thread.  All threads are in the team, though most have nothing to do:
 * a smaller one would end the others.
 */
static enum sp_status
find_both(const struct sp_progress *progress, uint32_t *forest,
	  struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_graph *graph = nodes->share->graph;
	enum sp_status strong = SP_OK, weak = SP_OK;
	struct sp_error weak_err;

#pragma omp parallel sections num_threads(nodes->threads)
	{
#pragma omp section
		strong = sp_strong_components(nodes->index, graph, progress,
					      &nodes->found, err);
#pragma omp section
		weak = sp_weak_forest(graph, 1, NULL, forest, &weak_err);
	}
	/* The smallest, so that timing does not matter. */
	if (!weak || (strong && strong <= weak))
		return strong;
	*err = weak_err;
	return weak;
}

enum sp_status
sp_nodes_find(const struct sp_share *share, int threads,
	      const struct sp_progress *progress, uint32_t *forest,
	      struct sp_nodes *nodes, struct sp_error *err)
{
	enum sp_status status;

	*nodes = (struct sp_nodes){ .share = share, .threads = threads };
	status = sp_index_new(share->graph, threads, &nodes->index, err);
	return status ? status : find_both(progress, forest, nodes, err);
}

/* An accessor for each thread, since it decodes into memory of its own. */
static bool
make_accessors(struct sp_nodes *nodes)
{
	nodes->accessors = sp_alloc_zero((uint64_t)nodes->threads,
					 sizeof(struct sp_accessor *));
	if (!nodes->accessors)
		return false;
	for (int i = 0; i < nodes->threads; i++) {
		nodes->accessors[i] = sp_accessor_new(nodes->index);
		if (!nodes->accessors[i])
			return false;
	}
	nodes->accessor = nodes->accessors[0];
	return true;
}

enum sp_status
sp_nodes_prepare(struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	uint64_t count = nodes->found.count;

	nodes->order = sp_alloc_large(share->owned, sizeof(uint32_t));
	nodes->marks = sp_alloc_large_zero(count, 1);
	nodes->label = sp_alloc_large_zero(count, sizeof(uint32_t));
	nodes->reached = sp_alloc(share->reached, 1);
	nodes->lent = sp_alloc(sp_between_lent(share), 1);
	if (!make_accessors(nodes) || !nodes->order || !nodes->marks ||
	    !nodes->label || !nodes->reached || !nodes->lent)
		return sp_no_memory(err, "the components");
	label_nodes(nodes);
	return nodes_order_pages(nodes, err);
}

void
sp_nodes_clear(struct sp_nodes *nodes, uint8_t mark)
{
	for (uint64_t i = 0; i < nodes->found.count; i++)
		nodes->marks[i] &= (uint8_t)~mark;
}

/* ---- one process ------------------------------------------------------ */

/* Threads give the same mark at once: nothing else of marks changes. */
static enum sp_status
pass_forward(struct sp_nodes *nodes, struct sp_accessor *accessor,
	     uint32_t page, uint8_t mark, sp_nodes_may *may,
	     struct sp_error *err)
{
	const uint32_t *of = nodes->found.of, *successors;
	uint8_t own = nodes->marks[of[page]];
	uint32_t count;

	if (sp_accessor_page(accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		uint8_t *to = &nodes->marks[of[successors[i]]];
		uint8_t had = __atomic_load_n(to, __ATOMIC_RELAXED);

		if (!(had & mark) && (!may || may(own, had)))
			__atomic_fetch_or(to, mark, __ATOMIC_RELAXED);
	}
	return SP_OK;
}

/* Follows the links of the pages of the order from first to last - 1. */
static enum sp_status
pass_pages(struct sp_nodes *nodes, struct sp_accessor *accessor,
	   uint64_t first, uint64_t last, uint8_t mark, sp_nodes_may *may,
	   struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = first; !status && i < last; i++)
		status = pass_forward(nodes, accessor, nodes->order[i], mark,
				      may, err);
	return status;
}

/* The pages of a node in any order: the core has most pages of a web. */
static enum sp_status
pass_by_threads(struct sp_nodes *nodes, uint64_t first, uint64_t last,
		uint8_t mark, sp_nodes_may *may, struct sp_error *err)
{
	enum sp_status result = SP_OK;

#pragma omp parallel for num_threads(nodes->threads) schedule(dynamic)
	for (uint64_t i = first; i < last; i += SHARED_PAGES) {
		uint64_t end = last - i < SHARED_PAGES ?
				       last : i + SHARED_PAGES;
		struct sp_error failure;
		enum sp_status status = pass_pages(
			nodes, nodes->accessors[omp_get_thread_num()], i, end,
			mark, may, &failure);

		/* The smallest, so that timing does not matter. */
#pragma omp critical(sp_nodes_result)
		if (status && (!result || status < result)) {
			result = status;
			*err = failure;
		}
	}
	return result;
}

/*
 * The links of a node are followed once, when the mark has come.  A node may
 * have several pages; all of them must be followed before it has passed.  Pages
 * reached have no links here, so each is a node of its own: those of a node are
 * all owned.
 */
enum sp_status
sp_nodes_visit(struct sp_nodes *nodes, uint8_t mark, sp_nodes_may *may,
	       struct sp_error *err)
{
	const uint32_t *of = nodes->found.of, *order = nodes->order;
	enum sp_status status = SP_OK;
	uint64_t first;

	for (uint64_t last = nodes->share->owned; !status && last;
	     last = first) {
		uint32_t node = of[order[last - 1]];
		uint8_t *marks = &nodes->marks[node];

		first = last - nodes->found.sizes[node];
		/* What may not go on to its like goes nowhere. */
		if ((*marks & (mark | SP_NODE_PASSED)) != mark ||
		    (may && !may(*marks, *marks)))
			continue;
		status = nodes->threads > 1 && last - first > SHARED_LEAST ?
			pass_by_threads(nodes, first, last, mark, may, err) :
			pass_pages(nodes, nodes->accessor, first, last, mark,
				   may, err);
		*marks |= SP_NODE_PASSED;
	}
	return status;
}

/*
 * One successor with the mark is enough, so the rest of the list is not looked
 * at.
 */
static enum sp_status
pass_back(struct sp_nodes *nodes, uint32_t page, uint8_t mark,
	  sp_nodes_may *may, struct sp_error *err)
{
	const uint32_t *of = nodes->found.of, *successors;
	uint8_t *own = &nodes->marks[of[page]];
	uint32_t count;

	if (sp_accessor_page(nodes->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count && !(*own & mark); i++) {
		uint8_t to = nodes->marks[of[successors[i]]];

		if (to & mark && (!may || may(*own, to)))
			*own |= mark;
	}
	return SP_OK;
}

static enum sp_status
visit_back(struct sp_nodes *nodes, uint8_t mark, sp_nodes_may *may,
	   struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < nodes->share->owned; i++) {
		uint32_t page = nodes->order[i];
		uint8_t marks = sp_nodes_marks(nodes, page);

		if (!(marks & mark) && (!may || may(marks, marks)))
			status = pass_back(nodes, page, mark, may, err);
	}
	return status;
}

/* ---- between processes ------------------------------------------------ */

/* The i-th page on one side of an exchange, as a local number. */
static inline uint64_t
side_page(const struct sp_share *share, bool lent, uint64_t i)
{
	return lent ? sp_between_lent_page(share, i) :
		      sp_share_reached(share, i);
}

static uint64_t
side_count(const struct sp_share *share, bool lent)
{
	return lent ? sp_between_lent(share) : share->reached;
}

/* Returns how many pages have other marks of these than they had before. */
static uint64_t
take_marks(struct sp_nodes *nodes, bool lent, uint8_t marks)
{
	uint8_t *side = lent ? nodes->lent : nodes->reached;
	uint64_t changed = 0;

	for (uint64_t i = 0; i < side_count(nodes->share, lent); i++) {
		uint8_t has = marks & sp_nodes_marks(
			nodes, side_page(nodes->share, lent, i));

		changed += side[i] != has;
		side[i] = has;
	}
	return changed;
}

/* Sends them to the other side, where nodes keep some of those they have. */
static enum sp_status
pass_marks(struct sp_nodes *nodes, bool lent, uint8_t keep,
	   struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	const uint8_t *got = lent ? nodes->reached : nodes->lent;
	enum sp_status status = lent ?
		sp_between_from_owners(share, 1, nodes->lent, nodes->reached,
				       err) :
		sp_between_to_owners(share, 1, nodes->reached, nodes->lent,
				     err);

	for (uint64_t i = 0; !status && i < side_count(share, !lent); i++) {
		uint8_t *marks = &nodes->marks[nodes->found.of[side_page(
			share, !lent, i)]];

		*marks = (*marks & keep) | got[i];
	}
	return status;
}

enum sp_status
sp_nodes_send(struct sp_nodes *nodes, uint8_t marks, struct sp_error *err)
{
	take_marks(nodes, false, marks);
	return pass_marks(nodes, false, UINT8_MAX, err);
}

enum sp_status
sp_nodes_publish(struct sp_nodes *nodes, struct sp_error *err)
{
	take_marks(nodes, true, UINT8_MAX);
	return pass_marks(nodes, true, 0, err);
}

/*
 * Rounds of a visit and an exchange, until no process has a mark that it has
 * not passed on.  lent: against the links, from pages lent to pages reached.
 */
static enum sp_status
spread_mark(struct sp_nodes *nodes, bool lent, uint8_t mark,
	    sp_nodes_may *may, struct sp_error *err)
{
	uint64_t changed = 1;
	enum sp_status status = SP_OK;

	memset(lent ? nodes->lent : nodes->reached, 0,
	       side_count(nodes->share, lent));
	while (changed && !status) {
		status = lent ? visit_back(nodes, mark, may, err) :
				sp_nodes_visit(nodes, mark, may, err);
		if (status)
			return status;
		changed = take_marks(nodes, lent, mark);
		status = sp_team_add(nodes->share->team, &changed, 1, err);
		if (!status && changed)
			status = pass_marks(nodes, lent, UINT8_MAX, err);
	}
	return status;
}

enum sp_status
sp_nodes_forward(struct sp_nodes *nodes, uint8_t mark, sp_nodes_may *may,
		 struct sp_error *err)
{
	sp_nodes_clear(nodes, SP_NODE_PASSED);
	return spread_mark(nodes, false, mark, may, err);
}

enum sp_status
sp_nodes_back(struct sp_nodes *nodes, uint8_t mark, sp_nodes_may *may,
	      struct sp_error *err)
{
	return spread_mark(nodes, true, mark, may, err);
}

enum sp_status
sp_nodes_around_core(struct sp_nodes *nodes, struct sp_error *err)
{
	enum sp_status status = sp_nodes_forward(nodes, SP_NODE_FROM_CORE,
						 NULL, err);

	return status ? status :
			sp_nodes_back(nodes, SP_NODE_REACHES_CORE, NULL, err);
}
