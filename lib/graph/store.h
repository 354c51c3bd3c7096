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
 * For a process that holds only some blocks: those before block will not come,
 * and can not be read.  Call it before the first sp_graph_extend().
 */
void sp_graph_begin_at(struct sp_graph *graph, uint64_t block);

/*
 * The references that a chain may have (codec.h): SP_CHAIN_MAX, or what the
 * head of a stream says, if that is less.  Readers of links refuse longer
 * ones.
 */
void sp_graph_limit_chains(struct sp_graph *graph, unsigned references);
unsigned sp_graph_chain_limit(const struct sp_graph *graph);

/*
 * For graphs that come from elsewhere: the fingerprint is verified when links
 * are read for the first time.  Cursors that read whole blocks add up what the
 * rows add to the checksum; the cursor that ends the last block, or
 * sp_graph_complete() if the blocks were read before it, fails if the sum is
 * another.  Call it before the first sp_graph_extend().  Takes a bit a block;
 * returns false if memory is short.
 */
bool sp_graph_doubt(struct sp_graph *graph);

/*
 * Room for length further bytes of blocks, to be written by the caller before
 * sp_graph_extend(); returns NULL if memory is short.
 */
uint8_t *sp_graph_room(struct sp_graph *graph, uint64_t length);

/*
 * Adds the length bytes that the caller wrote into the room: any piece of the
 * encoded blocks, which follow each other in page order.  Returns SP_DATA if
 * there are more blocks than pages, or a header announces more links than
 * SP_BLOCK_LINKS_MAX or than its bytes can hold; SP_MEMORY.
 */
enum sp_status sp_graph_extend(struct sp_graph *graph, uint64_t length,
			       struct sp_error *err);

/* Returns the number of blocks that have arrived completely. */
uint64_t sp_graph_whole_blocks(const struct sp_graph *graph);

/*
 * Returns the bytes of the block that has not arrived completely, with its
 * header, or as many as there are of a header that is cut; 0: all are whole.
 */
uint64_t sp_graph_begun(const struct sp_graph *graph);

/*
 * Drops all blocks below block and reuses their room, for filters that read a
 * graph as it arrives.  Dropped blocks can no longer be read.
 */
void sp_graph_forget(struct sp_graph *graph, uint64_t block);

/*
 * Completes the graph, which can be read from then on.  Returns SP_DATA if
 * blocks are missing or cut off, if the links in their headers do not add up
 * to those of the fingerprint, or if the checksum is known to be another;
 * SP_MEMORY.
 */
enum sp_status sp_graph_complete(struct sp_graph *graph,
				 const struct sp_fingerprint *fingerprint,
				 const struct sp_fingerprint *origin,
				 struct sp_error *err);

/*
 * Instead, for a graph that has only the blocks [first, last): they can be read
 * from then on, no others, and nothing is known of its links.  Returns SP_DATA
 * if one of them is missing or cut off, or there are others; SP_MEMORY.
 */
enum sp_status sp_graph_complete_part(struct sp_graph *graph, uint64_t first,
				      uint64_t last, struct sp_error *err);

/*
 * For making another graph from such a graph while reading it once, block by
 * block, without room for both: puts length bytes of the blocks of the new
 * graph, after those put before, where the blocks below block have been, which
 * can no longer be read.  Returns how many of the bytes found room.
 */
uint64_t sp_graph_put_over(struct sp_graph *graph, uint64_t block,
			   const uint8_t *bytes, uint64_t length);

/*
 * Ends that: the graph becomes an incomplete one of pages pages, which begins
 * with the bytes that were put over it.  What found no room may follow with
 * sp_graph_extend().  SP_DATA and SP_MEMORY as there.
 */
enum sp_status sp_graph_become(struct sp_graph *graph, uint64_t pages,
			       struct sp_error *err);

/* Is the checksum of this block still to be computed?  For cursors. */
bool sp_graph_wants_sum(const struct sp_graph *graph, uint64_t block);

/* ... or of any block? */
bool sp_graph_wants_sums(const struct sp_graph *graph);

/*
 * Adds the sum of the rows of a block, once.  Returns false if it was the last
 * one, and the checksum of the graph is not that of its fingerprint.  Threads
 * may call it at the same time.
 */
bool sp_graph_add_sum(const struct sp_graph *graph, uint64_t block,
		      uint64_t sum);

/* Reports that failure: returns SP_DATA. */
enum sp_status sp_graph_fail_sum(struct sp_error *err);

/*
 * Decodes the blocks [first, last), which have arrived, for the sake of their
 * sums, in threads: for graphs that nobody else reads.  Returns SP_DATA if one
 * is damaged, or the last of all and the checksum is another; SP_MEMORY.
 */
enum sp_status sp_graph_verify_blocks(const struct sp_graph *graph,
				      uint64_t first, uint64_t last,
				      int threads, struct sp_error *err);

/*
 * Returns the bytes of one block, header included, and stores its *length.  At
 * least SP_DECODE_SLACK readable bytes follow.
 */
const uint8_t *sp_graph_block_bytes(const struct sp_graph *graph,
				    uint64_t block, uint64_t *length);

#endif
