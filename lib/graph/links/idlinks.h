/* SPDX-License-Identifier: MIT */
/*
 * idlinks.h - builds a graph from links whose ends are 64-bit ids.
 *
 * This is the only place where the ids of a file become the 32-bit page
 * numbers of a graph.  Ids are either kept, after a range check, or
 * renumbered to 0, 1, 2, ... in ascending order, skipping unused ids.
 */
#ifndef SP_GRAPH_LINKS_IDLINKS_H
#define SP_GRAPH_LINKS_IDLINKS_H

#include "graph/links/collect.h"

struct sp_idlinks;

/*
 * Creates an empty collection.  options is as for sp_collect_new().  With
 * renumber, pages get new numbers; otherwise page = id.  Returns NULL if
 * memory is short.
 */
struct sp_idlinks *sp_idlinks_new(const struct sp_linksort_options *options,
				  bool renumber);

/*
 * Announces that links links will follow, with no id above largest.  Optional;
 * call it before the first sp_idlinks_add().  If the ids turn out to be sparse
 * (most ids unused), the unused ones then cost no time.  Returns SP_MEMORY on
 * failure.
 */
enum sp_status sp_idlinks_expect(struct sp_idlinks *ids, uint64_t largest,
				 uint64_t links, struct sp_error *err);

/* Links of one source, in the order of the file; may be none. */
struct sp_id_run {
	uint64_t source;
	uint64_t count;
	bool mixed; /* targets do not ascend */
};

/*
 * Links, run by run.  No id, sources included, is above largest.  Targets are
 * in wide, or in narrow if all ids have at most 32 bits; the other is NULL.
 * weights is NULL unless links have weights.
 */
struct sp_id_links {
	const struct sp_id_run *runs;
	uint64_t run_count, count, largest;
	const uint32_t *narrow;
	const uint64_t *wide;
	const double *weights;
};

/*
 * Adds links.  Returns SP_DATA if ids are kept and largest is not below
 * SP_PAGES_MAX, if there are more than SP_PAGES_MAX different ids, and where
 * sp_collect_links() does; SP_IO; SP_MEMORY.
 */
enum sp_status sp_idlinks_add(struct sp_idlinks *ids,
			      const struct sp_id_links *links,
			      struct sp_error *err);

/*
 * Builds the graph; the caller frees the parts of *made.  If ids are kept,
 * the graph has at least least pages, and more if the largest id needs them.
 * Only sp_idlinks_next() and sp_idlinks_free() may be called afterwards.
 * Returns SP_DATA where sp_collect_finish() does; SP_IO; SP_MEMORY.
 */
enum sp_status sp_idlinks_finish(struct sp_idlinks *ids, uint64_t least,
				 struct sp_collected *made,
				 struct sp_error *err);

/*
 * Stores the id of the next page in *id, in page order.  Returns false after
 * the last page, or on the first call if every page equals its id.
 */
bool sp_idlinks_next(struct sp_idlinks *ids, uint64_t *id);

void sp_idlinks_free(struct sp_idlinks *ids); /* accepts NULL */

#endif
