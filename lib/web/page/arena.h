/* SPDX-License-Identifier: MIT */
/*
 * arena.h - memory that is freed all at once: the tree of a page, up to a
 * limit; the texts of a record, of which a batch has hundreds, so that little
 * of their memory is kept.
 */
#ifndef SP_WEB_PAGE_ARENA_H
#define SP_WEB_PAGE_ARENA_H

#include "base/status.h"

#include <stdbool.h>

/* A zeroed arena is empty. */
struct sp_arena {
	struct sp_arena_chunk *chunks; /* the one in use comes first */
	struct sp_arena_chunk *spare;
	size_t left;                   /* of the first chunk */
	size_t chunk;                  /* size of all but large chunks */
	uint64_t used, limit;          /* bytes handed out, and the most */
	bool full;                     /* the limit was why a call failed */
};

#define SP_ARENA_ANY UINT64_MAX /* no limit */

/*
 * Frees what was handed out, and sets the size of chunks, always the same for
 * an arena, and the limit.  Keeps chunks of up to kept bytes in all, at least
 * one.  Call it before the first use, too.
 */
void sp_arena_reset(struct sp_arena *arena, size_t chunk, uint64_t kept,
		    uint64_t limit);

/*
 * Returns size bytes, aligned for any object and valid until the next reset.
 * NULL if the limit is reached (then full is set) or memory is short.
 */
void *sp_arena_take(struct sp_arena *arena, size_t size);

void sp_arena_free(struct sp_arena *arena); /* accepts an empty arena */

#endif
