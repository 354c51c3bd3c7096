/* SPDX-License-Identifier: MIT */
/*
 * next_past.h - which pages a crawl had fetched when it was half as old.
 */
#ifndef SP_SEED_NEXT_PAST_H
#define SP_SEED_NEXT_PAST_H

#include "base/status.h"

#include <stdbool.h>

/*
 * Sets the bits of half of the pages of fetched, a bitset of pages, in the
 * empty bitset first.  With times, which has the time of each page of fetched
 * in the order of the pages, it is the half that was fetched first, pages of
 * one time by their numbers; unknown times are INT64_MIN, before all others.
 * If times is NULL, or all of them are the same, it is any half, always the
 * same one, which pages get into by a hash of their numbers: then *by_time is
 * false.  Takes 16 bytes for each page fetched.  SP_MEMORY.
 */
enum sp_status sp_find_first_half(const uint64_t *fetched, uint64_t pages,
				  const int64_t *times, uint64_t *first,
				  bool *by_time, struct sp_error *err);

#endif
