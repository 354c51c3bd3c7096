/* SPDX-License-Identifier: MIT */
/*
 * graph.h - the section of the graph: pages and links.
 *
 * Head: pages (8 bytes), pages of a block (4), longest chain of references
 * (4), flags (4), 0 (4).  Data: encoded blocks (graph/codec.h); a block may
 * continue in the next frame.  Tail: links and checksum of the graph, then of
 * its origin, 8 bytes each.
 */
#ifndef SP_STREAM_SECTION_GRAPH_H
#define SP_STREAM_SECTION_GRAPH_H

#include "graph/builder.h"
#include "stream/section/section.h"

#define SP_TAG_GRAPH SP_TAG('G', 'R', 'P', 'H')
#define SP_GRAPH_HEAD 24
#define SP_GRAPH_TAIL 32

/* ---- in the contents of a stream -------------------------------------- */

/* The graph, or NULL if none was loaded. */
const struct sp_graph *sp_contents_graph(const struct sp_contents *contents);

/*
 * The fingerprint of the graph that was read last, whatever became of it;
 * NULL before the end of the first.
 */
const struct sp_fingerprint *
sp_contents_fingerprint(const struct sp_contents *contents);

/*
 * Receives a graph while it is read.  begin comes before the first block.
 * blocks is called with whole blocks [first, last), which a cursor on the
 * graph can read during the call only.  end comes after the last block.  Then,
 * if the stream has weights: weights, with those of the next count links, and
 * weights_end.  There are as many as links; a stream that promises weights and
 * has none is an error.
 */
struct sp_graph_visitor {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages, bool weighted,
				struct sp_error *err);
	enum sp_status (*blocks)(void *context, const struct sp_graph *graph,
				 uint64_t first, uint64_t last,
				 struct sp_error *err);
	enum sp_status (*end)(void *context, const struct sp_basis *basis,
			      struct sp_error *err);
	enum sp_status (*weights)(void *context, const double *values,
				  uint64_t count, struct sp_error *err);
	enum sp_status (*weights_end)(void *context, struct sp_error *err);
};

/* ---- writing ---------------------------------------------------------- */

/* The basis of what is computed from this graph. */
struct sp_basis sp_basis_of(const struct sp_graph *graph);

/* Writes a graph that is in memory, with weights (one a link) or NULL. */
enum sp_status sp_save_graph(struct sp_writer *writer,
			     const struct sp_graph *graph,
			     const double *weights, struct sp_error *err);

/*
 * Writes a graph while its rows come, encoding them in threads (at least 1).
 * weighted: rows have weights.  They are held in memory (8 bytes a link), and
 * written after the graph even if it has no links.  NULL when memory is short.
 */
struct sp_graph_writer;
struct sp_graph_writer *sp_graph_writer_new(struct sp_writer *writer,
					    int threads, bool weighted);

/*
 * Before the first row of a weighted graph: rows have no weights, and the
 * caller writes the section of weights itself, immediately after the graph.
 */
void sp_graph_writer_leave_weights(struct sp_graph_writer *graph);

/*
 * Before the first row: frames have at most this many bytes, less than
 * SP_FRAME_MAX, unless a block has more.
 */
void sp_graph_writer_small_frames(struct sp_graph_writer *graph, size_t most);

/* Where the rows go.  Fails as the sink of a builder, or with SP_IO. */
struct sp_row_sink sp_graph_writer_rows(struct sp_graph_writer *graph);

/*
 * Instead of rows: begins a graph of this many pages, then takes its blocks,
 * which the caller has encoded, in page order.  links and checksum are those
 * of the block.  SP_IO, SP_MEMORY.
 */
enum sp_status sp_graph_writer_begin(struct sp_graph_writer *graph,
				     uint64_t pages, struct sp_error *err);

/*
 * The same for one of several writers of one section, which other frames of it
 * come before: it begins with the blocks from this page on, and writes no head;
 * only the writer of the first pages does.  After its last block,
 * sp_graph_writer_leave() writes what is not yet in a frame, and adds nothing;
 * *written is what the blocks have.  The tail is written by
 * sp_graph_writer_tail(), when the basis of the whole is known.
 */
void sp_graph_writer_resume(struct sp_graph_writer *graph, uint64_t pages,
			    uint64_t page);
enum sp_status sp_graph_writer_leave(struct sp_graph_writer *graph,
				     struct sp_fingerprint *written,
				     struct sp_error *err);
enum sp_status sp_graph_writer_tail(struct sp_writer *writer,
				    const struct sp_basis *basis,
				    struct sp_error *err);

/* The next block. */
enum sp_status sp_graph_writer_block(struct sp_graph_writer *graph,
				     const uint8_t *bytes, uint64_t length,
				     uint64_t links, uint64_t checksum,
				     struct sp_error *err);

/*
 * After the last row: ends the section.  origin is that of the graph that
 * links were removed from, or whose links were turned round
 * (sp_graph_origin()), NULL if there is none.  *basis is
 * what was written, with the number of links.  SP_IO, SP_MEMORY.
 */
enum sp_status sp_graph_writer_finish(struct sp_graph_writer *graph,
				      const struct sp_fingerprint *origin,
				      struct sp_basis *basis,
				      struct sp_error *err);
void sp_graph_writer_free(struct sp_graph_writer *graph); /* accepts NULL */

#endif
