/* SPDX-License-Identifier: MIT */
/*
 * progress.h - one line on the terminal that shows the progress of long work:
 *
 *	hits: iteration 12 of 60 (20 %), 3.1 s, 12 s left
 *	graphprune: reading 35.2 MiB of 1.2 GiB (2 %), 1.0 s, 35 s left
 *	graphimport: reading 1.2 GiB, 20.0 s
 *
 * Percent and the time that is left are shown where the number of steps is
 * known, and not where it is only a bound, as for an iteration that stops at a
 * tolerance.  The time before the first step is no measure of it.
 *
 * Before the first step, and in a phase without steps, the line says what is
 * done, if the run has taken half a second by then:
 *
 *	crawlorder: preparing
 *	hits: writing
 *
 * It is shown if standard error is a terminal, unless -q is given.  It appears
 * after half a second, changes at most four times a second, and is erased
 * before a message and at the end.
 */
#ifndef SP_CLI_PROGRESS_H
#define SP_CLI_PROGRESS_H

#include "base/progress.h"
#include "graph/rows.h"

#include <stdbool.h>

struct cmd;

struct progress {
	struct sp_progress teller;  /* for the library, which reports here */
	char note[96];              /* "core 3 of 10, ", set by the caller */
	bool at_most;               /* the total is a bound; set likewise */
	bool part;                  /* of a part of the work: no time that is
				       left; set likewise */
	bool bytes;                 /* steps are bytes; set likewise */

	/* Private. */
	struct cmd *cmd;
	const char *unit;
	bool on, visible;
	double started, shown;
	uint64_t first_done;        /* steps of the first report, and when */
	double first_at;
	int width;
	struct sp_row_sink rows;    /* where rows go from here */
	uint64_t row, pages;
};

/*
 * Begins work whose steps are called unit ("iteration").  *progress must stay
 * in place until progress_end().
 */
void progress_begin(struct progress *progress, struct cmd *cmd,
		    const char *unit);

/*
 * Begins a phase of the run that has no steps, and ends the one before.  what:
 * "writing"; NULL: none follows.
 */
void progress_phase(struct cmd *cmd, const char *what);

/* A step; context is the struct progress.  Any thread may call it. */
void progress_step(void *context, uint64_t done, uint64_t total);

/* Returns a sink that passes rows on to next and counts pages as steps. */
struct sp_row_sink progress_rows(struct progress *progress,
				 const struct sp_row_sink *next);

/* Erases the line until the next step, to make room for a message. */
void progress_erase(struct progress *progress);

/* Erases the line for good. */
void progress_end(struct progress *progress);

#endif
