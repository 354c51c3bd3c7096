/* SPDX-License-Identifier: MIT */
/*
 * Checksums and hash tables use XXH3 (https://xxhash.com/), which runs at the
 * speed of memory, so that checking a stream costs little beside reading it.
 * Its value is part of the stream format, the same on machines of either byte
 * order, and may never change.
 */
#include "base/hash.h"

#include "base/memory.h"

#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

/* All of the hash is compiled in here, so that no library is linked. */
#define XXH_INLINE_ALL
#include <xxhash.h>

struct sp_hasher {
	XXH3_state_t *state;
};

/*
 * Not a cryptographic hash: it finds damage, but anyone can write a stream
 * whose checksums are right.  Readers therefore check what payloads say as
 * well.
 */
uint64_t
sp_hash(const void *data, size_t size)
{
	return XXH3_64bits(data, size);
}

uint64_t
sp_hash_seeded(const void *data, size_t size, uint64_t seed)
{
	return XXH3_64bits_withSeed(data, size, seed);
}

/*
 * Without random numbers from the kernel, an address and the number of the
 * process are at least not known beforehand.
 */
uint64_t
sp_hash_seed(const void *address)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), 0) == (ssize_t)sizeof(seed))
		return seed;
	return sp_mix64((uintptr_t)address ^ (uint64_t)getpid() << 48);
}

struct sp_hasher *
sp_hasher_new(void)
{
	struct sp_hasher *hasher = sp_alloc_zero(1, sizeof(*hasher));

	if (!hasher)
		return NULL;
	/* The library's own allocator: the state is aligned to 64 bytes. */
	hasher->state = XXH3_createState();
	if (!hasher->state) {
		free(hasher);
		return NULL;
	}
	XXH3_64bits_reset(hasher->state);
	return hasher;
}

void
sp_hasher_add(struct sp_hasher *hasher, const void *data, size_t size)
{
	XXH3_64bits_update(hasher->state, data, size);
}

uint64_t
sp_hasher_value(const struct sp_hasher *hasher)
{
	return XXH3_64bits_digest(hasher->state);
}

void
sp_hasher_reset(struct sp_hasher *hasher)
{
	XXH3_64bits_reset(hasher->state);
}

void
sp_hasher_free(struct sp_hasher *hasher)
{
	if (!hasher)
		return;
	XXH3_freeState(hasher->state);
	free(hasher);
}
