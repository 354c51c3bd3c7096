/* SPDX-License-Identifier: MIT */
/*
 * Bits are collected in words of 64, from the highest on, and become bytes when
 * they leave: so putting a code is a shift and an or.  The functions that put
 * single codes are in the header, since they are called for each link; here is
 * what is done once a block or a file.
 */
#include "formats/export/bitwriter.h"

#include "base/memory.h"

#include <stdlib.h>

bool
sp_bits_reserve(struct sp_bit_writer *writer, uint64_t bits)
{
	/* The last word counts as room only when it is full. */
	return sp_grow(&writer->words, &writer->capacity,
		       writer->count + bits / 64 + 2);
}

/*
 * Two loops: bits that begin at a word are copied, others are shifted word by
 * word.  The last word of the other writer is not complete, and is put like a
 * number.
 */
void
sp_bits_append(struct sp_bit_writer *writer, const struct sp_bit_writer *other)
{
	unsigned room = writer->room;
	uint64_t *to = writer->words + writer->count;
	uint64_t word = writer->word;

	if (room == 64) {
		for (uint64_t i = 0; i < other->count; i++)
			to[i] = other->words[i];
	} else {
		for (uint64_t i = 0; i < other->count; i++) {
			to[i] = word | other->words[i] >> (64 - room);
			word = other->words[i] << room;
		}
	}
	writer->count += other->count;
	writer->word = word;
	if (other->room < 64)
		sp_bits_put(writer, other->word >> other->room,
			    64 - other->room);
}

static void
store_word(uint8_t *p, uint64_t word)
{
	for (unsigned i = 0; i < 8; i++)
		p[i] = (uint8_t)(word >> (56 - 8 * i));
}

/*
 * Words that left are forgotten together once all have, so that nothing moves
 * inside the array.
 */
uint64_t
sp_bits_drain(struct sp_bit_writer *writer, uint64_t *done, uint8_t *bytes,
	      uint64_t size, bool last)
{
	uint64_t count = 0;

	while (*done < writer->count && size - count >= 8) {
		store_word(bytes + count, writer->words[(*done)++]);
		count += 8;
	}
	if (*done < writer->count)
		return count;
	writer->count = *done = 0;
	/* A part of a word waits for its rest. */
	if (!last || writer->room == 64 || size - count < 8)
		return count;
	store_word(bytes + count, writer->word);
	count += (64 - writer->room + 7) / 8;
	sp_bits_clear(writer);
	return count;
}

void
sp_bits_free(struct sp_bit_writer *writer)
{
	free(writer->words);
}

/*
 * All that zeta_k needs depends on the highest bit of a number: tables of 64
 * entries replace divisions by k at each link.
 */
void
sp_zeta_init(struct sp_zeta *zeta, unsigned k)
{
	for (unsigned class = 0; class < 64; class++) {
		unsigned groups = class / k, low = groups * k;
		bool is_low = class == low;

		zeta->tail[class] = (uint8_t)(low + k - is_low);
		zeta->size[class] = (uint8_t)(groups + 1 + low + k - is_low);
		zeta->less[class] = is_low ? UINT64_C(1) << low : 0;
	}
}
