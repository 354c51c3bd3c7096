/* SPDX-License-Identifier: MIT */
/*
 * child.h - a program that a filter starts, without a shell.
 */
#ifndef SP_CLI_CHILD_H
#define SP_CLI_CHILD_H

#include <sys/types.h>

/*
 * Starts the program, a path or a name to be looked up in $PATH, with these
 * standard descriptors; -1 is /dev/null.  SIGPIPE ends it, also if it does not
 * end this process.  Returns 0 or an error number; *pid is 0 after a failure.
 */
int child_start(pid_t *pid, const char *program, char *const arguments[],
		char *const environment[], const int standard[3]);

/* Waits for its end; returns its wait status. */
int child_wait(pid_t pid);

#endif
