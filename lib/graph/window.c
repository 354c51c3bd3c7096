/* SPDX-License-Identifier: MIT */
/*
 * One look-up for each successor says which of the seven lists before have it,
 * as eight bits.  This is the plain form of what encode_quick.c does: vectors
 * of the compiler, a lane of 16 bits for each distance, and no branches.  Lists
 * beyond 2,048 successors are cut, so a lane cannot overflow: bytes are at most
 * 5 * 2,048.
 */
#include "graph/window.h"

struct sp_overlap
sp_window_take(struct sp_window *window, uint32_t i,
	       const uint32_t *successors, const uint8_t *sizes, uint64_t count)
{
	const sp_lanes bits = { 1, 2, 4, 8, 16, 32, 64, 128 };
	struct sp_overlap overlap = { { 0 }, { 0 }, { 0 } };
	sp_lanes common, before = ~overlap.count;

	/* In a vector comparison, true is all ones, which is -1. */
	for (uint64_t j = 0; j < count; j++) {
		unsigned had = sp_window_note(window, i + 1, successors[j]);

		common = (sp_lanes)(((uint16_t)had & bits) == bits);
		overlap.count -= common;
		overlap.bytes += common & (uint16_t)sizes[j];
		overlap.gaps -= before & ~common;
		before = common;
	}
	/* A run after the last common successor needs no edit: no gap. */
	overlap.gaps += ~before;
	return overlap;
}
