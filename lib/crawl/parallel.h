/* SPDX-License-Identifier: MIT */
/*
 * parallel.h - a crawl by several processes, each with a part of the web
 * (section 5 in seedpipe-algorithms(7); Cho and Garcia-Molina 2002).
 *
 * Every page belongs to one process.  Each process has its own frontier, and
 * an order that knows only what this process saw.  In each tick the processes
 * download a page each, in turn, if they have one; after it they send pages to
 * each other.  What is not said there:
 *
 * - O(i) counts all links of a page, also those to pages of other processes.
 *   What these links carry (cash, mass, rank) leaves the process and is lost:
 *   a message is an address and nothing else.
 * - A page that comes from outside (sent by another process, replicated, or
 *   foreign and taken in crossover) is to the order one more seed, with an
 *   equal share of the seeds; it keeps in addition what limits made it keep
 *   (G4a).  Its parent is the page whose link brought it, and its depth one
 *   more than that page's, wherever that was downloaded.
 * - A process that has nothing left when its turn in a tick ends is idle, even
 *   if messages of this tick then bring it pages.
 * - Periods (k auto) and the pages of the web that ieca expects go by the pages
 *   of the graph divided by the processes.
 * - Limits but max hold for each process: its frontier, its pages of a host.
 *   max counts all downloads; the crawl then ends, maybe in the middle of a
 *   tick, and what waits to be sent is not.
 * - Process p draws at random from random_seed, changed by p; process 0 draws
 *   as one crawler would.
 *
 * In firewall and exchange mode the processes share the memory of one crawl,
 * and 10 bytes a page; orders that read the graph themselves (batchpr,
 * partialpr) get their part of it, so that its compact form exists twice.  In
 * crossover mode any process may come to any page, so each has the memory of a
 * crawl; the system provides what is used of it.
 */
#ifndef SP_CRAWL_PARALLEL_H
#define SP_CRAWL_PARALLEL_H

#include "crawl/crawl.h"
#include "crawl/partition.h"

struct sp_parallel {
	uint32_t processes;         /* 1 to SP_PROCESSES_MAX */
	enum sp_parallel_mode mode;
	uint64_t batch;             /* exchange: at least 1 */
	const uint16_t *owner;      /* process of each page (partition.h) */
	const uint32_t *replicated; /* exchange: pages that all know */
	uint64_t replicated_count;
};

/*
 * Can several processes crawl by this plan?  As sp_crawl_check(), and SP_USAGE
 * if the order or its options make sense for one crawler only.
 */
enum sp_status sp_crawl_parallel_check(const struct sp_crawl_input *input,
				       const struct sp_crawl_options *options,
				       const struct sp_plan *plan,
				       struct sp_error *err);

/*
 * Crawls until no process has a page and no message is on its way, or a limit
 * is reached.  Of the sink only download and clock are used; download gets tick
 * and process of each.  The report has the sums over all processes; a page that
 * several downloaded or know counts for each.  Errors are those of sp_crawl().
 */
enum sp_status sp_crawl_parallel(const struct sp_crawl_input *input,
				 const struct sp_crawl_options *options,
				 const struct sp_plan *plan,
				 const struct sp_parallel *parallel,
				 const struct sp_crawl_sink *sink,
				 struct sp_crawl_report *report,
				 struct sp_error *err);

#endif
