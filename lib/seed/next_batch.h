/* SPDX-License-Identifier: MIT */
/*
 * next_batch.h - the next batch of a crawl: the best of the pages that it knows
 * and has not fetched, while no host or domain gets more than its budget.
 *
 * Pages come by score descending, equal scores by page ascending; a page whose
 * unit has used its budget up is passed over.  So the batch of N pages is the
 * first N of every larger batch with the same budgets.
 */
#ifndef SP_SEED_NEXT_BATCH_H
#define SP_SEED_NEXT_BATCH_H

#include "graph/cores.h"
#include "graph/hosts.h"

#define SP_NEXT_BUDGETS 2 /* at most: of hosts and of domains */

/* What each unit may have of the batch. */
struct sp_next_budget {
	const struct sp_units *units;
	uint64_t most;         /* pages of a unit, at least 1 */
	const uint32_t *most_of; /* or those of each unit; NULL: most of all */
	uint64_t passed_over;  /* set: pages that came too late for theirs */
};

/*
 * budgets has budget_count entries, at most SP_NEXT_BUDGETS; NULL for none.
 *
 * Appends at most count pages of candidates, a bitset of pages, to *seeds, each
 * with its score.  Fewer are appended if the candidates or their budgets are
 * used up.  Takes a few passes over the scores, 16 bytes for a page looked at,
 * and 4 bytes for a unit of each budget.  Returns SP_DATA if the score of a
 * candidate is not a number; SP_MEMORY.
 */
enum sp_status sp_pick_next(const double *scores, const uint64_t *candidates,
			    uint64_t pages, uint64_t count,
			    struct sp_next_budget *budgets,
			    unsigned budget_count, struct sp_seeds *seeds,
			    struct sp_error *err);

#endif
