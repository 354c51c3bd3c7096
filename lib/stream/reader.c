/* SPDX-License-Identifier: MIT */
#include "stream/format.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "stream/split.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Three checksums build on each other.  Each header has its own, so that its
 * lengths can be used before the payload is read; it also holds that of its
 * payload; and the end frame holds the chain, a hash of the preamble and all
 * headers.  Since the headers include the payload checksums, the chain reveals
 * a frame that was lost, repeated or moved without hashing any payload twice.
 */

#define UNIT ((size_t)256 << 10) /* bytes of one read; fits an L2 cache */

struct sp_reader {
	struct sp_input input;
	uint8_t *buffer;          /* UNIT bytes */
	size_t at, filled;        /* unread bytes of it */
	uint64_t consumed;        /* bytes of the stream so far */
	struct sp_hasher *chain;  /* preamble and all headers */
	struct sp_zstd *zstd;
	uint8_t *stored, *raw;    /* SP_FRAME_MAX bytes each, when needed */
	const uint8_t *stored_at; /* stored payload of this frame */
	struct sp_frame frame;
	uint64_t frame_at;        /* the place of its header */
	bool pending;             /* its payload has not been read */
	uint64_t frames, raw_bytes;
	uint64_t next_item;       /* of the open section */
	bool open;                /* in a section */
	uint32_t features;        /* required */
	bool indexed;             /* the index has begun */
	uint64_t index_at;
	struct sp_hasher *entries; /* the index that fits the frames */
	struct sp_hasher *index;  /* the index of the stream */
};

struct sp_reader *
sp_reader_new(const struct sp_input *input)
{
	struct sp_reader *reader = sp_alloc_zero(1, sizeof(*reader));

	if (!reader)
		return NULL;
	reader->input = *input;
	reader->buffer = sp_alloc(UNIT, 1);
	reader->chain = sp_hasher_new();
	reader->entries = sp_hasher_new();
	reader->index = sp_hasher_new();
	if (!reader->buffer || !reader->chain || !reader->entries ||
	    !reader->index) {
		sp_reader_free(reader);
		return NULL;
	}
	return reader;
}

void
sp_reader_free(struct sp_reader *reader)
{
	if (!reader)
		return;
	sp_hasher_free(reader->chain);
	sp_hasher_free(reader->entries);
	sp_hasher_free(reader->index);
	sp_zstd_free(reader->zstd);
	free(reader->buffer);
	free(reader->stored);
	free(reader->raw);
	free(reader);
}

uint32_t
sp_reader_features(const struct sp_reader *reader)
{
	return reader->features;
}

uint64_t
sp_reader_bytes(const struct sp_reader *reader)
{
	return reader->consumed;
}

enum sp_status
sp_reader_bad(const struct sp_reader *reader, struct sp_error *err,
	      const char *format, ...)
{
	char what[256], tag[SP_TAG_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return sp_fail(err, SP_DATA, "frame %llu (%s) at byte %llu: %s",
		       (unsigned long long)reader->frames,
		       sp_tag_text(reader->frame.tag, tag),
		       (unsigned long long)reader->frame_at, what);
}

/* ---- bytes ------------------------------------------------------------ */

/*
 * Reads size bytes to a place, adding them to the hasher unless it is NULL,
 * while they are in the cache.  *got is less only at the end of the input.
 */
static enum sp_status
read_bytes(struct sp_reader *reader, uint8_t *to, size_t size,
	   struct sp_hasher *hasher, size_t *got, struct sp_error *err)
{
	size_t done = 0;

	while (done < size) {
		size_t left = size - done, step = 0;
		enum sp_status status = SP_OK;

		if (reader->at < reader->filled) {
			step = reader->filled - reader->at;
			step = step < left ? step : left;
			memcpy(to + done, reader->buffer + reader->at, step);
			reader->at += step;
		} else if (left >= UNIT) {
			/*
			 * Large payloads skip the buffer, in steps that are
			 * still in the cache when they are hashed.
			 */
			status = reader->input.read(reader->input.context,
						    to + done, UNIT, &step,
						    err);
		} else {
			reader->at = reader->filled = 0;
			status = reader->input.read(reader->input.context,
						    reader->buffer, UNIT,
						    &reader->filled, err);
			if (!status && reader->filled)
				continue;
		}
		if (status)
			return status;
		if (!step)
			break;
		if (hasher)
			sp_hasher_add(hasher, to + done, step);
		done += step;
	}
	reader->consumed += done;
	*got = done;
	return SP_OK;
}

/*
 * Not sp_reader_bad(): no frame is at fault, and what helps is the place where
 * the stream ends.
 */
static enum sp_status
cut_short(const struct sp_reader *reader, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "cut short: ends at byte %llu without "
		       "an end frame (its writer failed, or is not done: make "
		       "it again)", (unsigned long long)reader->consumed);
}

