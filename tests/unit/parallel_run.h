/* SPDX-License-Identifier: MIT */
/*
 * parallel_run.h - parallel crawls in tests: their downloads as an array.
 */
#ifndef TESTS_PARALLEL_RUN_H
#define TESTS_PARALLEL_RUN_H

#include "order_run.h"
#include "unit.h"

#include <string.h>

#define PARALLEL_PROCESSES 6
#define PARALLEL_ROWS (PARALLEL_PROCESSES * ORACLE_PAGES)

struct parallel_rows {
	unsigned count;
	struct sp_download rows[PARALLEL_ROWS];
};

static inline enum sp_status
parallel_add(void *context, const struct sp_download *row,
	     struct sp_error *err)
{
	struct parallel_rows *rows = context;

	(void)err;
	hold(rows->count < PARALLEL_ROWS);
	rows->rows[rows->count++] = *row;
	return SP_OK;
}

/* The downloads by a plan; parallel NULL: of one crawler. */
static inline void
parallel_crawl(const struct oracle_crawl_input *input,
	       const struct sp_crawl_options *options, const char *plan,
	       const struct sp_parallel *parallel, struct parallel_rows *rows,
	       struct sp_crawl_report *report)
{
	struct sp_crawl_sink sink = { .context = rows,
				      .download = parallel_add };
	struct sp_error err;

	rows->count = 0;
	must(order_crawl(input, options, plan, parallel, &sink, report, &err),
	     err);
}

#endif
