/* SPDX-License-Identifier: MIT */
/*
 * distances.h - how far pages are from each other
 * (seedpipe-algorithms(7), 7; Daneshpajouh, Nasiri and Ghodsi, 2008).
 *
 * The distance of a page from another, the source, is the number of links on
 * the shortest path.  Distances are directed, and pairs without a path, and of
 * a page with itself, do not count.
 */
#ifndef SP_MEASURE_GRAPH_DISTANCES_H
#define SP_MEASURE_GRAPH_DISTANCES_H

#include "base/progress.h"
#include "cluster/team/share.h"

/* What is known of the distances from some pages, the sources. */
struct sp_distances {
	uint64_t sources;
	uint64_t pairs;      /* of a source and a page that it reaches */
	uint64_t largest;    /* distance of a pair; 0 without pairs */
	uint64_t *histogram; /* pairs of each distance up to the largest; of
			      * distance 0 there is none */
	/*
	 * The mean over all pairs, and its standard error: 0 if all pages are
	 * sources, else by jackknife, leaving out one source at a time.  NaN
	 * if there are no pairs, or too few for an error.
	 */
	double mean, error;
	/*
	 * The effective diameter: 90 % of the pairs are within this distance,
	 * interpolated between whole distances (0 is within none).  NaN
	 * without pairs.
	 */
	double effective;
	double fraction;     /* of the pairs that could be; NaN if none could */
};

/*
 * Searches breadth first from each source, 256 at a time: a page of the graph,
 * none twice; sources NULL stands for all pages, and count is not read then.
 * All processes that share the graph call this together with the same sources,
 * and get the same result, whatever their number and that of threads (at least
 * 1).  Between processes each step is an exchange, so a graph with long paths
 * takes as many exchanges as its longest path has links.
 *
 * Reports sources that are finished, in shares, to progress, which may be NULL.
 * Takes the memory of a traversal (measure/graph/traverse.h) of the local pages
 * and 16 bytes a source.  SP_DATA if the graph is damaged; SP_MEMORY; SP_IO
 * from a team.  Release it with sp_distances_free().
 */
enum sp_status sp_distances(const struct sp_share *share,
			    const uint32_t *sources, uint64_t count,
			    int threads, const struct sp_progress *progress,
			    struct sp_distances *distances,
			    struct sp_error *err);
void sp_distances_free(struct sp_distances *distances);

/* ---- between groups of pages ------------------------------------------ */

/* A page of a group.  A page may be in several. */
struct sp_group_page {
	uint32_t group;
	uint32_t page;
};

#define SP_NO_PATH UINT32_MAX

/*
 * Sets matrix[x * groups + y] to the distance of group y from group x, the
 * smallest of a page of y from a page of x; to 0 for x = y, and to SP_NO_PATH
 * if there is none.  Reports groups that are finished, in shares.  Takes the
 * memory of a traversal, 8 bytes a page and 4 a member.  Errors as
 * sp_distances().
 */
enum sp_status sp_group_distances(const struct sp_graph *graph,
				  const struct sp_group_page *members,
				  uint64_t member_count, uint32_t groups,
				  int threads,
				  const struct sp_progress *progress,
				  uint32_t *matrix, struct sp_error *err);

/* What a matrix says of ordered pairs of different groups. */
struct sp_group_summary {
	uint64_t pairs;       /* with a path */
	uint64_t unreachable; /* without one */
	uint32_t least, most; /* 0 without pairs, as the mean */
	double mean;
};

void sp_group_summarise(const uint32_t *matrix, uint32_t groups,
			struct sp_group_summary *summary);

#endif
