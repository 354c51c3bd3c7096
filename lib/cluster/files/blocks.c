/* SPDX-License-Identifier: MIT */
/*
 * blocks.c - the blocks of a range of pages, from the frames that have them.
 *
 * A process reads only the frames that hold its blocks, which the index names.
 * A frame says with which page it begins and how many pages begin in it, but
 * not where its blocks end: these have to be walked, header by header.  A block
 * that is longer than a frame continues in the next ones, and then the next
 * frame begins in the middle of it.  So the walk has to start at a frame that
 * begins with a block (frame_to_begin()), which may be before the first block
 * that is wanted, and has to go on after the last frame with wanted pages until
 * the block that has begun there is complete.
 *
 * Frames are decompressed by threads, as many at a time as there are threads,
 * and walked by one: the walk only copies bytes, and the rows are verified
 * later, by all threads, when the share is made.
 *
 * Reading twice what lies in a frame with two owners is cheaper than any
 * exchange of blocks: at most one frame at each end of a range.
 */
#include "base/bytes.h"
#include "base/memory.h"
#include "cluster/files/input.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

/* Blocks on their way from frames to a graph. */
struct block_walk {
	struct sp_graph *to;
	uint64_t first, end;  /* blocks that are wanted */
	uint64_t next;        /* block that begins next */
	uint64_t left;        /* bytes of the one that has begun */
	bool wanted;          /* this one */
};

static enum sp_status
blocks_append(struct sp_graph *graph, const uint8_t *bytes, uint64_t length,
	      struct sp_error *err)
{
	uint8_t *room = sp_graph_room(graph, length);

	if (!room)
		return sp_no_memory(err, "the graph");
	memcpy(room, bytes, length);
	return sp_graph_extend(graph, length, err);
}

/*
 * A block begins with this many bytes left of its frame.  The length is the
 * first thing of a block.  A limit far below 2^64 keeps the sums with the
 * header from wrapping; that the bytes are there is found by the walk, and that
 * they are a block by sp_graph_complete_part().
 */
static enum sp_status
blocks_begin_block(struct block_walk *walk, const uint8_t *at, uint64_t left,
		   struct sp_error *err)
{
	uint64_t size = left < SP_BLOCK_HEADER ? UINT64_MAX : sp_load64(at);

	if (size > UINT64_MAX / 4)
		return sp_fail(err, SP_DATA,
			       "graph: block %" PRIu64 ": impossible size",
			       walk->next);
	walk->left = size + SP_BLOCK_HEADER;
	walk->wanted = walk->next >= walk->first && walk->next < walk->end;
	walk->next++;
	return SP_OK;
}

/*
 * Takes the wanted blocks from a frame, which may begin with the rest of a
 * block: only one longer than a frame has a rest.  walk->left carries over from
 * frame to frame; walk->wanted belongs to the block that has begun, which may
 * not be the one that the next bytes begin.
 */
static enum sp_status
walk_frame(struct block_walk *walk, const struct sp_taken *taken,
	   struct sp_error *err)
{
	const uint8_t *at = taken->payload, *end = at + taken->frame.raw;
	uint64_t before = walk->next, pages = taken->frame.count;

	if (pages && taken->frame.first != walk->next * SP_BLOCK_PAGES)
		return sp_fail(err, SP_DATA, "graph: a frame that does not "
			       "begin with block %" PRIu64, walk->next);
	while (at < end) {
		uint64_t length = (uint64_t)(end - at);

		if (!walk->left && blocks_begin_block(walk, at, length, err))
			return err->status;
		length = length < walk->left ? length : walk->left;
		if (walk->wanted && blocks_append(walk->to, at, length, err))
			return err->status;
		at += length;
		walk->left -= length;
	}
	if (walk->next - before != (pages + SP_BLOCK_PAGES - 1) /
					   SP_BLOCK_PAGES)
		return sp_fail(err, SP_DATA, "graph: a frame of %" PRIu64 " "
			       "pages with %" PRIu64 " blocks", pages,
			       walk->next - before);
	return SP_OK;
}

/* Threads that unpack frames, which are walked in their order. */
struct frame_batch {
	struct sp_frame_room **rooms;
	struct sp_taken *taken;
	struct sp_error *errors;
	uint64_t size;
};

static void
blocks_batch_free(struct frame_batch *batch)
{
	for (uint64_t i = 0; batch->rooms && i < batch->size; i++)
		sp_frame_room_free(batch->rooms[i]);
	free(batch->rooms);
	free(batch->taken);
	free(batch->errors);
}

static bool
batch_make(struct frame_batch *batch, int threads)
{
	*batch = (struct frame_batch){ .size = (uint64_t)threads };
	batch->rooms = sp_alloc_zero(batch->size, sizeof(*batch->rooms));
	batch->taken = sp_alloc_zero(batch->size, sizeof(*batch->taken));
	batch->errors = sp_alloc_zero(batch->size, sizeof(*batch->errors));
	if (!batch->rooms || !batch->taken || !batch->errors)
		return false;
	for (uint64_t i = 0; i < batch->size; i++) {
		batch->rooms[i] = sp_frame_room_new();
		if (!batch->rooms[i])
			return false;
	}
	return true;
}

/*
 * Failures are reported in the order of the frames, so that the same damage
 * always gives the same message.
 */
static enum sp_status
read_frames(const struct sp_joint_file *file, uint64_t frame, uint64_t end,
	    struct frame_batch *batch, struct block_walk *walk,
	    struct sp_error *err)
{
	int threads = (int)batch->size;

