/* SPDX-License-Identifier: MIT */
/* Other charsets, packed bodies, and the digest of archives. */
#include "web.h"

#include "base/memory.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>
#ifdef HAVE_BROTLIENC
#include <brotli/encode.h>
#endif

/* ---- charsets --------------------------------------------------------- */

/* Characters that the charset lacks are left out. */
static void
convert(iconv_t to, struct sp_line *out, char *text, size_t length)
{
	char buffer[4096];

	while (length) {
		char *at = buffer;
		size_t room = sizeof(buffer);

		if (iconv(to, &text, &length, &at, &room) == (size_t)-1 &&
		    errno != E2BIG && length) {
			do {
				text++;
				length--;
			} while (length && (*text & 0xc0) == 0x80);
		}
		sp_line_add_bytes(out, buffer, sizeof(buffer) - room);
	}
}

enum sp_status
web_recode(struct sp_line *text, const char *charset, struct sp_error *err)
{
	struct sp_line out = SP_LINE_EMPTY;
	iconv_t to = iconv_open(charset, "utf-8");

	if (to == (iconv_t)-1)
		return sp_fail(err, SP_USAGE, "option --charset: iconv does "
			       "not know %s", charset);
	/* Only these need a byte-order mark. */
	if (!strcasecmp(charset, "utf-16le"))
		sp_line_add_bytes(&out, "\xff\xfe", 2);
	else if (!strcasecmp(charset, "utf-16be"))
		sp_line_add_bytes(&out, "\xfe\xff", 2);
	convert(to, &out, text->text, text->length);
	iconv_close(to);
	sp_line_free(text);
	*text = out;
	return SP_OK;
}

/* ---- encodings -------------------------------------------------------- */

/* window: as deflateInit2() has it: 31 gzip, 15 zlib, -15 neither. */
static size_t
pack_zlib(struct sp_line *text, char *out, size_t room, int window)
{
	z_stream stream = { 0 };
	size_t length = 0;

	if (deflateInit2(&stream, 6, Z_DEFLATED, window, 8,
			 Z_DEFAULT_STRATEGY))
		return 0;
	stream.next_in = (Bytef *)text->text;
	stream.avail_in = (uInt)text->length;
	stream.next_out = (Bytef *)out;
	stream.avail_out = (uInt)room;
	if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
		length = room - stream.avail_out;
	deflateEnd(&stream);
	return length;
}

static size_t
pack_brotli(struct sp_line *text, char *out, size_t room)
{
#ifdef HAVE_BROTLIENC
	if (BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT,
				  text->length, (uint8_t *)text->text, &room,
				  (uint8_t *)out))
		return room;
#else
	(void)text;
	(void)out;
	(void)room;
#endif
	return 0;
}

static size_t
pack_zstd(struct sp_line *text, char *out, size_t room)
{
	size_t length = ZSTD_compress(out, room, text->text, text->length, 3);

	return ZSTD_isError(length) ? 0 : length;
}

enum sp_status
web_pack(struct sp_line *text, const char *encoding, struct sp_error *err)
{
	size_t room = text->length + text->length / 8 + 1024, length = 0;
	char *out = sp_alloc(room, 1);

	if (!out)
		return sp_no_memory(err, "an answer");
	if (!strcmp(encoding, "gzip"))
		length = pack_zlib(text, out, room, 31);
	else if (!strcmp(encoding, "deflate"))
		length = pack_zlib(text, out, room, 15);
	else if (!strcmp(encoding, "deflate-raw"))
		length = pack_zlib(text, out, room, -15);
	else if (!strcmp(encoding, "br"))
		length = pack_brotli(text, out, room);
	else if (!strcmp(encoding, "zstd"))
		length = pack_zstd(text, out, room);
	text->length = 0;
	sp_line_add_bytes(text, out, length);
	free(out);
	return length ? SP_OK : sp_fail(err, SP_USAGE, "option --encoding: "
					"cannot pack as %s", encoding);
}

/* ---- SHA-1 (FIPS 180-4) ----------------------------------------------- */

static uint32_t
rotate(uint32_t x, int bits)
{
	return x << bits | x >> (32 - bits);
}

static void
sha1_block(uint32_t h[5], const uint8_t *block)
{
	uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	for (int t = 0; t < 16; t++)
		w[t] = (uint32_t)block[4 * t] << 24 |
			(uint32_t)block[4 * t + 1] << 16 |
			(uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (int t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	for (int t = 0; t < 80; t++) {
		uint32_t f = t < 20 ? (b & c) | (~b & d) : t < 40 ? b ^ c ^ d :
			t < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
		uint32_t k = t < 20 ? 0x5a827999 : t < 40 ? 0x6ed9eba1 :
			t < 60 ? 0x8f1bbcdc : 0xca62c1d6;
		uint32_t next = rotate(a, 5) + f + e + k + w[t];

		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

void
web_sha1(const void *data, size_t size, char text[33])
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
			  0xc3d2e1f0 };
	uint8_t last[128] = { 0 };
	const uint8_t *bytes = data;
	size_t rest = size % 64, end = rest < 56 ? 64 : 128;

	for (size_t i = 0; i + 64 <= size; i += 64)
		sha1_block(h, bytes + i);
	memcpy(last, bytes + size - rest, rest);
	last[rest] = 0x80;
	for (int i = 0; i < 8; i++)
		last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >>
						      8 * i);
	for (size_t i = 0; i < end; i += 64)
		sha1_block(h, last + i);
	for (unsigned i = 0; i < 32; i++) {
		unsigned five = 0;

		for (unsigned bit = i * 5; bit < i * 5 + 5; bit++)
			five = five << 1 | (h[bit / 32] >> (31 - bit % 32) & 1);
		text[i] = letters[five];
	}
	text[32] = '\0';
}
