/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "cli/clock.h"
#include "cli/command.h"
#include "cli/readable.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FIRST 0.5     /* seconds until the line appears */
#define PAUSE 0.25    /* seconds between two of its texts */
#define WIDTH 79      /* columns at most */
#define ROWS_STEP 256 /* rows between two looks at the clock */

/* Columns of the line: the last one of a terminal may wrap. */
static int
progress_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 ||
	    size.ws_col > WIDTH)
		return WIDTH;
	return size.ws_col - 1;
}

/*
 * Overwrites the whole line.  The cursor stays after the text; an empty text
 * erases the line and leaves the cursor at its beginning, for a message.
 */
static void
progress_write(const struct progress *progress, const char *text)
{
	char line[WIDTH + 3];
	int length = snprintf(line, sizeof(line), "\r%-*.*s%s",
			      progress->width, progress->width, text,
			      text[0] ? "" : "\r");
	ssize_t written = write(STDERR_FILENO, line, (size_t)length);

	(void)written;
}

void
progress_begin(struct progress *progress, struct cmd *cmd, const char *unit)
{
	*progress = (struct progress){
		.teller = { progress, progress_step }, .cmd = cmd,
		.unit = unit, .on = !cmd->quiet && !cmd->process &&
				    isatty(STDERR_FILENO)
	};
	if (!progress->on)
		return;
	progress->width = progress_width();
	progress->started = clock_seconds();
	/* As if shown before, so that the first text waits for FIRST. */
	progress->shown = progress->started + FIRST - PAUSE;
	/* Messages erase the line before they are printed. */
	cmd->progress = progress;
}

static void
progress_number(const struct progress *progress, char text[READABLE_TEXT],
		uint64_t number)
{
	if (progress->bytes)
		readable_bytes(text, number);
	else
		readable_count(text, number);
}

/*
 * " of TOTAL (PERCENT)", and the time that is left if the next steps take as
 * long as those before.
 */
static void
progress_rest(const struct progress *progress, uint64_t done, uint64_t total,
	      double seconds, char of[64], char left[64])
{
	char text[READABLE_TEXT];
	double share = (double)done / (double)total;

	progress_number(progress, text, total);
	if (progress->at_most) {
		snprintf(of, 64, " of at most %s", text);
		return;
	}
	snprintf(of, 64, " of %s (%d %%)", text, (int)(100 * share));
	/* A file may grow while it is read. */
	if (!done || done > total)
		return;
	readable_seconds(text, seconds / share - seconds, 0);
	snprintf(left, 64, ", %s left", text);
}

static void
progress_show(struct progress *progress, uint64_t done, uint64_t total)
{
	char text[320], of[64] = "", left[64] = "";
	char number[READABLE_TEXT], spent[READABLE_TEXT];
	double now = clock_seconds();
	double seconds = now - progress->started;

	if (now < progress->shown + PAUSE)
		return;
	progress_number(progress, number, done);
	readable_seconds(spent, seconds, 1);
	if (total)
		progress_rest(progress, done, total, seconds, of, left);
	snprintf(text, sizeof(text), "%s: %s%s %s%s, %s%s",
		 progress->cmd->name, progress->note, progress->unit, number,
		 of, spent, left);
	progress_write(progress, text);
	progress->shown = now;
	progress->visible = true;
}

void
progress_step(void *context, uint64_t done, uint64_t total)
{
	struct progress *progress = context;

	if (!progress->on)
		return;
#pragma omp critical(progress)
	progress_show(progress, done, total);
}

void
progress_erase(struct progress *progress)
{
	if (!progress || !progress->visible)
		return;
#pragma omp critical(progress)
	progress_write(progress, "");
	progress->visible = false;
}

void
progress_end(struct progress *progress)
{
	progress_erase(progress);
	if (progress->on)
		progress->cmd->progress = NULL;
	progress->on = false;
}

/* ---- rows ------------------------------------------------------------- */

static enum sp_status
progress_begin_rows(void *context, uint64_t pages, struct sp_error *err)
{
	struct progress *progress = context;

	progress->pages = pages;
	return sp_rows_begin(&progress->rows, pages, err);
}

static enum sp_status
progress_count_row(void *context, const struct sp_row *row,
		   struct sp_error *err)
{
	struct progress *progress = context;

	if (++progress->row % ROWS_STEP == 0)
		progress_step(progress, row->page + 1, progress->pages);
	return sp_rows_pass(&progress->rows, row, err);
}

struct sp_row_sink
progress_rows(struct progress *progress, const struct sp_row_sink *next)
{
	progress->rows = *next;
	return (struct sp_row_sink){ progress, progress_begin_rows,
				     progress_count_row };
}
