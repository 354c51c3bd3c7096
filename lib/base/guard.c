/* SPDX-License-Identifier: MIT */
/*
 * A list of the blocks that a library has, so that they can be freed without
 * its help.  The readers of JSON use a library that takes what its allocator
 * returns for memory, always; the one way not to return is longjmp(), after
 * which nobody knows any more which blocks the library had.  So each is in a
 * list of the guard.
 */
#include "base/guard.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

/*
 * Blocks are in a list that each of them can leave.
 *
 * The head is before the bytes, so that free() finds it from the address alone,
 * and aligned for any type, as the blocks of malloc() are.
 */
struct sp_guard_block {
	struct sp_guard_block *next, **place; /* *place is this block */
	_Alignas(max_align_t) unsigned char bytes[];
};

static struct sp_guard_block *
block_of(void *bytes)
{
	return (struct sp_guard_block *)(void *)((unsigned char *)bytes -
		offsetof(struct sp_guard_block, bytes));
}

/* Puts the block into the list, and returns its bytes. */
static void *
guard_link(struct sp_guard *guard, struct sp_guard_block *block)
{
	block->next = guard->blocks;
	block->place = &guard->blocks;
	if (block->next)
		block->next->place = &block->next;
	guard->blocks = block;
	return block->bytes;
}

static void
guard_unlink(struct sp_guard_block *block)
{
	*block->place = block->next;
	if (block->next)
		block->next->place = block->place;
}

void *
sp_guard_alloc(void *context, size_t size)
{
	struct sp_guard *guard = context;
	struct sp_guard_block *block = NULL;

	if (size <= SIZE_MAX - sizeof(*block))
		block = sp_alloc(sizeof(*block) + size, 1);
	if (!block)
		longjmp(guard->back, 1);
	return guard_link(guard, block);
}

/*
 * The block leaves the list while it may move, since its neighbours point into
 * it.  If it cannot grow, it goes back as it was: realloc() has left it alone,
 * and sp_guard_release() still has to free it.
 */
void *
sp_guard_resize(void *context, void *bytes, size_t size)
{
	struct sp_guard *guard = context;
	struct sp_guard_block *block, *moved = NULL;

	if (!bytes)
		return sp_guard_alloc(context, size);
	block = block_of(bytes);
	guard_unlink(block);
	if (size <= SIZE_MAX - sizeof(*block))
		moved = realloc(block, sizeof(*block) + size);
	if (!moved) {
		guard_link(guard, block);
		longjmp(guard->back, 1);
	}
	return guard_link(guard, moved);
}

void
sp_guard_free(void *context, void *bytes)
{
	(void)context;
	if (!bytes)
		return;
	guard_unlink(block_of(bytes));
	free(block_of(bytes));
}

void
sp_guard_release(struct sp_guard *guard)
{
	while (guard->blocks)
		sp_guard_free(guard, guard->blocks->bytes);
}
