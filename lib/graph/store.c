/* SPDX-License-Identifier: MIT */
#include "graph/store.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"

#include <stdlib.h>

struct sp_graph {
	uint64_t pages;
	uint64_t links;
	uint64_t blocks;          /* whose headers have arrived */
	uint64_t forgotten;       /* blocks that were removed again */
	uint64_t *block_at;       /* where each of the others starts */
	uint64_t block_capacity;
	uint64_t next_at;         /* where the next header will be */
	uint8_t *bytes;           /* blocks, then SP_DECODE_SLACK bytes */
	uint64_t used;
	uint64_t capacity;
	struct sp_fingerprint fingerprint;
	struct sp_fingerprint origin;
};

struct sp_graph *
sp_graph_new(uint64_t pages)
{
	struct sp_graph *graph = sp_alloc_zero(1, sizeof(*graph));

	if (graph)
		graph->pages = pages;
	return graph;
}

uint64_t
sp_graph_pages(const struct sp_graph *graph)
{
	return graph->pages;
}

uint64_t
sp_graph_links(const struct sp_graph *graph)
{
	return graph->links;
}

uint64_t
sp_graph_blocks(const struct sp_graph *graph)
{
	return (graph->pages + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
}

uint64_t
sp_graph_memory(const struct sp_graph *graph)
{
	return graph->used + (graph->blocks - graph->forgotten) *
				     sizeof(*graph->block_at);
}

struct sp_fingerprint
sp_graph_fingerprint(const struct sp_graph *graph)
{
	return graph->fingerprint;
}

struct sp_fingerprint
sp_graph_origin(const struct sp_graph *graph)
{
	return graph->origin;
}

uint8_t *
sp_graph_room(struct sp_graph *graph, uint64_t length)
{
	uint64_t needed;

	if (__builtin_add_overflow(graph->used, length, &needed) ||
	    __builtin_add_overflow(needed, SP_DECODE_SLACK, &needed))
		return NULL;
	if (needed > graph->capacity) {
		if (!sp_grow(&graph->bytes, &graph->capacity, needed, 1))
			return NULL;
		sp_advise_large(graph->bytes, graph->capacity);
	}
	return graph->bytes + graph->used;
}

/*
 * Notes the blocks whose headers have arrived.  A header is believed only as
 * far as no sum overflows: its block may still turn out to be missing.
 */
enum sp_status
sp_graph_extend(struct sp_graph *graph, uint64_t length, struct sp_error *err)
{
	graph->used += length;
	while (graph->used - graph->next_at >= SP_BLOCK_HEADER &&
	       graph->used >= graph->next_at) {
		const uint8_t *header = graph->bytes + graph->next_at;
		uint64_t size = sp_load64(header);
		uint64_t links = sp_load64(header + 8);

		if (graph->blocks == sp_graph_blocks(graph))
			return sp_fail(err, SP_DATA,
				       "graph: more blocks than pages");
		if (size > SIZE_MAX / 4 ||
		    __builtin_add_overflow(graph->links, links,
					   &graph->links))
			return sp_fail(err, SP_DATA,
				       "graph: block %llu: impossible size",
				       (unsigned long long)graph->blocks);
		if (!sp_grow(&graph->block_at, &graph->block_capacity,
			     graph->blocks - graph->forgotten + 1,
			     sizeof(*graph->block_at)))
			return sp_no_memory(err, "the table of blocks");
		graph->block_at[graph->blocks - graph->forgotten] =
			graph->next_at;
		graph->blocks++;
		graph->next_at += SP_BLOCK_HEADER + size;
	}
	return SP_OK;
}

uint64_t
sp_graph_whole_blocks(const struct sp_graph *graph)
{
	/* Only the block whose header came last can be incomplete. */
	return graph->blocks - (graph->next_at > graph->used);
}

void
sp_graph_forget(struct sp_graph *graph, uint64_t block)
{
	uint64_t gone = block - graph->forgotten;
	uint64_t left = graph->blocks - block;
	uint64_t start = left ? graph->block_at[gone] : graph->next_at;

	memmove(graph->bytes, graph->bytes + start, graph->used - start);
	graph->used -= start;
	graph->next_at -= start;
	for (uint64_t i = 0; i < left; i++)
		graph->block_at[i] = graph->block_at[gone + i] - start;
	graph->forgotten = block;
}

enum sp_status
sp_graph_complete(struct sp_graph *graph,
		  const struct sp_fingerprint *fingerprint,
		  const struct sp_fingerprint *origin, struct sp_error *err)
{
	uint8_t *slack;

	if (graph->next_at != graph->used ||
	    graph->blocks != sp_graph_blocks(graph))
		return sp_fail(err, SP_DATA, "graph: %llu of %llu blocks: "
			       "links are missing",
			       (unsigned long long)graph->blocks,
			       (unsigned long long)sp_graph_blocks(graph));
	if (fingerprint->pages != graph->pages ||
	    fingerprint->links != graph->links)
		return sp_fail(err, SP_DATA, "graph: %llu links announced, "
			       "%llu found",
			       (unsigned long long)fingerprint->links,
			       (unsigned long long)graph->links);
	/* This also allocates the bytes of a graph without pages. */
	slack = sp_graph_room(graph, 0);
	if (!slack)
		return sp_no_memory(err, "the graph");
	memset(slack, 0, SP_DECODE_SLACK);
	graph->fingerprint = *fingerprint;
	graph->origin = *origin;
	return SP_OK;
}

const uint8_t *
sp_graph_block_bytes(const struct sp_graph *graph, uint64_t block,
		     uint64_t *length)
{
	const uint64_t *at = graph->block_at + (block - graph->forgotten);
	uint64_t end = block + 1 < graph->blocks ? at[1] : graph->next_at;

	*length = end - at[0];
	return graph->bytes + at[0];
}

void
sp_graph_free(struct sp_graph *graph)
{
	if (!graph)
		return;
	free(graph->block_at);
	free(graph->bytes);
	free(graph);
}
