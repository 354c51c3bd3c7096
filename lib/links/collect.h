/* SPDX-License-Identifier: MIT */
/*
 * collect.h - links in any order to a graph.
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
 * stays), how many of those kept go from a page to itself, and how many pages
 * have links.
 */
struct sp_collected {
	struct sp_graph *graph;
	double *weights;
	uint64_t duplicates;
	uint64_t self_links;
	uint64_t linking;
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
 * Takes links of one page, at least one, in any order and some of them twice;
 * more of the same page may come later.  Page and successors are below
 * SP_PAGES_MAX.  weights is NULL unless the links have weights.  SP_DATA when
 * the weights of equal links add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_collect_links(struct sp_collect *collect,
				const struct sp_row *links,
				struct sp_error *err) SP_MUST_CHECK;

/*
 * The graph of pages pages, all sources and targets being below.  With used
 * (its ranks prepared), page numbers are ranks in it, pages is its count, and
 * limit is above the largest of it; else limit is pages.  Nothing but
 * sp_collect_free() may follow.  SP_DATA when the weights of duplicate links
 * add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_collect_finish(struct sp_collect *collect, uint64_t pages,
				 const struct sp_idset *used, uint64_t limit,
				 struct sp_collected *result,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * Passes the rows so far to the sink, all numbers in them being below limit,
 * and says how many duplicates were dropped.  The sink must do without
 * begin.  Nothing but sp_collect_free() may follow.
 */
enum sp_status sp_collect_walk(struct sp_collect *collect, uint64_t limit,
			       const struct sp_row_sink *sink,
			       uint64_t *duplicates, struct sp_error *err)
	SP_MUST_CHECK;

void sp_collect_free(struct sp_collect *collect); /* accepts NULL */

/*
 * Makes the graph in which page p is called new_of[p], a permutation of its
 * pages.  weights may be NULL.  options as for sp_collect_new(), of which
 * weighted is not used.  SP_IO, SP_MEMORY.
 */
enum sp_status sp_renumber(const struct sp_graph *graph,
			   const double *weights, const uint32_t *new_of,
			   const struct sp_linksort_options *options,
			   struct sp_collected *result, struct sp_error *err)
	SP_MUST_CHECK;

#endif
