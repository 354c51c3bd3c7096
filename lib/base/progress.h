/* SPDX-License-Identifier: MIT */
/*
 * progress.h - who is told how far long work is.
 *
 * The library reads no clock: it tells each step, and who is told decides
 * what becomes of it.
 */
#ifndef SP_BASE_PROGRESS_H
#define SP_BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct sp_progress {
	void *context;

	/* done steps of at most total, or of any number when total is 0 */
	void (*step)(void *context, uint64_t done, uint64_t total);
};

/* progress may be NULL: nobody wants to know. */
static inline void
sp_progress_tell(const struct sp_progress *progress, uint64_t done,
		 uint64_t total)
{
	if (progress)
		progress->step(progress->context, done, total);
}

#endif
