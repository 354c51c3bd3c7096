/* SPDX-License-Identifier: MIT */
/*
 * pick.h - picks seeds for a crawl by several methods
 * (seedpipe-algorithms(7), 6.5).
 *
 * Each function appends to *seeds, and may leave some there when it fails.
 * If fewer pages (hosts) exist than are asked for, all are appended.  All
 * functions can return SP_MEMORY.
 *
 * With spread (spread.h; NULL: without), at most one page of each unit is
 * picked, and then "all" is one page of each unit.  Seeds that come in a given
 * order are spread afterwards, by sp_spread_seeds().
 */
#ifndef SP_SEED_PICK_H
#define SP_SEED_PICK_H

#include "graph/cores.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "seed/spread.h"

/* Picks the seeds of the cores, in the order of the cores. */
enum sp_status sp_pick_cores(const struct sp_cores *cores,
			     struct sp_seeds *seeds, struct sp_error *err);

/*
 * Draws count of the pages 0 .. pages - 1 at random, without replacement, in
 * the order drawn: the first steps of a Fisher-Yates shuffle, with numbers
 * from base/random.h.  With allowed, a bitset of pages (base/bitset.h), pages
 * that are not in it are skipped, and all others are drawn in the same order
 * as without.  A page whose unit has a seed is drawn and skipped.  Memory
 * depends on the pages drawn, not on pages.
 */
enum sp_status sp_pick_random(uint64_t pages, const uint64_t *allowed,
			      uint64_t count, uint64_t random_seed,
			      struct sp_spread *spread,
			      struct sp_seeds *seeds, struct sp_error *err);

/*
 * Sets *linking to a bitset of the pages with at least one link, to be freed
 * by the caller, and *count to their number.  Takes one pass over the graph.
 * Returns SP_DATA if the graph is damaged.
 */
enum sp_status sp_find_linking(const struct sp_graph *graph,
			       uint64_t **linking, uint64_t *count,
			       struct sp_error *err);

/*
 * Picks the count pages with the largest scores, best first, equal scores by
 * page ascending; each seed has its score.  Returns SP_DATA if a score is NaN.
 */
enum sp_status sp_pick_top(const double *scores, uint64_t pages,
			   uint64_t count, struct sp_seeds *seeds,
			   struct sp_error *err);

/*
 * The same with spread: of each unit, its best page.  Takes 4 bytes for each
 * unit.
 */
enum sp_status sp_pick_top_spread(const double *scores, uint64_t pages,
				  uint64_t count, struct sp_spread *spread,
				  struct sp_seeds *seeds, struct sp_error *err);

/*
 * Like sp_pick_top_spread(), by the number of links to each page (inward) or
 * from it, which is the score of a seed.  Takes one pass over the graph and 4
 * bytes per page.  Returns SP_DATA if the graph is damaged.
 */
enum sp_status sp_pick_top_degree(const struct sp_graph *graph, bool inward,
				  int threads, uint64_t count,
				  struct sp_spread *spread,
				  struct sp_seeds *seeds, struct sp_error *err);

/*
 * Picks the smallest page of each of the count hosts with the most pages, the
 * largest host first, equal sizes by host number ascending.  Hosts without
 * pages, and pages without a host (whose host is the empty name), are skipped.
 * Returns SP_DATA if a page has a host that does not exist.
 */
enum sp_status sp_pick_hosts(const struct sp_hosts *hosts, uint64_t count,
			     struct sp_spread *spread, struct sp_seeds *seeds,
			     struct sp_error *err);

/*
 * Picks the pages of a list in its order and skips repeated pages.
 * Returns SP_DATA if one is not below pages; the message has its place in the
 * list, from 1.
 */
enum sp_status sp_pick_list(const uint64_t *list, uint64_t count,
			    uint64_t pages, struct sp_seeds *seeds,
			    struct sp_error *err);

#endif
