/* SPDX-License-Identifier: MIT */
/*
 * Pages downloaded, over hours.
 */
#include "hotcurve.h"

static enum sp_status
pages_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	    double *values)
{
	(void)order;
	(void)count;
	for (uint64_t i = 0; i < run->sample.point_count; i++)
		values[i] = (double)run->sample.points[i];
	return SP_OK;
}

const struct hotcurve_metric hotcurve_pages = {
	.needs = HOTCURVE_NEEDS_HOURS,
	.options = HOTCURVE_POINTS | HOTCURVE_AT | HOTCURVE_UNTIL |
		   HOTCURVE_HOURS,
	.curve = pages_curve, .title = "Pages downloaded", .label = "pages"
};
