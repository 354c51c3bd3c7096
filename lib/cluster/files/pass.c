/* SPDX-License-Identifier: MIT */
/*
 * Sections that pass on are copied frame by frame, as they are stored, by all
 * processes: each copies those that begin within its part of the bytes.  So the
 * work is divided evenly, however the sections are, and the order of the frames
 * in the output is that of the input, because processes write in their order.
 *
 * What a plain filter checks while a section passes is divided, too: frames are
 * verified by the process that copies them; heads, tails and counts by every
 * process from the index and the heads alone (pass_choose()), which costs a
 * read of one small frame for each section.  What shows only in a section as a
 * whole, process 0 checks before (sp_joint_check_file()).
 */
#include "cluster/files/write.h"

#include "base/memory.h"
#include "cluster/files/input.h"
#include "cluster/files/run.h"
#include "stream/section/fields.h"
#include "stream/section/names.h"
#include "stream/section/weights.h"

#include <stdlib.h>

/* Frames first .. last of a section that passes. */
struct piece {
	uint64_t first, last;
};

struct passing {
	const struct sp_joint_input *input;
	const struct sp_indexed *indexed;
	const struct sp_basis *basis; /* of the file: of a part, its own */
	const struct sp_load_options *options;
	struct sp_frame_room *room;
	struct piece *pieces;
	uint64_t count, capacity;
	uint64_t bytes;          /* of all pieces */
	uint64_t from, end;      /* bytes of these that this process writes */
};

/* ---- what passes ------------------------------------------------------ */

/*
 * How many items a section must have that is passed on by frames, which its
 * tail counts; or NULL.  A score is compared with its own basis when the file
 * is opened.
 */
static const uint64_t *
items_of(const struct passing *passing, uint32_t tag)
{
	const struct sp_basis *basis = passing->basis;

	if (!passing->input->files->has_graph)
		return NULL;
	if (tag == SP_TAG_NAMES)
		return &basis->graph.pages;
	return tag == SP_TAG_WEIGHTS ? &basis->graph.links : NULL;
}

/*
 * Does the section belong to the graph?  A result of the origin of this graph
 * belongs to it as well: links may have been pruned since.
 */
static enum sp_status
pass_check_section(const struct passing *passing, const struct piece *piece,
		   const struct sp_taken *head, struct sp_error *err)
{
	const struct sp_indexed *indexed = passing->indexed;
	const struct sp_basis *own = passing->basis;
	const uint64_t *items = items_of(passing, head->frame.tag);
	struct sp_basis basis;
	const char *wrong;

	if (items && sp_indexed_entry(indexed, piece->last)->first != *items)
		return sp_indexed_bad(indexed, piece->last, err, "%" PRIu64
				      " items, not %" PRIu64 " as the graph "
				      "needs",
				      sp_indexed_entry(indexed, piece->last)
					      ->first, *items);
	if (!sp_section_has_basis(head->frame.tag))
		return SP_OK;
	if (head->frame.raw < SP_BASIS)
		return sp_indexed_bad(indexed, piece->first, err,
				      "the head is too short");
	basis = sp_basis_load(head->payload);
	wrong = sp_basis_fault(&basis);
	if (wrong)
		return sp_indexed_bad(indexed, piece->first, err, "%s", wrong);
	if (!passing->input->files->has_graph ||
	    sp_fingerprint_equal(&basis.graph, &own->graph))
		return SP_OK;
	/* Pruning removes weights, too. */
	if (head->frame.tag != SP_TAG_WEIGHTS &&
	    sp_fingerprint_equal(&basis.origin, &own->origin))
		return SP_OK;
	return sp_indexed_bad(indexed, piece->first, err,
			      "of another graph than this one");
}

static enum sp_status
pass_add_piece(struct passing *passing, const struct piece *piece,
	       struct sp_error *err)
{
	if (!sp_grow(&passing->pieces, &passing->capacity, passing->count + 1))
		return sp_no_memory(err, "the sections that pass");
	passing->pieces[passing->count++] = *piece;
	for (uint64_t i = piece->first; i <= piece->last; i++)
		passing->bytes += sp_indexed_size(passing->indexed, i);
	return SP_OK;
}

/*
 * Each section ends with its tail, which the index has verified to exist, so
 * the inner loop ends.
 */
