/* SPDX-License-Identifier: MIT */
/*
 * bytes.h - little-endian loads and stores, and LEB128 numbers.
 *
 * The stream is little-endian on every machine; nothing in it is read by
 * casting a pointer to a struct.
 */
#ifndef SP_BASE_BYTES_H
#define SP_BASE_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t
sp_load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static inline uint64_t
sp_load64(const uint8_t *p)
{
	return (uint64_t)sp_load32(p) | (uint64_t)sp_load32(p + 4) << 32;
}

static inline void
sp_store32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static inline void
sp_store64(uint8_t *p, uint64_t v)
{
	sp_store32(p, (uint32_t)v);
	sp_store32(p + 4, (uint32_t)(v >> 32));
}

/* A double as the eight bytes of its IEEE 754 form. */
static inline double
sp_load_double(const uint8_t *p)
{
	uint64_t bits = sp_load64(p);
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

static inline void
sp_store_double(uint8_t *p, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	sp_store64(p, bits);
}

/* Signed numbers as naturals with small magnitudes first: 0 -1 1 -2 2 ... */
static inline uint64_t
sp_zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (v < 0 ? UINT64_MAX : 0);
}

static inline int64_t
sp_unzigzag(uint64_t v)
{
	return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

#define SP_LEB_MAX 10 /* bytes of the longest LEB128 number below 2^64 */

/*
 * Writes v at p, which has room for SP_LEB_MAX bytes: seven bits a byte,
 * lowest first, the top bit set on all but the last.  Returns the end.
 */
static inline uint8_t *
sp_put_leb(uint8_t *p, uint64_t v)
{
	while (v >= 0x80) {
		*p++ = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	*p++ = (uint8_t)v;
	return p;
}

/* Bytes that sp_put_leb() writes for v: one for every seven bits. */
static inline unsigned
sp_leb_size(uint64_t v)
{
	return (unsigned)(70 - __builtin_clzll(v | 1)) / 7;
}

/*
 * Reads a number at *p, but nothing from end on, and moves *p past it.
 * Returns false, with *p unchanged, for numbers that are cut off, over-long
 * (a last byte of 0 that is not the first) or wider than 64 bits, so that
 * every number has one spelling.
 */
static inline bool
sp_get_leb(const uint8_t **p, const uint8_t *end, uint64_t *v)
{
	const uint8_t *q = *p;
	uint64_t value = 0;
	unsigned shift = 0;

	for (;;) {
		uint8_t byte;

		if (q == end || shift > 63)
			return false;
		byte = *q++;
		if (shift == 63 && byte > 1)
			return false;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80) {
			if (!byte && shift)
				return false;
			break;
		}
		shift += 7;
	}
	*p = q;
	*v = value;
	return true;
}

#endif
