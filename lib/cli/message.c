/* SPDX-License-Identifier: MIT */
/*
 * Lines on standard error.
 */
#include "cli/command_private.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
cmd_print(const struct cmd *cmd, const char *text)
{
	struct sp_line line = SP_LINE_EMPTY;
	ssize_t written;

	sp_line_add(&line, cmd->program->name);
	sp_line_add(&line, ": ");
	sp_line_add_masked(&line, text);
	sp_line_add(&line, "\n");
	if (cmd->run)
		progress_erase(cmd->run->progress);
	/*
	 * One write, so that lines of a pipeline's filters do not mix.  If it
	 * fails, there is nowhere left to report that.
	 */
	if (!line.lost) {
		written = write(STDERR_FILENO, line.text, line.length);
	} else {
		/* The failure itself must be seen when memory is short. */
		char masked[1024], short_line[1200];
		int length;

		sp_mask(masked, sizeof(masked), text, strlen(text));
		length = snprintf(short_line, sizeof(short_line), "%s: %s\n",
				  cmd->program->name, masked);
		written = write(STDERR_FILENO, short_line, (size_t)length);
	}
	(void)written;
	sp_line_free(&line);
}

/* Any length, or cut where memory is short. */
static void
print_formatted(const struct cmd *cmd, const char *format, va_list args)
{
	char text[1024], *all = text;
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(text, sizeof(text), format, args);
	if (length >= (int)sizeof(text) && vasprintf(&all, format, again) < 0)
		all = text;
	va_end(again);
	cmd_print(cmd, all);
	if (all != text)
		free(all);
}

void
cmd_warn(const struct cmd *cmd, const char *format, ...)
{
	va_list args;

	if (cmd->quiet || cmd->process.number)
		return;
	va_start(args, format);
	print_formatted(cmd, format, args);
	va_end(args);
}

void
cmd_say(const struct cmd *cmd, const char *format, ...)
{
	va_list args;

	if (!cmd->verbose || cmd->process.number)
		return;
	va_start(args, format);
	print_formatted(cmd, format, args);
	va_end(args);
}
