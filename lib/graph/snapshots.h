/* SPDX-License-Identifier: MIT */
/*
 * snapshots.h - snapshots of a web that changes, as one graph.
 *
 * The graph has the pages and links of all snapshots (graphmerge --snapshots
 * makes it).  Beside it are two scores of the name SP_SNAPSHOTS_NAME, whose
 * values are sets of snapshots: bit i of the mask, as a whole number, stands
 * for snapshot i, the first one being 0.
 *
 *	score of a page: the snapshots in which it is there; 0: none, it was
 *		gone whenever a link led to it
 *	score of a link: the snapshots that have it; never 0.  Links that all
 *		of them have, have no row
 *
 * A double holds 52 bits exactly.
 */
#ifndef SP_GRAPH_SNAPSHOTS_H
#define SP_GRAPH_SNAPSHOTS_H

#include "graph/linkscores.h"

#define SP_SNAPSHOTS_MAX 52
#define SP_SNAPSHOTS_NAME "snapshots"

/*
 * The same, verified, for readers of single pages.  Start with zero bytes; free
 * with sp_snapshots_free().
 */
struct sp_snapshots {
	unsigned count;
	uint64_t pages;
	const double *mask_of;   /* of each page; borrowed */

	/* Private: the links that change, in the order of the graph. */
	uint64_t *first;         /* of each page, and the end of the last */
	uint32_t *targets;
	uint64_t *masks;
};

/*
 * Takes the masks of all pages, which must stay where they are, and those of
 * links.  Rows that are no links of the graph are passed over: it was pruned.
 * There are as many snapshots as the masks of pages say, at least 1.
 *
 * Memory: 8 bytes a page and 12 for each of these rows.  SP_DATA if a mask is
 * not a whole number below 2^52, that of a link is 0 or has a snapshot in which
 * no page is there, or the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_snapshots_init(struct sp_snapshots *snapshots,
				 const struct sp_graph *graph,
				 const double *pages,
				 const struct sp_link_scores *links,
				 struct sp_error *err);
void sp_snapshots_free(struct sp_snapshots *snapshots);

/* Is the page there in that snapshot? */
static inline bool
sp_snapshot_has(const struct sp_snapshots *snapshots, uint32_t page,
		unsigned snapshot)
{
	return (uint64_t)snapshots->mask_of[page] >> snapshot & 1;
}

/* Has the page links that not all snapshots have? */
static inline bool
sp_snapshots_change(const struct sp_snapshots *snapshots, uint32_t page)
{
	return snapshots->first[page] < snapshots->first[page + UINT64_C(1)];
}

/*
 * Stores those of the page's links in the graph, which ascend, that the
 * snapshot has, and returns their number.  links has room for count.
 */
uint32_t sp_snapshot_links(const struct sp_snapshots *snapshots, uint32_t page,
			   unsigned snapshot, const uint32_t *successors,
			   uint32_t count, uint32_t *links);

/* Has the page the same links in both snapshots, or none in either? */
bool sp_snapshots_agree(const struct sp_snapshots *snapshots, uint32_t page,
			unsigned one, unsigned other);

#endif
