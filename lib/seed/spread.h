/* SPDX-License-Identifier: MIT */
/*
 * spread.h - at most one seed a host, or a domain: which units
 * (graph/hosts.h) have their seed already.
 */
#ifndef SP_SEED_SPREAD_H
#define SP_SEED_SPREAD_H

#include "base/bitset.h"
#include "graph/cores.h"
#include "graph/hosts.h"

struct sp_spread {
	const struct sp_units *units;
	uint64_t *taken;     /* bitset of units with a seed */
	uint64_t skipped;    /* pages that came too late for theirs */
};

/* units must outlive the spread.  Returns SP_MEMORY. */
enum sp_status sp_spread_begin(struct sp_spread *spread,
			       const struct sp_units *units,
			       struct sp_error *err);
void sp_spread_end(struct sp_spread *spread); /* accepts zero bytes */

/*
 * Takes the unit of a page.  Returns false, and counts the page, if the unit
 * has a seed already.  True if spread is NULL: there is no limit.
 */
static inline bool
sp_spread_take(struct sp_spread *spread, uint32_t page)
{
	uint32_t unit;

	if (!spread)
		return true;
	unit = spread->units->unit_of[page];
	if (sp_bit_test(spread->taken, unit)) {
		spread->skipped++;
		return false;
	}
	sp_bit_set(spread->taken, unit);
	return true;
}

/* Does the unit of a page have a seed?  False if spread is NULL. */
static inline bool
sp_spread_is_taken(const struct sp_spread *spread, uint64_t page)
{
	return spread && sp_bit_test(spread->taken,
				     spread->units->unit_of[page]);
}

/* Takes the units of all seeds, if spread is not NULL. */
void sp_spread_mark(struct sp_spread *spread, const struct sp_seeds *seeds);

/* Removes seeds whose unit has one already; the order stays. */
void sp_spread_seeds(struct sp_spread *spread, struct sp_seeds *seeds);

/*
 * Stores the number of units with at least one page of allowed, a bitset;
 * NULL: of all pages.  Returns SP_MEMORY.
 */
enum sp_status sp_spread_count(const struct sp_units *units, uint64_t pages,
			       const uint64_t *allowed, uint64_t *count,
			       struct sp_error *err);

#endif
