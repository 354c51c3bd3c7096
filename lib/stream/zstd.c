/* SPDX-License-Identifier: MIT */
#include "stream/format.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct sp_zstd {
	ZSTD_CCtx *compress;
	ZSTD_DCtx *decompress;
};

struct sp_zstd *
sp_zstd_new(void)
{
	struct sp_zstd *zstd = sp_alloc_zero(1, sizeof(*zstd));

	if (!zstd)
		return NULL;
	zstd->compress = ZSTD_createCCtx();
	zstd->decompress = ZSTD_createDCtx();
	if (!zstd->compress || !zstd->decompress) {
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
	free(zstd);
}

size_t
sp_zstd_bound(void)
{
	return ZSTD_compressBound(SP_FRAME_MAX);
}

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

const char *
sp_zstd_decompress(struct sp_zstd *zstd, const void *stored, size_t length,
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
