/* SPDX-License-Identifier: MIT */
/* A round of HyperBall by a list of the open pages (openlist.h). */
#include "measure/graph/harmonic_private.h"

/*
 * changed and changed_blocks are kept in any case: a list that is too long is
 * settled by them.
 */
static inline void
find_ball(struct sp_balls *balls, const uint8_t *from, uint32_t to)
{
	if (!sp_balls_merge(sp_balls_counter(balls, balls->next, to), from,
			    balls->registers) ||
	    sp_bit_test_and_set(balls->changed, to))
		return;
	sp_open_list_add(&balls->list, to);
	balls->changed_blocks[to / SP_BLOCK_PAGES] = 1;
}

enum sp_status
sp_balls_pass_list(struct sp_balls *balls, struct sp_error *err)
{
	const struct sp_open_list *list = &balls->list;

	balls->looked += list->count;
	for (uint64_t i = 0; i < list->count; i++) {
		uint32_t page = list->pages[i], count;
		const uint8_t *from = sp_balls_counter(balls, balls->now, page);
		const uint32_t *successors;

		sp_open_list_fetch(list, i);
		if (sp_accessor_page(list->accessor, page, &successors, &count,
				     err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			find_ball(balls, from, successors[k]);
	}
	return SP_OK;
}

void
sp_balls_settle_list(struct sp_balls *balls)
{
	struct sp_open_list *list = &balls->list;

	for (uint64_t i = 0; i < list->count; i++) {
		sp_bit_clear(balls->open, list->pages[i]);
		balls->open_blocks[list->pages[i] / SP_BLOCK_PAGES] = 0;
	}
	balls->open_block_count = 0;
	for (uint64_t i = 0; i < list->coming_count; i++) {
		uint32_t page = list->coming[i];
		uint8_t *block = &balls->open_blocks[page / SP_BLOCK_PAGES];

		sp_balls_gain(balls, page);
		sp_bit_set(balls->open, page);
		sp_bit_clear(balls->changed, page);
		balls->open_block_count += !*block;
		*block = 1;
		balls->changed_blocks[page / SP_BLOCK_PAGES] = 0;
	}
	balls->open_pages = list->coming_count;
	sp_open_list_turn(list);
}
