/* SPDX-License-Identifier: MIT */
/*
 * orders.h - crawl orders as data: what crawlorder finds, the stream carries
 * and hotcurve judges (seedpipe-algorithms(7), G8).
 */
#ifndef SP_GRAPH_ORDERS_H
#define SP_GRAPH_ORDERS_H

#include "base/status.h"

#define SP_NO_PARENT UINT32_MAX   /* of a seed */
#define SP_ORDER_NAME_MAX 255     /* bytes */
#define SP_ORDER_TENTHS 10

/* One download: a row of an order. */
struct sp_download {
	uint32_t page;
	uint32_t parent;  /* page that it was first found on, or SP_NO_PARENT */
	uint32_t depth;   /* a seed: 1; else the depth of the parent, plus 1 */
	double key;       /* by which it was chosen, at that moment */
};

/* How a crawl went. */
struct sp_crawl_report {
	uint64_t downloads;
	uint64_t links;         /* of the downloaded pages */
	uint64_t known;         /* pages found: downloaded, or queued at the end */
	uint64_t frontier_peak; /* most pages queued at one time */
	uint64_t updates;       /* keys set or changed */
	uint64_t dropped;       /* pages that left the frontier undownloaded */
	uint64_t pushes;        /* expansions of pages, where they repeat */
	uint64_t recomputed;    /* recomputations of a ranking */
	uint64_t iterations;    /* of those, together */
	uint64_t guards;        /* times a formula had no value of its own */
	double covered;         /* mass spent (rankmass), else 0 */
	/*
	 * Seconds of scheduling until the first, second, ... tenth of the
	 * downloads; all 0 where no clock was given.
	 */
	double seconds[SP_ORDER_TENTHS];
};

/*
 * An order in memory, by columns; the columns that nobody asked for are NULL.
 * Begin with zero bytes.
 */
struct sp_order {
	char name[SP_ORDER_NAME_MAX + 1]; /* as "fpr@100", NUL-terminated */
	uint64_t count;
	uint32_t *pages;
	uint32_t *depths;
	uint32_t *parents;
	double *keys;
	uint64_t capacity;        /* of each column that is there */
	struct sp_crawl_report report;
};

/* Which columns an order keeps; pages always. */
enum sp_order_column {
	SP_COLUMN_DEPTHS = 1,
	SP_COLUMN_PARENTS = 2,
	SP_COLUMN_KEYS = 4
};

/*
 * Appends rows to the columns (combined by "|") of the order, the same ones
 * in each call.  SP_MEMORY.
 */
enum sp_status sp_order_add(struct sp_order *order, unsigned columns,
			    const struct sp_download *rows, uint64_t count,
			    struct sp_error *err) SP_MUST_CHECK;
/* Frees the columns and leaves zero bytes. */
void sp_order_free(struct sp_order *order);

#endif
