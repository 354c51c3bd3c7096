/* SPDX-License-Identifier: MIT */
/*
 * completion.h - completion scripts of shells, made from the option tables of
 * a filter: long options, the words of a choice, and file names where the
 * argument is a file.
 */
#ifndef SP_CLI_COMPLETION_H
#define SP_CLI_COMPLETION_H

#include "cli/option.h"

enum shell { SHELL_NONE, SHELL_BASH, SHELL_ZSH, SHELL_FISH };

/* The words of enum shell, as choices of an option. */
#define SHELL_CHOICES "none|bash|zsh|fish"

/*
 * Writes the completion of a filter to out (a FILE of stdio as void *).
 * operands: it takes files as operands.  Options that are hidden from the
 * help are not offered.
 */
void completion_write(enum shell shell, const char *name, bool operands,
		      const struct option_row *own,
		      const struct option_row *common, void *out);

#endif