/* What begins like no stream: packed as a whole, or of another format. */
static enum sp_status
not_a_stream(const uint8_t *bytes, size_t size, struct sp_error *err)
{
	static const struct {
		const char *magic, *program;
	} packed[] = {
		{ "\x1f\x8b", "gzip" }, { "\x28\xb5\x2f\xfd", "zstd" },
		{ "\xfd\x37zXZ", "xz" }, { "BZh", "bzip2" }
	};

	for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
		const char *program = packed[i].program;
		size_t length = strlen(packed[i].magic);

		if (size >= length && !memcmp(bytes, packed[i].magic, length))
			return sp_fail(err, SP_DATA, "compressed with %s: "
				       "unpack a stream with %s -dc, import "
				       "other formats with graphimport",
				       program, program);
	}
	if (size >= 4 && !memcmp(bytes, "http", 4))
		return sp_fail(err, SP_DATA, "text that begins with a URL, "
			       "not a seedpipe stream (graphimport reads "
			       "links, --seeds of crawlorder a list of pages)");
	return sp_fail(err, SP_DATA, "not a seedpipe stream (use graphimport "
		       "for other formats)");
}

static enum sp_status
read_preamble(struct sp_reader *reader, struct sp_error *err)
{
	uint8_t bytes[SP_PREAMBLE];
	size_t got, known;
	unsigned version;
	enum sp_status status = read_bytes(reader, bytes, sizeof(bytes),
					   reader->chain, &got, err);

	if (status)
		return status;
	known = got < SP_MAGIC_SIZE ? got : SP_MAGIC_SIZE;
	if (!got)
		return sp_fail(err, SP_DATA,
			       "empty (expected a seedpipe stream)");
	/* Only a beginning of the magic makes a short file a cut stream. */
	if (memcmp(bytes, SP_MAGIC, known))
		return not_a_stream(bytes, got, err);
	if (got < sizeof(bytes))
		return cut_short(reader, err);
	version = bytes[8] | (unsigned)bytes[9] << 8;
	if (version != SP_VERSION_MAJOR)
		return sp_fail(err, SP_DATA, "stream of version %u, %s than "
			       "this program reads (%u): %s", version,
			       version < SP_VERSION_MAJOR ? "older" : "newer",
			       SP_VERSION_MAJOR, version < SP_VERSION_MAJOR ?
			       "make it again" : "update seedpipe");
	/*
	 * The minor version is ignored: it only announces optional sections
	 * and features.
	 */
	reader->features = sp_load32(bytes + 12);
	if (reader->features & ~(uint32_t)SP_FEATURES)
		return sp_fail(err, SP_DATA, "the stream requires features "
			       "0x%lx that this program does not support "
			       "(update seedpipe)",
			       (unsigned long)(reader->features &
					       ~(uint32_t)SP_FEATURES));
	return SP_OK;
}

/* ---- payloads --------------------------------------------------------- */

/* Reads the stored payload to a place; *sum is its checksum. */
static enum sp_status
read_stored(struct sp_reader *reader, uint8_t *to, uint64_t *sum,
	    struct sp_error *err)
{
	struct sp_hasher *hasher = sp_hasher_new();
	enum sp_status status;
	size_t got;

