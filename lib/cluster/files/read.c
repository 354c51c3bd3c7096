/* SPDX-License-Identifier: MIT */
/*
 * Opening reads the index and a few frames that say what there is: head and
 * tail of the graph, heads of scores.  Every process does this by itself, from
 * the same file; that all of them have read the same is checked when the share
 * is made.
 *
 * Only files are read, since processes read at places of their own; a pipe has
 * one reader.
 */
#include "cluster/files/read.h"

#include "base/memory.h"
#include "cluster/files/input.h"
#include "graph/codec.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is in a file ------------------------------------------------ */

/*
 * The head and the tail of the graph, which say which it is.  The checks are
 * those that the loader of the section makes, as far as head and tail allow.
 * What the blocks hold is verified when they are decoded.
 */
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
		return sp_indexed_bad(file->indexed, head, err, "%" PRIu64 " "
				      "pages: more than %" PRIu64 " are not "
				      "supported", pages, SP_PAGES_MAX);
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

/*
 * SP_DIFFERENT_NAMES bounds the comparisons, which grow with the square of the
 * number of names.
 */
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
		     input->score_count + 1))
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

/* Its tag says so; what else decides about sections does not matter here. */
static bool
read_is_refused(uint32_t tag)
{
	const struct sp_load_options any = { .want = 0 };
	const struct sp_frame frame = { .tag = tag };

	return sp_section_fate(&any, &frame, NULL) == SP_SECTION_REFUSED;
}

/*
 * Scores of a part are those of the part and not of the whole graph, so they
 * are not noted.
 */
static enum sp_status
note_sections(struct sp_joint_input *input, struct sp_joint_file *file,
	      struct sp_error *err)
{
	struct sp_frame_room *room = sp_frame_room_new();
	uint64_t frames = sp_indexed_frames(file->indexed), tail;
	enum sp_status status = SP_OK;
	bool weights = false;

	if (!room)
		return sp_no_memory(err, "a frame");
	for (uint64_t i = 0; !status && i < frames; i = tail + 1) {
		uint32_t tag = sp_indexed_entry(file->indexed, i)->tag;

		tail = section_tail(file->indexed, i);
		if (read_is_refused(tag))
			status = sp_indexed_bad(file->indexed, i, err,
						"unknown section that must "
						"not be ignored");
		else if (tag == SP_TAG_GRAPH)
			status = note_graph(file, i, tail, room, err);
		else if (tag == SP_TAG_SCORES && !input->parts)
			status = note_score(input, file, i, tail, room, err);
		else if (tag == SP_TAG_WEIGHTS && !file->weighted)
			status = sp_indexed_bad(file->indexed, i, err,
						"weights without a graph "
						"before them that has some");
		weights |= tag == SP_TAG_WEIGHTS;
	}
	sp_frame_room_free(room);
	if (!status && file->weighted && !weights)
		status = sp_fail(err, SP_DATA, "the graph promises weights of "
				 "its links, and the stream has none");
	return status;
}

/* ---- opening ---------------------------------------------------------- */

/*
 * O_NONBLOCK does nothing to a regular file, and what is none is refused by
 * sp_indexed_new().
 */
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

static void
close_joint_file(struct sp_joint_file *file)
{
	sp_indexed_free(file->indexed);
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
}

/* Without a graph, the first score says which graph the stream is about. */
static enum sp_status
read_open_stream(struct sp_joint_input *input, const char *path,
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
sp_joint_open(struct sp_team *team, const char *path, bool trust_paths,
	      struct sp_joint_input **opened, struct sp_error *err)
{
	struct sp_joint_input *input = sp_alloc_zero(1, sizeof(*input));
	enum sp_status status;

	*opened = NULL;
	if (!input)
		return sp_no_memory(err, "the input");
	input->team = team;
	input->trust_paths = trust_paths;
	status = read_open_stream(input, path, err);
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
		close_joint_file(&input->files[i]);
	free(input->files);
	free(input->scores);
	free(input);
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

/* ---- scores ----------------------------------------------------------- */

const char *
sp_joint_only_score(const struct sp_joint_input *input, uint64_t *count)
{
	*count = input->score_count;
	return *count == 1 ? input->scores->name : NULL;
}

/*
 * Copies what a frame has of the values first .. first + count - 1.  Values are
 * little-endian in the stream, at any alignment.
 */
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
			return sp_fail(err, SP_DATA, "the value of page "
				       "%" PRIu64 " is infinite or not a "
				       "number", page);
		values[page - first] = value;
	}
	return SP_OK;
}

/*
 * The index says which pages a frame has, so a process reads only frames that
 * overlap its range.
 */
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
