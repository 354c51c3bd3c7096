/* SPDX-License-Identifier: MIT */
/*
 * history.h - from the requests of a real crawl to its order, as a crawl that
 * was replayed has one (seedpipe-algorithms(7), G4 and G8).
 *
 * The pages come in the order of their first download, by time, and of equal
 * times by their serial numbers.
 *
 * The parent of a page is the one that the log says it was found on, if that
 * one was downloaded before it; else, the page that was downloaded first among
 * those that link to it, if that was before it.  Depth is 1 for a seed, and
 * else that of the parent and 1.  Seeds are
 *
 * - the pages that the caller names, if it does;
 * - or else those that the log calls seeds, and, if it ever says where a page
 *   was found, those of which it does not: in the request of the first
 *   download, or the former in one before it that came to nothing;
 * - and in any case pages for which there is no parent.
 *
 * A key is the time, in seconds since 1970.
 *
 * Memory: 32 bytes for each page that was downloaded, and 8 for each page of
 * the graph; twice the 32 while requests that are out of order are sorted.
 */
#ifndef SP_WEB_CRAWLLOG_HISTORY_H
#define SP_WEB_CRAWLLOG_HISTORY_H

#include "graph/graph.h"
#include "graph/orders.h"

/* How the page of a request was found. */
#define SP_VIA_NONE UINT32_MAX           /* the log does not say */
#define SP_VIA_LOST (UINT32_MAX - 1)     /* on a page that is none of ours */

struct sp_request {
	uint32_t page;
	uint32_t via;        /* a page, or one of those */
	int64_t time;        /* ms since 1970 */
	uint64_t serial;     /* orders requests of the same time */
	bool downloaded;     /* false: it only tells that the page is a seed */
	bool seed;           /* the log says so */
};

struct sp_history;

struct sp_history *sp_history_new(void); /* NULL when memory is short */

/*
 * Adds a request.  *again is set to whether the page was downloaded before.
 * Returns SP_MEMORY.
 */
enum sp_status sp_history_add(struct sp_history *history,
			      const struct sp_request *request, bool *again,
			      struct sp_error *err);

/* What the order rests on; pages downloaded that are not seeds add up. */
struct sp_history_counts {
	uint64_t by_via;     /* parents that the log names */
	uint64_t by_link;    /* ... that the graph shows */
	uint64_t seeds;      /* downloaded, by the log or the caller */
	uint64_t orphans;    /* taken as seeds, since they have no parent */
	uint64_t unread;     /* seeds that were not downloaded */
};

/*
 * Makes the order of pages of the graph, with all columns except ticks, its
 * seeds and its report: downloads, links, known pages and frontier.  seeds are
 * those that the caller names, each once, or NULL.  Only sp_history_free() may
 * be called afterwards.  The caller frees *order.  Returns SP_DATA if the graph
 * is damaged; SP_MEMORY.
 */
enum sp_status sp_history_order(struct sp_history *history,
				const struct sp_graph *graph,
				const uint32_t *seeds, uint64_t seed_count,
				struct sp_order *order,
				struct sp_history_counts *counts,
				struct sp_error *err);

void sp_history_free(struct sp_history *history); /* accepts NULL */

#endif
