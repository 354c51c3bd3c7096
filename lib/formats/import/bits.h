/* SPDX-License-Identifier: MIT */
/*
 * bits.h - reads a file as a stream of bits, and the codes for natural
 * numbers in it.
 *
 * Big-endian streams (WebGraph for Java) start at the most significant bit of
 * a byte, and the first bit of a number is its highest.  Little-endian streams
 * (WebGraph for Rust) start at the least significant bit, and the first bit
 * of a number is its lowest.
 *
 *	unary    n zeros, then a one
 *	gamma    m in unary, then m bits b: 2^m + b - 1
 *	delta    m in gamma, then m bits b: 2^m + b - 1
 *	zeta k   h in unary, then b = h*k + k - 1 bits: below 2^(h*k) it is
 *	         2^(h*k) + b - 1, else one more bit c: 2*b + c - 1
 *	nibble   groups of a bit and three bits, highest group first; the bit
 *	         is 1 in the last group (big-endian only)
 *
 * In little-endian streams, the last bit of a zeta code, c, comes after all
 * others and is the lowest bit of the number, as in dsi-bitstream.
 * (Boldi, Vigna: Codes for the World Wide Web, 2005.)
 *
 * The functions are inline and take the bit order as a constant: a link is
 * only a few bits, so a call would cost more than decoding it.
 */
#ifndef SP_FORMATS_IMPORT_BITS_H
#define SP_FORMATS_IMPORT_BITS_H

#include "base/bytes.h"
#include "web/file/source.h"

#define SP_BITS_WIDEST 56          /* bits of one number */
#define SP_BITS_BAD UINT64_MAX     /* no number could be read */

/* Inlining compiles a copy of the function for each constant argument. */
#define SP_BITS_INLINE static inline __attribute__((always_inline))

struct sp_bits {
	struct sp_source *source;
	uint8_t *buffer;
	uint8_t *at, *end;       /* buffered bytes not yet in word */
	uint64_t word;           /* the next bits */
	unsigned count;          /* valid bits in word */
	uint64_t bytes;          /* read from the source */
	bool ended;              /* the source is at its end */
	bool cut;                /* a number went past the end */
	bool wide;               /* a number had over SP_BITS_WIDEST bits */
	enum sp_status status;   /* of the source; text in error */
	struct sp_error error;
};

enum sp_code_kind {
	SP_CODE_UNARY,
	SP_CODE_GAMMA,
	SP_CODE_DELTA,
	SP_CODE_ZETA,
	SP_CODE_NIBBLE
};

struct sp_code {
	enum sp_code_kind kind;
	unsigned k;              /* of zeta: 1 .. 20 */
};

/*
 * Opens the file at path.  Returns SP_MEMORY or the status of
 * sp_source_open() on failure.  Call sp_bits_close() even after a failure.
 */
enum sp_status sp_bits_open(struct sp_bits *bits, const char *path,
			    struct sp_error *err);
void sp_bits_close(struct sp_bits *bits); /* accepts a zeroed struct */

/* Returns the number of bits taken so far. */
static inline uint64_t
sp_bits_position(const struct sp_bits *bits)
{
	return (bits->bytes - (uint64_t)(bits->end - bits->at)) * 8 -
	       bits->count;
}

/* For sp_bits_fill(): fills word if the buffer has fewer than 8 bytes. */
void sp_bits_fill_slowly(struct sp_bits *bits, bool little);

/* Fills word to at least SP_BITS_WIDEST bits; fewer only at the end. */
SP_BITS_INLINE void
sp_bits_fill(struct sp_bits *bits, bool little)
{
	uint64_t next;

	if (bits->end - bits->at < 8) {
		sp_bits_fill_slowly(bits, little);
		return;
	}
	/*
	 * The bits of word above count already hold the start of the next
	 * bytes, so setting them again changes nothing.
	 */
	next = sp_load64(bits->at);
	if (little)
		bits->word |= next << bits->count;
	else
		bits->word |= __builtin_bswap64(next) >> bits->count;
	bits->at += (63 - bits->count) >> 3;
	bits->count |= 56;
}

