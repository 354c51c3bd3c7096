/* SPDX-License-Identifier: MIT */
/*
 * bvgraph_properties.h - the names of the files of a BVGraph, and reading
 * NAME.properties, which says how its links are coded.  Private to
 * lib/formats/import.
 *
 * The file has lines "key=value"; comments begin with "#" or "!".  Keys that
 * the importer does not use are skipped.
 */
#ifndef SP_FORMATS_IMPORT_BVGRAPH_PROPERTIES_H
#define SP_FORMATS_IMPORT_BVGRAPH_PROPERTIES_H

#include "formats/import/bits.h"

/* The furthest back that a page may refer to, in pages. */
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
 * Reads the file at path into *graph.  Returns SP_DATA for a line or value
 * that cannot be used ("PATH: line N: why") or a missing key ("PATH: no
 * KEY"), or the status of the source (source.h).
 */
enum sp_status sp_bvgraph_properties(const char *path,
				     struct sp_bvgraph *graph,
				     struct sp_error *err);

/*
 * Returns the path of the file called basename, without the suffix it may
 * have, and suffix; the caller frees it.  NULL if memory is short.
 */
char *sp_bvgraph_path(const char *basename, const char *suffix);

#endif
