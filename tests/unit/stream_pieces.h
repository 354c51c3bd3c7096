/* SPDX-License-Identifier: MIT */
/*
 * stream_pieces.h - streams as lists of frames, to assemble streams that no
 * writer would write
 */
#ifndef TESTS_STREAM_PIECES_H
#define TESTS_STREAM_PIECES_H

#include "stream_bytes.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "stream/format.h"

#define FRAMES_MAX 128

struct piece {
	struct sp_frame frame;
	const uint8_t *stored;
};

struct pieces {
	struct piece at[FRAMES_MAX];
	int count;
	uint32_t features; /* of the stream */
};

/* Splits a stream into frames; the payloads stay in the stream. */
static inline void
take_apart(const struct bytes *bytes, struct pieces *pieces)
{
	const uint8_t *at = bytes->at + SP_PREAMBLE;

	pieces->count = 0;
	pieces->features = sp_load32(bytes->at + 12);
	while (at < bytes->at + bytes->size) {
		struct piece *piece = &pieces->at[pieces->count++];

		ck_assert_int_le(pieces->count, FRAMES_MAX);
		ck_assert(sp_frame_load(at, &piece->frame));
		piece->stored = at + SP_FRAME_HEADER;
		at += SP_FRAME_HEADER + piece->frame.stored;
	}
	ck_assert_ptr_eq(at, bytes->at + bytes->size);
}

static inline void
put_preamble(struct bytes *bytes, unsigned version, uint32_t features)
{
	uint8_t preamble[SP_PREAMBLE] = { 0 };

	memcpy(preamble, SP_MAGIC, SP_MAGIC_SIZE);
	preamble[8] = (uint8_t)version;
	preamble[9] = (uint8_t)(version >> 8);
	preamble[10] = SP_VERSION_MINOR;
	sp_store32(preamble + 12, features);
	bytes_add(bytes, preamble, sizeof(preamble));
}

static inline void
put_piece(struct bytes *bytes, const struct piece *piece)
{
	uint8_t header[SP_FRAME_HEADER];

	sp_frame_store(header, &piece->frame);
	bytes_add(bytes, header, sizeof(header));
	bytes_add(bytes, piece->stored, piece->frame.stored);
}

/* Joins frames unchanged, including the end frame. */
static inline void
put_together(const struct pieces *pieces, struct bytes *bytes)
{
	put_preamble(bytes, SP_VERSION_MAJOR, pieces->features);
	for (int i = 0; i < pieces->count; i++)
		put_piece(bytes, &pieces->at[i]);
}

/* Joins frames and adds an end frame whose sums are right. */
static inline void
seal(const struct pieces *pieces, struct bytes *bytes)
{
	struct piece end = { { SP_TAG_END, SP_FRAME_HEAD | SP_FRAME_TAIL,
			       SP_END_PAYLOAD, SP_END_PAYLOAD, 0, 0, 0 },
			     NULL };
	struct sp_hasher *chain = sp_hasher_new();
	uint8_t payload[SP_END_PAYLOAD] = { 0 };
	uint64_t raw = 0;

	ck_assert_ptr_nonnull(chain);
	put_preamble(bytes, SP_VERSION_MAJOR, pieces->features);
	sp_hasher_add(chain, bytes->at, SP_PREAMBLE);
	for (int i = 0; i < pieces->count; i++) {
		size_t start = bytes->size;

		put_piece(bytes, &pieces->at[i]);
		sp_hasher_add(chain, bytes->at + start, SP_FRAME_HEADER);
		raw += pieces->at[i].frame.raw;
	}
	sp_store64(payload, (uint64_t)pieces->count);
	sp_store64(payload + 8, raw);
	sp_store64(payload + 16, sp_hasher_value(chain));
	end.frame.checksum = sp_hash(payload, sizeof(payload));
	end.stored = payload;
	put_piece(bytes, &end);
	sp_hasher_free(chain);
}

/* How many frames have the flag? */
static inline int
frames_with(const struct bytes *bytes, uint32_t flag)
{
	struct pieces pieces;
	int count = 0;

	take_apart(bytes, &pieces);
	for (int i = 0; i < pieces.count; i++)
		count += (pieces.at[i].frame.flags & flag) != 0;
	return count;
}

#endif
