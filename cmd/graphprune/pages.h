/* SPDX-License-Identifier: MIT */
/*
 * pages.h - chooses the pages of graphprune's sub-graph by its options.
 */
#ifndef GRAPHPRUNE_PAGES_H
#define GRAPHPRUNE_PAGES_H

#include "subset.h"

#include "graph/transform/subset.h"
#include "stream/section/section.h"

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

#endif