SP_BITS_INLINE void
sp_bits_drop(struct sp_bits *bits, unsigned size, bool little)
{
	if (little)
		bits->word >>= size;
	else
		bits->word <<= size;
	bits->count -= size;
}

/* Takes a number of size <= SP_BITS_WIDEST bits, or returns SP_BITS_BAD. */
SP_BITS_INLINE uint64_t
sp_bits_take(struct sp_bits *bits, unsigned size, bool little)
{
	uint64_t value;

	if (bits->count < size) {
		sp_bits_fill(bits, little);
		if (bits->count < size) {
			bits->cut = true;
			return SP_BITS_BAD;
		}
	}
	if (little)
		value = bits->word & ((UINT64_C(1) << size) - 1);
	else
		value = bits->word >> 1 >> (63 - size);
	sp_bits_drop(bits, size, little);
	return value;
}

SP_BITS_INLINE uint64_t
sp_bits_unary(struct sp_bits *bits, bool little)
{
	uint64_t value = 0;

	for (;;) {
		unsigned zeros = 64;

		if (bits->word)
			zeros = (unsigned)(little ?
					   __builtin_ctzll(bits->word) :
					   __builtin_clzll(bits->word));
		if (zeros < bits->count) {
			sp_bits_drop(bits, zeros, little);
			sp_bits_drop(bits, 1, little);
			return value + zeros;
		}
		value += bits->count;
		sp_bits_drop(bits, bits->count, little);
		sp_bits_fill(bits, little);
		if (!bits->count) {
			bits->cut = true;
			return SP_BITS_BAD;
		}
	}
}

/*
 * Returns 2^size + the next size bits - 1: the second half of gamma and
 * delta.
 */
SP_BITS_INLINE uint64_t
sp_bits_tail(struct sp_bits *bits, uint64_t size, bool little)
{
	uint64_t value;

	if (size > SP_BITS_WIDEST) {
		bits->wide = true;
		return SP_BITS_BAD;
	}
	value = sp_bits_take(bits, (unsigned)size, little);
	if (value == SP_BITS_BAD)
		return value;
	return (value | UINT64_C(1) << size) - 1;
}

SP_BITS_INLINE uint64_t
sp_bits_gamma(struct sp_bits *bits, bool little)
{
	return sp_bits_tail(bits, sp_bits_unary(bits, little), little);
}

SP_BITS_INLINE uint64_t
sp_bits_zeta(struct sp_bits *bits, unsigned k, bool little)
{
	uint64_t groups = sp_bits_unary(bits, little);
	uint64_t value, low;
	unsigned size;

	if (groups > SP_BITS_WIDEST ||
	    groups * k + k - 1 > SP_BITS_WIDEST) {
		bits->wide = true;
		return SP_BITS_BAD;
	}
	size = (unsigned)groups * k;
	value = sp_bits_take(bits, size + k - 1, little);
	if (value >> size == 0)
		return value + (UINT64_C(1) << size) - 1;
	low = sp_bits_take(bits, 1, little);
	if (value == SP_BITS_BAD || low == SP_BITS_BAD)
		return SP_BITS_BAD;
	return 2 * value + low - 1;
}

/* These read the next number in a code, or return SP_BITS_BAD. */
uint64_t sp_bits_nibble(struct sp_bits *bits);

SP_BITS_INLINE uint64_t
sp_bits_code(struct sp_bits *bits, struct sp_code code, bool little)
{
	switch (code.kind) {
	case SP_CODE_UNARY:
		return sp_bits_unary(bits, little);
	case SP_CODE_GAMMA:
		return sp_bits_gamma(bits, little);
	case SP_CODE_DELTA:
		return sp_bits_tail(bits, sp_bits_gamma(bits, little),
				    little);
	case SP_CODE_ZETA:
		return sp_bits_zeta(bits, code.k, little);
	default:
		return sp_bits_nibble(bits);
	}
}

#endif
