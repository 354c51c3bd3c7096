/* SPDX-License-Identifier: MIT */
#include "joint/read.h"

#include "base/memory.h"
#include "graph/codec.h"
#include "graph/store.h"
#include "joint/input.h"
#include "section/graph.h"
#include "section/scores.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is in a file ------------------------------------------------ */

/* The head and the tail of the graph, which say which it is. */
static enum sp_status
note_graph(struct sp_joint_file *file, uint64_t head, uint64_t tail,
	   struct sp_frame_room *room, struct sp_error *err)
{
	struct sp_taken taken;
	uint64_t pages;

	if (file->has_graph)
		return sp_indexed_bad(file->indexed, head, err,
				      "a second graph");
	if (sp_indexed_take(file->indexed, head, room, &taken, err))
		return err->status;
	if (head == tail || taken.frame.raw != SP_GRAPH_HEAD)
		return sp_indexed_bad(file->indexed, head, err, "the head of "
				      "the graph has the wrong size");
	pages = sp_load64(taken.payload);
	file->chain = sp_load32(taken.payload + 12);
	file->weighted = sp_load32(taken.payload + 16) & 1;
	if (pages > SP_PAGES_MAX)
		return sp_indexed_bad(file->indexed, head, err, "%llu pages: "
				      "more than %llu are not supported",
				      (unsigned long long)pages,
				      (unsigned long long)SP_PAGES_MAX);
	if (sp_load32(taken.payload + 8) != SP_BLOCK_PAGES ||
	    file->chain > SP_CHAIN_MAX ||
	    sp_load32(taken.payload + 16) > 1)
		return sp_indexed_bad(file->indexed, head, err, "a graph with "
				      "parameters that this program does not "
				      "support");
	if (sp_indexed_take(file->indexed, tail, room, &taken, err))
		return err->status;
	if (taken.frame.raw != SP_GRAPH_TAIL || taken.frame.first != pages)
		return sp_indexed_bad(file->indexed, tail, err,
				      "pages of the graph are missing");
	if (!pages && tail > head + 1)
		return sp_indexed_bad(file->indexed, head + 1, err,
				      "more blocks than pages");
	file->has_graph = true;
	file->graph_head = head;
	file->graph_tail = tail;
	file->end = pages;
	file->basis.graph = (struct sp_fingerprint){
		pages, sp_load64(taken.payload), sp_load64(taken.payload + 8)
	};
	file->basis.origin = (struct sp_fingerprint){
		pages, sp_load64(taken.payload + 16),
		sp_load64(taken.payload + 24)
	};
	if (file->basis.origin.links < file->basis.graph.links)
		return sp_indexed_bad(file->indexed, tail, err, "an origin "
				      "that this graph cannot have");
	return SP_OK;
}

/* A later score of the same name replaces an earlier one. */
static struct sp_joint_score *
find_score(const struct sp_joint_input *input, const char *name)
{
	for (uint64_t i = 0; i < input->score_count; i++)
		if (!strcmp(input->scores[i].name, name))
			return &input->scores[i];
	return NULL;
}

static enum sp_status
note_score(struct sp_joint_input *input, struct sp_joint_file *file,
	   uint64_t head, uint64_t tail, struct sp_frame_room *room,
	   struct sp_error *err)
{
	struct sp_joint_score score = { .head = head, .tail = tail }, *same;
	struct sp_taken taken;
	size_t length;

