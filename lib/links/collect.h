/* SPDX-License-Identifier: MIT */
/*
 * collect.h - links in any order to a graph.  Private to lib/links.
 *
 * Most files are sorted by source.  So rows are encoded as they come for as
 * long as the sources ascend (targets may be in any order), which needs no
 * sort and no more memory than the graph; at the first source that goes back,
 * what was collected goes into a link sort, and so does all that follows.
 */
#ifndef SP_LINKS_COLLECT_H
#define SP_LINKS_COLLECT_H

#include "graph/graph.h"
#include "links/idset.h"
#include "links/linksort.h"
#include "links/rowstore.h"

struct sp_collect;

/*
 * What comes out: a graph, its weights in page order or NULL, how many links
 * were there twice (and were dropped, their weights added to the one that
 * stays), and how many of those kept go from a page to itself.
 */
struct sp_collected {
	struct sp_graph *graph;
	double *weights;
	uint64_t duplicates;
	uint64_t self_links;
};

/*
 * options: memory and folder of the link sort, threads, and whether links
 * have weights; directory must stay valid.  gaps: most numbers between the
 * sources may be unused and will be left out by sp_collect_finish(), so that
 * it is no use to keep an empty row for each.  NULL when memory is short.
 */
struct sp_collect *sp_collect_new(const struct sp_linksort_options *options,
				  bool gaps);

/*
 * count links from source, count >= 1; source and targets are below
 * SP_PAGES_MAX.  weights is NULL unless the links have weights.
 */
enum sp_status sp_collect_run(struct sp_collect *collect, uint32_t source,
			      const uint32_t *targets, uint64_t count,
			      const double *weights, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The graph of pages pages, all sources and targets being below.  With used
 * (its ranks prepared), page numbers are ranks in it, pages is its count, and
 * limit is above the largest of it; else limit is pages.  Ends the use of
 * collect but for sp_collect_free().  SP_DATA when weights of equal links add
 * up to infinity.
 */
enum sp_status sp_collect_finish(struct sp_collect *collect, uint64_t pages,
				 const struct sp_idset *used, uint64_t limit,
				 struct sp_collected *result,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * Gives back the rows so far, all numbers in them being below limit, and how
 * many duplicates were dropped.  Ends the use of collect as above.
 */
enum sp_status sp_collect_walk(struct sp_collect *collect, uint64_t limit,
			       const struct sp_row_visitor *visitor,
			       uint64_t *duplicates, struct sp_error *err)
	SP_MUST_CHECK;

void sp_collect_free(struct sp_collect *collect); /* accepts NULL */

/*
 * The graph with page p called new_of[p], a permutation of its pages.
 * weights may be NULL.  options as for sp_collect_new(), without weighted.
 */
enum sp_status sp_renumber(const struct sp_graph *graph,
			   const double *weights, const uint32_t *new_of,
			   const struct sp_linksort_options *options,
			   struct sp_collected *result, struct sp_error *err)
	SP_MUST_CHECK;

#endif
