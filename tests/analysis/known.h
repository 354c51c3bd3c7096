/* SPDX-License-Identifier: MIT */
/*
 * known.h - what an analyser cannot see, because it reads one file at a time
 *
 * tests/analysis/run includes it before each source, and no build does.  A
 * function that records a failure never returns SP_OK, what sp_alloc() and its
 * like return is released by free(), and an array that has room for its items is
 * not NULL.
 */
#ifndef SP_TESTS_KNOWN_H
#define SP_TESTS_KNOWN_H

#include "base/memory.h"
#include "base/status.h"

#include <stdlib.h>

static inline enum sp_status
known_failure(enum sp_status status)
{
	if (status == SP_OK)
		__builtin_unreachable();
	return status;
}

/* The files that define these functions are read without. */
#ifndef KNOWN_DEFINED

#define sp_fail(...) known_failure(sp_fail(__VA_ARGS__))
#define sp_fail_in(...) known_failure(sp_fail_in(__VA_ARGS__))
#define sp_no_memory(...) known_failure(sp_no_memory(__VA_ARGS__))

/* clang has no way to say that the memory is zeroed. */
#ifdef __clang__
#define KNOWN_ALLOCATOR __attribute__((ownership_returns(malloc)))
#define KNOWN_ZEROED
#else
#define KNOWN_ALLOCATOR __attribute__((malloc(free, 1)))
#define KNOWN_ZEROED KNOWN_ALLOCATOR
#endif

void *sp_alloc(uint64_t count, size_t size) KNOWN_ALLOCATOR;
void *sp_alloc_zero(uint64_t count, size_t size) KNOWN_ZEROED;
void *sp_alloc_large(uint64_t count, size_t size) KNOWN_ALLOCATOR;
void *sp_alloc_large_zero(uint64_t count, size_t size) KNOWN_ZEROED;

#undef sp_grow
#define sp_grow(array, capacity, needed) \
	(sp_grow_block((array), (capacity), (needed), sizeof(**(array))))

#endif

#endif
