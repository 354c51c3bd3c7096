/* SPDX-License-Identifier: MIT */
/*
 * clock.h - how long things take.
 */
#ifndef SP_CLI_CLOCK_H
#define SP_CLI_CLOCK_H

/* Returns seconds of a monotonic clock with an arbitrary origin. */
double clock_seconds(void);

#endif
