/* SPDX-License-Identifier: MIT */
/*
 * The links of one page: its block, from the frame that has it.
 *
 * A frame says with which page it begins and how many begin in it.  It is
 * walked from block to block, by their lengths, up to the one that is wanted.
 * A frame may begin with the rest of a block that is longer than a frame; only
 * one after a full frame can, so that the walk begins before all full frames.
 *
 * The block is decoded as a whole, by the cursor of a graph that has only this
 * block, and kept: pages that ascend are often in the same one.
 */
#include "base/bytes.h"
#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "stream/section/graph.h"
#include "stream/section/pick_private.h"

#include <stdlib.h>

#define NO_BLOCK UINT64_MAX

struct sp_pick_graph {
	struct sp_pick *pick;
	struct sp_pick_section section;
	struct sp_basis basis;
	uint32_t chain;

	/* The rows of a block, or of NO_BLOCK. */
	uint64_t block;
	uint64_t ends[SP_BLOCK_PAGES];
	uint32_t *links;
	uint64_t capacity;
};

/* ---- head and tail ---------------------------------------------------- */

static enum sp_status
pick_graph_head(struct sp_pick_graph *graph, struct sp_error *err)
{
	struct sp_taken taken;
	const uint8_t *head;

	if (sp_pick_frame(graph->pick, graph->section.head, &taken, err))
		return err->status;
	head = taken.payload;
	if (graph->section.head == graph->section.tail ||
	    taken.frame.raw != SP_GRAPH_HEAD)
		return sp_pick_bad(graph->pick, graph->section.head, err,
				   "not the head of a graph");
	graph->basis.graph.pages = graph->basis.origin.pages = sp_load64(head);
	graph->chain = sp_load32(head + 12);
	if (sp_load64(head) > SP_PAGES_MAX ||
	    sp_load32(head + 8) != SP_BLOCK_PAGES ||
	    graph->chain > SP_CHAIN_MAX)
		return sp_pick_bad(graph->pick, graph->section.head, err,
				   "a graph with parameters that this program "
				   "does not support");
	return SP_OK;
}

/*
 * A page takes a byte of a frame at least, so that few frames cannot stand for
 * many pages.
 */
static enum sp_status
pick_graph_tail(struct sp_pick_graph *graph, struct sp_error *err)
{
	uint64_t frames = graph->section.tail - graph->section.head;
	struct sp_basis *basis = &graph->basis;
	struct sp_taken taken;

	if (sp_pick_frame(graph->pick, graph->section.tail, &taken, err))
		return err->status;
	if (taken.frame.raw != SP_GRAPH_TAIL ||
	    taken.frame.first != basis->graph.pages ||
	    basis->graph.pages / SP_FRAME_MAX >= frames)
		return sp_pick_bad(graph->pick, graph->section.tail, err,
				   "pages of the graph are missing");
	basis->graph.links = sp_load64(taken.payload);
	basis->graph.checksum = sp_load64(taken.payload + 8);
	basis->origin.links = sp_load64(taken.payload + 16);
	basis->origin.checksum = sp_load64(taken.payload + 24);
	return SP_OK;
}

enum sp_status
sp_pick_graph_new(struct sp_pick *pick, unsigned after,
		  struct sp_pick_graph **made, struct sp_error *err)
{
	struct sp_pick_graph *graph = sp_alloc_zero(1, sizeof(*graph));

	*made = NULL;
	if (!graph)
		return sp_no_memory(err, "the links");
	graph->pick = pick;
	graph->block = NO_BLOCK;
	if (!sp_pick_find(pick, SP_TAG_GRAPH, after, &graph->section)) {
		(void)sp_fail(err, SP_DATA, "no graph in the stream");
		(void)sp_pick_fail(pick, err);
	} else if (!pick_graph_head(graph, err) &&
		   !pick_graph_tail(graph, err)) {
		*made = graph;
		return SP_OK;
	}
	sp_pick_graph_free(graph);
	return err->status;
}

void
sp_pick_graph_free(struct sp_pick_graph *graph)
{
	if (!graph)
		return;
	free(graph->links);
	free(graph);
}

const struct sp_basis *
sp_pick_basis(const struct sp_pick_graph *graph)
{
	return &graph->basis;
}

/* ---- a block ---------------------------------------------------------- */

/* The frame from which on blocks can be told apart, up to that of a page. */
static enum sp_status
pick_first_frame(const struct sp_pick_graph *graph, uint64_t page,
		 uint64_t *frame, struct sp_error *err)
{
	const struct sp_indexed *indexed = sp_pick_indexed(graph->pick);
	struct sp_frame before;

	*frame = sp_pick_frame_of(graph->pick, &graph->section, page);
	for (; *frame > graph->section.head + 1; --*frame) {
		if (sp_indexed_header(indexed, *frame - 1, &before, err))
			return sp_pick_fail(graph->pick, err);
		if (before.raw < SP_FRAME_MAX)
			break;
	}
	return SP_OK;
}

