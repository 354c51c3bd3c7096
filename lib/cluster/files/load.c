/* SPDX-License-Identifier: MIT */
/*
 * Small sections are loaded by making a stream of them in memory and reading
 * that with the loader of plain filters: so all checks of sections are in one
 * place.  Frames are copied as they are stored; the writer passes them on
 * without unpacking.
 */
#include "cluster/files/read.h"

#include "base/memory.h"
#include "cluster/files/input.h"

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

enum sp_status
sp_joint_load(struct sp_joint_input *input, unsigned want,
	      struct sp_contents *contents, struct sp_error *err)
{
	struct excerpt excerpt = { .size = 0 };
	struct sp_input source = { .context = &excerpt,
				   .read = load_get_bytes };
	struct sp_load_options options = { 0 };
	struct sp_reader *reader;
	enum sp_status status;

	/* Only these are those of the whole graph in each part. */
	if (input->parts)
		want &= SP_SECTION_STATES | SP_SECTION_FETCHES;
	if (!want)
		return SP_OK;
	contents->has_basis = input->files->has_graph;
	contents->basis = input->parts ? input->files->basis : input->basis;
	options.want = want;
	status = make_excerpt(input->files->indexed, want, &excerpt, err);
	if (!status) {
		reader = sp_reader_new(&source);
		status = reader ? sp_load(reader, &options, contents, err) :
				  sp_no_memory(err, "sections of the input");
		sp_reader_free(reader);
	}
	free(excerpt.bytes);
	return status ? sp_fail_in(err, input->files->path) : SP_OK;
}
