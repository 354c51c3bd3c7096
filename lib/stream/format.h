/* SPDX-License-Identifier: MIT */
/*
 * format.h - the numbers of seedpipe(5) that reader and writer share.
 * Private to lib/stream.
 */
#ifndef SP_STREAM_FORMAT_H
#define SP_STREAM_FORMAT_H

#include "stream/indexed.h"

#define SP_VERSION_MAJOR 2
#define SP_VERSION_MINOR 1

/* All that this version knows. */
#define SP_FEATURES ((uint32_t)SP_FEATURE_SPLIT | (uint32_t)SP_FEATURE_SUMS)

/* Bytes at the end of a packed payload, in a stream with SP_FEATURE_SUMS. */
#define SP_STORED_SUM 8

#define SP_END_PAYLOAD 32
#define SP_INDEX_ENTRY 32

#define SP_FRAME_FLAGS \
	(SP_FRAME_ZSTD | SP_FRAME_HEAD | SP_FRAME_TAIL | SP_FRAME_SPLIT)

/* Flags of a frame whose stored payload is shorter than its payload. */
#define SP_FRAME_PACKED (SP_FRAME_ZSTD | SP_FRAME_SPLIT)

/*
 * Is a checksum of the stream what it should be?  A build of fuzzers may take
 * any, so that they find what is behind: never install it.
 */
static inline bool
sp_sum_fits(uint64_t sum, uint64_t expected)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	(void)sum;
	(void)expected;
	return true;
#else
	return sum == expected;
#endif
}

void sp_frame_store(uint8_t bytes[SP_FRAME_HEADER],
		    const struct sp_frame *frame);

/* false when the header's own checksum does not match. */
bool sp_frame_load(const uint8_t bytes[SP_FRAME_HEADER],
		   struct sp_frame *frame);

void sp_entry_store(uint8_t bytes[SP_INDEX_ENTRY],
		    const struct sp_entry *entry);
void sp_entry_load(const uint8_t bytes[SP_INDEX_ENTRY],
		   struct sp_entry *entry);

/* ---- zstd: the one place that calls the library ----------------------- */

struct sp_zstd;
struct sp_zstd *sp_zstd_new(void); /* or NULL; has all its buffers */
void sp_zstd_free(struct sp_zstd *zstd);

/* The room that compression of a frame needs, whole or in parts. */
size_t sp_zstd_bound(void);

/*
 * Compresses length bytes; room must be at least sp_zstd_bound().  *size is
 * the compressed length, or 0 if that would not be shorter: then the frame is
 * stored as it is.  Returns false when memory is short.
 */
bool sp_zstd_compress(struct sp_zstd *zstd, int level, const void *raw,
		      size_t length, void *to, size_t room, size_t *size)
	SP_MUST_CHECK;

/* The same in parts (split.h).  *size is also 0 if it cannot be split. */
bool sp_zstd_compress_parts(struct sp_zstd *zstd, int level,
			    const uint8_t *raw, size_t length, uint8_t *to,
			    size_t room, size_t *size) SP_MUST_CHECK;

/*
 * Decompresses parts to exactly raw bytes.  Returns NULL, or what is wrong with
 * the stored bytes.
 */
const char *sp_zstd_decompress_parts(struct sp_zstd *zstd,
				     const uint8_t *stored, size_t length,
				     uint8_t *to, size_t raw);

/* The checksum at the end of the stored payload, in bytes: 0 without one. */
uint32_t sp_frame_sum(const struct sp_frame *frame, uint32_t features);

/*
 * Decompresses what is before that checksum, whichever way the flags of the
 * frame name.
 */
const char *sp_frame_unpack(struct sp_zstd *zstd, const struct sp_frame *frame,
			    uint32_t features, const uint8_t *stored,
			    uint8_t *to);

#endif
