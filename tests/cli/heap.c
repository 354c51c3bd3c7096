/* SPDX-License-Identifier: MIT */
/*
 * heap.c - counts the memory that a filter allocates, for sweep.c
 *
 *	HEAP_FD=N LD_PRELOAD=build/tests/heap.so hits ...
 *
 * The counts are in the file of descriptor N, which is at least as long as a
 * struct heap, so that they are there however the filter ends.
 */
#include "heap_count.h"

#include <stdlib.h>
#include <sys/mman.h>

__attribute__((constructor)) static void
heap_share(void)
{
	const char *text = getenv("HEAP_FD");
	struct heap *shared;

	if (!text)
		return;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED, atoi(text), 0);
	if (shared == MAP_FAILED)
		abort();
	atomic_store(&shared->live, atomic_load(&heap_own.live));
	atomic_store(&shared->peak, atomic_load(&heap_own.peak));
	heap = shared;
}