	if (sp_indexed_take(file->indexed, head, room, &taken, err))
		return err->status;
	length = taken.frame.raw < SP_BASIS ? 0 : taken.frame.raw - SP_BASIS;
	if (head == tail || !length || length > SP_SCORE_NAME_MAX ||
	    memchr(taken.payload + SP_BASIS, 0, length))
		return sp_indexed_bad(file->indexed, head, err, "not the head "
				      "of a score");
	score.basis = sp_basis_load(taken.payload);
	memcpy(score.name, taken.payload + SP_BASIS, length);
	if (sp_indexed_entry(file->indexed, tail)->first !=
	    score.basis.graph.pages)
		return sp_indexed_bad(file->indexed, tail, err, "a score of "
				      "other pages than its graph has");
	same = find_score(input, score.name);
	if (same) {
		*same = score;
		return SP_OK;
	}
	if (input->score_count == SP_DIFFERENT_NAMES)
		return sp_indexed_bad(file->indexed, head, err, "more than %d "
				      "scores", SP_DIFFERENT_NAMES);
	if (!sp_grow(&input->scores, &input->score_capacity,
		     input->score_count + 1, sizeof(*input->scores)))
		return sp_no_memory(err, "the scores");
	input->scores[input->score_count++] = score;
	return SP_OK;
}

/* Returns the last frame of the section that begins with this one. */
static uint64_t
section_tail(const struct sp_indexed *indexed, uint64_t frame)
{
	while (!(sp_indexed_entry(indexed, frame)->flags & SP_FRAME_TAIL))
		frame++;
	return frame;
}

static enum sp_status
note_sections(struct sp_joint_input *input, struct sp_joint_file *file,
	      struct sp_error *err)
{
	struct sp_frame_room *room = sp_frame_room_new();
	uint64_t frames = sp_indexed_frames(file->indexed), tail;
	enum sp_status status = SP_OK;

	if (!room)
		return sp_no_memory(err, "a frame");
	for (uint64_t i = 0; !status && i < frames; i = tail + 1) {
		uint32_t tag = sp_indexed_entry(file->indexed, i)->tag;

		tail = section_tail(file->indexed, i);
		if (tag == SP_TAG_GRAPH)
			status = note_graph(file, i, tail, room, err);
		else if (tag == SP_TAG_SCORES && !input->parts)
			status = note_score(input, file, i, tail, room, err);
	}
	sp_frame_room_free(room);
	return status;
}

/* ---- opening ---------------------------------------------------------- */

enum sp_status
sp_joint_open_file(struct sp_joint_input *input, struct sp_joint_file *file,
		   const char *path, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	file->fd = -1;
	file->path = strdup(path);
	if (!file->path)
		return sp_no_memory(err, "a path");
	/* A pipe without a writer would wait for one. */
	file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd < 0)
		status = sp_fail(err, SP_IO, "cannot open: %s",
				 strerror(errno));
	if (!status)
		status = sp_indexed_new(file->fd, &file->indexed, err);
	if (!status)
		status = note_sections(input, file, err);
	return status ? sp_fail_in(err, path) : SP_OK;
}

void
sp_joint_close_file(struct sp_joint_file *file)
{
	sp_indexed_free(file->indexed);
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
}

static enum sp_status
open_stream(struct sp_joint_input *input, const char *path,
	    struct sp_error *err)
{
	if (sp_joint_open_parts(input, path, err))
		return err->status;
	if (input->parts)
		return SP_OK;
	input->files = sp_alloc_zero(1, sizeof(*input->files));
	if (!input->files)
		return sp_no_memory(err, "the input");
	input->file_count = 1;
	if (sp_joint_open_file(input, input->files, path, err))
		return err->status;
	if (input->files->has_graph)
		input->basis = input->files->basis;
	else if (input->score_count)
		input->basis = input->scores->basis;
	return SP_OK;
}

enum sp_status
sp_joint_open(struct sp_team *team, const char *path,
	      struct sp_joint_input **opened, struct sp_error *err)
{
	struct sp_joint_input *input = sp_alloc_zero(1, sizeof(*input));
	enum sp_status status;

	*opened = NULL;
	if (!input)
		return sp_no_memory(err, "the input");
	input->team = team;
	status = open_stream(input, path, err);
	if (status)
		sp_joint_close(input);
	else
		*opened = input;
	return status;
}

void
sp_joint_close(struct sp_joint_input *input)
{
	if (!input)
		return;
	for (uint64_t i = 0; i < input->file_count; i++)
		sp_joint_close_file(&input->files[i]);
	free(input->files);
	free(input->scores);
	free(input);
}

