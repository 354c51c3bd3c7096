/* SPDX-License-Identifier: MIT */
/*
 * bvgraph.h - writes a graph in the compressed form of WebGraph (BVGraph),
 * version 0, big-endian.
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

struct sp_bvgraph_files {
	const struct sp_output *graph, *offsets, *properties;
};

/*
 * Writes the three files with this many threads (at least 1), on which the
 * bytes do not depend.  Reports pages to progress, which may be NULL.
 *
 * Memory: for each thread the lists of a window, and the code of a few blocks
 * of pages.
 *
 * Returns SP_DATA if the graph is damaged, or if the lists of a window have
 * more links than formats/import/bvgraph.h accepts; SP_MEMORY; the status of an
 * output.
 */
enum sp_status sp_bvgraph_write(const struct sp_graph *graph,
				const struct sp_bvgraph_code *code,
				int threads,
				const struct sp_progress *progress,
				const struct sp_bvgraph_files *files,
				struct sp_error *err);

/*
 * Writes NAME.properties: for sp_bvgraph_write().  bits are those of
 * NAME.graph without padding.
 */
enum sp_status
sp_bvgraph_write_properties(const struct sp_output *output, uint64_t pages,
			    uint64_t bits, const struct sp_bvgraph_code *code,
			    const struct sp_bvgraph_figures *figures,
			    struct sp_error *err);

#endif
