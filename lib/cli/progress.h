/* SPDX-License-Identifier: MIT */
/*
 * progress.h - one line on the terminal that tells how far long work is:
 *
 *	hits: iteration 12 of 60, 3.1 s
 *
 * It is there only when standard error is a terminal and without -q.  It is
 * rewritten four times a second at most, first after half a second, and
 * erased before a message and at the end.
 */
#ifndef SP_CLI_PROGRESS_H
#define SP_CLI_PROGRESS_H

#include "base/progress.h"
#include "graph/rows.h"

#include <stdbool.h>

struct cmd;

struct progress {
	struct sp_progress teller;  /* for the library: tells this */
	char note[64];              /* "core 3 of 10, ", set by the caller */

	/* Private. */
	struct cmd *cmd;
	const char *unit;
	bool on, visible;
	double started, shown;
	int width;
	struct sp_row_sink rows;    /* where rows go from here */
	uint64_t row, pages;
};

/* Begins work in steps of a unit, as "iteration".  It is used till the end. */
void progress_begin(struct progress *progress, struct cmd *cmd,
		    const char *unit);

/* A step; context is the struct progress.  Threads may call it. */
void progress_step(void *context, uint64_t done, uint64_t total);

/* A sink for rows that passes them on and tells each page as a step. */
struct sp_row_sink progress_rows(struct progress *progress,
				 const struct sp_row_sink *next);

/* Removes the line until the next step; for messages. */
void progress_erase(struct progress *progress);

/* Nothing is shown any more. */
void progress_end(struct progress *progress);

#endif
