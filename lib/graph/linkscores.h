/* SPDX-License-Identifier: MIT */
/*
 * linkscores.h - scores of links: what the text of a link, or the text around
 * it, says of the page that it leads to.
 *
 * Most links have none, so a table has rows for those that have: 16 bytes each,
 * by the two pages and not by the number of the link.  It therefore fits every
 * graph with the same pages: rows of links that were pruned are of no use, and
 * do no harm.
 */
#ifndef SP_GRAPH_LINKSCORES_H
#define SP_GRAPH_LINKSCORES_H

#include "graph/graph.h"

#include <stdbool.h>

struct sp_link_score {
	uint32_t source, target;
	double score;
};

/* Ascending by source, then target; no link has two rows. */
struct sp_link_scores {
	struct sp_link_score *rows;
	uint64_t count, capacity;
};

#define SP_LINK_SCORES_EMPTY { NULL, 0, 0 }

/* Appends a row, in any order: sort the table before use.  SP_MEMORY. */
enum sp_status sp_link_scores_add(struct sp_link_scores *scores,
				  struct sp_link_score row,
				  struct sp_error *err);

/*
 * Sorts the rows.  If a link has two, returns false, and *twice is the number
 * of the second one.
 */
bool sp_link_scores_sort(struct sp_link_scores *scores, uint64_t *twice);

/*
 * Sorts the rows of a table in which links have several, and keeps the largest
 * score of each link.
 */
void sp_link_scores_best(struct sp_link_scores *scores);

/*
 * Removes the rows of a sorted table that are no links of the graph, and counts
 * them in *dropped.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_link_scores_restrict(struct sp_link_scores *scores,
				       const struct sp_graph *graph,
				       uint64_t *dropped,
				       struct sp_error *err);

/* Turns every link round, and sorts the rows again. */
void sp_link_scores_turn(struct sp_link_scores *scores);

void sp_link_scores_free(struct sp_link_scores *scores);

/*
 * Stores the scores of the links from a page to its successors, which are
 * ascending: absent for those without a row.  Takes time logarithmic in the
 * table and linear in the successors.  A table of NULL has no rows.
 */
void sp_link_scores_find(const struct sp_link_scores *scores, uint32_t page,
			 const uint32_t *successors, uint32_t count,
			 double absent, double *found);

#endif
