/* SPDX-License-Identifier: MIT */
/*
 * gzip and zstd behind one interface that stops at the end of each member or
 * frame.  zlib and libzstd both go on where their input ended, so that any
 * piece may be given, of any size, and the result does not depend on the
 * pieces.
 *
 * What may follow a member is another member and nothing else; a difference
 * from gzip(1), which ignores what it calls trailing garbage.  The start of a
 * member is checked here and not by the library, whose message would be about
 * a wrong header.
 *
 * zstd is not asked before the four bytes of a magic number are there: its
 * decoder would also take formats of before version 0.8 which are not made for
 * hostile input.
 */
#include "web/file/inflate.h"

#include "base/bytes.h"
#include "base/memory.h"

#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define MAGIC_SIZE 4
#define HEADER_SIZE 14 /* of a frame after that, at most */
#define ZSTD_MAGIC UINT32_C(0xfd2fb528)
#define SKIPPABLE_MAGIC UINT32_C(0x184d2a50) /* and the 15 above it */
/*
 * A frame may ask for a window of any size in its first bytes.  8 MiB is what
 * RFC 8878 recommends every decoder to support, what HTTP allows (RFC 9659),
 * and the most that zstd uses without --ultra or --long.
 */
#define WINDOW_LOG_MAX 23

struct sp_inflate {
	enum sp_packing packing;
	bool inside;               /* a member or frame has begun */
	z_stream gzip;
	ZSTD_DCtx *zstd;
	uint8_t magic[MAGIC_SIZE]; /* of the frame, zstd only */
	size_t magic_used;
	size_t header_left;        /* bytes that may be of the frame's header */
};

/*
 * The first size bytes of a magic number (at most 4), little-endian; with fewer
 * than 4 at hand, whether they may become one.
 */
static bool
member_begins(const uint8_t *start, size_t size, uint32_t magic, uint32_t mask)
{
	for (size_t i = 0; i < size && i < MAGIC_SIZE; i++)
		if ((start[i] ^ magic >> 8 * i) & (mask >> 8 * i) & 0xff)
			return false;
	return size > 0;
}

static bool
begins_frame(const uint8_t *start, size_t size)
{
	return member_begins(start, size, ZSTD_MAGIC, UINT32_MAX) ||
	       member_begins(start, size, SKIPPABLE_MAGIC, ~UINT32_C(15));
}

enum sp_packing
sp_packing_of(const uint8_t *start, size_t size)
{
	/* The third byte is the method, of which there is one. */
	if (size >= 2 && start[0] == 0x1f && start[1] == 0x8b &&
	    (size == 2 || start[2] == 8))
		return SP_PACKING_GZIP;
	if (size >= MAGIC_SIZE)
		return begins_frame(start, size) ? SP_PACKING_ZSTD :
						   SP_PACKING_NONE;
	if (size == 1 && start[0] == 0x1f)
		return SP_PACKING_CUT;
	/*
	 * A file of one byte may be a text: only the rare "(", the first byte
	 * of zstd's number, is taken as cut.
	 */
	if (member_begins(start, size, ZSTD_MAGIC, UINT32_MAX) ||
	    (size > 1 && begins_frame(start, size)))
		return SP_PACKING_CUT;
	return SP_PACKING_NONE;
}

static bool
open_zstd(struct sp_inflate *inflate)
{
	inflate->zstd = ZSTD_createDCtx();
	return inflate->zstd &&
	       !ZSTD_isError(ZSTD_DCtx_setParameter(
		       inflate->zstd, ZSTD_d_windowLogMax, WINDOW_LOG_MAX));
}

static bool
open_gzip(struct sp_inflate *inflate)
{
	/* 15 bits of window, plus 16 for gzip's header and trailer. */
	return inflateInit2(&inflate->gzip, 15 + 16) == Z_OK;
}

