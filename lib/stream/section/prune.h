/* SPDX-License-Identifier: MIT */
/*
 * prune.h - a graph section pruned on its way from reader to writer.
 *
 * Memory does not grow with the graph, except for one bit a link if links
 * have weights.
 */
#ifndef SP_STREAM_SECTION_PRUNE_H
#define SP_STREAM_SECTION_PRUNE_H

#include "graph/prune.h"
#include "stream/section/graph.h"
#include "stream/section/weights.h"

struct sp_pruner;

/*
 * Prunes by *prune, which must outlive the pruner, in threads threads.
 * prepare may be NULL; it is called when the graph starts, with its number of
 * pages, and may complete *prune then, for instance with hosts that came
 * earlier in the stream.  NULL when memory is short.
 */
struct sp_pruner *sp_pruner_new(
	struct sp_writer *writer, int threads, struct sp_prune *prune,
	enum sp_status (*prepare)(void *context, uint64_t pages,
				  struct sp_error *err),
	void *context);

/* The visitor for sp_load(), which must want SP_PRUNER_WANTS. */
#define SP_PRUNER_WANTS (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS)
struct sp_graph_visitor sp_pruner_visitor(struct sp_pruner *pruner);

/*
 * Writes a graph that is in memory, pruned and without weights, instead of
 * one that passes.  Errors as those of the writer and of a cursor.
 */
enum sp_status sp_pruner_graph(struct sp_pruner *pruner,
			       const struct sp_graph *graph,
			       struct sp_error *err);

/*
 * The same for blocks first .. end - 1 of a graph, which are some of a larger
 * one of this many pages, from page on: there the pages of the graph have other
 * numbers, in the same order.  The writer gets frames of the section only: the
 * head if that is asked for, and no tail.  *written is what these blocks have.
 */
struct sp_pruned_range {
	const struct sp_graph *graph;
	uint64_t first, end;    /* blocks */
	uint64_t pages, page;   /* of the larger graph */
	bool head;
	uint64_t (*number)(const void *context, uint32_t page);
	const void *context;
};
enum sp_status sp_pruner_range(struct sp_pruner *pruner,
			       const struct sp_pruned_range *range,
			       struct sp_fingerprint *written,
			       struct sp_error *err);

/* The number of links read and written. */
void sp_pruner_counts(const struct sp_pruner *pruner, uint64_t *links_in,
		      uint64_t *links_out);

void sp_pruner_free(struct sp_pruner *pruner); /* accepts NULL */

#endif
