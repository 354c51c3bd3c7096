/* SPDX-License-Identifier: MIT */
/*
 * subset.h - graphprune's other work: the sub-graph of some pages.
 */
#ifndef GRAPHPRUNE_SUBSET_H
#define GRAPHPRUNE_SUBSET_H

#include "cli/command.h"

#include "web/page/match.h"

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

#endif
