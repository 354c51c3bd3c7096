/* SPDX-License-Identifier: MIT */
/*
 * components.h - the connected components of a graph, and its bow-tie
 * (seedpipe-algorithms(7), 7; Broder et al., 2000).
 *
 * Two pages are in one weak component if links, followed in either direction,
 * lead from one to the other; in one strong component if links, followed as
 * they point, lead there and back.
 */
#ifndef SP_MEASURE_GRAPH_COMPONENTS_H
#define SP_MEASURE_GRAPH_COMPONENTS_H

#include "base/progress.h"
#include "cluster/team/share.h"
#include "graph/graph.h"

/* A zeroed struct is empty. */
struct sp_components {
	uint64_t count;
	uint32_t *of;          /* the component of each page */
	uint32_t *sizes;       /* pages of each component */
	uint32_t largest;      /* of several, the one of the smallest page */
	uint32_t largest_page; /* its smallest page */
};

/*
 * Joins pages that links connect: parent is an array of sp_graph_pages()
 * numbers, in which each page then has the smallest page of its component.
 */
enum sp_status sp_weak_forest(const struct sp_graph *graph, int threads,
			      const struct sp_progress *progress,
			      uint32_t *parent, struct sp_error *err);

/*
 * Finds the strong components, numbered so that a link leads to the same or a
 * smaller number, by one depth-first search (Tarjan, 1972, with the single
 * array of Pearce, 2016).  The search itself is one thread's; threads read the
 * index.  Takes 9 bytes a page, 8 for each page of the path that is being
 * searched, 12 at most while that grows, and 64 MiB.  Reports pages.
 */
enum sp_status sp_strong_components(const struct sp_index *index,
				    const struct sp_graph *graph,
				    const struct sp_progress *progress,
				    struct sp_components *components,
				    struct sp_error *err);

void sp_components_free(struct sp_components *components); /* leaves it empty */

/* Components of one size. */
struct sp_size_count {
	uint64_t size, count;
};

/* What is said of the components of one kind; free sizes. */
struct sp_component_summary {
	uint64_t count;
	uint64_t largest_page;       /* the smallest page of the largest */
	struct sp_size_count *sizes;
	uint64_t length;
};

/*
 * The bow-tie around the core, the largest strong component: pages that reach
 * it, that it reaches, and the other pages of its weak component.  Tubes lead
 * from in to out past the core; tendrils hang on one side, or on pages that do.
 * The rest is disconnected.
 */
enum sp_bowtie_part {
	SP_BOWTIE_CORE,
	SP_BOWTIE_IN,
	SP_BOWTIE_OUT,
	SP_BOWTIE_TUBES,
	SP_BOWTIE_FROM_IN,      /* tendrils that in leads to */
	SP_BOWTIE_TO_OUT,       /* tendrils that lead to out */
	SP_BOWTIE_LOOSE,        /* connected by no path of one direction */
	SP_BOWTIE_DISCONNECTED,
	SP_BOWTIE_PARTS
};

/* What is found; zeroed, it is empty. */
struct sp_component_figures {
	struct sp_component_summary weak, strong;
	uint64_t bowtie[SP_BOWTIE_PARTS];
};

/*
 * Finds both kinds of components, and the bow-tie, of the graph that processes
 * share.  All of them call this together, and get the same result, whatever
 * their number and that of threads (at least 1).  Reports blocks to progress,
 * which may be NULL.  Without pages there is no component.  SP_DATA if the
 * graph is damaged; SP_MEMORY; SP_IO from a team; figures is empty then.
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
 * Alone, a process has no page of another, and a search is one pass.
 *
 * The depth-first search of a process is one thread's.  Another one finds the
 * weak components meanwhile, and all follow the links of the core.
 *
 * Memory: 29 bytes a local page, an index of 1 byte, the path of the search,
 * and what is passed.
 */
enum sp_status sp_find_components(const struct sp_share *share, int threads,
				  const struct sp_progress *progress,
				  struct sp_component_figures *figures,
				  struct sp_error *err);
void sp_component_figures_free(struct sp_component_figures *figures);

#endif
