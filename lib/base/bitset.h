/* SPDX-License-Identifier: MIT */
/*
 * bitset.h - sets of small numbers (pages, ranks, links) as bits.
 *
 * A set of the numbers 0 .. limit - 1 is an array of sp_bitset_words(limit)
 * words: number i is in the set if bit i % 64 of word i / 64 is set.  Only
 * this file does the arithmetic; a caller that visits many numbers at once
 * may read whole words.
 *
 * Nothing here checks that a number is below the limit of its set.  Threads
 * may change one set together only if no two of them share a word.
 */
#ifndef SP_BASE_BITSET_H
#define SP_BASE_BITSET_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

#define SP_BITSET_BITS 64 /* in a word */

/*
 * Returns the number of words of a set of the numbers below limit.  It is
 * always one more than limit / 64, so the last word needs no special case and
 * an empty set can be read too.
 */
static inline uint64_t
sp_bitset_words(uint64_t limit)
{
	return limit / SP_BITSET_BITS + 1;
}

/*
 * Returns an empty set for the numbers below limit, which the caller frees
 * with free(), or NULL if memory is short.
 */
static inline uint64_t *
sp_bitset_new(uint64_t limit)
{
	return sp_alloc_zero(sp_bitset_words(limit), sizeof(uint64_t));
}

/* Returns whether i is in the set. */
static inline bool
sp_bit_test(const uint64_t *set, uint64_t i)
{
	return set[i / SP_BITSET_BITS] >> i % SP_BITSET_BITS & 1;
}

/* Adds i to the set. */
static inline void
sp_bit_set(uint64_t *set, uint64_t i)
{
	set[i / SP_BITSET_BITS] |= UINT64_C(1) << i % SP_BITSET_BITS;
}

/* Removes i from the set. */
static inline void
sp_bit_clear(uint64_t *set, uint64_t i)
{
	set[i / SP_BITSET_BITS] &= ~(UINT64_C(1) << i % SP_BITSET_BITS);
}

/* Adds i to the set and returns whether it was in the set before. */
static inline bool
sp_bit_test_and_set(uint64_t *set, uint64_t i)
{
	uint64_t bit = UINT64_C(1) << i % SP_BITSET_BITS;
	uint64_t *word = &set[i / SP_BITSET_BITS];
	bool was = *word & bit;

	*word |= bit;
	return was;
}

/* Returns the first number from i on, below limit, in the set; else limit. */
static inline uint64_t
sp_bit_next(const uint64_t *set, uint64_t i, uint64_t limit)
{
	uint64_t word = i / SP_BITSET_BITS, bits;

	if (i >= limit)
		return limit;
	bits = set[word] >> i % SP_BITSET_BITS << i % SP_BITSET_BITS;
	while (!bits && ++word * SP_BITSET_BITS < limit)
		bits = set[word];
	if (!bits)
		return limit;
	i = word * SP_BITSET_BITS + (uint64_t)__builtin_ctzll(bits);
	return i < limit ? i : limit;
}

/* Visits the members below limit as uint64_t i, the smallest first. */
#define SP_FOR_BITS(i, set, limit)                                \
	for (uint64_t i = sp_bit_next(set, 0, limit); (i) < (limit); \
	     (i) = sp_bit_next(set, (i) + 1, limit))

/*
 * Takes the smallest number out of a word of a set, which is not 0, and returns
 * its place in the word: to visit the members of word w,
 * for (bits = set[w]; bits;) visit(w * SP_BITSET_BITS + sp_bits_take(&bits)).
 */
static inline unsigned
sp_bits_take(uint64_t *bits)
{
	unsigned first = (unsigned)__builtin_ctzll(*bits);

	*bits &= *bits - 1;
	return first;
}

/* Returns how many of the numbers below limit are in the set. */
static inline uint64_t
sp_bitset_count(const uint64_t *set, uint64_t limit)
{
	uint64_t count = 0;

	for (uint64_t w = 0; w < sp_bitset_words(limit); w++)
		count += (uint64_t)__builtin_popcountll(set[w]);
	return count;
}

#endif
