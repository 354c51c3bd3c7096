/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the seedpipe stream: frames, sections, checksums.
 *
 * seedpipe(5) is the format; this is its reader and writer.  A stream is a
 * preamble, then frames of at most SP_FRAME_MAX payload bytes, the last one
 * being the end frame.  A section is a run of frames with one tag: the first
 * has SP_FRAME_HEAD, the last SP_FRAME_TAIL.  This layer verifies lengths,
 * order and checksums; what is in a payload it does not know.
 *
 * Memory is bounded: one frame at a time (a writer with compression: two a
 * thread).  Nothing is allocated by a number that was not verified.
 */
#ifndef SP_STREAM_STREAM_H
#define SP_STREAM_STREAM_H

#include "base/status.h"

#include <stdbool.h>

#define SP_FRAME_MAX ((uint32_t)1 << 20) /* bytes of an uncompressed payload */
#define SP_FRAME_HEADER 48
#define SP_PREAMBLE 16
#define SP_MAGIC "\211SPS\r\n\032\n" /* as PNG: shows text-mode damage */
#define SP_MAGIC_SIZE 8              /* a stream begins with it */

/*
 * Tags are four letters.  An upper-case first letter: a reader that does not
 * know the section must refuse the stream; lower case: it may pass it on.  An
 * upper-case fourth letter of an optional section: it depends on the links,
 * and who changes the links must drop it.
 */
