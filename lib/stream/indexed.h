/* SPDX-License-Identifier: MIT */
/*
 * indexed.h - frames of a stream in a file, found by its index.
 *
 * For processes that read a file together: each takes the frames it needs, in
 * any order.  The index and every frame that is read are verified by their own
 * checksums, and a frame against its entry and its neighbours in the index, so
 * that none can be damaged, moved or taken from elsewhere unnoticed.  The one
 * thing that only a reader of the whole stream can verify is the checksum over
 * all headers.
 */
#ifndef SP_STREAM_INDEXED_H
#define SP_STREAM_INDEXED_H

#include "stream/stream.h"

/* One entry of the index: a frame. */
struct sp_entry {
	uint64_t offset; /* of the frame header in the file */
	uint32_t tag;
	uint32_t flags;
	uint64_t first;  /* number of the first item */
	uint64_t count;  /* items */
};

struct sp_indexed;

/*
 * Reads and verifies preamble, end frame and index of a regular file, which
 * stays open and the caller's; 32 bytes of memory a frame.  SP_DATA, also if
 * the stream has no index; SP_IO; SP_MEMORY.
 */
enum sp_status sp_indexed_new(int fd, struct sp_indexed **indexed,
			      struct sp_error *err);
void sp_indexed_free(struct sp_indexed *indexed); /* accepts NULL */

uint32_t sp_indexed_features(const struct sp_indexed *indexed);

/* Bytes of the file. */
uint64_t sp_indexed_bytes(const struct sp_indexed *indexed);

/* The frames before the index, in the order of the stream. */
uint64_t sp_indexed_frames(const struct sp_indexed *indexed);
const struct sp_entry *sp_indexed_entry(const struct sp_indexed *indexed,
					uint64_t frame);

/* Bytes of a frame in the file, with its header. */
uint64_t sp_indexed_size(const struct sp_indexed *indexed, uint64_t frame);

/*
 * The checksum in the end frame, over the headers of all frames, and so over
 * the whole stream: that of another stream is another.
 */
uint64_t sp_indexed_checksum(const struct sp_indexed *indexed);

/* ---- reading frames --------------------------------------------------- */

/* Room for a frame, for one thread; it grows with the frames, to some MiB. */
struct sp_frame_room;
struct sp_frame_room *sp_frame_room_new(void);         /* or NULL */
void sp_frame_room_free(struct sp_frame_room *room);   /* accepts NULL */

/* A frame that was read: valid until the next one is read with its room. */
struct sp_taken {
	struct sp_frame frame;
	const uint8_t *payload; /* uncompressed and verified: frame.raw bytes */
	const uint8_t *stored;  /* as it is stored: frame.stored bytes */
};

/* Reads and verifies a frame.  SP_DATA, SP_IO. */
enum sp_status sp_indexed_take(const struct sp_indexed *indexed,
			       uint64_t frame, struct sp_frame_room *room,
			       struct sp_taken *taken, struct sp_error *err);

/* Reads and verifies its header alone.  SP_DATA, SP_IO. */
enum sp_status sp_indexed_header(const struct sp_indexed *indexed,
				 uint64_t frame, struct sp_frame *header,
				 struct sp_error *err);

/* SP_DATA with the number of the frame, its tag and its place. */
enum sp_status sp_indexed_bad(const struct sp_indexed *indexed, uint64_t frame,
			      struct sp_error *err, const char *format, ...)
	SP_PRINTF(4, 5);

#endif