/* Blocks on their way from frames to a graph of one block. */
struct pick_walk {
	struct sp_graph *to;
	uint64_t wanted;  /* block */
	uint64_t next;    /* block that begins next */
	uint64_t left;    /* bytes of the one that has begun */
};

/* Returns NULL, or what is wrong with the frame; SP_MEMORY in *err. */
static const char *
pick_walk_frame(struct pick_walk *walk, const struct sp_taken *taken,
		struct sp_error *err)
{
	const uint8_t *at = taken->payload, *end = at + taken->frame.raw;

	err->status = SP_OK;
	if (taken->frame.count && taken->frame.first !=
					  walk->next * SP_BLOCK_PAGES)
		return "a frame that begins with another block";
	while (at < end && (walk->left || walk->next <= walk->wanted)) {
		uint64_t length = (uint64_t)(end - at);
		uint8_t *room;

		if (!walk->left) {
			if (length < SP_BLOCK_HEADER ||
			    sp_load64(at) > UINT64_MAX / 4)
				return "a block of an impossible size";
			walk->left = sp_load64(at) + SP_BLOCK_HEADER;
			walk->next++;
		}
		length = length < walk->left ? length : walk->left;
		if (walk->next == walk->wanted + 1) {
			room = sp_graph_room(walk->to, length);
			if (!room) {
				(void)sp_no_memory(err, "a block");
				return "";
			}
			memcpy(room, at, length);
			if (sp_graph_extend(walk->to, length, err))
				return "an invalid block";
		}
		at += length;
		walk->left -= length;
	}
	return NULL;
}

static enum sp_status
pick_read_block(struct sp_pick_graph *graph, uint64_t block,
		struct sp_graph *to, struct sp_error *err)
{
	struct pick_walk walk = { .to = to, .wanted = block };
	struct sp_taken taken;
	uint64_t frame;

	if (pick_first_frame(graph, block * SP_BLOCK_PAGES, &frame, err))
		return err->status;
	walk.next = sp_indexed_entry(sp_pick_indexed(graph->pick),
				     frame)->first / SP_BLOCK_PAGES;
	for (; frame < graph->section.tail &&
	       (walk.left || walk.next <= block); frame++) {
		const char *wrong;

		if (sp_pick_frame(graph->pick, frame, &taken, err))
			return err->status;
		wrong = pick_walk_frame(&walk, &taken, err);
		if (wrong && err->status != SP_MEMORY)
			return sp_pick_bad(graph->pick, frame, err, wrong);
		if (wrong)
			return err->status;
	}
	return SP_OK;
}

/* Decodes the block that a graph has. */
static enum sp_status
pick_decode(struct sp_pick_graph *graph, uint64_t block,
	    const struct sp_graph *from, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(from);
	uint64_t used = 0, first = block * SP_BLOCK_PAGES, next = 0;
	const uint32_t *successors;
	enum sp_status status = SP_OK;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "a block");
	sp_cursor_block(cursor, block);
	while (!status && sp_cursor_next(cursor, &page, &successors, &count)) {
		if (!sp_grow(&graph->links, &graph->capacity, used + count + 1))
			status = sp_no_memory(err, "a block");
		else if (count)
			memcpy(graph->links + used, successors,
			       count * sizeof(*successors));
		used += count;
		for (; next <= page - first; next++)
			graph->ends[next] = used;
	}
	for (; next < SP_BLOCK_PAGES; next++)
		graph->ends[next] = used;
	if (!status && sp_cursor_status(cursor, err))
		status = sp_pick_fail(graph->pick, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
pick_load_block(struct sp_pick_graph *graph, uint64_t block,
		struct sp_error *err)
{
	struct sp_graph *from = sp_graph_new(graph->basis.graph.pages);
	enum sp_status status;

	graph->block = NO_BLOCK;
	if (!from)
		return sp_no_memory(err, "a block");
	sp_graph_limit_chains(from, graph->chain);
	sp_graph_begin_at(from, block);
	status = pick_read_block(graph, block, from, err);
	if (!status && sp_graph_complete_part(from, block, block + 1, err))
		status = sp_pick_fail(graph->pick, err);
	if (!status)
		status = pick_decode(graph, block, from, err);
	if (!status)
		graph->block = block;
	sp_graph_free(from);
	return status;
}

enum sp_status
sp_pick_row(struct sp_pick_graph *graph, uint32_t page,
	    const uint32_t **successors, uint32_t *count,
	    struct sp_error *err)
{
	uint64_t block = page / SP_BLOCK_PAGES, i = page % SP_BLOCK_PAGES;
	uint64_t from;

	if (graph->block != block && pick_load_block(graph, block, err))
		return err->status;
	from = i ? graph->ends[i - 1] : 0;
	*successors = graph->links + from;
	*count = (uint32_t)(graph->ends[i] - from);
	return SP_OK;
}
