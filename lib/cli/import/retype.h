/* SPDX-License-Identifier: MIT */
/*
 * retype.h - a command for another filter, made from this one's.
 *
 * Where a file or an option is for another filter, the message ends in
 * "type: COMMAND", and nothing is run.  A filter that called another would hide
 * which one has the options to look up; it would have to find it, and would
 * have taken bytes from a pipe already that the other needs.
 */
#ifndef SP_CLI_IMPORT_RETYPE_H
#define SP_CLI_IMPORT_RETYPE_H

#include "cli/command.h"

/* An option of a command line. */
struct retype_option {
	const char *name;
	char letter;   /* 0: none */
	bool argument; /* it takes one */
};

/*
 * How many words the option has that begins at words[0]: 1 or 2, or 0 if that
 * is another.  words ends with NULL.
 */
int retype_words(char *const *words, const struct retype_option *option);

/* Appends a word, after a blank and quoted for the shell where it has to be. */
void retype_add(struct sp_line *command, const char *word);

/*
 * Fails with "WHAT: type: COMMAND", cut to the room that a message has, and
 * frees the command.
 */
enum sp_status retype_fail(struct cmd *cmd, enum sp_status status,
			   const char *what, struct sp_line *command);

#endif
