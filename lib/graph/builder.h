/* SPDX-License-Identifier: MIT */
/*
 * builder.h - encodes rows into blocks, several blocks at a time in threads.
 */
#ifndef SP_GRAPH_BUILDER_H
#define SP_GRAPH_BUILDER_H

#include "graph/graph.h"

/*
 * Where encoded blocks go, in page order.  bytes (length of them) is the
 * block's encoding with its header (codec.h), valid during the call.  weights
 * has one value a link, or is NULL when the rows came without.
 */
struct sp_block_sink {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages,
				struct sp_error *err);
	enum sp_status (*block)(void *context, uint64_t first_page,
				const uint8_t *bytes, uint64_t length,
				const double *weights, uint64_t links,
				struct sp_error *err);
};

struct sp_builder;

/*
 * threads (at least 1) encode; the bytes of a block do not depend on their
 * number.  The sink is copied; its context must outlive the builder.  NULL
 * when memory is short.
 */
struct sp_builder *sp_builder_new(int threads,
				  const struct sp_block_sink *sink);

/*
 * The row sink that feeds this builder.  Its begin may be called again, with
 * the true number of pages, before sp_builder_finish(): some inputs show it
 * only at their end.
 *
 * begin fails with SP_DATA for more than SP_PAGES_MAX pages; row for a page
 * that is not after the one before it or not below pages, and for weights
 * that are not finite.
 */
struct sp_row_sink sp_builder_rows(struct sp_builder *builder);

/*
 * After the last row: encodes what is left and gives the fingerprint.  Fails
 * with what the block sink returns; SP_MEMORY.  Only sp_builder_free() may
 * follow.
 */
enum sp_status sp_builder_finish(struct sp_builder *builder,
				 struct sp_fingerprint *fingerprint,
				 struct sp_error *err) SP_MUST_CHECK;

void sp_builder_free(struct sp_builder *builder); /* accepts NULL */

#endif