const struct sp_indexed *
sp_joint_indexed(const struct sp_joint_input *input)
{
	return input->parts ? NULL : input->files->indexed;
}

bool
sp_joint_in_parts(const struct sp_joint_input *input)
{
	return input->parts;
}

const struct sp_basis *
sp_joint_basis(const struct sp_joint_input *input)
{
	return &input->basis;
}

/* ---- who owns what ---------------------------------------------------- */

/*
 * How much work the pages of a frame are: known before anything is read, and
 * about their links and 4 for each page.  A stored byte is some three links.
 */
#define BYTE_LINKS 3
#define PAGE_LINKS 4

/* With fewer frames for each process, bounds are inside frames. */
#define FRAMES_EACH 64

/* Pages that have their links in one frame, and the work that they are. */
struct stretch {
	uint64_t first, end; /* pages */
	uint64_t work;
};

/* Visits the stretches of the graph in the order of the pages. */
typedef void visit_stretch(void *context, const struct stretch *stretch);

static void
visit_file(const struct sp_joint_file *file, visit_stretch *visit,
	   void *context)
{
	for (uint64_t i = file->graph_head + 1; i < file->graph_tail; i++) {
		const struct sp_entry *entry =
			sp_indexed_entry(file->indexed, i);
		struct stretch stretch = { entry->first,
					   entry->first + entry->count, 0 };
		uint64_t bytes = sp_indexed_size(file->indexed, i), pages;

		/* A frame without pages goes on with the block before. */
		while (i + 1 < file->graph_tail &&
		       !sp_indexed_entry(file->indexed, i + 1)->count)
			bytes += sp_indexed_size(file->indexed, ++i);
		if (stretch.first < file->first)
			stretch.first = file->first;
		if (stretch.end > file->end)
			stretch.end = file->end;
		if (stretch.first >= stretch.end)
			continue;
		pages = stretch.end - stretch.first;
		stretch.work = pages * PAGE_LINKS +
			       (uint64_t)((double)bytes * BYTE_LINKS *
					  (double)pages /
					  (double)entry->count);
		visit(context, &stretch);
	}
}

static void
visit_all(const struct sp_joint_input *input, visit_stretch *visit,
	  void *context)
{
	for (uint64_t i = 0; i < input->file_count; i++)
		visit_file(&input->files[i], visit, context);
}

static void
add_work(void *context, const struct stretch *stretch)
{
	struct sp_joint_bounds *bounds = context;

	bounds->work += stretch->work;
	bounds->stretches++;
}

/* Sets the bounds that lie where the work so far passes their share of it. */
static void
set_bounds(void *context, const struct stretch *stretch)
{
	struct sp_joint_bounds *bounds = context;
	uint64_t size = bounds->size, pages = stretch->end - stretch->first;

	for (; bounds->next < size; bounds->next++) {
		uint64_t k = bounds->next, at = stretch->first;
		uint64_t goal = bounds->work / size * k +
				bounds->work % size * k / size;

		if (goal >= bounds->passed + stretch->work)
			break;
		if (!bounds->by_frame)
			at += (uint64_t)((double)(goal - bounds->passed) /
					 (double)stretch->work *
					 (double)pages);
		/* Rounded to whole blocks, but not below the stretch. */
		at -= at % SP_BLOCK_PAGES;
		bounds->first_of[k] = at < stretch->first ? stretch->first :
							    at;
	}
	bounds->passed += stretch->work;
}

void
sp_joint_bound(const struct sp_joint_input *input, unsigned size,
	       uint64_t *first_of)
{
	struct sp_joint_bounds bounds = { .first_of = first_of, .size = size,
					  .next = 1 };

	for (unsigned k = 0; k <= size; k++)
		first_of[k] = k ? input->basis.graph.pages : 0;
	visit_all(input, add_work, &bounds);
	bounds.by_frame = bounds.stretches / FRAMES_EACH >= size;
	visit_all(input, set_bounds, &bounds);
}

