/* SPDX-License-Identifier: MIT */
/*
 * orders.h - crawl orders as data: crawlorder makes them, the stream carries
 * them, hotcurve evaluates them (seedpipe-algorithms(7), G8).
 */
#ifndef SP_GRAPH_ORDERS_H
#define SP_GRAPH_ORDERS_H

#include "base/status.h"

#include <stdbool.h>

#define SP_NO_PARENT UINT32_MAX   /* of a seed */
#define SP_ORDER_NAME_MAX 255     /* bytes */
#define SP_ORDER_TENTHS 10
#define SP_PROCESSES_MAX 4096     /* of a parallel crawl */
#define SP_DEEPEST (UINT32_MAX >> 1) /* a deeper download counts as this */

/* One download: a row of an order. */
struct sp_download {
	uint32_t page;
	uint32_t parent;  /* page it was first found on, or SP_NO_PARENT */
	uint32_t depth;   /* 1 for a seed, else that of the parent plus 1, at
			     most SP_DEEPEST */
	double key;       /* by which it was chosen, at that moment */
	uint32_t tick;    /* when: downloads of one tick are at once; from 1 */
	uint32_t process; /* of a parallel crawl; from 0 */
	/* Of a crawl in time: microseconds after its beginning; else 0. */
	uint64_t start, end;
};

/* What a process of a parallel crawl does with links to pages of others. */
enum sp_parallel_mode {
	SP_EXCHANGE,   /* sends them to the process that owns the page */
	SP_FIREWALL,   /* drops them */
	SP_CROSSOVER   /* follows them when it has no pages of its own */
};

/* How several pages were downloaded at a time, and what came of it. */
struct sp_parallel_report {
	uint64_t processes;     /* 0: one page at a time, by one crawler */
	uint64_t at_once;       /* pages that a process downloads in a tick */
	enum sp_parallel_mode mode;
	uint64_t batch;         /* exchange: downloads between two sends */
	uint64_t replicated;    /* exchange: pages that all processes know */
	uint64_t ticks;         /* in which something was downloaded */
	uint64_t messages;      /* exchange: pages sent to their process */
};

/* What a crawl in time did; times are microseconds. */
struct sp_timed_report {
	uint64_t connections;   /* 0: not a crawl in time */
	uint64_t requests;      /* that began */
	uint64_t failed;        /* ... and failed */
	uint64_t lost;          /* pages that were given up */
	uint64_t refused;       /* pages that robots.txt forbids */
	uint64_t hosts;         /* that were asked */
	uint64_t bytes;         /* of bodies */
	uint64_t busy;          /* the requests that ended, together */
	uint64_t end;           /* of the last one */
};

/* The counts and times of a crawl. */
struct sp_crawl_report {
	uint64_t downloads;
	uint64_t links;         /* of the downloaded pages */
	uint64_t known;         /* pages found: downloaded or still queued */
	uint64_t frontier_peak; /* most pages queued at any time */
	uint64_t updates;       /* keys set or changed */
	uint64_t dropped;       /* pages that left the frontier undownloaded */
	uint64_t gone;          /* pages that were asked for, and were not there
				   any more; not in streams */
	uint64_t snapshots;     /* of a web that changes, until the end of the
				   crawl; 0: it does not; not in streams */
	uint64_t pushes;        /* expansions of pages, in orders that repeat
				   them */
	uint64_t recomputed;    /* how often a ranking was recomputed */
	uint64_t iterations;    /* of all those rankings together */
	uint64_t reread;        /* links that these read; not in streams */
	uint64_t guards;        /* how often a formula was undefined and a
				   fixed value was used */
	double covered;         /* mass spent (rankmass), else 0 */
	/*
	 * Seconds of scheduling up to each tenth of the downloads; all 0 if no
	 * clock was given.
	 */
	double seconds[SP_ORDER_TENTHS];
	struct sp_parallel_report parallel;
	struct sp_timed_report timed;
};

/*
 * An order in memory, by columns; columns that are not kept are NULL.  Start
 * with zero bytes; release it with sp_order_free().
 */
struct sp_order {
	char name[SP_ORDER_NAME_MAX + 1]; /* as "fpr@100", NUL-terminated */
	uint64_t count;
	uint32_t *pages;
	uint32_t *depths;
	uint32_t *parents;
	double *keys;
	uint32_t *ticks;          /* of an order with ticks, else NULL */
	uint32_t *processes;
	uint64_t *starts;         /* of an order in time, else NULL */
	uint64_t *ends;           /* ascending */
	uint64_t capacity;        /* of each column that is not NULL */
	/*
	 * All seeds of the crawl, in their order, each once, also those that
	 * it did not download.  0: not recorded.
	 */
	uint32_t *seeds;
	uint64_t seed_count, seed_capacity;
	struct sp_crawl_report report;
};

/* Columns that an order may keep, beside pages. */
enum sp_order_column {
	SP_COLUMN_DEPTHS = 1,
	SP_COLUMN_PARENTS = 2,
	SP_COLUMN_KEYS = 4,
	SP_COLUMN_TICKS = 8,  /* ticks and processes */
	SP_COLUMN_TIMES = 16  /* starts and ends */
};

/*
 * Appends count rows to these columns (combined with "|") of the order; they
 * must be the same in each call.  Returns SP_MEMORY on failure.
 */
enum sp_status sp_order_add(struct sp_order *order, unsigned columns,
			    const struct sp_download *rows, uint64_t count,
			    struct sp_error *err);
/* Appends seeds.  Returns SP_MEMORY on failure. */
enum sp_status sp_order_add_seeds(struct sp_order *order,
				  const uint32_t *seeds, uint64_t count,
				  struct sp_error *err);
/*
 * Is it an order with ticks: of several processes, or of several pages at
 * once?  In crossover mode such an order may have a page more than once.
 */
static inline bool
sp_order_has_ticks(const struct sp_order *order)
{
	return order->report.parallel.processes > 0;
}

/* Is it an order in time? */
static inline bool
sp_order_has_times(const struct sp_order *order)
{
	return order->report.timed.connections > 0;
}

/*
 * Leaves of each page the first download only, in columns that are not those
 * of ticks, which are freed.  pages: of the graph.  Returns SP_MEMORY.
 */
enum sp_status sp_order_drop_repeats(struct sp_order *order, uint64_t pages,
				     struct sp_error *err);
/* Frees columns and seeds, and leaves zero bytes. */
void sp_order_free(struct sp_order *order);

#endif
