/* SPDX-License-Identifier: MIT */
/*
 * next_batch.h - the next batch of a crawl: the best of the pages that it knows
 * and has not fetched, while no host or domain gets more than its budget.
 *
 * Pages are taken by score descending, equal scores by page ascending; a page
 * that a rule refuses is passed over.  A batch is written in that order, too,
 * so that the batch of N pages is the first N of every larger batch with the
 * same rules.
 *
 * With a floor, the best pages of each host come first: all of those of the
 * host with the best page, then those of the host with the next best page, and
 * so on; then the other pages by their scores, with those without a host.  The
 * batch is still written by score.  So a batch has all pages of every smaller
 * batch with the same rules, but they are not always the first.
 */
#ifndef SP_SEED_NEXT_BATCH_H
#define SP_SEED_NEXT_BATCH_H

#include "graph/cores.h"
#include "graph/hosts.h"

#define SP_NEXT_BUDGETS 3 /* at most: of hosts, of domains and of shapes */

/* What each unit may have of the batch. */
struct sp_next_budget {
	const struct sp_units *units;
	uint64_t most;         /* pages of a unit, at least 1 */
	const uint32_t *most_of; /* or those of each unit; NULL: most of all */
	uint64_t passed_over;  /* set: pages that came too late for theirs */
};

/* Zero bytes: no rules. */
struct sp_next_rules {
	struct sp_next_budget budgets[SP_NEXT_BUDGETS];
	unsigned budget_count;

	const struct sp_units *hosts; /* for what follows */

	/*
	 * Pages that each host gets before scores decide among all, if it has
	 * so many; 0: none.  Not for pages without a host.
	 */
	uint64_t floor;
	uint64_t below_floor;      /* set: hosts that get fewer than that,
				      because the batch was full, or by other
				      rules */

	/*
	 * At most most_new of these hosts, a bitset, get pages of the batch:
	 * those whose pages come first.  NULL: any.
	 */
	const uint64_t *new_hosts;
	uint64_t most_new;
	uint64_t new_passed_over;  /* set: pages of the other new hosts */
};

/*
 * Appends at most count pages of candidates, a bitset of pages, to *seeds, each
 * with its score.  Fewer are appended if the candidates are used up, or the
 * rules refuse all others.  Takes a few passes over the scores, 16 bytes for a
 * page looked at, and 4 bytes for a unit of each budget; with a floor, also 16
 * bytes for each page below it, 28 for each host, and a bit for each page.
 * Returns SP_DATA if the score of a candidate is not a number; SP_MEMORY.
 */
enum sp_status sp_pick_next(const double *scores, const uint64_t *candidates,
			    uint64_t pages, uint64_t count,
			    struct sp_next_rules *rules,
			    struct sp_seeds *seeds, struct sp_error *err);

#endif
