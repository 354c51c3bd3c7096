/* SPDX-License-Identifier: MIT */
/* Crawl orders by name: the name of a plan parses to the same plan. */
#include "fuzz.h"

#include "crawl/orders/plan.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_plan plan, again;
	struct sp_error err;

	if (sp_plan_parse((const char *)data, size, &plan, &err)) {
		hold(err.status == SP_USAGE && err.text[0]);
		return 0;
	}
	hold(!sp_plan_parse(plan.name, strlen(plan.name), &again, &err));
	hold(plan.strategy == again.strategy && plan.needs == again.needs);
	hold(!strcmp(plan.name, again.name));
	hold(!memcmp(plan.values, again.values, sizeof(plan.values)));
	return 0;
}