/* ---- reading blocks --------------------------------------------------- */

/* Blocks on their way from frames to a graph. */
struct block_walk {
	struct sp_graph *to;
	uint64_t first, end;  /* blocks that are wanted */
	uint64_t next;        /* block that begins next */
	uint64_t left;        /* bytes of the one that has begun */
	bool wanted;          /* this one */
};

static enum sp_status
append(struct sp_graph *graph, const uint8_t *bytes, uint64_t length,
       struct sp_error *err)
{
	uint8_t *room = sp_graph_room(graph, length);

	if (!room)
		return sp_no_memory(err, "the graph");
	memcpy(room, bytes, length);
	return sp_graph_extend(graph, length, err);
}

/* A block begins with this many bytes left of its frame. */
static enum sp_status
begin_block(struct block_walk *walk, const uint8_t *at, uint64_t left,
	    struct sp_error *err)
{
	uint64_t size = left < SP_BLOCK_HEADER ? UINT64_MAX : sp_load64(at);

	if (size > UINT64_MAX / 4)
		return sp_fail(err, SP_DATA, "graph: block %llu: impossible "
			       "size", (unsigned long long)walk->next);
	walk->left = size + SP_BLOCK_HEADER;
	walk->wanted = walk->next >= walk->first && walk->next < walk->end;
	walk->next++;
	return SP_OK;
}

/*
 * Takes the wanted blocks from a frame, which may begin with the rest of a
 * block: only one longer than a frame has a rest.
 */
static enum sp_status
walk_frame(struct block_walk *walk, const struct sp_taken *taken,
	   struct sp_error *err)
{
	const uint8_t *at = taken->payload, *end = at + taken->frame.raw;
	uint64_t before = walk->next, pages = taken->frame.count;

	if (pages && taken->frame.first != walk->next * SP_BLOCK_PAGES)
		return sp_fail(err, SP_DATA, "graph: a frame that does not "
			       "begin with block %llu",
			       (unsigned long long)walk->next);
	while (at < end) {
		uint64_t length = (uint64_t)(end - at);

		if (!walk->left && begin_block(walk, at, length, err))
			return err->status;
		length = length < walk->left ? length : walk->left;
		if (walk->wanted && append(walk->to, at, length, err))
			return err->status;
		at += length;
		walk->left -= length;
	}
	if (walk->next - before != (pages + SP_BLOCK_PAGES - 1) /
					   SP_BLOCK_PAGES)
		return sp_fail(err, SP_DATA, "graph: a frame of %llu pages "
			       "with %llu blocks", (unsigned long long)pages,
			       (unsigned long long)(walk->next - before));
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
batch_free(struct frame_batch *batch)
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
 * before it may end in the middle of a block.
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

/* The frames of a file that hold blocks which are wanted. */
static enum sp_status
read_file(const struct sp_joint_file *file, uint64_t first, uint64_t end,
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
		return sp_fail(err, SP_DATA, "graph: blocks of the pages %llu "
			       "to %llu are missing",
			       (unsigned long long)first,
			       (unsigned long long)end);
	return SP_OK;
}

/* *wide is the caller's to free, or to pass on, also after a failure. */
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

		status = read_file(file, first, end, &batch, *wide, err);
		if (status)
			sp_fail_in(err, file->path);
	}
	batch_free(&batch);
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
	uint64_t *first_of;
	struct sp_graph *wide;
	enum sp_status status;

	*share = NULL;
	if (!input->files->has_graph)
		return sp_fail(err, SP_DATA, "%s: it has no graph",
			       input->files->path);
	first_of = sp_alloc(team->size + (uint64_t)1, sizeof(*first_of));
	if (!first_of)
		return sp_no_memory(err, "the graph");
	sp_joint_bound(input, team->size, first_of);
	status = read_wide(input, first_of[team->rank],
			   first_of[team->rank + 1], threads, &wide, err);
	if (status)
		sp_graph_free(wide);
	else
		status = sp_share_new(team, wide, first_of,
				      &input->basis.graph,
				      &input->basis.origin, threads, share,
				      err);
	free(first_of);
	return status;
}

