/* SPDX-License-Identifier: MIT */
/*
 * compare.h - numbers and strings in ascending order, for qsort() and
 * bsearch(), and a search for a number that need not be there.
 *
 * Also for structs whose first member is the number, where nothing else counts.
 */
#ifndef SP_BASE_COMPARE_H
#define SP_BASE_COMPARE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline int
sp_compare_u32(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;

	return (one > two) - (one < two);
}

static inline int
sp_compare_u64(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;

	return (one > two) - (one < two);
}

/* For structs that begin with two numbers of 32 bits: the first, the second. */
static inline int
sp_compare_u32_pair(const void *a, const void *b)
{
	int order = sp_compare_u32(a, b);

	return order ? order : sp_compare_u32((const uint32_t *)a + 1,
					      (const uint32_t *)b + 1);
}

/* Pointers to strings, by their bytes. */
static inline int
sp_compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * The place of the first of these numbers that is not below key, or count.
 * They ascend, and each is step bytes after the one before: they may be members
 * of structs.
 */
static inline uint64_t
sp_first_not_below(const uint32_t *numbers, size_t step, uint64_t count,
		   uint64_t key)
{
	uint64_t low = 0, high = count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		uint32_t number;

		memcpy(&number, (const char *)numbers + middle * step,
		       sizeof(number));
		if (number < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Numbers that are not NaN. */
static inline int
sp_compare_double(const void *a, const void *b)
{
	double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

#endif
