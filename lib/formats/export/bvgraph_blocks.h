/* SPDX-License-Identifier: MIT */
/*
 * bvgraph_blocks.h - the bits of a BVGraph, block by block, by several threads.
 */
#ifndef SP_FORMATS_EXPORT_BVGRAPH_BLOCKS_H
#define SP_FORMATS_EXPORT_BVGRAPH_BLOCKS_H

#include "base/progress.h"
#include "formats/export/bvgraph_list.h"
#include "graph/graph.h"

/* The code of the pages of a block, which all but the last block have. */
struct sp_bvgraph_block {
	struct sp_bit_writer bits;
	uint64_t pages;
	uint64_t sizes[SP_BLOCK_PAGES]; /* bits of each page */
	struct sp_bvgraph_figures figures;
};

/* Gets the blocks in order. */
typedef enum sp_status
sp_bvgraph_taker(void *context, const struct sp_bvgraph_block *block,
		 struct sp_error *err);

/*
 * Passes the code of all blocks to taker.  It does not depend on the number of
 * threads.  Reports pages to progress, which may be NULL.  Returns SP_DATA if
 * the graph is damaged, or what sp_bvgraph_lists_add() returns; SP_MEMORY; the
 * status of the taker.
 */
enum sp_status sp_bvgraph_blocks(const struct sp_graph *graph,
				 const struct sp_bvgraph_code *code,
				 int threads,
				 const struct sp_progress *progress,
				 sp_bvgraph_taker *taker, void *context,
				 struct sp_error *err);

#endif
