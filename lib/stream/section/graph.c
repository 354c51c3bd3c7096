/* SPDX-License-Identifier: MIT */
/*
 *	sp_save_graph      blocks of a graph in memory, copied to frames
 *	sp_graph_writer    rows, or blocks encoded elsewhere, as they come
 *	graph_head ...     frames to a graph: kept, visited, or checked
 *
 * There are three ways to read one, by who wants it.  Kept: the payload goes
 * straight from the reader into the store of the graph.  Visited: the same, but
 * blocks are forgotten after the visitor has seen them, so that a filter can
 * change a graph that does not fit into memory.  Neither: blocks are decoded
 * for their checksum, as many at a time as there are threads to do it, and
 * forgotten.
 *
 * A graph has its fingerprint in its tail, since a writer that gets rows knows
 * it only then.  Weights are a section of their own after the graph: old
 * readers can do without, and filters without weights do not pay for them.
 */
#include "stream/section/graph.h"

#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "stream/section/kind.h"
#include "stream/section/weights.h"

#include <stdlib.h>

/*
 * While a graph that is kept is read, only the headers of blocks are checked; a
 * cursor checks the rest of a block when it decodes it, which saves a pass over
 * all links.
 */

#define GRAPH_WEIGHTED 1 /* flag in the head: weights follow */

/* ---- writing ---------------------------------------------------------- */

/* Blocks on their way to frames of the section. */
struct graph_frames {
	struct sp_section section;
	bool weighted;
	bool weights_left;        /* to the caller */
	uint64_t pages;
	double *weights;          /* of all links so far */
	uint64_t links, capacity;
};

static void
graph_frames_open(struct graph_frames *frames, struct sp_writer *writer,
		  bool weighted)
{
	*frames = (struct graph_frames){ .weighted = weighted };
	sp_section_open(&frames->section, writer, SP_TAG_GRAPH);
}

static void
graph_frames_close(struct graph_frames *frames)
{
	sp_section_free(&frames->section);
	free(frames->weights);
}

/*
 * weighted is promised here, before the first weight: readers that want them
 * must know before the graph.
 */
static enum sp_status
graph_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct graph_frames *graph = context;
	uint8_t head[SP_GRAPH_HEAD] = { 0 };

	graph->pages = pages;
	sp_store64(head, pages);
	sp_store32(head + 8, SP_BLOCK_PAGES);
	sp_store32(head + 12, SP_CHAIN_MAX);
	sp_store32(head + 16, graph->weighted ? GRAPH_WEIGHTED : 0);
	return sp_writer_frame(graph->section.writer, SP_TAG_GRAPH,
			       SP_FRAME_HEAD, 0, 0, head, sizeof(head), err);
}

/*
 * Kept until the graph is written, because the section of weights follows it.
 */
static enum sp_status
graph_keep_weights(struct graph_frames *graph, const double *weights,
		   uint64_t links, struct sp_error *err)
{
	if (!sp_grow(&graph->weights, &graph->capacity, graph->links + links))
		return sp_no_memory(err, "the weights of links");
	for (uint64_t i = 0; i < links; i++)
		graph->weights[graph->links + i] = weights[i];
	graph->links += links;
	return SP_OK;
}

/*
 * Whole blocks to a frame; a block larger than a frame goes on in the next
 * ones, whose count of pages is 0.
 *
 * first_page says how many pages the block has; a frame counts the pages whose
 * blocks begin in it.
 */
static enum sp_status
graph_add_block(void *context, uint64_t first_page, const uint8_t *bytes,
		uint64_t length, const double *weights, uint64_t links,
		struct sp_error *err)
{
	struct graph_frames *graph = context;
	struct sp_section *section = &graph->section;
	uint64_t left = graph->pages - first_page;
	enum sp_status status = SP_OK;