static enum sp_status
pass_choose(struct passing *passing, struct sp_error *err)
{
	const struct sp_indexed *indexed = passing->indexed;
	uint64_t frames = sp_indexed_frames(indexed);
	struct piece piece = { 0, 0 };
	enum sp_status status = SP_OK;

	for (; !status && piece.first < frames; piece.first = ++piece.last) {
		enum sp_section_fate fate;
		struct sp_taken head;

		while (!(sp_indexed_entry(indexed, piece.last)->flags &
			 SP_FRAME_TAIL))
			piece.last++;
		if (sp_indexed_take(indexed, piece.first, passing->room, &head,
				    err))
			return err->status;
		fate = sp_section_fate(passing->options, &head.frame,
				       head.payload);
		if (fate == SP_SECTION_REFUSED)
			return sp_indexed_bad(indexed, piece.first, err,
					      "unknown section that must not "
					      "be ignored");
		status = pass_check_section(passing, &piece, &head, err);
		if (!status && fate == SP_SECTION_PASSES)
			status = pass_add_piece(passing, &piece, err);
	}
	return status;
}

/* ---- passing ---------------------------------------------------------- */

static enum sp_status
pass_frame(const struct passing *passing, uint64_t number,
	   struct sp_writer *writer, struct sp_error *err)
{
	const char *wrong;
	struct sp_taken taken;
	enum sp_status status = sp_indexed_take(passing->indexed, number,
						passing->room, &taken, err);

	if (status)
		return status;
	wrong = taken.frame.flags & (SP_FRAME_HEAD | SP_FRAME_TAIL) ?
			sp_section_end_fault(&taken.frame) :
			sp_section_data_fault(&taken.frame, taken.payload);
	if (wrong)
		return sp_indexed_bad(passing->indexed, number, err, "%s",
				      wrong);
	return sp_writer_pass(writer, &taken.frame, taken.stored,
			      sp_indexed_features(passing->indexed), err);
}

/* A frame is of the process among whose bytes it begins. */
static enum sp_status
produce_frames(void *context, struct sp_writer *writer, struct sp_error *err)
{
	const struct passing *passing = context;
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	for (uint64_t k = 0; k < passing->count; k++) {
		const struct piece *piece = &passing->pieces[k];

		for (uint64_t i = piece->first;
		     !status && i <= piece->last && at < passing->end; i++) {
			if (at >= passing->from)
				status = pass_frame(passing, i, writer, err);
			at += sp_indexed_size(passing->indexed, i);
		}
	}
	return status;
}

/*
 * The bytes before those of process k, of size.  Computed so that bytes * k
 * does not overflow.
 */
static uint64_t
pass_bytes_before(uint64_t bytes, unsigned k, unsigned size)
{
	return bytes / size * k + bytes % size * k / size;
}

/*
 * The features are those of the input: frames are copied as they are stored, so
 * the output must promise the same.
 */
static enum sp_status
pass_file(struct sp_joint_writer *writer, struct passing *passing,
	  struct sp_error *err)
{
	struct sp_team *team = sp_joint_team(writer);
	uint32_t features = sp_indexed_features(passing->indexed);
	enum sp_status status;

	passing->room = sp_frame_room_new();
	if (!passing->room)
		return sp_no_memory(err, "a frame");
	/* As sp_load() does: only links are in parts. */
	if (passing->options->links_change ||
	    passing->options->drop & SP_SECTION_GRAPH)
		features &= ~(uint32_t)SP_FEATURE_SPLIT;
	sp_joint_features(writer, features);
	status = pass_choose(passing, err);
	passing->from = pass_bytes_before(passing->bytes, team->rank,
					  team->size);
	passing->end =
		pass_bytes_before(passing->bytes, team->rank + 1, team->size);
	if (!status && !team->rank && !passing->input->parts)
		status = sp_joint_check_file(passing->input->files,
					     passing->basis, passing->options,
					     err);
	/* So that only one process says what is wrong. */
	if (!status)
		status = sp_team_wait(team, err);
	if (!status)
		status = sp_joint_run(writer, produce_frames, passing, err);
	free(passing->pieces);
	sp_frame_room_free(passing->room);
	return status;
}

enum sp_status
sp_joint_pass(struct sp_joint_writer *writer, struct sp_joint_input *input,
	      const struct sp_load_options *options, struct sp_error *err)
{
	const struct sp_joint_file *file = input->files;
	struct sp_load_options only = *options;
	struct passing passing = { .input = input, .indexed = file->indexed,
				   .basis = input->parts ? &file->basis :
							   &input->basis,
				   .options = options };

	if (input->parts) {
		if (!(options->drop & SP_SECTION_GRAPH))
			return sp_fail(err, SP_DATA, "the links of a graph "
				       "in parts are not passed on: write the "
				       "results only (-R)");
		/* What else a part has is not of the whole. */
		only.drop |= ~(unsigned)SP_SECTION_PROVENANCE;
		passing.options = &only;
	}
	if (pass_file(writer, &passing, err))
		return sp_joint_lost(writer) ?
			       err->status :
			       sp_fail_in(err, file->path);
	return SP_OK;
}
