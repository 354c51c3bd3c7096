/* SPDX-License-Identifier: MIT */
/*
 * A .warc.zst packs each record as a frame of its own, which would pack badly,
 * since records are short and alike.  So the frames share a dictionary, which
 * the file has in a skippable frame at its start.  That frame is 8 bytes of
 * head and the dictionary, plain or as one zstd frame; it is read before the
 * first record, with bytes that arrive, as its length comes from the file.
 */
#include "web/archive/feed.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "web/file/inflate.h"

#include <stdlib.h>

#define FRAME_MAGIC UINT32_C(0x184d2a5d)
#define DICTIONARY_MAGIC UINT32_C(0xec30a437)
#define HEAD_SIZE 8
#define DICTIONARY_MOST (UINT64_C(32) << 20)

struct buffer {
	uint8_t *bytes;
	uint64_t capacity;
	size_t size;
};

static enum sp_status
fail_dictionary(const struct sp_feed *feed, struct sp_error *err,
		const char *why)
{
	return sp_fail(err, SP_DATA, "%s: the dictionary at its start %s",
		       sp_source_name(feed->source), why);
}

/* Takes the bytes of the frame as they arrive. */
static enum sp_status
take_frame(struct sp_feed *feed, size_t size, struct buffer *frame,
	   struct sp_error *err)
{
	while (frame->size < size) {
		size_t left = feed->raw_end - feed->raw_at;

		if (!left) {
			if (sp_feed_raw(feed, err))
				return err->status;
			if (feed->raw_done)
				return fail_dictionary(feed, err,
						       "is cut short");
			continue;
		}
		if (left > size - frame->size)
			left = size - frame->size;
		if (!sp_grow(&frame->bytes, &frame->capacity,
			     frame->size + left))
			return sp_no_memory(err, "the dictionary");
		memcpy(frame->bytes + frame->size, feed->raw + feed->raw_at,
		       left);
		frame->size += left;
		feed->raw_at += left;
	}
	return SP_OK;
}

/*
 * Unpacks the one zstd frame that packed is.  The plain size is limited as
 * well: a frame of a few bytes can hold gigabytes.
 */
static enum sp_status
unpack_frame(struct sp_inflate *inflate, const struct buffer *packed,
	     struct buffer *plain, struct sp_error *err)
{
	size_t at = 0, used = 0, got = 0;

	do {
		if (!sp_grow(&plain->bytes, &plain->capacity,
			     plain->size + 65536))
			return sp_no_memory(err, "the dictionary");
		if (sp_inflate_run(inflate, packed->bytes + at,
				   packed->size - at, &used,
				   plain->bytes + plain->size, 65536, &got,
				   err))
			return err->status;
		at += used;
		plain->size += got;
		if (plain->size > DICTIONARY_MOST)
			return sp_fail(err, SP_DATA, "it is over 32 MiB");
	} while (used || got);
	return sp_inflate_end(inflate, err);
}

static enum sp_status
load_packed(struct sp_feed *feed, const struct buffer *packed,
	    struct sp_error *err)
{
	struct sp_inflate *inflate = sp_inflate_new(SP_PACKING_ZSTD);
	struct buffer plain = { 0 };
	enum sp_status status;

	if (!inflate)
		return sp_no_memory(err, "the dictionary");
	status = unpack_frame(inflate, packed, &plain, err);
	if (!status)
		status = sp_inflate_dictionary(feed->inflate, plain.bytes,
					       plain.size, err);
	sp_inflate_free(inflate);
	free(plain.bytes);
	return status;
}

static enum sp_status
load_dictionary(struct sp_feed *feed, const struct buffer *frame,
		struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (frame->size < 4)
		return SP_OK;
	if (sp_load32(frame->bytes) == DICTIONARY_MAGIC)
		status = sp_inflate_dictionary(feed->inflate, frame->bytes,
					       frame->size, err);
	else if (sp_packing_of(frame->bytes, frame->size) == SP_PACKING_ZSTD)
		status = load_packed(feed, frame, err);
	if (status) {
		(void)sp_fail_in(err, "the dictionary at its start");
		(void)sp_fail_in(err, sp_source_name(feed->source));
	}
	return status;
}

enum sp_status
sp_feed_dictionary(struct sp_feed *feed, struct sp_error *err)
{
	struct buffer frame = { 0 };
	enum sp_status status;
	uint32_t size;

	while (feed->raw_end < HEAD_SIZE && !feed->raw_done)
		if (sp_feed_raw(feed, err))
			return err->status;
	if (feed->raw_end < HEAD_SIZE || sp_load32(feed->raw) != FRAME_MAGIC)
		return SP_OK;
	size = sp_load32(feed->raw + 4);
	if (size > DICTIONARY_MOST)
		return fail_dictionary(feed, err, "is over 32 MiB");
	feed->raw_at = HEAD_SIZE;
	status = take_frame(feed, size, &frame, err);
	if (!status)
		status = load_dictionary(feed, &frame, err);
	free(frame.bytes);
	return status;
}
