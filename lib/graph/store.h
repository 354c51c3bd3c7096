/* SPDX-License-Identifier: MIT */
/*
 * store.h - fills a graph with encoded blocks, piece by piece.
 *
 * Only the stream loader and the builder need it; all other code gets a
 * complete graph.  The bytes are kept as they arrive: nothing is re-encoded,
 * and memory grows with the bytes received, not with what a header promises.
 */
#ifndef SP_GRAPH_STORE_H
#define SP_GRAPH_STORE_H

#include "graph/graph.h"

/*
 * Creates an empty graph of pages pages (at most SP_PAGES_MAX), for which it
 * allocates no memory yet.  Returns NULL if memory is short.
 */
struct sp_graph *sp_graph_new(uint64_t pages);

/*
 * Room for length further bytes of blocks, to be written by the caller before
 * sp_graph_extend(); returns NULL if memory is short.
 */
uint8_t *sp_graph_room(struct sp_graph *graph, uint64_t length);

/*
 * Adds the length bytes that the caller wrote into the room: any piece of the
 * encoded blocks, which follow each other in page order.  Returns SP_DATA if
 * there are more blocks than pages, or a header is impossible; SP_MEMORY.
 */
enum sp_status sp_graph_extend(struct sp_graph *graph, uint64_t length,
			       struct sp_error *err) SP_MUST_CHECK;

/* Returns the number of blocks that have arrived completely. */
uint64_t sp_graph_whole_blocks(const struct sp_graph *graph);

/*
 * Drops all blocks below block and reuses their room, for filters that read a
 * graph as it arrives.  Dropped blocks can no longer be read.
 */
void sp_graph_forget(struct sp_graph *graph, uint64_t block);

/*
 * Completes the graph, which can be read from then on.  Returns SP_DATA if
 * blocks are missing or cut off, or if the links in their headers do not add
 * up to those of the fingerprint; SP_MEMORY.
 */
enum sp_status sp_graph_complete(struct sp_graph *graph,
				 const struct sp_fingerprint *fingerprint,
				 const struct sp_fingerprint *origin,
				 struct sp_error *err) SP_MUST_CHECK;

/*
 * Returns the bytes of one block, header included, and stores its *length.  At
 * least SP_DECODE_SLACK readable bytes follow.
 */
const uint8_t *sp_graph_block_bytes(const struct sp_graph *graph,
				    uint64_t block, uint64_t *length);

#endif
