/* SPDX-License-Identifier: MIT */
/*
 * arena.h - memory that is freed all at once: the values of a page's
 * attributes; the texts of a record, of which a batch has hundreds, so that
 * little of their memory is kept.
 */
#ifndef SP_WEB_PAGE_ARENA_H
#define SP_WEB_PAGE_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* A zeroed arena is empty. */
struct sp_arena {
	struct sp_arena_chunk *chunks; /* the one in use comes first */
	struct sp_arena_chunk *spare;
	size_t left;                   /* of the first chunk */
	size_t chunk;                  /* size of all but large chunks */
	uint64_t used;                 /* bytes handed out */
};

/*
 * Frees what was handed out, and sets the size of chunks, always the same for
 * an arena.  Keeps chunks of up to kept bytes in all, at least one.  Call it
 * before the first use, too.
 */
void sp_arena_reset(struct sp_arena *arena, size_t chunk, uint64_t kept);

/*
 * Returns size bytes, aligned for any object and valid until the next reset.
 * NULL if memory is short.
 */
void *sp_arena_take(struct sp_arena *arena, size_t size);

void sp_arena_free(struct sp_arena *arena); /* accepts an empty arena */

#endif
