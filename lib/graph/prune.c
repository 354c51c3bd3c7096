/* SPDX-License-Identifier: MIT */
#include "graph/prune.h"

#include "base/bitset.h"

static inline bool
prune_is_dead(const struct sp_prune *prune, uint32_t page)
{
	return prune->dead && sp_bit_test(prune->dead, page);
}

/* Most graphs are pruned by units alone, so this has a loop of its own. */
static uint32_t
prune_by_unit(const uint32_t *unit_of, uint32_t own, bool keep_intra,
	      const uint32_t *successors, uint32_t count,
	      uint32_t *restrict kept)
{
	uint32_t out = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];

		/* Without a branch: what stays is hard to predict. */
		kept[out] = target;
		out += (unit_of[target] == own) == keep_intra;
	}
	return out;
}

uint32_t
sp_prune_row(const struct sp_prune *prune, uint32_t page,
	     const uint32_t *successors, uint32_t count,
	     uint32_t *restrict kept)
{
	const uint32_t *unit_of = prune->unit_of;
	uint32_t own = unit_of ? unit_of[page] : 0, out = 0;

	if (unit_of && !prune->dead && !prune->self_links)
		return prune_by_unit(unit_of, own, prune->keep_intra,
				     successors, count, kept);
	if (prune_is_dead(prune, page))
		return 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];
		bool stays = !prune_is_dead(prune, target);

		if (unit_of)
			stays &= (unit_of[target] == own) ==
				 prune->keep_intra;
		if (prune->self_links)
			stays &= target != page;
		kept[out] = target;
		out += stays;
	}
	return out;
}