/* The window of zstd is limited here, once, whatever frames ask for. */
struct sp_inflate *
sp_inflate_new(enum sp_packing packing)
{
	struct sp_inflate *inflate = sp_alloc_zero(1, sizeof(*inflate));

	if (!inflate)
		return NULL;
	inflate->packing = packing;
	if (packing == SP_PACKING_ZSTD ? !open_zstd(inflate) :
					 !open_gzip(inflate)) {
		ZSTD_freeDCtx(inflate->zstd);
		free(inflate);
		return NULL;
	}
	return inflate;
}

void
sp_inflate_free(struct sp_inflate *inflate)
{
	if (!inflate)
		return;
	if (inflate->packing == SP_PACKING_ZSTD)
		ZSTD_freeDCtx(inflate->zstd);
	else
		inflateEnd(&inflate->gzip);
	free(inflate);
}

/* ---- gzip ------------------------------------------------------------- */

/*
 * Consumes input or gives output unless it has neither input nor a member to
 * end.  A member's end resets zlib for the next one; the caller sees it by
 * "inside".
 */
static enum sp_status
run_gzip(struct sp_inflate *state, const uint8_t *input, size_t size,
	 size_t *used, uint8_t *out, size_t room, size_t *got,
	 struct sp_error *err)
{
	z_stream *gzip = &state->gzip;
	int result;

	/* No more input between two members: the end, if the file says so. */
	if (!state->inside && !size)
		return SP_OK;
	/* zlib would report a wrong header, which says less than this. */
	if (!state->inside && input[0] != 0x1f)
		return sp_fail(err, SP_DATA,
			       "data that is not gzip follows the gzip data");
	state->inside = true;
	gzip->next_in = input;
	/*
	 * zlib counts in 32 bits; what is left over comes with the next call.
	 */
	gzip->avail_in = size < UINT32_MAX ? (uInt)size : UINT32_MAX;
	gzip->next_out = out;
	gzip->avail_out = room < UINT32_MAX ? (uInt)room : UINT32_MAX;
	result = inflate(gzip, Z_NO_FLUSH);
	*used = (size_t)(gzip->next_in - input);
	*got = (size_t)(gzip->next_out - out);
	/* Another member may follow, as in files made by concatenation. */
	if (result == Z_STREAM_END) {
		state->inside = false;
		result = inflateReset(gzip);
	}
	if (result == Z_MEM_ERROR)
		return sp_no_memory(err, "gzip data");
	/* Z_BUF_ERROR says only that more input or room is needed. */
	if (result != Z_OK && result != Z_BUF_ERROR)
		return sp_fail(err, SP_DATA, "damaged gzip data: %s",
			       gzip->msg ? gzip->msg : "not readable");
	return SP_OK;
}

/* ---- zstd ------------------------------------------------------------- */

static enum sp_status
zstd_failed(size_t result, struct sp_error *err)
{
	if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
		return sp_no_memory(err, "zstd data");
	if (ZSTD_getErrorCode(result) ==
	    ZSTD_error_frameParameter_windowTooLarge)
		return sp_fail(err, SP_DATA, "zstd data with a window of over "
			       "8 MiB: unpack them first with "
			       "zstd -dc --long=31");
	return sp_fail(err, SP_DATA, "damaged zstd data: %s",
		       ZSTD_getErrorName(result));
}

/*
 * Gathers the magic number of the next frame, which may come in pieces, and
 * gives it to the decoder when it is complete.  The decoder alone would also
 * take the formats of before version 0.8, which are not made for hostile input.
 */
static enum sp_status
take_magic(struct sp_inflate *inflate, const uint8_t *input, size_t size,
	   size_t *used, struct sp_error *err)
{
	ZSTD_inBuffer in = { inflate->magic, MAGIC_SIZE, 0 };
	ZSTD_outBuffer none = { inflate->magic, 0, 0 };
	size_t result;

	while (*used < size && inflate->magic_used < MAGIC_SIZE)
		inflate->magic[inflate->magic_used++] = input[(*used)++];
	if (!begins_frame(inflate->magic, inflate->magic_used))
		return sp_fail(err, SP_DATA,
			       "data that is not zstd follows the zstd data");
	/* A file that ends within a magic number is cut short too. */
	inflate->inside = true;
	if (inflate->magic_used < MAGIC_SIZE)
		return SP_OK;
	inflate->header_left = HEADER_SIZE;
	result = ZSTD_decompressStream(inflate->zstd, &none, &in);
	if (ZSTD_isError(result))
		return zstd_failed(result, err);
	if (in.pos != in.size)
		return sp_fail(err, SP_DATA, "damaged zstd data");
	return SP_OK;
}

