/* SPDX-License-Identifier: MIT */
/*
 * guard.h - memory for libraries that do not look whether they got it: if it is
 * short, control goes back to where the library was called.
 *
 *	if (setjmp(guard->back)) {
 *		sp_guard_release(guard);
 *		return sp_no_memory(...);
 *	}
 *	... calls of a library that allocates by the functions below
 *
 * The guard must not be a variable of the function that calls setjmp().  What
 * is called back by the library must not be in the midst of anything when it
 * calls the library again.
 */
#ifndef SP_BASE_GUARD_H
#define SP_BASE_GUARD_H

#include <setjmp.h>
#include <stddef.h>

/* A zeroed guard has no blocks. */
struct sp_guard {
	jmp_buf back;
	struct sp_guard_block *blocks;
};

/* As malloc(), realloc() and free(), but the first two never return NULL. */
void *sp_guard_alloc(void *guard, size_t size);
void *sp_guard_resize(void *guard, void *block, size_t size);
void sp_guard_free(void *guard, void *block);

/* Frees all blocks. */
void sp_guard_release(struct sp_guard *guard);

#endif
