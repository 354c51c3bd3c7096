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

struct sp_linksort *sp_linksort_new(const struct sp_linksort_options *options);

/* Adds one link.  weight is ignored unless the sort is weighted. */
enum sp_status sp_linksort_add(struct sp_linksort *sort, uint32_t source,
			       uint32_t target, double weight,
			       struct sp_error *err) SP_MUST_CHECK;

/*
 * Gives all links to the sink, which sees begin(pages) first; each source and
 * target added must be below pages.  Of equal links one is kept and the
 * others are counted in *duplicates; the weights of equal links are added up
 * in the order in which they came.  Ends the use of the sort but for
 * sp_linksort_free().
 */
enum sp_status sp_linksort_rows(struct sp_linksort *sort, uint64_t pages,
				const struct sp_row_sink *sink,
				uint64_t *duplicates, struct sp_error *err)
	SP_MUST_CHECK;

void sp_linksort_free(struct sp_linksort *sort); /* accepts NULL */

#endif