	if (section->used + length > section->most)
		status = sp_section_flush(section, err);
	section->count += left < SP_BLOCK_PAGES ? left : SP_BLOCK_PAGES;
	/* A block that needs several frames starts in an empty one. */
	while (!status && length) {
		uint64_t room = SP_FRAME_MAX - section->used;
		uint64_t step = length < room ? length : room;

		status = sp_section_add(section, bytes, step, 0, err);
		bytes += step;
		length -= step;
		if (!status && length)
			status = sp_section_flush(section, err);
	}
	if (!status && weights)
		status = graph_keep_weights(graph, weights, links, err);
	return status;
}

struct sp_basis
sp_basis_of(const struct sp_graph *graph)
{
	return (struct sp_basis){ sp_graph_fingerprint(graph),
				  sp_graph_origin(graph) };
}

enum sp_status
sp_graph_writer_tail(struct sp_writer *writer, const struct sp_basis *basis,
		     struct sp_error *err)
{
	uint8_t tail[SP_GRAPH_TAIL];

	sp_store64(tail, basis->graph.links);
	sp_store64(tail + 8, basis->graph.checksum);
	sp_store64(tail + 16, basis->origin.links);
	sp_store64(tail + 24, basis->origin.checksum);
	return sp_writer_frame(writer, SP_TAG_GRAPH, SP_FRAME_TAIL,
			       basis->graph.pages, 0, tail, sizeof(tail), err);
}

static enum sp_status
graph_end(struct graph_frames *graph, const struct sp_basis *basis,
	  struct sp_error *err)
{
	enum sp_status status = sp_section_flush(&graph->section, err);

	return status ? status :
			sp_graph_writer_tail(graph->section.writer, basis,
					     err);
}

enum sp_status
sp_save_graph(struct sp_writer *writer, const struct sp_graph *graph,
	      const double *weights, struct sp_error *err)
{
	struct sp_basis basis = sp_basis_of(graph);
	struct graph_frames to;
	enum sp_status status;

	graph_frames_open(&to, writer, weights != NULL);
	status = graph_begin(&to, sp_graph_pages(graph), err);
	for (uint64_t b = 0; !status && b < sp_graph_blocks(graph); b++) {
		uint64_t length;
		const uint8_t *bytes = sp_graph_block_bytes(graph, b,
							    &length);

		status = graph_add_block(&to, b * SP_BLOCK_PAGES, bytes,
					 length, NULL, 0, err);
	}
	if (!status)
		status = graph_end(&to, &basis, err);
	if (!status && weights)
		status = sp_save_weights(writer, weights, &basis, err);
	graph_frames_close(&to);
	return status;
}

struct sp_graph_writer {
	struct graph_frames frames;
	struct sp_builder *builder;
	bool encoded;             /* blocks came encoded, not as rows: */
	uint64_t next_page;
	struct sp_fingerprint written;
};

/*
 * Encoding threads are the builder's; blocks that come encoded do not use it.
 */
struct sp_graph_writer *
sp_graph_writer_new(struct sp_writer *writer, int threads, bool weighted)
{
	struct sp_graph_writer *graph = sp_alloc_zero(1, sizeof(*graph));
	struct sp_block_sink blocks;

	if (!graph)
		return NULL;
	blocks = (struct sp_block_sink){ &graph->frames, graph_begin,
					 graph_add_block };
	graph_frames_open(&graph->frames, writer, weighted);
	graph->builder = sp_builder_new(threads, &blocks);
	if (!graph->builder) {
		sp_graph_writer_free(graph);
		return NULL;
	}
	return graph;
}

void
sp_graph_writer_free(struct sp_graph_writer *graph)
{
	if (!graph)
		return;
	sp_builder_free(graph->builder);
	graph_frames_close(&graph->frames);
	free(graph);
}

void
sp_graph_writer_leave_weights(struct sp_graph_writer *graph)
{
	graph->frames.weights_left = true;
}

void
sp_graph_writer_small_frames(struct sp_graph_writer *graph, size_t most)
{
	graph->frames.section.most = most;
}

