/* SPDX-License-Identifier: MIT */
/*
 * linksort.h - sorts links within a memory limit.
 *
 * The input is links in any order, with duplicates; the output is rows in
 * ascending order of source, each with its distinct targets ascending.  If
 * the links exceed the limit, they are sorted in runs, written to unnamed
 * files in the folder for temporary files, and merged.  Unnamed files
 * (O_TMPFILE, or unlinked at once) need no cleanup, even if the program is
 * killed.
 */
#ifndef SP_GRAPH_LINKS_LINKSORT_H
#define SP_GRAPH_LINKS_LINKSORT_H

#include "base/progress.h"
#include "graph/rows.h"

#include <stdbool.h>

struct sp_linkpile;
struct sp_linksort;

struct sp_linksort_options {
	uint64_t memory;      /* bytes for links in memory, at least 1 MiB */
	const char *directory;/* for temporary files, such as "/tmp"; must
				 stay valid as long as the sort */
	int threads;          /* >= 1 */
	bool weighted;        /* links carry a value */
	const struct sp_progress *progress; /* of pages whose rows are passed:
				 first 0, before links are sorted; or NULL */
};

/* Creates an empty sort; returns NULL if memory is short. */
struct sp_linksort *sp_linksort_new(const struct sp_linksort_options *options);

/*
 * Adds one link.  weight is ignored unless the sort is weighted.  Returns
 * SP_DATA if source or target is 2^32 or more; SP_IO if a temporary file
 * fails; SP_MEMORY.
 */
enum sp_status sp_linksort_add(struct sp_linksort *sort, uint64_t source,
			       uint64_t target, double weight,
			       struct sp_error *err);

/*
 * Returns the pile of links in memory (linkpile.h) if this many more fit into
 * it, otherwise NULL.  Callers with many links between fewer than 2^32 pages
 * add them to it directly.
 */
struct sp_linkpile *sp_linksort_pile(struct sp_linksort *sort,
				     uint64_t links);

/* Returns a sink that adds rows, in any order and with links in any order. */
struct sp_row_sink sp_linksort_sink(struct sp_linksort *sort);

/*
 * Passes all links to the sink as rows.  Of equal links one is kept and the
 * rest are counted in *duplicates; their weights are added up in input order,
 * and the sum may be infinite.  Only sp_linksort_free() may be called
 * afterwards.  Returns SP_DATA if a source or target is not below pages;
 * SP_IO; SP_MEMORY; or the status of the sink.
 */
enum sp_status sp_linksort_rows(struct sp_linksort *sort, uint64_t pages,
				const struct sp_row_sink *sink,
				uint64_t *duplicates, struct sp_error *err);

void sp_linksort_free(struct sp_linksort *sort); /* accepts NULL */

#endif
