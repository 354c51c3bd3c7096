/* SPDX-License-Identifier: MIT */
#include "graph/rowgraph.h"

#include "base/memory.h"
#include "graph/builder.h"
#include "graph/store.h"

#include <string.h>

/* Blocks go straight into the memory of the graph. */
static enum sp_status
rowgraph_take_block(void *context, uint64_t first_page, const uint8_t *bytes,
		    uint64_t length, const double *weights, uint64_t links,
		    struct sp_error *err)
{
	struct sp_graph *graph = context;
	uint8_t *room = sp_graph_room(graph, length);

	(void)first_page;
	(void)weights;
	(void)links;
	if (!room)
		return sp_no_memory(err, "the links of a crawl");
	memcpy(room, bytes, (size_t)length);
	return sp_graph_extend(graph, length, err);
}

enum sp_status
sp_graph_of_rows(uint64_t pages, sp_row_source *source, void *context,
		 struct sp_graph **graph, struct sp_error *err)
{
	struct sp_block_sink blocks = { NULL, NULL, rowgraph_take_block };
	struct sp_builder *builder;
	struct sp_fingerprint print;
	struct sp_row_sink rows;
	enum sp_status status;

	*graph = blocks.context = sp_graph_new(pages);
	builder = *graph ? sp_builder_new(1, &blocks) : NULL;
	if (!builder)
		return sp_no_memory(err, "the links of a crawl");
	rows = sp_builder_rows(builder);
	status = sp_rows_begin(&rows, pages, err);
	if (!status)
		status = source(context, &rows, err);
	if (!status)
		status = sp_builder_finish(builder, &print, err);
	if (!status)
		status = sp_graph_complete(*graph, &print, &print, err);
	sp_builder_free(builder);
	return status;
}
