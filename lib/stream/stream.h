/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the seedpipe stream: frames, sections, checksums.
 *
 * seedpipe(5) is the format; this is its reader and writer.  A stream is a
 * preamble, then frames of at most SP_FRAME_MAX payload bytes, the last one
 * being the end frame.  A section is a run of frames with one tag: the first
 * has SP_FRAME_HEAD, the last SP_FRAME_TAIL.  This layer verifies lengths,
 * order and checksums; lib/stream/section knows what the payloads mean.
 *
 * Memory is bounded: one frame at a time (a writer with compression, and a
 * reader that reads ahead: two a thread).  No allocation depends on a number
 * that was not verified.
 */
#ifndef SP_STREAM_STREAM_H
#define SP_STREAM_STREAM_H

#include "base/output.h"

#include <stdbool.h>

#define SP_FRAME_MAX ((uint32_t)1 << 20) /* bytes of an uncompressed payload */
#define SP_FRAME_HEADER 48
#define SP_PREAMBLE 16
#define SP_MAGIC "\211SPS\r\n\032\n" /* as PNG: shows text-mode damage */
#define SP_MAGIC_SIZE 8              /* a stream begins with it */

/*
 * Tags are four letters.  The case of the first says what a reader that does
 * not know the section must do: refuse the stream (upper case), or pass the
 * section on or ignore it (lower case: optional).  An optional section with an
 * upper-case fourth letter depends on the links; a filter that changes links
 * must drop it.
 */
