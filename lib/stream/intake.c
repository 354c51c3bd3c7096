/* SPDX-License-Identifier: MIT */
/*
 * The first of three layers between bytes and sections: it turns bytes into
 * frames with a verified header, and reads payloads as they are stored.  It
 * runs in one thread at a time, the caller's or one that reads ahead; what can
 * be done for each frame alone, unpacking and checking, are functions of a
 * place, which any thread may call.
 *
 *	intake     bytes -> header, stored payload          in order
 *	place      stored payload -> payload, verified      any thread
 *	reader     frames -> sections, index, end           caller
 *
 * Frames have at most 1 MiB, so nothing that a header says can make the reader
 * allocate more.  Bytes are hashed as they are copied, while they are in the
 * cache.
 */
#include "stream/intake.h"

#include "base/buffer.h"
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
 *
 * A packed payload may be damaged and still unpack to the same bytes: zstd
 * ignores some of its bits.  So its stored bytes end with a fourth checksum,
 * which also spares zstd the damaged frames.
 */

/* Bytes of one read; fits an L2 cache. */
#define UNIT SP_BUFFER((size_t)256 << 10, (size_t)512)

/* What it could not allocate is NULL, and sp_intake_end() frees the rest. */
bool
sp_intake_begin(struct sp_intake *intake, const struct sp_input *input)
{
	*intake = (struct sp_intake){ .input = *input };
	intake->buffer = sp_alloc(UNIT, 1);
	intake->chain = sp_hasher_new();
	intake->payload = sp_hasher_new();
	return intake->buffer && intake->chain && intake->payload;
}

void
sp_intake_end(struct sp_intake *intake)
{
	sp_hasher_free(intake->chain);
	sp_hasher_free(intake->payload);
	free(intake->buffer);
}

/*
 * "frame N (TAG) at byte B": with B a file can be looked at by hand, with the
 * tag a user knows which result is damaged.
 */
