/* SPDX-License-Identifier: MIT */
/*
 * hash.h - the checksum of the stream and the mixing of keys.
 *
 * The checksum is XXH3 with 64 bits (seed 0, canonical value), from the
 * xxhash library: specified, in wide use, and faster than a pipe.
 */
#ifndef SP_BASE_HASH_H
#define SP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* XXH3-64 of a block. */
uint64_t sp_hash(const void *data, size_t size);

/* XXH3-64 of a block under a seed: for tables keyed by input (names). */
uint64_t sp_hash_seeded(const void *data, size_t size, uint64_t seed);

/*
 * A seed that the author of the input cannot know: with a known one, a hostile
 * file could make all keys collide.  It is another one in each run, so results
 * must not depend on it.  address is that of the table: should the system give
 * no random bytes, it is better than nothing.
 */
uint64_t sp_hash_seed(const void *address);

/*
 * XXH3-64 of a sequence of pieces, as if they were one block.  The value can
 * be read at any time; more pieces may follow.
 */
struct sp_hasher;
struct sp_hasher *sp_hasher_new(void); /* NULL when memory is short */
void sp_hasher_add(struct sp_hasher *hasher, const void *data, size_t size);
uint64_t sp_hasher_value(const struct sp_hasher *hasher);
void sp_hasher_reset(struct sp_hasher *hasher); /* to no pieces */
void sp_hasher_free(struct sp_hasher *hasher); /* accepts NULL */

/* FNV-1a with 64 bits, for results that others must be able to reproduce. */
static inline uint64_t
sp_fnv1a(const void *data, size_t size)
{
	const unsigned char *bytes = data;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
	return hash;
}

/*
 * The finaliser of splitmix64: a bijection in which every bit of x changes
 * about half the bits of the result.
 */
static inline uint64_t
sp_mix64(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

#endif
