/* SPDX-License-Identifier: MIT */
/*
 * Undoes the encodings that the headers name, the last one first, each from one
 * buffer to the other: the two take turns, and the first input is the block
 * itself, so that an unencoded body is not copied.
 *
 * Headers lie.  Many writers of archives undo the encodings and keep the
 * headers, and some servers send another encoding than they name.  So each
 * decoder first looks whether the body has its encoding, and leaves the body
 * alone if it does not: chunked must begin with a chunk, gzip and zstd with
 * their magic numbers.  Deflate and br have none; they are tried, and a failure
 * (of deflate, with nothing unpacked) is taken as "was not encoded" if the body
 * begins like text.
 *
 * A packed body may be a bomb: at most `most` bytes are made, then it is cut,
 * which is no damage.  One that is over 1 MiB and 1000 times what came is
 * damage of its record, and has no content at all: deflate makes 1032 bytes of
 * one at most, br and zstd thousands, and all of them only of one byte that
 * repeats.  Memory grows with the output by doubling.  Chunks are joined
 * without that limit, since they are never longer than what they are in; with
 * it, a packed body was cut before it was unpacked.
 *
 * Damage keeps what was unpacked before it: half a page has links, too.
 */
#include "web/archive/body.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "web/archive/chunk.h"
#include "web/archive/member.h"
#include "web/file/inflate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define ZLIB_CONST
#include <zlib.h>
#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif

/* Encodings in a row; no server sends more than two. */
#define ENCODINGS 4
#define FIRST_OUT SP_BUFFER((uint64_t)16 << 10, (uint64_t)64)

/* The output of a decoder. */
struct out {
	struct sp_body *body;
	uint8_t **bytes;
	uint64_t *capacity;
	uint64_t most;
	size_t size;
};

static void
damage(struct sp_body *body, const char *what, const char *why)
{
	if (body->damage)
		return;
	snprintf(body->damage_text, sizeof(body->damage_text), "%s: %.100s",
		 what, why);
	body->damage = body->damage_text;
}

/* The output goes to the buffer that the input is not in. */
static struct out
begin_out(struct sp_body *body)
{
	struct out out = { body, &body->buffers[body->used].bytes,
			   &body->buffers[body->used].capacity, body->most, 0 };

	return out;
}

/*
 * Only from here on is the output the body: a decoder that finds that the body
 * is not encoded returns without it, and the body stays as it was.
 */
static void
end_out(struct out *out)
{
	out->body->bytes = *out->bytes;
	out->body->size = out->size;
	out->body->used ^= 1;
}

/* Does it unpack to too much?  Once it did, its content is not used. */
static bool
is_bomb(struct sp_body *body, uint64_t size)
{
	body->refused |= size > SP_BODY_SMALL &&
			 size > SP_BODY_RATIO * body->packed;
	return body->refused;
}

/*
 * Makes room for more output; *room is 0, and the body cut, if there is as much
 * as there may be.  It depends on the output alone and not on what the buffer
 * was used for before, because a decoder that finds damage may have written
 * more or less before it in a call with more room.
 */
static enum sp_status
make_out_room(struct out *out, size_t *room, struct sp_error *err)
{
	uint64_t step = out->size > FIRST_OUT ? out->size : FIRST_OUT;
	uint64_t wanted = out->size + step;

	*room = 0;
	if (is_bomb(out->body, out->size))
		return SP_OK;
	if (out->size >= out->most) {
		out->body->cut = true;
		return SP_OK;
	}
	if (wanted > out->most)
		wanted = out->most;
	if (!sp_grow(out->bytes, out->capacity, wanted))
		return sp_no_memory(err, "the body of a page");
	*room = (size_t)wanted - out->size;
	return SP_OK;
}

/* ---- chunked ---------------------------------------------------------- */

/* Appends a chunk, or what is there of it. */
static enum sp_status
body_add_chunk(struct out *out, const uint8_t *at, size_t size,
	       struct sp_error *err)
{
	while (size) {
		size_t room;

		if (make_out_room(out, &room, err))
			return err->status;
		if (!room)
			return SP_OK;
		if (room > size)
			room = size;
		memcpy(*out->bytes + out->size, at, room);
		out->size += room;
		at += room;
		size -= room;
	}
	return SP_OK;
}

