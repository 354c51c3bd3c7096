/* SPDX-License-Identifier: MIT */
/*
 * failing.h - which call must fail, and how: failing.c decides, and
 * failing_calls.c wraps the calls
 */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>
#include <stdint.h>

enum what {
	WHAT_MEMORY, WHAT_EIO, WHAT_ENOSPC, WHAT_EINTR, WHAT_SHORT,
	WHAT_EAGAIN, WHAT_EDQUOT, WHAT_EMFILE, WHAT_THREADS
};

struct failing {
	bool active;     /* the filter is running */
	bool sticky;     /* all later calls fail, too */
	bool no_tmpfile; /* there are no files without names */
	enum what what;
	uint64_t number; /* of the call to fail; 0: none */
	uint64_t *calls; /* counted so far; parent and child share it */
};

extern struct failing failing;

/* Prepares failing_calls.c.  Call it before the filter runs. */
void failing_prepare(void);

#endif
