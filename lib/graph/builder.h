/* SPDX-License-Identifier: MIT */
/*
 * builder.h - encodes rows into blocks, several blocks at once in threads.
 */
#ifndef SP_GRAPH_BUILDER_H
#define SP_GRAPH_BUILDER_H

#include "graph/graph.h"

/*
 * Receives encoded blocks in page order.  The length bytes at bytes are the
 * encoded block with its header (codec.h), valid during the call.  weights has
 * one value per link, or is NULL if the rows have no weights.
 */
struct sp_block_sink {
	void *context;
	enum sp_status (*begin)(void *context, uint64_t pages,
				struct sp_error *err); /* or NULL */
	enum sp_status (*block)(void *context, uint64_t first_page,
				const uint8_t *bytes, uint64_t length,
				const double *weights, uint64_t links,
				struct sp_error *err);
};

struct sp_builder;

/*
 * threads (at least 1) encode; the bytes of a block do not depend on their
 * number.  The sink is copied; its context must outlive the builder.  Returns
 * NULL if memory is short.
 */
struct sp_builder *sp_builder_new(int threads,
				  const struct sp_block_sink *sink);

/*
 * Returns the row sink that feeds this builder.  Its begin may be called
 * again with the true number of pages before sp_builder_finish(): some inputs
 * reveal it only at their end.
 *
 * begin fails with SP_DATA for more than SP_PAGES_MAX pages; row fails with
 * SP_DATA for a page that is not above the previous one or not below pages,
 * for more links of a block of pages than it can hold (codec.h), and for
 * weights that are not finite.
 */
struct sp_row_sink sp_builder_rows(struct sp_builder *builder);

/*
 * Says which reference the next row has had before (hints of codec.h), so that
 * it need not be chosen again.
 */
void sp_builder_hint(struct sp_builder *builder, unsigned hint);

/*
 * Encodes the remaining rows and stores the fingerprint; call it after the
 * last row.  Only sp_builder_free() may be called afterwards.  Returns
 * SP_MEMORY or the status of the block sink on failure.
 */
enum sp_status sp_builder_finish(struct sp_builder *builder,
				 struct sp_fingerprint *fingerprint,
				 struct sp_error *err);

void sp_builder_free(struct sp_builder *builder); /* accepts NULL */

#endif
