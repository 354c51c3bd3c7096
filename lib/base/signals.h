/* SPDX-License-Identifier: MIT */
/*
 * signals.h - lets the signals that end a program from outside wait while it
 * has something on disk that it must not leave behind.
 *
 * Signals go to any thread that does not block them.  Threads are therefore
 * started while signals are held, and inherit that: only the first thread of a
 * program gets them, and whatever it does while it holds them is done as a
 * whole, except under SIGKILL.
 */
#ifndef SP_BASE_SIGNALS_H
#define SP_BASE_SIGNALS_H

#include <signal.h>

/* SIGPIPE is not one of them: it comes of what a thread itself writes. */
#define SP_SIGNALS SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, \
	SIGUSR2, SIGXCPU

/* Blocks the signals in this thread, and returns what was blocked before. */
sigset_t sp_signals_hold(void);

/* Undoes it; signals that came meanwhile are delivered now.  Keeps errno. */
void sp_signals_release(sigset_t before);

#endif
