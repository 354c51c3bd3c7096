/* SPDX-License-Identifier: MIT */
/*
 * failing.h - which call is to fail, and how; failing.c decides it, and
 * failing_calls.c has the calls
 */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>
#include <stdint.h>

enum what { WHAT_MEMORY, WHAT_EIO, WHAT_ENOSPC, WHAT_EINTR, WHAT_SHORT };

struct failing {
	bool active;     /* the filter runs */
	bool sticky;     /* all behind the call fail, too */
	enum what what;
	uint64_t number; /* of the call that fails; 0: none */
	uint64_t *calls; /* counted so far, seen by parent and child */
};

extern struct failing failing;

/* Looks up what failing_calls.c has to know; before a filter runs. */
void failing_prepare(void);

#endif
