/* SPDX-License-Identifier: MIT */
/*
 * clock.c - a clock for progress.t that advances $CLOCK_STEP seconds each time
 * it is read, however much time really passed
 *
 *	CLOCK_STEP=0.1 LD_PRELOAD=build/tests/clock.so hits ...
 */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Replaces the function of the C library. */
int
clock_gettime(clockid_t clock, struct timespec *now)
{
	static uint64_t readings;
	const char *step = getenv("CLOCK_STEP");
	uint64_t reading = __atomic_add_fetch(&readings, 1, __ATOMIC_RELAXED);
	double seconds = (double)reading * (step ? strtod(step, NULL) : 1);

	(void)clock;
	now->tv_sec = (time_t)seconds;
	now->tv_nsec = (long)((seconds - (double)now->tv_sec) * 1e9);
	return 0;
}
