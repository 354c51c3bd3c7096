/* SPDX-License-Identifier: MIT */
/*
 * Bytes downloaded, over hours: the sizes of pages are those in the stream, as
 * they are to crawlorder --time.
 */
#include "hotcurve.h"

#include "stream/section/fetches.h"

static enum sp_status
bytes_curve(struct hotcurve_run *run, const uint32_t *order, uint64_t count,
	    double *values)
{
	const struct sp_fetches *fetches =
		sp_contents_fetches(&run->input.contents);
	uint64_t usual = run->options->page_size, done = 0;
	double sum = 0;

	if (!fetches && !run->warned.sizeless)
		cmd_warn(run->cmd, "no sizes of pages in the stream: each "
			 "counts as %" PRIu64 " bytes", usual);
	run->warned.sizeless = true;
	for (uint64_t i = 0; i < run->sample.point_count; i++) {
		for (; done < count && done < run->sample.points[i]; done++)
			sum += (double)sp_fetches_size(fetches, order[done],
						       usual);
		values[i] = sum;
	}
	return SP_OK;
}

const struct hotcurve_metric hotcurve_bytes = {
	.needs = HOTCURVE_NEEDS_HOURS | HOTCURVE_NEEDS_SIZES,
	.options = HOTCURVE_POINTS | HOTCURVE_AT | HOTCURVE_UNTIL |
		   HOTCURVE_HOURS,
	.curve = bytes_curve, .title = "Bytes downloaded", .label = "bytes"
};
