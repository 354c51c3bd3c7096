/* SPDX-License-Identifier: MIT */
/*
 * bvgraph.h - imports a graph from the compressed form of WebGraph (BVGraph).
 *
 * NAME.properties and NAME.graph, as written by WebGraph for Java (version 0)
 * and for Rust (version 0 or 1, big- or little-endian): the graphs of LAW,
 * Web Data Commons, Common Crawl and Software Heritage.  NAME.offsets is not
 * needed.  Both files may be compressed (web/file/source.h).
 *
 * Codes: gamma, delta, unary, zeta and, big-endian, nibble (bits.h); others
 * (pi, omega, Golomb, ...) are rejected.  The two programs differ twice:
 * intervals are in gamma unless an INTERVALS_ flag, which only Rust writes,
 * says otherwise; and the BLOCKS_ flag also covers the counts of blocks if
 * Rust wrote it (recognised by the endianness key), but not if Java did.
 *
 * (Boldi, Vigna: The WebGraph Framework I, 2004.)
 */
#ifndef SP_FORMATS_IMPORT_BVGRAPH_H
#define SP_FORMATS_IMPORT_BVGRAPH_H

#include "graph/rows.h"

#include <stdbool.h>

struct sp_bvgraph_report {
	uint64_t pages;
	uint64_t links;
	uint64_t self_links;   /* links from a page to itself */
	uint64_t dangling;     /* pages without links */
	uint64_t copied;       /* links coded by reference to another page, */
	uint64_t intervals;    /* as part of a run of page numbers, */
	uint64_t residuals;    /* one by one; the three add up to links */
	uint64_t bits;         /* of NAME.graph, without padding */
};

/*
 * Reads the graph and passes its rows to the sink in page order.  basename is
 * NAME, NAME.graph or NAME.properties.  report may be NULL; it is complete
 * only after SP_OK.
 *
 * Memory: the successors of the last windowsize pages.  Links are allocated
 * only after a check against the arcs that the properties promise, so a few
 * bad bits, which can encode 2^31 links, fail instead.
 *
 * Returns SP_DATA
 * - for bad properties: "NAME.properties: line N: why" or
 *   "NAME.properties: no KEY";
 * - if the bits end early or are not a list of ascending successors below
 *   nodes: "NAME.graph: page N: why";
 * - if NAME.graph continues after the last page (up to 64 zero bits of padding
 *   are allowed), or the number of links differs from arcs;
 * or SP_IO, SP_MEMORY, or the status of the sink.
 */
enum sp_status sp_import_bvgraph(const char *basename,
				 const struct sp_row_sink *sink,
				 struct sp_bvgraph_report *report,
				 struct sp_error *err);

/*
 * Returns whether path names a BVGraph: it ends in ".properties", or there is a
 * file NAME.properties for NAME or NAME.graph.  NAME itself must be no file.
 */
bool sp_bvgraph_is_name(const char *path);

#endif
