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
 * Finds the weak components, numbered in the order of their smallest pages, by
 * union and find in threads (at least 1).  Takes 4 bytes a page, and 4 a
 * component.  Reports blocks to progress, which may be NULL.  Without pages
 * there is no component.  Returns SP_DATA if the graph is damaged; SP_MEMORY;
 * components is empty then.
 */
enum sp_status sp_weak_components(const struct sp_graph *graph, int threads,
				  const struct sp_progress *progress,
				  struct sp_components *components,
				  struct sp_error *err) SP_MUST_CHECK;

/*
 * Joins pages that links connect: parent is an array of sp_graph_pages()
 * numbers, in which each page then has the smallest page of its component.
 */
enum sp_status sp_weak_forest(const struct sp_graph *graph, int threads,
			      const struct sp_progress *progress,
			      uint32_t *parent, struct sp_error *err)
	SP_MUST_CHECK;

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
				    struct sp_error *err) SP_MUST_CHECK;

void sp_components_free(struct sp_components *components); /* leaves it empty */

/* Components of one size. */
struct sp_size_count {
	uint64_t size, count;
};

/*
 * Lists how many components there are of each size, the smallest size first.
 * The caller frees *list.  SP_MEMORY.
 */
enum sp_status sp_component_sizes(const struct sp_components *components,
				  struct sp_size_count **list,
				  uint64_t *length, struct sp_error *err)
	SP_MUST_CHECK;

/* What is said of the components of one kind; free sizes. */
struct sp_component_summary {
	uint64_t count;
	uint64_t largest_page;       /* the smallest page of the largest */
	struct sp_size_count *sizes;
	uint64_t length;
};

enum sp_status sp_component_summarise(const struct sp_components *components,
				      struct sp_component_summary *summary,
				      struct sp_error *err) SP_MUST_CHECK;

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

/*
 * Counts the pages of each part, given both kinds of components.  Takes 4 bytes
 * a page, and 5 a strong component; follows links against the grain by visiting
 * the components from the last to the first, so that it needs no transpose.
 * Fails as above.
 */
enum sp_status sp_bowtie(const struct sp_index *index,
			 const struct sp_graph *graph,
			 const struct sp_components *weak,
			 const struct sp_components *strong,
			 const struct sp_progress *progress,
			 uint64_t parts[SP_BOWTIE_PARTS],
			 struct sp_error *err) SP_MUST_CHECK;

#endif
