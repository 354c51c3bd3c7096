/* SPDX-License-Identifier: MIT */
/*
 * Compression of frames, each by itself: a context for each thread, whose
 * memory is used again for the next frame.  Bytes depend on the level and the
 * version of zstd alone, not on threads.
 *
 * A split frame is six frames of zstd after their twelve sizes, each number as
 * LEB128; a part that does not get smaller is stored as it is.
 */
#include "stream/format.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "stream/split.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct sp_zstd {
	ZSTD_CCtx *compress;
	ZSTD_DCtx *decompress;
	uint8_t *parts; /* SP_FRAME_MAX + SP_SPLIT_SLACK bytes */
};

/* Sizes of the parts, unpacked and stored, before them. */
#define PARTS_HEADER (2 * SP_PARTS * SP_LEB_MAX)

struct sp_zstd *
sp_zstd_new(void)
{
	struct sp_zstd *zstd = sp_alloc_zero(1, sizeof(*zstd));

	if (!zstd)
		return NULL;
	zstd->compress = ZSTD_createCCtx();
	zstd->decompress = ZSTD_createDCtx();
	zstd->parts = sp_alloc(SP_FRAME_MAX + SP_SPLIT_SLACK, 1);
	if (!zstd->compress || !zstd->decompress || !zstd->parts) {
		sp_zstd_free(zstd);
		return NULL;
	}
	return zstd;
}

void
sp_zstd_free(struct sp_zstd *zstd)
{
	if (!zstd)
		return;
	ZSTD_freeCCtx(zstd->compress);
	ZSTD_freeDCtx(zstd->decompress);
	free(zstd->parts);
	free(zstd);
}

size_t
sp_zstd_bound(void)
{
	/* All parts have SP_FRAME_MAX bytes; each adds what 0 bytes take. */
	return ZSTD_compressBound(SP_FRAME_MAX) + PARTS_HEADER +
	       SP_PARTS * ZSTD_compressBound(0);
}

/*
 * size 0 means that compression does not pay: the caller stores the bytes as
 * they are.
 */
bool
sp_zstd_compress(struct sp_zstd *zstd, int level, const void *raw,
		 size_t length, void *to, size_t room, size_t *size)
{
	size_t packed = ZSTD_compressCCtx(zstd->compress, to, room, raw,
					  length, level);

	/*
	 * The context allocates memory for its first frame; with enough room
	 * nothing else can fail.  Storing the frame uncompressed instead
	 * would make the bytes of the stream depend on free memory.
	 */
	if (ZSTD_isError(packed))
		return false;
	*size = packed < length ? packed : 0;
	return true;
}

/* As sp_zstd_decompress_parts(), of one frame of zstd. */
static const char *
zstd_decompress(struct sp_zstd *zstd, const void *stored, size_t length,
		void *to, size_t raw)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };
	size_t size;

	/*
	 * The library also accepts skippable frames and those of its first
	 * versions, which the format does not allow.
	 */
	if (length < 4 || memcmp(stored, magic, 4))
		return "not a zstd frame";
	/*
	 * Also catches errors: a code of zstd is never a length that a frame
	 * can have.
	 */
	if (ZSTD_findFrameCompressedSize(stored, length) != length)
		return "not one whole zstd frame";
	/*
	 * zstd writes at most raw bytes, which the reader has limited: a
	 * payload that expands without end is an error, not a large allocation.
	 */
	size = ZSTD_decompressDCtx(zstd->decompress, to, raw, stored, length);
	if (ZSTD_isError(size))
		return ZSTD_getErrorName(size);
	return size == raw ? NULL : "wrong length";
}

/*
 * The sizes come first in the payload and are known last: parts are written
 * after the longest that they can be, and moved together.
 */
bool
sp_zstd_compress_parts(struct sp_zstd *zstd, int level, const uint8_t *raw,
		       size_t length, uint8_t *to, size_t room, size_t *size)
{
	uint8_t sizes[PARTS_HEADER], *end = sizes;
	struct sp_parts parts;
	size_t used = PARTS_HEADER;

	*size = 0;
	if (!sp_split(raw, length, zstd->parts, &parts))
		return true;
	for (unsigned i = 0; i < SP_PARTS; i++) {
		size_t packed;

		if (!sp_zstd_compress(zstd, level, parts.at[i], parts.size[i],
				      to + used, room - used, &packed))
			return false;
		if (!packed) {
			packed = parts.size[i];
			memcpy(to + used, parts.at[i], packed);
		}
		end = sp_put_leb(end, parts.size[i]);
		end = sp_put_leb(end, packed);
		used += packed;
	}
	/* The place of the parts is known only now. */
	used -= PARTS_HEADER;
	memmove(to + (end - sizes), to + PARTS_HEADER, used);
	memcpy(to, sizes, (size_t)(end - sizes));
	used += (size_t)(end - sizes);
	*size = used < length ? used : 0;
	return true;
}

/*
 * left bounds the sum of all sizes before anything is unpacked, so the buffer
 * of one frame is enough.
 */
const char *
sp_zstd_decompress_parts(struct sp_zstd *zstd, const uint8_t *stored,
			 size_t length, uint8_t *to, size_t raw)
{
	const uint8_t *at = stored, *end = stored + length;
	uint64_t sizes[SP_PARTS], packed[SP_PARTS], left = SP_FRAME_MAX;
	struct sp_parts parts;
	uint8_t *part = zstd->parts;

	for (unsigned i = 0; i < SP_PARTS; i++) {
		if (!sp_get_leb(&at, end, &sizes[i]) ||
		    !sp_get_leb(&at, end, &packed[i]) ||
		    sizes[i] > left || packed[i] > sizes[i])
			return "impossible sizes of parts";
		left -= sizes[i];
	}
	for (unsigned i = 0; i < SP_PARTS; i++) {
		const char *wrong = NULL;

		if (packed[i] > (uint64_t)(end - at))
			return "impossible sizes of parts";
		if (packed[i] < sizes[i])
			wrong = zstd_decompress(zstd, at, packed[i], part,
						sizes[i]);
		else
			memcpy(part, at, sizes[i]);
		if (wrong)
			return wrong;
		parts.at[i] = part;
		parts.size[i] = sizes[i];
		part += sizes[i];
		at += packed[i];
	}
	if (at != end)
		return "bytes after its parts";
	/* Read, but not used: the result depends on nothing else. */
	memset(part, 0, SP_SPLIT_SLACK);
	return sp_join(&parts, to, raw);
}

const char *
sp_frame_unpack(struct sp_zstd *zstd, const struct sp_frame *frame,
		uint32_t features, const uint8_t *stored, uint8_t *to)
{
	size_t length = frame->stored - sp_frame_sum(frame, features);

	if (frame->flags & SP_FRAME_SPLIT)
		return sp_zstd_decompress_parts(zstd, stored, length, to,
						frame->raw);
	return zstd_decompress(zstd, stored, length, to, frame->raw);
}