	if (!hasher)
		return sp_no_memory(err, "a frame");
	status = read_bytes(reader, to, reader->frame.stored, hasher, &got,
			    err);
	*sum = sp_hasher_value(hasher);
	sp_hasher_free(hasher);
	if (!status && got < reader->frame.stored)
		status = cut_short(reader, err);
	return status;
}

static bool
buffer_for_frame(uint8_t **buffer)
{
	if (!*buffer)
		*buffer = sp_alloc(SP_FRAME_MAX, 1);
	return *buffer;
}

static enum sp_status
decompress(struct sp_reader *reader, uint8_t *to, uint64_t *sum,
	   struct sp_error *err)
{
	const struct sp_frame *frame = &reader->frame;
	enum sp_status status;
	const char *wrong;

	if (!reader->zstd)
		reader->zstd = sp_zstd_new();
	if (!reader->zstd || !buffer_for_frame(&reader->stored))
		return sp_no_memory(err, "a frame");
	status = read_stored(reader, reader->stored, sum, err);
	if (status)
		return status;
	reader->stored_at = reader->stored;
	wrong = sp_frame_unpack(reader->zstd, frame, reader->stored, to);
	if (wrong)
		return sp_reader_bad(reader, err, "the compressed payload is "
				     "damaged (%s)", wrong);
	/*
	 * Replaces the sum of the stored bytes: the header has that of the
	 * uncompressed payload, which is the same however a filter compresses
	 * it.
	 */
	*sum = sp_hash(to, frame->raw);
	return SP_OK;
}

enum sp_status
sp_reader_payload_to(struct sp_reader *reader, uint8_t *payload,
		     struct sp_error *err)
{
	enum sp_status status;
	uint64_t sum;

	reader->pending = false;
	if (reader->frame.flags & SP_FRAME_PACKED) {
		status = decompress(reader, payload, &sum, err);
	} else {
		status = read_stored(reader, payload, &sum, err);
		reader->stored_at = payload;
	}
	if (!status && sum != reader->frame.checksum)
		status = sp_reader_bad(reader, err, "the payload is damaged "
				       "(wrong checksum; copy it again, or "
				       "make it again)");
	return status;
}

