/* SPDX-License-Identifier: MIT */
/*
 * Strong components of several processes, other than the core.
 *
 * Links between open nodes of one class matter, which the core reaches or not,
 * and which reach it or not: a component is within one class, because its
 * pages reach the same pages.  A node is open as long as such links lead to it
 * from another process, and on to another: otherwise no cycle through it
 * leaves its process, and what the process found is the whole component.  What
 * stays open is solved by process 0, as a graph with a page for each node.
 *
 * Trimming goes in rounds, since closing a node may close others; a round
 * costs two exchanges and two passes.  It stops when a round closes fewer than
 * a sixteenth of what is open, or after 20: chains that change processes at
 * every link would take a round for each link.
 *
 * The smallest page of a node is its label, a global number that all processes
 * can compare.  Process 0 needs the labels of open nodes and the links between
 * them, 4 and 8 bytes; on webs in the order of their URLs these are few.
 */
#include "measure/graph/nodes.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/links/rowstore.h"
#include "measure/graph/between.h"

#include <stdlib.h>
#include <string.h>

#define TRIM_ROUNDS 20

/* Can the two ends of a link be in one component that is not complete? */
static bool
together(uint8_t from, uint8_t to)
{
	return from & to & SP_NODE_OPEN && !((from ^ to) & SP_NODE_CORE);
}

static bool
is_reached(const struct sp_share *share, uint32_t page)
{
	return page < share->own_first || page >= share->after_first;
}

/* Is the i-th page owned the smallest of its node? */
static bool
is_first(const struct sp_nodes *nodes, uint64_t i)
{
	uint32_t node = nodes->found.of[nodes->share->own_first + i];

	return nodes->label[node] == nodes->share->first + i;
}

/* ---- trimming --------------------------------------------------------- */

/*
 * Marks what leads to open nodes of other processes, and those.  Pages come in
 * the order of their nodes, successors first, so that LEFT is known for all
 * that a page links to; ENTERED goes the other way and is passed on by
 * sp_nodes_visit().
 */
