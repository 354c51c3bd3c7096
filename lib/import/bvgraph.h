/* SPDX-License-Identifier: MIT */
/*
 * bvgraph.h - a graph in the compressed form of WebGraph (BVGraph).
 *
 * NAME.properties and NAME.graph, as written by WebGraph for Java (version 0)
 * and for Rust (version 0 or 1, big- or little-endian): the graphs of LAW,
 * Web Data Commons, Common Crawl and Software Heritage.  NAME.offsets is not
 * needed.  Both files may be compressed (import/source.h).
 *
 * Codes: gamma, delta, unary, zeta and, big-endian, nibble (bits.h); others
 * (pi, omega, Golomb, ...) are refused.  Where the two programs differ:
 * intervals are in gamma unless an INTERVALS_ flag says otherwise, which only
 * Rust has; the BLOCKS_ flag of Rust, known by its endianness key, holds for
 * the counts of blocks too, that of Java does not.
 *
 * (Boldi, Vigna: The WebGraph Framework I, 2004.)
 */
#ifndef SP_IMPORT_BVGRAPH_H
#define SP_IMPORT_BVGRAPH_H

#include "graph/rows.h"

struct sp_bvgraph_report {
	uint64_t pages;
	uint64_t links;
	uint64_t self_links;   /* of the links, from a page to itself */
	uint64_t dangling;     /* pages without links */
	uint64_t copied;       /* links coded by reference to another page, */
	uint64_t intervals;    /* as part of a run of page numbers, */
	uint64_t residuals;    /* one by one; the three add up to links */
	uint64_t bits;         /* of NAME.graph, without padding */
};

/*
 * Reads the graph from its first page to its last into the sink.  basename is
 * NAME, NAME.graph or NAME.properties.  report may be NULL, and is complete
 * only after SP_OK.
 *
 * Memory: the successors of the last windowsize pages.  Nothing is allocated
 * for links before they are known to be within the arcs that the properties
 * promise, so that a few bad bits, which can stand for 2^31 links, fail.
 *
 * SP_DATA: "NAME.properties: line N: why" or "NAME.properties: no KEY";
 * "NAME.graph: page N: why" where the bits end early or are no list of
 * ascending successors below nodes; NAME.graph goes on after the last page
 * (up to 64 zero bits of padding pass); or has other than the arcs promised.
 * SP_IO, SP_MEMORY, and what the sink returns.
 */
enum sp_status sp_import_bvgraph(const char *basename,
				 const struct sp_row_sink *sink,
				 struct sp_bvgraph_report *report,
				 struct sp_error *err) SP_MUST_CHECK;

#endif
