/* SPDX-License-Identifier: MIT */
/*
 * heap_count.h - counts what is allocated: by address space, not by what was
 * touched, so that 8 GiB from calloc() are 8 GiB.  For one file of a program,
 * or of a library to preload; takes the place of malloc() and its relatives.
 * Not for sanitized builds, which have their own.
 */
#ifndef TESTS_HEAP_COUNT_H
#define TESTS_HEAP_COUNT_H

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Of the C library, behind the names below. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

struct heap {
	atomic_size_t live, peak, requests;
};

static struct heap heap_own;
static struct heap *heap = &heap_own; /* or where another process looks */

static void *
heap_add(void *block)
{
	size_t size = block ? malloc_usable_size(block) : 0;
	size_t live = atomic_fetch_add(&heap->live, size) + size;
	size_t peak = atomic_load(&heap->peak);

	atomic_fetch_add(&heap->requests, 1);
	while (live > peak &&
	       !atomic_compare_exchange_weak(&heap->peak, &peak, live))
		;
	return block;
}

void *
malloc(size_t size)
{
	return heap_add(__libc_malloc(size));
}

void *
calloc(size_t count, size_t size)
{
	return heap_add(__libc_calloc(count, size));
}

void
free(void *block)
{
	if (block)
		atomic_fetch_sub(&heap->live, malloc_usable_size(block));
	__libc_free(block);
}

/* While it moves, both blocks are there. */
void *
realloc(void *block, size_t size)
{
	size_t before = block ? malloc_usable_size(block) : 0;
	void *moved = heap_add(__libc_realloc(block, size));

	if (moved || !size)
		atomic_fetch_sub(&heap->live, before);
	return moved;
}

void *
memalign(size_t alignment, size_t size)
{
	return heap_add(__libc_memalign(alignment, size));
}

void *
aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

int
posix_memalign(void **block, size_t alignment, size_t size)
{
	*block = memalign(alignment, size);
	return *block ? 0 : ENOMEM;
}

#endif
