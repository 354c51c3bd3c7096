/* SPDX-License-Identifier: MIT */
/*
 * compare.h - numbers in ascending order, for qsort() and bsearch().
 *
 * Also for structs whose first member is the number, where nothing else counts.
 */
#ifndef SP_BASE_COMPARE_H
#define SP_BASE_COMPARE_H

#include <stdint.h>

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

/* Numbers that are not NaN. */
static inline int
sp_compare_double(const void *a, const void *b)
{
	double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

#endif
