/* SPDX-License-Identifier: MIT */
/*
 * overlap.h - how much of what some pages reach is the same
 * (seedpipe-algorithms(7), 7).
 *
 * R(s, d) are the pages within d links of source s, s among them.  Two sources
 * lead to the same part of a web if their sets overlap: by the Jaccard index,
 * the part of the pages that either reaches which both do, and by the overlap
 * coefficient, the part of the smaller set that the other one has as well.
 */
#ifndef SP_MEASURE_GRAPH_OVERLAP_H
#define SP_MEASURE_GRAPH_OVERLAP_H

#include "base/progress.h"
#include "cluster/team/share.h"

#define SP_OVERLAP_MOST 256 /* sources */

/* Means over pairs of different sources; NaN if there are none. */
struct sp_overlap_pairs {
	uint64_t pairs;
	double jaccard;
	double coefficient;
};

/* What all sources have within a number of links. */
struct sp_overlap {
	uint64_t distance;
	double reached;     /* pages of a set, on average */
	uint64_t together;  /* pages of any set */
	struct sp_overlap_pairs all;
	struct sp_overlap_pairs same, other; /* of one group, and of two */
};

/*
 * Sets rows[i] for distance i + 1, up to steps (at least 1), and *count to the
 * number of rows: fewer if no source finds a page in the next step, so that the
 * sets stay, but at least one.  sources are 1 to SP_OVERLAP_MOST pages of the
 * graph; groups has a number for each, or is NULL: then same and other have no
 * pairs.
 *
 * Counts are exact, and the same for any number of threads.  A step takes a
 * pass over the pages: time for the pages reached by each source, and for the
 * pairs of sources once in 64 pages.  Takes the memory of a traversal
 * (measure/graph/traverse.h), 8 bytes a page for up to 64 sources, 16 for up to
 * 128, 32 for more, and 8 bytes a pair for each thread.  Reports steps.
 * SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_overlaps(const struct sp_graph *graph,
			   const uint32_t *sources, const uint32_t *groups,
			   unsigned source_count, uint64_t steps, int threads,
			   const struct sp_progress *progress,
			   struct sp_overlap *rows, uint64_t *count,
			   struct sp_error *err);

#endif