struct sp_row_sink
sp_graph_writer_rows(struct sp_graph_writer *graph)
{
	return sp_builder_rows(graph->builder);
}

enum sp_status
sp_graph_writer_begin(struct sp_graph_writer *graph, uint64_t pages,
		      struct sp_error *err)
{
	graph->encoded = true;
	graph->written.pages = pages;
	return graph_begin(&graph->frames, pages, err);
}

/* For a process that writes the frames of a range: the head is another's. */
void
sp_graph_writer_resume(struct sp_graph_writer *graph, uint64_t pages,
		       uint64_t page)
{
	graph->encoded = true;
	graph->written.pages = graph->frames.pages = pages;
	graph->next_page = graph->frames.section.first = page;
}

enum sp_status
sp_graph_writer_leave(struct sp_graph_writer *graph,
		      struct sp_fingerprint *written, struct sp_error *err)
{
	*written = graph->written;
	return sp_section_flush(&graph->frames.section, err);
}

enum sp_status
sp_graph_writer_block(struct sp_graph_writer *graph, const uint8_t *bytes,
		      uint64_t length, uint64_t links, uint64_t checksum,
		      struct sp_error *err)
{
	uint64_t page = graph->next_page;

	graph->next_page += SP_BLOCK_PAGES;
	graph->written.links += links;
	graph->written.checksum += checksum;
	return graph_add_block(&graph->frames, page, bytes, length, NULL, 0,
			       err);
}

enum sp_status
sp_graph_writer_finish(struct sp_graph_writer *graph,
		       const struct sp_fingerprint *origin,
		       struct sp_basis *basis, struct sp_error *err)
{
	struct graph_frames *frames = &graph->frames;
	enum sp_status status = SP_OK;

	if (graph->encoded)
		basis->graph = graph->written;
	else
		status = sp_builder_finish(graph->builder, &basis->graph, err);
	if (status)
		return status;
	/* A graph that lost no links is its own origin. */
	basis->origin = origin ? *origin : basis->graph;
	status = graph_end(frames, basis, err);
	/* The head promised them, even if there are no links to weigh. */
	if (!status && frames->weighted && !frames->weights_left)
		status = sp_save_weights(frames->section.writer,
					 frames->weights, basis, err);
	return status;
}

/* ---- reading ---------------------------------------------------------- */

/*
 * A graph is built in coming and replaces graph at its tail: one that is cut
 * short replaces none.  One that nobody wants is only checked: its blocks are
 * decoded as they come, and forgotten.
 */
struct graph_slot {
	struct sp_graph *graph;   /* that was loaded, or NULL */
	struct sp_graph *coming;  /* while it is being read */
	uint64_t pages;           /* that the head claims */
	uint64_t visited;         /* blocks that were shown to the visitor, or
				     checked */
	uint64_t unchecked;       /* bytes since then */
};

static int
threads_of(const struct sp_loading *loading)
{
	int threads = loading->options->threads;

	return threads > 1 ? threads : 1;
}

/* Who gets the graph as it comes, if it is wanted. */
static const struct sp_graph_visitor *
visitor_of(const struct sp_loading *loading)
{
	return loading->keep ? loading->options->visitor : NULL;
}

