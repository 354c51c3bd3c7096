/* SPDX-License-Identifier: MIT */
/*
 * fingerprint.h - the identity of a graph, carried by all that is derived
 * from it, so that scores are never joined with the wrong graph.
 *
 * The checksum is of the links, not of their encoding: the sum modulo 2^64
 * over all pages u with links of mix(hash(u's successors as little-endian
 * 32-bit numbers, XXH3-64) + (u + 1) * 0x9e3779b97f4a7c15), mix being the
 * finaliser of splitmix64.  A sum does not depend on the order, so that parts
 * of a graph combine.
 */
#ifndef SP_GRAPH_FINGERPRINT_H
#define SP_GRAPH_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

struct sp_fingerprint {
	uint64_t pages;
	uint64_t links;
	uint64_t checksum;
};

static inline bool
sp_fingerprint_equal(const struct sp_fingerprint *a,
		     const struct sp_fingerprint *b)
{
	return a->pages == b->pages && a->links == b->links &&
	       a->checksum == b->checksum;
}

/* What one page adds to the checksum; 0 without links. */
uint64_t sp_fingerprint_row(uint64_t page, const uint32_t *successors,
			    uint64_t count);

#endif
