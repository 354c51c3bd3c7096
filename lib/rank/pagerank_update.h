/* SPDX-License-Identifier: MIT */
/*
 * pagerank_update.h - PageRank of a crawl that goes on: after each period only
 * what has changed is computed (seedpipe-algorithms(7), 3.2, method=local).
 *
 * The ranks are those of pagerank.h, for the pages seen and the links of those
 * done, with teleport 1/n each and SP_DANGLING_UNIFORM.
 */
#ifndef SP_RANK_PAGERANK_UPDATE_H
#define SP_RANK_PAGERANK_UPDATE_H

#include "rank/pagerank.h"

struct sp_kept_ranks;

/*
 * No page is seen at first.  The index is that of the graph, and must outlive
 * the ranks; damping as in struct sp_pagerank_options.  21 bytes a page.
 * NULL: memory is short.
 */
struct sp_kept_ranks *sp_kept_ranks_new(const struct sp_index *index,
					uint64_t pages, double damping);
void sp_kept_ranks_free(struct sp_kept_ranks *kept); /* accepts NULL */

/*
 * Reads links by another index from now on: that of a graph in which the pages
 * that were done at the last update have the same links.  SP_MEMORY.
 */
enum sp_status sp_kept_ranks_read(struct sp_kept_ranks *kept,
				  const struct sp_index *index,
				  struct sp_error *err);

/*
 * Brings the ranks up to date with a view: pages were found, forgotten, or are
 * done since the last call.  Pages that were done must stay seen and done.
 * Stops when one iteration of PageRank would change the ranks by less than
 * tolerance (L1), or after this many passes; tolerance 0: only then.
 *
 * report->links counts the links that rank was pushed along; form and reason
 * are not set.  The last bits depend on the calls before.  SP_DATA if the graph
 * is damaged; SP_MEMORY.  After a failure the ranks can only be freed.
 */
enum sp_status sp_kept_ranks_update(struct sp_kept_ranks *kept,
				    const struct sp_pagerank_view *view,
				    double tolerance, uint32_t iterations,
				    struct sp_pagerank_report *report,
				    struct sp_error *err);

/* The rank of a page at the last update; 0 if it was not seen then. */
double sp_kept_rank(const struct sp_kept_ranks *kept, uint32_t page);

#endif
