/* SPDX-License-Identifier: MIT */
#include "graph/prune.h"

#include "base/bitset.h"

static inline bool
prune_is_dead(const struct sp_prune *prune, uint32_t page)
{
	return prune->dead && sp_bit_test(prune->dead, page);
}

uint32_t
sp_prune_row(const struct sp_prune *prune, uint32_t page,
	     const uint32_t *successors, uint32_t count, uint32_t *kept)
{
	const uint32_t *unit_of = prune->unit_of;
	uint32_t out = 0;

	if (prune_is_dead(prune, page))
		return 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];
		bool stays = !prune_is_dead(prune, target);

		if (unit_of)
			stays &= (unit_of[target] == unit_of[page]) ==
				 prune->keep_intra;
		if (prune->self_links)
			stays &= target != page;
		/* Without a branch: what stays is hard to predict. */
		kept[out] = target;
		out += stays;
	}
	return out;
}
