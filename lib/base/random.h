/* SPDX-License-Identifier: MIT */
/*
 * random.h - the one generator of random numbers: splitmix64.
 * (seedpipe-algorithms(7), G10; Steele, Lea, Flood 2014.)  The same seed gives
 * the same numbers on every machine.
 */
#ifndef SP_BASE_RANDOM_H
#define SP_BASE_RANDOM_H

#include "base/hash.h"

struct sp_random {
	uint64_t state; /* set it to the seed to begin */
};

static inline uint64_t
sp_random_next(struct sp_random *random)
{
	random->state += UINT64_C(0x9e3779b97f4a7c15);
	return sp_mix64(random->state);
}

/*
 * Returns a number below limit (at least 1): the high half of the 128-bit
 * product, which takes one draw and no division.
 */
static inline uint64_t
sp_random_below(struct sp_random *random, uint64_t limit)
{
	__extension__ typedef unsigned __int128 wide;

	return (uint64_t)((wide)sp_random_next(random) * limit >> 64);
}

/* Returns a number in [0, 1) with 53 random bits. */
static inline double
sp_random_unit(struct sp_random *random)
{
	return (double)(sp_random_next(random) >> 11) * 0x1p-53;
}

#endif
