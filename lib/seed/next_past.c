/* SPDX-License-Identifier: MIT */
#include "seed/next_past.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

struct fetched_page {
	int64_t time;
	uint32_t page;
};

static int
compare_fetch_times(const void *a, const void *b)
{
	const struct fetched_page *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->page > y->page) - (x->page < y->page);
}

static bool
times_differ(const int64_t *times, uint64_t count)
{
	for (uint64_t i = 1; times && i < count; i++)
		if (times[i] != times[0])
			return true;
	return false;
}

static void
take_any_half(const uint64_t *fetched, uint64_t pages, uint64_t *first)
{
	SP_FOR_BITS (page, fetched, pages)
		if (sp_mix64(page) & 1)
			sp_bit_set(first, page);
}

enum sp_status
sp_find_first_half(const uint64_t *fetched, uint64_t pages,
		   const int64_t *times, uint64_t *first, bool *by_time,
		   struct sp_error *err)
{
	uint64_t count = sp_bitset_count(fetched, pages), i = 0;
	struct fetched_page *sorted;

	*by_time = times_differ(times, count);
	if (!*by_time) {
		take_any_half(fetched, pages, first);
		return SP_OK;
	}
	sorted = sp_alloc(count, sizeof(*sorted));
	if (!sorted)
		return sp_no_memory(err, "the times of the pages");
	SP_FOR_BITS (page, fetched, pages) {
		sorted[i] = (struct fetched_page){ times[i], (uint32_t)page };
		i++;
	}
	qsort(sorted, count, sizeof(*sorted), compare_fetch_times);
	for (i = 0; i < count / 2; i++)
		sp_bit_set(first, sorted[i].page);
	free(sorted);
	return SP_OK;
}
