/* SPDX-License-Identifier: MIT */
/*
 * pick.h - seeds for a crawl, by several methods
 * (seedpipe-algorithms(7), 6.5).
 *
 * Each function appends to *seeds.  Methods that are asked for more seeds
 * than there are pages (hosts) give all of them; the caller sees the count.
 */
#ifndef SP_SEED_PICK_H
#define SP_SEED_PICK_H

#include "graph/cores.h"
#include "graph/graph.h"
#include "graph/hosts.h"

/* The seed of each core, in their order. */
enum sp_status sp_pick_cores(const struct sp_cores *cores,
			     struct sp_seeds *seeds, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * count of the pages 0 .. pages - 1 at random, without replacement, in the
 * order drawn (a Fisher-Yates shuffle that stops; numbers from random.h).
 * Memory follows count, not pages.
 */
enum sp_status sp_pick_random(uint64_t pages, uint64_t count,
			      uint64_t random_seed, struct sp_seeds *seeds,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * The count pages with the largest scores, the best first, among equals the
 * smallest page first.  SP_DATA when a score is not a number.
 */
enum sp_status sp_pick_top(const double *scores, uint64_t pages,
			   uint64_t count, struct sp_seeds *seeds,
			   struct sp_error *err) SP_MUST_CHECK;

/*
 * As sp_pick_top(), by the number of links to each page, which one pass over
 * the graph counts in 4 bytes a page.  SP_DATA when the graph is damaged.
 */
enum sp_status sp_pick_top_indegree(const struct sp_graph *graph,
				    int threads, uint64_t count,
				    struct sp_seeds *seeds,
				    struct sp_error *err) SP_MUST_CHECK;

/*
 * The smallest page of each of the count hosts with the most pages, the
 * largest host first, among equals the smallest host number first.  Hosts
 * without pages are left out.
 */
enum sp_status sp_pick_hosts(const struct sp_hosts *hosts, uint64_t count,
			     struct sp_seeds *seeds, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The pages of a list in its order; a page that comes again is passed over.
 * SP_DATA, with the place in the list counted from 1, when one is not below
 * pages.
 */
enum sp_status sp_pick_list(const uint64_t *list, uint64_t count,
			    uint64_t pages, struct sp_seeds *seeds,
			    struct sp_error *err) SP_MUST_CHECK;

#endif
