/* SPDX-License-Identifier: MIT */
/*
 * orders.h - sections of crawl orders, written while the crawl goes on.
 *
 * Head: basis and name.  A frame of data: its downloads by columns, that is
 * all pages, all parents, all depths (4 bytes each), all keys (8).  Tail: the
 * report of the crawl.
 *
 * An order with ticks, of several processes or several pages at once, has a tag
 * of its own, since readers of version 2.1 do not know that a page may come
 * twice: they pass over it.  Its frames have two more columns, ticks and
 * processes (4 bytes each), and its tail ends with struct sp_parallel_report.
 *
 * So has an order in time, whose frames have the columns start and end (8
 * bytes each), and whose tail ends with struct sp_timed_report.
 *
 * The seeds of an order are a section before it, with the same head and 4
 * bytes for each seed.  It is optional: a reader of version 2.0 passes over it,
 * and an order of that version has none.
 */
#ifndef SP_STREAM_SECTION_ORDERS_H
#define SP_STREAM_SECTION_ORDERS_H

#include "graph/orders.h"
#include "stream/section/fields.h"

#define SP_TAG_ORDER SP_TAG('O', 'R', 'D', 'R')
#define SP_TAG_ORDER_SEEDS SP_TAG('o', 'r', 'd', 's')
#define SP_TAG_ORDER_TICKS SP_TAG('o', 'r', 'd', 't')
#define SP_TAG_ORDER_TIMES SP_TAG('o', 'r', 'd', 'c')
#define SP_ORDER_ROW 20      /* bytes of a download */
#define SP_ORDER_TICK_ROW 28 /* ... with ticks */
#define SP_ORDER_TIME_ROW 36 /* ... with times */
#define SP_ORDER_FRAME 32768 /* downloads of a full frame; half with times */

/* Counts, mass and seconds of struct sp_crawl_report. */
#define SP_REPORT_COUNTS 10
#define SP_ORDER_TAIL (8 * (SP_REPORT_COUNTS + 1 + SP_ORDER_TENTHS))
#define SP_ORDER_TICK_TAIL (SP_ORDER_TAIL + 8 * 7)
#define SP_ORDER_TIME_TAIL (SP_ORDER_TAIL + 8 * 9)
void sp_report_store(uint8_t bytes[SP_ORDER_TAIL],
		     const struct sp_crawl_report *report);

/* ---- in the contents of a stream -------------------------------------- */

/*
 * To load orders with parents and keys; SP_SECTION_ORDERS alone loads pages,
 * depths and, of orders in time, starts and ends.
 */
#define SP_SECTION_ORDER_ROWS (SP_SECTION_ORDERS | SP_SECTION_WHOLE)

struct sp_loaded_order {
	struct sp_order order;
	struct sp_basis basis;    /* of the graph that was crawled */
};

/* In the order of the stream. */
struct sp_order_list {
	struct sp_loaded_order *orders;
	uint64_t count, capacity;
};

/* All orders that were loaded: an empty list if there are none. */
const struct sp_order_list *
sp_contents_orders(const struct sp_contents *contents);

/*
 * Of pages that an order has more than once, keeps the first downloads alone.
 * Returns SP_MEMORY.
 */
enum sp_status sp_contents_drop_repeats(struct sp_contents *contents,
					struct sp_error *err);

/* ---- writing ---------------------------------------------------------- */

/*
 * Writes one order after the other: begin, add for the next downloads, end.
 * Between begin and end nothing else is written to the stream.  The writer
 * holds the downloads of one frame (900 KB).  NULL when memory is short.
 */
struct sp_order_writer;
struct sp_order_writer *sp_order_writer_new(struct sp_writer *writer);

/* What rows have beside page, parent, depth and key. */
enum sp_order_form {
	SP_ORDER_PLAIN, /* nothing */
	SP_ORDER_TICKS, /* tick and process */
	SP_ORDER_TIMES  /* start and end */
};

/*
 * name: 1 to SP_ORDER_NAME_MAX bytes, else SP_USAGE; basis: of the graph that
 * was crawled; seeds: all of the crawl, in their order, each once, and count
 * 0 to record none.  SP_IO; SP_MEMORY.
 */
enum sp_status sp_order_writer_begin(struct sp_order_writer *order,
				     enum sp_order_form form, const char *name,
				     const struct sp_basis *basis,
				     const uint32_t *seeds, uint64_t count,
				     struct sp_error *err);

/*
 * The next downloads, with pages below basis->graph.pages, each page once
 * unless the order has ticks.
 * SP_DATA for a key that is infinite or NaN, which every reader would
 * reject; SP_IO.
 */
enum sp_status sp_order_writer_add(struct sp_order_writer *order,
				   const struct sp_download *rows,
				   uint64_t count, struct sp_error *err);

/* Ends the section; report->downloads must be the number added.  SP_IO. */
enum sp_status sp_order_writer_end(struct sp_order_writer *order,
				   const struct sp_crawl_report *report,
				   struct sp_error *err);
void sp_order_writer_free(struct sp_order_writer *order); /* accepts NULL */

#endif
