/* SPDX-License-Identifier: MIT */
/*
 * progress.h - reports the progress of long work.
 *
 * The library reads no clock and prints nothing: it reports every step to a
 * function of the caller, which decides whether and how to show it.
 */
#ifndef SP_BASE_PROGRESS_H
#define SP_BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* The caller that starts the work owns this and keeps it until the end. */
struct sp_progress {
	void *context; /* is passed to step */

	/*
	 * Called after done of at most total steps; total is 0 if unknown.
	 * Called often, by one thread at a time.
	 */
	void (*step)(void *context, uint64_t done, uint64_t total);
};

/* Reports a step; does nothing when progress is NULL. */
static inline void
sp_progress_report(const struct sp_progress *progress, uint64_t done,
		   uint64_t total)
{
	if (progress)
		progress->step(progress->context, done, total);
}

#endif