static enum sp_status
mark_row(struct sp_nodes *nodes, uint32_t page, struct sp_error *err)
{
	const uint32_t *of = nodes->found.of, *successors;
	uint8_t *own = &nodes->marks[of[page]];
	uint32_t count;

	if (!(*own & SP_NODE_OPEN))
		return SP_OK;
	if (sp_accessor_page(nodes->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		uint8_t *to = &nodes->marks[of[successors[i]]];

		if (!together(*own, *to))
			continue;
		if (is_reached(nodes->share, successors[i])) {
			*to |= SP_NODE_ENTERED;
			*own |= SP_NODE_LEFT;
		}
		*own |= *to & SP_NODE_LEFT;
	}
	return SP_OK;
}

/*
 * Closes nodes that were not both entered and left; counts the others, each
 * once, by its smallest page.
 */
static enum sp_status
close_nodes(struct sp_nodes *nodes, uint64_t *open, struct sp_error *err)
{
	const uint8_t all = SP_NODE_OPEN | SP_NODE_ENTERED | SP_NODE_LEFT;

	for (uint64_t i = 0; i < nodes->found.count; i++)
		if ((nodes->marks[i] & all) != all)
			nodes->marks[i] &= (uint8_t)~SP_NODE_OPEN;
	*open = 0;
	for (uint64_t i = 0; i < nodes->share->owned; i++)
		*open += is_first(nodes, i) &&
			 sp_nodes_marks(nodes, nodes->share->own_first + i) &
				 SP_NODE_OPEN;
	return sp_team_add(nodes->share->team, open, 1, err);
}

static enum sp_status
trim_once(struct sp_nodes *nodes, uint64_t *open, struct sp_error *err)
{
	enum sp_status status;

	sp_nodes_clear(nodes, SP_NODE_ENTERED | SP_NODE_LEFT | SP_NODE_PASSED);
	status = sp_nodes_publish(nodes, err);
	for (uint64_t i = 0; !status && i < nodes->share->owned; i++)
		status = mark_row(nodes, nodes->order[i], err);
	if (!status)
		status = sp_nodes_send(nodes, SP_NODE_ENTERED, err);
	if (!status)
		status = sp_nodes_visit(nodes, SP_NODE_ENTERED, together, err);
	return status ? status : close_nodes(nodes, open, err);
}

/* Rounds that close few nodes cost more than these do at process 0. */
static enum sp_status
trim_nodes(struct sp_nodes *nodes, uint64_t *open, struct sp_error *err)
{
	uint64_t before = UINT64_MAX;
	enum sp_status status = SP_OK;

	*open = 1;
	for (int i = 0; !status && i < TRIM_ROUNDS && *open &&
			*open < before - before / 16; i++) {
		before = i ? *open : UINT64_MAX;
		status = trim_once(nodes, open, err);
	}
	return status;
}

/* ---- what is left ----------------------------------------------------- */

struct rest {
	uint32_t *nodes;        /* labels of open nodes, ascending */
	struct sp_word *links;  /* from one of them to another, by label */
	uint64_t node_count, link_count, node_capacity, link_capacity;
};

static void
rest_free(struct rest *rest)
{
	free(rest->nodes);
	free(rest->links);
}

/* Nodes of pages reached get the labels that they have at their owners. */
static enum sp_status
label_reached(struct sp_nodes *nodes, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	const uint32_t *of = nodes->found.of;
	uint64_t lent_count = sp_between_lent(share);
	uint32_t *lent = sp_alloc(lent_count, sizeof(*lent));
	uint32_t *reached = sp_alloc(share->reached, sizeof(*reached));
	enum sp_status status = SP_OK;

	if (!lent || !reached)
		status = sp_no_memory(err, "the components");
	for (uint64_t i = 0; !status && i < lent_count; i++)
		lent[i] = nodes->label[of[sp_between_lent_page(share, i)]];
	if (!status)
		status = sp_between_from_owners(share, sizeof(*lent), lent,
						reached, err);
	for (uint64_t i = 0; !status && i < share->reached; i++)
		nodes->label[of[sp_share_reached(share, i)]] = reached[i];
	free(lent);
	free(reached);
	return status;
}

/*
 * The links of an open page to other open nodes of its class.  They are sorted
 * and made distinct before they are sent: most nodes are linked many times.
 */
static enum sp_status
nodes_rest_add_row(struct sp_nodes *nodes, struct rest *rest, uint32_t page,
		   struct sp_error *err)
{
	const uint32_t *of = nodes->found.of, *successors;
	uint8_t own = nodes->marks[of[page]];
	uint32_t count;

	if (!(own & SP_NODE_OPEN))
		return SP_OK;
	if (sp_accessor_page(nodes->accessor, page, &successors, &count, err))
		return err->status;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = of[successors[i]];

		if (to == of[page] || !together(own, nodes->marks[to]))
			continue;
		if (!sp_grow(&rest->links, &rest->link_capacity,
			     rest->link_count + 1))
			return sp_no_memory(err, "the components");
		rest->links[rest->link_count++] = (struct sp_word){
			nodes->label[of[page]], nodes->label[to]
		};
	}
	return SP_OK;
}

static void
nodes_rest_sort_links(struct rest *rest)
{
	uint64_t kept = 0;

	if (rest->link_count)
		qsort(rest->links, rest->link_count, sizeof(*rest->links),
		      sp_compare_u32_pair);
	for (uint64_t i = 0; i < rest->link_count; i++)
		if (!kept || sp_compare_u32_pair(&rest->links[kept - 1],
						 &rest->links[i]))
			rest->links[kept++] = rest->links[i];
	rest->link_count = kept;
}

static enum sp_status
list_rest(struct sp_nodes *nodes, struct rest *rest, struct sp_error *err)
{
	const struct sp_share *share = nodes->share;
	enum sp_status status = sp_nodes_publish(nodes, err);

	if (!status)
		status = label_reached(nodes, err);
	for (uint64_t i = 0; !status && i < share->owned; i++) {
		uint64_t page = share->own_first + i;

		status = nodes_rest_add_row(nodes, rest, (uint32_t)page, err);
		if (status || !is_first(nodes, i) ||
		    !(sp_nodes_marks(nodes, page) & SP_NODE_OPEN))
			continue;
		if (!sp_grow(&rest->nodes, &rest->node_capacity,
			     rest->node_count + 1))
			return sp_no_memory(err, "the components");
		rest->nodes[rest->node_count++] = (uint32_t)(share->first + i);
	}
	nodes_rest_sort_links(rest);
	return status;
}

/* ---- solving it ------------------------------------------------------- */

/* Returns the place of a label among those of all open nodes. */
static uint32_t
nodes_rest_place_of(const struct rest *rest, uint32_t label)
{
	return (uint32_t)sp_first_not_below(rest->nodes, sizeof(*rest->nodes),
					    rest->node_count, label);
}

/*
 * Lists of processes follow each other in order, so that all are sorted:
 * processes own ascending ranges of pages, and labels are pages of their
 * owner.
 */
