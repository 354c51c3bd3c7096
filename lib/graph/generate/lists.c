/* SPDX-License-Identifier: MIT */
/* Operations on ascending lists of pages, as rows are. */
#include "graph/generate/lists.h"

#include <string.h>

/* b is mostly the shorter list: a is walked in its inner loop. */
uint64_t
sp_list_merge(uint32_t *out, const uint32_t *a, uint64_t a_count,
	      const uint32_t *b, uint64_t b_count)
{
	const uint32_t *a_end = a + a_count, *b_end = b + b_count;
	uint32_t *start = out;

	for (; b < b_end; b++) {
		while (a < a_end && *a < *b)
			*out++ = *a++;
		if (a == a_end || *a != *b)
			*out++ = *b;
	}
	memcpy(out, a, (size_t)(a_end - a) * sizeof(*a));
	return (uint64_t)(out - start) + (uint64_t)(a_end - a);
}

/* Copies a list, filling its first gaps at and above from. */
static uint32_t *
fill_gaps(uint32_t *out, const uint32_t *list, uint64_t count, uint32_t from,
	  uint64_t more)
{
	uint64_t i;

	for (i = 0; i < count && more; i++) {
		for (; more && from < list[i]; more--)
			*out++ = from++;
		*out++ = list[i];
		from = list[i] + 1;
	}
	memcpy(out, list + i, (count - i) * sizeof(*list));
	out += count - i;
	while (more--)
		*out++ = from++;
	return out;
}

/*
 * The first free pages from the first of the list on: neighbours of what it
 * has.
 */
void
sp_list_complete(uint32_t *out, const uint32_t *list, uint64_t count,
		 uint64_t more, uint32_t low, uint32_t high)
{
	uint64_t room;

	if (!count) {
		fill_gaps(out, list, 0, low, more);
		return;
	}
	/* What finds no gap above the first goes below it. */
	room = sp_below_of(high - list[0] - count, more);
	out = fill_gaps(out, list, 0, low, more - room);
	fill_gaps(out, list, count, list[0], room);
}

uint64_t
sp_list_insert(uint32_t *list, uint64_t count, uint32_t page)
{
	uint64_t i = count;

	while (i && list[i - 1] > page)
		i--;
	if (i && list[i - 1] == page)
		return count;
	memmove(list + i + 1, list + i, (count - i) * sizeof(*list));
	list[i] = page;
	return count + 1;
}
