/* SPDX-License-Identifier: MIT */
/*
 * chunk.h - how chunks of "Transfer-Encoding: chunked" are written, for body.c.
 * Source: RFC 9112, 7.1.
 */
#ifndef SP_WEB_ARCHIVE_CHUNK_H
#define SP_WEB_ARCHIVE_CHUNK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads the line before a chunk: "1a2b", perhaps with blanks and extensions
 * after it, and the end of the line.  Moves *at past it, and sets *size to the
 * bytes of the chunk.  False if there is no such line.
 */
bool sp_chunk_take_size(const uint8_t **at, const uint8_t *end,
			uint64_t *size);

/* Moves *at past the end of line after a chunk; false if there is none. */
bool sp_chunk_take_end(const uint8_t **at, const uint8_t *end);

/*
 * Does a body begin with a whole chunk, or one that is cut?  A text that begins
 * with a hexadecimal number and the end of a line passes too, if it has fewer
 * bytes than that: ask only of bodies whose headers say "chunked".
 */
bool sp_chunk_is_first(const uint8_t *at, const uint8_t *end);

#endif
