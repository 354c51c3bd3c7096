/* SPDX-License-Identifier: MIT */
/*
 * threads.h - starts the threads of a filter, once, before its work.
 *
 * The run-time library of OpenMP ends the program with status 1, which means
 * "not converged" here, if it cannot start a thread.  So it is only asked for
 * as many threads as could just be started without it, and it starts them all
 * before memory is needed for anything else.  Every team of this project has
 * all threads: a smaller one would end the others, and the next would have to
 * start them again.
 */
#ifndef SP_CLI_THREADS_H
#define SP_CLI_THREADS_H

/*
 * Starts wanted threads (at least 1) for the teams to come, the calling one
 * included.  Returns wanted; or, if the system could not start as many, half of
 * those that it could, at least 1, so that room for data is left, with the
 * reason in errno.  Returns 0 if memory is short.
 */
int threads_start(int wanted);

#endif
