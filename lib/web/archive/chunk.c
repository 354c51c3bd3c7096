/* SPDX-License-Identifier: MIT */
#include "web/archive/chunk.h"

#include "base/ascii.h"

#include <string.h>

bool
sp_chunk_take_size(const uint8_t **at, const uint8_t *end, uint64_t *size)
{
	const uint8_t *p = *at;
	uint64_t value = 0;
	int digits = 0;

	/* 16 digits are what fits; a 17th is then no valid end of the size. */
	while (p < end && digits < 16) {
		int digit = sp_hex_value((char)*p);

		if (digit < 0)
			break;
		value = value << 4 | (unsigned)digit;
		digits++;
		p++;
	}
	while (p < end && sp_is_blank((char)*p))
		p++;
	if (!digits || p == end ||
	    (*p != ';' && *p != '\r' && *p != '\n'))
		return false;
	p = memchr(p, '\n', (size_t)(end - p));
	if (!p)
		return false;
	*at = p + 1;
	*size = value;
	return true;
}

bool
sp_chunk_take_end(const uint8_t **at, const uint8_t *end)
{
	if (*at < end && **at == '\r')
		++*at;
	if (*at == end || **at != '\n')
		return false;
	++*at;
	return true;
}

bool
sp_chunk_is_first(const uint8_t *at, const uint8_t *end)
{
	uint64_t size;

	if (!sp_chunk_take_size(&at, end, &size))
		return false;
	if (!size || size >= (uint64_t)(end - at))
		return true;
	at += size;
	return sp_chunk_take_end(&at, end) || at == end;
}