#define SP_TAG(a, b, c, d) \
	((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | \
	 (uint32_t)(d) << 24)

/* Of the stream itself; the tags of sections are with their kinds. */
#define SP_TAG_INDEX SP_TAG('I', 'N', 'D', 'X')
#define SP_TAG_END SP_TAG('E', 'N', 'D', '.')

#define SP_TAG_TEXT 5 /* room for sp_tag_text() */
const char *sp_tag_text(uint32_t tag, char text[SP_TAG_TEXT]);
bool sp_tag_optional(uint32_t tag);
bool sp_tag_of_links(uint32_t tag); /* optional, and depends on links */

enum sp_frame_flag {
	SP_FRAME_ZSTD = 1, /* the stored payload is one zstd frame */
	SP_FRAME_HEAD = 2, /* first frame of its section */
	SP_FRAME_TAIL = 4  /* last frame of its section */
};

/* What the header of a frame says. */
struct sp_frame {
	uint32_t tag;
	uint32_t flags;
	uint32_t stored;   /* payload bytes in the stream */
	uint32_t raw;      /* payload bytes, uncompressed */
	uint64_t first;    /* number of the first item */
	uint64_t count;    /* items */
	uint64_t checksum; /* XXH3-64 of the uncompressed payload */
};

/* ---- reading ---------------------------------------------------------- */

/*
 * Where bytes come from: as read(2), but that it goes on after a signal.
 * *got is 0 at the end only.
 */
struct sp_input {
	void *context;
	enum sp_status (*read)(void *context, void *buffer, size_t size,
			       size_t *got, struct sp_error *err);
};

struct sp_reader;

struct sp_reader *sp_reader_new(const struct sp_input *input); /* or NULL */

/*
 * Goes to the next frame: reads and verifies its header, after the payload
 * of the frame before, if nobody asked for it, was read and verified.  At the
 * end frame it verifies counts and checksum of the whole stream and that
 * nothing follows, and gives the end frame; that is the only proof that the
 * stream was complete.  SP_DATA for anything else than a valid stream, with
 * the place; SP_IO.  After a failure or the end frame it is not called again.
 */
enum sp_status sp_reader_next(struct sp_reader *reader,
			      struct sp_frame *frame, struct sp_error *err)
	SP_MUST_CHECK;

/* The payload of the frame, uncompressed and verified, until the next call. */
enum sp_status sp_reader_payload(struct sp_reader *reader,
				 const uint8_t **payload,
				 struct sp_error *err) SP_MUST_CHECK;

/* The same, to a place of the caller with room for frame.raw bytes. */
enum sp_status sp_reader_payload_to(struct sp_reader *reader,
				    uint8_t *payload, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * After the payload was read: the payload as it is stored, frame.stored
 * bytes, for sp_writer_pass(); valid as long as the payload is.
 */
const uint8_t *sp_reader_stored(const struct sp_reader *reader);

/* Bytes read so far. */
uint64_t sp_reader_bytes(const struct sp_reader *reader);

/* SP_DATA with the number of the frame, its tag and its place. */
enum sp_status sp_reader_bad(const struct sp_reader *reader,
			     struct sp_error *err, const char *format, ...)
	SP_PRINTF(3, 4);

void sp_reader_free(struct sp_reader *reader); /* accepts NULL */

/* ---- writing ---------------------------------------------------------- */

/* Where bytes go; write takes all of them or fails. */
struct sp_output {
	void *context;
	enum sp_status (*write)(void *context, const void *bytes,
				size_t size, struct sp_error *err);
};

struct sp_writer_options {
	int level;   /* of zstd, 1..19; 0: payloads are stored as they are */
	int threads; /* that compress, >= 1 */
	bool index;  /* a frame index before the end frame, for files */
};

struct sp_writer;

/* NULL when memory is short. */
struct sp_writer *sp_writer_new(const struct sp_output *output,
				const struct sp_writer_options *options);

/*
 * Writes one frame; flags are HEAD and TAIL only, length at most
 * SP_FRAME_MAX.  The payload may be used again after the call.
 */
enum sp_status sp_writer_frame(struct sp_writer *writer, uint32_t tag,
			       uint32_t flags, uint64_t first,
			       uint64_t count, const void *payload,
			       size_t length, struct sp_error *err)
	SP_MUST_CHECK;

/* Writes a frame as it was read, stored payload and all. */
enum sp_status sp_writer_pass(struct sp_writer *writer,
			      const struct sp_frame *frame,
			      const uint8_t *stored, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * Writes what is pending, the index and the end frame.  The last act of a
 * filter, after the end frame of its input was verified.
 */
enum sp_status sp_writer_end(struct sp_writer *writer, struct sp_error *err)
	SP_MUST_CHECK;

/* Bytes written so far. */
uint64_t sp_writer_bytes(const struct sp_writer *writer);

void sp_writer_free(struct sp_writer *writer); /* accepts NULL */

/* ---- writing a section item by item ----------------------------------- */

/*
 * Packs items into frames: a frame is written when the next item does not
 * fit.  An item is at most SP_FRAME_MAX bytes.
 */
struct sp_section {
	struct sp_writer *writer;
	uint32_t tag;
	uint8_t *buffer;
	size_t used;
	uint64_t first, count;
};

/* Writes the head frame with its payload (may be empty). */
enum sp_status sp_section_begin(struct sp_section *section,
				struct sp_writer *writer, uint32_t tag,
				const void *head, size_t length,
				struct sp_error *err) SP_MUST_CHECK;

/* Appends items items in length bytes. */
enum sp_status sp_section_add(struct sp_section *section, const void *bytes,
			      size_t length, uint64_t items,
			      struct sp_error *err) SP_MUST_CHECK;

/* Writes what is left, then the tail frame with its payload. */
enum sp_status sp_section_end(struct sp_section *section, const void *tail,
			      size_t length, struct sp_error *err)
	SP_MUST_CHECK;

/* Frees the buffer; safe after any failure and on a zeroed section. */
void sp_section_free(struct sp_section *section);

/*
 * The end of most writers of a section: ends it without a tail payload if
 * status is SP_OK, frees the buffer in any case, and returns how it went.
 */
enum sp_status sp_section_close(struct sp_section *section,
				enum sp_status status, struct sp_error *err)
	SP_MUST_CHECK;

#endif