static enum sp_status
undo_chunks(struct sp_body *body, struct sp_error *err)
{
	struct out out = begin_out(body);
	const uint8_t *at = body->bytes, *end = at + body->size;
	uint64_t size = 1;

	out.most = UINT64_MAX;
	if (!sp_chunk_is_first(body->bytes, end))
		return SP_OK;
	/* The chunk of size 0 is the last; what follows are trailers. */
	while (size) {
		uint64_t left;

		if (!sp_chunk_take_size(&at, end, &size)) {
			damage(body, "chunked", at == end ?
				       "the last chunk is missing" :
				       "no chunk begins where one should");
			break;
		}
		left = (uint64_t)(end - at);
		if (body_add_chunk(&out, at,
				   (size_t)(size < left ? size : left), err))
			return err->status;
		if (size > left) {
			damage(body, "chunked", "it ends inside a chunk");
			break;
		}
		at += size;
		if (size && !sp_chunk_take_end(&at, end) && at < end) {
			damage(body, "chunked", "a chunk has a wrong length");
			break;
		}
	}
	end_out(&out);
	return SP_OK;
}

/* ---- packed ----------------------------------------------------------- */

/*
 * A body that is said to be packed without a magic number, and could not be
 * unpacked, is taken as it is if it begins like text.
 */
static bool
begins_text(const struct sp_body *body)
{
	uint8_t c = body->size ? *body->bytes : 0;

	return c == '<' || c == '{' || c == '[' || c == '\n' || c == '\r' ||
	       c == ' ' || c == '\t' || c == 0xef;
}

/* RFC 1952: a body may be several members, one after the other. */
static bool
body_has_member(const uint8_t *at, size_t left)
{
	return sp_packing_of(at, left) == SP_PACKING_GZIP;
}

/*
 * zlib counts in 32 bits, so that input and room are given in parts.  members:
 * it is gzip, of which another member may follow.
 */
static enum sp_status
run_zlib(z_stream *zlib, struct sp_body *body, bool members, struct out *out,
	 int *result, struct sp_error *err)
{
	const uint8_t *at = body->bytes;
	size_t left = body->size;

	*result = Z_OK;
	while (*result == Z_OK) {
		size_t room;

		if (make_out_room(out, &room, err))
			return err->status;
		if (!room)
			return SP_OK;
		zlib->next_in = at;
		zlib->avail_in = left < UINT32_MAX ? (uInt)left : UINT32_MAX;
		zlib->next_out = *out->bytes + out->size;
		zlib->avail_out = room < UINT32_MAX ? (uInt)room : UINT32_MAX;
		*result = inflate(zlib, Z_NO_FLUSH);
		left -= (size_t)(zlib->next_in - at);
		at = zlib->next_in;
		out->size = (size_t)(zlib->next_out - *out->bytes);
		if (*result == Z_STREAM_END && members &&
		    body_has_member(at, left))
			*result = inflateReset(zlib);
	}
	return *result == Z_MEM_ERROR ?
		       sp_no_memory(err, "the body of a page") : SP_OK;
}

/*
 * bits is 31 for gzip, 15 for zlib, -15 for neither's header.  What follows the
 * end of the packed data, and is no member of gzip, is ignored.
 */
static enum sp_status
undo_zlib(struct sp_body *body, const char *name, int bits,
	  struct sp_error *err)
{
	struct out out = begin_out(body);
	z_stream zlib = { 0 };
	enum sp_status status;
	int result;

	if (inflateInit2(&zlib, bits) != Z_OK)
		return sp_no_memory(err, "the body of a page");
	status = run_zlib(&zlib, body, bits > 15, &out, &result, err);
	if (!status && result == Z_BUF_ERROR && !body->cut)
		damage(body, name, "it is cut short");
	else if (!status && result != Z_STREAM_END && !body->cut &&
		 (out.size || bits > 15 || !begins_text(body)))
		damage(body, name, zlib.msg ? zlib.msg : "it is damaged");
	inflateEnd(&zlib);
	if (status)
		return status;
	if (out.size || result == Z_STREAM_END || body->damage)
		end_out(&out);
	return SP_OK;
}

/*
 * The whole body is in memory, so the faster decoder is tried first.  Zlib
 * decodes what it fails at, to report what is wrong, and bodies that reach the
 * limit, those with a checksum of the head, which zlib checks, those of several
 * members, and those that the faster decoder has made itself.
 */
