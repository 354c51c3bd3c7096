/* SPDX-License-Identifier: MIT */
/* The table of orders, and plans as text (base/parameters.h). */
#include "crawl/orders/plan.h"

#include "crawl/orders/orders.h"

#include <string.h>

#define STRATEGY_ROW(name) &sp_order_##name,
static const struct sp_strategy *const strategy_table[] = {
	SP_ORDERS(STRATEGY_ROW)
};

#define STRATEGY_COUNT (sizeof(strategy_table) / sizeof(strategy_table[0]))

const struct sp_strategy *
sp_strategy_at(unsigned i)
{
	return i < STRATEGY_COUNT ? strategy_table[i] : NULL;
}

/*
 * What follows from the values of all options together: whether they
 * contradict each other, and what the order needs with these (hosts for fpr
 * only if M is not 1).
 */
static enum sp_status
plan_finish(struct sp_plan *plan, struct sp_error *err)
{
	const struct sp_strategy_work *work = plan->strategy->work;
	const char *fault = NULL;

	plan->needs = plan->strategy->needs;
	if (plan->strategy->needs_with)
		plan->needs |= plan->strategy->needs_with(plan->values);
	if (work && work->fault)
		fault = work->fault(plan->values);
	return fault ? sp_fail(err, SP_USAGE, "order %s: %s", plan->name,
			       fault) : SP_OK;
}

/*
 * A NUL would end the name early, so a text with one is refused as if it were
 * too long.
 */
enum sp_status
sp_plan_parse(const char *text, size_t length, struct sp_plan *plan,
	      struct sp_error *err)
{
	struct sp_spec spec = { "order", text, length };
	const char *names[STRATEGY_COUNT];
	unsigned which;

	memset(plan, 0, sizeof(*plan));
	if (length > SP_ORDER_NAME_MAX || memchr(text, 0, length))
		return sp_fail(err, SP_USAGE, "an order has more than %d bytes",
			       SP_ORDER_NAME_MAX);
	memcpy(plan->name, text, length);
	for (unsigned i = 0; i < STRATEGY_COUNT; i++)
		names[i] = strategy_table[i]->name;
	if (sp_spec_name(&spec, names, STRATEGY_COUNT, &which, err))
		return err->status;
	plan->strategy = strategy_table[which];
	if (sp_spec_values(&spec, plan->strategy->name,
			   plan->strategy->options, plan->values, err))
		return err->status;
	return plan_finish(plan, err);
}
