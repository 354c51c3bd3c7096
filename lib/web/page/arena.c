/* SPDX-License-Identifier: MIT */
/*
 * A stack of chunks; objects are taken from the end of the first one.  No
 * object is freed alone.
 *
 * A reset keeps whole chunks for the next round, up to a number of bytes, and
 * frees the others.  An object larger than a chunk gets one of its own, which
 * is never kept.
 */
#include "web/page/arena.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>

#define ALIGNMENT 16

struct sp_arena_chunk {
	struct sp_arena_chunk *next;
	uint64_t size;
	_Alignas(ALIGNMENT) unsigned char bytes[];
};

static void
free_chunks(struct sp_arena_chunk *chunk)
{
	while (chunk) {
		struct sp_arena_chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
}

void
sp_arena_reset(struct sp_arena *arena, size_t size, uint64_t kept_most)
{
	struct sp_arena_chunk *chunk, *next;
	uint64_t kept = 0;

	for (chunk = arena->spare; chunk; chunk = chunk->next)
		kept += chunk->size;
	for (chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		if (chunk->size == size && kept < kept_most) {
			chunk->next = arena->spare;
			arena->spare = chunk;
			kept += chunk->size;
		} else {
			free(chunk);
		}
	}
	arena->chunks = NULL;
	arena->left = 0;
	arena->chunk = size;
	arena->used = 0;
}

/*
 * Puts a chunk with room for size bytes first.  What was left of the one before
 * is not used again until the reset; as objects are much smaller than chunks,
 * that is little.
 */
static bool
arena_add_chunk(struct sp_arena *arena, size_t size)
{
	struct sp_arena_chunk *chunk = arena->spare;

	if (size <= arena->chunk && chunk) {
		arena->spare = chunk->next;
	} else {
		uint64_t room = size > arena->chunk ? size : arena->chunk;

		chunk = sp_alloc(sizeof(*chunk) + room, 1);
		if (!chunk)
			return false;
		chunk->size = room;
	}
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	arena->left = (size_t)chunk->size;
	return true;
}

void *
sp_arena_take(struct sp_arena *arena, size_t size)
{
	size_t taken = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);

	if (taken < size ||
	    (taken > arena->left && !arena_add_chunk(arena, taken)))
		return NULL;
	arena->used += taken;
	arena->left -= taken;
	/* From the end, where the next object is not far from this one. */
	return arena->chunks->bytes + arena->left;
}

void
sp_arena_free(struct sp_arena *arena)
{
	free_chunks(arena->chunks);
	free_chunks(arena->spare);
	*arena = (struct sp_arena){ 0 };
}
