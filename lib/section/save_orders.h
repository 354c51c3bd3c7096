/* SPDX-License-Identifier: MIT */
/*
 * save_orders.h - crawl orders as sections of a stream, written while the
 * crawl goes on.  Layout: seedpipe(5).
 */
#ifndef SP_SECTION_SAVE_ORDERS_H
#define SP_SECTION_SAVE_ORDERS_H

#include "graph/orders.h"
#include "section/save.h"

/*
 * One order after the other: begin, add as often as downloads come, end.
 * Between begin and end nobody else writes to the stream.  The writer holds
 * the downloads of one frame (640 KB).
 */
struct sp_order_writer;
struct sp_order_writer *sp_order_writer_new(struct sp_writer *writer);
	/* or NULL */

/*
 * name: 1 to SP_ORDER_NAME_MAX bytes, else SP_USAGE; basis: of the graph that
 * was crawled.  SP_IO.
 */
enum sp_status sp_order_writer_begin(struct sp_order_writer *order,
				     const char *name,
				     const struct sp_basis *basis,
				     struct sp_error *err) SP_MUST_CHECK;

/*
 * The next downloads, with pages below basis->graph.pages, each page once.
 * SP_DATA for a key that is infinite or NaN, which no reader would take;
 * SP_IO.
 */
enum sp_status sp_order_writer_add(struct sp_order_writer *order,
				   const struct sp_download *rows,
				   uint64_t count, struct sp_error *err)
	SP_MUST_CHECK;

/* Ends the section; report->downloads is as many as were added.  SP_IO. */
enum sp_status sp_order_writer_end(struct sp_order_writer *order,
				   const struct sp_crawl_report *report,
				   struct sp_error *err) SP_MUST_CHECK;
void sp_order_writer_free(struct sp_order_writer *order); /* accepts NULL */

#endif
