/* SPDX-License-Identifier: MIT */
/*
 * collect.h - builds a graph from links in any order.
 *
 * Most files are sorted by source.  While the sources ascend (targets may be
 * in any order), rows are encoded as they arrive, which needs no sort and no
 * more memory than the graph.  At the first source that is out of order, the
 * links collected so far move to a link sort, and all later links join them.
 */
#ifndef SP_GRAPH_LINKS_COLLECT_H
#define SP_GRAPH_LINKS_COLLECT_H

#include "graph/graph.h"
#include "graph/links/idset.h"
#include "graph/links/linksort.h"
#include "graph/links/rowstore.h"

struct sp_collect;

/* The result.  The caller frees the graph and the weights. */
struct sp_collected {
	struct sp_graph *graph;
	double *weights;     /* in page order; NULL for unweighted links */
	uint64_t duplicates; /* links dropped; their weights were added to
				the link that was kept */
	uint64_t self_links; /* links kept that go from a page to itself */
	uint64_t linking;    /* pages that have links */
};

/*
 * Creates an empty collection.  options gives the memory and the folder of
 * the link sort, the number of threads, and whether links have weights;
 * options->directory must stay valid.  Set gaps if most page numbers between
 * the sources may be unused and sp_collect_finish() will remove them: no
 * empty rows are stored for them then.  Returns NULL if memory is short.
 */
struct sp_collect *sp_collect_new(const struct sp_linksort_options *options,
				  bool gaps);

/*
 * Adds one or more links of one page.  They may be in any order and contain
 * duplicates, and later calls may add more links of the same page.  The page
 * and its successors must be below SP_PAGES_MAX; links->weights is NULL
 * unless the links have weights.  Returns SP_DATA if the weights of duplicate
 * links add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_collect_links(struct sp_collect *collect,
				const struct sp_row *links,
				struct sp_error *err);

/*
 * The same for all links of a page at once, which is faster: if their targets
 * ascend, they are stored without a copy.  The next call is for another page.
 */
enum sp_status sp_collect_row(struct sp_collect *collect,
			      const struct sp_row *links,
			      struct sp_error *err);

/*
 * Returns the sort that all further links join, or NULL while sources ascend:
 * links may then be added to it directly.
 */
struct sp_linksort *sp_collect_sort(const struct sp_collect *collect);

/*
 * Builds the graph.  If used is NULL, the graph has pages pages, every source
 * and target must be below pages, and limit equals pages.  Otherwise each
 * number becomes its rank in used, whose ranks must be ready; pages is then
 * the number of members of used, and limit is above the largest of them.
 * Only sp_collect_free() may be called afterwards.  Returns SP_DATA if the
 * weights of duplicate links add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_collect_finish(struct sp_collect *collect, uint64_t pages,
				 const struct sp_idset *used, uint64_t limit,
				 struct sp_collected *result,
				 struct sp_error *err);

/*
 * Passes the collected rows to the sink without calling the sink's begin, and
 * stores the number of dropped duplicates in *duplicates.  All page numbers
 * must be below limit.  Only sp_collect_free() may be called afterwards.
 */
enum sp_status sp_collect_walk(struct sp_collect *collect, uint64_t limit,
			       const struct sp_row_sink *sink,
			       uint64_t *duplicates, struct sp_error *err);

void sp_collect_free(struct sp_collect *collect); /* accepts NULL */

/*
 * Renumbers a graph: page p becomes page new_of[p], which is below pages.
 * Several pages may become one: links that do, too, are duplicates then, whose
 * weights are added, as in sp_collect_finish().  weights may be NULL.  options
 * is as for sp_collect_new(), except that its weighted is ignored.  Returns
 * SP_DATA if added weights are infinite; SP_IO; SP_MEMORY.
 */
enum sp_status sp_renumber(const struct sp_graph *graph,
			   const double *weights, const uint32_t *new_of,
			   uint64_t pages,
			   const struct sp_linksort_options *options,
			   struct sp_collected *result, struct sp_error *err);

#endif
