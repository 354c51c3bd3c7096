/* SPDX-License-Identifier: MIT */
/*
 * reseal_graph.h - decodes the blocks of a graph as seedpipe(5) describes
 * them, list by list: slow, and independent of the library's decoders.
 */
#ifndef TESTS_RESEAL_GRAPH_H
#define TESTS_RESEAL_GRAPH_H

#include "reseal.h"

struct decoded {
	uint64_t links, checksum; /* of the fingerprint */
	uint32_t chain;           /* most references in a row */
};

/*
 * Decodes blocks of that many pages, which must be all of the bytes.  Returns
 * NULL, or what is wrong.
 */
const char *blocks_decode(const uint8_t *bytes, size_t size, uint64_t pages,
			  struct decoded *decoded);

#endif