/* After a whole frame, the next call begins with a magic number again. */
static enum sp_status
inflate_run_zstd(struct sp_inflate *inflate, const uint8_t *input, size_t size,
		 size_t *used, uint8_t *out, size_t room, size_t *got,
		 struct sp_error *err)
{
	ZSTD_inBuffer in = { input, size, 0 };
	ZSTD_outBuffer plain = { out, room, 0 };
	size_t result;

	if (inflate->magic_used < MAGIC_SIZE) {
		if (!size)
			return SP_OK;
		return take_magic(inflate, input, size, used, err);
	}
	/*
	 * Where there is room for all of a frame, the decoder looks for its end
	 * in what it is given last, as if its magic number were there.  A byte
	 * is too short for that, and then the header is over.
	 */
	if (inflate->header_left && in.size)
		in.size = 1;
	result = ZSTD_decompressStream(inflate->zstd, &plain, &in);
	*used = in.pos;
	if (inflate->header_left)
		inflate->header_left -= in.pos;
	*got = plain.pos;
	if (ZSTD_isError(result))
		return zstd_failed(result, err);
	/* The frame is complete; the next one has to show its magic number. */
	if (!result) {
		inflate->inside = false;
		inflate->magic_used = 0;
	}
	return SP_OK;
}

enum sp_status
sp_inflate_run(struct sp_inflate *inflate, const uint8_t *input, size_t size,
	       size_t *used, uint8_t *out, size_t room, size_t *got,
	       struct sp_error *err)
{
	*used = 0;
	*got = 0;
	if (inflate->packing == SP_PACKING_ZSTD)
		return inflate_run_zstd(inflate, input, size, used, out, room,
					got, err);
	return run_gzip(inflate, input, size, used, out, room, got, err);
}

enum sp_status
sp_inflate_end(const struct sp_inflate *inflate, struct sp_error *err)
{
	if (!inflate->inside)
		return SP_OK;
	return sp_fail(err, SP_DATA, "cut short: the %s data are incomplete",
		       inflate->packing == SP_PACKING_ZSTD ? "zstd" : "gzip");
}

bool
sp_inflate_inside(const struct sp_inflate *inflate)
{
	return inflate->inside;
}

void
sp_inflate_restart(struct sp_inflate *inflate)
{
	inflate->inside = false;
	inflate->magic_used = 0;
	/* Neither can fail: the state is valid, and no memory is taken. */
	if (inflate->packing == SP_PACKING_ZSTD)
		(void)ZSTD_DCtx_reset(inflate->zstd, ZSTD_reset_session_only);
	else
		(void)inflateReset(&inflate->gzip);
}

/*
 * Is this a dictionary?  ZSTD_DCtx_loadDictionary() reports a damaged one as a
 * lack of memory.  ZSTD_decompress_usingDict() allocates nothing, so what it
 * refuses is damaged.
 */
static bool
is_dictionary(ZSTD_DCtx *zstd, const uint8_t *dictionary, size_t size)
{
	static const uint8_t empty_frame[] = {
		0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00
	};
	uint8_t none;

	return !ZSTD_isError(ZSTD_decompress_usingDict(
		zstd, &none, sizeof(none), empty_frame, sizeof(empty_frame),
		dictionary, size));
}

enum sp_status
sp_inflate_dictionary(struct sp_inflate *inflate, const uint8_t *dictionary,
		      size_t size, struct sp_error *err)
{
	size_t result = ZSTD_DCtx_loadDictionary(inflate->zstd, dictionary,
						 size);

	if (!ZSTD_isError(result))
		return SP_OK;
	if (!is_dictionary(inflate->zstd, dictionary, size))
		return sp_fail(err, SP_DATA, "damaged");
	return zstd_failed(result, err);
}
