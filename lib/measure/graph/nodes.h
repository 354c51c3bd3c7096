/* SPDX-License-Identifier: MIT */
/*
 * nodes.h - searches over the strong components that processes find in
 * the links of their own pages, for those of the whole graph.
 *
 * Such a component is a node.  A link leads to a node with the same or a
 * smaller number, so one visit of the nodes from the last to the first carries
 * marks along links as far as they get in a process, and one from the first to
 * the last against them; pages reached are nodes that carry marks between
 * processes.
 */
#ifndef SP_MEASURE_GRAPH_NODES_H
#define SP_MEASURE_GRAPH_NODES_H

#include "measure/graph/kind.h"

/* Marks of a node. */
enum {
	SP_NODE_REACHES_CORE = 1, /* the core itself does */
	SP_NODE_FROM_CORE = 2,    /* the core itself is */
	SP_NODE_FROM_IN = 4,
	SP_NODE_REACHES_OUT = 8,
	SP_NODE_OPEN = 16,        /* its component may have other nodes */
	SP_NODE_ENTERED = 32,     /* from an open node of another process */
	SP_NODE_LEFT = 64,        /* to an open node of another process */
	SP_NODE_PASSED = 128      /* its links have been followed */
};

#define SP_NODE_CORE (SP_NODE_REACHES_CORE | SP_NODE_FROM_CORE)

struct sp_nodes {
	const struct sp_share *share;
	int threads;
	struct sp_index *index;
	struct sp_accessor **accessors; /* one for each thread */
	struct sp_accessor *accessor;   /* the first */
	struct sp_components found;  /* found.of: the node of a local page */
	uint32_t *order;             /* pages owned, by nodes; local numbers */
	uint8_t *marks;              /* of each node */
	uint32_t *label;             /* of each node: its smallest page, then
					the smallest of its component */
	uint8_t *reached, *lent;     /* marks on their way */
};

/*
 * Finds the nodes and, in another thread at the same time, joins pages that
 * links connect in forest, an array of share->places numbers (as
 * sp_weak_forest()).  Free *nodes also after a failure.
 */
enum sp_status sp_nodes_find(const struct sp_share *share, int threads,
			     const struct sp_progress *progress,
			     uint32_t *forest, struct sp_nodes *nodes,
			     struct sp_error *err);

/* Then makes what searches over nodes need. */
enum sp_status sp_nodes_prepare(struct sp_nodes *nodes, struct sp_error *err);
void sp_nodes_free(struct sp_nodes *nodes);

/* Returns the marks of a local page. */
static inline uint8_t
sp_nodes_marks(const struct sp_nodes *nodes, uint64_t page)
{
	return nodes->marks[nodes->found.of[page]];
}

/*
 * May the mark go over a link from a node with marks from to one with marks to?
 */
typedef bool sp_nodes_may(uint8_t from, uint8_t to);

/*
 * Gives a mark to all that a path leads to from nodes that have it (forward) or
 * that lead to such nodes (back), as far as may allows; NULL allows all.
 */
enum sp_status sp_nodes_forward(struct sp_nodes *nodes, uint8_t mark,
				sp_nodes_may *may, struct sp_error *err);
enum sp_status sp_nodes_back(struct sp_nodes *nodes, uint8_t mark,
			     sp_nodes_may *may, struct sp_error *err);

/* The part of sp_nodes_forward() that one process does. */
enum sp_status sp_nodes_visit(struct sp_nodes *nodes, uint8_t mark,
			      sp_nodes_may *may, struct sp_error *err);

/* Marks what a path leads to from the core, and what leads to it. */
enum sp_status sp_nodes_around_core(struct sp_nodes *nodes,
				    struct sp_error *err);

/* Adds marks of the pages reached to those that they have at their owners. */
enum sp_status sp_nodes_send(struct sp_nodes *nodes, uint8_t marks,
			     struct sp_error *err);

/* Sends all marks of the pages owned to the processes that reach them. */
enum sp_status sp_nodes_publish(struct sp_nodes *nodes, struct sp_error *err);

/* Takes a mark from all nodes. */
void sp_nodes_clear(struct sp_nodes *nodes, uint8_t mark);

/*
 * Trims the open nodes, solves what is left at process 0, and gives all nodes
 * the labels of their components (nodes_rest.c).  Those of the core are not
 * open.
 */
enum sp_status sp_nodes_solve(struct sp_nodes *nodes, struct sp_error *err);

/*
 * Adds the strong components and the bow-tie to components, given the labels
 * of the weak ones, for nodes from sp_nodes_find() (nodes_strong.c).
 */
enum sp_status sp_nodes_strong(struct sp_nodes *nodes, const uint32_t *weak,
			       struct sp_component_figures *components,
			       struct sp_error *err);

/* Counts the pages of each part (bowtie.c). */
enum sp_status sp_nodes_bowtie(struct sp_nodes *nodes, const uint32_t *weak,
			       const struct sp_component_summary *strong,
			       uint64_t parts[SP_BOWTIE_PARTS],
			       struct sp_error *err);

#endif
