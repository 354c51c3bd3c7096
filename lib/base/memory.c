/* SPDX-License-Identifier: MIT */
/*
 * Allocation with a count and a size, so that no product overflows on its way
 * to malloc(); counts come from files, and a stream that claims 2^61 pages must
 * be a failed allocation, not a small block.  NULL means failure and nothing
 * else, also for zero items.
 *
 * Large arrays, which are read at random by the score filters, are put on huge
 * pages: with pages of 4 KiB nearly each access to an array of gigabytes would
 * first miss the translation cache.  The kernel is only advised, and where it
 * has none, all works as before.
 */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Counts of pages and links have 64 bits, and become sizes of objects in a
 * hundred places; __int128 and SSE2, without which scores have other bits, are
 * missing as well.  Machines of either byte order will do.
 */
#if SIZE_MAX < UINT64_MAX
#error "seedpipe needs a machine with 64-bit addresses: no other holds graphs"
#endif

#define HUGE_PAGE ((size_t)2 << 20)

/*
 * false when the product does not fit an object: beyond PTRDIFF_MAX, the
 * difference of two pointers into it would be undefined.
 */
static bool
count_bytes(uint64_t count, size_t size, size_t *bytes)
{
	return !__builtin_mul_overflow(count, size, bytes) &&
	       *bytes <= PTRDIFF_MAX;
}

void *
sp_alloc(uint64_t count, size_t size)
{
	size_t bytes;

	if (!count_bytes(count, size, &bytes))
		return NULL;
	/* malloc(0) may return NULL, which would look like a failure. */
	return malloc(bytes ? bytes : 1);
}

void *
sp_alloc_zero(uint64_t count, size_t size)
{
	size_t bytes;

	if (!count_bytes(count, size, &bytes))
		return NULL;
	return calloc(bytes ? bytes : 1, 1);
}

void *
sp_alloc_large(uint64_t count, size_t size)
{
	size_t bytes;
	void *block;

	if (!count_bytes(count, size, &bytes))
		return NULL;
	/* A huge page gains nothing for a block that barely fills one. */
	if (bytes < 2 * HUGE_PAGE)
		return malloc(bytes ? bytes : 1);
	/* Aligned, so that the block starts with a whole huge page. */
	if (posix_memalign(&block, HUGE_PAGE, bytes))
		return NULL;
	sp_advise_large(block, bytes);
	return block;
}

void
sp_advise_large(void *block, uint64_t bytes)
{
#ifdef MADV_HUGEPAGE
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = (uintptr_t)block & ~(page - 1);
	uintptr_t end = (uintptr_t)block + (uintptr_t)bytes;

	/*
	 * Rounded out to whole pages, this covers the whole mapping of a large
	 * block.  If only a part were advised, the mapping would be split and
	 * could not grow in place any more: realloc() would copy it.  A refusal
	 * costs nothing but speed.
	 */
	end = (end + page - 1) & ~(page - 1);
	if (bytes >= 2 * HUGE_PAGE)
		(void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
	(void)block;
	(void)bytes;
#endif
}

/*
 * By memset(), since calloc() does not align; the advice comes before the first
 * touch, which is what gives the block its pages.
 */
void *
sp_alloc_large_zero(uint64_t count, size_t size)
{
	void *block = sp_alloc_large(count, size);

	if (block)
		memset(block, 0, (size_t)count * size);
	return block;
}

bool
sp_grow_block(void *array, uint64_t *capacity, uint64_t needed, size_t size)
{
	/*
	 * Half as much again, so that appending n items copies O(n) in all.
	 * The sum cannot wrap: the old array has at most PTRDIFF_MAX bytes.
	 */
	uint64_t wanted = *capacity + *capacity / 2 + 16;
	size_t bytes;
	void *old, *grown;

	if (wanted < needed)
		wanted = needed;
	if (!count_bytes(wanted, size, &bytes))
		return false;
	/* array points to a pointer of any type; memcpy() keeps aliasing. */
	memcpy(&old, array, sizeof(old));
	grown = realloc(old, bytes);
	if (!grown)
		return false;
	memcpy(array, &grown, sizeof(grown));
	*capacity = wanted;
	/* The block is *array now. */
	/* cppcheck-suppress memleak */
	return true;
}

/* Set once, before any other thread runs. */
static uint64_t (*ask_left)(void);

/*
 * Only lib/cli knows the limit of memory, and lib/base must not call it.  So it
 * leaves a function here, and code that allocates by what is left can ask
 * without knowing about options.
 */
void
sp_memory_ask(uint64_t (*left)(void))
{
	ask_left = left;
}

/* Without limits, as in unit tests, there is always enough. */
uint64_t
sp_memory_left(void)
{
	return ask_left ? ask_left() : UINT64_MAX;
}

/*
 * One message for all: it names what the memory was for, from which a user
 * sees which option to lower.
 */
enum sp_status
sp_no_memory(struct sp_error *err, const char *what)
{
	return sp_fail(err, SP_MEMORY, "out of memory for %s", what);
}
