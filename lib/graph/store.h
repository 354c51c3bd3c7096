/* SPDX-License-Identifier: MIT */
/*
 * store.h - filling a graph with encoded blocks, piece by piece.
 *
 * For the loader of streams and the assembly of rows; everyone else gets a
 * graph that is complete.  The bytes are kept as they come: nothing is
 * encoded again, and memory grows with what has really arrived.
 */
#ifndef SP_GRAPH_STORE_H
#define SP_GRAPH_STORE_H

#include "graph/graph.h"

/*
 * An empty graph of pages pages (at most SP_PAGES_MAX); no memory is taken
 * for them yet.  NULL when memory is short.
 */
struct sp_graph *sp_graph_new(uint64_t pages);

/*
 * Room for length further bytes of blocks, to be written by the caller before
 * sp_graph_extend(); NULL when memory is short.
 */
uint8_t *sp_graph_room(struct sp_graph *graph, uint64_t length);

/*
 * Takes the length bytes written into the room: any piece of the blocks'
 * encodings, one behind the other, in page order.  SP_DATA when there are
 * more blocks than pages.
 */
enum sp_status sp_graph_extend(struct sp_graph *graph, uint64_t length,
			       struct sp_error *err) SP_MUST_CHECK;

/* Blocks that have arrived whole. */
uint64_t sp_graph_whole_blocks(const struct sp_graph *graph);

/*
 * Frees the room of all blocks below block: for who reads a graph as it
 * passes and never holds more than a part.  They may not be read any more.
 */
void sp_graph_forget(struct sp_graph *graph, uint64_t block);

/*
 * Ends the filling.  SP_DATA when blocks are missing or cut short, or when
 * their headers do not add up to the links of the fingerprint.
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
