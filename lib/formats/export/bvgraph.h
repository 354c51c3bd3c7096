/* SPDX-License-Identifier: MIT */
/*
 * bvgraph.h - the properties of a graph in the compressed form of WebGraph
 * (BVGraph), version 0, big-endian.
 *
 * NAME.graph and NAME.offsets have the bits that WebGraph for Java writes for
 * the same graph and options when it runs in one thread, and NAME.properties
 * has the same entries, without a date and without ratios to a number of links
 * or pages that is 0.  With a zeta code other than 3 it also names that code
 * among the flags, which says the same to Java, but webgraph-rs needs it.
 *
 * (Boldi, Vigna: The WebGraph Framework I, 2004.)
 */
#ifndef SP_FORMATS_EXPORT_BVGRAPH_H
#define SP_FORMATS_EXPORT_BVGRAPH_H

#include "base/output.h"
#include "base/progress.h"
#include "formats/export/bvgraph_list.h"
#include "graph/graph.h"

/* Writes NAME.properties.  bits are those of NAME.graph without padding. */
enum sp_status
sp_bvgraph_write_properties(const struct sp_output *output, uint64_t pages,
			    uint64_t bits, const struct sp_bvgraph_code *code,
			    const struct sp_bvgraph_figures *figures,
			    struct sp_error *err);

#endif