/* ---- scores ----------------------------------------------------------- */

bool
sp_joint_has_score(const struct sp_joint_input *input, const char *name)
{
	return find_score(input, name) != NULL;
}

const char *
sp_joint_only_score(const struct sp_joint_input *input, uint64_t *count)
{
	*count = input->score_count;
	return *count == 1 ? input->scores->name : NULL;
}

/* Copies what a frame has of the values first .. first + count - 1. */
static enum sp_status
copy_values(const struct sp_taken *taken, uint64_t first, uint64_t count,
	    double *values, struct sp_error *err)
{
	const struct sp_frame *frame = &taken->frame;
	uint64_t from = frame->first > first ? frame->first : first;
	uint64_t to = frame->first + frame->count;

	if (frame->raw / sizeof(double) != frame->count ||
	    frame->raw % sizeof(double))
		return sp_fail(err, SP_DATA, "not a value for each page");
	to = to < first + count ? to : first + count;
	for (uint64_t page = from; page < to; page++) {
		double value = sp_load_double(taken->payload +
					      (page - frame->first) *
						      sizeof(double));

		if (!isfinite(value))
			return sp_fail(err, SP_DATA, "the value of page %llu "
				       "is infinite or not a number",
				       (unsigned long long)page);
		values[page - first] = value;
	}
	return SP_OK;
}

static enum sp_status
read_score(const struct sp_indexed *indexed,
	   const struct sp_joint_score *score, uint64_t first, uint64_t count,
	   double *values, struct sp_error *err)
{
	struct sp_frame_room *room = sp_frame_room_new();
	enum sp_status status = SP_OK;

	if (!room)
		return sp_no_memory(err, "a frame");
	for (uint64_t i = score->head + 1; !status && i < score->tail; i++) {
		const struct sp_entry *entry = sp_indexed_entry(indexed, i);
		struct sp_taken taken;

		if (entry->first >= first + count ||
		    entry->first + entry->count <= first)
			continue;
		status = sp_indexed_take(indexed, i, room, &taken, err);
		if (!status)
			status = copy_values(&taken, first, count, values,
					     err);
	}
	sp_frame_room_free(room);
	return status;
}

enum sp_status
sp_joint_score(struct sp_joint_input *input, const char *name,
	       const struct sp_basis *basis, uint64_t first, uint64_t count,
	       double *values, struct sp_error *err)
{
	const struct sp_joint_score *score = find_score(input, name);
	const char *path = input->files->path;

	if (!score)
		return sp_fail(err, SP_DATA, "%s: there is no score \"%s\"",
			       path, name);
	if (!sp_fingerprint_equal(&score->basis.graph, &basis->graph) &&
	    !sp_fingerprint_equal(&score->basis.origin, &basis->origin))
		return sp_fail(err, SP_DATA, "%s: the score \"%s\" is of "
			       "another graph", path, name);
	if (score->basis.graph.pages < first ||
	    score->basis.graph.pages - first < count)
		return sp_fail(err, SP_DATA, "%s: the score \"%s\" has fewer "
			       "pages", path, name);
	if (read_score(input->files->indexed, score, first, count, values,
		       err))
		return sp_fail_in(err, path);
	return SP_OK;
}

bool
sp_joint_has_section(const struct sp_joint_input *input, uint32_t tag)
{
	for (uint64_t i = 0; i < input->file_count; i++) {
		const struct sp_indexed *indexed = input->files[i].indexed;
		uint64_t frames = sp_indexed_frames(indexed);

		for (uint64_t k = 0; k < frames; k++)
			if (sp_indexed_entry(indexed, k)->tag == tag)
				return true;
	}
	return false;
}

const struct sp_basis *
sp_joint_score_basis(const struct sp_joint_input *input, const char *name)
{
	const struct sp_joint_score *score = find_score(input, name);

	return score ? &score->basis : NULL;
}
