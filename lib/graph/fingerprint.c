/* SPDX-License-Identifier: MIT */
/*
 * The checksum of a graph is the sum, modulo 2^64, of a hash of each row and
 * its page number.  A sum, so that rows can be hashed in any order and by any
 * number of threads, and so that the checksum of a graph in parts is the sum of
 * those of the parts.  Rows without links count nothing, so a graph with more
 * pages at its end differs only in the number of pages, which the fingerprint
 * has beside it.
 *
 * XXH3 of the bytes of the row comes first, then a mixing step with the number
 * of the page: without it, two pages could exchange their rows.
 */
#include "graph/fingerprint.h"

#include "base/bytes.h"
#include "base/hash.h"

#include <stddef.h>

/* Of splitmix64; it makes rows that are equal count differently by page. */
#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The stream is little-endian: only there is memory what has to be hashed. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static uint64_t
hash_row(const uint32_t *successors, uint64_t count)
{
	return sp_hash(successors, (size_t)count * sizeof(*successors));
}
#else
static uint64_t
hash_row(const uint32_t *successors, uint64_t count)
{
	struct sp_hasher *hasher = sp_hasher_new();
	uint64_t value = 0;

	for (uint64_t i = 0; hasher && i < count; i++) {
		uint8_t bytes[4];

		sp_store32(bytes, successors[i]);
		sp_hasher_add(hasher, bytes, sizeof(bytes));
	}
	if (hasher)
		value = sp_hasher_value(hasher);
	sp_hasher_free(hasher);
	return value;
}
#endif

/* page + 1, so that page 0 does not drop out of the product. */
uint64_t
sp_fingerprint_row(uint64_t page, const uint32_t *successors, uint64_t count)
{
	if (!count)
		return 0;
	return sp_mix64(hash_row(successors, count) + (page + 1) * GOLDEN);
}
