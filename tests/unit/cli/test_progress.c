/* SPDX-License-Identifier: MIT */
/*
 * test_progress.c - the line that shows progress: what of a run counts as work,
 * phases without steps, and lines that are too long for the terminal
 *
 * Standard error is a terminal of this process, and the clock is a variable.
 */
#include "unit.h"

#include "cli/clock.h"
#include "cli/command_private.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static double now;
static int screen; /* the other end of the terminal */

/* Instead of the library's. */
double
clock_seconds(void)
{
	return now;
}

/* Makes standard error a terminal of so many columns. */
static void
open_terminal(unsigned short columns)
{
	struct winsize size = { 25, columns, 0, 0 };
	int terminal;

	screen = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert_int_ge(screen, 0);
	ck_assert_int_eq(grantpt(screen), 0);
	ck_assert_int_eq(unlockpt(screen), 0);
	terminal = open(ptsname(screen), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(terminal, 0);
	ck_assert_int_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
	ck_assert_int_eq(dup2(terminal, STDERR_FILENO), STDERR_FILENO);
	close(terminal);
	now = 0;
}

/*
 * What was written since the last call, without carriage returns and the blanks
 * at the end: "" if nothing or an erased line.  A mark ends the reading.
 */
static const char *
shown(void)
{
	static char text[4096];
	size_t used = 0;
	ssize_t got;
	char *at;

	ck_assert_int_eq(write(STDERR_FILENO, "#", 1), 1);
	do {
		got = read(screen, text + used, sizeof(text) - 1 - used);
		ck_assert_int_gt(got, 0);
		used += (size_t)got;
	} while (text[used - 1] != '#');
	text[--used] = '\0';
	while (used && strchr(" \r", text[used - 1]))
		text[--used] = '\0';
	at = strrchr(text, '\r');
	return at ? at + 1 : text;
}

static struct progress progress;

/* Reports a step at that time; returns what is shown. */
static const char *
step_at(double time, uint64_t done, uint64_t total)
{
	now = time;
	progress_step(&progress, done, total);
	return shown();
}

START_TEST(set_up_is_no_work)
{
	struct cmd_program program = { .name = "hits" };
	struct cmd_run run = { .started = 0 };
	struct cmd cmd = { .program = &program, .run = &run };

	open_terminal(80);
	progress_begin(&progress, &cmd, "iteration");
	ck_assert_str_eq(shown(), "");
	ck_assert_str_eq(step_at(100, 1, 1000),
			 "hits: iteration 1 of 1,000 (0 %), 1 min 40 s");
	ck_assert_str_eq(step_at(100.25, 2, 1000),
			 "hits: iteration 2 of 1,000 (0 %), 1 min 40 s");
	ck_assert_str_eq(step_at(101, 11, 1000),
			 "hits: iteration 11 of 1,000 (1 %), 1 min 41 s, "
			 "1 min 39 s left");
	ck_assert_str_eq(step_at(150, 501, 1000),
			 "hits: iteration 501 of 1,000 (50 %), 2 min 30 s, "
			 "50 s left");
	/* Steps that begin again are measured anew. */
	ck_assert_str_eq(step_at(200, 1, 1000),
			 "hits: iteration 1 of 1,000 (0 %), 3 min 20 s");
	ck_assert_str_eq(step_at(210, 501, 1000),
			 "hits: iteration 501 of 1,000 (50 %), 3 min 30 s, "
			 "10 s left");
	progress_end(&progress);
	ck_assert_str_eq(shown(), "");
}
END_TEST

START_TEST(phases_say_what_they_do)
{
	struct cmd_program program = { .name = "hits" };
	struct cmd_run run = { .started = 0 };
	struct cmd cmd = { .program = &program, .run = &run };

	open_terminal(80);
	now = 0.25;
	progress_phase(&cmd, "sorting");
	ck_assert_str_eq(shown(), "");
	now = 2;
	progress_phase(&cmd, "writing");
	ck_assert_str_eq(shown(), "hits: writing");
	progress_begin(&progress, &cmd, "page");
	ck_assert_str_eq(shown(), "hits: preparing");
	ck_assert_str_eq(step_at(3, 5, 0), "hits: page 5, 1.0 s");
	progress_end(&progress);
	ck_assert_str_eq(shown(), "");
	progress_begin(&progress, &cmd, "reading");
	ck_assert_str_eq(shown(), "hits: reading");
	progress_end(&progress);
	ck_assert_str_eq(shown(), "");
	progress_phase(&cmd, "writing");
	ck_assert_str_eq(shown(), "hits: writing");
	progress_phase(&cmd, NULL);
	ck_assert_str_eq(shown(), "");
	ck_assert_ptr_null(run.progress);
}
END_TEST

START_TEST(parts_have_percent_alone)
{
	struct cmd_program program = { .name = "harmonic" };
	struct cmd_run run = { .started = 0 };
	struct cmd cmd = { .program = &program, .run = &run };

	open_terminal(80);
	progress_begin(&progress, &cmd, "block");
	progress.part = true;
	strcpy(progress.note, "round 2, ");
	(void)step_at(1, 1, 200);
	ck_assert_str_eq(step_at(11, 50, 200),
			 "harmonic: round 2, block 50 of 200 (25 %), 11.0 s");
	progress_end(&progress);
}
END_TEST

/* Whatever the note, the end of the line is there. */
START_TEST(the_end_is_never_cut_off)
{
	struct cmd_program program = { .name = "graphimport" };
	struct cmd_run run = { .started = 0 };
	struct cmd cmd = { .program = &program, .run = &run };
	const char *line;

	for (unsigned short columns = 40; columns < 90; columns++) {
		open_terminal(columns);
		progress_begin(&progress, &cmd, "page");
		for (int i = 0; i < 30; i++)
			memcpy(progress.note + 3 * i, "\xe2\x82\xac", 3);
		strcpy(progress.note + 90, ".gz, ");
		(void)step_at(1, 1000, 9000);
		line = step_at(11, 5000, 9000);
		ck_assert_uint_le(strlen(line), columns - 1);
		ck_assert_str_eq(line + strlen(line) - 11, ", 10 s left");
		/* No letter is half: each has three bytes. */
		for (const char *at = line; (at = strchr(at, '\xe2')); at++)
			ck_assert_int_eq(strncmp(at, "\xe2\x82\xac", 3), 0);
		progress_end(&progress);
		close(screen);
	}
	ck_assert_ptr_nonnull(strstr(line, "...\xe2\x82\xac.gz, page 5,000 of 9,000"));
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("line");

	tcase_add_test(tcase, set_up_is_no_work);
	tcase_add_test(tcase, phases_say_what_they_do);
	tcase_add_test(tcase, parts_have_percent_alone);
	tcase_add_test(tcase, the_end_is_never_cut_off);
	return unit_run(tcase);
}