enum sp_status
sp_place_bad(const struct sp_place *place, struct sp_error *err,
	     const char *format, ...)
{
	char what[256], tag[SP_TAG_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return sp_fail(err, SP_DATA,
		       "frame %" PRIu64 " (%s) at byte %" PRIu64 ": %s",
		       place->number, sp_tag_text(place->frame.tag, tag),
		       place->at, what);
}

/* ---- bytes ------------------------------------------------------------ */

/*
 * Reads size bytes to a place, adding them to the hasher unless it is NULL,
 * while they are in the cache.  *got is less only at the end of the input,
 * which the caller judges.  What is buffered is used up before a direct read.
 */
static enum sp_status
intake_read_bytes(struct sp_intake *intake, uint8_t *to, size_t size,
		  struct sp_hasher *hasher, size_t *got, struct sp_error *err)
{
	size_t done = 0;

	while (done < size) {
		size_t left = size - done, step = 0;
		enum sp_status status = SP_OK;

		if (intake->at < intake->filled) {
			step = intake->filled - intake->at;
			step = step < left ? step : left;
			memcpy(to + done, intake->buffer + intake->at, step);
			intake->at += step;
		} else if (left >= UNIT) {
			/*
			 * Large payloads skip the buffer, in steps that are
			 * still in the cache when they are hashed.
			 */
			status = intake->input.read(intake->input.context,
						    to + done, UNIT, &step,
						    err);
		} else {
			intake->at = intake->filled = 0;
			status = intake->input.read(intake->input.context,
						    intake->buffer, UNIT,
						    &intake->filled, err);
			if (!status && intake->filled)
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
	intake->consumed += done;
	*got = done;
	return SP_OK;
}

/*
 * Not sp_place_bad(): no frame is at fault, and what helps is the place where
 * the stream ends.
 */
static enum sp_status
cut_short(const struct sp_intake *intake, struct sp_error *err)
{
	return sp_fail(err, SP_DATA, "cut short: ends at byte %" PRIu64 " "
		       "without an end frame (its writer failed, or is not "
		       "done: make it again)", intake->consumed);
}

/*
 * What begins like no stream: packed as a whole, or of another format.
 *
 * What people most often give by mistake, and what to do instead.  Only called
 * if not even the magic fits.
 */
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
	/* stream/section/manifest.h */
	if (size >= 16 && !memcmp(bytes, "#seedpipe-parts\t", 16))
		return sp_fail(err, SP_DATA, "a manifest of the parts of a "
			       "graph, not a stream (graphmerge makes one of "
			       "it, and most filters run that for a file)");
	if (size >= 16 && !memcmp(bytes, "\xef\xbb\xbf#seedpipe-par", 16))
		return sp_fail(err, SP_DATA, "a manifest of the parts of a "
			       "graph after a byte-order mark: remove that");
	if (size >= 4 && !memcmp(bytes, "http", 4))
		return sp_fail(err, SP_DATA, "text that begins with a URL, "
			       "not a seedpipe stream (graphimport reads "
			       "links, --seeds of crawlorder a list of pages)");
	return sp_fail(err, SP_DATA, "not a seedpipe stream (use graphimport "
		       "for other formats)");
}

/*
 * Features are refused bit by bit: a stream that needs one which this program
 * does not know cannot be read right, while unknown sections can be passed on.
 */
static enum sp_status
read_preamble(struct sp_intake *intake, struct sp_error *err)
{
	uint8_t bytes[SP_PREAMBLE];
	size_t got, known;
	unsigned version;
	enum sp_status status = intake_read_bytes(intake, bytes, sizeof(bytes),
						  intake->chain, &got, err);

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
		return cut_short(intake, err);
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
	intake->features = sp_load32(bytes + 12);
	if (intake->features & ~(uint32_t)SP_FEATURES)
		return sp_fail(err, SP_DATA, "the stream requires features "
			       "0x%lx that this program does not support "
			       "(update seedpipe)",
			       (unsigned long)(intake->features &
					       ~(uint32_t)SP_FEATURES));
	return SP_OK;
}

/* ---- headers ---------------------------------------------------------- */

/* Without state, so that readers by index use it as well. */
const char *
sp_frame_fault(const struct sp_frame *frame, uint32_t features)
{
	if (!sp_tag_is_valid(frame->tag))
		return "a tag that is not four letters";
	if (frame->flags & ~(uint32_t)SP_FRAME_FLAGS)
		return "unknown flags";
	if (frame->flags & SP_FRAME_SPLIT &&
	    (frame->flags != SP_FRAME_SPLIT || frame->tag != SP_SPLIT_TAG ||
	     !(features & SP_FEATURE_SPLIT)))
		return "in parts, which it must not be";
	/*
	 * The buffers have SP_FRAME_MAX bytes.  A payload is compressed only
	 * where that makes it shorter, so the flag must agree with the lengths.
	 */
	if (frame->raw > SP_FRAME_MAX || frame->stored > frame->raw ||
	    (frame->stored != frame->raw) !=
		    !!(frame->flags & SP_FRAME_PACKED) ||
	    frame->stored < sp_frame_sum(frame, features))
		return "impossible lengths";
	return NULL;
}

/*
 * What is wrong with a header whose checksum is right, or NULL.  Such a header
 * was written by a faulty or hostile program, or frames were moved.
 *
 * Order of frames: head, data, tail, head ...; a frame of one section cannot be
 * part of another.  What belongs to which section is left to the loader, which
 * knows tags.
 */
static const char *
header_fault(struct sp_intake *intake, const struct sp_frame *frame)
{
	bool head = frame->flags & SP_FRAME_HEAD;
	const char *wrong = sp_frame_fault(frame, intake->features);

	if (wrong)
		return wrong;
	/* A head must come exactly when no section is open. */
	if (head == intake->open)
		return head ? "a section starts in the middle of another" :
			      "not part of a section";
	if (head)
		intake->next_item = 0;
	/* count may be any number, so a sum that wraps is a fault as well. */
	if (frame->first != intake->next_item ||
	    __builtin_add_overflow(frame->first, frame->count,
				   &intake->next_item))
		return "items do not continue those of the previous frame";
	if (intake->indexed && frame->tag != SP_TAG_INDEX &&
	    frame->tag != SP_TAG_END)
		return "a section after the index";
	intake->open = !(frame->flags & SP_FRAME_TAIL);
	intake->indexed |= frame->tag == SP_TAG_INDEX;
	return NULL;
}

static enum sp_status
intake_read_header(struct sp_intake *intake, struct sp_place *place,
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
	place->chain = sp_hasher_value(intake->chain);
	place->features = intake->features;
	place->number = intake->frames++;
	place->at = intake->consumed;
	status = intake_read_bytes(intake, bytes, sizeof(bytes), intake->chain,
				   &got, err);
	if (status)
		return status;
	if (got < sizeof(bytes))
		return cut_short(intake, err);
	if (intake->input.place)
		intake->input.place(intake->input.context, &place->number,
				    &place->at);
	if (!sp_frame_load(bytes, &place->frame))
		return sp_fail(err, SP_DATA, "frame %" PRIu64 " at byte "
			       "%" PRIu64 ": the header is damaged (copy the "
			       "stream again, or make it again)", place->number,
			       place->at);
	wrong = header_fault(intake, &place->frame);
	return wrong ? sp_place_bad(place, err, "%s", wrong) : SP_OK;
}

enum sp_status
sp_intake_header(struct sp_intake *intake, struct sp_place *place,
		 struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (!intake->consumed)
		status = read_preamble(intake, err);
	return status ? status : intake_read_header(intake, place, err);
}

/* ---- payloads --------------------------------------------------------- */

enum sp_status
sp_place_check(const struct sp_place *place, uint64_t sum, uint64_t expected,
	       struct sp_error *err)
{
	return sp_sum_fits(sum, expected) ? SP_OK :
	       sp_place_bad(place, err, "the payload is damaged (wrong "
			    "checksum; copy it again, or make it again)");
}

/*
 * A packed payload of old streams has no checksum of its stored bytes: it is
 * not hashed here, and its unpacked bytes are compared with the header's
 * instead.
 */
enum sp_status
sp_intake_payload(struct sp_intake *intake, const struct sp_place *place,
		  uint8_t *to, struct sp_error *err)
{
	const struct sp_frame *frame = &place->frame;
	uint32_t sum = sp_frame_sum(frame, place->features);
	size_t size = frame->stored - sum, got, got_sum = 0;
	bool packed = frame->flags & SP_FRAME_PACKED;
	uint64_t value;
	enum sp_status status;

	sp_hasher_reset(intake->payload);
	status = intake_read_bytes(intake, to, size,
				   packed && !sum ? NULL : intake->payload,
				   &got, err);
	if (!status && sum)
		status = intake_read_bytes(intake, to + size, sum, NULL,
					   &got_sum, err);
	if (status)
		return status;
	if (got + got_sum < frame->stored)
		return cut_short(intake, err);
	value = sp_hasher_value(intake->payload);
	if (sum)
		return sp_place_check(place, value, sp_load64(to + size),
				      err);
	/* The header has the sum of the uncompressed payload. */
	return packed ? SP_OK :
			sp_place_check(place, value, frame->checksum, err);
}

/*
 * The checksum is the last step: it holds for the payload, however it was
 * packed, so frames can be packed anew without another header sum.
 */
enum sp_status
sp_place_unpack(const struct sp_place *place, struct sp_zstd *zstd,
		const uint8_t *stored, uint8_t *to, struct sp_error *err)
{
	const struct sp_frame *frame = &place->frame;
	const char *wrong = sp_frame_unpack(zstd, frame, place->features,
					    stored, to);

	if (wrong)
		return sp_place_bad(place, err, "the compressed payload is "
				    "damaged (%s)", wrong);
	/* It is the same however a filter compresses the payload. */
	return sp_place_check(place, sp_hash(to, frame->raw), frame->checksum,
			      err);
}

/* Only a read of one byte more shows that nothing follows. */
enum sp_status
sp_intake_nothing_more(struct sp_intake *intake, struct sp_error *err)
{
	uint8_t more;
	size_t got;
	enum sp_status status =
		intake_read_bytes(intake, &more, 1, NULL, &got, err);

	if (!status && got)
		status = sp_fail(err, SP_DATA, "extra bytes after the end "
				 "frame, at byte %" PRIu64 " (streams cannot "
				 "be joined with cat)", intake->consumed - 1);
	return status;
}