static enum sp_status
graph_head(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = visitor_of(loading);
	const uint8_t *payload = loading->payload;
	struct graph_slot *to = loading->slot;
	uint32_t flags, chain;

	if (loading->frame.raw != SP_GRAPH_HEAD)
		return sp_reader_bad(loading->reader, err, "the head of the "
				     "graph has the wrong size");
	to->pages = sp_load64(payload);
	chain = sp_load32(payload + 12);
	flags = sp_load32(payload + 16);
	if (to->pages > SP_PAGES_MAX)
		return sp_reader_bad(loading->reader, err, "%" PRIu64 " pages: "
				     "more than %" PRIu64 " are not supported",
				     to->pages, SP_PAGES_MAX);
	if (sp_load32(payload + 8) != SP_BLOCK_PAGES ||
	    chain > SP_CHAIN_MAX ||
	    flags & ~(uint32_t)GRAPH_WEIGHTED)
		return sp_reader_bad(loading->reader, err, "a graph with "
				     "parameters that this program does not "
				     "support");
	to->visited = to->unchecked = 0;
	loading->contents->seen->weighted = flags & GRAPH_WEIGHTED;
	loading->contents->seen->owes_weights = flags & GRAPH_WEIGHTED;
	sp_graph_free(to->coming);
	/* Allocates nothing for pages yet: a head may claim any number. */
	to->coming = sp_graph_new(to->pages);
	if (!to->coming || !sp_graph_doubt(to->coming))
		return sp_no_memory(err, "the graph");
	sp_graph_limit_chains(to->coming, chain);
	if (!visitor)
		return SP_OK;
	return visitor->begin(visitor->context, to->pages,
			      flags & GRAPH_WEIGHTED, err);
}

/*
 * Shows new whole blocks to the visitor and forgets them.  A block that is
 * still incomplete waits for the next frame.
 *
 * Nothing to show is usual: a block may be larger than a frame.
 */
static enum sp_status
graph_visit(struct graph_slot *slot, const struct sp_graph_visitor *visitor,
	    struct sp_error *err)
{
	uint64_t whole = sp_graph_whole_blocks(slot->coming);
	enum sp_status status;

	if (whole == slot->visited)
		return SP_OK;
	status = visitor->blocks(visitor->context, slot->coming,
				 slot->visited, whole, err);
	slot->visited = whole;
	sp_graph_forget(slot->coming, whole);
	return status;
}

/*
 * Decodes new whole blocks, which adds up the checksum, and forgets them.
 *
 * Also at the tail, for what is left.
 */
static enum sp_status
graph_check_blocks(struct graph_slot *slot, int threads, struct sp_error *err)
{
	uint64_t whole = sp_graph_whole_blocks(slot->coming);
	enum sp_status status;

	if (whole == slot->visited)
		return SP_OK;
	status = sp_graph_verify_blocks(slot->coming, slot->visited, whole,
					threads, err);
	slot->visited = whole;
	slot->unchecked = 0;
	sp_graph_forget(slot->coming, whole);
	return status;
}

/*
 * Blocks go straight from the pipe to where they stay.  They are counted by
 * their own headers, whatever the frame says of pages.
 *
 * Every frame checks the headers of its blocks at once, so a header cannot make
 * anyone allocate more than its bytes allow.
 */
static enum sp_status
graph_data(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = visitor_of(loading);
	struct graph_slot *to = loading->slot;
	uint32_t length = loading->frame.raw;
	uint8_t *room = sp_graph_room(to->coming, length);
	enum sp_status status;
	uint64_t begun;

	if (!room)
		return sp_no_memory(err, "the graph");
	status = sp_reader_payload_to(loading->reader, room, err);
	if (!status)
		status = sp_graph_extend(to->coming, length, err);
	if (status)
		return status;
	/* Readers that use the index expect whole blocks in a frame. */
	begun = sp_graph_begun(to->coming);
	if (begun && begun <= SP_FRAME_MAX)
		return sp_reader_bad(loading->reader, err, "a block is cut at "
				     "the end of a frame that has room for "
				     "it");
	if (loading->keep && !visitor)
		return SP_OK;
	if (visitor)
		return graph_visit(to, visitor, err);
	/* A frame of work for each thread. */
	to->unchecked += length;
	if (to->unchecked < (uint64_t)threads_of(loading) * SP_FRAME_MAX)
		return SP_OK;
	return graph_check_blocks(to, threads_of(loading), err);
}

/*
 * The tail identifies the graph.  A graph of an earlier stream remains the
 * one that everything is compared with, unless this one is loaded.
 */
static enum sp_status
graph_identify(struct sp_loading *loading, bool loaded, struct sp_basis *basis,
	       struct sp_error *err)
{
	const uint8_t *tail = loading->payload;
	struct sp_contents *contents = loading->contents;
	uint64_t pages = loading->frame.first;

