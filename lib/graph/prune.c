/* SPDX-License-Identifier: MIT */
#include "graph/prune.h"

static inline bool
is_dead(const uint64_t *dead, uint32_t page)
{
	return dead && dead[page / 64] >> page % 64 & 1;
}

uint32_t
sp_prune_row(const struct sp_prune *prune, uint32_t page,
	     const uint32_t *successors, uint32_t count, uint32_t *kept)
{
	const uint32_t *unit_of = prune->unit_of;
	uint32_t out = 0;

	if (is_dead(prune->dead, page))
		return 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];
		bool stays = !is_dead(prune->dead, target);

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