static enum sp_status
rest_graph(const struct rest *rest, struct sp_graph **graph,
	   struct sp_error *err)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	uint32_t *to = sp_alloc(rest->link_count, sizeof(*to));
	double *weights = NULL;
	uint64_t start = 0;
	enum sp_status status = SP_OK;

	if (!store || !to)
		status = sp_no_memory(err, "the components");
	for (uint64_t i = 0; !status && i < rest->link_count; i++) {
		uint32_t page = rest->links[i].page;
		struct sp_row row = { .successors = to + start };

		to[i] = nodes_rest_place_of(rest, rest->links[i].value);
		if (i + 1 < rest->link_count &&
		    rest->links[i + 1].page == page)
			continue;
		row.page = nodes_rest_place_of(rest, page);
		row.count = i + 1 - start;
		status = sp_rowstore_row(store, &row, err);
		start = i + 1;
	}
	if (!status)
		status = sp_rowstore_finish(store, rest->node_count, graph,
					    &weights, err);
	free(weights);
	free(to);
	sp_rowstore_free(store);
	return status;
}

/*
 * Replaces the label of each open node by the smallest of its component: from
 * the last node on, so that the first one stays.
 */
static enum sp_status
solve_rest(struct rest *rest, struct sp_error *err)
{
	struct sp_components found = { 0 };
	struct sp_index *index = NULL;
	struct sp_graph *graph = NULL;
	enum sp_status status = rest_graph(rest, &graph, err);
	uint32_t *least = NULL;

	if (!status)
		status = sp_index_new(graph, 1, &index, err);
	if (!status)
		status = sp_strong_components(index, graph, NULL, &found, err);
	if (!status) {
		least = sp_alloc(found.count, sizeof(*least));
		if (!least)
			status = sp_no_memory(err, "the components");
	}
	for (uint64_t i = rest->node_count; !status && i; i--)
		least[found.of[i - 1]] = rest->nodes[i - 1];
	for (uint64_t i = 0; !status && i < rest->node_count; i++)
		rest->nodes[i] = least[found.of[i]];
	free(least);
	sp_components_free(&found);
	sp_index_free(index);
	sp_graph_free(graph);
	return status;
}

/* Open nodes get their labels, in the order in which they were listed. */
static void
label_open(struct sp_nodes *nodes, const uint32_t *labels)
{
	const struct sp_share *share = nodes->share;
	uint64_t next = 0;

	for (uint64_t i = 0; i < share->owned; i++) {
		uint64_t page = share->own_first + i;

		if (is_first(nodes, i) &&
		    sp_nodes_marks(nodes, page) & SP_NODE_OPEN)
			nodes->label[nodes->found.of[page]] = labels[next++];
	}
}

/*
 * Sends the lists to process 0, and gets the answers: from is where what goes
 * to each process begins, in_from where what comes from it does.
 */
static enum sp_status
ask_first(struct sp_nodes *nodes, struct rest *rest, uint64_t *from,
	  uint64_t *in_from, struct sp_error *err)
{
	struct sp_team *team = nodes->share->team;
	struct rest all = { .nodes = NULL };
	void *labels = NULL, *list = NULL;
	enum sp_status status;

	status = sp_between_collect(team, sizeof(*rest->links), rest->links,
				    rest->link_count, &list, &all.link_count,
				    err);
	all.links = list;
	list = NULL;
	for (unsigned k = 1; k <= team->size; k++)
		from[k] = rest->node_count;
	if (!status)
		status = sp_between_swap(team, sizeof(*rest->nodes),
					 rest->nodes, from, &list, in_from,
					 err);
	all.nodes = list;
	all.node_count = in_from[team->size];
	if (!status && team->rank == 0)
		status = solve_rest(&all, err);
	if (!status)
		status = sp_between_swap(team, sizeof(*all.nodes), all.nodes,
					 in_from, &labels, from, err);
	if (!status)
		label_open(nodes, labels);
	free(labels);
	rest_free(&all);
	return status;
}

enum sp_status
sp_nodes_solve(struct sp_nodes *nodes, struct sp_error *err)
{
	uint64_t size = nodes->share->team->size + UINT64_C(1), open;
	uint64_t *from = sp_alloc_zero(2 * size, sizeof(*from));
	struct rest rest = { .nodes = NULL };
	enum sp_status status;

	if (!from)
		return sp_no_memory(err, "the components");
	status = trim_nodes(nodes, &open, err);
	if (!status && open) {
		status = list_rest(nodes, &rest, err);
		if (!status)
			status = ask_first(nodes, &rest, from, from + size,
					   err);
	}
	rest_free(&rest);
	free(from);
	return status;
}
