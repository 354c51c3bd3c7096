/* SPDX-License-Identifier: MIT */
/*
 * idlinks.h - links between pages that a file calls by numbers, to a graph.
 *
 * Numbers (ids) are 64-bit until here, the one place where they become the
 * 32-bit pages of a graph: kept as they are and checked, or renumbered to
 * 0, 1, 2, ... in ascending order, without those that no link has.
 */
#ifndef SP_LINKS_IDLINKS_H
#define SP_LINKS_IDLINKS_H

#include "links/collect.h"

struct sp_idlinks;

/*
 * options as for sp_collect_new().  renumber: pages get new numbers; else
 * page = id.  NULL when memory is short.
 */
struct sp_idlinks *sp_idlinks_new(const struct sp_linksort_options *options,
				  bool renumber);

/*
 * An announcement, before any link is added: there will be links of them, and
 * no id above largest.  Ids that are sparse, most of them used by no link,
 * then cost no time for the numbers between them.  SP_MEMORY.
 */
enum sp_status sp_idlinks_expect(struct sp_idlinks *ids, uint64_t largest,
				 uint64_t links, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Links of one source in any order, at least one, by their ids, none of which
 * is above largest.  weights is NULL unless links have weights.
 */
struct sp_id_row {
	uint64_t source, largest, count;
	const uint64_t *targets;
	const double *weights;
};

/*
 * Adds links.  SP_DATA when ids are to be kept and largest is not below
 * SP_PAGES_MAX, for more than SP_PAGES_MAX different ids, and as
 * sp_collect_links(); SP_IO; SP_MEMORY.
 */
enum sp_status sp_idlinks_add(struct sp_idlinks *ids,
			      const struct sp_id_row *links,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * Makes the graph, whose parts are the caller's to free.  Ids that are kept
 * make as many pages as least, or as the largest id needs.  After it only
 * sp_idlinks_next() and sp_idlinks_free() may be called.  SP_DATA as
 * sp_collect_finish(); SP_IO; SP_MEMORY.
 */
enum sp_status sp_idlinks_finish(struct sp_idlinks *ids, uint64_t least,
				 struct sp_collected *made,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * The ids of the pages, one a call, in the order of the pages.  false after
 * the last one, and at once where each page has the number of its id.
 */
bool sp_idlinks_next(struct sp_idlinks *ids, uint64_t *id);

void sp_idlinks_free(struct sp_idlinks *ids); /* accepts NULL */

#endif
