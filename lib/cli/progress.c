/* SPDX-License-Identifier: MIT */
/*
 * A line on the terminal is overwritten in place.  It must never disturb:
 * a run of half a second shows nothing, messages erase it first, and it
 * is written in one call so that lines of several filters in a pipe do not
 * mix.  At most one progress is on the line; one that begins takes it over.
 *
 * Rows are counted first, and the clock is read once in 256 of them.
 *
 * The time that is left is estimated from the steps since the second one: what
 * comes before, reading or set-up, says nothing about the pace.
 */
#include "cli/progress.h"

#include "cli/clock.h"
#include "cli/command_private.h"
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
 *
 * Padded with blanks to the full width, so that a shorter text leaves nothing
 * of the longer one.
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

/*
 * What is done before the first step, or without steps, has no other sign of
 * life.  A run that is short so far shows nothing: it may end at once.
 */
static void
progress_open(struct progress *progress, struct cmd *cmd, const char *unit,
	      const char *what)
{
	char text[128];

	*progress = (struct progress){
		.teller = { progress, progress_step }, .cmd = cmd,
		.unit = unit, .on = !cmd->quiet && !cmd->process.number &&
				    isatty(STDERR_FILENO)
	};
	if (!progress->on)
		return;
	progress->width = progress_width();
	progress->started = clock_seconds();
	/* As if shown before, so that the first text waits for FIRST. */
	progress->shown = progress->started + FIRST - PAUSE;
	/* What is on the line is this one's to erase. */
	if (cmd->run->progress && cmd->run->progress->visible) {
		cmd->run->progress->visible = false;
		progress->visible = true;
	}
	/* Messages erase the line before they are printed. */
	cmd->run->progress = progress;
	if (progress->started - cmd->run->started < FIRST)
		return;
	snprintf(text, sizeof(text), "%s: %s", cmd->program->name, what);
	progress_write(progress, text);
	progress->visible = true;
}

void
progress_begin(struct progress *progress, struct cmd *cmd, const char *unit)
{
	progress_open(progress, cmd, unit, strcmp(unit, "reading") != 0 ?
		      "preparing" : unit);
}

void
progress_phase(struct cmd *cmd, const char *what)
{
	progress_end(&cmd->run->phase);
	if (what)
		progress_open(&cmd->run->phase, cmd, what, what);
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
 * Set-up is no work done: what a step takes is known from the second on.  Work
 * that begins again, as for the next core, is measured anew.
 */
static void
progress_measure(struct progress *progress, uint64_t done, double now)
{
	if (progress->first_done && done > progress->first_done)
		return;
	progress->first_done = done;
	progress->first_at = now;
}

/*
 * " of TOTAL (PERCENT)", and the time that is left if the next steps take as
 * long as those before.
 *
 * No estimate in the first half second, or of a part of the work.
 */
static void
progress_rest(const struct progress *progress, uint64_t done, uint64_t total,
	      double now, char of[64], char left[64])
{
	double steps = (double)done - (double)progress->first_done;
	double seconds = now - progress->first_at;
	char text[READABLE_TEXT];

	progress_number(progress, text, total);
	if (progress->at_most) {
		snprintf(of, 64, " of at most %s", text);
		return;
	}
	snprintf(of, 64, " of %s (%d %%)", text,
		 (int)(100 * ((double)done / (double)total)));
	/* A file may grow while it is read. */
	if (progress->part || !done || done > total || steps <= 0 ||
	    seconds < FIRST)
		return;
	readable_seconds(text, seconds / steps * (double)(total - done), 0);
	snprintf(left, 64, ", %s left", text);
}

/*
 * Copies at most room bytes: a longer text loses its middle, no letter half.
 *
 * The middle goes: paths differ at their ends.
 */
static void
shorten(char to[sizeof((struct progress *)0)->note], const char *text,
	size_t room)
{
	size_t length = strlen(text), head, tail;

	if (length <= room) {
		memcpy(to, text, length + 1);
		return;
	}
	to[0] = '\0';
	if (room < 8)
		return;
	head = (room - 3) / 2;
	tail = length - (room - 3 - head);
	while (head && ((unsigned char)text[head] & 0xc0) == 0x80)
		head--;
	while (((unsigned char)text[tail] & 0xc0) == 0x80)
		tail++;
	memcpy(to, text, head);
	memcpy(to + head, "...", 3);
	memcpy(to + head + 3, text + tail, length - tail + 1);
}

/*
 * A line that is too long for the terminal loses its note first, then the time
 * spent and the name of the program, but never its end.
 */
static void
progress_put(struct progress *progress, const char *steps, const char *spent,
	     const char *left)
{
	const char *name = progress->cmd->program->name;
	size_t width = (size_t)progress->width;
	size_t least = strlen(steps) + strlen(left);
	size_t named = least + strlen(name) + strlen(": ");
	size_t used = named + strlen(spent);
	char note[sizeof(progress->note)], text[512];

	shorten(note, progress->note, width > used ? width - used : 0);
	if (named > width)
		snprintf(text, sizeof(text), "%s%s", steps, left);
	else
		snprintf(text, sizeof(text), "%s: %s%s%s%s", name, note, steps,
			 used > width ? "" : spent, left);
	progress_write(progress, text);
}

static void
progress_show(struct progress *progress, uint64_t done, uint64_t total)
{
	char steps[192], of[64] = "", left[64] = "";
	char number[READABLE_TEXT], seconds[READABLE_TEXT];
	char spent[READABLE_TEXT + 2];
	double now = clock_seconds();

	progress_measure(progress, done, now);
	if (now < progress->shown + PAUSE)
		return;
	progress_number(progress, number, done);
	readable_seconds(seconds, now - progress->started, 1);
	snprintf(spent, sizeof(spent), ", %s", seconds);
	if (total)
		progress_rest(progress, done, total, now, of, left);
	snprintf(steps, sizeof(steps), "%s %s%s", progress->unit, number, of);
	progress_put(progress, steps, spent, left);
	progress->shown = now;
	progress->visible = true;
}

/* Any thread may call it; the text is written by one at a time. */
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

/* Also for one that was never shown. */
void
progress_end(struct progress *progress)
{
	progress_erase(progress);
	if (progress->on)
		progress->cmd->run->progress = NULL;
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