	basis->graph = (struct sp_fingerprint){ pages, sp_load64(tail),
						sp_load64(tail + 8) };
	basis->origin = (struct sp_fingerprint){ pages, sp_load64(tail + 16),
						 sp_load64(tail + 24) };
	/*
	 * All that can be known of an origin: links were removed, or turned
	 * round, or it is the graph itself.
	 */
	if (basis->origin.links < basis->graph.links)
		return sp_reader_bad(loading->reader, err, "an origin that "
				     "this graph cannot have");
	/* Compared now, because the basis may be replaced just below. */
	if (contents->has_basis && !sp_same_origin(&contents->basis, basis))
		return sp_reader_bad(loading->reader, err, "another graph "
				     "than the one already read");
	if (!contents->has_basis || loaded)
		contents->basis = *basis;
	contents->has_basis = true;
	return SP_OK;
}

/*
 * A graph replaces an earlier one only when it is complete; the weights of that
 * one would be those of other links, so they go with it.
 */
static enum sp_status
graph_tail(struct sp_loading *loading, struct sp_error *err)
{
	const struct sp_graph_visitor *visitor = visitor_of(loading);
	struct sp_seen *seen = loading->contents->seen;
	struct graph_slot *to = loading->slot;
	struct sp_basis basis;
	enum sp_status status = graph_identify(
		loading, loading->keep && !visitor, &basis, err);

	if (status)
		return status;
	/* The reader has verified that first is the sum of all counts. */
	if (loading->frame.first != to->pages)
		return sp_reader_bad(loading->reader, err,
				     "pages of the graph are missing");
	if (!loading->keep)
		status = graph_check_blocks(to, threads_of(loading), err);
	if (!status)
		status = sp_graph_complete(to->coming, &basis.graph,
					   &basis.origin, err);
	if (status)
		return status;
	seen->graph = basis.graph;
	seen->has_graph = true;
	if (loading->keep && !visitor) {
		/* The weights belong to the graph before, which goes. */
		sp_contents_drop(loading->contents, SP_SECTION_WEIGHTS);
		sp_graph_free(to->graph);
		to->graph = to->coming;
		to->coming = NULL;
		return SP_OK;
	}
	/* Freed first: the visitor may need the memory to finish. */
	sp_graph_free(to->coming);
	to->coming = NULL;
	return visitor ? visitor->end(visitor->context, &basis, err) : SP_OK;
}

static void
graph_free(void *slot)
{
	struct graph_slot *graph = slot;

	sp_graph_free(graph->graph);
	sp_graph_free(graph->coming);
}

/* At the end of the stream, because weights come after their graph. */
static enum sp_status
graph_check(const struct sp_contents *contents, const void *slot,
	    struct sp_error *err)
{
	(void)slot;
	if (contents->seen->owes_weights)
		return sp_fail(err, SP_DATA, "the graph promises weights of "
			       "its links, and the stream has none");
	return SP_OK;
}

const struct sp_section_kind sp_kind_graph = {
	.name = "graph",
	.parts = { { .tag = SP_TAG_GRAPH, .head = graph_head,
		     .data = graph_data, .tail = graph_tail,
		     .data_reads = true, .own_head = true,
		     .tail_size = SP_GRAPH_TAIL } },
	.once = true,
	.of_links = true,
	.size = sizeof(struct graph_slot),
	.check = graph_check,
	.free = graph_free
};

const struct sp_fingerprint *
sp_contents_fingerprint(const struct sp_contents *contents)
{
	const struct sp_seen *seen = contents->seen;

	return seen && seen->has_graph ? &seen->graph : NULL;
}

const struct sp_graph *
sp_contents_graph(const struct sp_contents *contents)
{
	const struct graph_slot *slot = contents->slots[SP_KIND_GRAPH];

	return slot ? slot->graph : NULL;
}
