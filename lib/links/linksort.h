/* SPDX-License-Identifier: MIT */
/*
 * linksort.h - puts links in order within a memory limit.
 *
 * Links come in any order, with duplicates; they leave as rows: by source,
 * then by target, each once.  What does not fit the limit is sorted in runs,
 * written to unnamed files in the directory for temporary files, and merged.
 * Unnamed files (O_TMPFILE, or unlinked at once) need no cleaning up, not
 * even when the program is killed.
 */
#ifndef SP_LINKS_LINKSORT_H
#define SP_LINKS_LINKSORT_H

#include "graph/rows.h"

#include <stdbool.h>

struct sp_linksort;

struct sp_linksort_options {
	uint64_t memory;      /* bytes for links in memory, at least 1 MiB */
	const char *directory;/* for temporary files, as "/tmp"; must
				 stay valid as long as the sort */
	int threads;          /* >= 1 */
	bool weighted;        /* links carry a value */
};

/* NULL when memory is short. */
struct sp_linksort *sp_linksort_new(const struct sp_linksort_options *options);

/*
 * Adds one link.  weight is ignored unless the sort is weighted.  SP_DATA for
 * a number of 2^32 or more; SP_IO of a temporary file; SP_MEMORY.
 */
enum sp_status sp_linksort_add(struct sp_linksort *sort, uint64_t source,
			       uint64_t target, double weight,
			       struct sp_error *err) SP_MUST_CHECK;

/* The same as a sink: rows may come in any order, their links as well. */
struct sp_row_sink sp_linksort_sink(struct sp_linksort *sort);

/*
 * Passes all links to the sink in rows; SP_DATA for a source or target that
 * is not below pages.  Of equal links one is kept and the others are counted
 * in *duplicates; the weights of equal links are added up in the order in
 * which they came, and the sum may be infinite.  Nothing but
 * sp_linksort_free() may follow.  SP_IO, SP_MEMORY, or what the sink returns.
 */
enum sp_status sp_linksort_rows(struct sp_linksort *sort, uint64_t pages,
				const struct sp_row_sink *sink,
				uint64_t *duplicates, struct sp_error *err)
	SP_MUST_CHECK;

void sp_linksort_free(struct sp_linksort *sort); /* accepts NULL */

#endif