static enum sp_status
undo_gzip_at_once(struct sp_body *body, bool *done, struct sp_error *err)
{
	struct sp_span made = SP_SPAN_ABSENT;
	size_t used;

	*done = false;
	if (!body->member && sp_member_new(&body->member, err))
		return err->status;
	if (!body->member || body->size < 4 || body->bytes[3] & 2 ||
	    sp_member_left(body->member) ||
	    !sp_member_unpack(body->member, body->bytes, body->size, &used))
		return SP_OK;
	made = sp_member_all(body->member);
	*done = made.length < body->most &&
		!body_has_member(body->bytes + used, body->size - used);
	if (*done) {
		body->bytes = (const uint8_t *)made.text;
		body->size = made.length;
	} else {
		sp_member_drop(body->member);
	}
	return SP_OK;
}

static enum sp_status
undo_gzip(struct sp_body *body, struct sp_error *err)
{
	bool done;

	if (sp_packing_of(body->bytes, body->size) != SP_PACKING_GZIP)
		return SP_OK;
	if (undo_gzip_at_once(body, &done, err))
		return err->status;
	return done ? SP_OK : undo_zlib(body, "gzip", 15 + 16, err);
}

/*
 * "deflate" means zlib's format (RFC 9110), but servers also send raw deflate,
 * and some gzip. zlib's two bytes have a check of their own.
 */
static enum sp_status
undo_deflate(struct sp_body *body, struct sp_error *err)
{
	const uint8_t *start = body->bytes;
	bool zlib = body->size > 1 && (start[0] & 15) == 8 &&
		    (start[0] * 256u + start[1]) % 31 == 0;

	/* Some servers name what they were asked for, and send the other. */
	if (sp_packing_of(start, body->size) == SP_PACKING_GZIP)
		return undo_gzip(body, err);
	return undo_zlib(body, "deflate", zlib ? 15 : -15, err);
}

static enum sp_status
body_run_zstd(struct sp_inflate *inflate, struct sp_body *body, struct out *out,
	      struct sp_error *err)
{
	size_t at = 0, used, got;

	do {
		struct sp_error why;
		size_t room;

		if (make_out_room(out, &room, err))
			return err->status;
		if (!room)
			return SP_OK;
		if (sp_inflate_run(inflate, body->bytes + at, body->size - at,
				   &used, *out->bytes + out->size, room, &got,
				   &why)) {
			if (why.status == SP_MEMORY)
				return sp_no_memory(err, "the body of a page");
			damage(body, "zstd", why.text);
			return SP_OK;
		}
		at += used;
		out->size += got;
	} while (used || got);
	if (sp_inflate_end(inflate, NULL))
		damage(body, "zstd", "it is cut short");
	return SP_OK;
}

static enum sp_status
undo_zstd(struct sp_body *body, struct sp_error *err)
{
	struct out out = begin_out(body);
	struct sp_inflate *inflate;
	enum sp_status status;

	if (sp_packing_of(body->bytes, body->size) != SP_PACKING_ZSTD)
		return SP_OK;
	inflate = sp_inflate_new(SP_PACKING_ZSTD);
	if (!inflate)
		return sp_no_memory(err, "the body of a page");
	status = body_run_zstd(inflate, body, &out, err);
	sp_inflate_free(inflate);
	if (!status)
		end_out(&out);
	return status;
}

#ifdef HAVE_BROTLI
/* The codes of failed allocations are a range, from -30 to -21. */
static bool
brotli_lacks_memory(const BrotliDecoderState *brotli)
{
	BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(brotli);

	return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
	       code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

static enum sp_status
run_brotli(BrotliDecoderState *brotli, struct sp_body *body, struct out *out,
	   BrotliDecoderResult *result, struct sp_error *err)
{
	const uint8_t *at = body->bytes;
	size_t left = body->size;

	do {
		uint8_t *to;
		size_t room;

		if (make_out_room(out, &room, err))
			return err->status;
		*result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
		if (!room)
			return SP_OK;
		to = *out->bytes + out->size;
		*result = BrotliDecoderDecompressStream(brotli, &left, &at,
							&room, &to, NULL);
		out->size = (size_t)(to - *out->bytes);
	} while (*result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT);
	if (*result == BROTLI_DECODER_RESULT_ERROR &&
	    brotli_lacks_memory(brotli))
		return sp_no_memory(err, "the body of a page");
	return SP_OK;
}

static enum sp_status
undo_brotli(struct sp_body *body, struct sp_error *err)
{
	struct out out = begin_out(body);
	BrotliDecoderState *brotli = BrotliDecoderCreateInstance(NULL, NULL,
								 NULL);
	BrotliDecoderResult result;
	enum sp_status status;

	if (!brotli)
		return sp_no_memory(err, "the body of a page");
	status = run_brotli(brotli, body, &out, &result, err);
	BrotliDecoderDestroyInstance(brotli);
	if (status)
		return status;
	if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT)
		damage(body, "br", "it is cut short");
	else if (result == BROTLI_DECODER_RESULT_ERROR &&
		 !begins_text(body))
		damage(body, "br", "it is damaged");
	else if (result == BROTLI_DECODER_RESULT_ERROR)
		return SP_OK;
	end_out(&out);
	return SP_OK;
}
#else
static enum sp_status
undo_brotli(struct sp_body *body, struct sp_error *err)
{
	(void)err;
	damage(body, "br", "built without libbrotlidec");
	return SP_OK;
}
#endif

