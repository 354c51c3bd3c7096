/* SPDX-License-Identifier: MIT */
/*
 * graphprune.h - what graphprune makes besides pruned graphs, a file each.
 */
#ifndef CMD_GRAPHPRUNE_GRAPHPRUNE_H
#define CMD_GRAPHPRUNE_GRAPHPRUNE_H

#include "cli/command.h"
#include "cli/input.h"

#include "graph/transform/subset.h"
#include "stream/section/section.h"
#include "web/page/match.h"

/* ---- the sub-graph of some pages (subset.c) ----------------------------- */

/* The options that say which pages stay; one of them is given. */
struct subset_options {
	const char *pages, *hosts, *shapes; /* lists */
	uint64_t max_per_shape;
	bool no_traps;
	struct option_top top, order, fetched_first;
	uint64_t random, seed;
	bool drop_missing;
	enum sp_match match;      /* of the list and the names of pages */
};

static inline bool
subset_by_shape(const struct subset_options *options)
{
	return options->shapes || options->max_per_shape || options->no_traps;
}

static inline bool
subset_is_wanted(const struct subset_options *options)
{
	return options->pages || options->hosts ||
	       subset_by_shape(options) || options->top.count ||
	       options->order.count || options->fetched_first.count ||
	       options->random;
}

/* The order that the pages come from, and how many; or NULL. */
static inline const struct option_top *
subset_order(const struct subset_options *options)
{
	if (options->order.count)
		return &options->order;
	return options->fetched_first.count ? &options->fetched_first : NULL;
}

/* Reads the stream and writes that of the sub-graph. */
enum sp_status subset_run(struct cmd *cmd,
			  const struct subset_options *options);

/* ---- the pages of the sub-graph, by the options (pages.c) --------------- */

/*
 * Adds the pages that the options name to the subset, and warns where they
 * are fewer than asked for.  SP_DATA if the contents lack what an option
 * needs, if a list names what is no page or no host, or if no page is left.
 *
 * With --fetched-first, sets *replay to the fetches of its downloads, by the
 * numbers of the whole graph.  The caller frees it.
 */
enum sp_status pages_choose(struct cmd *cmd,
			    const struct subset_options *options,
			    const struct sp_contents *contents,
			    struct sp_subset *subset,
			    struct sp_fetches *replay);

/* ---- the transpose (transpose.c) ---------------------------------------- */

/*
 * Reads the graph of the main input and writes it with all links turned round,
 * and with what the stream knows of its pages (transpose.c).
 */
enum sp_status graphprune_transpose(struct cmd *cmd);

#endif
