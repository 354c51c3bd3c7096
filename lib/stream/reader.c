/* SPDX-License-Identifier: MIT */
/*
 * Gives out frames one by one, each with a verified header, and payloads when
 * they are asked for, or passed over.  In both cases the payload is verified
 * before the next frame, so a stream is valid as a whole or not at all,
 * whatever the caller looks at.
 *
 * At the end four things are compared: the number of frames, the bytes of all
 * payloads, the chain of header hashes, and the index, if there is one.  The
 * index is not kept but hashed: once as the stream has it, and once as it
 * should be.
 *
 * With threads, an sp_ahead takes the place of the intake when the stream is
 * not short; this file does not know the difference except for where a payload
 * comes from.
 */
#include "stream/ahead.h"
#include "stream/intake.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sp_reader {
	struct sp_intake intake;
	struct sp_place place;    /* the current frame */
	int threads;              /* to be started to read ahead; 0: none */
	uint64_t ahead_after;     /* bytes of the stream */
	struct sp_ahead *ahead;   /* reads the intake, if not NULL */
	struct sp_zstd *zstd;
	uint8_t *stored, *raw;    /* what frames so far have needed */
	uint64_t stored_room, raw_room;
	const uint8_t *stored_at; /* stored payload of this frame */
	bool pending;             /* its payload has not been read */
	uint64_t frames, raw_bytes;
	uint64_t index_at;        /* 0: there was none so far */
	struct sp_hasher *entries; /* the index that fits the frames */
	struct sp_hasher *index;  /* the index of the stream */
};

struct sp_reader *
sp_reader_new(const struct sp_input *input)
{
	struct sp_reader *reader = sp_alloc_zero(1, sizeof(*reader));
	bool begun;

	if (!reader)
		return NULL;
	begun = sp_intake_begin(&reader->intake, input);
	reader->entries = sp_hasher_new();
	reader->index = sp_hasher_new();
	if (!begun || !reader->entries || !reader->index) {
		sp_reader_free(reader);
		return NULL;
	}
	return reader;
}

void
sp_reader_ahead(struct sp_reader *reader, int threads, uint64_t after)
{
	reader->threads = threads;
	reader->ahead_after = after;
}

void
sp_reader_free(struct sp_reader *reader)
{
	if (!reader)
		return;
	sp_ahead_free(reader->ahead);
	sp_intake_end(&reader->intake);
	sp_hasher_free(reader->entries);
	sp_hasher_free(reader->index);
	sp_zstd_free(reader->zstd);
	free(reader->stored);
	free(reader->raw);
	free(reader);
}

uint32_t
sp_reader_features(const struct sp_reader *reader)
{
	return reader->intake.features;
}

uint64_t
sp_reader_bytes(const struct sp_reader *reader)
{
	return reader->intake.consumed;
}

enum sp_status
sp_reader_bad(const struct sp_reader *reader, struct sp_error *err,
	      const char *format, ...)
{
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return sp_place_bad(&reader->place, err, "%s", what);
}

/* ---- payloads --------------------------------------------------------- */

static enum sp_status
decompress(struct sp_reader *reader, uint8_t *to, struct sp_error *err)
{
	enum sp_status status;

	if (!reader->zstd)
		reader->zstd = sp_zstd_new();
	if (!reader->zstd ||
	    !sp_grow(&reader->stored, &reader->stored_room,
		     reader->place.frame.stored))
		return sp_no_memory(err, "a frame");
	status = sp_intake_payload(&reader->intake, &reader->place,
				   reader->stored, err);
	reader->stored_at = reader->stored;
	return status ? status :
			sp_place_unpack(&reader->place, reader->zstd,
					reader->stored, to, err);
}

/*
 * A payload that is not compressed is read straight to where the caller wants
 * it: links go from the pipe into the graph without a copy.  With threads it is
 * copied, which costs less than decompressing it here.
 */
enum sp_status
sp_reader_payload_to(struct sp_reader *reader, uint8_t *payload,
		     struct sp_error *err)
{
	reader->pending = false;
	if (reader->ahead) {
		const uint8_t *verified;
		enum sp_status status = sp_ahead_payload(
			reader->ahead, &verified, &reader->stored_at, err);

		if (!status)
			memcpy(payload, verified, reader->place.frame.raw);
		return status;
	}
	if (reader->place.frame.flags & SP_FRAME_PACKED)
		return decompress(reader, payload, err);
	reader->stored_at = payload;
	return sp_intake_payload(&reader->intake, &reader->place, payload,
				 err);
}

enum sp_status
sp_reader_payload(struct sp_reader *reader, const uint8_t **payload,
		  struct sp_error *err)
{
	if (reader->ahead) {
		reader->pending = false;
		return sp_ahead_payload(reader->ahead, payload,
					&reader->stored_at, err);
	}
	if (!sp_grow(&reader->raw, &reader->raw_room, reader->place.frame.raw))
		return sp_no_memory(err, "a frame");
	*payload = reader->raw;
	return sp_reader_payload_to(reader, reader->raw, err);
}