	while (frame < end) {
		uint64_t count = end - frame < batch->size ? end - frame :
							     batch->size;

#pragma omp parallel for num_threads(threads) schedule(static)
		for (uint64_t i = 0; i < count; i++)
			batch->errors[i].status = sp_indexed_take(
				file->indexed, frame + i, batch->rooms[i],
				&batch->taken[i], &batch->errors[i]);
		for (uint64_t i = 0; i < count; i++, frame++) {
			if (batch->errors[i].status) {
				*err = batch->errors[i];
				return err->status;
			}
			if (walk_frame(walk, &batch->taken[i], err))
				return err->status;
		}
	}
	return SP_OK;
}

/*
 * The frame from which on the blocks of a page can be told apart: a full frame
 * before it may end in the middle of a block.  A frame below the full size ends
 * with a block; only a full one may end inside one.  So the frames before the
 * one found are looked at until one of them is not full.
 */
static enum sp_status
frame_to_begin(const struct sp_joint_file *file, uint64_t page,
	       struct sp_frame_room *room, uint64_t *frame,
	       struct sp_error *err)
{
	struct sp_taken taken;

	*frame = file->graph_head + 1;
	for (uint64_t i = *frame; i < file->graph_tail; i++) {
		const struct sp_entry *entry =
			sp_indexed_entry(file->indexed, i);

		if (entry->count && entry->first <= page)
			*frame = i;
	}
	for (; *frame > file->graph_head + 1; --*frame) {
		if (sp_indexed_take(file->indexed, *frame - 1, room, &taken,
				    err))
			return err->status;
		if (taken.frame.raw < SP_FRAME_MAX)
			break;
	}
	return SP_OK;
}

/*
 * The frames of a file that hold blocks which are wanted.  With parts, each
 * file has its own range of the graph, and most files have nothing for this
 * process.  The number of whole blocks is compared at the end, because a frame
 * that is missing leaves no other trace here.
 */
static enum sp_status
blocks_read_file(const struct sp_joint_file *file, uint64_t first, uint64_t end,
		 struct frame_batch *batch, struct sp_graph *wide,
		 struct sp_error *err)
{
	struct block_walk walk = { .to = wide };
	uint64_t from, to;

	first = first > file->first ? first : file->first;
	end = end < file->end ? end : file->end;
	if (first >= end)
		return SP_OK;
	walk.first = first / SP_BLOCK_PAGES;
	walk.end = (end + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	if (frame_to_begin(file, first, batch->rooms[0], &from, err))
		return err->status;
	walk.next = sp_indexed_entry(file->indexed, from)->first /
		    SP_BLOCK_PAGES;
	for (to = from; to < file->graph_tail; to++)
		if (sp_indexed_entry(file->indexed, to)->first >= end)
			break;
	if (read_frames(file, from, to, batch, &walk, err))
		return err->status;
	/* The rest of the last block. */
	for (; walk.left && walk.wanted && to < file->graph_tail; to++)
		if (read_frames(file, to, to + 1, batch, &walk, err))
			return err->status;
	if (sp_graph_whole_blocks(wide) != walk.end)
		return sp_fail(err, SP_DATA, "graph: blocks of the pages "
			       "%" PRIu64 " to %" PRIu64 " are missing", first,
			       end);
	return SP_OK;
}

/*
 * *wide is the caller's to free, or to pass on, also after a failure.  The
 * limit of reference chains must hold for all files: each states its own, and
 * the graph is one.
 */
static enum sp_status
read_wide(const struct sp_joint_input *input, uint64_t first, uint64_t end,
	  int threads, struct sp_graph **wide, struct sp_error *err)
{
	struct frame_batch batch;
	unsigned chain = 0;
	enum sp_status status = SP_OK;

	*wide = sp_graph_new(input->basis.graph.pages);
	if (!batch_make(&batch, threads) || !*wide)
		status = sp_no_memory(err, "the graph");
	for (uint64_t i = 0; i < input->file_count; i++)
		if (input->files[i].chain > chain)
			chain = input->files[i].chain;
	if (!status) {
		sp_graph_limit_chains(*wide, chain);
		/* The first page is a multiple, unless it is the end. */
		sp_graph_begin_at(*wide, (first + SP_BLOCK_PAGES - 1) /
						 SP_BLOCK_PAGES);
	}
	for (uint64_t i = 0; !status && i < input->file_count; i++) {
		const struct sp_joint_file *file = &input->files[i];

		status = blocks_read_file(file, first, end, &batch, *wide, err);
		if (status)
			(void)sp_fail_in(err, file->path);
	}
	blocks_batch_free(&batch);
	return status;
}

enum sp_status
sp_joint_range(struct sp_joint_input *input, uint64_t first, uint64_t end,
	       int threads, struct sp_graph **wide, struct sp_error *err)
{
	enum sp_status status;

	*wide = NULL;
	if (!input->files->has_graph)
		return sp_fail(err, SP_DATA, "%s: it has no graph",
			       input->files->path);
	status = read_wide(input, first, end, threads, wide, err);
	if (!status)
		return SP_OK;
	sp_graph_free(*wide);
	*wide = NULL;
	return status;
}

enum sp_status
sp_joint_share(struct sp_joint_input *input, int threads,
	       struct sp_share **share, struct sp_error *err)
{
	struct sp_team *team = input->team;
	uint64_t *first_of = sp_alloc(team->size + (uint64_t)1,
				      sizeof(*first_of));
	struct sp_graph *wide;
	enum sp_status status;

	*share = NULL;
	if (!first_of)
		return sp_no_memory(err, "the graph");
	sp_joint_bound(input, team->size, first_of);
	status = sp_joint_range(input, first_of[team->rank],
				first_of[team->rank + 1], threads, &wide, err);
	if (!status)
		status = sp_share_new(team, wide, first_of,
				      &input->basis.graph,
				      &input->basis.origin, threads, share,
				      err);
	free(first_of);
	return status;
}
