/* SPDX-License-Identifier: MIT */
/*
 * bitwriter.h - a stream of bits in memory, and the codes for natural numbers
 * that BVGraph writes: the counterpart of formats/import/bits.h.
 *
 * The first bit is the most significant bit of the first byte, and the first
 * bit of a number is its highest.
 *
 *	gamma    m zeros, then the m + 1 bits of x + 1
 *	zeta k   h zeros and a one, then x + 1 in h*k + k bits, or less 2^(h*k)
 *	         in a bit less if it is below twice that
 *
 * with m the place of the highest bit of x + 1, and h = m / k.  The length of
 * a code thus depends on m alone, and comes from a table.
 * (Boldi, Vigna: Codes for the World Wide Web, 2005.)
 */
#ifndef SP_FORMATS_EXPORT_BITWRITER_H
#define SP_FORMATS_EXPORT_BITWRITER_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

#define SP_ZETA_MOST 20 /* as the reader allows */

/*
 * Room is made before bits are put (sp_bits_reserve()), so that putting them
 * cannot fail.  A struct of zeros is not valid: begin with sp_bits_clear().
 */
struct sp_bit_writer {
	uint64_t *words;         /* complete words */
	uint64_t count, capacity;
	uint64_t word;           /* the next one, from its highest bit on */
	unsigned room;           /* its bits not used yet: 1 .. 64 */
};

/* Forgets all bits; the memory stays. */
static inline void
sp_bits_clear(struct sp_bit_writer *writer)
{
	writer->count = 0;
	writer->word = 0;
	writer->room = 64;
}

/* Returns the number of bits put since sp_bits_clear(). */
static inline uint64_t
sp_bits_so_far(const struct sp_bit_writer *writer)
{
	return writer->count * 64 + (64 - writer->room);
}

/* Makes room for these many more bits.  Returns false if memory is short. */
bool sp_bits_reserve(struct sp_bit_writer *writer, uint64_t bits)
	SP_MUST_CHECK;

/* Appends all bits of another writer, for which there is room. */
void sp_bits_append(struct sp_bit_writer *writer,
		    const struct sp_bit_writer *other);

/*
 * Moves the complete bytes so far to bytes, which has room for size of them, 8
 * or more, and returns their number: 0 if there are none.  With last, the last
 * byte is filled with zeros.
 */
uint64_t sp_bits_drain(struct sp_bit_writer *writer, uint64_t *done,
		       uint8_t *bytes, uint64_t size, bool last);

void sp_bits_free(struct sp_bit_writer *writer);

/* Puts value < 2^size in size bits, 1 to 64. */
static inline void
sp_bits_put(struct sp_bit_writer *writer, uint64_t value, unsigned size)
{
	unsigned room = writer->room;

	if (size < room) {
		writer->word |= value << (room - size);
		writer->room = room - size;
		return;
	}
	size -= room;
	writer->words[writer->count++] = writer->word | value >> size;
	writer->word = size ? value << (64 - size) : 0;
	writer->room = 64 - size;
}

/* The same for codes of any length, which begin with zeros. */
static inline void
sp_bits_put_long(struct sp_bit_writer *writer, uint64_t value, uint64_t size)
{
	for (; size > 64; size -= size - 64 < 64 ? size - 64 : 64)
		sp_bits_put(writer, 0, size - 64 < 64 ?
			    (unsigned)(size - 64) : 64);
	sp_bits_put(writer, value, (unsigned)size);
}

/* The place of the highest bit of x + 1; x < 2^63. */
static inline unsigned
sp_code_class(uint64_t x)
{
	return 63u - (unsigned)__builtin_clzll(x + 1);
}

static inline unsigned
sp_gamma_size(uint64_t x)
{
	return 2 * sp_code_class(x) + 1;
}

static inline void
sp_bits_put_gamma(struct sp_bit_writer *writer, uint64_t x)
{
	sp_bits_put_long(writer, x + 1, sp_gamma_size(x));
}

/* The codes zeta k, for numbers of each class. */
struct sp_zeta {
	uint8_t size[64];        /* of the code */
	uint8_t tail[64];        /* of it after the one */
	uint64_t less[64];       /* what is subtracted from x + 1 */
};

/* Makes the table for k from 1 to SP_ZETA_MOST. */
void sp_zeta_init(struct sp_zeta *zeta, unsigned k);

static inline unsigned
sp_zeta_size(const struct sp_zeta *zeta, uint64_t x)
{
	return zeta->size[sp_code_class(x)];
}

/* Puts x < 2^40, for which the code after its zeros fits into a word. */
static inline void
sp_bits_put_zeta(struct sp_bit_writer *writer, const struct sp_zeta *zeta,
		 uint64_t x)
{
	unsigned class = sp_code_class(x);
	uint64_t value = UINT64_C(1) << zeta->tail[class] |
			 (x + 1 - zeta->less[class]);

	sp_bits_put_long(writer, value, zeta->size[class]);
}

#endif
