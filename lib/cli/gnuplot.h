/* SPDX-License-Identifier: MIT */
/*
 * gnuplot.h - runs gnuplot, which draws what is written to it.
 *
 *	struct gnuplot gnuplot = GNUPLOT_NONE;
 *
 *	status = gnuplot_start(&gnuplot, image, err);
 *	fd_write_all(gnuplot.script, ...);
 *	status = gnuplot_finish(&gnuplot, err);
 *	gnuplot_stop(&gnuplot);
 *
 * No shell is involved, and gnuplot does not read the user's start-up files.
 * It reads the script from a pipe and writes the image to an open file, so
 * nothing is left behind when either program is killed.
 */
#ifndef SP_CLI_GNUPLOT_H
#define SP_CLI_GNUPLOT_H

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#define GNUPLOT_MESSAGE 200 /* bytes of a message, at most, with the NUL */

struct gnuplot {
	pid_t pid;       /* 0: not running */
	int script;      /* write the script here; -1: closed */
	int image;       /* of the caller */
	FILE *messages;  /* what gnuplot prints; NULL: closed */
	char first[GNUPLOT_MESSAGE]; /* the first line of it, "" if none */
	struct sigaction sigpipe;    /* the handler until gnuplot_finish() */
};

#define GNUPLOT_NONE { .script = -1, .image = -1 }

/*
 * Starts gnuplot with the open file image as its standard output.  Until
 * gnuplot_finish() or gnuplot_stop(), SIGPIPE is ignored: a write to a gnuplot
 * that has ended fails with EPIPE.  Returns SP_IO if gnuplot cannot be
 * started, with the reason; SP_MEMORY.
 */
enum sp_status gnuplot_start(struct gnuplot *gnuplot, int image,
			     struct sp_error *err);

/*
 * Ends the script and waits until the image is drawn.  Returns SP_IO if
 * gnuplot failed, with its first message, or the image is not whole.  On
 * success gnuplot->first holds the first line that it printed, a warning.
 */
enum sp_status gnuplot_finish(struct gnuplot *gnuplot, struct sp_error *err);

/* Ends gnuplot, if it still runs, and frees. */
void gnuplot_stop(struct gnuplot *gnuplot);

#endif