enum sp_status
sp_reader_payload(struct sp_reader *reader, const uint8_t **payload,
		  struct sp_error *err)
{
	if (!buffer_for_frame(&reader->raw))
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
 * What is wrong with a header whose checksum is right, or NULL.  Such a header
 * was written by a faulty or hostile program, or frames were moved.
 */
static const char *
header_fault(struct sp_reader *reader)
{
	const struct sp_frame *frame = &reader->frame;
	bool head = frame->flags & SP_FRAME_HEAD;

	if (frame->flags & ~(uint32_t)SP_FRAME_FLAGS)
		return "unknown flags";
	if (frame->flags & SP_FRAME_SPLIT &&
	    (frame->flags != SP_FRAME_SPLIT || frame->tag != SP_SPLIT_TAG ||
	     !(reader->features & SP_FEATURE_SPLIT)))
		return "in parts, which it must not be";
	/*
	 * The buffers have SP_FRAME_MAX bytes.  A payload is compressed only
	 * where that makes it shorter, so the flag must agree with the lengths.
	 */
	if (frame->raw > SP_FRAME_MAX || frame->stored > frame->raw ||
	    (frame->stored != frame->raw) !=
		    !!(frame->flags & SP_FRAME_PACKED))
		return "impossible lengths";
	/* A head must come exactly when no section is open. */
	if (head == reader->open)
		return head ? "a section starts in the middle of another" :
			      "not part of a section";
	if (head)
		reader->next_item = 0;
	/* count may be any number, so a sum that wraps is a fault as well. */
	if (frame->first != reader->next_item ||
	    __builtin_add_overflow(frame->first, frame->count,
				   &reader->next_item))
		return "items do not continue those of the previous frame";
	if (reader->indexed && frame->tag != SP_TAG_INDEX &&
	    frame->tag != SP_TAG_END)
		return "a section after the index";
	reader->open = !(frame->flags & SP_FRAME_TAIL);
	return NULL;
}

/*
 * Adds the frame to the index that the stream ought to have.  Only its hash is
 * kept, so memory does not grow with the number of frames.
 */
static void
reader_note_entry(struct sp_reader *reader)
{
	const struct sp_frame *frame = &reader->frame;
	struct sp_entry entry = { reader->frame_at, frame->tag, frame->flags,
				  frame->first, frame->count };
	uint8_t bytes[SP_INDEX_ENTRY];

	sp_entry_store(bytes, &entry);
	sp_hasher_add(reader->entries, bytes, sizeof(bytes));
}

/* Callers never see the index; it is verified here. */
static enum sp_status
read_frame_index(struct sp_reader *reader, struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;

	if (!reader->indexed) {
		reader->indexed = true;
		reader->index_at = reader->frame_at;
	}
	status = sp_reader_payload(reader, &payload, err);
	if (status)
		return status;
	sp_hasher_add(reader->index, payload, reader->frame.raw);
	return SP_OK;
}

static enum sp_status
read_end(struct sp_reader *reader, uint64_t chain, struct sp_error *err)
{
	const uint8_t *payload;
	uint8_t more;
	size_t got;
	enum sp_status status = sp_reader_payload(reader, &payload, err);

	if (status)
		return status;
	if (reader->frame.raw != SP_END_PAYLOAD ||
	    sp_load64(payload) != reader->frames ||
	    sp_load64(payload + 8) != reader->raw_bytes ||
	    sp_load64(payload + 16) != chain)
		return sp_reader_bad(reader, err, "counts or checksum of the "
				     "stream do not match: frames are "
				     "missing, duplicated or damaged");
	if (sp_load64(payload + 24) != reader->index_at ||
	    (reader->indexed && sp_hasher_value(reader->index) !=
				    sp_hasher_value(reader->entries)))
		return sp_reader_bad(reader, err, "the frame index does not "
				     "match the frames");
	/* Only a read of one byte more shows that nothing follows. */
	status = read_bytes(reader, &more, 1, NULL, &got, err);
	if (!status && got)
		status = sp_fail(err, SP_DATA, "extra bytes after the end "
				 "frame, at byte %llu (streams cannot "
				 "be joined with cat)",
				 (unsigned long long)reader->consumed - 1);
	return status;
}

/* Reads and verifies the next header; *chain is the checksum before it. */
static enum sp_status
read_frame_header(struct sp_reader *reader, uint64_t *chain,
		  struct sp_error *err)
{
	uint8_t bytes[SP_FRAME_HEADER];
	const char *wrong;
	size_t got;
	enum sp_status status;

	/*
	 * Taken before the header is added, because the end frame cannot
	 * contain a hash of itself.
	 */
	*chain = sp_hasher_value(reader->chain);
	reader->frame_at = reader->consumed;
	status = read_bytes(reader, bytes, sizeof(bytes), reader->chain, &got,
			    err);
	if (status)
		return status;
	if (got < sizeof(bytes))
		return cut_short(reader, err);
	if (!sp_frame_load(bytes, &reader->frame))
		return sp_fail(err, SP_DATA, "frame %llu at byte %llu: the "
			       "header is damaged (copy the stream again, or "
			       "make it again)",
			       (unsigned long long)reader->frames,
			       (unsigned long long)reader->frame_at);
	wrong = header_fault(reader);
	if (wrong)
		return sp_reader_bad(reader, err, "%s", wrong);
	reader->pending = true;
	return SP_OK;
}

enum sp_status
sp_reader_next(struct sp_reader *reader, struct sp_frame *frame,
	       struct sp_error *err)
{
	const uint8_t *payload;
	enum sp_status status;
	uint64_t chain;

	if (!reader->consumed && (status = read_preamble(reader, err)))
		return status;
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
		status = read_frame_header(reader, &chain, err);
		if (status)
			return status;
		*frame = reader->frame;
		if (frame->tag == SP_TAG_END)
			return read_end(reader, chain, err);
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
