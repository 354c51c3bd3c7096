/* SPDX-License-Identifier: MIT */
/*
 * intake.h - the bytes of a stream up to the stored payloads of its frames.
 * Private to lib/stream.
 *
 * All of this happens in the order of the stream, in one thread at a time; what
 * a payload holds is checked afterwards, in any thread.
 */
#ifndef SP_STREAM_INTAKE_H
#define SP_STREAM_INTAKE_H

#include "stream/format.h"

/* A frame of the stream, and where it is. */
struct sp_place {
	struct sp_frame frame;
	uint32_t features;       /* of the stream */
	uint64_t number;         /* of the frame */
	uint64_t at;             /* byte where its header starts */
	uint64_t chain;          /* checksum of all headers before it */
};

struct sp_intake {
	struct sp_input input;
	uint8_t *buffer;
	size_t at, filled;        /* unread bytes of it */
	uint64_t consumed;        /* bytes of the stream so far */
	uint32_t features;        /* required */
	struct sp_hasher *chain;  /* preamble and all headers */
	struct sp_hasher *payload; /* of one frame */
	uint64_t frames;
	uint64_t next_item;       /* of the open section */
	bool open;                /* in a section */
	bool indexed;             /* the index has begun */
};

/* false when memory is short; to be ended all the same. */
bool sp_intake_begin(struct sp_intake *intake, const struct sp_input *input);
void sp_intake_end(struct sp_intake *intake);

/*
 * Reads and verifies the next header, after the preamble if it is the first.
 * SP_DATA, SP_IO.
 */
enum sp_status sp_intake_header(struct sp_intake *intake,
				struct sp_place *place, struct sp_error *err);

/*
 * Reads the stored payload of the frame whose header was read last, to a
 * place.  Verifies it by its checksum; a packed payload of an old stream has
 * none before it is unpacked.
 */
enum sp_status sp_intake_payload(struct sp_intake *intake,
				 const struct sp_place *place, uint8_t *to,
				 struct sp_error *err);

/* After the end frame: SP_DATA if anything follows. */
enum sp_status sp_intake_nothing_more(struct sp_intake *intake,
				      struct sp_error *err);

/*
 * What is wrong with a header whose checksum is right, as far as it shows by
 * itself in a stream with these features; or NULL.
 */
const char *sp_frame_fault(const struct sp_frame *frame, uint32_t features);

/* Is a checksum the expected one?  SP_DATA if not: the payload is damaged. */
enum sp_status sp_place_check(const struct sp_place *place, uint64_t sum,
			      uint64_t expected, struct sp_error *err);

/* Decompresses a payload to frame.raw bytes, and verifies it. */
enum sp_status sp_place_unpack(const struct sp_place *place,
			       struct sp_zstd *zstd, const uint8_t *stored,
			       uint8_t *to, struct sp_error *err);

/* SP_DATA with the number of the frame, its tag and its place. */
enum sp_status sp_place_bad(const struct sp_place *place, struct sp_error *err,
			    const char *format, ...) SP_PRINTF(3, 4);

#endif
