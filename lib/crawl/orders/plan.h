/* SPDX-License-Identifier: MIT */
/*
 * plan.h - the crawl orders by number and by name, and plans as text:
 *
 *	NAME[@VALUE][:OPTION=VALUE]...
 *
 * as in "bfs", "fpr@100", "ieca:k=500:update=lazy".  The VALUE after "@" is
 * that of the first option of the order.
 */
#ifndef SP_CRAWL_ORDERS_PLAN_H
#define SP_CRAWL_ORDERS_PLAN_H

#include "crawl/strategy.h"

/* The table of orders: strategy i, or NULL after the last. */
const struct sp_strategy *sp_strategy_at(unsigned i);

/*
 * Reads a plan from length bytes of text; the plan keeps a copy.  SP_USAGE if
 * the text is not a plan; the message names what was meant or is allowed: the
 * nearest strategies or options, the choices, or the range of a number.
 */
enum sp_status sp_plan_parse(const char *text, size_t length,
			     struct sp_plan *plan, struct sp_error *err);

#endif
