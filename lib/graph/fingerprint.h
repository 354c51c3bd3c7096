/* SPDX-License-Identifier: MIT */
/*
 * fingerprint.h - the identity of a graph.  Everything that is derived from a
 * graph carries it, so that scores are never joined with the wrong graph.
 *
 * The checksum is that of the links, not of their encoding: the sum modulo
 * 2^64, over all pages u with links, of
 *
 *	mix(hash(successors of u) + (u + 1) * 0x9e3779b97f4a7c15)
 *
 * where hash is XXH3-64 of little-endian 32-bit numbers and mix the finaliser
 * of splitmix64.  A sum does not depend on its order, so the checksums of
 * parts of a graph can be added.
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

/* Returns what one page adds to the checksum; 0 without links. */
uint64_t sp_fingerprint_row(uint64_t page, const uint32_t *successors,
			    uint64_t count);

#endif
