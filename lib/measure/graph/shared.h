/* SPDX-License-Identifier: MIT */
/*
 * shared.h - what a graph is like as a whole, found by the processes that share
 * it (cluster/team/share.h).
 *
 * All processes call a function together and get the same result, which is that
 * of the function for a graph on one machine, whatever the number of processes
 * and threads.  Numbers of pages are global ones.  Errors as those of the other
 * functions, and SP_IO from a team.
 *
 * Distances are measured by the same code as on one machine.  Degrees and
 * components have code of their own, since the result itself is distributed;
 * tests compare both.  A team of one pays only for the tables of its results.
 */
#ifndef SP_MEASURE_GRAPH_SHARED_H
#define SP_MEASURE_GRAPH_SHARED_H

#include "cluster/team/share.h"
#include "graph/statistics.h"
#include "measure/graph/components.h"
#include "measure/graph/degrees.h"
#include "measure/graph/distances.h"

/* ---- degrees ---------------------------------------------------------- */

/* The links and in-links of each page owned.  A zeroed struct is empty. */
struct sp_shared_links {
	uint32_t *out, *in;
	uint64_t self_links;   /* of the pages owned */
};

/*
 * Counts them in one pass over the links, with threads (at least 1); what pages
 * reached have goes to their owners.  Takes 4 bytes a page owned, 4 a local
 * page, and 4 a page reached or lent while it works.
 */
enum sp_status sp_shared_links(const struct sp_share *share, int threads,
			       const struct sp_progress *progress,
			       struct sp_shared_links *links,
			       struct sp_error *err) SP_MUST_CHECK;
void sp_shared_links_free(struct sp_shared_links *links);

/* As sp_graph_statistics(), without hosts. */
enum sp_status sp_shared_statistics(const struct sp_share *share,
				    const struct sp_shared_links *links,
				    struct sp_graph_statistics *statistics,
				    struct sp_error *err) SP_MUST_CHECK;

/*
 * As sp_degrees(), but only process 0 gets the counts, which take 8 bytes for
 * each degree up to the largest; the others get those of no pages.
 */
enum sp_status sp_shared_degrees(const struct sp_share *share,
				 const struct sp_shared_links *links,
				 struct sp_degrees *degrees,
				 struct sp_error *err) SP_MUST_CHECK;

/* ---- distances -------------------------------------------------------- */

/*
 * As sp_distances(), with the memory of a traversal for the local pages.
 * Sources are the same in all processes.  Each step is an exchange, so a graph
 * with long paths takes as many exchanges as its longest path has links.
 */
enum sp_status sp_shared_distances(const struct sp_share *share,
				   const uint32_t *sources, uint64_t count,
				   int threads,
				   const struct sp_progress *progress,
				   struct sp_distances *distances,
				   struct sp_error *err) SP_MUST_CHECK;

/* ---- components ------------------------------------------------------- */

struct sp_shared_components {
	struct sp_component_summary weak, strong;
	uint64_t bowtie[SP_BOWTIE_PARTS];
};

/*
 * Finds both kinds of components, and the bow-tie.
 *
 * Weak components: each process joins the pages that its links connect; then
 * trees that share a page hang on the smallest tree next to them, and follow
 * these pointers by doubling: at most 2 log2 (pages) rounds of at most
 * log2 (pages) exchanges, each of a word for a page reached or a tree.
 *
 * Strong components: each process finds those of its own links, which are
 * nodes from then on.  The core is what is reached from the largest node and
 * leads to it.  Nodes that can not be part of a component of several processes
 * are trimmed: those which no path from another process leads to, or no path to
 * another process leaves.  The nodes that are left are few on webs in the order
 * of their URLs; they go to process 0 with the links between them, and are
 * solved there.
 *
 * A search goes as far as it gets in a process by one pass over the nodes in
 * their order, and passes on what it found, until it finds nothing more.  It
 * takes as many passes as the path that changes processes most often does so,
 * on webs a few, and skips nodes that are done.  Chains of pages that change
 * processes at each link are the worst case: a pass for each link, or memory
 * for all their nodes and links at process 0, 24 bytes each.
 *
 * Memory: 26 bytes a local page, an index of 1 byte, the path of the search
 * (components.h), and what is passed.
 */
enum sp_status sp_shared_components(const struct sp_share *share, int threads,
				    const struct sp_progress *progress,
				    struct sp_shared_components *components,
				    struct sp_error *err) SP_MUST_CHECK;
void sp_shared_components_free(struct sp_shared_components *components);

#endif