#define SP_TAG(a, b, c, d) \
	((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | \
	 (uint32_t)(d) << 24)

/* Of the stream itself; the tags of sections are with their kinds. */
#define SP_TAG_INDEX SP_TAG('I', 'N', 'D', 'X')
#define SP_TAG_END SP_TAG('E', 'N', 'D', '.')

#define SP_TAG_TEXT 5 /* room for sp_tag_text() */
const char *sp_tag_text(uint32_t tag, char text[SP_TAG_TEXT]);
bool sp_tag_is_valid(uint32_t tag); /* four letters, or SP_TAG_END */
bool sp_tag_optional(uint32_t tag);
bool sp_tag_of_links(uint32_t tag); /* optional, and depends on links */

enum sp_frame_flag {
	SP_FRAME_ZSTD = 1, /* the stored payload is one zstd frame */
	SP_FRAME_HEAD = 2, /* first frame of its section */
	SP_FRAME_TAIL = 4, /* last frame of its section */
	SP_FRAME_SPLIT = 8 /* stored as parts, which may be zstd frames */
};

/* Bits of what a reader must know, in the preamble. */
enum sp_feature {
	SP_FEATURE_SPLIT = 1, /* frames with SP_FRAME_SPLIT */
	SP_FEATURE_SUMS = 2   /* packed frames end with a checksum */
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
 * Where bytes come from.  read works as read(2) but retries after a signal;
 * *got is 0 only at the end.  stop, which may be NULL if no read waits long,
 * is for a reader that reads ahead: it makes a read that waits in another
 * thread, and all later ones, return at once.  place, which may be NULL, is for
 * a stream that is made of frames of a file, one at a time: after a header was
 * read, it says which frame of the file that is, and where, for messages.
 */
struct sp_input {
	void *context;
	enum sp_status (*read)(void *context, void *buffer, size_t size,
			       size_t *got, struct sp_error *err);
	void (*stop)(void *context);
	void (*place)(void *context, uint64_t *frame, uint64_t *at);
};

struct sp_reader;

struct sp_reader *sp_reader_new(const struct sp_input *input); /* or NULL */

/*
 * After this many bytes of the stream, lets threads beside that of the caller
 * (at least 1) read and verify frames before they are asked for.  Call it
 * before the first sp_reader_next().  Frames and failures are the same; if
 * memory or threads are short, the caller reads alone.  Bytes after the end
 * frame are still read by the caller only.
 */
void sp_reader_ahead(struct sp_reader *reader, int threads, uint64_t after);

/*
 * Reads and verifies the header of the next frame, after the payload of the
 * current one if that has not been read.  At the end it verifies the counts
 * and the checksum of the whole stream and that nothing follows, then returns
 * the end frame, which is the only proof that the stream was complete.
 * SP_DATA, with the place, if the stream is not valid; SP_IO; SP_MEMORY.  Not
 * to be called again after a failure or the end frame.
 */
enum sp_status sp_reader_next(struct sp_reader *reader,
			      struct sp_frame *frame, struct sp_error *err);

/* The payload of the frame, uncompressed and verified, until the next call. */
enum sp_status sp_reader_payload(struct sp_reader *reader,
				 const uint8_t **payload,
				 struct sp_error *err);

/* The same, into a buffer of at least frame.raw bytes. */
enum sp_status sp_reader_payload_to(struct sp_reader *reader,
				    uint8_t *payload, struct sp_error *err);

/*
 * The payload as it is stored, frame.stored bytes, for sp_writer_pass().  Only
 * after the payload was read, and valid as long as that is.
 */
const uint8_t *sp_reader_stored(const struct sp_reader *reader);

/* The required features of the stream; 0 until sp_reader_next() was called. */
uint32_t sp_reader_features(const struct sp_reader *reader);

/* Bytes read so far. */
uint64_t sp_reader_bytes(const struct sp_reader *reader);

/* SP_DATA with the number of the frame, its tag and its place. */
enum sp_status sp_reader_bad(const struct sp_reader *reader,
			     struct sp_error *err, const char *format, ...)
	SP_PRINTF(3, 4);

void sp_reader_free(struct sp_reader *reader); /* accepts NULL */

/* ---- writing ---------------------------------------------------------- */

struct sp_writer_options {
	int level;   /* of zstd, 1..19; 0: payloads are stored as they are */
	int threads; /* that compress, >= 1 */
	bool index;  /* a frame index before the end frame, for files */
	bool split;  /* compress links in parts, which makes them smaller */
};

struct sp_writer;

/* NULL when memory is short. */
struct sp_writer *sp_writer_new(const struct sp_output *output,
				const struct sp_writer_options *options);

/*
 * Writes one frame; flags are HEAD and TAIL only, length at most
 * SP_FRAME_MAX.  The payload may be freed or changed after the call.
 */
enum sp_status sp_writer_frame(struct sp_writer *writer, uint32_t tag,
			       uint32_t flags, uint64_t first,
			       uint64_t count, const void *payload,
			       size_t length, struct sp_error *err);

/*
 * The stream may have these features of one that was read, so that its frames
 * pass as they are stored.  Has no effect after the first frame.
 */
void sp_writer_features(struct sp_writer *writer, uint32_t features);

/*
 * Writes a frame as it was read, with its stored payload, which the reader has
 * verified; features are those of the stream that it comes from.  It is
 * compressed if it was not and the output is, gets the checksum of its stored
 * bytes if it has none, and is unpacked if the output does not have the
 * features that it needs.  SP_DATA only if the stored payload is not what was
 * verified.
 */
enum sp_status sp_writer_pass(struct sp_writer *writer,
			      const struct sp_frame *frame,
			      const uint8_t *stored, uint32_t features,
			      struct sp_error *err);

/*
 * Writes what is pending, so that everything is with the output.  The bytes of
 * the stream are the same.
 */
enum sp_status sp_writer_flush(struct sp_writer *writer, struct sp_error *err);

/*
 * For a stream that several writers make together, with the same options and
 * features: a frame that another one writes here, of which only the header is
 * known.  It is counted, has its place in the index, and nothing of it is
 * written; nothing may be pending.  The header is that of a valid frame.
 */
enum sp_status sp_writer_note(struct sp_writer *writer,
			      const uint8_t header[SP_FRAME_HEADER],
			      struct sp_error *err);

/*
 * Writes what is pending, the index and the end frame.  A filter calls it
 * last, after it has verified the end frame of its input.
 */
enum sp_status sp_writer_end(struct sp_writer *writer, struct sp_error *err);

/* Bytes written so far. */
uint64_t sp_writer_bytes(const struct sp_writer *writer);

void sp_writer_free(struct sp_writer *writer); /* accepts NULL */

/* ---- writing a section item by item ----------------------------------- */

/*
 * Packs items into frames: a frame is written when the next item does not fit.
 * An item has at most SP_FRAME_MAX bytes.  most may be set after the section
 * has begun, to less than SP_FRAME_MAX: frames have no more bytes than that,
 * unless an item has, so that a reader that wants few items unpacks less.
 */
struct sp_section {
	struct sp_writer *writer;
	uint32_t tag;
	uint8_t *buffer;         /* grows with the frame */
	uint64_t room;
	size_t used;
	uint64_t first, count;
	size_t most;
};

/* For a head that is written otherwise. */
void sp_section_open(struct sp_section *section, struct sp_writer *writer,
		     uint32_t tag);

/* Writes the head frame; its payload may be empty. */
enum sp_status sp_section_begin(struct sp_section *section,
				struct sp_writer *writer, uint32_t tag,
				const void *head, size_t length,
				struct sp_error *err);

/* Appends length bytes that hold this number of items. */
enum sp_status sp_section_add(struct sp_section *section, const void *bytes,
			      size_t length, uint64_t items,
			      struct sp_error *err);

/* The same for items in two parts, of which the second may be empty. */
enum sp_status sp_section_add_parts(struct sp_section *section,
				    const void *bytes, size_t length,
				    const void *rest, size_t rest_length,
				    uint64_t items, struct sp_error *err);

/* Appends items of one zero byte, in frames that are full. */
enum sp_status sp_section_add_zeros(struct sp_section *section, uint64_t items,
				    struct sp_error *err);

/* Writes what is pending. */
enum sp_status sp_section_flush(struct sp_section *section,
				struct sp_error *err);

/* The same, then the tail frame with its payload. */
enum sp_status sp_section_end(struct sp_section *section, const void *tail,
			      size_t length, struct sp_error *err);

/* Frees the buffer; safe after any failure and on a zeroed section. */
void sp_section_free(struct sp_section *section);

/*
 * Ends the section without a tail payload if status is SP_OK, and frees the
 * buffer in any case.  Returns status or, if that was SP_OK, how it went.
 */
enum sp_status sp_section_close(struct sp_section *section,
				enum sp_status status, struct sp_error *err);

#endif
