/* SPDX-License-Identifier: MIT */
/* The table "depths": downloads by their distance from the seeds. */
#include "crawlimport.h"

#include "base/memory.h"

#include <stdlib.h>

static int
by_depth(const void *a, const void *b)
{
	const struct log_row *x = a, *y = b;

	return (x->depth > y->depth) - (x->depth < y->depth);
}

/*
 * Of requests in the order of time: the depth that the log says, or one more
 * than that of the page on which the URL was found.  If the log ever says where
 * one was found, those of which it does not are seeds.
 */
static enum sp_status
find_depths(struct crawlimport *job)
{
	struct log_tables *tables = &job->tables;
	uint64_t pages = 0;
	bool with_via = false;
	int32_t *depth_of;

	for (uint64_t i = 0; i < tables->count; i++) {
		const struct log_row *row = &tables->rows[i];

		with_via |= row->via != SP_VIA_NONE;
		if (row->page < SP_VIA_LOST && row->page >= pages)
			pages = (uint64_t)row->page + 1;
	}
	depth_of = sp_alloc_zero(pages, sizeof(*depth_of));
	if (!depth_of)
		return sp_no_memory(&job->cmd->err, "the table");
	for (uint64_t i = 0; i < tables->count; i++) {
		struct log_row *row = &tables->rows[i];

		if (!row->depth && row->via == SP_VIA_NONE)
			row->depth = with_via;
		else if (!row->depth && row->via < pages &&
			 depth_of[row->via] &&
			 depth_of[row->via] < INT32_MAX)
			row->depth = depth_of[row->via] + 1;
		if (row->page < pages && !depth_of[row->page])
			depth_of[row->page] = row->depth;
	}
	free(depth_of);
	return SP_OK;
}

static enum sp_status
depths_write(struct crawlimport *job, struct table *table)
{
	struct log_tables *tables = &job->tables;

	keep_requests(tables, by_time);
	if (find_depths(job))
		return job->cmd->err.status;
	keep_requests(tables, by_depth);
	for (uint64_t i = 0, end; i < tables->count; i = end) {
		struct request_sum sum = { 0, 0, 0 };
		int32_t depth = tables->rows[i].depth;

		for (end = i; end < tables->count &&
		     tables->rows[end].depth == depth; end++)
			sum_add(&sum, &tables->rows[end]);
		table_known(table, depth, (uint64_t)depth);
		TABLE_UINTS(table, sum.downloads, sum.failures);
		put_share(table, sum.failures, sum.downloads + sum.failures);
	}
	return SP_OK;
}

const struct crawl_table crawl_table_depths = {
	{ "depth", "downloads", "failures", "failure_share" }, depths_write
};
