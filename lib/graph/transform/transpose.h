/* SPDX-License-Identifier: MIT */
/*
 * transpose.h - turns all links of a graph round: from the compact form of the
 * out-links to that of the in-links.
 *
 * The transpose is made in ranges of targets.  A pass over the links collects
 * those to the pages of a range, as many pages as fit the memory; then their
 * rows are passed on, and the next range follows.  So a small memory costs
 * passes, which are cheap beside the encoding, and neither files nor a second
 * uncompressed copy of the graph are needed.
 *
 * In a pass, each thread reads all links and keeps those to its own part of
 * the range.  Sources come in ascending order, so that rows are sorted as they
 * are filled, and the result has the same bytes with any number of threads and
 * any memory.
 */
#ifndef SP_GRAPH_TRANSFORM_TRANSPOSE_H
#define SP_GRAPH_TRANSFORM_TRANSPOSE_H

#include "base/progress.h"
#include "graph/graph.h"

struct sp_transpose_options {
	uint64_t memory; /* most bytes for the links of a range, 4 a link, 12
			    with weights: the in-links of one page may take
			    more, and a quarter of all links is enough */
	int threads;     /* >= 1 */
	const struct sp_progress *progress; /* of blocks, over all passes; or
					       NULL */
};

/*
 * Passes the rows of the transpose to sink, pages without in-links left out,
 * after calling the sink's begin.  weights has one value a link, or is NULL;
 * each link keeps its own.  Needs 4 bytes a page beside options->memory.
 * Returns SP_DATA if the graph is damaged; SP_MEMORY; or the status of the
 * sink.
 */
enum sp_status sp_transpose_rows(const struct sp_graph *graph,
				 const double *weights,
				 const struct sp_transpose_options *options,
				 const struct sp_row_sink *sink,
				 struct sp_error *err);

/*
 * Makes the transpose in memory, in the compact form, which takes about as
 * many bytes as that of the graph.  The caller frees *transpose; it is NULL
 * after a failure.  It has an origin of its own (sp_graph_origin()).  Fails as
 * above.
 */
enum sp_status sp_transpose(const struct sp_graph *graph,
			    const struct sp_transpose_options *options,
			    struct sp_graph **transpose,
			    struct sp_error *err);

/*
 * The same with the weights of links, one a link, or NULL: *turned receives
 * those of the transpose, in its order, or NULL.  The caller frees it.
 */
enum sp_status sp_transpose_weighted(const struct sp_graph *graph,
				     const double *weights,
				     const struct sp_transpose_options *options,
				     struct sp_graph **transpose,
				     double **turned, struct sp_error *err);

#endif
