/* SPDX-License-Identifier: MIT */
/*
 * orders.h - the table of crawl orders: one row each, in the order in which
 * "crawlorder --list" prints them.  ROW(NAME) stands for the struct
 * sp_strategy sp_order_NAME of NAME.c, or of revisit.c; crawl/engine.h is the
 * manual of how to write one.  Private to lib/crawl/orders.
 */
#ifndef SP_CRAWL_ORDERS_ORDERS_H
#define SP_CRAWL_ORDERS_ORDERS_H

#include "crawl/engine.h"

#define SP_ORDERS(ROW) \
	ROW(bfs) \
	ROW(dfs) \
	ROW(random) \
	ROW(shuffle) \
	ROW(omniscient) \
	ROW(backlink) \
	ROW(lsf) \
	ROW(domainpq) \
	ROW(batchpr) \
	ROW(partialpr) \
	ROW(opic) \
	ROW(fica) \
	ROW(ficaplus) \
	ROW(ieca) \
	ROW(fpr) \
	ROW(rankmass) \
	ROW(wrankmass) \
	ROW(bestfirst) \
	ROW(fish) \
	ROW(shark) \
	ROW(otie) \
	ROW(opic_revisit) \
	/* the end, so that a new row is one changed line */

#define SP_DECLARE(name) extern const struct sp_strategy sp_order_##name;
SP_ORDERS(SP_DECLARE)
#undef SP_DECLARE

#endif
