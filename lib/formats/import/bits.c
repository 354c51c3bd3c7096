/* SPDX-License-Identifier: MIT */
#include "formats/import/bits.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <stdlib.h>

#define BUFFER_SIZE SP_BUFFER(1 << 20, 64)

enum sp_status
sp_bits_open(struct sp_bits *bits, const char *path, struct sp_error *err)
{
	*bits = (struct sp_bits){ 0 };
	bits->buffer = sp_alloc(BUFFER_SIZE, 1);
	if (!bits->buffer)
		return sp_no_memory(err, "a buffer");
	bits->at = bits->end = bits->buffer;
	return sp_source_open(path, &bits->source, err);
}

void
sp_bits_close(struct sp_bits *bits)
{
	sp_source_close(bits->source);
	free(bits->buffer);
	*bits = (struct sp_bits){ 0 };
}

/*
 * Brings 8 bytes or more into the buffer, fewer only at the end.  Sources may
 * return any number of bytes, so one read need not be enough.
 */
static void
read_more(struct sp_bits *bits)
{
	size_t held = (size_t)(bits->end - bits->at);
	size_t got;

	memmove(bits->buffer, bits->at, held);
	bits->at = bits->buffer;
	bits->end = bits->buffer + held;
	while (!bits->ended && bits->end - bits->at < 8) {
		held = (size_t)(bits->end - bits->at);
		bits->status = sp_source_read(bits->source, bits->end,
					      BUFFER_SIZE - held, &got,
					      &bits->error);
		if (bits->status || !got) {
			bits->ended = true;
			break;
		}
		bits->end += got;
		bits->bytes += got;
	}
}

/*
 * Near the end of the file fewer than 8 bytes are left, and the fast way would
 * read past them: they go into the word one by one.  A failure of the source
 * only ends the data here; the caller finds it in status when a number is
 * missing.
 */
void
sp_bits_fill_slowly(struct sp_bits *bits, bool little)
{
	if (!bits->ended)
		read_more(bits);
	if (bits->end - bits->at >= 8) {
		sp_bits_fill(bits, little);
		return;
	}
	while (bits->at < bits->end && bits->count < SP_BITS_WIDEST) {
		uint64_t byte = *bits->at++;

		bits->word |= little ? byte << bits->count :
				       byte << 56 >> bits->count;
		bits->count += 8;
	}
}

uint64_t
sp_bits_nibble(struct sp_bits *bits)
{
	uint64_t value = 0;

	for (;;) {
		uint64_t group = sp_bits_take(bits, 4, false);

		if (group == SP_BITS_BAD)
			return group;
		/*
		 * Three more bits must fit: a number may be any number of
		 * groups long.
		 */
		if (value >> (SP_BITS_WIDEST - 3)) {
			bits->wide = true;
			return SP_BITS_BAD;
		}
		value = value << 3 | (group & 7);
		if (group & 8)
			return value;
	}
}
