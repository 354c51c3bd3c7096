/* SPDX-License-Identifier: MIT */
/*
 * plan.h - what processes would hold of a graph, and what they would send, for
 * any number of them, found by one process that goes through the graph range by
 * range.
 *
 * The ranges are the finest partition of interest.  A page reached from a range
 * is remembered once, so that the shares of any coarser partition, whose bounds
 * are bounds of ranges, follow without the graph: memory is 4 bytes for each
 * page reached from each range, and a bit a page of the graph.
 *
 *	sp_plan_new(pages, bounds, ranges, &plan, err)
 *	for each range:
 *		... read its blocks as for sp_share_new() ...
 *		sp_plan_add(plan, range, wide, threads, err)
 *	for each partition:
 *		sp_plan_shares(plan, first_of, processes, shares, err)
 */
#ifndef SP_CLUSTER_TEAM_PLAN_H
#define SP_CLUSTER_TEAM_PLAN_H

#include "graph/graph.h"

struct sp_plan;

/* The share of one process (cluster/team/share.h). */
struct sp_plan_share {
	uint64_t pages;         /* owned */
	uint64_t links;
	uint64_t linked;        /* pages with links */
	uint64_t near;          /* links over few pages: SP_REACH_NEAR */
	uint64_t bytes;         /* of the links, as they were read: with local
				   numbers they are about the same */
	uint64_t reached;
	uint64_t reached_below; /* of these, the pages below those owned */
	uint64_t lent;          /* pages owned, for each process that reaches
				   them */
};

/*
 * Makes a plan for a graph of pages pages.  bounds has ranges + 1 entries,
 * which ascend from 0 to pages, in steps of whole blocks; they are copied.
 * SP_MEMORY.
 */
enum sp_status sp_plan_new(uint64_t pages, const uint64_t *bounds,
			   uint64_t ranges, struct sp_plan **plan,
			   struct sp_error *err);
void sp_plan_free(struct sp_plan *plan); /* accepts NULL */

/*
 * Adds what a range links to.  wide has the blocks of the range, and is used up
 * also after a failure.  SP_DATA if it is damaged; SP_MEMORY.
 */
enum sp_status sp_plan_add(struct sp_plan *plan, uint64_t range,
			   struct sp_graph *wide, int threads,
			   struct sp_error *err);

/* The links and the checksum of all ranges that have been added. */
uint64_t sp_plan_links(const struct sp_plan *plan);
uint64_t sp_plan_checksum(const struct sp_plan *plan);

/*
 * Sets the processes shares of the partition first_of (processes + 1 entries),
 * each of which is a bound of a range.  Time grows with the pages reached from
 * all ranges.  SP_MEMORY; SP_DATA if a bound is none of a range.
 */
enum sp_status sp_plan_shares(const struct sp_plan *plan,
			      const uint64_t *first_of, unsigned processes,
			      struct sp_plan_share *shares,
			      struct sp_error *err);

/* The places of a vector over the local pages (cluster/team/share.h). */
uint64_t sp_plan_places(const struct sp_plan_share *share);

#endif
