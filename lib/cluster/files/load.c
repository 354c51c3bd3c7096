/* SPDX-License-Identifier: MIT */
/*
 * Small sections are loaded by making a stream of them and reading that with
 * the loader of plain filters: so all checks of sections are in one place.  The
 * stream is made frame by frame, as the loader asks for it, and frames are
 * copied as they are stored; the writer passes them on without unpacking.
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

/* A stream of some sections of a file, of which a frame is there at a time. */
struct excerpt {
	const struct sp_indexed *indexed;
	const struct sp_load_options *of; /* its sections: those that pass */
	struct sp_frame_room *room;
	struct sp_writer *writer;
	uint64_t frame, next;    /* the one that is there, and the next one */
	bool wanted;             /* is the section at the next frame in it? */
	bool complete;           /* nothing follows what is there */
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
excerpt_open(struct excerpt *excerpt, struct sp_error *err)
{
	const struct sp_writer_options plain = { .threads = 1 };
	struct sp_output output = { excerpt, load_put_bytes };

	excerpt->writer = sp_writer_new(&output, &plain);
	excerpt->room = sp_frame_room_new();
	return excerpt->writer && excerpt->room ?
		       SP_OK : sp_no_memory(err, "sections of the input");
}

static void
excerpt_close(struct excerpt *excerpt)
{
	sp_writer_free(excerpt->writer);
	sp_frame_room_free(excerpt->room);
	free(excerpt->bytes);
}

/*
 * Only the head of a section decides whether it is in it; the other frames of a
 * section that is not are not read from the file at all.
 */
static enum sp_status
put_next_frame(struct excerpt *excerpt, struct sp_error *err)
{
	const struct sp_indexed *indexed = excerpt->indexed;
	struct sp_taken taken;
	bool head;

	if (excerpt->next == sp_indexed_frames(indexed)) {
		excerpt->complete = true;
		return sp_writer_end(excerpt->writer, err);
	}
	excerpt->frame = excerpt->next++;
	head = sp_indexed_entry(indexed, excerpt->frame)->flags & SP_FRAME_HEAD;
	if (!head && !excerpt->wanted)
		return SP_OK;
	if (sp_indexed_take(indexed, excerpt->frame, excerpt->room, &taken,
			    err))
		return err->status;
	if (head)
		excerpt->wanted = sp_section_fate(excerpt->of, &taken.frame,
						  taken.payload) ==
				  SP_SECTION_PASSES;
	return excerpt->wanted ?
		       sp_writer_pass(excerpt->writer, &taken.frame,
				      taken.stored,
				      sp_indexed_features(indexed), err) :
		       SP_OK;
}

static enum sp_status
load_get_bytes(void *context, void *buffer, size_t size, size_t *got,
	       struct sp_error *err)
{
	struct excerpt *excerpt = context;
	uint64_t left;

	while (excerpt->read == excerpt->size && !excerpt->complete) {
		excerpt->read = excerpt->size = 0;
		if (put_next_frame(excerpt, err))
			return err->status;
	}
	left = excerpt->size - excerpt->read;
	*got = size < left ? size : (size_t)left;
	if (*got)
		memcpy(buffer, excerpt->bytes + excerpt->read, *got);
	excerpt->read += *got;
	return SP_OK;
}

/* Messages are about the file. */
static void
load_place(void *context, uint64_t *frame, uint64_t *at)
{
	const struct excerpt *excerpt = context;

	*frame = excerpt->frame;
	*at = sp_indexed_entry(excerpt->indexed, excerpt->frame)->offset;
}

static enum sp_status
load_excerpt(struct excerpt *excerpt, unsigned want,
	     struct sp_contents *contents, struct sp_error *err)
{
	struct sp_input source = {
		.context = excerpt, .read = load_get_bytes,
		.place = excerpt->indexed ? load_place : NULL
	};
	struct sp_load_options options = { .want = want };
	struct sp_reader *reader = sp_reader_new(&source);
	enum sp_status status = reader ?
		sp_load(reader, &options, contents, err) :
		sp_no_memory(err, "sections of the input");

	sp_reader_free(reader);
	return status;
}

/* Loads what is wanted of the sections of a file that pass. */
static enum sp_status
load_from_file(const struct sp_joint_file *file, const struct sp_basis *basis,
	       const struct sp_load_options *of, unsigned want,
	       struct sp_contents *contents, struct sp_error *err)
{
	struct excerpt excerpt = { .indexed = file->indexed, .of = of };
	enum sp_status status = excerpt_open(&excerpt, err);

	contents->has_basis = file->has_graph;
	contents->basis = *basis;
	if (!status)
		status = load_excerpt(&excerpt, want, contents, err);
	excerpt_close(&excerpt);
	return status;
}

enum sp_status
sp_joint_load_file(const struct sp_joint_file *file,
		   const struct sp_basis *basis, unsigned want,
		   struct sp_contents *contents, struct sp_error *err)
{
	const struct sp_load_options of = { .drop = ~want };

	return load_from_file(file, basis, &of, want, contents, err) ?
		       sp_fail_in(err, file->path) : SP_OK;
}

/* The graph is what every process verifies of its own pages. */
enum sp_status
sp_joint_check_file(const struct sp_joint_file *file,
		    const struct sp_basis *basis,
		    const struct sp_load_options *passing,
		    struct sp_error *err)
{
	struct sp_load_options of = *passing;
	struct sp_contents contents = { 0 };
	enum sp_status status;

	of.drop |= SP_SECTION_GRAPH | SP_SECTION_FRAMES;
	of.dropped = NULL;
	status = load_from_file(file, basis, &of, 0, &contents, err);
	sp_contents_free(&contents);
	return status;
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

/* Writes an excerpt that is complete. */
static enum sp_status
save_joined(const struct sp_joint_input *input,
	    const struct sp_joined_crawl *joined, struct excerpt *excerpt,
	    struct sp_error *err)
{
	enum sp_status status = excerpt_open(excerpt, err);

	if (!status)
		status = sp_save_part_crawl(NULL, &joined->states,
					    &joined->fetches, &input->basis,
					    excerpt->writer, err);
	excerpt->complete = true;
	return status ? status : sp_writer_end(excerpt->writer, err);
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
	excerpt_close(&excerpt);
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