const uint8_t *
sp_reader_stored(const struct sp_reader *reader)
{
	return reader->stored_at;
}

/* ---- frames ----------------------------------------------------------- */

/*
 * Adds the frame to the index that the stream ought to have.  Only its hash is
 * kept, so memory does not grow with the number of frames.
 *
 * Offsets are included, so an index that belongs to another file, or to bytes
 * that were moved, does not fit.
 */
static void
reader_note_entry(struct sp_reader *reader)
{
	const struct sp_frame *frame = &reader->place.frame;
	struct sp_entry entry = { reader->place.at, frame->tag, frame->flags,
				  frame->first, frame->count };
	uint8_t bytes[SP_INDEX_ENTRY];

	sp_entry_store(bytes, &entry);
	sp_hasher_add(reader->entries, bytes, sizeof(bytes));
}

/*
 * Callers never see the index; it is verified here.
 *
 * An index of many frames may come in several; all of its bytes go into one
 * hash.
 */
static enum sp_status
read_frame_index(struct sp_reader *reader, struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;

	/* The end frame points to one index, which may be several frames. */
	if (reader->index_at && reader->place.frame.flags & SP_FRAME_HEAD)
		return sp_reader_bad(reader, err, "a second index");
	if (!reader->index_at)
		reader->index_at = reader->place.at;
	status = sp_reader_payload(reader, &payload, err);
	if (status)
		return status;
	/* A frame is at most 1 MiB, so the product is far from wrapping. */
	if (reader->place.frame.count > SP_FRAME_MAX ||
	    reader->place.frame.raw !=
		    reader->place.frame.count * SP_INDEX_ENTRY)
		return sp_reader_bad(reader, err,
				     "the size does not match the count");
	sp_hasher_add(reader->index, payload, reader->place.frame.raw);
	return SP_OK;
}

/*
 * The chain does not include the end frame itself.  After it the input must
 * end: a stream that was appended to another with cat would otherwise be lost
 * without a word.
 */
static enum sp_status
read_end(struct sp_reader *reader, struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status = sp_reader_payload(reader, &payload, err);

	if (status)
		return status;
	/* It is a section by itself, without items. */
	if (reader->place.frame.flags != (SP_FRAME_HEAD | SP_FRAME_TAIL) ||
	    reader->place.frame.count)
		return sp_reader_bad(reader, err, "an end frame with other "
				     "flags or counts than it must have");
	if (reader->place.frame.raw != SP_END_PAYLOAD ||
	    sp_load64(payload) != reader->frames ||
	    sp_load64(payload + 8) != reader->raw_bytes ||
	    !sp_sum_fits(reader->place.chain, sp_load64(payload + 16)))
		return sp_reader_bad(reader, err, "counts or checksum of the "
				     "stream do not match: frames are "
				     "missing, duplicated or damaged");
	if (sp_load64(payload + 24) != reader->index_at ||
	    (reader->index_at &&
	     !sp_sum_fits(sp_hasher_value(reader->index),
			  sp_hasher_value(reader->entries))))
		return sp_reader_bad(reader, err, "the frame index does not "
				     "match the frames");
	/* Threads that read ahead have stopped at the end frame. */
	return sp_intake_nothing_more(&reader->intake, err);
}

/*
 * Reads the next header, or takes it from the threads.
 *
 * Started late, so that short streams start no threads; what was buffered by
 * the intake until then is used by the first of them.
 */
static enum sp_status
next_place(struct sp_reader *reader, struct sp_error *err)
{
	if (reader->threads && reader->intake.consumed >= reader->ahead_after) {
		reader->ahead = sp_ahead_new(&reader->intake, reader->threads);
		/* Without threads it is only slower. */
		reader->threads = 0;
	}
	if (reader->ahead)
		return sp_ahead_next(reader->ahead, &reader->place, err);
	return sp_intake_header(&reader->intake, &reader->place, err);
}

/*
 * The end frame is returned like others; the index is not, since it is about
 * the stream and not part of its contents.
 */
enum sp_status
sp_reader_next(struct sp_reader *reader, struct sp_frame *frame,
	       struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;

	for (;;) {
		/*
		 * A payload that the caller skipped is verified all the same: a
		 * stream is valid as a whole or not at all.
		 */
		if (reader->pending) {
			status = sp_reader_payload(reader, &payload, err);
			if (status)
				return status;
		}
		status = next_place(reader, err);
		if (status)
			return status;
		reader->pending = true;
		*frame = reader->place.frame;
		if (frame->tag == SP_TAG_END)
			return read_end(reader, err);
		if (frame->tag != SP_TAG_INDEX)
			reader_note_entry(reader);
		else if ((status = read_frame_index(reader, err)))
			return status;
		reader->frames++;
		reader->raw_bytes += frame->raw;
		if (frame->tag != SP_TAG_INDEX)
			return SP_OK;
	}
}
