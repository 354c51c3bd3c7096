/* SPDX-License-Identifier: MIT */
/*
 * reseal.h - takes a stream apart, changes it, and seals it again: all
 * lengths, checksums, counts, the index and the end frame are right, except
 * those that a test sets to something else.
 *
 * A stream is a list of parts, one for each frame except the index and the
 * end, with their payloads unpacked.  A test changes payloads, puts parts in
 * another order, or forces fields of headers to values that are wrong.
 * reseal_fields.h names the fields inside the payloads.
 *
 * Whatever fails here is the fault of the test: the program ends with a
 * message.
 */
#ifndef TESTS_RESEAL_H
#define TESTS_RESEAL_H

#include "stream/stream.h"

/* Fields of a frame header, in its order. */
enum header_field {
	HEADER_TAG, HEADER_FLAGS, HEADER_STORED, HEADER_RAW, HEADER_FIRST,
	HEADER_COUNT, HEADER_CHECKSUM, HEADER_SUM, HEADER_FIELDS
};
extern const char *const header_names[HEADER_FIELDS];
extern const uint8_t header_at[HEADER_FIELDS], header_size[HEADER_FIELDS];

/* Fields of the preamble, then those of the end frame. */
enum seal_field {
	SEAL_MAGIC, SEAL_MAJOR, SEAL_MINOR, SEAL_FEATURES, SEAL_FRAMES,
	SEAL_RAW, SEAL_CHAIN, SEAL_INDEX, SEAL_FIELDS
};
extern const char *const seal_names[SEAL_FIELDS];

/* Values that stand in place of the right ones. */
struct forced {
	uint32_t set; /* a bit for each field */
	uint64_t value[HEADER_FIELDS];
};

struct part {
	uint32_t tag;
	uint32_t flags; /* HEAD and TAIL; sealing adds how it is stored */
	uint64_t count;
	uint8_t *payload;
	uint32_t length;
	struct forced header;
};

#define END_BYTES 32 /* payload of the end frame */

struct parts {
	struct part *at;
	size_t count, room;
	bool index;           /* whether the stream has one */
	struct forced seal;   /* by enum seal_field */
	struct forced end;    /* header of the end frame */
	struct forced index_header;
	struct part index_patch; /* bytes to put in place of the index */
	uint8_t *after;       /* bytes after the end frame */
	size_t after_length;
};

/* The bytes of a stream. */
struct sealed {
	uint8_t *at;
	size_t size, room;
};

/* Bytes to read, for a struct sp_input. */
struct bytes_left {
	const uint8_t *at;
	size_t size;
};

enum sp_status read_left(void *context, void *buffer, size_t size, size_t *got,
			 struct sp_error *err);

/* The stream must be whole. */
void parts_take(struct parts *parts, const uint8_t *bytes, size_t size);
void parts_copy(struct parts *to, const struct parts *from);
void parts_free(struct parts *parts);

/* Makes room for a copy of the part before part at of the list. */
void parts_insert(struct parts *parts, size_t at, const struct part *part);
void parts_drop(struct parts *parts, size_t at);
/* Moves part from to the place that part to has then. */
void parts_move(struct parts *parts, size_t from, size_t to);

/* The first part of a section of that tag, and the part after its last. */
bool parts_section(const struct parts *parts, uint32_t tag, size_t number,
		   size_t *begin, size_t *end);

/* Replaces remove bytes of a payload by others. */
void part_splice(struct part *part, uint32_t at, uint32_t remove,
		 const void *bytes, uint32_t length);

void force(struct forced *forced, unsigned field, uint64_t value);

/* How to seal: level 0 is uncompressed; split allows frames in parts. */
struct seal_form {
	int level;
	bool split;
};

/* Appends the stream to sealed, which may be { 0 }. */
void parts_seal(const struct parts *parts, struct seal_form form,
		struct sealed *sealed);

#endif