/* ---- headers ---------------------------------------------------------- */

static enum sp_status
undo_nothing(struct sp_body *body, struct sp_error *err)
{
	(void)body;
	(void)err;
	return SP_OK;
}

static enum sp_status
undo_unknown(struct sp_body *body, struct sp_error *err)
{
	(void)err;
	damage(body, "Content-Encoding", "it is not known");
	return SP_OK;
}

typedef enum sp_status (*undo_function)(struct sp_body *body,
					struct sp_error *err);

static const struct encoding {
	const char *name;
	undo_function undo;
} encodings[] = {
	{ "chunked", undo_chunks },
	{ "gzip", undo_gzip },
	{ "x-gzip", undo_gzip },
	{ "deflate", undo_deflate },
	{ "br", undo_brotli },
	{ "zstd", undo_zstd },
	{ "identity", undo_nothing },
	{ "none", undo_nothing },
	{ "utf-8", undo_nothing },
};

static undo_function
find_encoding(struct sp_span name)
{
	for (size_t i = 0; i < sizeof(encodings) / sizeof(*encodings); i++)
		if (sp_is_word(name, encodings[i].name))
			return encodings[i].undo;
	return undo_unknown;
}

static bool
body_separates(char c)
{
	return c == ',' || c == '"' || sp_is_http_space(c);
}

/* What is to be undone, the last first. */
struct undo_list {
	undo_function undo[ENCODINGS];
	size_t count;
};

/* Adds the encodings that a header names; later ones were done later. */
static void
list_encodings(struct sp_span value, struct undo_list *list)
{
	size_t at = 0;

	while (at < value.length) {
		size_t start;

		while (at < value.length && body_separates(value.text[at]))
			at++;
		start = at;
		while (at < value.length && !body_separates(value.text[at]))
			at++;
		if (at > start && list->count < ENCODINGS)
			list->undo[list->count++] =
				find_encoding((struct sp_span){
					value.text + start, at - start });
	}
}

enum sp_status
sp_body_decode(const struct sp_http *http, uint64_t most,
	       struct sp_body *body, struct sp_error *err)
{
	static const char *const names[] = { "Content-Encoding",
					     "Transfer-Encoding" };
	struct undo_list list = { .count = 0 };

	body->bytes = http->body;
	body->size = http->body_size;
	body->cut = false;
	body->damage = NULL;
	body->most = most;
	body->packed = http->body_size;
	body->refused = false;
	if (body->member)
		sp_member_drop(body->member);
	for (size_t i = 0; i < 2; i++) {
		struct sp_span value;
		size_t at = 0;

		while (sp_http_next(http, names[i], &at, &value))
			list_encodings(value, &list);
	}
	while (list.count && body->size && !is_bomb(body, body->size))
		if (list.undo[--list.count](body, err))
			return err->status;
	if (is_bomb(body, body->size)) {
		body->size = 0;
		body->damage = NULL;
		damage(body, "Content-Encoding", "it unpacks to over 1000 "
		       "times its size");
	}
	/* A body that was not packed may be longer, too. */
	if (body->size > most) {
		body->size = (size_t)most;
		body->cut = true;
	}
	return SP_OK;
}

void
sp_body_free(struct sp_body *body)
{
	free(body->buffers[0].bytes);
	free(body->buffers[1].bytes);
	sp_member_free(body->member);
	*body = (struct sp_body){ 0 };
}
