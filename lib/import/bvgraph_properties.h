/* SPDX-License-Identifier: MIT */
/*
 * bvgraph_properties.h - NAME.properties: how the links of a BVGraph are coded.
 *
 * Inside of bvgraph.h.  The file has lines "key=value", comments begin
 * with "#" or "!"; keys of no use here are passed over.
 */
#ifndef SP_IMPORT_BVGRAPH_PROPERTIES_H
#define SP_IMPORT_BVGRAPH_PROPERTIES_H

#include "import/bits.h"

/* What may be referred to, as pages before the present one. */
#define SP_BVGRAPH_WINDOW 65535

struct sp_bvgraph {
	uint64_t pages;             /* nodes: at most SP_PAGES_MAX */
	uint64_t links;             /* arcs */
	uint64_t window;            /* windowsize: at most SP_BVGRAPH_WINDOW */
	uint64_t shortest_interval; /* minintervallength; 0: no intervals */
	bool little;                /* endianness */
	struct sp_code outdegree, reference, block_count, block, interval,
		residual;
};

/*
 * Reads the file at path.  SP_DATA "PATH: line N: why" for a line or a value
 * that cannot be used, "PATH: no KEY" where one is missing; failures of the
 * source.
 */
enum sp_status sp_bvgraph_properties(const char *path,
				     struct sp_bvgraph *graph,
				     struct sp_error *err) SP_MUST_CHECK;

#endif
