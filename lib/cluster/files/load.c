/* SPDX-License-Identifier: MIT */
/*
 * Small sections are loaded by making a stream of them in memory and reading
 * that with the loader of plain filters: so all checks of sections are in one
 * place.  Frames are copied as they are stored; the writer passes them on
 * without unpacking.
 *
 * Parts have the states and fetches of their own pages.  These are joined, and
 * read from a stream that is made of them, as if it had been the input.
 */
#include "cluster/files/read.h"

#include "base/memory.h"
#include "cluster/files/input.h"
#include "stream/section/part_crawl.h"

#include <stdlib.h>
#include <string.h>

/* A stream of the sections that are wanted, and of nothing else. */
struct excerpt {
	uint8_t *bytes;
	uint64_t size, capacity, read;
};

static enum sp_status
load_put_bytes(void *context, const void *bytes, size_t size,
	       struct sp_error *err)
{
	struct excerpt *excerpt = context;

	if (!sp_grow(&excerpt->bytes, &excerpt->capacity, excerpt->size + size))
		return sp_no_memory(err, "sections of the input");
	memcpy(excerpt->bytes + excerpt->size, bytes, size);
	excerpt->size += size;
	return SP_OK;
}

static enum sp_status
load_get_bytes(void *context, void *buffer, size_t size, size_t *got,
	       struct sp_error *err)
{
	struct excerpt *excerpt = context;
	uint64_t left = excerpt->size - excerpt->read;

	(void)err;
	*got = size < left ? size : (size_t)left;
	if (*got)
		memcpy(buffer, excerpt->bytes + excerpt->read, *got);
	excerpt->read += *got;
	return SP_OK;
}

/*
 * Copies the sections that are not dropped, frame by frame.  Only the head of a
 * section decides; frames of a section that is dropped are not read from the
 * file at all.
 */
static enum sp_status
copy_sections(const struct sp_indexed *indexed,
	      const struct sp_load_options *options,
	      struct sp_frame_room *room, struct sp_writer *writer,
	      struct sp_error *err)
{
	uint64_t frames = sp_indexed_frames(indexed);
	bool wanted = false;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < frames; i++) {
		const struct sp_entry *entry = sp_indexed_entry(indexed, i);
		struct sp_taken taken;

		/* Of others not even a frame is read. */
		if (!(entry->flags & SP_FRAME_HEAD) && !wanted)
			continue;
		status = sp_indexed_take(indexed, i, room, &taken, err);
		if (status)
			return status;
		if (entry->flags & SP_FRAME_HEAD)
			wanted = sp_section_fate(options, &taken.frame,
						 taken.payload) ==
				 SP_SECTION_PASSES;
		if (wanted)
			status = sp_writer_pass(writer, &taken.frame,
						taken.stored,
						sp_indexed_features(indexed),
						err);
	}
	return status ? status : sp_writer_end(writer, err);
}

static enum sp_status
make_excerpt(const struct sp_indexed *indexed, unsigned want,
	     struct excerpt *excerpt, struct sp_error *err)
{
	const struct sp_load_options options = { .drop = ~want };
	const struct sp_writer_options plain = { .threads = 1 };
	struct sp_output output = { excerpt, load_put_bytes };
	struct sp_writer *writer = sp_writer_new(&output, &plain);
	struct sp_frame_room *room = sp_frame_room_new();
	enum sp_status status;

	if (writer && room)
		status = copy_sections(indexed, &options, room, writer, err);
	else
		status = sp_no_memory(err, "sections of the input");
	sp_frame_room_free(room);
	sp_writer_free(writer);
	return status;
}

static enum sp_status
load_excerpt(struct excerpt *excerpt, unsigned want,
	     struct sp_contents *contents, struct sp_error *err)
{
	struct sp_input source = { .context = excerpt,
				   .read = load_get_bytes };
	struct sp_load_options options = { .want = want };
	struct sp_reader *reader = sp_reader_new(&source);
	enum sp_status status = reader ?
		sp_load(reader, &options, contents, err) :
		sp_no_memory(err, "sections of the input");

	sp_reader_free(reader);
	return status;
}

enum sp_status
sp_joint_load_file(const struct sp_joint_file *file,
		   const struct sp_basis *basis, unsigned want,
		   struct sp_contents *contents, struct sp_error *err)
{
	struct excerpt excerpt = { .size = 0 };
	enum sp_status status = make_excerpt(file->indexed, want, &excerpt,
					     err);

	contents->has_basis = file->has_graph;
	contents->basis = *basis;
	if (!status)
		status = load_excerpt(&excerpt, want, contents, err);
	free(excerpt.bytes);
	return status ? sp_fail_in(err, file->path) : SP_OK;
}

/* ---- parts ------------------------------------------------------------ */

static enum sp_status
load_part_crawl(const struct sp_joint_input *input, uint64_t number,
		unsigned want, struct sp_joined_crawl *joined,
		struct sp_error *err)
{
	const struct sp_joint_file *file = &input->files[number];
	const struct sp_part own = { .pages = input->basis.graph.pages,
				     .first = file->first, .end = file->end };
	struct sp_contents contents = { 0 };
	enum sp_status status = sp_joint_load_file(file, &file->basis, want,
						   &contents, err);

	if (!status && sp_join_crawl(joined, &own, &contents, err))
		status = sp_fail_in(err, file->path);
	sp_contents_free(&contents);
	return status;
}

static enum sp_status
save_joined(const struct sp_joint_input *input,
	    const struct sp_joined_crawl *joined, struct excerpt *excerpt,
	    struct sp_error *err)
{
	const struct sp_writer_options plain = { .threads = 1 };
	struct sp_output output = { excerpt, load_put_bytes };
	struct sp_writer *writer = sp_writer_new(&output, &plain);
	enum sp_status status = writer ?
		sp_save_part_crawl(NULL, &joined->states, &joined->fetches,
				   &input->basis, writer, err) :
		sp_no_memory(err, "sections of the input");

	if (!status)
		status = sp_writer_end(writer, err);
	sp_writer_free(writer);
	return status;
}

static enum sp_status
load_parts(const struct sp_joint_input *input, unsigned want,
	   struct sp_contents *contents, struct sp_error *err)
{
	struct sp_joined_crawl joined = { .parts = 0 };
	struct excerpt excerpt = { .size = 0 };
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < input->file_count; i++)
		status = load_part_crawl(input, i, want, &joined, err);
	if (!status)
		status = save_joined(input, &joined, &excerpt, err);
	sp_joined_crawl_free(&joined);
	contents->has_basis = true;
	contents->basis = input->basis;
	if (!status)
		status = load_excerpt(&excerpt, want, contents, err);
	free(excerpt.bytes);
	return status;
}

enum sp_status
sp_joint_load(struct sp_joint_input *input, unsigned want,
	      struct sp_contents *contents, struct sp_error *err)
{
	if (!input->parts)
		return sp_joint_load_file(&input->files[0], &input->basis,
					  want, contents, err);
	want &= SP_SECTION_STATES | SP_SECTION_FETCHES;
	return want ? load_parts(input, want, contents, err) : SP_OK;
}
