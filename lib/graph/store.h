/* SPDX-License-Identifier: MIT */
/*
 * store.h - filling a graph with encoded blocks, piece by piece.
 *
 * Only the loader of streams and the builder need it; all other code gets a
 * complete graph.  The bytes are kept as they arrive: nothing is encoded
 * again, and memory grows with what has really arrived, not with what a
 * header promises.
 */
#ifndef SP_GRAPH_STORE_H
#define SP_GRAPH_STORE_H

#include "graph/graph.h"

/*
 * An empty graph of this many pages (at most SP_PAGES_MAX), for which no memory
 * is allocated yet.  NULL when memory is short.
 */
struct sp_graph *sp_graph_new(uint64_t pages);

/*
 * Room for length further bytes of blocks, to be written by the caller before
 * sp_graph_extend(); NULL when memory is short.
 */
uint8_t *sp_graph_room(struct sp_graph *graph, uint64_t length);

/*
 * Takes the length bytes that were written into the room: any piece of the
 * encoded blocks, which follow each other in page order.  SP_DATA when there
 * are more blocks than pages, or a header is impossible; SP_MEMORY.
 */
enum sp_status sp_graph_extend(struct sp_graph *graph, uint64_t length,
			       struct sp_error *err) SP_MUST_CHECK;

/* Blocks that have arrived completely. */
uint64_t sp_graph_whole_blocks(const struct sp_graph *graph);

/*
 * Forgets all blocks below block and reuses their room, for filters that read
 * a graph as it passes.  Those blocks cannot be read any more.
 */
void sp_graph_forget(struct sp_graph *graph, uint64_t block);

/*
 * Ends the filling, after which the graph can be read.  SP_DATA when blocks are
 * missing or cut off, or when the links in their headers do not add up to
 * those of the fingerprint; SP_MEMORY.
 */
enum sp_status sp_graph_complete(struct sp_graph *graph,
				 const struct sp_fingerprint *fingerprint,
				 const struct sp_fingerprint *origin,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * The bytes of one block, header included, and its length.  At least
 * SP_DECODE_SLACK readable bytes follow.
 */
const uint8_t *sp_graph_block_bytes(const struct sp_graph *graph,
				    uint64_t block, uint64_t *length);

#endif
